"""The table's eye: frames in, observations out.

Watch, find, read, assemble, track, observe: synchronous and repeatable, the same frames always give the same answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, Evidence, Observation
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backs import find_blanks
from paizhuo.vision.boxes import keep_best
from paizhuo.vision.calibrate import TableMap
from paizhuo.vision.decks import DeckLearner
from paizhuo.vision.detections import Quad, ReadIndex, SeenCard
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.ground import Ground
from paizhuo.vision.look import DeckSight, IndexSight, Region, SightSettings, Sureness, is_sure
from paizhuo.vision.observe import Moment, Observer, ObserveSettings
from paizhuo.vision.paper import Paper
from paizhuo.vision.places import Places
from paizhuo.vision.plane import Mask, TablePlane, plane_for
from paizhuo.vision.poses import DeckGeometry
from paizhuo.vision.steady import Hold, Steadiness, Steady, SteadySettings
from paizhuo.vision.support import is_borne_out, supported
from paizhuo.vision.tracks import CardTrack, Phase, Reading, Tracks, TrackSettings, advance
from paizhuo.vision.unread import Unread
from paizhuo.vision.watch import Light, Watch, Watched, WatchSettings
from paizhuo.vision.zones import WHOLE_TABLE, Zone, zone_at

_LOST = "lost"
_BUMPED = "bumped"


def _while_watching() -> SightSettings:
    return SightSettings(common=Sureness(0.35, 0.35, 0.35), joker=Sureness(0.6, 0.7, 0.33))


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """Reading: ``margin`` mm around a zone are read with it, at scales that give an index ``index_pixels`` in turn.

    A changed zone is read ``reads`` times, and up to ``most_reads`` while something in it is unsure. A thing that is no
    card covers a zone from ``hand`` mm² up; that is told after ``told_after`` seconds, and after ``furniture_after``
    seconds without motion it counts as part of the table. ``sureness`` is what a single read must have; it is less than
    for photos, as further reads follow. With ``brought`` a card counts only where things have moved before: recordings
    may have print drawn into the picture, which no hand has laid there; 0 switches that off. ``steady`` None does not
    watch the camera's place; a map of unknown scale never does.
    """

    margin: float = 50.0
    index_pixels: tuple[float, ...] = (30.0, 22.0)
    reads: int = 2
    most_reads: int = 7
    hand: float = 1500.0
    told_after: float = 1.0
    furniture_after: float = 20.0
    brought: float = 0.0
    sureness: SightSettings = field(default_factory=_while_watching)
    watch: WatchSettings = field(default_factory=WatchSettings)
    tracks: TrackSettings = field(default_factory=TrackSettings)
    observe: ObserveSettings = field(default_factory=ObserveSettings)
    steady: SteadySettings | None = field(default_factory=SteadySettings)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that the eye believes to lie on the table; ``outline`` in pixels of the frame."""

    track: int
    card: Card
    confidence: float
    zone: str
    seat: Seat | None
    face_up: bool
    hidden: bool
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The table as the eye believes it to be after a frame, for the page that shows it."""

    frame_seq: int
    at: float
    light: str
    moving: frozenset[str]
    covered: frozenset[str]
    cards: tuple[TableCard, ...]


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
        self._sight = sight
        self._known_deck = sight if isinstance(sight, DeckSight) else None
        self._map = table_map
        self._zones = tuple(zones)
        self._known_scale = units_per_mm is not None
        self._unit = units_per_mm or 1.0
        self._plane = plane_for(table_map)
        self._masks = {zone.name: self._plane.zone(zone) for zone in zones}
        self._watch = Watch(self._masks, self.settings.watch)
        watched = self._known_scale and self.settings.steady is not None
        self._steady = Steady(table_map, self.settings.steady) if watched else None
        self._bumped_told = False
        self._last_held = 0
        self._disturbed = 0
        self._ground = Ground()
        self._places = Places(self._plane)
        self._deck = DeckLearner()
        self._paper = Paper()
        self._unread = Unread(zones, self.settings.reads)
        self._tracks = Tracks()
        self._observer = Observer(zones, self.settings.observe)
        self._read_relief: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
        self._reads = {zone.name: 0 for zone in zones}
        self._covered_since: dict[str, float] = {}
        self._light_told: str | None = None
        self._covered_told: set[str] = set()
        self._seen = SeenTable(-1, 0.0, Light.GOOD.value, frozenset(), frozenset(), ())

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
        observations = self._tell_light(watched.light, frame)
        if watched.light is not Light.GOOD:
            self._remember(frame, watched)
            return tuple(observations)
        due = self._due(watched)
        held = None if self._steady is None else self._steady.see(frame.image, frame.seconds, surely=bool(due))
        if held is not None:
            observations += self._tell_bumped(held, frame)
            if held.hold is Hold.BUMPED:
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
        unexplained = things & ~self._explained()
        self._cover(unexplained, watched, frame.seconds)
        self._learn_ground(view, unexplained, watched, frame.seconds)
        observations += self._tell_covered(frame)
        moment = Moment(
            frame.seq,
            frame.seconds,
            watched.settled,
            dict(self._covered_since),
            quiet=not watched.moving and not self._due(watched),
            units_per_mm=self._unit,
            exhausted=[name for name, reads in self._reads.items() if reads >= self.settings.most_reads],
            unread=self._unread.waiting,
        )
        observations += self._observer.observe(self._tracks.cards, moment)
        self._remember(frame, watched)
        return tuple(observations)

    def lose(self, seq: int, at: float) -> tuple[Observation, ...]:
        """Say that no frame comes any more; the next frame ends it."""
        if self._light_told == _LOST:
            return ()
        self._light_told = _LOST
        return (Blocked(WHOLE_TABLE, _LOST, evidence=Evidence(seq, seq, at)),)

    # The camera's place

    def _follow(self, table_map: TableMap) -> None:
        """Go on with another map of the same table: everything that is known of it is in millimetres and stays."""
        self._map = table_map
        self._plane = TablePlane(table_map, self._plane.mm_per_pixel)
        self._places.follow(self._plane)

    def _tell_bumped(self, held: Steadiness, frame: Frame) -> list[Observation]:
        """Tell that the camera was bumped, or is in its place again: what was seen between may be wrong."""
        is_bumped = held.hold is Hold.BUMPED
        if is_bumped is self._bumped_told:
            return []
        self._bumped_told = is_bumped
        if is_bumped:
            self._disturbed = self._last_held
        evidence = Evidence(self._disturbed, frame.seq, frame.seconds)
        return [Blocked(WHOLE_TABLE, _BUMPED, over=not is_bumped, evidence=evidence)]

    # Reading

    def _due(self, watched: Watched) -> list[str]:
        """Name the settled zones that changed since they were read, or in which something is not sure yet."""
        return [name for name in self._masks if name in watched.settled and self._wants_read(name)]

    def _wants_read(self, name: str) -> bool:
        before, now = self._read_relief.get(name), self._watch.relief
        assert now is not None
        if before is None:
            return True
        changed = (np.abs(now - before) > self.settings.watch.motion) & self._masks[name]
        if int(np.count_nonzero(changed)) >= self.settings.watch.motion_pixels:
            self._reads[name] = 0
        unsure = name in self._unread.waiting or any(
            self._is_unsure(track) for track in self._tracks.cards if track.zone == name
        )
        return self._reads[name] < (self.settings.most_reads if unsure else self.settings.reads)

    def _is_unsure(self, track: CardTrack) -> bool:
        rules = self.settings.observe
        if track.phase is Phase.TENTATIVE or track.missed:
            return True
        if not track.face_up:
            return track.reads < rules.back_reads
        return track.confidence < rules.sure and track.reads < rules.last_read

    def _read(self, frame: Frame, view: Image, things: Mask, due: Collection[str]) -> None:
        relief = self._watch.relief
        assert relief is not None
        cards = [card for card in self._cards(frame.image, due) if self._was_brought(card)]
        cards = self._paper.on_paper(cards, things, self._ground.known, self._plane)
        if not self._known_scale:
            self._unit = self._scale_of(cards)
        self._deck.learn(cards, self._unit)
        outlines = [card.outline for card in cards if card.outline is not None]
        explained = self._within(outlines, grow=4.0)
        free = things & ~explained
        self._paper.learn_colour(cards, view, self._plane)
        blanks = find_blanks(view, free, self._plane, units_per_mm=self._unit, paper=self._paper.colour)
        jokers = self._marked(frame.image, blanks)
        if jokers:
            cards = [*cards, *jokers.values()]
            blanks = tuple(blank for place, blank in enumerate(blanks) if place not in jokers)
            outlines += [card.outline for card in jokers.values() if card.outline is not None]
            explained = self._within(outlines, grow=4.0)
        blanks_told = self._unread.sought(blanks, self._tracks.cards, self._reads, self._unit)
        self._places.now(relief, things, explained)
        reading = Reading(
            [*cards, *blanks_told],
            due,
            frame.seq,
            self._unit,
            self._zone_name,
            self._places.judge,
            self._places.is_fresh,
            self._sight.cards,
        )
        self._tracks = advance(self._tracks, reading, self.settings.tracks)
        self._unread.follow(blanks, self._tracks.cards, due, self._unit)
        self._places.keep(self._tracks.cards, frame.seq, np.logical_or.reduce([self._masks[name] for name in due]))
        for name in due:
            self._read_relief[name] = relief
            self._reads[name] += 1

    def _was_brought(self, card: SeenCard) -> bool:
        """Say whether something moved where the card lies, or it is followed already."""
        if not self.settings.brought or card.outline is None:
            return True
        middle, near = card.outline.mean(axis=0), 35.0 * self._unit
        if any(np.linalg.norm(track.outline.mean(axis=0) - middle) < near for track in self._tracks.cards):
            return True
        inside = self._plane.area(card.outline.astype(np.float64))
        return bool(inside.any() and float(self._watch.stir[inside].mean()) >= self.settings.brought)

    def _cards(self, image: Image, due: Collection[str]) -> tuple[SeenCard, ...]:
        """Read the zones and put their indices together in table units."""
        if not self._known_scale:
            indices = self._in_units(self._sight.search_indices(image).read)
            return self._sure(supported(assemble(indices, self._sight.cards, mark=self._mark), self._unit))
        read = [index for name in due for index in self._zone_indices(image, name)]
        if not read:
            return ()
        quads, scores = np.stack([index.quad for index in read]), np.array([index.score for index in read], np.float32)
        once = [read[place] for place in keep_best(quads, scores)]
        geometry, pairs = self._deck.geometry, self._deck.pairs
        cards = assemble(
            self._in_units(once),
            self._sight.cards,
            geometry=geometry,
            units_per_mm=self._unit,
            pairs_known=pairs,
            mark=self._mark,
        )
        return self._sure(supported(cards, self._unit))

    def _marked(self, image: Image, blanks: Sequence[SeenCard]) -> dict[int, SeenCard]:
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
        return tuple(card for card in cards if is_sure(card, self.settings.sureness) or is_borne_out(card))

    def _zone_indices(self, image: Image, name: str) -> Sequence[ReadIndex]:
        zone = next(zone for zone in self._zones if zone.name == name)
        left, top, right, bottom = zone.bounds
        margin = self.settings.margin * self._unit
        corners = self._map.to_px(
            [
                (left - margin, top - margin),
                (right + margin, top - margin),
                (right + margin, bottom + margin),
                (left - margin, bottom + margin),
            ]
        )
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        region = Region(int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        middle = ((left + right) / 2, (top + bottom) / 2)
        tall = self._deck.geometry.index_height * self._unit * self._map.px_per_mm(middle)
        # Read by read another scale: the network errs differently at each.
        sizes = self.settings.index_pixels
        scale = min(2.0, max(0.5, sizes[self._reads[name] % len(sizes)] / tall))
        # A scale near one is not worth a resize.
        return self._sight.read_indices(image, region, scale=1.0 if 0.8 < scale < 1.25 else scale).read

    def _in_units(self, indices: Sequence[ReadIndex]) -> list[ReadIndex]:
        return [replace(index, quad=self._map.to_mm(index.quad).astype(np.float32)) for index in indices]

    def _scale_of(self, cards: Sequence[SeenCard]) -> float:
        """Learn the size of a card in a picture of unknown scale."""
        wide = [float(np.linalg.norm(card.outline[1] - card.outline[0])) for card in cards if card.outline is not None]
        wide += [float(np.linalg.norm(track.outline[1] - track.outline[0])) for track in self._tracks.cards]
        return float(np.median(wide)) / 63.0 if wide else self._unit

    def _zone_name(self, point: tuple[float, float]) -> str | None:
        zone = zone_at(self._zones, point, reach=25.0 * self._unit)
        return None if zone is None else zone.name

    # Hands and bare cloth

    def _explained(self) -> Mask:
        """Give the pixels where a thing is no wonder: the cards that are seen, and those that they lie on."""
        seen = [track for track in self._tracks.cards if track.phase is not Phase.HIDDEN]
        under = [
            track.outline
            for track in self._tracks.cards
            if track.phase is Phase.HIDDEN and any(_lies_on(card, track) for card in seen)
        ]
        return self._within([*(track.outline for track in seen), *under], grow=6.0)

    def _within(self, outlines: Sequence[Quad], *, grow: float) -> Mask:
        wide, high = self._plane.size
        canvas = np.zeros((high, wide), np.uint8)
        for outline in outlines:
            middle = outline.mean(axis=0)
            away = outline - middle
            larger = middle + away * (
                1 + grow * self._unit / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1)
            )
            points = self._plane.from_mm(larger.astype(np.float64))
            cv2.fillConvexPoly(canvas, np.round(points).astype(np.int32), 1)
        return np.asarray(canvas > 0, np.bool_)

    def _cover(self, unexplained: Mask, watched: Watched, at: float) -> None:
        """Note which settled zones something covers that is no card."""
        least = self.settings.hand * (self._unit / self._plane.mm_per_pixel) ** 2
        opened = cv2.morphologyEx(unexplained.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        for name in watched.settled:
            inside = (opened > 0) & self._masks[name]
            if int(np.count_nonzero(inside)) >= least and _largest(inside) >= least:
                self._covered_since.setdefault(name, at)
            else:
                self._covered_since.pop(name, None)

    def _learn_ground(self, view: Image, unexplained: Mask, watched: Watched, at: float) -> None:
        explained = self._explained()
        bare = np.zeros(unexplained.shape, bool)
        for name in watched.settled:
            if not self._reads[name]:
                continue
            since = self._covered_since.get(name)
            is_furniture = since is not None and at - since >= self.settings.furniture_after
            hidden = any(track.phase is Phase.HIDDEN and track.zone == name for track in self._tracks.cards)
            free = ~explained if is_furniture and not hidden else ~explained & ~unexplained
            bare |= self._masks[name] & free
        if bare.any():
            self._ground.learn(view, bare)

    # Telling

    def _tell_light(self, light: Light, frame: Frame) -> list[Observation]:
        cause = self._light_told
        now = None if light is Light.GOOD else light.value
        if now == cause:
            return []
        told: list[Observation] = []
        evidence = Evidence(frame.seq, frame.seq, frame.seconds)
        if cause is not None:
            told.append(Blocked(WHOLE_TABLE, cause, over=True, evidence=evidence))
        if now is not None:
            told.append(Blocked(WHOLE_TABLE, now, evidence=evidence))
        self._light_told = now
        return told

    def _tell_covered(self, frame: Frame) -> list[Observation]:
        told: list[Observation] = []
        evidence = Evidence(frame.seq, frame.seq, frame.seconds)
        for zone in self._zones:
            if zone.heap:
                continue
            since = self._covered_since.get(zone.name)
            blocked = zone.name in self._covered_told
            if since is not None and not blocked and frame.seconds - since >= self.settings.told_after:
                self._covered_told.add(zone.name)
                told.append(Blocked(zone.name, "covered", evidence=evidence))
            elif since is None and blocked:
                self._covered_told.discard(zone.name)
                told.append(Blocked(zone.name, "covered", over=True, evidence=evidence))
        return told

    def _remember(self, frame: Frame, watched: Watched) -> None:
        seats = {zone.name: zone.seat for zone in self._zones}
        cards = tuple(
            TableCard(
                track.id,
                track.card,
                track.confidence,
                track.zone,
                seats[track.zone],
                track.face_up,
                track.phase is Phase.HIDDEN,
                tuple((float(x), float(y)) for x, y in self._map.to_px(track.outline)),
            )
            for track in self._tracks.cards
            if track.phase is not Phase.TENTATIVE
        )
        covered = frozenset(self._covered_since)
        self._seen = SeenTable(frame.seq, frame.seconds, watched.light.value, watched.moving, covered, cards)


def _lies_on(card: CardTrack, other: CardTrack) -> bool:
    """Say whether a card was laid after another one and onto it."""
    if card.first_seq <= other.first_seq:
        return False
    shared, _ = cv2.intersectConvexConvex(card.outline, other.outline)
    return float(shared) > 0.1 * float(cv2.contourArea(other.outline))


def _largest(mask: Mask) -> int:
    """Give the size of the largest connected part."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
