"""A source that is started before the table: the saved page waits on the disk, then becomes the overlay by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable


def test_only_the_probe_may_be_asked_by_pages_of_other_origins(client: FlaskClient) -> None:
    assert client.get("/healthz").headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for path in ("/", "/readyz", "/api/v1/tables/1", "/nothing"):
        assert client.get(path).headers["Cross-Origin-Resource-Policy"] == "same-origin", path


@pytest.mark.browser
def test_the_saved_page_waits_for_the_table_and_opens_the_overlay(
    browser: Browser, table: ScriptedTable, pictures: ScriptedPictures, tmp_path: Path
) -> None:
    settings = PageSettings(open_access=Access.ADMIN, keep=tmp_path / "access.json")
    running = serve(create_app(table, pictures, settings), port=0)
    context = browser.new_context(locale="en", accept_downloads=True, viewport={"width": 1280, "height": 720})
    try:
        page = context.new_page()
        page.goto(f"{running.address}access")
        page.locator("#name").fill("OBS")
        page.get_by_role("button", name="Make").first.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the waiting page").click()
        saved = tmp_path / "overlay.html"
        download.value.save_as(saved)
        port = running.port
        running.stop()
        source = context.new_page()
        source.goto(saved.as_uri())
        assert source.locator(".pane").count() == 0
        running = serve(create_app(table, pictures, settings), port=port)
        expect(source.locator(".pane.score")).to_contain_text("N/S")
        assert "#" not in source.url
        lower = context.new_page()
        lower.goto(source.url.replace("/all", "/lowerthird"))
        for name in (table.snapshot(Role.VIEWER).seats[seat].name for seat in "ENWS"):
            expect(lower.locator(".lowerthird")).to_contain_text(name)
    finally:
        context.close()
        running.stop()
