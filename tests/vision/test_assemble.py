"""One physical card has one pose: joining indices to cards, in pixels of unknown decks and in table millimetres."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedSight
from paizhuo.vision.calibrate import TableMap, from_corners, pixels_as_units
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.poses import STANDARD, DeckGeometry

MEANING = (*FACES, Card.UNKNOWN)
NOTHING = np.zeros((1, 1, 3), np.uint8)

DECKS = [
    DeckGeometry(),  # the middle of the measured decks
    DeckGeometry(index_x=7.5, index_y=13.5, index_height=15.0),  # small indices, as Chinese decks have them
    DeckGeometry(index_x=10.5, index_y=20.0, index_height=33.0),  # jumbo
]


def seen(
    cards: Sequence[ScriptedCard],
    *,
    deck: DeckGeometry = STANDARD,
    table_map: TableMap | None = None,
    noise: float = 0.0,
    rng: np.random.Generator | None = None,
) -> tuple[SeenCard, ...]:
    """Look at scripted cards in pixels, the deck unknown."""
    return assemble(_indices(cards, deck, table_map or pixels_as_units(0, 0), noise, rng), MEANING)


def _indices(
    cards: Sequence[ScriptedCard],
    deck: DeckGeometry,
    table_map: TableMap,
    noise: float,
    rng: np.random.Generator | None,
) -> list[ReadIndex]:
    """Give the indices that the cards say they show, whatever lies over them."""
    sight = ScriptedSight(table_map, deck)
    read: list[ReadIndex] = []
    for card in cards:
        sight.lay([card])
        read += sight.read_indices(NOTHING).read
    return read if rng is None else _shaken(read, noise, rng)


def _shaken(read: Sequence[ReadIndex], noise: float, rng: np.random.Generator) -> list[ReadIndex]:
    quads = [index.quad + rng.normal(0, noise, (4, 2)).astype(np.float32) for index in read]
    return [
        ReadIndex(quad, index.score, index.probabilities, index.card, index.confidence)
        for quad, index in zip(quads, read, strict=True)
    ]


def _turned(quad: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    middle, angle = quad.mean(axis=0), math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return np.asarray((quad - middle) @ turn + middle, np.float32)


def faces(cards: Sequence[SeenCard]) -> Counter[str]:
    return Counter(card.card.value for card in cards)


@pytest.mark.parametrize("deck", DECKS, ids=["standard", "small", "jumbo"])
@pytest.mark.parametrize("angle", [0, 33, 90, 147, 180, 251, 305])
def test_two_indices_of_one_card_are_one_card(deck: DeckGeometry, angle: float) -> None:
    (card,) = seen([ScriptedCard(Card.S9, 0, 0, angle)], deck=deck)
    assert card.card is Card.S9
    assert len(card.indices) == 2
    assert not card.contradiction


def test_both_indices_make_the_reading_surer() -> None:
    (both,) = seen([ScriptedCard(Card.HT, 0, 0, confidence=0.7)])
    (one,) = seen([ScriptedCard(Card.HT, 0, 0, confidence=0.7, shows=(0,))])
    assert both.confidence > 0.95 > 0.72 > one.confidence


@pytest.mark.parametrize("angle", [0, 60, 200])
def test_the_outline_lies_where_the_card_lies(angle: float) -> None:
    table_map = pixels_as_units(0, 0)
    for shows in ((0, 1), (0,), (1,)):
        script = ScriptedCard(Card.DK, 40, -30, angle, shows=shows)
        indices = _indices([script], STANDARD, table_map, 0, None)
        (card,) = assemble(indices, MEANING, geometry=STANDARD, units_per_mm=1.0)
        assert card.outline is not None
        assert np.allclose(card.outline.mean(axis=0), (40, -30), atol=1.0)
        turned = math.degrees(math.atan2(*(card.outline[1] - card.outline[0])[::-1].tolist()))
        assert abs((turned - angle + 90) % 180 - 90) < 2.0


@pytest.mark.parametrize("step", [8, 12, 20, 31])
@pytest.mark.parametrize("direction", [0, 37, 90, 161])
def test_equal_faces_over_each_other_stay_two(step: float, direction: float) -> None:
    """The lower card shows only the corner that the upper one leaves free; a third pair shows the deck's geometry."""
    away = (step * math.cos(math.radians(direction)), step * math.sin(math.radians(direction)))
    cards = [
        ScriptedCard(Card.H5, 0, 0, 0, shows=(0,)),
        ScriptedCard(Card.H5, *away, 0),
        ScriptedCard(Card.CK, 200, 0, 20),
        ScriptedCard(Card.C7, 0, 200, 70),
    ]
    assert faces(seen(cards)) == Counter({"H5": 2, "CK": 1, "C7": 1})


