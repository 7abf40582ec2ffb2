"""Leads that left the table with no answer and were counted as won with, until a hard fact shows that they went back.

A camera sees no pass: a lead on which all three passed and one that its seat took back late look the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.guandan.faces import elsewhere_than
from paizhuo.rules.adjudicate.guandan.lying import deal_of
from paizhuo.rules.amending import struck
from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.events import Corrected, PlayTakenBack
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.deal import Collect, Deal, Lay
from paizhuo.rules.guandan.replay import replayed
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.laid import SURE_FROM
from paizhuo.rules.observations import CardReading

HAND_SIZE = "hand.size"
"""A card that was none, or a lead that was counted as won with: else a hand had held too many cards."""

LAID_AGAIN = "play.laid_again"
"""A lead that was counted as won with, and of which its seat laid a card again: both of that face had been seen."""


@dataclass(frozen=True, slots=True)
class LoneLead:
    """A lead that went away with no answer, and the entry that gathered it."""

    lay: Lay
    by: int


def lead_laid_again(deal: Deal, seat: Seat, cards: Sequence[CardReading], rules: GuandanRulebook) -> LoneLead | None:
    """Give the lead of a seat that must have gone back, now that it lays ``cards``: else a face were there three times.

    Everything that this rests on was surely read, nothing else explains it, and the cards that the seat said to hold
    since do not speak against it. Cards that are laid again before anything else may never have left.
    """
    new = Counter(card.card for card in cards if card.confidence >= SURE_FROM and card.card is not Card.UNKNOWN)
    elsewhere = elsewhere_than(deal, seat, rules)
    third = [face for face, number in new.items() if elsewhere[face] + number > COPIES]
    if not third or not all(laid.sure for lay in deal.lays for laid in lay.cards if laid.card in third):
        return None
    found = [
        lead
        for lead in _gathered_alone(deal)
        if lead.lay.seat is seat
        and not lead.lay.is_given
        and lead.lay is not deal.lays[-1]
        and all(elsewhere[face] - lead.lay.faces.count(face) + new[face] <= COPIES for face in third)
        and not any(said.left == said.counted for said in deal.reports if said.seat is seat and said.seq > lead.by)
    ]
    return found[0] if len(found) == 1 else None


def give_back(draft: Draft, lead: LoneLead, reason: str = LAID_AGAIN) -> None:
    """Record that a lead which was gathered went back into the hand instead."""
    back = PlayTakenBack(lead.lay.seat, tuple(laid.spot for laid in lead.lay.cards))
    draft.accept(Corrected(lead.by, back, reason))


def without(deal: Deal, lead: LoneLead | None, rules: GuandanRulebook) -> Deal:
    """Give a hand as if a lead had never been laid: the draft itself knows revisions only once they are logged."""
    if lead is None:
        return deal
    steps = tuple(step for step in deal.steps if step.seq not in (lead.lay.seq, lead.by))
    return replayed(replace(deal, steps=steps), rules)


def repair_count(draft: Draft, seat: Seat) -> None:
    """Put right that a seat has shown too many cards: the hand holds so many and no more.

    If just so many of them may well be none, they are struck. With none of these, a lead that went away alone and was
    laid again is given back: it was taken back, though nobody could tell at the time.
    """
    deal = deal_of(draft)
    own = [lay for lay in deal.lays if lay.seat is seat]
    held = HAND if deal.counts is None else deal.counts[seat]
    surplus = sum(len(lay.cards) for lay in own) - held
    weak = [laid for lay in own for laid in lay.hardly_there]
    if surplus <= 0 or weak:
        for laid in weak if len(weak) == surplus else ():
            draft.accept(struck(laid, HAND_SIZE))
        return
    alone = [each for each in _gathered_alone(deal) if each.lay.seat is seat and len(each.lay.cards) == surplus]
    found = [each for each in alone if not each.lay.is_given and _is_laid_again(each.lay, own)]
    if len(found) == 1:
        give_back(draft, found[0], HAND_SIZE)


def _gathered_alone(deal: Deal) -> Iterator[LoneLead]:
    for lead, step in pairwise(deal.steps):
        if isinstance(lead, Lay) and isinstance(step, Collect):
            of_trick = [lay for lay in deal.lays if lay.trick == lead.trick]
            if of_trick == [lead]:
                yield LoneLead(lead, step.seq)


def _is_laid_again(lay: Lay, own: Sequence[Lay]) -> bool:
    later = Counter(card for each in own if each.seq > lay.seq for card in each.faces)
    return not Counter(lay.faces) - later
