"""Long plays on a stream: every index shows, nothing leaves the canvas; the clock of the turn, and where none runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from paizhuo.rules.guandan_snapshot import WaitView
from paizhuo.rules.snapshot import PlayView, TrickView
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.delay import Delay, Until
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

pytestmark = pytest.mark.browser

LONG = ("S3", "S3", "S4", "S4", "S5", "S5", "S6", "S6", "S7", "S7", "S8", "S8")
CANVASES = ((1920, 1080), (1280, 720), (1080, 1920))
SHOWN = """() => [...document.querySelectorAll('.trick .fan')].map((fan) => [...fan.querySelectorAll('.face')]
  .map((face) => face.getBoundingClientRect())
  .map((box, at, all) => at + 1 < all.length ? (all[at + 1].x - box.x) / box.width : 1))"""


@dataclass
class Station:
    """The pages of a table, served."""

    app: Flask
    serving: Serving

    @property
    def parts(self) -> Parts:
        found: Parts = self.app.extensions[KEY]
        return found


@pytest.fixture
def station(table: ScriptedTable, pictures: ScriptedPictures) -> Iterator[Station]:
    app = create_app(table, pictures, PageSettings.demo())
    running = Station(app, serve(app, port=0))
    yield running
    running.serving.stop()


def overlay(browser: Browser, station: Station, delay: Delay, view: str) -> Page:
    """Open an overlay of a table in a browser context of its own."""
    token, secret = station.parts.doors.make_overlay("stream", delay)
    page = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce").new_page()
    page.goto(f"{station.serving.address}overlay/{token.id}/{view}?lang=en#{secret}")
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def test_long_plays_lie_in_two_rows_within_the_canvas(browser: Browser, station: Station, table: ScriptedTable) -> None:
    """Four throws of twelve cards in one row would be 213 rem wide, the canvas has 120."""
    table.show(trick=TrickView(3, "E", tuple(PlayView(at + 1, seat, LONG) for at, seat in enumerate("ENWS"))))
    page = overlay(browser, station, Delay(), "all")
    expect(page.locator(".trick .face")).to_have_count(48)
    for width, height in CANVASES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".pane.trick").bounding_box()
        assert box is not None
        assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True), width
        assert (box["y"] >= 0, box["y"] + box["height"] <= height) == (True, True), width
        shares = [share for fan in page.evaluate(SHOWN) for share in fan]
        assert len(shares) == 48
        assert min(shares) >= 0.4, width
    page.context.close()


@pytest.mark.parametrize(("delay", "runs"), [(Delay(), True), (Delay(Until.SECONDS, 1), False)])
def test_the_clock_of_the_turn_runs_in_the_empty_place_and_never_on_a_delayed_stream(
    browser: Browser, station: Station, table: ScriptedTable, delay: Delay, runs: bool
) -> None:
    table.show(clock=WaitView("play", 600, ("S",), station.parts.feed.epoch_ms()))
    page = overlay(browser, station, delay, "trick")
    expect(page.locator(".trick .slot")).to_have_count(1)
    clock = page.locator(".trick .slot b")
    if runs:
        expect(clock).to_have_text(re.compile(r"^5\d\d$"))  # of ten minutes
    expect(clock).to_have_count(int(runs))
    page.context.close()


def test_cards_that_are_worth_points_are_bold_among_the_unseen(browser: Browser, station: Station) -> None:
    page = overlay(browser, station, Delay(), "remaining")
    expect(page.locator(".unseen .line").nth(1).locator("b")).to_have_text(["K", "10"])
    expect(page.locator(".unseen .joker")).to_have_text(["B", "B", "L", "L"])
    expect(page.locator(".unseen .own")).to_contain_text("Q 10 9 5")
    page.context.close()
