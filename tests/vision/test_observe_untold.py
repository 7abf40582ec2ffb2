"""A play that leaves before its last card is surely read is told as it lay; what merely vanishes is not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.vision.test_eye import H5, SA, Watcher, arm, kinds, shown

from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.observations import CardsRemoved, CardsShown, Observation
from paizhuo.vision.backends.scripted import ScriptedCard
from paizhuo.vision.observe import Moment, Observer
from paizhuo.vision.poses import outline_at
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.zones import table_zones

ZONES = table_zones()
PLACES = {"seat-S": (0.0, 220.0), "seat-E": (330.0, 0.0), "seat-N": (0.0, -220.0), "kitty": (0.0, 0.0)}


def card(number: int, face: Card, zone: str = "seat-S", sure: float = 0.99, step: float = 0, **more: Any) -> CardTrack:
    """Give a card that two looks have found, the first and the second."""
    x, y = PLACES.get(zone, (330.0, 300.0))
    chances = np.where(np.arange(54) == FACES.index(face), sure, (1 - sure) / 53)
    made = CardTrack(
        id=number,
        zone=zone,
        outline=outline_at(np.array([x + 25.0 * step, y]), 0.0, 1.0),
        corners=np.empty((0, 2)),
        logs=np.log(chances),
        weight=1.0,
        sure=1.0,
        face_up=True,
        phase=Phase.STABLE,
        reads=2,
        missed=0,
        first_seq=1,
        last_seq=2,
    )
    return replace(made, **more)


DQ, SK, DOUBTFUL = card(1, Card.DQ), card(2, Card.SK, step=2), card(3, Card.H3, sure=0.6, step=1)
PLAY = [DQ, SK, DOUBTFUL]
OTHER = card(9, Card.C4, "seat-E", first_seq=0, last_seq=1)


class Table:
    """An observer whose looks come one a frame, ten frames a second."""

    def __init__(self) -> None:
        self.observer = Observer(ZONES)
        self.seq = 0
        self.told: list[Observation] = []

    def look(self, tracks: Sequence[CardTrack], *, moves: Collection[str] = (), **more: Any) -> list[Observation]:
        settled = {zone.name for zone in ZONES} - set(moves)
        moment = Moment(
            self.seq, self.seq / 10, settled, more.pop("covered", {}), quiet=not moves, units_per_mm=1.0, **more
        )
        self.seq += 1
        told = list(self.observer.observe(tracks, moment))
        self.told += told
        return told


def faces(observations: Sequence[Observation]) -> list[tuple[str, list[str]]]:
    return [
        (f"{type(each).__name__} {each.zone}", [reading.card.value for reading in each.cards])
        for each in observations
        if isinstance(each, CardsShown | CardsRemoved)
    ]


def gathered(play: Sequence[CardTrack], left: Sequence[CardTrack] = (), **more: Any) -> list[Observation]:
    """Lay a play beside one that was told, gather both, and give what is told of that."""
    table = Table()
    assert faces(table.look([OTHER])) == [("CardsShown seat-E", ["C4"])]
    for _ in range(2):
        assert faces(table.look([OTHER, *play], **more)) == []
    return table.look(left)


def test_a_play_that_is_gathered_while_it_is_read_is_told_before_the_clearing() -> None:
    told = gathered(PLAY)
    assert kinds(told) == ["CardsShown", "TableCleared"]
    assert faces(told) == [("CardsShown seat-S", ["DQ", "H3", "SK"])]
    (play,) = [each for each in told if isinstance(each, CardsShown)]
    evidence = play.evidence
    assert (evidence.first_frame, evidence.last_frame) == (1, 2)
    assert (evidence.since, evidence.at) == pytest.approx((0.1, 0.1))
    assert evidence.unseen == ("seat-S",)


def test_a_doubtful_face_is_told_with_the_others_that_it_may_be() -> None:
    logs = np.log(np.full(54, 1e-6))
    logs[[FACES.index(Card.H3), FACES.index(Card.D3)]] = np.log((0.6, 0.4))
    (told, _) = gathered([replace(DOUBTFUL, logs=logs)])
    assert isinstance(told, CardsShown)
    (reading,) = told.cards
    second, chance = reading.alternatives[0]
    assert second is Card.D3
    assert chance == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize(
    "change",
    [
        {"phase": Phase.TENTATIVE, "reads": 1},
        {"overlooked": 2},
        {"logs": np.log(np.where(np.arange(54) == 3, 0.4, 0.6 / 53))},
        {"face_up": False},
        {"zone": "pile-EW"},
    ],
    ids=["seen once", "overlooked as often as seen", "below the floor", "a back", "on a pile"],
)
def test_what_was_hardly_seen_is_not_told_because_it_vanished(change: dict[str, Any]) -> None:
    assert kinds(gathered([replace(DOUBTFUL, **change)])) == ["TableCleared"]
    assert kinds(gathered([DOUBTFUL])) == ["CardsShown", "TableCleared"]


@pytest.mark.parametrize(
    "moment",
    [{"covered": {"seat-S": 0.0}}, {"moves": ["seat-S"]}, {"exhausted": ["seat-S"]}],
    ids=["under a hand", "in motion", "after the last look"],
)
def test_what_was_not_seen_lying_free_or_not_believed_is_not_told(moment: dict[str, Any]) -> None:
    assert kinds(gathered([DOUBTFUL], **moment)) == ["TableCleared"]


def test_a_card_that_vanishes_while_its_neighbours_stay_was_none() -> None:
    table = Table()
    table.look(PLAY)
    assert faces(table.look([DQ, SK])) == [("CardsShown seat-S", ["DQ", "SK"])]
    assert kinds(table.look([])) == ["TableCleared"]


def test_a_card_that_vanishes_from_a_play_that_waits_still_was_none_of_it() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, *PLAY])
    assert table.look([OTHER, DQ, DOUBTFUL]) == []
    assert faces(table.look([])) == [("CardsShown seat-S", ["DQ", "H3"])]


@pytest.mark.parametrize(("step", "cards"), [(0.3, ["DQ"]), (0.5, ["DQ", "H3"])])
def test_a_doubtful_card_that_lies_like_a_surer_one_is_that_one_read_twice(step: float, cards: list[str]) -> None:
    told = gathered([DQ, card(3, Card.H3, sure=0.6, step=step)])
    assert faces(told) == [("CardsShown seat-S", cards)]


def test_cards_that_are_missed_one_look_apart_left_together() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, *PLAY])
    table.look([OTHER, DOUBTFUL], moves=["kitty"])
    assert faces(table.look([OTHER])) == [
        ("CardsShown seat-S", ["DQ", "H3", "SK"]),
        ("CardsRemoved seat-S", ["DQ", "H3", "SK"]),
    ]


def test_a_play_that_goes_back_while_the_others_stay_is_told_and_removed() -> None:
    told = gathered(PLAY, [OTHER])
    assert faces(told) == [("CardsShown seat-S", ["DQ", "H3", "SK"]), ("CardsRemoved seat-S", ["DQ", "H3", "SK"])]


def test_a_doubtful_card_that_comes_and_goes_by_itself_is_not_told() -> None:
    assert gathered([DOUBTFUL], [OTHER]) == []


@pytest.mark.parametrize(
    ("again", "expected"),
    [
        ([Card.DQ, Card.SK, Card.H3], ["TableCleared"]),
        ([Card.DQ, Card.H3], ["TableCleared"]),
        ([Card.DQ], ["CardsShown", "TableCleared"]),
        ([Card.DT, Card.C8, Card.C7], ["CardsShown", "TableCleared"]),
    ],
)
def test_a_play_that_turns_up_elsewhere_under_new_numbers_was_pushed(again: list[Card], expected: list[str]) -> None:
    """A new lead may hold one of the faces, as there are two decks; half of them it does not."""
    fresh = [
        card(20 + place, face, step=place, first_seq=3, last_seq=3, phase=Phase.TENTATIVE, reads=1)
        for place, face in enumerate(again)
    ]
    assert kinds(gathered(PLAY, fresh)) == expected


def test_a_card_that_was_followed_under_two_numbers_is_told_once() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, DQ, DOUBTFUL])
    hidden = replace(DOUBTFUL, phase=Phase.HIDDEN)
    table.look([OTHER, replace(DQ, last_seq=4), hidden, card(4, Card.H3, sure=0.7, step=1, first_seq=3, last_seq=4)])
    assert faces(table.look([])) == [("CardsShown seat-S", ["DQ", "H3"])]


def test_two_plays_of_a_seat_that_leave_untold_are_told_one_by_one() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, DQ, DOUBTFUL])
    over = [card(4, Card.SA, first_seq=5, last_seq=6), card(5, Card.CA, sure=0.6, step=1, first_seq=5, last_seq=6)]
    table.look([OTHER, *(replace(under, phase=Phase.HIDDEN) for under in (DQ, DOUBTFUL)), *over])
    told = table.look([])
    assert faces(told) == [("CardsShown seat-S", ["DQ", "H3"]), ("CardsShown seat-S", ["SA", "CA"])]
    assert kinds(told)[-1] == "TableCleared"


def test_a_lead_that_is_down_before_the_table_is_quiet_comes_after_the_play_that_left() -> None:
    lead = card(20, Card.HA, "seat-N", first_seq=3, last_seq=4)
    table = Table()
    table.look([OTHER])
    table.look([OTHER, *PLAY])
    told = table.look([lead], moves=["seat-E"])
    assert faces(told) == [("CardsShown seat-S", ["DQ", "H3", "SK"]), ("CardsShown seat-N", ["HA"])]
    assert kinds(told) == ["CardsShown", "TableCleared", "CardsShown"]


def test_a_play_under_the_next_lead_is_told_with_its_own_trick() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, DQ, DOUBTFUL])
    lead = card(20, Card.HA, first_seq=5, last_seq=6)
    under = [replace(each, phase=Phase.HIDDEN) for each in (DQ, DOUBTFUL)]
    told = table.look([*under, lead])
    assert faces(told) == [("CardsShown seat-S", ["DQ", "H3"]), ("CardsShown seat-S", ["HA"])]
    assert kinds(told) == ["CardsShown", "TableCleared", "CardsShown"]
    assert table.look([*under, lead]) == []


def test_what_the_clearing_left_behind_is_no_part_of_the_next_trick() -> None:
    """The hand was over its place while the new lead came down; nobody knows then to which trick it belonged."""
    lead = card(20, Card.HA, "seat-N", first_seq=3, last_seq=4)
    table = Table()
    table.look([OTHER])
    table.look([OTHER, *PLAY])
    assert kinds(table.look([*PLAY, lead], moves=["seat-S"])) == ["TableCleared", "CardsShown"]
    assert table.look([lead]) == []


def test_a_play_that_is_told_meanwhile_says_that_nobody_saw_what_came_before_it() -> None:
    table = Table()
    table.look([OTHER])
    table.look([OTHER, *PLAY])
    (told,) = table.look([OTHER, card(20, Card.HA, "seat-N", first_seq=3, last_seq=4)], moves=["kitty"])
    assert isinstance(told, CardsShown)
    assert "seat-S" in told.evidence.unseen
    assert [kind for kind, _ in faces(table.look([OTHER, card(20, Card.HA, "seat-N")]))] == [
        "CardsShown seat-S",
        "CardsRemoved seat-S",
    ]


WEAK = ScriptedCard(Card.HK, 22, 221, 10, confidence=0.6, taken_for=Card.DK)


def test_a_play_swept_up_after_three_looks_is_told_by_the_eye() -> None:
    watcher = Watcher()
    watcher.lay([], [H5], Seat.E)
    play = [SA, WEAK]
    watcher.see([H5], 2, hand=arm(Seat.S, 150))
    watcher.see([H5, *play], 2, hand=arm(Seat.S, 60))
    assert watcher.see([H5, *play], 5) == []
    watcher.see([H5, *play], 2, hand=arm(Seat.S, 60))
    told = watcher.see([], 12)
    assert kinds(told) == ["CardsShown", "TableCleared"]
    assert shown(told) == [("seat-S", ["SA", "HK"])]


def test_a_picture_taken_for_a_card_by_two_of_many_looks_is_not_told_by_the_eye() -> None:
    """The same white rectangle lies there all the while; later looks find no card on it."""
    watcher = Watcher()
    watcher.lay([], [H5], Seat.E)
    watcher.see([H5], 2, hand=arm(Seat.S, 150))
    watcher.see([H5, WEAK], 2, hand=arm(Seat.S, 60))
    watcher.see([H5, WEAK], 4)
    assert [track.reads for track in watcher.eye.tracks if track.zone == "seat-S"] == [2]
    dreamt = ScriptedCard(WEAK.card, WEAK.x, WEAK.y, WEAK.angle, shows=())
    watcher.see([H5, dreamt], 3)
    (track,) = [track for track in watcher.eye.tracks if track.zone == "seat-S"]
    assert (track.reads, track.overlooked) == (2, 3)
    watcher.see([H5, dreamt], 2, hand=arm(Seat.S, 60))
    assert kinds(watcher.see([], 12)) == ["TableCleared"]
