"""A sight that is told the truth about the simulated table, to test everything after reading without any model."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.twin.scene import Lying
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.render.deck import Face
from paizhuo.vision.render.house import house_deck

MEANING = (*FACES, Card.UNKNOWN)


class KnowingSight:
    """Gives every index of the scene that no other card hides, where it really lies, with its true face."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self._camera = camera
        self._deck = house_deck()
        self._to_pixels = camera.view.to_pixels()

    @property
    def cards(self) -> tuple[Card, ...]:
        return MEANING

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        cards = self._camera.scene.cards
        outlines = [np.array(card.corners(), np.float32) for card in cards]
        read = []
        for place, card in enumerate(cards):
            if not card.face_up:
                continue
            face = self._deck.faces[card.card]
            for quad in face.quads:
                on_table = _on_table(card, face, quad)
                middle = tuple(float(value) for value in on_table.mean(axis=0))
                if any(cv2.pointPolygonTest(outline, middle, False) > 0 for outline in outlines[place + 1 :]):
                    continue
                pixels = cv2.perspectiveTransform(on_table[None], self._to_pixels)[0].astype(np.float32)
                if region is None or _inside(region, pixels):
                    read.append(_index(card.card, pixels))
        return Indices(tuple(read), 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)


def _on_table(card: Lying, face: Face, quad: NDArray[np.float32]) -> NDArray[np.float64]:
    width, height = face.size
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_table = cv2.getPerspectiveTransform(source, np.array(card.corners(), np.float32))
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), to_table)[0], np.float64)


def _inside(region: Region, quad: NDArray[np.float32]) -> bool:
    x, y = quad.mean(axis=0)
    return bool(region.left <= x < region.right and region.top <= y < region.bottom)


def _index(card: Card, quad: NDArray[np.float32]) -> ReadIndex:
    chances = np.full(len(MEANING), 1e-4, np.float32)
    chances[MEANING.index(card)] = 1.0 - 1e-4 * (len(MEANING) - 1)
    return ReadIndex(quad, 0.95, chances, card, float(chances.max()))


@pytest.fixture
def knowing_sight() -> Callable[[SimulatedCamera], KnowingSight]:
    return KnowingSight
