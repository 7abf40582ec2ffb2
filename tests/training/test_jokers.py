"""Jokers of procedural decks: their lettering lies where the truth says, and its ink tells the big one."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from paizhuo.models.training.jokers import JokerStyle, joker_stamps, joker_style, mark
from paizhuo.models.training.procedural import procedural_deck
from paizhuo.models.training.stock import _plain_fonts, _supplies
from paizhuo.rules.cards import Card

FONT = _plain_fonts()[1]
RED, BLACK = (30, 20, 210), (20, 10, 10)


def style(mode: str, **changes: object) -> JokerStyle:
    facts: dict[str, object] = {
        "mode": mode,
        "word": "JOKER",
        "letter": 0.05,
        "width": 0.7,
        "step": 1.2,
        "weight": 0,
        "mark": "star",
        "mark_size": 0.06,
        "upwards": False,
        "little": BLACK,
        "big": (RED,),
    }
    return JokerStyle(**{**facts, **changes})  # type: ignore[arg-type]


def spread(stamps: list[tuple[np.ndarray, float, float, tuple[int, int, int]]]) -> tuple[float, float]:
    right = max(x + ink.shape[1] for ink, x, _, _ in stamps) - min(x for _, x, _, _ in stamps)
    below = max(y + ink.shape[0] for ink, _, y, _ in stamps) - min(y for _, _, y, _ in stamps)
    return right, below


@pytest.mark.parametrize(("mode", "pieces"), [("down", 5), ("mark_down", 6), ("turned", 1), ("across", 1), ("mark", 1)])
def test_each_way_of_lettering(mode: str, pieces: int) -> None:
    stamps = joker_stamps(style(mode), Card.LJ, FONT, (10.0, 12.0), 440.0, None)
    assert len(stamps) == pieces
    wide, high = spread(stamps)
    if mode == "across":
        assert wide > 3 * high
    elif mode == "mark":
        assert wide == high
    else:
        assert high > 3 * wide
    assert {colour for *_, colour in stamps} == {BLACK}


def test_lettering_that_is_read_upwards_is_the_other_turned_by_half() -> None:
    (down,) = joker_stamps(style("turned"), Card.BJ, FONT, (0.0, 0.0), 440.0, None)
    (up,) = joker_stamps(style("turned", upwards=True), Card.BJ, FONT, (0.0, 0.0), 440.0, None)
    assert np.array_equal(down[0], np.rot90(up[0], 2))
    assert not np.array_equal(down[0], up[0])


def test_letters_take_the_big_jokers_colours_in_turn() -> None:
    motley = ((10, 20, 200), (200, 20, 10))
    stamps = joker_stamps(style("down", big=motley), Card.BJ, FONT, (0.0, 0.0), 440.0, None)
    assert [colour for *_, colour in stamps] == [motley[place % 2] for place in range(5)]


@pytest.mark.parametrize("kind", ["star", "ring", "disc", "cap", "face"])
def test_marks_differ_and_fill_their_square(kind: str) -> None:
    drawn = mark(kind, 40)
    assert drawn.shape == (40, 40)
    assert 0.1 < float(drawn.mean()) / 255 < 0.9
    assert all(not np.array_equal(drawn, mark(other, 40)) for other in {"star", "ring", "disc", "cap", "face"} - {kind})


def test_styles_are_many_and_the_little_joker_is_never_coloured() -> None:
    styles = [
        joker_style(random.Random(seed), chinese=seed % 2 == 0, characters=True, red=RED, black=BLACK)
        for seed in range(200)
    ]
    assert {one.mode for one in styles} == {"down", "mark_down", "turned", "across", "characters", "mark"}
    assert all(max(one.little) - min(one.little) <= 10 for one in styles)
    assert all(max(ink) - min(ink) > 60 for one in styles for ink in one.big)


@pytest.mark.parametrize("seed", range(12))
def test_the_truth_frames_the_ink_of_both_jokers(seed: int) -> None:
    supplies = _supplies({})
    deck = procedural_deck(seed, supplies, "chinese" if seed % 2 else "standard")
    for card in (Card.LJ, Card.BJ):
        face = deck.faces[card]
        (left, top), _, (right, bottom), _ = face.quads[0]
        picture = face.levels[0][..., :3].astype(int)
        paper = picture[:, 2].max(axis=0)
        inside = picture[round(top) : round(bottom) + 1, round(left) : round(right) + 1]
        ink = np.abs(inside - paper).max(axis=2) > 60
        # Ink touches every side of its frame: the frame is neither too large nor beside it.
        assert ink.any(axis=1).sum() > 0.55 * len(ink)
        assert ink[:3].any()
        assert ink[-3:].any()
        assert ink[:, :3].any()
        assert ink[:, -3:].any()


def test_no_font_is_asked_for_characters_it_lacks() -> None:
    assert Path(FONT).exists()
    styles = [
        joker_style(random.Random(seed), chinese=True, characters=False, red=RED, black=BLACK) for seed in range(80)
    ]
    assert "characters" not in {one.mode for one in styles}
