"""Turn what people do into a script: who reaches where at which second, and what lies there afterwards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from paizhuo.device.players.acts import (
    Act,
    Buries,
    ClearsTable,
    Collects,
    CountsHands,
    Declares,
    Draws,
    Lays,
    LaysDown,
    Notes,
    Nudges,
    Passes,
    Reports,
    TakesFrom,
    TakesKitty,
    TakesUp,
    TurnsDown,
    TurnsKitty,
    TurnsOver,
    TurnsUp,
)
from paizhuo.device.twin.lay import MANNERS, ROW_STEP, SPOTS, Manners, laid
from paizhuo.device.twin.scene import FRAMES, Lying, Point
from paizhuo.device.twin.script import Change, Cue, Moment, Reach, Script
from paizhuo.rules.cards import Card, Seat, Side
from paizhuo.rules.shengji.kitty import BOTTOM

HOMES: dict[Seat, Point] = {
    Seat.S: (40.0, 620.0),
    Seat.E: (760.0, -40.0),
    Seat.N: (-40.0, -620.0),
    Seat.W: (-760.0, 40.0),
}
"""Where a hand is while it does nothing: outside the picture."""

PILES: dict[Side | Seat, Point] = {
    Side.EW: (335.0, 282.0),
    Side.NS: (-335.0, -282.0),
    Seat.E: (350.0, 285.0),
    Seat.N: (350.0, -285.0),
    Seat.W: (-350.0, -285.0),
    Seat.S: (-350.0, 285.0),
}
"""Where each side keeps its tricks, and each seat, at its left hand, what it has turned down."""

MIDDLE: Point = (0.0, 0.0)
BESIDE_PILE = 112.0
"""How far beside the pile a turned card lies."""

UNSEEN = Reports | CountsHands | Notes | Passes
"""What people do that leaves the table as it is."""

_DRAWS_A_PICTURE = 13
_LOOKS_AT_BACKS = 3
_KITTY_ROW = 4
_KITTY_STEP = 24.0


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds that things take: thinking, one gesture, one draw; ``looks`` still pictures follow every gesture.

    Sight needs two still pictures to call a zone settled and two reads to believe a card.
    """

    think: tuple[float, float] = (1.2, 2.6)
    gesture: float = 0.9
    draw: float = 0.22
    rest: float = 0.6
    looks: int = 4
    look_gap: float = 0.22


