"""Enrolled jokers: a mark that no network knows is learned from one picture and told by it, and nothing else is."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from tests.vision.test_eye import Watcher, shown
from tests.vision.test_unread import BLANK

from paizhuo.cli import cli
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backends.scripted import ScriptedTable
from paizhuo.vision.detections import Quad, ReadIndex
from paizhuo.vision.enroll import EnrolError, Enrolment, Sample, learn_deck, load_deck
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.joker_marks import fitted
from paizhuo.vision.joker_print import JokerPrint, Recognised, mark_geometry, recognise
from paizhuo.vision.joker_reading import straightened
from paizhuo.vision.look import Sight
from paizhuo.vision.poses import DeckGeometry
from paizhuo.vision.render.compose import card_corners, paste, placed_quads
from paizhuo.vision.render.deck import Deck, Face, corner_quads, face_from, rounded
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.sweeps import alone
from paizhuo.vision.shipped import open_sight
from paizhuo.vision.zones import table_zones

CLASSES = (*FACES, Card.UNKNOWN)
RED, BLACK = (40, 30, 200), (30, 25, 25)
SIDE = 44


def star(sheet: np.ndarray, ink: tuple[int, int, int]) -> None:
    """A star in a ring."""
    turns = np.arange(10) * math.pi / 5 - math.pi / 2
    reach = np.where(np.arange(10) % 2 == 0, 15.0, 6.0)
    points = np.stack([22 + reach * np.cos(turns), 22 + reach * np.sin(turns)], axis=1)
    cv2.fillPoly(sheet, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    cv2.circle(sheet, (22, 22), 20, ink, 2, cv2.LINE_AA)


def house(sheet: np.ndarray, ink: tuple[int, int, int]) -> None:
    cv2.rectangle(sheet, (6, 20), (38, 41), ink, 3)
    cv2.polylines(sheet, [np.array([(3, 21), (22, 3), (41, 21)], np.int32)], False, ink, 3)


def joker(mark: object, ink: tuple[int, int, int]) -> Face:
    """Draw a joker that bears a mark 9 mm high in two corners and a picture in the middle."""
    width, height = 300, 420
    picture = np.full((height, width, 3), 250, np.uint8)
    cv2.ellipse(picture, (width // 2, height // 2), (70, 110), 0, 0, 360, ink, 6)
    corner = np.full((SIDE, SIDE, 3), 250, np.uint8)
    mark(corner, ink)  # type: ignore[operator]
    left, top = 18, 22
    picture[top : top + SIDE, left : left + SIDE] = corner
    picture[height - top - SIDE : height - top, width - left - SIDE : width - left] = corner[::-1, ::-1]
    box = (float(left), float(top), float(left + SIDE), float(top + SIDE))
    return face_from(rounded(picture, 12), corner_quads(box, (width, height)))


def deck_with(mark: object) -> Deck:
    plain = house_deck()
    return replace(plain, faces={**plain.faces, Card.LJ: joker(mark, BLACK), Card.BJ: joker(mark, RED)})


def laid(deck: Deck, cards: list[Card | None], height: float = 150.0) -> tuple[Image, list[Quad]]:
    """Lay cards onto green cloth in rows of thirteen that show their left halves; None is a back."""
    rows = -(-len(cards) // 13)
    canvas = np.full((round(rows * height * 1.15 + 40), round(13 * height * 0.42 + height * 0.8), 3), 90, np.uint8)
    canvas[:] = (70, 110, 50)
    outlines = []
    for place, card in enumerate(cards):
        face = deck.back if card is None else deck.faces[card]
        x, y = height * (0.55 + 0.42 * (place % 13)), 20 + height * (0.55 + 1.15 * (place // 13))
        outlines.append(card_corners((x, y), height, face.size[0] / face.size[1], 0.05 * math.sin(place)))
        paste(canvas, face, outlines[-1])
    return canvas, outlines


@pytest.fixture(scope="module")
def sight() -> Sight:
    return open_sight(threads=1)


@pytest.fixture(scope="module")
def stars() -> Deck:
    return deck_with(star)


@pytest.fixture(scope="module")
def jokers(sight: Sight, stars: Deck) -> tuple[JokerPrint, ...]:
    enrolling = Enrolment(sight)
    enrolling.show_jokers([(card, alone(stars, card, 5 + place)) for place, card in enumerate((Card.LJ, Card.BJ))])
    return enrolling.jokers


@pytest.fixture(scope="module")
def known(sight: Sight, jokers: tuple[JokerPrint, ...]) -> Sight:
    """Give a sight that knows these jokers and nothing else of the deck."""
    samples = [
        Sample(card, np.full(len(sight.cards), 1 / 55, np.float32), np.zeros((64, 64, 3), np.uint8)) for card in FACES
    ]
    adapted = open_sight(threads=1)
    adapted.reader.deck = replace(learn_deck(samples, ""), known=np.zeros(54, bool), jokers=jokers)
    return adapted


def test_a_mark_that_no_network_was_shown_is_read_once_it_is_enrolled(stars: Deck, known: Sight) -> None:
    cards: list[Card | None] = [Card.LJ, Card.H7, Card.BJ, Card.S8, Card.BJ, Card.LJ, Card.CK]
    picture, _ = laid(stars, cards, 190.0)
    seen = known.look(picture).cards
    assert sorted(card.card.value for card in seen) == sorted(card.value for card in cards if card is not None)
    assert all(card.confidence > 0.8 for card in seen if card.card.is_joker)


def test_no_other_face_and_no_back_becomes_a_joker(stars: Deck, known: Sight) -> None:
    others: list[Card | None] = [card for card in FACES if not card.is_joker]
    picture, _ = laid(stars, [*others, *[None] * 5])
    cards = [card.card for card in known.look(picture).cards]
    assert len(cards) > 45
    assert not any(card.is_joker for card in cards)


def test_the_mark_of_another_deck_is_not_taken_for_the_enrolled_one(
    sight: Sight, stars: Deck, jokers: tuple[JokerPrint, ...]
) -> None:
    def chances(deck: Deck) -> list[tuple[Card, float]]:
        found = []
        for card in (Card.LJ, Card.BJ):
            picture, outlines = laid(deck, [card], 190.0)
            corners = placed_quads(deck.faces[card], outlines[0])
            found += [(each.card, each.confidence) for each in recognise(picture, corners, jokers, sight.reader)]
        return found

    own = chances(stars)
    assert [card for card, _ in own] == [Card.LJ, Card.LJ, Card.BJ, Card.BJ]
    assert all(chance > 0.85 for _, chance in own)
    assert all(chance < 0.5 for _, chance in chances(deck_with(house)))


def test_a_red_mark_is_no_little_joker_though_it_has_its_shape(
    sight: Sight, stars: Deck, jokers: tuple[JokerPrint, ...]
) -> None:
    picture, outlines = laid(stars, [Card.BJ], 190.0)
    corners = placed_quads(stars.faces[Card.BJ], outlines[0])
    little, big = (tuple(each for each in jokers if each.mark.card is card) for card in (Card.LJ, Card.BJ))
    as_little, as_big = (recognise(picture, corners, each, sight.reader) for each in (little, big))
    assert len(as_little) == len(as_big) == 2
    assert all(each.confidence < 0.2 for each in as_little)
    assert all(each.confidence > 0.8 for each in as_big)


@pytest.mark.parametrize("card", [Card.LJ, Card.BJ])
def test_the_corners_of_a_bare_outline_tell_an_enrolled_joker(
    sight: Sight, stars: Deck, known: Sight, card: Card
) -> None:
    picture, (outline,) = laid(stars, [card], 190.0)
    # As the table tells an outline: a millimetre or two off, and from either end.
    moved = np.add(np.roll(outline, 2, axis=0), (3.0, -2.0)).astype(np.float32)
    found = known.read_outline(picture, moved)
    assert {index.card for index in found} == {card}
    for other in (Card.C4, Card.HQ, None):
        picture, (outline,) = laid(stars, [other], 190.0)
        assert known.read_outline(picture, outline) == ()
    assert sight.read_outline(picture, outline) == ()


def test_both_marks_of_a_joker_are_one_card(stars: Deck, known: Sight) -> None:
    picture, (outline,) = laid(stars, [Card.BJ], 260.0)
    marks = known.read_outline(picture, outline)
    assert len(marks) == 2
    (card,) = assemble(marks, known.cards, mark=known.mark)
    assert card.outline is not None
    assert np.linalg.norm(card.outline.mean(axis=0) - outline.mean(axis=0)) < 4
    elsewhere = DeckGeometry(index_x=20.0, index_y=30.0, index_height=9.0)
    assert len(assemble(marks, known.cards, mark=elsewhere)) == 2


@pytest.mark.parametrize(("turn", "apart", "joined"), [(72, 1.0, True), (36, 1.0, False), (72, 0.7, False)])
def test_a_star_that_was_found_turned_is_still_the_other_corner(
    jokers: tuple[JokerPrint, ...], turn: float, apart: float, joined: bool
) -> None:
    """A fifth of a turn leaves a star what it is; a tenth turns it over, and nearer stars are on two cards."""
    assert {round(math.degrees(each) / 72) for each in jokers[0].turns} == {1, 2, 3, 4}
    assert all(abs((math.degrees(each) + 36) % 72 - 36) < 14 for each in jokers[0].turns)
    place = mark_geometry(jokers)
    assert place is not None
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * place.index_height / 2
    way = np.array([math.cos(place.direction), math.sin(place.direction)]) * place.length * apart
    angle = math.radians(180 + turn)
    other = square @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]) + way
    found = [(place, Recognised(quad.astype(np.float32), Card.LJ, 0.99)) for place, quad in enumerate((square, other))]
    row = np.zeros(len(CLASSES), np.float32)
    row[CLASSES.index(Card.LJ)] = 1.0
    read = [ReadIndex(each.quad, 0.9, row, Card.LJ, 0.99) for _, each in straightened(found, jokers)]
    assert len(assemble(read, CLASSES, mark=place)) == (1 if joined else 2)


def test_a_mark_is_laid_over_a_find_that_is_stretched_and_off(stars: Deck, jokers: tuple[JokerPrint, ...]) -> None:
    picture, (outline,) = laid(stars, [Card.LJ], 190.0)
    truth = placed_quads(stars.faces[Card.LJ], outline)[0]
    middle = truth.mean(axis=0)
    find = ((truth - middle) * (0.5, 1.25) + middle + (2.0, -2.0)).astype(np.float32)
    fit = fitted(picture, find, jokers[0].mark)
    side = float(np.linalg.norm(truth[1] - truth[0]))
    assert fit.likeness > 0.8
    assert float(np.abs(fit.quad.mean(axis=0) - middle).max()) < 0.12 * side


def test_two_decks_whose_jokers_differ_share_an_enrolment_but_no_place(jokers: tuple[JokerPrint, ...]) -> None:
    assert mark_geometry(()) is None
    place = mark_geometry(jokers)
    assert place is not None
    assert place.index_x == pytest.approx(8.4, abs=0.5)
    assert place.index_y == pytest.approx(9.2, abs=0.5)
    elsewhere = replace(jokers[0], mark=replace(jokers[0].mark, box=jokers[0].mark.box + 9.0))
    assert mark_geometry((*jokers, elsewhere)) is None


def test_enrolled_jokers_come_back_from_the_file(jokers: tuple[JokerPrint, ...], tmp_path: Path) -> None:
    samples = [Sample(Card.S8, np.full(55, 1 / 55, np.float32), np.zeros((64, 64, 3), np.uint8))]
    path = tmp_path / "deck.npz"
    deck = replace(learn_deck(samples, "abc"), jokers=jokers)
    deck.save(path)
    again = load_deck(path, "abc").jokers
    assert [each.mark.card for each in again] == [Card.LJ, Card.BJ]
    for before, after in zip(jokers, again, strict=True):
        assert np.array_equal(before.mark.picture, after.mark.picture)
        assert np.array_equal(before.light, after.light)
    broken = replace(jokers[0], ink=np.zeros(3, np.float32))
    replace(deck, jokers=(broken,)).save(path)
    with pytest.raises(EnrolError, match="not a deck file"):
        load_deck(path, "abc")


def test_a_picture_without_a_card_that_stands_out_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "cloth.png"
    cv2.imwrite(str(path), np.full((200, 200, 3), (70, 110, 50), np.uint8))
    result = CliRunner().invoke(cli, ["enroll", str(path), "--little-joker", str(path)])
    assert result.exit_code == 2
    assert "LJ: no card with a mark in its corner stands out" in result.output
    assert len(result.output.strip().splitlines()) == 1


class MarkedSight:
    """A table's sight that knows a deck's jokers: it reads the same answer in the corners of every bare outline."""

    mark: DeckGeometry | None = None

    def __init__(self, table: ScriptedTable, answer: tuple[ReadIndex, ...]) -> None:
        self._sight = table.sight
        self._answer = answer
        self.cards = table.sight.cards
        self.asked = 0

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        return self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm)

    def search_indices(self, image: Image) -> Indices:
        return self._sight.search_indices(image)

    def read_outline(self, image: Image, outline: Quad) -> tuple[ReadIndex, ...]:
        self.asked += 1
        return self._answer


@pytest.mark.parametrize("told", [True, False])
def test_an_unread_card_on_the_table_is_named_by_its_corners(told: bool) -> None:
    watcher = Watcher()
    table = watcher.table
    row = np.full(len(table.sight.cards), 1e-4, np.float32)
    row[list(table.sight.cards).index(Card.LJ)] = 0.95
    quad = table.table_map.to_px([(-3.0, 180.0), (3.0, 180.0), (3.0, 187.0), (-3.0, 187.0)]).astype(np.float32)
    sight = MarkedSight(table, (ReadIndex(quad, 0.95, row, Card.LJ, 0.95),) if told else ())
    watcher.eye = TableEye(sight, table.table_map, table_zones())
    watcher.see([], 6)
    assert shown(watcher.lay([], [BLANK], Seat.S)) == [("seat-S", ["LJ" if told else "??"])]
    assert sight.asked > 0
