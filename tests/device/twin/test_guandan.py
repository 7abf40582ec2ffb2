"""Guandan on the simulated table: tribute in the open, plays over plays, every seat's own pile of backs."""

from __future__ import annotations

import random
from functools import lru_cache

from paizhuo.device.players.acts import CountsHands, Lays, LaysDown, Reports, TakesFrom, TurnsDown, TurnsOver, TurnsUp
from paizhuo.device.players.guandan.faults import Fault
from paizhuo.device.players.guandan.hand import GuandanPlan, GuandanStanding, PlayedGuandan, play_hand
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.scene import Lying
from paizhuo.device.twin.script import Script
from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.rulebooks import load
from paizhuo.vision.zones import Piles, Zone, owners_order, table_zones, zone_at

RULES = load("guandan-seed", GuandanRulebook)
ZONES = table_zones(piles=Piles.SEATS)
DOUBLE = (Seat.E, Seat.W)


@lru_cache(maxsize=4)
def played(seed: int, order: tuple[Seat, ...] = (), *faults: Fault) -> PlayedGuandan:
    standing = GuandanStanding(Score(Rank.FIVE, Rank.TWO, order[0].side if order else None), order)
    return play_hand(RULES, standing, GuandanPlan(faults=len(faults), kinds=faults), random.Random(seed))


@lru_cache(maxsize=4)
def script(seed: int, order: tuple[Seat, ...] = (), *faults: Fault) -> Script:
    return Director(random.Random(seed), Tempo()).direct(played(seed, order, *faults).acts)


def zone_of(card: Lying) -> Zone:
    zone = zone_at(ZONES, (card.x, card.y))
    assert zone is not None
    return zone


def face_up(course: Script, at: float) -> list[Lying]:
    return [card for card in course.scene(at).cards if card.face_up]


def test_a_turned_card_lies_in_the_middle_beside_the_pile_and_goes_back() -> None:
    course = script(1)
    turned = next(act for act in played(1).acts if isinstance(act, TurnsUp))
    cue = next(cue for cue in course.cues if cue.act == turned)
    seen = [(at, cards) for at in course.times() if at < cue.at and (cards := face_up(course, at))]
    # Two pictures must be still and two more must read it.
    assert len(seen) >= 4
    for _, cards in seen:
        assert [card.card for card in cards] == [turned.card]
        assert zone_of(cards[0]).name == "kitty"
    assert face_up(course, cue.at + 0.01) == []


def test_every_play_lies_in_order_in_the_zone_of_its_seat_although_others_lie_there() -> None:
    course = script(2)
    again = 0
    for cue in course.cues:
        if isinstance(cue.act, Lays):
            cards = face_up(course, cue.at + 0.01)
            new = cards[-len(cue.act.cards) :]
            assert [card.card for card in new] == list(cue.act.cards)
            assert {zone_of(card).seat for card in new} == {cue.act.seat}
            places = [owners_order(cue.act.seat, (card.x, card.y)) for card in new]
            assert places == sorted(places)
            again += any(zone_of(card).seat is cue.act.seat for card in cards[: -len(new)])
    assert again


def test_a_trick_ends_face_down_on_the_piles_of_those_who_played() -> None:
    course = script(1)
    downs = [cue for cue in course.cues if isinstance(cue.act, TurnsDown)]
    assert len(downs) == len(played(1).truth.tricks)
    for cue, trick in zip(downs, played(1).truth.tricks, strict=True):
        assert isinstance(cue.act, TurnsDown)
        assert set(cue.act.seats) == {each.seat for each in trick.plays}
        assert face_up(course, cue.at + 0.01) == []
        piles = {zone_of(card).name for card in course.scene(cue.at + 0.01).cards}
        assert {f"pile-{seat.name}" for seat in cue.act.seats} <= piles


def test_a_tribute_is_taken_across_the_table_before_the_first_lead() -> None:
    course = script(3, (Seat.E, Seat.N, Seat.W, Seat.S))
    paid, taken, returned, *_ = [cue for cue in course.cues if isinstance(cue.act, Lays | TakesFrom)]
    assert isinstance(paid.act, Lays)
    assert isinstance(taken.act, TakesFrom)
    assert isinstance(returned.act, Lays)
    assert [card.card for card in face_up(course, paid.at + 0.01)] == list(paid.act.cards)
    assert face_up(course, taken.at + 0.01) == []
    arms = {arm.seat for arm in course.scene(taken.at).arms}
    assert arms == {taken.act.seat} == {returned.act.seat}


def test_two_returns_lie_face_down_and_are_turned_over_at_one_moment() -> None:
    course = script(1, DOUBLE)
    turn = next(cue for cue in course.cues if isinstance(cue.act, TurnsOver))
    last = [cue for cue in course.cues if isinstance(cue.act, LaysDown)][-1]
    down = [card for card in course.scene(last.at + 0.01).cards if zone_of(card).seat is not None]
    assert [card.face_up for card in down] == [False, False]
    assert {zone_of(card).seat for card in face_up(course, turn.at + 0.01)} == set(DOUBLE)
    assert {arm.seat for arm in course.scene(turn.at).arms} == set(DOUBLE)


def test_what_is_only_said_changes_nothing_on_the_table() -> None:
    course = script(4, (), Fault.WRONG_COUNT)
    said = [cue for cue in course.cues if isinstance(cue.act, Reports | CountsHands)]
    assert len(said) >= 3
    for cue in said:
        assert course.scene(cue.at - 0.01).cards == course.scene(cue.at + 0.01).cards
    assert [cue.at for cue in course.cues] == sorted(cue.at for cue in course.cues)


def test_the_whole_pile_is_drawn() -> None:
    course = script(1)
    first = next(cue.at for cue in course.cues if isinstance(cue.act, Lays))
    assert [card for card in course.scene(first - 0.5).cards if zone_of(card).name == "kitty"] == []
