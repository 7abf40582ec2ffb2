"""Labelled pictures, one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass

from paizhuo.rules.cards import Card

ANY_JOKER = "J?"
"""A joker of which the labeller could not tell the size."""

BACK = "back"


class LabelError(ValueError):
    """A line of labels is not JSON, lacks a field or names an unknown face."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and the faces a person can read in it.

    ``maybe`` are faces that may be read or not. With ``distinct_only`` the labels tell faces and not how many of each.
    """

    id: str
    image: str
    source: str
    tags: tuple[str, ...]
    visible: tuple[str, ...]
    maybe: tuple[str, ...] = ()
    distinct_only: bool = False


def parse_labels(text: str, *, source: str = "") -> tuple[Labelled, ...]:
    """Read labels, one JSON object a line; ``source`` is used where a line names none.

    Raises ``LabelError`` with the line's number.

    >>> parse_labels('{"id": "a", "image": "a.jpg", "visible": ["SA", "J?"]}')[0].visible
    ('SA', 'J?')
    """
    return tuple(_label(line, number, source) for number, line in enumerate(text.splitlines(), 1) if line.strip())


def _label(line: str, number: int, source: str) -> Labelled:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise LabelError(f"line {number}: not JSON") from error
    if not isinstance(fields, dict):
        raise LabelError(f"line {number}: not an object")
    missing = [name for name in ("id", "image", "visible") if name not in fields]
    if missing:
        raise LabelError(f"line {number}: {', '.join(missing)} missing")
    return Labelled(
        str(fields["id"]),
        str(fields["image"]),
        str(fields.get("source", source)),
        tuple(map(str, fields.get("tags", ()))),
        _faces(fields["visible"], number),
        _faces(fields.get("maybe", ()), number),
        bool(fields.get("distinct_only", False)),
    )


def _faces(value: object, number: int) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise LabelError(f"line {number}: faces must be a list")
    names = tuple(map(str, value))
    unknown = sorted({name for name in names if name not in Card.__members__ and name not in (ANY_JOKER, BACK)})
    if unknown:
        raise LabelError(f"line {number}: unknown faces {', '.join(unknown)}")
    return tuple(name for name in names if name != BACK)
