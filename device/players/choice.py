"""How a simulated player chooses cards. Strength of play does not matter, variety does; every choice is legal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paizhuo.device.players.temper import Temper
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.combos import decompose, shape
from paizhuo.rules.shengji.follow import choose_follow
from paizhuo.rules.shengji.lead import legal_leads
from paizhuo.rules.shengji.policies import ThrowSuits
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import beats
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import Group, Trump

LONGEST_THROW = 8

Plays = Sequence[tuple[Seat, tuple[Card, ...]]]


@dataclass(frozen=True, slots=True)
class Player:
    """One simulated player: a temper and a source of chance of the player's own."""

    seat: Seat
    temper: Temper
    rng: random.Random

    def lead(
        self, hand: Sequence[Card], others: Mapping[Seat, Sequence[Card]], trump: Trump, rulebook: ShengjiRulebook
    ) -> tuple[Card, ...]:
        """Choose a lead. ``others`` are the other hands: a throw is made only when it stands.

        A person who throws has counted; looking into the hands stands for the counting.
        """
        choices = list(legal_leads(hand, trump, rulebook))
        choices += throws(hand, others, trump, rulebook)
        if self.rng.random() < self.temper.whim:
            return self.rng.choice(choices)
        return max(choices, key=lambda cards: self._lead_worth(cards, trump))

    def _lead_worth(self, cards: tuple[Card, ...], trump: Trump) -> float:
        height = max(trump.strength(card) for card in cards) / 12
        taste = (self.temper.breadth - 0.4) * len(cards) * 1.2 + (self.temper.height - 0.5) * height * 4
        keeps_trumps = 0.6 if trump.group(cards[0]) is Group.TRUMP else 0.0
        return taste - keeps_trumps + self.rng.gauss(0.0, 0.35)

    def follow(self, plays: Plays, hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> tuple[Card, ...]:
        """Choose a legal answer to the plays of the trick so far."""
        lead = plays[0][1]
        if self.rng.random() < self.temper.whim:
            return choose_follow(lead, hand, trump, rulebook, lambda _: self.rng.random())
        ruff = self._ruff(lead, hand, trump, rulebook)
        if ruff is not None:
            return ruff
        partner_wins = winner(plays, trump, rulebook) is self.seat.partner
        return choose_follow(lead, hand, trump, rulebook, lambda card: self._cost(card, partner_wins, trump))

    def _ruff(
        self, lead: tuple[Card, ...], hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook
    ) -> tuple[Card, ...] | None:
        """Find trumps of the lead's shape when the player is void in its suit and feels like ruffing (毙)."""
        group = trump.group(lead[0])
        if group is Group.TRUMP or any(trump.group(card) is group for card in hand):
            return None
        if self.rng.random() > self.temper.ruffing:
            return None
        wanted = shape(decompose(lead, trump, rulebook))
        trumps = [card for card in hand if trump.group(card) is Group.TRUMP]
        fitting = [
            cards
            for cards in legal_leads(trumps, trump, rulebook)
            if len(cards) == len(lead) and shape(decompose(cards, trump, rulebook)) == wanted
        ]
        return self.rng.choice(fitting) if fitting else None

    def _cost(self, card: Card, partner_wins: bool, trump: Trump) -> float:
        taste = (0.5 - self.temper.height) * trump.strength(card) / 6
        points = card.points / 5 * (-self.temper.giving if partner_wins else 0.6)
        keeps_trumps = 2.0 if trump.group(card) is Group.TRUMP else 0.0
        return taste + points + keeps_trumps + self.rng.gauss(0.0, 0.25)

    def bury(self, hand: Sequence[Card], count: int, trump: Trump, rulebook: ShengjiRulebook) -> tuple[Card, ...]:
        """Choose the cards to bury (扣底): low side cards, short suits first, points by temper and permission."""
        lengths = {group: sum(trump.group(card) is group for card in hand) for group in Group}
        limit = rulebook.kitty.bury_limit

        def cost(card: Card) -> float:
            group = trump.group(card)
            trumps = 30.0 if group is Group.TRUMP else 0.0
            points = card.points * (0.8 if limit else 0.5 - 0.45 * self.temper.height)
            pair = 3.0 if hand.count(card) > 1 else 0.0
            return trumps + points + pair + trump.strength(card) * 0.4 + lengths[group] * 0.5 + self.rng.random()

        return tuple(sorted(hand, key=cost)[:count])


def throws(
    hand: Sequence[Card], others: Mapping[Seat, Sequence[Card]], trump: Trump, rulebook: ShengjiRulebook
) -> list[tuple[Card, ...]]:
    """Give for each suit group the throw of all units that no other hand can beat, where there are two or more."""
    found: list[tuple[Card, ...]] = []
    for group in Group:
        cards = [card for card in hand if trump.group(card) is group]
        if len(cards) < 2 or not may_throw(group, rulebook):
            continue
        rivals = [[card for card in other if trump.group(card) is group] for other in others.values()]
        standing = [
            unit for unit in decompose(cards, trump, rulebook) if not any(beats(rival, unit, trump) for rival in rivals)
        ]
        while sum(len(unit.cards) for unit in standing) > LONGEST_THROW:
            standing.pop()
        together = tuple(card for unit in standing for card in unit.cards)
        # Joined differently the same cards may be one longer unit, or units that somebody does beat.
        units = decompose(together, trump, rulebook) if together else ()
        if len(units) > 1 and not any(beats(rival, unit, trump) for rival in rivals for unit in units):
            found.append(together)
    return found


def may_throw(group: Group, rulebook: ShengjiRulebook) -> bool:
    """Say whether the rulebook allows throws in a suit group."""
    if rulebook.throw.suits is ThrowSuits.NONE:
        return False
    return group is not Group.TRUMP or rulebook.throw.suits is ThrowSuits.ANY
