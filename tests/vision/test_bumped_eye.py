"""An eye whose camera is bumped: the game pauses, goes on by itself, and no play lands with another seat."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardsMoved, CardsRemoved, CardsShown, Observation
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedSight, ScriptedTable
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.eye import TableEye
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.frames import Frame
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.zones import table_zones

LEAD = (ScriptedCard(Card.SA, -12.0, 215.0), ScriptedCard(Card.SA, 12.0, 215.0))
ANSWER = (ScriptedCard(Card.HK, 330.0, 12.0, -90.0), ScriptedCard(Card.D5, 330.0, -12.0, -90.0))
NEAR_THE_EDGE = (ScriptedCard(Card.C9, 0.0, 142.0),)
"""A card of the South that lies close to the middle: a map that is off by some centimetres gives it to nobody."""


class ShiftedSight:
    """The scripted sight through a camera that was moved: indices where the moved camera shows them."""

    def __init__(self, sight: ScriptedSight) -> None:
        self.sight = sight
        self.motion: NDArray[np.float64] = np.eye(3)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.sight.cards

    def read_indices(
        self, image: object, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        seen = self.sight.read_indices(np.empty((0, 0, 3), np.uint8))
        moved = []
        for index in seen.read:
            quad = cv2.perspectiveTransform(index.quad[None].astype(np.float64), self.motion)[0].astype(np.float32)
            x, y = quad.mean(axis=0)
            if region is None or (region.left <= x < region.right and region.top <= y < region.bottom):
                moved.append(type(index)(quad, index.score, index.probabilities, index.card, index.confidence))
        return Indices(tuple(moved), 0, 0.0, 0.0)

    def search_indices(self, image: object) -> Indices:
        return self.read_indices(image)


@dataclass
class Table:
    """A scripted table with marks at its corners that the camera can hold on to."""

    settings: EyeSettings = field(default_factory=EyeSettings)
    cards: tuple[ScriptedCard, ...] = ()
    told: list[Observation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = ScriptedTable(width=1024, height=768)
        self.sight = ShiftedSight(self.table.sight)
        table_map: TableMap = self.table.table_map
        self.eye = TableEye(self.sight, table_map, table_zones(), self.settings)
        self.see(30)

    def see(self, frames: int, *cards: ScriptedCard) -> list[Observation]:
        self.cards = (*self.cards, *cards)
        told: list[Observation] = []
        for _ in range(frames):
            frame = self.table.frame(self.cards)
            image = frame.image.copy()
            for x, y in ((80, 90), (880, 100), (900, 620), (90, 610)):
                cv2.rectangle(image, (x, y), (x + 50, y + 40), (20, 20, 20), -1)
                cv2.rectangle(image, (x + 14, y + 12), (x + 30, y + 26), (230, 230, 230), -1)
            size = (image.shape[1], image.shape[0])
            image = np.asarray(
                cv2.warpPerspective(image, self.sight.motion, size, borderMode=cv2.BORDER_REFLECT), np.uint8
            )
            told += self.eye.see(Frame(frame.source, frame.seq, frame.captured_ns, image))
        self.told += told
        return told

    def bump(self, x: float, y: float, turn: float = 0.0) -> None:
        matrix = cv2.getRotationMatrix2D((512.0, 384.0), turn, 1.0)
        matrix[:, 2] += np.array((x, y))
        self.sight.motion = np.vstack([matrix, [0.0, 0.0, 1.0]])


def shown(told: list[Observation]) -> list[tuple[Seat | None, list[Card]]]:
    return [(each.seat, [card.card for card in each.cards]) for each in told if isinstance(each, CardsShown)]


def causes(told: list[Observation]) -> list[tuple[str, bool]]:
    return [(each.cause, each.over) for each in told if isinstance(each, Blocked)]


def test_the_game_pauses_and_resumes_and_what_lay_there_is_not_told_again() -> None:
    table = Table()
    table.see(10, *LEAD)
    table.bump(34.0, -22.0, 0.7)
    told = table.see(25)
    assert causes(told) == [("bumped", False), ("bumped", True)]
    assert [each for each in told if isinstance(each, CardsShown | CardsMoved | CardsRemoved)] == []
    assert shown(table.see(12, *ANSWER)) == [(Seat.E, [Card.HK, Card.D5])]


def test_the_time_in_doubt_is_told_from_the_last_frame_that_was_sure() -> None:
    table = Table()
    table.see(10, *LEAD)
    sure = table.eye.table.frame_seq
    table.bump(30.0, 10.0)
    begun, over = (each for each in table.see(25) if isinstance(each, Blocked))
    assert sure - 6 <= begun.evidence.first_frame <= sure
    assert over.evidence.first_frame == begun.evidence.first_frame
    assert begun.evidence.last_frame < over.evidence.last_frame


def test_a_card_laid_while_the_camera_was_pushed_goes_to_its_own_seat() -> None:
    table = Table()
    table.bump(0.0, -45.0)
    told = table.see(25, *NEAR_THE_EDGE)
    assert shown(told) == [(Seat.S, [Card.C9])]
    assert told.index(next(each for each in told if isinstance(each, Blocked) and each.over)) < told.index(
        next(each for each in told if isinstance(each, CardsShown))
    )


def test_an_eye_that_does_not_watch_its_place_gives_that_card_away() -> None:
    """The negative control: without the watch the same bump ends with a card in the wrong place."""
    table = Table(EyeSettings(steady=None))
    table.bump(0.0, -45.0)
    assert shown(table.see(25, *NEAR_THE_EDGE)) != [(Seat.S, [Card.C9])]


def test_a_nudge_of_a_pixel_is_no_pause() -> None:
    table = Table()
    table.see(10, *LEAD)
    table.bump(1.2, 1.0)
    told = table.see(15)
    assert told == []
    assert shown(table.see(12, *ANSWER)) == [(Seat.E, [Card.HK, Card.D5])]
