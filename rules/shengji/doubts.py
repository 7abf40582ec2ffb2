"""What a breach rests on: a play breaks a rule only if no single plausible slip of sight explains it.

Slips that are plausible: a card that is not surely there is not there, a doubtful face is another one, a card too few
is one that lies hidden, a play before its turn came while the place of the seat in turn was out of sight. Two slips at
once are not. What a person entered, and what a record gives, is taken at its word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.laid import Laid, faces
from paizhuo.rules.questions import question_id
from paizhuo.rules.shengji.bidding import Bidding, verify_declare
from paizhuo.rules.shengji.closing import is_played_out
from paizhuo.rules.shengji.closure import closure_suspicion
from paizhuo.rules.shengji.lead import verify_lead
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import HAND_CARDS, SEATS_BY_NAME, Deal, Play, TakenBack, Trick
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

LIKELIEST = 3
"""Cards that one question offers as not having been there, the least sure first."""

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

Finding = tuple[Violation, tuple[Edit, ...]]
"""A breach as read, and the slips each of which would explain it."""


def is_given(play: Play) -> bool:
    """Say whether a person or a record gave all cards of a play, so that nothing about it rests on sight."""
    return all(laid.counted for laid in play.cards)


def zone_of(seat: Seat) -> str:
    """Give the name of the zone in which a seat lays its cards."""
    return f"seat-{seat.name}"


def suspicion(hand: int, trick: int, seat: Seat, violation: Violation, edits: Sequence[Edit]) -> Suspicion:
    """Put a breach and what explains it into a question, under an id that does not depend on the log."""
    name = f"doubt:{hand}:{trick}:{seat.name}:{violation.code}"
    return Suspicion(name, _code(violation), violation, tuple(edits))


def _code(violation: Violation) -> str:
    family = violation.code.partition(".")[0]
    few = family == "count" and int(str(violation.params["actual"])) < int(str(violation.params["expected"]))
    return QUESTIONS["few" if few else family]


def outvoted(trick: Trick) -> int | None:
    """Give the number of cards with which all three others answered a lead that was read with another number."""
    sizes = {len(play.cards) for play in trick.plays[1:]}
    if len(trick.plays) != len(Seat) or len(sizes) != 1 or any(play.missing for play in trick.plays):
        return None
    size = sizes.pop()
    return None if size == trick.size or trick.plays[0].returned or is_given(trick.plays[0]) else size


def of_outvoted_lead(hand: int, trick: Trick, violation: Violation, size: int) -> Suspicion:
    """Ask about the lead, once, instead of accusing three seats that answered with the same number of cards.

    Even a card that seemed surely there is in question then.
    """
    lead = trick.plays[0]
    edits: tuple[Edit, ...] = (Edit(Slip.MISSED, lead.seat, lead.seq),)
    if size < trick.size:
        weakest = sorted(lead.cards, key=lambda laid: (_presence(laid), laid.reading.confidence))
        edits = tuple(Edit(Slip.ABSENT, lead.seat, lead.seq, laid) for laid in weakest[:LIKELIEST])
    name = f"doubt:{hand}:{trick.number}:{lead.seat.name}:count.led"
    return Suspicion(name, "misread.led", violation, edits, lead.seat)


def count_edits(trick: Trick, place: int) -> tuple[Edit, ...]:
    """Give the slips that explain why a follow has more or fewer cards than were led.

    The number led is beyond doubt once another seat has answered it, and more do so than have the other number.
    """
    lead, play = trick.plays[0], trick.plays[place]
    surplus = len(play.cards) - trick.size
    sizes = Counter(len(other.cards) for other in trick.plays if not other.missing)
    seconded = sizes[trick.size] > max(1, sizes[len(play.cards)])
    fewer, more = (play, lead) if surplus < 0 else (lead, play)
    edits: tuple[Edit, ...] = ()
    if not is_given(fewer) and (fewer is play or not seconded):
        edits = (Edit(Slip.MISSED, fewer.seat, fewer.seq),)
    if more is play or not seconded:
        return (*_absent(more, abs(surplus)), *edits)
    return edits


def _absent(play: Play, number: int) -> tuple[Edit, ...]:
    """Offer the cards of a play that may not have been there, if they are at least as many as are in question."""
    weak = sorted((laid for laid in play.cards if laid.may_be_absent), key=_presence)
    if len(weak) < number:
        return ()
    return tuple(Edit(Slip.ABSENT, play.seat, play.seq, laid) for laid in weak[: max(LIKELIEST, number)])


def _presence(laid: Laid) -> float:
    return 1.0 if laid.reading.present is None else laid.reading.present


def hand_edits(deal: Deal, play: Play, surplus: int) -> tuple[Edit, ...] | None:
    """Give the slips that explain ``surplus`` cards too many in a seat's hand; None while its plays are not all seen.

    A surplus card in a play that had too many is likelier the one than any other.
    """
    plays: list[tuple[int, Play]] = []
    for trick in (*deal.tricks, deal.trick):
        for each in trick.plays:
            if each.seat is play.seat:
                if each.missing:
                    return None
                plays.append((len(each.cards) - trick.size, each))
    weak = [
        (extra <= 0, _presence(laid), Edit(Slip.ABSENT, each.seat, each.seq, laid))
        for extra, each in plays
        for laid in each.cards
        if laid.may_be_absent
    ]
    if len(weak) < surplus:
        return ()
    ordered = sorted(weak, key=lambda entry: entry[:2])
    return tuple(edit for _, _, edit in ordered[: max(LIKELIEST, surplus)])


def of_turn(deal: Deal, trick: Trick, place: int, violation: Violation, order: Order | None) -> Suspicion | None:
    """Judge a play before its turn: what explains it, nothing if it is certain; None while nobody can tell.

    A play that nobody saw may have come first: only the own later play of the seat in turn shows that it had not. A
    lead rests on who won the trick before; where that is in question already, it is not asked about again.
    """
    play = trick.plays[place]
    expected = SEATS_BY_NAME[str(violation.params["expected"])]
    certain = suspicion(deal.hand, trick.number, play.seat, violation, ())
    if is_given(play):
        return certain
    later = trick.play_of(expected)
    if later is None or later.missing or trump_in_doubt(deal):
        return None
    if place == 0 and deal.tricks:
        asked = _asked_about(deal, deal.tricks[-1])
        if asked is not None:
            return replace(asked, violation=violation)
    edits: list[Edit] = []
    if zone_of(expected) in play.unseen or "" in play.unseen:
        edits.append(Edit(Slip.ORDER, play.seat, play.seq))
    if place == 0 and deal.tricks and order is not None:
        edits += _as_winner(deal.tricks[-1], play.seat, order)
    return replace(certain, edits=tuple(edits))


def _asked_about(deal: Deal, trick: Trick) -> Suspicion | None:
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


def _as_winner(trick: Trick, seat: Seat, order: Order) -> Iterator[Edit]:
    """Find the doubtful cards of a trick that, read otherwise, would let another seat win it."""
    for number, play in enumerate(trick.plays):
        for laid, cards, card in _readings(play.cards):
            plays = [(each.seat, each.faces) for each in trick.plays]
            plays[number] = (play.seat, cards)
            if Card.UNKNOWN in plays[0][1] or len(cards) != len(play.cards):
                continue
            if winner(plays, order.trump, order.rulebook) is seat:
                named = card if laid.reading.alternatives else Card.UNKNOWN
                yield Edit(Slip.FACE, play.seat, play.seq, laid, named)


def is_seconded(trick: Trick) -> bool:
    """Say whether every seat that has answered laid as many cards as were led, so that the lead is surely whole."""
    return all(play.missing or len(play.cards) == trick.size for play in trick.plays)


def lead_edits(play: Play, violation: Violation, order: Order) -> tuple[Edit, ...]:
    """Give the slips that explain a lead that may not be led."""

    def broken(cards: tuple[Card, ...]) -> bool:
        codes = {problem.code for problem in verify_lead(cards, None, order.trump, order.rulebook)}
        return violation.code in codes or not cards

    return tuple(_explaining(play.seat, play.seq, play.cards, broken))


def throw_edits(play: Play) -> tuple[Edit, ...]:
    """Give the slips that explain a throw that seems to have failed: cards that vanished were never there."""
    if play.returned and all(laid.may_be_absent for laid in play.returned):
        return tuple(Edit(Slip.ABSENT, play.seat, play.seq, laid) for laid in play.returned)
    return ()


def bid_edits(
    bidding: Bidding, seat: Seat, seq: int, cards: Sequence[Laid], rulebook: ShengjiRulebook
) -> tuple[Edit, ...]:
    """Give the slips that explain a show that does not stand: a twin may lie hidden under the card that was read."""

    def broken(read: tuple[Card, ...]) -> bool:
        return bool(read) and bool(verify_declare(bidding, seat, read, rulebook))

    edits = list(_explaining(seat, seq, cards, broken))
    if len(cards) == 1 and not cards[0].counted and not broken((cards[0].card, cards[0].card)):
        edits.append(Edit(Slip.MISSED, seat, seq, cards[0], cards[0].card))
    return tuple(edits)


def _explaining(
    seat: Seat, seq: int, cards: Sequence[Laid], broken: Callable[[tuple[Card, ...]], bool]
) -> Iterator[Edit]:
    unnamed: set[Laid] = set()
    for laid, read, card in _readings(cards):
        if broken(read):
            continue
        if card is Card.UNKNOWN:
            yield Edit(Slip.ABSENT, seat, seq, laid)
        elif laid.reading.alternatives:
            yield Edit(Slip.FACE, seat, seq, laid, card)
        elif laid not in unnamed:
            # The reader named no other face: which one it was is asked next.
            unnamed.add(laid)
            yield Edit(Slip.FACE, seat, seq, laid)


def _readings(cards: Sequence[Laid]) -> Iterator[tuple[Laid, tuple[Card, ...], Card]]:
    """Yield each other plausible reading of cards with one card changed: the card, all faces then, its new face.

    A card left out has the unknown face.
    """
    read = faces(cards)
    for place, laid in enumerate(cards):
        for card in laid.alternatives:
            yield laid, (*read[:place], card, *read[place + 1 :]), card
        if laid.may_be_absent:
            yield laid, (*read[:place], *read[place + 1 :]), Card.UNKNOWN


def trump_in_doubt(deal: Deal) -> bool:
    """Say whether trump may be another: the show that makes it is not sure, or one that a slip of sight spoils may."""
    if deal.named_trump:
        return False
    asked = any(each.edits and each.id not in deal.confirmed for bid in deal.bids for each in bid.suspicions)
    return asked or bool(unsure_trump(deal))


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
    if weak:
        return violation, tuple(Edit(Slip.ABSENT, back.seat, laid.spot.seq, laid) for laid in weak)
    given = all(laid.counted for laid in back.cards)
    if back.surplus or given or (trick is not None and (_replaced(trick, back) or _seconded(trick, back))):
        return violation, ()
    return (violation, ()) if _shown_again(deal, back) else None


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


def dependable(trick: Trick, place: int) -> tuple[Laid, ...]:
    """Give the cards of a play that may serve as proof of something else: not those that would be one too many."""
    play = trick.plays[place]
    sizes = {len(other.cards) for number, other in enumerate(trick.plays) if number != place and not other.missing}
    if len(play.cards) in sizes or not any(len(play.cards) > size for size in sizes):
        return play.cards
    return tuple(laid for laid in play.cards if not laid.may_be_absent)


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
    plays = [play for trick in deal.tricks for play in trick.plays if play.seat is seat]
    unread = any(play.missing or Card.UNKNOWN in play.faces for play in plays)
    return deal.played[seat] == HAND_CARDS and not unread


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


def suspicion_of(deals: Iterable[Deal], name: str) -> Suspicion | None:
    """Find an open suspicion by its id."""
    return next((each for deal in deals for each, _, _, _ in suspicions(deal) if each.id == name), None)
