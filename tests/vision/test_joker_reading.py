"""No enrolled joker is named on less than another face: not over a surer face, not where nothing was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision import joker_reading
from paizhuo.vision.assemble import assemble
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_marks import Mark
from paizhuo.vision.joker_print import JokerPrint, Recognised
from paizhuo.vision.joker_reading import read_corners, with_jokers
from paizhuo.vision.sureness import SightSettings, Sureness, sure_cards

CLASSES = (*FACES, Card.UNKNOWN)
PICTURE = np.zeros((8, 8, 3), np.uint8)
SQUARE = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], np.float32)
CORNER = np.array([(3, 3), (12, 3), (12, 12), (3, 12)], np.float32)
NONE = np.zeros((1, 1), np.float32)
JOKERS = tuple(
    JokerPrint(Mark(card, CORNER, np.zeros((4, 4), np.uint8)), NONE, NONE, NONE[0]) for card in (Card.LJ, Card.BJ)
)
FLOOR = 0.25


class Reading:
    """A reader that is never asked itself."""

    cards = CLASSES

    def plain(
        self, image: Image, quads: Sequence[NDArray[np.float32]]
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        raise AssertionError("the marks are told")


def index(card: Card, confidence: float, score: float) -> ReadIndex:
    row = np.zeros(len(CLASSES), np.float32)
    row[CLASSES.index(card)] = confidence
    row[CLASSES.index(Card.UNKNOWN if card is not Card.UNKNOWN else Card.S2)] += 1 - confidence
    return ReadIndex(SQUARE, score, row, card, confidence)


def bearing(monkeypatch: pytest.MonkeyPatch, *marks: float) -> None:
    """Let the finds bear the little joker's mark as surely as told, one after the other."""

    def told(image: Image, quads: Sequence[Quad], jokers: object, reader: object) -> list[Recognised]:
        return [Recognised(quad, Card.LJ, sure) for quad, sure in zip(quads, marks, strict=True)]

    monkeypatch.setattr(joker_reading, "recognise", told)


def named(monkeypatch: pytest.MonkeyPatch, read: ReadIndex, mark: float) -> tuple[ReadIndex, ...]:
    bearing(monkeypatch, mark)
    return with_jokers(PICTURE, [read], JOKERS, Reading(), FLOOR)


@pytest.mark.parametrize(
    ("read", "mark", "card"),
    [
        (index(Card.S4, 0.75, 0.9), 0.6, Card.S4),
        (index(Card.S4, 0.55, 0.9), 0.6, Card.LJ),
        (index(Card.BJ, 0.75, 0.9), 0.6, Card.LJ),
        (index(Card.UNKNOWN, 0.99, 0.9), 0.6, Card.LJ),
        (index(Card.UNKNOWN, 0.99, 0.9), 0.4, Card.UNKNOWN),
    ],
    ids=["a surer face", "a less sure face", "the other joker", "nothing", "no mark"],
)
def test_a_mark_is_told_where_it_is_surer_than_the_face_that_was_read(
    monkeypatch: pytest.MonkeyPatch, read: ReadIndex, mark: float, card: Card
) -> None:
    (told,) = named(monkeypatch, read, mark)
    assert told.card is card
    assert told.score == 0.9


def test_where_nothing_else_could_be_found_the_mark_alone_must_be_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    faint = index(Card.UNKNOWN, 0.99, 0.1)
    assert named(monkeypatch, faint, 0.59) == ()
    (sure,) = named(monkeypatch, faint, 0.61)
    assert (sure.card, sure.score, sure.confidence) == (Card.LJ, 0.61, 0.61)


@pytest.mark.parametrize(("score", "counts"), [(0.3, False), (0.45, True)])
def test_a_mark_that_is_not_sure_leaves_the_find_as_faint_as_it_was(
    monkeypatch: pytest.MonkeyPatch, score: float, counts: bool
) -> None:
    """Alone it then counts as little as any other face of that score."""
    told = named(monkeypatch, index(Card.UNKNOWN, 0.9, score), 0.59)
    as_usual = Sureness(pair=0.5, single=0.5, score=0.4)
    settings = SightSettings(common=as_usual, joker=as_usual)
    assert [each.score for each in told] == [score]
    assert bool(sure_cards(assemble(told, CLASSES), settings)) is counts
    other = assemble([index(Card.S4, 0.59, score)], CLASSES)
    assert bool(sure_cards(other, settings)) is counts


@pytest.mark.parametrize(("sure", "score", "kept"), [(0.9, 0.5, 1), (0.9, 0.4, 0), (0.8, 0.9, 0)])
def test_what_was_read_as_a_joker_and_bears_no_mark_of_it_must_be_as_clear_as_unknown_ones(
    monkeypatch: pytest.MonkeyPatch, sure: float, score: float, kept: int
) -> None:
    assert len(named(monkeypatch, index(Card.BJ, sure, score), 0.1)) == kept


@pytest.mark.parametrize(("marks", "told"), [((0.59, 0.59), 0), ((0.9, 0.55), 2), ((0.9, 0.4), 1)])
def test_a_bare_card_is_a_joker_where_one_corner_tells_so_surely(
    monkeypatch: pytest.MonkeyPatch, marks: tuple[float, float], told: int
) -> None:
    bearing(monkeypatch, *marks)
    outline = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32)
    assert len(read_corners(PICTURE, outline, JOKERS[:1], Reading())) == told
