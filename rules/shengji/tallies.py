"""How every seat comes to its 25 cards: which plays lack cards that were missed, which hold some that were never there.

The number of cards led says where, the count of each hand how many. What a person or a record gave stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import prod

from paizhuo.rules.cards import Seat
from paizhuo.rules.laid import Laid
from paizhuo.rules.shengji.slips import is_given
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Play, Trick

_MOST = 64
"""Ways to choose the numbers of cards led that are still tried; more of them are a matter for a person."""


@dataclass(frozen=True, slots=True)
class Change:
    """A play of a trick that had ``by`` cards more than are recorded; fewer, if it is below nought.

    ``weak`` are the cards of which some were never there then. They are those that may be absent anyhow; in a hand
    with more than 25 cards, any that no person or record gave.
    """

    trick: int
    play: Play
    by: int
    weak: tuple[Laid, ...] = ()


Tally = tuple[Change, ...]
"""The changes with which every seat has played its 25 cards; nothing where it has as recorded."""


def tallies(deal: Deal) -> tuple[Tally, ...]:
    """Give every way in which each seat has played 25 cards, a hand with no trick on the table.

    In a trick whose plays differ in number, as many cards were led as some play of it has. A play with another number
    was seen wrongly or laid so: the hand of its seat says which. A play that nobody saw has the number led.
    """
    uneven = [trick for trick in deal.tricks if len({len(play.cards) for play in trick.plays}) > 1]
    sizes = [sorted({len(play.cards) for play in trick.plays}) for trick in uneven]
    if prod(map(len, sizes)) > _MOST:
        return ()
    found: dict[frozenset[tuple[int, Seat, int]], Tally] = {}
    for led in product(*sizes):
        changes = [each for trick, size in zip(uneven, led, strict=True) for each in _changes(deal, trick, size)]
        lacking = [HAND_CARDS - deal.played[seat] for seat in Seat]
        of_seats = [list(_filling([c for c in changes if c.play.seat is seat], lacking[seat])) for seat in Seat]
        for parts in product(*of_seats):
            tally = tuple(chain.from_iterable(parts))
            found.setdefault(frozenset((each.trick, each.play.seat, each.by) for each in tally), tally)
    return tuple(found.values())


def _changes(deal: Deal, trick: Trick, size: int) -> Iterator[Change]:
    """Yield the plays of a trick that may have had another number of cards if so many were led."""
    for play in trick.plays:
        by = size - len(play.cards)
        has_too_many = deal.played[play.seat] > HAND_CARDS
        weak = tuple(laid for laid in play.cards if laid.may_be_absent or (has_too_many and not laid.counted))
        if by and (play.missing or (by > 0 and not is_given(play)) or len(weak) >= -by > 0):
            yield Change(trick.number, play, by, weak)


def _filling(changes: Sequence[Change], lacking: int) -> Iterator[Tally]:
    """Yield the choices of a seat's changes that bring its hand to 25 cards; plays that nobody saw are not chosen."""
    unseen = tuple(each for each in changes if each.play.missing)
    others = [each for each in changes if not each.play.missing]
    for count in range(len(others) + 1):
        for chosen in combinations(others, count):
            if sum(each.by for each in (*unseen, *chosen)) == lacking:
                yield (*unseen, *chosen)
