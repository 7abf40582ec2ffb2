"""What is true of a Guandan match at one moment: the score, the hand in progress with all that was laid and said.

Everything is immutable; ``paizhuo.rules.guandan.fold`` derives each state from the one before and an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.match import Ending, Verdict
from paizhuo.rules.guandan.penalties import Offence
from paizhuo.rules.guandan.policies import Sanction
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand
from paizhuo.rules.guandan.tribute import Duty
from paizhuo.rules.guandan.wild import Ruling
from paizhuo.rules.laid import Laid, faces
from paizhuo.rules.questions import Question
from paizhuo.rules.readings import Repair
from paizhuo.rules.suspicion import Suspicion
from paizhuo.rules.violations import Violation


class Stage(StrEnum):
    """How far a hand has come."""

    DRAWING = "drawing"
    TRIBUTE = "tribute"
    PLAYING = "playing"
    FINISHED = "finished"


class Purpose(StrEnum):
    """What cards were laid open for, outside a play."""

    TRIBUTE = "tribute"
    RETURN = "return"
    RESISTANCE = "resistance"
    """Jokers shown to claim 抗贡."""
    EXPOSED = "exposed"
    """Let be seen; they went back into the hand."""
    LEFT_OVER = "left_over"
    """Shown when the hand was over."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards laid open outside a play. ``lying`` are those still on the table.

    ``to`` is the seat that a card was given back to, if somebody said so.
    """

    purpose: Purpose
    seq: int
    seat: Seat
    cards: tuple[Laid, ...]
    lying: tuple[Laid, ...]
    to: Seat | None = None
    repairs: tuple[Repair, ...] = ()

    @property
    def card(self) -> Laid:
        """Give the card that counts: the first."""
        return self.cards[0]


@dataclass(frozen=True, slots=True)
class Taking:
    """That ``seat`` took the tribute of ``payer``."""

    seq: int
    seat: Seat
    payer: Seat


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks for a misreading: with ``alternative`` in the place of ``laid`` nothing would be wrong.

    ``violations`` are what would be wrong if the card was read right, ``ruling`` how the play counts meanwhile.
    """

    laid: Laid
    alternative: Card
    violations: tuple[Violation, ...]
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    """A play as it was laid: ``lifted`` cards left the table and may turn out collected or taken back.

    ``violations``, ``doubt`` and ``suspicions`` are what was judged when the play came; ``trick`` is its number
    (from 1). ``at`` is when it was told, ``since`` when its first card was seen, ``lifted_at`` when cards of it
    left, in the camera's seconds, 0 if no camera saw it, ``more_at`` when further cards were laid to it; ``unseen``
    names the zones that were out of sight when it came. ``needed`` are the cards that may not have been there by
    sight, but without which the play had been wrong, or with which it is known to have been.
    """

    seq: int
    seat: Seat
    cards: tuple[Laid, ...]
    lifted: tuple[Laid, ...] = ()
    repairs: tuple[Repair, ...] = ()
    trick: int = 0
    violations: tuple[Violation, ...] = ()
    doubt: Doubt | None = None
    suspicions: tuple[Suspicion, ...] = ()
    at: float = 0.0
    lifted_at: float = 0.0
    since: float = 0.0
    unseen: tuple[str, ...] = ()
    needed: tuple[Laid, ...] = ()
    more_at: float = 0.0

    @property
    def faces(self) -> tuple[Card, ...]:
        """Give the faces laid."""
        return faces(self.cards)

    @property
    def lies(self) -> bool:
        """Say whether any of its cards still lies on the table."""
        return len(self.lifted) < len(self.cards)

    @property
    def is_given(self) -> bool:
        """Say whether a person or a record gave all its cards, so that nothing about it rests on sight."""
        return all(laid.counted for laid in self.cards)

    @property
    def hardly_there(self) -> tuple[Laid, ...]:
        """Give the cards that may well be none: hardly seen or not read, and the play had been right without them."""
        weak = (laid for laid in self.cards if laid.hardly_there or (laid.card is Card.UNKNOWN and not laid.counted))
        return tuple(laid for laid in weak if laid not in self.needed)

    @property
    def is_questioned(self) -> bool:
        """Say whether it is asked about whether it was right."""
        return self.doubt is not None or bool(self.suspicions)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Give the places (from 0) of cards whose reading is not sure."""
        return tuple(place for place, laid in enumerate(self.cards) if laid.doubtful)


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass that was entered or shown."""

    seq: int
    seat: Seat
    manner: str = ""
    trick: int = 0
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Collect:
    """The trick was taken off the table."""

    seq: int


