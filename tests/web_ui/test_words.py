"""Every code that can reach a person has words in both languages, with the same places in them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import pytest
from flask.testing import FlaskClient

from paizhuo.rules.cards import Card, Rank, Seat, Side, Suit
from paizhuo.rules.shengji.doubts import QUESTIONS
from paizhuo.rules.shengji.state import Phase
from paizhuo.web_ui.assets import Assets
from paizhuo.web_ui.words import LANGUAGES, PLACE, words

CODE_AT = {"Violation": 0, "CommandRefusedError": 0, "TrustView": 1, "Question": 1, "Trouble": 0, "RefusedError": 0}
"""Which argument of these calls is a code that is shown to people."""

BLOCKED = ("covered", "dark", "frozen", "lost", "bumped")
"""The causes of ``rules.observations.Blocked``."""


def _files(folder: Traversable, ending: str) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        if each.is_dir() and each.name != "vendor":
            yield from _files(each, ending)
        elif each.name.endswith(ending):
            yield each.name, each.read_text("utf-8")


def _codes_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = CODE_AT.get(name)
        if place is not None and len(node.args) > place:
            for leaf in ast.walk(node.args[place]):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str) and "." in leaf.value.rstrip("."):
                    yield leaf.value


@cache
def codes_of_the_program() -> set[str]:
    """Give every code that is written down in the rules, the device and the pages as a violation, question or trust."""
    found: set[str] = set()
    for package in ("paizhuo.rules", "paizhuo.device", "paizhuo.web_ui"):
        for _, source in _files(resources.files(package), ".py"):
            found |= set(_codes_in(source))
    found |= set(QUESTIONS.values())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_program_has_words(language: str) -> None:
    codes = codes_of_the_program()
    assert {"follow.must_follow_suit", "trust.questions", "throw.failed", "tribute.not_largest"} <= codes
    assert sorted(codes - words(language).messages.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_cause_and_name_has_words(language: str) -> None:
    wanted = {f"phase.{phase.value}" for phase in Phase}
    wanted |= {f"sight.{cause}{form}" for cause in BLOCKED for form in ("", ".short", ".title")}
    wanted |= {f"{kind}.{seat.name}" for kind in ("seat", "dir") for seat in Seat}
    wanted |= {f"side.{side.value}" for side in Side} | {f"suit.{suit.value}" for suit in Suit}
    wanted |= {f"rank.{rank.value}" for rank in Rank} | {f"group.{group}" for group in "TSHDC"}
    assert sorted(wanted - words(language).messages.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_scripts_and_templates_ask_for_exists(language: str) -> None:
    asked = {"ui.product"}
    package = resources.files("paizhuo.web_ui")
    for _, text in (*_files(package.joinpath("static"), ".js"), *_files(package.joinpath("templates"), ".html")):
        asked |= set(re.findall(r"""(?:say|show)\(\s*["']([a-z_.]+[a-z_])["']""", text))
    assert len(asked) > 60
    assert sorted(asked - words(language).messages.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trust_light_and_trouble_has_a_short_form(language: str) -> None:
    messages = words(language).messages
    banners = {code for code in messages if re.fullmatch(r"(trust|sight|trouble)\.[a-z_]+", code)}
    lacking = {code for code in banners if f"{code}.short" not in messages}
    assert lacking == set()


@pytest.mark.parametrize("code", sorted(code for code in codes_of_the_program() if code in words("en").messages))
def test_questions_have_a_neutral_form(code: str) -> None:
    """Viewers read which card is uncertain, never what somebody may have done."""
    for language in LANGUAGES:
        messages = words(language).messages
        if f"{code}.neutral" in messages:
            assert "revoke" not in messages[f"{code}.neutral"].lower()
            assert "不跟" not in messages[f"{code}.neutral"]


def test_both_languages_say_the_same_codes_with_the_same_values() -> None:
    chinese, english = (words(language).messages for language in LANGUAGES)
    assert sorted(chinese.keys() ^ english.keys()) == []
    for code, message in chinese.items():
        places = [{found.group(1) for found in PLACE.finditer(text)} for text in (message, english[code])]
        assert places[0] == places[1], code


def test_an_unknown_code_is_named_and_not_hidden() -> None:
    assert "made.up" in words("en").say("made.up")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_have_names_and_no_two_the_same(language: str) -> None:
    names = [words(language).card(card.value) for card in Card]
    assert len(set(names)) == 55
    assert all(name and "{" not in name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_worded_twice(language: str) -> None:
    seen: dict[str, str] = {}
    folder = resources.files("paizhuo.web_ui").joinpath("words", language)
    for name, text in _files(folder, ".json"):
        for code, _ in json.loads(text, object_pairs_hook=list):
            assert code not in seen, (code, name, seen.get(code))
            seen[code] = name


def test_the_daily_pages_ask_for_no_word_that_they_do_without(client: FlaskClient) -> None:
    whole, daily = (client.get(f"/api/v1/words/en{query}").get_json() for query in ("", "?daily"))
    left_out = set(whole) - set(daily)
    assert {"setup.title", "drill.title", "paper.evidence"} <= left_out
    assets = Assets()
    scripts = {each for page in ("dashboard", "referee", "overlay") for each in assets.scripts(f"js/{page}.js")}
    asked: set[str] = set()
    for name in (*scripts, "js/dashboard.js", "js/referee.js", "js/overlay.js"):
        found = assets.find(name)
        assert found is not None
        asked |= set(re.findall(r"['\"`]([a-z_]+\.[A-Za-z_.]+)['\"`]", found.body.decode()))
    assert len(asked & set(whole)) > 150
    assert asked & left_out == set()
