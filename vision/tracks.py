"""Follow physical cards: they lie still, so a card's identity is its place.

Readings of one card add up over frames and over both its indices. A card that is pushed keeps its identity. Nothing is
given up while something covers it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.poses import wrapped_angle

Floats = NDArray[np.float64]


class Phase(StrEnum):
    """How far a track is: seen once, seen again, or covered and believed to lie there still."""

    TENTATIVE = "tentative"
    STABLE = "stable"
    HIDDEN = "hidden"


class Place(StrEnum):
    """What a card's place shows when the card is not found there: the same picture, bare table, or something else."""

    SAME = "same"
    BARE = "bare"
    COVERED = "covered"


@dataclass(frozen=True, slots=True, eq=False)
class CardTrack:
    """One physical card. ``outline`` and ``corners`` (index centres seen so far, ``(k, 2)``) are in table units.

    ``logs`` are summed log-probabilities of the 54 faces with their total ``weight``, ``sure`` is how surely it is a
    card at all, ``reads`` how often it was seen, ``missed`` how often its place was found bare in a row. ``present`` is
    what spoke best for there being such a card: ``sure`` looks at the print alone, ``present`` at its place as well.
    ``unread`` is True while nothing but the paper of its face was seen.
    """

    id: int
    zone: str
    outline: Quad
    corners: Floats
    logs: Floats
    weight: float
    sure: float
    face_up: bool
    phase: Phase
    reads: int
    missed: int
    first_seq: int
    last_seq: int
    present: float = 1.0
    unread: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        """Give the card's centre."""
        x, y = self.outline.mean(axis=0).tolist()
        return float(x), float(y)

    @property
    def chances(self) -> Floats:
        """Give the probability of each face.

        Pictures of a card that lies still resemble each other: four reads tell little more than two, so that the sum
        counts for less than its terms.
        """
        return _normal(self.logs / self.weight**0.75)

    @property
    def card(self) -> Card:
        """Give the most probable face; the unknown card for one that shows its back or was not read."""
        return FACES[int(self.logs.argmax())] if self.is_read else Card.UNKNOWN

    @property
    def is_read(self) -> bool:
        """Say whether a face was read."""
        return self.face_up and not self.unread

    @property
    def confidence(self) -> float:
        """Give how sure the face is."""
        return float(self.chances.max()) * self.sure if self.is_read else self.sure

    def alternatives(self, count: int = 3) -> tuple[tuple[Card, float], ...]:
        """Give the next best faces with their probabilities."""
        if not self.is_read:
            return ()
        chances = self.chances
        return tuple((FACES[place], float(chances[place])) for place in np.argsort(-chances)[1 : 1 + count].tolist())


