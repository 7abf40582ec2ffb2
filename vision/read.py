"""Read index corners: every find is warped upright from the full picture and classified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.backends.protocol import BackendError, Network
from paizhuo.vision.crops import upright
from paizhuo.vision.detections import FoundIndex, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_print import JokerPrint

NONE = "none"
"""The class of what is no index."""

Probabilities = NDArray[np.float32]


class Adaptation(Protocol):
    """What knows a deck's print: it blends what the network says of crops with how they look."""

    @property
    def jokers(self) -> Sequence[JokerPrint]:
        """Give the jokers whose marks were enrolled."""
        ...

    def adapted(self, probabilities: Probabilities, crops: NDArray[np.uint8], cards: Sequence[Card]) -> Probabilities:
        """Give better probabilities ``(n, classes)`` for upright ``crops`` ``(n, size, size, 3)``."""
        ...


@dataclass(frozen=True, slots=True)
class ReaderClasses:
    """The reader's answers in the order of its output: card tokens and ``none``."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        unknown = [name for name in self.names if name != NONE and name not in Card.__members__]
        if unknown or len(set(self.names)) != len(self.names):
            raise BackendError(
                f"the reader's classes must be card names and {NONE!r}, each once: {unknown or self.names}"
            )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Give the answers as cards; ``none`` is the unknown card."""
        return tuple(Card.UNKNOWN if name == NONE else Card(name) for name in self.names)


class Reader:
    """Reads index corners with a classifying network; probabilities are calibrated by one temperature.

    With a ``deck`` they are blended with what is known of that deck's print.
    """

    def __init__(
        self,
        network: Network,
        classes: ReaderClasses,
        *,
        size: int = 64,
        temperature: float = 1.0,
        batch: int = 64,
        deck: Adaptation | None = None,
    ) -> None:
        self._network = network
        self._cards = classes.cards
        self._size = size
        self._temperature = temperature
        self._batch = batch
        self.deck = deck

    @property
    def cards(self) -> tuple[Card, ...]:
        """The meaning of each probability; the unknown card stands for ``none``."""
        return self._cards

    def read(self, image: Image, found: Sequence[FoundIndex]) -> tuple[ReadIndex, ...]:
        """Read each find, in the same order. What is no index has ``Card.UNKNOWN`` as its card."""
        if not found:
            return ()
        probabilities = self.probabilities(image, [index.quad for index in found])
        best = probabilities.argmax(axis=1)
        return tuple(
            ReadIndex(index.quad, index.score, row, self._cards[place], float(row[place]))
            for index, row, place in zip(found, probabilities, best.tolist(), strict=True)
        )

    def read_views(self, image: Image, views: Sequence[Sequence[FoundIndex]]) -> tuple[ReadIndex, ...]:
        """Read indices that were found several times each: every find is read, and the readings are put together.

        The quads are averaged, the scores are those of the best finds, which come first.
        """
        flat = [index for group in views for index in group]
        if not flat:
            return ()
        rows = self.probabilities(image, [index.quad for index in flat])
        read: list[ReadIndex] = []
        start = 0
        for group in views:
            weights = np.array([index.score for index in group])
            together = pooled(rows[start : start + len(group)], weights)
            start += len(group)
            quad = np.average([index.quad for index in group], axis=0, weights=weights).astype(np.float32)
            best = int(together.argmax())
            score = max(index.score for index in group)
            read.append(ReadIndex(quad, score, together, self._cards[best], float(together[best])))
        return tuple(read)

    def probabilities(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> Probabilities:
        """Give calibrated probabilities ``(n, classes)`` for quads in pixels of ``image``."""
        parts = [
            self._classified(image, quads[start : start + self._batch]) for start in range(0, len(quads), self._batch)
        ]
        return np.concatenate(parts)

    def crops(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> NDArray[np.uint8]:
        """Cut indices upright as the network sees them: ``(n, size, size, 3)`` BGR."""
        pixels = [upright(image, quad, size=self._size) for quad in quads]
        return np.stack(pixels) if pixels else np.empty((0, self._size, self._size, 3), np.uint8)

    def plain(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> tuple[Probabilities, NDArray[np.uint8]]:
        """Give calibrated probabilities ``(n, classes)`` and upright crops, whatever is known of the deck."""
        parts = [self._plain(image, quads[start : start + self._batch]) for start in range(0, len(quads), self._batch)]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def _classified(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> Probabilities:
        probabilities, pixels = self._plain(image, quads)
        return probabilities if self.deck is None else self.deck.adapted(probabilities, pixels, self._cards)

    def _plain(self, image: Image, quads: Sequence[NDArray[np.float32]]) -> tuple[Probabilities, NDArray[np.uint8]]:
        pixels = self.crops(image, quads)
        batch = np.empty((len(quads), 3, self._size, self._size), np.float32)
        np.divide(pixels[..., ::-1].transpose(0, 3, 1, 2), 255, out=batch)
        output = self._network.run(batch)
        if output.shape != (len(quads), len(self._cards)):
            raise BackendError(f"the reader gave {output.shape}, not {(len(quads), len(self._cards))}")
        return calibrated(output, self._temperature), pixels


def calibrated(probabilities: Probabilities, temperature: float) -> Probabilities:
    """Soften (or sharpen) probabilities ``(n, classes)`` by a temperature; 1 leaves them as they are.

    >>> calibrated(np.array([[0.8, 0.2]], np.float32), 2.0).round(3)
    array([[0.667, 0.333]], dtype=float32)
    """
    logits = np.log(np.maximum(probabilities, 1e-12)) / temperature
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def pooled(probabilities: Probabilities, weights: NDArray[np.float64]) -> Probabilities:
    """Put several readings of one index together: the weighted geometric mean.

    A view that is sure of nothing says little, and one that rules a face out says much.

    >>> pooled(np.array([[0.9, 0.1], [0.5, 0.5]], np.float32), np.array([1.0, 1.0])).round(2)
    array([0.75, 0.25], dtype=float32)
    """
    logs = np.average(np.log(np.maximum(probabilities, 1e-4)), axis=0, weights=weights)
    powers = np.exp(logs - logs.max())
    return np.asarray(powers / powers.sum(), np.float32)
