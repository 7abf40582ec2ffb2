"""The tricks of a hand: leads, follows, planted faults, collecting; every play is written down as it stood."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.device.players.acts import Act, Collects, Lays, Nudges, TakesUp
from paizhuo.device.players.choice import Player
from paizhuo.device.players.dealing import Dealt
from paizhuo.device.players.faults import Fault, Injector
from paizhuo.device.players.truth import Offence, TruePlay, TrueTrick
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trick import points, winner

NUDGES = 0.02
"""The share of plays after which a sleeve pushes somebody's cards."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """How the hand was played."""

    acts: tuple[Act, ...]
    tricks: tuple[TrueTrick, ...]
    offences: tuple[Offence, ...]


def play_tricks(
    dealt: Dealt, players: Mapping[Seat, Player], rulebook: ShengjiRulebook, faults: Injector, rng: random.Random
) -> Tricks:
    """Play until the hands are empty."""
    play = _Play(dealt, players, rulebook, faults, rng)
    leader = dealt.dealer
    while play.hands[leader]:
        leader = play.trick(leader)
    return Tricks(tuple(play.acts), tuple(play.tricks), tuple(play.offences))


class _Play:
    def __init__(
        self,
        dealt: Dealt,
        players: Mapping[Seat, Player],
        rulebook: ShengjiRulebook,
        faults: Injector,
        rng: random.Random,
    ) -> None:
        self.hands = {seat: list(cards) for seat, cards in dealt.hands.items()}
        self.acts: list[Act] = []
        self.tricks: list[TrueTrick] = []
        self.offences: list[Offence] = []
        self._trump = dealt.trump
        self._players = players
        self._rulebook = rulebook
        self._faults = faults
        self._rng = rng
        self._number = 0
        self._plays: list[tuple[Seat, tuple[Card, ...]]] = []

    def trick(self, leader: Seat) -> Seat:
        """Play one trick and give the seat that leads next."""
        self._number += 1
        self._plays = []
        self._lead(leader)
        order = [leader.next, leader.partner, leader.previous]
        if self._faults.due(Fault.OUT_OF_TURN, self._number) and len(self.hands[leader]) > 0:
            self._faults.done(Fault.OUT_OF_TURN)
            order = [order[1], order[0], order[2]]
            self._offend("turn.out_of_turn", order[0])
        for seat in order:
            self._follow(seat)
        taker = winner(self._plays, self._trump, self._rulebook)
        plays = tuple(TruePlay(seat, cards) for seat, cards in self._plays)
        self.tricks.append(TrueTrick(self._number, leader, taker, points(self._plays), plays))
        self.acts.append(Collects(taker))
        return taker

    def _lead(self, seat: Seat) -> None:
        hand = self.hands[seat]
        others = {each: self.hands[each] for each in (seat.next, seat.partner, seat.previous)}
        attempt = self._faults.wrong_throw(self._number, hand, others, self._trump, self._rulebook)
        if attempt is None:
            self._stand(seat, self._players[seat].lead(hand, others, self._trump, self._rulebook))
            return
        outcome = judge_throw(attempt, others, self._trump, self._rulebook)
        self.acts += [Lays(seat, attempt), TakesUp(seat, outcome.returned)]
        self._offend("throw.failed", seat)
        self._stand(seat, outcome.forced, lay=False)

    def _follow(self, seat: Seat) -> None:
        hand, lead = self.hands[seat], self._plays[0][1]
        play = self._faults.revoke(self._number, lead, hand, self._trump, self._rulebook)
        if play is not None:
            for violation in verify_follow(lead, hand, play, self._trump, self._rulebook):
                self._offend(violation.code, seat)
            self._stand(seat, play)
            return
        play = self._players[seat].follow(self._plays, hand, self._trump, self._rulebook)
        self._stand(seat, play, lay=not self._fumble(seat, play))

    def _fumble(self, seat: Seat, play: tuple[Card, ...]) -> bool:
        """Lay the play wrongly first and put it right, when such a fault is due; say whether it now lies there."""
        rest = list(self.hands[seat])
        for card in play:
            rest.remove(card)
        if not rest:
            return False
        if self._faults.due(Fault.TAKEBACK, self._number) and len(play) == 1:
            wrong = self._rng.choice([card for card in rest if card is not play[0]] or [play[0]])
            self.acts += [Lays(seat, (wrong,)), TakesUp(seat, (wrong,)), Lays(seat, play)]
            self._faults.done(Fault.TAKEBACK)
            self._offend("play.taken_back", seat)
            return True
        if self._faults.due(Fault.TOO_MANY, self._number):
            extra = self._rng.choice(rest)
            self.acts += [Lays(seat, (*play, extra)), TakesUp(seat, (extra,))]
            self._faults.done(Fault.TOO_MANY)
            self._offend("count.wrong", seat)
            return True
        if self._faults.due(Fault.TOO_FEW, self._number) and len(play) > 1:
            self.acts += [Lays(seat, play[:-1]), Lays(seat, play[-1:])]
            self._faults.done(Fault.TOO_FEW)
            return True
        return False

    def _stand(self, seat: Seat, cards: tuple[Card, ...], *, lay: bool = True) -> None:
        if lay:
            self.acts.append(Lays(seat, cards))
        for card in cards:
            self.hands[seat].remove(card)
        self._plays.append((seat, cards))
        if self._rng.random() < NUDGES:
            self.acts.append(Nudges(self._rng.choice([played for played, _ in self._plays])))

    def _offend(self, code: str, seat: Seat) -> None:
        self.offences.append(Offence(code, seat, self._number))
