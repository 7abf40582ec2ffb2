"""Illegal, or misread? A play that would be right if doubtful cards were other ones is no offence but a question.

The reading that is in doubt may be one of the play itself or one of the play that it has to beat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from paizhuo.rules.cards import Card
from paizhuo.rules.guandan.deal import Doubt, Lay
from paizhuo.rules.guandan.hindsight import with_top
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.slips import counts, is_wrong, top_of
from paizhuo.rules.guandan.state import Hand, verify_play
from paizhuo.rules.guandan.wild import Decided, Ruling, read
from paizhuo.rules.violations import Violation

MOST_TRIED = 400
"""More ways to read the doubtful cards than this are not tried: then the play is in doubt as it is."""


def misread(
    hand: Hand, lay: Lay, found: Sequence[Violation], before: Sequence[Lay], rules: GuandanRulebook
) -> Doubt | None:
    """Find other faces with which nothing that was ``found`` wrong with the cards would be; None if there are none."""
    top = top_of(hand, before)
    doubtful = [laid for laid in (*lay.cards, *(top.cards if top else ())) if laid.doubtful]
    if not doubtful:
        return None
    options = [(laid.card, *laid.alternatives) for laid in doubtful]
    if prod(map(len, options)) > MOST_TRIED:
        least_sure = min(doubtful, key=lambda laid: laid.reading.confidence)
        return Doubt(least_sure, least_sure.alternatives[0], tuple(found), Ruling(None, Decided.UNREAD, ()))
    for cards in _likely_first(options):
        other = dict(zip((laid.spot for laid in doubtful), cards, strict=True))
        faces = tuple(other.get(laid.spot, laid.card) for laid in lay.cards)
        seen = (
            hand if top is None else _with_top(hand, tuple(other.get(one.spot, one.card) for one in top.cards), rules)
        )
        if seen is not None and not is_wrong(verify_play(seen, lay.seat, faces, rules)):
            changed = next(laid for laid in doubtful if other[laid.spot] is not laid.card)
            return Doubt(changed, other[changed.spot], tuple(found), counts(seen, faces, rules))
    return None


def _likely_first(options: Sequence[tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    """Give the ways to read the cards otherwise, those that change the fewest cards first."""
    literal = tuple(each[0] for each in options)
    ways = sorted(
        product(*options), key=lambda way: sum(one is not other for one, other in zip(way, literal, strict=True))
    )
    return iter(ways[1:])


def _with_top(hand: Hand, faces: tuple[Card, ...], rules: GuandanRulebook) -> Hand | None:
    """Give the hand as if the play to beat had these faces; None if those are no shape."""
    ruling = read(faces, hand.level, rules)
    return None if ruling.decided is Decided.NO_SHAPE else with_top(hand, ruling)
