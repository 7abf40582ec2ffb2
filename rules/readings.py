"""How a card on the table was read, and where the log says so."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.rules.cards import Card

THIRD_COPY = "reading.third_copy"
"""Two packs hold every face twice: of three that were read, one was another card."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How one card was read: confidence (0–1), other faces it might be (most likely first), its track number.

    ``present`` is how surely a card lies there at all (0–1); 0 marks a card that was never there. None stands for a
    card that a person entered or that a record gives as a fact.
    """

    confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    track: int = 0
    present: float | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """A reading that a hard fact overruled: at ``place`` (from 0) sight read ``read``; ``code`` names the fact."""

    place: int
    read: Card
    code: str


@dataclass(frozen=True, slots=True)
class Spot:
    """One physical card on the table: the seq of the event that laid it there and its place (from 0) in that event."""

    seq: int
    place: int
