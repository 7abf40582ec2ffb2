"""Is the camera still where it was when the table was placed? Notices a bump, and finds the table again by itself.

The picture is compared with the one taken when the table was placed: points that should not move (markers, edges,
prints of the cloth) are followed by optical flow, and what most of them agree on is how the camera moved. Hands and
cards that come and go agree with nobody. Where the flow is lost, printed markers tell, if the table has them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.calibrate import MARKER_IDS, CalibrationError, Points, TableMap, find_markers, from_found
from paizhuo.vision.frames import Image

Grey = NDArray[np.uint8]
Matrix = NDArray[np.float64]


class Hold(StrEnum):
    """What is known about the camera's place."""

    LOCKED = "locked"
    """The table is where the map says."""
    BUMPED = "bumped"
    """The camera has moved; the map does not hold."""
    BLIND = "blind"
    """Too little of what should not move can be seen to tell."""


@dataclass(frozen=True, slots=True)
class SteadySettings:
    """Distances in pixels of a picture 1,536 wide, whatever its real width.

    A shift of ``bumped`` or more, seen ``checks`` times in a row, is a bump; a camera that moves less than ``still``
    between two looks has come to rest. Looks are ``every`` seconds apart. Shifts above ``follow`` are followed by the
    map without a word. At least ``least`` points must agree, and ``share`` of those that were found again.
    """

    bumped: float = 5.5
    checks: int = 2
    still: float = 1.0
    follow: float = 0.5
    every: float = 0.3
    points: int = 220
    corner: float = 0.006
    fade: float = 0.6
    renew: float = 20.0
    blind_for: float = 8.0
    proven: int = 8
    patience: float = 4.0
    least: int = 12
    share: float = 0.35
    width: int = 768


@dataclass(frozen=True, slots=True, eq=False)
class Steadiness:
    """What a look came to: the state, the shift (pixels at 1,536 wide, None when blind) and the map that holds now.

    ``error`` is how far the agreeing points lie from the fit (pixels at 1,536 wide), ``locked_at`` when the map was
    last known to hold, ``looked_at`` when the last look was. ``holds`` says that a picture may be read by the map: the
    last look found the table where it says, or nobody ever could tell.
    """

    hold: Hold
    shift: float | None
    table_map: TableMap
    error: float
    locked_at: float
    looked_at: float
    holds: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """How the camera moved since the reference: a homography between small pictures.

    ``error`` is how well it fits, ``found`` the share of the points that agree; ``full`` says that it knows of a tilt.
    """

    motion: Matrix
    error: float
    found: float = 1.0
    full: bool = True


_FULL = 1536.0


