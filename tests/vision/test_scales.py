"""Which scales a photo is searched at, and how finds of several scales come together."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.vision.detections import FoundIndex
from paizhuo.vision.read import pooled
from paizhuo.vision.scales import ScaleSettings, chosen_scales, first_scale, merged

SETTINGS = ScaleSettings()


def find(height: float, *, x: float = 100, score: float = 0.8) -> FoundIndex:
    wide = height * 0.38
    return FoundIndex(np.array([[x, 50], [x + wide, 50], [x + wide, 50 + height], [x, 50 + height]], np.float32), score)


@pytest.mark.parametrize(
    ("height", "size"),
    [
        (24, (1600, 1200)),  # a full table of small cards
        (60, (1600, 1200)),  # a few cards
        (200, (1600, 1600)),  # one card that fills the picture
        (30, (378, 504)),  # a small photo
    ],
)
def test_indices_are_brought_to_the_size_that_the_finder_likes(height: float, size: tuple[int, int]) -> None:
    start = first_scale(*size, SETTINGS)
    scales = [start, *chosen_scales(*size, [find(height), find(height * 1.05, x=300)], start, SETTINGS)]
    assert any(18 <= height * scale <= 40 for scale in scales)


def test_all_looks_together_keep_the_budget() -> None:
    for size in ((1600, 1600), (4000, 3000), (300, 533)):
        start = first_scale(*size, SETTINGS)
        for height in (8, 30, 90):
            scales = [start, *chosen_scales(*size, [find(height)], start, SETTINGS)]
            assert sum(scale**2 for scale in scales) * size[0] * size[1] <= SETTINGS.budget * 1.001


def test_small_and_large_cards_in_one_photo_each_get_a_scale() -> None:
    start = first_scale(1600, 1200, SETTINGS)
    seen = [find(25, x=40 * i) for i in range(4)] + [find(110, x=500 + 90 * i) for i in range(4)]
    scales = [start, *chosen_scales(1600, 1200, seen, start, SETTINGS)]
    assert any(18 <= 25 * scale <= 40 for scale in scales)
    assert any(18 <= 110 * scale <= 40 for scale in scales)


def test_finds_of_one_index_come_together_and_neighbours_stay_apart() -> None:
    views = merged([(0.5, [find(50), find(50, x=200)]), (1.0, [find(51, x=101)])], SETTINGS)
    assert sorted(len(group) for group in views) == [1, 2]


def test_a_find_between_two_of_a_finer_look_is_neither() -> None:
    """The coarse look saw two equal cards a print's width apart as one index, and is surer of it."""
    wide = 30 * 0.38
    between, left, right = find(30, x=100 + wide / 2, score=0.9), find(30, x=100), find(30, x=100 + wide)
    assert [len(group) for group in merged([(0.8, [between]), (1.0, [left, right])], SETTINGS)] == [1, 1]
    # With one of the two only, or with a coarser look as the witness, it stays.
    assert len(merged([(0.8, [between]), (1.0, [left])], SETTINGS)) == 1
    assert merged([(1.0, [between]), (0.8, [left, right])], SETTINGS)[0][0] is between


@pytest.mark.parametrize("nearer", [0.1, 0.5, 0.85])
def test_a_find_that_stands_for_two_of_a_finer_look_goes_wherever_it_lies(nearer: float) -> None:
    """One of two cards shows more of its print, so that the coarse look's find lies nearer to it."""
    wide = 30 * 0.38
    coarse, left, right = find(30, x=100 + nearer * wide, score=0.9), find(30, x=100), find(30, x=100 + 0.9 * wide)
    assert sorted(group[0].quad[0, 0] for group in merged([(0.8, [coarse]), (1.0, [left, right])], SETTINGS)) == [
        left.quad[0, 0],
        right.quad[0, 0],
    ]
    echo = find(30, x=100 + 0.9 * wide, score=0.4)
    assert coarse in [group[0] for group in merged([(0.8, [coarse]), (1.0, [left, echo])], SETTINGS)]
    # Print of another size beside an index is no second card.
    other = find(60, x=100 + 0.9 * wide)
    assert coarse in [group[0] for group in merged([(0.8, [coarse]), (1.0, [left, other])], SETTINGS)]


def test_finds_too_small_to_trust_are_dropped() -> None:
    assert merged([(0.2, [find(40)])], SETTINGS) == ()


def test_lettering_that_runs_across_is_low_but_not_too_small() -> None:
    across = FoundIndex(np.array([[10, 10], [50, 10], [50, 17], [10, 17]], np.float32), 0.8)
    assert len(merged([(0.5, [across])], SETTINGS)) == 1
    assert merged([(0.25, [across])], SETTINGS) == ()


def test_views_are_pooled_so_that_a_ruled_out_face_stays_out() -> None:
    unsure, sure = [0.5, 0.5, 0.0], [0.3, 0.0, 0.7]
    both = pooled(np.array([unsure, sure], np.float32), np.array([0.8, 0.8]))
    assert both.argmax() == 0
    assert both[0] > 0.9
