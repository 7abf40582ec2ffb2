"""A table may be dressed anew: what lies on it, what covers it and how it is lit changes, its markers are found."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.rehearsal import placed
from paizhuo.device.twin.dress import spread
from paizhuo.device.twin.lens import LensSettings
from paizhuo.device.twin.view import View
from paizhuo.vision.frames import Image
from paizhuo.vision.render.house import house_deck

PLAIN = LensSettings(noise=0.0, blur=0.0, falloff=0.0, jpeg_quality=100)


def chessboard(width: int, height: int) -> Image:
    ys, xs = np.mgrid[0:height, 0:width]
    squares = ((xs // 20 + ys // 20) % 2 * 120 + 60).astype(np.uint8)
    return np.dstack([squares] * 3)


@pytest.mark.parametrize("size", [(300, 200), (200, 300), (2000, 900), (64, 64)])
def test_a_top_of_any_shape_covers_the_picture(size: tuple[int, int]) -> None:
    width, height = size
    assert spread(chessboard(width, height), 400, 300).shape == (300, 400, 3)


def test_the_middle_of_a_top_is_seen_in_its_proportions() -> None:
    top = np.zeros((100, 300, 3), np.uint8)
    top[:, 100:200] = 255
    seen = spread(top, 100, 100)
    assert seen.min() == 255


def test_a_covered_table_is_still_found_by_its_markers() -> None:
    camera = SimulatedCamera(house_deck(), seed=3, top=chessboard(500, 400))
    corners = placed(camera).to_px([(0.0, 0.0)])
    middle = np.array([camera.view.width / 2, camera.view.height / 2])
    assert float(np.abs(corners[0] - middle).max()) < 2.0
    bare = SimulatedCamera(house_deck(), seed=3).bare()
    assert float(np.abs(camera.bare().astype(int) - bare.astype(int)).mean()) > 20


@pytest.mark.parametrize(("warmth", "weaker"), [(0.2, 0), (-0.2, 2)])
def test_a_lamp_that_lacks_a_colour_takes_it_from_the_picture(warmth: float, weaker: int) -> None:
    white = np.full((400, 400, 3), 200, np.uint8)
    view = View(width=400, height=400, px_per_mm=0.4)
    lens = LensSettings(0.0, 0.0, 0.0, 100, warmth)
    seen = SimulatedCamera(house_deck(), view=view, lens=lens, top=white).bare()[180:220, 180:220].mean(axis=(0, 1))
    even = SimulatedCamera(house_deck(), view=view, lens=PLAIN, top=white).bare()[180:220, 180:220].mean(axis=(0, 1))
    assert even == pytest.approx(200, abs=2)
    assert seen[weaker] == pytest.approx(160, abs=3)
    assert seen[2 - weaker] == pytest.approx(200, abs=2)
