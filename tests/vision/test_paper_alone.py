"""A card that was read keeps its face when, beside a read of another zone, nothing but its paper is seen."""

from dataclasses import replace

import numpy as np
import pytest

from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.assemble import assemble
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedSight
from paizhuo.vision.calibrate import pixels_as_units
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.poses import STANDARD
from paizhuo.vision.track import CardTrack, Phase, Place, Reading
from paizhuo.vision.tracks import Tracks, advance

MEANING = (*FACES, Card.UNKNOWN)
HERE, ELSEWHERE = "seat-S", "seat-E"


def seen(card: ScriptedCard) -> SeenCard:
    sight = ScriptedSight(pixels_as_units(0, 0))
    sight.lay([card])
    (found,) = assemble(
        sight.read_indices(np.zeros((1, 1, 3), np.uint8)).read, MEANING, geometry=STANDARD, units_per_mm=1.0
    )
    return found


def paper(card: ScriptedCard) -> SeenCard:
    return replace(seen(card), card=Card.UNKNOWN, confidence=0.9, indices=(), alternatives=())


def read(tracks: Tracks, cards: list[SeenCard], zone: str, place: Place = Place.SAME) -> Tracks:
    seq = max((track.last_seq for track in tracks.cards), default=0) + 1
    reading = Reading(cards, [zone], seq, 1.0, lambda point: HERE, lambda track: place, lambda outline: True, MEANING)
    return advance(tracks, reading)


def followed(*reads: tuple[list[SeenCard], str]) -> CardTrack:
    tracks = Tracks()
    for cards, zone in reads:
        tracks = read(tracks, cards, zone)
    (track,) = tracks.cards
    return track


QUEEN = ScriptedCard(Card.CQ, 0, 0, 20)


@pytest.mark.parametrize("times", [1, 5])
def test_what_its_indices_said_stands(times: int) -> None:
    before = followed(*[([seen(QUEEN)], HERE)] * 2)
    after = followed(*[([seen(QUEEN)], HERE)] * 2, *[([paper(QUEEN)], ELSEWHERE)] * times)
    assert (after.card, after.confidence, after.reads) == (Card.CQ, before.confidence, before.reads)
    assert np.array_equal(after.outline, before.outline)


def test_it_is_known_again_when_it_is_pushed_then() -> None:
    """The pushed card was told as a second one, as nobody knew any more what it was."""
    tracks = Tracks()
    for cards, zone in [([seen(QUEEN)], HERE), ([seen(QUEEN)], HERE), ([paper(QUEEN)], ELSEWHERE)]:
        tracks = read(tracks, cards, zone)
    tracks = read(tracks, [seen(replace(QUEEN, x=9.0, y=8.0))], HERE, Place.BARE)
    (track,) = tracks.cards
    assert (track.id, track.card) == (1, Card.CQ)


def test_paper_confirms_no_face_that_was_read_once() -> None:
    assert followed(([seen(QUEEN)], HERE), ([paper(QUEEN)], ELSEWHERE)).phase is Phase.TENTATIVE


def test_a_back_that_is_seen_again_is_followed_on() -> None:
    track = followed(*[([paper(QUEEN)], HERE)] * 3)
    assert (track.reads, track.phase, track.face_up) == (3, Phase.STABLE, False)
