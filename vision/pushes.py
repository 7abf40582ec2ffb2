"""Which cards moved: pushed singly or as a row, or left where they lay and covered by an equal one.

A push needs no new card, and moves everything that lies together the same way. A card is known again by its face.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paizhuo.vision.detections import SeenCard
from paizhuo.vision.overlaid import are_laid_over
from paizhuo.vision.sighted import corners_of, evidence_of, middle_of, normal, outline_of
from paizhuo.vision.track import CardTrack, Phase, Place, Reading, TrackSettings


def pushed_away(
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
    return one_to_one(likely)


def crossed(
    tracks: Sequence[CardTrack],
    seen: Sequence[SeenCard],
    pairs: Sequence[tuple[int, int]],
    reading: Reading,
    settings: TrackSettings,
) -> set[tuple[int, int]]:
    """Give the pairs of twins by mere nearness in zones of which everything was pushed one way.

    A row that is pushed by about a step brings each card to where its neighbour lay, and that may be its twin.
    """
    found: set[tuple[int, int]] = set()
    shifted = {
        tracks[t].zone for t, s in pairs if _moved_by(tracks[t], seen[s]) > settings.still * reading.units_per_mm
    }
    for zone in shifted:
        here = [t for t, track in enumerate(tracks) if track.zone == zone and track.phase is Phase.STABLE]
        beside = [s for s, card in enumerate(seen) if reading.zone_at(middle_of(card)) == zone]
        alike = [(0.0, t, s) for t in here for s in beside if _is_alike(tracks[t], seen[s], reading)]
        together = _gone_together(tracks, seen, here, alike, reading, replace(settings, push_share=1.0))
        if {t for t, _ in together} == set(here):
            found |= {pair for pair in pairs if pair[0] in here and pair not in together}
    return found


def laid_over(
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


def one_to_one(candidates: Sequence[tuple[float, int, int]]) -> list[tuple[int, int]]:
    """Pair tracks with seen cards, each once, the cheapest first; ``candidates`` are costs with both places."""
    pairs: list[tuple[int, int]] = []
    for _, t, s in sorted(candidates):
        if all(t != other and s != another for other, another in pairs):
            pairs.append((t, s))
    return pairs


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