@dataclass(frozen=True, slots=True)
class TrackSettings:
    """Distances in mm: how far a still card's indices and centre may seem to move, and how far a push goes. Cards
    whose place is covered were pushed only if ``push_share`` of those gone from their zone went the same way, to
    ``one_push``.

    ``memory`` is what part of the summed readings survives each new one. ``gone_after`` bare reads end a track. A track
    of ``settled_reads`` or more whose face is surer than ``settled`` is not misread: another face at its place, after a
    change there, is another card, unless it shows one index only, lies exactly like the track, to ``same_pose``, and
    leaves more than ``resembles`` to the track's face.
    """

    corner_reach: float = 6.5
    middle_reach: float = 14.0
    turn_reach: float = math.radians(13)
    push: float = 220.0
    one_push: float = 14.0
    push_share: float = 0.7
    push_across_zones: float = 120.0
    memory: float = 0.7
    gone_after: int = 2
    settled_reads: int = 2
    settled: float = 0.9
    same_pose: float = 8.0
    resembles: float = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """All tracks after a read, those that ended with it, and the next free id."""

    cards: tuple[CardTrack, ...] = ()
    ended: tuple[CardTrack, ...] = ()
    next_id: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One read of some zones: what was seen, which zones were read, and how to judge a place and find a zone."""

    seen: Sequence[SeenCard]
    zones: Collection[str]
    seq: int
    units_per_mm: float
    zone_at: Callable[[tuple[float, float]], str | None]
    place: Callable[[CardTrack], Place]
    meaning: Sequence[Card]


def advance(tracks: Tracks, reading: Reading, settings: TrackSettings | None = None) -> Tracks:
    """Bring tracks up to date with a read."""
    settings = settings or TrackSettings()
    placed = [card for card in reading.seen if card.outline is not None]
    seen = [card for card in placed if not _is_misread_rest(card, tracks.cards, reading, settings)]
    pairs = _matched(tracks.cards, seen, reading, settings)
    updated: dict[int, CardTrack] = {}
    for track_place, seen_place in pairs:
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings)
    free_seen = [place for place in range(len(seen)) if place not in {s for _, s in pairs}]
    verdicts = {
        place: reading.place(track)
        for place, track in enumerate(tracks.cards)
        if place not in updated and track.zone in reading.zones
    }
    for track_place, seen_place in _pushed(tracks.cards, verdicts, seen, free_seen, reading, settings):
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings, pushed=True)
        free_seen.remove(seen_place)
        del verdicts[track_place]
    kept: list[CardTrack] = []
    ended: list[CardTrack] = []
    for place, track in enumerate(tracks.cards):
        after = updated.get(place) or _not_seen(track, verdicts.get(place), settings)
        (kept if after is not None else ended).append(after or track)
    next_id = tracks.next_id
    for place in free_seen:
        born = _born(seen[place], next_id, reading)
        if born is not None:
            kept.append(born)
            next_id += 1
    return Tracks(tuple(kept), tuple(ended), next_id)


def _matched(
    tracks: Sequence[CardTrack], seen: Sequence[SeenCard], reading: Reading, settings: TrackSettings
) -> list[tuple[int, int]]:
    """Pair tracks with cards at their place, nearest first."""
    candidates = []
    for t, track in enumerate(tracks):
        for s, card in enumerate(seen):
            cost = _distance(track, card, reading, settings)
            if cost is not None:
                candidates.append((cost, t, s))
    return _one_to_one(candidates)


def _one_to_one(candidates: Sequence[tuple[float, int, int]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for _, t, s in sorted(candidates):
        if all(t != other and s != another for other, another in pairs):
            pairs.append((t, s))
    return pairs


def _distance(track: CardTrack, card: SeenCard, reading: Reading, settings: TrackSettings) -> float | None:
    """Give how far (mm) a seen card is from where a track lies; None when it cannot be the same card."""
    if card.outline is None:
        return None
    if abs(_half_turn(_heading(track.outline) - _heading(card.outline))) > settings.turn_reach:
        return None
    if card.unread and not track.unread:
        return None
    corners = _corners(card)
    agreement = float(track.chances @ _normal(_evidence(card, reading.meaning)[0]))
    if len(corners) and len(track.corners):
        # Index to index is exact to a millimetre or two; two equal cards over each other differ by eight or more.
        gap = float(np.linalg.norm(track.corners[:, None] - corners[None], axis=2).min()) / reading.units_per_mm
        if gap <= settings.corner_reach:
            return None if _is_another(track, card, agreement, reading, settings) else gap
    gap = math.dist(track.middle, _middle(card)) / reading.units_per_mm
    if gap > settings.middle_reach or (track.is_read and card.indices and agreement < 0.3):
        return None
    # Only opposite corners compare by the centre: with a corner in common the two would have met above.
    return gap + settings.corner_reach


def _is_misread_rest(card: SeenCard, tracks: Sequence[CardTrack], reading: Reading, settings: TrackSettings) -> bool:
    """Say whether a card is what new cards left to be seen of a known one, read as another face.

    It lies exactly like the known card, shows one index, and that looks a little like the known face. Another card may
    be laid just there, one of a fan laid onto a fan; but then its index resembles nothing that lay there before.
    """
    if len(card.indices) != 1:
        return False
    for track in tracks:
        surely_read = track.is_read and track.reads >= settings.settled_reads and track.confidence > settings.settled
        if not surely_read or math.dist(track.middle, _middle(card)) > settings.same_pose * reading.units_per_mm:
            continue
        if abs(_half_turn(_heading(track.outline) - _heading(_outline(card)))) > settings.turn_reach:
            continue
        agreement = float(track.chances @ _normal(_evidence(card, reading.meaning)[0]))
        if settings.resembles < agreement < 0.05 and reading.place(track) is Place.COVERED:
            return True
    return False


def _is_another(track: CardTrack, card: SeenCard, agreement: float, reading: Reading, settings: TrackSettings) -> bool:
    """Say whether a card at a track's very place is a new one laid onto it, not the old one read differently."""
    surely_read = track.reads >= settings.settled_reads and track.confidence > settings.settled
    differs = agreement < 0.05 and card.confidence > settings.settled
    return surely_read and differs and reading.place(track) is not Place.SAME


