"""The reasonable readings of the two garbled texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.errors import RulebookError
from paizhuo.rules.rulebook import Standing
from paizhuo.rules.rulebooks import load, parse
from paizhuo.rules.shengji.garbled import climb, tasks
from paizhuo.rules.shengji.garbled.climb import ClimbRulebook, Hand
from paizhuo.rules.shengji.garbled.tasks import Kind, Shape, Task, TaskRulebook
from paizhuo.rules.shengji.ruleset import ShengjiRulebook, check

CLIMB = load("climb104", ClimbRulebook)
TASKS = load("task4", TaskRulebook)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def test_both_are_marked_experimental() -> None:
    assert {CLIMB.standing, TASKS.standing} == {Standing.EXPERIMENTAL}


def test_the_seat_before_the_dealer_leads_thirteen_cards() -> None:
    assert climb.start(Seat.N, CLIMB) == Hand((13, 13, 13, 13), Seat.E)


def test_each_card_must_be_higher_than_the_last_by_rank_alone() -> None:
    hand = climb.play(climb.start(Seat.N, CLIMB), Seat.E, Card.S9)
    assert [each.code for each in climb.verify_play(hand, Seat.N, cards("HT"))] == []
    assert [each.code for each in climb.verify_play(hand, Seat.N, cards("H9"))] == ["climb.not_higher"]
    assert [each.code for each in climb.verify_play(hand, Seat.W, cards("HT HT"))] == [
        "turn.out_of_turn",
        "count.wrong",
    ]
    assert not climb.is_higher(Card.BJ, Card.S2)


def test_when_all_others_pass_the_last_to_play_leads_again() -> None:
    hand = climb.start(Seat.N, CLIMB)
    assert [each.code for each in climb.verify_pass(hand, Seat.E)] == ["climb.leader_must_play"]
    hand = climb.play(hand, Seat.E, Card.S9)
    for seat in (Seat.N, Seat.W, Seat.S):
        assert hand.to_beat is Card.S9
        assert climb.verify_pass(hand, seat) == ()
        hand = climb.skip(hand, seat)
    assert (hand.turn, hand.to_beat, hand.last) == (Seat.E, None, None)


def test_the_first_out_scores_one_and_one_more_for_a_bomb() -> None:
    hand = replace(climb.start(Seat.N, CLIMB), left=(1, 5, 5, 5))
    assert hand.out is None
    assert climb.play(hand, Seat.E, Card.S9).out is Seat.E
    assert climb.points(Card.S9, CLIMB) == 1
    assert climb.points(Card.S2, CLIMB) == 2
    assert climb.match_winner({Side.EW: 9, Side.NS: 3}, CLIMB) is None
    assert climb.match_winner({Side.EW: 10, Side.NS: 10}, CLIMB) is None
    assert climb.match_winner({Side.EW: 9, Side.NS: 11}, CLIMB) is Side.NS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S7", Shape(Kind.SINGLE, 1)),
        ("S7 H7", Shape(Kind.PAIRS, 2)),
        ("S7 H7 D7", Shape(Kind.TRIPLE, 3)),
        ("S7 H7 D7 C7", None),
        ("S7 H7 S8 D8 C9 D9", Shape(Kind.PAIRS, 6)),
        ("S7 H7 S8 D8", None),
        ("S7 H7 S8 D8 CT DT", None),
        ("S7 S8 S9", Shape(Kind.RUN, 3)),
        ("S7 S8 H9", None),
        ("S7 S8 ST", None),
        ("S7 S8", None),
        ("BJ", None),
        ("", None),
    ],
)
def test_shapes_are_singles_pairs_runs_of_pairs_triples_and_suited_runs(text: str, expected: Shape | None) -> None:
    assert tasks.read_shape(cards(text)) == expected


@pytest.mark.parametrize(
    ("on_table", "text", "left", "used", "expected"),
    [
        (None, "S7", 0, 0, []),
        (None, "S7 S9", 0, 0, ["tasks.no_shape"]),
        (Shape(Kind.PAIRS, 2), "S7 H7 S8 D8 C9 D9", 0, 0, []),
        (Shape(Kind.PAIRS, 2), "S8 D8", 0, 0, ["tasks.must_grow"]),
        (Shape(Kind.RUN, 3), "S7 H7 S8 D8 C9 D9", 0, 0, ["tasks.must_grow"]),
        (None, "S7", 2, 0, ["tasks.targets_first"]),
        (None, "S7", 2, 1, []),
    ],
)
def test_later_plays_grow_and_target_cards_go_first(
    on_table: Shape | None, text: str, left: int, used: int, expected: list[str]
) -> None:
    assert [each.code for each in tasks.verify_play(on_table, cards(text), left, used)] == expected


def test_a_task_is_fulfilled_by_what_was_played() -> None:
    run, pairs = cards("S4 S5 S6 S7"), cards("S7 H7 S8 D8 C9 D9")
    assert tasks.fulfilled(Task.GO_OUT, [run], 0)
    assert not tasks.fulfilled(Task.GO_OUT, [run], 1)
    assert tasks.fulfilled(Task.PLAY_NOTHING, [], 13)
    assert not tasks.fulfilled(Task.PLAY_NOTHING, [run], 9)
    assert tasks.fulfilled(Task.RUN_OF_FOUR, [pairs, run], 3)
    assert not tasks.fulfilled(Task.RUN_OF_FOUR, [run[:3], cards("S4 H9")], 8)
    assert tasks.fulfilled(Task.FIVE_PAIRS, [pairs, cards("S4 H4"), cards("S5 H5")], 3)
    assert not tasks.fulfilled(Task.FIVE_PAIRS, [pairs, cards("S4 H4")], 5)


def test_the_higher_side_at_the_target_wins_and_a_tie_plays_on() -> None:
    assert [tasks.round_points(TASKS, done=done) for done in (True, False)] == [20, -20]
    assert tasks.match_winner({Side.EW: 120, Side.NS: 140}, TASKS) is Side.NS
    assert tasks.match_winner({Side.EW: 120, Side.NS: 120}, TASKS) is None
    assert tasks.match_winner({Side.EW: 100, Side.NS: 80}, TASKS) is None


TITLE = '[title]\nzh = "某"\nen = "some"\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f'id = "x"\ngame = "climbing"\n{TITLE}[draw]\nsteps = [26]\n', "rulebook.too_many_cards"),
        (f'id = "x"\ngame = "tasks"\n{TITLE}[score]\ndone = 0\n', "rulebook.too_small"),
    ],
)
def test_values_that_do_not_go_together_are_refused(text: str, code: str) -> None:
    with pytest.raises(RulebookError) as refused:
        parse(text)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_rulebook_of_another_game_is_none() -> None:
    assert [problem.code for problem in climb.check(TASKS)] == ["rulebook.wrong_game"]
    assert [problem.code for problem in tasks.check(CLIMB)] == ["rulebook.wrong_game"]
    assert [problem.code for problem in check(CLIMB)] == ["rulebook.wrong_game"]
    assert check(load("ten", ShengjiRulebook)) == ()
    assert CLIMB.score.bomb_ranks[0] is Rank.ACE
