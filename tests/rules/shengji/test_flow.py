"""Handing cards out within limits: a way is found exactly when there is one, and it keeps every limit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from paizhuo.rules.shengji.flow import hand_out


def shares(count: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to share cards of one kind among holders."""
    if not limits:
        if count == 0:
            yield ()
        return
    for number in range(min(count, limits[0]) + 1):
        for others in shares(count - number, limits[1:]):
            yield (number, *others)


def possible(supply: Sequence[int], room: Sequence[int], most: Sequence[Sequence[int]]) -> bool:
    if not supply:
        return True
    for share in shares(supply[0], [min(limit, left) for limit, left in zip(most[0], room, strict=True)]):
        if possible(supply[1:], [left - part for left, part in zip(room, share, strict=True)], most[1:]):
            return True
    return False


def test_cards_are_handed_out_whenever_that_can_be_done_and_within_every_limit() -> None:
    answers: Counter[bool] = Counter()
    for seed in range(600):
        rng = random.Random(seed)
        kinds, holders = rng.randint(1, 4), rng.randint(2, 4)
        supply = [rng.randint(0, 4) for _ in range(kinds)]
        most = [[rng.choice((0, 1, 1, 2, 4)) for _ in range(holders)] for _ in range(kinds)]
        room = [rng.randint(0, 4) for _ in range(holders)]
        given = hand_out(supply, room, most)
        assert (given is not None) is possible(supply, room, most), seed
        answers[given is not None] += 1
        if given is not None:
            assert [sum(row) for row in given] == supply
            assert all(
                0 <= number <= limit
                for row, limits in zip(given, most, strict=True)
                for number, limit in zip(row, limits, strict=True)
            )
            assert all(sum(row[holder] for row in given) <= room[holder] for holder in range(holders))
    assert min(answers.values()) > 100


def test_a_card_goes_on_along_a_chain_of_holders() -> None:
    """The first kind sits where only the third can go: both others have to move on."""
    given = hand_out([1, 1, 1], [1, 1, 1], [[1, 1, 0], [0, 1, 1], [1, 0, 0]])
    assert given == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
