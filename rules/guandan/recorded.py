"""A hand that was played out, as the facts that a table would log of it: for simulated tables and for proof."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CardsExposed, DealEnded, DealStarted, Fact, Played, TrickCollected
from paizhuo.rules.guandan.playout import Exchanged, PlayedHand
from paizhuo.rules.guandan.state import Hand, history
from paizhuo.rules.guandan.wild import Decided
from paizhuo.rules.guandan_events import CardGivenBack, LeaderNamed, ReadingSaid, TributePaid, TributeResisted


def recorded(played: PlayedHand, number: int, seq: int) -> Iterator[Fact]:
    """Yield the facts of hand ``number``, the first of which is logged as entry ``seq``.

    Passes are silent. What a player called stands before the play. Losers show what they have left at the end.
    """
    yield DealStarted(number)
    seq += 1
    before = tuple(_exchange(played.exchanged))
    yield from before
    yield from _plays(played.hand, seq + len(before))
    yield from _left_over(played)
    yield DealEnded()


def _exchange(exchanged: Exchanged) -> Iterator[Fact]:
    if not exchanged.owed.payers:
        yield LeaderNamed(exchanged.leader)
    if exchanged.resisted:
        for payer in exchanged.owed.payers:
            jokers = tuple(card for card in exchanged.hands[payer] if card is Card.BJ)
            if jokers:
                yield TributeResisted(payer, jokers)
    for gift in exchanged.settled.gifts:
        yield TributePaid(gift.payer, (gift.card,))
    for gift in exchanged.settled.gifts:
        yield CardGivenBack(gift.receiver, (exchanged.returned[gift.receiver],), to=gift.payer)


def _plays(hand: Hand, seq: int) -> Iterator[Fact]:
    for trick in (*hand.tricks, hand.trick):
        for act in trick.acts:
            if act.ruling is None:
                continue
            if act.ruling.decided is Decided.SAID and act.ruling.reading is not None:
                yield ReadingSaid(seq + 1, act.ruling.reading.name)
                seq += 1
            yield Played(act.seat, act.cards)
            seq += 1
        yield TrickCollected()
        seq += 1


def _left_over(played: PlayedHand) -> Iterator[Fact]:
    left = {seat: list(cards) for seat, cards in played.exchanged.hands.items()}
    for seat, cards in history(played.hand):
        for card in cards:
            left[seat].remove(card)
    for seat in Seat:
        if left[seat]:
            yield CardsExposed(seat, tuple(left[seat]))
