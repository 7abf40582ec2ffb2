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

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.detections import Quad, SeenCard
from paizhuo.vision.overlaid import are_laid_over
from paizhuo.vision.sighted import (
    Floats,
    corners_of,
    evidence_of,
    half_turn,
    heading,
    middle_of,
    normal,
    outline_of,
    shift_between,
)


class Phase(StrEnum):
    """How far a track is: seen once, seen again, or covered and believed to lie there still."""

    TENTATIVE = "tentative"
    STABLE = "stable"
    HIDDEN = "hidden"


class Place(StrEnum):
    """What a card's place shows when the card is not found there.

    The same picture, bare table, cards that were found now, or, beside those, something that is neither.
    """

    SAME = "same"
    BARE = "bare"
    COVERED = "covered"
    TAKEN = "taken"

    @property
    def hides(self) -> bool:
        """Say whether the card may lie there still, under something."""
        return self in (Place.COVERED, Place.TAKEN)


@dataclass(frozen=True, slots=True, eq=False)
class CardTrack:
    """One physical card. ``outline`` and ``corners`` (index centres seen so far, ``(k, 2)``) are in table units.

    ``logs`` are summed log-probabilities of the 54 faces with their total ``weight``, ``sure`` is how surely it is a
    card at all, ``reads`` how often it was seen, ``missed`` how often its place was found bare in a row. ``present`` is
    what spoke best for there being such a card: ``sure`` looks at the print alone, ``present`` at its place as well.
    ``unread`` is True while nothing but the paper of its face was seen. ``overlooked`` is how often it was not found
    though its place showed the same picture as when it was.
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
    overlooked: int = 0

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
        return normal(self.logs / self.weight**0.75)

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
    leaves more than ``resembles`` to the track's face. A card that seems to have moved less than ``still`` lies still.
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
    still: float = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """All tracks after a read, those that ended with it, and the next free id."""

    cards: tuple[CardTrack, ...] = ()
    ended: tuple[CardTrack, ...] = ()
    next_id: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One read of some zones: what was seen, which zones were read, and how to judge a place and find a zone.

    ``is_fresh`` says of an outline whether bare table was to be seen there before.
    """

    seen: Sequence[SeenCard]
    zones: Collection[str]
    seq: int
    units_per_mm: float
    zone_at: Callable[[tuple[float, float]], str | None]
    place: Callable[[CardTrack], Place]
    is_fresh: Callable[[Quad], bool]
    meaning: Sequence[Card]


def advance(tracks: Tracks, reading: Reading, settings: TrackSettings | None = None) -> Tracks:
    """Bring tracks up to date with a read."""
    settings = settings or TrackSettings()
    placed = [card for card in reading.seen if card.outline is not None]
    seen = [card for card in placed if not _is_misread_rest(card, tracks.cards, reading, settings)]
    pairs = _matched(tracks.cards, seen, reading, settings)
    pairs = [pair for pair in pairs if pair not in _crossed(tracks.cards, seen, pairs, reading, settings)]
    updated: dict[int, CardTrack] = {}
    for track_place, seen_place in pairs:
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings)
    free_seen = [place for place in range(len(seen)) if place not in {s for _, s in pairs}]
    verdicts = {
        place: reading.place(track)
        for place, track in enumerate(tracks.cards)
        if place not in updated and track.zone in reading.zones
    }
    pushes = _pushed(tracks.cards, verdicts, seen, free_seen, reading, settings)
    for track_place, seen_place in pushes:
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings, pushed=True)
        free_seen.remove(seen_place)
    for track_place, seen_place in _laid_over(tracks.cards, seen, pairs, pushes, free_seen, reading, settings):
        del updated[track_place]
        free_seen.append(seen_place)
        verdicts[track_place] = Place.COVERED
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


def _crossed(
    tracks: Sequence[CardTrack],
    seen: Sequence[SeenCard],
    pairs: Sequence[tuple[int, int]],
    reading: Reading,
    settings: TrackSettings,
) -> set[tuple[int, int]]:
    """Give the pairs of twins by mere nearness in zones of which everything was pushed one way.

    A row that is pushed by about a step brings each card to where its neighbour lay, and that may be its twin.
    """
    crossed: set[tuple[int, int]] = set()
    shifted = {
        tracks[t].zone for t, s in pairs if _moved_by(tracks[t], seen[s]) > settings.still * reading.units_per_mm
    }
    for zone in shifted:
        here = [t for t, track in enumerate(tracks) if track.zone == zone and track.phase is Phase.STABLE]
        beside = [s for s, card in enumerate(seen) if reading.zone_at(middle_of(card)) == zone]
        alike = [(0.0, t, s) for t in here for s in beside if _is_alike(tracks[t], seen[s], reading)]
        together = _gone_together(tracks, seen, here, alike, reading, replace(settings, push_share=1.0))
        if {t for t, _ in together} == set(here):
            crossed |= {pair for pair in pairs if pair[0] in here and pair not in together}
    return crossed


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
    if abs(half_turn(heading(track.outline) - heading(card.outline))) > settings.turn_reach:
        return None
    if card.unread and not track.unread:
        return None
    corners = corners_of(card)
    agreement = float(track.chances @ normal(evidence_of(card, reading.meaning)[0]))
    if len(corners) and len(track.corners):
        # Index to index is exact to a millimetre or two; two equal cards over each other differ by eight or more.
        gap = float(np.linalg.norm(track.corners[:, None] - corners[None], axis=2).min()) / reading.units_per_mm
        if gap <= settings.corner_reach:
            return None if _is_another(track, card, agreement, reading, settings) else gap
    gap = math.dist(track.middle, middle_of(card)) / reading.units_per_mm
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
        if not surely_read or math.dist(track.middle, middle_of(card)) > settings.same_pose * reading.units_per_mm:
            continue
        if abs(half_turn(heading(track.outline) - heading(outline_of(card)))) > settings.turn_reach:
            continue
        agreement = float(track.chances @ normal(evidence_of(card, reading.meaning)[0]))
        if settings.resembles < agreement < 0.05 and reading.place(track).hides:
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
            middle = middle_of(card)
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


