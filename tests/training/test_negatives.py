"""What the reader must answer with ``none``: print, things beside an index, and finds that are wrong."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from paizhuo.models.training.captions import caption_crops, word, write_captions
from paizhuo.models.training.dataset import CLASSES, NONE, _in_print, _is_free, _wrong, crop_quads
from paizhuo.models.training.mining import label_of
from paizhuo.models.training.prints import printed, printed_stock
from paizhuo.models.training.stock import _plain_fonts
from paizhuo.rules.cards import Card
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Scene, Stock, TrueIndex, scene

FONTS = _plain_fonts()
INDEX = np.array([[100, 100], [120, 100], [120, 150], [100, 150]], np.float32)


def alone(card: Card, quad: np.ndarray = INDEX) -> Scene:
    return Scene(np.zeros((320, 320, 3), np.uint8), (TrueIndex(1, card, quad, 1.0),), ())


def test_the_same_seed_prints_the_same_plate_and_another_seed_another() -> None:
    first, second = printed(3, FONTS), printed(3, FONTS)
    assert np.array_equal(first, second)
    plates = printed_stock(1, 20, FONTS)
    assert len({plate.tobytes() for plate in plates}) == 20
    assert all(min(plate.shape[:2]) >= 12 and max(plate.shape[:2]) <= 460 for plate in plates)


def test_scenes_hold_print_and_the_reader_learns_from_it() -> None:
    stock = Stock([house_deck()], prints=printed_stock(1, 20, FONTS))
    scenes = [scene(seed, stock) for seed in range(12)]
    assert sum(len(one.prints) for one in scenes) >= 6
    labels = [label for seed, one in enumerate(scenes) for _, label in crop_quads(one, random.Random(seed))]
    assert labels.count(NONE) > 10
    assert any(label != NONE for label in labels)


def test_print_is_framed_inside_its_plate() -> None:
    plate = np.array([[50, 50], [250, 50], [250, 120], [50, 120]], np.float32)
    for seed in range(50):
        x, y = _in_print(plate, random.Random(seed)).mean(axis=0)
        assert 50 <= x <= 250
        assert 50 <= y <= 120


def test_words_are_framed_as_lettering_that_runs_across_too() -> None:
    """A caption framed low and wide is what a joker's word across the corner is most easily taken for."""
    plate = np.array([[50, 50], [250, 50], [250, 120], [50, 120]], np.float32)
    frames = [_in_print(plate, random.Random(seed)) for seed in range(200)]
    wide = [quad for quad in frames if np.linalg.norm(quad[1] - quad[0]) > 1.5 * np.linalg.norm(quad[3] - quad[0])]
    assert 40 <= len(wide) <= 110
    assert all(np.allclose(quad[1, 1], quad[0, 1], atol=0.01) for quad in wide)  # along the plate's own lines


def test_words_fill_their_crops_and_differ() -> None:
    crops = caption_crops(1, 40, FONTS)
    assert len({crop.tobytes() for crop in crops}) == 40
    assert np.array_equal(crops[7], caption_crops(1, 40, FONTS)[7])
    # A framed word has contrast across most of the frame; bare table has not.
    ink = [float(crop[22:66, 22:66].astype(float).std(axis=(0, 1)).max()) for crop in crops]
    assert np.median(ink) > 25


def test_no_word_says_joker() -> None:
    words = {word(random.Random(seed)) for seed in range(4000)}
    assert len(words) > 1500
    assert all(3 <= len(one) <= 11 and "JO" not in one.upper() and "KER" not in one.upper() for one in words)
    assert {"trump", "oros", "TABLE"} <= words
    assert "poker" not in {one.lower() for one in words}


def test_a_piece_of_words_is_written_once_and_is_all_nothing(tmp_path: Path) -> None:
    target = tmp_path / "crops" / "train" / "8000000.npz"
    assert write_captions(5, FONTS, target) == 5
    with np.load(target) as piece:
        assert piece["crops"].shape == (5, 88, 88, 3)
        assert set(piece["labels"]) == {NONE}
    assert write_captions(9, FONTS, target) == 5


def test_a_joker_is_never_called_nothing_for_being_turned() -> None:
    for seed in range(60):
        moved = _wrong(TrueIndex(1, Card.BJ, INDEX, 1.0), random.Random(seed))
        assert np.linalg.norm(moved.mean(axis=0) - INDEX.mean(axis=0)) > 10
    turned = [_wrong(TrueIndex(1, Card.S6, INDEX, 1.0), random.Random(seed)) for seed in range(60)]
    assert any(np.allclose(quad.mean(axis=0), INDEX.mean(axis=0)) for quad in turned)


@pytest.mark.parametrize(
    ("card", "quad", "label"),
    [
        (Card.S6, INDEX, "S6"),
        (Card.S6, INDEX[[2, 3, 0, 1]], "none"),  # upside down
        (Card.BJ, INDEX, "BJ"),
        (Card.BJ, INDEX[[2, 3, 0, 1]], "BJ"),  # a mark has no upper end of its own
        (Card.BJ, INDEX[[1, 2, 3, 0]], "BJ"),
        (Card.BJ, INDEX + np.array([0, 10], np.float32), "BJ"),  # so are the narrow frames that stars are found in
        (Card.BJ, INDEX + np.array([0, 35], np.float32), None),
        (Card.BJ, INDEX + 90, "none"),
        (Card.S6, INDEX + np.array([0, 20], np.float32), None),  # half beside
    ],
)
def test_finds_are_labelled_by_what_they_frame(card: Card, quad: np.ndarray, label: str | None) -> None:
    assert label_of(quad, alone(card)) == (None if label is None else CLASSES.index(label))


def test_a_place_on_a_joker_is_not_free_from_either_end() -> None:
    upside_down = INDEX[[2, 3, 0, 1]]
    assert not _is_free(upside_down, alone(Card.BJ))
    assert _is_free(upside_down, alone(Card.S6))
    assert not _is_free(INDEX, alone(Card.S6))
    assert _is_free(INDEX + 120, alone(Card.BJ))


def test_low_lettering_is_not_dropped_as_small() -> None:
    across = np.array([[40, 40], [80, 40], [80, 47], [40, 47]], np.float32)
    chosen = crop_quads(alone(Card.LJ, across), random.Random(1))
    assert CLASSES.index("LJ") in [label for _, label in chosen]
