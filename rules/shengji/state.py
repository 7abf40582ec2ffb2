"""What is true of a Shengji match at one moment: levels, the hand in progress, the cards on the table, what was seen.

Everything is immutable; ``paizhuo.rules.shengji.fold`` derives each state from the one before and an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from paizhuo.rules.cards import FACES, Card, Rank, Seat, Side, Suit
from paizhuo.rules.events import Repair
from paizhuo.rules.shengji.bidding import Bidding, bottom_moves
from paizhuo.rules.shengji.laid import Laid, faces
from paizhuo.rules.shengji.ledger import Ledger
from paizhuo.rules.shengji.levels import Level, Role
from paizhuo.rules.shengji.opening import Drawn, Opening
from paizhuo.rules.shengji.penalties import Sanction
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Trump
from paizhuo.rules.suspicion import Suspicion
from paizhuo.rules.violations import Violation

HAND_CARDS = 25
"""Cards that each seat plays in a hand."""


class Phase(StrEnum):
    """How far a hand has come."""

    WAITING = "waiting"
    DRAWING = "drawing"
    KITTY = "kitty"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Bid:
    """Cards shown to make trump. ``lying`` are those still on the table; ``stands`` if the bid was good when made.

    ``suspicions`` are breaches that a slip of sight would explain.
    """

    seq: int
    seat: Seat
    cards: tuple[Laid, ...]
    lying: tuple[Laid, ...]
    violations: tuple[Violation, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()

    @property
    def stands(self) -> bool:
        """Say whether the bid was good when it was made."""
        return not self.violations and not self.suspicions


@dataclass(frozen=True, slots=True)
class Exposure:
    """Cards that a seat let be seen outside a bid or a play."""

    seq: int
    seat: Seat
    cards: tuple[Laid, ...]
    lying: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """What a seat laid to a trick. ``lifted`` cards left the table and may turn out collected or taken back.

    ``returned`` are the cards that a failed throw took back, as entry ``failed`` says. ``missing`` marks a play that
    nobody saw: its cards are unknown. ``suspicions`` are breaches that a slip of sight would explain; ``unseen`` names
    the zones that were out of sight when it was laid. ``waited`` is how many seconds the seat took, None where nobody
    can tell; ``at`` is when it was told, in the camera's seconds, 0 if no camera saw it.
    """

    seq: int
    seat: Seat
    cards: tuple[Laid, ...]
    lifted: tuple[Laid, ...] = ()
    returned: tuple[Laid, ...] = ()
    failed: int = 0
    violations: tuple[Violation, ...] = ()
    repairs: tuple[Repair, ...] = ()
    missing: bool = False
    suspicions: tuple[Suspicion, ...] = ()
    unseen: tuple[str, ...] = ()
    waited: float | None = None
    at: float = 0.0

    @property
    def faces(self) -> tuple[Card, ...]:
        """Give the faces played."""
        return faces(self.cards)

    @property
    def lies(self) -> bool:
        """Say whether any of its cards still lies on the table."""
        return len(self.lifted) < len(self.cards)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick (圈): its plays in the order in which they were made. ``winner`` is None while it cannot be told."""

    number: int
    plays: tuple[Play, ...] = ()
    winner: Seat | None = None
    points: int = 0

    @property
    def leader(self) -> Seat | None:
        """Give the seat that led, None while nobody has."""
        return self.plays[0].seat if self.plays else None

    @property
    def size(self) -> int:
        """Give the number of cards led."""
        return len(self.plays[0].cards) if self.plays else 0

    @property
    def complete(self) -> bool:
        """Say whether all four seats have laid at least as many cards as were led."""
        return len(self.plays) == len(Seat) and all(len(play.cards) >= self.size for play in self.plays)

    def play_of(self, seat: Seat) -> Play | None:
        """Give the play of a seat, None if it has not played."""
        return next((play for play in self.plays if play.seat is seat), None)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Cards that were played and taken back into the hand: an irregularity, and knowledge about that hand.

    ``surplus`` is how many cards more than were led lay there before, 0 if the play had no card too many.
    """

    seq: int
    seat: Seat
    trick: int
    cards: tuple[Laid, ...]
    size: int = 0
    surplus: int = 0


@dataclass(frozen=True, slots=True)
class Kitty:
    """The kitty (底牌): what is known of it. ``taken_at`` is when it was taken, in seconds of the camera."""

    taken: bool = False
    taken_at: float = 0.0
    buried: bool = False
    counted: int = 0
    turned: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand came to. ``final`` is False while the kitty is only deduced and the next hand has not begun.

    ``next_dealer`` is None where the next hand is open to both sides again (重新抢庄).
    """

    points: int
    trick_points: int
    kitty_points: int
    multiplier: int
    winners: Role
    change: int
    demotion: int
    levels: tuple[Level, Level]
    next_dealer: Seat | None
    last_trick: Seat
    match_winner: Side | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling does to a hand: a sanction by the article, or points that go to the side not offending."""

    role: Role
    side: Side
    sanction: Sanction | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A breach that a person or a clock noted, because no card shows it."""

    seq: int
    seat: Seat
    violation: Violation


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand. ``seen`` counts each face in the order of ``FACES``; ``known`` are cards known to be in each hand.

    ``is_sure`` says that every card so far was read beyond doubt; ``unclear`` are the places of tricks with cards that
    nobody read, ``suspected`` those of tricks with a suspicion, and ``confirmed`` the ids of suspicions that a person
    says are true. ``effects`` are what rulings did, ``by_hand`` is by how much a person corrected the points.
    ``buriers`` are the seats that had the kitty in hand, ``counts`` the cards of each hand after the draw if they were
    counted, as event ``counted_at`` says. ``clock`` is when the turn began, in seconds of the camera (0 unknown),
    ``since`` the moment of the last act (milliseconds since the epoch). ``levels_before`` is where the match stood when
    the hand was closed.
    """

    hand: int
    level: Rank
    bidding: Bidding
    phase: Phase = Phase.DRAWING
    named_trump: tuple[Suit | None, ...] = ()
    trump: Trump | None = None
    dealer: Seat | None = None
    bids: tuple[Bid, ...] = ()
    exposures: tuple[Exposure, ...] = ()
    kitty: Kitty = field(default_factory=Kitty)
    tricks: tuple[Trick, ...] = ()
    trick: Trick = field(default_factory=lambda: Trick(1))
    taken_back: tuple[TakenBack, ...] = ()
    played: tuple[int, int, int, int] = (0, 0, 0, 0)
    seen: tuple[int, ...] = (0,) * len(FACES)
    known: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    points_won: tuple[int, int] = (0, 0)
    ledger: Ledger = field(default_factory=Ledger)
    live: Ledger = field(default_factory=Ledger)
    is_sure: bool = True
    unclear: tuple[int, ...] = ()
    suspected: tuple[int, ...] = ()
    confirmed: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    by_hand: int = 0
    opening: Opening = field(default_factory=Opening)
    buriers: tuple[Seat, ...] = ()
    counts: tuple[int, int, int, int] | None = None
    counted_at: int = 0
    notes: tuple[Note, ...] = ()
    clock: float = 0.0
    since: int = 0
    outcome: Outcome | None = None
    ended: bool = False
    levels_before: tuple[Level, Level] | None = None

    @property
    def expected_leader(self) -> Seat | None:
        """Give the seat that must lead the trick in progress: the dealer first, then each trick's winner."""
        return self.tricks[-1].winner if self.tricks else self.dealer

    def burier(self, rulebook: ShengjiRulebook) -> Seat | None:
        """Give the seat that takes the kitty and buries next: the dealer, or whoever stirred (炒底) to take it."""
        standing = self.bidding.standing
        return standing.seat if standing is not None and bottom_moves(self.bidding, rulebook) else self.dealer

    @property
    def turn(self) -> Seat | None:
        """Give the seat that must act, None when the trick is complete or nobody knows."""
        if self.phase is not Phase.PLAYING and self.phase is not Phase.KITTY:
            return None
        if not self.trick.plays:
            return self.expected_leader
        seat = self.trick.plays[0].seat
        for _ in Seat:
            if self.trick.play_of(seat) is None:
                return seat
            seat = seat.next
        return None

    @property
    def attackers_points(self) -> int:
        """Give the points in the tricks of the side that does not deal, with what rulings and persons did to them.

        0 while the dealer is unknown.
        """
        if self.dealer is None:
            return 0
        return self.points_won[list(Side).index(self.dealer.side.other)] + self.points_ruled + self.by_hand

    @property
    def points_ruled(self) -> int:
        """Give the points that rulings gave the attackers, or took from them."""
        return sum(each.points if each.role is Role.DEALERS else -each.points for each in self.effects)

    def cards_left(self, seat: Seat) -> int:
        """Give the number of cards that a seat still holds, the trick in progress counted."""
        play = self.trick.play_of(seat)
        return HAND_CARDS - self.played[seat] - (len(play.cards) if play else 0)


