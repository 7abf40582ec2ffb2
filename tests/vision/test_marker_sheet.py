"""The sheet to print: a camera finds all four markers on it, and every length is in millimetres."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from paizhuo.cli import cli
from paizhuo.vision.calibrate import find_markers
from paizhuo.vision.frames import Image
from paizhuo.vision.marker_sheet import A4, RULER, Box, as_pdf, as_svg, marker_sheet

PX = 4.0
"""Pixels a millimetre."""


def printed(boxes: list[Box]) -> Image:
    page = np.full((round(A4[1] * PX), round(A4[0] * PX), 3), 250, np.uint8)
    for box in boxes:
        corners = ((box.x, box.y), (box.x + box.wide, box.y + box.high))
        (left, top), (right, bottom) = ((round(x * PX), round(y * PX)) for x, y in corners)
        page[top:bottom, left:right] = 15
    return page


def svg_boxes(text: str) -> list[Box]:
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    rects = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if each.get("fill") == "#000"]
    return [Box(*(float(str(each.get(name))) for name in ("x", "y", "width", "height"))) for each in rects]


def pdf_boxes(data: bytes) -> list[Box]:
    page = PdfReader(io.BytesIO(data)).pages[0]
    assert float(page.mediabox.width) == pytest.approx(210 / 25.4 * 72, abs=0.01)
    contents = page.get_contents()
    assert contents is not None
    drawing = contents.get_data().decode()
    scale = float(drawing.split()[0])
    assert scale == pytest.approx(72 / 25.4, abs=1e-5)
    found = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", drawing)
    numbers = [[float(number) for number in each] for each in found]
    return [Box(x, A4[1] - y - high, wide, high) for x, y, wide, high in numbers]


@pytest.mark.parametrize("size", [30.0, 40.0, 80.0])
@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_all_four_markers_are_found_in_their_size(size: float, form: str) -> None:
    sheet = marker_sheet(size)
    boxes = svg_boxes(as_svg(sheet)) if form == "svg" else pdf_boxes(as_pdf(sheet))
    found = find_markers(printed(boxes))
    assert set(found) == {0, 1, 2, 3}
    for corners in found.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides / PX == pytest.approx(size, abs=0.6)
        assert corners[0, 1] < corners[3, 1]
    assert any(box.wide == RULER for box in boxes)


def test_the_command_writes_what_the_name_says(tmp_path: Path) -> None:
    for name, start in (("sheet.svg", b"<svg"), ("sheet.pdf", b"%PDF-")):
        result = CliRunner().invoke(cli, ["calibrate", "sheet", str(tmp_path / name), "--size", "50"])
        assert result.exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sheet", "sheet.png"], "must end with .svg or .pdf"),
        (["sheet", "sheet.svg", "--size", "5"], "a marker of 5 mm does not fit"),
        (["sheet", "missing/sheet.svg"], "cannot write"),
        (["picture", "missing.jpg"], "missing.jpg"),
        (["picture", "plain.png"], "markers not seen: 0, 1, 2, 3"),
        (["picture", "plain.png", "--corners", "1,2 3"], "is not four pairs"),
    ],
)
def test_bad_input_ends_with_code_2_and_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("plain.png", np.full((480, 640, 3), 90, np.uint8))
    result = CliRunner().invoke(cli, ["calibrate", *arguments])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""
