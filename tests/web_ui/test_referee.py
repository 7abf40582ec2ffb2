"""The referee's desk in a real browser: corrections in two taps, answers, rulings, undo, a hand kept by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paizhuo.rules.service import Command, Person, Rule
from paizhuo.rules.snapshot import QuestionView, Role, TableSnapshot, ViolationView
from paizhuo.rules.violations import Param
from paizhuo.web_ui.scripted import ScriptedTable

pytestmark = pytest.mark.browser

Open = Callable[..., Page]
Written = Callable[[Page], AbstractContextManager[None]]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"


def seen(table: ScriptedTable) -> TableSnapshot:
    return table.snapshot(Role.REFEREE)


def last_play(table: ScriptedTable, seat: str) -> tuple[str, ...]:
    return next(play.cards for play in seen(table).trick.plays if play.seat == seat)


def test_a_card_is_corrected_from_the_picture_in_two_taps_and_taken_back_in_one(
    open_page: Open, table: ScriptedTable
) -> None:
    page = open_page("/referee", lang="en")
    page.locator(".outlines polygon").nth(1).click()  # tap 1: north's three of spades
    expect(page.locator(".sheet h2")).to_contain_text("North, 周航 · trick 14")
    expect(page.locator(".suggestion.stands")).to_contain_text("97%")
    expect(page.locator(".suggestion").nth(1)).to_contain_text("no other effect")
    page.get_by_role("button", name="4 of spades").click()  # tap 2: the face
    expect(page.locator(".toast")).to_contain_text("Trick 14, North")
    assert last_play(table, "N") == ("S4",)
    expect(page.locator(".sheet")).to_have_count(0)
    page.locator(".toast .btn").click()
    expect(page.locator(".actions .undo")).to_be_disabled()
    assert last_play(table, "N") == ("S3",)


def test_a_face_that_was_played_twice_says_where_and_changes_nothing(open_page: Open, table: ScriptedTable) -> None:
    page = open_page("/referee", lang="en")
    before = seen(table).seq
    page.keyboard.press("n")
    page.get_by_role("button", name="A of spades: both copies played").click()
    expect(page.locator(".note")).to_have_text("Both A of spades are played: Trick 1, South, Trick 8, North")
    assert seen(table).seq == before


def test_a_question_is_answered_in_one_tap_and_every_answer_says_what_it_does(
    open_page: Open, table: ScriptedTable
) -> None:
    page = open_page("/referee", lang="en")
    expect(page.locator(".question h2")).to_have_text("West: revoke in , or misread?")
    expect(page.locator(".crops figure")).to_have_count(2)
    expect(page.locator(".answer").nth(1)).to_contain_text("dropped")
    page.keyboard.press("2")
    expect(page.locator(".question")).to_have_count(0)
    assert seen(table).tricks[7].plays[1].cards == ("S9",)


def test_cards_that_may_be_exchanged_are_named_by_where_they_lay(open_page: Open, table: ScriptedTable) -> None:
    """Of two faces the places of one say it all; of three, all are named. What lay in the kitty lay in no trick."""
    two = ("cards.alike:N:0:BJ,S:9:LJ", "cards.alike:N:0:LJ,S:9:BJ")
    table.show(questions=(QuestionView("card:9:0", "cards.alike", {"hand": 3, "cards": 2}, two, (9,)),))
    page = open_page("/referee", lang="en", forgive=("404",))
    expect(page.locator(".question h2")).to_contain_text("2 cards were not seen or not read")
    expect(page.locator(".answer span > b")).to_have_text(["Big Kitty", "Big Trick 9, South"])
    three = ("cards.alike:N:7:BJ,S:9:SA,W:11:LJ", "cards.alike:N:7:LJ,S:9:BJ,W:11:SA")
    table.show(questions=(QuestionView("card:9:0", "cards.alike", {"hand": 3, "cards": 3}, three, (9,)),))
    expect(page.locator(".answer").nth(1).locator("div")).to_have_text(
        ["Little Trick 7, North", "Big Trick 9, South", "A Trick 11, West"]
    )


def test_undo_names_what_it_undoes_and_shows_before_and_after(open_page: Open, table: ScriptedTable) -> None:
    page = open_page("/referee", lang="en")
    page.get_by_role("button", name="Trick 6").click()
    page.locator(".trickplays tr").nth(0).locator(".cardkey").click()
    page.get_by_role("button", name="3 of clubs", exact=True).click()
    expect(page.locator(".foresight tr", has_text="Attackers’ points")).to_contain_text("60")
    page.locator(".foresight [data-confirm]").click()
    expect(page.locator(".toast")).to_contain_text("score 65 → 60")
    expect(page.locator(".actions .undo")).to_contain_text("Trick 6, East")
    page.keyboard.press("Control+z")
    rows = page.locator(".beforeafter tbody tr")
    expect(rows.filter(has_text="Attackers’ points")).to_contain_text("60")
    expect(rows.filter(has_text="Attackers’ points").locator("b")).to_have_text("65")
    page.locator("[data-confirm]").click()
    expect(page.locator(".big b")).to_have_text("65")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_two_referees_one_wins_and_the_other_sees_the_new_state(
    open_page: Open, table: ScriptedTable, written: Written
) -> None:
    first, second = (open_page("/referee", lang="en", forgive=("409",)) for _ in range(2))
    for page in (first, second):
        page.keyboard.press("w")
        expect(page.locator(".suggestion.stands")).to_be_visible()
    stale = seen(table).seq
    answer = second.evaluate(POST, [{"command": {"kind": "undo"}, "expected_seq": stale - 1}])
    assert (answer["status"], answer["code"]) == (409, "error.stale")
    assert answer["params"] == {"expected": stale - 1, "seq": stale}
    with written(first):
        first.get_by_role("button", name="4 of spades").click()
    expect(second.locator(".meta.saved .num")).to_have_text(first.locator(".meta.saved .num").inner_text())
    expect(second.locator(".sheet")).to_be_visible()
    assert last_play(table, "W") == ("S4",)


POST = """([body]) => fetch('/api/v1/tables/1/commands', { method: 'POST', body: JSON.stringify(body), headers: {
  'Content-Type': 'application/json', 'X-Paizhuo-Token': document.body.dataset.token, 'Accept-Language': 'en' } })
  .then((answer) => answer.json())"""


class Ruled(ScriptedTable):
    """A scripted table that also takes rulings, as a table with rules does."""

    rulings: tuple[Rule, ...] = ()

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Note a ruling; everything else as usual."""
        if isinstance(command, Rule):
            self.rulings = (*self.rulings, command)
            self.show()
            return self.snapshot(Role.REFEREE).seq
        return super().submit(command, person, expected_seq=expected_seq, timeout=timeout)


