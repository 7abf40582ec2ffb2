"""The pictures that pages show: the newest one with the cards named on it, and those kept as evidence."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

import cv2

from paizhuo.rules.observations import Evidence
from paizhuo.rules.service import LivePicture, OutlinedCard
from paizhuo.vision.eye import SeenTable
from paizhuo.vision.frames import Frame, Image

JPEG_QUALITY = 82
KEPT = 240
"""Evidence pictures kept in memory: about a hand's worth, 40 MB at most."""


class LivePictures:
    """A ``PictureService`` over the frames that sight has taken. Frames come from one thread, questions from many.

    ``locate`` gives the evidence of an event in the log, None if there is none.
    """

    def __init__(self, locate: Callable[[int], Evidence | None] = lambda _: None) -> None:
        self._lock = threading.Lock()
        self._locate = locate
        self._frame: Frame | None = None
        self._seen: SeenTable | None = None
        self._encoded: LivePicture | None = None
        self._kept: OrderedDict[int, bytes] = OrderedDict()

    def offer(self, frame: Frame, seen: SeenTable, *, keep: bool = False) -> None:
        """Take the newest frame with what was seen on it; ``keep`` it as evidence if it told something."""
        jpeg = encode(frame.image) if keep else None
        with self._lock:
            self._frame, self._seen, self._encoded = frame, seen, None
            if jpeg is not None:
                self._kept[frame.seq] = jpeg
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)

    def live(self) -> LivePicture | None:
        """Give the newest picture; it is encoded when first asked for, and once only."""
        with self._lock:
            frame, seen, encoded = self._frame, self._seen, self._encoded
        if frame is None or seen is None:
            return None
        if encoded is not None:
            return encoded
        height, width = frame.image.shape[:2]
        picture = LivePicture(frame.seq, width, height, encode(frame.image), outlined(seen))
        with self._lock:
            if self._frame is frame:
                self._encoded = picture
        return picture

    def evidence(self, seq: int) -> bytes | None:
        """Give the JPEG kept for an event of the log, None when there is none or it was dropped."""
        where = self._locate(seq)
        if where is None:
            return None
        with self._lock:
            return self._kept.get(where.last_frame)


def outlined(seen: SeenTable) -> tuple[OutlinedCard, ...]:
    """Give the cards believed to lie on the table, for the page."""
    return tuple(
        OutlinedCard(str(card.card), card.confidence, card.zone, card.outline) for card in seen.cards if card.outline
    )


def encode(image: Image) -> bytes:
    """Compress a picture as JPEG."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise RuntimeError("the JPEG encoder refused a picture")
    return data.tobytes()
