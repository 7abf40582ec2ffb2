"""A card that takes several looks to be read is told late, and says since when it was seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paizhuo.rules.cards import Seat
from paizhuo.rules.observations import CardsShown
from paizhuo.vision.observe import Moment, Observer
from paizhuo.vision.track import CardTrack, Phase
from paizhuo.vision.zones import rectangle

ZONE = rectangle("seat-S", Seat.S, 0, 0, 100, 100)
SURE = np.where(np.arange(54) == 3, 0.0, -20.0).astype(np.float64)
CARD = CardTrack(
    id=1,
    zone=ZONE.name,
    outline=np.array([(10, 10), (20, 10), (20, 30), (10, 30)], np.float32),
    corners=np.array([(12, 12)], np.float32),
    logs=SURE,
    weight=1.0,
    sure=0.99,
    face_up=True,
    phase=Phase.TENTATIVE,
    reads=1,
    missed=0,
    first_seq=10,
    last_seq=10,
)


@pytest.mark.parametrize(("sure", "told_at"), [(0.99, 1.1), (0.5, 1.4)])
def test_a_card_is_told_when_it_is_surely_read_and_was_there_since_it_was_first_seen(
    sure: float, told_at: float
) -> None:
    observer = Observer([ZONE])
    told: list[CardsShown] = []
    for read in range(1, 6):
        track = replace(CARD, sure=sure, reads=read, phase=Phase.STABLE if read > 1 else Phase.TENTATIVE)
        moment = Moment(9 + read, 0.9 + read / 10, {ZONE.name}, {}, quiet=True, units_per_mm=1.0)
        told += [each for each in observer.observe([track], moment) if isinstance(each, CardsShown)]
    (play,) = told
    assert play.evidence.since == pytest.approx(1.0)
    assert play.evidence.at == pytest.approx(told_at)


def test_a_card_that_went_and_another_in_its_place_are_not_the_same_age() -> None:
    observer = Observer([ZONE])
    seen = replace(CARD, phase=Phase.STABLE, reads=2)
    for seq, tracks in enumerate(([seen], [], [replace(seen, id=2)])):
        told = observer.observe(tracks, Moment(seq, 1.0 + seq, {ZONE.name}, {}, quiet=True, units_per_mm=1.0))
    assert [each.evidence.since for each in told if isinstance(each, CardsShown)] == [3.0]
