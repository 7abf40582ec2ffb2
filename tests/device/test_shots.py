"""Pictures of an observation: a strip before, at and after it; every card cut out; a short clip."""

from __future__ import annotations

import cv2
import numpy as np

from paizhuo.device.shots import CARD_SIZE, RecentPictures, Shots, upright
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import Blocked, CardReading, CardsShown, Evidence, TableCleared
from paizhuo.vision.frames import Frame, Image
from paizhuo.vision.seen_table import SeenTable, TableCard

SIZE = (1536, 1152)
CARD = ((700.0, 500.0), (795.0, 500.0), (795.0, 633.0), (700.0, 633.0))
OTHER = ((830.0, 500.0), (925.0, 500.0), (925.0, 633.0), (830.0, 633.0))


def frame(seq: int, *, hand: bool = False, cards: bool = False) -> Frame:
    image = np.full((SIZE[1], SIZE[0], 3), (40, 90, 40), np.uint8)
    if cards:
        for outline, ink in ((CARD, (0, 0, 200)), (OTHER, (20, 20, 20))):
            x, y = (round(value) for value in outline[0])
            cv2.rectangle(image, (x, y), (x + 95, y + 133), (245, 245, 245), -1)
            cv2.rectangle(image, (x + 8, y + 8), (x + 30, y + 40), ink, -1)
    if hand:
        cv2.rectangle(image, (690, 520), (940, 1150), (120, 150, 205), -1)
    return Frame("test", seq, round(seq * 0.1e9), image)


def seen(seq: int, *cards: tuple[int, tuple[tuple[float, float], ...]]) -> SeenTable:
    lying = tuple(
        TableCard(track, Card.SA, 0.99, "seat-S", Seat.S, face_up=True, hidden=False, outline=outline)
        for track, outline in cards
    )
    return SeenTable(seq, seq / 10, "good", frozenset(), frozenset(), lying)


def play(first: int, last: int) -> CardsShown:
    cards = (CardReading(Card.SA, 0.99, 2), CardReading(Card.HK, 0.99, 1))
    return CardsShown("seat-S", Seat.S, cards, Evidence(first, last, last / 10))


def filmed() -> tuple[RecentPictures, Frame]:
    """Film an empty table, a hand that lays two cards, and the cards at rest."""
    recent = RecentPictures()
    for seq in range(40):
        recent.add(frame(seq, hand=22 <= seq < 30, cards=seq >= 28))
    return recent, frame(40, cards=True)


def decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def share(image: Image, low: tuple[int, int, int], high: tuple[int, int, int]) -> float:
    return float((cv2.inRange(image, low, high) > 0).mean())


def white(jpeg: bytes) -> float:
    return share(decoded(jpeg), (200, 200, 200), (255, 255, 255))


def skin(jpeg: bytes) -> float:
    return share(decoded(jpeg), (100, 130, 185), (140, 170, 225))


def test_a_strip_shows_the_table_before_at_and_after() -> None:
    recent, now = filmed()
    shots = recent.moment().shots(now, seen(40, (1, CARD), (2, OTHER)), play(29, 40))
    before, at, after = shots.strip
    assert (white(before), skin(before)) == (0.0, 0.0)
    assert skin(at) > 0.2
    assert white(after) > 0.2
    assert skin(after) == 0.0
    assert decoded(after).shape[1] < SIZE[0] / 2


def test_every_card_is_cut_out_in_the_order_of_the_readings() -> None:
    recent, now = filmed()
    shots = recent.moment().shots(now, seen(40, (1, CARD), (2, OTHER)), play(29, 40))
    assert [decoded(card).shape[:2][::-1] for card in shots.cards] == [CARD_SIZE, CARD_SIZE]
    reds = [share(decoded(card), (0, 0, 120), (90, 90, 255)) for card in shots.cards]
    assert reds[0] < 0.01 < reds[1]


def test_a_turned_card_is_cut_out_upright() -> None:
    image = frame(0, cards=True).image
    turned = (CARD[2], CARD[3], CARD[0], CARD[1])
    assert np.abs(upright(image, CARD).astype(int) - upright(image, turned)[::-1, ::-1].astype(int)).mean() < 4.0


def test_a_cleared_table_and_a_pause_have_pictures_without_cards() -> None:
    recent, now = filmed()
    cleared = recent.moment().shots(now, seen(40), TableCleared(Evidence(30, 40, 4.0)))
    assert len(cleared.strip) == 3
    assert cleared.cards == ()
    paused = recent.moment().shots(now, seen(40), Blocked("table", "dark"))
    assert (len(paused.strip), paused.clip) == (1, b"")


def test_a_clip_is_a_few_seconds_of_small_pictures_and_memory_stays_small() -> None:
    recent = RecentPictures()
    for seq in range(400):
        recent.add(frame(seq, hand=seq % 7 == 0))
    moment = recent.moment()
    assert 5.0 <= moment.kept[-1].at - moment.kept[0].at <= 6.0
    clip = moment.shots(frame(400), seen(400), TableCleared(Evidence(390, 400, 40.0))).clip
    assert clip.count(b"\xff\xd8\xff") == len(moment.kept)
    assert recent.bytes_kept < 3_000_000


def test_without_a_past_there_is_one_picture() -> None:
    shots = RecentPictures().moment().shots(frame(0), seen(0), TableCleared())
    assert shots == Shots(shots.strip)
    assert len(shots.strip) == 1
