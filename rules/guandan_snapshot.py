"""What a page is shown of a game of Guandan beside what every game has: one immutable picture, keys as in the JSON.

Seats are ``E N W S``, sides ``EW NS``, cards and ranks their tokens. Codes are words for translation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ComboView:
    """One reading of laid cards: ``name`` is what a person answers with (``straight:7``, ``bomb5:K``).

    ``shape`` is single, pair, triple, tube, plate, fullHouse, straight, bomb, straightFlush or jokerBomb. ``key``
    decides comparisons (a rank, ``LJ`` or ``BJ``); ``stands`` tells what each wild card (逢人配) in it stands for.
    """

    name: str
    shape: str
    key: str
    size: int
    stands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActView:
    """One seat's turn in a trick: a play, or a pass (过) when ``cards`` is empty.

    ``seq`` is the event in the log, 0 for a pass that only the turn order implies (``inferred``). ``readings`` holds
    one reading when it is decided and several while the question is open; ``decided`` says by what: only, laid, said,
    rule, needed, open, unread or no_shape. ``stands``: it beat what lay there (an illegal play lies but does not
    stand). ``wilds`` are the places (from 0) of wild cards, ``doubtful`` those of cards whose reading is not sure.
    """

    seq: int
    seat: str
    cards: tuple[str, ...] = ()
    inferred: bool = False
    stands: bool = False
    decided: str = ""
    readings: tuple[ComboView, ...] = ()
    wilds: tuple[int, ...] = ()
    violations: tuple[str, ...] = ()
    pending: bool = False
    doubtful: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ActsView:
    """A trick (圈) with its passes. ``winner`` is None while it goes on, or while nobody can tell."""

    number: int
    leader: str | None
    acts: tuple[ActView, ...] = ()
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class GiftView:
    """One tribute (贡牌): None where it is not known yet. The seqs name the events in the log, 0 = none yet."""

    payer: str
    receiver: str | None = None
    card: str | None = None
    returned: str | None = None
    seq: int = 0
    returned_seq: int = 0


@dataclass(frozen=True, slots=True)
class TributeView:
    """Tribute and return before a hand. ``phase``: none (a first hand), tribute, choice, return, lead, done.

    ``receivers`` stand in finishing order. ``waiting`` are the seats that the table waits for, ``options`` the payers
    that may be chosen while two tributes are equal and the rulebook leaves it open. ``resisted`` says 抗贡, ``shown``
    the cards shown for it. ``leader`` leads the first trick, None while nobody knows.
    In a first hand ``turned`` is the card turned up after the cut and ``first_drawer`` the seat that it names.
    """

    phase: str = "none"
    payers: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    gifts: tuple[GiftView, ...] = ()
    resisted: bool = False
    shown: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    leader: str | None = None
    turned: str | None = None
    first_drawer: str | None = None


@dataclass(frozen=True, slots=True)
class CountView:
    """The cards that a seat has left, and its report (报牌): ``report`` is "", ``due`` or ``said``.

    ``said`` is the number that it reported last. ``place`` is 1 to 4 once the seat is out or the hand has ended.
    ``passed`` says that it passed since the play to beat.
    """

    left: int
    report: str = ""
    said: int | None = None
    place: int | None = None
    passed: bool = False


@dataclass(frozen=True, slots=True)
class WaitView:
    """What a turn clock runs for: ``wait`` is tribute, return, first_lead or play, ``seconds`` are allowed.

    ``since`` is the moment (milliseconds since the Unix epoch) of the event before.
    """

    wait: str
    seconds: int
    seats: tuple[str, ...]
    since: int


@dataclass(frozen=True, slots=True)
class FormatView:
    """What ends the match: ``format`` is pass_ace, time or hands (with their measure), ``played`` counts hands.

    ``ending`` is goes_on, ace_passed, higher_level, level_tie, drawn, lot, extra_hand or ruled.
    ``remedies`` for a tie are lot, extra_hand.
    ``extra_hand``: this hand breaks the tie. ``time_up``: the end signal was given.
    """

    format: str
    hands: int = 0
    minutes: int = 0
    played: int = 0
    ending: str = "goes_on"
    winner: str | None = None
    remedies: tuple[str, ...] = ()
    extra_hand: bool = False
    time_up: bool = False


@dataclass(frozen=True, slots=True)
class GuandanHandView:
    """What a hand came to: the finishing order (two seats after 双下), and where it leaves both sides.

    ``gain`` are the levels the ``winner`` rises. ``ace``: "" (no A was played), ``passed`` or ``failed``; ``failed``
    counts the failed attempts at A afterwards. ``playing`` is the side whose level is played next. ``counts`` is
    False for a hand that the end signal cut off and for one that only breaks a tie.
    """

    hand: int
    level: str
    order: tuple[str, ...]
    double: bool
    winner: str
    gain: int
    levels: Mapping[str, str]
    playing: str
    ace: str = ""
    failed: Mapping[str, int] = field(default_factory=dict)
    counts: bool = True
    match_winner: str | None = None


@dataclass(frozen=True, slots=True)
class GuandanView:
    """A game of Guandan: ``level`` is the level card's rank (级牌), ``playing`` the side whose level it is.

    ``to_beat`` is the seq of the play that the seat in ``turn`` must beat, 0 when it leads. ``order`` lists who is out,
    first to last. ``failed`` counts failed attempts at A by side, of ``attempts`` allowed (0 = no limit).
    ``breaches`` are the codes that a person may note beside what the cards show.
    """

    level: str | None
    wild: str | None
    playing: str | None
    tribute: TributeView = field(default_factory=TributeView)
    turn: str | None = None
    to_beat: int = 0
    trick: ActsView = field(default_factory=lambda: ActsView(1, None))
    tricks: tuple[ActsView, ...] = ()
    seats: Mapping[str, CountView] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    double: bool = False
    failed: Mapping[str, int] = field(default_factory=dict)
    attempts: int = 0
    clock: WaitView | None = None
    match: FormatView = field(default_factory=lambda: FormatView("pass_ace"))
    result: GuandanHandView | None = None
    hands: tuple[GuandanHandView, ...] = ()
    breaches: tuple[str, ...] = ()
