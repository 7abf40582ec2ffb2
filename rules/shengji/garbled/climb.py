"""The climbing game of L271–327: thirteen cards each, single cards ever higher, first out ends the hand.

104 cards without jokers; each seat draws 4, then 2 four times, then 1, and the next card lies open as the bottom. The
seat before the dealer leads; play runs counter-clockwise; each card must be higher than the last, or the seat passes.
When all others pass, the last to play leads again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.errors import Problem
from paizhuo.rules.rulebook import Rulebook, Schema
from paizhuo.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class Draw:
    """How many cards each seat takes, turn by turn."""

    steps: tuple[int, ...] = (4, 2, 2, 2, 2, 1)


@dataclass(frozen=True, slots=True)
class Score:
    """Points for a hand, more for a bottom card that is a bomb (炸弹), and the points that win the match."""

    hand: int = 1
    bomb: int = 1
    bomb_ranks: tuple[Rank, ...] = (Rank.ACE, Rank.TWO, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
    target: int = 10


@dataclass(frozen=True, slots=True)
class ClimbRulebook(Rulebook):
    """A rulebook of the climbing game."""

    draw: Draw = field(default_factory=Draw)
    score: Score = field(default_factory=Score)

    @property
    def cards_each(self) -> int:
        """Give the cards in a hand."""
        return sum(self.draw.steps)


def check(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Find values that do not go together: four hands and the bottom must come out of 104 cards."""
    if not isinstance(rulebook, ClimbRulebook):
        return (Problem("rulebook.wrong_game", "game", found=rulebook.game, allowed=("climbing",)),)
    if not 0 < 4 * rulebook.cards_each < 104:
        return (Problem("rulebook.too_many_cards", "draw.steps", found=str(rulebook.cards_each), allowed=("1–25",)),)
    return ()


SCHEMA = Schema("climbing", ClimbRulebook, check)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in progress: cards left by seat, whose turn it is, the card to beat and who laid it."""

    left: tuple[int, int, int, int]
    turn: Seat
    to_beat: Card | None = None
    last: Seat | None = None

    @property
    def out(self) -> Seat | None:
        """Give the seat that has no card left, None while all have."""
        return next((seat for seat in Seat if not self.left[seat]), None)


def start(dealer: Seat, rulebook: ClimbRulebook) -> Hand:
    """Begin a hand: the seat before the dealer leads.

    >>> from paizhuo.rules.rulebooks import load
    >>> start(Seat.E, load("climb104", ClimbRulebook)).turn
    <Seat.S: 3>
    """
    each = rulebook.cards_each
    return Hand((each, each, each, each), dealer.previous)


def is_higher(card: Card, other: Card) -> bool:
    """Say whether a card beats another: by rank alone, the ace high and the two low.

    >>> is_higher(Card.SA, Card.HK), is_higher(Card.S2, Card.H2)
    (True, False)
    """
    return card.rank is not None and other.rank is not None and card.rank.height > other.rank.height


def verify_play(hand: Hand, seat: Seat, cards: Sequence[Card]) -> tuple[Violation, ...]:
    """Find every breach in a play."""
    problems = _turn(hand, seat)
    if len(cards) != 1:
        problems.append(Violation("count.wrong", {"expected": 1, "actual": len(cards)}))
    elif hand.to_beat is not None and not is_higher(cards[0], hand.to_beat):
        problems.append(Violation("climb.not_higher", {"card": str(cards[0]), "over": str(hand.to_beat)}))
    return tuple(problems)


def verify_pass(hand: Hand, seat: Seat) -> tuple[Violation, ...]:
    """Find every breach in a pass: who leads must play."""
    problems = _turn(hand, seat)
    if hand.to_beat is None:
        problems.append(Violation("climb.leader_must_play"))
    return tuple(problems)


def play(hand: Hand, seat: Seat, card: Card) -> Hand:
    """Lay a card, legal or not."""
    left = tuple(count - (place == seat) for place, count in enumerate(hand.left))
    return Hand((left[0], left[1], left[2], left[3]), seat.next, card, seat)


def skip(hand: Hand, seat: Seat) -> Hand:
    """Pass; when the turn comes back to the last to play, the cards go away and he leads."""
    if seat.next is hand.last:
        return replace(hand, turn=seat.next, to_beat=None, last=None)
    return replace(hand, turn=seat.next)


def _turn(hand: Hand, seat: Seat) -> list[Violation]:
    return [] if seat is hand.turn else [Violation("turn.out_of_turn", {"expected": hand.turn.name})]


def points(bottom: Card, rulebook: ClimbRulebook) -> int:
    """Give what the side of the first seat out scores."""
    rules = rulebook.score
    return rules.hand + (rules.bomb if bottom.rank in rules.bomb_ranks else 0)


def match_winner(scores: Mapping[Side, int], rulebook: ClimbRulebook) -> Side | None:
    """Give the side that has reached the target with more points than the other, None while nobody has."""
    best = max(Side, key=lambda side: scores[side])
    return best if scores[best] >= rulebook.score.target and scores[best] > scores[best.other] else None
