"""What other cards leave to be seen of a known card is no new card, even where it is misread."""

from __future__ import annotations

import pytest
from tests.vision.test_eye import Watcher, shown

from paizhuo.rules.cards import Card, Seat
from paizhuo.vision.backends.scripted import ScriptedCard
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.track import TrackSettings

FOUR = ScriptedCard(Card.C4, 0, 215, 170)
HALF = ScriptedCard(Card.S4, 2, 213, 170, shows=(1,), taken_for=Card.C4)
"""The other index of the four of clubs, half under the next play: it looks like spades."""
NINE = ScriptedCard(Card.D9, 25, 245, 15)


@pytest.mark.parametrize(("same_pose", "told"), [(8.0, ["C4", "D9"]), (0.0, ["C4", "D9", "S4"])])
def test_the_rest_of_a_covered_card_is_no_new_card(same_pose: float, told: list[str]) -> None:
    """Without the look at how it lies (the control) it would be one."""
    watcher = Watcher(EyeSettings(tracks=TrackSettings(same_pose=same_pose)))
    watcher.lay([], [FOUR], Seat.S)
    watcher.lay([FOUR], [HALF, NINE], Seat.S)
    watcher.see([HALF, NINE], 20)
    assert sorted(card for _, cards in shown(watcher.told) for card in cards) == told


def test_a_fan_laid_exactly_onto_a_fan_is_told_whole() -> None:
    """Of the cards within it one index each is left, just where another card's was."""
    watcher = Watcher()
    first = [ScriptedCard(face, x, 220, 0) for face, x in ((Card.SK, -24), (Card.H9, 0), (Card.D4, 24))]
    second = [ScriptedCard(face, x + 2, 221, 0) for face, x in ((Card.C5, -24), (Card.S5, 0), (Card.H5, 24))]
    watcher.lay([], first, Seat.S)
    assert shown(watcher.lay(first, [*first, *second], Seat.S)) == [("seat-S", ["C5", "S5", "H5"])]


def test_another_card_laid_squarely_onto_one_is_a_new_card() -> None:
    """On top it shows both its indices."""
    watcher = Watcher()
    watcher.lay([], [FOUR], Seat.S)
    assert shown(watcher.lay([FOUR], [FOUR, ScriptedCard(Card.S4, 2, 213, 170)], Seat.S)) == [("seat-S", ["S4"])]
