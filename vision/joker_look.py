"""A wider look at what may be a joker: the mark with the paper, the frame and the picture beside it.

What jokers are marked with differs from maker to maker, down to a star of ten pixels that could be anything. Nobody at
a table reads it: a corner without rank and suit beside a picture is a joker. So a third network is shown that view.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.backends.protocol import BackendError, Network
from paizhuo.vision.crops import wide_view
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image

Chances = NDArray[np.float32]

SIZE = 64
"""Height of the picture shown to the network, in pixels; it is twice as wide."""

NEAR, FAR = 26.0, 60.0
"""Sides of the two views in millimetres of the card: the mark, and what lies around it."""

_READ = 0.8
"""A face that was read more surely than this, where an index was found, is not asked about."""

_MOST = 48
"""How many places of one part of a picture are asked about, the most surely found: print of a table top has many."""

_VIEW, _READING, _SCORE, _OFFSET = 0.93, 0.05, 0.34, 0.45
"""What the odds of a joker are made of: those of the views and of the reading, and the logarithm of the find's score.

Fitted to finds of any score on drawn scenes that no training saw: the views tell nearly all.
"""

_ECHO, _FAINT_ECHO = 6.0, 14.0
"""Millimetres between two finds of one mark at most: marks that were read, and a faint one beside another.

Equal cards lie eight apart or more, or show one mark; parts of a word that runs across are found for themselves.
"""

_FAINT = 0.4
"""What is found with less than this is faint."""

_TOLD = 0.3
"""What part of a reading must be jokers for it to speak for one of them."""


@dataclass(frozen=True, slots=True)
class Trust:
    """From which chance ``surely`` on a joker is there however faintly its mark was found, and how probable the reading
    must have called it at least. ``kept`` is what remains of a reading as a joker that the wider look does not confirm.
    """

    surely: float
    read: float
    kept: float


AT_TABLE = Trust(surely=0.85, read=0.0, kept=0.9)
"""Where nothing lies but what was laid, a place is looked at again and again, and paper must lie under a card."""

IN_PHOTOS = Trust(surely=0.97, read=0.1, kept=0.0)
"""Where all kinds of print may lie about."""


class JokerLook:
    """Says whether a joker's mark is at places in a picture; ``cards`` is the order of the network's answers.

    The unknown card stands for ``none``.
    """

    def __init__(self, network: Network, cards: tuple[Card, ...], *, size: int = SIZE, batch: int = 16) -> None:
        self._network = network
        self.cards = cards
        self._size = size
        self._batch = batch

    def chances(self, image: Image, quads: Sequence[Quad], pixels_per_mm: Sequence[float]) -> Chances:
        """Give the probabilities ``(n, answers)`` for finds (pixels of ``image``), each on a card of a known size."""
        if not quads:
            return np.empty((0, len(self.cards)), np.float32)
        views = [two_views(image, *each, self._size) for each in zip(quads, pixels_per_mm, strict=True)]
        rows = []
        for start in range(0, len(views), self._batch):
            batch = np.stack(views[start : start + self._batch])[..., ::-1].transpose(0, 3, 1, 2)
            rows.append(self._network.run(np.ascontiguousarray(batch).astype(np.float32) / np.float32(255)))
        chances = np.concatenate(rows)
        if chances.shape != (len(quads), len(self.cards)):
            raise BackendError(f"the joker look gave {chances.shape}, not {(len(quads), len(self.cards))}")
        return chances


def two_views(image: Image, quad: Quad, pixels_per_mm: float, size: int = SIZE) -> NDArray[np.uint8]:
    """Cut what the network is shown of a find, ``(size, 2 * size, 3)``: near at the left, from afar at the right."""
    views = [wide_view(image, quad, side * pixels_per_mm, size) for side in (NEAR, FAR)]
    return np.concatenate(views, axis=1)


def looked_at(
    image: Image,
    answers: Sequence[ReadIndex],
    look: JokerLook,
    pixels_per_mm: Sequence[float],
    cards: Sequence[Card],
    floor: float,
    trust: Trust = AT_TABLE,
) -> tuple[ReadIndex, ...]:
    """Take a wider look at what may be a joker among ``answers``, found however faintly; ``cards`` tells their classes.

    ``pixels_per_mm`` is how large the cards are at each of them. A joker that is surely seen gets a score that says so;
    what was found with less than ``floor`` keeps its own. Of several finds of one mark the most surely found stays.
    """
    asked = sorted(
        (place for place, index in enumerate(answers) if _is_asked(index, floor)),
        key=lambda place: -answers[place].score,
    )[:_MOST]
    quads, sizes = [answers[place].quad for place in asked], [pixels_per_mm[place] for place in asked]
    rows = look.chances(image, quads, sizes)
    seen = {
        place: _with_view(answers[place], row, look.cards, cards, trust) for place, row in zip(asked, rows, strict=True)
    }
    jokers = sorted((place for place in seen if seen[place].card.is_joker), key=lambda place: -answers[place].score)
    reach = [(_ECHO if _is_read(answers[place]) else _FAINT_ECHO) * pixels_per_mm[place] for place in jokers]
    again = _again([answers[place] for place in jokers], lambda one, other, apart: apart < reach[one])
    echoes = {jokers[rank] for rank in again}
    return tuple(seen.get(place, index) for place, index in enumerate(answers) if place not in echoes)


def seen_from_two(indices: Sequence[tuple[ReadIndex, str]], units_per_mm: float) -> frozenset[int]:
    """Give those jokers' marks that another zone's view shows as well, a little beside; each comes with its zone.

    The surest come first, in table units.
    """
    jokers = [place for place, (index, _) in enumerate(indices) if index.card.is_joker]
    zones = [indices[place][1] for place in jokers]
    reach = _FAINT_ECHO * units_per_mm
    again = _again(
        [indices[place][0] for place in jokers],
        lambda one, other, apart: zones[one] != zones[other] and apart < reach,
    )
    return frozenset(jokers[rank] for rank in again)


def _again(marks: Sequence[ReadIndex], is_one: Callable[[int, int, float], bool]) -> frozenset[int]:
    """Give those of ``marks``, the surest first, that are one with an earlier one: told by both and how far apart."""
    again: set[int] = set()
    for one, mark in enumerate(marks):
        for other in range(one):
            apart = float(np.linalg.norm(mark.quad.mean(axis=0) - marks[other].quad.mean(axis=0)))
            if other not in again and is_one(one, other, apart):
                again.add(one)
    return frozenset(again)


def _is_read(index: ReadIndex) -> bool:
    """Say whether a mark was found and read as a joker's without the wider look."""
    return index.score >= _FAINT and index.card.is_joker


