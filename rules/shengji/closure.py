"""The account of a hand whose kitty lies open: every face must have been there twice, every seat have laid 25 cards.

Cards in doubt are decoded together, by these hard facts alone: of all ways to name them, to strike cards that were
never there and to put back what was missed, so that the two decks come out right, each is as likely as the readings
say. Whether a play was legal has no part in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, compress, pairwise, product
from math import prod

from paizhuo.rules.cards import FACES, Card, Seat, two_decks
from paizhuo.rules.laid import MOST_SURE, SURE_FROM, Laid
from paizhuo.rules.readings import Spot
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.slips import presence
from paizhuo.rules.shengji.state import FACE_PLACES, Deal
from paizhuo.rules.shengji.tallies import Tally, tallies
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

CLOSURE = "deal.closure"

_SLIP = 1e-4
"""How likely at least the true face is one that the reader never named; all such faces share this."""

_NEVER = 0.02
"""How likely at least a card was never there that is one too many, however surely it was seen."""

_MOST = 12
"""Cards in doubt that are still decoded together; more of them are a matter for a person."""

_OFFERED = 4

_UNREAD = 4
"""Cards of which no reader said anything that are still decoded together."""

_CHOICES = 64
"""Ways to strike cards that are still tried."""

Missing = tuple[int, Seat]
"""A play that lacks cards, or that nobody saw: its trick and seat."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A card in doubt: where it lies and how likely it has each face."""

    laid: Laid
    seat: Seat
    seq: int
    trick: int
    chances: Mapping[Card, float]


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the account comes out, and how likely that is.

    ``faces`` are those of the cards in doubt, ``absent`` the cards that were never there, and ``missed`` the cards that
    plays lack, all cards of a play that nobody saw.
    """

    faces: Mapping[Spot, Card]
    absent: frozenset[Spot]
    missed: Mapping[Missing, tuple[Card, ...]]
    share: float


@dataclass(frozen=True, slots=True)
class Account:
    """What is in doubt, and the ways in which it comes out, likeliest first; ``slots`` are the cards on record."""

    slots: tuple[Slot, ...]
    ways: tuple[Way, ...]

    @property
    def named(self) -> Iterator[tuple[Slot, Card, float]]:
        """Yield the faces that are as good as certain, recorded so or not, and how certain they are."""
        for slot in self.slots:
            for face, share in self._faces(slot.laid).items():
                if share >= SURE_FROM:
                    yield slot, face, share

    @property
    def absent(self) -> Iterator[Slot]:
        """Yield the cards that as good as certainly were never there."""
        for slot in self.slots:
            if sum(way.share for way in self.ways if slot.laid.spot in way.absent) >= SURE_FROM:
                yield slot

    @property
    def missed(self) -> Iterator[tuple[Missing, tuple[Card, ...], float]]:
        """Yield the plays that lack cards, with these, as far as they are as good as certain."""
        shares: defaultdict[tuple[Missing, tuple[Card, ...]], float] = defaultdict(float)
        for way in self.ways:
            for each in way.missed.items():
                shares[each] += way.share
        for (play, cards), share in shares.items():
            if share >= SURE_FROM:
                yield play, cards, share

    @property
    def settled(self) -> bool:
        """Say whether one way is as good as certain, so that nothing is left to ask."""
        return self.ways[0].share >= SURE_FROM

    def options(self, laid: Laid) -> tuple[Card, ...]:
        """Give the faces that a card in doubt can have, likeliest first; nothing for a card beyond doubt."""
        return tuple(sorted(shares := self._faces(laid), key=lambda face: -shares[face]))

    def _faces(self, laid: Laid) -> Mapping[Card, float]:
        shares: defaultdict[Card, float] = defaultdict(float)
        for way in self.ways:
            if laid.spot in way.faces:
                shares[way.faces[laid.spot]] += way.share
        return shares


def account(deal: Deal) -> Account | None:
    """Draw up the account of a hand; None while cards are still to come, and where nothing or too much is in doubt."""
    if deal.trick.plays or len(deal.kitty.shown) < BOTTOM:
        return None
    cards = list(_recorded(deal))
    choices = [(tally, *struck) for tally in tallies(deal) for struck in _strikes(tally)]
    if len(choices) > _CHOICES:
        return None
    slots: dict[Spot, Slot] = {}
    found: list[Way] = []
    for tally, absent, odds in choices:
        doubtful = _Doubtful.of([slot for slot in cards if slot.laid.spot not in absent], _owed(deal, tally))
        if doubtful.is_too_much:
            return None
        slots |= {slot.laid.spot: slot for slot in doubtful.slots}
        slots |= {slot.laid.spot: slot for slot in cards if slot.laid.spot in absent}
        found += (replace(way, absent=absent, share=way.share * odds) for way in doubtful.ways())
    if not found or not (slots or found[0].missed):
        return None
    total = sum(way.share for way in found)
    ways = sorted((replace(way, share=way.share / total) for way in found), key=lambda way: -way.share)
    return Account(tuple(slots.values()), tuple(ways))


def _recorded(deal: Deal) -> Iterator[Slot]:
    for trick in deal.tricks:
        for play in trick.plays:
            if not play.missing:
                for laid in play.cards:
                    yield Slot(laid, play.seat, play.seq, trick.number, _chances(laid))
    for laid in deal.kitty.shown[:BOTTOM]:
        yield Slot(laid, deal.dealer or Seat.E, laid.spot.seq, 0, _chances(laid))


def _owed(deal: Deal, tally: Tally) -> tuple[Missing, ...]:
    """Give the play of each card that nobody saw."""
    more = {(each.trick, each.play.seat): each.by for each in tally}
    unseen = {
        (trick.number, play.seat): len(play.cards) for trick in deal.tricks for play in trick.plays if play.missing
    }
    lacking = {key: unseen.get(key, 0) + more.get(key, 0) for key in (*unseen, *more)}
    return tuple(key for key, count in lacking.items() for _ in range(count))


def _strikes(tally: Tally) -> Iterator[tuple[frozenset[Spot], float]]:
    """Yield the choices of cards that were never there, and how likely each is."""
    of_plays = [_of_play(each.weak, -each.by) for each in tally if each.by < 0 and not each.play.missing]
    for chosen in product(*of_plays):
        cards = list(chain.from_iterable(chosen))
        yield frozenset(laid.spot for laid in cards), prod(max(1 - presence(laid), _NEVER) for laid in cards)


def _of_play(weak: Sequence[Laid], number: int) -> list[tuple[Laid, ...]]:
    """Give the choices of so many cards of a play that were never there; of equal ones it is those laid last."""
    equal: defaultdict[Card, list[Laid]] = defaultdict(list)
    for laid in sorted(weak, key=lambda laid: laid.spot.seq, reverse=True):
        equal[_literal(laid)].append(laid)
    twins = [twin for each in equal.values() for twin in pairwise(each)]
    choices = combinations(chain.from_iterable(equal.values()), number)
    return [chosen for chosen in choices if not any(one not in chosen and two in chosen for one, two in twins)]


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """Cards to be named: those on record, those owed by plays that lack some, and the faces left for all of them."""

    slots: tuple[Slot, ...]
    owed: tuple[Missing, ...]
    need: Counter[Card] = field(hash=False)

    @classmethod
    def of(cls, cards: Sequence[Slot], owed: tuple[Missing, ...]) -> _Doubtful:
        """Part the cards into those beyond doubt and those to be decoded."""
        read = Counter(_literal(slot.laid) for slot in cards)
        decks = Counter(two_decks())
        open_faces = {Card.UNKNOWN, *(face for face, count in read.items() if count > decks[face])}
        in_doubt = [slot.laid.doubtful or slot.laid.card in open_faces for slot in cards]
        certain = Counter(slot.laid.card for slot, doubtful in zip(cards, in_doubt, strict=True) if not doubtful)
        return cls(tuple(compress(cards, in_doubt)), owed, decks - certain)

    @property
    def is_too_much(self) -> bool:
        """Say whether there are more of them than can be decoded together."""
        unread = sum(not slot.chances for slot in self.slots) + len(self.owed)
        return len(self.slots) + len(self.owed) > _MOST or unread > _UNREAD

    def ways(self) -> Iterator[Way]:
        """Yield the ways to name all of them from the faces left, with at most one face that the reader never named.

        Cards of one play of which nothing was read may change places: only one order of them is given.
        """
        left = Counter(self.need)
        chances: list[Mapping[Card, float]] = [*(slot.chances for slot in self.slots), *({} for _ in self.owed)]
        plays: list[Missing] = [*((slot.trick, slot.seat) for slot in self.slots), *self.owed]

        def name(place: int, chosen: tuple[Card, ...], weight: float, slips: int) -> Iterator[Way]:
            if place == len(plays):
                yield self._way(chosen, weight)
                return
            known = chances[place]
            unnamed = _unnamed(known)
            twin = place and plays[place] == plays[place - 1] and not known and not chances[place - 1]
            for face in [face for face, count in left.items() if count]:
                slip = bool(known) and face not in known
                if slips + slip > 1 or (twin and FACE_PLACES[face] < FACE_PLACES[chosen[-1]]):
                    continue
                left[face] -= 1
                yield from name(place + 1, (*chosen, face), weight * known.get(face, unnamed), slips + slip)
                left[face] += 1

        yield from name(0, (), 1.0, 0)

    def _way(self, chosen: tuple[Card, ...], weight: float) -> Way:
        faces = {slot.laid.spot: face for slot, face in zip(self.slots, chosen, strict=False)}
        missed: dict[Missing, tuple[Card, ...]] = {}
        for play, face in zip(self.owed, chosen[len(self.slots) :], strict=True):
            missed[play] = (*missed.get(play, ()), face)
        return Way(faces, frozenset(), missed, weight)


def _literal(laid: Laid) -> Card:
    """Give the face as sight read it; a third copy that was left unread keeps its first reading among the others."""
    if laid.card is Card.UNKNOWN and laid.reading.alternatives:
        return laid.reading.alternatives[0][0]
    return laid.card


def _chances(laid: Laid) -> Mapping[Card, float]:
    """Give how likely a card has each face that was read; a third copy counts no more than the two that it doubts."""
    chances = dict(laid.reading.alternatives)
    if laid.card is not Card.UNKNOWN:
        chances[laid.card] = laid.reading.confidence
    most = 1.0 if laid.card is not Card.UNKNOWN else MOST_SURE
    return {face: min(most, max(share, _SLIP)) for face, share in chances.items()}


def _unnamed(chances: Mapping[Card, float]) -> float:
    """Give the chance of each face that the reader did not name: what it left over, spread evenly."""
    return max(1 - sum(chances.values()), _SLIP) / len(FACES) if chances else 1.0


def closure_suspicion(deal: Deal) -> tuple[Suspicion, Seat, int, int] | None:
    """Ask which of three equal cards was another one, where the readings leave it open and every card was read."""
    found = account(deal)
    if found is None or found.settled:
        return None
    if any(way.absent or way.missed for way in found.ways) or any(
        slot.laid.card is Card.UNKNOWN for slot in found.slots
    ):
        return None
    edits: list[Edit] = []
    for way in found.ways:
        changed = [slot for slot in found.slots if way.faces[slot.laid.spot] is not slot.laid.card]
        if len(changed) == 1:
            slot = changed[0]
            edits.append(Edit(Slip.FACE, slot.seat, slot.seq, slot.laid, way.faces[slot.laid.spot], slot.trick))
    if not edits:
        return None
    first = edits[0]
    assert first.laid is not None
    violation = Violation(CLOSURE, {"read": str(first.laid.card), "lacking": str(first.card)})
    name = f"doubt:{deal.hand}:0:{CLOSURE}"
    return Suspicion(name, "misread.closure", violation, tuple(edits[:_OFFERED])), first.seat, first.trick, first.seq
