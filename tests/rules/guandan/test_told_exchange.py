"""Before the play at a Guandan table, told act by act: nothing is refused, what is proved is named."""

from __future__ import annotations

from typing import Any

from tests.rules.guandan.told import asked, cards, codes, guandan, table, variant

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.events import (
    CardsExposed,
    CardsReturned,
    DealEnded,
    DealStarted,
    Played,
    Spot,
    TrickCollected,
)
from paizhuo.rules.guandan_events import (
    CardGivenBack,
    CardTurned,
    LeaderNamed,
    TributePaid,
    TributeResisted,
    TributeTaken,
)
from paizhuo.rules.table_events import HandsCounted

E, N, W, S = Seat


def known(drill: Drill, seat: str) -> list[str]:
    return list(drill.now.seats[seat].known)


def test_the_turned_card_names_the_first_drawer_and_whoever_is_named_leads() -> None:
    """L22: counted from South by the turned card, South itself first."""
    drill = table(DealStarted(1), CardTurned(cards("S6")), LeaderNamed(W))
    tribute = guandan(drill).tribute
    assert (tribute.turned, tribute.first_drawer, tribute.leader, tribute.phase) == ("S6", "E", "W", "none")
    assert drill.now.phase == "drawing"
    drill.log(Played(E, cards("S3")))
    assert codes(drill.now) == [("E", "turn.out_of_turn")]


def test_a_joker_or_an_unread_turned_card_names_nobody() -> None:
    for turned in ("BJ", "??", "H2"):
        assert guandan(table(DealStarted(1), CardTurned(cards(turned)))).tribute.first_drawer is None


def test_without_a_name_whoever_leads_a_first_hand_leads_rightly() -> None:
    drill = table(DealStarted(1), Played(N, cards("S3")))
    assert codes(drill.now) == []
    assert guandan(drill).trick.leader == "N"
    assert guandan(drill).turn == "W"


def test_wrong_counts_stay_breaches_after_the_hands_were_put_right() -> None:
    drill = table(DealStarted(1), HandsCounted((28, 26, 27, 27)), Played(E, cards("S3")))
    assert drill.now.seats["E"].cards_left == 27
    drill.log(HandsCounted((28, 27, 27, 26)), HandsCounted((27, 27, 27, 27)))
    assert codes(drill.now) == [("E", "count.hand"), ("N", "count.hand"), ("S", "count.hand")]
    assert drill.now.seats["E"].cards_left == 26


