"""The first run in a real browser: eight steps, and a test trick whose planted offence is caught, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Event, Played, TrickCollected
from paizhuo.rules.service import Person, StartMatch
from paizhuo.rules.shengji_service import EnterBid
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
STEPS = ("Language", "Owner", "Camera", "Corners", "Deck", "Rules and names", "Test trick", "Ready")
OWNER = Person(Role.ADMIN)
NAMES = ("Lin", "Zhou", "Xu", "He")


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = RuledTable()
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(ruled, pictures, PageSettings(open_access=Access.ADMIN)), port=0)
    yield running
    running.stop()


def step(page: Page, name: str) -> None:
    page.locator(".rail button", has_text=name).click()
    expect(page.locator(".step h1")).to_have_text(name)


def test_from_the_language_to_the_test_trick_without_a_camera(open_page: Open, ruled: RuledTable) -> None:
    page = open_page("/setup", lang="en", forgive=("404",))
    page.evaluate(AXE.read_text("utf-8"))
    for name in STEPS[:6]:
        expect(page.locator(".step h1")).to_have_text(name)
        if name == "Camera":
            page.get_by_role("button", name="Simulated").click()
        if name == "Rules and names":
            page.locator("select[name=rulebook]").select_option("pass10")
            for seat, each in zip("ENWS", NAMES, strict=True):
                page.locator(f"input[name={seat}]").fill(each)
            page.get_by_role("button", name="Start a match").click()
            expect(page.locator(".check.good")).to_be_visible()
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == [], name
        page.get_by_role("button", name="Next").click()
    assert tuple(ruled.snapshot(Role.REFEREE).seats[seat].name for seat in "ENWS") == NAMES
    page.get_by_role("button", name="Simulate the plays").click()
    expect(page.locator(".caught")).to_contain_text("Trick 1, West")
    expect(page.locator(".trialsteps .done")).to_have_count(9)
    (offence,) = ruled.snapshot(Role.REFEREE).violations
    assert (offence.code, offence.seat, offence.trick) == ("follow.must_follow_suit", "W", 1)
    page.get_by_role("button", name="Clear the test").click()
    expect(page.locator(".caught")).to_have_count(0)
    assert ruled.snapshot(Role.REFEREE).violations == ()
    page.reload()
    expect(page.locator(".step h1")).to_have_text("Test trick")  # what was done is remembered


def test_nothing_is_caught_while_nobody_offends(open_page: Open, ruled: RuledTable) -> None:
    """The control: West follows suit in both tricks."""
    ruled.submit(StartMatch("pass10", NAMES), OWNER)
    ruled.submit(EnterBid(Seat.E, (Card.S2,)), OWNER)
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Test trick")
    tricks = ((Card.HK, Card.H5, Card.H3, Card.H7), (Card.HA, Card.H6, Card.H9, Card.H8))
    for cards in tricks:
        events: list[Event] = [Played(seat, (card,)) for seat, card in zip(Seat, cards, strict=True)]
        ruled.write([*events, TrickCollected()])
    expect(page.locator(".trialsteps .done")).to_have_count(9)
    expect(page.locator(".trialsteps", has_text="read as")).to_have_count(1)
    expect(page.locator(".caught")).to_have_count(0)
    expect(page.locator("h2", has_text="Nothing caught yet")).to_be_visible()


def test_in_guandan_the_planted_offence_is_a_pair_that_does_not_beat(open_page: Open, ruled: RuledTable) -> None:
    ruled.submit(StartMatch("guandan-2017", NAMES), OWNER)
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Test trick")
    step(page, "Camera")
    page.get_by_role("button", name="Simulated").click()
    step(page, "Test trick")
    page.get_by_role("button", name="Simulate the plays").click()
    expect(page.locator(".caught")).to_contain_text("North")


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_no_step_scrolls_sideways(open_page: Open, ruled: RuledTable, lang: str) -> None:
    ruled.submit(StartMatch("pass10", NAMES), OWNER)
    page = open_page("/setup", lang=lang, forgive=("404",))
    for at in range(len(STEPS)):
        page.locator(".rail button").nth(at).click()
        for width, height in ((1440, 900), (1024, 768), (390, 844), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (at, width)
