"""From the deal to the first lead: tribute, return or 抗贡 as they happen on the table, and what they prove later.

Acts are applied as they come, right or wrong, and judged apart: a first lead may come while a tribute is still owed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.known import known_in_hand
from paizhuo.rules.guandan.proofs import Laid, Proof, prove_resistance, prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.guandan.tribute import (
    Duty,
    Settlement,
    duty,
    resistance_leader,
    settle,
    verify_resistance,
    verify_return,
    verify_tribute,
)
from paizhuo.rules.violations import Violation


class Phase(StrEnum):
    """What the table waits for before the play."""

    TRIBUTE = "tribute"
    CHOICE = "choice"
    RETURN = "return"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange before one hand.

    ``first_leader`` is who leads a first hand (the holder of the turned card), if known. ``paid`` is by payer,
    ``returned`` by the receiver who gives back. ``to_first`` is the payer chosen or drawn for the first player.
    ``shown`` are the cards that payers showed to claim 抗贡, None while nobody has.
    """

    level: Rank
    owed: Duty = field(default_factory=Duty)
    first_leader: Seat | None = None
    paid: Mapping[Seat, Card] = field(default_factory=dict)
    to_first: Seat | None = None
    returned: Mapping[Seat, Card] = field(default_factory=dict)
    shown: tuple[Laid, ...] | None = None


def open_exchange(
    level: Rank, order: Sequence[Seat], rules: GuandanRulebook = HOUSE, *, first_leader: Seat | None = None
) -> Exchange:
    """Begin the exchange after a hand that ended in this order; no order before a first hand."""
    return Exchange(level, duty(order, rules), first_leader)


def settlement(exchange: Exchange, rules: GuandanRulebook = HOUSE) -> Settlement:
    """Say where the tributes paid so far go; nothing is settled before all are paid."""
    if exchange.shown is not None or exchange.paid.keys() < set(exchange.owed.payers):
        return Settlement((), None)
    return settle(exchange.owed, exchange.paid, exchange.level, rules, to_first=exchange.to_first)


def phase(exchange: Exchange, rules: GuandanRulebook = HOUSE) -> Phase:
    """Say what the table waits for.

    >>> str(phase(open_exchange(Rank.FIVE, (Seat.E, Seat.N, Seat.W, Seat.S))))
    'tribute'
    """
    if exchange.shown is not None or not exchange.owed.payers:
        return Phase.LEAD
    settled = settlement(exchange, rules)
    if settled.options:
        return Phase.CHOICE
    if not settled.gifts and not _went_unread(exchange):
        return Phase.TRIBUTE
    return Phase.LEAD if len(exchange.returned) >= len(exchange.owed.payers) else Phase.RETURN


def _went_unread(exchange: Exchange) -> bool:
    """Say whether every tribute is paid, though nobody knows who got which: one of them was not read."""
    return exchange.paid.keys() >= set(exchange.owed.payers) and Card.UNKNOWN in exchange.paid.values()


def awaited(exchange: Exchange, rules: GuandanRulebook = HOUSE) -> tuple[Seat, ...]:
    """Give the seats that the table waits for; nobody when the leader of a first hand is not known."""
    now = phase(exchange, rules)
    if now is Phase.TRIBUTE:
        return tuple(seat for seat in exchange.owed.payers if seat not in exchange.paid)
    if now is Phase.CHOICE:
        return exchange.owed.receivers[:1]
    if now is Phase.RETURN:
        return tuple(seat for seat in exchange.owed.receivers if seat not in exchange.returned)
    first = leader(exchange, rules)
    return () if first is None else (first,)


def leader(exchange: Exchange, rules: GuandanRulebook = HOUSE) -> Seat | None:
    """Give who leads the hand, as far as it is settled."""
    if not exchange.owed.payers:
        return exchange.first_leader
    if exchange.shown is not None:
        return resistance_leader(exchange.owed)
    return settlement(exchange, rules).leader


def verify_pay(exchange: Exchange, seat: Seat, card: Card) -> tuple[Violation, ...]:
    """Name what is wrong with a tribute when it is laid; whether it was the largest is proved later.

    Of a card that nobody read (``??``), only that it was not owed can be said.
    """
    if exchange.shown is not None or seat not in exchange.owed.payers or seat in exchange.paid:
        return (Violation("tribute.not_owed", {"seat": seat.name, "card": str(card)}),)
    return () if card is Card.UNKNOWN else verify_tribute((), card, exchange.level)


