"""A bumped camera is noticed at once and the table is found again; a nudged one never stops the game."""

from __future__ import annotations

import pytest

from paizhuo.device.twin.bumps import Trial, shift_of, trial
from paizhuo.vision.steady import SteadySettings


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    """Nine trials that differ in where the camera is bumped, and how far."""
    return [trial(seed, shift_of(seed)) for seed in range(9)]


def flagged(trials: list[Trial]) -> list[bool]:
    return [each.flagged is not None and each.flagged <= 2.0 for each in trials]


def test_bumps_of_eight_pixels_are_flagged_and_those_of_three_never(trials: list[Trial]) -> None:
    large, small = [each for each in trials if each.shift >= 8], [each for each in trials if each.shift <= 3]
    assert large
    assert small
    assert all(flagged(large))
    assert not any(each.flagged is not None for each in small)


def test_the_table_is_found_again_without_help(trials: list[Trial]) -> None:
    """A shift so large that markers leave the picture takes longer than these trials."""
    found = [each for each in trials if 8 <= each.shift < 40]
    assert len(found) >= 4
    for each in found:
        assert each.relocked is not None
        assert each.error < 2.0


def test_a_threshold_beyond_every_bump_flags_none() -> None:
    """The negative control: the flags come from the shift, not from hands and cards that move meanwhile."""
    blind = SteadySettings(bumped=1e6)
    assert not any(flagged([trial(seed, shift_of(seed), blind) for seed in (1, 4)]))


def test_a_table_in_play_is_no_bump() -> None:
    assert not any(flagged([trial(seed, 0.0) for seed in (20, 21, 22)]))
