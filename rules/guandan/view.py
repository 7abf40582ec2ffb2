"""A Guandan match in the words that every game has: the shared parts of a ``TableSnapshot``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from paizhuo.rules.cards import COPIES, FACES, Card, Seat
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.deal import Deal, GuandanMatch, Lay, Purpose
from paizhuo.rules.guandan.doubts import stated
from paizhuo.rules.guandan.offers import known
from paizhuo.rules.guandan.picture import current, hand_view, leader, past, tokens, waiting, winner
from paizhuo.rules.guandan.sanctions import proposals
from paizhuo.rules.guandan.trick import Trick
from paizhuo.rules.laid import faces
from paizhuo.rules.snapshot import HandView, PastTrickView, PlayView, ResultView, SeatView, TrickView, ViolationView


def seats(names: tuple[str, ...], match: GuandanMatch) -> Mapping[str, SeatView]:
    """Show the four seats."""
    deal = match.deal
    if deal is None:
        return {seat.name: SeatView(names[seat], None) for seat in Seat}
    turn, held = waiting(deal, match.rulebook), known(deal, match.rulebook)
    return {
        seat.name: SeatView(
            name=names[seat],
            cards_left=deal.cards_left(seat),
            is_turn=seat in turn,
            known=tokens(held.get(seat, ())),
        )
        for seat in Seat
    }


def trick_view(deal: Deal) -> TrickView:
    """Show the plays of the trick in progress."""
    now, number = current(deal), len(past(deal)) + 1
    return TrickView(number, None) if now is None else TrickView(number, leader(now), _plays(deal, now))


def past_tricks(deal: Deal) -> tuple[PastTrickView, ...]:
    """Show the plays of the tricks that are over, oldest first."""
    return tuple(
        PastTrickView(number, leader(trick), winner(trick) or "", 0, _plays(deal, trick))
        for number, trick in enumerate(past(deal), start=1)
    )


def _plays(deal: Deal, trick: Trick) -> tuple[PlayView, ...]:
    lays: dict[int, Lay] = {lay.seq: lay for lay in deal.lays}
    lying = trick is current(deal)
    return tuple(
        PlayView(
            seq=act.seq,
            seat=act.seat.name,
            cards=tokens(act.cards),
            winning=act is trick.top,
            violations=tuple(each.code for each in stated(deal, lays[act.seq])),
            pending=lying and bool(lays[act.seq].lifted),
            doubtful=lays[act.seq].doubtful,
        )
        for act in trick.acts
        if not act.is_pass
    )


def remaining(deal: Deal) -> Mapping[str, int]:
    """Count for each face the copies that nobody has seen played or left over."""
    seen: Counter[Card] = Counter(card for lay in deal.lays for card in lay.faces)
    seen.update(card for offer in deal.laid_for(Purpose.LEFT_OVER) for card in faces(offer.cards))
    return {str(card): max(0, COPIES - seen[card]) for card in FACES}


def violations(match: GuandanMatch, deal: Deal) -> tuple[ViolationView, ...]:
    """Show every breach of the hand, with the article and what it permits."""
    return tuple(
        ViolationView(
            id=charge.id,
            code=charge.violation.code,
            params=charge.violation.params,
            seat=charge.seat.name,
            trick=charge.trick,
            evidence=charge.evidence,
            article=charge.article,
            proposed=tuple(cost.value for cost in proposals(match, deal, charge)),
        )
        for charge in charges(deal, match.rulebook)
    )


def result_view(deal: Deal, match: GuandanMatch) -> ResultView | None:
    """Show what a hand came to, None before it was played out."""
    outcome = deal.outcome
    if outcome is None:
        return None
    shown = hand_view(deal, outcome, match)
    return ResultView(
        points=0,
        trick_points=0,
        kitty_points=0,
        multiplier=0,
        winner=shown.winner,
        change=shown.gain,
        levels=shown.levels,
        next_dealer="",
        last_trick="",
        final=deal.ended,
        match_winner=shown.match_winner,
    )


def hands(match: GuandanMatch) -> tuple[HandView, ...]:
    """Show the hands that were finished before the one in progress."""
    shown = ((deal, result_view(deal, match)) for deal in match.hands)
    return tuple(
        HandView(deal.hand, str(deal.level), None, None, result) for deal, result in shown if result is not None
    )
