"""The Guandan rulebooks: every value has a source, wrong values are named, the games do not mix."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from paizhuo.rules.cards import Rank
from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.guandan.penalties import Offence
from paizhuo.rules.guandan.policies import Sanction
from paizhuo.rules.guandan.ruleset import HOUSE, SCHEMA, GuandanRulebook, Penalties, check
from paizhuo.rules.rulebook import Rulebook, Standing, Title
from paizhuo.rules.rulebooks import LANGUAGES, ids, load, parse, words
from paizhuo.rules.sheet import policies, sheet

GUANDAN = [name for name in ids() if name.startswith("guandan-")]
HEAD = 'id = "mine"\ngame = "guandan"\n[title]\nzh = "我们的"\nen = "ours"\n'


def test_three_rulebooks_are_shipped() -> None:
    assert GUANDAN == ["guandan-2017", "guandan-school", "guandan-seed"]


@pytest.mark.parametrize("name", GUANDAN)
def test_every_value_that_differs_from_the_default_names_its_text(name: str) -> None:
    book = load(name, GuandanRulebook)
    for section in fields(book):
        part = getattr(book, section.name)
        if not is_dataclass(part) or section.name == "title":
            continue
        for one in fields(part):
            key = f"{section.name}.{one.name}"
            if getattr(part, one.name) != getattr(getattr(HOUSE, section.name), one.name):
                assert book.source(key).where, key


def test_what_a_text_is_silent_about_is_marked_assumed() -> None:
    book = load("guandan-seed", GuandanRulebook)
    assert book.source("levels.ace_attempts").assumed
    assert book.source("penalties.slow_play").assumed
    assert not book.source("clock.tribute").assumed
    assert book.standing is Standing.PRINTED


def test_the_default_is_what_the_trial_rules_say() -> None:
    book = load("guandan-seed", GuandanRulebook)
    for section in fields(book):
        if is_dataclass(getattr(book, section.name)) and section.name != "title":
            assert getattr(book, section.name) == getattr(HOUSE, section.name), section.name


def test_a_table_may_change_one_value_of_a_rulebook() -> None:
    book = parse(HEAD.replace("[title]", 'based_on = "guandan-2017"\n[title]') + '[report]\nwhen = "off"\n')
    assert isinstance(book, GuandanRulebook)
    assert str(book.report.when) == "off"
    assert str(book.shapes.two_pairs_and_wild) == "larger"


@pytest.mark.parametrize(
    ("text", "code", "key"),
    [
        ('[match]\nformat = "hands"\n', "rulebook.out_of_range", "match.hands"),
        ('[match]\nformat = "time"\n', "rulebook.out_of_range", "match.minutes"),
        ("[deal]\nshallowest_cut = 0\n", "rulebook.out_of_range", "deal.shallowest_cut"),
        ("[deal]\nshallowest_cut = 55\n", "rulebook.out_of_range", "deal.shallowest_cut"),
        ("[report]\nat = 27\n", "rulebook.out_of_range", "report.at"),
        ("[report]\nat = 0\n", "rulebook.out_of_range", "report.at"),
        ("[penalties]\nlate_minutes = 0\n", "rulebook.out_of_range", "penalties.late_minutes"),
        ("[penalties]\nsignals = []\n", "rulebook.empty_list", "penalties.signals"),
        ('[penalties]\nsignals = ["hanging"]\n', "rulebook.bad_value", "penalties.signals"),
        ("[shapes]\njokers = 3\n", "rulebook.unknown_key", "shapes.jokers"),
        ('[desk]\nrecord_keeper = "Q"\n', "rulebook.bad_value", "desk.record_keeper"),
    ],
)
def test_a_wrong_value_is_named_with_its_key(text: str, code: str, key: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse(HEAD + text)
    assert [(one.code, one.key) for one in caught.value.problems] == [(code, key)]
    assert caught.value.problems[0].allowed
    # A value that is missing is looked for in its section's line.
    assert caught.value.problems[0].line in (6, 7)


def test_a_rulebook_of_another_game_is_refused() -> None:
    other = Rulebook("x", "shengji", Title("某", "some"))
    assert [problem.code for problem in check(other)] == ["rulebook.wrong_game"]
    with pytest.raises(NoSuchRulebookError):
        load("comp", GuandanRulebook)
    assert SCHEMA.check(HOUSE) == ()


def test_every_offence_has_a_ladder_in_the_rulebook() -> None:
    ladders = {one.name for one in fields(Penalties)} - {"late_minutes"}
    assert ladders == set(Offence)
    assert all(Sanction(word).levels == int(word[-1]) for word in ("levels_1", "levels_2", "levels_3"))


ROOT = Path(__file__).parents[3]


def enum_words(kind: object) -> Iterator[str]:
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, Enum):
            yield from (member.value if isinstance(member.value, str) else member.name for member in one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_sheet_has_words_for_every_section_key_and_policy(language: str) -> None:
    said = words("guandan", language)
    for section, values in policies(HOUSE).items():
        assert said.has("section", section)
        hints = get_type_hints(type(getattr(HOUSE, section)))
        for key in values:
            assert said.has("key", section, key), f"{section}.{key}"
            missing = [word for word in enum_words(hints[key]) if not said.has("value", section, key, word)]
            assert hints[key] is Rank or missing == [], f"{section}.{key}"


def test_every_policy_has_its_place_in_the_handbook() -> None:
    page = (ROOT / "docs" / "rules" / "guandan.md").read_text("utf-8")
    for section, values in policies(HOUSE).items():
        hints = get_type_hints(type(getattr(HOUSE, section)))
        for key in values:
            part = page.partition(f"### {section}.{key}\n")[2].partition("\n##")[0]
            assert part, f"{section}.{key}"
            absent = [word for word in enum_words(hints[key]) if len(word) > 1 and f"`{word}`" not in part]
            assert absent == [], f"{section}.{key}"


def test_every_violation_has_its_place_in_the_handbook() -> None:
    """Codes are looked for in the source: a literal with a dot that begins like a code. Questions have their own."""
    heads = "card count cut deal discard late pass play record report return shape signal time tribute turn".split()
    folder = ROOT / "rules" / "guandan"
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "questions.py")
    codes = {code for code in re.findall(r'"([a-z]+\.[a-z_]+)"', source) if code.partition(".")[0] in heads}
    keys = {f"{section}.{key}" for section, values in policies(HOUSE).items() for key in values}
    page = (ROOT / "docs" / "rules" / "guandan-violations.md").read_text("utf-8")
    assert codes - keys == set(re.findall(r"^## (\S+)$", page, flags=re.MULTILINE))


def test_the_rule_sheet_tells_a_ladder_of_penalties_in_words() -> None:
    entries = {
        entry.key: entry.value for part in sheet(load("guandan-2017"), words("guandan", "en")) for entry in part.entries
    }
    assert entries["penalties.slow_play"] == "a warning, then a warning, then 1 level to the other side"
    assert entries["desk.record_keeper"] == "West"


@pytest.mark.parametrize(
    "values", ["[deal]\nshallowest_cut = 1\n", "[deal]\nshallowest_cut = 54\n", "[report]\nat = 26\n"]
)
def test_values_at_the_edge_of_their_range_are_allowed(values: str) -> None:
    book = parse(f'id = "x"\ngame = "guandan"\n[title]\nzh = "x"\nen = "x"\n{values}')
    assert isinstance(book, GuandanRulebook)