Step = Lay | Pass | Collect


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Cards that were played and taken back into the hand; ``violations`` is what was wrong with that play.

    ``play`` is the seq of the play, ``suspected`` what would be wrong with it if nothing about it was misread.
    """

    seq: int
    seat: Seat
    trick: int
    cards: tuple[Laid, ...]
    play: int
    violations: tuple[Violation, ...] = ()
    suspected: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """That a seat reported ``left`` cards (报牌) when ``counted`` were left by what it had laid.

    ``violations`` are what is wrong with it whatever the number; ``right`` is which number a person said to be right,
    ``counted`` or ``said``.
    """

    seq: int
    seat: Seat
    left: int
    counted: int
    trick: int
    violations: tuple[Violation, ...] = ()
    right: str = ""


@dataclass(frozen=True, slots=True)
class Counting:
    """That the hands held so many cards at E, N, W, S after the deal."""

    seq: int
    counts: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach that a person noted, or one that an act which shows no cards makes by itself."""

    seq: int
    seat: Seat
    trick: int
    violation: Violation


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling does: ``side`` offended and ``cost`` is the sanction."""

    seat: Seat
    side: Side
    offence: Offence
    cost: Sanction


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand came to: its finishing order, the levels gained, the score after it with all rulings.

    ``ace`` is ``passed`` or ``failed`` where an A was played, else empty. ``counts`` is False for a hand that breaks a
    tie: it decides the match and moves no level.
    """

    order: tuple[Seat, ...]
    winner: Side
    gain: int
    score: Score
    ace: str = ""
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand (一副). ``level`` is the rank of its level cards.

    ``before``, ``order_before`` and ``played_before`` are the score, the finishing order and the hands played when it
    began: closing it starts from there. ``offers`` stand in the order in which they were laid. ``questions`` are what
    the hand left open, once the next one has begun. ``confirmed`` are the suspicions of which a person said that it was
    as it was read.
    ``leader`` was named by a person; ``countings`` tell how many cards the hands held. ``said`` pairs the
    seq of a play with the reading that was called. ``play`` is None until the first act. ``is_extra`` marks a hand
    that breaks a tie, ``dropped`` one that the end signal cut off. ``since`` is when the last act was recorded,
    ``closed_by`` the entry in which the table itself closed the hand, 0 if none did.
    """

    hand: int
    before: Score
    level: Rank
    order_before: tuple[Seat, ...] = ()
    played_before: int = 0
    owed: Duty = field(default_factory=Duty)
    is_extra: bool = False
    leader: Seat | None = None
    turned: tuple[Laid, ...] = ()
    countings: tuple[Counting, ...] = ()
    offers: tuple[Offer, ...] = ()
    took: tuple[Taking, ...] = ()
    steps: tuple[Step, ...] = ()
    said: tuple[tuple[int, str], ...] = ()
    play: Hand | None = None
    taken_back: tuple[TakenBack, ...] = ()
    reports: tuple[Said, ...] = ()
    breaches: tuple[Breach, ...] = ()
    named_order: tuple[Seat, ...] = ()
    effects: tuple[Effect, ...] = ()
    outcome: Outcome | None = None
    dropped: bool = False
    ended: bool = False
    closed_by: int = 0
    since: int = 0
    questions: tuple[Question, ...] = ()
    confirmed: frozenset[str] = frozenset()

    def laid_for(self, *purposes: Purpose) -> tuple[Offer, ...]:
        """Give what was laid open for one of these purposes."""
        return tuple(offer for offer in self.offers if offer.purpose in purposes)

    @property
    def counts(self) -> tuple[int, int, int, int] | None:
        """Give the cards that E, N, W, S began the play with, as they were counted last; None if nobody counted."""
        return self.countings[-1].counts if self.countings else None

    @property
    def paid(self) -> tuple[Offer, ...]:
        """Give the tributes laid."""
        return self.laid_for(Purpose.TRIBUTE)

    @property
    def returned(self) -> tuple[Offer, ...]:
        """Give the cards given back."""
        return self.laid_for(Purpose.RETURN)

    @property
    def jokers(self) -> tuple[Offer, ...]:
        """Give what was shown to claim 抗贡."""
        return self.laid_for(Purpose.RESISTANCE)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Give who is out, first to last: as a person named it, else as it was played."""
        if self.named_order:
            return self.named_order
        return () if self.play is None else self.play.order

    @property
    def is_over(self) -> bool:
        """Say whether the cards have decided the hand; an extra hand is decided when the first player is out."""
        if self.named_order:
            return True
        return self.play is not None and (self.play.is_over or (self.is_extra and bool(self.play.order)))

    @property
    def stage(self) -> Stage:
        """Say how far the hand has come."""
        if self.is_over or self.ended:
            return Stage.FINISHED
        if self.steps:
            return Stage.PLAYING
        return Stage.TRIBUTE if self.owed.payers else Stage.DRAWING

    @property
    def trick(self) -> int:
        """Give the number of the trick in progress, from 1."""
        return 1 if self.play is None else len(self.play.tricks) + 1

    @property
    def lays(self) -> tuple[Lay, ...]:
        """Give the plays of the hand in order."""
        return tuple(step for step in self.steps if isinstance(step, Lay))

    def steps_before(self, seq: int) -> int:
        """Give how many acts had happened when entry ``seq`` was recorded; what was put in before them counts too."""
        return max((place for place, step in enumerate(self.steps, start=1) if step.seq < seq), default=0)

    @property
    def since_collected(self) -> tuple[Lay, ...]:
        """Give the plays that nobody has collected yet, in order."""
        place = max((place for place, step in enumerate(self.steps, start=1) if isinstance(step, Collect)), default=0)
        return tuple(step for step in self.steps[place:] if isinstance(step, Lay))

    def cards_left(self, seat: Seat) -> int:
        """Give the number of cards that a seat still holds."""
        if self.play is not None:
            return self.play.left[seat]
        return HAND if self.counts is None else self.counts[seat]


@dataclass(frozen=True, slots=True)
class GuandanMatch:
    """A match: the score, how the hand before ended, the hand in progress and those finished.

    ``next_hand`` is the number that the next hand will have, ``played`` counts the hands that count. ``offences``
    counts the rulings by side and offence, ``manners`` is how each seat passed first.
    """

    rulebook: GuandanRulebook
    score: Score
    order: tuple[Seat, ...] = ()
    deal: Deal | None = None
    hands: tuple[Deal, ...] = ()
    next_hand: int = 1
    played: int = 0
    time_up: bool = False
    verdict: Verdict = field(default_factory=lambda: Verdict(Ending.GOES_ON))
    offences: Mapping[tuple[Side, Offence], int] = field(default_factory=dict)
    manners: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def all_hands(self) -> tuple[Deal, ...]:
        """Give every hand so far, the newest last."""
        return self.hands if self.deal is None else (*self.hands, self.deal)

    @property
    def winner(self) -> Side | None:
        """Give the side that has won the match, None while nobody has."""
        return self.verdict.winner

    @property
    def is_over(self) -> bool:
        """Say whether the match has been won; one that is tied goes on."""
        return self.winner is not None
