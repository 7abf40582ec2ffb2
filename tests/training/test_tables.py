"""A hand's deck and table top: whole, the same for the same seed, and in column X never what training saw."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.models.training.tables import playing_deck, table_top
from paizhuo.rules.cards import FACES

SEEDS = range(6)


@pytest.fixture(autouse=True)
def art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an artwork cache of one table top of either side of the split, and no decks."""
    monkeypatch.setenv("PAIZHUO_ART", str(tmp_path))
    folder = tmp_path / "backgrounds"
    folder.mkdir()
    for name, grey in (("seen.png", 50), ("unseen.png", 200)):
        cv2.imwrite(str(folder / name), np.full((130, 140, 3), grey, np.uint8))
    entries = [{"file": "seen.png", "held_out": False}, {"file": "unseen.png", "held_out": True}]
    (folder / "sources.json").write_text(json.dumps(entries), encoding="utf-8")
    return tmp_path


def test_a_deck_has_all_faces_and_comes_again_with_its_seed() -> None:
    decks = [playing_deck(seed, held_out=False) for seed in SEEDS]
    assert all(set(FACES) <= set(deck.faces) for deck in decks)
    again = playing_deck(SEEDS[1], held_out=False)
    assert again.name == decks[1].name
    assert np.array_equal(again.faces[FACES[0]].levels[0], decks[1].faces[FACES[0]].levels[0])


def test_a_held_out_deck_is_neither_the_house_deck_nor_one_that_training_drew() -> None:
    """Training's procedural decks are numbered by a thousand times its stock's seed: far below nine million."""
    for seed in SEEDS:
        name = playing_deck(seed, held_out=True).name
        assert name.startswith("procedural-")
        assert int(name.removeprefix("procedural-")) >= 9_000_000


def test_the_two_columns_never_share_a_table_top() -> None:
    seen, unseen = ([table_top(seed, held_out=held_out) for seed in range(20)] for held_out in (False, True))
    assert {None if top is None else int(top[0, 0, 0]) for top in seen} == {None, 50}
    assert {None if top is None else int(top[0, 0, 0]) for top in unseen} == {200}


def test_without_artwork_the_cloth_is_left(art: Path) -> None:
    (art / "backgrounds" / "sources.json").unlink()
    assert table_top(1, held_out=True) is None
