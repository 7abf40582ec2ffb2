"""The events of a table: what happened, who says so, and on which evidence.

Facts come from the camera or from a person. Nothing in the log is ever edited: ``Corrected``, ``CardCorrected``,
``Amended``, ``Inserted``, ``Undone`` and ``Redone`` name the event that they change, and ``paizhuo.rules.effective``
resolves them before the log is folded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.guandan_events import (
    CardGivenBack,
    CardTurned,
    CountAsked,
    FinishNamed,
    LeaderNamed,
    Passed,
    ReadingSaid,
    Reported,
    TributePaid,
    TributeResisted,
    TributeTaken,
)
from paizhuo.rules.observations import Evidence
from paizhuo.rules.readings import Reading as Reading
from paizhuo.rules.readings import Repair as Repair
from paizhuo.rules.readings import Spot as Spot
from paizhuo.rules.shengji_events import CardDrawn, PointsCorrected
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled

SCHEMA = 1
"""Version of the shape of all events. It grows when a field changes its meaning; readers keep every older version."""


class Source(StrEnum):
    """Who says that an event happened."""

    CAMERA = "camera"
    REFEREE = "referee"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an event: its kind and, for a person, a name."""

    source: Source
    name: str = ""


CAMERA = Actor(Source.CAMERA)
SYSTEM = Actor(Source.SYSTEM)


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins: the rulebook's id and the names at E, N, W, S. ``text`` is a table's own rulebook in full.

    A match taken up in the middle names its ``levels`` (EW, NS), who deals next, and the number of the next hand. In
    Guandan ``order`` is how the hand before ended, first to last, so who owes a tribute and whose level is played;
    ``failed`` counts the failed attempts at A (EW, NS).
    """

    rulebook: str
    names: tuple[str, str, str, str]
    text: str = ""
    levels: tuple[Rank, Rank] | None = None
    dealer: Seat | None = None
    hand: int = 1
    order: tuple[Seat, ...] = ()
    failed: tuple[int, int] = (0, 0)
    kind: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True)
class SeatsRenamed:
    """The names at E, N, W, S are these from now on: a substitution, or a slip of the pen."""

    names: tuple[str, str, str, str]
    kind: Literal["seats_renamed"] = "seats_renamed"


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards are being dealt for hand number ``hand`` (from 1)."""

    hand: int
    kind: Literal["deal_started"] = "deal_started"


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat shows cards to name the trump suit (亮主), or to override an earlier bid (反主)."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["declared"] = "declared"


@dataclass(frozen=True, slots=True)
class CardsExposed:
    """A seat lets cards be seen that it neither bids nor plays; they go back into the hand and are known there."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    kind: Literal["cards_exposed"] = "cards_exposed"


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """Cards shown in a bid, or exposed, are back in the hand of ``seat``."""

    seat: Seat
    cards: tuple[Spot, ...]
    kind: Literal["cards_returned"] = "cards_returned"


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """A person names the trump suit (None = no-trump 无主) and, if given, the dealer."""

    suit: Suit | None
    dealer: Seat | None = None
    kind: Literal["trump_named"] = "trump_named"


@dataclass(frozen=True, slots=True)
class DealerNamed:
    """A person names the dealer (庄家) of this hand."""

    dealer: Seat
    kind: Literal["dealer_named"] = "dealer_named"


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """The kitty (底牌) left the middle of the table, into the hand of ``seat``."""

    seat: Seat
    kind: Literal["kitty_taken"] = "kitty_taken"


@dataclass(frozen=True, slots=True)
class KittyBuried:
    """``seat`` put cards face down as the kitty (埋底); ``count`` is how many backs were seen, 0 if unknown."""

    seat: Seat
    count: int = 0
    kind: Literal["kitty_buried"] = "kitty_buried"


@dataclass(frozen=True, slots=True)
class KittyTurned:
    """Cards of the kitty were turned up before the play because nobody bid (翻底定主)."""

    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    kind: Literal["kitty_turned"] = "kitty_turned"


@dataclass(frozen=True, slots=True)
class KittyShown:
    """Cards of the kitty were turned up after the last trick (亮底)."""

    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["kitty_shown"] = "kitty_shown"


@dataclass(frozen=True, slots=True)
class Played:
    """A seat laid cards: a play, legal or not."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class PlayExtended:
    """The same seat laid more cards: they belong to its play in the trick in progress."""

    seat: Seat
    cards: tuple[Card, ...]
    readings: tuple[Reading, ...] = ()
    repairs: tuple[Repair, ...] = ()
    kind: Literal["play_extended"] = "play_extended"


@dataclass(frozen=True, slots=True)
class PlayLifted:
    """Cards of a seat's play left the table; what follows shows whether they were collected or taken back."""

    seat: Seat
    cards: tuple[Spot, ...]
    kind: Literal["play_lifted"] = "play_lifted"


@dataclass(frozen=True, slots=True)
class PlayTakenBack:
    """A seat took cards of its play back into its hand; they are known to be there."""

    seat: Seat
    cards: tuple[Spot, ...]
    kind: Literal["play_taken_back"] = "play_taken_back"


