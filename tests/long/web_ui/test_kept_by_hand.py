"""A whole hand kept without a camera: every play typed on the page, and the record is what was played.

Not part of the everyday suite: `python -m pytest tests/long/web_ui`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.events import DealStarted, Event, KittyShown, Played, TrickCollected
from paizhuo.rules.hearing import hear
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.limits import Rate
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = RuledTable(clock=lambda: 1_795_779_060_000)
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """Serve the table to somebody who may type faster than people may: two changes a second, thirty at once."""
    monkeypatch.setattr("paizhuo.web_ui.routes.commands.CHANGES", Rate(1000, 60_000))
    running = serve(create_app(ruled, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


def before_play() -> list[Event]:
    """Give what happened in the first hand before the first play: bids and the kitty."""
    found: list[Event] = []
    for entry in recorded_match():
        if isinstance(entry.event, DealStarted) and entry.event.hand == 2:
            break
        if not isinstance(entry.event, Played | TrickCollected | KittyShown) and entry.event.kind != "ruled":
            found.append(entry.event)
    return [event for event in found if event.kind not in ("deal_ended", "play_extended", "throw_failed")]


def test_a_whole_hand_is_kept_without_a_camera(open_page: Open, ruled: RuledTable) -> None:
    """Every card is typed: rank, then suit; what is due next, plays or the kitty, is chosen by the sheet itself."""
    wanted = hear(recorded_match()).hands[0]
    ruled.write(before_play())
    page = open_page("/referee", lang="en", forgive=("404",))
    page.keyboard.press("m")
    for trick in wanted.tricks:
        for play in trick.plays:
            page.locator(".choices .btn", has_text=SEATS[play.seat]).click()
            for card in play.cards:
                for key in keys(card):
                    page.keyboard.press(key)
            expect(page.locator(".entered .cardkey")).to_have_count(len(play.cards))
            before = ruled.snapshot(Role.REFEREE).seq
            page.locator("[data-confirm]").click()
            expect(page.locator(".entered .cardkey")).to_have_count(0)
            assert ruled.snapshot(Role.REFEREE).seq > before
        page.get_by_role("button", name="Collect the trick").click()
        expect(page.locator(".sheet header")).to_be_visible()
        page.wait_for_function(
            "(n) => document.querySelectorAll('.tricktile:not(.open)').length >= n", arg=trick.number
        )
    assert wanted.kitty.cards is not None
    assert wanted.result is not None
    expect(page.get_by_role("button", name="Kitty", exact=True)).to_have_attribute("aria-pressed", "true")
    for card in wanted.kitty.cards:
        for key in keys(card):
            page.keyboard.press(key)
    expect(page.locator(".entered .cardkey")).to_have_count(len(wanted.kitty.cards))
    page.locator("[data-confirm]").click()
    expect(page.locator(".entered .cardkey")).to_have_count(0)
    now = hear(ruled.entries()).hands[0]
    kept = [[(play.seat, play.cards) for play in each.plays] for each in now.tricks]
    assert kept == [[(play.seat, play.cards) for play in each.plays] for each in wanted.tricks]
    assert now.result == wanted.result


SEATS = {"E": "East", "N": "North", "W": "West", "S": "South"}


def keys(card: str) -> tuple[str, ...]:
    """Give the keys that enter a card."""
    if card in ("BJ", "LJ"):
        return (card[0].lower(),)
    return ("0" if card[1] == "T" else card[1].lower(), card[0].lower())
