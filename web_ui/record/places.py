"""Where in a match an entry of the log belongs: its hand, its trick, and the time it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.rules.events import DealEnded, DealStarted, DealVoided, Inserted, KittyShown, Logged, TrickCollected

CLOSING = DealEnded | KittyShown | TrickCollected | DealVoided


@dataclass(frozen=True, slots=True)
class Place:
    """A hand (from 1, 0 before the first) and a trick of it (from 1)."""

    hand: int
    trick: int


@dataclass(frozen=True, slots=True)
class Span:
    """When a hand began and when it was last added to, in milliseconds since the epoch; 0 where nobody knows."""

    begun: int
    ended: int


def places(log: Sequence[Logged]) -> dict[int, Place]:
    """Give the place of every entry by its number, as the table saw it; what was inserted counts where it was put.

    >>> from paizhuo.rules.events import CAMERA
    >>> places([Logged(1, 0, CAMERA, DealStarted(4))])
    {1: Place(hand=4, trick=1)}
    """
    found: dict[int, Place] = {}
    hand, trick = 0, 1
    for entry in log:
        if isinstance(entry.event, DealStarted):
            hand, trick = entry.event.hand, 1
        found[entry.seq] = Place(hand, trick)
        if isinstance(entry.event, Inserted):
            found[entry.seq] = found.get(entry.event.before_seq, found[entry.seq])
        if isinstance(entry.event, TrickCollected):
            trick += 1
    return found


def spans(log: Sequence[Logged]) -> dict[int, Span]:
    """Give when each hand began and ended; of a hand that was dealt again, the last deal counts."""
    found: dict[int, Span] = {}
    hand = 0
    for entry in log:
        if isinstance(entry.event, DealStarted):
            hand = entry.event.hand
            found[hand] = Span(entry.at, entry.at)
        elif hand and isinstance(entry.event, CLOSING):
            found[hand] = Span(found[hand].begun, entry.at)
    return found
