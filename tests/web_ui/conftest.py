"""A scripted table, an app over it and, for the few tests that need one, a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.health import AllWell
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable

CHROMIUM = "/usr/bin/chromium"
SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
DESKTOP = (1440, 900)
WHOLE = 200
"""More steps than the recorded deal has."""


@pytest.fixture
def clock() -> ScriptedClock:
    """Give a clock that stands still."""
    return ScriptedClock()


@pytest.fixture
def table() -> Iterator[ScriptedTable]:
    """Give the recorded deal at its end: trick 14, three cards lie there, one question is open."""
    scripted = ScriptedTable(steps=WHOLE)
    yield scripted
    scripted.stop()


@pytest.fixture
def pictures(table: ScriptedTable) -> ScriptedPictures:
    """Give the pictures of the scripted table."""
    return ScriptedPictures(table)


@pytest.fixture
def health() -> AllWell:
    """Give a health service that tests can make ill."""
    return AllWell()


@pytest.fixture
def app(table: ScriptedTable, pictures: ScriptedPictures, health: AllWell, clock: ScriptedClock) -> Flask:
    """Give the app as a demo opens it."""
    return create_app(table, pictures, PageSettings.demo(), health=health, clock=clock)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give a client of that app."""
    return app.test_client()


@pytest.fixture
def served(table: ScriptedTable, pictures: ScriptedPictures, health: AllWell) -> Iterator[Serving]:
    """Give a running server of the demo pages, with short intervals."""
    settings = PageSettings(open_access=PageSettings.demo().open_access, heartbeat=1.0)
    running = serve(create_app(table, pictures, settings, health=health), port=0)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the one browser of this run."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"{CHROMIUM} is missing: apt-get install chromium")
    expect.set_options(timeout=30_000)  # a busy machine is no failure
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES.split())
        yield chromium
        chromium.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, served: Serving) -> Iterator[Open]:
    """Give a function that opens a page at a size; at the end nothing may have failed on any of them."""
    problems: list[str] = []
    contexts = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(message.text)

    def open_one(
        path: str = "/", *, lang: str = "zh-Hans", forgive: tuple[str, ...] = (), own_time: bool = False
    ) -> Page:
        width, height = DESKTOP
        context = browser.new_context(viewport={"width": width, "height": height}, locale=lang, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        if own_time:
            page.clock.install()
        page.on("console", lambda message: None if any(each in message.text for each in forgive) else note(message))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(served.address.rstrip("/") + path)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


Written = Callable[[Page], AbstractContextManager[None]]


@pytest.fixture
def written() -> Written:
    """Give what surrounds taps that write one change: it goes on when the page shows the record grown.

    The desk closes its sheet before the server has answered, so a closed sheet alone proves nothing.
    """

    @contextmanager
    def until_it_grows(page: Page) -> Iterator[None]:
        saved = page.locator(".meta.saved .num")
        before = saved.text_content() or ""
        yield
        expect(saved).not_to_have_text(before)
        expect(page.locator(".sheet")).to_have_count(0)

    return until_it_grows


COVERED = """() => { document.querySelector('.stage').scrollIntoView({ block: 'center' });
  return [...document.querySelectorAll('.play .face')].filter((face) => {
    const box = face.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width * .17, box.top + box.height * .14);
    return !top || top.closest('.face') !== face;
  }).map((face) => face.closest('.play').className + ' ' + face.getAttribute('aria-label')); }"""


@pytest.fixture
def covered_ranks() -> Callable[[Page], list[str]]:
    """Give what tells which cards of a trick do not show their rank, because something lies over it."""

    def found(page: Page) -> list[str]:
        names: list[str] = page.evaluate(COVERED)
        return names

    return found
