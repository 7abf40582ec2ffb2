"""The record on paper and as files: what the sheet says is what the log comes to, and who may have what."""

from __future__ import annotations

import re
import subprocess
from importlib import resources

import pytest
from flask import Flask
from flask.testing import FlaskClient

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.hearing import hear
from paizhuo.rules.record.forms import FORMS
from paizhuo.rules.record.jsonl import load
from paizhuo.rules.service import CorrectCards, EnterPlay, Person, Strike, Undo
from paizhuo.rules.shengji_service import CorrectPoints
from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.paper import available
from paizhuo.web_ui.record.changes import changes
from paizhuo.web_ui.record.ink import SHAPES, Ink
from paizhuo.web_ui.record.match import digest, sheet
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
from paizhuo.web_ui.scripted.matches import BEGUN, PACE, recorded_match
from paizhuo.web_ui.scripted.ruled import RuledTable
from paizhuo.web_ui.words import words

SUN = Person(Role.REFEREE, "孙宁")


@pytest.fixture
def match() -> RuledTable:
    """Give a whole recorded match over the real rules."""
    return RuledTable(recorded_match())


@pytest.fixture
def site(match: RuledTable, pictures: ScriptedPictures) -> Flask:
    """Give the pages of that match."""
    return create_app(match, pictures, PageSettings.demo())


@pytest.fixture
def visitor(site: Flask) -> FlaskClient:
    """Give somebody who may see everything."""
    return site.test_client()


