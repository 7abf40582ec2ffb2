"""The shipped weights keep up: plays are told in time, frames are followed faster than found alone, none queues up."""

from __future__ import annotations

from paizhuo.commands._bench_table import bench_table
from paizhuo.models.manifest import read_manifest
from paizhuo.vision.shipped import open_networks

LATE, FASTER = 1.4, 0.8
"""The limits: multiples of the floor of a play, and of the finder alone."""


def test_two_plays_are_told_in_time() -> None:
    manifest = read_manifest()
    found = bench_table(manifest, open_networks(manifest, threads=1), plays=2, fps=8.0)
    assert (found.missed, found.waiting) == (0, 1)
    assert found.late <= LATE
    assert found.faster >= FASTER
    assert found.floor_ms > 500  # four intervals of an eighth of a second, and a reading
