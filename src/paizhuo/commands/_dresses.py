"""How the simulated table looks in the two columns: S as training saw cards, X as it never did."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paizhuo.device.twin.dress import Dress
    from paizhuo.device.twin.view import View

__all__ = ["dress_of"]


def dress_of(column: str, seed: int) -> Dress:
    """Give the look of the hand of ``seed`` in column S or X. Needs the artwork that `paizhuo train art` fetches.

    X has decks, table tops and index fonts that training never saw, under a lamp of another colour that lights one
    side more, through a softer and noisier camera that hangs askew.
    """
    from paizhuo.device.twin.dress import Dress
    from paizhuo.device.twin.lens import LensSettings
    from paizhuo.device.twin.view import View
    from paizhuo.models.training.tables import playing_deck, table_top

    held_out = column == "X"
    rng = random.Random(f"light:{column}:{seed}")
    deck, top = playing_deck(seed, held_out=held_out), table_top(seed, held_out=held_out)
    if held_out:
        lens = LensSettings(
            noise=rng.uniform(3.5, 5.0),
            blur=rng.uniform(0.6, 0.8),
            falloff=rng.uniform(0.3, 0.5),
            jpeg_quality=rng.randint(78, 88),
            warmth=rng.choice((-1, 1)) * rng.uniform(0.1, 0.25),
        )
        tilt = (rng.uniform(-3e-5, 3e-5), rng.uniform(-3e-5, 3e-5))
        view = _higher(View(turn=rng.uniform(-2.5, 2.5), tilt=tilt))
    else:
        lens = LensSettings(
            noise=rng.uniform(2.0, 3.5),
            blur=rng.uniform(0.5, 0.65),
            falloff=rng.uniform(0.1, 0.3),
            jpeg_quality=rng.randint(86, 94),
        )
        view = View()
    return Dress(deck, top, view, lens, f"{deck.name}, {'cloth' if top is None else 'table top'}")


def _higher(view: View) -> View:
    """Hang a camera that is askew so high that it sees the whole table."""
    import numpy as np

    from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

    x, y = TABLE_WIDTH_MM / 2, TABLE_HEIGHT_MM / 2
    corners = np.array([(-x, -y, 1.0), (x, -y, 1.0), (x, y, 1.0), (-x, y, 1.0)])
    while True:
        seen = corners @ view.to_pixels().T
        seen = seen[:, :2] / seen[:, 2:]
        if (seen >= 0).all() and (seen < (view.width, view.height)).all():
            return view
        view = replace(view, px_per_mm=view.px_per_mm * 0.995)
