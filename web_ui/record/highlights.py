"""The moments of a match that somebody will want to see again, with their times: bombs, the kitty, big swings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paizhuo.rules import rulebooks
from paizhuo.rules.events import Logged
from paizhuo.rules.hearing import HandHearing, hear
from paizhuo.rules.session import Library
from paizhuo.rules.snapshot import Params

BOMBS = ("bomb", "straightFlush", "jokerBomb")
BIG_TRICK = 30
BIG_STEP = 3


@dataclass(frozen=True, slots=True)
class Highlight:
    """One moment: a code with parameters, the hand and trick, the seq it begins with, and its time in ms (0 = none)."""

    code: str
    params: Params = field(default_factory=dict)
    hand: int = 0
    trick: int = 0
    seq: int = 0
    at: int = 0


def highlights(log: Sequence[Logged], library: Library = rulebooks.load) -> tuple[Highlight, ...]:
    """Give the highlights of a log in the order in which they happened.

    >>> highlights([])
    ()
    """
    times = {entry.seq: entry.at for entry in log}
    return tuple(each for hand in hear(log, library).hands for each in _of_hand(hand, times))


def _of_hand(hand: HandHearing, times: Mapping[int, int]) -> Iterator[Highlight]:
    if hand.guandan is None:
        for trick in hand.tricks:
            if trick.points >= BIG_TRICK:
                seq = trick.plays[0].seq
                params: Params = {"points": trick.points, "seat": trick.winner}
                yield Highlight("highlight.big_trick", params, hand.hand, trick.number, seq, times.get(seq, 0))
    else:
        for number, act in ((each.number, act) for each in hand.guandan.tricks for act in each.acts):
            if len(act.readings) == 1 and act.stands and act.readings[0].shape in BOMBS:
                params = {"seat": act.seat, "cards": act.cards}
                yield Highlight("highlight.bomb", params, hand.hand, number, act.seq, times.get(act.seq, 0))
    yield from _result(hand, times)


def _result(hand: HandHearing, times: Mapping[int, int]) -> Iterator[Highlight]:
    last = max((play.seq for trick in hand.tricks for play in trick.plays), default=0)
    at, number = times.get(last, 0), len(hand.tricks)
    game, result = hand.guandan, hand.result
    if game is not None and game.result is not None:
        if game.result.double:
            yield Highlight("highlight.double", {"side": game.result.winner}, hand.hand, number, last, at)
        return
    if result is None:
        return
    if result.multiplier and result.kitty_points:
        params: Params = {"points": result.kitty_points * result.multiplier, "times": result.multiplier}
        yield Highlight("highlight.kitty", params, hand.hand, number, last, at)
    if result.change >= BIG_STEP:
        params = {"side": result.winner, "levels": result.change}
        yield Highlight("highlight.big_step", params, hand.hand, number, last, at)
