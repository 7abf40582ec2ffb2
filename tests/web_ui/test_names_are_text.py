"""Two hundred names that try to be more than text, in every place where a name comes out: none of them runs."""

from __future__ import annotations

import csv
import html
import io
import itertools
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import DealStarted, Declared, MatchStarted, Played, SeatsRenamed, TrickCollected
from paizhuo.rules.record.forms import FORMS, written
from paizhuo.rules.service import Person, RenameSeats, Rule
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.commands import clean_name
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.scripted import ScriptedPictures
from paizhuo.web_ui.scripted.ruled import RuledTable

CALLS = ("hit()", "hit`1`", "window.hit()", "top.hit()", "self['hit']()")
SHAPES = (
    "<script>{}</script>",
    "<img src=x onerror={}>",
    "<svg onload={}>",
    "'\"><b onclick={}>",
    "<body onload={}>",
    "<a href=javascript:{}>x",
    "<iframe srcdoc=<script>{}</script>>",
    "</title><script>{}</script>",
    "</textarea><img src=x onerror={}>",
    "<details open ontoggle={}>",
    "<input autofocus onfocus={}>",
    "<math><mi//xlink:href=javascript:{}>",
    "{{{{{}}}}}",
    "${{{}}}",
    "{{% print({}) %}}",
    "<%={}%>",
    "javascript:{}",
    "data:text/html,<script>{}</script>",
    "&lt;script&gt;{}&lt;/script&gt;",
    "\\u003cscript\\u003e{}",
    "<scr<script>ipt>{}",
    "<SCRIPT>{}</SCRIPT>",
    "<style>@import'javascript:{}'</style>",
    "=cmd|'/c {}'!A1",
    "+{}",
    "-{}",
    "@SUM({})",
    "\u202e{}\u2066",
    "<!--><img src=x onerror={}>-->",
    "]]><script>{}</script>",
    "<object data=javascript:{}>",
    "<meta http-equiv=refresh content=0;javascript:{}>",
    "<base href=//x/><script src={}>",
    "<link rel=stylesheet href=javascript:{}>",
    "<form action=javascript:{}><button>",
    "<video><source onerror={}>",
    "<marquee onstart={}>",
    "' onmouseover={} '",
    '" autofocus onfocus={} "',
    "<x contenteditable onblur={}>",
)
PAYLOADS = tuple(shape.format(call) for shape, call in itertools.product(SHAPES, CALLS))
Open = Callable[..., Page]


def story(names: tuple[str, str, str, str]) -> RuledTable:
    """Give a very short match of people with these names: one trick, in which South plays out of turn, and a ruling."""
    table = RuledTable(clock=lambda: 1_795_779_060_000)
    plays = [Played(seat, (card,)) for seat, card in ((Seat.E, Card.SA), (Seat.S, Card.S3), (Seat.N, Card.S4))]
    table.write([MatchStarted("pass10", names), DealStarted(1), Declared(Seat.E, (Card.H2,)), *plays, TrickCollected()])
    (offence,) = table.snapshot(Role.REFEREE).violations
    table.submit(Rule(offence.id, "warning"), Person(Role.REFEREE, names[0]))
    return table


