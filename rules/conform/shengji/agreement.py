"""When an answer is the expected one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from paizhuo.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Among:
    """An answer that is right if it is any one of those expected."""

    value: object


def agrees(expected: object, answer: object) -> bool:
    """Compare an expected value with an answer: cards are heaps, other lists keep their order, truth is no number.

    >>> agrees(["S8", "S4"], (Card.S4, Card.S8)), agrees([1, 3], (3, 1)), agrees(1, True)
    (True, False, False)
    """
    if isinstance(answer, Among):
        return isinstance(expected, Sequence) and any(agrees(one, answer.value) for one in expected)
    if isinstance(answer, Mapping):
        if not isinstance(expected, Mapping) or len(expected) != len(answer):
            return False
        return all(key in answer and agrees(value, answer[key]) for key, value in expected.items())
    if isinstance(answer, tuple | list):
        if not isinstance(expected, list) or len(expected) != len(answer):
            return False
        if all(isinstance(one, Card) for one in answer):
            return sorted(map(str, expected)) == sorted(map(str, answer))
        return all(map(agrees, expected, answer))
    if isinstance(expected, bool) or isinstance(answer, bool):
        return expected is answer
    if isinstance(answer, Enum):
        return bool(expected == answer.value)
    return bool(expected == answer)
