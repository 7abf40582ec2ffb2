"""Whether a kept tractor can excuse a follow (拆不拆拖拉机): the one claim that more cards can make true again.

Where tractors need not be broken for a pair, a pair that a seat kept back is no revoke if it lay in a tractor. Part of
a hand then proves nothing by itself; what proves it is that no hand which agrees with the counts has the tractor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.bounds import Unseen, shown_of
from paizhuo.rules.shengji.combos import pairs_by_strength
from paizhuo.rules.shengji.ledger import Claim, Order
from paizhuo.rules.shengji.obligations import keep_loose

Option = tuple[int, int, int]
"""One way to fill the cards of one strength: how many pairs, and the fewest and the most unseen cards that takes."""


def can_be_excused(claim: Claim, unseen: Unseen, order: Order) -> bool:
    """Say whether some hand that agrees with the counts has no more loose pairs of the group than were played.

    ``unseen`` counts what nobody has seen; cards known to lie in another hand cannot help.
    """
    seat, trump = claim.follow.seat, order.trump
    shown = shown_of(claim, unseen.known[seat], trump)
    free = Counter(unseen.cards)
    for known in unseen.known:
        free.subtract(known)
    free = +free
    room = unseen.hands[seat] - len(unseen.known[seat])
    inside = [face for face in free if trump.groups[face] is claim.group]
    outside = sum(free.values()) - sum(free[face] for face in inside)
    played = pairs_by_strength(
        [laid.card for laid in claim.follow.cards if trump.groups.get(laid.card) is claim.group], trump
    )
    tied = trump.tied[claim.group]
    rungs = [list(_options(faces, shown, free)) for faces in _rungs(claim, order)]
    search = _Search(rungs, tied, order.rulebook.tractors.minimum_pairs, sum(map(len, played.values())))
    return search.reaches(max(0, room - outside), room)


def _rungs(claim: Claim, order: Order) -> list[list[Card]]:
    """Give the faces of the group at each strength, from the lowest."""
    trump = order.trump
    rungs: list[list[Card]] = [[] for _ in trump.tied[claim.group]]
    for face, group in trump.groups.items():
        if group is claim.group:
            rungs[trump.strengths[face]].append(face)
    return rungs


def _options(faces: Sequence[Card], shown: Counter[Card], free: Counter[Card]) -> Iterator[Option]:
    """Yield the ways to fill one strength, each number of pairs with the least and the most that it takes."""
    if not faces:
        yield (0, 0, 0)
        return
    face, *others = faces
    have, can = shown[face], free[face]
    for pairs, fewest, most in set(_options(others, shown, free)):
        if have < 2:
            yield (pairs, fewest, most + min(can, 1 - have))
        if have + can >= 2:
            yield (pairs + 1, fewest + max(0, 2 - have), most + max(0, 2 - have))


@lru_cache(maxsize=4096)
def _loose(block: tuple[int, ...], minimum: int) -> int:
    """Count the pairs of a linked block that are in no tractor."""
    pools = {place: pairs for place, pairs in enumerate(block) if pairs}
    keep_loose(pools, (True,) * len(block), minimum)
    return sum(pools.values())


class _Search:
    """Looks for a filling of all strengths with few enough loose pairs, block by linked block."""

    def __init__(self, rungs: Sequence[Sequence[Option]], tied: Sequence[bool], minimum: int, allowed: int) -> None:
        self._rungs = rungs
        self._tied = tied
        self._minimum = minimum
        self._allowed = allowed
        self._failed: set[tuple[int, tuple[int, ...], int, int, int]] = set()

    def reaches(self, fewest: int, most: int) -> bool:
        """Say whether there is one that takes between ``fewest`` and ``most`` of the unseen cards."""
        return self._from(0, (), 0, 0, 0, fewest, most)

    def _from(
        self, place: int, block: tuple[int, ...], loose: int, taken: int, room: int, fewest: int, most: int
    ) -> bool:
        if taken > most or loose > self._allowed:
            return False
        if place == len(self._rungs):
            return room >= fewest
        state = (place, block, loose, taken, room)
        if state in self._failed:
            return False
        for pairs, least, greatest in self._rungs[place]:
            closed = (*block, pairs)
            more = loose
            if not pairs or not self._tied[place]:
                more, closed = loose + _loose(closed, self._minimum), ()
            if self._from(place + 1, closed, more, taken + least, room + greatest, fewest, most):
                return True
        self._failed.add(state)
        return False
