"""The table's eye: frames in, observations out.

Watch, find, read, assemble, track, observe: synchronous and repeatable, the same frames always give the same answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from paizhuo.rules.observations import Observation
from paizhuo.vision.backs import find_blanks
from paizhuo.vision.blocked import Blockages
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.covered import Covers, explained
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.eye_settings import EyeSettings
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.ground import Ground
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.joker_pose import on_their_paper
from paizhuo.vision.observe import Moment, Observer
from paizhuo.vision.paper import Paper
from paizhuo.vision.places import Places
from paizhuo.vision.plane import Mask, TablePlane, patch, plane_for
from paizhuo.vision.seen_table import NOTHING_SEEN, SeenTable, seen_table
from paizhuo.vision.steady import Hold, Steadiness, Steady
from paizhuo.vision.track import CardTrack, Reading
from paizhuo.vision.tracks import Tracks, advance
from paizhuo.vision.turns import Turns
from paizhuo.vision.unread import Unread
from paizhuo.vision.watch import Light, Watch, Watched
from paizhuo.vision.zone_sight import Picture, ZoneSight
from paizhuo.vision.zones import Zone, zone_at


class TableEye:
    """Sees one table. Not thread-safe; give it every frame in order, or the newest when it cannot follow."""

    def __init__(
        self,
        sight: IndexSight,
        table_map: TableMap,
        zones: Sequence[Zone],
        settings: EyeSettings | None = None,
        *,
        units_per_mm: float | None = 1.0,
    ) -> None:
        """Set up for a table; ``units_per_mm`` None means a map of unknown scale, to be learned from the cards."""
        self.settings = settings or EyeSettings()
        self._map = table_map
        self._zones = tuple(zones)
        self._plane = plane_for(table_map)
        self._masks = {zone.name: self._plane.zone(zone) for zone in zones}
        patches = {name: patch(mask) for name, mask in self._masks.items()}
        self._watch = Watch(self._masks, self.settings.watch)
        watched = units_per_mm is not None and self.settings.steady is not None
        self._steady = Steady(table_map, self.settings.steady) if watched else None
        self._last_held = 0
        self._ground = Ground()
        self._places = Places(self._plane)
        self._sight = ZoneSight(sight, table_map, self._plane, zones, self.settings, units_per_mm)
        self._meaning = sight.cards
        self._paper = Paper()
        self._unread = Unread(zones, self.settings.reads)
        self._tracks = Tracks()
        self._observer = Observer(zones, self.settings.observe)
        self._turns = Turns(patches, self.settings)
        self._covers = Covers(patches, self.settings)
        self._blockages = Blockages(zones, self.settings.told_after)
        self._seen = NOTHING_SEEN

    @property
    def table(self) -> SeenTable:
        """The table as believed after the last frame."""
        return self._seen

    @property
    def steadiness(self) -> Steadiness | None:
        """What is known of the camera's place; None where it is not watched."""
        return None if self._steady is None else self._steady.now

    @property
    def tracks(self) -> tuple[CardTrack, ...]:
        """Every card that is followed."""
        return self._tracks.cards

    def see(self, frame: Frame) -> tuple[Observation, ...]:
        """Take a frame and give what is new on the table."""
        view = self._plane.view(frame.image)
        watched = self._watch.see(view, frame.seconds)
        observations: list[Observation] = [*self._blockages.light(watched.light, frame)]
        if watched.light is not Light.GOOD:
            self._remember(frame, watched)
            return tuple(observations)
        due = self._due(watched)
        held = None if self._steady is None else self._steady.see(frame.image, frame.seconds, surely=bool(due))
        if held is not None:
            is_bumped = held.hold is Hold.BUMPED
            observations += self._blockages.bumped(is_bumped, self._last_held, frame)
            if is_bumped:
                self._remember(frame, watched)
                return tuple(observations)
            if held.table_map is not self._map:
                self._follow(held.table_map)
            if held.holds:
                self._last_held = frame.seq
            else:
                # Something moved the picture, or fooled the look at it: the next look decides, nothing is read before.
                due = []
        things = self._ground.things(view)
        if due:
            self._read(frame, view, things, due)
        self._explain(view, things, watched, frame.seconds)
        observations += self._blockages.covered(self._covers.since, frame)
        moment = Moment(
            frame.seq,
            frame.seconds,
            watched.settled,
            dict(self._covers.since),
            quiet=not watched.moving and not self._due(watched),
            units_per_mm=self._sight.units_per_mm,
            exhausted=self._turns.exhausted,
            unread=self._unread.waiting,
        )
        observations += self._observer.observe(self._tracks.cards, moment)
        self._remember(frame, watched)
        return tuple(observations)

    def lose(self, seq: int, at: float) -> tuple[Observation, ...]:
        """Say that no frame comes any more; the next frame ends it."""
        return self._blockages.lose(seq, at)

    # The camera's place

    def _follow(self, table_map: TableMap) -> None:
        """Go on with another map of the same table: everything that is known of it is in millimetres and stays."""
        self._map = table_map
        self._plane = TablePlane(table_map, self._plane.mm_per_pixel)
        self._places.follow(self._plane)
        self._sight.follow(table_map)

    # Reading

    def _due(self, watched: Watched) -> list[str]:
        relief = self._watch.relief
        assert relief is not None
        return self._turns.due(watched.settled, relief, self._tracks.cards, self._unread.waiting)

    def _read(self, frame: Frame, view: Image, things: Mask, due: Collection[str]) -> None:
        relief = self._watch.relief
        assert relief is not None
        picture = Picture(frame.image, relief, None if self._ground.known is None else things)
        cards = [card for card in self._sight.cards(picture, due, self._turns.reads) if self._was_brought(card)]
        unit = self._sight.units_per_mm
        if self._ground.known is not None:
            cards = on_their_paper(cards, things, self._plane, unit)
        cards = self._paper.on_paper(cards, things, self._ground.known, self._plane)
        self._sight.learn(cards, self._tracks.cards)
        unit = self._sight.units_per_mm
        outlines = [card.outline for card in cards if card.outline is not None]
        read = self._plane.under(outlines, grow=4.0 * unit)
        self._paper.learn_colour(cards, view, self._plane)
        blanks = find_blanks(view, things & ~read, self._plane, units_per_mm=unit, paper=self._paper.colour)
        jokers = self._sight.marked(frame.image, blanks)
        if jokers:
            cards = [*cards, *jokers.values()]
            blanks = tuple(blank for place, blank in enumerate(blanks) if place not in jokers)
            outlines += [card.outline for card in jokers.values() if card.outline is not None]
            read = self._plane.under(outlines, grow=4.0 * unit)
        blanks_told = self._unread.sought(blanks, self._tracks.cards, self._turns.reads, unit)
        self._places.now(relief, things, read)
        reading = Reading(
            [*cards, *blanks_told],
            due,
            frame.seq,
            unit,
            self._zone_name,
            self._places.judge,
            self._places.is_fresh,
            self._meaning,
        )
        self._tracks = advance(self._tracks, reading, self.settings.tracks)
        self._unread.follow(blanks, self._tracks.cards, due, unit)
        self._places.keep(self._tracks.cards, frame.seq, np.logical_or.reduce([self._masks[name] for name in due]))
        self._turns.took(due, relief)

    def _was_brought(self, card: SeenCard) -> bool:
        """Say whether something moved where the card lies, or it is followed already."""
        if not self.settings.brought or card.outline is None:
            return True
        middle, near = card.outline.mean(axis=0), 35.0 * self._sight.units_per_mm
        if any(np.linalg.norm(track.outline.mean(axis=0) - middle) < near for track in self._tracks.cards):
            return True
        inside = self._plane.area(card.outline.astype(np.float64))
        return bool(inside.any() and float(self._watch.stir[inside].mean()) >= self.settings.brought)

    def _zone_name(self, point: tuple[float, float]) -> str | None:
        zone = zone_at(self._zones, point, reach=25.0 * self._sight.units_per_mm)
        return None if zone is None else zone.name

    # Hands and bare cloth

    def _explain(self, view: Image, things: Mask, watched: Watched, at: float) -> None:
        """Note what covers the table that is no card, and learn from what shows the table itself."""
        unit, tracks = self._sight.units_per_mm, self._tracks.cards
        cards = explained(tracks, self._plane, unit)
        unexplained = things & ~cards
        self._covers.see(unexplained, watched, at, unit / self._plane.mm_per_pixel)
        bare = self._covers.bare(cards, unexplained, tracks, self._turns.reads, watched, at)
        if bare.any():
            self._ground.learn(view, bare)

    def _remember(self, frame: Frame, watched: Watched) -> None:
        self._seen = seen_table(frame, watched, self._tracks.cards, self._covers.since, self._zones, self._map)
