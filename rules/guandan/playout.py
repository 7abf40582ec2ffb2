"""Playing whole hands and matches by picking among what is legal: for simulated tables and for proof.

Chance stays outside: ``pick`` chooses one of several options (``random.Random(7).choice`` will do) and ``deal`` hands
out the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.holding import hold
from paizhuo.rules.guandan.lay import lay, meant
from paizhuo.rules.guandan.levels import Score, after_hand, opening
from paizhuo.rules.guandan.moves import Move, moves
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.guandan.state import Hand, begin, pass_turn, play
from paizhuo.rules.guandan.tribute import (
    Duty,
    Settlement,
    duty,
    owed_cards,
    resistance_leader,
    resists,
    returnable,
    settle,
)

Hands = Mapping[Seat, Sequence[Card]]
T = TypeVar("T")


class Pick(Protocol):
    """Chooses one of at least one option."""

    def __call__(self, options: Sequence[T], /) -> T:
        """Give one of the options."""
        ...


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tribute and return before a hand: who paid what to whom, what came back, the hands afterwards, who leads."""

    owed: Duty
    hands: Hands
    leader: Seat
    settled: Settlement = field(default_factory=lambda: Settlement((), None))
    returned: Mapping[Seat, Card] = field(default_factory=dict)
    resisted: bool = False


def exchange_cards(
    order: Sequence[Seat], dealt: Hands, level: Rank, pick: Pick, rules: GuandanRulebook = HOUSE
) -> Exchanged:
    """Carry out tribute and return; in a first hand, with no ``order`` before it, ``pick`` names the leader."""
    owed = duty(order, rules)
    if not owed.payers:
        return Exchanged(owed, dealt, pick(tuple(Seat)))
    if resists(owed, dealt):
        return Exchanged(owed, dealt, resistance_leader(owed), resisted=True)
    paid = {payer: pick(sorted(owed_cards(dealt[payer], level))) for payer in owed.payers}
    settled = settle(owed, paid, level, rules)
    if settled.options:
        settled = settle(owed, paid, level, rules, to_first=pick(settled.options))
    hands = {seat: list(cards) for seat, cards in dealt.items()}
    returned = {}
    for gift in settled.gifts:
        hands[gift.payer].remove(gift.card)
        hands[gift.receiver].append(gift.card)
    for gift in settled.gifts:
        card = returned[gift.receiver] = pick(sorted(returnable(hands[gift.receiver], level, rules)))
        hands[gift.receiver].remove(card)
        hands[gift.payer].append(card)
    return Exchanged(owed, hands, settled.leader or settled.gifts[0].payer, settled, returned)


def play_hand(hands: Hands, leader: Seat, level: Rank, pick: Pick, rules: GuandanRulebook = HOUSE) -> Iterator[Hand]:
    """Play a hand to its end, giving the state after every act. Passing is one option among the legal plays.

    A player who lays a wild card says what it counts as.

    >>> hands = {seat: [card] for seat, card in zip(Seat, (Card.S9, Card.ST, Card.SJ, Card.SQ), strict=True)}
    >>> [state.trick.acts[-1].seat.name for state in play_hand(hands, Seat.E, Rank.TWO, lambda options: options[0])]
    ['E', 'N', 'W']
    """
    left = {seat: list(cards) for seat, cards in hands.items()}
    state = begin(level, leader, left)
    while (seat := state.turn) is not None:
        holding, top = hold(left[seat], level), state.to_beat
        options: list[Move | None] = [*moves(holding, top.possible[0] if top else None, rules)]
        move = pick(options if state.awaits_lead else [*options, None])
        if move is None:
            state = pass_turn(state, seat, rules)
        else:
            cards = lay(move, holding)
            for card in cards:
                left[seat].remove(card)
            said = meant(move, cards, level, rules) if move.wilds else None
            state = play(state, seat, cards, rules, said=said)
        yield state


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a match: the score before it, the exchange, the hand as it ended, the score after it."""

    before: Score
    exchanged: Exchanged
    hand: Hand
    after: Score


def play_match(deal: Callable[[], Hands], pick: Pick, rules: GuandanRulebook = HOUSE) -> Iterator[PlayedHand]:
    """Play a match hand by hand until a side has passed A."""
    score, order = opening(rules), tuple[Seat, ...]()
    while score.passed is None:
        before, level = score, score.level
        exchanged = exchange_cards(order, deal(), level, pick, rules)
        *_, hand = play_hand(exchanged.hands, exchanged.leader, level, pick, rules)
        order, score = hand.places, after_hand(score, hand.places, rules)
        yield PlayedHand(before, exchanged, hand, score)
