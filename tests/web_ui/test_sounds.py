"""The sounds of a page: who hears them, how loud, and that the browser keeps what was set."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from paizhuo.rules.guandan_snapshot import WaitView
from paizhuo.rules.snapshot import QuestionView
from paizhuo.web_ui import PageSettings, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
LISTEN = """() => { window.heard = []; window.AudioContext = class {
  currentTime = 0; destination = {};
  createOscillator() { return { frequency: {}, connect: (to) => to, start() {}, stop() {} }; }
  createGain() { return { connect: (to) => to,
    gain: { setValueAtTime: (level) => heard.push(level), exponentialRampToValueAtTime() {} } }; } }; }"""
MINUS_12 = 10 ** (-12 / 20)
HALF_AS_LOUD = 10 ** (-10 / 20)


def open_screen(page: Page) -> None:
    page.locator(".tools .tool").first.click()
    expect(page.locator(".sheet.screen")).to_be_visible()


def heard(page: Page) -> list[float]:
    found: list[float] = page.evaluate("heard.splice(0)")
    return found


def test_sounds_are_as_loud_as_the_screen_is_set_and_stay_so(open_page: Open) -> None:
    page = open_page("/referee", lang="en")
    page.evaluate(LISTEN)
    open_screen(page)
    slider = page.get_by_role("slider", name="Volume")
    expect(slider).to_have_value("100")
    page.get_by_role("button", name="Try it").click()
    assert heard(page) == pytest.approx([MINUS_12, MINUS_12])
    slider.fill("50")
    expect(page.locator("output")).to_have_text("50")
    page.get_by_role("button", name="Try it").click()
    assert heard(page) == pytest.approx([MINUS_12 * HALF_AS_LOUD] * 2)
    slider.fill("0")
    page.get_by_role("button", name="Try it").click()
    assert heard(page) == []
    slider.fill("30")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".tools .tool").first).to_have_attribute("aria-label", "Sounds on, volume 30; this screen")
    page.evaluate(LISTEN)
    open_screen(page)
    expect(slider).to_have_value("30")
    page.get_by_role("button", name="Try it").click()
    assert math.isclose(heard(page)[0], MINUS_12 * 10 ** (10 * math.log2(0.3) / 20), rel_tol=1e-6)


def test_a_muted_screen_is_silent_until_it_is_switched_on(open_page: Open, table: ScriptedTable) -> None:
    page = open_page("/referee", lang="en")
    page.evaluate(LISTEN)
    for name, sounds in (("Mute", 0), ("On", 2)):
        open_screen(page)
        page.locator(".sheet").get_by_role("button", name=name, exact=True).first.click()
        page.keyboard.press("Escape")
        expect(page.locator(".sheet")).to_have_count(0)
        asked = QuestionView(f"card:{sounds}:0", "reading.unread", {"seat": "W", "trick": 3 + sounds}, ("S3", "S4"))
        table.show(questions=(asked,))
        expect(page.locator(".question")).to_contain_text(f"trick {3 + sounds}")
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert len(heard(page)) == sounds


@pytest.mark.parametrize(("access", "label"), [(Access.VIEWER, "Muted"), (Access.REFEREE, "Sounds on")])
def test_only_a_referees_device_sounds_before_anybody_asks(
    browser: Browser, table: ScriptedTable, pictures: ScriptedPictures, access: Access, label: str
) -> None:
    running = serve(create_app(table, pictures, PageSettings(open_access=access)), port=0)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    page.goto(running.address)
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".tools .tool").first).to_have_attribute("aria-label", f"{label}, volume 100; this screen")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()
    running.stop()


def test_the_turn_clock_ticks_only_where_that_was_asked_for(open_page: Open) -> None:
    page = open_page("/referee", lang="en")
    page.evaluate(LISTEN)
    page.locator("body").click(position={"x": 5, "y": 5})
    play = "(name) => import(document.querySelector('script[type=module]').src.replace('referee.js', 'core/sounds.js'))"
    play += ".then((sounds) => sounds.play(name))"
    page.evaluate(play, "tick")
    assert heard(page) == []
    open_screen(page)
    page.get_by_role("group", name="Turn clock").get_by_role("button", name="On").click()
    page.evaluate(play, "tick")
    assert heard(page) == pytest.approx([10 ** (-24 / 20)])


@pytest.mark.parametrize("ticks", [True, False])
def test_the_last_seconds_of_a_turn_are_heard_on_the_dashboard(
    open_page: Open, table: ScriptedTable, *, ticks: bool
) -> None:
    page = open_page(lang="en")
    page.evaluate(LISTEN)
    open_screen(page)
    page.locator(".sheet").get_by_role("button", name="On", exact=True).first.click()
    if ticks:
        page.get_by_role("group", name="Turn clock").get_by_role("button", name="On").click()
    page.keyboard.press("Escape")
    now = round(time.time() * 1000)
    table.show(clock=WaitView("play", 20, ("S",), now - 16_000))
    expect(page.locator(".turnclock")).to_have_text(re.compile(r"^[1-3] s$"))
    if ticks:
        page.wait_for_function("heard.length > 0")
    expect(page.locator(".turnclock")).to_have_text(re.compile(r"over$"))
    assert bool(heard(page)) is ticks
