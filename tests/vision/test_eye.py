"""The table's eye on drawn tables: laid cards are told once, a push is no play, and what is covered is not gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import (
    Blocked,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Observation,
    TableCleared,
)
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.frames import Frame
from paizhuo.vision.zones import table_zones

SA = ScriptedCard(Card.SA, 0, 220, 10)
H5 = ScriptedCard(Card.H5, 330, 20, 80)
C3 = ScriptedCard(Card.C3, -10, -230, 170)
D6 = ScriptedCard(Card.D6, -320, 10, -85)


class Watcher:
    """A drawn table and its eye."""

    def __init__(self, settings: EyeSettings | None = None) -> None:
        self.table = ScriptedTable()
        self.eye = TableEye(self.table.sight, self.table.table_map, table_zones(), settings)
        self.told: list[Observation] = []
        self.see([], 6)

    def see(
        self,
        cards: Sequence[ScriptedCard],
        frames: int = 8,
        *,
        hand: NDArray[np.float64] | None = None,
        light: float = 1.0,
    ) -> list[Observation]:
        return self.take(self.table.frame(cards, hand=hand, light=light) for _ in range(frames))

    def take(self, frames: Iterable[Frame]) -> list[Observation]:
        told = [observation for frame in frames for observation in self.eye.see(frame)]
        self.told += told
        return told

    def lay(self, before: Sequence[ScriptedCard], after: Sequence[ScriptedCard], seat: Seat) -> list[Observation]:
        """Bring a hand in, change the cards under it, take it away, and wait."""
        self.see(before, 2, hand=arm(seat, 150))
        self.see(after, 2, hand=arm(seat, 60))
        return self.see(after, 8)


def arm(seat: Seat, short: float = 0.0, wide: float = 90.0) -> NDArray[np.float64]:
    """Give an arm's outline from the seat's edge to ``short`` mm before its play area's middle."""
    if seat in (Seat.S, Seat.N):
        sign = 1 if seat is Seat.S else -1
        tip, end = sign * (220 + short - 60), sign * 400
        return np.array([(-wide / 2, end), (wide / 2, end), (wide / 2, tip), (-wide / 2, tip)])
    sign = 1 if seat is Seat.E else -1
    tip, end = sign * (330 + short - 60), sign * 520
    return np.array([(end, -wide / 2), (end, wide / 2), (tip, wide / 2), (tip, -wide / 2)])


def shown(observations: Sequence[Observation]) -> list[tuple[str, list[str]]]:
    return [(o.zone, [c.card.value for c in o.cards]) for o in observations if isinstance(o, CardsShown)]


def kinds(observations: Sequence[Observation]) -> list[str]:
    return [type(observation).__name__ for observation in observations]


def test_an_empty_table_tells_nothing() -> None:
    watcher = Watcher()
    watcher.see([], 20)
    assert watcher.told == []


def test_a_card_is_told_once_with_its_seat() -> None:
    watcher = Watcher()
    told = watcher.lay([], [SA], Seat.S)
    assert shown(told) == [("seat-S", ["SA"])]
    (play,) = [o for o in told if isinstance(o, CardsShown)]
    assert play.seat is Seat.S
    assert play.cards[0].confidence > 0.95
    assert watcher.see([SA], 20) == []


def test_a_card_is_not_told_before_the_hand_is_gone() -> None:
    watcher = Watcher()
    assert shown(watcher.see([SA], 10, hand=arm(Seat.S, 100, wide=200))) == []
    assert shown(watcher.see([SA], 6)) == [("seat-S", ["SA"])]


