"""What a delayed overlay may see: the server keeps what is too new, so no client can be early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.snapshot import TableSnapshot

LONGEST = 600.0
"""The longest delay in seconds that a token can ask for."""

SEATS = 4


class Until(StrEnum):
    """When a state is let out."""

    NOW = "now"
    SECONDS = "seconds"
    TRICK = "trick"
    DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Delay:
    """The policy of one token: at once, after ``seconds``, when the trick is complete, when the deal is over."""

    until: Until = Until.NOW
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= LONGEST:
            raise ValueError(f"a delay lies between 0 and {LONGEST:.0f} s, not {self.seconds}")


@dataclass(frozen=True, slots=True)
class Shown:
    """One state as it goes out: its log number, when it was first known (monotonic s), its bytes, what it completes."""

    seq: int
    at: float
    body: bytes
    whole_trick: bool
    whole_deal: bool


def stamp(snapshot: TableSnapshot, body: bytes, at: float) -> Shown:
    """Note with a state what it completes."""
    whole_deal = snapshot.phase in ("waiting", "finished")
    whole_trick = whole_deal or snapshot.phase != "playing" or _whole_trick(snapshot)
    return Shown(snapshot.seq, at, body, whole_trick, whole_deal)


def _whole_trick(snapshot: TableSnapshot) -> bool:
    """Say whether no trick is half played. In Guandan a seat may play several times: plays cannot be counted."""
    if snapshot.guandan is not None:
        return not snapshot.guandan.trick.acts
    return len(snapshot.trick.plays) in (0, SEATS)


def visible(backlog: Sequence[Shown], delay: Delay, now: float) -> Shown | None:
    """Give the newest state of ``backlog`` (oldest first) that ``delay`` lets out at ``now``, None if none yet.

    >>> states = [Shown(1, 0.0, b"", True, True), Shown(2, 10.0, b"", False, False)]
    >>> visible(states, Delay(Until.SECONDS, 30), 35.0).seq, visible(states, Delay(Until.TRICK), 35.0).seq
    (1, 1)
    """
    for state in reversed(backlog):
        if _out(state, delay, now):
            return state
    return None


def _out(state: Shown, delay: Delay, now: float) -> bool:
    match delay.until:
        case Until.NOW:
            return True
        case Until.SECONDS:
            return state.at + delay.seconds <= now
        case Until.TRICK:
            return state.whole_trick
        case Until.DEAL:
            return state.whole_deal


def due(backlog: Sequence[Shown], delay: Delay, now: float) -> float | None:
    """Give the seconds until the next state is let out by time alone, None when only an event can do it."""
    if delay.until is not Until.SECONDS:
        return None
    waits = [state.at + delay.seconds - now for state in backlog if state.at + delay.seconds > now]
    return min(waits, default=None)


def pruned(backlog: Sequence[Shown], now: float) -> list[Shown]:
    """Drop what no policy can ask for any more.

    Kept are everything younger than the longest delay, the newest state older than that, and the newest complete
    trick and deal.
    """
    old = [state for state in backlog if state.at + LONGEST <= now]
    keep = {id(state) for state in backlog if state.at + LONGEST > now}
    for wanted in (old, [s for s in backlog if s.whole_trick], [s for s in backlog if s.whole_deal]):
        if wanted:
            keep.add(id(wanted[-1]))
    return [state for state in backlog if id(state) in keep]
