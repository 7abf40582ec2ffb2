"""The simulated referee corrects wrongly read cards and nothing else; comparing finds every difference."""

from __future__ import annotations

import random
from dataclasses import replace

from paizhuo.device.players.comparison import differences, result_record
from paizhuo.device.players.hand import HandPlan, Standing, play_hand
from paizhuo.device.players.referee import corrections
from paizhuo.device.players.truth import Truth
from paizhuo.rules.cards import Card
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import CorrectCards
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import (
    DeclarationView,
    KittyView,
    PastTrickView,
    PlayView,
    ResultView,
    TableSnapshot,
    ViolationView,
)

COMP = load("comp", ShengjiRulebook)
TRUTH = play_hand(COMP, Standing.first(COMP), HandPlan(faults=2), random.Random(9)).truth


def faithful(truth: Truth) -> TableSnapshot:
    """Give a snapshot of a table that recorded everything as it was."""
    tricks = tuple(
        PastTrickView(
            trick.number,
            trick.leader.name,
            trick.winner.name,
            trick.points,
            tuple(
                PlayView(100 * trick.number + place, play.seat.name, tuple(map(str, play.cards)))
                for place, play in enumerate(trick.plays)
            ),
        )
        for trick in truth.tricks
    )
    return TableSnapshot(
        seq=9999,
        rulebook="comp",
        game="shengji",
        phase="finished",
        hand=truth.hand,
        seats={},
        levels={},
        level=str(truth.level),
        trump="none" if truth.trump is None else str(truth.trump),
        dealer=truth.dealer.name,
        tricks=tricks,
        declarations=tuple(
            DeclarationView(place, each.seat.name, tuple(map(str, each.cards)), True)
            for place, each in enumerate(truth.declarations, start=1)
        ),
        kitty=KittyView(cards=tuple(map(str, truth.buried))),
        violations=tuple(ViolationView("", each.code, {}, each.seat.name, each.trick) for each in truth.offences),
        result=ResultView(
            truth.points,
            0,
            truth.kitty_points,
            truth.multiplier,
            str(truth.winner),
            truth.change,
            {str(side): str(level) for side, level in truth.levels.items()},
            truth.next_dealer.name,
            truth.tricks[-1].winner.name,
        ),
    )


def misread(snapshot: TableSnapshot, trick: int, play: int, *cards: str) -> TableSnapshot:
    plays = list(snapshot.tricks[trick].plays)
    plays[play] = replace(plays[play], cards=cards)
    tricks = list(snapshot.tricks)
    tricks[trick] = replace(tricks[trick], plays=tuple(plays))
    return replace(snapshot, tricks=tuple(tricks))


def test_a_faithful_record_differs_nowhere_and_needs_no_correction() -> None:
    snapshot = faithful(TRUTH)
    assert differences(TRUTH.as_json(), result_record(snapshot)) == ()
    assert corrections(TRUTH, snapshot) == ()


def test_a_misread_card_is_found_and_corrected_in_its_place() -> None:
    true = TRUTH.tricks[2].plays[1].cards
    wrong = next(str(card) for card in (Card.BJ, Card.S3) if card not in true)
    snapshot = misread(faithful(TRUTH), 2, 1, *map(str, true[:-1]), wrong)
    found = differences(TRUTH.as_json(), result_record(snapshot))
    assert found
    assert all(each.where.startswith("tricks[2].plays[1].cards") for each in found)
    assert corrections(TRUTH, snapshot) == (CorrectCards(snapshot.tricks[2].plays[1].seq, true),)


def test_a_missed_play_is_a_difference_that_the_referee_leaves() -> None:
    snapshot = faithful(TRUTH)
    tricks = list(snapshot.tricks)
    tricks[0] = replace(tricks[0], plays=tricks[0].plays[:-1])
    snapshot = replace(snapshot, tricks=tuple(tricks))
    assert [each.where for each in differences(TRUTH.as_json(), result_record(snapshot))] == ["tricks[0].plays"]
    assert corrections(TRUTH, snapshot) == ()


def test_a_missing_or_an_invented_offence_is_a_difference() -> None:
    snapshot = faithful(TRUTH)
    assert TRUTH.offences
    without = replace(snapshot, violations=())
    assert [each.where for each in differences(TRUTH.as_json(), result_record(without))] == ["offences"]
    invented = ViolationView("", "follow.must_follow_suit", {}, "E", 1)
    accused = replace(snapshot, violations=(*snapshot.violations, invented))
    assert [each.where for each in differences(TRUTH.as_json(), result_record(accused))] == ["offences"]


def test_a_hand_without_a_result_differs_in_all_that_follows_from_it() -> None:
    unknown = replace(faithful(TRUTH), result=None)
    wrong = {each.where for each in differences(TRUTH.as_json(), result_record(unknown))}
    assert wrong == {"points", "kitty_points", "multiplier", "level_change", "levels", "next_dealer"}
