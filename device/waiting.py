"""People at a simulated table who sit and wait until they are asked to lay something, or to play."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty, SimpleQueue

from paizhuo.device.players.acts import Act, Collects, Declares, Lays, TakesUp
from paizhuo.device.twin.director import Director
from paizhuo.device.twin.script import Script
from paizhuo.rules.camera_service import Performance

PAUSE = 0.5
"""Seconds between two looks at whether somebody has asked."""


class WaitingPlayers:
    """Gives scripts without end: a pause after the other, then what was asked for. Ask from any thread."""

    def __init__(self, matches: Iterator[Script], director: Director) -> None:
        """Play ``matches`` when asked to play on; ``director`` moves the hands before that."""
        self._matches = matches
        self._director = director
        self._asked: SimpleQueue[Performance | None] = SimpleQueue()
        self._plays = False

    @property
    def waits(self) -> bool:
        """Say whether they still wait to be asked to play on."""
        return not self._plays

    def ask(self, what: Performance | None) -> None:
        """Let them lay something, or (None) play match after match from now on."""
        self._plays = self._plays or what is None
        self._asked.put(what)

    def scripts(self) -> Iterator[Script]:
        """Give what happens at the table, piece by piece."""
        while True:
            try:
                wanted = self._asked.get_nowait()
            except Empty:
                yield self._director.pause(PAUSE)
                continue
            if wanted is None:
                yield from self._matches
                return
            yield self._director.direct(acts_of(wanted))


def acts_of(performance: Performance) -> tuple[Act, ...]:
    """Give what people do: a bid is shown and taken up again, a trick is gathered before the next one begins.

    >>> from paizhuo.rules.cards import Card, Seat
    >>> trick = ((Seat.E, (Card.HK,)), (Seat.N, (Card.H5,)))
    >>> [type(act).__name__ for act in acts_of(Performance(None, (trick, trick)))]
    ['Lays', 'Lays', 'Collects', 'Lays', 'Lays']
    """
    acts: list[Act] = []
    if performance.bid is not None:
        acts += [Declares(*performance.bid), TakesUp(*performance.bid)]
    for place, plays in enumerate(performance.tricks):
        if place and plays:
            acts.append(Collects(plays[0][0]))
        acts += [Lays(seat, cards) for seat, cards in plays]
    return tuple(acts)
