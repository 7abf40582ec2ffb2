"""The painter redraws only what changed, and the result is the same as painting everything anew."""

from __future__ import annotations

import random

import numpy as np

from paizhuo.device.twin.lay import MANNERS, laid
from paizhuo.device.twin.painter import Painter
from paizhuo.device.twin.scene import Arm, Lying, Scene
from paizhuo.device.twin.view import View, bare_table
from paizhuo.rules.cards import FACES, Seat
from paizhuo.vision.frames import Image
from paizhuo.vision.render.house import house_deck

VIEW = View(width=768, height=576, px_per_mm=0.76)
TABLE = bare_table(VIEW, np.random.default_rng(1))


def painter() -> Painter:
    return Painter(house_deck(), VIEW.to_pixels(), TABLE)


def plays() -> list[tuple[Lying, ...]]:
    rng = random.Random(5)
    numbers = iter(range(100))
    return [
        laid([(next(numbers), card) for card in rng.sample(FACES, 4)], seat, MANNERS[seat], rng)
        for seat in (Seat.S, Seat.E, Seat.N, Seat.S)
    ]


def anew(scene: Scene) -> Image:
    return painter().paint(scene)


def test_cards_added_one_play_at_a_time_look_as_if_painted_at_once() -> None:
    kept = painter()
    first, second, third, _ = plays()
    for cards in (first, (*first, *second), (*first, *second, *third)):
        assert np.array_equal(kept.paint(Scene(cards)), anew(Scene(cards)))


def test_cards_taken_away_leave_what_lay_under_and_beside_them() -> None:
    kept = painter()
    first, second, third, fourth = plays()
    kept.paint(Scene((*first, *second, *third, *fourth)))
    left = (*first, *third, *fourth[:2])
    difference = np.abs(kept.paint(Scene(left)).astype(int) - anew(Scene(left)).astype(int))
    # Edges are blended at slightly other places when only a part is repainted.
    assert difference.max() <= 2
    assert np.array_equal(kept.paint(Scene()), TABLE)


def test_a_moved_card_is_gone_from_its_old_place() -> None:
    kept = painter()
    card = plays()[0][0]
    moved = Lying(card.number, card.card, card.x + 90, card.y, card.angle)
    kept.paint(Scene((card,)))
    assert np.array_equal(kept.paint(Scene((moved,))), anew(Scene((moved,))))


def test_an_arm_is_drawn_on_a_copy_and_leaves_no_trace() -> None:
    kept = painter()
    cards = plays()[0]
    still = kept.paint(Scene(cards))
    reached = kept.paint(Scene(cards, (Arm(Seat.S, 0.0, 150.0),)))
    assert np.count_nonzero((reached != still).any(axis=2)) > 5000
    assert np.array_equal(kept.paint(Scene(cards)), still)