@pytest.mark.parametrize("table", [Ruled(steps=200)])
def test_an_offence_is_ruled_with_the_article_and_only_with_what_it_permits(
    open_page: Open, table: Ruled, written: Written
) -> None:
    params: dict[str, Param] = {"group": "S", "required": 1, "played": 0}
    offence = ViolationView(
        "6:8:W", "follow.must_follow_suit", params, "W", 8, (42, 73), None, ("level_down",), "penalties.revoke"
    )
    table.show(violations=(offence,))
    page = open_page("/referee", lang="en")
    expect(page.locator(".offence")).to_contain_text("Trick 8, West")
    page.keyboard.press("r")
    expect(page.locator(".article")).to_contain_text("Revoke")
    buttons = page.locator(".sheetactions .btn")
    expect(buttons).to_have_text(["One level down", "Warning", "No sanction"])
    with written(page):
        page.get_by_role("button", name="Warning").click()
    assert table.rulings == (Rule("6:8:W", "warning"),)


@pytest.mark.parametrize("size", [(1024, 768), (390, 844), (1440, 900)])
def test_the_desk_fits_and_axe_finds_nothing(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/referee")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(AXE.read_text("utf-8"))
    for key in ("", "w", "m"):
        if key:
            page.keyboard.press(key)
            expect(page.locator(".facekey").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]] == [], key
        small = page.evaluate(
            "[...document.querySelectorAll('dialog[open] button, .actions button, .answer')]"
            ".filter((e) => e.offsetHeight && e.getBoundingClientRect().height < 24).length"
        )
        assert small == 0
        if key:
            page.keyboard.press("Escape")
            expect(page.locator(".sheet")).to_have_count(0)


def test_a_play_can_be_typed(open_page: Open, table: ScriptedTable) -> None:
    """Rank, then suit; the scripted table takes no plays, and says so."""
    page = open_page("/referee", lang="en")
    for key in ("m", "k", "s", "0", "h", "b", "Backspace"):
        page.keyboard.press(key)
    expect(page.locator(".entered .cardkey")).to_have_count(2)
    expect(page.locator(".note")).to_contain_text("2 chosen, 1 due")


def test_an_overlay_address_is_made_and_taken_back_on_the_page(open_page: Open) -> None:
    page = open_page("/access", lang="en")
    page.evaluate(AXE.read_text("utf-8"))
    page.locator("#name").fill("stream")
    page.get_by_role("button", name="Make").click()
    expect(page.locator("code")).to_contain_text("/overlay/o")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [each["id"] for each in found["violations"]] == []
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("li")).to_have_text("No device and no address yet.")
