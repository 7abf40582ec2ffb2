"""The exchange before a hand as it happens on a table: phases, wrong acts, what is known, what is proved."""

from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.exchange import (
    Exchange,
    Phase,
    awaited,
    choose,
    give_back,
    known,
    leader,
    open_exchange,
    pay,
    phase,
    proofs,
    resist,
    settlement,
    verify_give_back,
    verify_lead,
    verify_pay,
    verify_resist,
)
from paizhuo.rules.guandan.policies import EqualTributes
from paizhuo.rules.guandan.ruleset import HOUSE, Tribute
from paizhuo.rules.violations import Violation

E, N, W, S = Seat
FIVE = Rank.FIVE
SINGLE = open_exchange(FIVE, (E, N, W, S))
DOUBLE = open_exchange(FIVE, (E, W))


def codes(found: tuple[Violation, ...]) -> list[str]:
    return [one.code for one in found]


def test_a_single_tribute_goes_through_its_phases() -> None:
    steps = [SINGLE, pay(SINGLE, S, Card.SA)]
    steps.append(give_back(steps[-1], E, Card.S9))
    assert [phase(one) for one in steps] == [Phase.TRIBUTE, Phase.RETURN, Phase.LEAD]
    assert [awaited(one) for one in steps] == [(S,), (E,), (S,)]
    assert [codes(verify_lead(one, S)) for one in steps] == [["tribute.still_owed"], ["tribute.still_owed"], []]
    assert codes(verify_lead(steps[-1], E)) == ["turn.out_of_turn"]


def test_a_double_tribute_waits_for_both_and_both_returns() -> None:
    one = pay(DOUBLE, S, Card.SA)
    assert (phase(one), awaited(one), leader(one)) == (Phase.TRIBUTE, (N,), None)
    both = pay(one, N, Card.SK)
    assert (phase(both), awaited(both), leader(both)) == (Phase.RETURN, (E, W), S)
    half = give_back(both, W, Card.S3)
    assert awaited(half) == (E,)
    assert phase(give_back(half, E, Card.S4)) is Phase.LEAD


def test_two_tributes_of_which_one_was_not_read_are_paid_and_returned_all_the_same() -> None:
    """Nobody can say who got which, nor who leads: nobody is accused of that."""
    both = pay(pay(DOUBLE, S, Card.UNKNOWN), N, Card.SK)
    assert (phase(both), awaited(both), leader(both)) == (Phase.RETURN, (E, W), None)
    assert codes(verify_give_back(both, E, Card.S3)) == []
    assert codes(verify_give_back(both, N, Card.S3)) == ["return.not_owed"]
    half = give_back(both, E, Card.S3)
    assert codes(verify_give_back(half, E, Card.S4)) == ["return.not_owed"]
    done = give_back(half, W, Card.S4)
    assert (phase(done), awaited(done)) == (Phase.LEAD, ())
    assert codes(verify_lead(done, S)) == []


def test_equal_tributes_wait_for_the_choice_where_the_rulebook_leaves_one() -> None:
    book = replace(HOUSE, tribute=Tribute(equal=EqualTributes.FIRST_CHOOSES))
    both = pay(pay(DOUBLE, N, Card.SA), S, Card.DA)
    assert (phase(both, book), awaited(both, book), leader(both, book)) == (Phase.CHOICE, (E,), None)
    chosen = choose(both, S)
    assert (phase(chosen, book), leader(chosen, book)) == (Phase.RETURN, S)
    assert leader(both) is N


def test_in_a_first_hand_nothing_is_owed_and_the_turned_card_names_the_leader() -> None:
    start = open_exchange(Rank.TWO, (), first_leader=W)
    assert (phase(start), awaited(start), leader(start)) == (Phase.LEAD, (W,), W)
    assert codes(verify_lead(start, N)) == ["turn.out_of_turn"]
    unknown = open_exchange(Rank.TWO, ())
    assert awaited(unknown) == ()
    assert verify_lead(unknown, N) == ()
    assert proofs(unknown, [(N, (Card.BJ,))]) == ()


