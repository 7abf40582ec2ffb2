"""How a simulated Guandan player chooses. Strength of play does not matter, variety does; every choice is legal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from paizhuo.device.players.guandan.temper import GuandanTemper
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.combos import Shape
from paizhuo.rules.guandan.holding import hold
from paizhuo.rules.guandan.lay import lay, meant
from paizhuo.rules.guandan.moves import Move, moves
from paizhuo.rules.guandan.pips import card_strength, pip_of, strength
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand
from paizhuo.rules.guandan.wild import read

_Cards = tuple[Card, ...]

BOMBS = frozenset({Shape.BOMB, Shape.STRAIGHT_FLUSH, Shape.JOKER_BOMB})


@dataclass(frozen=True, slots=True)
class GuandanPlayer:
    """One simulated player: a temper and a source of chance of the player's own."""

    seat: Seat
    temper: GuandanTemper
    rng: random.Random

    def act(self, state: Hand, hand: Sequence[Card], rules: GuandanRulebook) -> tuple[Card, ...]:
        """Choose what to lay in ``state``, left to right; no cards mean a pass. A leader always lays something."""
        choices = plays(state, hand, rules)
        if state.awaits_lead:
            return self._lead(choices, hand, state.level)
        return self._answer(choices, hand, state)

    def _lead(self, choices: Sequence[tuple[Move, tuple[Card, ...]]], hand: Sequence[Card], level: Rank) -> _Cards:
        if self.rng.random() < self.temper.whim:
            return self.rng.choice(choices)[1]
        return max(choices, key=lambda choice: self._lead_worth(choice[0], choice[1], hand, level))[1]

    def _lead_worth(self, move: Move, cards: _Cards, hand: Sequence[Card], level: Rank) -> float:
        if len(cards) == len(hand):
            return 100.0
        worth = (self.temper.breadth - 0.3) * move.size * 1.3
        worth += (self.temper.height - 0.55) * _height(move, level) * 5
        worth -= 0.8 * move.wilds + 0.5 * _broken(cards, hand)
        if move.shape in BOMBS:
            worth -= 9.0 * (1.0 - 0.5 * self.temper.bombing)
        return worth + self.rng.gauss(0.0, 0.35)

    def _answer(self, choices: Sequence[tuple[Move, tuple[Card, ...]]], hand: Sequence[Card], state: Hand) -> _Cards:
        if self.rng.random() < self.temper.whim:
            return self.rng.choice([*(cards for _, cards in choices), ()])
        out = next((cards for _, cards in choices if len(cards) == len(hand)), None)
        if out is not None:
            return out
        top = state.to_beat
        if top is not None and top.seat is self.seat.partner and self.rng.random() < self.temper.loyalty:
            return ()
        plain = [choice for choice in choices if choice[0].shape not in BOMBS]
        bombs = [choice for choice in choices if choice[0].shape in BOMBS]
        if plain:
            costs = [self._answer_cost(move, cards, hand, state.level) for move, cards in plain]
            if min(costs) < self._limit():
                return plain[costs.index(min(costs))][1]
        if bombs and self.rng.random() < self._urge(state):
            return min(bombs, key=lambda choice: (choice[0].size, choice[0].wilds))[1]
        return ()

    def _answer_cost(self, move: Move, cards: _Cards, hand: Sequence[Card], level: Rank) -> float:
        # One who likes height answers with the highest card that beats, another with the lowest.
        taste = (0.5 - self.temper.height) * _height(move, level) * 4
        return taste + 0.6 * move.wilds + 0.5 * _broken(cards, hand) + self.rng.gauss(0.0, 0.2)

    def _limit(self) -> float:
        return 1.4 + 1.2 * self.temper.height + self.rng.gauss(0.0, 0.3)

    def _urge(self, state: Hand) -> float:
        """Give how likely a bomb is spent now: more so against one who is about to go out."""
        top = state.to_beat
        if top is None or top.seat is self.seat.partner:
            return 0.1 * self.temper.bombing
        near = 0.4 if state.left[top.seat] <= 6 else 0.0
        return min(1.0, self.temper.bombing + near)

    def pay(self, owed: Collection[Card]) -> Card:
        """Choose among the cards that satisfy the tribute: the suit is the payer's choice."""
        return self.rng.choice(sorted(owed))

    def give_back(self, allowed: Collection[Card], hand: Sequence[Card], level: Rank) -> Card:
        """Choose a return: a lone low card rather than one of a pair."""
        counts = Counter(pip_of(card) for card in hand)
        return min(
            sorted(allowed), key=lambda card: (counts[pip_of(card)], card_strength(card, level) + self.rng.random())
        )


def plays(state: Hand, hand: Sequence[Card], rules: GuandanRulebook) -> list[tuple[Move, tuple[Card, ...]]]:
    """Give every legal play, each laid left to right so that the cards on the table alone say what it is.

    A play whose reading would have to be said aloud is left out: nobody at this table speaks.
    """
    level, top = state.level, state.to_beat
    over = top.possible[0] if top else None
    holding = hold(hand, level)
    found = []
    for move in moves(holding, over, rules):
        cards = lay(move, holding)
        if not move.wilds or read(cards, level, rules, over=over).reading == meant(move, cards, level, rules):
            found.append((move, cards))
    return found


def _height(move: Move, level: Rank) -> float:
    """Give how high a move is inside its shape, 0 to 1."""
    if move.shape.is_sequence:
        return move.key.height / 14
    return (strength(move.key, level) - 2) / 15


def _broken(cards: Sequence[Card], hand: Sequence[Card]) -> int:
    """Count the pips of which the play takes some and leaves others behind."""
    used, held = Counter(pip_of(card) for card in cards), Counter(pip_of(card) for card in hand)
    return sum(count < held[pip] for pip, count in used.items())
