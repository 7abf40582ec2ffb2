"""The account of a hand whose kitty lies open: every face must have been there twice, every seat have laid 25 cards.

Cards in doubt are decoded together, by these hard facts alone: of all ways to name them, to strike cards that were
never there and to put back what was missed, so that the two decks come out right, each is as likely as the readings
say. Whether a play was legal has no part in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, compress, product
from math import prod

from paizhuo.rules.cards import FACES, Card, Seat, two_decks
from paizhuo.rules.laid import MOST_SURE, SURE_FROM, Laid
from paizhuo.rules.readings import Spot
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.slips import presence
from paizhuo.rules.shengji.state import Deal
from paizhuo.rules.shengji.tallies import Tally, tallies
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

CLOSURE = "deal.closure"

_SLIP = 1e-4
"""How likely at least the true face is one that the reader never named; all such faces share this."""

_NEVER = 0.02
"""How likely at least a card was never there that is one too many, however surely it was seen."""

_STEPS = 20_000
"""Cards that are named on trial at most; what takes more is a matter for a person."""

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
    tried = [
        (_Doubtful.of([slot for slot in cards if slot.laid.spot not in absent], _owed(deal, tally)), absent, odds)
        for tally, absent, odds in choices
    ]
    found = _ways(tried)
    slots: dict[Spot, Slot] = {}
    for doubtful, absent, _ in tried:
        slots |= {slot.laid.spot: slot for slot in doubtful.slots}
        slots |= {slot.laid.spot: slot for slot in cards if slot.laid.spot in absent}
    if not found or not (slots or found[0].missed):
        return None
    return Account(tuple(slots.values()), _merged(found, tuple(slots.values())))


def _ways(tried: Sequence[tuple[_Doubtful, frozenset[Spot], float]]) -> Sequence[Way]:
    """Give all ways to name the cards of each choice; nothing where too little was read, or it takes too long."""
    if any(doubtful.unread > _UNREAD for doubtful, _, _ in tried):
        return ()
    found: list[Way] = []
    steps = 0
    for doubtful, absent, odds in tried:
        for chosen, weight in doubtful.namings():
            steps += bool(chosen)
            if steps >= _STEPS:
                return ()
            if len(chosen) == doubtful.size:
                found.append(doubtful.way(chosen, absent, weight * odds))
    return found


def _merged(found: Sequence[Way], slots: Sequence[Slot]) -> tuple[Way, ...]:
    """Put ways together that leave every play the same faces, and let all shares add up to one, the likeliest first.

    Of such ways one stands for all: the one that strikes the cards laid last, for the first ones made the play.
    """
    total = sum(way.share for way in found)
    shares: defaultdict[frozenset[tuple[int, Seat, Card, int]], float] = defaultdict(float)
    chosen: dict[frozenset[tuple[int, Seat, Card, int]], Way] = {}
    for way in found:
        left = Counter(
            (slot.trick, slot.seat, way.faces.get(slot.laid.spot, slot.laid.card))
            for slot in slots
            if slot.laid.spot not in way.absent
        )
        left.update((*play, face) for play, cards in way.missed.items() for face in cards)
        outcome = frozenset((*key, count) for key, count in left.items())
        shares[outcome] += way.share / total
        if outcome not in chosen or _rank(way) > _rank(chosen[outcome]):
            chosen[outcome] = way
    ways = (replace(way, share=shares[outcome]) for outcome, way in chosen.items())
    return tuple(sorted(ways, key=lambda way: -way.share))


def _rank(way: Way) -> tuple[list[tuple[int, int]], float]:
    return sorted(((spot.seq, spot.place) for spot in way.absent), reverse=True), way.share


def _recorded(deal: Deal) -> Iterator[Slot]:
    for trick in deal.tricks:
        for play in trick.plays:
            if not play.missing:
                for laid in play.cards:
                    yield Slot(laid, play.seat, play.seq, trick.number, chances(laid))
    for laid in deal.kitty.shown[:BOTTOM]:
        yield Slot(laid, deal.dealer or Seat.E, laid.spot.seq, 0, chances(laid))


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
    of_plays = [combinations(each.weak, -each.by) for each in tally if each.by < 0 and not each.play.missing]
    for chosen in product(*of_plays):
        cards = list(chain.from_iterable(chosen))
        yield frozenset(laid.spot for laid in cards), prod(max(1 - presence(laid), _NEVER) for laid in cards)


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
        slots = sorted(compress(cards, in_doubt), key=lambda slot: not slot.chances)
        return cls(tuple(slots), owed, decks - certain)

    @property
    def size(self) -> int:
        """Give how many cards are to be named."""
        return len(self.slots) + len(self.owed)

    @property
    def unread(self) -> int:
        """Give how many of them no reader said anything of."""
        return sum(not slot.chances for slot in self.slots) + len(self.owed)

    def namings(self) -> Iterator[tuple[tuple[Card, ...], float]]:
        """Yield what is tried with the faces left, and how likely it is: the first cards named, one more, and so on.

        The last ones name all cards. At most one card gets a face that the reader never named. Cards of which nothing
        was read come last.
        """
        left = Counter(self.need)
        read: list[Mapping[Card, float]] = [*(slot.chances for slot in self.slots), *({} for _ in self.owed)]
        users = {face: [place for place, known in enumerate(read) if face in known] for face in left}

        def is_stuck(place: int) -> bool:
            return bool(read[place]) and not any(left[face] for face in read[place])

        def name(chosen: tuple[Card, ...], weight: float, slips: int) -> Iterator[tuple[tuple[Card, ...], float]]:
            """Name the cards from the next one on; ``slips`` are those made and those that stuck cards will need."""
            yield chosen, weight
            place = len(chosen)
            if place == len(read):
                return
            known, stuck = read[place], is_stuck(place)
            other = unnamed(known)
            faces = left if slips < 1 or stuck or not known else known
            for face in [face for face in faces if left[face]]:
                slip = bool(known) and face not in known and not stuck
                left[face] -= 1
                new = 0 if left[face] else sum(is_stuck(later) for later in users[face] if later > place)
                if slips + slip + new <= 1:
                    yield from name((*chosen, face), weight * known.get(face, other), slips + slip + new)
                left[face] += 1

        yield from name((), 1.0, sum(map(is_stuck, range(len(read)))))

    def way(self, chosen: Sequence[Card], absent: frozenset[Spot], share: float) -> Way:
        """Give the way in which all cards are named as ``chosen``."""
        faces = {slot.laid.spot: face for slot, face in zip(self.slots, chosen, strict=False)}
        missed: dict[Missing, tuple[Card, ...]] = {}
        for play, face in zip(self.owed, chosen[len(self.slots) :], strict=True):
            missed[play] = (*missed.get(play, ()), face)
        return Way(faces, absent, missed, share)


def _literal(laid: Laid) -> Card:
    """Give the face as sight read it; a third copy that was left unread keeps its first reading among the others."""
    if laid.card is Card.UNKNOWN and laid.reading.alternatives:
        return laid.reading.alternatives[0][0]
    return laid.card


def chances(laid: Laid) -> Mapping[Card, float]:
    """Give how likely a card has each face that was read; a third copy counts no more than the two that it doubts."""
    shares = dict(laid.reading.alternatives)
    if laid.card is not Card.UNKNOWN:
        shares[laid.card] = laid.reading.confidence
    most = 1.0 if laid.card is not Card.UNKNOWN else MOST_SURE
    return {face: min(most, max(share, _SLIP)) for face, share in shares.items()}


def unnamed(known: Mapping[Card, float]) -> float:
    """Give the chance of each face that the reader did not name: what it left over, spread evenly."""
    return max(1 - sum(known.values()), _SLIP) / len(FACES) if known else 1.0


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