def _laid_over(
    tracks: Sequence[CardTrack],
    seen: Sequence[SeenCard],
    pairs: Sequence[tuple[int, int]],
    pushes: Sequence[tuple[int, int]],
    free: Sequence[int],
    reading: Reading,
    settings: TrackSettings,
) -> list[tuple[int, int]]:
    """Give the pairs of a track and an equal card in which the card was laid onto the track's, zone by zone."""
    new = [seen[s] for s in free]
    if not new:
        return []
    shifted = [
        (t, s)
        for t, s in pairs
        if tracks[t].phase is not Phase.TENTATIVE
        and _moved_by(tracks[t], seen[s]) > settings.still * reading.units_per_mm
    ]
    found: list[tuple[int, int]] = []
    for zone in {tracks[t].zone for t, _ in (*shifted, *pushes)}:
        here = [(t, s) for t, s in (*shifted, *pushes) if tracks[t].zone == zone]
        places = [reading.place(tracks[t]) for t, _ in here]
        if any(not place.hides for place in places):
            continue
        beside = [card for card in new if reading.zone_at(middle_of(card)) == zone]
        if not any(reading.is_fresh(outline_of(card)) for card in beside):
            # All of it lay there before, and some of it was not found.
            continue
        old_shows = Place.TAKEN in places
        if are_laid_over([seen[s] for _, s in here], beside, old_shows=old_shows, unit=reading.units_per_mm):
            found += here
    return found


def _moved_by(track: CardTrack, card: SeenCard) -> float:
    """Give how far a card seems to have moved: index from index, or middle from middle where no index is common."""
    middle, corners = math.dist(track.middle, middle_of(card)), corners_of(card)
    if not len(corners) or not len(track.corners):
        return middle
    return min(middle, float(np.linalg.norm(track.corners[:, None] - corners[None], axis=2).min()))


def _is_alike(track: CardTrack, card: SeenCard, reading: Reading) -> bool:
    """Say whether a card that turned up elsewhere may be a track's: it reads the same, or neither can be read."""
    if track.unread or card.unread:
        return track.unread and card.unread
    logs, _ = evidence_of(card, reading.meaning)
    return bool(card.indices) and float(track.chances @ normal(logs)) > 0.5


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
    ways = {(t, s): np.subtract(middle_of(seen[s]), tracks[t].middle) / reading.units_per_mm for _, t, s in candidates}
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
    if track.is_read and not card.indices:
        # Its paper alone was seen, in a zone that was not read now: what its indices said stands.
        return replace(track, phase=_uncovered(track.phase), missed=0, last_seq=reading.seq)
    logs, sure = evidence_of(card, reading.meaning)
    adds_up = track.is_read
    corners, outline = corners_of(card), card.outline
    if not pushed and len(card.indices) < 2 and len(track.corners) >= 2:
        # One index tells the pose less well than two did: keep the outline, moved with the index.
        shift = shift_between(track.corners, corners)
        outline = (track.outline + shift).astype(np.float32)
        corners = track.corners + shift
    elif not pushed and len(card.indices) == 1 and len(track.corners) == 1:
        apart = float(np.linalg.norm(track.corners[0] - corners[0])) / reading.units_per_mm
        if apart > settings.corner_reach:
            corners = np.concatenate([track.corners, corners])
    return replace(
        track,
        zone=(reading.zone_at(middle_of(card)) or track.zone) if pushed else track.zone,
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


def _uncovered(phase: Phase) -> Phase:
    """Give the phase of a card of which the paper shows; that confirms no face that was read once."""
    return Phase.STABLE if phase is Phase.HIDDEN else phase


def _not_seen(track: CardTrack, verdict: Place | None, settings: TrackSettings) -> CardTrack | None:
    """Give the track after a read that did not show it, None when it ends. Zones that were not read change nothing."""
    if verdict is None:
        return track
    if track.phase is Phase.TENTATIVE:
        # Seen once, not seen again: it never was a card, or it comes back as a new one.
        return None
    if verdict is Place.SAME:
        return replace(track, missed=0, overlooked=track.overlooked + 1)
    if verdict.hides:
        return replace(track, phase=Phase.HIDDEN, missed=0)
    missed = track.missed + 1
    return None if missed >= settings.gone_after else replace(track, missed=missed)


def _born(card: SeenCard, number: int, reading: Reading) -> CardTrack | None:
    assert card.outline is not None
    zone = reading.zone_at(middle_of(card))
    if zone is None or zone not in reading.zones:
        return None
    logs, sure = evidence_of(card, reading.meaning)
    return CardTrack(
        number,
        zone,
        card.outline,
        corners_of(card),
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
