"""The first run in a real browser: eight steps, and a test trick whose planted offence is caught, and only then."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.camera_service import Performance
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Event, Played, TrickCollected
from paizhuo.rules.service import CollectTrick, EnterPlay, Person, StartMatch
from paizhuo.rules.shengji_service import EnterBid
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedCameras, ScriptedPictures
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
def cameras(ruled: RuledTable) -> ScriptedCameras:
    """Give cameras whose simulated people lay what they are asked to, as a referee would enter it."""

    def perform(what: Performance | None) -> None:
        assert what is not None
        if what.bid is not None:
            ruled.submit(EnterBid(*what.bid), OWNER)
        for place, plays in enumerate(what.tricks):
            if place:
                ruled.submit(CollectTrick(), OWNER)
            for seat, cards in plays:
                ruled.submit(EnterPlay(seat, cards), OWNER)

    return ScriptedCameras(now_ms=lambda: round(time.time() * 1000), performs=perform)


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures, cameras: ScriptedCameras) -> Iterator[Serving]:
    running = serve(create_app(ruled, pictures, PageSettings(open_access=Access.ADMIN), cameras=cameras), port=0)
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
            page.get_by_role("button", name="Simulated table").click()
            expect(page.locator(".cameras [aria-pressed=true]")).to_contain_text("Simulated table")
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
    page.get_by_role("button", name="Let them lay it").click()
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
    expect(page.locator(".trialsteps .done")).to_have_count(8)
    expect(page.locator(".trialsteps .other")).to_have_count(1)
    expect(page.locator(".trialsteps .other")).to_contain_text("read as")
    expect(page.locator(".note")).to_contain_text("This deal holds other cards")
    expect(page.locator(".caught")).to_have_count(0)
    expect(page.locator("h2", has_text="Nothing caught yet")).to_be_visible()


def test_in_guandan_the_planted_offence_is_a_pair_that_does_not_beat(open_page: Open, ruled: RuledTable) -> None:
    ruled.submit(StartMatch("guandan-2017", NAMES), OWNER)
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Test trick")
    step(page, "Camera")
    page.get_by_role("button", name="Simulated table").click()
    expect(page.locator(".cameras [aria-pressed=true]")).to_contain_text("Simulated table")
    step(page, "Test trick")
    page.get_by_role("button", name="Let them lay it").click()
    expect(page.locator(".caught")).to_contain_text("North")


def test_a_camera_that_cannot_be_opened_is_told_and_the_one_in_use_stays(
    open_page: Open, cameras: ScriptedCameras
) -> None:
    cameras.refuse("usb:2", "camera.busy")
    page = open_page("/setup", lang="en", forgive=("404", "422"))
    step(page, "Camera")
    page.get_by_role("button", name="USB camera 2").click()
    expect(page.get_by_role("alert")).to_contain_text("another program may use it")
    expect(page.get_by_role("alert")).to_contain_text("The camera so far goes on")
    expect(page.locator(".cameras [aria-pressed=true]")).to_contain_text("HD Webcam")


def test_a_recording_is_typed(open_page: Open, cameras: ScriptedCameras) -> None:
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Camera")
    page.get_by_text("Another source").click()
    page.locator("input[name=source]").fill("/home/table/match.mp4")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".cameras [aria-pressed=true]")).to_contain_text("Recording /home/table/match.mp4")
    assert cameras.cameras().chosen == "typed"


def test_a_table_without_a_picture_says_why(open_page: Open, cameras: ScriptedCameras) -> None:
    cameras.fail("camera.absent")
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Camera")
    expect(page.locator(".check.wait")).to_contain_text("Is it plugged in?")


def test_four_taps_with_a_loupe_place_the_table(open_page: Open, cameras: ScriptedCameras) -> None:
    """Taps in any order, on a phone; a corner is dragged, then nudged by the arrow keys pixel by pixel."""
    page = open_page("/setup", lang="en", forgive=("404",))
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".rail button").nth(3).click()
    expect(page.locator(".placement")).to_contain_text("Placed by markers")
    expect(page.locator(".placement")).to_contain_text("error 0.4 px")
    page.get_by_role("button", name="Tap the corners").click()
    stage = page.locator(".taps .frame")
    stage.scroll_into_view_if_needed()
    box = stage.bounding_box()
    assert box is not None

    def at(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    for x, y in ((0.9, 0.9), (0.1, 0.1), (0.1, 0.9), (0.9, 0.1)):
        page.mouse.move(*at(x, y))
        page.mouse.down()
        expect(page.locator(".loupe")).to_be_visible()
        page.mouse.up()
        expect(page.locator(".loupe")).to_have_count(0)
    page.mouse.move(*at(0.1, 0.1))
    page.mouse.down()
    page.mouse.move(*at(0.2, 0.2))
    page.mouse.up()
    corner = page.locator(".corner").nth(1)
    before = [int(each) for each in re.findall(r"(\d+) (?:across|down)", corner.get_attribute("aria-label") or "")]
    corner.focus()
    for press in ("ArrowRight", "ArrowDown", "Shift+ArrowDown"):
        page.keyboard.press(press)
    expect(page.locator(".loupe")).to_be_visible()
    expect(corner).to_have_attribute("aria-label", f"Corner 2, {before[0] + 1} across, {before[1] + 11} down")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [each["id"] for each in found["violations"]] == []
    page.get_by_role("button", name="Use these corners").click()
    expect(page.locator(".placement")).to_contain_text("Placed by four taps")
    placed = cameras.cameras().placed
    assert placed is not None
    (left, top), (right, upper), (_, bottom), (start, _) = placed.corners
    assert (round(left), round(top)) == (before[0] + 1, before[1] + 11)
    assert abs(left - 0.2 * placed.width) < 12
    assert right > 0.88 * placed.width
    assert upper < 0.12 * placed.height
    assert bottom > 0.88 * placed.height
    assert start < 0.12 * placed.width


def test_what_to_change_is_told_where_cards_cannot_be_read(open_page: Open) -> None:
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Corners")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".legibility li")).to_have_count(5)
    expect(page.locator(".legibility .alarm")).to_contain_text("bring the camera closer")
    expect(page.locator(".legibility .ask")).to_contain_text("Glare")
    expect(page.locator(".legibility .good").first).to_contain_text("100% read")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [each["id"] for each in found["violations"]] == []


def test_a_bump_shows_in_the_corners_step(open_page: Open, cameras: ScriptedCameras) -> None:
    cameras.bump()
    page = open_page("/setup", lang="en", forgive=("404",))
    step(page, "Corners")
    expect(page.locator(".placement.bad")).to_contain_text("Bumped")


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_no_step_scrolls_sideways(open_page: Open, ruled: RuledTable, lang: str) -> None:
    ruled.submit(StartMatch("pass10", NAMES), OWNER)
    page = open_page("/setup", lang=lang, forgive=("404",))
    for at in range(len(STEPS)):
        page.locator(".rail button").nth(at).click()
        for width, height in ((1440, 900), (1024, 768), (390, 844), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (at, width)
