"""Follow physical cards: they lie still, so a card's identity is its place.

Readings of one card add up over frames and over both its indices. A card that is pushed keeps its identity. Nothing is
given up while something covers it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from paizhuo.vision.detections import SeenCard
from paizhuo.vision.pushes import crossed, laid_over, one_to_one, pushed_away
from paizhuo.vision.sighted import (
    corners_of,
    evidence_of,
    half_turn,
    heading,
    middle_of,
    normal,
    outline_of,
    shift_between,
)
from paizhuo.vision.track import CardTrack, Phase, Place, Reading, TrackSettings


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """All tracks after a read, those that ended with it, and the next free id."""

    cards: tuple[CardTrack, ...] = ()
    ended: tuple[CardTrack, ...] = ()
    next_id: int = 1


def advance(tracks: Tracks, reading: Reading, settings: TrackSettings | None = None) -> Tracks:
    """Bring tracks up to date with a read."""
    settings = settings or TrackSettings()
    placed = [card for card in reading.seen if card.outline is not None]
    seen = [card for card in placed if not _is_misread_rest(card, tracks.cards, reading, settings)]
    pairs = _matched(tracks.cards, seen, reading, settings)
    twins = crossed(tracks.cards, seen, pairs, reading, settings)
    pairs = [pair for pair in pairs if pair not in twins]
    updated: dict[int, CardTrack] = {}
    for track_place, seen_place in pairs:
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings)
    free_seen = [place for place in range(len(seen)) if place not in {s for _, s in pairs}]
    verdicts = {
        place: reading.place(track)
        for place, track in enumerate(tracks.cards)
        if place not in updated and track.zone in reading.zones
    }
    pushes = pushed_away(tracks.cards, verdicts, seen, free_seen, reading, settings)
    for track_place, seen_place in pushes:
        updated[track_place] = _seen_again(tracks.cards[track_place], seen[seen_place], reading, settings, pushed=True)
        free_seen.remove(seen_place)
    for track_place, seen_place in laid_over(tracks.cards, seen, pairs, pushes, free_seen, reading, settings):
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
    return one_to_one(candidates)


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