def _is_asked(index: ReadIndex, floor: float) -> bool:
    return index.score < floor or index.card is Card.UNKNOWN or index.card.is_joker or index.confidence < _READ


def _with_view(
    index: ReadIndex, row: Chances, answers: Sequence[Card], cards: Sequence[Card], trust: Trust
) -> ReadIndex:
    """Put together what was read of a mark and what its surroundings look like."""
    jokers = [card for card in answers if card.is_joker]
    viewed = np.array([float(row[list(answers).index(card)]) for card in jokers])
    places = [list(cards).index(card) for card in jokers]
    read = index.probabilities[places].astype(np.float64)
    odds = _VIEW * _odds(viewed.sum()) + _READING * _odds(read.sum()) + _SCORE * math.log(max(index.score, 1e-3))
    chance = 1 / (1 + math.exp(-odds - _OFFSET))
    if _is_read(index):
        chance = max(chance, trust.kept * float(read.sum()))
    # Which of the two it is both tell: the ink of the mark, and the colours of the picture.
    share = np.maximum(viewed, 1e-4) * (np.maximum(read, 1e-4) if read.sum() > _TOLD else 1.0)
    mixed = index.probabilities.astype(np.float64)
    mixed[places] = 0.0
    mixed *= (1 - chance) / max(float(mixed.sum()), 1e-9)
    mixed[places] = chance * share / share.sum()
    place = int(mixed.argmax())
    score = max(index.score, chance) if chance >= trust.surely and read.sum() >= trust.read else index.score
    return ReadIndex(index.quad, score, mixed.astype(np.float32), cards[place], float(mixed[place]))


def _odds(chance: float) -> float:
    """Give the logarithm of the odds, of nothing surer than a thousand to one."""
    chance = min(max(chance, 1e-3), 1 - 1e-3)
    return math.log(chance / (1 - chance))
