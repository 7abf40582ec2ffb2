"""The account of a hand whose kitty lies open: every face must have been seen twice, every seat have shown 25 cards.

Cards in doubt are decoded together, by these hard facts alone: of all ways to name them so that the two decks come out
right, each is as likely as the readings say. Whether a play was legal has no part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import FACES, Card, Seat, two_decks
from paizhuo.rules.laid import SURE_FROM, Laid
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.slips import has_weak_surplus
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Play
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

CLOSURE = "deal.closure"

_SLIP = 1e-4
"""How likely at least the true face is one that the reader never named; all such faces share this."""

_MOST = 9
"""Cards in doubt that are still decoded together; more of them are a matter for a person."""

_OFFERED = 4


_UNREAD = 4
"""Cards of which no reader said anything that are still decoded together."""

Way = tuple[tuple[Card, ...], float]
"""Faces for all cards in doubt, and how likely these are together."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A card in doubt: where it lies and how likely it has each face. ``missing`` is a play that nobody saw."""

    laid: Laid
    seat: Seat
    seq: int
    trick: int
    chances: Mapping[Card, float]
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """What is in doubt, and the ways in which it comes out: the faces of the slots, and how likely that is.

    ``missed`` is the play that lacks one card and the face it lacks, once that is certain.
    """

    slots: tuple[Slot, ...]
    ways: tuple[Way, ...]
    missed: tuple[Play, Card] | None = None

    @property
    def proved(self) -> tuple[tuple[Slot, Card], ...]:
        """Give the faces that are as good as certain and differ from what is recorded."""
        if not self.ways or self.ways[0][1] < SURE_FROM:
            return ()
        best = self.ways[0][0]
        return tuple((slot, card) for slot, card in zip(self.slots, best, strict=True) if card is not slot.laid.card)

    def options(self, laid: Laid) -> tuple[Card, ...]:
        """Give the faces that a card in doubt can have, likeliest first. ``laid`` is the card of one of the slots."""
        place = [slot.laid for slot in self.slots].index(laid)
        return tuple(dict.fromkeys(cards[place] for cards, _ in self.ways))


def account(deal: Deal) -> Account | None:
    """Draw up the account of a hand, None while cards are still to come or when nothing is in doubt."""
    if deal.trick.plays or len(deal.kitty.shown) < BOTTOM:
        return None
    lacking = [seat for seat in Seat if deal.played[seat] < HAND_CARDS]
    if any(count > HAND_CARDS for count in deal.played):
        return None
    if any(has_weak_surplus(trick, play) for trick in deal.tricks for play in trick.plays):
        # An invented card may stand in for one that was missed.
        return None
    slots, need = _in_doubt(deal)
    left = sum(need.values()) - len(slots)
    owed = sum(HAND_CARDS - deal.played[seat] for seat in lacking)
    unread = sum(not slot.chances for slot in slots)
    if (not slots and not owed) or len(slots) > _MOST or unread > _UNREAD or left != owed:
        return None
    found = sorted(_ways(slots, need), key=lambda way: -way[1])
    total = sum(weight for _, weight in found)
    ways = tuple((cards, weight / total) for cards, weight in found) if total else ()
    return Account(tuple(slots), ways, _missed(deal, lacking, need, slots, ways))


def _in_doubt(deal: Deal) -> tuple[list[Slot], Counter[Card]]:
    """Part the cards into those beyond doubt and those to be decoded; give the latter and the faces left for them."""
    every = list(_every(deal))
    read = Counter(_literal(slot.laid) for slot in every)
    decks = Counter(two_decks())
    too_many = {face for face, count in read.items() if count > decks[face]}
    slots = [
        slot for slot in every if slot.laid.card is Card.UNKNOWN or slot.laid.doubtful or slot.laid.card in too_many
    ]
    certain = Counter(slot.laid.card for slot in every if slot not in slots)
    return slots, decks - certain


