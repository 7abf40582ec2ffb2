"""Overlays in a real browser: transparent, legible, delayed at the server, and never given up."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from paizhuo.rules.cards import Seat
from paizhuo.rules.service import CorrectSeat, Person
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.delay import Delay, Until
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

pytestmark = pytest.mark.browser

CANVASES = ((1920, 1080, 22.0), (1280, 720, 14.6), (1080, 1920, 22.0))


class Studio:
    """A served app, its doors, and a browser of its own, as a streaming program has one."""

    def __init__(self, browser: Browser, table: ScriptedTable, settings: PageSettings | None = None) -> None:
        self.app = create_app(table, ScriptedPictures(table), settings or PageSettings.demo())
        self.serving: Serving = serve(self.app, port=0)
        self.context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 720})
        self.problems: list[str] = []

    @property
    def doors(self) -> Doors:
        parts: Parts = self.app.extensions[KEY]
        return parts.doors

    def link(self, delay: Delay, view: str = "all", lang: str = "en") -> str:
        token, secret = self.doors.make_overlay("stream", delay)
        return f"{self.serving.address}overlay/{token.id}/{view}?lang={lang}#{secret}"

    def open(self, link: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(link)
        return page

    def close(self) -> None:
        self.context.close()
        self.serving.stop()
        assert self.problems == []


@pytest.fixture
def studio(browser: Browser, table: ScriptedTable) -> Iterator[Studio]:
    made = Studio(browser, table)
    yield made
    made.close()


def test_panels_are_opaque_everything_else_is_clear_and_text_is_large(studio: Studio) -> None:
    page = studio.open(studio.link(Delay()))
    expect(page.locator(".pane.points .big")).to_contain_text("65")
    for width, height, smallest in CANVASES:
        page.set_viewport_size({"width": width, "height": height})
        picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
        alpha = picture.getchannel("A").tobytes()
        boxes = [box for box in page.evaluate(PANES) if box["width"]]
        assert len(boxes) == (5 if width > height else 4)  # an upright canvas leaves the unseen cards out
        for box in boxes:
            assert alpha[int(box["y"] + 4) * width + int(box["x"] + box["width"] / 2)] >= 230
            assert min(box["x"], box["y"]) >= 0
            assert (box["right"], box["bottom"]) <= (width, height)
        assert alpha[height // 2 * width + width // 2] == 0
        assert alpha[2 * width + 2] == 0
        sizes = page.evaluate(SIZES)
        assert min(sizes) >= smallest, (width, min(sizes))


PANES = "[...document.querySelectorAll('.pane')].map((e) => e.getBoundingClientRect().toJSON())"
SIZES = """() => { const sizes = []; const app = document.getElementById('app');
  const walk = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const e = walk.currentNode.parentElement;
    if (walk.currentNode.data.trim() && e.offsetParent !== null && !e.classList.contains('vh'))
      sizes.push(parseFloat(getComputedStyle(e).fontSize)); } return sizes; }"""


def test_the_secret_leaves_the_address_and_nobody_else_gets_in(studio: Studio, table: ScriptedTable) -> None:
    link = studio.link(Delay(), "scoreboard")
    page = studio.open(link)
    expect(page.locator(".pane.score")).to_contain_text("N/S")
    assert "#" not in page.url
    stranger = studio.context.browser
    assert stranger is not None
    other = stranger.new_context()
    answer = other.request.get(link.split("#")[0].rsplit("/", 1)[0] + "/state")
    assert answer.status == 401
    other.close()


def test_overlays_name_no_player_under_question_and_delayed_ones_not_even_that_there_is_one(studio: Studio) -> None:
    now = studio.open(studio.link(Delay(), "alert"))
    expect(now.locator(".alert")).to_have_text("Referee checks")
    late = studio.open(studio.link(Delay(Until.DEAL), "all"))
    expect(late.locator("html[data-ready]")).to_have_count(1)
    assert late.locator(".alert").count() == 0
    assert late.locator(".pane.points").count() == 0, "no deal is over yet, so nothing may be shown"


def test_a_correction_jumps_to_the_truth_on_all_overlays_and_dashboards_of_one_browser(
    studio: Studio, table: ScriptedTable
) -> None:
    """Eight overlays and two dashboards in one browser: more streams than a browser opens to one place."""
    link = studio.link(Delay(), "trick")
    overlays = [studio.open(link) for _ in range(8)]
    dashboards = [studio.open(studio.serving.address + "?lang=en") for _ in range(2)]
    for page in overlays:
        expect(page.locator(".one.best .face")).to_have_attribute("aria-label", "K of spades")
    play = table.snapshot(Role.REFEREE).trick.plays[1]
    table.submit(CorrectSeat(play.seq, Seat.S), Person(Role.REFEREE))
    for page in overlays:
        expect(page.locator(".one .slot")).to_have_count(1)
        expect(page.locator(".one", has_text="N").locator(".slot")).to_have_count(1)
    for page in dashboards:
        expect(page.locator(".play.N .face")).to_have_count(0)


def test_a_source_opens_though_another_one_entered_while_it_was_on_its_way(studio: Studio) -> None:
    """A streaming program opens all its sources at once; the slower one stayed empty for ever."""
    link, held = studio.link(Delay(), "points"), list[Route]()
    slow = studio.context.new_page()
    slow.route("**/enter", lambda route: route.continue_() if held else held.append(route))
    slow.goto(link)
    expect(studio.open(link).locator(".big")).to_contain_text("65")
    held[0].continue_()
    expect(slow.locator(".big")).to_contain_text("65")
    assert "#" not in slow.url


def test_an_overlay_survives_a_restart_of_the_server_untouched(
    browser: Browser, table: ScriptedTable, tmp_path: Path
) -> None:
    settings = PageSettings(open_access=PageSettings.demo().open_access, keep=tmp_path / "access.json")
    studio = Studio(browser, table, settings)
    page = studio.open(studio.link(Delay(), "points"))
    expect(page.locator(".big")).to_contain_text("65")
    studio.serving.stop()
    table.again()
    studio.serving = serve(create_app(table, ScriptedPictures(table), settings), port=studio.serving.port)
    expect(page.locator(".big")).to_contain_text("0/80")
    studio.close()
