"""A record as a table of plays, one row a play, for spreadsheets."""

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
    "cards",
    "returned",
    "won",
    "trick_points",
    "violations",
    "attackers_points",
    "result",
)

Row = tuple[str | int, ...]


def rows(log: Sequence[Logged], library: Library = rulebooks.load) -> Iterator[Row]:
    """Yield the headings, then one row for every play of a log.

    >>> next(rows([]))[:3]
    ('hand', 'level', 'trump')
    """
    yield HEADINGS
    hearing = hear(log, library)
    for hand in hearing.hands:
        tricks: tuple[PastTrickView | TrickView, ...] = (*hand.tricks, hand.trick)
        for trick in tricks:
            for order, play in enumerate(trick.plays, start=1):
                yield _row(hand, trick, order, play, hearing.names[play.seat])


def _row(hand: HandHearing, trick: PastTrickView | TrickView, order: int, play: PlayView, name: str) -> Row:
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
        " ".join(play.cards),
        " ".join(play.returned),
        int(play.winning),
        trick.points if isinstance(trick, PastTrickView) else "",
        " ".join(play.violations),
        hand.points if result is None else result.points,
        "" if result is None else f"{result.winner}+{result.change}",
    )
