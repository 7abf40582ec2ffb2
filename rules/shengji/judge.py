"""Judging the trick on the table: turn, count, lead and follow, and what each play claims or proves.

Facts are recorded whether or not they are allowed; the violations found here ride beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.shengji.bounds import Unseen, can_be_true
from paizhuo.rules.shengji.doubts import (
    SIGHT_DELAY,
    Finding,
    may_be_led_by_another,
    of_outvoted_lead,
    of_turn,
    suspicion,
    trump_in_doubt,
)
from paizhuo.rules.shengji.laid import faces
from paizhuo.rules.shengji.lead import is_throw, verify_lead
from paizhuo.rules.shengji.ledger import (
    Claim,
    ClaimKind,
    Follow,
    Ledger,
    Order,
    Proof,
    Shown,
    enter,
    open_throw,
    recheck_throws,
    settle_throws,
    show,
)
from paizhuo.rules.shengji.penalties import verify_pace
from paizhuo.rules.shengji.protection import can_be_excused
from paizhuo.rules.shengji.slips import (
    count_edits,
    dependable,
    hand_edits,
    is_given,
    is_seconded,
    lead_edits,
    outvoted,
    throw_edits,
)
from paizhuo.rules.shengji.state import HAND_CARDS, Deal, Play, Trick, counted
from paizhuo.rules.shengji.trick import points, winner
from paizhuo.rules.shengji.trump import Group
from paizhuo.rules.suspicion import Suspicion
from paizhuo.rules.violations import Violation

COUNTED_OUT: dict[ClaimKind, str] = {
    ClaimKind.VOID: "follow.must_follow_suit",
    ClaimKind.NO_PAIR: "follow.must_play_pair",
    ClaimKind.NO_TRACTOR: "follow.must_play_tractor",
    ClaimKind.NO_LOOSE_PAIR: "follow.must_play_pair",
}
"""What a claim that counting disproves breaks."""


def judged(deal: Deal, order: Order | None, *, closed: bool = False) -> Deal:
    """Judge the trick in progress afresh. ``closed``: no more cards can come to its last play.

    ``order`` is None while trump is unknown; then only turn and count can be judged.
    """
    trick = deal.trick
    # What trump rests on a show in doubt, no verdict about suits may rest on.
    rules = None if trump_in_doubt(deal) else order
    plays = tuple(_judged(deal, trick, place, rules, closed=closed) for place in range(len(trick.plays)))
    won_by = standing_winner(trick, order)
    value = points([(play.seat, play.faces) for play in plays])
    live = deal.ledger
    if rules is not None:
        for place in range(len(plays)):
            live = _shown(live, deal, trick, place, rules)
            if closed or not is_open(trick, place):
                live = _entered(live, deal, trick, place, rules)
    deal = replace(deal, trick=replace(trick, plays=plays, winner=won_by, points=value), live=live)
    in_doubt = bool(deal.suspected) or any(play.suspicions for play in plays)
    if rules is None or not deal.is_sure or in_doubt:
        return deal
    deal = replace(deal, live=_counted_out(deal, rules))
    return replace(deal, live=_settled_throws(deal, rules)) if deal.live.throws else deal


def unseen_cards(deal: Deal) -> Unseen:
    """Give the cards that nobody has seen played or turned up, and the sizes of the hands that may hold them."""
    live = [card for play in deal.trick.plays for card in play.faces]
    seen = counted(deal.seen, [*live, *faces(deal.kitty.shown)])
    cards = tuple(card for card, count in zip(FACES, seen, strict=True) for _ in range(2 - count))
    sizes = [max(0, deal.cards_left(seat)) for seat in Seat]
    return Unseen(cards, (sizes[0], sizes[1], sizes[2], sizes[3]), deal.known)


def _counted_out(deal: Deal, order: Order) -> Ledger:
    """Turn claims into proofs where the cards still unseen leave no hand for which they are true.

    Mostly a hand has room for other cards; then there is nothing to look into, however many claims there are.
    """
    ledger = deal.live
    if not any(ledger.claims) or not deal.trick.plays:
        return ledger
    unseen = unseen_cards(deal)
    if unseen.elsewhere < 0:
        return ledger
    newest = deal.trick.plays[-1]
    by = Shown(newest.cards[-1], deal.trick.number, newest.seq)
    kept: list[tuple[Claim, ...]] = []
    proofs: list[Proof] = []
    for seat, claims in zip(Seat, ledger.claims, strict=True):
        other = _cards_outside(unseen, seat, order) if claims else {}
        size = unseen.hands[seat]
        tight = [claim for claim in claims if claim.kind is ClaimKind.NO_LOOSE_PAIR or size > other[claim.group]]
        false = [claim for claim in tight if not _can_be_true(claim, unseen, order)]
        proofs += [_proof_by_counting(claim, by) for claim in false]
        kept.append(tuple(claim for claim in claims if claim not in false) if false else claims)
    return replace(ledger, claims=tuple(kept), proofs=ledger.proofs + tuple(proofs)) if proofs else ledger


def _cards_outside(unseen: Unseen, seat: Seat, order: Order) -> Mapping[Group, int]:
    """Count for each group the unseen cards outside it that a seat may hold."""
    groups = order.trump.groups
    inside = Counter(map(groups.__getitem__, unseen.cards))
    for other in Seat:
        if other is not seat:
            inside.subtract(map(groups.__getitem__, unseen.known[other]))
    total = inside.total()
    return {group: total - inside[group] for group in Group}


def _settled_throws(deal: Deal, order: Order) -> Ledger:
    seen = counted(deal.seen, [card for play in deal.trick.plays for card in play.faces])
    accounted = [card for card, count in zip(FACES, seen, strict=True) for _ in range(count)]
    return settle_throws(deal.live, lambda seat: [*accounted, *deal.known[seat]], order)


def _can_be_true(claim: Claim, unseen: Unseen, order: Order) -> bool:
    if claim.needs_whole_hand:
        return can_be_excused(claim, unseen, order)
    return can_be_true(claim, unseen, order.trump)


def _proof_by_counting(claim: Claim, by: Shown) -> Proof:
    code = COUNTED_OUT[claim.kind]
    violation = Violation(code, {"group": claim.group, "counted": 1})
    return Proof(claim.follow, claim.group, (violation,), by)


def standing_winner(trick: Trick, order: Order | None) -> Seat | None:
    """Give the seat whose play stands highest, None if trump or the lead is unknown."""
    if order is None or not trick.plays or Card.UNKNOWN in trick.plays[0].faces:
        return None
    return winner([(play.seat, play.faces) for play in trick.plays], order.trump, order.rulebook)


def is_open(trick: Trick, place: int) -> bool:
    """Say whether more cards may still come to a play: it is the newest, and no follow with its full count."""
    if place != len(trick.plays) - 1:
        return False
    return place == 0 or len(trick.plays[place].cards) < trick.size


def _judged(deal: Deal, trick: Trick, place: int, order: Order | None, *, closed: bool) -> Play:
    """Find what is wrong with a play: what is certain, and what a slip of sight would explain.

    A play that sight reports is left alone until somebody else has acted: cards may still come or be put right. Whether
    it has a wrong count is asked only when the trick is full, since the other answers may settle that.
    """
    play = trick.plays[place]
    is_newest = place == len(trick.plays) - 1 and not closed
    if play.missing or (is_newest and not is_given(play)):
        return replace(play, violations=(), suspicions=())
    # A lead that all others answered with another number is put right when the trick is taken up.
    may_ask = closed or (len(trick.plays) == len(Seat) and outvoted(trick) is None)
    violations: list[Violation] = []
    doubts: list[Suspicion] = []
    expected = deal.expected_leader if place == 0 else next_to_play(trick, place)
    if expected is not None and expected is not play.seat:
        violation = Violation("turn.out_of_turn", {"expected": expected.name})
        early = of_turn(deal, trick, place, violation, order)
        if early is not None:
            violations += [] if early.edits else [violation]
            doubts += [early] if early.edits and may_ask else []
    size = outvoted(trick) if place else None
    for violation, edits in _findings(deal, trick, place, order, closed=closed):
        if size is not None and violation.code == "count.wrong":
            # Until the trick is taken up, the lead may yet be put right.
            doubts += [of_outvoted_lead(deal.hand, trick, violation, size)] if closed else []
        elif not edits:
            violations.append(violation)
        elif may_ask:
            doubts.append(suspicion(deal.hand, trick.number, play.seat, violation, edits))
    return replace(play, violations=tuple(violations), suspicions=tuple(doubts))


def _findings(deal: Deal, trick: Trick, place: int, order: Order | None, *, closed: bool) -> Iterator[Finding]:
    """Yield what is wrong with a play, each with the slips of sight that would explain it."""
    play = trick.plays[place]
    if order is not None and play.waited is not None:
        seconds, is_dealer = play.waited - SIGHT_DELAY, play.seat is deal.dealer
        yield from ((slow, ()) for slow in verify_pace(seconds, order.rulebook, is_dealer=is_dealer))
    total = deal.played[play.seat] + len(play.cards)
    if total > HAND_CARDS:
        slips = hand_edits(deal, play, total - HAND_CARDS)
        if slips is not None:
            yield Violation("hand.too_many_cards", {"expected": HAND_CARDS, "actual": total}), slips
    if place == 0:
        yield from _of_lead(play, order)
        if play.returned and (is_given(play) or any(len(each.cards) == trick.size for each in trick.plays[1:])):
            returned = tuple(str(laid.card) for laid in play.returned)
            yield Violation("throw.failed", {"returned": returned, "count": len(returned)}), throw_edits(play)
    elif len(play.cards) != trick.size and (closed or not is_open(trick, place)):
        violation = Violation("count.wrong", {"expected": trick.size, "actual": len(play.cards)})
        yield violation, count_edits(trick, place)


def next_to_play(trick: Trick, place: int) -> Seat:
    """Give the first seat in order after the leader that had not yet played before ``place``."""
    before = {play.seat for play in trick.plays[:place]}
    seat = trick.plays[0].seat
    while seat in before:
        seat = seat.next
    return seat


def _of_lead(play: Play, order: Order | None) -> Iterator[Finding]:
    if order is None or not _is_read(play.faces):
        return
    for violation in verify_lead(play.faces, None, order.trump, order.rulebook):
        yield violation, lead_edits(play, violation, order)


def _is_read(cards: Sequence[Card]) -> bool:
    return Card.UNKNOWN not in cards


def _shown(ledger: Ledger, deal: Deal, trick: Trick, place: int, order: Order) -> Ledger:
    """Hold what was claimed before against the cards of a play."""
    play = trick.plays[place]
    if play.missing:
        return ledger
    known = deal.known[play.seat]
    whole = _has_shown_all(deal, trick, play.seat)
    cards = dependable(trick, place)
    ledger = show(ledger, play.seat, cards, trick.number, play.seq, known, order, whole=whole)
    return recheck_throws(ledger, play.seat, cards, trick.number, play.seq, order)


def _entered(ledger: Ledger, deal: Deal, trick: Trick, place: int, order: Order) -> Ledger:
    """Enter what a play claims itself: a follow about the hand it came from, a throw that nobody could beat it."""
    play = trick.plays[place]
    if place == 0:
        is_read = not any(laid.doubtful for laid in play.cards)
        if is_read and throws(play, order) and not play.returned and is_seconded(trick):
            return open_throw(ledger, play.seat, trick.number, play.seq, play.faces, order)
        return ledger
    if play.missing or len(play.cards) != trick.size or may_be_led_by_another(deal, trick):
        return ledger
    lead = trick.plays[0]
    follow = Follow(play.seat, trick.number, play.seq, lead.faces, play.cards, lead.cards)
    whole = _has_shown_all(deal, trick, play.seat)
    return enter(ledger, follow, deal.known[play.seat], order, whole=whole)


def _has_shown_all(deal: Deal, trick: Trick, seat: Seat) -> bool:
    """Say whether every card that a seat held is known: played and read, or known to be in its hand."""
    is_read = deal.is_sure and not deal.unclear and all(_is_read(play.faces) for play in trick.plays)
    return is_read and deal.cards_left(seat) <= len(deal.known[seat])


def throws(play: Play, order: Order | None) -> bool:
    """Say whether a lead is a throw (甩牌): several units of one group."""
    if order is None or len(play.cards) < 2 or not _is_read(play.faces):
        return False
    if len({order.trump.group(card) for card in play.faces}) > 1:
        return False
    return is_throw(play.faces, order.trump, order.rulebook)
