"""Looking back: tempo, highlights and the drill tell what the log holds, to referees only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CAMERA, Actor, DealStarted, Held, Logged, Played, Resumed, Source
from paizhuo.rules.hearing import hear
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.record.drill import drill
from paizhuo.web_ui.record.highlights import highlights
from paizhuo.web_ui.record.tempo import tempo
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable

Open = Callable[..., Page]


def test_tempo_counts_from_the_play_before_and_leaves_out_held_time_and_plays_by_hand() -> None:
    sun = Actor(Source.REFEREE, "Sun")
    log = [
        Logged(1, 0, CAMERA, DealStarted(1)),
        Logged(2, 10_000, CAMERA, Played(Seat.E, (Card.SA,))),
        Logged(3, 14_000, CAMERA, Played(Seat.N, (Card.S3,))),
        Logged(4, 15_000, sun, Held()),
        Logged(5, 65_000, sun, Resumed()),
        Logged(6, 70_000, CAMERA, Played(Seat.W, (Card.S4,))),
        Logged(7, 99_000, sun, Played(Seat.S, (Card.S5,))),
    ]
    found = {each.seat: (each.plays, each.total) for each in tempo(log)}
    assert found == {"E": (0, 0.0), "N": (1, 4.0), "W": (1, 6.0), "S": (0, 0.0)}


def test_highlights_are_what_the_hands_came_to() -> None:
    shengji = highlights(recorded_match())
    heard = hear(recorded_match()).hands
    steps = [each.hand for each in shengji if each.code == "highlight.big_step"]
    assert steps == [hand.hand for hand in heard if hand.result is not None and hand.result.change >= 3]
    kitty = [(each.hand, each.params["points"]) for each in shengji if each.code == "highlight.kitty"]
    assert kitty == [(1, 30)]
    assert all(each.points >= 30 for hand in heard for each in hand.tricks if (hand.hand, each.number) in _big(shengji))
    guandan = highlights(recorded_match("guandan"))
    doubles = [each.hand for each in guandan if each.code == "highlight.double"]
    assert doubles == [3, 4]
    assert [each.at for each in guandan] == sorted(each.at for each in guandan)


def _big(found: tuple[object, ...]) -> set[tuple[int, int]]:
    return {(each.hand, each.trick) for each in found if each.code == "highlight.big_trick"}  # type: ignore[attr-defined]


def test_the_drill_gives_no_hint_and_has_a_hand_without_offence() -> None:
    hands = drill()
    assert [bool(hand.answers) for hand in hands] == [True, True, True, False]
    assert all(play.violations == () for hand in hands for trick in hand.tricks for play in trick.plays)
    revoke = next(hand for hand in hands if hand.hand == 4)
    ((offence, proved),) = revoke.answers
    assert (offence.seat, offence.trick, proved) == ("W", 3, 5)


@pytest.mark.parametrize("path", ["/review", "/drill", "/api/v1/drill", "/api/v1/tables/1/review"])
def test_only_referees_look_back(pictures: ScriptedPictures, path: str) -> None:
    table = RuledTable(recorded_match())
    assert create_app(table, pictures, PageSettings.demo()).test_client().get(path).status_code == 200
    viewer = create_app(table, pictures, replace(PageSettings.demo(), open_access=Access.VIEWER)).test_client()
    assert viewer.get(path).status_code in (401, 403)


@pytest.mark.browser
def test_a_drill_is_graded_by_the_cards(open_page: Open) -> None:
    """A call before the proof is wrong, the same call after it is right, and what was missed is told."""
    page = open_page("/drill", lang="en")
    hands = drill()
    for hand in hands[:3]:
        ((offence, proved),) = hand.answers
        seat = {"E": "East", "N": "North", "W": "West", "S": "South"}[offence.seat or ""]
        last = len(hand.tricks)
        for trick in range(1, last + 1):
            if hand.hand == 4 and trick == proved - 1:
                page.get_by_role("button", name=seat, exact=True).click()
            if hand.hand != 3 and trick == proved:
                page.get_by_role("button", name=seat, exact=True).click()
            page.get_by_role("button", name="See the result" if trick == last else "Next trick").click()
        told = {1: "1 of 1 caught, 0 wrong", 3: "0 of 1 caught, 0 wrong", 4: "1 of 1 caught, 1 wrong"}[hand.hand]
        expect(page.locator(".result h2")).to_have_text(told)
        page.get_by_role("button", name="Next hand").click()
