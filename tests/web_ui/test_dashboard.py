"""The dashboard in a real browser: what it shows, in which size, for whom, and what it does when something fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Seat
from paizhuo.rules.service import Person, RenameSeats
from paizhuo.rules.snapshot import Role, TrustView
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.health import AllWell, Trouble
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Covered = Callable[[Page], list[str]]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SIZES = ((1440, 900), (1024, 768), (390, 844), (320, 640))


def test_it_shows_the_table_the_trick_the_points_and_the_picture(open_page: Open, table: ScriptedTable) -> None:
    page = open_page(lang="en")
    expect(page.locator(".big b")).to_have_text("65")
    expect(page.locator(".stagepanel h2")).to_have_text("Trick 14")
    expect(page.locator(".stagepanel .aside")).to_have_text("East led · South to play")
    expect(page.locator(".play.best .face")).to_have_attribute("aria-label", "K of spades")
    expect(page.locator(".trust")).to_contain_text("1 question")
    expect(page.locator(".beads i.on")).to_have_count(13)
    expect(page.locator(".beads i.may")).to_have_count(3)
    expect(page.locator(".outlines polygon")).to_have_count(3)
    expect(page.locator(".names li").first).to_contain_text("K")
    expect(page.locator("#tricks tbody tr")).to_have_count(13)
    expect(page.locator("#unseen .aside")).to_have_text("37 · kitty 8 · 55 points")
    expect(page.locator(".question")).to_contain_text("Trick 8, West:")
    _pictures_came(page)
    table.again()
    expect(page.locator(".stagepanel h2")).to_have_text("Drawing")


def _pictures_came(page: Page) -> None:
    """Wait for both pictures of the question: once its plays are gone so are they, and asking for them fails."""
    crops = page.locator(".question .crop img")
    expect(crops).to_have_count(2)
    for at in range(2):
        expect(crops.nth(at)).to_have_js_property("complete", True)


def test_no_cards_are_counted_until_they_are_dealt(open_page: Open, table: ScriptedTable) -> None:
    page = open_page(lang="en")
    expect(page.locator(".seat.N .num")).to_have_text("7 cards")
    _pictures_came(page)
    table.again()
    expect(page.locator(".stagepanel h2")).to_have_text("Drawing")
    expect(page.locator(".seat .name > .num")).to_have_text(["", "", "", ""])


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_nothing_scrolls_sideways_is_clipped_or_hard_to_read(open_page: Open, lang: str, table: ScriptedTable) -> None:
    """Axe finds nothing serious and no text leaves its box, in light and dark, at every size of the design."""
    names = ("欧阳诸葛长孙宇文", "Bartholomew Fitzgerald", "许蔓", "He Chuan")
    table.submit(RenameSeats(names), Person(Role.REFEREE))
    page = open_page("/?theme=light", lang=lang)
    page.evaluate(AXE.read_text("utf-8"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert page.evaluate(CLIPPED) == [], width
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        problems = [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]]
        assert problems == [], theme


CLIPPED = """() => [...document.querySelectorAll('.btn, .tool, .chip, .tag > span, .claims td > span, .tricks .cell,'
  + ' .left, .beads .label b, .big b, .level b, .banner b, .trust b, h2')]
  .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
  .map((e) => e.className + ': ' + e.textContent)"""


def test_language_theme_and_suits_switch_at_once_and_stay(open_page: Open) -> None:
    page = open_page()
    expect(page.locator(".stagepanel h2")).to_have_text("第 14 圈")
    page.get_by_role("button", name="EN: Switch to English").click()
    expect(page.locator(".stagepanel h2")).to_have_text("Trick 14")
    page.get_by_role("button", name="Dark").click()
    page.get_by_role("button", name="Two suit colours").click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    chosen = page.evaluate("[document.documentElement.lang, {...document.documentElement.dataset}]")
    assert chosen[0] == "en"
    assert (chosen[1]["theme"], chosen[1]["suits"]) == ("dark", "2")


def test_a_failure_is_said_once_in_a_banner_and_the_last_state_stays(
    open_page: Open, health: AllWell, pictures: ScriptedPictures
) -> None:
    page = open_page(lang="en")
    expect(page.locator(".picture img")).to_be_visible()
    health.report(Trouble("trouble.camera_lost"), Trouble("trouble.sight_failed", {"reason": "weights"}))
    expect(page.locator(".banner.alarm")).to_have_count(1)
    expect(page.locator(".banner.alarm")).to_contain_text("Camera lost")
    expect(page.locator(".banner .more")).to_have_text("1 more")
    expect(page.locator(".trust.alarm")).to_contain_text("Camera lost")
    expect(page.locator(".picture.dead .lost")).to_be_visible()
    expect(page.locator(".big b")).to_have_text("65")
    health.report()
    expect(page.locator(".banner")).to_have_count(0)


def test_a_page_that_hears_nothing_says_so_and_catches_up(
    open_page: Open, served: Serving, table: ScriptedTable, pictures: ScriptedPictures
) -> None:
    """The server goes away and another one comes back: the page jumps to the truth without being touched."""
    page = open_page(lang="en", forgive=("net::ERR",), own_time=True)
    expect(page.locator(".big b")).to_have_text("65")
    served.stop()
    page.clock.fast_forward(12_000)
    expect(page.locator(".banner.info")).to_contain_text("No connection for")
    expect(page.locator(".big b")).to_have_text("65")
    table.again()
    again = serve(create_app(table, pictures, PageSettings.demo()), port=served.port)
    try:
        expect(page.locator(".stagepanel h2")).to_have_text("Drawing")
        expect(page.locator(".banner")).to_have_count(0)
    finally:
        again.stop()


PAYLOADS = (
    "<img src=x onerror=hit()>",
    "<script>hit()</script>",
    "'\"><svg onload=hit()>",
    "javascript:hit()",
    "{{hit()}}${hit()}",
    "</title><script>hit()</script>",
    "&lt;b&gt;<b onmouseover=hit()>",
    "\u202ehit()\u2066",
)


def test_names_are_text_wherever_they_appear(open_page: Open, table: ScriptedTable) -> None:
    page = open_page()
    page.evaluate("() => { window.hits = 0; window.hit = () => { window.hits += 1; }; }")
    page.evaluate("hit()")
    assert page.evaluate("window.hits") == 1, "the trap itself works"
    page.evaluate("() => { window.hits = 0; }")
    for at in range(0, len(PAYLOADS), 4):
        names = PAYLOADS[at : at + 4]
        table.submit(RenameSeats((names[0], names[1], names[2], names[3])), Person(Role.REFEREE))
        expect(page.locator(".seat.E .clip")).to_have_text(names[0])
        assert page.evaluate("window.hits + document.querySelectorAll('#app img[src=x], #app script').length") == 0


def test_everything_can_be_reached_by_keyboard(open_page: Open) -> None:
    page = open_page(lang="en")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached = set()
    while page.evaluate("document.activeElement !== document.body"):
        reached.add(page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent"))
        assert page.evaluate("getComputedStyle(document.activeElement).boxShadow") != "none"
        page.keyboard.press("Tab")
    wanted = {"Sounds on, volume 100; this screen", "Two suit colours", "Dark", "Enlarge the picture", "Answer"}
    assert wanted <= reached


def test_the_hall_page_shows_no_memory_aid(open_page: Open) -> None:
    page = open_page("/?view=hall", lang="en")
    expect(page.locator(".stage")).to_be_visible()
    for gone in ("#claims", "#unseen", "#tricks", ".question", ".tags", ".worth.q", "#camera"):
        expect(page.locator(gone)).to_have_count(0)
    height = page.evaluate("document.querySelector('.play .face').getBoundingClientRect().height")
    assert height >= 150


def test_many_cards_fan_without_leaving_the_stage(open_page: Open, table: ScriptedTable) -> None:
    page = open_page()
    _pictures_came(page)
    trick = table.snapshot(Role.REFEREE).trick
    for count in (2, 4, 6, 9, 12):
        cards = ("SA", "SA", "SK", "SK", "SQ", "SQ", "SJ", "SJ", "ST", "ST", "S9", "S9")[:count]
        plays = tuple(replace(trick.plays[0], seq=900 + seat, seat=seat.name, cards=cards) for seat in Seat)
        table.show(trick=replace(trick, plays=plays))
        expect(page.locator(".play.N .face")).to_have_count(count)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], (count, width)


OUTSIDE = """() => { const stage = document.querySelector('.stage').getBoundingClientRect();
  return [...document.querySelectorAll('.play .face')].map((face) => face.getBoundingClientRect())
    .filter((box) => box.left < stage.left - 1 || box.right > stage.right + 1 || box.top < stage.top - 1
      || box.bottom > stage.bottom + 1).map((box) => [box.left - stage.left, stage.right - box.right]); }"""


@pytest.mark.parametrize("path", ["/", "/?view=hall"])
def test_every_card_of_a_trick_shows_its_rank_whatever_else_lies_there(
    open_page: Open, table: ScriptedTable, path: str, covered_ranks: Covered
) -> None:
    """Without an open question the column beside the table is short: the cards keep their size all the same."""
    table.show(questions=(), trust=TrustView())
    page = open_page(path)
    trick = table.snapshot(Role.REFEREE).trick
    cards = ("SA", "SA", "SK", "SK", "SQ", "SQ", "SJ", "SJ", "ST", "ST", "S9", "S9")
    for count, least in ((1, 98), (2, 79), (4, 50), (6, 36), (12, 36)):
        plays = tuple(replace(trick.plays[0], seq=900 + seat, seat=seat.name, cards=cards[:count]) for seat in Seat)
        table.show(trick=replace(trick, plays=plays), questions=(), trust=TrustView())
        expect(page.locator(".play.N .face")).to_have_count(count)
        expect(page.locator(".question")).to_have_count(0)
        for width, height in ((1920, 1080), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert covered_ranks(page) == [], (count, width)
            assert page.evaluate(SMALLEST) >= least, (count, width)


SMALLEST = "Math.min(...[...document.querySelectorAll('.play .face')].map((each) => each.clientHeight))"


def test_a_rank_that_something_lies_over_is_found(open_page: Open, covered_ranks: Covered) -> None:
    page = open_page(lang="en")
    assert covered_ranks(page) == []
    page.evaluate("Object.assign(document.querySelector('.seat.W').style, { left: '22%', top: '41%' })")
    assert [each.split()[:2] for each in covered_ranks(page)] == [["play", "W"]]
    page.evaluate("document.querySelector('.play.N').style.setProperty('--h', '0px')")
    assert any(each.startswith("play N") for each in covered_ranks(page)), "a card without any size shows nothing"
