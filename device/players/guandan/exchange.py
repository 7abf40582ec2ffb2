"""Tribute and return as people carry them out: cards laid in the open and taken across the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paizhuo.device.players.acts import Act, Lays, LaysDown, TakesFrom, TakesUp, TurnsOver
from paizhuo.device.players.guandan.choice import GuandanPlayer
from paizhuo.device.players.guandan.faults import Injector
from paizhuo.device.players.guandan.truth import TrueGift
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import (
    Duty,
    duty,
    owed_cards,
    resistance_leader,
    resists,
    returnable,
    settle,
)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What the exchange came to: the hands afterwards and who leads."""

    acts: tuple[Act, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    gifts: tuple[TrueGift, ...]
    resisted: bool
    leader: Seat


def exchange(
    order: Sequence[Seat],
    dealt: Mapping[Seat, tuple[Card, ...]],
    level: Rank,
    players: Mapping[Seat, GuandanPlayer],
    rules: GuandanRulebook,
    faults: Injector,
) -> Exchanged:
    """Pay and give back what is owed after a hand that ended in ``order`` (at least two seats)."""
    owed = duty(order, rules)
    if resists(owed, dealt):
        return _resisted(owed, dealt)
    hands = {seat: list(cards) for seat, cards in dealt.items()}
    acts: list[Act] = []
    paid: dict[Seat, Card] = {}
    for payer in owed.payers:
        wrong = faults.wrong_tribute(hands[payer], level)
        paid[payer] = wrong or players[payer].pay(owed_cards(hands[payer], level))
        acts.append(Lays(payer, (paid[payer],)))
    settled = settle(owed, paid, level, rules)
    if settled.options:
        settled = settle(owed, paid, level, rules, to_first=players[owed.receivers[0]].rng.choice(settled.options))
    for gift in settled.gifts:
        hands[gift.payer].remove(gift.card)
        hands[gift.receiver].append(gift.card)
        acts.append(TakesFrom(gift.receiver, gift.payer, (gift.card,)))
    gifts = []
    for gift in settled.gifts:
        hand = hands[gift.receiver]
        wrong = faults.wrong_return(hand, level, rules)
        card = wrong or players[gift.receiver].give_back(returnable(hand, level, rules), hand, level)
        hand.remove(card)
        hands[gift.payer].append(card)
        gifts.append(TrueGift(gift.payer, gift.receiver, gift.card, card))
    acts += _returns(gifts)
    after = {seat: tuple(cards) for seat, cards in hands.items()}
    # East is seat 0, so that "or" would pass it over.
    leader = owed.payers[0] if settled.leader is None else settled.leader
    return Exchanged(tuple(acts), after, tuple(gifts), resisted=False, leader=leader)


def _returns(gifts: Sequence[TrueGift]) -> list[Act]:
    """Give the acts of the returns: one lies open at once; two lie face down until both are turned over together."""
    taken: list[Act] = [TakesFrom(gift.payer, gift.receiver, (gift.returned,)) for gift in gifts]
    if len(gifts) == 1:
        return [Lays(gifts[0].receiver, (gifts[0].returned,)), *taken]
    down: list[Act] = [LaysDown(gift.receiver, (gift.returned,)) for gift in gifts]
    return [*down, TurnsOver(tuple(gift.receiver for gift in gifts)), *taken]


def _resisted(owed: Duty, dealt: Mapping[Seat, tuple[Card, ...]]) -> Exchanged:
    """Let the payers show the big jokers that free them."""
    acts: list[Act] = []
    for payer in owed.payers:
        jokers = tuple(card for card in dealt[payer] if card is Card.BJ)
        if jokers:
            acts.append(Lays(payer, jokers))
    acts += [TakesUp(act.seat, act.cards) for act in acts if isinstance(act, Lays)]
    return Exchanged(tuple(acts), dealt, (), resisted=True, leader=resistance_leader(owed))
