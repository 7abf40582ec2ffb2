"""Reading indices: crops, classes and calibrated probabilities, without a network."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.backends.protocol import BackendError, Tensor
from paizhuo.vision.detections import FoundIndex
from paizhuo.vision.read import NONE, Reader, ReaderClasses, calibrated

CLASSES = ReaderClasses((*(card.value for card in FACES), NONE))
QUAD = np.array([[10, 20], [16, 20], [16, 38], [10, 38]], np.float32)


class BrightnessNetwork:
    """Takes red crops for the ace of hearts, black ones for the two of spades and grey ones for nothing."""

    def __init__(self) -> None:
        self.batches: list[tuple[int, ...]] = []

    def run(self, batch: Tensor) -> Tensor:
        self.batches.append(batch.shape)
        output = np.full((len(batch), 55), 0.001, np.float32)
        red = batch[:, 0].mean(axis=(1, 2)) - batch[:, 2].mean(axis=(1, 2))
        dark = batch.mean(axis=(1, 2, 3)) < 0.1
        places = np.where(red > 0.5, FACES.index(Card.HA), np.where(dark, FACES.index(Card.S2), 54))
        output[np.arange(len(batch)), places] = 1 - 0.054
        return output


def scene() -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    image = np.full((100, 300, 3), 128, np.uint8)
    image[:, 100:200] = (0, 0, 255)
    image[:, 200:] = 0
    return image


def test_each_index_is_read_in_order_with_none_as_unknown() -> None:
    found = [FoundIndex(QUAD + np.array([100 * place, 0], np.float32), 0.8) for place in (1, 2, 0)]
    read = Reader(BrightnessNetwork(), CLASSES).read(scene(), found)
    assert [index.card for index in read] == [Card.HA, Card.S2, Card.UNKNOWN]
    assert all(index.confidence > 0.9 for index in read)
    assert [index.score for index in read] == [0.8, 0.8, 0.8]


def test_many_indices_are_read_in_batches() -> None:
    network = BrightnessNetwork()
    Reader(network, CLASSES, size=48, batch=4).read(scene(), [FoundIndex(QUAD, 0.5)] * 10)
    assert network.batches == [(4, 3, 48, 48), (4, 3, 48, 48), (2, 3, 48, 48)]


def test_nothing_found_is_nothing_read() -> None:
    network = BrightnessNetwork()
    assert Reader(network, CLASSES).read(scene(), []) == ()
    assert network.batches == []


def test_the_temperature_keeps_the_order_and_softens() -> None:
    sharp = np.array([[0.9, 0.08, 0.02]], np.float32)
    soft = calibrated(sharp, 2.0)
    assert soft.argsort().tolist() == sharp.argsort().tolist()
    assert 0.6 < soft[0, 0] < 0.75
    assert soft.sum() == pytest.approx(1.0)
    assert np.allclose(calibrated(sharp, 1.0), sharp, atol=1e-6)


@pytest.mark.parametrize("names", [("SA", "SA"), ("SA", "XX"), ("SA", "??")])
def test_wrong_classes_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(BackendError):
        ReaderClasses(names)


def test_another_number_of_answers_is_refused() -> None:
    with pytest.raises(BackendError):
        Reader(BrightnessNetwork(), ReaderClasses(("SA", NONE))).read(scene(), [FoundIndex(QUAD, 0.5)])
