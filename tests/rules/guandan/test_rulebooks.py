"""The Guandan rulebooks: every value has a source, wrong values are named, the games do not mix."""

from dataclasses import fields, is_dataclass

import pytest

from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.guandan.penalties import Offence
from paizhuo.rules.guandan.policies import Sanction
from paizhuo.rules.guandan.ruleset import HOUSE, SCHEMA, GuandanRulebook, Penalties, check
from paizhuo.rules.rulebook import Rulebook, Standing, Title
from paizhuo.rules.rulebooks import ids, load, parse

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
        ("[report]\nat = 27\n", "rulebook.out_of_range", "report.at"),
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
