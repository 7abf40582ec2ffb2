"""Sanctions: what the articles in force propose for an offence, and what a ruling does to the match.

Nothing happens by itself. A ruling names one of the proposals; one on an offence that a correction has since removed
has no effect.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from paizhuo.rules.cards import Side
from paizhuo.rules.shengji import penalties
from paizhuo.rules.shengji.closing import Effect, closed, role_of, settled
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.offences import Offence, offences
from paizhuo.rules.shengji.penalties import Sanction
from paizhuo.rules.shengji.policies import ThrowPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Deal, ShengjiMatch

WARNING = "warning"
"""A ruling that costs nothing; it is always permitted."""

NO_SANCTION = "none"

KINDS: dict[str, penalties.Offence] = {
    "follow": penalties.Offence.REVOKE,
    "play": penalties.Offence.TAKEBACK,
    "count": penalties.Offence.COUNT,
    "hand": penalties.Offence.COUNT,
}
"""First part of a violation's code → what the articles call it."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sanction that an article permits: its code, and what it does. ``points`` go to the other side."""

    code: str
    sanction: Sanction | None = None
    points: int = 0


def proposals(match: ShengjiMatch, deal: Deal, offence: Offence) -> tuple[Proposal, ...]:
    """Give the sanctions that the rulebook permits for an offence of this hand, none where it states none."""
    if deal.dealer is None:
        return ()
    family = offence.violation.code.partition(".")[0]
    if offence.violation.code == "throw.failed":
        return _for_throw(deal, offence, match.rulebook)
    if family not in KINDS or offence.trick == 0:
        return ()
    times = 1 + match.sanctions[list(Side).index(offence.seat.side)]
    sanction = penalties.propose(KINDS[family], role_of(offence.seat, deal.dealer), match.rulebook, times)
    return () if sanction is None else (Proposal(_code(sanction), sanction),)


def _for_throw(deal: Deal, offence: Offence, rulebook: ShengjiRulebook) -> tuple[Proposal, ...]:
    """Propose the penalty points of a failed throw; where beaten cards count, the hands decide how many they are."""
    throw = rulebook.throw
    count = offence.violation.params["count"]
    returned = count if isinstance(count, int) else 0
    match throw.penalty:
        case ThrowPenalty.NONE:
            return ()
        case ThrowPenalty.FLAT:
            cards = [1]
        case ThrowPenalty.PER_RETURNED_CARD:
            cards = [returned]
        case _:
            play = next(
                play for trick in (*deal.tricks, deal.trick) for play in trick.plays if play.seq == offence.evidence[0]
            )
            cards = list(range(len(play.cards), len(play.cards) + returned + 1))
    return tuple(
        Proposal(f"points:{throw.penalty_points * number}", points=throw.penalty_points * number) for number in cards
    )


def _code(sanction: Sanction) -> str:
    if sanction.match_lost_by is not None:
        return "match_lost"
    if sanction.repair:
        return "repair"
    return "level_down" if sanction.after_hand else "hand_lost"


def ruled(match: ShengjiMatch, violation: str, sanction: str, order: Order | None) -> ShengjiMatch:
    """Carry out a ruling on an offence of the hand in progress, or of the one just ended."""
    deal = match.deal
    if deal is None or deal.dealer is None:
        return match
    offence = next((each for each in offences(deal) if each.id == violation), None)
    if offence is None:
        return match
    chosen = next((each for each in proposals(match, deal, offence) if each.code == sanction), None)
    if chosen is None:
        return match
    effect = Effect(role_of(offence.seat, deal.dealer), offence.seat.side, chosen.sanction, chosen.points)
    return _with_effect(match, deal, effect, order)


def _with_effect(match: ShengjiMatch, deal: Deal, effect: Effect, order: Order | None) -> ShengjiMatch:
    """Add an effect to a hand; a hand that was closed already is closed anew from where the match stood before it."""
    was_ended = deal.ended
    if was_ended:
        match = replace(match, levels=deal.levels_before or match.levels, winner=None)
    deal = replace(deal, effects=(*deal.effects, effect), ended=False)
    match = replace(match, deal=settled(match, deal, order))
    if effect.sanction is not None and effect.sanction.after_hand:
        counts = list(match.sanctions)
        counts[list(Side).index(effect.side)] += 1
        match = replace(match, sanctions=(counts[0], counts[1]))
    if effect.sanction is not None and effect.sanction.match_lost_by is not None:
        match = replace(match, winner=effect.side.other)
    return closed(match) if was_ended or (match.deal is not None and _hand_over(match.deal)) else match


def _hand_over(deal: Deal) -> bool:
    return any(each.sanction is not None and each.sanction.hand_over for each in deal.effects)
