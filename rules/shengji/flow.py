"""Handing cards out to holders within limits: whether and how it can be done, by augmenting paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Given = list[list[int]]
"""How many cards of each kind each holder is given."""


def hand_out(supply: Sequence[int], room: Sequence[int], most: Sequence[Sequence[int]]) -> Given | None:
    """Give one way to hand every card out, None if there is none.

    ``supply`` counts the cards of each kind, ``room`` the cards that each holder takes, ``most[kind][holder]`` how many
    of a kind a holder may take.

    >>> hand_out([2], [1, 1], [[1, 1]]), hand_out([2], [2, 0], [[1, 1]])
    ([[1, 1]], None)
    """
    given = [[0] * len(room) for _ in supply]
    left = list(room)
    for kind, count in enumerate(supply):
        short = count
        for holder, limit in enumerate(most[kind]):
            take = min(short, limit, left[holder])
            given[kind][holder] = take
            left[holder] -= take
            short -= take
        for _ in range(short):
            if not _make_room(kind, given, left, most):
                return None
    return given


def _make_room(kind: int, given: Given, left: list[int], most: Sequence[Sequence[int]]) -> bool:
    """Place one more card of a kind by moving cards of other kinds along a chain of holders."""
    holder_from: dict[int, int] = {}
    kind_from: dict[int, int] = {kind: -1}
    queue = deque([kind])
    while queue:
        source = queue.popleft()
        for holder, limit in enumerate(most[source]):
            if holder in holder_from or given[source][holder] >= limit:
                continue
            holder_from[holder] = source
            if left[holder]:
                left[holder] -= 1
                _shift(holder, given, holder_from, kind_from)
                return True
            for other, row in enumerate(given):
                if other not in kind_from and row[holder]:
                    kind_from[other] = holder
                    queue.append(other)
    return False


def _shift(holder: int, given: Given, holder_from: dict[int, int], kind_from: dict[int, int]) -> None:
    while holder != -1:
        kind = holder_from[holder]
        given[kind][holder] += 1
        holder = kind_from[kind]
        if holder != -1:
            given[kind][holder] -= 1
