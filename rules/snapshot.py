"""What the world may see of a table: one immutable picture of the match after one event of the log.

The dataclasses are the JSON shape itself: field names are the keys of ``as_json``, and every value is a string, a
number, a truth value, None, a tuple of such or another of these classes. Seats are ``E N W S``, sides ``EW NS``, cards
their tokens, suit groups ``T S H C D`` (``T`` = trumps 主牌).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from paizhuo.rules.guandan_snapshot import GuandanView, WaitView

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Params: TypeAlias = Mapping[str, str | int | tuple[str, ...]]


class Role(StrEnum):
    """Who is looking or asking. The order is one of growing rights."""

    VIEWER = "viewer"
    OVERLAY = "overlay"
    REFEREE = "referee"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: ``voids`` and ``no_pairs`` are claims (the seat said so by its play), never verdicts.

    ``cards_left`` is None where nobody knows: before a hand, and in Shengji while cards are drawn and buried.
    ``holds`` gives for each suit group the fewest and the most cards of it that the seat can still hold.
    ``known`` are cards known to be in this hand (shown and taken back).
    """

    name: str
    cards_left: int | None
    is_dealer: bool = False
    is_turn: bool = False
    voids: tuple[str, ...] = ()
    no_pairs: tuple[str, ...] = ()
    holds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsView:
    """The attackers' points so far, the points lying in the trick, and what turns the deal (上台分).

    ``attackers`` are those of their ``tricks`` (points that EW and NS have taken), with what rulings (``ruled``) and
    persons (``by_hand``) added or took away. ``deck`` sums up the cards alone, those of the tricks, the table, the
    kitty and the unseen ones: 200, unless a face was seen too often or nobody knows who won a trick.
    """

    attackers: int = 0
    table: int = 0
    to_turn: int = 80
    tricks: Mapping[str, int] = field(default_factory=dict)
    ruled: int = 0
    by_hand: int = 0
    deck: int = 0


@dataclass(frozen=True, slots=True)
class PlayView:
    """One play. ``seq`` names its event in the log: a correction points there. ``pending``: more cards may come.

    ``throw`` is ``""``, ``attempt``, ``failed``, or ``certain`` when nobody can have beaten it; ``returned`` are the
    cards a failed throw took back; ``doubtful`` are the places (from 0) of cards whose reading is not sure.
    """

    seq: int
    seat: str
    cards: tuple[str, ...]
    winning: bool = False
    violations: tuple[str, ...] = ()
    pending: bool = False
    throw: str = ""
    returned: tuple[str, ...] = ()
    doubtful: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TrickView:
    """The trick in progress."""

    number: int
    leader: str | None
    plays: tuple[PlayView, ...] = ()


@dataclass(frozen=True, slots=True)
class PastTrickView:
    """A trick that was collected."""

    number: int
    leader: str
    winner: str
    points: int
    plays: tuple[PlayView, ...]


