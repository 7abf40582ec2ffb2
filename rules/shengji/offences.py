"""Every breach of a hand in one list: what was wrong with bids and plays, what was taken back, what was proved."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.cards import Seat
from paizhuo.rules.charges import Charge, Found, listed
from paizhuo.rules.laid import sure_faces
from paizhuo.rules.shengji.dealing import HAND
from paizhuo.rules.shengji.doubts import confirmed, stated, suspicion, taken_back
from paizhuo.rules.shengji.kitty import verify_bury
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Deal, ShengjiMatch
from paizhuo.rules.violations import Violation

TOO_MANY_POINTS = "bury.too_many_points"

ARTICLES: dict[str, str] = {
    "follow.must_follow_suit": "penalties.revoke",
    "follow.must_play_pair": "follow.pairs",
    "follow.must_play_tractor": "follow.tractors",
    "throw.failed": "throw.forced",
    "throw.should_have_failed": "throw.late_challenge",
    "lead.throw_not_allowed": "throw.suits",
    "lead.trump_throw_not_allowed": "throw.suits",
    "play.taken_back": "penalties.takeback",
    "count.wrong": "penalties.count",
    "hand.too_many_cards": "penalties.count",
    "declare.not_stronger": "declaring.equal_shows",
    "declare.too_late": "declaring.stirring",
    "declare.kind_not_allowed": "declaring.shows",
    "declare.overrides_itself": "declaring.self_override",
    "declare.no_reinforcing": "declaring.reinforce",
    "declare.first_pair_final": "declaring.first_pair",
    "declare.jokers_need_override": "declaring.jokers_over",
    "declare.cards_from_bottom": "declaring.bottom_cards",
    "declare.trump_was_turned": "declaring.stir_turned",
    "time.too_slow": "time.play_seconds",
    "table.player_missing": "table.short_handed",
    "table.substituted": "table.substitution",
    "table.seat_changed": "table.seating",
    "count.bottom_wrong": "deal.bottom_count",
    "bury.too_many_points": "kitty.bury_limit",
}
"""Code of a violation → key of the rulebook that states the rule. What is missing here no rulebook varies."""


def offences(deal: Deal, rulebook: ShengjiRulebook) -> tuple[Charge, ...]:
    """List the breaches of a hand."""
    return listed(deal.hand, (*_found(deal), *_of_kitty(deal, rulebook)), _article)


def between_hands(match: ShengjiMatch) -> tuple[Charge, ...]:
    """List the breaches that were noted while no hand was going on; the next hand takes them over under their ids."""
    found = ((note.violation, note.seat, 0, (note.seq,)) for note in match.notes)
    return listed(match.next_hand, found, _article)


def _article(code: str) -> str:
    return ARTICLES.get(code, "")


def _found(deal: Deal) -> Iterator[Found]:
    for note in deal.notes:
        yield note.violation, note.seat, 0, (note.seq,)
    for seat, count in zip(Seat, deal.counts or (), strict=False):
        if count != HAND:
            yield Violation("count.wrong", {"expected": HAND, "actual": count}), seat, 0, (deal.counted_at,)
    for bid in deal.bids:
        for problem in (*bid.violations, *confirmed(deal, bid.suspicions)):
            yield problem, bid.seat, 0, (bid.seq,)
    for trick in (*deal.tricks, deal.trick):
        for play in trick.plays:
            for problem in stated(deal, play):
                yield problem, play.seat, trick.number, (play.seq,)
    for back in deal.taken_back:
        finding = taken_back(deal, back)
        if finding is not None:
            problem, edits = finding
            suspected = suspicion(deal.hand, back.trick, back.seat, problem, edits)
            if not edits or suspected.id in deal.confirmed:
                yield problem, back.seat, back.trick, (back.seq,)
    for proof in deal.live.proofs:
        for found in proof.violations:
            params = {**found.params, "proved_by_trick": proof.by.trick, "card": str(proof.by.laid.card)}
            evidence = (proof.follow.seq, proof.by.seq)
            yield Violation(found.code, params), proof.follow.seat, proof.follow.trick, evidence
    for throw in deal.live.refuted:
        params = {
            "by_seat": throw.seat.name,
            "proved_by_trick": throw.by.trick,
            "card": str(throw.by.laid.card),
            "unit": tuple(str(card) for card in throw.unit),
        }
        evidence = (throw.throw.seq, throw.by.seq)
        yield Violation("throw.should_have_failed", params), throw.throw.seat, throw.throw.trick, evidence


def _of_kitty(deal: Deal, rulebook: ShengjiRulebook) -> Iterator[Found]:
    """Name points buried beyond the limit once the kitty lies open; cards read beyond doubt prove it.

    Whoever had the kitty in hand last buried it. What a person has noted already is not named twice.
    """
    seat = deal.buriers[-1] if deal.buriers else deal.dealer
    if seat is None or any(note.violation.code == TOO_MANY_POINTS for note in deal.notes):
        return
    evidence = tuple(dict.fromkeys(laid.spot.seq for laid in deal.kitty.shown))
    for problem in verify_bury(sure_faces(deal.kitty.shown), None, rulebook):
        if problem.code == TOO_MANY_POINTS:
            yield problem, seat, 0, evidence
