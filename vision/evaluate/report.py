"""The page that shows every error as a picture."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from paizhuo.vision.evaluate.score import Outcome, Row

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; white-space: nowrap }
td, th { padding: .25rem .8rem; text-align: right }
th:first-child, td:first-child { text-align: left } tr:nth-child(even) { background: #f4f4f2 }
figure { margin: 0 0 2rem } img { max-width: 100%; height: auto }
.invented { color: #b00020 } .missed { color: #0050a0 }
"""

_HEADS = ("group", "pictures", "cards", "precision", "≥", "recall", "≥", "exact", "≥")


def report_page(
    rows: Sequence[tuple[str, Row]], confused: Iterable[tuple[str, str, int]], errors: Sequence[tuple[Outcome, str]]
) -> str:
    """Give the page: the figures, the confusion pairs, and each wrong picture with its errors.

    ``errors`` pairs an outcome with the name of its picture beside the page.
    """
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Reading errors</title>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<style>{_STYLE}</style><h1>Reading errors</h1>",
        f"<table><tr>{''.join(f'<th>{head}</th>' for head in _HEADS)}</tr>",
        *(_figures(name, row) for name, row in rows),
        "</table><h2>Confusions</h2><table><tr><th>is</th><th>read as</th><th>times</th></tr>",
        *(f"<tr><td>{_safe(was)}</td><td>{_safe(read)}</td><td>{count}</td></tr>" for was, read, count in confused),
        f"</table><h2>{len(errors)} pictures with errors</h2>",
        *(_figure(outcome, picture) for outcome, picture in errors),
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _figures(name: str, row: Row) -> str:
    shares = (
        row.precision,
        row.precision_at_least,
        row.recall,
        row.recall_at_least,
        row.exact,
        row.exact_at_least,
    )
    cells = "".join(f"<td>{100 * share:.1f} %</td>" for share in shares)
    return f"<tr><td>{_safe(name)}</td><td>{row.pictures}</td><td>{row.cards}</td>{cells}</tr>"


def _figure(outcome: Outcome, picture: str) -> str:
    invented, missed = " ".join(outcome.invented) or "–", " ".join(outcome.missed) or "–"
    return (
        f"<figure><figcaption><b>{_safe(outcome.label.id)}</b> "
        f"<span class='invented'>invented: {_safe(invented)}</span> "
        f"<span class='missed'>missed: {_safe(missed)}</span></figcaption><img src='{_safe(picture)}' alt=''></figure>"
    )


def _safe(text: str) -> str:
    return html.escape(text, quote=True)
