"""The noise of sight as chances: made from what was counted, with the caution that the counts allow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from paizhuo.device.noise.tally import Invented, Misreading, Tally
from paizhuo.rules.cards import FACES, Card

_SURE = 0.98
_UNSEEN_PRESENT = (0.1, 0.8)
"""Between which a card that nobody laid is thought to be there, while none such was measured."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Chances of slips: ``misread``, ``missed``, ``unread`` and ``invented`` by card, ``late`` and ``split`` by play.

    ``unnoticed``, ``corrected`` and ``vanished`` are shares of the late plays, misreadings and invented cards. ``sure``
    is the share of misreadings that look certain. ``swapped`` are cards whose names are exchanged outright, which no
    sight does: the control of the figures.
    """

    misread: float = 0.0
    missed: float = 0.0
    unread: float = 0.0
    invented: float = 0.0
    late: float = 0.0
    unnoticed: float = 0.0
    split: float = 0.0
    uncollected: float = 0.0
    lost: float = 0.0
    corrected: float = 0.0
    spoiled: float = 0.0
    vanished: float = 0.0
    sure: float = 0.0
    swapped: float = 0.0
    tally: Tally = field(default_factory=Tally)

    def scaled(self, times: float) -> Noise:
        """Give a noise in which every slip is so many times as frequent."""
        names = ("misread", "missed", "unread", "invented", "late", "split", "uncollected", "lost", "spoiled")
        return replace(self, **{name: min(0.5, getattr(self, name) * times) for name in names})

    def confidence(self, rng: random.Random) -> float:
        """Draw how sure a right reading is."""
        return _drawn(self.tally.confidence, rng, 0.999)

    def present(self, rng: random.Random) -> float:
        """Draw how surely a card that lies there is thought to be there."""
        return _drawn(self.tally.present, rng, 0.999)

    def misreading(self, true: Card, rng: random.Random) -> Misreading:
        """Draw what a card is taken for: by the table of confusions, as sure as misreadings were or may be."""
        pairs = {key[-2:]: mass for key, mass in self.tally.confusions.items() if key.startswith(f"{true.value}>")}
        faces = [Card(face) for face in pairs] or [face for face in FACES if face is not true]
        read = rng.choices(faces, [pairs.get(face.value, 1.0) + 1e-9 for face in faces])[0]
        if rng.random() < self.sure:
            return Misreading(true, read, rng.uniform(_SURE, 1.0), 0.999, 0.0)
        confidence = rng.uniform(0.45, _SURE)
        return Misreading(true, read, confidence, self.present(rng), (1 - confidence) * rng.choice((0.9, 0.5, 0.0)))

    def invention(self, rng: random.Random) -> Invented:
        """Draw a card that nobody laid."""
        if self.tally.invented and rng.random() < 0.5:
            return rng.choice(self.tally.invented)
        confidence = rng.uniform(0.45, _SURE)
        return Invented(rng.choice(FACES), confidence, min(confidence, rng.uniform(*_UNSEEN_PRESENT)))


def noise_of(tally: Tally) -> Noise:
    """Make a noise from a tally. What was never seen to happen may still happen once in twice as much.

    >>> noise_of(Tally(cards=999, plays=499, tricks=99)).missed
    0.0005
    """

    def chance(count: int, of: int) -> float:
        return (count + 0.5) / (of + 1)

    def share(count: int, of: int) -> float:
        """Give a share of slips that are rare themselves: what was never seen is taken for one in forty."""
        return (count + 0.5) / (of + 20)

    told = sum(each.confidence >= _SURE for each in tally.misread)
    return Noise(
        misread=chance(len(tally.misread), tally.cards),
        missed=chance(tally.missed, tally.cards),
        unread=chance(tally.unread, tally.cards),
        invented=chance(len(tally.invented), tally.cards),
        late=chance(tally.late, tally.plays),
        unnoticed=share(tally.unnoticed, tally.late),
        split=chance(tally.split, tally.plays),
        uncollected=chance(tally.uncollected, tally.tricks),
        lost=chance(tally.lost, tally.cards),
        corrected=share(tally.corrected, len(tally.misread) + tally.corrected),
        spoiled=chance(tally.spoiled, tally.cards),
        vanished=share(sum(each.vanished for each in tally.invented), len(tally.invented)),
        sure=share(told, len(tally.misread)),
        tally=tally,
    )


def _drawn(quantiles: Sequence[float], rng: random.Random, otherwise: float) -> float:
    """Draw from a distribution that is given by evenly spaced quantiles."""
    if len(quantiles) < 2:
        return otherwise
    place = rng.random() * (len(quantiles) - 1)
    low = int(place)
    return quantiles[low] + (quantiles[low + 1] - quantiles[low]) * (place - low)
