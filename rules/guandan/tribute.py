"""Tribute and return (贡牌与还牌): who owes whom, which card, which card back, and who leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.finish import is_double, losers, places
from paizhuo.rules.guandan.pips import card_strength, pip_of, wild_card
from paizhuo.rules.guandan.policies import EqualTributes, LevelCardReturns, PartnerLast
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class Duty:
    """Who pays and who receives before a hand; empty in the first hand. Receivers stand in finishing order."""

    payers: tuple[Seat, ...] = ()
    receivers: tuple[Seat, ...] = ()

    @property
    def is_double(self) -> bool:
        """Say whether both players of a side pay (双贡)."""
        return len(self.payers) == 2


def duty(order: Sequence[Seat], rules: GuandanRulebook = HOUSE) -> Duty:
    """Give the tribute owed after a hand that ended in this order; no order, no tribute (首副).

    >>> duty((Seat.E, Seat.W)).payers
    (<Seat.N: 1>, <Seat.S: 3>)
    """
    if not order:
        return Duty()
    if is_double(order):
        return Duty(losers(order), tuple(order[:2]))
    first, _, third, last = places(order)
    if last is first.partner and rules.tribute.partner_last is PartnerLast.THIRD_PAYS:
        last = third
    return Duty((last,), (first,))


def resists(owed: Duty, hands: Mapping[Seat, Collection[Card]]) -> bool:
    """Say whether the payers together hold both big jokers, so that nobody pays (抗贡).

    >>> owed = duty((Seat.E, Seat.W))
    >>> resists(owed, {Seat.N: [Card.BJ], Seat.S: [Card.BJ]})
    True
    """
    jokers = sum(card is Card.BJ for seat in owed.payers for card in hands.get(seat, ()))
    return jokers >= 2


def verify_resistance(owed: Duty, shown: Mapping[Seat, Collection[Card]]) -> tuple[Violation, ...]:
    """Check a claimed 抗贡 against the cards that the payers showed."""
    if not owed.payers or resists(owed, shown):
        return ()
    return (Violation("tribute.resisted_without_jokers", {"payers": _names(owed.payers)}),)


def owed_cards(hand: Iterable[Card], level: Rank) -> frozenset[Card]:
    """Give the cards that satisfy the tribute: the largest by pip, the wild card never; the suit is the payer's choice.

    >>> sorted(owed_cards([Card.H5, Card.S5, Card.SA, Card.S9], Rank.FIVE))
    [<Card.S5: 'S5'>]
    """
    cards = [card for card in hand if card is not wild_card(level)]
    top = max((card_strength(card, level) for card in cards), default=0)
    return frozenset(card for card in cards if card_strength(card, level) == top)


def verify_tribute(known: Iterable[Card], card: Card, level: Rank) -> tuple[Violation, ...]:
    """Check a tribute against cards known to have been in the payer's hand when it was paid.

    The check is monotone: what it finds with some of the hand, it finds with the whole hand.
    """
    if card is wild_card(level):
        return (Violation("tribute.wild_paid", {"card": str(card)}),)
    owed = owed_cards((*known, card), level)
    if card in owed:
        return ()
    return (Violation("tribute.not_largest", {"card": str(card), "larger": _tokens(owed)}),)


def returnable(hand: Iterable[Card], level: Rank, rules: GuandanRulebook = HOUSE) -> frozenset[Card]:
    """Give the cards that may be given back: pip 10 or less, or else the smallest of the hand.

    >>> sorted(returnable([Card.ST, Card.S9, Card.S5, Card.SJ], Rank.FIVE))
    [<Card.S9: 'S9'>, <Card.ST: 'ST'>]
    """
    cards = frozenset(hand)
    low = frozenset(card for card in cards if is_low(card, level, rules))
    if low or not cards:
        return low
    least = min(card_strength(card, level) for card in cards)
    return frozenset(card for card in cards if card_strength(card, level) == least)


def is_low(card: Card, level: Rank, rules: GuandanRulebook) -> bool:
    """Say whether a card is small enough to be given back for a tribute."""
    if pip_of(card).height > rules.tribute.highest_return.height:
        return False
    return card.rank is not level or rules.tribute.level_cards is LevelCardReturns.BY_PRINT


def verify_return(
    known: Iterable[Card], card: Card, level: Rank, rules: GuandanRulebook = HOUSE
) -> tuple[Violation, ...]:
    """Check a return against cards known to have been in the giver's hand, the tribute included. Monotone, too."""
    allowed = returnable((*known, card), level, rules)
    if card in allowed:
        return ()
    code = "return.not_low" if any(is_low(other, level, rules) for other in allowed) else "return.not_smallest"
    return (Violation(code, {"card": str(card), "allowed": _tokens(allowed)}),)


@dataclass(frozen=True, slots=True)
class Gift:
    """A tribute paid: ``card`` went from ``payer`` to ``receiver``, who owes a card back to the same seat."""

    payer: Seat
    receiver: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Settlement:
    """Where the tributes go. ``leader`` leads the first trick; None, with no gifts, while a choice is open."""

    gifts: tuple[Gift, ...]
    leader: Seat | None
    options: tuple[Seat, ...] = ()


def settle(
    owed: Duty, paid: Mapping[Seat, Card], level: Rank, rules: GuandanRulebook = HOUSE, *, to_first: Seat | None = None
) -> Settlement:
    """Share out the tributes: the larger to the first player, whose payer leads.

    Equal ones go clockwise, so that the first player's right-hand neighbour pays him. Under the other policies the
    settlement lists its ``options`` until ``to_first`` names the payer who was chosen or drawn; a tribute that nobody
    read settles nothing without it. Every payer must have paid, otherwise ``KeyError``.
    """
    if not owed.is_double:
        gifts = tuple(
            Gift(payer, receiver, paid[payer]) for payer, receiver in zip(owed.payers, owed.receivers, strict=True)
        )
        return Settlement(gifts, owed.payers[0] if owed.payers else None)
    first, second = owed.receivers
    one, other = owed.payers
    if Card.UNKNOWN in (paid[one], paid[other]):
        if to_first not in owed.payers:
            return Settlement((), None)
    elif difference := card_strength(paid[one], level) - card_strength(paid[other], level):
        to_first = one if difference > 0 else other
    elif rules.tribute.equal is EqualTributes.CLOCKWISE:
        to_first = first.next
    elif to_first not in owed.payers:
        return Settlement((), None, owed.payers)
    to_second = other if to_first is one else one
    gifts = (Gift(to_first, first, paid[to_first]), Gift(to_second, second, paid[to_second]))
    return Settlement(gifts, to_first)


def resistance_leader(owed: Duty) -> Seat:
    """Give who leads after 抗贡: the first player of the last hand."""
    return owed.receivers[0]


def verify_gifts(settled: Settlement, took: Mapping[Seat, Seat]) -> tuple[Violation, ...]:
    """Check who really took which tribute, ``took[payer]`` being the receiver, against the settlement."""
    return tuple(
        Violation(
            "tribute.wrong_receiver",
            {"payer": gift.payer.name, "expected": gift.receiver.name, "actual": took[gift.payer].name},
        )
        for gift in settled.gifts
        if took.get(gift.payer, gift.receiver) is not gift.receiver
    )


def _names(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)


def _tokens(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(str(card) for card in cards))
