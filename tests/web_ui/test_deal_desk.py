"""What a referee says beside the cards, on the desk over the real rules: points, bids, lots, breaches, time, counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import (
    DealStarted,
    Declared,
    Event,
    KittyBuried,
    KittyShown,
    MatchStarted,
    Played,
    TrickCollected,
)
from paizhuo.rules.service import Person
from paizhuo.rules.shengji_service import EnterDrawnCard
from paizhuo.rules.snapshot import Role, TableSnapshot
from paizhuo.rules.table_events import HandsCounted
from paizhuo.rules.table_service import CallTime
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Written = Callable[[Page], AbstractContextManager[None]]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
NAMES = ("Lin", "Zhou", "Xu", "He")
BEGUN: tuple[Event, ...] = (DealStarted(1), Declared(Seat.E, (Card.H2,)), KittyBuried(Seat.E, 8))
SIZES = ((1440, 900), (390, 844), (320, 640))


def trick(*cards: Card) -> list[Event]:
    return [*(Played(seat, (card,)) for seat, card in zip(Seat, cards, strict=True)), TrickCollected()]


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = RuledTable(clock=lambda: 1_795_779_060_000)
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(ruled, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


def seen(table: RuledTable) -> TableSnapshot:
    return table.snapshot(Role.REFEREE)


def desk(open_page: Open, lang: str = "en") -> Page:
    return open_page("/referee", lang=lang, forgive=("404",))


def sheet(page: Page, name: str) -> None:
    page.locator(".actions").get_by_role("button", name=name).click()
    expect(page.locator(".sheet")).to_be_visible()


def test_points_are_corrected_with_a_reason_and_the_record_says_what_is_by_hand(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    ruled.write([MatchStarted("comp", NAMES), *BEGUN, *trick(Card.S3, Card.SK, Card.S4, Card.S6)])
    page = desk(open_page)
    sheet(page, "This deal")
    expect(page.locator(".sumcheck")).to_have_text(
        "By the cards: N/S 10, E/W 0, on the table 0, elsewhere 190: 200 in all"
    )
    plus = page.locator(".steps .btn").filter(has_text="+20")
    expect(plus).to_contain_text("score 10 → 30")
    page.get_by_role("button", name="Penalty").click()
    with written(page):
        plus.click()
    points = seen(ruled).points
    assert (points.attackers, points.by_hand, points.deck) == (30, 20, 200)
    assert ruled.entries()[-1].event.kind == "points_corrected"
    assert getattr(ruled.entries()[-1].event, "reason_code", "") == "penalty"
    expect(page.locator(".byhand")).to_have_text("by hand +20")
    page.keyboard.press("Control+z")
    expect(page.locator(".beforeafter")).to_contain_text("Attackers’ points")
    with written(page):
        page.locator("[data-confirm]").click()
    assert seen(ruled).points.by_hand == 0
    expect(page.locator(".byhand")).to_have_count(0)


def test_a_deck_that_does_not_make_200_is_said(open_page: Open, ruled: RuledTable) -> None:
    ruled.write([MatchStarted("comp", NAMES), *BEGUN, *trick(Card.SK, Card.SK, Card.SK, Card.S6)])
    page = desk(open_page)
    sheet(page, "This deal")
    expect(page.locator(".sumcheck .asked")).to_contain_text("200 expected")


def test_trump_dealer_and_levels_are_set_in_two_taps(open_page: Open, ruled: RuledTable, written: Written) -> None:
    ruled.write([MatchStarted("comp", NAMES), *BEGUN])
    page = desk(open_page)
    for name, value in (("clubs", "trump"), ("North", "dealer")):
        sheet(page, "This deal")
        with written(page):
            page.locator(".choices").get_by_role("button", name=name).click()
        assert getattr(seen(ruled), value) == {"clubs": "C", "North": "N"}[name]
    sheet(page, "Set up")
    page.get_by_label("N/S").select_option("9")
    with written(page):
        page.get_by_role("button", name="Set the levels").click()
    assert (seen(ruled).levels["NS"], seen(ruled).level) == ("9", "9")


def test_bids_and_the_kitty_are_corrected_like_plays(open_page: Open, ruled: RuledTable, written: Written) -> None:
    kitty = (Card.S5, Card.C3, Card.C4, Card.C6, Card.C7, Card.C8, Card.D3, Card.D4)
    ruled.write([MatchStarted("comp", NAMES), *BEGUN, KittyShown(kitty)])
    page = desk(open_page)
    sheet(page, "This deal")
    page.locator(".trickplays tr", has_text="Kitty").locator(".cardkey").nth(2).click()
    expect(page.locator(".sheet h2").first).to_have_text("Kitty")
    with written(page):
        page.get_by_role("button", name="10 of clubs", exact=True).click()
    assert (seen(ruled).kitty.cards or ())[2] == "CT"
    sheet(page, "This deal")
    page.locator(".trickplays tr", has_text="East").locator(".cardkey").click()
    page.get_by_role("button", name="2 of diamonds", exact=True).click()
    expect(page.locator(".foresight .beforeafter")).to_contain_text("Trump")
    with written(page):
        page.locator(".foresight [data-confirm]").click()
    assert (seen(ruled).trump, seen(ruled).declarations[0].cards) == ("D", ("D2",))


def test_cards_drawn_before_the_first_hand_are_entered_one_tap_each(open_page: Open, ruled: RuledTable) -> None:
    ruled.write([MatchStarted("campus", NAMES)])
    page = desk(open_page)
    page.keyboard.press("m")
    page.get_by_role("button", name="Drawn card").click()
    saved = page.locator(".meta.saved .num")
    for face in ("8 of spades", "K of hearts", "3 of spades"):
        before = saved.text_content() or ""
        page.get_by_role("button", name=face, exact=True).click()
        expect(saved).not_to_have_text(before)
    for key in ("9", "d"):
        page.keyboard.press(key)
    expect(page.locator(".drawn")).to_have_count(4)
    assert seen(ruled).dealing.drawn == (("E", "S8"), ("N", "HK"), ("W", "S3"), ("S", "D9"))
    page.get_by_role("button", name="Cards are dealt").click()
    expect(page.locator(".sheet h2")).to_be_visible()
    expect(page.get_by_role("button", name="Cards are dealt")).to_be_disabled()
    assert seen(ruled).dealer == "N"


def test_seats_are_drawn_by_lot_and_shown_before_the_match_begins(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    page = desk(open_page)
    sheet(page, "Set up")
    page.get_by_role("button", name="By lot").click()
    for field, name in (("a1", "Lin"), ("a2", "Xu"), ("b1", "Zhou"), ("b2", "He")):
        page.locator(f"[name={field}]").fill(name)
    first, second = page.locator(".lot").all()
    first.get_by_role("button", name="North").click()
    expect(page.locator(".setup .note")).to_contain_text("North Lin")
    second.get_by_role("button", name="West").click()
    expect(page.locator(".setup .note")).to_have_text("East He · North Lin · West Zhou · South Xu")
    page.locator("[name=rulebook]").select_option("pass10")
    with written(page):
        page.get_by_role("button", name="Start a match").click()
    assert {seat: each.name for seat, each in seen(ruled).seats.items()} == {
        "E": "He",
        "N": "Lin",
        "W": "Zhou",
        "S": "Xu",
    }


def test_a_breach_that_no_card_shows_is_noted_and_waits_for_a_ruling(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    ruled.write([MatchStarted("const2", NAMES), *BEGUN])
    page = desk(open_page)
    sheet(page, "This deal")
    page.get_by_label("seconds").fill("95")
    with written(page):
        page.get_by_role("button", name="West: Too slow").click()
    expect(page.locator(".offence", has_text="West")).to_contain_text("Before the play, West Took 95 s, 60 s allowed")
    found = next(each for each in seen(ruled).violations if each.seat == "W")
    assert (found.code, found.seat, found.ruling) == ("time.too_slow", "W", None)


def test_time_is_called_and_a_draw_is_settled_by_lot(open_page: Open, ruled: RuledTable, written: Written) -> None:
    ruled.write([MatchStarted("ten", NAMES)])
    page = desk(open_page)
    sheet(page, "Set up")
    expect(page.get_by_role("button", name="Lot:")).to_have_count(0)
    with written(page):
        page.get_by_role("button", name="Time: stop now").click()
    assert (seen(ruled).ending.is_over, seen(ruled).ending.winner) == (True, None)
    expect(page.locator(".banner")).to_contain_text("A draw")
    sheet(page, "Set up")
    with written(page):
        page.get_by_role("button", name="Lot: N/S win").click()
    assert (seen(ruled).ending.winner, seen(ruled).ending.cause) == ("NS", "lot")
    expect(page.locator(".banner")).to_contain_text("N/S win the match: by lot.")


def test_the_last_deal_is_said_and_who_shuffles_cuts_and_draws(open_page: Open, ruled: RuledTable) -> None:
    ruled.write([MatchStarted("ten", NAMES), *BEGUN[:1]])
    ruled.submit(CallTime(finish=True), Person(Role.REFEREE))
    for seat, card in zip(Seat, (Card.S8, Card.HK, Card.S3, Card.D9), strict=True):
        ruled.submit(EnterDrawnCard(seat, card), Person(Role.REFEREE))
    page = open_page("/", lang="en", forgive=("404",))
    expect(page.locator(".banner")).to_contain_text("This deal is the last.")
    expect(page.locator(".stagepanel .aside").first).to_have_text("North draws first")


def test_counted_hands_are_entered(open_page: Open, ruled: RuledTable, written: Written) -> None:
    ruled.write([MatchStarted("comp", NAMES), DealStarted(1)])
    page = desk(open_page)
    sheet(page, "This deal")
    page.get_by_role("spinbutton", name="W", exact=True).fill("24")
    with written(page):
        page.get_by_role("button", name="Enter the counts").click()
    event = ruled.entries()[-1].event
    assert isinstance(event, HandsCounted)
    assert event.counts == (25, 25, 24, 25)


def test_a_deal_ends_or_is_void_at_the_second_tap(open_page: Open, ruled: RuledTable, written: Written) -> None:
    ruled.write([MatchStarted("comp", NAMES), *BEGUN])
    before = ruled.entries()
    page = desk(open_page)
    again = page.get_by_role("button", name="Tap again to confirm")
    sheet(page, "This deal")
    page.get_by_role("button", name="End this deal").click()
    expect(again).to_have_count(1)
    page.get_by_role("button", name="Void this deal, deal again").click()
    expect(page.get_by_role("button", name="End this deal")).to_be_visible()
    expect(again).to_have_count(1)
    assert ruled.entries() == before
    with written(page):
        again.click()
    assert ruled.entries()[-1].event.kind == "deal_voided"


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_the_sheets_fit_and_axe_finds_nothing(open_page: Open, ruled: RuledTable, lang: str) -> None:
    ruled.write([MatchStarted("const2", NAMES), *BEGUN, *trick(Card.S3, Card.SK, Card.S4, Card.S6)])
    page = desk(open_page, lang)
    page.evaluate(AXE.read_text("utf-8"))
    buttons = page.locator(".actions .btn")
    for at in (4, 5):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            buttons.nth(at).click()
            expect(page.locator(".sheet")).to_be_visible()
            inside = "Math.max(document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll("
            inside += "'.sheet')].map((each) => each.scrollWidth - each.clientWidth))"
            assert page.evaluate(inside) <= 0, (at, width)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == []
            page.keyboard.press("Escape")
            expect(page.locator(".sheet")).to_have_count(0)


def test_a_sheet_that_cannot_be_fetched_says_so_and_the_desk_goes_on(open_page: Open, ruled: RuledTable) -> None:
    ruled.write([MatchStarted("comp", NAMES), *BEGUN])
    page = open_page("/referee", lang="en", forgive=("404", "ERR_FAILED"))
    page.route("**/deal-desk.js", lambda route: route.abort())
    page.locator(".actions").get_by_role("button", name="This deal").click()
    expect(page.locator(".toast")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".sheet h2")).to_have_text("Manual")
