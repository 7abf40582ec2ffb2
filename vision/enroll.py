"""Deck enrolment (认牌): count a deck, name what is missing or doubled, and learn how its indices are printed.

The network's weights stay as they are. A deck's print is kept as one prototype a face: what the reader answers to it on
average, and how it looks at a sixteenth of a crop's pixels. Reading then prefers the face whose prototype is nearer, a
little: a blurred crop lies far from every print, and must not be taken for nothing because of that. What may be several
faces is laid over the sharpest crops of each, blurred as it is itself (``face_prints``). Jokers, of which
the networks may know nothing, are learned from a picture of each (``joker_print``).
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.deck_check import DeckCheck, check_deck
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.face_prints import NO_PRINTS, SIDE, FacePrints, learn_prints
from paizhuo.vision.frames import Image
from paizhuo.vision.joker_marks import Mark, turns_alike
from paizhuo.vision.joker_picture import NO_PICTURE, JokerPicture
from paizhuo.vision.joker_print import JokerPrint, Shown, learn_jokers
from paizhuo.vision.look import Sight
from paizhuo.vision.prints import LOOK_SIDE, Floats, centred, distances, looks

_LEAST = 1e-12
_STRICTEST = 1e-3
_FARTHEST = 12.0
"""From here on, in usual distances, one prototype is as far as another."""

_WEIGHTS = (0.05, 0.3)
"""What a usual distance of the answers and of the looks takes from a face's log-probability."""

_AS_PRINTED = 1.0
"""What the likeness to a face's own print adds to its log-probability."""

_ASKED, _CANDIDATES, _CANDIDATE = 0.95, 5, 1e-3
"""How surely a crop is read of which nobody asks what print it resembles; how many faces are compared with what may be
another, and how probable they are at least, beside the most probable one."""

_MOST = 4
"""Of how many packs a deck is made at most: so often each joker can be in it."""

