"""What the table cannot tell alone: questions that follow from the state, each with a stable id.

A question stands as long as its cause stands. Answering it, or correcting what caused it, makes it go away.
"""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.laid import Laid
from paizhuo.rules.questions import Question as Question
from paizhuo.rules.questions import question_id
from paizhuo.rules.shengji.alike import asked_together
from paizhuo.rules.shengji.closure import account
from paizhuo.rules.shengji.doubts import nobody_was_seen_to_show, suspicions, unsure_trump
from paizhuo.rules.shengji.ledger import Claim
from paizhuo.rules.shengji.state import FACE_PLACES, Deal, Phase, Play, ShengjiMatch
from paizhuo.rules.suspicion import Suspicion
from paizhuo.rules.violations import Param

OFFERED = 4
"""Faces that are offered for a card that nobody read."""


def due(match: ShengjiMatch) -> tuple[Question, ...]:
    """Give every question that stands now, the hand in progress first."""
    return tuple(question for deal in reversed(match.all_hands) for question in asked_together(deal, _of_deal(deal)))


def _of_deal(deal: Deal) -> Iterator[Question]:
    if deal.phase in (Phase.PLAYING, Phase.FINISHED):
        if deal.dealer is None:
            yield Question(f"dealer:{deal.hand}", "dealer.unknown", {"hand": deal.hand}, ("E", "N", "W", "S"))
        if deal.trump is None or nobody_was_seen_to_show(deal):
            yield Question(f"trump:{deal.hand}", "trump.unknown", {"hand": deal.hand}, ("S", "H", "C", "D", "none"))
        for laid in unsure_trump(deal):
            yield _of_trump(deal, laid)
    for trick in (*(deal.tricks[place] for place in deal.unclear), deal.trick):
        for play in trick.plays:
            yield from _of_play(play, deal, trick.number)
    for suspected, seat, number, seq in suspicions(deal):
        yield _of_suspicion(suspected, seat, deal.hand, number, seq)
    for claims in deal.live.claims:
        for claim in claims:
            if claim.suspected:
                yield from _of_claim(claim, deal.hand)


def _of_trump(deal: Deal, laid: Laid) -> Question:
    """Ask for a card that makes trump and is not sure: every verdict of the hand rests on it."""
    named = [str(card) for card, _ in laid.reading.alternatives][: OFFERED - 1]
    params: dict[str, Param] = {
        "hand": deal.hand,
        "read": str(laid.card),
        "percent": round(100 * laid.reading.confidence),
        "place": laid.spot.place,
    }
    return Question(question_id(laid), "trump.misread", params, (str(laid.card), *named), (laid.spot.seq,))


def _of_play(play: Play, deal: Deal, trick: int) -> Iterator[Question]:
    params: dict[str, Param] = {"seat": play.seat.name, "hand": deal.hand, "trick": trick}
    if play.missing:
        key = f"missing:{deal.hand}:{trick}:{play.seat.name}"
        yield Question(key, "trick.missing_play", params, (), (play.seq,))
        return
    for laid in play.cards:
        if laid.card is Card.UNKNOWN:
            options = tuple(str(card) for card in _possible(deal, laid))
            params = {**params, "place": laid.spot.place}
            yield Question(question_id(laid), "reading.unread", params, options, (laid.spot.seq,))


def _possible(deal: Deal, laid: Laid) -> tuple[Card, ...]:
    """Give the faces that an unread card may have: those that the account of the hand leaves, or those it may be."""
    found = account(deal)
    if found is not None:
        return found.options(laid)[:OFFERED]
    named = [card for card, _ in laid.reading.alternatives]
    return tuple(card for card in named if deal.seen[FACE_PLACES[card]] < COPIES) or tuple(named)


def _of_suspicion(suspected: Suspicion, seat: Seat, hand: int, trick: int, seq: int) -> Question:
    params: dict[str, Param] = {
        "seat": (seat if suspected.seat is None else suspected.seat).name,
        "hand": hand,
        "trick": trick,
        **suspected.violation.params,
    }
    about = tuple(dict.fromkeys((seq, *(edit.seq for edit in suspected.edits))))
    return Question(suspected.id, suspected.code, params, suspected.options, about)


def _of_claim(claim: Claim, hand: int) -> Iterator[Question]:
    for doubt in claim.doubts:
        params: dict[str, Param] = {
            "seat": claim.follow.seat.name,
            "hand": hand,
            "trick": claim.follow.trick,
            "doubtful_trick": doubt.trick,
            "by_trick": claim.later[-1].trick if claim.later else claim.follow.trick,
            "group": str(claim.group),
            "place": doubt.laid.spot.place,
            "read": str(doubt.laid.card),
            "alternative": str(doubt.alternative),
            "percent": round(100 * doubt.laid.reading.confidence),
        }
        about = tuple(dict.fromkeys((doubt.laid.spot.seq, claim.follow.seq, *(each.seq for each in claim.later))))
        options = (str(doubt.laid.card), str(doubt.alternative))
        yield Question(question_id(doubt.laid), "revoke_or_misread", params, options, about)
