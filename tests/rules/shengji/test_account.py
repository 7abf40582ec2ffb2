"""The account of a whole hand: how every seat comes to 25 cards, and what 108 cards of two decks leave open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.laid import SURE, Laid
from paizhuo.rules.readings import Reading, Spot
from paizhuo.rules.shengji.bidding import Bidding
from paizhuo.rules.shengji.closure import Account, account, closure_suspicion
from paizhuo.rules.shengji.doubts import not_held, open_edits, taken_back
from paizhuo.rules.shengji.shows import shown_for_trump
from paizhuo.rules.shengji.state import Bid, Deal, Kitty, Phase, Play, TakenBack, Trick, counted
from paizhuo.rules.shengji.tallies import tallies
from paizhuo.rules.suspicion import Edit, Slip

SEEN = Reading(0.997, present=0.99)
WEAK = Reading(0.9, present=0.6)
UNREAD = Reading(0.0, present=1.0)
KITTY = ("C3", "C3", "C4", "C4", "C6", "C6", "C7", "C7")

Told = list[tuple[str, Reading]]
"""The cards of a play as they were told; none for a play that nobody saw."""


def told(*tokens: str, reading: Reading = SEEN) -> Told:
    return [(token, reading if token != "??" else UNREAD) for token in tokens]


def whole() -> list[list[Told]]:
    """Give a hand of which all was seen: five tricks of pairs, fifteen of single cards, E N W S in each."""
    left = sorted(str(card) for card in two_decks())
    for token in KITTY:
        left.remove(token)
    sizes = [2] * 5 + [1] * 15
    tricks = [[told(*(left.pop() for _ in range(size))) for _ in Seat] for size in sizes]
    assert not left
    return tricks


def deal_of(tricks: Sequence[Sequence[Told]], kitty: Sequence[str] = KITTY) -> Deal:
    """Give the hand at its end: tricks of plays by E, N, W and S."""
    seq, made, played = 10, [], [0, 0, 0, 0]
    for number, plays in enumerate(tricks, 1):
        laid: list[Play] = []
        for seat, cards in zip(Seat, plays, strict=True):
            seq += 1
            if cards:
                faces = [Laid(Card(token), Spot(seq, place), read) for place, (token, read) in enumerate(cards)]
                laid.append(Play(seq, seat, tuple(faces)))
            else:
                blank = [Laid(Card.UNKNOWN, Spot(seq, place), SURE) for place in range(len(plays[0]) or len(plays[1]))]
                laid.append(Play(seq, seat, tuple(blank), missing=True))
            played[seat] += len(laid[-1].cards)
        made.append(Trick(number, tuple(laid)))
    shown = tuple(Laid(Card(token), Spot(9, place), SEEN) for place, token in enumerate(kitty))
    bidding = Bidding(Rank.TWO, False, Seat.E)
    seen = counted((0,) * 54, [card for trick in made for play in trick.plays for card in play.faces])
    return Deal(
        1,
        Rank.TWO,
        bidding,
        Phase.FINISHED,
        dealer=Seat.E,
        kitty=Kitty(shown=shown),
        tricks=tuple(made),
        played=(played[0], played[1], played[2], played[3]),
        seen=seen,
    )


def of(tricks: Sequence[Sequence[Told]]) -> Account:
    found = account(deal_of(tricks))
    assert found is not None
    return found


def named(found: Account) -> list[str]:
    return [str(card) for _, card, _ in found.named]


def missed(found: Account) -> list[tuple[int, str, list[str]]]:
    return [(trick, seat.name, [str(card) for card in cards]) for (trick, seat), cards, _ in found.missed]


def absent(found: Account) -> list[str]:
    return [str(slot.laid.card) for slot in found.absent]


def changes(deal: Deal) -> list[list[tuple[int, str, int]]]:
    return [[(each.trick, each.play.seat.name, each.by) for each in tally] for tally in tallies(deal)]


def test_a_hand_of_which_all_was_seen_has_nothing_in_doubt() -> None:
    deal = deal_of(whole())
    assert changes(deal) == [[]]
    assert account(deal) is None
    assert closure_suspicion(deal) is None


@pytest.mark.parametrize("kitty", [(), KITTY[:7]])
def test_there_is_no_account_before_the_kitty_lies_open(kitty: tuple[str, ...]) -> None:
    tricks = whole()
    tricks[9][1] = told("??")
    assert account(deal_of(tricks, kitty)) is None


def test_there_is_no_account_while_a_trick_lies_on_the_table() -> None:
    tricks = whole()
    tricks[9][1] = told("??")
    deal = deal_of(tricks)
    assert account(replace(deal, trick=deal.tricks[-1])) is None


def test_unread_cards_of_one_play_may_change_places() -> None:
    tricks = whole()
    cards = sorted(token for token, _ in tricks[2][1])
    tricks[2][1] = told("??", "??")
    assert sorted(named(of(tricks))) == cards


def test_unread_cards_of_two_plays_stay_open_with_the_faces_that_are_left() -> None:
    """The control: nothing tells which is which, so nothing is named."""
    tricks = whole()
    cards = {tricks[9][1][0][0], tricks[12][2][0][0]}
    assert len(cards) == 2
    tricks[9][1] = tricks[12][2] = told("??")
    found = of(tricks)
    assert (named(found), found.settled) == ([], False)
    assert [{str(face) for face in found.options(slot.laid)} for slot in found.slots] == [cards, cards]


def test_cards_that_several_plays_lack_are_put_back_where_the_faces_leave_no_choice() -> None:
    """North lacks two cards of one play; and two plays lack the two copies of one face."""
    tricks = whole()
    cards = sorted(token for token, _ in tricks[3][1])
    tricks[3] = [tricks[3][0] + tricks[4][0], tricks[3][1] + tricks[4][1], *tricks[3][2:]]
    tricks[3][2], tricks[3][3] = tricks[3][2] + tricks[4][2], tricks[3][3] + tricks[4][3]
    del tricks[4]
    tricks[3][1] = tricks[3][1][2:]
    deal = deal_of(tricks)
    assert changes(deal) == [[(4, "N", 2)]]
    assert missed(of(tricks)) == [(4, "N", cards)]


def test_where_two_plays_of_a_seat_may_lack_a_card_nothing_is_put_back() -> None:
    """East lacks one card, and two of its plays are short; one of them it laid so, and nobody can tell which."""
    tricks = whole()
    tricks[0][0] = tricks[0][0][:1]
    tricks[19][0] = [*tricks[19][0], tricks[1][0].pop()]
    assert sorted(changes(deal_of(tricks))) == [[(1, "E", 1)], [(2, "E", 1)]]
    assert missed(of(tricks)) == []


def test_a_play_that_nobody_saw_has_as_many_cards_as_were_led_and_not_as_many_as_were_seen() -> None:
    """East's lead lacks a card as well, so that the unseen play was taken for one card."""
    tricks = whole()
    lead, unseen = tricks[4][0], tricks[4][2]
    assert lead[0][0] == lead[1][0]
    tricks[4][0], tricks[4][2] = lead[1:], []
    deal = deal_of(tricks)
    assert len(deal.tricks[4].plays[2].cards) == 1
    assert changes(deal) == [[(5, "E", 1), (5, "W", 1)]]
    faces = {lead[0][0], *(token for token, _ in unseen)}
    assert {str(card) for way in of(tricks).ways for cards in way.missed.values() for card in cards} == faces


