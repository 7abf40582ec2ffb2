"""Closing a hand: the kitty, the attackers' points, rulings, the levels, who deals next."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.cards import FACES, Card, Seat, Side
from paizhuo.rules.shengji.ending import ended_by_time
from paizhuo.rules.shengji.kitty import BOTTOM, Taken, take_bottom
from paizhuo.rules.shengji.laid import faces
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.levels import Level, Role, climb, fall, jack_dug, next_dealer
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.scoring import DealResult, deal_result
from paizhuo.rules.shengji.state import HAND_CARDS, Cause, Deal, Effect, Outcome, Phase, ShengjiMatch, Trick

__all__ = ["Effect", "closed", "is_played_out", "kitty_cards", "role_of", "settled", "with_points"]


def kitty_cards(deal: Deal) -> tuple[Card, ...] | None:
    """Give the eight cards of the kitty if they were shown or follow from all the others, else None."""
    if len(deal.kitty.shown) >= BOTTOM:
        return faces(deal.kitty.shown)
    unseen = tuple(card for card, seen in zip(FACES, deal.seen, strict=True) for _ in range(2 - seen))
    return unseen if len(unseen) == BOTTOM else None


def is_played_out(deal: Deal) -> bool:
    """Say whether every seat has played its 25 cards and the last trick is off the table."""
    return not deal.trick.plays and all(count >= HAND_CARDS for count in deal.played)


def role_of(seat: Seat, dealer: Seat) -> Role:
    """Give the role of a seat in a hand."""
    return Role.DEALERS if seat.side is dealer.side else Role.ATTACKERS


def settled(match: ShengjiMatch, deal: Deal, order: Order | None) -> Deal:
    """Work out what the hand came to, if it was played out or a ruling ended it, and dealer and trump are known."""
    lost = _hand_lost(deal)
    if not is_played_out(deal) and lost is None:
        return deal
    finished = replace(deal, phase=Phase.FINISHED)
    if deal.dealer is None:
        return replace(finished, outcome=None)
    if lost is not None:
        return replace(finished, outcome=_lost_outcome(match, deal, deal.dealer, lost))
    last = deal.tricks[-1]
    if order is None or last.winner is None:
        return replace(finished, outcome=None)
    return replace(finished, outcome=_outcome(match, deal, deal.dealer, last, last.winner, order))


def _hand_lost(deal: Deal) -> Effect | None:
    return next((each for each in deal.effects if each.sanction is not None and each.sanction.hand_over), None)


def _outcome(match: ShengjiMatch, deal: Deal, dealer: Seat, last: Trick, last_winner: Seat, order: Order) -> Outcome:
    winning = last.play_of(last_winner)
    assert winning is not None
    taken = take_bottom(
        kitty_cards(deal) or (),
        last.plays[0].faces,
        winning.faces,
        role_of(last_winner, dealer),
        order.trump,
        order.rulebook,
    )
    trick_points = deal.attackers_points
    result = deal_result(trick_points + taken.added, order.rulebook, deal.level)
    dug = None
    if role_of(last_winner, dealer) is Role.ATTACKERS:
        dug = jack_dug(match.level_of(dealer.side), winning.faces, order.rulebook)
    levels, match_winner = _new_levels(match, deal, dealer.side, result, dug)
    return _made(deal, dealer, result, levels, match_winner, trick_points, taken, last_winner, order.rulebook)


def _lost_outcome(match: ShengjiMatch, deal: Deal, dealer: Seat, effect: Effect) -> Outcome:
    """End a hand by a ruling: the offender's side loses it, whatever the cards say."""
    assert effect.sanction is not None
    winners = effect.role.other
    result = DealResult(winners, effect.sanction.change(winners))
    levels, match_winner = _new_levels(match, deal, dealer.side, result, None)
    points = deal.attackers_points
    outcome = _made(deal, dealer, result, levels, match_winner, points, Taken(0, 0, 0), dealer, match.rulebook)
    if effect.sanction.fresh_start:
        return replace(outcome, next_dealer=None)
    return outcome


