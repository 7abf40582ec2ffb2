"""The sheet of four markers to print, cut out and lay at the table's corners: SVG or PDF, all lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from paizhuo.vision.calibrate import MARKER_IDS

A4 = (210.0, 297.0)
"""Width and height of the paper in millimetres."""

RULER = 100.0
"""Length of the line that shows whether the printer kept the size."""

LARGEST = 85.0
"""The largest marker of which two stand beside each other on the paper."""

_CORNERS = ("top left", "top right", "bottom right", "bottom left")
_POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle: left, top, width and height in millimetres from the paper's top left."""

    x: float
    y: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text: its start and its height in millimetres."""

    x: float
    y: float
    size: float
    words: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed: black boxes, thin outlines to cut along, and text."""

    boxes: tuple[Box, ...]
    cuts: tuple[Box, ...]
    texts: tuple[Text, ...]


def marker_sheet(size: float, margin: float = 6.0) -> Sheet:
    """Lay out the four markers with black sides of ``size`` mm and a white rim of ``margin`` mm.

    Raises ``ValueError`` for a size that does not fit, or that a camera could hardly see.
    """
    if not 20.0 <= size <= LARGEST:
        raise ValueError(f"a marker of {size:g} mm does not fit: 20 to {LARGEST:g} mm")
    boxes: list[Box] = []
    cuts: list[Box] = []
    texts: list[Text] = []
    for place, marker in enumerate(MARKER_IDS):
        row, column = divmod(place, 2)
        x = A4[0] * (0.27 + 0.46 * column) - size / 2
        y = A4[1] * (0.24 + 0.37 * row) - size / 2
        boxes += _bits(marker, x, y, size)
        cuts.append(Box(x - margin, y - margin, size + 2 * margin, size + 2 * margin))
        texts.append(Text(x - margin, y - margin - 2.0, 3.5, f"{marker}: {_CORNERS[place]} of the picture"))
    boxes.append(Box((A4[0] - RULER) / 2, A4[1] - 28.0, RULER, 0.6))
    texts.append(
        Text(
            (A4[0] - RULER) / 2, A4[1] - 20.0, 3.5, f"This line is {RULER:g} mm long, a black square {size:g} mm wide."
        )
    )
    texts.append(Text((A4[0] - RULER) / 2, A4[1] - 14.0, 3.5, "Print at 100 %. Lay all four the same way up."))
    return Sheet(tuple(boxes), tuple(cuts), tuple(texts))


def _bits(marker: int, x: float, y: float, size: float) -> Iterator[Box]:
    """Give a marker's black cells, each row's neighbours as one box so that no seam shows."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, 6)) < 128
    cell = size / 6
    for row, line in enumerate(cells.tolist()):
        start = None
        for column, black in enumerate([*line, False]):
            if black and start is None:
                start = column
            elif not black and start is not None:
                # A hair of overlap keeps rows from showing white between them.
                yield Box(x + start * cell, y + row * cell, (column - start) * cell, cell + (0.1 if row < 5 else 0.0))
                start = None


def as_svg(sheet: Sheet) -> str:
    """Give the sheet as SVG whose units are millimetres."""
    wide, high = A4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm"',
        f'     viewBox="0 0 {wide:g} {high:g}">',
        f'<rect width="{wide:g}" height="{high:g}" fill="#fff"/>',
        *(
            f'<rect x="{box.x:.3f}" y="{box.y:.3f}" width="{box.wide:.3f}" height="{box.high:.3f}" fill="#000"/>'
            for box in sheet.boxes
        ),
        *(
            f'<rect x="{cut.x:.3f}" y="{cut.y:.3f}" width="{cut.wide:.3f}" height="{cut.high:.3f}" fill="none" '
            'stroke="#999" stroke-width="0.2" stroke-dasharray="2 1"/>'
            for cut in sheet.cuts
        ),
        *(
            f'<text x="{text.x:.3f}" y="{text.y:.3f}" font-family="sans-serif" font-size="{text.size:g}">'
            f"{text.words}</text>"
            for text in sheet.texts
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def as_pdf(sheet: Sheet) -> bytes:
    """Give the sheet as a one-page PDF."""
    high = A4[1]
    marks = [
        *(f"{box.x:.3f} {high - box.y - box.high:.3f} {box.wide:.3f} {box.high:.3f} re f" for box in sheet.boxes),
        "0.6 G 0.2 w [2 1] 0 d",
        *(f"{cut.x:.3f} {high - cut.y - cut.high:.3f} {cut.wide:.3f} {cut.high:.3f} re S" for cut in sheet.cuts),
        *(f"BT /F1 {text.size:g} Tf {text.x:.3f} {high - text.y:.3f} Td ({text.words}) Tj ET" for text in sheet.texts),
    ]
    drawing = f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm\n" + "\n".join(marks)
    page = f"0 0 {A4[0] * _POINTS_PER_MM:.3f} {high * _POINTS_PER_MM:.3f}"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{page}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    tail = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n"
    tail += f"<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return body + tail.encode("latin-1")
