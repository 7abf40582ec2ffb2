"""Laws that hold in every hand: symmetries, conservation, monotony, and agreement of the engine with itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paizhuo.rules.cards import Card, Seat, Suit, two_decks
from paizhuo.rules.rulebooks import ids, load
from paizhuo.rules.shengji.combos import decompose, matchings, shape
from paizhuo.rules.shengji.follow import can_follow, choose_follow, legal_follows, verify_follow
from paizhuo.rules.shengji.lead import legal_leads, verify_lead
from paizhuo.rules.shengji.policies import Breaking
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import DECK_POINTS
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trick import points, points_of, winner
from paizhuo.rules.shengji.trump import Group, Trump, trump_for

BOOKS = [book for book in map(load, ids()) if isinstance(book, ShengjiRulebook)]
EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Plays = list[tuple[Seat, tuple[Card, ...]]]


@dataclass(frozen=True)
class Table:
    """Four hands of one size under a rulebook, and where chance goes on from."""

    rulebook: ShengjiRulebook
    trump: Trump
    hands: tuple[tuple[Card, ...], ...]
    random: Random


@st.composite
def tables(draw: st.DrawFn) -> Table:
    rulebook = draw(st.sampled_from(BOOKS))
    level = draw(st.sampled_from(rulebook.levels.ladder))
    suit = draw(st.sampled_from([None, *Suit]))
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(2, 25))
    deck = list(two_decks())
    if draw(st.booleans()):  # few suits make long ones, so that pairs and tractors meet
        deck = [card for card in deck if card.suit in (None, Suit.SPADES, Suit.HEARTS) or card.rank is level]
        size = min(size, len(deck) // 4)
    random.shuffle(deck)
    hands = tuple(tuple(deck[place * size : (place + 1) * size]) for place in range(4))
    return Table(rulebook, trump_for(rulebook, level, suit), hands, random)


def a_lead(table: Table, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """A random lead: any unit, sometimes a throw of half a suit."""
    if table.random.random() < 0.3:
        group = table.trump.group(table.random.choice(hand))
        suited = [card for card in hand if table.trump.group(card) is group]
        return tuple(table.random.sample(suited, table.random.randint(1, len(suited))))
    longest = max(map(len, legal_leads(hand, table.trump, table.rulebook)))
    size = table.random.randint(1, longest)
    leads = [lead for lead in legal_leads(hand, table.trump, table.rulebook) if len(lead) <= size]
    return table.random.choice(leads[-5:])


def a_trick(table: Table) -> Plays:
    lead = a_lead(table, table.hands[0])
    rivals = {seat: table.hands[seat] for seat in Seat if seat}
    lead = judge_throw(lead, rivals, table.trump, table.rulebook).forced
    plays: Plays = [(Seat.E, lead)]
    for seat in tuple(Seat)[1:]:
        cost = {card: table.random.random() for card in table.hands[seat]}
        follow = choose_follow(lead, table.hands[seat], table.trump, table.rulebook, cost.__getitem__)
        plays.append((seat, follow))
    return plays


@EXAMPLES
@given(tables())
def test_a_chosen_follow_is_legal_and_among_the_legal_follows(table: Table) -> None:
    (_, lead), *follows = a_trick(table)
    for seat, play in follows:
        assert verify_follow(lead, table.hands[seat], play, table.trump, table.rulebook) == ()
        for legal in islice(legal_follows(lead, table.hands[seat], table.trump, table.rulebook), 20):
            assert can_follow(lead, table.hands[seat], legal, table.trump, table.rulebook)


@EXAMPLES
@given(tables())
def test_a_follow_that_is_legal_for_a_hand_is_legal_for_every_part_of_it_that_holds_the_play(table: Table) -> None:
    """The law that makes a later card a proof. It fails only where tractors are protected."""
    assert table.rulebook.follow.breaking is Breaking.REQUIRED
    lead = a_lead(table, table.hands[0])
    for hand in table.hands[1:]:
        play = tuple(table.random.sample(hand, min(len(lead), len(hand))))
        rest = list((Counter(hand) - Counter(play)).elements())
        part = (*play, *table.random.sample(rest, table.random.randint(0, len(rest))))
        if can_follow(lead, hand, play, table.trump, table.rulebook):
            assert can_follow(lead, part, play, table.trump, table.rulebook)


def turned_suits(table: Table) -> tuple[dict[Card, Card], Trump]:
    """A permutation of the suits, and the trump it turns the table's into."""
    suits = list(Suit)
    table.random.shuffle(suits)
    turn = dict(zip(Suit, suits, strict=True))
    faces = {card: Card(turn[card.suit] + str(card.rank)) if card.suit else card for card in Card}
    suit = None if table.trump.suit is None else turn[table.trump.suit]
    return faces, trump_for(table.rulebook, table.trump.level, suit)


