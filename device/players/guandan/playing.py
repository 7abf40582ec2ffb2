"""The tricks of a hand of Guandan: plays, passes, planted faults, reports; every play is written down as it stood."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.device.players.acts import Act, Lays, Notes, Nudges, Passes, Reports, TakesUp, TurnsDown
from paizhuo.device.players.guandan.choice import GuandanPlayer, plays
from paizhuo.device.players.guandan.faults import Fault, Injector, in_two
from paizhuo.device.players.guandan.truth import TrueReport, TrueTrick
from paizhuo.device.players.truth import Offence, TruePlay
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.policies import Reports as When
from paizhuo.rules.guandan.reports import must_report
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand, begin, pass_turn, play

NUDGES = 0.02
"""The share of plays after which a sleeve pushes somebody's cards."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """How the hand was played."""

    acts: tuple[Act, ...]
    tricks: tuple[TrueTrick, ...]
    reports: tuple[TrueReport, ...]
    order: tuple[Seat, ...]
    offences: tuple[Offence, ...]


def play_tricks(
    hands: Mapping[Seat, tuple[Card, ...]],
    leader: Seat,
    level: Rank,
    players: Mapping[Seat, GuandanPlayer],
    rules: GuandanRulebook,
    faults: Injector,
    rng: random.Random,
) -> Tricks:
    """Play from the first lead until the finishing order is known."""
    hand = _Play(hands, leader, level, players, rules, faults, rng)
    while not hand.state.is_over:
        hand.trick()
    return Tricks(tuple(hand.acts), tuple(hand.tricks), tuple(hand.reports), hand.state.places, hand.proved)


class _Play:
    def __init__(
        self,
        hands: Mapping[Seat, tuple[Card, ...]],
        leader: Seat,
        level: Rank,
        players: Mapping[Seat, GuandanPlayer],
        rules: GuandanRulebook,
        faults: Injector,
        rng: random.Random,
    ) -> None:
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.state: Hand = begin(level, leader, self.hands)
        self.acts: list[Act] = []
        self.tricks: list[TrueTrick] = []
        self.reports: list[TrueReport] = []
        self.offences: list[Offence] = []
        self._players = players
        self._rules = rules
        self._faults = faults
        self._rng = rng
        self._number = 0
        self._plays: list[TruePlay] = []
        self._misreported: list[Seat] = []

    @property
    def proved(self) -> tuple[Offence, ...]:
        """Give the offences that can be proved: a wrong number only of a seat whose cards were all seen."""
        unseen = [seat for seat in self._misreported if seat not in self.state.order]
        return tuple(each for each in self.offences if each.code != "report.wrong_number" or each.seat not in unseen)

    def trick(self) -> None:
        """Play one trick and turn its cards down."""
        leader = self.state.turn
        if leader is None:
            raise RuntimeError("nobody can lead although the hand is not over")
        self._number += 1
        self._plays = []
        self._lead_out_of_turn(leader)
        self._turn(leader)
        while not self.state.is_over and not self.state.trick.is_over and self.state.turn is not None:
            self._turn(self.state.turn)
        top = self.state.trick.top
        if top is None:
            raise RuntimeError("a trick without a play that stands")
        self.tricks.append(TrueTrick(self._number, leader, top.seat, tuple(self._plays)))
        self.acts.append(TurnsDown(tuple(dict.fromkeys(each.seat for each in self._plays))))

    def _turn(self, seat: Seat) -> None:
        hand = self.hands[seat]
        for wrong, code in (
            (self._faults.too_low(self._number, self.state, hand, self._rules), "play.does_not_beat"),
            (self._faults.no_shape(self._number, self.state, hand, self._rules), "shape.none"),
        ):
            if wrong is not None:
                self._lay_and_take_back(seat, wrong, code)
        cards = self._players[seat].act(self.state, hand, self._rules)
        self._change_of_mind(seat, cards)
        if not cards:
            self.acts.append(Passes(seat))
            self.state = pass_turn(self.state, seat, self._rules)
            return
        self._lay(seat, cards)
        for card in cards:
            hand.remove(card)
        self.state = play(self.state, seat, cards, self._rules)
        self._plays.append(TruePlay(seat, cards))
        self._report(seat)
        if self._rng.random() < NUDGES:
            self.acts.append(Nudges(self._rng.choice([each.seat for each in self._plays])))

    def _lay(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Lay a play in one motion, or in two when that fault is due."""
        if self._faults.due(Fault.ADDED_LATER, self._number):
            move = next(move for move, laid in plays(self.state, self.hands[seat], self._rules) if laid == cards)
            parts = in_two(move, cards)
            if parts is not None:
                self._faults.done(Fault.ADDED_LATER)
                self.acts += [Lays(seat, parts[0]), Lays(seat, parts[1])]
                self._note("play.added_later", seat, len(self.hands[seat]) - len(cards))
                return
        self.acts.append(Lays(seat, cards))

    def _lead_out_of_turn(self, leader: Seat) -> None:
        """Let another seat lead and take its cards back, when that fault is due."""
        others = [seat for seat in Seat if seat is not leader and seat not in self.state.trick.out]
        if not self._faults.due(Fault.OUT_OF_TURN, self._number) or not others:
            return
        self._faults.done(Fault.OUT_OF_TURN)
        seat = self._rng.choice(others)
        card = self._rng.choice(self.hands[seat])
        self._lay_and_take_back(seat, (card,), "turn.out_of_turn")

    def _change_of_mind(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """Let a seat lay another legal play first and take it back, when that fault is due."""
        if not self._faults.due(Fault.TAKEBACK, self._number):
            return
        others = [laid for _, laid in plays(self.state, self.hands[seat], self._rules) if sorted(laid) != sorted(cards)]
        others = [laid for laid in others if len(laid) <= 2]
        if others:
            self._faults.done(Fault.TAKEBACK)
            self._lay_and_take_back(seat, self._rng.choice(others), "play.taken_back")

    def _lay_and_take_back(self, seat: Seat, cards: tuple[Card, ...], code: str) -> None:
        self.acts += [Lays(seat, cards), TakesUp(seat, cards)]
        self._offend(code, seat)

    def _report(self, seat: Seat) -> None:
        left = len(self.hands[seat])
        if self._rules.report.when is When.OFF:
            return
        before = sum(each.seat is seat for each in self.reports)
        if not must_report(left, self._rules, before=before):
            return
        if self._faults.due(Fault.MISSING_REPORT, self._number) and not before:
            self._faults.done(Fault.MISSING_REPORT)
            self._note("report.missing", seat, left)
            return
        said = left
        if self._faults.due(Fault.WRONG_REPORT, self._number) and left > 1:
            self._faults.done(Fault.WRONG_REPORT)
            said = left - 1
            self._misreported.append(seat)
            self._offend("report.wrong_number", seat)
        self.acts.append(Reports(seat, said))
        self.reports.append(TrueReport(seat, said))

    def _note(self, code: str, seat: Seat, left: int) -> None:
        """Commit a breach that only people notice: the referee at the table notes it."""
        self.acts.append(Notes(seat, code, left))
        self._offend(code, seat)

    def _offend(self, code: str, seat: Seat) -> None:
        self.offences.append(Offence(code, seat, self._number))