def _pushed(
    tracks: Sequence[CardTrack],
    verdicts: dict[int, Place],
    seen: Sequence[SeenCard],
    free: Sequence[int],
    reading: Reading,
    settings: TrackSettings,
) -> list[tuple[int, int]]:
    """Pair cards that left their place with equal cards that turned up nearby."""
    gone = [
        t
        for t, verdict in verdicts.items()
        if verdict is not Place.SAME and tracks[t].face_up and tracks[t].phase is not Phase.TENTATIVE
    ]
    candidates = []
    for t in gone:
        track = tracks[t]
        for s in free:
            card = seen[s]
            middle = _middle(card)
            gap = math.dist(track.middle, middle) / reading.units_per_mm
            reach = settings.push if reading.zone_at(middle) == track.zone else settings.push_across_zones
            if gap <= reach and _is_alike(track, card, reading):
                candidates.append((gap, t, s))
    together = _gone_together(tracks, seen, gone, candidates, reading, settings)
    # What moved as one goes before what merely lies near.
    likely = [
        (gap - 1000.0 * ((t, s) in together), t, s)
        for gap, t, s in candidates
        if verdicts[t] is Place.BARE or (t, s) in together
    ]
    return _one_to_one(likely)


def _is_alike(track: CardTrack, card: SeenCard, reading: Reading) -> bool:
    """Say whether a card that turned up elsewhere may be a track's: it reads the same, or neither can be read."""
    if track.unread or card.unread:
        return track.unread and card.unread
    logs, _ = _evidence(card, reading.meaning)
    return bool(card.indices) and float(track.chances @ _normal(logs)) > 0.5


def _gone_together(
    tracks: Sequence[CardTrack],
    seen: Sequence[SeenCard],
    gone: Sequence[int],
    candidates: Sequence[tuple[float, int, int]],
    reading: Reading,
    settings: TrackSettings,
) -> set[tuple[int, int]]:
    """Give the pairs that a push of everything in a zone explains: all that is gone from it went the same way.

    A card under a newly laid one was not pushed just because its twin lies in the new play.
    """
    ways = {(t, s): np.subtract(_middle(seen[s]), tracks[t].middle) / reading.units_per_mm for _, t, s in candidates}
    found: set[tuple[int, int]] = set()
    for way in ways.values():
        group = {pair for pair, other in ways.items() if float(np.linalg.norm(other - way)) <= settings.one_push}
        for zone in {tracks[t].zone for t, _ in group}:
            here = {t for t in gone if tracks[t].zone == zone and tracks[t].phase is Phase.STABLE}
            moved = {t for t, _ in group if t in here}
            if moved and len(moved) >= settings.push_share * len(here):
                found |= {pair for pair in group if pair[0] in moved}
    return found


def _seen_again(
    track: CardTrack, card: SeenCard, reading: Reading, settings: TrackSettings, *, pushed: bool = False
) -> CardTrack:
    assert card.outline is not None
    logs, sure = _evidence(card, reading.meaning)
    adds_up = track.is_read and bool(card.indices)
    corners, outline = _corners(card), card.outline
    if not pushed and len(card.indices) < 2 and len(track.corners) >= 2:
        # One index tells the pose less well than two did: keep the outline, moved with the index.
        shift = _shift(track.corners, corners)
        outline = (track.outline + shift).astype(np.float32)
        corners = track.corners + shift
    elif not pushed and len(card.indices) == 1 and len(track.corners) == 1:
        apart = float(np.linalg.norm(track.corners[0] - corners[0])) / reading.units_per_mm
        if apart > settings.corner_reach:
            corners = np.concatenate([track.corners, corners])
    return replace(
        track,
        zone=(reading.zone_at(_middle(card)) or track.zone) if pushed else track.zone,
        outline=outline,
        corners=corners,
        logs=settings.memory * track.logs + logs if adds_up else logs,
        weight=settings.memory * track.weight + 1 if adds_up else 1.0,
        sure=1 - (1 - track.sure) * (1 - sure) if adds_up or not card.indices else sure,
        face_up=track.face_up or bool(card.indices),
        unread=track.unread and not card.indices,
        phase=Phase.STABLE,
        reads=track.reads + 1,
        missed=0,
        last_seq=reading.seq,
        present=max(track.present, card.present),
    )