def test_opposite_corners_of_two_equal_cards_are_not_one_card() -> None:
    """The known hard case: one card shows its upper corner, its twin 12 mm away only its lower one."""
    cards = [
        ScriptedCard(Card.H5, 0, 0, 0, shows=(0,)),
        ScriptedCard(Card.H5, 12, 3, 0, shows=(1,)),
        *(ScriptedCard(face, 120 * i, 150, 13 * i) for i, face in enumerate([Card.S2, Card.D4, Card.CQ, Card.HJ])),
    ]
    assert faces(seen(cards))["H5"] == 2


def test_different_faces_at_one_pose_are_flagged() -> None:
    top = ScriptedCard(Card.S6, 0, 0, 0, confidence=0.9, shows=(0,))
    low = ScriptedCard(Card.S9, 0, 0, 0, confidence=0.97, shows=(1,))
    others = [ScriptedCard(face, 120 * i, 150, 40 * i) for i, face in enumerate([Card.S2, Card.D4, Card.CQ, Card.HJ])]
    (card,) = [card for card in seen([top, low, *others]) if len(card.indices) == 2 and card.contradiction]
    assert card.card is Card.S9
    assert card.confidence < 0.85
    assert card.alternatives[0][0] is Card.S6


def test_different_faces_a_finger_apart_are_two_cards() -> None:
    top = ScriptedCard(Card.S6, 0, 0, 0, shows=(0,))
    low = ScriptedCard(Card.S9, 9, 4, 0, shows=(1,))
    others = [ScriptedCard(face, 120 * i, 150, 40 * i) for i, face in enumerate([Card.S2, Card.D4, Card.CQ, Card.HJ])]
    assert {"S6", "S9"} <= set(faces(seen([top, low, *others])))
    assert not any(card.contradiction for card in seen([top, low, *others]))


def test_a_fan_of_thirteen_is_thirteen_cards() -> None:
    fan = [
        ScriptedCard(face, 14 * i, 1.2 * (i - 6) ** 2, 4 * (i - 6), shows=(0,) if i < 12 else (0, 1))
        for i, face in enumerate(FACES[:13])
    ]
    assert faces(seen(fan, noise=0.4, rng=np.random.default_rng(1))) == Counter(card.value for card in FACES[:13])


def test_a_slanted_view_still_joins_the_indices() -> None:
    """A table seen from one side: near cards are half as large again as far ones."""
    slanted = from_corners([(300, 100), (980, 100), (1280, 900), (0, 900)], 960, 720)
    cards = [
        ScriptedCard(face, x, y, 31 * i)
        for i, (face, (x, y)) in enumerate(
            zip(FACES, [(x, y) for x in (-300, -100, 100, 300) for y in (-200, 0, 200)], strict=False)
        )
    ]
    assert faces(seen(cards, table_map=slanted)) == Counter(card.card.value for card in cards)


def test_a_deck_with_four_indices_shows_one_card() -> None:
    sight = ScriptedSight(pixels_as_units(0, 0))
    cards = [ScriptedCard(face, 150 * i, 0, 15 * i) for i, face in enumerate([Card.S4, Card.DQ, Card.C8])]
    sight.lay(cards)
    read = list(sight.read_indices(NOTHING).read)
    for card in cards:
        turn = math.radians(card.angle)
        matrix = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        for index in [index for index in read if index.card is card.card][:2]:
            # The mirrored corner: the same quad moved across the card, not turned.
            local = (index.quad - (card.x, card.y)) @ matrix.T
            moved = local - np.array([2 * local.mean(axis=0)[0], 0])
            quad = (moved @ matrix + (card.x, card.y)).astype(np.float32)
            read.append(ReadIndex(quad, index.score, index.probabilities, index.card, index.confidence))
    assert len(read) == 12
    assembled = assemble(read, MEANING)
    assert faces(assembled) == Counter({"S4": 1, "DQ": 1, "C8": 1})
    assert [len(card.indices) for card in assembled] == [4, 4, 4]


def test_hard_pairs_are_counted_right() -> None:
    """At least 99.5 % right: equal faces 8 mm apart and more, jittered quads, on the table map's plane."""
    rng = np.random.default_rng(7)
    sight = ScriptedSight(pixels_as_units(0, 0))
    right = trials = 0
    while trials < 400:
        step, heading, angle = rng.uniform(8, 30), rng.uniform(0, 2 * math.pi), rng.uniform(0, 360)
        lower = ScriptedCard(Card.D8, 0, 0, angle)
        upper = ScriptedCard(Card.D8, step * math.cos(heading), step * math.sin(heading), angle + rng.normal(0, 3))
        sight.lay([lower, upper])
        read = sight.read_indices(NOTHING).read
        if len(read) < 3:
            continue  # the upper card hides both corners of the lower one: one card is all there is to see
        trials += 1
        found = assemble(_shaken(read, 0.35, rng), MEANING, geometry=STANDARD, units_per_mm=1.0)
        right += faces(found) == Counter({"D8": 2})
    assert right / trials >= 0.995


