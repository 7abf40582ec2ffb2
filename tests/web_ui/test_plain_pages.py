"""Record, evidence card, looking back and drill in a real browser: axe finds nothing, nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PAPER = ("/record/sheet", "/record/offences/4:3:W:follow.must_follow_suit")
LIVE = ("/record", "/review", "/drill")


@pytest.fixture
def served(pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(RuledTable(recorded_match()), pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(browser: Browser, served: Serving, lang: str) -> None:
    context = browser.new_context(locale=lang, bypass_csp=True)
    try:
        page = context.new_page()
        for path in (*LIVE, *PAPER):
            page.goto(served.address.rstrip("/") + path)
            page.wait_for_selector("html[data-ready], main.page")
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == [], (
                path
            )
            if path in LIVE:
                for width in (1440, 390, 320):
                    page.set_viewport_size({"width": width, "height": 800})
                    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, width)
    finally:
        context.close()
