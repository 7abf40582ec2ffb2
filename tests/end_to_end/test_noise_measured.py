"""Counting what sight gets wrong: nothing of a sight that knows, and exactly what was planted of one that errs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.noise.kept import KeptError, Source, keep, read_kept
from paizhuo.device.noise.measure import pooled
from paizhuo.device.noise.seen import judge, see_hand
from paizhuo.device.noise.standings import hand_of
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.players.temper import BOLD
from paizhuo.device.twin.dress import Dress
from paizhuo.device.twin.view import View
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import IndexSight, Indices, Region

COMP = load("comp", ShengjiRulebook)
SHORT = HandPlan(dict.fromkeys(Seat, BOLD), 0, bunching=0.2)
SEED = 2


class ErringSight:
    """Takes every queen of hearts for the queen of diamonds, and never sees the ace of spades."""

    def __init__(self, sight: IndexSight) -> None:
        self._sight = sight

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._sight.cards

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        seen = self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm)
        true, wrong = self.cards.index(Card.HQ), self.cards.index(Card.DQ)
        read = []
        for index in seen.read:
            if index.card is Card.SA:
                continue
            chances = index.probabilities.copy()
            if index.card is Card.HQ:
                chances[[true, wrong]] = 0.2, 0.75
            read.append(replace(index, probabilities=chances, card=self.cards[int(np.argmax(chances))]))
        return Indices(tuple(read), 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)


def test_exactly_the_planted_slips_are_counted(
    knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path
) -> None:
    _, played = hand_of(COMP, SEED, SHORT)
    cards = [card for trick in played.truth.tricks for play in trick.plays for card in play.cards]
    dress = Dress(view=View(width=1024, height=768, px_per_mm=1.0))
    seen = see_hand(lambda camera: ErringSight(knowing_sight(camera)), COMP, SEED, plan=SHORT, dress=dress)
    tally = seen.tally
    assert cards.count(Card.HQ) > 0
    assert {(slip.true, slip.read) for slip in tally.misread} == {(Card.HQ, Card.DQ)}
    assert len(tally.misread) == cards.count(Card.HQ)
    assert tally.missed == cards.count(Card.SA) > 0
    assert tally.cards >= 100
    assert (tally.invented, tally.late, tally.split, tally.lost, tally.uncollected) == ((), 0, 0, 0, 0)
    assert pooled([tally, tally]).missed == 2 * tally.missed

    outcome = judge(COMP, SEED, seen.told, SHORT)
    assert outcome.plays - outcome.exact >= tally.missed > 0
    path, source = tmp_path / "kept" / "hand.json.gz", Source("S", "comp", 0, dress.name, "none")
    keep(path, source, seen)
    assert read_kept(path) == (source, seen)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(KeptError, match="no hand as it was told"):
        read_kept(path)
