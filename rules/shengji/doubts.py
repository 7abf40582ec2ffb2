"""What a breach rests on: a play breaks a rule only if no single plausible slip of sight (``slips``) explains it.

Two slips at once are not plausible. While one is, the breach is a suspicion and the referee is asked. An answer, or
what cards show later, settles it. What a person entered, and what a record gives, is taken at its word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.laid import Laid, faces, sure_faces
from paizhuo.rules.questions import question_id
from paizhuo.rules.shengji.closing import is_played_out
from paizhuo.rules.shengji.closure import closure_suspicion
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.slips import LIKELIEST, as_winner, has_weak_surplus, is_given, presence, zone_of
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Phase, Play, TakenBack, Trick, counted
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

QUESTIONS: Mapping[str, str] = {
    "count": "misread.too_many",
    "few": "misread.too_few",
    "hand": "misread.hand",
    "turn": "misread.turn",
    "lead": "misread.lead",
    "throw": "misread.throw",
    "play": "misread.taken_back",
    "declare": "misread.bid",
}
"""First part of a breach's code → the question asked while it is not certain; ``few`` is a count too low."""

SIGHT_DELAY = 2.0
"""Seconds by which a play may be seen later than it was laid: so much longer may it take."""

Finding = tuple[Violation, tuple[Edit, ...]]
"""A breach as read, and the slips each of which would explain it."""


def suspicion(hand: int, trick: int, seat: Seat, violation: Violation, edits: Sequence[Edit]) -> Suspicion:
    """Put a breach and what explains it into a question, under an id that does not depend on the log."""
    name = f"doubt:{hand}:{trick}:{seat.name}:{violation.code}"
    return Suspicion(name, _code(violation), violation, tuple(edits))


def _code(violation: Violation) -> str:
    family = violation.code.partition(".")[0]
    few = family == "count" and int(str(violation.params["actual"])) < int(str(violation.params["expected"]))
    return QUESTIONS["few" if few else family]


def of_outvoted_lead(hand: int, trick: Trick, violation: Violation, size: int) -> Suspicion:
    """Ask about the lead, once, instead of accusing three seats that answered with the same number of cards.

    Even a card that seemed surely there is in question then.
    """
    lead = trick.plays[0]
    edits: tuple[Edit, ...] = (Edit(Slip.MISSED, lead.seat, lead.seq),)
    if size < trick.size:
        weakest = sorted(lead.cards, key=lambda laid: (presence(laid), laid.reading.confidence))
        edits = tuple(Edit(Slip.ABSENT, lead.seat, lead.seq, laid) for laid in weakest[:LIKELIEST])
    name = f"doubt:{hand}:{trick.number}:{lead.seat.name}:count.led"
    return Suspicion(name, "misread.led", violation, edits, lead.seat)


def of_turn(deal: Deal, trick: Trick, place: int, violation: Violation, order: Order | None) -> Suspicion | None:
    """Judge a play before its turn: what explains it, nothing if it is certain; None while nobody can tell.

    A play that nobody saw may have come first: only the own later play of the seat in turn shows that it had not, and
    not if sight told of both within the time by which it may be late. A lead rests on who won the trick before; where
    that is in question already, it is not asked about again.
    """
    play = trick.plays[place]
    expected = Seat[str(violation.params["expected"])]
    certain = suspicion(deal.hand, trick.number, play.seat, violation, ())
    if is_given(play):
        return certain
    later = trick.play_of(expected)
    if later is None or later.missing or trump_in_doubt(deal):
        return None
    if place == 0 and deal.tricks:
        asked = asked_about(deal, deal.tricks[-1])
        if asked is not None:
            return replace(asked, violation=violation)
    edits: list[Edit] = []
    was_late = any(zone_of(play.seat) in each.unseen for each in trick.plays[:place])
    at_once = play.at > 0 and 0 <= later.at - play.at < SIGHT_DELAY
    if zone_of(expected) in play.unseen or "" in play.unseen or was_late or at_once:
        edits.append(Edit(Slip.ORDER, play.seat, play.seq))
    if place == 0 and deal.tricks and order is not None:
        edits += as_winner(deal.tricks[-1], play.seat, order)
    return replace(certain, edits=tuple(edits))


