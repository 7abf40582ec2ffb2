"""Rulebooks as data: the packaged texts, a table's own file, rule sheets and differences, and the command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from click.testing import CliRunner

from paizhuo.commands.rulebook import command
from paizhuo.rules.errors import NoSuchRulebookError, Problem, RulebookError
from paizhuo.rules.rulebook import Rulebook, Standing, Title
from paizhuo.rules.rulebooks import LANGUAGES, ids, load, parse, source_text, words
from paizhuo.rules.sheet import Words, changes, policies, sheet
from paizhuo.rules.shengji.policies import Forced, Link
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

ROOT = Path(__file__).parents[3]

TEXTS = {
    "intro80": (1, 43),
    "comp": (45, 213),
    "fj2": (53, 97),
    "task4": (215, 269),
    "climb104": (271, 327),
    "ten": (329, 329),
    "seven": (331, 383),
    "gloss": (385, 443),
    "pass10": (445, 453),
    "campus": (455, 507),
    "union9k": (509, 541),
    "const2": (543, 561),
}
"""The twelve texts and the lines they stand on."""

COMMUNITY = ("qq", "rbtying", "rbtying:Highest", "rbtying:TrickUnitLength", "zjh", "ejfn", "botzone")
OURS = [book for book in map(load, ids()) if book.game != "guandan"]
HEAD = 'id = "ours"\ngame = "shengji"\n[title]\nzh = "我家"\nen = "ours"\n'


def problems(text: str) -> list[Problem]:
    with pytest.raises(RulebookError) as refused:
        parse(text)
    return list(refused.value.problems)


def test_all_twelve_texts_and_the_community_rules_are_there() -> None:
    assert {*TEXTS, *COMMUNITY} <= set(ids())
    assert {load(each).standing for each in COMMUNITY} == {Standing.COMMUNITY}


@pytest.mark.parametrize("identifier", TEXTS)
def test_every_stated_value_cites_a_line_of_its_text_and_every_other_is_assumed(identifier: str) -> None:
    book = load(identifier)
    first, last = TEXTS[identifier]
    for section, values in policies(book).items():
        for key in values:
            source = book.source(f"{section}.{key}")
            if source.where:
                assert re.fullmatch(r"L\d+", source.where), key
                assert first <= int(source.where[1:]) <= last, key
            else:
                assert source.assumed, key


@pytest.mark.parametrize("identifier", TEXTS)
def test_every_text_states_something_of_its_own(identifier: str) -> None:
    book = load(identifier)
    assert any(source.where and not source.assumed for _, source in book.sources)


@pytest.mark.parametrize("identifier", ids())
def test_a_packaged_rulebook_bears_its_own_name(identifier: str) -> None:
    assert load(identifier).id == identifier
    assert parse(source_text(identifier)) == load(identifier)


def test_a_rulebook_that_is_not_there_is_refused() -> None:
    for identifier in ("nope", "../comp", "words/shengji.zh"):
        with pytest.raises(NoSuchRulebookError):
            load(identifier)
    with pytest.raises(NoSuchRulebookError):
        load("climb104", ShengjiRulebook)


def test_a_tables_own_file_states_values_bare_or_with_their_source() -> None:
    book = parse(
        f"{HEAD}[levels]\nstart = '5'\n[scoring]\nturn = {{ value = 90, at = 'p. 3', zh = '改', en = 'changed' }}\n"
    )
    assert isinstance(book, ShengjiRulebook)
    assert (book.standing, book.levels.start, book.scoring.turn) == (Standing.HOUSE, "5", 90)
    assert book.source("levels.start").where == "house"
    assert book.source("scoring.turn").note == Title("改", "changed")
    assert book.source("throw.forced").assumed


def test_a_file_may_take_another_rulebook_and_change_it() -> None:
    book = parse(f'based_on = "pass10"\n{HEAD}[throw]\nforced = "smallest"\n')
    assert isinstance(book, ShengjiRulebook)
    assert book.throw.forced is Forced.SMALLEST
    assert book.penalties == load("pass10", ShengjiRulebook).penalties
    assert book.source("penalties.revoke").where == "L447"
    assert [(each.section, each.key) for each in changes(load("pass10"), book)] == [("throw", "forced")]


OF_SHENGJI = tuple(identifier for identifier in ids() if load(identifier).game == "shengji")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{HEAD}[levels]\nstart = '1'\n", Problem("rulebook.bad_value", "levels.start", 7, "1", RANKS)),
        (f"{HEAD}[levels]\nladder = '2'\n", Problem("rulebook.bad_value", "levels.ladder", 7, "2", ("a list",))),
        (f"{HEAD}[time]\nplay_seconds = true\n",
         Problem("rulebook.bad_value", "time.play_seconds", 7, "True", ("a whole number",))),
        (f"{HEAD}[scoring]\ndealers = [[0, 3, 1]]\n",
         Problem("rulebook.bad_value", "scoring.dealers", 7, "[0, 3, 1]", ("2 values",))),
        (f"{HEAD}[levels]\nstart = {{ value = '2', line = 3 }}\n",
         Problem("rulebook.unknown_key", "levels.start", 7, "line", ("value", "at", "assumed", "zh", "en"))),
        (f"{HEAD}[levels]\nstart = {{ at = 'L3' }}\n",
         Problem("rulebook.bad_value", "levels.start", 7, "None", RANKS)),
        (f"{HEAD}[levels]\nstop = '2'\n",
         Problem("rulebook.unknown_key", "levels.stop", 7, "", (
             "ladder", "start", "must_play", "must_play_rule", "demotion", "underwater", "underwater_limit",
             "jack_dug"))),
        (f"levels = 3\n{HEAD}", Problem("rulebook.bad_value", "levels", 1, "3", ("a table",))),
        ('game = "shengji"\n[title]\nzh = "我"\nen = "o"\n', Problem("rulebook.missing", "id")),
        ('id = "x"\ngame = "shengji"\n', Problem("rulebook.missing", "title", 0, "", ("zh", "en"))),
        ('id = "x"\ngame = "shengji"\n[title]\nzh = "我"\n', Problem("rulebook.missing", "title.en", 3)),
        ('id = 3\ngame = "shengji"\n[title]\nzh = "我"\nen = "o"\n',
         Problem("rulebook.bad_value", "id", 1, "3", ("text",))),
        (f"standing = 'holy'\n{HEAD}", Problem("rulebook.bad_value", "standing", 1, "holy", tuple(Standing))),
        (f"based_on = 'nope'\n{HEAD}", Problem("rulebook.unknown_base", "based_on", 1, "nope", OF_SHENGJI)),
        (f"based_on = 'climb104'\n{HEAD}", Problem("rulebook.unknown_base", "based_on", 1, "climb104", OF_SHENGJI)),
    ],
)  # fmt: skip
def test_every_mistake_is_named_with_its_line_and_what_is_allowed(text: str, expected: Problem) -> None:
    assert problems(text) == [expected]


def test_a_number_that_is_too_small_is_told_the_least(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(f"{HEAD}[tractors]\nminimum_pairs = 1\n[kitty]\ncap = -5\n", "utf-8")
    assert run("check", str(ours), "--lang", "en")[1].splitlines() == [
        f"{ours}:7: tractors.minimum_pairs: too small; found 1; at least: 2",
        f"{ours}:9: kitty.cap: too small; found -5; at least: 0",
    ]
    assert run("check", str(ours), "--lang", "zh")[1].endswith("kitty.cap: 过小; 写作 -5; 至少: 0\n")


def test_a_key_at_the_top_that_nobody_knows_is_told_the_sections() -> None:
    (problem,) = problems(f"colour = 'red'\n{HEAD}")
    assert (problem.code, problem.key, problem.line) == ("rulebook.unknown_key", "colour", 1)
    assert {"id", "levels", "scoring"} <= set(problem.allowed)


def test_a_game_that_nobody_knows_and_broken_toml_are_told_at_once() -> None:
    (problem,) = problems('id = "x"\ngame = "bridge"\n')
    assert (problem.code, problem.line) == ("rulebook.bad_value", 2)
    assert {"shengji", "guandan"} <= set(problem.allowed)
    (problem,) = problems("id = \n")
    assert (problem.code, problem.line) == ("rulebook.syntax", 1)
    (problem,) = problems('id = "x"\n\n[title')
    assert (problem.code, problem.line) == ("rulebook.syntax", 3)


def test_all_mistakes_of_a_file_are_named_in_its_order() -> None:
    found = problems(f"{HEAD}[levels]\nstart = '1'\nstop = 2\n[throw]\nforced = 'big'\n")
    assert [problem.line for problem in found] == [7, 8, 10]
    assert "7: levels.start: rulebook.bad_value" in str(RulebookError(tuple(found)))


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("[levels]\nladder = ['2', '2']\n", "rulebook.ladder_repeats", 7),
        ("[levels]\nladder = ['3', '4']\n", "rulebook.off_ladder", 6),
        ("[levels]\nladder = ['2', '4']\nmust_play = ['3']\n", "rulebook.off_ladder", 8),
        ("[scoring]\ndealers = [[5, 1], [0, 2]]\n", "rulebook.bands_not_rising", 7),
        ("[scoring]\nattackers_step = 0\n", "rulebook.too_small", 7),
        ("[tractors]\nminimum_pairs = 1\n", "rulebook.too_small", 7),
        ("[kitty]\ncap = -5\n", "rulebook.too_small", 7),
        ("[time]\nmatch_minutes = 60\nplay_seconds = -1\n", "rulebook.too_small", 8),
        ("[throw]\npenalty_points = -10\n", "rulebook.too_small", 7),
    ],
)
def test_values_that_do_not_go_together_are_named(text: str, code: str, line: int) -> None:
    (problem,) = problems(HEAD + text)
    assert (problem.code, problem.line) == (code, line)


def policy_words(kind: object) -> Iterator[str]:
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, Enum) and one.__name__ not in {"Rank", "Seat"}:
            yield from (str(member.value) for member in one)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", OURS, ids=lambda book: book.id)
def test_the_sheet_has_words_for_every_section_key_and_policy(book: Rulebook, language: str) -> None:
    said = words(book.game, language)
    for section, values in policies(book).items():
        assert said.has("section", section)
        hints = get_type_hints(type(getattr(book, section)))
        for key in values:
            assert said.has("key", section, key), f"{section}.{key}"
            missing = [word for word in policy_words(hints[key]) if not said.has("value", section, key, word)]
            assert missing == []


def test_every_policy_has_its_place_in_the_handbook() -> None:
    page = (ROOT / "docs" / "rules" / "shengji.md").read_text("utf-8")
    for section, values in policies(load("qq")).items():
        hints = get_type_hints(type(getattr(load("qq"), section)))
        for key in values:
            part = page.partition(f"### {section}.{key}\n")[2].partition("\n##")[0]
            assert part, f"{section}.{key}"
            absent = [word for word in policy_words(hints[key]) if word not in part and len(word) > 1]
            assert absent == [], f"{section}.{key}"


SOURCES = "".join(file.read_text("utf-8") for file in sorted((ROOT / "rules" / "shengji").rglob("*.py")))
CODES = sorted(set(re.findall(r'Violation\(\s*"([a-z_]+\.[a-z_]+)"', SOURCES)))


def test_every_violation_code_is_explained_in_the_handbook_with_its_parameters() -> None:
    page = (ROOT / "docs" / "rules" / "shengji-violations.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", page, flags=re.MULTILINE) == CODES


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_every_violation_code_has_a_sentence_on_the_pages(language: str) -> None:
    said = json.loads((ROOT / "web_ui" / "words" / language / "rules.json").read_text("utf-8"))
    assert [code for code in CODES if not said.get(code)] == []


def test_the_sheet_tells_value_and_source_in_both_languages() -> None:
    book = load("ten")
    entries = {entry.key: entry for section in sheet(book, words("shengji", "zh")) for entry in section.entries}
    assert entries["throw.penalty_points"].value == "10"
    assert entries["levels.must_play"].value == "2、J、A"
    assert entries["kitty.cap"].value == "无"
    assert entries["scoring.dealers"].value.startswith("不超过0分升8级、")
    assert entries["deal.held"].value == "庄家的对家"
    assert entries["deal.held"].source.where == "L329"
    english = {entry.key: entry for section in sheet(book, words("shengji", "en")) for entry in section.entries}
    assert english["deal.held"].value == "the dealer's partner"


def test_a_game_without_words_shows_its_keys() -> None:
    bare = words("bridge", "en")
    assert bare("section", "levels") == "levels"
    assert not Words({"section": "flat"}).has("section", "levels")
    (first, *_) = sheet(load("ten"), bare)
    assert first.entries[0].key == "levels.ladder"


def test_a_rulebook_differs_from_itself_in_nothing() -> None:
    assert changes(load("ten"), load("ten")) == ()


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, list(arguments))
    return result.exit_code, result.output


def test_list_names_every_rulebook() -> None:
    code, output = run("list", "--lang", "zh")
    assert code == 0
    assert {line.split()[0] for line in output.splitlines()} == set(ids())
    _, as_json = run("list", "--json")
    assert {json.loads(line)["id"] for line in as_json.splitlines()} == set(ids())


def test_show_prints_the_sheet_with_sources_and_what_is_assumed() -> None:
    code, output = run("show", "const2", "--lang", "en")
    assert code == 0
    assert "Bottom multiplied by: the number of cards played  [L555]" in output
    assert "Revoke: not stated  [not stated; house default]" in output
    _, chinese = run("show", "const2", "--lang", "zh")
    assert "常主（王与级牌之外）: 2  [L555; 原文可作别解，此为所取读法; 2的大小未写" in chinese
    shown = json.loads(run("show", "const2", "--json")[1])
    entries = {entry["key"]: entry for section in shown["sections"] for entry in section["entries"]}
    assert entries["trump.constants"]["value"] == ["2"]
    assert entries["trump.constants"]["assumed"] is True


def test_show_reads_a_file_too(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(HEAD, "utf-8")
    assert run("show", str(ours), "--lang", "en")[1].startswith("ours\nours · house\n")


def test_check_says_ok_or_names_line_key_and_what_is_allowed(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(f"{HEAD}[throw]\nforced = 'big'\n", "utf-8")
    code, output = run("check", str(ours), "--lang", "en")
    assert code == 1
    assert output == f"{ours}:7: throw.forced: bad value; found big; allowed: {', '.join(Forced)}\n"
    _, chinese = run("check", str(ours), "--lang", "zh")
    assert chinese == f"{ours}:7: throw.forced: 取值不对; 写作 big; 可用: {', '.join(Forced)}\n"
    assert json.loads(run("check", str(ours), "--json")[1])["problems"][0]["line"] == 7
    ours.write_text(HEAD, "utf-8")
    assert run("check", str(ours)) == (0, f"{ours}: ok\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_of_a_rulebook_has_its_words_in_both_languages(language: str) -> None:
    """The codes are read from the source: a new one without words is found."""
    folder = files("paizhuo.rules")
    sources = [folder / "rulefile.py", *(folder / game / "ruleset.py" for game in ("shengji", "guandan"))]
    sources += [folder / "shengji" / "garbled" / name for name in ("climb.py", "tasks.py")]
    codes = {code for source in sources for code in re.findall(r'"rulebook\.(\w+)"', source.read_text("utf-8"))}
    assert {"unknown_key", "bands_not_rising", "too_small"} <= codes
    said = words("problems", language)
    assert [code for code in sorted(codes) if not said.has("problem", code)] == []


@pytest.mark.parametrize(
    ("words_given", "note"), [("zh = '照旧'", ("照旧", "")), ("en = 'as before'", ("", "as before"))]
)
def test_a_remark_in_one_language_is_a_remark(words_given: str, note: tuple[str, str]) -> None:
    book = parse(f"{HEAD}[scoring]\nturn = {{ value = 80, {words_given} }}\n")
    found = book.source("scoring.turn").note
    assert found is not None
    assert (found.zh, found.en) == note
    assert parse(f"{HEAD}[scoring]\nturn = {{ value = 80, at = 'L1' }}\n").source("scoring.turn").note is None


def test_a_key_called_like_a_kind_of_value_stays_a_key(tmp_path: Path) -> None:
    """`text` is a key of every rulebook, and the word for what a title must be."""
    ours = tmp_path / "ours.toml"
    ours.write_text(f"{HEAD}[hall]\nx = 1\n".replace("en = 'ours'", "en = 5"), "utf-8")
    output = run("check", str(ours), "--lang", "zh")[1]
    assert "standing, text, based_on" in output


def test_diff_shows_only_what_differs() -> None:
    code, output = run("diff", "rbtying", "rbtying:Highest", "--lang", "en")
    assert code == 0
    assert output.splitlines() == [
        "Ruffs · Ruffs over a throw compare",
        "  rbtying: unit by unit, each must be higher",
        "  rbtying:Highest: by the highest card",
    ]
    (line,) = run("diff", "rbtying", "rbtying:Highest", "--json")[1].splitlines()
    assert json.loads(line) == {"key": "ruff.over", "first": "all", "second": "highest"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "nope"), "neither a file nor one of the rulebooks"),
        (("diff", "ten", "climb104"), "compare two of one game"),
        (("check", "nope.toml"), "does not exist"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_is_allowed(arguments: tuple[str, ...], told: str) -> None:
    code, output = run(*arguments)
    assert code == 2
    assert told in output


def test_a_file_that_is_no_text_or_no_rulebook_ends_with_2(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_bytes(b"\xff\xfe")
    assert run("check", str(ours))[0] == 2
    ours.write_text("id = \n", "utf-8")
    code, output = run("show", str(ours))
    assert (code, "this is no TOML" in output) == (2, True)


def test_links_are_named_once_in_every_rulebook() -> None:
    for book in OURS:
        if isinstance(book, ShengjiRulebook):
            assert len(set(book.tractors.links)) == len(book.tractors.links) <= len(Link)
            assert {field.name for field in fields(book)} >= {"levels", "trump"}