@pytest.mark.parametrize(
    ("seat", "cards", "order"),
    [
        (Seat.S, [(-30, 220), (0, 222), (30, 224)], ["S3", "S4", "S5"]),
        (Seat.N, [(-30, -220), (0, -222), (30, -224)], ["S5", "S4", "S3"]),
        (Seat.E, [(330, -30), (331, 0), (332, 30)], ["S5", "S4", "S3"]),
        (Seat.W, [(-330, -30), (-331, 0), (-332, 30)], ["S3", "S4", "S5"]),
    ],
)
def test_a_play_is_told_from_left_to_right_as_its_owner_sees_it(
    seat: Seat, cards: list[tuple[float, float]], order: list[str]
) -> None:
    angle = {Seat.S: 0, Seat.N: 180, Seat.E: -90, Seat.W: 90}[seat]
    faces = [Card.S3, Card.S4, Card.S5]
    play = [ScriptedCard(face, x, y, angle) for face, (x, y) in zip(faces, cards, strict=True)]
    # Each seat's first index is the one that a row leaves free.
    if seat in (Seat.N, Seat.E):
        play.reverse()
    watcher = Watcher()
    assert shown(watcher.lay([], play, seat)) == [(f"seat-{seat.name}", order)]


def test_a_pair_of_equal_faces_is_two_cards() -> None:
    watcher = Watcher()
    pair = [ScriptedCard(Card.HK, 0, 220, 0), ScriptedCard(Card.HK, 22, 221, 2)]
    assert shown(watcher.lay([], pair, Seat.S)) == [("seat-S", ["HK", "HK"])]


def test_a_push_is_not_a_second_play() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    pushed = ScriptedCard(Card.SA, -60, 190, 25)
    told = watcher.lay([SA], [pushed], Seat.S)
    assert kinds(told) == ["CardsMoved"]
    (move,) = [o for o in told if isinstance(o, CardsMoved)]
    first = next(o for o in watcher.told if isinstance(o, CardsShown))
    assert move.cards[0].track == first.cards[0].track


def test_a_second_copy_beside_the_first_is_a_second_card() -> None:
    """The negative of the push: the first copy still lies where it lay."""
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    told = watcher.lay([SA], [SA, ScriptedCard(Card.SA, 90, 220, 5)], Seat.S)
    assert shown(told) == [("seat-S", ["SA"])]
    assert not any(isinstance(o, CardsMoved) for o in told)


def test_nothing_is_removed_while_a_hand_covers_it() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    told = watcher.see([SA], 40, hand=arm(Seat.S, -40, wide=160))
    assert not any(isinstance(o, CardsRemoved | TableCleared) for o in told)
    assert [(o.zone, o.over) for o in told if isinstance(o, Blocked)] == [("seat-S", False)]
    told = watcher.see([SA], 10)
    assert [(o.zone, o.over) for o in told] == [("seat-S", True)]  # type: ignore[union-attr]


def test_a_card_taken_from_under_the_hand_is_removed_when_the_hand_is_gone() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    watcher.lay([SA], [SA, H5], Seat.E)
    watcher.see([SA, H5], 10, hand=arm(Seat.S, -40, wide=160))
    told = watcher.see([H5], 10)
    assert [o.zone for o in told if isinstance(o, CardsRemoved)] == ["seat-S"]


def test_a_swept_trick_is_one_clearing() -> None:
    watcher = Watcher()
    table: list[ScriptedCard] = []
    for card, seat in ((H5, Seat.E), (C3, Seat.N), (D6, Seat.W), (SA, Seat.S)):
        told = watcher.lay(table, [*table, card], seat)
        assert len(shown(told)) == 1
        table.append(card)
    watcher.see(table, 2, hand=arm(Seat.S, -150))
    told = watcher.see([], 10)
    assert kinds(told) == ["TableCleared"]


def test_a_lead_laid_while_the_trick_is_swept_comes_after_the_clearing() -> None:
    watcher = Watcher()
    watcher.lay([], [H5], Seat.E)
    watcher.lay([H5], [H5, SA], Seat.S)
    watcher.see([H5, SA], 2, hand=arm(Seat.S, -150))
    lead = ScriptedCard(Card.DQ, 5, 225, 3)
    told = watcher.see([lead], 10)
    assert kinds(told) == ["TableCleared", "CardsShown"]


def test_a_card_under_another_is_not_gone() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    over = ScriptedCard(Card.D2, 4, 223, 12)
    told = watcher.lay([SA], [SA, over], Seat.S)
    assert kinds(told) == ["CardsShown"]
    assert shown(told) == [("seat-S", ["D2"])]
    assert sum(card.hidden for card in watcher.eye.table.cards) == 1


