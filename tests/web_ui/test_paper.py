"""Pages on paper: Chinese letters are in the PDF, and nothing is fetched from anywhere but the page's own files."""

from __future__ import annotations

import io
import subprocess
import sys

import pypdf
import pytest
from pypdf.generic import DictionaryObject

from paizhuo.web_ui.paper import BrokenPageError, available, pdf

SHEET = """<!doctype html><meta charset="utf-8"><title>比赛记录表</title>
<style>@page { size: A4 } body { font-family: "Noto Sans CJK SC", sans-serif }</style>
<h1>升级比赛记录表</h1><p>东：李　北：王　西：赵　南：陈</p>{}"""
MARK = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'


def read(made: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(made))


def with_body(body: str) -> str:
    return SHEET.replace("{}", body)


def test_a_sheet_is_one_page_of_a4_with_chinese_text() -> None:
    assert available()
    made = read(pdf(with_body("")))
    (page,) = made.pages
    assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == (595, 842)
    text = page.extract_text()
    assert "升级比赛记录表" in text
    assert "赵" in text
    assert made.metadata is not None
    assert made.metadata.title == "比赛记录表"


def test_its_letters_are_embedded_so_that_every_printer_has_them() -> None:
    made = read(pdf(with_body("")))
    objects = [made.get_object(number) for number in range(1, int(str(made.trailer["/Size"])))]
    fonts = [each for each in objects if isinstance(each, DictionaryObject) and each.get("/Type") == "/FontDescriptor"]
    assert fonts
    assert all({"/FontFile2", "/FontFile3"} & set(font) for font in fonts)


def test_pictures_and_styles_come_from_the_pages_own_files() -> None:
    asked: list[str] = []

    def files(address: str) -> bytes | None:
        asked.append(address)
        return {"cards/梅.svg": MARK, "sheet.css": b"@page { size: A5 }"}.get(address)

    made = read(pdf(with_body('<link rel="stylesheet" href="sheet.css"><img src="cards/梅.svg">'), files))
    assert sorted(asked) == ["cards/梅.svg", "sheet.css"]
    assert round(float(made.pages[0].mediabox.width)) == 420


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/x.svg",
        "https://example.com/x.svg",
        "ftp://example.com/x.svg",
        "file:///etc/passwd",
        "//example.com/x.svg",
        "http://paper.invalid.example.com/x.svg",
        "missing.svg",
        "../../etc/passwd",
    ],
)
def test_every_other_address_stops_the_page(address: str) -> None:
    with pytest.raises(BrokenPageError):
        pdf(with_body(f'<img src="{address}">'))


def test_a_picture_inside_the_page_is_its_own() -> None:
    picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E"
    assert len(read(pdf(with_body(f'<img src="{picture}">'))).pages) == 1


@pytest.mark.parametrize(
    ("broken", "remedy"),
    [
        ("sys.modules['weasyprint'] = None", "make extras"),
        (
            "import ctypes.util, cffi; cffi.FFI.dlopen = lambda *_: (_ for _ in ()).throw(OSError('no library'))",
            "libpango-1.0-0",
        ),
    ],
    ids=["no library", "no Pango"],
)
def test_what_is_missing_is_told_with_its_remedy(broken: str, remedy: str) -> None:
    code = f"import sys; {broken}\nfrom paizhuo.web_ui.paper import *\nassert not available()\npdf('x')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=180)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("paizhuo.web_ui.paper.NoPaperError: ")
    assert remedy in last


def test_the_pages_do_not_load_the_library_before_a_page_is_set() -> None:
    code = "import sys, paizhuo.web_ui.paper; sys.exit('weasyprint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=180).returncode == 0
