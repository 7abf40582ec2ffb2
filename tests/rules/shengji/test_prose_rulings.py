"""The rulings of the case book whose expectation is a sentence, each shown by a test that bears its id."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Side, Suit, two_decks
from paizhuo.rules.events import (
    CAMERA,
    DealerNamed,
    DealStarted,
    Event,
    KittyBuried,
    KittyShown,
    Logged,
    MatchStarted,
    Played,
    PlayTakenBack,
    Spot,
    ThrowFailed,
    TrickCollected,
    TrumpNamed,
)
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import fold
from paizhuo.rules.shengji.bidding import Bidding, declare, nobody_declared
from paizhuo.rules.shengji.dealing import check_draw, highest_drawn
from paizhuo.rules.shengji.ending import ahead, is_time_up
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.ledger import ClaimKind, Proof
from paizhuo.rules.shengji.levels import Level, Role, fall
from paizhuo.rules.shengji.penalties import Offence, both_miscounted, propose
from paizhuo.rules.shengji.policies import LateChallenge
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import deal_result
from paizhuo.rules.shengji.state import Deal, ShengjiMatch
from paizhuo.rules.shengji.throw import is_certain
from paizhuo.rules.shengji.trump import Trump

HEARTS = Trump(Rank.TWO, Suit.HEARTS)


def book(identifier: str) -> ShengjiRulebook:
    return load(identifier, ShengjiRulebook)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def deal_after(*events: Event, rulebook: str = "qq", dealer: Seat = Seat.E, suit: Suit = Suit.HEARTS) -> Deal:
    """Fold a log whose first hand has a named dealer and trump."""
    begun = (MatchStarted(rulebook, ("", "", "", "")), DealStarted(1), TrumpNamed(suit), DealerNamed(dealer))
    seqs = count(1)
    state = fold(Logged(next(seqs), 0, CAMERA, event) for event in (*begun, *events))
    assert isinstance(state.game, ShengjiMatch)
    assert state.game.deal is not None
    return state.game.deal


FIRST = 5
"""The seq of the first event after those that ``deal_after`` begins with."""


def trick(*plays: tuple[Seat, str]) -> list[Event]:
    return [*(Played(seat, cards(text)) for seat, text in plays), TrickCollected()]


def proofs(deal: Deal) -> Sequence[Proof]:
    return deal.ledger.proofs


VOID_IN_SPADES = trick((Seat.E, "SA"), (Seat.N, "D3"), (Seat.W, "S4"), (Seat.S, "S5"))


def test_throw_14_a_throw_proved_wrong_later_is_told_and_nothing_is_undone() -> None:
    stood = trick((Seat.E, "SK SK SQ"), (Seat.N, "S3 S3 S4"), (Seat.W, "S5 S5 S6"), (Seat.S, "S7 S7 S8"))
    later = trick((Seat.E, "D3"), (Seat.N, "D4"), (Seat.W, "SA"), (Seat.S, "D5"))
    assert deal_after(*stood).ledger.refuted == ()
    deal = deal_after(*stood, *later)
    (found,) = deal.ledger.refuted
    assert (found.throw.trick, found.seat, found.unit, found.by.trick) == (1, Seat.W, cards("SQ"), 2)
    assert deal.tricks[0].winner is Seat.E
    assert not is_certain(cards("SK SK SQ"), cards("SA"), HEARTS, book("qq"))
    assert is_certain(cards("SK SK SQ"), cards("SA SA"), HEARTS, book("qq"))
    assert is_certain(cards("SK SQ"), cards("SA SA SK"), HEARTS, book("qq"))
    assert book("const2").throw.late_challenge is LateChallenge.NOTHING
    assert {book(each).throw.late_challenge for each in ("pass10", "seven")} == {LateChallenge.REFEREE}


def test_level_05_a_dealer_beaten_on_two_goes_one_level_under_water() -> None:
    ten = book("ten")
    result = deal_result(90, ten, Rank.TWO)
    assert fall(Level(Rank.TWO), result.demotion, ten).level == Level(Rank.TWO, below=1)


def test_level_11_time_up_at_equal_levels_goes_to_the_side_on_deal() -> None:
    pass10 = book("pass10")
    assert is_time_up(60, pass10)
    assert ahead({Side.EW: Level(Rank.SEVEN), Side.NS: Level(Rank.SEVEN)}, Side.NS, pass10) is Side.NS


def test_level_12_time_up_after_two_hours_goes_to_the_higher_level() -> None:
    ten = book("ten")
    assert is_time_up(120, ten)
    assert ahead({Side.EW: Level(Rank.NINE), Side.NS: Level(Rank.JACK)}, Side.EW, ten) is Side.NS


def test_bid_21_when_nobody_declares_the_referee_draws_a_bottom_card() -> None:
    campus = book("campus")
    assert nobody_declared(Rank.SIX, False, cards("D9"), campus).suit is Suit.DIAMONDS
    assert nobody_declared(Rank.SIX, False, cards("BJ"), campus).draw_again


def test_bid_26_the_first_dealer_draws_the_highest_card_and_ties_draw_again() -> None:
    campus = book("campus")
    drawn = {Seat.E: Card.SK, Seat.N: Card.HK, Seat.W: Card.S3, Seat.S: Card.D9}
    assert highest_drawn(drawn, campus) == (Seat.E, Seat.N)
    assert highest_drawn({Seat.E: Card.S9, Seat.N: Card.HQ}, campus) == (Seat.N,)
    assert declare(Bidding(Rank.SIX, True, Seat.N), Seat.E, cards("S6"), campus).dealer is Seat.N
    assert campus.levels.start is Rank.SIX


def test_revoke_04_a_level_card_of_a_void_suit_is_no_contradiction() -> None:
    seven = Trump(Rank.SEVEN, Suit.HEARTS)
    hand = cards("D3 S7")
    assert verify_follow(cards("SA"), hand, cards("D3"), seven, book("qq")) == ()


def test_revoke_07_one_card_of_the_suit_and_one_other_make_a_void() -> None:
    deal = deal_after(*trick((Seat.E, "SA SA"), (Seat.N, "S7 D4"), (Seat.W, "S3 S4"), (Seat.S, "S5 S6")))
    (claim,) = deal.ledger.of(Seat.N, ClaimKind.VOID)
    assert claim.group == "S"


def test_revoke_08_a_face_seen_once_leaves_one_copy_and_no_pair() -> None:
    deal = deal_after(*trick((Seat.E, "HA"), (Seat.N, "H3"), (Seat.W, "H4"), (Seat.S, "H5")), suit=Suit.SPADES)
    faces = list(dict.fromkeys(two_decks()))
    left = {face: 2 - seen for face, seen in zip(faces, deal.seen, strict=True)}
    assert (left[Card.HA], left[Card.HK]) == (1, 2)


def test_revoke_11_every_follow_is_held_against_all_that_the_seat_plays_later() -> None:
    later = trick((Seat.E, "DA"), (Seat.N, "D4"), (Seat.W, "D5"), (Seat.S, "D6"))
    shown = trick((Seat.E, "CA"), (Seat.N, "S9"), (Seat.W, "C5"), (Seat.S, "C6"))
    assert proofs(deal_after(*VOID_IN_SPADES, *later)) == ()
    (proof,) = proofs(deal_after(*VOID_IN_SPADES, *later, *shown))
    assert (proof.follow.seat, proof.follow.trick, proof.by.trick) == (Seat.N, 1, 3)


def test_revoke_12_cards_that_the_dealer_buried_are_no_evidence_against_him() -> None:
    follow = trick((Seat.N, "SA SA"), (Seat.W, "S3 S4"), (Seat.S, "S5 S6"), (Seat.E, "S9 SJ"))
    kitty = KittyShown(cards("S7 S7 S3 S4 D3 D4 C3 C4"))
    assert proofs(deal_after(KittyBuried(Seat.E), *follow, kitty)) == ()
    played_later = trick((Seat.N, "SK"), (Seat.W, "DQ"), (Seat.S, "DJ"), (Seat.E, "S7"))
    again = trick((Seat.N, "SK"), (Seat.W, "DQ"), (Seat.S, "DJ"), (Seat.E, "S7"))
    (proof,) = proofs(deal_after(KittyBuried(Seat.E), *follow, *played_later, *again))
    assert proof.follow.seat is Seat.E


def test_revoke_13_a_card_taken_back_costs_a_level_after_the_hand() -> None:
    taken = deal_after(Played(Seat.E, cards("SK")), PlayTakenBack(Seat.E, (Spot(FIRST, 0),)), rulebook="pass10")
    (record,) = taken.taken_back
    assert (record.seat, [laid.card for laid in record.cards]) == (Seat.E, [Card.SK])
    sanction = propose(Offence.TAKEBACK, Role.DEALERS, book("pass10"), times=3)
    assert sanction is not None
    assert (sanction.dealers_change, sanction.after_hand, sanction.match_lost_by) == (-1, True, Role.DEALERS)


def test_revoke_15_a_dealer_who_revokes_loses_the_deal_and_against_attackers_the_dealers_go_up() -> None:
    dealers = propose(Offence.REVOKE, Role.DEALERS, book("seven"))
    attackers = propose(Offence.REVOKE, Role.ATTACKERS, book("seven"))
    assert dealers is not None
    assert (dealers.deal_changes, dealers.attackers_change) == (True, 0)
    assert attackers is not None
    assert (attackers.deal_changes, attackers.dealers_change) == (False, 1)


def test_revoke_16_a_dealer_who_hides_a_card_steps_down_and_the_others_go_up() -> None:
    sanction = propose(Offence.REVOKE, Role.DEALERS, book("union9k"))
    assert sanction is not None
    assert (sanction.deal_changes, sanction.attackers_change) == (True, 1)


def test_revoke_17_a_hand_of_26_cards_concedes() -> None:
    check = check_draw({**dict.fromkeys(Seat, 25), Seat.N: 26}, 8, book("intro80"))
    assert [problem.params["seat"] for problem in check.problems] == ["N"]
    sanction = propose(Offence.COUNT, Role.ATTACKERS, book("intro80"))
    assert sanction is not None
    assert (sanction.hand_over, sanction.dealers_change) == (True, 1)


def test_revoke_18_a_wrong_count_has_three_outcomes() -> None:
    pass10 = book("pass10")
    dealers, attackers = (propose(Offence.COUNT, role, pass10) for role in Role)
    both = both_miscounted(pass10)
    assert dealers is not None
    assert (dealers.deal_changes, dealers.attackers_change) == (True, 1)
    assert attackers is not None
    assert (attackers.deal_changes, attackers.dealers_change) == (False, 1)
    assert both is not None
    assert (both.fresh_start, both.dealers_change, both.attackers_change) == (True, 0, 0)


def test_revoke_19_before_burying_a_wrong_count_is_repaired_and_afterwards_it_costs_the_deal() -> None:
    before = propose(Offence.COUNT, Role.DEALERS, book("union9k"), buried=False)
    after = propose(Offence.COUNT, Role.DEALERS, book("union9k"))
    assert before is not None
    assert (before.repair, before.hand_over) == (True, False)
    assert after is not None
    assert (after.deal_changes, after.attackers_change) == (True, 1)


def test_revoke_20_a_bottom_of_seven_with_all_hands_right_is_dealt_anew() -> None:
    assert check_draw(dict.fromkeys(Seat, 25), 7, book("comp")).redeal
    assert not check_draw({**dict.fromkeys(Seat, 25), Seat.N: 26}, 7, book("comp")).redeal


def test_revoke_23_cards_that_a_failed_throw_took_back_are_known_and_make_no_void() -> None:
    attempt = Played(Seat.E, cards("S9 S8 S8 S4 S4"))
    failed = ThrowFailed(Seat.E, tuple(Spot(FIRST, place) for place in (1, 2, 3, 4)))
    follow: list[Event] = [
        Played(Seat.N, cards("SJ")),
        Played(Seat.W, cards("S3")),
        Played(Seat.S, cards("S5")),
        TrickCollected(),
    ]
    deal = deal_after(attempt, failed, *follow)
    assert [play.faces for play in deal.tricks[0].plays] == [cards("S9"), cards("SJ"), cards("S3"), cards("S5")]
    assert sorted(deal.known[Seat.E]) == sorted(cards("S8 S8 S4 S4"))
    again = deal_after(attempt, failed, *follow, *trick((Seat.N, "SQ"), (Seat.W, "SK"), (Seat.S, "S6"), (Seat.E, "S8")))
    assert proofs(again) == ()
    assert again.ledger.claims[Seat.E] == ()


def hand_played_out() -> list[Event]:
    """A hand of one-card tricks in which every seat plays 25 cards, the rest being the kitty."""
    deck = list(two_decks())
    events: list[Event] = []
    for round_ in range(25):
        events += trick(*((Seat(place), str(deck[4 * round_ + place])) for place in range(4)))
    return [*events, KittyShown(tuple(deck[100:]))]


def test_points_02_tricks_of_both_sides_and_the_bottom_make_200() -> None:
    deal = deal_after(KittyBuried(Seat.E), *hand_played_out())
    kitty = sum(card.points for card in two_decks()[100:])
    assert sum(deal.points_won) + kitty == 200


def test_points_03_the_hand_goes_on_after_80_points_for_the_bottom_still_counts() -> None:
    events = hand_played_out()
    counts = [deal_after(KittyBuried(Seat.E), *events[: 5 * tricks]) for tricks in (20, 25)]
    assert counts[0].attackers_points >= 80
    assert (counts[0].outcome, len(counts[0].tricks), len(counts[1].tricks)) == (None, 20, 25)


@pytest.mark.parametrize("identifier", ["ten", "qq", "const2"])
def test_points_above_200_bring_further_levels(identifier: str) -> None:
    assert deal_result(240, book(identifier)).level_change > deal_result(200, book(identifier)).level_change
