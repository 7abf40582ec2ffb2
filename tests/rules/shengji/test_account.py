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
from paizhuo.rules.shengji.state import Deal, Kitty, Phase, Play, Trick, counted
from paizhuo.rules.shengji.tallies import tallies

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


@pytest.mark.parametrize("unread", [5, 13])
def test_more_doubt_than_can_be_decoded_is_a_matter_for_a_person(unread: int) -> None:
    tricks = whole()
    for trick in tricks[5 : 5 + unread]:
        ((token, _),) = trick[1]
        trick[1] = told("??") if unread == 5 else told(token, reading=WEAK)
    assert account(deal_of(tricks)) is None


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
