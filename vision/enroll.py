"""Deck enrolment (认牌): count a deck, name what is missing or doubled, and learn how its indices are printed.

The network's weights stay as they are. A deck's print is kept as one prototype a face: what the reader answers to it on
average, and how it looks at a sixteenth of a crop's pixels. Reading then prefers the face whose prototype is nearer, a
little: a blurred crop lies far from every print, and must not be taken for nothing because of that.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.deck_check import DeckCheck, check_deck
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.frames import Image
from paizhuo.vision.read import Reader

Floats = NDArray[np.float32]

LOOK_SIDE = 16
_FLOOR = 1e-6
_LEAST = 1e-12
_STRICTEST = 1e-3
_FARTHEST = 12.0
"""From here on, in usual distances, one prototype is as far as another."""

_WEIGHTS = (0.05, 0.3)
"""What a usual distance of the answers and of the looks takes from a face's log-probability."""

_JOKER_NEAR, _JOKER_GAIN = 5.0, 7.0
"""Jokers are lettered as the maker likes, and a strange one looks like nothing: within this distance of its answers the
enrolled joker's log-probability gains as much."""


class EnrolError(ValueError):
    """A deck file cannot be used: damaged, or taught to another reader."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """An enrolled index: its face, the reader's probabilities ``(classes,)`` and its upright crop ``(s, s, 3)`` BGR."""

    card: Card
    probabilities: Floats
    crop: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class DeckPrint:
    """How one deck is printed: prototypes of the 54 faces in the order of ``FACES``.

    ``answers`` ``(54, classes)`` are centred log-probabilities, ``looks`` ``(54, 2·16²)`` normalised pixels; ``known``
    ``(54,)`` marks the faces that were enrolled; ``usual`` holds how far the deck's own prints lie from their
    prototypes, for either. ``reader`` is the checksum of the reader whose answers they are.
    """

    reader: str
    answers: Floats
    looks: Floats
    known: NDArray[np.bool_]
    usual: tuple[float, float]

    def adapted(self, probabilities: Floats, crops: NDArray[np.uint8], cards: Sequence[Card]) -> Floats:
        """Blend probabilities ``(n, classes)`` with how near the ``crops`` ``(n, s, s, 3)`` lie to the prototypes.

        ``cards`` tells the classes. Whether a crop is a face at all stays the network's word, but for a joker that was
        enrolled; faces that were not are held as far as the middle of those that were.
        """
        if len(probabilities) == 0 or not self.known.any():
            return probabilities
        answers = _distances(_centred(probabilities), self.answers) / self.usual[0]
        looks = _distances(_looks(crops), self.looks) / self.usual[1]
        loss = _WEIGHTS[0] * np.minimum(answers, _FARTHEST) + _WEIGHTS[1] * np.minimum(looks, _FARTHEST)
        loss[:, ~self.known] = np.median(loss[:, self.known], axis=1, keepdims=True)
        places = np.array([cards.index(card) for card in FACES])
        faces = np.asarray(probabilities[:, places], np.float32)
        shares = _softmax(np.log(np.maximum(faces, _LEAST)) - loss) * faces.sum(axis=1, keepdims=True)
        scores = np.log(np.maximum(probabilities, _LEAST))
        scores[:, places] = np.log(np.maximum(shares, _LEAST))
        answers[:, ~self.known] = np.inf
        nearest = answers.argmin(axis=1)
        for joker in (FACES.index(Card.LJ), FACES.index(Card.BJ)):
            gain = _JOKER_GAIN * np.clip(_JOKER_NEAR - answers[:, joker], 0, 1)
            scores[:, places[joker]] += np.where(nearest == joker, gain, 0)
        return _softmax(scores)

    def save(self, path: Path) -> None:
        """Write the deck into a file (``.npz``, no code inside)."""
        np.savez_compressed(
            path,
            allow_pickle=False,
            reader=np.array(self.reader),
            answers=self.answers,
            looks=self.looks,
            known=self.known,
            usual=np.array(self.usual),
        )