_JOKER_PARTS = ("box", "picture", "answers", "light", "ink", "width", "places", "words", "shades")


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
    prototypes, for either. ``reader`` is the checksum of the reader whose answers they are, ``jokers`` are those that
    were shown alone, ``prints`` are crops as sharp as they were seen.
    """

    reader: str
    answers: Floats
    looks: Floats
    known: NDArray[np.bool_]
    usual: tuple[float, float]
    jokers: tuple[JokerPrint, ...] = ()
    prints: FacePrints = NO_PRINTS

    def adapted(self, probabilities: Floats, crops: NDArray[np.uint8], cards: Sequence[Card]) -> Floats:
        """Blend probabilities ``(n, classes)`` with how near the ``crops`` ``(n, s, s, 3)`` lie to the prototypes.

        ``cards`` tells the classes. Whether a crop is a face at all stays the network's word; faces that were not
        enrolled are held as far as the middle of those that were.
        """
        if len(probabilities) == 0 or not self.known.any():
            return probabilities
        said = distances(centred(probabilities), self.answers) / self.usual[0]
        seen = distances(looks(crops), self.looks) / self.usual[1]
        loss = _WEIGHTS[0] * np.minimum(said, _FARTHEST) + _WEIGHTS[1] * np.minimum(seen, _FARTHEST)
        loss[:, ~self.known] = np.median(loss[:, self.known], axis=1, keepdims=True)
        places = np.array([cards.index(card) for card in FACES])
        faces = np.asarray(probabilities[:, places], np.float32)
        scores = np.log(np.maximum(faces, _LEAST)) - loss
        for place in np.flatnonzero(probabilities.max(axis=1) < _ASKED).tolist():
            scores[place] += _AS_PRINTED * self._likeness(faces[place], crops[place])
        shares = _softmax(scores) * faces.sum(axis=1, keepdims=True)
        scores = np.log(np.maximum(probabilities, _LEAST))
        scores[:, places] = np.log(np.maximum(shares, _LEAST))
        return _softmax(scores)

    def _likeness(self, faces: Floats, crop: NDArray[np.uint8]) -> Floats:
        """Say how like its own print each face is that a crop may be ``(54,)``; the least like for all others.

        Jokers are left as they are, to be told by their marks.
        """
        order = np.argsort(-faces)[:_CANDIDATES]
        asked = [place for place in order.tolist() if faces[place] > _CANDIDATE * faces[order[0]]]
        asked = [place for place in asked if not FACES[place].is_joker]
        likeness = self.prints.likeness(crop, asked)
        if np.isnan(likeness).all():
            return np.zeros(len(faces), np.float32)
        least = float(np.nanmin(likeness))
        given = np.full(len(faces), least, np.float32)
        given[asked] = np.where(np.isnan(likeness), least, likeness)
        return given

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
            faces=self.prints.faces,
            pictures=self.prints.pictures,
            jokers=np.array([joker.mark.card.value for joker in self.jokers], "U2"),
            **{f"{place}.{part}": value for place, joker in enumerate(self.jokers) for part, value in _parts(joker)},
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
                tuple(_joker(Card(str(name)), place, held) for place, name in enumerate(held["jokers"])),
                FacePrints(np.asarray(held["faces"], np.int64), np.asarray(held["pictures"], np.uint8)),
            )
    except OSError as error:
        raise EnrolError(f"{path}: {error.strerror or error}") from error
    except Exception as error:
        # A damaged archive makes zipfile, zlib or numpy raise, each a class of its own.
        raise EnrolError(f"{path}: not a deck file; make one with `paizhuo enroll`") from error
    shapes = deck.answers.shape[0], deck.looks.shape, deck.known.shape
    right = (len(FACES), (len(FACES), 2 * LOOK_SIDE**2), (len(FACES),))
    if shapes != right or min(deck.usual) <= 0 or deck.prints.pictures.shape[1:] != (SIDE, SIDE, 3):
        raise EnrolError(f"{path}: not a deck file; make one with `paizhuo enroll`")
    if deck.reader != reader:
        raise EnrolError(f"{path}: enrolled with another version of the reader; enrol the deck again")
    return deck


class Enrolment:
    """Collects the pictures of one deck, each card shown in one of them, then checks the deck and learns its print."""

    def __init__(self, sight: Sight) -> None:
        """Collect with ``sight``, whose reader must not be adapted to a deck itself."""
        if sight.reader.deck is not None:
            raise EnrolError("a deck is enrolled by the plain reader")
        self._sight = sight
        self._jokers: tuple[JokerPrint, ...] = ()
        self._plain: tuple[Card, ...] = ()
        self._pictures: list[Image] = []
        self._cards: list[SeenCard] = []
        self._seen: list[tuple[int, Floats, NDArray[np.uint8]]] = []

    @property
    def jokers(self) -> tuple[JokerPrint, ...]:
        """Give the jokers that were learned, less those whose mark turned out to be too plain."""
        return self._jokers

    @property
    def plain_jokers(self) -> tuple[Card, ...]:
        """Give the jokers whose mark was seen on more cards than a deck has of them: it tells nothing."""
        return self._plain

    def show_jokers(self, pictures: Sequence[tuple[Card, Image]]) -> None:
        """Learn jokers from pictures in which each lies alone, before the other pictures are added.

        Two decks of different makers may be enrolled as one: then each joker is shown twice. Raises ``EnrolError`` when
        no card stands out from the cloth or no mark is seen on it.
        """
        shown = [Shown(card, image, self._sight.find_faintly(image)) for card, image in pictures]
        learned = learn_jokers(shown, self._sight.reader)
        for each, joker in zip(shown, learned, strict=True):
            if joker is None:
                raise EnrolError(
                    f"{each.card.value}: no card with a mark in its corner stands out; "
                    "lay it alone on a plain, darker cloth and take the picture again"
                )
        self._jokers = tuple(joker for joker in learned if joker is not None)
        self._plain = ()

    def add(self, image: Image) -> tuple[SeenCard, ...]:
        """Look at a picture and take the cards that are seen in it; backs are left out.

        A joker of which too many are seen bears a mark like other print, a mere line: it is read on as if it had not
        been shown, and so are the pictures before.
        """
        cards = self._added(image)
        self._pictures.append(image)
        seen = Counter(card.card for card in self._cards)
        plain = {joker.mark.card for joker in self._jokers if seen[joker.mark.card] > _MOST}
        if not plain:
            return cards
        self._jokers = tuple(joker for joker in self._jokers if joker.mark.card not in plain)
        self._plain += tuple(sorted(plain, key=FACES.index))
        pictures, self._pictures = self._pictures, []
        self._cards, self._seen = [], []
        return [self.add(picture) for picture in pictures][-1]

    def _added(self, image: Image, faces: Collection[Card] = FACES) -> tuple[SeenCard, ...]:
        """Take the cards of some faces that are seen in a picture."""
        reader = self._sight.reader
        reader.deck = JokersAlone(self._jokers) if self._jokers else None
        try:
            cards = self._sight.look(image).cards
        finally:
            reader.deck = None
        for card in cards:
            if card.card not in faces:
                continue
            rows, crops = reader.plain(image, [index.quad for index in card.indices])
            self._seen += [(len(self._cards), row, crop) for row, crop in zip(rows, crops, strict=True)]
            self._cards.append(card)
        return cards

    def again(self, image: Image, copies: int = 2) -> tuple[SeenCard, ...]:
        """Look at a picture in which all cards of the faces in question lie anew, and count them from it alone.

        In question are the faces that the check calls missing or too many, and those of its doubts. Laying one card
        more would not do: who is asked for a missing four lays the other four, and a deck that lacks one is called
        whole. Comes after the last of the other pictures.
        """
        check = self.check(copies)
        doubted = {face for doubt in check.doubts for face in (doubt.read, doubt.taken)}
        asked = doubted.union(check.missing, check.doubled)
        kept = [place for place, face in enumerate(check.faces) if face not in asked]
        moved = {place: number for number, place in enumerate(kept)}
        # The doubts about faces that stay are settled by now: none of these is in question.
        self._cards = [self._cards[place] for place in kept]
        self._seen = [(moved[place], row, crop) for place, row, crop in self._seen if place in moved]
        return self._added(image, asked)

    def check(self, copies: int = 2) -> DeckCheck:
        """Count the cards against a deck."""
        return check_deck(self._cards, copies)

    def learn(self, check: DeckCheck, reader: str) -> DeckPrint:
        """Learn the deck's print; the faces are those of ``check``, where doubts are settled."""
        samples = [Sample(check.faces[place], row, crop) for place, row, crop in self._seen]
        return replace(learn_deck(samples, reader), jokers=self._jokers)


