"""The shipped weights on real photos must not read worse than what was accepted (`accepted.json`).

The photos are not part of the repository: they lie in `PAIZHUO_SHARED`, by default beside the project. Where they are
not, the gate has nothing to measure and only its negative control runs.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from paizhuo.device.pictures import read_picture
from paizhuo.vision.evaluate.labels import parse_labels
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


if (SHARED / "photos" / "labels.jsonl").is_file():

    @pytest.mark.parametrize("figure", ["precision", "recall", "exact"])
    def test_photos_are_read_no_worse_than_accepted(outcomes: list[Outcome], figure: str) -> None:
        accepted = ACCEPTED["photos"]
        assert len(outcomes) == PHOTOS
        assert getattr(row(outcomes), figure) >= accepted[figure] - accepted["tolerance"]


def test_the_gate_would_notice_worse_reading() -> None:
    """The negative control: one card in twenty lost or invented is more than the tolerance."""
    accepted = ACCEPTED["photos"]
    assert accepted["tolerance"] <= 0.02
    for figure in ("precision", "recall"):
        assert accepted[figure] >= 0.96
        assert accepted[figure] - accepted["tolerance"] > 0.95
