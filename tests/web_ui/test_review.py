"""Looking back: tempo, highlights and the drill tell what the log holds, to referees only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

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
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
GUANDAN = drill("guandan")


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
    assert [bool(hand.answers) for hand in hands] == [True, False, True, True]
    revoke = next(hand for hand in hands if hand.hand == 4)
    ((offence, proved),) = revoke.answers
    assert (offence.seat, offence.trick, proved) == ("W", 3, 5)


def test_the_drill_of_guandan_has_one_fault_of_each_kind_and_a_hand_without() -> None:
    """Tribute and return are proved only by what their seat shows in a later trick."""
    told = [
        (hand.hand, *((offence.code, offence.seat, proved) for offence, proved in hand.answers)) for hand in GUANDAN
    ]
    assert told == [
        (1, ("play.does_not_beat", "S", 5)),
        (2, ("turn.out_of_turn", "N", 4)),
        (3,),
        (4, ("shape.none", "N", 2)),
        (5, ("tribute.not_largest", "W", 3)),
        (6, ("return.not_low", "S", 3)),
    ]


def test_every_card_of_guandans_drill_is_shown_in_order_and_a_play_taken_back_stays_to_be_seen() -> None:
    for hand in GUANDAN:
        numbers = [trick.number for trick in hand.tricks]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert numbers[0] == (1 if hand.hand == 1 else 0)
        laid = [play for trick in hand.tricks for play in trick.plays]
        assert [play.seq for play in laid] == sorted(play.seq for play in laid)
        faults = {offence.code for offence, _ in hand.answers} & {
            "play.does_not_beat",
            "turn.out_of_turn",
            "shape.none",
        }
        assert sum(play.what == "taken_back" for play in laid) == len(faults)
        stayed = [card for play in laid if play.what == "" for card in play.cards]
        assert all(stayed.count(card) <= 2 for card in stayed)


def test_the_record_of_guandans_drill_is_what_its_players_play() -> None:
    """It is written by ``draw_drill.py``: a change of the rules or the players that would change it is noticed."""
    spec = spec_from_file_location("draw_drill", Path(__file__).parent / "draw_drill.py")
    assert spec is not None
    assert spec.loader is not None
    draw = module_from_spec(spec)
    spec.loader.exec_module(draw)
    assert [each.event for each in recorded_match("guandan-drill")] == [each.event for each in draw.played()]


def test_there_is_no_drill_of_another_game(pictures: ScriptedPictures) -> None:
    client = create_app(RuledTable(), pictures, PageSettings.demo()).test_client()
    assert client.get("/api/v1/drill?game=guandan").get_json()["hands"][0]["wild"] == "H2"
    assert client.get("/api/v1/drill?game=whist").status_code == 404


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
    for hand in hands:
        if not hand.answers:
            for trick in range(1, len(hand.tricks) + 1):
                page.get_by_role("button", name="See the result" if trick == len(hand.tricks) else "Next trick").click()
            expect(page.locator(".result")).to_contain_text("There was no offence in this hand")
            page.get_by_role("button", name="Next hand").click()
            continue
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


@pytest.mark.browser
def test_a_drill_of_guandan_is_graded_by_the_cards(open_page: Open) -> None:
    """The tribute of hand 5 is proved in trick 3: a call before is wrong, two tricks later it is right and late."""
    page = open_page("/drill?game=guandan", lang="en")
    for _ in range(4):
        while page.get_by_role("button", name="Next trick").count():
            page.get_by_role("button", name="Next trick").click()
        page.get_by_role("button", name="See the result").click()
        page.get_by_role("button", name="Next hand").click()
    expect(page.locator(".drillhand")).to_contain_text("Hand 5 of 6")
    expect(page.locator(".runs li").first).to_contain_text("tribute")
    tricks = GUANDAN[4].tricks
    for trick in tricks:
        if trick.number in (2, 5):
            page.get_by_role("button", name="West", exact=True).click()
        page.get_by_role("button", name="See the result" if trick is tricks[-1] else "Next trick").click()
    expect(page.locator(".result h2")).to_have_text("1 of 1 caught, 1 wrong")
    expect(page.locator(".graded.caught")).to_contain_text("proved in trick 3, 2 tricks late")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == []
    for width in (320, 390, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
