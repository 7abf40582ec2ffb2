"""Paint scenes of the simulated table, redrawing only what changed since the scene before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.twin.arms import draw_arm
from paizhuo.device.twin.scene import Lying, Scene
from paizhuo.vision.frames import Image
from paizhuo.vision.render.compose import Region, Shadow, paste, region_of
from paizhuo.vision.render.deck import Deck

_SHADOW = Shadow(dx=2.0, dy=3.0, blur=2.0, depth=0.3)
_SHADOW_MARGIN = 12
_CLOTH_BGR = (62.0, 98.0, 44.0)


def cloth(width: int, height: int, rng: np.random.Generator) -> Image:
    """Weave a green baize of ``width`` × ``height`` pixels: broad unevenness, fine fibres."""
    broad = rng.normal(0.0, 1.0, (max(2, height // 96), max(2, width // 96)))
    fibres = rng.normal(0.0, 1.0, (height, width)).astype(np.float32)
    grain = cv2.GaussianBlur(fibres, (0, 0), 1.1) * 7.0
    wash = cv2.resize(broad.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC) * 3.0
    shade = 1.0 + (grain + wash) / 60.0
    return np.clip(shade[..., None] * np.array(_CLOTH_BGR, np.float32), 0, 255).astype(np.uint8)


class Painter:
    """Keeps the painted cards of the last scene; a new scene costs what differs, arms are drawn on a copy.

    ``to_pixels`` is the homography from table millimetres to pixels of ``background``.
    """

    def __init__(self, deck: Deck, to_pixels: NDArray[np.float64], background: Image) -> None:
        self._deck = deck
        self._to_pixels = to_pixels
        self._background = background
        self._canvas = background.copy()
        self._painted: tuple[Lying, ...] = ()

    def paint(self, scene: Scene) -> Image:
        """Give the picture of ``scene``; the result is the caller's own."""
        self._update(scene.cards)
        picture = self._canvas.copy()
        for arm in scene.arms:
            draw_arm(picture, arm, self._to_pixels)
        return picture

    def _update(self, cards: tuple[Lying, ...]) -> None:
        kept = 0
        while kept < min(len(cards), len(self._painted)) and cards[kept] == self._painted[kept]:
            kept += 1
        if kept < len(self._painted):
            now = set(cards)
            gone = [card for card in self._painted if card not in now]
            # Cards whose order changed count as gone too: their neighbours must be painted anew.
            moved = gone or list(self._painted[kept:])
            for region in _merged([self._region(card) for card in moved]):
                self._restore(region, cards)
            before = set(self._painted)
            fresh = [card for card in cards if card not in before]
        else:
            fresh = list(cards[kept:])
        for card in fresh:
            self._lay(self._canvas, card, (0, 0))
        self._painted = cards

    def _restore(self, region: Region, cards: tuple[Lying, ...]) -> None:
        """Repaint one region from the cloth up with those of ``cards`` that were painted before and touch it."""
        # Painted on a wider piece and cut out of it: a shadow that is cut off while it is made has another edge.
        left, top, right, bottom = self._widened(region)
        piece = self._background[top:bottom, left:right].copy()
        before = set(self._painted)
        for card in cards:
            if card in before and _touch(self._region(card), (left, top, right, bottom)):
                self._lay(piece, card, (left, top))
        x0, y0, x1, y1 = region
        self._canvas[y0:y1, x0:x1] = piece[y0 - top : y1 - top, x0 - left : x1 - left]

    def _widened(self, region: Region) -> Region:
        height, width = self._canvas.shape[:2]
        margin = 2 * _SHADOW_MARGIN
        left, top, right, bottom = region
        return max(0, left - margin), max(0, top - margin), min(width, right + margin), min(height, bottom + margin)

    def _lay(self, canvas: Image, card: Lying, offset: tuple[int, int]) -> None:
        face = self._deck.faces[card.card] if card.face_up else self._deck.back
        corners = self._corners(card) - np.array(offset, np.float32)
        paste(canvas, face, corners.astype(np.float32), shadow=_SHADOW)

    def _corners(self, card: Lying) -> NDArray[np.float32]:
        points = np.array(card.corners(), np.float64)[None]
        return np.asarray(cv2.perspectiveTransform(points, self._to_pixels)[0], np.float32)

    def _region(self, card: Lying) -> Region:
        return region_of(self._corners(card), self._canvas.shape, margin=_SHADOW_MARGIN)


def _touch(one: Region, other: Region) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _merged(regions: list[Region]) -> list[Region]:
    """Join regions that touch, so that no pixel is restored twice."""
    merged: list[Region] = []
    for region in regions:
        joined = region
        while touching := next((one for one in merged if _touch(one, joined)), None):
            merged.remove(touching)
            joined = (
                min(joined[0], touching[0]),
                min(joined[1], touching[1]),
                max(joined[2], touching[2]),
                max(joined[3], touching[3]),
            )
        merged.append(joined)
    return merged