FACE_PLACES: Mapping[Card, int] = {card: place for place, card in enumerate(FACES)}


def counted(seen: tuple[int, ...], cards: Iterable[Card], by: int = 1) -> tuple[int, ...]:
    """Count cards in (or, with ``by`` -1, out); unread cards count nothing."""
    counts = list(seen)
    for card in cards:
        if card is not Card.UNKNOWN:
            counts[FACE_PLACES[card]] += by
    return tuple(counts)


class Cause(StrEnum):
    """Why a match ended."""

    LEVEL = "level"
    """The last level was passed."""
    UNDERWATER = "underwater"
    """A side fell too far below the first level."""
    TIME = "time"
    LOT = "lot"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class ShengjiMatch:
    """A match: each side's level (in the order of ``Side``), who deals next, the hands finished and the one going on.

    ``next_hand`` is the number that the next hand will have.
    ``sanctions`` counts the sanctions of each side that the rulebook counts towards losing the match. ``drawn`` are the
    cards turned before the first hand, ``notes`` breaches noted between hands. ``began`` is the moment of the first
    deal (milliseconds since the epoch, 0 before it). ``time_called`` lets the hand in play be the last. The match is
    over when there is a ``winner`` or when it is ``tied``; ``cause`` says why.
    """

    rulebook: ShengjiRulebook
    levels: tuple[Level, Level]
    next_dealer: Seat | None = None
    deal: Deal | None = None
    hands: tuple[Deal, ...] = ()
    next_hand: int = 1
    sanctions: tuple[int, int] = (0, 0)
    drawn: tuple[Drawn, ...] = ()
    notes: tuple[Note, ...] = ()
    began: int = 0
    time_called: bool = False
    winner: Side | None = None
    tied: bool = False
    cause: Cause | None = None

    @property
    def all_hands(self) -> tuple[Deal, ...]:
        """Give every hand so far, the newest last."""
        return self.hands if self.deal is None else (*self.hands, self.deal)

    @property
    def is_over(self) -> bool:
        """Say whether the match has ended."""
        return self.winner is not None or self.tied

    def level_of(self, side: Side) -> Level:
        """Give a side's level."""
        return self.levels[list(Side).index(side)]
