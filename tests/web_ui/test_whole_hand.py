"""A whole simulated hand through the page: filmed with misreads, corrected and ruled until it is what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card
from paizhuo.rules.events import DealStarted, Event, Logged, Played, Ruled, TrickCollected
from paizhuo.rules.hearing import HandHearing, hear
from paizhuo.rules.snapshot import Role, TableSnapshot
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.matches import recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Written = Callable[[Page], AbstractContextManager[None]]
REVOKED = 4
"""The hand of the recorded match in which West revokes."""


def events_of(hand: int) -> list[Event]:
    """Give what happened in a hand, rulings left out: those are the referee's."""
    found: list[Event] = []
    inside = False
    for entry in recorded_match():
        if isinstance(entry.event, DealStarted):
            inside = entry.event.hand == hand
        if inside and not isinstance(entry.event, Ruled):
            found.append(entry.event)
    return found


def truth(hand: int) -> HandHearing:
    """Give what a hand of the recorded match came to."""
    return hear(recorded_match()).hands[hand - 1]


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = RuledTable(until_hand(REVOKED), clock=lambda: 1_795_779_060_000)
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(ruled, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


def seen(table: RuledTable) -> TableSnapshot:
    return table.snapshot(Role.REFEREE)


def until_hand(hand: int) -> list[Logged]:
    """Give the log of the recorded match before a hand."""
    log = recorded_match()
    begins = next(entry.seq for entry in log if isinstance(entry.event, DealStarted) and entry.event.hand == hand)
    return [entry for entry in log if entry.seq < begins]


@pytest.fixture
def misread(ruled: RuledTable) -> tuple[RuledTable, dict[int, tuple[int, str]]]:
    """Give the hand with the revoke as a camera that misreads every ninth play would have told it.

    Also the places of the wrong cards: trick, row and the face that really lies there.
    """
    wrong: dict[int, tuple[int, str]] = {}
    trick, count = 1, 0
    written: list[Event] = []
    for event in events_of(REVOKED):
        if isinstance(event, TrickCollected):
            trick += 1
        if isinstance(event, Played):
            count += 1
            if count % 9 == 0 and len(event.cards) == 1 and twin(event.cards[0]) is not event.cards[0]:
                wrong[trick] = (int(event.seat), str(event.cards[0]))
                event = replace(event, cards=(twin(event.cards[0]),))
        written.append(event)
    ruled.write(written)
    return ruled, wrong


def twin(card: Card) -> Card:
    """Give the face that is easily taken for another: the same rank in the other suit of that colour."""
    other = {"S": "C", "C": "S", "H": "D", "D": "H"}.get(card.value[0])
    return card if card in (Card.LJ, Card.BJ) or other is None else Card(other + card.value[1])


def test_a_filmed_hand_is_corrected_and_ruled_until_it_is_what_was_played(
    open_page: Open, misread: tuple[RuledTable, dict[int, tuple[int, str]]], written: Written
) -> None:
    table, wrong = misread
    assert len(wrong) >= 3
    page = open_page("/referee", lang="en", forgive=("404",))
    for trick, (row, face) in wrong.items():
        page.get_by_role("button", name=f"Trick {trick}", exact=True).click()
        page.locator(".trickplays tr").nth(row).locator(".cardkey").first.click()
        name = page.locator(f".facekey:has(use[href$='#s-{face[0]}'])", has_text=rank(face)).filter(has_not_text="both")
        with written(page):
            name.first.click()
            confirm = page.locator(".foresight [data-confirm]")
            expect(confirm.or_(page.locator("body:not(:has(.sheet))")).first).to_be_visible()
            if confirm.count():
                confirm.click()
    expect(page.locator(".meta.saved")).to_contain_text(f"{seen(table).seq} saved")
    expect(page.locator(".offence:not(.ruled)")).to_have_count(1)
    page.keyboard.press("r")
    page.get_by_role("button", name="One level down").click()
    expect(page.locator(".offence.ruled")).to_have_count(1)
    wanted, now = truth(REVOKED), hear(table.entries()).hands[REVOKED - 1]
    assert now.result == wanted.result
    plays = [[(play.seat, play.cards) for play in each.plays] for each in now.tricks]
    assert plays == [[(play.seat, play.cards) for play in each.plays] for each in wanted.tricks]
    assert [(each.code, each.ruling) for each in now.rulings] == [(each.code, each.ruling) for each in wanted.rulings]


def rank(face: str) -> str:
    """Give what a key of the faces shows beside the suit."""
    return "10" if face[1] == "T" else face[1]
