"""From the steps of a hand to the hand as the rules see it: every act judged in its turn, none refused.

An act is added to the hand as it comes. When an earlier one changes (a card taken back, a reading said), the whole
hand is told again from its first act.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.combos import Reading, readings
from paizhuo.rules.guandan.deal import Collect, Deal, Lay, Pass, Step
from paizhuo.rules.guandan.doubts import judged
from paizhuo.rules.guandan.offers import leaders
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.slips import is_wrong, needed
from paizhuo.rules.guandan.state import (
    Hand,
    begin,
    collect,
    pass_turn,
    play,
    play_in_doubt,
    verify_pass,
    verify_play,
)


def added(deal: Deal, step: Step, rules: GuandanRulebook) -> Deal:
    """Give a hand with one more act, judged."""
    if isinstance(step, Collect):
        if deal.play is None:
            return deal
        return replace(deal, steps=(*deal.steps, step), play=collect(deal.play))
    hand = deal.play or _begun(deal, step.seat, rules)
    if isinstance(step, Pass):
        return _with_pass(deal, hand, step, rules)
    return _with_lay(deal, hand, step, rules)


def replayed(deal: Deal, rules: GuandanRulebook) -> Deal:
    """Tell a hand again from its first act."""
    bare = replace(deal, steps=(), play=None)
    return reduce(lambda told, step: added(told, step, rules), deal.steps, bare)


def _begun(deal: Deal, first: Seat, rules: GuandanRulebook) -> Hand:
    """Begin the play: whoever may lead is expected to; where nobody can tell, the seat that acts first leads."""
    expected = leaders(deal, rules)
    hand = begin(deal.level, first if not expected or first in expected else expected[0])
    return hand if deal.counts is None else replace(hand, left=deal.counts)


def _with_pass(deal: Deal, hand: Hand, step: Pass, rules: GuandanRulebook) -> Deal:
    found = verify_pass(hand, step.seat, rules)
    after = pass_turn(hand, step.seat, rules, seq=step.seq)
    judged = replace(step, violations=found, trick=len(after.tricks) + 1)
    return replace(deal, steps=(*deal.steps, judged), play=after)


def _with_lay(deal: Deal, hand: Hand, step: Lay, rules: GuandanRulebook) -> Deal:
    said = _said(deal, step, rules)
    found = verify_play(hand, step.seat, step.faces, rules, said=said)
    verdict = judged(deal, hand, step, found, rules)
    if verdict.ruling is None:
        after = play(hand, step.seat, step.faces, rules, said=said, seq=step.seq)
    else:
        after = play_in_doubt(hand, step.seat, step.faces, verdict.ruling, rules, seq=step.seq)
    told = replace(
        step,
        violations=verdict.stated,
        doubt=verdict.doubt,
        suspicions=verdict.suspicions,
        trick=len(after.tricks) + 1,
        needed=step.cards if is_wrong(verdict.stated) else () if is_wrong(found) else needed(hand, step, rules),
    )
    return replace(deal, steps=(*deal.steps, told), play=after)


def _said(deal: Deal, step: Lay, rules: GuandanRulebook) -> Reading | None:
    """Find the reading that was called for a play, as far as its cards allow it."""
    name = dict(deal.said).get(step.seq)
    if name is None or Card.UNKNOWN in step.faces:
        return None
    return next((each for each in readings(step.faces, deal.level, rules) if each.name == name), None)
