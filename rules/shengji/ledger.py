"""The obligation ledger: what each seat claimed about its hand by failing to follow, and what contradicts it.

A follow is legal for a whole hand only if it is legal for every part of that hand that holds the play (two decks). So
the cards that a seat shows later are enough to prove an earlier revoke (藏牌), and nothing else is: no verdict without
a proof. Each claim is looked at only when its seat shows a card of its group. The one exception is a claim to have no
loose pair, where tractors are protected: more cards can excuse it, so it is judged by the whole hand (``protection``
judges it earlier, by counting).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, takewhile

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.shengji.combos import Shape, decompose, pairs_by_strength, shape
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.laid import Laid, faces
from paizhuo.rules.shengji.obligations import Obligation, can_place, places, ways
from paizhuo.rules.shengji.policies import Breaking, FollowPairs, FollowTractors
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import is_certain, judge_throw
from paizhuo.rules.shengji.trump import Group, Trump
from paizhuo.rules.violations import Violation

_TRIED = 3
"""Other faces of a doubtful card that are tried together with those of another."""


class ClaimKind(StrEnum):
    """What a follow says about the hand it came from."""

    VOID = "void"
    """No card of the group is left (断门)."""
    NO_PAIR = "no_pair"
    """No further pair of the group."""
    NO_TRACTOR = "no_tractor"
    """No tractor of that length in the group."""
    NO_LOOSE_PAIR = "no_loose_pair"
    """No further pair of the group outside a tractor, where a tractor need not be broken."""


@dataclass(frozen=True, slots=True)
class Follow:
    """A play under a lead, as the ledger needs it: which seat, in which trick, under which entry of the log.

    ``led`` are the physical cards of the lead, where they are known: their readings may be in doubt as well.
    """

    seat: Seat
    trick: int
    seq: int
    lead: tuple[Card, ...]
    cards: tuple[Laid, ...]
    led: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that a seat showed after it made a claim: played, or known to be in its hand."""

    laid: Laid
    trick: int
    seq: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card whose other reading would make the play legal: ask before accusing."""

    laid: Laid
    alternative: Card
    trick: int
    seq: int


@dataclass(frozen=True, slots=True)
class Claim:
    """An open claim, with the cards of its group that the seat has shown since, and doubts if they contradict it.

    ``forbidden`` are the tractors and pairs that would have had to be played instead, had the hand held them;
    ``length`` is the shortest tractor that it therefore cannot have held.
    """

    follow: Follow
    group: Group
    kind: ClaimKind
    length: int = 0
    forbidden: tuple[Obligation, ...] = ()
    later: tuple[Shown, ...] = ()
    violations: tuple[Violation, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def suspected(self) -> bool:
        """Say whether later cards contradict it, if they are what they were read as."""
        return bool(self.doubts)

    @property
    def needs_whole_hand(self) -> bool:
        """Say whether only the whole hand can contradict it: more cards might excuse what some of them show."""
        return self.kind is ClaimKind.NO_LOOSE_PAIR


@dataclass(frozen=True, slots=True)
class Proof:
    """A revoke that the cards prove: the offending follow, and the last of the cards that make it certain."""

    follow: Follow
    group: Group
    violations: tuple[Violation, ...]
    by: Shown


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw (甩牌) that stood, and the cards of its group that the other seats have shown since."""

    seat: Seat
    trick: int
    seq: int
    cards: tuple[Card, ...]
    group: Group
    held: tuple[tuple[Laid, ...], ...] = ((), (), (), ())


@dataclass(frozen=True, slots=True)
class Refuted:
    """A throw that should have failed: the unit beaten, by whom, and the card that showed it."""

    throw: Throw
    unit: tuple[Card, ...]
    seat: Seat
    by: Shown