def _made(
    deal: Deal,
    dealer: Seat,
    result: DealResult,
    levels: tuple[Level, Level],
    match_winner: Side | None,
    trick_points: int,
    taken: Taken,
    last_winner: Seat,
    rulebook: ShengjiRulebook,
) -> Outcome:
    return Outcome(
        points=trick_points + taken.added,
        trick_points=trick_points,
        kitty_points=taken.base,
        multiplier=taken.multiplier if taken.added else 0,
        winners=result.winners,
        change=result.level_change,
        demotion=result.demotion,
        levels=levels,
        next_dealer=next_dealer(dealer, result.winners, rulebook),
        last_trick=last_winner,
        match_winner=match_winner,
        final=len(deal.kitty.shown) >= BOTTOM,
    )


def _new_levels(
    match: ShengjiMatch, deal: Deal, dealers: Side, result: DealResult, dug: Level | None
) -> tuple[tuple[Level, Level], Side | None]:
    rulebook = match.rulebook
    up = dealers if result.winners is Role.DEALERS else dealers.other
    move = climb(match.level_of(up), result.level_change, rulebook, result.winners)
    match_winner = up if move.match_won else None
    levels = {side: match.level_of(side) for side in Side}
    levels[up] = move.level
    if result.winners is Role.ATTACKERS and result.demotion:
        drop = fall(match.level_of(dealers), result.demotion, rulebook)
        levels[dealers] = drop.level
        if drop.match_lost:
            match_winner = dealers.other
    if dug is not None:
        levels[dealers] = dug
    for effect in deal.effects:
        if effect.sanction is not None and effect.sanction.after_hand:
            levels[effect.side] = fall(levels[effect.side], 1, rulebook).level
    ordered = [levels[side] for side in Side]
    return (ordered[0], ordered[1]), match_winner


def closed(match: ShengjiMatch) -> ShengjiMatch:
    """End the hand in progress: levels and dealer move as its outcome says; without an outcome nothing moves."""
    deal = match.deal
    if deal is None or deal.ended:
        return match
    deal = replace(deal, phase=Phase.FINISHED, ended=True, levels_before=match.levels)
    if deal.outcome is None:
        match = replace(match, deal=deal)
    else:
        match = _moved(match, deal, replace(deal.outcome, final=True))
    return ended_by_time(match) if match.time_called and not match.is_over else match


def _moved(match: ShengjiMatch, deal: Deal, outcome: Outcome) -> ShengjiMatch:
    cause = match.cause
    if outcome.match_winner is not None:
        place = list(Side).index(outcome.match_winner.other)
        limit = match.rulebook.levels.underwater_limit
        cause = Cause.UNDERWATER if 0 < limit <= outcome.levels[place].below else Cause.LEVEL
    return replace(
        match,
        deal=replace(deal, outcome=outcome),
        levels=outcome.levels,
        next_dealer=outcome.next_dealer,
        winner=outcome.match_winner or match.winner,
        cause=cause,
    )


BY_CARDS = (Cause.LEVEL, Cause.UNDERWATER, Cause.TIME)
"""The ends of a match that the points of its last hand decide."""


def with_points(match: ShengjiMatch, amount: int, order: Order | None) -> ShengjiMatch:
    """Correct the attackers' points of a hand; one that was closed is closed anew from where the match stood before."""
    deal = match.deal
    if deal is None:
        return match
    deal = replace(deal, by_hand=deal.by_hand + amount)
    if not deal.ended:
        return replace(match, deal=settled(match, deal, order))
    if deal.outcome is None:
        return replace(match, deal=deal)
    match = replace(match, levels=deal.levels_before or match.levels)
    if match.cause in BY_CARDS:
        match = replace(match, winner=None, tied=False, cause=None)
    return closed(replace(match, deal=settled(match, replace(deal, ended=False), order)))
