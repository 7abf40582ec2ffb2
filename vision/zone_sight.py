"""Read the cards of zones: from the part of a frame that shows them, put together in table units."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paizhuo.vision.assemble import assemble
from paizhuo.vision.boxes import keep_best
from paizhuo.vision.calibrate import Points, TableMap
from paizhuo.vision.decks import DeckLearner
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.frames import Image
from paizhuo.vision.halves import rejoined
from paizhuo.vision.index_sight import DeckSight, IndexSight, Region
from paizhuo.vision.joker_look import seen_from_two
from paizhuo.vision.known_empty import KnownEmpty
from paizhuo.vision.plane import Mask, TablePlane, patch
from paizhuo.vision.poses import CARD_WIDTH_MM, DeckGeometry
from paizhuo.vision.support import is_borne_out, supported
from paizhuo.vision.sureness import is_sure
from paizhuo.vision.track import CardTrack
from paizhuo.vision.watch import Relief
from paizhuo.vision.zones import Zone


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A frame to be read, with what its small view shows: the relief, and where something lies on known cloth.

    ``things`` is None while the bare table is not known yet.
    """

    image: Image
    relief: Relief
    things: Mask | None


class ZoneSight:
    """Reads one table's zones. ``units_per_mm`` None means a map of unknown scale, to be learned from the cards."""

    def __init__(
        self,
        sight: IndexSight,
        table_map: TableMap,
        plane: TablePlane,
        zones: Sequence[Zone],
        settings: EyeSettings,
        units_per_mm: float | None,
    ) -> None:
        self._sight = sight
        self._known_deck = sight if isinstance(sight, DeckSight) else None
        self._map = table_map
        self._zones = {zone.name: zone for zone in zones}
        self._settings = settings
        self._knows_scale = units_per_mm is not None
        self._unit = units_per_mm or 1.0
        self._deck = DeckLearner()
        alone = {zone.name: patch(plane.zone(zone)) for zone in zones}
        around = {zone.name: patch(plane.area(self._surroundings(zone))) for zone in zones}
        self._empty = KnownEmpty(alone, around, settings.reads, settings.watch)

    @property
    def units_per_mm(self) -> float:
        """Give the scale of the table units, as far as it is known."""
        return self._unit

    def follow(self, table_map: TableMap) -> None:
        """Go on with another map of the same table."""
        self._map = table_map

    def cards(self, picture: Picture, due: Collection[str], reads: Mapping[str, int]) -> tuple[SeenCard, ...]:
        """Read the zones ``due``; ``reads`` counts the reads of each since it changed."""
        if not self._knows_scale:
            indices = self._in_units(self._sight.search_indices(picture.image).read)
            return self._in_place(assemble(indices, self._sight.cards, mark=self._mark))
        found = [(index, name) for name in due for index in self._indices(picture, name, reads[name])]
        if not found:
            return ()
        read = [index for index, _ in found]
        quads, scores = np.stack([index.quad for index in read]), np.array([index.score for index in read], np.float32)
        once = keep_best(quads, scores)
        indices = self._in_units([read[place] for place in once])
        twice = seen_from_two(
            [(index, found[place][1]) for index, place in zip(indices, once, strict=True)], self._unit
        )
        cards = assemble(
            [index for place, index in enumerate(indices) if place not in twice],
            self._sight.cards,
            geometry=self._deck.geometry,
            units_per_mm=self._unit,
            pairs_known=self._deck.pairs,
            mark=self._mark,
        )
        return self._in_place(cards)

    def _in_place(self, cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
        return self._sure(supported(rejoined(cards, self._unit), self._unit))

    def learn(self, cards: Sequence[SeenCard], tracks: Sequence[CardTrack]) -> None:
        """Learn the deck's print from the cards of a read, and the scale where it is not known."""
        if not self._knows_scale:
            self._unit = self._scale_of(cards, tracks)
        self._deck.learn(cards, self._unit)

    def marked(self, image: Image, blanks: Sequence[SeenCard]) -> dict[int, SeenCard]:
        """Name those faces without any index, by their place, that bear an enrolled joker's mark in their corners."""
        marked: dict[int, SeenCard] = {}
        for place, blank in enumerate(blanks):
            if self._known_deck is None or not blank.unread or blank.outline is None:
                continue
            outline = self._map.to_px(blank.outline.astype(np.float64)).astype(np.float32)
            indices = self._in_units(self._known_deck.read_outline(image, outline))
            cards = self._sure(assemble(indices, self._sight.cards, units_per_mm=self._unit, mark=self._mark))
            if len({card.card for card in cards}) == 1:
                best = max(cards, key=lambda card: card.confidence)
                marked[place] = replace(best, outline=blank.outline, present=blank.present)
        return marked

    @property
    def _mark(self) -> DeckGeometry | None:
        return None if self._known_deck is None else self._known_deck.mark

    def _sure(self, cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
        return tuple(card for card in cards if is_sure(card, self._settings.sureness) or is_borne_out(card))

    def _indices(self, picture: Picture, name: str, reads: int) -> Sequence[ReadIndex]:
        if picture.things is None:
            return self._read(picture.image, self._zones[name], reads)
        if self._empty.holds(name, picture.relief, picture.things):
            return ()
        found = self._read(picture.image, self._zones[name], reads)
        self._empty.note(name, picture.relief, picture.things, len(found))
        return found

    def _read(self, image: Image, zone: Zone, reads: int) -> Sequence[ReadIndex]:
        corners = self._map.to_px(self._surroundings(zone))
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        region = Region(int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        left, top, right, bottom = zone.bounds
        middle = ((left + right) / 2, (top + bottom) / 2)
        pixels_per_mm = self._unit * self._map.px_per_mm(middle)
        tall = self._deck.geometry.index_height * pixels_per_mm
        # Read by read another scale: the network errs differently at each.
        sizes = self._settings.index_pixels
        scale = min(2.0, max(0.5, sizes[reads % len(sizes)] / tall))
        # A scale near one is not worth a resize.
        scale = 1.0 if 0.8 < scale < 1.25 else scale
        return self._sight.read_indices(image, region, scale=scale, pixels_per_mm=pixels_per_mm).read

    def _surroundings(self, zone: Zone) -> Points:
        """Give the corners of what is read with a zone: the rectangle around it and a margin."""
        left, top, right, bottom = zone.bounds
        margin = self._settings.margin * self._unit
        return np.array(
            [
                (left - margin, top - margin),
                (right + margin, top - margin),
                (right + margin, bottom + margin),
                (left - margin, bottom + margin),
            ]
        )

    def _in_units(self, indices: Sequence[ReadIndex]) -> list[ReadIndex]:
        return [replace(index, quad=self._map.to_mm(index.quad).astype(np.float32)) for index in indices]

    def _scale_of(self, cards: Sequence[SeenCard], tracks: Sequence[CardTrack]) -> float:
        """Learn the size of a card in a picture of unknown scale."""
        wide = [float(np.linalg.norm(card.outline[1] - card.outline[0])) for card in cards if card.outline is not None]
        wide += [float(np.linalg.norm(track.outline[1] - track.outline[0])) for track in tracks]
        return float(np.median(wide)) / CARD_WIDTH_MM if wide else self._unit
