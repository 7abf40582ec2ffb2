"""The small view from above: things lie where the map says, at every ratio, and a zone is counted by itself."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.vision.calibrate import whole_picture
from paizhuo.vision.plane import TablePlane, patch

SPOTS = [(-80.0, -50.0), (0.0, 0.0), (61.0, 37.0), (100.0, -70.0)]


@pytest.mark.parametrize("ratio", [1.0, 1.7, 2.0, 2.45, 3.02, 3.6])
def test_things_lie_in_the_view_where_the_map_says(ratio: float) -> None:
    """Averaged by whole pixels first and warped then: neither may shift the picture."""
    table_map = whole_picture(723, 541, 241.0, 180.0)
    plane = TablePlane(table_map, ratio / table_map.px_per_mm())
    image = np.zeros((541, 723, 3), np.uint8)
    pixels = np.round(table_map.to_px(SPOTS)).astype(int)
    for x, y in pixels.tolist():
        image[y - 13 : y + 14, x - 13 : x + 14] = 255
    view = plane.view(image)[..., 0].astype(np.float64)
    assert view.shape[::-1] == plane.size
    for x, y in plane.from_mm(table_map.to_mm(pixels)).tolist():
        left, top = max(0, round(x) - 20), max(0, round(y) - 20)
        near = view[top : round(y) + 21, left : round(x) + 21]
        middle = [(near.sum(axis=axis) * np.arange(near.shape[1 - axis])).sum() / near.sum() for axis in (0, 1)]
        assert np.allclose([left + middle[0], top + middle[1]], (x, y), atol=0.1)


def test_a_patch_counts_what_lies_in_its_own_area() -> None:
    area = np.zeros((40, 60), np.bool_)
    area[10:20, 5:30] = True
    area[15, 40] = True
    picture = np.random.default_rng(1).random((40, 60)) > 0.5
    cut = patch(area)
    assert cut.mask.shape == (10, 36)
    assert cut.count(picture) == np.count_nonzero(picture & area)
    assert np.array_equal(cut.of(picture) & cut.mask, (picture & area)[10:20, 5:41])


def test_a_patch_of_nothing_counts_nothing() -> None:
    assert patch(np.zeros((4, 5), np.bool_)).count(np.ones((4, 5), np.bool_)) == 0
