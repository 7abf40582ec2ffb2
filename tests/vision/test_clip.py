"""The one real clip: four cards are laid by hand, one of them is pushed, text and boxes are drawn over the picture.

Like the photos it is not part of the repository (see `test_metric_gate.py`).
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.commands.replay import command as replay

SHARED = Path(os.environ.get("PAIZHUO_SHARED", Path(__file__).parents[3] / "shared"))
CLIP = SHARED / "clips" / "sueca-trick.mp4"


@pytest.fixture(scope="module")
def told() -> list[dict[str, object]]:
    """Replay the clip once; the last line sums it up."""
    done = CliRunner().invoke(replay, [str(CLIP), "--json"])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


if CLIP.is_file():

    def test_the_four_cards_of_the_clip_are_named_in_order_and_no_other(told: list[dict[str, object]]) -> None:
        """A reader that did better on the photos invented two jokers here."""
        assert told[-1]["kind"] == "summary"
        assert told[-1]["cards"] == ["SA", "C3", "S9", "D6"]

    def test_the_push_in_the_clip_is_a_move_of_the_same_card(told: list[dict[str, object]]) -> None:
        moved = [each for each in told if each["kind"] == "moved"]
        assert moved
        assert all(each["cards"] == ["SA"] for each in moved)
        first_play = next(each for each in told if each["kind"] == "shown")
        assert float(str(moved[0]["t"])) > float(str(first_play["t"]))