@pytest.mark.parametrize(
    "deck", [*DECKS, DeckGeometry(9.0, 21.8, 33.9)], ids=["standard", "small", "jumbo", "bordered"]
)
def test_the_first_card_of_a_deck_is_one_card_on_a_measured_table(deck: DeckGeometry) -> None:
    read = _indices([ScriptedCard(Card.S9, 0, 0, 33)], deck, pixels_as_units(0, 0), 0.0, None)
    (card,) = assemble(read, MEANING, geometry=STANDARD, units_per_mm=1.0, pairs_known=0)
    assert len(card.indices) == 2
    twice = [*read, *_indices([ScriptedCard(Card.S9, 14, 0, 33)], deck, pixels_as_units(0, 0), 0.0, None)]
    assert len(assemble(twice, MEANING, geometry=STANDARD, units_per_mm=1.0, pairs_known=0)) == 2


def _marks(middle: tuple[float, float], half: tuple[float, float]) -> list[ReadIndex]:
    """Give two square marks that are read as a big joker's, point reflections of each other about ``middle``."""
    chances = np.full(len(MEANING), 1e-4, np.float32)
    chances[MEANING.index(Card.BJ)] = 0.99
    square = np.array([(-4, -4), (4, -4), (4, 4), (-4, 4)], np.float32)
    away = np.array(half, np.float32)
    return [
        ReadIndex(np.asarray(turn * (square - away) + np.array(middle), np.float32), 0.8, chances, Card.BJ, 0.99)
        for turn in (-1, 1)
    ]


def test_an_ornament_at_both_ends_of_a_court_card_is_no_joker() -> None:
    king = _indices([ScriptedCard(Card.CK, 100, 100, 0)], STANDARD, pixels_as_units(0, 0), 0.0, None)
    assert faces(assemble([*king, *_marks((100, 100), (20, 30))], MEANING)) == Counter({"CK": 1})


@pytest.mark.parametrize(
    ("middle", "half"),
    [
        ((112, 70), (24, 35)),  # a joker that lies half over the king
        ((100, 100), (27, 37)),  # marks as far apart as the king's indices: as likely the king is no card
    ],
)
def test_a_joker_that_lies_elsewhere_or_is_as_large_stays(
    middle: tuple[float, float], half: tuple[float, float]
) -> None:
    king = _indices([ScriptedCard(Card.CK, 100, 100, 0)], STANDARD, pixels_as_units(0, 0), 0.0, None)
    assert faces(assemble([*king, *_marks(middle, half)], MEANING)) == Counter({"CK": 1, "BJ": 1})


def test_nothing_seen_is_no_card() -> None:
    assert assemble([], MEANING) == ()


@pytest.mark.parametrize(
    ("size", "at", "turned"),
    [
        ((14.0, 3.2), (11.0, 6.0), 0.0),  # lettering that runs across
        ((3.4, 33.0), (5.0, 21.0), 0.0),  # down the edge, thin
        ((6.0, 12.0), (6.5, 10.0), 0.0),  # a star and no lettering
        ((10.0, 10.0), (8.0, 9.0), 6.0),  # framed as a star is, which does not tell well how it is turned
    ],
)
def test_both_corners_of_a_joker_are_one_card_however_it_is_lettered(
    size: tuple[float, float], at: tuple[float, float], turned: float
) -> None:
    (wide, high), (x, y) = size, at
    first = np.array([[x - wide / 2, y - high / 2], [x + wide / 2, y - high / 2]], np.float32)
    quad = np.concatenate([first, first[::-1] + np.array([0, high], np.float32)])
    quad = _turned(quad, turned)
    other = np.array([63, 88], np.float32) - _turned(quad, -2 * turned)
    chances = np.full(len(MEANING), 1e-4, np.float32)
    chances[MEANING.index(Card.BJ)] = 0.99
    read = [ReadIndex(3 * one, 0.8, chances, Card.BJ, 0.99) for one in (quad, other)]
    assert [card.card for card in assemble(read, MEANING)] == [Card.BJ]
    apart = [read[0], ReadIndex(read[1].quad + np.array([240, -240], np.float32), 0.8, chances, Card.BJ, 0.99)]
    assert len(assemble(apart, MEANING)) == 2