@dataclass(frozen=True, slots=True)
class JokersAlone:
    """A deck of which nothing but jokers is known."""

    jokers: tuple[JokerPrint, ...]

    def adapted(self, probabilities: Floats, crops: NDArray[np.uint8], cards: Sequence[Card]) -> Floats:
        """Give the probabilities as they are."""
        return probabilities


def learn_deck(samples: Sequence[Sample], reader: str) -> DeckPrint:
    """Make the prototypes of a deck from its samples. Raises ``EnrolError`` without any sample of a face."""
    kept = [sample for sample in samples if sample.card in FACES]
    if not kept:
        raise EnrolError("no index of a face was seen")
    faces = np.array([FACES.index(sample.card) for sample in kept])
    answers = centred(np.stack([sample.probabilities for sample in kept]))
    seen = looks(np.stack([sample.crop for sample in kept]))
    answer_means, look_means = (np.zeros((len(FACES), rows.shape[1]), np.float32) for rows in (answers, seen))
    known = np.zeros(len(FACES), bool)
    for face in set(faces.tolist()):
        known[face] = True
        answer_means[face] = answers[faces == face].mean(axis=0)
        look_means[face] = seen[faces == face].mean(axis=0)
    usual = _usual(distances(answers, answer_means), faces), _usual(distances(seen, look_means), faces)
    prints = learn_prints(faces.tolist(), [sample.crop for sample in kept])
    return DeckPrint(reader, answer_means, look_means, known, usual, prints=prints)


def _usual(apart: Floats, faces: NDArray[np.intp]) -> float:
    """Give how far a crop usually lies from the prototype of its face if it did not help to make it."""
    count = np.bincount(faces, minlength=len(FACES))[faces]
    shared = count > 1
    if not shared.any():
        return _STRICTEST
    # One of n crops draws their mean towards itself: from the mean of the others it lies n / (n - 1) times as far.
    own = apart[np.arange(len(faces)), faces][shared] * (count[shared] / (count[shared] - 1)) ** 2
    return max(float(np.median(own)), _STRICTEST)


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _parts(joker: JokerPrint) -> list[tuple[str, NDArray[np.generic]]]:
    width = np.array(joker.mark.card_width)
    drawn = joker.picture or NO_PICTURE
    values = joker.mark.box, joker.mark.picture, joker.answers, joker.light, joker.ink, width
    return list(zip(_JOKER_PARTS, (*values, drawn.places, drawn.words, drawn.shades), strict=True))


def _joker(card: Card, place: int, held: Mapping[str, NDArray[np.generic]]) -> JokerPrint:
    box, picture, answers, light, ink, width, places, words, shades = (
        np.asarray(held[f"{place}.{part}"]) for part in _JOKER_PARTS
    )
    if (
        not card.is_joker
        or box.shape != (4, 2)
        or picture.ndim != 2
        or light.shape[1:] != (LOOK_SIDE**2,)
        or ink.shape != (2,)
        or places.shape != (len(words), 2)
        or shades.ndim != 3
    ):
        raise ValueError("not a joker's print")
    rows, lights, colour = (np.asarray(value, np.float32) for value in (answers, light, ink))
    mark = Mark(card, np.asarray(box, np.float32), np.asarray(picture, np.uint8), float(width.item()))
    drawn = JokerPicture(np.asarray(places, np.float32), np.asarray(words, np.uint8), np.asarray(shades, np.uint8))
    return JokerPrint(mark, rows, lights, colour, turns_alike(mark.picture), picture=drawn)
