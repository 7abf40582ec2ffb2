"""Throws (甩牌): several units of one group led at once, each of which nobody else may be able to beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.shengji.combos import Unit, decompose, fits, pairs_by_strength
from paizhuo.rules.shengji.policies import Forced, ThrowPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Trump

_SUITS_DOWN = {"S": 0, "H": 1, "D": 2, "C": 3, "L": 4, "B": 4}
"""The order in which equal cards are asked for: spades, hearts, diamonds, clubs."""


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """How a throw fared: ``forced`` is what is led, ``returned`` goes back to the hand, known to all.

    ``stopped_by`` holds the first seat in turn that beats the forced unit (or, where an unbeaten unit is forced, any
    unit). ``penalty`` are points for the other side.
    """

    ok: bool
    forced: tuple[Card, ...]
    returned: tuple[Card, ...] = ()
    stopped_by: Seat | None = None
    beaten: tuple[Unit, ...] = ()
    penalty: int = 0


def judge_throw(
    lead: Sequence[Card], other_hands: Mapping[Seat, Sequence[Card]], trump: Trump, rulebook: ShengjiRulebook
) -> ThrowOutcome:
    """Judge a throw against the other hands, partner included, given in turn order from the thrower's right.

    A unit is beaten by a higher unit of the same kind: a tractor only by a tractor at least as long. Equal cards do
    not beat. A lead of a single unit never fails.
    """
    units = decompose(lead, trump, rulebook)
    if len(units) < 2:
        return ThrowOutcome(True, tuple(lead))
    group = trump.group(lead[0])
    rivals = {seat: [card for card in hand if trump.groups.get(card) is group] for seat, hand in other_hands.items()}
    beaten = tuple(unit for unit in units if any(beats(hand, unit, trump) for hand in rivals.values()))
    if not beaten:
        return ThrowOutcome(True, tuple(lead))
    forced, seat = _forced(units, beaten, rivals, trump, rulebook.throw.forced)
    returned = after_failure(lead, forced.cards).returned
    penalty = _penalty(beaten, forced, len(returned), rulebook)
    return ThrowOutcome(False, forced.cards, returned, seat, beaten, penalty)


def after_failure(attempt: Sequence[Card], led: Sequence[Card]) -> ThrowOutcome:
    """Read a failed throw off the table: what was led in the end, and what went back into the hand.

    >>> after_failure([Card.S9, Card.S8, Card.S8], [Card.S9]).returned
    (<Card.S8: 'S8'>, <Card.S8: 'S8'>)
    """
    returned = list(attempt)
    for card in led:
        returned.remove(card)
    return ThrowOutcome(not returned, tuple(led), tuple(returned))


def is_certain(
    lead: Sequence[Card],
    accounted: Sequence[Card],
    trump: Trump,
    rulebook: ShengjiRulebook,
    held: Sequence[Card] = (),
) -> bool:
    """Say whether a throw stands whatever the others hold: even all unseen cards in one hand could not beat it.

    ``accounted`` are cards that no other hand can hold any more: those played, and those known to be in the leader's
    hand. The lead itself need not be among them. ``held`` are cards that one other hand has shown since.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.rulebooks import load
    >>> qq, trump = load("qq", ShengjiRulebook), Trump(Rank.TWO, None)
    >>> is_certain([Card.SA, Card.SK], [], trump, qq), is_certain([Card.SA, Card.SK], [Card.SA], trump, qq)
    (False, True)
    """
    unseen = Counter(two_decks()) - Counter(accounted) - Counter(lead)
    return judge_throw(lead, {Seat.N: (*unseen.elements(), *held)}, trump, rulebook).ok


def beats(hand: Sequence[Card], unit: Unit, trump: Trump) -> bool:
    """Say whether cards of a unit's own group hold a higher unit of its kind.

    >>> from paizhuo.rules.cards import Rank
    >>> beats([Card.SK, Card.SK], Unit((Card.SQ, Card.SQ), 1, 9), Trump(Rank.TWO, None))
    True
    """
    if not unit.pairs:
        return any(trump.strengths[card] > unit.strength for card in hand)
    pools = pairs_by_strength(hand, trump)
    tied = trump.tied[trump.groups[unit.cards[0]]]
    return any(start + unit.pairs - 1 > unit.strength and fits(pools, start, unit.pairs, tied) for start in pools)


def _forced(
    units: tuple[Unit, ...],
    beaten: tuple[Unit, ...],
    rivals: Mapping[Seat, Sequence[Card]],
    trump: Trump,
    policy: Forced,
) -> tuple[Unit, Seat]:
    if policy is Forced.FIRST_BEATEN:
        return _first_beaten(beaten, rivals, trump)
    if policy is Forced.LARGEST_KIND:
        forced = min(beaten, key=lambda unit: (-unit.pairs, unit.strength))
    elif policy is Forced.SMALLEST_BEATEN:
        forced = min(beaten, key=_lowest(trump))
    else:
        forced = min(units, key=_lowest(trump))
    seats = [seat for seat, hand in rivals.items() if beats(hand, forced, trump)]
    return forced, (seats or [_first_beaten(beaten, rivals, trump)[1]])[0]


def _first_beaten(beaten: tuple[Unit, ...], rivals: Mapping[Seat, Sequence[Card]], trump: Trump) -> tuple[Unit, Seat]:
    ordered = sorted(beaten, key=lambda unit: (unit.pairs, unit.strength, _SUITS_DOWN[unit.cards[0].value[0]]))
    return next((unit, seat) for seat, hand in rivals.items() for unit in ordered if beats(hand, unit, trump))


def _lowest(trump: Trump) -> Callable[[Unit], tuple[int, int]]:
    return lambda unit: (min(trump.strengths[card] for card in unit.cards), unit.pairs)


def _penalty(beaten: tuple[Unit, ...], forced: Unit, returned: int, rulebook: ShengjiRulebook) -> int:
    throw = rulebook.throw
    if throw.penalty is ThrowPenalty.NONE:
        return 0
    if throw.penalty is ThrowPenalty.FLAT:
        return throw.penalty_points
    if throw.penalty is ThrowPenalty.PER_RETURNED_CARD:
        return throw.penalty_points * returned
    same_kind = throw.penalty is ThrowPenalty.PER_BEATEN_CARD_OF_FORCED_KIND
    counted = [unit for unit in beaten if not same_kind or unit.pairs == forced.pairs]
    return throw.penalty_points * sum(len(unit.cards) for unit in counted)
