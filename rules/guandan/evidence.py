"""What later cards prove about tribute, return and 抗贡 in the hand as it was seen, and what they only suggest.

A proof stands when it holds however the doubtful cards are read; one that falls with another plausible face is a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.deal import Deal, Doubt, Offer, Purpose
from paizhuo.rules.guandan.offers import (
    AS_READ,
    Faces,
    exchange_alone,
    face,
    face_of,
    gifts,
    return_of,
    tribute_of,
    ways_to_read,
)
from paizhuo.rules.guandan.proofs import Laid as Cards
from paizhuo.rules.guandan.proofs import Proof, prove_resistance, prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.laid import Laid
from paizhuo.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class Seen:
    """Cards of a seat that came out in the hand: a play, or cards shown when it was over."""

    seq: int
    seat: Seat
    cards: tuple[Laid, ...]

    def faces(self, *, sure: bool) -> tuple[Card, ...]:
        """Give the faces that were read, all or only those beyond doubt."""
        return tuple(laid.card for laid in self.cards if laid.card is not Card.UNKNOWN and (laid.sure or not sure))


@dataclass(frozen=True, slots=True)
class Found:
    """An offence before the play that the play proved: the offer, and the seq of the cards that prove it.

    ``doubt`` is set when it stands and falls with one card's face: then it is a question and no offence.
    """

    violation: Violation
    seat: Seat
    offer: Offer
    by: int
    doubt: Doubt | None = None


def found(deal: Deal, rules: GuandanRulebook) -> tuple[Found, ...]:
    """Give what the hand so far proves, or suggests, about what was laid before it."""
    seen = [Seen(lay.seq, lay.seat, lay.cards) for lay in deal.lays]
    seen += [Seen(offer.seq, offer.seat, offer.cards) for offer in deal.laid_for(Purpose.LEFT_OVER)]
    return (*_resistance(deal, seen), *_exchange(deal, seen, rules))


def _resistance(deal: Deal, seen: Sequence[Seen]) -> Iterator[Found]:
    if not deal.jokers or not deal.steps:
        return
    claim = deal.jokers[0]
    shown = [(offer.seat, tuple(face_of(offer))) for offer in deal.jokers]
    # Of one joker alone nobody knows whether the other was shown as well.
    whole = shown if sum(len(cards) for _, cards in shown) > 1 else []
    proof = prove_resistance(deal.owed, whole, _plays(seen, sure=False))
    if proof is None:
        return
    if proof.evidence < 0:
        doubtful = [laid for offer in deal.jokers for laid in offer.cards if laid.doubtful]
        yield Found(proof.violation, proof.seat, claim, claim.seq, weakest_doubt(doubtful, proof.violation))
        return
    by = seen[proof.evidence]
    certain = prove_resistance(deal.owed, [], _plays(seen, sure=True)) is not None
    doubtful = [laid for laid in by.cards if laid.card is Card.BJ and laid.doubtful]
    doubt = None if certain else weakest_doubt(doubtful, proof.violation)
    # A joker that may not have been there proves nothing, and no other face would explain it.
    if certain or doubt is not None:
        yield Found(proof.violation, proof.seat, claim, by.seq, doubt)


def _exchange(deal: Deal, seen: Sequence[Seen], rules: GuandanRulebook) -> Iterator[Found]:
    bare = exchange_alone(deal)
    for gift in gifts(bare, rules):
        for offer in (tribute_of(bare, gift.payer), return_of(bare, gift)):
            if offer is not None:
                own = tuple(each for each in seen if each.seat is offer.seat)
                yield from _of_offer(bare, offer, own, rules)


@lru_cache(maxsize=64)
def _of_offer(deal: Deal, offer: Offer, seen: tuple[Seen, ...], rules: GuandanRulebook) -> tuple[Found, ...]:
    """Prove one tribute or one return wrong, however the doubtful cards are read; else doubt it.

    ``seen`` are the cards of its own seat: those of the others say nothing about it.
    """
    proof = _prove(deal, offer, _plays(seen, sure=False), rules, AS_READ)
    if proof is None:
        return ()
    plays, ways = _plays(seen, sure=True), ways_to_read((*deal.paid, *deal.returned))
    certain = _prove(deal, offer, plays, rules, AS_READ)
    if certain is not None and ways and all(_same(certain, _prove(deal, offer, plays, rules, read)) for read in ways):
        return (Found(certain.violation, certain.seat, offer, seen[certain.evidence].seq),)
    doubtful = [laid for each in (*deal.paid, *deal.returned) for laid in each.cards if laid.doubtful]
    doubtful += [laid for laid in seen[proof.evidence].cards if laid.doubtful]
    doubt = weakest_doubt(doubtful, proof.violation)
    if doubt is None:
        # It rests on a card that may not have been there: nothing is proved, and no other face would explain it.
        return ()
    return (Found(proof.violation, proof.seat, offer, seen[proof.evidence].seq, doubt),)


def _prove(deal: Deal, offer: Offer, plays: Sequence[Cards], rules: GuandanRulebook, read: Faces) -> Proof | None:
    """Prove a tribute or a return wrong with some cards read otherwise; nothing can be proved of an unread one."""
    of_return = offer.purpose is Purpose.RETURN
    settled = gifts(deal, rules, read)
    gift = next((each for each in settled if offer.seat is (each.receiver if of_return else each.payer)), None)
    if gift is None or face(offer, read) is Card.UNKNOWN:
        return None
    if of_return:
        return prove_return(gift, face(offer, read), plays, deal.level, rules)
    came = return_of(deal, gift)
    return prove_tribute(gift, Card.UNKNOWN if came is None else face(came, read), plays, deal.level)


def _plays(seen: Sequence[Seen], *, sure: bool) -> list[Cards]:
    return [(each.seat, each.faces(sure=sure)) for each in seen]


def _same(proof: Proof, other: Proof | None) -> bool:
    return other is not None and (other.violation.code, other.seat) == (proof.violation.code, proof.seat)


def weakest_doubt(doubtful: Sequence[Laid], violation: Violation) -> Doubt | None:
    """Doubt the weakest of some readings; None if none of them has another face."""
    weakest = min(doubtful, key=lambda laid: laid.reading.confidence, default=None)
    return None if weakest is None else Doubt(weakest, weakest.alternatives[0], (violation,))