@dataclass(frozen=True, slots=True)
class DeclarationView:
    """A bid for trump (亮主): ``stands`` is True for the one in force."""

    seq: int
    seat: str
    cards: tuple[str, ...]
    stands: bool
    violations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KittyView:
    """The kitty (底牌): ``cards`` is None while it is hidden from this viewer; ``deduced`` when nobody has seen it.

    ``seqs`` name for each card that was turned up the event that laid it, which a correction points at.
    """

    count: int = 8
    cards: tuple[str, ...] | None = None
    deduced: bool = False
    seqs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An open question to the referee; it never blocks the table. ``about`` are the seqs of the plays in doubt."""

    id: str
    code: str
    params: Params
    options: tuple[str, ...]
    about: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ViolationView:
    """A proved offence or a wrong fact: code and parameters, translated by whoever shows it.

    ``evidence`` are the seqs of the plays that prove it, the offending play first. ``article`` is the key of the
    rulebook that states the rule. ``ruling`` is the sanction's code once the referee has ruled, ``proposed`` what the
    rulebook permits.
    """

    id: str
    code: str
    params: Params
    seat: str | None
    trick: int
    evidence: tuple[int, ...] = ()
    ruling: str | None = None
    proposed: tuple[str, ...] = ()
    article: str = ""


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What a seat said about its hand by playing: ``claim`` is void, no_pair, no_tractor or no_loose_pair."""

    seat: str
    group: str
    claim: str
    trick: int
    seq: int
    length: int = 0
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class TrustView:
    """The trust light: ``good`` (all confirmed), ``ask`` (open questions), ``alarm`` (out of sync), ``info``."""

    light: str = "good"
    code: str = "trust.good"
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a hand came to. ``winner`` is the side that goes up or takes the deal; ``change`` the levels it rises.

    ``final`` is False until the kitty was seen or the next hand has begun. ``match_winner`` ends the match.
    ``by_hand`` of ``trick_points`` were corrected by a person.
    """

    points: int
    trick_points: int
    kitty_points: int
    multiplier: int
    winner: str
    change: int
    levels: Mapping[str, str]
    next_dealer: str
    last_trick: str
    final: bool = True
    match_winner: str | None = None
    underwater: Mapping[str, int] = field(default_factory=dict)
    by_hand: int = 0


@dataclass(frozen=True, slots=True)
class BandView:
    """One step of the scoring ladder: points ``low`` to ``high`` (None = no end) and what they bring to which role.

    ``role`` is ``dealer`` or ``attackers``; ``levels`` 0 with ``attackers`` means the deal changes hands, no more.
    """

    low: int
    high: int | None
    role: str
    levels: int


@dataclass(frozen=True, slots=True)
class DealingView:
    """Who may shuffle and cut, and who draws first, in this hand or the next one; empty or None: anybody.

    ``drawn`` are the cards turned before the first hand, each with its seat.
    """

    shufflers: tuple[str, ...] = ()
    cutter: str | None = None
    first_drawer: str | None = None
    drawn: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EndingView:
    """Whether the match is over: ``winner`` is None for a draw, ``cause`` level, underwater, time, lot or ruling.

    A timed match lasts ``minutes`` (0 = no limit) from ``began`` (milliseconds since the Unix epoch). ``time_is_up``
    by the newest event; ``time_called`` says that the hand in play is the last.
    """

    is_over: bool = False
    winner: str | None = None
    cause: str | None = None
    minutes: int = 0
    began: int = 0
    time_is_up: bool = False
    time_called: bool = False


@dataclass(frozen=True, slots=True)
class HandView:
    """One finished hand in the list of hands."""

    hand: int
    level: str
    trump: str | None
    dealer: str | None
    result: ResultView


@dataclass(frozen=True, slots=True)
class HoldView:
    """The referee holds play: who, and since when (milliseconds since the Unix epoch)."""

    by: str
    since: int


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The whole table after event ``seq``. ``phase``: waiting, drawing, kitty, tribute, playing or finished.

    ``game`` tells which parts matter: Shengji fills declarations, kitty, points, claims and bands; Guandan fills
    ``guandan`` beside what both have. There a trick's plays leave the passes out, and ``result`` has no points.
    ``underwater`` counts the levels by which a side is below the first one, where the rulebook has that.
    """

    seq: int
    rulebook: str
    game: str
    phase: str
    hand: int
    seats: Mapping[str, SeatView]
    levels: Mapping[str, str]
    level: str | None = None
    trump: str | None = None
    constants: tuple[str, ...] = ()
    dealer: str | None = None
    points: PointsView = field(default_factory=PointsView)
    trick: TrickView = field(default_factory=lambda: TrickView(1, None))
    tricks: tuple[PastTrickView, ...] = ()
    remaining: Mapping[str, int] = field(default_factory=dict)
    unseen: int = 108
    declarations: tuple[DeclarationView, ...] = ()
    kitty: KittyView = field(default_factory=KittyView)
    questions: tuple[QuestionView, ...] = ()
    violations: tuple[ViolationView, ...] = ()
    claims: tuple[ClaimView, ...] = ()
    trust: TrustView = field(default_factory=TrustView)
    result: ResultView | None = None
    bands: tuple[BandView, ...] = ()
    dealing: DealingView = field(default_factory=DealingView)
    clock: WaitView | None = None
    ending: EndingView = field(default_factory=EndingView)
    notable: tuple[str, ...] = ()
    hands: tuple[HandView, ...] = ()
    underwater: Mapping[str, int] = field(default_factory=dict)
    hold: HoldView | None = None
    undo: int | None = None
    redo: int | None = None
    guandan: GuandanView | None = None


def as_json(value: object) -> Json:
    """Turn a snapshot, or any part of one, into plain JSON values with the documented keys.

    >>> as_json(TrickView(3, "E"))
    {'number': 3, 'leader': 'E', 'plays': []}
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
    if is_dataclass(value):
        return {each.name: as_json(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(f"not part of a snapshot: {type(value).__name__}")


def for_viewer(snapshot: TableSnapshot, role: Role) -> TableSnapshot:
    """Leave out what ``role`` may not know: viewers and overlays see no hidden card and no open suspicion.

    Hidden are the kitty before it is turned up, cards known to lie in a hand that the table has not seen played, and
    the questions put to the referee (their number stays visible in ``trust``).
    """
    if role in (Role.REFEREE, Role.ADMIN):
        return snapshot
    kitty = replace(snapshot.kitty, cards=None) if snapshot.kitty.deduced else snapshot.kitty
    return replace(snapshot, kitty=kitty, questions=(), undo=None, redo=None)