class Elements(HTMLParser):
    """Collects what a browser would take for elements and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.found += [f"{tag}@{name}" for name, _ in attrs if name.startswith("on")]
        self.found += [f"{tag}={value}" for _, value in attrs if (value or "").strip().lower().startswith("javascript")]


def quads() -> Iterator[tuple[str, str, str, str]]:
    for at in range(0, len(PAYLOADS), 4):
        first, second, third, fourth = PAYLOADS[at : at + 4]
        yield first, second, third, fourth


def elements(page: str) -> list[str]:
    parser = Elements()
    parser.feed(page)
    return sorted(parser.found)


def test_there_are_two_hundred_and_the_traps_work() -> None:
    assert len(set(PAYLOADS)) == 200
    caught = elements(f"<p>{PAYLOADS[0]}{PAYLOADS[5]}</p>")
    assert {"script", "img@onerror"} <= set(caught), "the parser that finds nothing must be able to find something"


def test_no_name_becomes_an_element_on_paper(pictures: ScriptedPictures) -> None:
    plain: dict[str, list[str]] = {}
    for names in (("a", "b", "c", "d"), *quads()):
        table = story(names)
        (offence,) = table.snapshot(Role.REFEREE).violations
        site = create_app(table, pictures, PageSettings.demo()).test_client()
        for path in ("/record/sheet", f"/record/offences/{offence.id}"):
            page = site.get(path).get_data(as_text=True)
            assert elements(page) == plain.setdefault(path, elements(page)), (path, names)
            assert names[3] in html.unescape(page), "the name of South is there, as text"


def test_no_name_becomes_a_formula_or_markup_in_a_file() -> None:
    for names in quads():
        files = {form: written(story(names).entries(), form) for form in FORMS}
        for row in csv.reader(io.StringIO(files["csv"].decode("utf-8-sig"))):
            assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
        with zipfile.ZipFile(io.BytesIO(files["xlsx"])) as book:
            cells = book.read("xl/worksheets/sheet1.xml").decode()
        assert "<f>" not in cells
        assert "<script" not in cells.lower()
        for line in files["jsonl"].decode().splitlines():
            json.loads(line)


def test_what_a_program_reads_is_json_whatever_the_names_are(pictures: ScriptedPictures) -> None:
    table = story(("a", "b", "c", "d"))
    site = create_app(table, pictures, PageSettings.demo()).test_client()
    for names in quads():
        table.write([SeatsRenamed(names)])
        answer = site.get("/api/v1/tables/1")
        assert answer.content_type == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert tuple(answer.get_json()["seats"][seat]["name"] for seat in "ENWS") == names


@pytest.mark.parametrize("place", range(0, 200, 4))
def test_names_that_come_in_lose_what_turns_text_around(place: int) -> None:
    for payload in PAYLOADS[place : place + 4]:
        cleaned = clean_name(payload)
        assert len(cleaned) <= 32
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x1f]", cleaned)


@pytest.fixture
def ruled() -> Iterator[RuledTable]:
    table = story(("a", "b", "c", "d"))
    yield table
    table.stop()


@pytest.fixture
def served(ruled: RuledTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    running = serve(create_app(ruled, pictures, PageSettings.demo()), port=0)
    yield running
    running.stop()


COUNT = "window.hits + document.querySelectorAll('#app script, #app iframe, #app img[src=x], #app object').length"
SHOWN = """(names) => [...'ENWS'].every((seat, at) =>
  document.querySelector(`.seat.${seat} .clip`).textContent === names[at])"""
TRAP = "() => { window.hits = 0; window.hit = () => { window.hits += 1; }; }"


@pytest.mark.browser
def test_no_name_runs_on_any_page_in_a_browser(open_page: Open, served: Serving, ruled: RuledTable) -> None:
    """Dashboard, desk with its settings open, and an overlay, all listening while the names change fifty times."""
    doors: Doors = served._parts.doors
    token, secret = doors.make_overlay("<script>hit()</script>", Delay())
    pages = [
        open_page("/", lang="en"),
        open_page("/referee", lang="en"),
        open_page("/access", lang="en"),
    ]
    overlay = pages[0].context.new_page()
    overlay.goto(f"{served.address}overlay/{token.id}/all?lang=en#{secret}")
    expect(overlay.locator(".pane.score")).to_contain_text("N/S")
    pages.append(overlay)
    pages[1].locator(".actions .btn", has_text="Set up").click()
    for page in pages:
        page.evaluate(TRAP)
    pages[0].evaluate("hit()")
    assert pages[0].evaluate(COUNT) == 1, "the trap itself works"
    pages[0].evaluate(TRAP)
    for names in quads():
        ruled.submit(RenameSeats(names), Person(Role.REFEREE))
    last = names[0]
    expect(pages[0].locator(".seat.E .clip")).to_have_text(" ".join(last.split()))
    expect(overlay.locator(".pane.score")).to_contain_text(" ".join(names[0].split()))
    for page in pages:
        assert page.evaluate(COUNT) == 0


@pytest.mark.browser
def test_every_single_name_is_shown_as_text_on_the_dashboard(open_page: Open, ruled: RuledTable) -> None:
    page = open_page("/", lang="en")
    page.evaluate(TRAP)
    for names in quads():
        ruled.submit(RenameSeats(names), Person(Role.REFEREE))
        page.wait_for_function(SHOWN, arg=list(names))
        assert page.evaluate(COUNT) == 0
