"""The lens keeps what a still table looked like, and never shows a table that has changed since."""

from __future__ import annotations

import numpy as np

from paizhuo.device.twin.lens import Lens, LensSettings
from paizhuo.vision.frames import Image

WIDE, HIGH = 96, 64


def lens(noise: float = 0.0) -> Lens:
    return Lens(WIDE, HIGH, LensSettings(noise=noise, warmth=0.1), np.random.default_rng(4))


def table(bright: int) -> Image:
    picture = np.full((HIGH, WIDE, 3), 60, np.uint8)
    picture[20:40, 30:50] = bright
    return picture


def test_a_picture_looks_as_through_a_lens_that_has_seen_no_other() -> None:
    kept = lens()
    for bright in (200, 200, 90, 200):
        assert np.array_equal(kept.through(table(bright)), lens().through(table(bright)))


def test_a_picture_that_is_changed_in_place_is_seen_changed() -> None:
    kept, picture = lens(), table(200)
    kept.through(picture)
    picture[:] = table(90)
    assert np.array_equal(kept.through(picture), lens().through(table(90)))


def test_a_still_table_has_fresh_noise_in_every_picture() -> None:
    kept = lens(noise=3.0)
    assert not np.array_equal(kept.through(table(200)), kept.through(table(200)))
