"""The order of cards: groups, strengths and links, with and without a trump suit and constant trumps."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import FACES, Card, Rank, Suit
from paizhuo.rules.errors import UnknownCardError
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.policies import Link
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump, trump_for

CONST2 = load("const2", ShengjiRulebook)


def cards(text: str) -> list[Card]:
    return [Card(token) for token in text.split()]


def test_trump_is_jokers_levels_and_the_trump_suit_36_cards_in_two_decks() -> None:
    """intro80 L35: 4 jokers, 8 level cards, 24 cards of the suit."""
    trump = Trump(Rank.TWO, Suit.HEARTS)
    assert sum(2 for card in FACES if trump.group(card) is Group.TRUMP) == 36


def test_no_trump_leaves_jokers_and_levels_12_cards_in_two_decks() -> None:
    """intro80 L43."""
    trump = Trump(Rank.TWO, None)
    assert sum(2 for card in FACES if trump.group(card) is Group.TRUMP) == 12


@pytest.mark.parametrize(
    ("trump", "falling"),
    [
        (Trump(Rank.TWO, Suit.SPADES), "BJ LJ S2 H2 SA SK S3"),
        (Trump(Rank.ACE, Suit.SPADES), "BJ LJ SA DA SK S2"),
        (Trump(Rank.FIVE, Suit.HEARTS, frozenset({Rank.TWO})), "BJ LJ H5 S5 H2 C2 HA HK H3"),
        (Trump(Rank.FIVE, None, frozenset({Rank.TWO})), "BJ LJ S5 C2"),
        (Trump(Rank.FIVE, Suit.CLUBS, frozenset({Rank.TWO, Rank.THREE})), "BJ LJ C5 D5 C3 D3 C2 D2 CA C4"),
    ],
)
def test_trumps_rank_jokers_main_level_side_levels_constants_suit(trump: Trump, falling: str) -> None:
    order = cards(falling)
    assert all(trump.group(card) is Group.TRUMP for card in order)
    strengths = [trump.strength(card) for card in order]
    assert strengths == sorted(set(strengths), reverse=True)


def test_side_levels_of_three_suits_are_equal() -> None:
    trump = Trump(Rank.NINE, Suit.CLUBS)
    assert len({trump.strength(card) for card in cards("S9 H9 D9")}) == 1


def test_all_four_levels_are_equal_without_a_trump_suit() -> None:
    trump = Trump(Rank.NINE, None)
    assert len({trump.strength(card) for card in cards("S9 H9 D9 C9")}) == 1


def test_a_level_that_is_also_a_constant_ranks_as_the_level() -> None:
    trump = trump_for(CONST2, Rank.TWO, Suit.HEARTS)
    assert trump == Trump(Rank.TWO, Suit.HEARTS, frozenset({Rank.TWO}), frozenset(CONST2.tractors.links))
    assert trump.strength(Card.H2) > trump.strength(Card.S2) > trump.strength(Card.HA)


def test_an_unread_card_has_neither_group_nor_strength() -> None:
    trump = Trump(Rank.TWO, None)
    with pytest.raises(UnknownCardError):
        trump.group(Card.UNKNOWN)
    with pytest.raises(UnknownCardError):
        trump.strength(Card.UNKNOWN)


def test_the_same_question_gives_the_same_order_object() -> None:
    assert trump_for(CONST2, Rank.FIVE, None) is trump_for(CONST2, Rank.FIVE, None)


@pytest.mark.parametrize(
    ("link", "low", "high", "trump"),
    [
        (Link.OVER_GAP, "H4", "H6", Trump(Rank.FIVE, Suit.SPADES)),
        (Link.SUIT_TOP, "SA", "H5", Trump(Rank.FIVE, Suit.SPADES)),
        (Link.SUIT_TOP, "SA", "C2", Trump(Rank.FIVE, Suit.SPADES, frozenset({Rank.TWO}))),
        (Link.LEVELS, "H5", "S5", Trump(Rank.FIVE, Suit.SPADES)),
        (Link.CONSTANTS, "C2", "S2", Trump(Rank.FIVE, Suit.SPADES, frozenset({Rank.TWO}))),
        (Link.CONSTANTS, "S2", "D5", Trump(Rank.FIVE, Suit.SPADES, frozenset({Rank.TWO}))),
        (Link.CONSTANTS, "C2", "D5", Trump(Rank.FIVE, None, frozenset({Rank.TWO}))),
        (Link.LEVEL_JOKER, "S5", "LJ", Trump(Rank.FIVE, Suit.SPADES)),
        (Link.LEVEL_JOKER, "H5", "LJ", Trump(Rank.FIVE, None)),
        (Link.JOKERS, "LJ", "BJ", Trump(Rank.FIVE, Suit.SPADES)),
    ],
)
def test_each_link_joins_its_two_neighbours_and_only_where_the_rulebook_has_it(
    link: Link, low: str, high: str, trump: Trump
) -> None:
    place = trump.strength(Card(low))
    assert trump.strength(Card(high)) == place + 1
    group = trump.group(Card(low))
    assert trump.tied[group][place]
    others = Trump(trump.level, trump.suit, trump.constants, frozenset(Link) - {link})
    assert not others.tied[group][place]


def test_without_any_link_only_natural_neighbours_of_a_suit_join() -> None:
    trump = Trump(Rank.SEVEN, Suit.HEARTS, links=frozenset())
    spades = "S2 S3 S4 S5 S6 S8 S9 ST SJ SQ SK SA".split()
    assert [trump.strengths[Card(token)] for token in spades] == list(range(12))
    assert trump.tied[Group.SPADES] == (True, True, True, True, False, True, True, True, True, True, True, False)
    assert trump.tied[Group.TRUMP][11:] == (False,) * 5