class Steady:
    """Watches one camera's place. Not thread-safe; give it frames in order of time."""

    def __init__(self, table_map: TableMap, settings: SteadySettings | None = None) -> None:
        self.settings = settings or SteadySettings()
        self._placed = table_map
        self._reference: Grey | None = None
        self._points: NDArray[np.float32] = np.empty((0, 1, 2), np.float32)
        self._shrink = 1.0
        self._wide = _FULL
        self._referred_at = -1e9
        self._looked_at = -1e9
        self._over = 0
        self._good_looks = 0
        self._bumped_at = 0.0
        self._last: Matrix | None = None
        self._now = Steadiness(Hold.BLIND, None, table_map, 0.0, -1e9, -1e9)

    @property
    def now(self) -> Steadiness:
        """What the last look came to."""
        return self._now

    def see(self, image: Image, at: float, *, surely: bool = False) -> Steadiness:
        """Look at a picture taken at ``at`` seconds, if it is time to or if ``surely``."""
        if self._reference is None:
            self._refer(image, self._placed, at)
            self._looked_at = at
            self._now = Steadiness(Hold.LOCKED if self._can_tell() else Hold.BLIND, 0.0, self._placed, 0.0, at, at)
            return self._now
        if not surely and at - self._looked_at < self.settings.every:
            return self._now
        self._looked_at = at
        fit = self._fit(image)
        self._now = self._judge(fit, at)
        rests = fit is not None and fit.found < self.settings.fade and self._now.hold is Hold.LOCKED
        if rests and self._now.locked_at == at and at - self._referred_at >= self.settings.renew:
            self._refer(image, self._now.table_map if fit is None else self._map_after(fit), at)
        return self._now

    def _can_tell(self) -> bool:
        return len(self._points) >= self.settings.least

    def _is_proven(self) -> bool:
        """Say whether the points have shown that they stay: those of a first picture full of cards may not."""
        return self._good_looks >= self.settings.proven

    def _judge(self, fit: _Fit | None, at: float) -> Steadiness:
        before = self._now
        if fit is None:
            self._last = None
            lost = self._is_proven() and at - before.locked_at >= self.settings.blind_for
            hold = Hold.BUMPED if before.hold is Hold.BUMPED or lost else Hold.BLIND
            return replace(before, hold=hold, shift=None, looked_at=at, holds=not self._is_proven())
        table_map = self._map_after(fit)
        moved = _greatest(before.table_map.corners(), table_map.corners())
        shift = moved * _FULL / self._wide
        rests = self._last is not None and self._between(self._last, fit.motion) < self.settings.still
        self._last = fit.motion
        error = fit.error * self._shrink * _FULL / self._wide
        if before.hold is Hold.BUMPED:
            # Without points all around, a tilt is not seen: a moment later the arm that hides some is gone.
            knows = fit.full or at - self._bumped_at >= self.settings.patience
            if rests and knows:
                self._over = 0
                return Steadiness(Hold.LOCKED, 0.0, table_map, error, at, at)
            return replace(before, shift=shift, error=error, looked_at=at, holds=False)
        self._over = self._over + 1 if shift >= self.settings.bumped else 0
        if self._over >= self.settings.checks:
            self._bumped_at = at
            return replace(before, hold=Hold.BUMPED, shift=shift, error=error, looked_at=at, holds=False)
        if self._over:
            # Once may be a hand that fooled the fit: the old map is kept, but not called sure.
            return replace(before, hold=Hold.LOCKED, shift=shift, error=error, looked_at=at, holds=False)
        self._good_looks += 1
        follows = self.settings.follow <= shift and rests and fit.full
        return Steadiness(Hold.LOCKED, shift, table_map if follows else before.table_map, error, at, at)

    # Measuring

    def _refer(self, image: Image, table_map: TableMap, at: float) -> None:
        """Compare with this picture from now on, in which the table lies as ``table_map`` says."""
        small = self._small(image)
        # Grain has corners too, a hundred times weaker: points on it would vote for a camera that never moves.
        strong_enough = cv2.cornerMinEigenVal(small, 7, ksize=3) > self.settings.corner
        mask = strong_enough.astype(np.uint8)
        found = cv2.goodFeaturesToTrack(small, self.settings.points, 0.01, 9, mask=mask, blockSize=7)
        # With nothing found OpenCV gives None, whatever its stubs say.
        strong = np.asarray(found if np.ndim(found) == 3 else np.empty((0, 1, 2)), np.float32)
        if self._reference is not None and len(strong) < max(self.settings.least, len(self._points) // 2):
            return
        self._reference, self._points, self._placed = small, strong, table_map
        self._wide, self._referred_at, self._last = float(image.shape[1]), at, None

    def _small(self, image: Image) -> Grey:
        """Give the picture small, grey and free of light: divided by its surroundings' brightness."""
        high, wide = image.shape[:2]
        self._shrink = max(1.0, wide / self.settings.width)
        size = (round(wide / self._shrink), round(high / self._shrink))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
        around = cv2.blur(grey, (41, 41))
        return np.clip((grey + 8.0) / (around + 8.0) * 96.0, 0, 255).astype(np.uint8)

    def _fit(self, image: Image) -> _Fit | None:
        """Find how the camera moved since the reference; None when that cannot be told."""
        if not self._can_tell():
            return None
        return self._by_flow(image) or self._by_markers(image)

    def _by_flow(self, image: Image) -> _Fit | None:
        assert self._reference is not None
        here, there = _followed(self._reference, self._small(image), self._points)
        if len(here) < self.settings.least:
            return None
        # The map starts from straightened pixels, and a bump moves a bent picture by no homography.
        here, there = self._straightened(here), self._straightened(there)
        motion, inside, full = _agreed(here, there, self._reference.shape)
        enough = max(self.settings.least, self.settings.share * len(here))
        if motion is None or int(inside.sum()) < enough or _quarters(here[inside], self._reference.shape) < 3:
            return None
        fitted = cv2.perspectiveTransform(here[inside][None].astype(np.float64), motion)[0]
        error = float(np.sqrt(np.mean(np.sum((fitted - there[inside]) ** 2, axis=1))))
        return _Fit(motion, error, int(inside.sum()) / len(self._points), full)

    def _straightened(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give where points ``(n, 2)`` of a small picture would lie without the lens's bending."""
        lens = self._placed.lens
        return points if lens is None else (lens.straightened(points * self._shrink) / self._shrink).astype(np.float32)

    def _by_markers(self, image: Image) -> _Fit | None:
        """Find the table anew by its markers, if it has some: after a bump too large to be followed."""
        markers = self._placed.markers
        if markers is None:
            return None
        found, table = find_markers(image), self._placed
        try:
            placed = from_found(found, table.width, table.height, markers, least=2, lens=table.lens)
        except CalibrationError:
            return None
        scale = np.diag([self._shrink, self._shrink, 1.0])
        motion = np.linalg.inv(scale) @ placed.inverse @ table.matrix @ scale
        everywhere = set(MARKER_IDS) <= set(found)
        return _Fit(np.asarray(motion / motion[2, 2], np.float64), placed.error / self._shrink, full=everywhere)

    def _map_after(self, fit: _Fit) -> TableMap:
        """Give the map of the table for the picture that the fit leads to."""
        scale = np.diag([self._shrink, self._shrink, 1.0])
        motion = scale @ fit.motion @ np.linalg.inv(scale)
        matrix = self._placed.matrix @ np.linalg.inv(motion)
        return replace(self._placed, matrix=matrix / matrix[2, 2])

    def _between(self, one: Matrix, other: Matrix) -> float:
        """Give how far the table's corners moved between two looks."""
        fits = [self._map_after(_Fit(motion, 0.0)).corners() for motion in (one, other)]
        return _greatest(*fits) * _FULL / self._wide


def _followed(
    before: Grey, after: Grey, points: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Follow points by optical flow there and back; give those that came back, and where they went, ``(n, 2)``."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, after, points, points.copy(), winSize=(21, 21), maxLevel=4)
    back, again, _ = cv2.calcOpticalFlowPyrLK(after, before, there, there.copy(), winSize=(21, 21), maxLevel=4)
    returns = np.linalg.norm((back - points)[:, 0], axis=1) < 0.7
    kept = (found[:, 0] > 0) & (again[:, 0] > 0) & returns
    return points[kept][:, 0], np.asarray(there[kept][:, 0], np.float32)


def _greatest(one: Points, other: Points) -> float:
    return float(np.linalg.norm(one - other, axis=1).max())


def _agreed(
    here: NDArray[np.float32], there: NDArray[np.float32], shape: tuple[int, ...]
) -> tuple[Matrix | None, NDArray[np.bool_], bool]:
    """Find the motion that most points agree on, which do, and whether it knows of a tilt.

    A bumped camera shifts and turns the picture, and tilts it a little. A homography alone would take one marker that
    was dragged away for a tilt: it has to stay near a shift, a turn and a change of size.
    """
    simple, inside_simple = _simple(here, there)
    found, agreeing = cv2.findHomography(here, there, cv2.RANSAC, 1.0)
    if np.shape(found) == (3, 3):
        full, inside = np.asarray(found, np.float64), agreeing[:, 0] > 0
        if _quarters(here[inside], shape) == 4:
            near = simple
            if simple is None or _quarters(here[inside_simple], shape) < 3:
                near, _ = _simple(here[inside], there[inside], threshold=50.0)
            if near is not None and _is_bump(full, near, shape):
                return full, inside, True
    return simple, inside_simple, False


def _simple(
    here: NDArray[np.float32], there: NDArray[np.float32], *, threshold: float = 1.2
) -> tuple[Matrix | None, NDArray[np.bool_]]:
    """Find the shift, turn and change of size that most points agree on."""
    found, agreeing = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=threshold)
    if np.shape(found) != (2, 3):
        return None, np.zeros(len(here), np.bool_)
    return np.vstack([found, [0.0, 0.0, 1.0]]).astype(np.float64), agreeing[:, 0] > 0


def _is_bump(full: Matrix, simple: Matrix, shape: tuple[int, ...]) -> bool:
    """Say whether a motion tilts the picture no more than a camera does that moved as far as this."""
    high, wide = shape[:2]
    edges = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float64)
    to_full, to_simple = (cv2.perspectiveTransform(edges, motion)[0] for motion in (full, simple))
    return _greatest(to_full, to_simple) <= _TILT * _greatest(to_simple, edges[0]) + 1.0


_TILT = 0.3
"""The part of a shift by which a tilt may move one corner more than another."""


def _quarters(points: NDArray[np.float32], shape: tuple[int, ...]) -> int:
    """Count the quarters of the picture that hold at least three of the points."""
    high, wide = shape[:2]
    quarters = (points[:, 0] > wide / 2).astype(int) + 2 * (points[:, 1] > high / 2).astype(int)
    return int((np.bincount(quarters, minlength=4) >= 3).sum())
