"""What later facts prove about earlier readings: repairs that nobody has to ask for, each with its reason and impact.

Looked for after everything that was recorded. Only hard facts repair: a hand holds 25 cards, every face is there twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from paizhuo.rules import rulebooks
from paizhuo.rules.adjudicate.counts import LOST
from paizhuo.rules.adjudicate.guandan.afterthoughts import of_guandan
from paizhuo.rules.amending import struck
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import (
    SYSTEM,
    CardCorrected,
    Corrected,
    DealEnded,
    Event,
    Logged,
    Reading,
    Undone,
)
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.laid import MOST_SURE, PLAUSIBLE_FROM, Laid
from paizhuo.rules.readings import Spot
from paizhuo.rules.session import Library
from paizhuo.rules.shengji.closure import CLOSURE, Account, Slot, account
from paizhuo.rules.shengji.doubts import suspicions
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.putting_in import with_cards
from paizhuo.rules.shengji.shows import shown_for_trump
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, ShengjiMatch
from paizhuo.rules.shengji.tallies import tallies
from paizhuo.rules.suspicion import Slip
from paizhuo.rules.timeline import Timeline

HAND_SIZE = "hand.size"

MOST_ROUNDS = 6
"""Repairs may prove further ones; a table looks again so many times at most."""


def afterthoughts(timeline: Timeline, library: Library = rulebooks.load) -> tuple[Event, ...]:
    """Give the repairs that the log as it stands proves, none that somebody took back before.

    >>> afterthoughts(Timeline())
    ()
    """
    game = timeline.state.game
    if isinstance(game, GuandanMatch):
        events = tuple(of_guandan(game))
    elif game is None or game.deal is None:
        return ()
    else:
        events = _of_shengji(game.deal, timeline)
    refused = _taken_back(timeline.log)
    return weighed(timeline, [event for event in events if event not in refused], library)


def _of_shengji(deal: Deal, timeline: Timeline) -> tuple[Event, ...]:
    proofs = (_of_hand_size(deal), _of_lost(deal), _of_closure(deal, timeline), _of_shows(deal), _end(deal))
    return next((events for events in map(tuple, proofs) if events), ())


def _of_hand_size(deal: Deal) -> Iterator[Event]:
    """Strike cards that may not have been there where they are exactly those that a hand has too many."""
    for seat in Seat:
        own = deal.trick.play_of(seat)
        surplus = deal.played[seat] + (len(own.cards) if own is not None else 0) - HAND_CARDS
        if surplus <= 0:
            continue
        weak = [
            laid
            for trick in (*deal.tricks, deal.trick)
            for play in trick.plays[1:]
            if play.seat is seat and len(play.cards) > trick.size
            for laid in play.cards
            if laid.may_be_absent
        ]
        if len(weak) == surplus:
            yield from (struck(laid, HAND_SIZE) for laid in weak)


def _of_lost(deal: Deal) -> Iterator[Event]:
    """Put back cards that seemed to go back into a hand and were not laid again, so that just that play lacks them.

    Whoever takes a card back has it to lay in another trick; sight only lost it.
    """
    found = tallies(deal) if len(deal.kitty.shown) >= BOTTOM else ()
    for back in deal.taken_back:
        lost = (back.trick, back.seat, len(back.cards))
        in_all = all(lost in ((each.trick, each.play.seat, each.by) for each in tally) for tally in found)
        if found and in_all and not any(laid.counted for laid in back.cards):
            yield Corrected(back.seq, None, LOST)


def _of_closure(deal: Deal, timeline: Timeline) -> Iterator[Event]:
    """Put right what the account of the whole hand proves, and confirm the cards in doubt that a question is about."""
    found = account(deal)
    if found is None:
        return
    missed = {play: (cards, share) for play, cards, share in found.missed}
    # Whole plays first: a corrected play is its own cards as they were told, to which the corrections of cards follow.
    for trick in deal.tricks:
        for play in trick.plays:
            if (trick.number, play.seat) in missed:
                cards, share = missed[trick.number, play.seat]
                yield with_cards(trick, play, cards, Reading(share, (), 0, 1.0), CLOSURE, timeline.log)
    for slot in found.absent:
        yield struck(slot.laid, CLOSURE)
    asked, named = _asked_about(deal), _named_before(timeline.log)
    for slot, card, share in found.named:
        if card is not slot.laid.card or (slot.laid in asked and slot.laid.spot not in named):
            yield CardCorrected(slot.laid.spot, card, CLOSURE, _named(slot, card, share, found))


def _named_before(log: Sequence[Logged]) -> frozenset[Spot]:
    """Give the cards that an account has named already: drawn up once more, it proves nothing further of them."""
    events = (entry.event for entry in log)
    return frozenset(each.spot for each in events if isinstance(each, CardCorrected) and each.reason_code == CLOSURE)


def _named(slot: Slot, card: Card, share: float, found: Account) -> Reading:
    """Give the reading of a card that the account names.

    A face that nobody read, and that would be another one if some doubtful card elsewhere were, accuses nobody.
    """
    confidence, track = max(share, slot.laid.reading.confidence), slot.laid.reading.track
    others = tuple(face for face in found.options(slot.laid) if face is not card)
    if slot.chances or not others:
        return Reading(confidence, (), track, 1.0)
    return Reading(min(confidence, MOST_SURE), tuple((face, PLAUSIBLE_FROM) for face in others), track, 1.0)


def _of_shows(deal: Deal) -> Iterator[Event]:
    """Name the cards of the bid that makes trump, all verdicts about suits wait for them."""
    for laid, card, share in shown_for_trump(deal):
        yield CardCorrected(laid.spot, card, CLOSURE, replace(laid.reading, confidence=share, alternatives=()))


def _asked_about(deal: Deal) -> frozenset[Laid]:
    """Give the cards whose faces a verdict waits for."""
    of_claims = (doubt.laid for claims in deal.live.claims for claim in claims for doubt in claim.doubts)
    of_plays = (edit.laid for each, *_ in suspicions(deal) for edit in each.edits if edit.slip is Slip.FACE)
    return frozenset(laid for laid in (*of_claims, *of_plays) if laid is not None)


def _end(deal: Deal) -> Iterator[Event]:
    """Close a hand whose kitty lies open, even if not all of it was seen."""
    if len(deal.kitty.shown) >= BOTTOM and not deal.ended and not deal.trick.plays:
        yield DealEnded()


def _taken_back(log: Sequence[Logged]) -> tuple[Event, ...]:
    seqs = {entry.event.target_seq for entry in log if isinstance(entry.event, Undone)}
    return tuple(_plain(entry.event) for entry in log if entry.seq in seqs)


def _plain(event: Event) -> Event:
    return replace(event, impact=0) if isinstance(event, CardCorrected | Corrected) else event


def weighed(timeline: Timeline, events: Sequence[Event], library: Library = rulebooks.load) -> tuple[Event, ...]:
    """Note in each repair by how much it changes the attackers' points, one made after the other."""
    if not any(isinstance(event, CardCorrected | Corrected) for event in events):
        return tuple(events)
    noted: list[Event] = []
    for event in events:
        before = _points(timeline)
        entry = Logged(len(timeline.log) + 1, 0, SYSTEM, event)
        timeline = timeline.extended([entry], library)
        if isinstance(event, CardCorrected | Corrected):
            event = replace(event, impact=_points(timeline) - before)
        noted.append(event)
    return tuple(noted)


def _points(timeline: Timeline) -> int:
    game = timeline.state.game
    return game.deal.attackers_points if isinstance(game, ShengjiMatch) and game.deal is not None else 0
