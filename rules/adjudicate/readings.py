"""From card readings to recorded cards: which face to write down, and the hard facts that overrule a reading.

Only one fact does so silently: two decks hold every face twice, so a third copy is a misreading (or a wrong deck),
never an offence. Legality changes nothing here, because then an offence would vanish.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from paizhuo.rules.amending import struck
from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.events import CardCorrected, Reading, Repair, Spot
from paizhuo.rules.laid import MOST_SURE
from paizhuo.rules.observations import CardReading
from paizhuo.rules.readings import THIRD_COPY
from paizhuo.rules.shengji.laid import PLAUSIBLE_FROM, SURE_FROM, Laid
from paizhuo.rules.shengji.state import FACE_PLACES, Deal

KEPT_ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class Recorded:
    """Cards as they go into an event. ``earlier`` correct cards recorded before that must have been misread instead."""

    cards: tuple[Card, ...]
    readings: tuple[Reading, ...]
    repairs: tuple[Repair, ...] = ()
    earlier: tuple[CardCorrected, ...] = ()


def reading_of(card: CardReading) -> Reading:
    """Keep of a reading what later doubts need: its confidence, the likeliest other faces, how surely a card is there.

    A card whose presence sight does not judge apart is there as surely as it has its face.
    """
    likely = [(face, round(share, 4)) for face, share in card.alternatives if share >= PLAUSIBLE_FROM]
    likely = [pair for pair in sorted(likely, key=lambda pair: -pair[1]) if pair[0] is not card.card]
    present = card.confidence if card.present is None else card.present
    return Reading(round(card.confidence, 4), tuple(likely[:KEPT_ALTERNATIVES]), card.track, round(present, 4))


def record(deal: Deal, seat: Seat | None, cards: Sequence[CardReading]) -> Recorded:
    """Choose the faces to record for cards that ``seat`` (None = the kitty) lays down now."""
    recorded = Recorded(tuple(card.card for card in cards), tuple(reading_of(card) for card in cards))
    surplus = seat is not None and _has_too_many(deal, seat, len(cards))
    elsewhere = list(_counts(deal, seat))
    for place in sorted(range(len(cards)), key=lambda place: -cards[place].confidence):
        face = recorded.cards[place]
        if face is Card.UNKNOWN:
            continue
        if elsewhere[FACE_PLACES[face]] < COPIES:
            elsewhere[FACE_PLACES[face]] += 1
        else:
            recorded = _third_copy(deal, recorded, place, elsewhere, surplus=surplus)
    return recorded


def _third_copy(deal: Deal, recorded: Recorded, place: int, counts: list[int], *, surplus: bool) -> Recorded:
    """Decide which of three equal faces was misread: the one whose reading is weakest.

    One of a play that has a card too many may rather never have been there: then none before it was misread.
    """
    face, reading = recorded.cards[place], recorded.readings[place]
    moved = {change.spot for change in recorded.earlier}
    suspects = [laid for laid in _laid_before(deal) if laid.card is face and laid.spot not in moved and not laid.sure]
    too_many = [laid for laid in suspects if laid.may_be_absent and _is_surplus(deal, laid)]
    if too_many:
        change = struck(min(too_many, key=lambda laid: laid.reading.confidence), THIRD_COPY)
        return replace(recorded, earlier=(*recorded.earlier, change))
    weakest = min((laid for laid in suspects if laid.doubtful), key=lambda laid: laid.reading.confidence, default=None)
    if not surplus and weakest is not None and weakest.reading.confidence < reading.confidence:
        other = _free(weakest.reading, face, counts)
        if other is not Card.UNKNOWN:
            counts[FACE_PLACES[other]] += 1
        change = CardCorrected(weakest.spot, other, THIRD_COPY, _without(weakest.reading, face, other))
        return replace(recorded, earlier=(*recorded.earlier, change))
    other = _free(reading, face, counts)
    if other is not Card.UNKNOWN:
        counts[FACE_PLACES[other]] += 1
    cards = (*recorded.cards[:place], other, *recorded.cards[place + 1 :])
    reading = _without(reading, face, other)
    reading = _may_be_absent(reading) if surplus else reading
    readings = (*recorded.readings[:place], reading, *recorded.readings[place + 1 :])
    repairs = (*recorded.repairs, Repair(place, face, THIRD_COPY))
    is_sure = recorded.readings[place].confidence >= SURE_FROM
    earlier = (*recorded.earlier, *_doubted(deal, face, moved)) if is_sure else recorded.earlier
    return replace(recorded, cards=cards, readings=readings, repairs=repairs, earlier=earlier)


def _doubted(deal: Deal, face: Card, moved: Collection[Spot]) -> Iterator[CardCorrected]:
    """Doubt the cards laid before that are read as a face of which a third one was read as surely.

    One of the three was misread, and nobody can tell which: no verdict rests on any of them. One that is too many in
    its play may never have been there.
    """
    for laid in _laid_before(deal):
        if laid.card is face and laid.sure and not laid.counted and laid.spot not in moved:
            reading = replace(laid.reading, confidence=MOST_SURE)
            reading = _may_be_absent(reading) if _is_surplus(deal, laid) else reading
            yield CardCorrected(laid.spot, face, THIRD_COPY, reading)


def _may_be_absent(reading: Reading) -> Reading:
    return replace(reading, present=MOST_SURE if reading.present is None else min(MOST_SURE, reading.present))


def _without(reading: Reading, face: Card, other: Card) -> Reading:
    """Give the reading of a card that is not ``face``: ``other`` is as likely as it was among the faces left.

    What was read first stays, as the first of the other faces: it may be the other two that were misread.
    """
    shares = dict(reading.alternatives)
    share = 0.0 if other is Card.UNKNOWN else shares.pop(other) / max(1 - reading.confidence, 1e-6)
    rest = tuple(each for each in shares.items() if each[0] is not face)
    return replace(
        reading, confidence=round(min(share, MOST_SURE), 4), alternatives=((face, reading.confidence), *rest)
    )


def _free(reading: Reading, face: Card, counts: Sequence[int]) -> Card:
    """Give the likeliest other face of which a copy is still to come; unknown if the reader named none."""
    for other, _ in reading.alternatives:
        if other not in (face, Card.UNKNOWN) and counts[FACE_PLACES[other]] < COPIES:
            return other
    return Card.UNKNOWN


def _counts(deal: Deal, seat: Seat | None) -> tuple[int, ...]:
    """Count the copies of each face known to be elsewhere than in the hand of ``seat``."""
    counts = list(deal.seen)
    elsewhere: list[Card] = []
    for play in deal.trick.plays:
        up = play.lifted if play.seat is seat else ()
        elsewhere += [laid.card for laid in play.cards if laid not in up]
    elsewhere += [laid.card for laid in deal.kitty.shown]
    for holder in Seat:
        if holder is not seat:
            elsewhere += deal.known[holder]
    for card in elsewhere:
        if card is not Card.UNKNOWN:
            counts[FACE_PLACES[card]] += 1
    return tuple(counts)


def _has_too_many(deal: Deal, seat: Seat, number: int) -> bool:
    """Say whether a follow that gets so many cards more has more than were led, unless the trick is full already."""
    trick = deal.trick
    if trick.leader in (None, seat) or trick.complete:
        return False
    own = trick.play_of(seat)
    return number + (0 if own is None else len(own.cards)) > trick.size


def _is_surplus(deal: Deal, laid: Laid) -> bool:
    """Say whether a card lies in a follow that has more cards than were led: without it the count is right."""
    return any(
        laid in play.cards and len(play.cards) > trick.size
        for trick in (*deal.tricks, deal.trick)
        for play in trick.plays[1:]
    )


def _laid_before(deal: Deal) -> Iterator[Laid]:
    for trick in (*deal.tricks, deal.trick):
        for play in trick.plays:
            yield from play.cards
