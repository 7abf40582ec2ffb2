"""Look at pictures: find at the right scales, read from the full resolution, put cards together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.card_sizes import card_sizes
from paizhuo.vision.detections import FoundIndex, Look, Quad, ReadIndex
from paizhuo.vision.find import Finder
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.joker_cards import with_pictures
from paizhuo.vision.joker_look import IN_PHOTOS, JokerLook, looked_at
from paizhuo.vision.joker_print import mark_geometry
from paizhuo.vision.joker_reading import read_corners, with_jokers
from paizhuo.vision.poses import DeckGeometry
from paizhuo.vision.read import Reader
from paizhuo.vision.scales import ScaleSettings, Views, chosen_scales, first_scale, merged
from paizhuo.vision.sureness import SightSettings, sure_cards


class Sight:
    """Reads cards in pictures with a finder, a reader and, where there is one, a wider look at what may be a joker."""

    def __init__(
        self,
        finder: Finder,
        reader: Reader,
        settings: SightSettings | None = None,
        scales: ScaleSettings | None = None,
        *,
        joker_look: JokerLook | None = None,
    ) -> None:
        self._finder = finder
        self._reader = reader
        self._joker_look = joker_look
        self.settings = settings or SightSettings()
        self.scales = scales or ScaleSettings()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The meaning of each probability of an index."""
        return self._reader.cards

    @property
    def reader(self) -> Reader:
        """The reader, for enrolling a deck and for adapting to one."""
        return self._reader

    @property
    def joker_look(self) -> JokerLook | None:
        """The wider look at what may be a joker, None where the weights hold no third network."""
        return self._joker_look

    @property
    def least_score(self) -> float:
        """The least score of a find where no joker is enrolled."""
        return self._finder.settings.floor

    @property
    def mark(self) -> DeckGeometry | None:
        """Give where the enrolled deck's jokers bear their mark, None where that is not known."""
        deck = self._reader.deck
        return None if deck is None else mark_geometry(deck.jokers)

    def look(self, image: Image) -> Look:
        """Read a whole photo of any size, from one card that fills it to a table of small ones."""
        return self._look(self.search_indices(image))

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        """Find and read the indices inside ``region`` (the whole picture for none).

        Where ``pixels_per_mm`` is known a wider look is taken at what may be a joker.
        """
        started = time.perf_counter()
        look = None if pixels_per_mm is None else self._joker_look
        floor = self._floor if look is None else self.settings.faintest
        found: Sequence[FoundIndex]
        if region is None:
            found = self._finder.find(image, scale=scale, floor=floor)
        else:
            part = region.inside(image)
            inner = self._finder.find(image[part.top : part.bottom, part.left : part.right], scale=scale, floor=floor)
            corner = np.array([part.left, part.top], np.float32)
            found = [FoundIndex(index.quad + corner, index.score) for index in inner]
        find_ms, started = _since(started), time.perf_counter()
        answers: Sequence[ReadIndex] = self._reader.read(image, found)
        if look is not None and pixels_per_mm is not None:
            sizes_there = [pixels_per_mm] * len(answers)
            answers = looked_at(image, answers, look, sizes_there, self._reader.cards, self.least_score)
        return self._faces(self._found(self._named(image, answers)), find_ms, started)

    def search_indices(self, image: Image) -> Indices:
        """Find and read the indices of a picture of unknown scale, at the scales that it asks for."""
        started = time.perf_counter()
        look = self._joker_look
        views = self._search(image, None if look is None else self.settings.faintest)
        find_ms, started = _since(started), time.perf_counter()
        answers: Sequence[ReadIndex] = self._reader.read_views(image, views)
        if look is not None:
            answers = self._looked_at(image, answers, look)
        answers = self._found(self._named(image, answers))
        return self._faces(self._drawn(image, answers), find_ms, started)

    def read_faintly(self, image: Image, *, scale: float = 1.0) -> tuple[ReadIndex, ...]:
        """Read whatever might be an index, found however faintly, also what is nothing."""
        return self._reader.read(image, self._finder.find(image, scale=scale, floor=self.settings.faintest))

    def find_faintly(self, image: Image) -> tuple[FoundIndex, ...]:
        """Find whatever might be an index, at the scales that a picture asks for, the best of each place."""
        return tuple(views[0] for views in self._search(image, self.settings.faintest))

    def read_outline(self, image: Image, outline: Quad) -> tuple[ReadIndex, ...]:
        """Give the marks of an enrolled joker in the corners of a card of which nothing but the outline is seen.

        ``outline`` ``(4, 2)`` is in pixels of ``image``; nothing where the card is no enrolled joker.
        """
        deck = self._reader.deck
        if deck is None or not deck.jokers:
            return ()
        return read_corners(image, outline, deck.jokers, self._reader)

    def _search(self, image: Image, floor: float | None = None) -> Sequence[Views]:
        """Find indices at a first scale, then at the scales that their sizes ask for."""
        floor = self._floor if floor is None else floor
        height, width = image.shape[:2]
        start = first_scale(width, height, self.scales)
        first = self._finder.find(image, scale=start, floor=floor)
        further = chosen_scales(width, height, first, start, self.scales)
        finds = [(start, first), *((scale, self._finder.find(image, scale=scale, floor=floor)) for scale in further)]
        return merged(finds, self.scales)

    def _looked_at(self, image: Image, answers: Sequence[ReadIndex], look: JokerLook) -> Sequence[ReadIndex]:
        """Take the wider look in a picture of unknown scale: cards that were surely read tell how large they are."""
        per_mm = card_sizes(answers, self.cards)
        if per_mm is None:
            return answers
        return looked_at(image, answers, look, per_mm, self.cards, self.least_score, IN_PHOTOS)

    def _named(self, image: Image, answers: Sequence[ReadIndex]) -> Sequence[ReadIndex]:
        """Name the enrolled jokers among what was read; what was found too faintly to be anything else goes."""
        deck = self._reader.deck
        if deck is None or not deck.jokers:
            return answers
        return with_jokers(image, answers, deck.jokers, self._reader, self.least_score)

    def _found(self, answers: Sequence[ReadIndex]) -> Sequence[ReadIndex]:
        """Leave out what was found too faintly to be anything."""
        return [index for index in answers if index.score >= self.least_score]

    def _drawn(self, image: Image, answers: Sequence[ReadIndex]) -> Sequence[ReadIndex]:
        """Add the enrolled jokers that are told by their cards' pictures: in photos alone, for it takes its time."""
        deck = self._reader.deck
        if deck is None or not deck.jokers:
            return answers
        return with_pictures(image, answers, deck.jokers, self._reader.cards)

    def _faces(self, answers: Sequence[ReadIndex], find_ms: float, started: float) -> Indices:
        """Leave out what is no index."""
        unknown = [place for place, card in enumerate(self._reader.cards) if card is Card.UNKNOWN]
        faces = tuple(
            index for index in answers if 1 - float(index.probabilities[unknown].sum()) >= self.settings.doubtful
        )
        return Indices(faces, len(answers) - len(faces), find_ms, _since(started))

    def _look(self, indices: Indices) -> Look:
        every = assemble(indices.read, self._reader.cards, mark=self.mark)
        cards = sure_cards(every, self._settings_for_deck)
        return Look(cards, indices.unread + len(every) - len(cards), indices.find_ms, indices.read_ms)

    @property
    def _floor(self) -> float | None:
        """The least score of a find: lower than usual where an enrolled mark tells what is one."""
        deck = self._reader.deck
        return self.settings.faintest if deck is not None and deck.jokers else None

    @property
    def _settings_for_deck(self) -> SightSettings:
        """Where both jokers are enrolled print is seldom taken for one: they need be no surer than other cards."""
        deck = self._reader.deck
        both = deck is not None and {Card.LJ, Card.BJ} <= {joker.mark.card for joker in deck.jokers}
        return replace(self.settings, joker=self.settings.common) if both else self.settings


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000.0
