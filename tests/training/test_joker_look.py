"""Views for the joker look: what is shown, how it is labelled, and that a network learns from it and goes on."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from paizhuo.models.training.joker_look import ViewSet, jittered, shown, train_joker_look
from paizhuo.models.training.joker_views import CLASSES, KEPT, joker_views
from paizhuo.models.training.ultralytics_env import prepare
from paizhuo.vision.joker_look import SIZE, two_views
from paizhuo.vision.look import Sight
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock
from paizhuo.vision.shipped import open_sight

STOCK = Stock([house_deck()])


class Blind(Sight):
    """A sight that finds nothing."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight._finder, sight.reader)

    def read_faintly(self, image: np.ndarray, *, scale: float = 1.0) -> tuple[()]:
        return ()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a few views to train on and to validate with."""
    folder, sight = tmp_path_factory.mktemp("views"), open_sight(threads=1)
    for split, seeds in (("train", range(20)), ("val", range(20, 26))):
        counts = joker_views(sight, STOCK, seeds, folder / "views" / split / f"{seeds.start}.npz")
        assert min(counts) > 0
    return folder


def test_views_are_wide_and_labelled(folder: Path) -> None:
    with np.load(folder / "views" / "train" / "0.npz") as kept:
        assert kept["views"].shape[1:] == (KEPT, KEPT, 3)
        assert set(kept["labels"].tolist()) == set(range(len(CLASSES)))
    assert not list((folder / "views" / "train").glob("*.part.npz"))


def test_marks_that_are_not_found_are_shown_and_nothing_else(tmp_path: Path) -> None:
    counts = joker_views(Blind(open_sight(threads=1)), STOCK, range(12), tmp_path / "blind.npz")
    assert counts[CLASSES.index("none")] == 0
    assert min(counts[:2]) > 0


def test_what_training_shows_is_what_reading_shows() -> None:
    rng = np.random.default_rng(1)
    coarse = rng.integers(0, 255, (9, 9, 3), np.uint8)
    kept = np.kron(coarse, np.ones((15, 15, 1), np.uint8))[:KEPT, :KEPT]
    middle, scale = (KEPT - 1) / 2, KEPT / 84.0
    quad = np.array([[-3, -3], [3, -3], [3, 3], [-3, 3]], np.float32) + np.float32(middle)
    there = two_views(kept, quad, scale)
    here = shown(kept)
    assert here.shape == (SIZE, 2 * SIZE, 3)
    assert float(np.abs(here.astype(int) - there.astype(int)).mean()) < 4
    other = jittered(kept, random.Random(3))
    assert other.shape == here.shape
    assert float(np.abs(here.astype(int) - other.astype(int)).mean()) > 4


def test_a_network_learns_and_what_is_done_is_not_done_again(folder: Path, tmp_path: Path) -> None:
    prepare(tmp_path / "ultralytics")
    weights = train_joker_look(folder, tmp_path / "runs", name="trial", epochs=1, batch=16)
    assert weights.exists()
    changed = weights.stat().st_mtime_ns
    assert train_joker_look(folder, tmp_path / "runs", name="trial", epochs=1, batch=16) == weights
    assert weights.stat().st_mtime_ns == changed
    with pytest.raises(FileNotFoundError, match="render scenes first"):
        ViewSet(tmp_path, "train", jitter=False)
