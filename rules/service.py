"""What a table offers to pages, overlays and scripts: the one interface between a table and the world.

Whoever shows a table imports these protocols and values; whoever runs a table implements them. Neither side needs
the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from paizhuo.rules.cards import Card, Seat, Suit
from paizhuo.rules.errors import TableError
from paizhuo.rules.guandan_service import GuandanCommand
from paizhuo.rules.shengji_service import CorrectPoints, EnterDrawnCard, HandCommand
from paizhuo.rules.snapshot import Role, TableSnapshot
from paizhuo.rules.table_service import TableCommand


class StaleSequenceError(TableError):
    """The table moved on since the command was written: answer 409 and show ``seq``, the newest state."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__(f"written for state {expected}, the table is at {seq}")
        self.expected = expected
        self.seq = seq


class CommandRefusedError(TableError):
    """The command cannot be carried out now; ``code`` and ``params`` say why, for translation."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code = code
        self.params = params


class TableStoppedError(TableError):
    """The table has been shut down; nothing can be recorded any more."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match: the rulebook's id and the names at E, N, W, S.

    With ``lots`` the names are those of two pairs, and the seats are drawn (抽签落座): ``lots`` are the seats of the
    first player of each pair, and partners sit opposite.
    """

    rulebook: str
    names: tuple[str, str, str, str]
    lots: tuple[Seat, Seat] | None = None
    kind: Literal["start_match"] = "start_match"


@dataclass(frozen=True, slots=True)
class CorrectCards:
    """Replace the faces of a recorded play, declaration or kitty; the original stays in the log."""

    target_seq: int
    cards: tuple[Card, ...]
    reason: str = "misread"
    kind: Literal["correct_cards"] = "correct_cards"


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """Give a recorded play or declaration to another seat."""

    target_seq: int
    seat: Seat
    reason: str = "wrong_seat"
    kind: Literal["correct_seat"] = "correct_seat"


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike a recorded event: it never happened."""

    target_seq: int
    reason: str = "never_happened"
    kind: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class EnterPlay:
    """Enter a play that the camera missed, now or (with ``before_seq``) before a recorded event."""

    seat: Seat
    cards: tuple[Card, ...]
    before_seq: int | None = None
    reason: str = "missed"
    kind: Literal["enter_play"] = "enter_play"


@dataclass(frozen=True, slots=True)
class CollectTrick:
    """Say that the trick was collected, when the camera did not see it."""

    kind: Literal["collect_trick"] = "collect_trick"


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name the trump suit of this hand (None = no-trump) and, if given, the dealer."""

    suit: Suit | None
    dealer: Seat | None = None
    kind: Literal["name_trump"] = "name_trump"


@dataclass(frozen=True, slots=True)
class NameDealer:
    """Name the dealer of this hand."""

    dealer: Seat
    kind: Literal["name_dealer"] = "name_dealer"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an open question with one of its options."""

    question: str
    option: str
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule on a violation: ``sanction`` is a code the rulebook permits, or ``none``."""

    violation: str
    sanction: str
    kind: Literal["rule"] = "rule"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the newest event that a person can take back, or the one named."""

    target_seq: int | None = None
    kind: Literal["undo"] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back what the newest undo took away."""

    kind: Literal["redo"] = "redo"


@dataclass(frozen=True, slots=True)
class RenameSeats:
    """Correct the names at E, N, W, S."""

    names: tuple[str, str, str, str]
    kind: Literal["rename_seats"] = "rename_seats"


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """Call this hand off: the cards are dealt again and nothing counts."""

    reason: str = "redeal"
    kind: Literal["void_deal"] = "void_deal"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold play (暂停): nothing that the camera sees counts until play goes on."""

    kind: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class Resume:
    """Let play go on."""

    kind: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True)
class SplitPlay:
    """Say that a recorded play was two: its first ``keep`` cards stay, the others were played by ``seat``."""

    target_seq: int
    keep: int
    seat: Seat
    reason: str = "two_plays"
    kind: Literal["split_play"] = "split_play"


@dataclass(frozen=True, slots=True)
class JoinPlays:
    """Say that the cards recorded as play ``target_seq`` belong to play ``into_seq``: the two were one."""

    target_seq: int
    into_seq: int
    reason: str = "one_play"
    kind: Literal["join_plays"] = "join_plays"


@dataclass(frozen=True, slots=True)
class EndDeal:
    """Close this hand as it stands and make ready for the next."""

    kind: Literal["end_deal"] = "end_deal"


Command = (
    StartMatch
    | CorrectCards
    | CorrectSeat
    | Strike
    | EnterPlay
    | CollectTrick
    | NameTrump
    | NameDealer
    | Answer
    | Rule
    | Undo
    | Redo
    | RenameSeats
    | VoidDeal
    | EndDeal
    | Hold
    | Resume
    | SplitPlay
    | JoinPlays
    | HandCommand
    | TableCommand
    | GuandanCommand
    | EnterDrawnCard
    | CorrectPoints
)


@dataclass(frozen=True, slots=True)
class Person:
    """Who gives a command: the role and a name for the log."""

    role: Role
    name: str = ""


@dataclass(frozen=True, slots=True)
class Update:
    """The table after event ``seq``, already cut down to what the subscriber's role may see."""

    seq: int
    snapshot: TableSnapshot


class TableService(Protocol):
    """One running table."""

    def snapshot(self, role: Role) -> TableSnapshot:
        """Give the newest snapshot, cut down to what ``role`` may see. Never waits for the table."""
        ...

    def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0) -> Iterator[Update | None]:
        """Follow the table from ``after_seq`` on: an ``Update`` when it changed, else None every ``heartbeat`` s.

        The first item comes at once when the table is already past ``after_seq``. A slow reader gets the newest state,
        never a queue of old ones. The iterator ends when the table stops; closing it unsubscribes.
        """
        ...

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Carry out a command and give the seq of the newest event it wrote, once it is on the disk.

        ``expected_seq`` is the snapshot the person looked at; None skips that check. Raises ``StaleSequenceError``,
        ``CommandRefusedError``, ``PermissionError`` (the role may not) or ``TableStoppedError``.
        """
        ...


@dataclass(frozen=True, slots=True)
class OutlinedCard:
    """A card on the live picture: token (``??`` = unread), confidence, zone, outline in picture pixels."""

    card: str
    confidence: float
    zone: str
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class LivePicture:
    """The newest picture of the table as JPEG bytes, with the cards that were named on it."""

    frame_seq: int
    width: int
    height: int
    jpeg: bytes
    cards: tuple[OutlinedCard, ...] = ()


class PictureService(Protocol):
    """Where the pictures of a table come from."""

    def live(self) -> LivePicture | None:
        """Give the newest picture, or None when there is none."""
        ...

    def evidence(self, seq: int) -> bytes | None:
        """Give the JPEG kept for event ``seq``, or None."""
        ...
