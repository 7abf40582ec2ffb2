"""Bumped cameras over a table in play: how soon a bump is noticed, and how well the table is found again."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.device.camera.simulated import Bump, SimulatedCamera
from paizhuo.device.players.match import plan_for, play_match, playable
from paizhuo.device.rehearsal import placed
from paizhuo.device.twin.director import Director, Tempo
from paizhuo.device.twin.script import Script
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.steady import Hold, Steady, SteadySettings
from paizhuo.vision.zones import TABLE_HEIGHT_MM, TABLE_WIDTH_MM

BEFORE, AFTER, FPS = 0.5, 2.25, 4.0
"""Seconds filmed before and after a bump, and pictures a second."""

_X, _Y = TABLE_WIDTH_MM / 2, TABLE_HEIGHT_MM / 2
_EDGES = [(-_X, -_Y), (_X, -_Y), (_X, _Y), (-_X, _Y)]


@dataclass(frozen=True, slots=True)
class Trial:
    """One bump: ``shift`` (px) is that of the corner that moved most; ``flagged`` and ``relocked`` in seconds after it.

    ``error`` (px) is how far the table's corners are off in the map that holds at the end.
    """

    seed: int
    shift: float
    flagged: float | None
    relocked: float | None
    error: float


@lru_cache(maxsize=1)
def _script() -> Script:
    (played,) = play_match(playable("guandan-seed"), 5, plan_for(playable("guandan-seed"), 0), 1)
    return Director(random.Random(5), Tempo()).direct(played.acts)


@lru_cache(maxsize=1)
def _camera() -> tuple[SimulatedCamera, TableMap]:
    camera = SimulatedCamera(house_deck(), seed=1)
    return camera, placed(camera)


def _corners(to_pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(np.array([_EDGES], np.float64), to_pixels)[0], np.float64)


def motion(
    shift: float, rng: random.Random, to_pixels: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.float64]:
    """Push, turn, lift or tilt the camera so that the corner that moves most moves by ``shift`` pixels."""
    way, turn, lift = rng.uniform(0, 2 * math.pi), rng.gauss(0, 0.3), rng.gauss(0, 0.3)
    tilt = (rng.gauss(0, 2e-4), rng.gauss(0, 2e-4))
    centre = np.array([[1.0, 0.0, size[0] / 2], [0.0, 1.0, size[1] / 2], [0.0, 0.0, 1.0]])
    before = _corners(to_pixels)

    def scaled(amount: float) -> NDArray[np.float64]:
        cos, sin = math.cos(turn * amount / 400), math.sin(turn * amount / 400)
        grow = 1 + lift * amount / 400
        middle = np.array(
            [
                [cos * grow, -sin * grow, math.cos(way) * amount],
                [sin * grow, cos * grow, math.sin(way) * amount],
                [tilt[0] * amount / 400, tilt[1] * amount / 400, 1.0],
            ]
        )
        return np.asarray(centre @ middle @ np.linalg.inv(centre), np.float64)

    low, high = 0.0, 4 * shift
    for _ in range(40):
        amount = (low + high) / 2
        moved = float(np.linalg.norm(_corners(scaled(amount) @ to_pixels) - before, axis=1).max())
        low, high = (amount, high) if moved < shift else (low, amount)
    return scaled((low + high) / 2)


def trial(seed: int, shift: float, settings: SteadySettings | None = None) -> Trial:
    """Film a table in play around a bump and watch the camera's place."""
    rng = random.Random(seed)
    course, camera, table_map = _script(), *_camera()
    at = rng.uniform(30.0, course.seconds - AFTER - 1)
    window = [at - BEFORE + step / FPS for step in range(round((BEFORE + AFTER) * FPS))]
    view = camera.view
    push = motion(shift, rng, view.to_pixels(), (view.width, view.height)) if shift else np.eye(3)
    camera.bumps = ()
    steady = Steady(table_map, settings)
    steady.see(camera.bare(), -10.0)
    flagged = relocked = None
    for since in (second - at for second in window):
        camera.bumps = (Bump(-math.inf, push),) if since >= 0 else ()
        (frame,) = camera.shoot(course, [at + since])
        now = steady.see(frame.image, since)
        if flagged is None and now.hold is Hold.BUMPED:
            flagged = since
        if flagged is not None and relocked is None and now.hold is Hold.LOCKED:
            relocked = since
    truth = _corners(camera.to_pixels())
    believed = steady.now.table_map.to_px(_EDGES)
    return Trial(seed, shift, flagged, relocked, float(np.linalg.norm(believed - truth, axis=1).max()))


def shift_of(seed: int) -> float:
    """Give the trials' shifts: a third up to 3 px, a third from 8 px, a third anything up to 80 px."""
    rng = random.Random(f"shift {seed}")
    return (rng.uniform(0.0, 3.0), rng.uniform(8.0, 16.0), rng.uniform(8.0, 80.0))[seed % 3]
