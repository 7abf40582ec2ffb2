"""Used cards: the print stays inside its truth, what use does is seen, and clean scenes are left as they were."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from paizhuo.rules.cards import Card
from paizhuo.vision.crops import upright
from paizhuo.vision.evaluate.rendered import rendered_label
from paizhuo.vision.render.deck import Face
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock, scene
from paizhuo.vision.render.wear import Wear, used

FACE = house_deck().faces[Card.S8]


def likeness(first: Face, second: Face, *, moved: float = 0.0) -> float:
    """Correlate the two faces' index crops, the second cut ``moved`` index heights too low."""
    crops = []
    for face, shift in ((first, 0.0), (second, moved)):
        quad = face.quads[0] + (face.quads[0][3] - face.quads[0][0]) * shift
        crop = upright(np.ascontiguousarray(face.levels[0][..., :3]), quad, grow=1.0, size=40)
        crops.append(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(float).ravel())
    return float(np.corrcoef(crops[0], crops[1])[0, 1])


@pytest.mark.parametrize("wear", Wear)
def test_the_truth_follows_the_print(wear: Wear) -> None:
    changed = [used(FACE, wear, random.Random(seed), 440) for seed in range(12)]
    assert min(likeness(FACE, face) for face in changed) > 0.75
    assert max(likeness(FACE, face, moved=0.3) for face in changed) < 0.7, "a frame beside the print must not do"


@pytest.mark.parametrize("wear", Wear)
def test_the_same_chance_gives_the_same_card_and_another_another(wear: Wear) -> None:
    first, again, other = (used(FACE, wear, random.Random(seed), 440).levels[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


def test_a_sleeve_has_a_rim_that_is_seen_through() -> None:
    sleeved = used(FACE, Wear.SLEEVED, random.Random(3), 440)
    assert sleeved.size[0] > FACE.size[0]
    rim = sleeved.levels[0][sleeved.size[1] // 2, :2, 3]
    assert 10 < float(rim.mean()) < 100
    assert sleeved.levels[0][sleeved.size[1] // 2, sleeved.size[0] // 2, 3] == 255


def test_a_bent_card_has_no_straight_edges_left() -> None:
    """Every bent card's outline leaves the four-cornered hull of a flat one somewhere."""
    for seed in range(8):
        cover = used(FACE, Wear.BENT, random.Random(seed), 440).levels[0][..., 3] > 127
        hull = cv2.convexHull(np.argwhere(cover)[:, ::-1].astype(np.int32))
        (_, _), (wide, high), _ = cv2.minAreaRect(hull)
        assert cover.sum() / (wide * high) < 0.985
    flat = FACE.levels[0][..., 3] > 127
    assert flat.sum() / flat.size > 0.985, "the control"


def test_edges_are_rubbed_also_where_a_face_fills_its_picture() -> None:
    square = Face((np.full((300, 200, 4), 255, np.uint8),), FACE.quads)
    worn = used(square, Wear.WORN, random.Random(2), 300).levels[0][..., :3].astype(float)
    assert worn[:2].mean() < worn[100:200, 50:150].mean() - 15


def test_small_cards_are_worked_on_small() -> None:
    assert used(FACE, Wear.WORN, random.Random(1), 60).size[1] < 130


def test_scenes_without_wear_are_the_scenes_they_were_and_tell_it() -> None:
    deck = [house_deck()]
    clean, worn = scene(5, Stock(deck), 160), scene(5, Stock(deck, wear=1.0), 160)
    assert not clean.wear
    assert worn.wear
    assert [index.card for index in clean.indices] == [index.card for index in worn.indices]
    assert not np.array_equal(clean.picture, worn.picture)
    assert {wear.value for wear in worn.wear} <= set(rendered_label(worn, "5", "S").tags)
    assert not {wear.value for wear in Wear} & set(rendered_label(clean, "5", "S").tags)