def resting_on_a_bid(deal: Deal, violations: Sequence[Violation]) -> tuple[Suspicion, ...]:
    """Judge a show that does not stand after another one in doubt: if that one stood, this one may be right.

    It is not asked about again: the question about the bid before settles it.
    """
    before = next((each for bid in reversed(deal.bids) for each in bid.suspicions if each.edits), None)
    if before is None or before.id in deal.confirmed:
        return ()
    return tuple(replace(before, violation=violation) for violation in violations)


def may_be_led_by_another(deal: Deal, trick: Trick) -> bool:
    """Say whether the seat before the first that was seen may have led: nobody saw it play, nor knows who had to."""
    lead = trick.plays[0]
    unseen = trick.play_of(lead.seat.previous)
    if lead.missing or unseen is None or not unseen.missing:
        return False
    return deal.expected_leader is not lead.seat or (
        bool(deal.tricks) and asked_about(deal, deal.tricks[-1]) is not None
    )


def asked_about(deal: Deal, trick: Trick) -> Suspicion | None:
    """Give the question that a trick has raised already, None if all of it was seen and read."""
    for play in trick.plays:
        for each in play.suspicions:
            if each.edits and not is_certain(deal, each):
                return each
        for laid in play.cards:
            if laid.card is Card.UNKNOWN:
                key = f"missing:{deal.hand}:{trick.number}:{play.seat.name}" if play.missing else question_id(laid)
                code = "trick.missing_play" if play.missing else "reading.unread"
                edit = Edit(Slip.FACE, play.seat, play.seq, laid)
                return Suspicion(key, code, Violation(code), (edit,), play.seat)
    return None


def trump_in_doubt(deal: Deal) -> bool:
    """Say whether trump may be another: its show is not sure, one that a slip spoils may stand, or none was seen."""
    if deal.named_trump:
        return False
    asked = any(each.edits and each.id not in deal.confirmed for bid in deal.bids for each in bid.suspicions)
    return asked or nobody_was_seen_to_show(deal) or bool(unsure_trump(deal))


def nobody_was_seen_to_show(deal: Deal) -> bool:
    """Say whether trump rests on nobody having shown: a show may have been missed, so that a person must say so."""
    return (
        deal.phase is Phase.PLAYING
        and deal.trump is not None
        and not (deal.named_trump or deal.kitty.turned)
        and deal.bidding.standing is None
    )


def unsure_trump(deal: Deal) -> tuple[Laid, ...]:
    """Give the cards of the show that makes trump that may be others."""
    standing = next((bid for bid in reversed(deal.bids) if bid.stands), None)
    if standing is None or deal.named_trump:
        return ()
    return tuple(laid for laid in standing.cards if laid.doubtful)


def taken_back(deal: Deal, back: TakenBack) -> Finding | None:
    """Judge cards that a seat seems to have taken back; None while it may still be that sight only lost them.

    Proof is that the play has the count that was led without them, that the seat laid others instead, or that it showed
    them again.
    """
    violation = Violation("play.taken_back", {"cards": tuple(str(laid.card) for laid in back.cards)})
    if back.surplus:
        violation = Violation("count.wrong", {"expected": back.size, "actual": back.size + back.surplus})
    trick = next((each for each in (*deal.tricks, deal.trick) if each.number == back.trick), None)
    weak = [laid for laid in back.cards if laid.may_be_absent]
    given = all(laid.counted for laid in back.cards)
    is_gone = back.surplus or given or (trick is not None and (_replaced(trick, back) or _seconded(trick, back)))
    if not_held(deal, back):
        # Its face was never in that hand: at most another card lay there.
        seen = () if weak or not is_gone else back.cards
        return (violation, _absent(back, seen)) if seen else None
    if weak:
        return violation, _absent(back, weak)
    return (violation, ()) if is_gone or _shown_again(deal, back) else None


def _absent(back: TakenBack, cards: Sequence[Laid]) -> tuple[Edit, ...]:
    return tuple(Edit(Slip.ABSENT, back.seat, laid.spot.seq, laid) for laid in cards)


def not_held(deal: Deal, back: TakenBack) -> bool:
    """Say whether both copies of a card that went back were elsewhere: played before, or by others, or buried by them.

    Cards beyond doubt show it, or any once every face was seen twice.
    """
    others = [
        laid
        for trick in deal.tricks
        for play in trick.plays
        if play.seat is not back.seat or trick.number < back.trick
        for laid in play.cards
    ]
    if back.seat not in (deal.dealer, *deal.buriers):
        others += deal.kitty.shown
    elsewhere = Counter(faces(others) if _is_whole(deal) else sure_faces(others))
    return any(elsewhere[laid.card] >= COPIES for laid in back.cards if not laid.counted)


