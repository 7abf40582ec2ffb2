"""What everyone may still hold: the fewest and the most cards of each suit group in each hand, exactly.

Counted over all hands that agree with the log: every unseen card lies in one of the four hands, in the kitty, or was
played unread; hands have their sizes; and what a seat claimed by failing to follow is true of its hand. If the claims
cannot all be true somebody revoked, nobody knows who, and only the counts are used. A claim to have no loose pair is
left out, so that where tractors are protected the bounds may be wider than they could be, never narrower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.flow import Given, hand_out
from paizhuo.rules.shengji.ledger import Claim, ClaimKind
from paizhuo.rules.shengji.obligations import Obligation
from paizhuo.rules.shengji.trump import Group, Trump

Range = tuple[int, int]
"""The fewest and the most."""

Limits = Sequence[Sequence[int]]
"""The most cards of a kind that a holder takes, by kind and holder: the four hands, then elsewhere."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """What nobody has seen: the unseen cards, the size of each hand, what is known in it, and where else cards lie.

    The known cards count as unseen. What is in no hand lies in the kitty or was played unread.
    """

    cards: tuple[Card, ...]
    hands: tuple[int, int, int, int]
    known: tuple[tuple[Card, ...], ...] = ((), (), (), ())

    @property
    def elsewhere(self) -> int:
        """Count the unseen cards that are in no hand; below nought if cards were miscounted."""
        return len(self.cards) - sum(self.hands)


@dataclass(frozen=True, slots=True)
class _Kind:
    """Unseen cards that nothing tells apart: ``faces`` of one group, ``count`` cards in all, with their limits."""

    faces: tuple[Card, ...]
    count: int
    limits: tuple[int, ...]
    group: Group


@dataclass(frozen=True, slots=True)
class _NoTractor:
    """A claim against tractors: what the seat showed of the group, and the ways to answer that it excludes."""

    seat: Seat
    group: Group
    shown: Counter[Card]
    forbidden: tuple[Obligation, ...]


class _Puzzle:
    """The unseen cards, to be handed out within limits."""

    def __init__(self, unseen: Unseen, claims: Sequence[Sequence[Claim]], trump: Trump) -> None:
        self._trump = trump
        left = Counter(unseen.cards)
        for known in unseen.known:
            left.subtract(known)
        left = +left
        limits = {face: [count] * (len(Seat) + 1) for face, count in left.items()}
        self._no_tractors: list[_NoTractor] = []
        for seat in Seat:
            for claim in claims[seat]:
                self._limit(limits, seat, claim, unseen.known[seat])
        watched = {each.group for each in self._no_tractors}
        gathered: dict[tuple[object, ...], list[Card]] = {}
        for face, count in left.items():
            group = trump.groups[face]
            alone = face if group in watched else None
            gathered.setdefault((group, count, tuple(limits[face]), alone), []).append(face)
        self.kinds = tuple(self._kind(tuple(faces), left, limits) for faces in gathered.values())
        hands = [max(0, size - len(known)) for size, known in zip(unseen.hands, unseen.known, strict=True)]
        self.room = (*hands, unseen.elsewhere)

    def _kind(self, faces: tuple[Card, ...], left: Mapping[Card, int], limits: Mapping[Card, Sequence[int]]) -> _Kind:
        size = len(faces)
        each = limits[faces[0]]
        return _Kind(faces, size * left[faces[0]], tuple(size * limit for limit in each), self._trump.groups[faces[0]])

    def _limit(self, limits: dict[Card, list[int]], seat: Seat, claim: Claim, known: Sequence[Card]) -> None:
        """Lower what a seat can hold to what its claim leaves."""
        shown = shown_of(claim, known, self._trump)
        if claim.kind is ClaimKind.NO_TRACTOR:
            self._no_tractors.append(_NoTractor(seat, claim.group, shown, claim.forbidden))
            return
        if claim.kind is ClaimKind.NO_LOOSE_PAIR:
            return
        for face, limit in limits.items():
            if self._trump.groups[face] is claim.group:
                most = 0 if claim.kind is ClaimKind.VOID or shown[face] else 1
                limit[seat] = min(limit[seat], most)

    @property
    def limits(self) -> Limits:
        """Give the limits of every kind."""
        return [kind.limits for kind in self.kinds]

    def solve(self, room: Sequence[int], limits: Limits, split: Seat | None = None) -> Given | None:
        """Hand the cards out so that no excluded tractor comes about, None if that cannot be done.

        Where one does, any other solution lacks one of its pairs: each is taken away in turn. The hand of ``split`` has
        a second part, after all other holders.
        """
        given = hand_out([kind.count for kind in self.kinds], room, limits)
        if given is None:
            return None
        for excluded in self._no_tractors:
            parts = (excluded.seat, len(room) - 1) if excluded.seat is split else (excluded.seat,)
            pairs = self._pairs(excluded, given, parts)
            for way in excluded.forbidden:
                run = placement(way, pairs, self._trump.tied[excluded.group])
                if run is not None:
                    lower = (self._without_pair_at(place, excluded, limits, parts) for place in run)
                    tries = (self.solve(room, each, split) for each in lower if each is not None)
                    return next((found for found in tries if found is not None), None)
        return given

    def _pairs(self, excluded: _NoTractor, given: Given, parts: Sequence[int]) -> dict[int, int]:
        """Count the pairs at each strength that the seat would have held."""
        held = Counter(excluded.shown)
        for kind, row in zip(self.kinds, given, strict=True):
            if kind.group is excluded.group:
                held[kind.faces[0]] += sum(row[part] for part in parts)
        pairs: dict[int, int] = {}
        for face, count in held.items():
            if count >= 2:
                place = self._trump.strengths[face]
                pairs[place] = pairs.get(place, 0) + 1
        return pairs

    def _without_pair_at(self, place: int, excluded: _NoTractor, limits: Limits, parts: Sequence[int]) -> Limits | None:
        """Lower the limits so that the seat has no pair at a place, None if it has shown one there."""
        shown, strengths = excluded.shown, self._trump.strengths
        if any(count >= 2 and strengths[face] == place for face, count in shown.items()):
            return None
        lower = [list(row) for row in limits]
        for number, kind in enumerate(self.kinds):
            face = kind.faces[0]
            if kind.group is excluded.group and strengths[face] == place:
                for part in parts:
                    lower[number][part] = min(lower[number][part], 1 - shown[face])
        return lower

    def reaches(self, seat: Seat, group: Group, count: int) -> bool:
        """Say whether the seat can hold exactly so many unknown cards of the group, at most as many as it has."""
        others = len(self.room)
        room = [*self.room, self.room[seat] - count]
        room[seat] = count
        limits: list[list[int]] = []
        for kind in self.kinds:
            inside = kind.group is group
            row = [*kind.limits, 0]
            if not inside:
                row[seat], row[others] = 0, kind.limits[seat]
            limits.append(row)
        return self.solve(room, limits, seat) is not None


def shown_of(claim: Claim, known: Sequence[Card], trump: Trump) -> Counter[Card]:
    """Count what a seat is known to have held of a claim's group when it made the claim."""
    held = [laid.card for laid in claim.follow.cards] + [each.laid.card for each in claim.later] + list(known)
    return Counter(card for card in held if trump.groups.get(card) is claim.group)


