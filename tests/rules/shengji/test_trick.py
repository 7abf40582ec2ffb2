"""Who wins a trick, also when plays are irregular or unread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.errors import UnknownCardError
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.policies import OverRuff
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import points, sole_group, winner
from paizhuo.rules.shengji.trump import Group, Trump, trump_for

QQ = load("qq", ShengjiRulebook)
RBTYING = load("rbtying", ShengjiRulebook)
HEARTS = Trump(Rank.TWO, Suit.HEARTS)


def trick(*plays: str) -> list[tuple[Seat, tuple[Card, ...]]]:
    return [(seat, tuple(Card(token) for token in play.split())) for seat, play in zip(Seat, plays, strict=False)]


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("SA", "SK", "S3", "S4"), Seat.E),
        (("SA", "SA", "S3", "S4"), Seat.E),  # the first of equals
        (("S3", "H3", "SA", "S4"), Seat.N),  # the lowest trump beats the highest side card
        (("S3", "DA", "CA", "S4"), Seat.W + 1),  # other side suits never win
        (("S2", "D2", "H2", "BJ"), Seat.S),
        (("SA", "S3 S3", "S4", "S6"), Seat.E),  # a wrong count never wins
        (("SQ SQ", "SK SK", "H3 H3", "H4 H4"), Seat.S),
        (("SQ SQ", "H3 H4", "SK SA", "S3 S4"), Seat.E),  # no pair
        (("SQ SQ", "H3 H3", "SK SK", "S3 S4"), Seat.N),  # a pair of the suit does not beat a ruff
        (("SQ SQ", "H3 D3", "SK S4", "D3 D3"), Seat.E),  # mixed groups, another side suit
        (("SQ SQ", "SK SK", "SA", "S4 S4 S5"), Seat.N),
        (("H3 H3", "HK HK", "D2 D2", "H2 H2"), Seat.S),
    ],
)
def test_the_highest_play_of_the_lead_shape_wins(plays: tuple[str, ...], expected: int) -> None:
    assert winner(trick(*plays), HEARTS, QQ) == expected


def test_a_trick_in_progress_has_a_winner_so_far() -> None:
    assert winner(trick("S9", "SJ"), HEARTS, QQ) is Seat.N


def test_unread_cards_never_win_but_an_unread_lead_cannot_be_judged() -> None:
    assert winner(trick("S9", "??", "SJ"), HEARTS, QQ) is Seat.W
    assert winner(trick("S9 S9", "?? ??", "SJ SJ"), HEARTS, QQ) is Seat.W
    assert sole_group((Card.UNKNOWN, Card.UNKNOWN), HEARTS) is None
    with pytest.raises(UnknownCardError):
        winner(trick("?? S9", "SJ SJ"), HEARTS, QQ)


def test_a_lead_of_two_groups_stands_unless_trumps_fill_its_shape() -> None:
    """An illegal lead is still a play: reality is never refused."""
    assert winner(trick("S9 D9", "SA SA", "DA DA", "D3 D4"), HEARTS, QQ) is Seat.E
    assert winner(trick("S9 D9", "H3 H4", "DA DA", "D3 D4"), HEARTS, QQ) is Seat.N


@pytest.mark.parametrize(
    ("over", "expected"), [(OverRuff.ALL, Seat.N), (OverRuff.HIGHEST, Seat.N), (OverRuff.LARGEST_UNIT, Seat.W)]
)
def test_ruffs_over_a_throw_compare_as_the_rulebook_says(over: OverRuff, expected: Seat) -> None:
    """ruff-03: 884 on 977."""
    rulebook = replace(QQ, ruff=replace(QQ.ruff, over=over))
    assert winner(trick("S5 S4 S4", "H9 H7 H7", "H8 H8 H4", "C3 C4 C5"), HEARTS, rulebook) is expected


def test_every_unit_counts_where_all_must_be_higher() -> None:
    """ruff-06, as the engine plays by default: 38 stays over 29."""
    assert winner(trick("SA SK", "H3 H8", "H2 H9", "C3 C4"), Trump(Rank.FIVE, Suit.HEARTS), RBTYING) is Seat.N


def test_a_pair_may_be_broken_into_singles_if_that_wins() -> None:
    """ruff-11."""
    trump = Trump(Rank.TWO, Suit.CLUBS)
    plays = trick("D8 D8 DJ DQ", "C5 C5 CA S2", "S3 S4 S7 S8", "C6 C6 C2 C2")
    assert winner(plays, trump, RBTYING) is Seat.S


def test_a_tractor_is_ruffed_by_pairs_that_the_rulebook_joins() -> None:
    """adj-02: trump ace and side level join in most rulebooks, not in botzone's."""
    plays = trick("S9 S9 ST ST", "HA HA D2 D2", "S3 S4 S5 S6", "C3 C4 C5 C6")
    for identifier, expected in (("qq", Seat.N), ("botzone", Seat.E)):
        rulebook = load(identifier, ShengjiRulebook)
        assert winner(plays, trump_for(rulebook, Rank.TWO, Suit.HEARTS), rulebook) is expected


def test_points_are_those_of_fives_tens_and_kings() -> None:
    assert points(trick("S5", "ST", "SK", "SA")) == 25
    assert points(trick("??")) == 0
    assert sole_group((Card.S9, Card.H2), HEARTS) is None
    assert sole_group((Card.H9, Card.D2), HEARTS) is Group.TRUMP
