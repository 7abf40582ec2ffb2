"""A record in each form of a file, and its rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
import zipfile

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.guandan_service import EnterPass
from paizhuo.rules.record.forms import FORMS, comma_separated, written
from paizhuo.rules.record.jsonl import load as read_jsonl
from paizhuo.rules.record.rows import HEADINGS, rows
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tokens import split
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.service import Rule


@pytest.fixture
def played() -> Drill:
    """A first hand: a trick, and half of the next."""
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "ST", "S4", "D5")
    drill.shows(Seat.E, "S3")
    drill.shows(Seat.N, "SK")
    return drill


def test_every_form_holds_the_plays(played: Drill) -> None:
    forms = {form: written(played.timeline.log, form) for form in FORMS}
    assert len(read_jsonl(forms["jsonl"].decode()).entries) == len(played.timeline.log)
    assert "1. E:SA N:ST W:S4 S:D5" in forms["tcr"].decode()
    assert load_tcr(forms["tcr"].decode()).problems == ()
    table = list(csv.reader(io.StringIO(forms["csv"].decode("utf-8-sig"))))
    assert [row[HEADINGS.index("cards")] for row in table[1:]] == ["SA", "ST", "S4", "D5", "S3", "SK"]
    assert "xl/worksheets/sheet1.xml" in zipfile.ZipFile(io.BytesIO(forms["xlsx"])).namelist()


def test_a_form_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="jsonl, tcr, csv, xlsx"):
        written([], "pdf")


@pytest.mark.parametrize("form", ["tcr", "csv", "xlsx"])
def test_a_form_that_needs_the_rulebook_asks_the_library_given(played: Drill, form: str) -> None:
    """The table card record once asked the packaged rulebooks whatever library was given."""

    def empty(rulebook: str) -> Rulebook:
        raise NoSuchRulebookError(rulebook)

    with pytest.raises(NoSuchRulebookError):
        written(played.timeline.log, form, empty)


def test_a_row_tells_who_won_and_the_points_of_a_finished_trick_alone(played: Drill) -> None:
    table = [dict(zip(HEADINGS, row, strict=True)) for row in rows(played.timeline.log)][1:]
    assert [(row["trick"], row["order"], row["seat"], row["won"], row["trick_points"]) for row in table] == [
        (1, 1, "E", 1, 15),
        (1, 2, "N", 0, 15),
        (1, 3, "W", 0, 15),
        (1, 4, "S", 0, 15),
        (2, 1, "E", 0, ""),
        (2, 2, "N", 1, ""),
    ]
    assert {row["result"] for row in table} == {""}


def test_a_pass_at_guandan_has_a_row_of_its_own_said_or_silent() -> None:
    drill = Drill().start("guandan-seed")
    drill.shows(Seat.E, "S3")
    drill.command(EnterPass(Seat.N))
    drill.shows(Seat.S, "S4")
    drill.shows(Seat.E, "S5")
    drill.waits(4.0)
    drill.clears()
    drill.shows(Seat.E, "S6")
    for seat in (Seat.W, Seat.S, Seat.E):
        drill.command(EnterPass(seat))
    table = [dict(zip(HEADINGS, row, strict=True)) for row in rows(drill.timeline.log)][1:]
    told = [(row["trick"], row["order"], row["seat"], row["act"], row["cards"], row["won"]) for row in table]
    assert told == [
        (1, 1, "E", "play", "S3", 0),
        (1, 2, "N", "pass", "", 0),
        (1, 3, "W", "silent", "", 0),
        (1, 4, "S", "play", "S4", 0),
        (1, 5, "E", "play", "S5", 1),
        (1, 6, "N", "silent", "", 0),
        (1, 7, "W", "silent", "", 0),
        (1, 8, "S", "silent", "", 0),
        (2, 1, "E", "play", "S6", 1),
        (2, 2, "N", "silent", "", 0),
        (2, 3, "W", "pass", "", 0),
        (2, 4, "S", "pass", "", 0),
        (3, 1, "E", "pass", "", 0),
    ]
    assert table[-1]["violations"] == "pass.leader_must_play"
    assert table[1]["name"] == "Zhou"


def test_every_act_of_shengji_is_a_play(played: Drill) -> None:
    """The control: nobody can pass there."""
    assert {row[HEADINGS.index("act")] for row in [*rows(played.timeline.log)][1:]} == {"play"}


@pytest.mark.parametrize(
    ("cell", "text"),
    [("=1+1", "'=1+1"), ("+x", "'+x"), ("-x", "'-x"), ("@x", "'@x"), ("\tx", "'\tx"), ("x=", "x="), (-3, "-3")],
)
def test_no_name_can_pass_for_a_formula(cell: str | int, text: str) -> None:
    assert comma_separated([(cell,)]).decode("utf-8-sig") == f"{text}\r\n"


@pytest.mark.parametrize("text", ["SX", "S1", "1S", "Z9", "SR", "DB"])
def test_what_is_no_card_is_read_as_none(text: str) -> None:
    assert split(text) is None


def test_a_hand_that_is_over_says_in_each_row_what_it_came_to(played: Drill) -> None:
    drill = Drill().start("seven")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "D6", "S7", "S8")
    drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    drill.command(Rule(drill.now.violations[0].id, "hand_lost"))
    table = [dict(zip(HEADINGS, row, strict=True)) for row in rows(drill.timeline.log)][1:]
    assert {(row["result"], row["attackers_points"]) for row in table} == {("EW+1", 0)}
    assert [row["violations"] for row in table if row["violations"]] == ["follow.must_follow_suit"]