def test_a_misread_that_clears_up_is_told_as_a_rereading() -> None:
    watcher = Watcher()
    half_covered = ScriptedCard(Card.S8, 0, 220, 0, confidence=0.62, taken_for=Card.S6)
    told = watcher.lay([], [half_covered], Seat.S)
    assert shown(told) == [("seat-S", ["S8"])]
    clear = ScriptedCard(Card.S6, 2, 220, 2, confidence=0.99)
    told = watcher.lay([half_covered], [clear], Seat.S)
    (reread,) = [o for o in told if isinstance(o, CardsReread)]
    assert (reread.before[0].card, reread.cards[0].card) == (Card.S8, Card.S6)
    assert reread.before[0].track == reread.cards[0].track


def test_changing_light_is_no_motion_and_no_play() -> None:
    watcher = Watcher()
    watcher.lay([], [SA, H5], Seat.S)
    for step in range(25):
        watcher.see([SA, H5], 1, light=1.0 - 0.025 * step)
    told = watcher.see([SA, H5], 10, light=0.4)
    assert kinds(watcher.told) == ["CardsShown", "CardsShown"]
    assert told == []


def test_a_sudden_lamp_tells_nothing() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    assert watcher.see([SA], 12, light=0.6) == []
    assert watcher.see([SA], 12, light=1.0) == []


def test_darkness_blocks_the_table_and_invents_nothing() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    told = watcher.see([SA], 12, light=0.02)
    assert [(o.cause, o.over) for o in told if isinstance(o, Blocked)] == [("dark", False)]
    told = watcher.see([SA], 12)
    assert [(o.cause, o.over) for o in told if isinstance(o, Blocked)] == [("dark", True)]
    assert kinds(told) == ["Blocked"]
    assert [card.card for card in watcher.eye.table.cards] == [Card.SA]


def test_a_picture_that_repeats_exactly_is_frozen() -> None:
    watcher = Watcher()
    stuck = watcher.table.frame([SA])
    frames = [Frame("scripted", 100 + i, stuck.captured_ns + i * 100_000_000, stuck.image) for i in range(25)]
    told = watcher.take(frames)
    (blocked,) = [o for o in told if isinstance(o, Blocked)]
    assert blocked.cause == "frozen"
    assert blocked.evidence.at - stuck.seconds <= 1.6


def test_a_still_but_living_picture_is_not_frozen() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    assert watcher.see([SA], 100) == []


def test_face_down_cards_are_told_as_unknown() -> None:
    watcher = Watcher()
    kitty = [ScriptedCard(Card.UNKNOWN, -100 + 90 * i, 0, 5 * i, face_up=False) for i in range(3)]
    watcher.see(kitty, 2, hand=arm(Seat.S, -150))
    told = watcher.see(kitty, 12)
    (play,) = [o for o in told if isinstance(o, CardsShown)]
    assert play.zone == "kitty"
    assert play.seat is None
    assert [(c.card, c.face_up) for c in play.cards] == [(Card.UNKNOWN, False)] * 3


def test_only_changed_zones_are_read() -> None:
    watcher = Watcher()
    watcher.lay([], [SA], Seat.S)
    looks = watcher.table.sight.looks
    watcher.see([SA], 30)
    assert watcher.table.sight.looks == looks
    watcher.lay([SA], [SA, H5], Seat.E)
    assert watcher.table.sight.looks - looks <= 6


def test_the_same_frames_give_the_same_answers() -> None:
    def play() -> list[Observation]:
        watcher = Watcher()
        watcher.lay([], [SA], Seat.S)
        watcher.lay([SA], [SA, H5, C3], Seat.E)
        return watcher.told

    assert play() == play()


def test_a_lost_camera_is_told_once_and_ends_with_the_next_frame() -> None:
    watcher = Watcher()
    (lost,) = watcher.eye.lose(5, 9.0)
    assert isinstance(lost, Blocked)
    assert lost.cause == "lost"
    assert watcher.eye.lose(5, 9.5) == ()
    told = watcher.see([], 3)
    assert [(o.cause, o.over) for o in told if isinstance(o, Blocked)] == [("lost", True)]
