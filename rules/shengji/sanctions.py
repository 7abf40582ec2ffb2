"""Sanctions: what the articles in force propose for an offence, and what a ruling does to the match.

Nothing happens by itself. A ruling names one of the proposals; one on an offence that a correction has since removed
has no effect.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from paizhuo.rules.cards import Seat, Side
from paizhuo.rules.charges import Charge
from paizhuo.rules.shengji import penalties
from paizhuo.rules.shengji.closing import Effect, closed, role_of, settled
from paizhuo.rules.shengji.dealing import check_draw
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.offences import between_hands, offences
from paizhuo.rules.shengji.penalties import Sanction
from paizhuo.rules.shengji.policies import LateChallenge, ThrowPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.seating import forfeits
from paizhuo.rules.shengji.state import Cause, Deal, ShengjiMatch

WARNING = "warning"
"""A ruling that costs nothing; it is always permitted."""

NO_SANCTION = "none"

MATCH_LOST = "match_lost"

REDEAL = "redeal"

KINDS: dict[str, penalties.Offence] = {
    "follow": penalties.Offence.REVOKE,
    "play": penalties.Offence.TAKEBACK,
    "count": penalties.Offence.COUNT,
    "hand": penalties.Offence.COUNT,
}
"""First part of a violation's code → what the articles call it."""


def _kind(charge: Charge) -> penalties.Offence | None:
    if charge.violation.code == "count.bottom_wrong":
        return None
    return KINDS.get(charge.violation.code.partition(".")[0])


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sanction that an article permits: its code, and what it does. ``points`` go to the other side.

    ``redeal`` calls the hand off; ``forfeit`` gives the match to the other side.
    """

    code: str
    sanction: Sanction | None = None
    points: int = 0
    redeal: bool = False
    forfeit: bool = False


def proposals(match: ShengjiMatch, deal: Deal | None, charge: Charge) -> tuple[Proposal, ...]:
    """Give the sanctions that the rulebook permits for an offence of this hand, none where it states none."""
    rulebook, code = match.rulebook, charge.violation.code
    if code == "table.player_missing":
        there = {seat: seat.name for seat in Seat if seat is not charge.seat}
        return (Proposal(MATCH_LOST, forfeit=True),) if forfeits(there, rulebook) else ()
    if deal is None or deal.dealer is None:
        return ()
    if code == "count.bottom_wrong":
        return (Proposal(REDEAL, redeal=True),) if _deck_is_wrong(deal, charge, rulebook) else ()
    if code.startswith("throw."):
        return _for_throw(deal, charge, rulebook)
    kind = _kind(charge)
    if kind is None:
        return ()
    times = 1 + match.sanctions[list(Side).index(charge.seat.side)]
    role = role_of(charge.seat, deal.dealer)
    sanction = penalties.propose(kind, role, rulebook, times, buried=deal.kitty.buried or charge.trick > 0)
    is_both = kind is penalties.Offence.COUNT and _both_sides(deal, rulebook)
    both = penalties.both_miscounted(rulebook) if is_both else None
    return tuple(Proposal(_code(each), each) for each in (both, sanction) if each is not None)


def _deck_is_wrong(deal: Deal, charge: Charge, rulebook: ShengjiRulebook) -> bool:
    """Say whether a wrong bottom with every hand right has the cards changed and dealt anew."""
    actual = charge.violation.params["actual"]
    hands = dict(zip(Seat, deal.counts or (), strict=False))
    return bool(hands) and isinstance(actual, int) and check_draw(hands, actual, rulebook).redeal


def _both_sides(deal: Deal, rulebook: ShengjiRulebook) -> bool:
    """Say whether both sides hold a wrong number of cards."""
    wrong = {each.seat.side for each in offences(deal, rulebook) if _kind(each) is penalties.Offence.COUNT}
    return len(wrong) > 1


def _for_throw(deal: Deal, charge: Charge, rulebook: ShengjiRulebook) -> tuple[Proposal, ...]:
    """Propose the penalty points of a failed throw; where beaten cards count, the hands decide how many they are.

    One that is proved wrong only later (事后) costs the same, where the rulebook lets the referee add it.
    """
    throw, params = rulebook.throw, charge.violation.params
    late = charge.violation.code == "throw.should_have_failed"
    if throw.penalty is ThrowPenalty.NONE or (late and throw.late_challenge is LateChallenge.NOTHING):
        return ()
    play = next(play for trick in (*deal.tricks, deal.trick) for play in trick.plays if play.seq == charge.evidence[0])
    unit, count = params.get("unit"), params.get("count")
    returned = count if isinstance(count, int) else len(play.cards) - 1
    least = len(unit) if isinstance(unit, tuple) else len(play.cards)
    match throw.penalty:
        case ThrowPenalty.FLAT:
            cards = [1]
        case ThrowPenalty.PER_RETURNED_CARD:
            cards = list(range(1, returned + 1)) if late else [returned]
        case _:
            cards = list(range(least, len(play.cards) + (0 if late else returned) + 1))
    return tuple(
        Proposal(f"points:{throw.penalty_points * number}", points=throw.penalty_points * number) for number in cards
    )


def _code(sanction: Sanction) -> str:
    if sanction.match_lost_by is not None:
        return MATCH_LOST
    if sanction.fresh_start:
        return "fresh_start"
    if sanction.repair:
        return "repair"
    return "level_down" if sanction.after_hand else "hand_lost"


def ruled(match: ShengjiMatch, violation: str, sanction: str, order: Order | None) -> ShengjiMatch:
    """Carry out a ruling on an offence of the hand in progress, of the one just ended, or noted between hands."""
    deal = match.deal
    listed = (*(() if deal is None else offences(deal, match.rulebook)), *between_hands(match))
    charge = next((each for each in listed if each.id == violation), None)
    if charge is None:
        return match
    chosen = next((each for each in proposals(match, deal, charge) if each.code == sanction), None)
    if chosen is None:
        return match
    if chosen.forfeit:
        return replace(match, winner=charge.seat.side.other, cause=Cause.RULING)
    assert deal is not None
    assert deal.dealer is not None
    if chosen.redeal:
        return replace(match, deal=None, next_hand=deal.hand)
    effect = Effect(role_of(charge.seat, deal.dealer), charge.seat.side, chosen.sanction, chosen.points)
    return _with_effect(match, deal, effect, order)


def _with_effect(match: ShengjiMatch, deal: Deal, effect: Effect, order: Order | None) -> ShengjiMatch:
    """Add an effect to a hand; a hand that was closed already is closed anew from where the match stood before it."""
    was_ended = deal.ended
    if was_ended:
        match = replace(match, levels=deal.levels_before or match.levels, winner=None, cause=None)
    deal = replace(deal, effects=(*deal.effects, effect), ended=False)
    match = replace(match, deal=settled(match, deal, order))
    if effect.sanction is not None and effect.sanction.after_hand:
        counts = list(match.sanctions)
        counts[list(Side).index(effect.side)] += 1
        match = replace(match, sanctions=(counts[0], counts[1]))
    if effect.sanction is not None and effect.sanction.match_lost_by is not None:
        match = replace(match, winner=effect.side.other, cause=Cause.RULING)
    return closed(match) if was_ended or (match.deal is not None and _hand_over(match.deal)) else match


def _hand_over(deal: Deal) -> bool:
    return any(each.sanction is not None and each.sanction.hand_over for each in deal.effects)
