"""Clocks and pairing codes in a real browser: what is left by the server's time, and a QR code that says the link."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.guandan_snapshot import WaitView
from paizhuo.rules.snapshot import EndingView, HoldView
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.qr import QUIET, modules
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture
def served(table: ScriptedTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    """Give pages whose server's time of day is an hour behind the browser's."""
    app = create_app(table, pictures, PageSettings(open_access=Access.ADMIN, heartbeat=0.2), wall=_hour_ago)
    running = serve(app, port=0)
    yield running
    running.stop()


def _hour_ago() -> float:
    return time.time() - 3600


def test_a_turn_clock_counts_by_the_servers_time_and_stands_while_play_is_held(
    open_page: Open, table: ScriptedTable
) -> None:
    now = round(_hour_ago() * 1000)
    table.show(clock=WaitView("play", 40, ("S",), now - 8_000))
    page = open_page(lang="en")
    expect(page.locator(".seat.S .turnclock")).to_have_text(re.compile(r"^(3[0-2]|2\d) s$"))
    expect(page.locator(".turnclock")).to_have_count(1)
    table.show(clock=WaitView("play", 40, ("S",), now - 20_000), hold=HoldView("Sun", now - 10_000))
    expect(page.locator(".turnclock.held")).to_have_text("30 s")
    table.show(clock=WaitView("play", 20, ("S",), now - 60_000))
    expect(page.locator(".turnclock.over")).to_have_text(re.compile(r"^\d+ s over$"))
    table.show(ending=EndingView(minutes=60, began=now - 50 * 60_000))
    expect(page.locator(".matchclock .long")).to_have_text(re.compile(r"^(10:00|09:\d\d) left$"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".matchclock .short")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "a phone scrolls sideways"
    cut_off = "[...document.querySelectorAll('.top button, .top a, .trust')].filter((each) => each.offsetParent &&"
    cut_off += " each.getBoundingClientRect().right > innerWidth).length"
    assert page.evaluate(cut_off) == 0, "the header runs over the edge"
    table.show()
    expect(page.locator(".turnclock")).to_have_count(0)


def test_an_invitation_is_a_code_to_type_and_a_qr_code_that_says_the_link(open_page: Open, served: Serving) -> None:
    """The picture on the page is read back with a reader of another make."""
    page = open_page("/access", lang="en")
    page.locator("#person").fill("Sun's phone")
    page.get_by_role("button", name="Make").nth(1).click()
    expect(page.locator(".paircode")).to_have_text(re.compile(r"^\d{6}$"))
    link = page.locator(".made code").inner_text()
    assert re.match(rf"{re.escape(served.address)}enter#\S{{20,}}$", link)
    drawn = cv2.imdecode(np.frombuffer(page.locator(".qr").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    told, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(drawn, None, fx=3, fy=3))
    assert told == link


def test_the_qr_code_is_what_the_reader_expects_and_another_text_is_another_code() -> None:
    for text in ("http://192.168.1.20:8000/enter#" + "a" * 32, "http://[::1]:8000/enter#x"):
        rows = modules(text)
        picture = np.array([[255 * (module == "0") for module in row] for row in rows], np.uint8)
        told, _, _ = cv2.QRCodeDetector().detectAndDecode(
            cv2.resize(np.pad(picture, QUIET, constant_values=255), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
        )
        assert told == text


def test_a_scanned_link_lets_one_device_in_once(open_page: Open, served: Serving) -> None:
    doors: Doors = served._parts.doors
    made = doors.invite(Access.REFEREE, "phone")
    page = open_page("/enter", lang="en")
    page.goto(f"{served.address}enter#{made.secret}")
    page.reload()
    page.wait_for_url(served.address)
    assert [each.name for each in doors.kept.devices] == ["phone"]