def test_a_card_too_many_is_struck_when_only_without_it_every_face_is_there_twice() -> None:
    """Seen as surely as any card: the 26th of the hand and the third of its face."""
    tricks = whole()
    twice = tricks[3][2][0][0]
    tricks[9][1] = [*tricks[9][1], (twice, SEEN)]
    deal = deal_of(tricks)
    assert changes(deal) == [[(10, "N", -1)]]
    assert absent(of(tricks)) == [twice]


def test_one_card_told_twice_is_struck_where_it_was_told_last() -> None:
    tricks = whole()
    ((token, _),) = tricks[9][1]
    tricks[9][1] = [(token, WEAK), (token, SEEN)]
    found = of(tricks)
    assert [slot.laid.spot.place for slot in found.absent] in ([0], [1])
    assert len(list(found.absent)) == 1


def test_a_weak_card_and_one_missed_that_could_be_set_off_against_each_other_leave_it_open() -> None:
    """North shows 25 cards: two of one play laid wrongly, or one never there and another missed."""
    tricks = whole()
    token, _ = tricks[4][1].pop()
    tricks[9][1] = [*tricks[9][1], (token, WEAK)]
    deal = deal_of(tricks)
    assert sorted(map(len, changes(deal))) == [0, 2]
    found = of(tricks)
    assert (missed(found), absent(found)) == ([], [])


