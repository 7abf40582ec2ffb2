"""A table of rows as an Excel workbook (Office Open XML), with nothing but the standard library.

Texts are written as inline strings, so that nothing in them is ever taken for a formula.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from xml.sax.saxutils import escape

from paizhuo.rules.record.rows import Row

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

_PARTS: dict[str, str] = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="plays" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def workbook(rows: Iterable[Row]) -> bytes:
    """Write rows as the one sheet of a workbook. Equal rows give equal bytes.

    >>> workbook([("hand", 1)])[:2]
    b'PK'
    """
    cells = "".join(_row(number, row) for number, row in enumerate(rows, start=1))
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData></worksheet>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**_PARTS, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), _HEAD + text)
    return packed.getvalue()


def _row(number: int, row: Row) -> str:
    cells = "".join(_cell(f"{_column(place)}{number}", value) for place, value in enumerate(row))
    return f'<row r="{number}">{cells}</row>'


def _cell(where: str, value: str | int) -> str:
    if isinstance(value, int):
        return f'<c r="{where}"><v>{value}</v></c>'
    text = escape(_NOT_XML.sub("", value))
    return f'<c r="{where}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _column(place: int) -> str:
    return chr(ord("A") + place)
