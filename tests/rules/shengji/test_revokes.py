"""A sample of the long run on revokes, and what it would say about a tracker that accuses late, or the innocent."""

from collections import Counter
from collections.abc import Callable
from random import Random
from types import ModuleType

import pytest

from paizhuo.rules.cards import two_decks
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

BOOKS = "campus comp const2 fj2 gloss intro80 pass10 seven ten union9k botzone ejfn qq rbtying zjh".split()


@pytest.fixture
def revokes(long_check: Callable[[str], ModuleType]) -> ModuleType:
    return long_check("revokes")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_exactly_the_revokes_are_proved_each_at_the_first_play_that_can_prove_it(
    rulebook: str, revokes: ModuleType
) -> None:
    counts = revokes.summary([revokes.hand(rulebook, seed) for seed in range(100_000, 100_003)])
    assert counts["provable"] == counts["at_the_earliest_play"] > 0
    assert counts["false_accusations"] == counts["proved_though_unprovable"] == counts["withdrawn"] == 0


def test_the_printed_texts_come_first_and_the_garbled_ones_have_no_suit_to_follow(revokes: ModuleType) -> None:
    assert revokes.rulebooks()[:10] == BOOKS[:10]
    assert set(BOOKS) <= set(revokes.rulebooks())
    assert not {"task4", "climb104"} & set(revokes.rulebooks())


def test_a_late_and_a_false_accusation_are_counted_as_such(revokes: ModuleType) -> None:
    result = revokes.hand("qq", 4)
    good = revokes.summary([result])
    (first, *others) = result["revokes"]
    late = revokes.summary([{**result, "revokes": [{**first, "actual": first["actual"] + 1}, *others]}])
    assert late["proved"] == good["proved"]
    assert late["at_the_earliest_play"] == good["at_the_earliest_play"] - 1
    deaf = revokes.summary([{**result, "revokes": [{**first, "actual": None}, *others]}])
    assert deaf["proved"] == good["proved"] - 1
    assert revokes.summary([{**result, "false": [3]}])["false_accusations"] == 1
    excused = revokes.summary([{**result, "revokes": [{**first, "expected": None}, *others]}])
    assert excused["proved_though_unprovable"] == 1


def test_a_follow_without_a_breach_can_never_be_proved_to_be_one(revokes: ModuleType) -> None:
    book = load("qq", ShengjiRulebook)
    table = revokes.Table(book, Random("honest"))
    run = table.play()
    guilty = {revoke.play_number for revoke in run.revokes}
    number = 0
    checked = 0
    while number < len(run.plays):
        lead = run.plays[number][1]
        for follow in range(number + 1, number + 4):
            if follow not in guilty:
                seat, play = run.plays[follow]
                innocent = revokes.Revoke("", seat, follow, lead, play)
                assert revokes.provable_from(run, innocent, table.trump, book) is None
                checked += 1
        number += 4
    assert checked > 20


def test_the_hands_of_the_run_are_dealt_from_two_decks(revokes: ModuleType) -> None:
    hands = revokes.dealt(Random(1))
    assert [len(hand) for hand in hands] == [25] * 4
    assert not Counter(card for hand in hands for card in hand) - Counter(two_decks())