ORDER: dict[str, Any] = {"order": (E, N, W, S), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
"""East came first and its partner third: South pays East."""
DOUBLE: dict[str, Any] = {"order": (E, W), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
"""East and West came first: North and South pay."""


def test_a_single_tribute_and_its_return() -> None:
    drill = table(DealStarted(2), **ORDER)
    assert (drill.now.phase, guandan(drill).turn, guandan(drill).level, guandan(drill).wild) == (
        "tribute",
        "S",
        "5",
        "H5",
    )
    assert guandan(drill).clock is not None
    drill.log(TributePaid(S, cards("SK")))
    assert guandan(drill).tribute.phase == "return"
    assert guandan(drill).turn == "E"
    drill.log(CardGivenBack(E, cards("S4")))
    tribute = guandan(drill).tribute
    assert (tribute.phase, tribute.leader, tribute.waiting) == ("lead", "S", ("S",))
    gift = tribute.gifts[0]
    assert (gift.payer, gift.receiver, gift.card, gift.returned) == ("S", "E", "SK", "S4")
    assert drill.now.seats["E"].known == ("SK",)
    assert drill.now.seats["S"].known == ("S4",)
    clock = guandan(drill).clock
    assert clock is not None
    assert (clock.wait, clock.seconds) == ("first_lead", 40)
    drill.log(CardsReturned(E, (Spot(3, 0),)), Played(S, cards("S4")))
    assert known(drill, "S") == []
    assert guandan(drill).tribute.phase == "done"


def test_a_later_card_proves_a_wrong_tribute_and_the_rulebook_prices_it() -> None:
    drill = table(DealStarted(2), TributePaid(S, cards("SK")), CardGivenBack(E, cards("S4")), **ORDER)
    drill.log(Played(S, cards("S3")), TrickCollected(), Played(S, cards("SA")))
    found = drill.now.violations[0]
    assert (found.code, found.seat, found.params["larger"], found.params["proved_by_trick"]) == (
        "tribute.not_largest", "S", ("SA",), 2,
    )  # fmt: skip
    assert found.evidence == (3, 7)
    assert found.article == "penalties.tribute_after_play"
    assert "levels_2" in found.proposed


def test_the_returned_card_is_not_held_against_the_payer() -> None:
    drill = table(DealStarted(2), TributePaid(S, cards("SK")), CardGivenBack(E, cards("SA")), **ORDER)
    drill.log(Played(S, cards("SA")))
    assert "tribute.not_largest" not in [code for _, code in codes(drill.now)]


def test_of_a_return_that_nobody_saw_the_largest_card_played_may_be_it() -> None:
    """No verdict without proof: one larger card may be the one that came back, two cannot."""
    drill = table(DealStarted(2), TributePaid(S, cards("SK")), Played(S, cards("SA")), **ORDER)
    assert codes(drill.now) == []
    drill.log(TrickCollected(), Played(S, cards("LJ")))
    assert codes(drill.now) == [("S", "tribute.not_largest")]


def test_wild_cards_and_returns_above_ten_are_wrong_at_once() -> None:
    drill = table(DealStarted(2), TributePaid(S, cards("H5")), **ORDER)
    assert codes(drill.now) == [("S", "tribute.wild_paid")]
    assert drill.now.violations[0].proposed == ("corrected",)
    drill = table(DealStarted(2), TributePaid(S, cards("S9")), CardGivenBack(E, cards("SK")), **ORDER)
    assert codes(drill.now) == [("E", "return.not_low")]


def test_one_wrong_return_is_one_breach_whatever_proves_it_later() -> None:
    drill = table(DealStarted(2), TributePaid(S, cards("SJ")), CardGivenBack(E, cards("SK")), **ORDER)
    assert codes(drill.now) == [("E", "return.not_smallest")]
    drill.log(Played(S, cards("S3")), Played(E, cards("S4")))
    assert codes(drill.now) == [("E", "return.not_smallest")]


def test_what_nobody_owes_is_named() -> None:
    drill = table(DealStarted(2), TributePaid(W, cards("SK")), CardGivenBack(N, cards("S3")), **ORDER)
    drill.log(TributePaid(S, cards("SQ")), CardGivenBack(E, cards("S3")), CardGivenBack(E, cards("S4"), to=W))
    assert codes(drill.now) == [
        ("W", "tribute.not_owed"),
        ("N", "return.not_owed"),
        ("E", "return.not_owed"),
        ("E", "return.wrong_receiver"),
    ]


def test_the_larger_of_two_tributes_goes_to_the_first_player_whose_payer_leads() -> None:
    drill = table(DealStarted(2), TributePaid(N, cards("SK")), TributePaid(S, cards("SA")), **DOUBLE)
    tribute = guandan(drill).tribute
    assert [(gift.payer, gift.receiver) for gift in tribute.gifts] == [("N", "W"), ("S", "E")]
    assert (tribute.leader, tribute.waiting) == ("S", ("E", "W"))


def test_a_tribute_that_the_wrong_player_took_is_named_and_known_where_it_went() -> None:
    facts = (DealStarted(2), TributePaid(N, cards("SK")), TributePaid(S, cards("SA")), TributeTaken(W, S))
    drill = table(*facts, TributeTaken(E, N), **DOUBLE)
    assert codes(drill.now) == [("W", "tribute.wrong_receiver"), ("E", "tribute.wrong_receiver")]
    assert drill.now.seats["W"].known == ("SA",)


def test_equal_tributes_wait_for_the_choice_where_the_rulebook_leaves_it_open() -> None:
    text = variant('[tribute]\nequal = "first_chooses"\n')
    drill = table(DealStarted(2), TributePaid(N, cards("SK")), TributePaid(S, cards("HK")), text=text, **DOUBLE)
    tribute = guandan(drill).tribute
    assert (tribute.phase, tribute.options, tribute.waiting) == ("choice", ("N", "S"), ("E",))
    assert asked(drill.now) == ["tribute.choice"]
    drill.log(TributeTaken(W, S))
    assert guandan(drill).tribute.leader == "N"
    assert asked(drill.now) == []


def test_an_unread_tribute_is_asked_about_and_settles_nothing() -> None:
    drill = table(DealStarted(2), TributePaid(N, cards("??")), TributePaid(S, cards("HK")), **DOUBLE)
    assert asked(drill.now) == ["reading.unread"]
    assert guandan(drill).tribute.leader is None
    drill.log(TributeTaken(E, N), CardGivenBack(E, cards("??")), CardGivenBack(W, cards("S3")))
    assert guandan(drill).tribute.leader == "N"
    assert known(drill, "E") == []
    drill.log(Played(N, cards("SA")), Played(W, cards("LJ")), Played(N, cards("BJ")))
    assert codes(drill.now) == []


def test_both_big_jokers_free_the_payers_and_the_first_player_leads() -> None:
    drill = table(DealStarted(2), TributeResisted(N, cards("BJ")), TributeResisted(S, cards("BJ")), **DOUBLE)
    tribute = guandan(drill).tribute
    assert (tribute.resisted, tribute.shown, tribute.leader, tribute.gifts) == (True, ("BJ", "BJ"), "E", ())
    assert drill.now.seats["N"].known == ("BJ",)
    drill.log(Played(E, cards("S3")), Played(N, cards("BJ")))
    assert codes(drill.now) == []
    assert known(drill, "N") == []


def test_a_resistance_without_the_jokers_is_proved_by_what_was_shown_or_by_another_hand() -> None:
    shown = table(DealStarted(2), TributeResisted(S, cards("BJ LJ")), Played(E, cards("S3")), **ORDER)
    assert codes(shown.now) == [("S", "tribute.resisted_without_jokers")]
    claimed = table(DealStarted(2), TributeResisted(S), Played(E, cards("S3")), Played(N, cards("BJ")), **ORDER)
    assert codes(claimed.now) == [("S", "tribute.resisted_without_jokers")]
    one = table(DealStarted(2), TributeResisted(S, cards("BJ")), Played(E, cards("S3")), **ORDER)
    assert codes(one.now) == []


def test_a_tribute_that_was_not_seen_is_a_question_and_no_accusation() -> None:
    drill = table(DealStarted(2), Played(N, cards("S3")), **ORDER)
    assert codes(drill.now) == []
    assert asked(drill.now) == ["tribute.not_seen"]


def test_cards_let_be_seen_are_known_until_they_are_played_and_returning_them_changes_nothing() -> None:
    drill = table(DealStarted(1), CardsExposed(N, cards("SK ??")), CardsReturned(N, (Spot(3, 0), Spot(3, 1))))
    assert drill.now.seats["N"].known == ("SK",)
    drill.log(Played(N, cards("SK")))
    assert known(drill, "N") == []


def test_two_tributes_of_which_one_was_not_read_ask_for_the_card_and_not_for_more() -> None:
    drill = table(DealStarted(2), TributePaid(N, cards("??")), TributePaid(S, cards("HK")), **DOUBLE)
    drill.log(Played(N, cards("S3")))
    assert asked(drill.now) == ["reading.unread"]
    assert codes(drill.now) == []


def test_acts_before_any_hand_and_a_trick_collected_before_any_act_are_nothing() -> None:
    drill = table(Played(E, cards("S3")), DealEnded())
    assert (drill.now.phase, drill.now.trick.plays) == ("waiting", ())
    drill.log(DealStarted(1), TrickCollected())
    assert (drill.now.phase, drill.now.tricks) == ("drawing", ())
