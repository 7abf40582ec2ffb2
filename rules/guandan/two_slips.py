"""Two slips of sight in one trick: a breach that no single one explains, but two would, in one play or in two of them.

Two cards missed among a hundred are no rarity, and they may be two of one trick. So the trick is told once more with
every play as it may have been, as long as it takes no more than two slips in all, beside those in plays that are asked
about already. A seat that holds no more than two
cards by the count may be out: then its partner leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product

from paizhuo.rules.cards import Card
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import Reading, readings
from paizhuo.rules.guandan.deal import Lay
from paizhuo.rules.guandan.pips import wild_card
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.slips import weakest
from paizhuo.rules.guandan.state import Hand
from paizhuo.rules.guandan.wild import read
from paizhuo.rules.laid import Laid
from paizhuo.rules.suspicion import Edit, Slip

MOST = 2
"""Slips in one trick that are reckoned with."""

Slips = tuple[Edit, ...]
Tops = frozenset[tuple[Reading | None, Slips]]
"""What the play on top may count as, each with the slips that it takes; None if any shape may come over it."""


def two_slips(now: Hand, lay: Lay, lays: Sequence[Lay], rules: GuandanRulebook) -> tuple[Slips, ...]:
    """Give the fewest slips, two at most, with which neither a play nor those that it lies over were wrong.

    ``now`` is the hand at the moment of the play; ``lays`` are the plays before it.
    """
    by_seq = {each.seq: each for each in lays}
    tops: Tops = frozenset({(None, ())})
    for act in now.trick.acts:
        below = by_seq.get(act.seq)
        if below is not None:
            after = _over(tops, below, now, rules)
            if below.is_questioned:
                # It is asked about for itself, whatever comes over it.
                after = frozenset((reading, ()) for reading, _ in after)
            tops = after if act.stands else tops | after
    found = {slips for _, slips in _over(tops | _leads(tops, now, lay), lay, now, rules)}
    fewest = min(map(len, found), default=0)
    return tuple(sorted((slips for slips in found if len(slips) == fewest), key=lambda slips: _order(lay, slips)))


def _order(lay: Lay, slips: Slips) -> tuple[tuple[bool, int, str], ...]:
    """Give the order in which sets of slips are offered: those in the play itself first."""
    return tuple((edit.seq != lay.seq, -edit.seq, edit.option) for edit in slips)


def _leads(tops: Tops, now: Hand, lay: Lay) -> Tops:
    """Let a play be a lead: the partner's, whose last cards were missed if he holds no more than that by the count."""
    top = now.trick.top
    if top is None or top.seat.partner is not lay.seat or top.seat in now.trick.out:
        return frozenset()
    missed = (Edit(Slip.MISSED, top.seat, top.seq),) * now.left[top.seat]
    return frozenset((None, (*missed, *slips)) for _, slips in tops if len(slips) + len(missed) <= MOST)


def _over(tops: Tops, lay: Lay, now: Hand, rules: GuandanRulebook) -> Tops:
    """Give what lies on top once ``lay`` has come, as far as it may come over what lay there."""
    found: set[tuple[Reading | None, Slips]] = set()
    for slips, faces in _versions(lay, wild_card(now.level)):
        for top, before in tops:
            whole = (*slips, *before)
            if len(whole) > MOST:
                continue
            if not faces:
                found.add((top, whole))
                continue
            for reading in _readings(faces, top, slips, now, rules):
                if top is None or reading is None or beats(reading, top, now.level):
                    found.add((reading, whole))
    return frozenset(found)


def _readings(
    faces: Sequence[Card], top: Reading | None, slips: Slips, now: Hand, rules: GuandanRulebook
) -> tuple[Reading | None, ...]:
    """Give what cards may count as: as they lie, or in any order if one is not among them."""
    if Card.UNKNOWN in faces:
        return (None,)
    if any(edit.slip is Slip.MISSED for edit in slips):
        return readings(faces, now.level, rules)
    return read(faces, now.level, rules, over=top).possible


def _versions(lay: Lay, wild: Card) -> Iterator[tuple[Slips, tuple[Card, ...]]]:
    """Yield the cards of a play as they may have been, with the slips that this takes; no card if none was there."""
    for gone in _up_to(MOST, weakest(lay.cards)):
        rest = [laid for laid in lay.cards if laid not in gone]
        absent = tuple(Edit(Slip.ABSENT, lay.seat, lay.seq, laid) for laid in gone)
        for changed in _up_to(MOST - len(gone), [laid for laid in rest if laid.doubtful]):
            for others in product(*(laid.alternatives for laid in changed)):
                other = dict(zip((laid.spot for laid in changed), others, strict=True))
                faces = tuple(other.get(laid.spot, laid.card) for laid in rest)
                misread = tuple(
                    Edit(Slip.FACE, lay.seat, lay.seq, laid, card) for laid, card in zip(changed, others, strict=True)
                )
                yield (*absent, *misread), faces
                spare = 0 if lay.is_given or Card.UNKNOWN in faces else MOST - len(absent) - len(misread)
                for more in range(1, spare + 1):
                    missed = (Edit(Slip.MISSED, lay.seat, lay.seq),) * more
                    # A wild card stands for every card but the jokers, so that these three stand for all.
                    for added in combinations_with_replacement((wild, Card.LJ, Card.BJ), more):
                        yield (*absent, *misread, *missed), (*faces, *added)


def _up_to(number: int, cards: Sequence[Laid]) -> Iterator[tuple[Laid, ...]]:
    """Yield the sets of no more than so many cards, the empty one first."""
    return chain.from_iterable(combinations(cards, size) for size in range(number + 1))
