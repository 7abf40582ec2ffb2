"""What happens beside the cards: cards turned before the first hand, counts, notes, levels set by hand, time called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import Fact
from paizhuo.rules.shengji.ending import ended_by_time
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.opening import Opening, drawn_dealer, of_first_hand, of_next_hand
from paizhuo.rules.shengji.policies import Substitution
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Cause, Deal, Note, Phase, ShengjiMatch
from paizhuo.rules.shengji_events import CardDrawn
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.violations import Param, Violation


def signalled(match: ShengjiMatch, seq: int, fact: Fact) -> ShengjiMatch | None:
    """Apply a fact that is no matter of cards, None for any other."""
    match fact:
        case CardDrawn():
            return _card_drawn(match, fact)
        case HandsCounted():
            deal = match.deal
            return match if deal is None else replace(match, deal=replace(deal, counts=fact.counts, counted_at=seq))
        case BreachNoted():
            return _noted(match, Note(seq, fact.seat, noted(fact.seat, fact.code, fact.params, match.rulebook)))
        case LevelsSet():
            return _levels_set(match, fact)
        case LotDrawn():
            return replace(match, winner=fact.winner, tied=False, cause=Cause.LOT)
        case TimeCalled():
            return _time_called(match, fact)
        case _:
            return None


def named_dealer(deal: Deal, dealer: Seat, match: ShengjiMatch) -> Deal:
    """Let a seat deal; the hand is played at the level of its side."""
    level: Rank = match.level_of(dealer.side).rank
    bidding = replace(deal.bidding, dealer=dealer, level=level)
    return replace(deal, dealer=dealer, bidding=bidding, level=level)


def opening_of(match: ShengjiMatch, before: Sequence[Deal]) -> Opening:
    """Give who shuffles, cuts and draws first in the next hand, after the hands ``before``."""
    last = before[-1] if before else None
    if last is None or last.dealer is None or last.outcome is None or match.next_dealer is None:
        return of_first_hand(match.drawn, match.rulebook) if last is None else Opening()
    drawer = last.opening.first_drawer
    return of_next_hand(match.next_dealer, last.dealer, last.outcome.winners, drawer, match.rulebook)


def _card_drawn(match: ShengjiMatch, fact: CardDrawn) -> ShengjiMatch:
    turned = tuple((fact.seat, card) for card in fact.cards if card is not Card.UNKNOWN)
    match = replace(match, drawn=match.drawn + turned)
    deal = match.deal
    if deal is None or not deal.bidding.first_hand or deal.phase is Phase.PLAYING:
        return match
    dealer = drawn_dealer(match.drawn, match.rulebook)
    deal = replace(deal, opening=of_first_hand(match.drawn, match.rulebook))
    return replace(match, deal=deal if dealer is None else named_dealer(deal, dealer, match))


NOTABLE: Mapping[str, tuple[str, ...]] = {
    "table.player_missing": ("name",),
    "table.substituted": ("name",),
    "table.seat_changed": ("name",),
    "time.too_slow": ("seconds", "limit"),
    "count.bottom_wrong": ("actual", "expected"),
    "bury.too_many_points": ("points", "limit"),
}
"""The breaches that may be noted, and what the sentence of each needs."""


def notable(rulebook: ShengjiRulebook) -> tuple[str, ...]:
    """Give the codes of the breaches that may be noted under a rulebook: what it allows is no breach.

    >>> from paizhuo.rules.rulebooks import load
    >>> "table.substituted" in notable(load("pass10", ShengjiRulebook))
    True
    """
    allowed = {
        "table.substituted": rulebook.table.substitution is Substitution.ALLOWED,
        "time.too_slow": not rulebook.time.play_seconds,
        "bury.too_many_points": not rulebook.kitty.bury_limit,
    }
    return tuple(code for code in NOTABLE if not allowed.get(code, False))


def noted(seat: Seat, code: str, params: Mapping[str, Param], rulebook: ShengjiRulebook) -> Violation:
    """Give the violation that a note stands for; what its sentence needs and the note leaves out is filled in.

    >>> from paizhuo.rules.rulebooks import load
    >>> noted(Seat.E, "time.too_slow", {"seconds": 75}, load("const2", ShengjiRulebook)).params["limit"]
    60
    """
    play_limit, bury_limit = rulebook.time.play_seconds, rulebook.kitty.bury_limit
    limit = bury_limit if code.startswith("bury") else play_limit
    filled: dict[str, Param] = {
        "name": "",
        "limit": limit,
        "seconds": limit + 1,
        "points": limit + 5,
        "expected": BOTTOM,
        "actual": BOTTOM - 1,
    }
    wanted = {name: filled[name] for name in NOTABLE.get(code, ())}
    return Violation(code, {**wanted, "seat": seat.name, **params})


def _noted(match: ShengjiMatch, note: Note) -> ShengjiMatch:
    deal = match.deal
    if deal is None or deal.ended:
        return replace(match, notes=(*match.notes, note))
    return replace(match, deal=replace(deal, notes=(*deal.notes, note)))


def _levels_set(match: ShengjiMatch, fact: LevelsSet) -> ShengjiMatch:
    match = replace(match, levels=(Level(fact.levels[0]), Level(fact.levels[1])))
    deal = match.deal
    if deal is None or deal.ended or deal.dealer is None:
        return match
    return replace(match, deal=named_dealer(deal, deal.dealer, match))


def _time_called(match: ShengjiMatch, fact: TimeCalled) -> ShengjiMatch:
    """Let the hand in play be the last, or end the match at once: a hand that is not finished does not count."""
    deal = match.deal
    if match.is_over:
        return match
    if deal is None or deal.ended:
        return ended_by_time(match)
    if fact.finish:
        return replace(match, time_called=True)
    return ended_by_time(replace(match, deal=replace(deal, phase=Phase.FINISHED, ended=True, outcome=None)))
