"""Turn vector and bitmap artwork into upright RGBA card pictures."""

from __future__ import annotations

import gzip
import io
import subprocess
from pathlib import Path

from PIL import Image

# Anything fainter than this is a shadow or the soft rim of the card, not the card.
_SOLID = 40


class RasterError(RuntimeError):
    """A renderer is missing or could not draw a file."""


def draw_svg(path: Path, height: int) -> Image.Image:
    """Render an SVG or SVGZ file with `rsvg-convert`.

    `height` is in pixels; the width follows. Raises `RasterError`.
    """
    data = path.read_bytes()
    if path.suffix == ".svgz":
        data = gzip.decompress(data)
    return draw_svg_text(data, height, str(path))


def draw_svg_text(data: bytes, height: int, name: str) -> Image.Image:
    """Render SVG source text; `name` only labels a `RasterError`."""
    return _run(["rsvg-convert", "--unlimited", "-a", "-h", str(height)], name, data)


def draw_pdf(path: Path, height: int) -> Image.Image:
    """Render the first page of a PDF with `pdftocairo` on a transparent ground."""
    size = ["-scale-to-y", str(height), "-scale-to-x", "-1"]
    return _run(["pdftocairo", "-png", "-transp", "-singlefile", *size, str(path), "-"], str(path), b"")


def open_bitmap(path: Path) -> Image.Image:
    """Read a bitmap as RGBA."""
    with Image.open(path) as picture:
        return picture.convert("RGBA")


def trim(picture: Image.Image) -> Image.Image:
    """Cut the empty margin around a card.

    >>> canvas = Image.new("RGBA", (9, 9))
    >>> canvas.paste((255, 255, 255, 255), (2, 3, 7, 8))
    >>> trim(canvas).size
    (5, 5)
    """
    box = picture.getchannel("A").point([0] * (_SOLID + 1) + [255] * (255 - _SOLID)).getbbox()
    return picture if box is None else picture.crop(box)


def cut(picture: Image.Image, shares: tuple[float, float, float, float]) -> Image.Image:
    """Take shares of the sides off the left, top, right and bottom.

    >>> cut(Image.new("RGBA", (100, 50)), (0.1, 0, 0, 0.5)).size
    (90, 25)
    """
    left, top, right, bottom = shares
    wide, high = picture.size
    return picture.crop((round(left * wide), round(top * high), round((1 - right) * wide), round((1 - bottom) * high)))


def scale_to(picture: Image.Image, height: int) -> Image.Image:
    """Scale a picture to `height` pixels, keeping its shape."""
    if picture.height == height:
        return picture
    width = max(1, round(picture.width * height / picture.height))
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _run(command: list[str], name: str, data: bytes) -> Image.Image:
    try:
        done = subprocess.run(command, input=data, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise RasterError(f"{command[0]} is not installed (needed for {name})") from error
    if done.returncode or not done.stdout:
        raise RasterError(f"{command[0]} cannot draw {name}: {done.stderr.decode(errors='replace')[:200]}")
    # A sheet of 65 cards is larger than the size at which Pillow suspects an attack.
    Image.MAX_IMAGE_PIXELS = None
    return Image.open(io.BytesIO(done.stdout)).convert("RGBA")