class Director:
    """Directs the hands of a match, one after the other. Equal ``rng`` and acts give equal scripts.

    What the last hand left on the table is cleared away at the beginning of the next.
    """

    def __init__(self, rng: random.Random, tempo: Tempo, manners: dict[Seat, Manners] | None = None) -> None:
        self._rng = rng
        self._tempo = tempo
        self._manners = manners or MANNERS
        self._now = 0.0
        self._number = 0
        self._left = 0
        self._rest = 0
        self._centre: tuple[Lying, ...] = ()
        self._piles: dict[Side | Seat, tuple[Lying, ...]] = {}
        self._plays: list[tuple[Seat, tuple[Lying, ...]]] = []
        self._changes: list[Change] = []
        self._reaches: list[Reach] = []
        self._moments: list[Moment] = []
        self._cues: list[Cue] = []

    def direct(self, acts: Iterable[Act], cards_in_pile: int = 108) -> Script:
        """Give the script of ``acts``, beginning with a pile of ``cards_in_pile`` in the middle of an empty table."""
        self._now = 0.0
        self._changes, self._reaches, self._moments, self._cues = [], [], [], []
        if self._all():
            self._show()
            self._act(ClearsTable(Seat.S))
        else:
            self._show()
            self._settle()
        acts = tuple(acts)
        self._left = cards_in_pile
        self._rest = cards_in_pile - sum(isinstance(act, Draws) for act in acts)
        self._centre = self._stack(MIDDLE, cards_in_pile)
        self._gesture(Seat.S, MIDDLE, _LOOKS_AT_BACKS)
        for act in acts:
            self._act(act)
            at = self._now if isinstance(act, UNSEEN) else self._changes[-1].at
            self._cues.append(Cue(at, act))
        self._now += self._tempo.rest
        return Script(tuple(self._changes), tuple(self._reaches), tuple(self._moments), tuple(self._cues), self._now)

    def pause(self, seconds: float) -> Script:
        """Give a script in which nobody does anything: what lies on the table stays."""
        return Script((Change(0.0, self._all()),), (), (Moment(seconds / 2, "settled"),), (), seconds)

    def _act(self, act: Act) -> None:
        match act:
            case Draws(seat):
                self._draw(seat)
            case TurnsUp(seat, card):
                self._turn_up(seat, card)
            case Declares(seat, cards) | Lays(seat, cards):
                self._lay(seat, cards)
            case LaysDown(seat, cards):
                self._lay(seat, cards, face_up=False)
            case TurnsOver(seats):
                self._turn_over(seats)
            case TakesUp(seat, cards):
                self._take_up(seat, seat, cards)
            case TakesFrom(seat, owner, cards):
                self._take_up(seat, owner, cards)
            case TakesKitty(seat):
                self._centre = ()
                self._gesture(seat, MIDDLE, _LOOKS_AT_BACKS)
            case Buries(seat, cards):
                self._now += self._think() * 2
                self._centre = self._stack(MIDDLE, len(cards))
                self._gesture(seat, MIDDLE, _LOOKS_AT_BACKS)
            case Nudges(seat):
                self._nudge(seat)
            case Collects(seat):
                self._collect(seat)
            case TurnsDown(seats):
                self._turn_down(seats)
            case Passes():
                self._now += self._think() / 2
            case Reports() | CountsHands() | Notes():
                self._now += self._tempo.rest
            case TurnsKitty(seat, cards):
                self._centre = self._kitty_rows(seat, cards)
                self._gesture(seat, MIDDLE, _LOOKS_AT_BACKS)
            case ClearsTable(seat):
                self._centre, self._plays = (), []
                self._piles = {}
                self._gesture(seat, MIDDLE)

    def _draw(self, seat: Seat) -> None:
        start = self._now
        self._reaches.append(Reach(start, start + self._tempo.draw * 2.2, seat, MIDDLE, HOMES[seat]))
        self._now += self._tempo.draw
        self._left -= 1
        before = len(self._centre)
        if len(self._centre) != _stack_height(self._left):
            self._centre = self._centre[: _stack_height(self._left)]
        last = self._left == self._rest
        if last and self._left:
            self._centre = self._stack(MIDDLE, self._left)
        if len(self._centre) != before or last:
            self._changes.append(Change(start + self._tempo.draw, self._all()))
        if self._left % _DRAWS_A_PICTURE == 0:
            self._moments.append(Moment(start + self._tempo.draw, "hand"))
        if last:
            self._now += self._tempo.draw * 2
            self._settle(_LOOKS_AT_BACKS)

    def _turn_up(self, seat: Seat, card: Card) -> None:
        """Show a card of the pile beside it, then push it back in."""
        self._now += self._think()
        pile, frame = self._centre, FRAMES[seat]
        x, y = frame.at(MIDDLE, BESIDE_PILE, 0.0)
        turned = Lying(self._next(), card, x, y, frame.angle + self._rng.gauss(0.0, 6.0))
        self._centre = (*pile, turned)
        self._gesture(seat, (x, y), _LOOKS_AT_BACKS)
        self._now += self._think()
        self._centre = pile
        self._gesture(seat, (x, y))

    def _lay(self, seat: Seat, cards: Sequence[Card], *, face_up: bool = True) -> None:
        self._now += self._think()
        placed = laid([(self._next(), card) for card in cards], seat, self._manners[seat], self._rng)
        if not face_up:
            placed = tuple(replace(card, face_up=False) for card in placed)
        self._plays.append((seat, placed))
        self._gesture(seat, _middle(placed), 0 if face_up else _LOOKS_AT_BACKS)

    def _turn_over(self, seats: Sequence[Seat]) -> None:
        """Turn over what lies face down, everybody at the same moment."""
        self._now += self._think()
        turned = [
            (owner, tuple(replace(card, face_up=True) for card in placed) if owner in seats else placed)
            for owner, placed in self._plays
        ]
        self._plays = turned
        start, length = self._now, self._tempo.gesture
        for seat in seats[1:]:
            self._reaches.append(Reach(start, start + length, seat, SPOTS[seat], HOMES[seat]))
        self._gesture(seats[0], SPOTS[seats[0]])

    def _take_up(self, hand: Seat, seat: Seat, cards: Sequence[Card]) -> None:
        """Let ``hand`` take cards that lie in front of ``seat``; who takes back a slip of its own is quick."""
        self._now += self._think() / (5 if hand is seat else 2)
        wanted = list(cards)
        target = SPOTS[seat]
        for place in range(len(self._plays) - 1, -1, -1):
            owner, placed = self._plays[place]
            if owner is not seat:
                continue
            stays = []
            for lying in reversed(placed):
                if lying.card in wanted:
                    wanted.remove(lying.card)
                    target = (lying.x, lying.y)
                else:
                    stays.append(lying)
            self._plays[place] = (owner, tuple(reversed(stays)))
        if wanted:
            raise ValueError(f"{seat.name} cannot take up {[str(card) for card in wanted]}: they do not lie there")
        self._plays = [play for play in self._plays if play[1]]
        self._gesture(hand, target)

    def _nudge(self, seat: Seat) -> None:
        self._now += self._tempo.rest
        dx, dy = self._rng.uniform(-24, 24), self._rng.uniform(-16, 16)
        for place, (owner, placed) in enumerate(self._plays):
            if owner is seat:
                self._plays[place] = (owner, tuple(replace(one, x=one.x + dx, y=one.y + dy) for one in placed))
        self._gesture(seat, SPOTS[seat])

    def _collect(self, seat: Seat) -> None:
        self._now += self._tempo.rest
        gathered = 0
        step = self._tempo.gesture * 0.7
        for owner in (seat, seat.next, seat.partner, seat.previous):
            start = self._now
            spots = [_middle(placed) for whose, placed in self._plays if whose is owner]
            gathered += sum(len(placed) for whose, placed in self._plays if whose is owner)
            self._plays = [play for play in self._plays if play[0] is not owner]
            if not spots:
                continue
            self._reaches.append(Reach(start, start + step, seat, spots[-1], HOMES[seat]))
            self._changes.append(Change(start + step / 2, self._all()))
            if owner in (seat, seat.partner):
                self._moments.append(Moment(start + step * 0.55, "hand"))
            self._now += step
        self._heap(seat.side)
        self._gesture(seat, PILES[seat.side])

    def _turn_down(self, seats: Sequence[Seat]) -> None:
        """Let every seat turn its cards of the trick face down onto its own pile, one soon after the other."""
        self._now += self._tempo.rest
        length, step = self._tempo.gesture, self._tempo.gesture * 0.45
        for place, seat in enumerate(seats):
            spots = [_middle(placed) for owner, placed in self._plays if owner is seat]
            self._plays = [play for play in self._plays if play[0] is not seat]
            self._heap(seat)
            self._reach(seat, spots[-1], self._now + place * step)
        self._now += (len(seats) - 1) * step + length
        self._settle()

    def _heap(self, owner: Side | Seat) -> None:
        """Lay one more back onto a pile; the sixth looks like all that follow."""
        pile = self._piles.get(owner, ())
        if len(pile) < 6:
            self._piles[owner] = (*pile, self._back(PILES[owner], 7.0, 16.0))

    def _gesture(self, seat: Seat, target: Point, more_looks: int = 0) -> None:
        """Reach to ``target``; the table looks as it now stands from the middle of the gesture on."""
        self._reach(seat, target, self._now)
        self._now += self._tempo.gesture
        self._settle(more_looks)

    def _reach(self, seat: Seat, target: Point, start: float) -> None:
        length = self._tempo.gesture
        self._reaches.append(Reach(start, start + length, seat, target, HOMES[seat]))
        self._changes.append(Change(start + length * 0.45, self._all()))
        self._moments.append(Moment(start + length * 0.6, "hand"))

    def _settle(self, more_looks: int = 0) -> None:
        looks = self._tempo.looks + more_looks
        for look in range(looks):
            self._moments.append(Moment(self._now + 0.05 + look * self._tempo.look_gap, "settled"))
        self._now += 0.05 + looks * self._tempo.look_gap

    def _show(self) -> None:
        self._changes.append(Change(self._now, self._all()))

    def _think(self) -> float:
        return self._rng.uniform(*self._tempo.think)

    def _all(self) -> tuple[Lying, ...]:
        played = tuple(card for _, placed in self._plays for card in placed)
        piles = tuple(card for pile in self._piles.values() for card in pile)
        return (*piles, *self._centre, *played)

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _back(self, at: Point, scatter: float, turn: float) -> Lying:
        x, y = (at[axis] + self._rng.gauss(0.0, scatter) for axis in (0, 1))
        return Lying(self._next(), Card.UNKNOWN, x, y, self._rng.gauss(0.0, turn), face_up=False)

    def _stack(self, at: Point, count: int) -> tuple[Lying, ...]:
        """Square cards up to a pile, not quite straight on the table."""
        tilt = self._rng.gauss(0.0, 5.0)
        backs = [self._back(at, 0.7, 0.8) for _ in range(_stack_height(count))]
        return tuple(replace(back, angle=back.angle + tilt) for back in backs)

    def _kitty_rows(self, seat: Seat, cards: Sequence[Card]) -> tuple[Lying, ...]:
        frame = FRAMES[seat]
        placed = []
        for place, card in enumerate(cards):
            row, column = divmod(place, _KITTY_ROW)
            right = (column - (_KITTY_ROW - 1) / 2) * _KITTY_STEP
            x, y = frame.at(MIDDLE, right, (0.5 - row) * ROW_STEP)
            placed.append(Lying(self._next(), card, x, y, frame.angle + self._rng.gauss(0.0, 2.0)))
        return tuple(placed)


def _stack_height(count: int) -> int:
    """Say how many backs stand for a pile of ``count`` cards.

    >>> [_stack_height(count) for count in (0, 8, 108)]
    [0, 3, 11]
    """
    return 0 if count == 0 else 2 + (count + 11) // 12 if count > BOTTOM else 3


def _middle(placed: Sequence[Lying]) -> Point:
    return sum(card.x for card in placed) / len(placed), sum(card.y for card in placed) / len(placed)
