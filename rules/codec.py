"""Dataclasses to plain JSON values and back, strictly, by their type hints alone.

Supported are the types that events are made of: enums, ``str int float bool None``, tuples, string-keyed mappings,
unions and frozen dataclasses. Where several dataclasses can stand in one place, the field ``kind`` tells them apart.
A field that holds its default is left out, so that a record written before the field existed still reads.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from math import isfinite
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from paizhuo.rules.errors import RecordSyntaxError
from paizhuo.rules.snapshot import Json

T = TypeVar("T")
Decoder = Callable[[object, str], object]


def encode(value: object) -> Json:
    """Turn a value into plain JSON. Integer enums (seats) are written by name, other enums by value.

    >>> from paizhuo.rules.cards import Card, Seat
    >>> from paizhuo.rules.events import Played
    >>> encode(Played(Seat.N, (Card.SA,)))
    {'kind': 'played', 'seat': 'N', 'cards': ['SA']}
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, IntEnum):
        return value.name
    if isinstance(value, Enum):
        return encode(value.value)
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in sorted(value.items())}
    return _encode_dataclass(value)


def _encode_dataclass(value: object) -> Json:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"cannot be written to a record: {type(value).__name__}")
    plain: dict[str, Json] = {}
    kind = getattr(value, "kind", None)
    if kind is not None:
        plain["kind"] = kind
    for each in fields(value):
        item = getattr(value, each.name)
        if each.name != "kind" and item != _default(each):
            plain[each.name] = encode(item)
    return plain


def _default(each: Field[object]) -> object:
    if each.default_factory is not MISSING:
        return each.default_factory()
    return each.default


def decode(kind: type[T], value: object) -> T:
    """Read plain JSON as a ``kind``. Raises ``RecordSyntaxError`` naming the place and what is allowed there.

    >>> from paizhuo.rules.events import DealStarted
    >>> decode(DealStarted, {"kind": "deal_started", "hand": 3})
    DealStarted(hand=3, kind='deal_started')
    """
    return cast(T, _decoder(kind)(value, ""))


def decode_union(union: object, value: object) -> object:
    """Read plain JSON as one of the dataclasses of a union, told apart by ``kind``."""
    return _decoder(union)(value, "")


def _wrong(where: str, found: object, allowed: str) -> RecordSyntaxError:
    shown = repr(found)
    return RecordSyntaxError(f"{where or 'the entry'}: found {shown[:60]}, allowed is {allowed}")


def _decoder(hint: object) -> Decoder:
    return _cached_decoder(hint)


@cache
def _cached_decoder(hint: Hashable) -> Decoder:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _literal(arguments)
    if origin is tuple:
        return _tuple(arguments)
    if origin in (Mapping, dict) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _mapping(arguments[1])
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if isinstance(hint, type):
        return _plain_type(hint)
    raise TypeError(f"no record type: {hint!r}")


def _plain_type(hint: type) -> Decoder:
    if issubclass(hint, IntEnum):
        return _choice({member.name: member for member in hint})
    if issubclass(hint, Enum):
        return _choice({str(member.value): member for member in hint})
    if is_dataclass(hint):
        return _dataclass(hint)
    if hint is type(None):
        return _exactly(type(None), "null")
    if hint is float:
        return _number
    return _text if hint is str else _exactly(hint, hint.__name__)


def _choice(members: Mapping[str, object]) -> Decoder:
    def read(value: object, where: str) -> object:
        if not isinstance(value, str) or value not in members:
            raise _wrong(where, value, "one of " + " ".join(members))
        return members[value]

    return read


def _literal(allowed: tuple[object, ...]) -> Decoder:
    def read(value: object, where: str) -> object:
        if value not in allowed:
            raise _wrong(where, value, "one of " + " ".join(map(str, allowed)))
        return value

    return read


def _exactly(hint: type, name: str) -> Decoder:
    def read(value: object, where: str) -> object:
        if type(value) is not hint:
            raise _wrong(where, value, name)
        return value

    return read


def _text(value: object, where: str) -> object:
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise _wrong(where, value, "text in Unicode")
    return value


def _number(value: object, where: str) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise _wrong(where, value, "number")
    return float(value)


def _tuple(arguments: tuple[object, ...]) -> Decoder:
    endless = len(arguments) == 2 and arguments[1] is Ellipsis
    items = [_decoder(item) for item in (arguments[:1] if endless else arguments)]

    def read(value: object, where: str) -> object:
        if not isinstance(value, list | tuple):
            raise _wrong(where, value, "list")
        if not endless and len(value) != len(items):
            raise _wrong(where, value, f"list of {len(items)}")
        return tuple(items[0 if endless else place](item, f"{where}[{place}]") for place, item in enumerate(value))

    return read


def _mapping(item_hint: object) -> Decoder:
    item = _decoder(item_hint)

    def read(value: object, where: str) -> object:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise _wrong(where, value, "object")
        return {key: item(each, f"{where}.{key}") for key, each in value.items()}

    return read


def _union(arguments: tuple[object, ...]) -> Decoder:
    tagged = {_tag(each): each for each in arguments if is_dataclass(each)}
    plain = [_decoder(each) for each in arguments if not is_dataclass(each)]

    def read(value: object, where: str) -> object:
        if isinstance(value, Mapping) and tagged:
            tag = value.get("kind")
            if tag not in tagged:
                raise _wrong(f"{where}.kind".lstrip("."), tag, "one of " + " ".join(tagged))
            return _decoder(tagged[tag])(value, where)
        for each in plain:
            try:
                return each(value, where)
            except RecordSyntaxError:
                continue
        raise _wrong(where, value, "another type")

    return read


def _tag(kind: object) -> str:
    return str(getattr(kind, "__dataclass_fields__")["kind"].default)  # noqa: B009


def _dataclass(kind: type) -> Decoder:
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]))
    each_field = fields(kind)
    needed = {each.name for each in each_field if each.default is MISSING and each.default_factory is MISSING}

    def read(value: object, where: str) -> object:
        if not isinstance(value, Mapping):
            raise _wrong(where, value, "object")
        unknown = [str(key) for key in value if key not in hints]
        if unknown:
            raise _wrong(f"{where}.{unknown[0]}".lstrip("."), unknown[0], "one of " + " ".join(hints))
        missing = sorted(needed - value.keys())
        if missing:
            raise _wrong(f"{where}.{missing[0]}".lstrip("."), None, "a value")
        read_fields = {key: _decoder(hints[key])(item, f"{where}.{key}".lstrip(".")) for key, item in value.items()}
        return cast(Callable[..., object], kind)(**read_fields)

    return read
