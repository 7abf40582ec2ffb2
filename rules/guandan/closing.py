"""Closing a hand: the finishing order, the levels gained, what rulings change, who has won the match."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.guandan.deal import Deal, GuandanMatch, Outcome
from paizhuo.rules.guandan.finish import gain, is_double, is_over, places, winner
from paizhuo.rules.guandan.levels import Score, after_hand, award
from paizhuo.rules.guandan.match import Ending, Leave, Verdict, counts_after_signal, extra_hand_winner, judge
from paizhuo.rules.guandan.policies import MatchFormat, Sanction
from paizhuo.rules.guandan.ruleset import GuandanRulebook

FINAL = (Ending.RULED, Ending.LOT, Ending.EXTRA_HAND)
"""Endings that no further hand changes."""


def finishing_order(deal: Deal) -> tuple[Seat, ...] | None:
    """Give the places of a hand that is over: as it was played or named, and last whom a ruling put last.

    None when the hand is not over, and when one of two who went out first together was put last: then nobody can tell
    the places of the others before a person names them.
    """
    if not deal.is_over or not (is_over(deal.order) or deal.is_extra):
        return None
    order = places(deal.order)
    if deal.named_order:
        return order
    for effect in deal.effects:
        if effect.cost is Sanction.PLACED_LAST and effect.seat in order:
            if is_double(order):
                return None
            order = (*(seat for seat in order if seat is not effect.seat), effect.seat)
    return order


def settled(deal: Deal, rules: GuandanRulebook) -> Deal:
    """Work out what a hand came to, as far as it is over."""
    order = finishing_order(deal)
    if order is None or deal.dropped:
        return replace(deal, outcome=None)
    if deal.is_extra:
        made = Outcome(order, extra_hand_winner(order[0]), 0, deal.before, counts=False)
        return replace(deal, outcome=made)
    score = ruled(after_hand(deal.before, order, rules), deal)
    at_ace = deal.before.playing is not None and deal.before.level is Rank.ACE
    ace = "" if not at_ace else "passed" if score.passed is deal.before.playing else "failed"
    return replace(deal, outcome=Outcome(order, winner(order), gain(order, rules), score, ace))


def ruled(score: Score, deal: Deal) -> Score:
    """Give a score with the levels that the rulings of a hand award."""
    return reduce(lambda made, effect: award(made, effect.side.other, effect.cost.levels), deal.effects, score)


def closed(match: GuandanMatch) -> GuandanMatch:
    """End the hand in progress: levels and match move as its outcome says; without an outcome nothing moves."""
    deal = match.deal
    if deal is None or deal.ended:
        return match
    deal = settled(replace(deal, ended=True), match.rulebook)
    outcome = deal.outcome
    if deal.is_extra:
        # It decides the match and is outside the record.
        verdict = match.verdict if outcome is None else Verdict(Ending.EXTRA_HAND, outcome.winner)
        return replace(match, deal=deal, verdict=verdict)
    match = replace(match, deal=deal, score=deal.before, order=deal.order_before, played=deal.played_before)
    if outcome is None:
        return judged(replace(match, score=ruled(deal.before, deal), order=()))
    return judged(replace(match, score=outcome.score, order=outcome.order, played=match.played + 1))


def reopened(match: GuandanMatch, deal: Deal) -> GuandanMatch:
    """Give the match with a changed hand; one that was closed is closed anew from where the match stood before it.

    Levels that a person set since stay as they were set.
    """
    if not deal.ended:
        return replace(match, deal=settled(deal, match.rulebook))
    again = closed(replace(match, deal=replace(deal, ended=False)))
    were_set = deal.outcome is not None and deal.outcome.counts and match.score != deal.outcome.score
    return judged(replace(again, score=match.score)) if were_set else again


def judged(match: GuandanMatch) -> GuandanMatch:
    """Judge the match between two hands; after the end signal the higher level wins whatever the format."""
    if match.verdict.ending in FINAL:
        return match
    rules = match.rulebook
    minutes = float("inf") if match.time_up else 0.0
    if match.time_up:
        rules = replace(rules, match=replace(rules.match, format=MatchFormat.TIME))
    return replace(match, verdict=judge(match.score, hands=match.played, minutes=minutes, rules=rules))


def time_called(match: GuandanMatch, leave: Leave) -> GuandanMatch:
    """Apply the end signal: a hand in play is finished, or it is dropped, as the rulebook and the referee have it."""
    match = replace(match, time_up=True)
    deal = match.deal
    if deal is None or deal.ended:
        return judged(match)
    if deal.is_over or counts_after_signal(match.rulebook, leave=leave):
        return match
    return closed(replace(match, deal=replace(deal, dropped=True)))
