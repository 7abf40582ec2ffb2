"""What sight got wrong on rendered frames, counted and sampled: the data that the noise is made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

from paizhuo.rules.cards import Card
from paizhuo.rules.codec import decode, encode


@dataclass(frozen=True, slots=True)
class Misreading:
    """A card that was told with another face: how sure that was, and what was left to the true one."""

    true: Card
    read: Card
    confidence: float
    present: float
    share: float


@dataclass(frozen=True, slots=True)
class Invented:
    """A card that was told and did not lie there; ``vanished`` if it was told gone before the trick was taken up."""

    card: Card
    confidence: float
    present: float
    vanished: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over hands. Plays are the acts that lay cards face up before a seat, in bids and tricks.

    ``missed`` cards were never told, ``unread`` ones told without a face. ``late`` plays were told after one that was
    laid later; for ``unnoticed`` of them their place was not named as out of sight meanwhile. ``split`` plays were told
    in several parts. ``uncollected`` tricks were not told as taken up, ``lost`` cards told as gone while they lay
    there. ``corrected`` misreadings were read rightly later, ``spoiled`` right ones wrongly. ``confidence`` and
    ``present`` are quantiles (0, 5 … 100 %) of right readings, ``confusions`` what these leave to other faces
    (``"S6>S9"``), summed.
    """

    hands: int = 0
    plays: int = 0
    cards: int = 0
    tricks: int = 0
    missed: int = 0
    unread: int = 0
    late: int = 0
    unnoticed: int = 0
    split: int = 0
    uncollected: int = 0
    lost: int = 0
    corrected: int = 0
    spoiled: int = 0
    misread: tuple[Misreading, ...] = ()
    invented: tuple[Invented, ...] = ()
    confidence: tuple[float, ...] = ()
    present: tuple[float, ...] = ()
    confusions: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measured:
    """A tally and where it comes from."""

    source: Mapping[str, str]
    tally: Tally


def measured(column: str = "S") -> Measured:
    """Load the tally that ships with the product, of column S or X.

    >>> measured("X").tally.cards > 0
    True
    """
    return parse(resources.files(__package__).joinpath(f"measured-{column.lower()}.json").read_text("utf-8"))


def parse(text: str) -> Measured:
    """Read a tally from JSON."""
    return decode(Measured, json.loads(text))


def dump(found: Measured) -> str:
    """Write a tally and its source as JSON."""
    return json.dumps(encode(found), ensure_ascii=False, indent=1) + "\n"
