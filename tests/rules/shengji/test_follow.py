"""Following: suit, pairs, tractors as far as the hand has them, and the house rules that ask for less."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Suit
from paizhuo.rules.rulebooks import load, parse
from paizhuo.rules.shengji.combos import longest_run
from paizhuo.rules.shengji.follow import can_follow, choose_follow, legal_follows, verify_follow
from paizhuo.rules.shengji.lead import legal_leads, verify_lead
from paizhuo.rules.shengji.policies import Breaking, FollowPairs, FollowTractors, ThrowSuits
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Trump

QQ = load("qq", ShengjiRulebook)
HEARTS = Trump(Rank.TWO, Suit.HEARTS)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def codes(lead: str, hand: str, play: str, rulebook: ShengjiRulebook = QQ, trump: Trump = HEARTS) -> list[str]:
    return [each.code for each in verify_follow(cards(lead), cards(hand), cards(play), trump, rulebook)]


@pytest.mark.parametrize(
    ("lead", "hand", "play", "expected"),
    [
        ("SA", "S3 D4", "S3", []),
        ("SA", "S3 D4", "D4", ["follow.must_follow_suit"]),
        ("SA", "D3 D4", "D4", []),  # void: anything
        ("SA", "S2 D4", "D4", []),  # a level card is no spade
        ("H3", "S2 D4", "D4", ["follow.must_follow_suit"]),  # but it is a trump
        ("SA", "S3 S4", "S3 S4", ["count.wrong"]),
        ("SA SA", "S3 S3 S4 S5", "S4 S5", ["follow.must_play_pair"]),
        ("SA SA", "S3 S4 D5 D5", "D5 D5", ["follow.must_follow_suit"]),
        ("SA SA", "S3 D5 D5", "S3 D5", []),
        ("SK SK SQ SQ", "S3 S3 S4 S4 S6 S6", "S3 S3 S6 S6", ["follow.must_play_tractor"]),
        ("SK SK SQ SQ", "S3 S3 S4 S4 S6 S6", "S3 S3 S4 S4", []),
        ("SK SK SQ SQ", "S3 S3 S5 S5 S6 S7", "S3 S3 S6 S7", ["follow.must_play_pair"]),
        ("SA", "D4", "D5", ["play.not_in_hand"]),
        ("SA SA", "S3 S3", "S3 S4", ["play.not_in_hand"]),
        ("SA SA", "S3 S3 S5 D4", "S3 D6", ["play.not_in_hand", "follow.must_follow_suit"]),
    ],
)
def test_every_breach_of_a_follow_has_its_code(lead: str, hand: str, play: str, expected: list[str]) -> None:
    assert codes(lead, hand, play) == expected
    assert can_follow(cards(lead), cards(hand), cards(play), HEARTS, QQ) is not bool(expected)


def test_a_breach_tells_what_was_owed_and_what_was_played() -> None:
    (suit,) = verify_follow(cards("SA SA"), cards("S3 S4 D5"), cards("S3 D5"), HEARTS, QQ)
    assert suit.params == {"group": "S", "required": 2, "played": 1}
    (pair,) = verify_follow(cards("SA SA"), cards("S3 S3 S4"), cards("S3 S4"), HEARTS, QQ)
    assert pair.params == {"group": "S", "required": 1, "played": 0}
    hand = cards("S3 S3 S4 S4 S6 S6")
    (tractor,) = verify_follow(cards("SK SK SQ SQ"), hand, cards("S3 S3 S6 S6"), HEARTS, QQ)
    assert tractor.params == {"group": "S", "pairs": 2}


def test_a_shorter_tractor_is_owed_to_a_longer_one_only_where_the_rulebook_says_so() -> None:
    """follow-08: 99TT and two more pairs under a three-pair tractor."""
    lead, hand, play = "S5 S5 S6 S6 S7 S7", "S9 S9 ST ST SQ SQ SA SA", "S9 S9 SQ SQ SA SA"
    assert codes(lead, hand, play) == ["follow.must_play_tractor"]
    for policy in (FollowTractors.SAME_LENGTH, FollowTractors.PAIRS):
        assert codes(lead, hand, play, replace(QQ, follow=replace(QQ.follow, tractors=policy))) == []


def test_where_pairs_are_free_only_suit_and_count_matter() -> None:
    """follow-23, as a house rule: the loosest table."""
    free = replace(QQ, follow=replace(QQ.follow, pairs=FollowPairs.FREE))
    assert codes("SA SA", "S7 S7 S9 SK", "S7 S9", free) == []
    assert codes("SA SA", "S7 S7 D9", "S7 D9", free) == ["follow.must_follow_suit"]


PROTECTED = parse(
    'id = "protected"\ngame = "shengji"\nbased_on = "qq"\n[title]\nzh = "保护拖拉机"\nen = "protected tractors"\n'
    '[follow]\nbreaking = "protected"\n'
)


def test_a_protected_tractor_need_not_be_broken_for_a_pair() -> None:
    """follow-11, as a table's own rulebook."""
    assert isinstance(PROTECTED, ShengjiRulebook)
    assert PROTECTED.follow.breaking is Breaking.PROTECTED
    assert codes("SA SA", "S3 S4 SQ SQ SK SK", "S3 S4", PROTECTED) == []
    assert codes("SA SA", "S3 S4 SQ SQ SK SK S8 S8", "S3 S4", PROTECTED) == ["follow.must_play_pair"]
    assert codes("SA SA SJ SJ", "S3 S4 SQ SQ SK SK S8 S8", "S3 S4 S8 S8", PROTECTED) == []
    assert codes("S9 S9 ST ST", "S3 S4 SQ SQ SK SK S6", "S3 S4 SQ SK", PROTECTED) == ["follow.must_play_pair"]
    assert codes("SA SA", "S3 S4 S5", "S3 S4", PROTECTED) == []
    trump = Trump(Rank.FOUR, Suit.HEARTS)
    assert codes("H9 H9", "H3 HK HA HA S4 S4", "H3 HK", PROTECTED, trump) == []
    assert codes("H9 H9", "H3 HK HA HA S4 S4 D4 D4", "H3 HK", PROTECTED, trump) == ["follow.must_play_pair"]


