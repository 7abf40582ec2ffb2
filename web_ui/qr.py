"""QR codes of links, as rows of modules for a page to draw."""

from __future__ import annotations

import segno

QUIET = 4
"""Modules of quiet zone that a reader needs on every side."""


def modules(text: str) -> tuple[str, ...]:
    """Give the rows of the QR code of ``text``, ``1`` for dark, without the quiet zone.

    >>> rows = modules("http://127.0.0.1:8000/enter#secret")
    >>> len(rows) == len(rows[0]), rows[0][:7]
    (True, '1111111')
    """
    code = segno.make_qr(text, error="m")
    return tuple("".join("1" if module else "0" for module in row) for row in code.matrix)
