"""Finding indices: what goes into the network and what comes out of it, without a network."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.vision.backends.protocol import BackendError, Tensor
from paizhuo.vision.boxes import angles, areas, centres, fused, heights, keep_best, overlap, widths
from paizhuo.vision.find import Finder, FinderSettings, decode, to_tensor

QUAD = np.array([[10, 20], [16, 20], [16, 38], [10, 38]], np.float32)


class FixedNetwork:
    """Answers with the given rows and remembers what it was asked."""

    def __init__(self, rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
        self.rows = rows
        self.asked: Tensor | None = None

    def run(self, batch: Tensor) -> Tensor:
        self.asked = batch
        return self.rows[None]


def column(
    quad: np.ndarray[tuple[int, ...], np.dtype[np.float32]], score: float, *, visible: bool = False
) -> list[float]:
    """Write one place of the network's output."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    box = [*((low + high) / 2).tolist(), *(high - low).tolist(), score]
    points = [[*point, 0.9] if visible else point for point in quad.tolist()]
    return [float(number) for number in [*box, *np.ravel(points)]]


def moved(right: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return QUAD + np.array([right, 0], np.float32)


def output(*columns: list[float]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array(columns, np.float32).T


@pytest.mark.parametrize("visible", [False, True])
def test_corners_with_and_without_visibility_are_decoded(visible: bool) -> None:
    rows = output(column(QUAD, 0.9, visible=visible), column(QUAD + 50, 0.1, visible=visible))
    scores, quads = decode(rows[None], 0.25)
    assert scores.tolist() == pytest.approx([0.9])
    assert np.allclose(quads[0], QUAD)


@pytest.mark.parametrize("shape", [(1, 12, 8), (1, 14, 8), (2, 13, 8), (13, 8)])
def test_another_output_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(BackendError):
        decode(np.zeros(shape, np.float32), 0.25)


def test_the_picture_is_padded_to_strides_and_turned_to_rgb() -> None:
    image = np.zeros((50, 70, 3), np.uint8)
    image[:, :, 0] = 255  # blue in OpenCV's order
    tensor, ratio = to_tensor(image, 1.0)
    assert tensor.shape == (1, 3, 64, 96)
    assert tensor[0, :, 0, 0].tolist() == [0, 0, 1]
    assert tensor[0, 0, 63, 95] == pytest.approx(114 / 255)
    assert ratio.tolist() == [1, 1]


@pytest.mark.parametrize("scale", [0.37, 0.5, 1.0, 1.7])
def test_quads_come_back_in_the_pictures_pixels(scale: float) -> None:
    image = np.zeros((301, 407, 3), np.uint8)
    _, ratio = to_tensor(image, scale)
    network = FixedNetwork(output(column((QUAD + 0.5) * ratio - 0.5, 0.8)))
    (found,) = Finder(network).find(image, scale=scale)
    assert np.allclose(found.quad, QUAD, atol=1e-3)
    assert network.asked is not None
    assert network.asked.shape[2] % 32 == network.asked.shape[3] % 32 == 0


def test_one_index_found_many_times_is_one() -> None:
    rows = output(*(column(QUAD + shift, 0.9 - 0.1 * shift) for shift in range(3)))
    found = Finder(FixedNetwork(rows)).find(np.zeros((64, 64, 3), np.uint8))
    assert [round(index.score, 2) for index in found] == [0.9]


def test_slanted_neighbours_in_a_fan_stay_apart() -> None:
    """Their upright boxes overlap by more than half, they themselves do not."""
    turn = np.array([[0.7071, 0.7071], [-0.7071, 0.7071]], np.float32)
    first = (QUAD - QUAD.mean(axis=0)) @ turn + 60
    second = first + np.array([7, 0], np.float32) @ turn
    found = Finder(FixedNetwork(output(column(first, 0.9), column(second, 0.8)))).find(
        np.zeros((128, 128, 3), np.uint8)
    )
    assert len(found) == 2


def test_only_the_best_are_kept_when_there_are_too_many() -> None:
    rows = output(*(column(moved(30 * i), 0.3 + 0.01 * i) for i in range(20)))
    found = Finder(FixedNetwork(rows), FinderSettings(most=5)).find(np.zeros((64, 64, 3), np.uint8))
    assert [round(index.score, 2) for index in found] == [0.49, 0.48, 0.47, 0.46, 0.45]


def test_a_picture_without_pixels_has_no_index() -> None:
    assert Finder(FixedNetwork(output(column(QUAD, 0.9)))).find(np.zeros((0, 5, 3), np.uint8)) == ()


def test_measures_of_a_quad() -> None:
    quads = np.stack([QUAD, QUAD[[1, 2, 3, 0]]])
    assert heights(quads).tolist() == [18, 6]
    assert widths(quads).tolist() == [6, 18]
    assert areas(quads).tolist() == [108, 108]
    assert angles(quads).round(3).tolist() == pytest.approx([0, np.pi / 2], abs=1e-3)


def test_overlap_is_of_the_quads_themselves() -> None:
    assert overlap(QUAD, QUAD) == pytest.approx(1.0)
    assert overlap(QUAD, moved(3)) == pytest.approx(1 / 3)
    assert overlap(QUAD, moved(6)) == 0.0
    assert overlap(QUAD, np.zeros((4, 2), np.float32)) == 0.0


def test_the_best_of_overlapping_quads_is_kept() -> None:
    quads = np.stack([QUAD, QUAD + 1, QUAD + 40])
    assert keep_best(quads, np.array([0.5, 0.9, 0.7], np.float32)) == [1, 2]


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5])
def test_equal_cards_a_prints_width_apart_are_not_averaged_into_one(turn: float) -> None:
    """The finds of two indices side by side are less than a third of their height from each other."""
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.array([[cos, sin], [-sin, cos]], np.float32)
    places = [0.0, 0.4, -0.5, 6.0, 6.5, 5.8]
    quads = np.stack([moved(right) @ turned for right in places]).astype(np.float32)
    means, scores = fused(quads, np.array([0.8, 0.7, 0.5, 0.6, 0.5, 0.45], np.float32))
    assert scores.tolist() == pytest.approx([0.8, 0.6])
    one, other = (centres(means) @ turned.T)[:, 0].tolist()
    assert other - one == pytest.approx(6.0, abs=0.4)


def test_a_find_is_averaged_into_the_nearer_of_two_equal_cards() -> None:
    """Each of the outer finds lies within part of a width of both best ones, and would draw both together."""
    quads = np.stack([moved(right) for right in (0.0, 4.8, 2.0, 2.9, -1.0, 5.8)]).astype(np.float32)
    means, _ = fused(quads, np.array([0.8, 0.75, 0.5, 0.5, 0.5, 0.5], np.float32))
    one, other = (centres(means)[:, 0] - centres(QUAD[None])[0, 0]).tolist()
    assert one < 0.5
    assert other > 4.3


def test_what_one_look_tells_apart_beside_each_other_stays_two() -> None:
    quads, scores = np.stack([QUAD, moved(4)]).astype(np.float32), np.array([0.8, 0.7], np.float32)
    assert keep_best(quads, scores) == [0]
    assert keep_best(quads, scores, looks=[1, 2]) == [0]
    assert keep_best(quads, scores, looks=[1, 1]) == [0, 1]
    # What is found much more faintly is an echo of the other.
    assert keep_best(quads, np.array([0.8, 0.4], np.float32), looks=[1, 1]) == [0]
    assert keep_best(np.stack([QUAD, moved(2)]).astype(np.float32), scores, looks=[1, 1]) == [0]
