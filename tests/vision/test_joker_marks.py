"""The mark of a joker is learned whole: no word is cut, no card's picture taken along, no fragment taken for it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_print import Shown, learn_jokers

PER_MM = 8
Box = tuple[float, float, float, float]


class Answering:
    """A reader that says the same of everything."""

    def plain(
        self, image: Image, quads: Sequence[NDArray[np.float32]]
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        return np.full((len(quads), 55), 1 / 55, np.float32), np.zeros((len(quads), 64, 64, 3), np.uint8)


def card_of(*boxes: Box, ink: tuple[int, int, int] = (20, 20, 20)) -> Image:
    """Print boxes (mm: left, top, right, bottom) on a card, in both of its corners, and lay it on a dark cloth."""
    card = np.full((88 * PER_MM, 63 * PER_MM, 3), 245, np.uint8)
    for left, top, right, bottom in boxes:
        area = slice(round(top * PER_MM), round(bottom * PER_MM)), slice(round(left * PER_MM), round(right * PER_MM))
        card[area] = ink
    card = np.maximum(0, np.minimum(card, card[::-1, ::-1]))
    picture = np.full((1000, 900, 3), (60, 80, 40), np.uint8)
    picture[140 : 140 + card.shape[0], 190 : 190 + card.shape[1]] = card
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


def letters(left: float, top: float, step: tuple[float, float], size: tuple[float, float] = (3.0, 4.0)) -> list[Box]:
    """Write five letters, one ``step`` (mm) after the other."""
    places = [(left + place * step[0], top + place * step[1]) for place in range(5)]
    return [(x, y, x + size[0], y + size[1]) for x, y in places]


def learned(*cards: tuple[Card, Image]) -> list[list[float] | None]:
    """Give the box of each card's mark as it was learned, in mm: left, top, right, bottom."""
    found = learn_jokers([Shown(card, image, ()) for card, image in cards], Answering())
    return [None if joker is None else [*joker.mark.box[0].tolist(), *joker.mark.box[2].tolist()] for joker in found]


ACROSS = letters(4.5, 4.5, (4.2, 0))
PICTURE: Box = (22.0, 8.0, 41.0, 80.0)


@pytest.mark.parametrize(
    ("print_", "box"),
    [
        (ACROSS, (4.5, 4.5, 24.3, 8.5)),
        (letters(4, 4, (0, 8.0)), (4, 4, 7, 40)),
        ([*letters(3, 4, (0, 4.6), (1.6, 3.6)), (8.0, 3.5, 55.0, 84.5)], (3, 4, 4.6, 26)),
        ([(8, 9, 14, 16), (2.2, 2.2, 2.9, 2.9)], (8, 9, 14, 16)),
    ],
    ids=["a word across", "letters far apart", "beside a large picture", "beside a speck"],
)
def test_a_mark_is_learned_whole_and_alone(print_: list[Box], box: Box) -> None:
    (found,) = learned((Card.LJ, card_of(*print_)))
    assert found == pytest.approx(box, abs=0.8)


def test_a_word_that_runs_into_the_picture_is_as_large_as_on_the_other_joker() -> None:
    """Kept off the picture by its gaps, it would end before the letter that touches it."""
    touching = card_of(*ACROSS, PICTURE, ink=(30, 30, 190))
    both = learned((Card.LJ, card_of(*ACROSS)), (Card.BJ, touching))
    assert both[0] == both[1] == pytest.approx((4.5, 4.5, 24.3, 8.5), abs=0.8)
    (alone,) = learned((Card.BJ, touching))
    assert alone != pytest.approx((4.5, 4.5, 24.3, 8.5), abs=0.8)


@pytest.mark.parametrize("print_", [[PICTURE], [(4.0, 4.0, 5.0, 5.0)], [(4.0, 4.0, 50.0, 80.0)], []])
def test_where_no_mark_is_none_is_learned(print_: list[Box]) -> None:
    assert learned((Card.BJ, card_of(*print_))) == [None]
