"""What sight tells the rules: cards that came, cards that went, a table that was cleared, a zone that is blocked.

These are facts about the table, not about the game: no observation says "play" or "trick".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from paizhuo.rules.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where an observation can be looked up: frame numbers of its source, seconds since its start, crop ids.

    ``crops`` are the table before, at and after it and then its cards, or one picture; ``clip`` is a clip's id.
    ``unseen`` names the zones that could not be looked at just then: something moved in them or covered them. ``since``
    is when the first of the cards was seen, 0 if nobody knows: they are told as late as they are surely read.
    """

    first_frame: int = 0
    last_frame: int = 0
    at: float = 0.0
    crops: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    clip: str = ""
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class CardReading:
    """One physical card as read: its face, how sure (0–1), its track number and the next best faces.

    ``present`` is how surely a card lies there at all (0–1), None where sight gives one figure for both. ``face_up`` is
    False for a card that shows its back; its face is then ``Card.UNKNOWN``. ``outline`` holds the four corners in
    millimetres on the table, clockwise from the top left of the printed face, or is empty.
    """

    card: Card
    confidence: float = 1.0
    track: int = 0
    alternatives: tuple[tuple[Card, float], ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    face_up: bool = True
    present: float | None = None


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards lie still that did not lie there before. ``zone`` is the zone's name, ``seat`` its owner if it has one.

    ``cards`` are in left-to-right order as their owner sees them.
    """

    zone: str
    seat: Seat | None
    cards: tuple[CardReading, ...]
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Cards changed place without being taken up: a push is not a second play."""

    zone: str
    seat: Seat | None
    cards: tuple[CardReading, ...]
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class CardsRemoved:
    """Cards that lay in a zone are gone while others stay."""

    zone: str
    seat: Seat | None
    cards: tuple[CardReading, ...]
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class CardsReread:
    """A card that lay there all along is read differently now (it was half covered at first, say).

    ``before`` and ``cards`` pair up place by place and share their track numbers.
    """

    zone: str
    seat: Seat | None
    before: tuple[CardReading, ...]
    cards: tuple[CardReading, ...]
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class TableCleared:
    """No seat zone shows a card any more: the trick was collected."""

    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class Blocked:
    """A zone cannot be read: ``cause`` is covered, dark, frozen, lost or bumped; ``over`` is True when it ends."""

    zone: str
    cause: str
    over: bool = False
    evidence: Evidence = field(default_factory=Evidence)


Observation = CardsShown | CardsMoved | CardsRemoved | CardsReread | TableCleared | Blocked
