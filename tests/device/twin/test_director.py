"""The simulated table: what is played lies where it belongs, in view, and the script covers every act."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import cv2
import numpy as np
import pytest

from paizhuo.device.players.acts import Collects, Draws, Lays, Nudges, TurnsKitty
from paizhuo.device.players.hand import HandPlan, PlayedHand, Standing, play_hand
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.lay import MANNERS, laid
from paizhuo.device.twin.scene import Lying
from paizhuo.device.twin.script import Script
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.zones import table_zones, zone_at

COMP = load("comp", ShengjiRulebook)


@lru_cache(maxsize=4)
def played(seed: int) -> PlayedHand:
    return play_hand(COMP, Standing.first(COMP), HandPlan(faults=2), random.Random(seed))


@lru_cache(maxsize=4)
def script(seed: int) -> Script:
    return Director(random.Random(seed), Tempo()).direct(played(seed).acts)


def face_up(cards: tuple[Lying, ...]) -> list[Lying]:
    return [card for card in cards if card.face_up]


def test_equal_seeds_give_equal_scripts() -> None:
    again = Director(random.Random(1), Tempo()).direct(played(1).acts)
    assert again == script(1)
    assert Director(random.Random(2), Tempo()).direct(played(1).acts) != again


def test_every_play_lies_in_the_zone_of_its_seat() -> None:
    zones = table_zones()
    course = script(1)
    for cue in course.cues:
        if isinstance(cue.act, Lays):
            new = face_up(course.scene(cue.at + 0.01).cards)[-len(cue.act.cards) :]
            assert sorted(card.card for card in new) == sorted(cue.act.cards)
            for card in new:
                zone = zone_at(zones, (card.x, card.y))
                assert zone is not None
                assert zone.seat is cue.act.seat


def test_a_nudge_moves_cards_but_never_out_of_their_zone() -> None:
    zones = table_zones()
    nudges = 0
    for seed in range(6):
        course = script(seed)
        for cue in course.cues:
            if isinstance(cue.act, Nudges):
                nudges += 1
                before, after = course.scene(cue.at - 0.01).cards, course.scene(cue.at + 0.01).cards
                moved = [card for card in after if card not in before]
                assert moved
                assert [card.card for card in before] == [card.card for card in after]
                for card in moved:
                    zone = zone_at(zones, (card.x, card.y))
                    assert zone is not None
                    assert zone.seat is cue.act.seat
    assert nudges


def test_a_collected_trick_leaves_no_face_in_view() -> None:
    course = script(1)
    collected = [cue for cue in course.cues if isinstance(cue.act, Collects)]
    assert len(collected) == len(played(1).truth.tricks)
    for cue in collected:
        assert face_up(course.scene(cue.at + 0.01).cards) == []


def test_the_kitty_is_turned_up_in_the_middle() -> None:
    course = script(1)
    cue = next(cue for cue in course.cues if isinstance(cue.act, TurnsKitty))
    shown = face_up(course.scene(cue.at + 0.01).cards)
    assert sorted(card.card for card in shown) == sorted(played(1).truth.buried)
    zones = {zone.name for card in shown if (zone := zone_at(table_zones(), (card.x, card.y)))}
    assert zones == {"kitty"}


def test_the_pile_shrinks_while_cards_are_drawn() -> None:
    course = script(1)
    heights = [len(course.scene(cue.at + 0.01).cards) for cue in course.cues if isinstance(cue.act, Draws)]
    assert heights[0] > heights[-1] > 0


def test_every_gesture_is_seen_with_a_hand_and_then_at_rest() -> None:
    course = script(1)
    for cue in course.cues:
        if isinstance(cue.act, Lays):
            after = [moment for moment in course.moments if moment.at > cue.at][:5]
            assert [moment.note for moment in after] == ["hand", *["settled"] * 4]
            assert course.scene(after[0].at).arms
            assert not course.scene(after[1].at).arms


def test_the_next_hand_begins_with_a_cleared_table() -> None:
    director = Director(random.Random(1), Tempo())
    director.direct(played(1).acts)
    second = director.direct(played(2).acts)
    assert face_up(second.scene(0.0).cards)
    first_draw = next(cue.at for cue in second.cues if isinstance(cue.act, Draws))
    assert face_up(second.scene(first_draw).cards) == []


def test_full_rate_takes_evenly_spaced_pictures() -> None:
    times = script(1).times(5.0)
    assert np.allclose(np.diff(times), 0.2)
    assert times[-1] <= script(1).seconds


@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.parametrize("count", [2, 5, 9, 12, 18])
def test_the_upper_left_index_of_every_card_stays_in_view(seat: Seat, count: int) -> None:
    """Cards are laid over one another, yet each shows the corner that names it."""
    rng = random.Random(count * 4 + seat)
    deck = house_deck()
    width, height = deck.faces[Card.SA].size
    for _ in range(4):
        cards = laid(list(enumerate(rng.sample(FACES, count))), seat, MANNERS[seat], rng)
        for place, card in enumerate(cards):
            quad = deck.faces[card.card].quads[0] / np.array([width, height])
            for u, v in (quad.mean(axis=0), *quad):
                # A fanned neighbour may touch the very corner of the block, not its inside.
                inner = quad.mean(axis=0) + (np.array([u, v]) - quad.mean(axis=0)) * 0.8
                assert not any(_covers(other, _on_table(card, inner)) for other in cards[place + 1 :])


def _on_table(card: Lying, share: np.ndarray) -> tuple[float, float]:
    top_left, top_right, _, bottom_left = (np.array(corner) for corner in card.corners())
    point = top_left + (top_right - top_left) * share[0] + (bottom_left - top_left) * share[1]
    return float(point[0]), float(point[1])


def _covers(card: Lying, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(np.array(card.corners(), np.float32), point, False) > 0


def test_an_untidy_player_lays_at_many_angles() -> None:
    rng = random.Random(3)
    angles = [laid([(0, Card.SA)], Seat.S, MANNERS[Seat.S], rng)[0].angle for _ in range(40)]
    assert math.sqrt(float(np.var(angles))) > 8
