"""One trick (圈): plays and passes in turn, seats that are out, who is next, who leads the following trick."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.combos import Reading
from paizhuo.rules.guandan.wild import Ruling


@dataclass(frozen=True, slots=True)
class Act:
    """One seat's turn: a play, or a pass (过) when ``cards`` is empty.

    ``stands`` says that the play is the one to beat now; an illegal play lies on the table but does not stand.
    ``inferred`` marks a pass that nobody reported and that the turn order implies. ``seq`` is the event that recorded
    the act, 0 if none did.
    """

    seat: Seat
    cards: tuple[Card, ...] = ()
    ruling: Ruling | None = None
    stands: bool = False
    inferred: bool = False
    seq: int = 0

    @property
    def is_pass(self) -> bool:
        """Say whether the seat laid nothing."""
        return not self.cards

    @property
    def possible(self) -> tuple[Reading, ...]:
        """Give the readings the play may have: one when it is decided, several while the question is open."""
        return self.ruling.possible if self.ruling else ()


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick in progress or past; ``lead`` begins one.

    ``turn`` is the seat that acts next, None when every other seat with cards has passed since ``top``, the play that
    stands. ``out`` holds every seat without cards, those that went out in this trick included.
    """

    leader: Seat
    turn: Seat | None
    out: frozenset[Seat] = frozenset()
    acts: tuple[Act, ...] = ()
    top: Act | None = None

    @property
    def is_over(self) -> bool:
        """Say whether the trick has ended."""
        return self.turn is None

    @property
    def next_leader(self) -> Seat | None:
        """Give who leads next: the seat whose play stood, or its partner if that seat is out (接风).

        None while the trick goes on, and when both partners are out, which ends the hand.
        """
        if self.turn is not None or self.top is None:
            return None
        seat = self.top.seat
        return next((each for each in (seat, seat.partner) if each not in self.out), None)


ROUND: dict[Seat, tuple[Seat, ...]] = {seat: (seat.next, seat.partner, seat.previous, seat) for seat in Seat}
"""The seats in play order after each seat, itself last."""


def lead(leader: Seat, out: frozenset[Seat] = frozenset()) -> Trick:
    """Begin a trick.

    >>> lead(Seat.E).turn
    <Seat.E: 0>
    """
    return Trick(leader, leader, out)


def add(trick: Trick, act: Act, *, left: int) -> Trick:
    """Add an act to a trick; ``left`` counts the cards that the seat still holds afterwards.

    >>> led = add(lead(Seat.E), Act(Seat.E, (Card.S9,), stands=True), left=26)
    >>> add(led, Act(Seat.N), left=27).turn
    <Seat.W: 2>
    """
    out = trick.out if left else trick.out | {act.seat}
    top = act if act.stands else trick.top
    turn = None
    for seat in ROUND[act.seat]:
        if top is not None and seat is top.seat:
            break
        if seat not in out:
            turn = seat
            break
    return Trick(trick.leader, turn, out, (*trick.acts, act), top)


def add_passes(trick: Trick, seats: Iterable[Seat]) -> Trick:
    """Add passes that nobody reported."""
    for seat in seats:
        trick = add(trick, Act(seat, inferred=True), left=1)
    return trick


def passes_before(trick: Trick, seat: Seat) -> tuple[Seat, ...]:
    """Give the seats that must have passed in silence when ``seat`` acts now; all the rest if its turn never comes.

    >>> led = add(lead(Seat.E), Act(Seat.E, (Card.S9,), stands=True), left=26)
    >>> [each.name for each in passes_before(led, Seat.S)]
    ['N', 'W']
    """
    if not trick.acts or trick.turn is None:
        return ()
    order = (trick.turn, *ROUND[trick.turn][:-1])
    ends = [order.index(one) for one in (seat, trick.top and trick.top.seat) if one is not None]
    return tuple(other for other in order[: min(ends)] if other not in trick.out)


def close(trick: Trick) -> Trick:
    """End a trick that was collected: whoever has not acted since the standing play has passed."""
    if trick.top is None:
        return trick
    return add_passes(trick, passes_before(trick, trick.top.seat))
