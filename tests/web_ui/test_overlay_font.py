"""The Chinese font that overlays bring along: it has every character of their words, and the browser takes it."""

from __future__ import annotations

import importlib.util
from importlib import resources
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, expect

from paizhuo.web_ui import PageSettings, create_app, serve
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

FAMILY = "Paizhuo Overlay SC"


def wanted() -> str:
    """Give the characters that the script cuts out, asked afresh from today's words."""
    path = Path(__file__).parent / "draw_font.py"
    spec = importlib.util.spec_from_file_location("draw_font", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: str = module.characters()
    return found


@pytest.mark.parametrize("weight", [400, 700])
def test_it_has_every_character_of_the_overlays_words(weight: int) -> None:
    """When this fails, the words have changed: run ``python tests/web_ui/draw_font.py``."""
    file = resources.files("paizhuo.web_ui").joinpath("static", "fonts", f"overlay-sc-{weight}.woff2")
    with file.open("rb") as opened, TTFont(opened) as font:
        known = set(font.getBestCmap())
        named = {str(record) for record in font["name"].names if record.nameID in (1, 16)}
    assert sorted(char for char in wanted() if ord(char) not in known) == []
    assert named == {FAMILY}
    assert len(file.read_bytes()) < 150_000


@pytest.mark.browser
def test_an_overlay_sets_its_chinese_in_it(browser: Browser, table: ScriptedTable, pictures: ScriptedPictures) -> None:
    app = create_app(table, pictures, PageSettings.demo())
    running = serve(app, port=0)
    parts: Parts = app.extensions[KEY]
    token, secret = parts.doors.make_overlay("stream", Delay())
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    try:
        page = context.new_page()
        page.goto(f"{running.address}overlay/{token.id}/points?lang=zh-Hans#{secret}")
        expect(page.locator(".points p").first).to_contain_text("闲家得分")
        page.evaluate("document.fonts.ready")
        wire = context.new_cdp_session(page)
        wire.send("DOM.enable")
        wire.send("CSS.enable")
        root = wire.send("DOM.getDocument")["root"]["nodeId"]
        node = wire.send("DOM.querySelector", {"nodeId": root, "selector": ".points p"})["nodeId"]
        fonts = wire.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert [each["isCustomFont"] for each in fonts if each["familyName"] == FAMILY] == [True]
    finally:
        context.close()
        running.stop()
