"""Where a hand that is over lacks its last cards: it ended, and by the count nobody was out who would have ended it.

A card that was missed after its seat last said a number shows nowhere else. Whoever acted last ended the hand, as a
rule, and the fewest cards that were missed explain it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.deal import Collect, Deal, GuandanMatch
from paizhuo.rules.guandan.lacking import SMALLEST_BOMB, likeliest, places
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.shortage import Shortage, asked_about, said_last, shortages
from paizhuo.rules.suspicion import Edit, Slip

MOST = 4
"""Cards that may have been missed unnoticed; a hand that lacks more was not watched to its end."""


def lacking_at_end(deal: Deal, rules: GuandanRulebook) -> tuple[Edit, ...]:
    """Give the places of the cards with which the hand was over, in the likeliest tricks of each seat.

    What is asked about anyway explains a part of them. A play after all that were seen comes first: it shows by nothing
    else, while over many others a lead would have.
    """
    found: list[Edit] = []
    for short in _short(deal):
        numbers = (replace(short, number=number) for number in range(short.number, 0, -1))
        found += likeliest([edit for each in numbers for edit in (*_at_end(deal, each), *places(deal, each, rules))])
    return tuple(found)


def last_cards_of(match: GuandanMatch, question: str) -> tuple[Edit, ...]:
    """Give the edits that the question about a finishing order offers; its id names the hand."""
    deal = next(each for each in match.all_hands if question == f"finish:{each.hand}")
    return lacking_at_end(deal, match.rulebook)


def is_end_asked_about(deal: Deal) -> bool:
    """Say whether the hand is over with the cards that are asked about anyway: their answers give its order."""
    return bool(deal.lays) and not deal.is_over and min(_ways(deal, _explained(deal)).values(), default=MOST) == 0


def _short(deal: Deal) -> Iterator[Shortage]:
    """Yield what the seats lack that may have been out, as far as nothing asked about explains it."""
    if deal.is_over or all(lay.is_given for lay in deal.lays):
        return
    explained, steps = _explained(deal), len(deal.steps)
    ways = _ways(deal, explained)
    fewest = min(ways.values(), default=MOST + 1)
    seats = {seat for out, number in ways.items() if number == fewest <= MOST for seat in out}
    for seat in Seat:
        number = _lacking(deal, seat, explained)
        if seat in seats and number:
            yield Shortage(seat, number, steps, said_last(deal, seat, steps, explained[seat]))


def _ways(deal: Deal, explained: Mapping[Seat, int]) -> dict[tuple[Seat, ...], int]:
    """Give the seats that may have gone out besides, and how many cards were missed then that nobody asks about."""
    last = deal.lays[-1].seat
    ways: dict[tuple[Seat, ...], int] = {}
    for out in chain.from_iterable(combinations(explained, size) for size in range(1, len(Seat))):
        if _ends(deal, (*deal.order, *out)):
            # One more was laid after all that was seen if whoever acted last is not out.
            unseen = last not in (*deal.order, *out)
            ways[out] = sum(_lacking(deal, seat, explained) for seat in out) + unseen
    return ways


def _lacking(deal: Deal, seat: Seat, explained: Mapping[Seat, int]) -> int:
    return max(deal.cards_left(seat) - explained.get(seat, 0), 0)


def _ends(deal: Deal, out: tuple[Seat, ...]) -> bool:
    """Say whether a hand is over when these are out, in whatever order they went."""
    return deal.is_extra or len(out) > 2 or (len(out) == 2 and out[0].partner is out[1])


def _explained(deal: Deal) -> dict[Seat, int]:
    """Give how many cards that seats seem to hold are asked about: as missed, or by the number that they said."""
    explained = {seat: 0 for seat in Seat if seat not in deal.order}
    for seat in explained:
        asked = asked_about(deal, Shortage(seat, deal.cards_left(seat), len(deal.steps)))
        told = (each.number for each in shortages(deal) if each.seat is seat)
        explained[seat] = max(asked, *told, 0)
    return explained


def _at_end(deal: Deal, short: Shortage) -> Iterator[Edit]:
    """Give the places after all plays that were seen: over the last of them, or as the lead of who won with it."""
    last, end, number = deal.lays[-1], deal.steps[-1], short.number
    if not isinstance(end, Collect) or not deal.closed_by:
        return
    if short.seat is not last.seat and (number == len(last.cards) or number >= SMALLEST_BOMB):
        yield Edit(Slip.UNSEEN, short.seat, end.seq, trick=last.trick, number=number)
    if short.seat is last.seat or (short.seat is last.seat.partner and last.seat in deal.order):
        yield Edit(Slip.UNSEEN, short.seat, deal.closed_by, trick=last.trick + 1, number=number)
