"""Pictures on disk: reading photos as they are meant to be seen, and writing annotated ones."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from paizhuo.vision.frames import Image


class PictureError(OSError):
    """A picture cannot be read or written: not there, not allowed, or no picture."""


def read_picture(path: Path) -> Image:
    """Read a photo in BGR order, turned as its camera says. Raises ``PictureError`` with one clear line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: cannot read the picture: {error.strerror or error}") from error
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise PictureError(f"{path}: not a picture that can be read (JPEG, PNG, WebP, TIFF and BMP can)")
    return np.asarray(image, np.uint8)


def write_picture(path: Path, image: Image) -> None:
    """Write a picture in the format of its name's ending. Raises ``PictureError``."""
    try:
        written, data = cv2.imencode(path.suffix or ".jpg", image)
    except cv2.error as error:
        raise PictureError(f"{path}: cannot write pictures ending in {path.suffix!r}") from error
    if not written:
        raise PictureError(f"{path}: the picture could not be encoded")
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise PictureError(f"{path}: cannot write the picture: {error.strerror or error}") from error