def test_what_a_person_entered_is_neither_lacking_nor_too_much() -> None:
    tricks = whole()
    tricks[4][1] = [(token, SURE) for token, _ in tricks[4][1][:1]]
    assert changes(deal_of(tricks)) == []
    assert account(deal_of(tricks)) is None


def test_a_card_in_doubt_is_confirmed_when_the_deck_comes_out_as_it_was_read() -> None:
    tricks = whole()
    ((token, _),) = tricks[9][1]
    tricks[9][1] = told(token, reading=Reading(0.9, present=0.99))
    assert named(of(tricks)) == [token]


def test_more_unread_cards_than_can_be_named_are_a_matter_for_a_person() -> None:
    tricks = whole()
    for trick in tricks[5:10]:
        trick[1] = told("??")
    assert account(deal_of(tricks)) is None


@pytest.mark.parametrize("doubtful", [3, 10])
def test_more_cards_that_may_be_each_other_than_can_be_tried_are_a_matter_for_a_person(doubtful: int) -> None:
    """Each of them may be any of the others: six ways for three of them, millions for ten."""
    tricks = whole()
    faces = [Card(trick[0][0][0]) for trick in tricks[5 : 5 + doubtful]]
    for trick, face in zip(tricks[5:], faces, strict=False):
        others = tuple((other, 0.4 / doubtful) for other in faces if other is not face)
        trick[0] = told(str(face), reading=Reading(0.6, others, present=0.99))
    found = account(deal_of(tricks))
    assert (found is None) is (doubtful == 10)
    assert found is None or len(found.ways) == 6


def test_more_ways_to_count_than_can_be_tried_are_a_matter_for_a_person() -> None:
    """Seven tricks in which a play has one card more: any of them may have been led so."""
    tricks = whole()
    for trick in tricks[5:12]:
        trick[1] = [*trick[1], ("SA", SEEN)]
    assert tallies(deal_of(tricks)) == ()
    assert account(deal_of(tricks)) is None


def test_more_cards_that_may_not_have_been_there_than_can_be_tried_are_a_matter_for_a_person() -> None:
    """East played one card as ten: nine of ten different cards were never there, or fewer and others were missed."""
    tricks = whole()
    tokens = [str(card) for card in dict.fromkeys(two_decks())]
    tricks[9][1] = told(*tokens[:10])
    tricks[10][1] = told(*tokens[10:20])
    deal = deal_of(tricks)
    assert tallies(deal) != ()
    assert account(deal) is None


def test_a_deck_that_cannot_come_out_has_no_account() -> None:
    """Three surely read wrong: no single slip of the reader explains it."""
    tricks = whole()
    wrong = [(trick, token) for trick, token in ((5, "SK"), (6, "SQ"), (7, "SJ"))]
    for trick, token in wrong:
        tricks[trick][1] = told(token)
    deal = deal_of(tricks)
    assert account(deal) is None
    assert closure_suspicion(deal) is None


def test_a_card_that_went_back_was_never_there_if_both_of_its_face_were_elsewhere() -> None:
    """East laid both cards of the face that North seemed to take back; the control is a face that North held."""
    deal = deal_of(whole())
    easts, norths = (deal.tricks[0].plays[seat].cards[0].card for seat in (Seat.E, Seat.N))
    back = TakenBack(500, Seat.N, 1, (Laid(easts, Spot(400, 0), WEAK),), 2)
    assert taken_back(deal, back) is None
    found = taken_back(deal, replace(back, cards=(Laid(norths, Spot(400, 0), WEAK),)))
    assert found is not None
    assert [edit.option for edit in found[1]] == [f"absent:{norths}"]


