"""The part of a hand before the first lead: shuffle, draw in turn, declare, override, take the kitty and bury."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from paizhuo.device.players.acts import Act, Buries, Declares, Draws, TakesKitty, TakesUp
from paizhuo.device.players.choice import Player
from paizhuo.rules.cards import FACES, Card, Rank, Seat, Suit, two_decks
from paizhuo.rules.shengji.bidding import Bidding, Declaration, can_declare, declare
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Trump, trump_for


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everything is ready for the first lead: who holds what, who deals, what is trump and what is buried."""

    acts: tuple[Act, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    declarations: tuple[Declaration, ...]
    dealer: Seat
    suit: Suit | None
    trump: Trump
    buried: tuple[Card, ...]


def deal(
    players: Mapping[Seat, Player],
    rulebook: ShengjiRulebook,
    level: Rank,
    dealer: Seat | None,
    rng: random.Random,
    bunching: float = 0.0,
) -> Dealt:
    """Deal one hand at ``level``; ``dealer`` is None in the first hand, where declaring finds the dealer.

    ``bunching`` is the share of neighbouring pairs that a poor shuffle leaves for one player.

    Somebody always declares: whoever has a level card shows it after the last draw. Where nobody has one the cards
    are shuffled again before anybody sits down.
    """
    while True:
        cards = list(two_decks())
        rng.shuffle(cards)
        _bunch(cards, bunching, rng)
        if any(card.rank is level for card in cards[:-BOTTOM]):
            break
    first = dealer if dealer is not None else rng.choice(list(Seat))
    drawing = _Drawing(players, rulebook, Bidding(level, first_hand=dealer is None, dealer=dealer))
    for turn, card in enumerate(cards[:-BOTTOM]):
        drawing.draw(Seat((first + turn) % 4), card)
    if drawing.bidding.standing is None:
        drawing.show_at_last(rng)
    return _take_kitty(drawing, cards[-BOTTOM:], players, rulebook)


def _bunch(cards: list[Card], share: float, rng: random.Random) -> None:
    """Move cards so that, for a share of the faces, both copies and those of the next rank come to one player."""
    drawn = len(cards) - BOTTOM
    for low, high in pairwise(FACES):
        if low.suit is not high.suit or rng.random() >= share:
            continue
        seat = rng.randrange(4)
        for face in (low, low, high, high):
            stray = [
                place for place, card in enumerate(cards) if card is face and (place >= drawn or place % 4 != seat)
            ]
            free = [place for place in range(seat, drawn, 4) if cards[place] not in (low, high)]
            if stray and free:
                here, there = stray[0], rng.choice(free)
                cards[here], cards[there] = cards[there], cards[here]


class _Drawing:
    def __init__(self, players: Mapping[Seat, Player], rulebook: ShengjiRulebook, bidding: Bidding) -> None:
        self.bidding = bidding
        self.acts: list[Act] = []
        self.hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
        self.lying: tuple[Seat, tuple[Card, ...]] | None = None
        self._players = players
        self._rulebook = rulebook

    def draw(self, seat: Seat, card: Card) -> None:
        """Let a seat draw and, if it likes what it holds, declare."""
        self.acts.append(Draws(seat))
        self.hands[seat].append(card)
        player = self._players[seat]
        standing = self.bidding.standing
        shows = self._shows(seat)
        if not shows:
            return
        # An override can be held back as well as a first show; a pair is shown more readily than a single.
        show = max(shows, key=len)
        eager = player.temper.eagerness * (0.8 if standing is None else 0.5) * (1.0 if len(show) > 1 else 0.5)
        if player.rng.random() < eager:
            self._show(seat, show)

    def show_at_last(self, rng: random.Random) -> None:
        """Let any seat that can declare do so after the last draw."""
        able = [seat for seat in Seat if self._shows(seat)]
        seat = rng.choice(able)
        self._show(seat, self._shows(seat)[0])

    def _shows(self, seat: Seat) -> list[tuple[Card, ...]]:
        hand = self.hands[seat]
        interesting = [card for card in dict.fromkeys(hand) if card.rank is self.bidding.level or card.is_joker]
        tries = [(card,) for card in interesting if not card.is_joker]
        tries_of_two = [(card, card) for card in interesting if hand.count(card) == 2]
        standing = self.bidding.standing
        mine = standing is not None and standing.seat is seat
        every = [*tries, *tries_of_two]
        return [cards for cards in every if not mine and can_declare(self.bidding, seat, cards, self._rulebook)]

    def _show(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        self.bidding = declare(self.bidding, seat, cards, self._rulebook)
        self.acts.append(Declares(seat, cards))
        if self.lying is not None:
            self.acts.append(TakesUp(*self.lying))
        self.lying = (seat, cards)


def _take_kitty(
    drawing: _Drawing, bottom: list[Card], players: Mapping[Seat, Player], rulebook: ShengjiRulebook
) -> Dealt:
    bidding, hands, acts = drawing.bidding, drawing.hands, drawing.acts
    standing, dealer = bidding.standing, bidding.dealer
    if standing is None or dealer is None or drawing.lying is None:
        raise RuntimeError("nobody declared although somebody holds a level card")
    trump = trump_for(rulebook, bidding.level, standing.suit)
    acts.append(TakesUp(*drawing.lying))
    acts.append(TakesKitty(dealer))
    hands[dealer] += bottom
    buried = players[dealer].bury(hands[dealer], BOTTOM, trump, rulebook)
    for card in buried:
        hands[dealer].remove(card)
    acts.append(Buries(dealer, buried))
    dealt = {seat: tuple(cards) for seat, cards in hands.items()}
    return Dealt(tuple(acts), dealt, bidding.declarations, dealer, standing.suit, trump, buried)