def text_of(page: str) -> str:
    """Give what a person reads on a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("</head>")[2]).split())


def test_points_by_hand_stand_on_the_sheet_with_their_reason_and_author(
    match: RuledTable, visitor: FlaskClient
) -> None:
    before = sheet(match.entries()).lines[-1]
    plain = text_of(visitor.get("/record/sheet?lang=en").text)
    assert "by hand" not in plain
    match.submit(CorrectPoints(10, "penalty"), SUN)
    seen = sheet(match.entries())
    assert (seen.lines[-1].points, seen.changes[-1].points) == (before.points + 10, 10)
    told = text_of(visitor.get("/record/sheet?lang=en").text)
    assert "by hand +10" in told
    assert "Attackers’ points +10 (Penalty)" in told
    assert "孙宁" in told
    match.submit(Undo(), SUN)
    assert "by hand" not in text_of(visitor.get("/record/sheet?lang=en").text)
    assert changes(match.entries())[-1].taken_back


def test_the_sheet_tells_what_the_log_comes_to(match: RuledTable) -> None:
    seen, heard = sheet(match.entries()), hear(match.entries())
    assert [each.hand for each in seen.lines] == [1, 2, 3, 4, 5, 6]
    assert [each.points for each in seen.lines] == [
        each.points for each in (hand.result for hand in heard.hands) if each
    ]
    assert seen.levels == {"EW": "T", "NS": "5"}
    assert seen.reached == {"NS": ("2", "5"), "EW": ("2", "6", "9", "T")}
    assert (seen.begun, seen.lines[0].time.begun) == (BEGUN + PACE, BEGUN + PACE)
    assert seen.lines[0].time.ended < seen.lines[1].time.begun
    assert [(each.hand, each.offence.ruling) for each in seen.rulings] == [
        (1, "warning"),
        (3, "warning"),
        (4, "level_down"),
    ]


def test_an_offence_that_nobody_ruled_on_is_not_on_the_sheet(match: RuledTable) -> None:
    """No accusation before a ruling; taking the ruling back takes the line away."""
    ruling = next(entry.seq for entry in reversed(match.entries()) if entry.event.kind == "ruled")
    match.submit(Undo(ruling), SUN)
    seen = sheet(match.entries())
    assert (len(seen.rulings), seen.open) == (2, 1)
    assert all(each.ruling is not None for each in (offence for line in seen.lines for offence in line.offences))


def test_corrections_are_listed_with_what_stood_there_before(match: RuledTable) -> None:
    play = match.snapshot(Role.REFEREE).hands and hear(match.entries()).hands[4].tricks[1].plays[0]
    assert play
    match.submit(CorrectCards(play.seq, (*(Card(card) for card in play.cards[:-1]), Card.S2)), SUN)
    match.submit(Strike(play.seq), SUN)
    match.submit(Undo(), SUN)
    struck, kept = changes(match.entries())[1], changes(match.entries())[0]
    assert (kept.place.hand, kept.place.trick, kept.seat, kept.by) == (5, 2, play.seat, "孙宁")
    assert (kept.before[-1], kept.after[-1]) == (play.cards[-1], "S2")
    assert (struck.after, struck.taken_back) == ((), True)
    assert [each.seq for each in sheet(match.entries()).changes] == [kept.seq]


def test_a_play_put_in_later_counts_where_it_was_put(match: RuledTable) -> None:
    before = hear(match.entries()).hands[2].tricks[3].plays[0].seq
    match.submit(EnterPlay(Seat.E, (Card.S2,), before), SUN)
    (put,) = changes(match.entries())
    assert (put.place.hand, put.place.trick, put.before, put.after) == (3, 4, (), ("S2",))


def test_the_page_has_every_hand_the_seal_and_places_to_sign(visitor: FlaskClient, match: RuledTable) -> None:
    page = visitor.get("/record/sheet?lang=zh-Hans").get_data(as_text=True)
    read = text_of(page)
    for wanted in ("双升比赛记录单", "林悦", "南北方签名", "东西方签名", "裁判签名", "第 4 局 第 3 圈", "降一级"):
        assert wanted in read, wanted
    assert digest(match.entries())[:16] in read
    assert page.count("<tr><td><b>") == 6
    english = text_of(visitor.get("/record/sheet?lang=en").get_data(as_text=True))
    assert "Shengji match record" in english
    assert not re.search(r"Code not listed|未列出", read + english)


def test_an_evidence_card_shows_plays_article_and_ruling(visitor: FlaskClient) -> None:
    page = visitor.get("/record/offences/4:3:W:follow.must_follow_suit?lang=en").get_data(as_text=True)
    read = text_of(page)
    for wanted in (
        "Deal 4, trick 3 · West 许蔓",
        "Trick 3",
        "Trick 5",
        "Revoke",
        "Permitted:",
        "One level down",
        "Referee",
    ):
        assert wanted in read, wanted
    assert visitor.get("/record/offences/9:9:W:nothing").status_code == 404


def test_every_form_can_be_downloaded_and_the_log_comes_back_intact(visitor: FlaskClient, match: RuledTable) -> None:
    for form in FORMS:
        answer = visitor.get(f"/api/v1/tables/1/record.{form}")
        assert answer.status_code == 200, form
        assert answer.headers["Content-Disposition"] == f'attachment; filename="paizhuo-1.{form}"'
    parsed = load(visitor.get("/api/v1/tables/1/record.jsonl").get_data(as_text=True))
    assert parsed.sealed
    assert parsed.entries == match.entries()
    assert visitor.get("/api/v1/tables/1/record.exe").status_code == 404


def test_viewers_read_the_sheet_and_nothing_that_shows_hidden_cards(
    match: RuledTable, pictures: ScriptedPictures
) -> None:
    site = create_app(match, pictures, PageSettings(open_access=Access.VIEWER)).test_client()
    assert site.get("/record/sheet").status_code == 200
    for path in ("/api/v1/tables/1/record.jsonl", "/record/offences/4:3:W:follow.must_follow_suit"):
        assert site.get(path).status_code in (401, 403), path
    about = site.get("/api/v1/tables/1/record").get_json()
    assert (about["forms"], about["offences"], about["hands"]) == ([], [], 6)


def test_a_table_without_a_log_has_no_record(client: FlaskClient, table: ScriptedTable) -> None:
    assert client.get("/record/sheet").status_code == 404
    assert client.get("/record").status_code == 200


def test_names_are_text_on_paper(pictures: ScriptedPictures) -> None:
    log = recorded_match()
    from dataclasses import replace

    from paizhuo.rules.events import MatchStarted

    first = log[0].event
    assert isinstance(first, MatchStarted)
    evil = replace(first, names=("<script>hit()</script>", "'\"><img src=x onerror=hit()>", "{{7*7}}", "a"))
    site = create_app(RuledTable((replace(log[0], event=evil), *log[1:])), pictures, PageSettings.demo())
    for path in ("/record/sheet", "/record/offences/4:3:W:follow.must_follow_suit"):
        page = site.test_client().get(path).get_data(as_text=True)
        assert "<script>" not in page
        assert "<img src=x" not in page
    assert "{{7*7}}" in site.test_client().get("/record/sheet").get_data(as_text=True)


def test_the_suits_on_paper_are_those_of_the_cards() -> None:
    drawn = resources.files("paizhuo.web_ui").joinpath("static", "cards.svg").read_text("utf-8")
    for suit, outline in SHAPES.items():
        assert f'id="s-{suit}"' in drawn
        assert outline in drawn


def test_a_sentence_with_cards_is_drawn_and_escaped() -> None:
    ink = Ink(words("en"))
    said = str(ink.show("throw.failed", {"returned": ("SA", "HT")}))
    assert said.count("<svg") == 2
    assert said.startswith("The throw failed: ")
    assert "&lt;b&gt;" in str(ink.show("<b>"))


def test_a_guandan_sheet_has_places_tribute_levels_and_four_places_to_sign(pictures: ScriptedPictures) -> None:
    table = RuledTable(recorded_match("guandan"))
    site = create_app(table, pictures, PageSettings.demo()).test_client()
    heard = hear(table.entries())
    page = site.get("/record/sheet?lang=zh-Hans").get_data(as_text=True)
    read = text_of(page)
    for wanted in ("掼蛋比赛记录表", "头游", "末游", "双下", "记录员签名", "裁判签名", "第 2 局 打牌前"):
        assert wanted in read, wanted
    rows = re.findall(r"<tr><td><b>(\d+)</b>(.*?)</tr>", page, re.DOTALL)
    assert [int(hand) for hand, _ in rows] == [1, 2, 3, 4, 5]
    for (_, row), hand in zip(rows, heard.hands, strict=True):
        assert hand.guandan is not None
        result = hand.guandan.result
        assert result is not None
        cells = [text_of("</head>" + cell) for cell in row.split("</td>")]
        assert [cell[0] for cell in cells[3:7]] == [words("zh-Hans").say(f"dir.{seat}") for seat in result.order] + [
            "–"
        ] * (4 - len(result.order))
        assert cells[8] == f"+{result.gain}"
        assert cells[9:11] == [words("zh-Hans").say(f"rank.{result.levels[side]}") for side in ("NS", "EW")]
    assert sheet(table.entries()).levels == heard.levels


@pytest.mark.parametrize("path", ["/record/sheet.pdf", "/record/offences/4:3:W:follow.must_follow_suit/card.pdf"])
def test_paper_is_one_page_of_pdf_in_both_languages_with_the_words_of_the_page(visitor: FlaskClient, path: str) -> None:
    """Chinese comes out of the file as Chinese, not as boxes."""
    if not available():
        answer = visitor.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (501, "error.no_paper")
        return
    for language, wanted in (("zh-Hans", "南北方签名" if "sheet" in path else "当事人签名"), ("en", "Referee")):
        answer = visitor.get(f"{path}?lang={language}")
        assert answer.content_type == "application/pdf"
        told = subprocess.run(
            ["pdftotext", "-", "-"], input=answer.data, capture_output=True, check=True
        ).stdout.decode()
        assert wanted in told
        assert told.count("\f") == 1, "one page"