@dataclass(frozen=True, slots=True)
class Ledger:
    """The open claims of the four seats, the throws that stood, and what has been proved.

    ``certain`` are the seqs of throws that nobody can have been able to beat: there is nothing left to watch.
    """

    claims: tuple[tuple[Claim, ...], ...] = ((), (), (), ())
    proofs: tuple[Proof, ...] = ()
    throws: tuple[Throw, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    certain: tuple[int, ...] = ()

    def of(self, seat: Seat, kind: ClaimKind) -> tuple[Claim, ...]:
        """Give a seat's open claims of one kind, oldest first."""
        return tuple(claim for claim in self.claims[seat] if claim.kind is kind)


@dataclass(frozen=True, slots=True)
class Order:
    """What cards mean in this hand: the trump in force under a rulebook."""

    trump: Trump
    rulebook: ShengjiRulebook


def show(
    ledger: Ledger,
    seat: Seat,
    cards: Sequence[Laid],
    trick: int,
    seq: int,
    known: Sequence[Card],
    order: Order,
    *,
    whole: bool = False,
) -> Ledger:
    """Hold the seat's open claims against cards it shows now. ``known`` are unplayed cards known to be in its hand.

    ``whole`` says that with these the seat has shown every card that it held.
    """
    if not ledger.claims[seat]:
        return ledger
    groups = {order.trump.groups.get(laid.card) for laid in cards}
    kept: list[Claim] = []
    proofs: list[Proof] = []
    for claim in ledger.claims[seat]:
        if claim.group not in groups and not (whole and claim.needs_whole_hand):
            kept.append(claim)
            continue
        later = tuple(Shown(laid, trick, seq) for laid in cards if order.trump.groups.get(laid.card) is claim.group)
        checked = replace(claim, later=claim.later + later)
        if whole or not claim.needs_whole_hand:
            checked = _check(checked, known, order)
        if checked.violations and not checked.doubts:
            last = Shown(cards[-1], trick, seq) if claim.needs_whole_hand else checked.later[-1]
            proofs.append(Proof(claim.follow, claim.group, checked.violations, last))
        else:
            kept.append(checked)
    claims = tuple(tuple(kept) if each == seat else ledger.claims[each] for each in Seat)
    return replace(ledger, claims=claims, proofs=ledger.proofs + tuple(proofs))


def open_throw(ledger: Ledger, seat: Seat, trick: int, seq: int, cards: Sequence[Card], order: Order) -> Ledger:
    """Watch a throw that stands: a card that a seat held all along may yet show that it should have failed."""
    throw = Throw(seat, trick, seq, tuple(cards), order.trump.group(cards[0]))
    return replace(ledger, throws=(*ledger.throws, throw))


def recheck_throws(ledger: Ledger, seat: Seat, cards: Sequence[Laid], trick: int, seq: int, order: Order) -> Ledger:
    """Hold the throws that stood against cards that another seat shows now. Doubtful readings refute nothing."""
    if not ledger.throws:
        return ledger
    kept: list[Throw] = []
    refuted: list[Refuted] = []
    for throw in ledger.throws:
        shown = tuple(laid for laid in cards if order.trump.groups.get(laid.card) is throw.group and not laid.doubtful)
        if throw.seat is seat or not shown:
            kept.append(throw)
            continue
        held = throw.held[seat] + shown
        outcome = judge_throw(throw.cards, {seat: faces(held)}, order.trump, order.rulebook)
        if outcome.ok:
            kept.append(replace(throw, held=tuple(held if each == seat else throw.held[each] for each in Seat)))
        else:
            refuted.append(Refuted(throw, outcome.beaten[0].cards, seat, Shown(shown[-1], trick, seq)))
    return replace(ledger, throws=tuple(kept), refuted=ledger.refuted + tuple(refuted))


def settle_throws(ledger: Ledger, accounted: Callable[[Seat], Sequence[Card]], order: Order) -> Ledger:
    """Stop watching throws that are certain. ``accounted`` gives what no other seat than this one can still hold."""

    def certain(throw: Throw) -> bool:
        others = tuple((Counter(accounted(throw.seat)) - Counter(throw.cards)).elements())
        held = (faces(throw.held[seat]) for seat in Seat if seat is not throw.seat)
        return all(is_certain(throw.cards, others, order.trump, order.rulebook, cards) for cards in held)

    settled = tuple(throw for throw in ledger.throws if certain(throw))
    if not settled:
        return ledger
    kept = tuple(throw for throw in ledger.throws if throw not in settled)
    return replace(ledger, throws=kept, certain=ledger.certain + tuple(throw.seq for throw in settled))


def _check(claim: Claim, known: Sequence[Card], order: Order) -> Claim:
    """Compare a claim with everything its seat is known to have held."""
    play = claim.follow.cards
    later = tuple(shown.laid for shown in claim.later)
    problems = _breaches(claim, play, later, known, order)
    if not problems:
        return replace(claim, violations=(), doubts=())
    doubts = tuple(_doubts(claim, play, later, known, order))
    return replace(claim, violations=problems, doubts=doubts)


def _breaches(
    claim: Claim,
    play: Sequence[Laid],
    later: Sequence[Laid],
    known: Sequence[Card],
    order: Order,
    lead: Sequence[Card] | None = None,
) -> tuple[Violation, ...]:
    played = faces(play)
    hand = (*played, *faces(later), *known)
    return verify_follow(claim.follow.lead if lead is None else lead, hand, played, order.trump, order.rulebook)


def _doubts(
    claim: Claim, play: Sequence[Laid], later: Sequence[Laid], known: Sequence[Card], order: Order
) -> list[Doubt]:
    """Find the doubtful cards, those of the lead included, whose other reading makes the play legal.

    Where no single one does, two are tried together, then all of them.
    """
    follow = claim.follow
    shown = [Shown(laid, follow.trick, laid.spot.seq) for laid in follow.led]
    shown += [Shown(laid, follow.trick, follow.seq) for laid in play] + list(claim.later)
    first, second = len(follow.led), len(follow.led) + len(play)
    doubtful = [place for place, each in enumerate(shown) if each.laid.doubtful]

    def excused(changes: Mapping[int, Card]) -> bool:
        cards = [
            each.laid.read_as(changes[place]) if place in changes else each.laid for place, each in enumerate(shown)
        ]
        lead = faces(cards[:first]) or follow.lead
        return not _breaches(claim, cards[first:second], cards[second:], known, order, lead)

    singles = [(place, card) for place in doubtful for card in shown[place].laid.alternatives]
    found = {place: card for place, card in reversed(singles) if excused({place: card})}
    if not found:
        likely = [(place, card) for place in doubtful for card in shown[place].laid.alternatives[:_TRIED]]
        pairs = (dict(pair) for pair in combinations(likely, 2) if pair[0][0] != pair[1][0])
        every = {place: shown[place].laid.alternatives[0] for place in doubtful}
        found = next((changes for changes in (*pairs, every) if len(changes) > 1 and excused(changes)), {})
    return [
        Doubt(shown[place].laid, card, shown[place].trick, shown[place].seq) for place, card in sorted(found.items())
    ]


def enter(ledger: Ledger, follow: Follow, known: Sequence[Card], order: Order, *, whole: bool = False) -> Ledger:
    """Open the claim that a follow makes, if it makes one. Plays of the wrong count or with unread cards make none.

    ``whole`` says that ``known`` is all that the seat has left.
    """
    claim = read_claim(follow, order)
    if claim is None:
        return ledger
    if whole or not claim.needs_whole_hand:
        claim = _check(claim, known, order)
        if claim.violations and not claim.doubts:
            last = Shown(follow.cards[-1], follow.trick, follow.seq)
            proof = Proof(follow, claim.group, claim.violations, last)
            return replace(ledger, proofs=(*ledger.proofs, proof))
    claims = tuple((*each, claim) if seat == follow.seat else each for seat, each in enumerate(ledger.claims))
    return replace(ledger, claims=claims)


def read_claim(follow: Follow, order: Order) -> Claim | None:
    """Say what a follow claims about the hand it came from, None if it claims nothing.

    >>> from paizhuo.rules.cards import Rank
    >>> from paizhuo.rules.events import Spot
    >>> from paizhuo.rules.rulebooks import load
    >>> from paizhuo.rules.shengji.trump import trump_for
    >>> qq = load("qq", ShengjiRulebook)
    >>> follow = Follow(Seat.N, 1, 5, (Card.SA,), (Laid(Card.H3, Spot(5, 0)),))
    >>> read_claim(follow, Order(trump_for(qq, Rank.TWO, None), qq)).kind
    <ClaimKind.VOID: 'void'>
    """
    lead, played = follow.lead, faces(follow.cards)
    if len(lead) != len(played) or Card.UNKNOWN in lead or Card.UNKNOWN in played:
        return None
    trump, rulebook = order.trump, order.rulebook
    group = trump.group(lead[0])
    inside = [card for card in played if trump.groups[card] is group]
    if len(inside) < len(lead):
        return Claim(follow, group, ClaimKind.VOID)
    if len(lead) == 1 or rulebook.follow.pairs is FollowPairs.FREE:
        return None
    led = shape(decompose(lead, trump, rulebook))
    held = places(pairs_by_strength(inside, trump))
    if sum(held.values()) < sum(led):
        keeps_tractors = rulebook.follow.breaking is Breaking.PROTECTED and led[0] < 2
        return Claim(follow, group, ClaimKind.NO_LOOSE_PAIR if keeps_tractors else ClaimKind.NO_PAIR)
    if led[0] < 2 or rulebook.follow.tractors is FollowTractors.PAIRS:
        return None
    better = tuple(_better_ways(led, held, trump.tied[group], rulebook.follow.tractors))
    if not better:
        return None
    return Claim(follow, group, ClaimKind.NO_TRACTOR, min(way[0] for way in better), better)


def _better_ways(
    led: Shape, held: Mapping[int, int], tied: Sequence[bool], policy: FollowTractors
) -> Iterator[Obligation]:
    """Give the ways to answer a lead of tractors that come before the way in which it was answered."""
    every = ways(tuple(pairs for pairs in led if pairs), sum(led), policy)
    return takewhile(lambda way: not can_place(way, held, tied), every)
