"""A record as a table of plays, one row a play or a pass, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paizhuo.rules import rulebooks
from paizhuo.rules.events import Logged
from paizhuo.rules.hearing import HandHearing, hear
from paizhuo.rules.session import Library
from paizhuo.rules.snapshot import PastTrickView, PlayView, TrickView

HEADINGS = (
    "hand",
    "level",
    "trump",
    "dealer",
    "trick",
    "order",
    "seat",
    "name",
    "act",
    "cards",
    "returned",
    "won",
    "trick_points",
    "violations",
    "attackers_points",
    "result",
)

PLAY, PASS, SILENT = "play", "pass", "silent"
"""What was done: cards laid, a pass (过) that was said, one that nobody said and the next play tells."""

Row = tuple[str | int, ...]


def rows(log: Sequence[Logged], library: Library = rulebooks.load) -> Iterator[Row]:
    """Yield the headings, then one row for every play of a log, and at Guandan for every pass.

    >>> next(rows([]))[:3]
    ('hand', 'level', 'trump')
    """
    yield HEADINGS
    hearing = hear(log, library)
    for hand in hearing.hands:
        tricks: tuple[PastTrickView | TrickView, ...] = (*hand.tricks, hand.trick)
        for trick in tricks:
            for order, (act, play) in enumerate(_acts(hand, trick), start=1):
                yield _row(hand, trick, order, act, play, hearing.names[play.seat])


def _acts(hand: HandHearing, trick: PastTrickView | TrickView) -> Iterator[tuple[str, PlayView]]:
    """Yield what was done in a trick in order; a pass is a play of no cards."""
    if hand.guandan is None:
        yield from ((PLAY, play) for play in trick.plays)
        return
    plays = {play.seq: play for play in trick.plays}
    acts = next(each.acts for each in (*hand.guandan.tricks, hand.guandan.trick) if each.number == trick.number)
    for each in acts:
        if each.cards:
            yield PLAY, plays[each.seq]
        else:
            passed = PlayView(each.seq, each.seat, (), violations=each.violations)
            yield SILENT if each.inferred else PASS, passed


def _row(hand: HandHearing, trick: PastTrickView | TrickView, order: int, act: str, play: PlayView, name: str) -> Row:
    result = hand.result
    return (
        hand.hand,
        hand.level or "?",
        hand.trump or "?",
        hand.dealer or "?",
        trick.number,
        order,
        play.seat,
        name,
        act,
        " ".join(play.cards),
        " ".join(play.returned),
        int(play.winning),
        trick.points if isinstance(trick, PastTrickView) else "",
        " ".join(play.violations),
        hand.points if result is None else result.points,
        "" if result is None else f"{result.winner}+{result.change}",
    )
