"""`paizhuo bench`: what reading costs, each figure as a ratio against its floor or a peer in the same run."""

from __future__ import annotations

import json
import resource
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._bench_table import bench_table
from paizhuo.commands._models import THREADS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paizhuo.models.manifest import Manifest
    from paizhuo.vision.evaluate.timing import Race
    from paizhuo.vision.frames import Image
    from paizhuo.vision.shipped import Networks

__all__ = ["command"]

_PHOTO = 1600
_FINDER_SIDE = 640
_CROPS = 32


@click.command("bench")
@click.option("--peer", type=click.Path(path_type=Path), help="A 640 px ONNX detector that `look` is compared with.")
@click.option("--turns", default=10, show_default=True, type=click.IntRange(1, 1000), help="How often each is run.")
@click.option("--table", "plays", default=0, metavar="N", type=click.IntRange(0, 60), help="Follow N plays as well.")
@click.option(
    "--fps", default=10.0, show_default=True, type=click.FloatRange(2, 60), help="Pictures a second (--table)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@THREADS
def command(peer: Path | None, turns: int, plays: int, fps: float, as_json: bool, threads: int) -> None:
    """Time finding and reading against the bare runtime, and a whole photo against a peer; tell the peak of memory.

    With --table a drawn game is followed: how late a play is told, and how many frames a second are followed.
    """
    from paizhuo.models.manifest import ModelError, read_manifest
    from paizhuo.vision.backends.protocol import BackendError
    from paizhuo.vision.shipped import open_networks

    try:
        manifest = read_manifest()
        networks = open_networks(manifest, threads=threads)
        races = _races(manifest, networks, peer, turns, threads)
        followed = bench_table(manifest, networks, plays=plays, fps=fps) if plays else None
    except (ModelError, BackendError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{peer}: {error.strerror or error}") from error
    # Linux counts in kilobytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if as_json:
        table = {} if followed is None else {"table": asdict(followed)}
        click.echo(json.dumps({"races": [asdict(race) for race in races], "peak_mb": round(peak, 1), **table}))
        return
    click.echo(f"{'':44} {'ours ms':>9} {'other ms':>9} {'ratio':>7}")
    for race in races:
        click.echo(f"{race.name:44} {race.ours_ms:9.1f} {race.other_ms:9.1f} {race.ratio:7.2f}")
    click.echo(f"peak memory {peak:.0f} MB; processor time, median of {turns} turns")
    if followed is not None:
        click.echo(
            f"{followed.plays - followed.missed} of {followed.plays} plays told at {fps:g} pictures a second, 95 % in"
            f" {followed.latency_ms:.0f} ms from rest, {followed.late:.2f} times the floor of {followed.floor_ms:.0f}"
        )
        click.echo(
            f"{followed.frames_a_second:.1f} frames a second, {followed.faster:.2f} times the finder alone on 640 px;"
            f" {followed.dropped} dropped, {followed.waiting} in the queue at most"
        )


def _races(manifest: Manifest, networks: Networks, peer: Path | None, turns: int, threads: int) -> list[Race]:
    import numpy as np

    from paizhuo.vision.backends.onnx import OnnxNetwork
    from paizhuo.vision.evaluate.timing import race
    from paizhuo.vision.find import Finder, to_tensor
    from paizhuo.vision.shipped import sight_of

    finder, sight = Finder(networks.finder), sight_of(manifest, networks)
    photo = _photo(_PHOTO)
    part = np.ascontiguousarray(photo[:_FINDER_SIDE, :_FINDER_SIDE])
    tensor, _ = to_tensor(part, 1.0)
    quads = [_quad(place) for place in range(_CROPS)]
    batch = np.zeros((_CROPS, 3, 64, 64), np.float32)
    races = [
        race(
            "find in 640 px / bare runtime", lambda: finder.find(part), lambda: networks.finder.run(tensor), turns=turns
        ),
        race(
            f"read {_CROPS} indices / bare runtime",
            lambda: sight.reader.probabilities(photo, quads),
            lambda: networks.reader.run(batch),
            turns=turns,
        ),
    ]
    if peer is not None:
        network = OnnxNetwork(peer.read_bytes(), name=peer.name, threads=threads)
        other = np.zeros((1, 3, 640, 640), np.float32)
        name = f"look at {_PHOTO} px / {peer.name}"
        races.append(race(name, lambda: sight.look(photo), lambda: network.run(other), turns=turns))
    return races


def _photo(side: int) -> Image:
    """Lay the product's own deck out, 30 cards in rows, as large as on a photo of a table."""
    import numpy as np

    from paizhuo.vision.render.compose import card_corners, paste
    from paizhuo.vision.render.house import house_deck

    canvas = np.full((side * 3 // 4, side, 3), (70, 90, 40), np.uint8)
    for place, face in enumerate(list(house_deck().faces.values())[:30]):
        middle = (120.0 + 145 * (place % 10), 200.0 + 300 * (place // 10))
        paste(canvas, face, card_corners(middle, 190.0, 0.716, 0.05 * (place % 5)))
    return canvas


def _quad(place: int) -> NDArray[np.float32]:
    import numpy as np

    x, y = 40 + 40 * (place % 16), 60 + 100 * (place // 16)
    return np.array([[x, y], [x + 16, y], [x + 16, y + 44], [x, y + 44]], np.float32)
