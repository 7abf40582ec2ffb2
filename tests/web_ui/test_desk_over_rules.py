"""The desk over the real rules in a real browser: hold, plays split, joined and moved, late corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import DealStarted, Declared, Event, MatchStarted, Played, TrickCollected
from paizhuo.rules.service import EndDeal, LivePicture, OutlinedCard, Person
from paizhuo.rules.snapshot import Role, TableSnapshot
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.scripted.ruled import RuledTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Written = Callable[[Page], AbstractContextManager[None]]
START: tuple[Event, ...] = (
    MatchStarted("comp", ("Lin", "Zhou", "Xu", "He")),
    DealStarted(1),
    Declared(Seat.E, (Card.H2,)),
)
CORNERS = ((10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0))
PIXEL = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c"
    "1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f0000010501010101010100"
    "000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114"
    "328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a63646566"
    "6768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3"
    "d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbfca28affd9"
)


class Lying:
    """A camera whose picture shows whatever a test lays down."""

    def __init__(self) -> None:
        self.cards: tuple[tuple[str, str], ...] = ()
        self._frame = 0

    def live(self) -> LivePicture:
        self._frame += 1
        cards = tuple(OutlinedCard(card, 0.99, f"seat-{seat}", CORNERS) for seat, card in self.cards)
        return LivePicture(self._frame, 640, 480, PIXEL, cards)

    def evidence(self, seq: int) -> bytes | None:
        return None


@pytest.fixture
def lying() -> Lying:
    return Lying()


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = RuledTable(clock=lambda: 1_795_779_060_000)
    table.write(START)
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, lying: Lying) -> Iterator[Serving]:
    running = serve(create_app(ruled, lying, PageSettings.demo()), port=0)
    yield running
    running.stop()


def seen(table: RuledTable) -> TableSnapshot:
    return table.snapshot(Role.REFEREE)


def plays(table: RuledTable) -> list[tuple[str, tuple[str, ...]]]:
    return [(play.seat, play.cards) for play in seen(table).trick.plays]


def test_hold_is_one_tap_and_going_on_compares_the_table_first(
    open_page: Open, ruled: RuledTable, lying: Lying
) -> None:
    ruled.write([Played(Seat.E, (Card.SA,))])
    lying.cards = (("E", "SA"),)
    page = open_page("/referee", lang="en")
    page.keyboard.press("Space")
    expect(page.locator(".banner.info")).to_contain_text("On hold")
    assert seen(ruled).hold is not None
    lying.cards = (("E", "SA"), ("N", "S5"))
    expect(page.locator(".names li")).to_have_count(2)
    page.keyboard.press("Space")
    expect(page.locator(".beforeafter .weighs")).to_have_count(1)
    expect(page.locator(".beforeafter .weighs")).to_contain_text("North")
    assert seen(ruled).hold is not None, "the table differs, so going on takes a second tap"
    page.locator("[data-confirm]").click()
    expect(page.locator(".banner")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator(".banner.info")).to_contain_text("On hold")
    lying.cards = (("E", "SA"),)
    expect(page.locator(".names li")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator(".banner")).to_have_count(0)


def test_a_play_is_split_joined_again_and_moved_to_another_seat(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    ruled.write([Played(Seat.E, (Card.SA,)), Played(Seat.N, (Card.S5, Card.S9))])
    page = open_page("/referee", lang="en")
    page.keyboard.press("n")
    page.get_by_role("button", name="Split in two").click()
    choice = page.locator(".regroup .btn.tall", has_text="West")
    expect(choice.locator("small")).not_to_have_text("…")
    with written(page):
        choice.click()
    assert plays(ruled) == [("E", ("SA",)), ("N", ("S5",)), ("W", ("S9",))]
    page.keyboard.press("w")
    page.get_by_role("button", name="Join with another").click()
    with written(page):
        page.locator(".regroup .btn.tall", has_text="North").click()
    assert plays(ruled) == [("E", ("SA",)), ("N", ("S5", "S9"))]
    page.keyboard.press("n")
    page.get_by_role("button", name="Another seat’s").click()
    with written(page):
        page.locator(".sheetactions").get_by_role("button", name="South").click()
    assert plays(ruled)[-1] == ("S", ("S5", "S9"))
    for _ in range(3):
        page.keyboard.press("Control+z")
        with written(page):
            page.locator("[data-confirm]").click()
    expect(page.locator(".actions .undo")).to_be_disabled()
    assert plays(ruled) == [("E", ("SA",)), ("N", ("S5", "S9"))]


def test_a_late_correction_says_what_it_does_to_the_score_before_it_is_made(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    ruled.write([*_trick(Card.S3, Card.SK, Card.S4, Card.S6), TrickCollected(), Played(Seat.N, (Card.CA,))])
    before = seen(ruled)
    assert before.tricks[0].winner == "N"
    page = open_page("/referee", lang="en")
    page.get_by_role("button", name="Trick 1", exact=False).first.click()
    page.locator(".trickplays tr").nth(1).locator(".cardkey").click()
    page.get_by_role("button", name="5 of spades", exact=True).click()
    foreseen = page.locator(".foresight .beforeafter tr")
    expect(foreseen.filter(has_text="Winner of trick 1")).to_contain_text("South")
    expect(foreseen.filter(has_text="Attackers’ points")).to_have_count(1)
    assert seen(ruled).seq == before.seq, "nothing is written by looking"
    with written(page):
        page.locator(".foresight [data-confirm]").click()
    after = seen(ruled).tricks[0]
    assert (after.plays[1].cards, after.winner) == (("S5",), "S")


def test_a_late_correction_that_weighs_nothing_is_two_taps(
    open_page: Open, ruled: RuledTable, written: Written
) -> None:
    ruled.write([*_trick(Card.S3, Card.SK, Card.S4, Card.S6), TrickCollected()])
    page = open_page("/referee", lang="en")
    page.get_by_role("button", name="Trick 1", exact=False).first.click()
    page.locator(".trickplays tr").nth(0).locator(".cardkey").click()
    with written(page):
        page.get_by_role("button", name="7 of spades", exact=True).click()
    assert seen(ruled).tricks[0].plays[0].cards == ("S7",)


def _trick(*cards: Card) -> list[Event]:
    return [Played(seat, (card,)) for seat, card in zip(Seat, cards, strict=True)]


def test_a_hand_begins_with_a_bid_by_hand(open_page: Open, ruled: RuledTable) -> None:
    ruled.submit(EndDeal(), Person(Role.REFEREE))
    page = open_page("/referee", lang="en")
    page.keyboard.press("m")
    page.get_by_role("button", name="Bid", exact=True).click()
    page.locator(".choices .btn", has_text="North").click()
    for key in ("2", "d"):
        page.keyboard.press(key)
    page.locator("[data-confirm]").click()
    expect(page.locator(".entered .cardkey")).to_have_count(0)
    now = seen(ruled)
    assert (now.phase, now.trump, [bid.seat for bid in now.declarations]) == ("drawing", "D", ["N"])
