"""The shipped weights on real photos must not read worse than what was accepted (`accepted.json`).

The photos are not part of the repository: they lie in `PAIZHUO_SHARED`, by default beside the project. Where they are
not, the gate has nothing to measure and only its negative control runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from paizhuo.device.pictures import read_picture
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.evaluate.labels import Labelled, parse_labels
from paizhuo.vision.evaluate.score import Outcome, compare, row
from paizhuo.vision.shipped import open_sight

HERE = Path(__file__).parent
ACCEPTED: dict[str, dict[str, float]] = json.loads((HERE / "accepted.json").read_text(encoding="utf-8"))
SHARED = Path(os.environ.get("PAIZHUO_SHARED", HERE.parents[2] / "shared"))
PHOTOS = 60


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """Read every fifth photo, sixty of them."""
    folder = SHARED / "photos"
    labels = parse_labels((folder / "labels.jsonl").read_text(encoding="utf-8"))[::5][:PHOTOS]
    sight = open_sight()
    return [
        compare(label, [card.card for card in sight.look(read_picture(folder / "images" / label.image)).cards])
        for label in labels
    ]


def is_worse(outcomes: Sequence[Outcome], figure: str) -> bool:
    """Say whether a figure of these outcomes is below what was accepted for photos."""
    accepted = ACCEPTED["photos"]
    return bool(getattr(row(outcomes), figure) < accepted[figure] - accepted["tolerance"])


if (SHARED / "photos" / "labels.jsonl").is_file():

    @pytest.mark.parametrize("figure", ["precision", "recall", "exact"])
    def test_photos_are_read_no_worse_than_accepted(outcomes: list[Outcome], figure: str) -> None:
        assert len(outcomes) == PHOTOS
        assert not is_worse(outcomes, figure)


@pytest.mark.parametrize(
    ("read", "figure"), [(FACES[1:20], "recall"), ((*FACES[1:20], FACES[30]), "precision")], ids=["lost", "invented"]
)
def test_the_gate_would_notice_worse_reading(read: Sequence[Card], figure: str) -> None:
    """The negative control: one card in twenty lost or invented is more than the tolerance."""
    label = Labelled("a", "a.jpg", "", (), tuple(card.value for card in FACES[:20]))
    assert ACCEPTED["photos"]["tolerance"] <= 0.02
    assert ACCEPTED["photos"][figure] >= 0.96
    assert is_worse([compare(label, read)] * PHOTOS, figure)
    assert not is_worse([compare(label, FACES[:20])] * PHOTOS, figure)