@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw (甩牌) could not stand: ``returned`` went back into the hand, the rest of the attempt is the play."""

    seat: Seat
    returned: tuple[Spot, ...]
    kind: Literal["throw_failed"] = "throw_failed"


@dataclass(frozen=True, slots=True)
class TrickCollected:
    """The trick (一圈) was taken off the table."""

    kind: Literal["trick_collected"] = "trick_collected"


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The hand is closed as it stands; what it came to follows from the events before."""

    kind: Literal["deal_ended"] = "deal_ended"


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The hand is called off and dealt again; nothing of it counts."""

    reason_code: str
    kind: Literal["deal_voided"] = "deal_voided"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The referee ruled on a violation: ``sanction`` is a code of the rulebook or ``none``, ``seat`` the offender."""

    violation: str
    sanction: str
    seat: Seat | None = None
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The table cannot tell alone. ``about`` are the seqs in doubt, ``options`` the codes of possible answers."""

    question: str
    code: str
    params: Mapping[str, str | int | tuple[str, ...]]
    options: tuple[str, ...]
    about: tuple[int, ...] = ()
    kind: Literal["question_asked"] = "question_asked"


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A person answered a question; ``correction`` is what the answer says about an earlier event."""

    question: str
    option: str
    correction: Corrected | CardCorrected | None = None
    kind: Literal["question_answered"] = "question_answered"


@dataclass(frozen=True, slots=True)
class Held:
    """The referee holds play (暂停): what the camera sees is filmed and counts for nothing until ``Resumed``."""

    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on after it was held."""

    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class SightChanged:
    """A zone (``""`` = the whole table) can no longer be read, or (``over``) can be read again."""

    zone: str
    cause: str
    over: bool = False
    kind: Literal["sight_changed"] = "sight_changed"


@dataclass(frozen=True, slots=True)
class Corrected:
    """Event ``target_seq`` was really ``replacement``, or (None) never happened.

    ``impact`` is by how many points a repair that nobody asked for changed the attackers' score as it stood.
    """

    target_seq: int
    replacement: Fact | None
    reason_code: str
    impact: int = 0
    kind: Literal["corrected"] = "corrected"


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The card at ``spot`` is really ``card``; ``reading`` is how sure that is (certain when a person says so).

    A ``reading`` that is ``present`` with 0 says that there was no such card. ``impact`` is as in ``Corrected``.
    """

    spot: Spot
    card: Card
    reason_code: str
    reading: Reading = field(default_factory=Reading)
    impact: int = 0
    kind: Literal["card_corrected"] = "card_corrected"


@dataclass(frozen=True, slots=True)
class Amended:
    """Several corrections that belong together, and at most one fact that was missed: made and undone as one."""

    changes: tuple[Corrected | CardCorrected, ...]
    missed: Inserted | None = None
    kind: Literal["amended"] = "amended"


@dataclass(frozen=True, slots=True)
class Inserted:
    """``fact`` happened just before event ``before_seq`` and was missed."""

    before_seq: int
    fact: Fact
    reason_code: str
    kind: Literal["inserted"] = "inserted"


@dataclass(frozen=True, slots=True)
class Undone:
    """Event ``target_seq`` is taken back by the person who entered it, or by a referee."""

    target_seq: int
    kind: Literal["undone"] = "undone"


@dataclass(frozen=True, slots=True)
class Redone:
    """The undoing in event ``target_seq`` is itself taken back."""

    target_seq: int
    kind: Literal["redone"] = "redone"


Fact = (
    MatchStarted
    | SeatsRenamed
    | CardDrawn
    | DealStarted
    | Declared
    | CardsExposed
    | CardsReturned
    | TrumpNamed
    | DealerNamed
    | KittyTaken
    | KittyBuried
    | KittyTurned
    | KittyShown
    | Played
    | PlayExtended
    | PlayLifted
    | PlayTakenBack
    | ThrowFailed
    | TrickCollected
    | CardTurned
    | LeaderNamed
    | HandsCounted
    | TributePaid
    | TributeTaken
    | CardGivenBack
    | TributeResisted
    | Passed
    | ReadingSaid
    | CountAsked
    | Reported
    | FinishNamed
    | LevelsSet
    | TimeCalled
    | LotDrawn
    | BreachNoted
    | PointsCorrected
    | DealEnded
    | DealVoided
    | Ruled
    | QuestionAsked
    | QuestionAnswered
    | Held
    | Resumed
    | SightChanged
)
"""What can be true of a table at one moment."""

CardsLaid = (
    Declared
    | CardsExposed
    | KittyTurned
    | KittyShown
    | Played
    | PlayExtended
    | CardDrawn
    | CardTurned
    | TributePaid
    | CardGivenBack
    | TributeResisted
)
"""The facts that lay cards face up: their cards are what a ``Spot`` points at."""

Revision = Corrected | CardCorrected | Amended | Inserted | Undone | Redone
"""What changes the meaning of earlier events."""

Event = Fact | Revision


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of the log. ``at`` is milliseconds since the Unix epoch; order is by ``seq`` (from 1) alone."""

    seq: int
    at: int
    actor: Actor
    event: Event
    evidence: Evidence = field(default_factory=Evidence)
