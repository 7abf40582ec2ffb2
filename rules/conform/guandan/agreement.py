"""Comparing what a case expects with what the rules answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paizhuo.rules.cards import Card, Seat


def agrees(expected: object, answer: object) -> bool:
    """Compare an expected value with an answer. Sets and cards are heaps; every other list has its order.

    >>> agrees(["S9", "ST"], (Card.ST, Card.S9)), agrees([1, 0], (0, 1)), agrees(1, True)
    (True, False, False)
    """
    if isinstance(answer, str) or answer is None:
        return expected == answer
    if isinstance(answer, frozenset) or (isinstance(answer, tuple) and all(isinstance(one, Card) for one in answer)):
        return isinstance(expected, Sequence) and sorted(map(str, expected)) == sorted(map(str, answer))
    if isinstance(answer, Mapping):
        if not isinstance(expected, Mapping) or len(expected) != len(answer):
            return False
        # A seat's number may be written as text or as a number.
        given = {str(int(key)) if isinstance(key, Seat) else str(key): value for key, value in answer.items()}
        return all(str(key) in given and agrees(value, given[str(key)]) for key, value in expected.items())
    if isinstance(answer, Sequence):
        return isinstance(expected, Sequence) and len(expected) == len(answer) and all(map(agrees, expected, answer))
    return isinstance(expected, bool) == isinstance(answer, bool) and expected == answer
