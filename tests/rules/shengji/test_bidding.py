"""Making trump: what may be shown, what overrides what, and what happens when nobody shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.bidding import (
    Bidding,
    Moment,
    NobodyDeclared,
    Origin,
    bottom_moves,
    can_declare,
    declare,
    nobody_declared,
    overrides,
    read_show,
    verify_declare,
)
from paizhuo.rules.shengji.policies import Reinforce, Show
from paizhuo.rules.shengji.ruleset import ShengjiRulebook


def book(identifier: str) -> ShengjiRulebook:
    return load(identifier, ShengjiRulebook)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def after(rulebook: ShengjiRulebook, *shows: tuple[Seat, str], level: Rank = Rank.TWO, first: bool = True) -> Bidding:
    bidding = Bidding(level, first, None if first else Seat.E)
    for seat, text in shows:
        assert can_declare(bidding, seat, cards(text), rulebook), text
        bidding = declare(bidding, seat, cards(text), rulebook)
    return bidding


def codes(
    rulebook: ShengjiRulebook, bidding: Bidding, seat: Seat, text: str, origin: Origin = Origin.DRAWN
) -> list[str]:
    return [each.code for each in verify_declare(bidding, seat, cards(text), rulebook, origin)]


@pytest.mark.parametrize(
    ("text", "show"),
    [
        ("S2", (Show.SINGLE, Suit.SPADES)),
        ("S2 S2", (Show.PAIR, Suit.SPADES)),
        ("LJ LJ", (Show.LITTLE_JOKERS, None)),
        ("BJ BJ", (Show.BIG_JOKERS, None)),
        ("S2 H2", None),
        ("S3", None),
        ("S3 S3", None),
        ("BJ", None),
        ("BJ LJ", None),
        ("S2 S2 S2", None),
    ],
)
def test_a_show_is_a_level_card_a_pair_of_one_suit_or_a_pair_of_jokers(
    text: str, show: tuple[Show, Suit | None] | None
) -> None:
    assert read_show(cards(text), Rank.TWO) == show


@pytest.mark.parametrize(
    ("identifier", "standing", "new", "stands"),
    [
        ("comp", "S2", "D2 D2", True),  # L155: a pair over a single of any suit
        ("comp", "C2 C2", "H2 H2", True),  # L51: pairs by spades, hearts, clubs, diamonds
        ("comp", "H2 H2", "C2 C2", False),
        ("comp", "D2", "S2", False),  # singles never override each other
        ("fj2", "S2 S2", "H2 H2", False),  # L87: pairs have no order
        ("fj2", "S2 S2", "LJ LJ", True),
        ("fj2", "LJ LJ", "BJ BJ", True),
        ("fj2", "BJ BJ", "LJ LJ", False),
        ("ten", "D2", "S2", True),  # L329: singles by suit
        ("ten", "C2 C2", "D2 D2", False),
        ("pass10", "C2 C2", "D2 D2", True),  # L449: diamonds above clubs
        ("pass10", "LJ LJ", "S2 S2", False),
        ("qq", "LJ LJ", "LJ LJ", False),
    ],
)
def test_overrides_follow_the_order_of_the_text(identifier: str, standing: str, new: str, stands: bool) -> None:
    rulebook = book(identifier)
    bidding = after(rulebook, (Seat.E, standing))
    assert can_declare(bidding, Seat.N, cards(new), rulebook) is stands


def test_two_single_level_cards_are_ordered_only_where_singles_are() -> None:
    bidding = after(book("ten"), (Seat.E, "D2"))
    first = bidding.declarations[0]
    second = declare(bidding, Seat.N, cards("S2"), book("ten")).declarations[1]
    assert overrides(first, second, book("ten"))
    assert not overrides(first, second, book("zjh"))


@pytest.mark.parametrize(
    ("identifier", "shows", "seat", "new", "expected"),
    [
        ("comp", [], Seat.E, "S2 H2", ["declare.not_a_show"]),
        ("comp", [], Seat.E, "BJ BJ", ["declare.kind_not_allowed"]),
        ("seven", [(Seat.E, "S2")], Seat.E, "H2 H2", ["declare.overrides_itself"]),
        ("campus", [(Seat.E, "S6"), (Seat.N, "H6 H6")], Seat.E, "LJ LJ", []),  # L501: after another's override
        ("seven", [(Seat.E, "S2"), (Seat.N, "H2 H2")], Seat.E, "LJ LJ", ["declare.overrides_itself"]),
        ("union9k", [(Seat.E, "S9 S9")], Seat.N, "LJ LJ", ["declare.first_pair_final", "declare.jokers_need_override"]),
        ("union9k", [(Seat.E, "S9")], Seat.N, "LJ LJ", ["declare.jokers_need_override"]),
        ("union9k", [(Seat.E, "S9"), (Seat.N, "H9 H9")], Seat.W, "LJ LJ", []),  # L519
        ("union9k", [], Seat.E, "LJ LJ", ["declare.jokers_need_override"]),
        ("qq", [(Seat.E, "S2 S2")], Seat.N, "H2", ["declare.not_stronger"]),
    ],
)
def test_every_reason_against_a_show_has_its_code(
    identifier: str, shows: list[tuple[Seat, str]], seat: Seat, new: str, expected: list[str]
) -> None:
    rulebook = book(identifier)
    bidding = after(rulebook, *shows, level=rulebook.levels.start)
    assert codes(rulebook, bidding, seat, new) == expected


@pytest.mark.parametrize("added", ["S2", "S2 S2"])
def test_the_twin_reinforces_ones_own_single(added: str) -> None:
    fj2 = book("fj2")
    bidding = after(fj2, (Seat.E, "S2"), (Seat.E, added))
    standing = bidding.standing
    assert standing is not None
    assert (standing.show, standing.suit, standing.seat) == (Show.PAIR, Suit.SPADES, Seat.E)
    assert codes(fj2, bidding, Seat.N, "H2 H2") == ["declare.not_stronger"]


def test_reinforcing_can_be_refused() -> None:
    strict = replace(book("qq"), declaring=replace(book("qq").declaring, reinforce=Reinforce.REFUSED))
    bidding = after(strict, (Seat.E, "S2"))
    assert codes(strict, bidding, Seat.E, "S2") == ["declare.no_reinforcing"]


def test_nobody_reinforces_a_trump_that_is_no_longer_his() -> None:
    fj2 = book("fj2")
    bidding = after(fj2, (Seat.E, "S2"), (Seat.N, "H2 H2"))
    assert codes(fj2, bidding, Seat.E, "S2") == ["declare.not_stronger"]


def test_cards_from_the_bottom_count_only_where_the_text_lets_them() -> None:
    gloss, fj2 = book("gloss"), book("fj2")
    assert codes(gloss, after(gloss, (Seat.N, "S2")), Seat.E, "H2 H2", Origin.BOTTOM) == ["declare.cards_from_bottom"]
    assert codes(fj2, after(fj2, (Seat.N, "S2")), Seat.E, "H2 H2", Origin.BOTTOM) == []


@pytest.mark.parametrize(
    ("identifier", "first", "moment", "turned", "expected"),
    [
        ("gloss", False, Moment.BOTTOM_TAKEN, False, ["declare.too_late"]),
        ("fj2", True, Moment.BURIED, False, ["declare.too_late"]),  # L95
        ("fj2", False, Moment.BURIED, False, []),  # L89
        ("fj2", False, Moment.PLAYING, False, ["declare.too_late"]),
        ("ten", False, Moment.BURIED, False, []),
        ("ten", True, Moment.BURIED, False, ["declare.too_late"]),
        ("pass10", True, Moment.BURIED, False, []),
        ("pass10", False, Moment.BURIED, True, ["declare.trump_was_turned"]),  # L445
        ("zjh", False, Moment.BURIED, True, []),
    ],
)
def test_overriding_ends_when_the_text_says(
    identifier: str, first: bool, moment: Moment, turned: bool, expected: list[str]
) -> None:
    rulebook = book(identifier)
    bidding = replace(after(rulebook, (Seat.E, "S2"), first=first), moment=moment, turned=turned)
    assert codes(rulebook, bidding, Seat.N, "BJ BJ") == expected


def test_stirring_takes_the_bottom_or_only_the_trump() -> None:
    for identifier, moves in (("fj2", False), ("ten", True)):
        rulebook = book(identifier)
        bidding = replace(after(rulebook, (Seat.E, "S2"), first=False), moment=Moment.BURIED)
        assert not bottom_moves(bidding, rulebook)
        stirred = declare(bidding, Seat.N, cards("BJ BJ"), rulebook)
        assert bottom_moves(stirred, rulebook) is moves
        assert stirred.dealer is Seat.E
    assert not bottom_moves(Bidding(Rank.TWO, True), book("ten"))


def test_the_first_hands_deal_goes_to_the_last_to_show_or_the_first_or_the_drawn_card() -> None:
    assert after(book("const2"), (Seat.E, "S3"), (Seat.W, "D3 D3"), level=Rank.THREE).dealer is Seat.W  # L553
    assert after(book("union9k"), (Seat.E, "S9"), (Seat.W, "D9 D9"), level=Rank.NINE).dealer is Seat.E  # L527
    drawn = replace(Bidding(Rank.SIX, True), dealer=Seat.S)  # campus L475
    assert declare(drawn, Seat.E, cards("S6"), book("campus")).dealer is Seat.S


def test_a_later_hands_dealer_stays_whoever_overrides() -> None:
    assert after(book("const2"), (Seat.N, "S2"), (Seat.W, "D2 D2"), first=False).dealer is Seat.E


def test_in_a_hand_open_to_both_sides_each_shows_its_own_level() -> None:
    """pass10 L449: after wrong counts on both sides each bids with its own level cards."""
    pass10 = book("pass10")
    bidding = replace(Bidding(Rank.TWO, True), own_levels=(Rank.FIVE, Rank.EIGHT))
    assert codes(pass10, bidding, Seat.E, "S8") == ["declare.not_a_show"]
    bidding = declare(bidding, Seat.E, cards("H5"), pass10)
    assert (bidding.level, bidding.dealer) == (Rank.FIVE, Seat.E)
    bidding = declare(bidding, Seat.N, cards("S8"), pass10)
    assert (bidding.level, bidding.dealer) == (Rank.EIGHT, Seat.N)
    assert codes(pass10, bidding, Seat.W, "D5 D5") == []


def test_cards_that_are_no_show_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match="declare nothing"):
        declare(Bidding(Rank.TWO, True), Seat.E, cards("S3"), book("qq"))


BOTTOM = cards("C9 LJ H3 H4 D6 D7 S8 S9")


@pytest.mark.parametrize(
    ("identifier", "first", "level", "bottom", "expected"),
    [
        ("fj2", True, Rank.TWO, BOTTOM, NobodyDeclared()),  # L75: no-trump in every hand
        ("const2", True, Rank.THREE, BOTTOM, NobodyDeclared(redeal=True)),  # L553
        ("seven", False, Rank.FIVE, BOTTOM, NobodyDeclared(Suit.CLUBS)),  # L361
        ("seven", False, Rank.FIVE, cards("LJ C9"), NobodyDeclared()),  # L363
        ("ten", False, Rank.SIX, BOTTOM, NobodyDeclared(Suit.DIAMONDS)),  # the first level card
        ("ten", False, Rank.FIVE, BOTTOM, NobodyDeclared(Suit.CLUBS)),  # no level card: the first of the highest rank
        ("ten", False, Rank.FIVE, cards("H3 LJ S8 D9 C9"), NobodyDeclared(Suit.DIAMONDS)),
        ("ten", False, Rank.FIVE, cards("LJ BJ"), NobodyDeclared()),
        ("campus", False, Rank.SIX, cards("D7"), NobodyDeclared(Suit.DIAMONDS)),  # L485
        ("campus", False, Rank.SIX, cards("LJ"), NobodyDeclared(draw_again=True)),
    ],
)
def test_when_nobody_shows_the_text_finds_a_trump(
    identifier: str, first: bool, level: Rank, bottom: tuple[Card, ...], expected: NobodyDeclared
) -> None:
    assert nobody_declared(level, first, bottom, book(identifier)) == expected
