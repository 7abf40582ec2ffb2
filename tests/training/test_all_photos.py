"""The weights on all real photos and rendered tables must not read worse than what was accepted.

The everyday suite reads sixty photos (`tests/vision/test_metric_gate.py`); this is the whole measure. The pictures lie
in `PAIZHUO_SHARED`, by default beside the project; where they are not, there is nothing to measure.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from paizhuo.device.pictures import read_picture
from paizhuo.vision.evaluate.labels import parse_labels
from paizhuo.vision.evaluate.score import compare, row
from paizhuo.vision.shipped import open_sight

TESTS = Path(__file__).parents[1]
ACCEPTED: dict[str, dict[str, float]] = json.loads((TESTS / "vision" / "accepted.json").read_text(encoding="utf-8"))
SHARED = Path(os.environ.get("PAIZHUO_SHARED", TESTS.parents[1] / "shared"))

if (SHARED / "photos" / "labels.jsonl").is_file():

    @pytest.mark.parametrize("group", ["photos", "tables"])
    def test_all_pictures_are_read_no_worse_than_accepted(group: str) -> None:
        folder, accepted = SHARED / group, ACCEPTED[f"all {group}"]
        labels = parse_labels((folder / "labels.jsonl").read_text(encoding="utf-8"), source=group)
        sight = open_sight()
        figures = row(
            [
                compare(label, [card.card for card in sight.look(read_picture(folder / "images" / label.image)).cards])
                for label in labels
            ]
        )
        for name in ("precision", "recall", "exact"):
            assert getattr(figures, name) >= accepted[name] - accepted["tolerance"], name