def load_deck(path: Path, reader: str) -> DeckPrint:
    """Read a deck file. Raises ``EnrolError`` when it is damaged or was taught to another reader than ``reader``."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
            deck = DeckPrint(
                str(held["reader"]),
                np.asarray(held["answers"], np.float32),
                np.asarray(held["looks"], np.float32),
                np.asarray(held["known"], np.bool_),
                (float(held["usual"][0]), float(held["usual"][1])),
            )
    except OSError as error:
        raise EnrolError(f"{path}: {error.strerror or error}") from error
    except Exception as error:
        # A damaged archive makes zipfile, zlib or numpy raise, each a class of its own.
        raise EnrolError(f"{path}: not a deck file; make one with `paizhuo enroll`") from error
    shapes = deck.answers.shape[0], deck.looks.shape, deck.known.shape
    if shapes != (len(FACES), (len(FACES), 2 * LOOK_SIDE**2), (len(FACES),)) or min(deck.usual) <= 0:
        raise EnrolError(f"{path}: not a deck file; make one with `paizhuo enroll`")
    if deck.reader != reader:
        raise EnrolError(f"{path}: enrolled with another version of the reader; enrol the deck again")
    return deck


class Enrolment:
    """Collects the pictures of one deck, each card shown in one of them, then checks the deck and learns its print."""

    def __init__(self, reader: Reader) -> None:
        """Collect for ``reader``, which must not be adapted to a deck itself."""
        if reader.deck is not None:
            raise EnrolError("a deck is enrolled by the plain reader")
        self._reader = reader
        self._cards: list[SeenCard] = []
        self._seen: list[tuple[int, Floats, NDArray[np.uint8]]] = []

    def add(self, image: Image, cards: Sequence[SeenCard]) -> None:
        """Take the cards that were seen in a picture; backs are left out."""
        for card in cards:
            if card.card is Card.UNKNOWN:
                continue
            quads = [index.quad for index in card.indices]
            rows, crops = self._reader.probabilities(image, quads), self._reader.crops(image, quads)
            self._seen += [(len(self._cards), row, crop) for row, crop in zip(rows, crops, strict=True)]
            self._cards.append(card)

    def check(self, copies: int = 2) -> DeckCheck:
        """Count the cards against a deck."""
        return check_deck(self._cards, copies)

    def learn(self, check: DeckCheck, reader: str) -> DeckPrint:
        """Learn the deck's print; the faces are those of ``check``, where doubts are settled."""
        return learn_deck([Sample(check.faces[place], row, crop) for place, row, crop in self._seen], reader)


def learn_deck(samples: Sequence[Sample], reader: str) -> DeckPrint:
    """Make the prototypes of a deck from its samples. Raises ``EnrolError`` without any sample of a face."""
    kept = [sample for sample in samples if sample.card in FACES]
    if not kept:
        raise EnrolError("no index of a face was seen")
    faces = np.array([FACES.index(sample.card) for sample in kept])
    answers = _centred(np.stack([sample.probabilities for sample in kept]))
    looks = _looks(np.stack([sample.crop for sample in kept]))
    answer_means, look_means = (np.zeros((len(FACES), rows.shape[1]), np.float32) for rows in (answers, looks))
    known = np.zeros(len(FACES), bool)
    for face in set(faces.tolist()):
        known[face] = True
        answer_means[face] = answers[faces == face].mean(axis=0)
        look_means[face] = looks[faces == face].mean(axis=0)
    usual = _usual(_distances(answers, answer_means), faces), _usual(_distances(looks, look_means), faces)
    return DeckPrint(reader, answer_means, look_means, known, usual)


def _usual(distances: Floats, faces: NDArray[np.intp]) -> float:
    """Give how far a crop usually lies from the prototype of its face if it did not help to make it."""
    count = np.bincount(faces, minlength=len(FACES))[faces]
    shared = count > 1
    if not shared.any():
        return _STRICTEST
    # One of n crops draws their mean towards itself: from the mean of the others it lies n / (n - 1) times as far.
    own = distances[np.arange(len(faces)), faces][shared] * (count[shared] / (count[shared] - 1)) ** 2
    return max(float(np.median(own)), _STRICTEST)


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _centred(probabilities: Floats) -> Floats:
    logs = np.log(np.maximum(probabilities, _FLOOR))
    return np.asarray(logs - logs.mean(axis=1, keepdims=True), np.float32)


def _looks(crops: NDArray[np.uint8]) -> Floats:
    """Describe crops by their lightness and their redness, free of exposure and of the light's colour."""
    size = (LOOK_SIDE, LOOK_SIDE)
    small = np.stack([cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops]).astype(np.float32)
    pixels = small.reshape(len(small), -1, 3)
    light = pixels.mean(axis=2)
    contrast = light.std(axis=1, keepdims=True) + 8.0
    red = pixels[..., 2] - pixels[..., 1]
    # The paper is most of a crop: its median shade is the light's colour.
    red = red - np.median(red, axis=1, keepdims=True)
    return np.asarray(np.hstack([light - light.mean(axis=1, keepdims=True), red]) / contrast, np.float32)


def _distances(rows: Floats, prototypes: Floats) -> Floats:
    """Give the mean squared differences ``(n, faces)``."""
    squares = (rows**2).sum(axis=1)[:, None] + (prototypes**2).sum(axis=1)[None] - 2 * rows @ prototypes.T
    return np.asarray(np.maximum(squares, 0) / rows.shape[1], np.float32)