def pay(exchange: Exchange, seat: Seat, card: Card) -> Exchange:
    """Apply a tribute; one laid by a seat that owes none changes nothing here."""
    if verify_pay(exchange, seat, card) and seat not in exchange.owed.payers:
        return exchange
    return replace(exchange, paid={**exchange.paid, seat: card})


def choose(exchange: Exchange, payer: Seat) -> Exchange:
    """Apply that ``payer``'s tribute, one of two equal ones, goes to the first player by choice or by lot."""
    return replace(exchange, to_first=payer)


def verify_give_back(
    exchange: Exchange, seat: Seat, card: Card, rules: GuandanRulebook = HOUSE
) -> tuple[Violation, ...]:
    """Name what is wrong with a return when it is seen, the tribute being known in that hand."""
    received = [gift.card for gift in settlement(exchange, rules).gifts if gift.receiver is seat]
    if not received and seat in exchange.owed.receivers and _went_unread(exchange):
        received = [Card.UNKNOWN]
    if not received or seat in exchange.returned:
        return (Violation("return.not_owed", {"seat": seat.name, "card": str(card)}),)
    if Card.UNKNOWN in (card, *received):
        return ()
    return verify_return(received, card, exchange.level, rules)


def give_back(exchange: Exchange, seat: Seat, card: Card) -> Exchange:
    """Apply a return; one laid by a seat that owes none changes nothing here."""
    if seat not in exchange.owed.receivers:
        return exchange
    return replace(exchange, returned={**exchange.returned, seat: card})


def verify_resist(exchange: Exchange, shown: Sequence[Laid]) -> tuple[Violation, ...]:
    """Name what is wrong with a claim of 抗贡 by the cards that were shown for it."""
    cards = {seat: [card for who, laid in shown if who is seat for card in laid] for seat in exchange.owed.payers}
    return verify_resistance(exchange.owed, cards)


def resist(exchange: Exchange, shown: Sequence[Laid] = ()) -> Exchange:
    """Apply a claim of 抗贡, with the cards shown for it if any were."""
    return replace(exchange, shown=tuple(shown))


def verify_lead(exchange: Exchange, seat: Seat, rules: GuandanRulebook = HOUSE) -> tuple[Violation, ...]:
    """Name what is wrong with a first lead by ``seat``: something still owed, or another seat's turn."""
    now = phase(exchange, rules)
    if now is not Phase.LEAD:
        waiting = tuple(one.name for one in awaited(exchange, rules))
        return (Violation("tribute.still_owed", {"seat": seat.name, "phase": str(now), "waiting": waiting}),)
    first = leader(exchange, rules)
    if first is None or first is seat:
        return ()
    return (Violation("turn.out_of_turn", {"seat": seat.name, "expected": first.name}),)


def known(
    exchange: Exchange, plays: Sequence[Laid] = (), rules: GuandanRulebook = HOUSE
) -> dict[Seat, tuple[Card, ...]]:
    """Give the cards known to lie in each hand, because they went there in the open and were not played yet."""
    received: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for gift in settlement(exchange, rules).gifts:
        if gift.receiver in exchange.returned:
            received[gift.payer].append(exchange.returned[gift.receiver])
        # A tribute that went straight back is known with its payer alone.
        if exchange.returned.get(gift.receiver) is not gift.card:
            received[gift.receiver].append(gift.card)
    for seat, laid in exchange.shown or ():
        received[seat].extend(laid)
    return {seat: cards for seat, cards in known_in_hand(received, plays).items() if cards}


def proofs(exchange: Exchange, plays: Sequence[Laid], rules: GuandanRulebook = HOUSE) -> tuple[Proof, ...]:
    """Give everything that the plays since, or cards shown at the end, prove about the exchange."""
    if exchange.shown is not None:
        found: list[Proof | None] = [prove_resistance(exchange.owed, exchange.shown, plays)]
    else:
        found = []
        for gift in settlement(exchange, rules).gifts:
            back = exchange.returned.get(gift.receiver)
            found.append(prove_tribute(gift, back, plays, exchange.level))
            if back is not None:
                found.append(prove_return(gift, back, plays, exchange.level, rules))
    return tuple(proof for proof in found if proof is not None)
