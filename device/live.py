"""The pictures that pages show: the newest one with the cards named on it, and those kept as evidence."""

from __future__ import annotations

import threading
from collections.abc import Callable

import cv2

from paizhuo.rules.service import LivePicture, OutlinedCard
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.seen_table import SeenTable

JPEG_QUALITY = 82


class LivePictures:
    """A ``PictureService`` over the frames that sight has taken. Frames come from one thread, questions from many.

    ``evidence_of`` gives the picture kept for an event of the log, None if there is none.
    """

    def __init__(self, evidence_of: Callable[[int], bytes | None] = lambda _: None) -> None:
        self._lock = threading.Lock()
        self._evidence_of = evidence_of
        self._frame: Frame | None = None
        self._seen: SeenTable | None = None
        self._encoded: LivePicture | None = None

    def offer(self, frame: Frame, seen: SeenTable) -> None:
        """Take the newest frame with what was seen on it."""
        with self._lock:
            self._frame, self._seen, self._encoded = frame, seen, None

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
        """Give the JPEG kept for an event of the log, None when there is none."""
        return self._evidence_of(seq)


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
