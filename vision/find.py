"""Find index corners in a picture: the pose network, decoded, one quad per index."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.backends.protocol import BackendError, Network, Tensor
from paizhuo.vision.boxes import fused
from paizhuo.vision.detections import FoundIndex
from paizhuo.vision.frames import Image

STRIDE = 32
PADDING = 114
"""The grey that the network saw around its training pictures."""

_BOX_ROWS = 5
_CORNERS = 4


@dataclass(frozen=True, slots=True)
class FinderSettings:
    """``floor`` is the least score of a find, ``overlap`` what two finds may share, ``most`` how many are kept."""

    floor: float = 0.25
    overlap: float = 0.4
    most: int = 600


class Finder:
    """Finds index corners with a pose network of one class and four keypoints."""

    def __init__(self, network: Network, settings: FinderSettings | None = None) -> None:
        self._network = network
        self.settings = settings or FinderSettings()

    def find(self, image: Image, *, scale: float = 1.0, floor: float | None = None) -> tuple[FoundIndex, ...]:
        """Find the indices of ``image`` after resizing it by ``scale``; quads are in pixels of ``image``.

        Best score first. ``floor`` is the least score in place of that of the settings. An image without pixels gives
        nothing.
        """
        if image.size == 0:
            return ()
        tensor, ratio = to_tensor(image, scale)
        scores, quads = decode(self._network.run(tensor), self.settings.floor if floor is None else floor)
        if len(scores) > self.settings.most:
            chosen = np.argsort(-scores, kind="stable")[: self.settings.most]
            scores, quads = scores[chosen], quads[chosen]
        # Pixel centres: the middle of network pixel 0 is the middle of picture pixel 0 at every scale.
        quads = (quads + 0.5) / ratio - 0.5
        quads = quads.astype(np.float32)
        quads, scores = fused(quads, scores, most=self.settings.overlap)
        return tuple(FoundIndex(quad, float(score)) for quad, score in zip(quads, scores, strict=True))


def to_tensor(image: Image, scale: float) -> tuple[Tensor, NDArray[np.float32]]:
    """Resize, pad to whole strides at the right and bottom, turn BGR to RGB 0–1 ``(1, 3, height, width)``.

    Also gives the exact resize ratio ``(2,)`` in x and y, which rounding makes differ a little from ``scale``.
    """
    height, width = image.shape[:2]
    wide, high = max(1, round(width * scale)), max(1, round(height * scale))
    if (wide, high) != (width, height):
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, (wide, high), interpolation=method), np.uint8)
    right, below = -wide % STRIDE, -high % STRIDE
    if right or below:
        grey = (PADDING, PADDING, PADDING)
        image = np.asarray(cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_CONSTANT, value=grey), np.uint8)
    tensor = np.asarray(cv2.dnn.blobFromImage(image, scalefactor=1 / 255, swapRB=True), np.float32)
    return tensor, np.array([wide / width, high / height], np.float32)


def decode(output: Tensor, floor: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Read the network's output ``(1, rows, places)``: scores ``(n,)`` above ``floor`` and quads ``(n, 4, 2)``.

    The rows are box x, y, width, height, score, then the corners' x and y with or without a visibility row each.
    """
    if output.ndim != 3 or output.shape[0] != 1 or (output.shape[1] - _BOX_ROWS) not in (2 * _CORNERS, 3 * _CORNERS):
        raise BackendError(f"the finder gave {output.shape}, not (1, {_BOX_ROWS} + 8 or 12, places)")
    rows = output[0]
    chosen = np.flatnonzero(rows[4] >= floor)
    # A count in place of -1: with nothing chosen numpy could not tell it.
    a_corner = (rows.shape[0] - _BOX_ROWS) // _CORNERS
    corners = rows[_BOX_ROWS:, chosen].reshape(_CORNERS, a_corner, len(chosen))[:, :2]
    return rows[4, chosen].astype(np.float32), np.ascontiguousarray(corners.transpose(2, 0, 1), np.float32)
