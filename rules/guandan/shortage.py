"""How many cards a seat laid that nobody saw, by its own word and by the end of its hand, and which plays lack them.

A seat that says to have fewer cards left than were counted has laid more than was seen. Where a play of its is asked
about already, as one that nobody saw, and it is of just so many cards, one explains the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.deal import Collect, Deal, Lay, Said
from paizhuo.rules.guandan.doubts import open_edits, was_shown_again
from paizhuo.rules.suspicion import Edit, Slip, Suspicion

_MOST = 6
"""Plays of a seat in question that are still tried together."""


@dataclass(frozen=True, slots=True)
class Shortage:
    """That ``seat`` had laid ``number`` cards more than were counted once the first ``steps`` acts had happened.

    It laid them after the first ``since`` of these: then it said how many it had.
    """

    seat: Seat
    number: int
    steps: int
    since: int = 0


def shortages(deal: Deal) -> Iterator[Shortage]:
    """Give what the reports of a hand say of cards that nobody saw."""
    for said in deal.reports:
        short = None if said.right else shortage(deal, said)
        if short is not None:
            yield short


def shortage(deal: Deal, said: Said) -> Shortage | None:
    """Give how many cards of a seat were missed by its own word, None if none were.

    A play of its that was told right after its word came with it: that the number lacks as many cards shows it.
    """
    number, steps, then = said.counted - said.left, deal.steps_before(said.seq), laid_with(deal, said)
    if then is not None and number >= len(then.cards):
        number, steps = number - len(then.cards), deal.steps.index(then) + 1
    return Shortage(said.seat, number, steps) if number > 0 else None


def said_last(deal: Deal, seat: Seat, before: int, explained: int = 0) -> int:
    """Give how many of the first ``before`` acts had happened when a seat last said how many cards it had, 0 if never.

    Only a number counts that was right by what had been seen, but for no more cards than are ``explained``.
    """
    own = (said for said in deal.reports if said.seat is seat and 0 <= said.counted - said.left <= explained)
    return max((steps for said in own if (steps := deal.steps_before(said.seq)) <= before), default=0)


def laid_with(deal: Deal, said: Said) -> Lay | None:
    """Give the play with which a report may have come though sight told it later: the next act, of the same seat.

    A lead on which all passed is gathered only when the next card comes; any other trick, before its winner leads.
    """
    later = deal.steps[deal.steps_before(said.seq) :]
    if len(later) > 1 and isinstance(later[0], Collect) and len(_gathered(deal, later[0])) == 1:
        later = later[1:]
    then = later[0] if later else None
    return then if isinstance(then, Lay) and then.seat is said.seat and not then.is_given else None


def _gathered(deal: Deal, collect: Collect) -> list[Lay]:
    """Give the plays that were taken off the table together."""
    place = deal.steps.index(collect)
    before = [n for n, step in enumerate(deal.steps[:place], start=1) if isinstance(step, Collect)]
    return [step for step in deal.steps[max(before, default=0) : place] if isinstance(step, Lay)]


def asked_about(deal: Deal, short: Shortage) -> int:
    """Give how many of the cards that a seat lacks are asked about already: one more in its plays, or a play unseen."""
    return sum(each.number for each in _places(deal, short))


def proved_unseen(deal: Deal) -> Iterator[Edit]:
    """Give the plays that nobody saw of which two facts tell: a lead out of turn, and the cards that are left.

    Either who leads had won the trick, or who should have led did. It is proved only if just one of them lacks cards,
    and if no play of as many cards seemed to go back and was not shown again: sight may have lost that one.
    """
    short = {each.seat: each for each in shortages(deal)}
    for lay in deal.lays:
        for each in lay.suspicions:
            edits = [edit for edit in _open_edits(deal, each) if edit.slip is Slip.UNSEEN]
            lacking = [edit for edit in edits if edit.seat in short]
            if len(lacking) != 1 or not _explains(deal, lacking[0], short[lacking[0].seat]):
                continue
            # Of who only answered a lead that nobody saw it must be known since that he lacks none.
            if lacking[0].trick < lay.trick or _has_told_since(deal, lay):
                yield lacking[0]


def _has_told_since(deal: Deal, lay: Lay) -> bool:
    """Say whether the seat of a play has said since how many cards it has left."""
    return any(said.seat is lay.seat and lay in deal.steps[: deal.steps_before(said.seq)] for said in deal.reports)


def _explains(deal: Deal, edit: Edit, short: Shortage) -> bool:
    """Say whether a seat lacks just the cards of a play, or of that and of others that are asked about."""
    sets = [chosen for chosen in _sets(_places(deal, short)) if sum(each.number for each in chosen) == short.number]
    backs = [back for back in deal.taken_back if back.seat is short.seat and len(back.cards) == edit.number]
    may_be_lost = not all(was_shown_again(deal, back) for back in backs)
    return bool(sets) and all(edit in chosen for chosen in sets) and not may_be_lost


def _places(deal: Deal, short: Shortage) -> list[Edit]:
    """Give the plays that may lack cards of a seat, or that nobody may have seen, as far as they are asked about."""
    edits = (edit for lay in deal.lays for each in lay.suspicions for edit in _open_edits(deal, each))
    of_seat = (edit for edit in edits if edit.seat is short.seat and edit.slip in (Slip.MISSED, Slip.UNSEEN))
    happened = {step.seq for step in deal.steps[: short.steps]}
    return [edit for edit in dict.fromkeys(of_seat) if edit.seq in happened][:_MOST]


def _open_edits(deal: Deal, each: Suspicion) -> tuple[Edit, ...]:
    """Give the slips that may still explain a suspicion: none once a person said that it was as it was read."""
    return () if each.id in deal.confirmed else open_edits(deal, each)


def _sets(places: list[Edit]) -> Iterator[tuple[Edit, ...]]:
    return chain.from_iterable(combinations(places, size) for size in range(1, len(places) + 1))
