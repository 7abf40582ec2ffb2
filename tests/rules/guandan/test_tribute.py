"""Tribute and return: who owes what to whom, what may go back, who leads, and proofs afterwards."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.guandan.known import known_in_hand
from paizhuo.rules.guandan.pips import card_strength, wild_card
from paizhuo.rules.guandan.playout import exchange_cards, play_hand
from paizhuo.rules.guandan.policies import EqualTributes, LevelCardReturns, PartnerLast
from paizhuo.rules.guandan.proofs import Laid, prove_resistance, prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Tribute
from paizhuo.rules.guandan.state import history
from paizhuo.rules.guandan.tribute import (
    Duty,
    Gift,
    duty,
    owed_cards,
    returnable,
    settle,
    verify_gifts,
    verify_resistance,
    verify_return,
    verify_tribute,
)

E, N, W, S = Seat
FIVE = Rank.FIVE
DOUBLE = duty((E, W))
SINGLE = duty((E, N, W, S))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def with_tribute(tribute: Tribute) -> GuandanRulebook:
    return replace(HOUSE, tribute=tribute)


def test_the_last_player_pays_the_first_even_his_own_partner() -> None:
    """Seed L29."""
    assert Duty((S,), (E,)) == SINGLE
    assert duty((E, N, S, W)) == Duty((W,), (E,))
    third = with_tribute(Tribute(partner_last=PartnerLast.THIRD_PAYS))
    assert duty((E, N, S, W), third) == Duty((S,), (E,))
    assert duty((E, N, W, S), third) == SINGLE
    assert not SINGLE.is_double
    assert DOUBLE.is_double


def test_the_largest_card_is_owed_and_the_wild_card_never() -> None:
    assert owed_cards(cards("H5 S5 SA S9"), FIVE) == {Card.S5}
    assert owed_cards(cards("SA DA S9"), FIVE) == {Card.SA, Card.DA}
    assert owed_cards(cards("H5 H5"), FIVE) == frozenset()
    assert [one.code for one in verify_tribute(cards("SA S9"), Card.S9, FIVE)] == ["tribute.not_largest"]
    assert verify_tribute(cards("SA S9"), Card.S9, FIVE)[0].params == {"card": "S9", "larger": ("SA",)}
    assert [one.code for one in verify_tribute(cards("SA"), Card.H5, FIVE)] == ["tribute.wild_paid"]
    assert verify_tribute(cards("SA S9"), Card.DA, FIVE) == ()


def test_a_return_is_ten_or_less_or_else_the_smallest() -> None:
    assert returnable((), FIVE) == frozenset()
    assert returnable(cards("SJ SQ SA LJ"), Rank.THREE) == {Card.SJ}
    assert verify_return(cards("S9 SA"), Card.SA, FIVE)[0].code == "return.not_low"
    assert verify_return(cards("S9"), Card.S5, FIVE)[0].params == {"card": "S5", "allowed": ("S9",)}
    assert verify_return(cards("SJ SA"), Card.SA, FIVE)[0].code == "return.not_smallest"
    assert verify_return(cards("SJ SA"), Card.SJ, FIVE) == ()
    by_print = with_tribute(Tribute(level_cards=LevelCardReturns.BY_PRINT))
    assert verify_return(cards("S9"), Card.S5, FIVE, by_print) == ()


def test_the_larger_tribute_goes_to_the_first_player_and_its_payer_leads() -> None:
    """Seed L30."""
    for paid, leader in (({N: Card.SA, S: Card.SK}, N), ({N: Card.SQ, S: Card.SK}, S)):
        settled = settle(DOUBLE, paid, FIVE)
        assert settled.leader is leader
        assert {gift.receiver: gift.payer for gift in settled.gifts} == {E: leader, W: leader.partner}


def test_equal_tributes_go_clockwise() -> None:
    settled = settle(DOUBLE, {N: Card.SA, S: Card.DA}, FIVE)
    assert settled.gifts == (Gift(N, E, Card.SA), Gift(S, W, Card.DA))
    settled = settle(duty((W, E)), {N: Card.SA, S: Card.DA}, FIVE)
    assert {gift.payer: gift.receiver for gift in settled.gifts} == {S: W, N: E}


@pytest.mark.parametrize("policy", [EqualTributes.FIRST_CHOOSES, EqualTributes.BY_LOT])
def test_equal_tributes_stay_open_until_chosen_or_drawn(policy: EqualTributes) -> None:
    book, paid = with_tribute(Tribute(equal=policy)), {N: Card.SA, S: Card.DA}
    assert settle(DOUBLE, paid, FIVE, book).options == (N, S)
    settled = settle(DOUBLE, paid, FIVE, book, to_first=S)
    assert (settled.leader, settled.gifts[0]) == (S, Gift(S, E, Card.DA))


def test_no_tribute_is_owed_in_the_first_hand() -> None:
    assert settle(duty(()), {}, FIVE).leader is None
    assert verify_resistance(duty(()), {}) == ()


def test_a_tribute_that_went_to_the_wrong_seat_is_named() -> None:
    settled = settle(DOUBLE, {N: Card.SA, S: Card.SK}, FIVE)
    assert verify_gifts(settled, {N: E, S: W}) == ()
    wrong = verify_gifts(settled, {N: W, S: E})
    assert [one.code for one in wrong] == ["tribute.wrong_receiver"] * 2
    assert wrong[0].params == {"payer": "N", "expected": "E", "actual": "W"}


def test_resisting_takes_both_big_jokers_among_the_payers() -> None:
    """Seed L31."""
    assert verify_resistance(DOUBLE, {N: cards("BJ"), S: cards("BJ")}) == ()
    assert verify_resistance(SINGLE, {S: cards("BJ BJ")}) == ()
    assert [one.code for one in verify_resistance(SINGLE, {S: cards("BJ LJ")})] == ["tribute.resisted_without_jokers"]


def test_a_later_larger_card_proves_a_wrong_tribute() -> None:
    gift = Gift(S, E, Card.SK)
    plays: Sequence[Laid] = [(E, cards("SA")), (S, cards("S4")), (S, cards("S9 SA"))]
    proof = prove_tribute(gift, Card.S3, plays, FIVE)
    assert proof is not None
    assert (proof.violation.code, proof.seat, proof.evidence) == ("tribute.not_largest", S, 2)
    assert prove_tribute(gift, None, plays[:2], FIVE) is None


def test_a_card_that_came_back_is_not_held_against_the_payer() -> None:
    """His best card is a nine; the ten that comes back beats it, and its twin would be a proof."""
    gift, level = Gift(S, E, Card.S9), Rank.TWO
    assert prove_tribute(gift, Card.ST, [(S, cards("ST"))], level) is None
    assert prove_tribute(gift, Card.ST, [(S, cards("ST")), (S, cards("ST"))], level) is not None


def test_the_wild_card_is_no_proof() -> None:
    assert prove_tribute(Gift(S, E, Card.SK), None, [(S, cards("H5"))], FIVE) is None


def test_a_low_or_smaller_card_proves_a_wrong_return() -> None:
    gift = Gift(S, E, Card.SA)
    proof = prove_return(gift, Card.SJ, [(S, cards("S4")), (E, cards("S4"))], FIVE)
    assert proof is not None
    assert (proof.violation.code, proof.seat, proof.evidence) == ("return.not_low", E, 1)
    smaller = prove_return(gift, Card.SQ, [(E, cards("SK")), (E, cards("SJ"))], FIVE)
    assert smaller is not None
    assert (smaller.violation.code, smaller.evidence) == ("return.not_smallest", 1)
    assert prove_return(gift, Card.S9, [(E, cards("S4"))], FIVE) is None


def test_a_claimed_resistance_is_disproved_by_a_big_joker_elsewhere() -> None:
    plays: Sequence[Laid] = [(S, cards("S4")), (W, cards("S9 BJ"))]
    proof = prove_resistance(SINGLE, [], plays)
    assert proof is not None
    assert (proof.violation.code, proof.evidence) == ("tribute.resisted_without_jokers", 1)
    shown = prove_resistance(SINGLE, [(S, cards("BJ LJ"))], [])
    assert shown is not None
    assert shown.evidence == -1
    assert prove_resistance(SINGLE, [(S, cards("BJ BJ"))], [(S, cards("BJ"))]) is None
    assert prove_resistance(duty(()), [], plays) is None


def test_cards_given_in_the_open_are_known_until_they_are_played() -> None:
    """Seed L30."""
    received = {E: cards("SA"), S: cards("S9")}
    assert known_in_hand(received) == received
    assert known_in_hand(received, [(E, cards("SA C4")), (N, cards("S9"))]) == {S: cards("S9")}


def deal(rng: random.Random) -> dict[Seat, list[Card]]:
    deck = list(two_decks())
    rng.shuffle(deck)
    return {seat: deck[seat * 27 : seat * 27 + 27] for seat in Seat}


ORDERS = ((E, N, W, S), (E, W), (N, E, W, S), (S, N))


@pytest.mark.parametrize("seed", range(14))
def test_legal_exchanges_are_never_accused(seed: int) -> None:
    rng = random.Random(seed)
    level, hands = rng.choice(tuple(Rank)), deal(rng)
    before = exchange_cards(ORDERS[seed % 4], hands, level, rng.choice)
    *_, hand = play_hand(before.hands, before.leader, level, rng.choice)
    plays = (*history(hand), *leftovers(before.hands, history(hand)))
    # To claim 抗贡 without both jokers would have come out, too.
    assert (prove_resistance(before.owed, [], plays) is None) == before.resisted
    for gift in before.settled.gifts:
        back = before.returned[gift.receiver]
        assert prove_tribute(gift, back, plays, level) is None
        assert prove_return(gift, back, plays, level) is None


def leftovers(hands: dict[Seat, list[Card]] | object, plays: Sequence[Laid]) -> list[Laid]:
    """Give the cards that are shown when the hand is over."""
    assert isinstance(hands, dict)
    left = {seat: list(held) for seat, held in hands.items()}
    for seat, laid in plays:
        for card in laid:
            left[seat].remove(card)
    return [(seat, tuple(held)) for seat, held in left.items() if held]


@pytest.mark.parametrize("seed", range(14))
def test_every_injected_wrong_tribute_and_return_is_proved_in_the_end(seed: int) -> None:
    """With the cards shown at the end the proof is complete: wrong and proved are the same."""
    rng = random.Random(1000 + seed)
    level, hands = rng.choice(tuple(Rank)), deal(rng)
    payer, receiver = S, E
    paid = rng.choice([card for card in hands[payer] if card is not wild_card(level)])
    back = rng.choice([card for card in [*hands[receiver], paid] if card is not wild_card(level)])
    right_paid, right_back = (
        paid in owed_cards(hands[payer], level),
        back in returnable([*hands[receiver], paid], level),
    )
    for seat, other, card in ((payer, receiver, paid), (receiver, payer, back)):
        hands[seat].remove(card)
        hands[other].append(card)
    *_, hand = play_hand(hands, payer, level, rng.choice)
    plays = history(hand)
    gift = Gift(payer, receiver, paid)
    full = (*plays, *leftovers(hands, plays))
    tribute, returned = prove_tribute(gift, back, full, level), prove_return(gift, back, full, level)
    assert (tribute is None) == right_paid
    assert (returned is None) == right_back
    if tribute is not None:
        larger = [card for _, laid in full[: tribute.evidence + 1] for card in laid]
        assert any(card_strength(card, level) > card_strength(paid, level) for card in larger)
