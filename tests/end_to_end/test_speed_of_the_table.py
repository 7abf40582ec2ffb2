"""The shipped weights keep up: plays are told in time, frames are followed faster than found alone, none queues up."""

from __future__ import annotations

from paizhuo.commands._bench_table import bench_table
from paizhuo.models.manifest import read_manifest

LATE, FASTER = 1.4, 0.8
"""The limits: multiples of the floor of a play, and of the finder alone."""


def test_two_plays_are_told_in_time() -> None:
    found = bench_table(read_manifest(), plays=2, fps=8.0, threads=1)
    assert (found.missed, found.waiting) == (0, 1)
    assert found.late <= LATE
    assert found.faster >= FASTER
    assert found.floor_ms > 500  # four intervals of an eighth of a second, and a reading
