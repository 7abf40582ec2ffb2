"""Which face to write down for a card: two packs hold every face twice, so a third copy was misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from paizhuo.rules.adjudicate.readings import Recorded, reading_of
from paizhuo.rules.amending import struck
from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.events import CardCorrected, Reading, Repair
from paizhuo.rules.guandan.deal import Deal, Purpose
from paizhuo.rules.guandan.offers import known
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.laid import SURE_FROM, Laid, is_hardly_there
from paizhuo.rules.observations import CardReading
from paizhuo.rules.readings import THIRD_COPY
from paizhuo.rules.suspicion import Slip


def record(deal: Deal, seat: Seat, cards: Sequence[CardReading], rules: GuandanRulebook) -> Recorded:
    """Choose the faces to record for cards that ``seat`` lays down now."""
    recorded = Recorded(tuple(card.card for card in cards), tuple(reading_of(card) for card in cards))
    elsewhere = elsewhere_than(deal, seat, rules)
    for place in sorted(range(len(cards)), key=lambda place: -cards[place].confidence):
        face = recorded.cards[place]
        if face is Card.UNKNOWN:
            continue
        if elsewhere[face] < COPIES:
            elsewhere[face] += 1
        else:
            recorded = _third_copy(deal, recorded, place, elsewhere)
    return recorded


def elsewhere_than(deal: Deal, seat: Seat, rules: GuandanRulebook) -> Counter[Card]:
    """Count the copies of each face that cannot be in the hand of ``seat``: played, left over, or known elsewhere."""
    counts: Counter[Card] = Counter()
    gathered = len(deal.lays) - len(deal.since_collected)
    for place, lay in enumerate(deal.lays):
        # A card that its seat lifted from the trick in progress may be laid again.
        up = lay.lifted if lay.seat is seat and place >= gathered else ()
        counts.update(laid.card for laid in lay.cards if laid not in up)
    counts.update(laid.card for offer in deal.laid_for(Purpose.LEFT_OVER) for laid in offer.cards)
    for holder, held in known(deal, rules).items():
        if holder is not seat:
            counts.update(held)
    counts.pop(Card.UNKNOWN, None)
    return counts


def _third_copy(deal: Deal, recorded: Recorded, place: int, counts: Counter[Card]) -> Recorded:
    """Decide which of three equal faces was misread: the one whose reading is weakest.

    One that may well be none, or is asked about as one card too many, and is no other, was none if this one was surely
    read.
    """
    face, reading = recorded.cards[place], recorded.readings[place]
    moved = {change.spot for change in recorded.earlier}
    spare = [laid for laid in _spare(deal) if laid.card is face and laid.spot not in moved and not _is_another(laid)]
    if len(spare) == 1 and reading.confidence >= SURE_FROM and not is_hardly_there(reading):
        return replace(recorded, earlier=(*recorded.earlier, struck(spare[0], THIRD_COPY)))
    suspects = [laid for laid in _laid_before(deal) if laid.card is face and laid.doubtful and laid.spot not in moved]
    weakest = min(suspects, key=lambda laid: laid.reading.confidence, default=None)
    if weakest is not None and weakest.reading.confidence < reading.confidence:
        other = _free(weakest.reading, face, counts)
        counts[other] += 1
        change = CardCorrected(weakest.spot, other, THIRD_COPY, weakest.reading)
        return replace(recorded, earlier=(*recorded.earlier, change))
    other = _free(reading, face, counts)
    counts[other] += 1
    cards = (*recorded.cards[:place], other, *recorded.cards[place + 1 :])
    repairs = (*recorded.repairs, Repair(place, face, THIRD_COPY))
    return replace(recorded, cards=cards, repairs=repairs)


def _spare(deal: Deal) -> set[Laid]:
    """Give the cards that may be none: hardly seen, or one too many in a play."""
    weak = {laid for lay in deal.lays for laid in lay.hardly_there}
    edits = (edit for lay in deal.lays for each in lay.suspicions for edit in each.edits)
    return weak | {edit.laid for edit in edits if edit.slip is Slip.ABSENT and edit.laid is not None}


def _is_another(laid: Laid) -> bool:
    return laid.doubtful and bool(laid.reading.alternatives)


def _free(reading: Reading, face: Card, counts: Counter[Card]) -> Card:
    """Give the likeliest other face of which a copy is still to come; unknown if the reader named none."""
    for other, _ in reading.alternatives:
        if other not in (face, Card.UNKNOWN) and counts[other] < COPIES:
            return other
    return Card.UNKNOWN


def _laid_before(deal: Deal) -> list[Laid]:
    return [laid for lay in deal.lays for laid in lay.cards]