def _every(deal: Deal) -> Iterator[Slot]:
    for trick in deal.tricks:
        for play in trick.plays:
            for laid in play.cards:
                yield Slot(laid, play.seat, play.seq, trick.number, _chances(laid), play.missing)
    for laid in deal.kitty.shown[:BOTTOM]:
        yield Slot(laid, deal.dealer or Seat.E, laid.spot.seq, 0, _chances(laid))


def _literal(laid: Laid) -> Card:
    """Give the face as sight read it; a third copy that was left unread keeps its first reading among the others."""
    if laid.card is Card.UNKNOWN and laid.reading.alternatives:
        return laid.reading.alternatives[0][0]
    return laid.card


def _chances(laid: Laid) -> Mapping[Card, float]:
    if laid.card is Card.UNKNOWN and not laid.reading.alternatives:
        return {}
    chances = dict(laid.reading.alternatives)
    if laid.card is not Card.UNKNOWN:
        chances[laid.card] = max(laid.reading.confidence, _SLIP)
    return chances


def _unnamed(chances: Mapping[Card, float]) -> float:
    """Give the chance of each face that the reader did not name: what it left over, spread evenly."""
    return max(1 - sum(chances.values()), _SLIP) / len(FACES) if chances else 1.0


def _ways(slots: Sequence[Slot], need: Counter[Card]) -> Iterator[Way]:
    """Yield the ways to name all slots from the faces left, with at most one face that the reader never named."""
    left = Counter(need)

    def name(place: int, chosen: tuple[Card, ...], weight: float, slips: int) -> Iterator[Way]:
        if place == len(slots):
            yield chosen, weight
            return
        chances = slots[place].chances
        unnamed = _unnamed(chances)
        for face in list(left):
            if not left[face]:
                continue
            share = chances.get(face, unnamed)
            slip = bool(chances) and face not in chances
            if slips + slip > 1:
                continue
            left[face] -= 1
            yield from name(place + 1, (*chosen, face), weight * share, slips + slip)
            left[face] += 1

    yield from name(0, (), 1.0, 0)


def _missed(
    deal: Deal,
    lacking: Sequence[Seat],
    need: Counter[Card],
    slots: Sequence[Slot],
    ways: Sequence[Way],
) -> tuple[Play, Card] | None:
    """Find the one play that had fewer cards than were led, if one seat lacks one card and one face is left for it."""
    if len(lacking) != 1 or deal.played[lacking[0]] != HAND_CARDS - 1 or not ways or ways[0][1] < SURE_FROM:
        return None
    (seat,) = lacking
    rest = need - Counter(ways[0][0])
    short = [
        play
        for trick in deal.tricks
        for play in trick.plays[1:]
        if play.seat is seat and not play.missing and len(play.cards) == trick.size - 1
    ]
    return (short[0], next(iter(rest))) if len(short) == 1 and sum(rest.values()) == 1 else None


def closure_suspicion(deal: Deal) -> tuple[Suspicion, Seat, int, int] | None:
    """Ask which of three equal cards was another one, where the readings leave it open and every card was read."""
    if not deal.kitty.shown:
        return None
    found = account(deal)
    if found is None or not found.ways or found.proved or found.ways[0][1] >= SURE_FROM:
        return None
    if any(slot.laid.card is Card.UNKNOWN for slot in found.slots):
        return None
    edits: list[Edit] = []
    for cards, _ in found.ways:
        changed = [(slot, card) for slot, card in zip(found.slots, cards, strict=True) if card is not slot.laid.card]
        if len(changed) == 1:
            slot, card = changed[0]
            edits.append(Edit(Slip.FACE, slot.seat, slot.seq, slot.laid, card, slot.trick))
    if not edits:
        return None
    first = edits[0]
    assert first.laid is not None
    violation = Violation(CLOSURE, {"read": str(first.laid.card), "lacking": str(first.card)})
    name = f"doubt:{deal.hand}:0:{CLOSURE}"
    return Suspicion(name, "misread.closure", violation, tuple(edits[:_OFFERED])), first.seat, first.trick, first.seq
