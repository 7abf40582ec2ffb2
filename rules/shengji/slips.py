"""The slips of sight that would explain a breach: for every kind of breach, the edits each of which would undo it.

Plausible are: a card that is not surely there is not there, a doubtful face is another one, a card too few is one that
lies hidden, a play before its turn came while the place of the seat in turn was out of sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.laid import Laid, faces
from paizhuo.rules.shengji.bidding import Bidding, verify_declare
from paizhuo.rules.shengji.lead import verify_lead
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Deal, Play, Trick
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.suspicion import Edit, Slip
from paizhuo.rules.violations import Violation

LIKELIEST = 3
"""Cards that one question offers as not having been there, the least sure first."""


def is_given(play: Play) -> bool:
    """Say whether a person or a record gave all cards of a play, so that nothing about it rests on sight."""
    return all(laid.counted for laid in play.cards)


def zone_of(seat: Seat) -> str:
    """Give the name of the zone in which a seat lays its cards."""
    return f"seat-{seat.name}"


def outvoted(trick: Trick) -> int | None:
    """Give the number of cards with which all three others answered a lead that was read with another number."""
    sizes = {len(play.cards) for play in trick.plays[1:]}
    if len(trick.plays) != len(Seat) or len(sizes) != 1 or any(play.missing for play in trick.plays):
        return None
    size = sizes.pop()
    return None if size == trick.size or trick.plays[0].returned or is_given(trick.plays[0]) else size


def count_edits(trick: Trick, place: int) -> tuple[Edit, ...]:
    """Give the slips that explain why a follow has more or fewer cards than were led.

    The number led is beyond doubt once another seat has answered it, and more do so than have the other number. It
    proves no card too many: if none of the play's may be absent, all of them are in question, and the number led.
    """
    lead, play = trick.plays[0], trick.plays[place]
    surplus = len(play.cards) - trick.size
    sizes = Counter(len(other.cards) for other in trick.plays if not other.missing)
    seconded = sizes[trick.size] > max(1, sizes[len(play.cards)])
    fewer, more = (play, lead) if surplus < 0 else (lead, play)
    edits: tuple[Edit, ...] = ()
    if not is_given(fewer) and (fewer is play or not seconded):
        edits = (Edit(Slip.MISSED, fewer.seat, fewer.seq),)
    if more is lead:
        return edits if seconded else (*_absent(lead, -surplus), *edits)
    weak = _absent(play, surplus)
    if weak or any(laid.counted for laid in play.cards):
        # A person who put one card of it right has looked at the others.
        return (*weak, *edits)
    absent = tuple(
        Edit(Slip.ABSENT, play.seat, play.seq, laid) for laid in _seen(play.cards)[: max(LIKELIEST, surplus)]
    )
    return absent if is_given(lead) else (*absent, Edit(Slip.MISSED, lead.seat, lead.seq))


def _absent(play: Play, number: int) -> tuple[Edit, ...]:
    """Offer the cards of a play that may not have been there, if they are at least as many as are in question."""
    weak = [laid for laid in _seen(play.cards) if laid.may_be_absent]
    if len(weak) < number:
        return ()
    return tuple(Edit(Slip.ABSENT, play.seat, play.seq, laid) for laid in weak[: max(LIKELIEST, number)])


def _seen(cards: Sequence[Laid]) -> list[Laid]:
    """Give the cards that rest on sight, the least surely seen first."""
    return sorted((laid for laid in cards if not laid.counted), key=presence)


def presence(laid: Laid) -> float:
    return 1.0 if laid.reading.present is None else laid.reading.present


def hand_edits(deal: Deal, play: Play, surplus: int) -> tuple[Edit, ...] | None:
    """Give the slips that explain ``surplus`` cards too many in a seat's hand; None while its plays are not all seen.

    A surplus card in a play that had too many is likelier the one than any other. If no card may be absent, all are in
    question: nobody lays what he does not hold.
    """
    plays: list[tuple[int, Play]] = []
    for trick in (*deal.tricks, deal.trick):
        for each in trick.plays:
            if each.seat is play.seat:
                if each.missing:
                    return None
                plays.append((len(each.cards) - trick.size, each))
    seen = [
        (not laid.may_be_absent, extra <= 0, presence(laid), Edit(Slip.ABSENT, each.seat, each.seq, laid))
        for extra, each in plays
        for laid in each.cards
        if not laid.counted
    ]
    if len(seen) < surplus:
        return ()
    weak = [entry for entry in seen if not entry[0]]
    ordered = sorted(weak if len(weak) >= surplus else seen, key=lambda entry: entry[:3])
    return tuple(edit for *_, edit in ordered[: max(LIKELIEST, surplus)])


def as_winner(trick: Trick, seat: Seat, order: Order) -> Iterator[Edit]:
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


def has_weak_surplus(trick: Trick, play: Play) -> bool:
    """Say whether a follow has more cards than were led, one of which may not be there."""
    surplus = play is not trick.plays[0] and len(play.cards) > trick.size
    return surplus and any(laid.may_be_absent for laid in play.cards)


def dependable(trick: Trick, place: int) -> tuple[Laid, ...]:
    """Give the cards of a play that may serve as proof of something else: not those that would be one too many."""
    play = trick.plays[place]
    sizes = {len(other.cards) for number, other in enumerate(trick.plays) if number != place and not other.missing}
    if len(play.cards) in sizes or not any(len(play.cards) > size for size in sizes):
        return play.cards
    return tuple(laid for laid in play.cards if not laid.may_be_absent)