def placement(way: Obligation, pairs: Mapping[int, int], tied: Sequence[bool]) -> tuple[int, ...] | None:
    """Give the places that tractors and pairs of these lengths can take among the pairs at each strength, None if none.

    >>> placement((2, 1), {3: 1, 4: 1}, (True,) * 9), placement((2, 1), {3: 1, 4: 1, 7: 1}, (True,) * 9)
    (None, (3, 4, 7))
    """
    if not way:
        return ()
    for start in sorted(pairs):
        run = range(start, start + way[0])
        if all(pairs.get(place, 0) > 0 and (place == start or tied[place - 1]) for place in run):
            others = placement(way[1:], {place: count - (place in run) for place, count in pairs.items()}, tied)
            if others is not None:
                return (*run, *others)
    return None


def bounds(unseen: Unseen, claims: Sequence[Sequence[Claim]], trump: Trump) -> tuple[Mapping[Group, Range], ...]:
    """Give for each seat and group the fewest and the most cards of it that the seat can hold.

    >>> from paizhuo.rules.cards import Rank
    >>> unseen = Unseen((Card.SA, Card.SA, Card.H3), (2, 1, 0, 0))
    >>> bounds(unseen, ((), (), (), ()), Trump(Rank.TWO, None))[0][Group.SPADES]
    (1, 2)
    """
    if unseen.elsewhere < 0:
        return tuple(dict.fromkeys(Group, (0, unseen.hands[seat])) for seat in Seat)
    puzzle = _Puzzle(unseen, [[claim for claim in each if not claim.suspected] for each in claims], trump)
    if puzzle.solve(puzzle.room, puzzle.limits) is None:
        puzzle = _Puzzle(unseen, ((), (), (), ()), trump)
    return tuple({group: _range(puzzle, unseen, seat, group, trump) for group in Group} for seat in Seat)


def _range(puzzle: _Puzzle, unseen: Unseen, seat: Seat, group: Group, trump: Trump) -> Range:
    """Find both ends. The counts that can be reached have no gap, so the first one from either side is the end."""
    known = sum(trump.groups[card] is group for card in unseen.known[seat])
    room = puzzle.room[seat]
    inside = sum(min(kind.count, kind.limits[seat]) for kind in puzzle.kinds if kind.group is group)
    outside = sum(min(kind.count, kind.limits[seat]) for kind in puzzle.kinds if kind.group is not group)
    fewest, most = max(0, room - outside), min(room, inside)
    lowest = next((count for count in range(fewest, most + 1) if puzzle.reaches(seat, group, count)), 0)
    highest = next((count for count in range(most, fewest - 1, -1) if puzzle.reaches(seat, group, count)), room)
    return known + lowest, known + highest


def can_be_true(claim: Claim, unseen: Unseen, trump: Trump) -> bool:
    """Say whether counts alone leave the seat a hand for which its claim is true; if not, it revoked.

    Nothing is taken from what other seats claim: only that every unseen card lies somewhere and hands have their sizes.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.events import Spot
    >>> from paizhuo.rules.shengji.laid import Laid
    >>> from paizhuo.rules.shengji.ledger import Follow
    >>> follow = Follow(Seat.E, 1, 1, (Card.SA,), (Laid(Card.H3, Spot(1, 0)),))
    >>> void = Claim(follow, Group.SPADES, ClaimKind.VOID)
    >>> can_be_true(void, Unseen((Card.SK, Card.SQ, Card.D4), (2, 1, 0, 0)), Trump(Rank.TWO, None))
    False
    """
    seat = claim.follow.seat
    alone: list[tuple[Claim, ...]] = [(), (), (), ()]
    alone[seat] = (claim,)
    puzzle = _Puzzle(unseen, alone, trump)
    return puzzle.solve(puzzle.room, puzzle.limits) is not None