def test_tributes_that_nobody_owes_are_named_and_change_nothing() -> None:
    assert codes(verify_pay(SINGLE, N, Card.SA)) == ["tribute.not_owed"]
    assert pay(SINGLE, N, Card.SA) is SINGLE
    paid = pay(SINGLE, S, Card.SA)
    assert codes(verify_pay(paid, S, Card.SK)) == ["tribute.not_owed"]
    assert codes(verify_pay(SINGLE, S, Card.H5)) == ["tribute.wild_paid"]
    assert pay(SINGLE, S, Card.H5).paid == {S: Card.H5}
    assert codes(verify_pay(resist(SINGLE), S, Card.SA)) == ["tribute.not_owed"]


def test_returns_are_checked_against_the_tribute_in_the_same_hand() -> None:
    paid = pay(SINGLE, S, Card.S9)
    assert codes(verify_give_back(paid, E, Card.SA)) == ["return.not_low"]
    assert codes(verify_give_back(paid, E, Card.S3)) == []
    assert codes(verify_give_back(paid, W, Card.S3)) == ["return.not_owed"]
    assert give_back(paid, W, Card.S3) is paid
    done = give_back(paid, E, Card.S3)
    assert codes(verify_give_back(done, E, Card.S4)) == ["return.not_owed"]


def test_resisting_ends_the_exchange_and_the_first_player_leads() -> None:
    both = [(N, (Card.BJ,)), (S, (Card.BJ,))]
    assert verify_resist(DOUBLE, both) == ()
    assert codes(verify_resist(DOUBLE, both[:1])) == ["tribute.resisted_without_jokers"]
    done = resist(DOUBLE, both)
    assert (phase(done), leader(done), settlement(done).gifts) == (Phase.LEAD, E, ())
    assert known(done) == {N: (Card.BJ,), S: (Card.BJ,)}
    assert proofs(done, [(N, (Card.BJ,))]) == ()
    false = proofs(resist(DOUBLE), [(W, (Card.BJ,))])
    assert [(proof.violation.code, proof.evidence) for proof in false] == [("tribute.resisted_without_jokers", 0)]


def exchanged(paid: Card, back: Card) -> Exchange:
    return give_back(pay(SINGLE, S, paid), E, back)


def test_what_went_over_the_table_is_known_until_it_is_played() -> None:
    assert known(SINGLE) == {}
    assert known(pay(SINGLE, S, Card.SA)) == {E: (Card.SA,)}
    done = exchanged(Card.SA, Card.S9)
    assert known(done) == {E: (Card.SA,), S: (Card.S9,)}
    assert known(done, [(E, (Card.SA, Card.CA))]) == {S: (Card.S9,)}
    assert known(exchanged(Card.S9, Card.S9)) == {S: (Card.S9,)}


@pytest.mark.parametrize(
    ("paid", "back", "plays", "found"),
    [
        (Card.SK, Card.S4, [(S, (Card.SA,))], ["tribute.not_largest"]),
        (Card.SA, Card.SJ, [(E, (Card.S3,))], ["return.not_low"]),
        (Card.SK, Card.SJ, [(E, (Card.S3,)), (S, (Card.SA,))], ["tribute.not_largest", "return.not_low"]),
        (Card.SA, Card.S4, [(E, (Card.SA,)), (S, (Card.S4,))], []),
    ],
)
def test_later_plays_prove_what_was_wrong(
    paid: Card, back: Card, plays: list[tuple[Seat, tuple[Card, ...]]], found: list[str]
) -> None:
    assert [proof.violation.code for proof in proofs(exchanged(paid, back), plays)] == found


def test_a_wrong_tribute_is_proved_before_the_return_too() -> None:
    assert [one.violation.code for one in proofs(pay(SINGLE, S, Card.SK), [(S, (Card.SA,))])] == ["tribute.not_largest"]
