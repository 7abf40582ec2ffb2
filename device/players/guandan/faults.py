"""Planted faults: what Guandan players do wrong on purpose, so that a referee can be tested.

A fault is planned for a trick and carried out at the first chance from there on; some hands never offer one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum

from paizhuo.device.players.planting import Planned, Planting
from paizhuo.rules.cards import Card, Rank
from paizhuo.rules.guandan.holding import hold
from paizhuo.rules.guandan.lay import lay
from paizhuo.rules.guandan.moves import Move, moves
from paizhuo.rules.guandan.pips import card_strength, wild_card
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand, verify_play
from paizhuo.rules.guandan.tribute import owed_cards, returnable


class Fault(StrEnum):
    """The kinds of fault."""

    WRONG_TRIBUTE = "wrong_tribute"
    """Pays a card although a larger one is in the hand (该贡大却贡小)."""
    WRONG_RETURN = "wrong_return"
    """Gives back a card above ten although a low one is in the hand."""
    DOES_NOT_BEAT = "does_not_beat"
    """Lays a play that does not beat the one on the table, and takes it back."""
    NO_SHAPE = "no_shape"
    """Lays cards that are no shape, and takes them back."""
    OUT_OF_TURN = "out_of_turn"
    """Leads in place of the seat whose lead it is, and takes it back."""
    ADDED_LATER = "added_later"
    """Lays a part of a play and adds the rest (not 一次性)."""
    TAKEBACK = "takeback"
    """Lays a play, takes it back and plays something else or passes (悔牌)."""
    MISSING_REPORT = "missing_report"
    """Does not say how many cards are left (不报牌)."""
    WRONG_REPORT = "wrong_report"
    """Says a wrong number of cards."""
    WRONG_COUNT = "wrong_count"
    """Draws a card too many in the deal, so that another hand is short (张数不符)."""


BEFORE_PLAY = frozenset({Fault.WRONG_TRIBUTE, Fault.WRONG_RETURN, Fault.WRONG_COUNT})
_TRIES = 40


def plan(rng: random.Random, count: int, kinds: Sequence[Fault] = tuple(Fault)) -> tuple[Planned[Fault], ...]:
    """Plan ``count`` faults of different kinds, spread over the hand."""
    chosen = rng.sample(list(kinds), min(count, len(kinds)))
    return tuple(Planned(fault, 0 if fault in BEFORE_PLAY else rng.randint(1, 6)) for fault in chosen)


class Injector(Planting[Fault]):
    """Finds the wrong play for a fault that is due, in a hand that allows one."""

    def wrong_tribute(self, hand: Sequence[Card], level: Rank) -> Card | None:
        """Give a tribute that is not the largest card, when such a fault is due."""
        if not self.due(Fault.WRONG_TRIBUTE, 0):
            return None
        owed = owed_cards(hand, level)
        top = card_strength(next(iter(owed)), level)
        others = [card for card in hand if card_strength(card, level) < top and card is not wild_card(level)]
        if not others:
            return None
        self.done(Fault.WRONG_TRIBUTE)
        # Nobody cheats with a three: the next best card is what a player hopes to get through with.
        return max(others, key=lambda card: card_strength(card, level))

    def wrong_return(self, hand: Sequence[Card], level: Rank, rules: GuandanRulebook) -> Card | None:
        """Give a return that is not low enough, when such a fault is due and the hand has one to spare."""
        if not self.due(Fault.WRONG_RETURN, 0):
            return None
        allowed = returnable(hand, level, rules)
        others = [card for card in hand if card not in allowed and not card.is_joker and card is not wild_card(level)]
        if not others:
            return None
        self.done(Fault.WRONG_RETURN)
        return min(others, key=lambda card: card_strength(card, level))

    def too_low(self, trick: int, state: Hand, hand: Sequence[Card], rules: GuandanRulebook) -> tuple[Card, ...] | None:
        """Give a play that does not beat the standing one, of the same shape if there is one, when that is due."""
        top = state.to_beat
        if not self.due(Fault.DOES_NOT_BEAT, trick) or top is None or state.turn is None:
            return None
        seat, wanted = state.turn, top.possible[0]
        holding = hold(hand, state.level)
        plain = [(move, lay(move, holding)) for move in moves(holding, None, rules) if not move.wilds]
        choices = [
            (move, cards)
            for move, cards in plain
            if [each.code for each in verify_play(state, seat, cards, rules)] == ["play.does_not_beat"]
        ]
        if not choices:
            return None
        same = [choice for choice in choices if (choice[0].shape, choice[0].size) == (wanted.shape, wanted.size)]
        self.done(Fault.DOES_NOT_BEAT)
        return self._rng.choice(same or choices)[1]

    def no_shape(
        self, trick: int, state: Hand, hand: Sequence[Card], rules: GuandanRulebook
    ) -> tuple[Card, ...] | None:
        """Give cards that are no shape, when that is due and the hand has such cards."""
        if not self.due(Fault.NO_SHAPE, trick) or state.turn is None or len(hand) < 3:
            return None
        for _ in range(_TRIES):
            cards = tuple(self._rng.sample(list(hand), self._rng.choice((2, 3))))
            if [each.code for each in verify_play(state, state.turn, cards, rules)] == ["shape.none"]:
                self.done(Fault.NO_SHAPE)
                return cards
        return None


def in_two(move: Move, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Split a play as somebody lays it who has not counted: all but the last one or two cards, then those."""
    if len(cards) < 3 or move.wilds:
        return None
    cut = len(cards) - (2 if len(cards) > 4 else 1)
    return cards[:cut], cards[cut:]