@pytest.mark.parametrize("surplus", [0, 1])
def test_a_card_that_surely_went_back_and_was_elsewhere_twice_accuses_nobody(surplus: int) -> None:
    """It corrected a count, so that another card may have gone back: that is asked, and nothing where none had to."""
    deal = deal_of(whole())
    face = deal.tricks[0].plays[0].cards[0].card
    back = TakenBack(500, Seat.N, 20, (Laid(face, Spot(400, 0), SEEN),), 1, surplus)
    found = taken_back(deal, back)
    assert (found is None) is (surplus == 0)
    assert found is None or [edit.option for edit in found[1]] == [f"absent:{face}"]


def test_a_face_that_the_dealer_may_have_buried_is_not_shown_to_have_been_elsewhere() -> None:
    back = TakenBack(500, Seat.E, 20, (Laid(Card.C3, Spot(400, 0), WEAK),), 1)
    assert not not_held(deal_of(whole()), back)
    assert not_held(deal_of(whole()), replace(back, seat=Seat.N))


@pytest.mark.parametrize("kitty", [(), KITTY])
def test_a_card_too_few_beside_one_too_many_proves_nothing_before_every_face_was_seen(kitty: tuple[str, ...]) -> None:
    tricks = whole()
    tricks[9][1] = [*tricks[9][1], tricks[4][1].pop()]
    deal = deal_of(tricks, kitty)
    play = deal.tricks[4].plays[1]
    assert bool(open_edits(deal, (Edit(Slip.MISSED, Seat.N, play.seq),))) is (kitty == ())


def with_bid(deal: Deal, seat: Seat, *cards: tuple[Card, Reading]) -> Deal:
    laid = tuple(Laid(card, Spot(3, place), reading) for place, (card, reading) in enumerate(cards))
    return replace(deal, bids=(Bid(3, seat, laid, ()),))


def test_a_doubtful_show_is_what_it_was_read_as_if_the_seat_held_that_and_not_the_other() -> None:
    deal = deal_of(whole())
    card = deal.tricks[7].plays[1].cards[0].card
    other = next(face for face in deal.tricks[7].plays[2].faces if face is not card)
    held = {face for trick in deal.tricks for face in trick.plays[1].faces}
    assert other not in held
    doubtful = Reading(0.9, ((other, 0.095),), present=0.99)
    found = [(str(each[1]), each[2] > 0.99) for each in shown_for_trump(with_bid(deal, Seat.N, (card, doubtful)))]
    assert found == [(str(card), True)]
    # The controls: the seat held both, an unread card may have been the other, and the hand is not over.
    both = Reading(0.9, ((next(face for face in held if face is not card), 0.095),), present=0.99)
    assert list(shown_for_trump(with_bid(deal, Seat.N, (card, both)))) == []
    tricks = whole()
    tricks[12][1] = told("??")
    assert list(shown_for_trump(with_bid(deal_of(tricks), Seat.N, (card, doubtful)))) == []
    assert list(shown_for_trump(with_bid(deal_of(whole(), ()), Seat.N, (card, doubtful)))) == []


def test_a_show_of_a_face_that_the_seat_never_held_was_the_other_one() -> None:
    deal = deal_of(whole())
    card = deal.tricks[7].plays[1].cards[0].card
    wrong = next(face for face in deal.tricks[7].plays[2].faces if face is not card)
    reading = Reading(0.9, ((card, 0.095),), present=0.99)
    assert [each[1] for each in shown_for_trump(with_bid(deal, Seat.N, (wrong, reading)))] == [card]


def test_what_the_dealer_showed_may_lie_in_the_kitty() -> None:
    deal = deal_of(whole())
    other = deal.tricks[0].plays[Seat.W].cards[0].card
    shown = (Card.C3, Reading(0.9, ((other, 0.095),), present=0.99))
    assert [each[1] for each in shown_for_trump(with_bid(deal, Seat.E, shown))] == [Card.C3]
    assert list(shown_for_trump(with_bid(deal, Seat.N, shown))) == []
