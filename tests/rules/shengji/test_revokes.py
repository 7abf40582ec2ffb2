"""A sample of the long run on revokes, and what it would say about a tracker that accuses late, or the innocent."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from paizhuo.rules.cards import two_decks
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


def script(name: str) -> ModuleType:
    path = Path(__file__).parents[2] / "long" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"long_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


REVOKES = script("revokes")


@pytest.mark.parametrize("rulebook", REVOKES.rulebooks())
def test_exactly_the_revokes_are_proved_each_at_the_first_play_that_can_prove_it(rulebook: str) -> None:
    counts = REVOKES.summary([REVOKES.hand(rulebook, seed) for seed in range(100_000, 100_003)])
    assert counts["provable"] == counts["at_the_earliest_play"] > 0
    assert counts["false_accusations"] == counts["proved_though_unprovable"] == counts["withdrawn"] == 0


def test_the_printed_texts_come_first_and_the_garbled_ones_have_no_suit_to_follow() -> None:
    assert REVOKES.rulebooks()[:10] == "campus comp const2 fj2 gloss intro80 pass10 seven ten union9k".split()
    assert not {"task4", "climb104"} & set(REVOKES.rulebooks())


def test_a_late_and_a_false_accusation_are_counted_as_such() -> None:
    result = REVOKES.hand("qq", 4)
    good = REVOKES.summary([result])
    (first, *others) = result["revokes"]
    late = REVOKES.summary([{**result, "revokes": [{**first, "actual": first["actual"] + 1}, *others]}])
    assert late["proved"] == good["proved"]
    assert late["at_the_earliest_play"] == good["at_the_earliest_play"] - 1
    deaf = REVOKES.summary([{**result, "revokes": [{**first, "actual": None}, *others]}])
    assert deaf["proved"] == good["proved"] - 1
    assert REVOKES.summary([{**result, "false": [3]}])["false_accusations"] == 1
    excused = REVOKES.summary([{**result, "revokes": [{**first, "expected": None}, *others]}])
    assert excused["proved_though_unprovable"] == 1


def test_a_follow_without_a_breach_can_never_be_proved_to_be_one() -> None:
    book = load("qq", ShengjiRulebook)
    table = REVOKES.Table(book, Random("honest"))
    run = table.play()
    guilty = {revoke.play_number for revoke in run.revokes}
    number = 0
    checked = 0
    while number < len(run.plays):
        lead = run.plays[number][1]
        for follow in range(number + 1, number + 4):
            if follow not in guilty:
                seat, play = run.plays[follow]
                innocent = REVOKES.Revoke("", seat, follow, lead, play)
                assert REVOKES.provable_from(run, innocent, table.trump, book) is None
                checked += 1
        number += 4
    assert checked > 20


def test_the_hands_of_the_run_are_dealt_from_two_decks() -> None:
    hands = REVOKES.dealt(Random(1))
    assert [len(hand) for hand in hands] == [25] * 4
    assert not Counter(card for hand in hands for card in hand) - Counter(two_decks())