def _not_seen(track: CardTrack, verdict: Place | None, settings: TrackSettings) -> CardTrack | None:
    """Give the track after a read that did not show it, None when it ends. Zones that were not read change nothing."""
    if verdict is None:
        return track
    if track.phase is Phase.TENTATIVE:
        # Seen once, not seen again: it never was a card, or it comes back as a new one.
        return None
    if verdict is Place.SAME:
        return replace(track, missed=0)
    if verdict is Place.COVERED:
        return replace(track, phase=Phase.HIDDEN, missed=0)
    missed = track.missed + 1
    return None if missed >= settings.gone_after else replace(track, missed=missed)


def _born(card: SeenCard, number: int, reading: Reading) -> CardTrack | None:
    assert card.outline is not None
    zone = reading.zone_at(_middle(card))
    if zone is None or zone not in reading.zones:
        return None
    logs, sure = _evidence(card, reading.meaning)
    return CardTrack(
        number,
        zone,
        card.outline,
        _corners(card),
        logs,
        1.0,
        sure,
        bool(card.indices) or card.unread,
        # An unread face was looked for in a read before this one already.
        Phase.STABLE if card.unread else Phase.TENTATIVE,
        1,
        0,
        reading.seq,
        reading.seq,
        card.present,
        card.unread,
    )


def _evidence(card: SeenCard, meaning: Sequence[Card]) -> tuple[Floats, float]:
    """Give log-probabilities of the 54 faces and how surely this is a card. A contradiction counts its surer index."""
    if not card.indices:
        return np.zeros(len(FACES)), card.confidence
    places = [meaning.index(face) for face in FACES]
    rows = np.stack([index.probabilities for index in card.indices]).astype(np.float64)[:, places]
    is_face = np.minimum(rows.sum(axis=1), 1.0)
    if card.contradiction:
        rows = rows[[int(rows.max(axis=1).argmax())]]
    rows = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-9)
    logs = np.log(0.99 * rows + 0.01 / rows.shape[1]).sum(axis=0)
    return np.asarray(logs, np.float64), float(1 - np.prod(1 - is_face))


def _normal(logs: Floats) -> Floats:
    powers = np.exp(logs - logs.max())
    return np.asarray(powers / powers.sum(), np.float64)


def _corners(card: SeenCard) -> Floats:
    if not card.indices:
        return np.empty((0, 2))
    return np.asarray([index.quad.mean(axis=0) for index in card.indices], np.float64)


def _shift(known: Floats, seen: Floats) -> Floats:
    if not len(seen):
        return np.zeros(2)
    gaps = np.linalg.norm(known[:, None] - seen[None], axis=2)
    here, there = np.unravel_index(int(gaps.argmin()), gaps.shape)
    return np.asarray(seen[there] - known[here], np.float64)


def _outline(card: SeenCard) -> Quad:
    assert card.outline is not None
    return card.outline


def _middle(card: SeenCard) -> tuple[float, float]:
    assert card.outline is not None
    x, y = card.outline.mean(axis=0).tolist()
    return float(x), float(y)


def _heading(outline: Quad) -> float:
    side = outline[1] - outline[0] + outline[2] - outline[3]
    return math.atan2(float(side[1]), float(side[0]))


def _half_turn(angle: float) -> float:
    """Bring an angle into a quarter turn either way: a card turned by half is the same to the eye."""
    return wrapped_angle(2 * angle) / 2