@EXAMPLES
@given(tables())
def test_permuting_the_suits_changes_no_verdict(table: Table) -> None:
    faces, turned = turned_suits(table)
    plays = a_trick(table)
    other = [(seat, tuple(faces[card] for card in cards)) for seat, cards in plays]
    assert winner(plays, table.trump, table.rulebook) == winner(other, turned, table.rulebook)
    assert points(plays) == points(other)
    lead = plays[0][1]
    units = decompose(lead, table.trump, table.rulebook)
    turned_units = decompose(other[0][1], turned, table.rulebook)
    assert [(unit.pairs, unit.strength) for unit in units] == [(unit.pairs, unit.strength) for unit in turned_units]
    for hand in table.hands[1:]:
        play = tuple(table.random.sample(hand, min(len(lead), len(hand))))
        before = verify_follow(lead, hand, play, table.trump, table.rulebook)
        after = verify_follow(
            other[0][1],
            [faces[card] for card in hand],
            [faces[card] for card in play],
            turned,
            table.rulebook,
        )
        assert [each.code for each in before] == [each.code for each in after]


@EXAMPLES
@given(tables(), st.integers(1, 3))
def test_turning_the_table_turns_the_winner(table: Table, by: int) -> None:
    plays = a_trick(table)
    turned = [(Seat((seat + by) % 4), cards) for seat, cards in plays]
    first = winner(plays, table.trump, table.rulebook)
    assert winner(turned, table.trump, table.rulebook) == (first + by) % 4


@EXAMPLES
@given(tables())
def test_a_trick_in_progress_keeps_its_winner_or_goes_to_the_next_play(table: Table) -> None:
    plays = a_trick(table)
    standing = [winner(plays[: count + 1], table.trump, table.rulebook) for count in range(4)]
    for count in range(1, 4):
        assert standing[count] in (standing[count - 1], plays[count][0])


@EXAMPLES
@given(tables())
def test_units_hold_exactly_the_cards_and_fill_their_own_shape(table: Table) -> None:
    for group in Group:
        cards = [card for card in table.hands[0] if table.trump.group(card) is group]
        if cards:
            units = decompose(cards, table.trump, table.rulebook)
            assert Counter(card for unit in units for card in unit.cards) == Counter(cards)
            assert next(matchings(cards, shape(units), table.trump), None) is not None


@EXAMPLES
@given(tables())
def test_a_throw_that_stands_wins_against_the_led_suit_and_a_failed_one_keeps_all_cards(table: Table) -> None:
    lead = a_lead(table, table.hands[0])
    rivals = {seat: table.hands[seat] for seat in Seat if seat}
    outcome = judge_throw(lead, rivals, table.trump, table.rulebook)
    assert Counter(outcome.forced) + Counter(outcome.returned) == Counter(lead)
    assert outcome.ok is (outcome.stopped_by is None) is (not outcome.returned)
    if outcome.ok and len(decompose(lead, table.trump, table.rulebook)) > 1:
        for seat, hand in rivals.items():
            suited = [card for card in hand if table.trump.group(card) is table.trump.group(lead[0])]
            if len(suited) >= len(lead):
                answer = tuple(table.random.sample(suited, len(lead)))
                assert winner([(Seat.E, lead), (seat, answer)], table.trump, table.rulebook) is Seat.E


def whole_hand(rulebook: ShengjiRulebook, random: Random) -> Iterator[Plays]:
    """Play a hand of 25 cards each to its end with random legal plays."""
    deck = list(two_decks())
    random.shuffle(deck)
    trump = trump_for(rulebook, random.choice(rulebook.levels.ladder), random.choice([None, *Suit]))
    hands = [deck[25 * place : 25 * (place + 1)] for place in range(4)]
    leader = Seat.E
    while hands[leader]:
        lead = random.choice(list(legal_leads(hands[leader], trump, rulebook)))
        assert verify_lead(lead, hands[leader], trump, rulebook) == ()
        plays: Plays = []
        for seat in (leader, leader.next, leader.partner, leader.previous):
            cost = {card: random.random() for card in hands[seat]}
            play = lead if seat is leader else choose_follow(lead, hands[seat], trump, rulebook, cost.__getitem__)
            plays.append((seat, play))
            for card in play:
                hands[seat].remove(card)
        yield plays
        leader = winner(plays, trump, rulebook)


@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda book: book.id)
def test_a_hand_plays_out_with_25_cards_each_and_200_points(rulebook: ShengjiRulebook) -> None:
    for seed in range(3):
        tricks = list(whole_hand(rulebook, Random(seed)))
        played = Counter({seat: sum(len(dict(plays)[seat]) for plays in tricks) for seat in Seat})
        assert set(played.values()) == {25}
        bottom = Counter(two_decks()) - Counter(card for plays in tricks for _, cards in plays for card in cards)
        assert sum(map(points, tricks)) + points_of(bottom.elements()) == DECK_POINTS
