"""What was laid open before the play, as the exchange that it makes: who paid, who took, who gave back, who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.deal import Deal, Offer, Purpose
from paizhuo.rules.guandan.exchange import Exchange
from paizhuo.rules.guandan.known import known_in_hand
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import Gift
from paizhuo.rules.laid import faces
from paizhuo.rules.readings import Spot

Faces = Mapping[Spot, Card]
"""Other faces for some of the cards laid: a way to read them."""

AS_READ: Faces = {}

MOST_READ = 64
"""More ways to read the cards of an exchange than this are not tried."""


def exchange_alone(deal: Deal) -> Deal:
    """Give a hand with nothing but its exchange: most acts leave that as it was, and so what is judged of it alone."""
    return Deal(0, deal.before, deal.level, owed=deal.owed, leader=deal.leader, offers=deal.offers, took=deal.took)


def exchange_of(deal: Deal, read: Faces = AS_READ) -> Exchange:
    """Give the exchange that the cards laid so far make, some of them read otherwise."""
    made = Exchange(deal.level, deal.owed, deal.leader)
    for offer in deal.paid:
        made = exchange.pay(made, offer.seat, face(offer, read)) if offer.seat in deal.owed.payers else made
    for taking in deal.took:
        payer = taking.payer if taking.seat in deal.owed.receivers[:1] else _other(deal, taking.payer)
        made = made if payer is None else exchange.choose(made, payer)
    for offer in deal.returned:
        made = exchange.give_back(made, offer.seat, face(offer, read))
    if deal.jokers:
        made = exchange.resist(made, [(each.seat, tuple(face_of(each, read))) for each in deal.jokers])
    return made


def face(offer: Offer, read: Faces = AS_READ) -> Card:
    """Give the face of an offer's card."""
    return read.get(offer.card.spot, offer.card.card)


def face_of(offer: Offer, read: Faces = AS_READ) -> Iterator[Card]:
    """Give the faces of all cards of an offer."""
    return (read.get(laid.spot, laid.card) for laid in offer.cards)


def _other(deal: Deal, payer: Seat) -> Seat | None:
    return next((each for each in deal.owed.payers if each is not payer), None)


def gifts(deal: Deal, rules: GuandanRulebook, read: Faces = AS_READ) -> tuple[Gift, ...]:
    """Give the tributes as they really went: to the seat that took them, where that was seen."""
    took = {taking.payer: taking.seat for taking in deal.took}
    settled = exchange.settlement(exchange_of(deal, read), rules).gifts
    return tuple(replace(gift, receiver=took.get(gift.payer, gift.receiver)) for gift in settled)


def return_of(deal: Deal, gift: Gift) -> Offer | None:
    """Give what came back for a tribute, None while nothing has."""
    return next((offer for offer in reversed(deal.returned) if offer.seat is gift.receiver), None)


def tribute_of(deal: Deal, payer: Seat) -> Offer | None:
    """Give the tribute of a payer, None while it has not paid. The newest counts."""
    return next((offer for offer in reversed(deal.paid) if offer.seat is payer), None)


def ways_to_read(offers: Sequence[Offer]) -> tuple[Faces, ...]:
    """Give every plausible way to read the doubtful cards of offers, as read first; none if there are too many."""
    doubtful = [laid for offer in offers for laid in offer.cards if laid.doubtful]
    options = [(laid.card, *laid.alternatives) for laid in doubtful]
    ways: list[Faces] = []
    for cards in product(*options):
        if len(ways) == MOST_READ:
            return ()
        ways.append(dict(zip((laid.spot for laid in doubtful), cards, strict=True)))
    return tuple(ways)


def leaders(deal: Deal, rules: GuandanRulebook) -> tuple[Seat, ...]:
    """Give who may have to lead, likeliest first; several while a card is in doubt, nobody while nobody can tell."""
    if deal.leader is not None:
        return (deal.leader,)
    found = [exchange.leader(exchange_of(deal, read), rules) for read in ways_to_read(deal.paid)]
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def known(deal: Deal, rules: GuandanRulebook) -> dict[Seat, tuple[Card, ...]]:
    """Give the cards known to lie in each hand: they went there in the open and were not played since.

    A card that was received, laid and taken back is one card: each face counts as often as one of these says.
    """
    went: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for gift in gifts(deal, rules):
        back = return_of(deal, gift)
        if back is not None:
            went[gift.payer if back.to is None else back.to].append(back.card.card)
        # A tribute that went straight back is known with its payer alone.
        if back is None or back.card.card is not gift.card:
            went[gift.receiver].append(gift.card)
    received = known_in_hand(went, [(lay.seat, lay.faces) for lay in deal.lays])
    held = {seat: Counter(received.get(seat, ())) for seat in Seat}
    for seat, seq, cards in _seen_in_hand(deal):
        since = Counter(card for lay in deal.lays if lay.seat is seat and lay.seq > seq for card in lay.faces)
        held[seat] |= Counter(cards) - since
    read = {seat: sorted(card for card in count.elements() if card is not Card.UNKNOWN) for seat, count in held.items()}
    return {seat: tuple(cards) for seat, cards in read.items() if cards}


def _seen_in_hand(deal: Deal) -> Iterator[tuple[Seat, int, tuple[Card, ...]]]:
    """Yield the cards that were shown and went back into their own hand, with the seq of the event."""
    for offer in deal.laid_for(Purpose.RESISTANCE, Purpose.EXPOSED):
        yield offer.seat, offer.seq, faces(offer.cards)
    for back in deal.taken_back:
        yield back.seat, back.seq, faces(back.cards)
