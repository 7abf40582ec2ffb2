"""The pictures that go with an observation: the table before, at and after it, every card alone, and a short clip.

The last seconds are kept in memory, small and compressed; nothing is written before something is worth keeping.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.observations import Blocked, Observation, TableCleared
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.seen_table import SeenTable

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

CARD_SIZE = (126, 176)
"""Pixels of the picture of a card: two a millimetre."""


@dataclass(frozen=True, slots=True)
class Shots:
    """JPEGs of one observation: ``strip`` is before, at and after it, ``cards`` are in the order of its readings.

    ``clip`` is the seconds up to it, one JPEG after the other (Motion JPEG), empty when there is none.
    """

    strip: tuple[bytes, ...]
    cards: tuple[bytes, ...] = ()
    clip: bytes = b""


@dataclass(frozen=True, slots=True)
class ShotSettings:
    """``every`` seconds a picture is kept, for ``seconds``; its width in pixels, and that of the clip.

    ``before`` is how long before the first picture of a card the table is shown as it was, ``margin`` the rim around
    the cards of a strip (pixels of the frame).
    """

    every: float = 0.35
    seconds: float = 6.0
    width: int = 768
    clip_width: int = 448
    before: float = 1.2
    margin: int = 70
    quality: int = 78


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    at: float
    scale: float
    jpeg: bytes
    small: bytes


class RecentPictures:
    """Keeps the last seconds of one camera. Not thread-safe: frames and questions come from the same thread."""

    def __init__(self, settings: ShotSettings | None = None) -> None:
        self.settings = settings or ShotSettings()
        self._kept: deque[_Kept] = deque()

    @property
    def bytes_kept(self) -> int:
        """Count the bytes in memory."""
        return sum(len(each.jpeg) + len(each.small) for each in self._kept)

    def add(self, frame: Frame) -> None:
        """Take a frame; most are passed over."""
        if self._kept and 0 <= frame.seconds - self._kept[-1].at < self.settings.every:
            return
        wide = frame.image.shape[1]
        scale = min(1.0, self.settings.width / wide)
        picture = _scaled(frame.image, scale)
        small = _scaled(picture, min(1.0, self.settings.clip_width / picture.shape[1]))
        self._kept.append(
            _Kept(frame.seq, frame.seconds, scale, _jpeg(picture, self.settings.quality), _jpeg(small, 65))
        )
        while frame.seconds - self._kept[0].at > self.settings.seconds or self._kept[0].at > frame.seconds:
            self._kept.popleft()

    def moment(self) -> Moment:
        """Give what is kept now, for pictures that may be asked for later and from another thread."""
        return Moment(tuple(self._kept), self.settings)


@dataclass(frozen=True, slots=True)
class Moment:
    """The pictures kept at one moment, oldest first."""

    kept: tuple[_Kept, ...]
    settings: ShotSettings

    def shots(self, frame: Frame, seen: SeenTable, observation: Observation) -> Shots:
        """Give the pictures of an observation that was made on ``frame``."""
        outlines = _outlines(seen, observation)
        box = _box(outlines, frame.image, self.settings.margin)
        after = _jpeg(_cut(frame.image, box), self.settings.quality)
        if isinstance(observation, Blocked):
            return Shots((after,))
        cards = tuple(_jpeg(upright(frame.image, outline), 85) for outline in outlines)
        first = min(observation.evidence.first_frame, frame.seq)
        at = self._at(first, before=0.0)
        before = self._at(first, before=self.settings.before)
        strip = tuple(self._part(kept, box) for kept in (before, at) if kept is not None)
        clip = b"".join(each.small for each in self.kept)
        return Shots((*strip, after) if len(strip) == 2 else (after,), cards, clip)

    def _at(self, seq: int, *, before: float) -> _Kept | None:
        """Give the last picture up to ``before`` seconds ahead of frame ``seq``; the oldest if none is that old."""
        if not self.kept:
            return None
        here = next((each for each in reversed(self.kept) if each.seq <= seq), self.kept[0])
        older = [each for each in self.kept if each.at <= here.at - before]
        return older[-1] if older else self.kept[0]

    def _part(self, kept: _Kept, box: Box) -> bytes:
        picture = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
        left, top, right, bottom = (round(edge * kept.scale) for edge in box)
        return _jpeg(_cut(np.asarray(picture, np.uint8), (left, top, right, bottom)), self.settings.quality)


def upright(image: Image, outline: tuple[tuple[float, float], ...]) -> Image:
    """Cut one card out and turn it upright; ``outline`` runs clockwise from the top left of its print, in pixels."""
    wide, high = CARD_SIZE
    target = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(outline, np.float32), target)
    return np.asarray(cv2.warpPerspective(image, matrix, CARD_SIZE, flags=cv2.INTER_LINEAR), np.uint8)


def _outlines(seen: SeenTable, observation: Observation) -> list[tuple[tuple[float, float], ...]]:
    """Give the outlines (px) of an observation's cards that lie on the table now, in the order of its readings."""
    if isinstance(observation, Blocked | TableCleared):
        return []
    lying = {card.track: card.outline for card in seen.cards}
    return [lying[card.track] for card in observation.cards if len(lying.get(card.track, ())) == 4]


def _box(outlines: list[tuple[tuple[float, float], ...]], image: Image, margin: int) -> Box:
    high, wide = image.shape[:2]
    if not outlines:
        return 0, 0, wide, high
    points: NDArray[np.float64] = np.array(outlines, np.float64).reshape(-1, 2)
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin
    return max(0, int(left)), max(0, int(top)), min(wide, int(right)), min(high, int(bottom))


def _cut(image: Image, box: Box) -> Image:
    left, top, right, bottom = box
    part = image[top:bottom, left:right]
    return part if part.size else image


def _scaled(image: Image, scale: float) -> Image:
    if scale >= 1.0:
        return image
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _jpeg(image: Image, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("the JPEG encoder refused a picture")
    return data.tobytes()
