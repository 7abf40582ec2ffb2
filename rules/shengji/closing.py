"""Closing a hand: the kitty, the attackers' points, the levels, who deals next."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.cards import FACES, Card, Seat, Side
from paizhuo.rules.shengji.kitty import BOTTOM, take_bottom
from paizhuo.rules.shengji.laid import faces
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.levels import Level, Role, climb, fall, jack_dug, next_dealer
from paizhuo.rules.shengji.scoring import deal_result
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Outcome, Phase, ShengjiMatch


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
    """Work out what the hand came to, if it was played out and dealer and trump are known."""
    if not is_played_out(deal):
        return deal
    finished = replace(deal, phase=Phase.FINISHED)
    last = deal.tricks[-1]
    if deal.dealer is None or order is None or last.winner is None:
        return replace(finished, outcome=None)
    return replace(finished, outcome=_outcome(match, deal, deal.dealer, order, last.winner))


def _outcome(match: ShengjiMatch, deal: Deal, dealer: Seat, order: Order, last_winner: Seat) -> Outcome:
    last = deal.tricks[-1]
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
    total = deal.attackers_points + taken.added
    result = deal_result(total, order.rulebook, deal.level)
    dug = None
    if taken.added or role_of(last_winner, dealer) is Role.ATTACKERS:
        dug = jack_dug(match.level_of(dealer.side), winning.faces, order.rulebook)
    levels, match_winner = _new_levels(match, dealer.side, result.winners, result.level_change, result.demotion, dug)
    return Outcome(
        points=total,
        trick_points=deal.attackers_points,
        kitty_points=taken.base,
        multiplier=taken.multiplier if taken.added else 0,
        winners=result.winners,
        change=result.level_change,
        demotion=result.demotion,
        levels=levels,
        next_dealer=next_dealer(dealer, result.winners, order.rulebook),
        last_trick=last_winner,
        match_winner=match_winner,
        final=len(deal.kitty.shown) >= BOTTOM,
    )


def _new_levels(
    match: ShengjiMatch, dealers: Side, winners: Role, change: int, demotion: int, dug: Level | None
) -> tuple[tuple[Level, Level], Side | None]:
    rulebook = match.rulebook
    up = dealers if winners is Role.DEALERS else dealers.other
    moves = {up: climb(match.level_of(up), change, rulebook, winners)}
    match_winner = up if moves[up].match_won else None
    levels = {side: match.level_of(side) for side in Side}
    levels[up] = moves[up].level
    if winners is Role.ATTACKERS and demotion:
        drop = fall(match.level_of(dealers), demotion, rulebook)
        levels[dealers] = drop.level
        if drop.match_lost:
            match_winner = dealers.other
    if dug is not None:
        levels[dealers] = dug
    ordered = [levels[side] for side in Side]
    return (ordered[0], ordered[1]), match_winner


def closed(match: ShengjiMatch) -> ShengjiMatch:
    """End the hand in progress: levels and dealer move as its outcome says; without an outcome nothing moves."""
    deal = match.deal
    if deal is None or deal.ended:
        return match
    if deal.outcome is None:
        return replace(match, deal=replace(deal, phase=Phase.FINISHED, ended=True))
    outcome = replace(deal.outcome, final=True)
    return replace(
        match,
        deal=replace(deal, phase=Phase.FINISHED, outcome=outcome, ended=True),
        levels=outcome.levels,
        next_dealer=outcome.next_dealer,
        winner=outcome.match_winner or match.winner,
    )
