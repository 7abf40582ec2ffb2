"""A deck's own prints, blurred as a find is, tell its faces apart."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.enroll import DeckPrint, Sample, learn_deck
from paizhuo.vision.face_prints import NO_PRINTS, FacePrints, learn_prints

CLASSES = (*FACES, Card.UNKNOWN)
SPADE, CLUB = FACES.index(Card.S8), FACES.index(Card.C8)


def index(club: bool, blur: float = 0.0, light: float = 1.0, shift: int = 0) -> np.ndarray:
    """Draw an eight over a suit that is three discs or one wide shape."""
    crop = np.full((64, 64, 3), 235, np.uint8)
    cv2.putText(crop, "8", (18 + shift, 34), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 4)
    if club:
        for x, y in ((32, 42), (24, 51), (40, 51)):
            cv2.circle(crop, (x + shift, y), 6, (20, 20, 20), -1)
    else:
        shape = np.array([[32 + shift, 36], [47 + shift, 52], [17 + shift, 52]])
        cv2.fillPoly(crop, [shape.astype(np.int32)], (20, 20, 20))
    if blur:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), sigmaX=2 * blur, sigmaY=blur) * light, np.uint8)
    return np.asarray(crop * light, np.uint8)


@pytest.fixture(scope="module")
def prints() -> FacePrints:
    return learn_prints([SPADE, SPADE, CLUB, CLUB], [index(club, blur) for club in (False, True) for blur in (0, 1)])


@pytest.mark.parametrize("club", [False, True])
def test_a_blurred_dim_find_that_lies_aside_is_most_like_its_own_print(prints: FacePrints, club: bool) -> None:
    likeness = prints.likeness(index(club, blur=3.0, light=0.5, shift=2), [SPADE, CLUB])
    assert int(likeness.argmax()) == int(club)
    assert abs(float(likeness[0] - likeness[1])) > 0.3


def test_what_is_no_print_resembles_none(prints: FacePrints) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    assert float(prints.likeness(noise, [SPADE, CLUB]).max()) < 0.4
    assert float(prints.likeness(index(club=True), [CLUB])[0]) > 2


def test_a_face_without_a_print_has_no_likeness(prints: FacePrints) -> None:
    assert np.isnan(prints.likeness(index(club=True), [FACES.index(Card.H4)])).all()
    assert np.isnan(NO_PRINTS.likeness(index(club=True), [CLUB])).all()


def test_the_sharpest_crops_are_kept() -> None:
    crops = [index(club=True, blur=blur) for blur in (4, 0, 3, 2, 1)]
    kept = learn_prints([CLUB] * 5, crops)
    assert len(kept.faces) == 3
    again = learn_prints([CLUB] * 3, [crops[1], crops[4], crops[3]])
    assert np.array_equal(kept.pictures, again.pictures)


def says(**chances: float) -> np.ndarray:
    row = np.full(len(CLASSES), 1e-5, np.float32)
    for name, chance in chances.items():
        row[CLASSES.index(Card(name))] = chance
    return np.asarray(row / row.sum(), np.float32)


@pytest.fixture(scope="module")
def deck() -> DeckPrint:
    """A deck of which the reader says of every black eight that it may be either."""
    rows = {Card.S8: False, Card.C8: True}
    return learn_deck([Sample(card, says(S8=0.5, C8=0.5), index(club)) for card, club in rows.items()], "abc")


@pytest.mark.parametrize(("club", "face"), [(False, Card.S8), (True, Card.C8)])
def test_a_find_that_may_be_two_faces_is_the_one_whose_print_it_is(deck: DeckPrint, club: bool, face: Card) -> None:
    other = says(S8=0.6, C8=0.4) if club else says(S8=0.4, C8=0.6)
    adapted = deck.adapted(other[None], index(club, blur=2.0)[None], CLASSES)
    assert CLASSES[int(adapted.argmax())] is face
    unprinted = DeckPrint("abc", deck.answers, deck.looks, np.zeros(54, bool), deck.usual)
    assert np.array_equal(unprinted.adapted(other[None], index(club)[None], CLASSES), other[None])


def test_what_is_surely_read_is_not_asked_for_its_print(deck: DeckPrint) -> None:
    """A card that is sure already must not wait for a comparison, nor be moved by it."""
    sure = says(S8=0.97, C8=0.03)[None]
    with_prints = deck.adapted(sure, index(club=True)[None], CLASSES)
    without = DeckPrint("abc", deck.answers, deck.looks, deck.known, deck.usual)
    assert np.array_equal(with_prints, without.adapted(sure, index(club=True)[None], CLASSES))
