"""Before the exchange: shuffle, cut, turn a card up in the first deal, and draw one by one until all 108 are drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paizhuo.device.players.acts import Act, CountsHands, Draws, TurnsUp
from paizhuo.device.players.guandan.faults import Fault, Injector
from paizhuo.device.players.truth import Offence
from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.pips import pip_of
from paizhuo.rules.guandan.procedure import first_drawer, first_roles, later_roles
from paizhuo.rules.guandan.ruleset import GuandanRulebook

_SHALLOWEST = 12
"""Fewest cards above and below a cut: people cut near the middle."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Who holds what after the deal; ``leader`` drew the turned card of a first deal, None in later ones."""

    acts: tuple[Act, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    leader: Seat | None
    offences: tuple[Offence, ...] = ()


def deal(
    order: Sequence[Seat], rules: GuandanRulebook, faults: Injector, rng: random.Random, bunching: float = 0.0
) -> Dealt:
    """Deal a hand after one that ended in ``order``; no order before the first.

    ``bunching`` is the share of ranks that a poor shuffle leaves for one player: more bombs and longer plays.
    """
    pile = list(two_decks())
    rng.shuffle(pile)
    acts: list[Act] = []
    drawer: Seat | None = later_roles(order, rules).first_drawer if order else None
    leader: Seat | None = None
    cut = -1
    if not order:
        cut, drawer = _cut(pile, rules, rng)
        acts.append(TurnsUp(first_roles(rules).cutter or Seat.S, pile[cut]))
    _bunch(pile, bunching, rng, fixed=cut)
    first = drawer if drawer is not None else Seat.E
    hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    turn, greedy = first, len(pile)
    if faults.due(Fault.WRONG_COUNT, 0):
        faults.done(Fault.WRONG_COUNT)
        greedy = rng.randrange(20, len(pile) - 20)
    for place, card in enumerate(pile):
        acts.append(Draws(turn))
        hands[turn].append(card)
        leader = turn if place == cut else leader
        # Two cards that stick together: the next one goes to the same player.
        turn = turn if place == greedy else turn.next
    counted = _count(hands, rng)
    dealt = {seat: tuple(cards) for seat, cards in hands.items()}
    return Dealt((*acts, *counted[0]), dealt, leader, counted[1])


def _count(hands: dict[Seat, list[Card]], rng: random.Random) -> tuple[tuple[Act, ...], tuple[Offence, ...]]:
    """Count the hands out when one is short, and let the short one draw from the long one."""
    long = [seat for seat in Seat if len(hands[seat]) > HAND]
    short = [seat for seat in Seat if len(hands[seat]) < HAND]
    if not long:
        return (), ()
    found = CountsHands(_counts(hands))
    card = rng.choice(hands[long[0]])
    hands[long[0]].remove(card)
    hands[short[0]].append(card)
    offences = tuple(Offence("count.hand", seat, 0) for seat in sorted((*long, *short)))
    return (found, CountsHands(_counts(hands))), offences


def _counts(hands: Mapping[Seat, Sequence[Card]]) -> tuple[int, int, int, int]:
    east, north, west, south = (len(hands[seat]) for seat in Seat)
    return east, north, west, south


def _cut(pile: Sequence[Card], rules: GuandanRulebook, rng: random.Random) -> tuple[int, Seat]:
    """Cut until the turned card names somebody: its place in the pile and the first to draw."""
    while True:
        place = rng.randrange(_SHALLOWEST, len(pile) - _SHALLOWEST)
        seat = first_drawer(pile[place], rules)
        if seat is not None:
            return place, seat


def _bunch(pile: list[Card], share: float, rng: random.Random, fixed: int = -1) -> None:
    """Move cards so that, for a share of the ranks, five or six of the eight cards come to one player."""
    for pip in sorted({pip_of(card) for card in pile if not card.is_joker}):
        if rng.random() >= share:
            continue
        seat = rng.randrange(4)
        stray = [i for i, card in enumerate(pile) if pip_of(card) is pip and i % 4 != seat and i != fixed]
        free = [i for i, card in enumerate(pile) if pip_of(card) is not pip and i % 4 == seat and i != fixed]
        rng.shuffle(free)
        for here, there in zip(stray[: rng.choice((3, 4))], free, strict=False):
            pile[here], pile[there] = pile[there], pile[here]