def test_a_trump_lead_asks_for_trump_pairs_of_any_kind() -> None:
    trump = Trump(Rank.FOUR, Suit.HEARTS)
    assert codes("H9 H9", "H3 HK S4 S4", "H3 HK", trump=trump) == ["follow.must_play_pair"]
    assert codes("H9 H9", "H3 HK S4 D4", "H3 HK", trump=trump) == []


def test_follows_come_lazily_and_each_once() -> None:
    hand = cards("S3 S3 S4 S5 D6")
    found = list(legal_follows(cards("SA"), hand, HEARTS, QQ))
    assert sorted(found) == [(Card.S3,), (Card.S4,), (Card.S5,)]
    assert list(legal_follows(cards("SA SA"), hand, HEARTS, QQ)) == [(Card.S3, Card.S3)]
    assert sorted(legal_follows(cards("SA"), cards("D6 D7 D7"), HEARTS, QQ)) == [(Card.D6,), (Card.D7,)]


def test_pairs_of_equal_side_levels_all_meet_an_obligation() -> None:
    trump = Trump(Rank.FOUR, Suit.HEARTS)
    found = set(legal_follows(cards("HA HA S4 S4"), cards("D4 D4 C4 C4 H4 H4 H3"), trump, QQ))
    assert found == {tuple(sorted(cards("D4 D4 H4 H4"))), tuple(sorted(cards("C4 C4 H4 H4")))}


def test_the_cheapest_legal_follow_is_chosen() -> None:
    cost = {card: float(card.points) for card in Card}
    assert choose_follow(cards("SA SA"), cards("SK SK S3 S3 S4"), HEARTS, QQ, cost.__getitem__) == cards("S3 S3")
    assert choose_follow(cards("SA"), cards("DK D3"), HEARTS, QQ, cost.__getitem__) == cards("D3")


@pytest.mark.parametrize(
    ("play", "hand", "suits", "expected"),
    [
        ("", None, ThrowSuits.ANY, ["lead.empty"]),
        ("SA SK", None, ThrowSuits.ANY, []),
        ("SA S2", None, ThrowSuits.ANY, ["lead.mixed_groups"]),
        ("SA SK", None, ThrowSuits.NONE, ["lead.throw_not_allowed"]),
        ("HA HK", None, ThrowSuits.SIDE_SUITS, ["lead.trump_throw_not_allowed"]),
        ("SA SK", None, ThrowSuits.SIDE_SUITS, []),
        ("HA HA", None, ThrowSuits.NONE, []),
        ("SA SA", "SA SK", ThrowSuits.ANY, ["play.not_in_hand"]),
        ("SA SA", "SA SA SK", ThrowSuits.ANY, []),
    ],
)
def test_every_breach_of_a_lead_has_its_code(
    play: str, hand: str | None, suits: ThrowSuits, expected: list[str]
) -> None:
    rulebook = replace(QQ, throw=replace(QQ.throw, suits=suits))
    found = verify_lead(cards(play), None if hand is None else cards(hand), HEARTS, rulebook)
    assert [each.code for each in found] == expected


def test_leads_are_the_singles_pairs_and_tractors_of_a_hand() -> None:
    found = sorted(legal_leads(cards("S3 S3 S4 S4 S6 D2 D2"), HEARTS, QQ))
    assert found == sorted(
        map(cards, ["S3", "S4", "S6", "D2", "S3 S3", "S4 S4", "D2 D2", "S3 S3 S4 S4"]),
    )


def test_leads_with_side_levels_take_each_face_once() -> None:
    trump = Trump(Rank.FOUR, Suit.HEARTS)
    found = [lead for lead in legal_leads(cards("HA HA S4 S4 D4 D4"), trump, QQ) if len(lead) == 4]
    assert sorted(found) == sorted([cards("HA HA S4 S4"), cards("HA HA D4 D4")])


def test_a_table_may_ask_for_three_pairs_in_a_tractor() -> None:
    three = replace(QQ, tractors=replace(QQ.tractors, minimum_pairs=3))
    leads = [lead for lead in legal_leads(cards("S3 S3 S4 S4 S5 S5"), HEARTS, three) if len(lead) > 2]
    assert leads == [cards("S3 S3 S4 S4 S5 S5")]


def test_the_longest_run_of_none_is_none() -> None:
    assert longest_run([], (False,)) == (0, 0)
