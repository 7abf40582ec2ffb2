"""The renderer: truth that fits the pixels, the same picture for the same seed."""

from __future__ import annotations

import numpy as np

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.crops import upright
from paizhuo.vision.render.compose import card_corners, paste, placed_quads
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Stock, scene


def test_the_house_deck_is_whole_and_every_face_has_two_indices() -> None:
    deck = house_deck()
    assert set(deck.faces) == set(FACES)
    assert all(len(face.quads) == 2 for face in deck.faces.values())


def test_the_second_index_is_the_first_turned_by_half() -> None:
    for face in house_deck().faces.values():
        first, second = face.quads
        assert np.allclose(first + second, np.array(face.size), atol=1.0)


def test_both_indices_of_a_card_give_the_same_upright_crop() -> None:
    face = house_deck().faces[Card.H7]
    canvas = np.full((400, 400, 3), 90, np.uint8)
    corners = card_corners((200.0, 200.0), 300.0, 0.716, 0.6)
    paste(canvas, face, corners)
    first, second = (upright(canvas, quad).astype(int) for quad in placed_quads(face, corners))
    other = upright(canvas, placed_quads(face, corners)[0][[2, 3, 0, 1]]).astype(int)
    same, turned = np.abs(first - second).mean(), np.abs(first - other).mean()
    assert same < turned / 3, "an index upside down must look different"


def test_a_quad_without_area_gives_a_grey_crop() -> None:
    crop = upright(np.zeros((50, 50, 3), np.uint8), np.full((4, 2), 20, np.float32))
    assert crop.shape == (64, 64, 3)
    assert np.all(crop == 127)


def test_a_card_outside_the_picture_changes_nothing() -> None:
    canvas = np.full((100, 100, 3), 90, np.uint8)
    region, cover = paste(canvas, house_deck().faces[Card.SA], card_corners((900.0, 900.0), 80.0, 0.716, 0.0))
    assert region == (0, 0, 0, 0)
    assert cover.size == 0
    assert np.all(canvas == 90)


def test_the_same_seed_gives_the_same_scene() -> None:
    stock = Stock([house_deck()])
    first, second = scene(5, stock), scene(5, stock)
    assert np.array_equal(first.picture, second.picture)
    assert [index.card for index in first.indices] == [index.card for index in second.indices]
    assert not np.array_equal(first.picture, scene(6, stock).picture)


def test_visible_shares_are_shares_and_some_cards_cover_others() -> None:
    stock = Stock([house_deck()])
    shares = [index.visible for seed in range(8) for index in scene(seed, stock, harshness=0.3).indices]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert sum(share > 0.95 for share in shares) > 10
    assert sum(share < 0.2 for share in shares) > 10