def _replaced(trick: Trick, back: TakenBack) -> bool:
    own = trick.play_of(back.seat)
    return own is not None and not own.missing and any(laid.spot.seq > back.seq for laid in own.cards)


def _seconded(trick: Trick, back: TakenBack) -> bool:
    """Say whether it was the leader, and the others have answered what was left."""
    is_lead = trick.leader is back.seat
    return is_lead and any(len(play.cards) == trick.size and not play.missing for play in trick.plays[1:])


def _shown_again(deal: Deal, back: TakenBack) -> bool:
    wanted = set(faces(back.cards))
    return any(
        laid.card in wanted and laid.spot.seq > back.seq
        for trick in (*deal.tricks, deal.trick)
        for play in trick.plays
        if play.seat is back.seat
        for laid in play.cards
    )


def stated(deal: Deal, play: Play) -> tuple[Violation, ...]:
    """Give the breaches of a play that are certain: proved when it was judged, by the cards since, or by a person."""
    late = tuple(each.violation for each in play.suspicions if is_certain(deal, each))
    return play.violations + late


def confirmed(deal: Deal, suspected: Iterable[Suspicion]) -> tuple[Violation, ...]:
    """Give the breaches that a person says are just as they were read."""
    return tuple(each.violation for each in suspected if each.id in deal.confirmed)


def is_certain(deal: Deal, suspected: Suspicion) -> bool:
    """Say whether a suspicion about a play has become a fact: a person says so, or the cards refute every slip."""
    return suspected.id in deal.confirmed or (bool(suspected.edits) and not open_edits(deal, suspected.edits))


def open_edits(deal: Deal, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Leave out the slips that a hand refutes: a seat that showed exactly 25 cards hid none and had none too many."""
    if not is_played_out(deal):
        return tuple(edits)
    by_count = (Slip.ABSENT, Slip.MISSED)
    return tuple(edit for edit in edits if edit.slip not in by_count or not _showed_all(deal, edit.seat))


def _showed_all(deal: Deal, seat: Seat) -> bool:
    """Say whether a seat surely showed its hand: all 25 cards were seen, and none of them stands in for one missed.

    It may, where one play has a card too many and another one too few, unless every face was seen twice in the end.
    """
    surplus = set[int]()
    for trick in deal.tricks:
        for play in trick.plays:
            if play.seat is seat:
                if play.missing or Card.UNKNOWN in play.faces or has_weak_surplus(trick, play):
                    return False
                surplus.add(len(play.cards) - trick.size)
    offset = min(surplus) < 0 < max(surplus)
    return deal.played[seat] == HAND_CARDS and (not offset or _is_whole(deal))


def _is_whole(deal: Deal) -> bool:
    return all(count == COPIES for count in counted(deal.seen, faces(deal.kitty.shown)))


def suspicions(deal: Deal) -> Iterator[tuple[Suspicion, Seat, int, int]]:
    """Yield every suspicion of a hand that is neither proved nor refuted, with its seat, trick and entry."""
    for bid in deal.bids:
        for each in bid.suspicions:
            if each.id not in deal.confirmed:
                yield each, bid.seat, 0, bid.seq
    for trick in (*(deal.tricks[place] for place in deal.suspected), deal.trick):
        for play in trick.plays:
            for each in play.suspicions:
                if each.edits and not is_certain(deal, each) and each.id.startswith("doubt:"):
                    yield replace(each, edits=open_edits(deal, each.edits)), play.seat, trick.number, play.seq
    closure = closure_suspicion(deal)
    if closure is not None and closure[0].id not in deal.confirmed:
        yield closure
    for back in deal.taken_back:
        finding = taken_back(deal, back)
        if finding is not None and finding[1]:
            each = suspicion(deal.hand, back.trick, back.seat, *finding)
            if each.id not in deal.confirmed:
                yield each, back.seat, back.trick, back.seq


def suspicion_of(deals: Iterable[Deal], name: str) -> Suspicion:
    """Find the open suspicion that a question with this id asks about."""
    return next(each for deal in deals for each, _, _, _ in suspicions(deal) if each.id == name)
