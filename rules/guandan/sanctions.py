"""Sanctions: what the rulebook proposes for a breach, and what a ruling does to the match.

Nothing happens by itself. A ruling names one of the proposals; one on a breach that a correction has since removed
has no effect.
"""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.charges import Charge
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.closing import reopened
from paizhuo.rules.guandan.deal import Deal, Effect, GuandanMatch
from paizhuo.rules.guandan.match import Ending, Verdict
from paizhuo.rules.guandan.penalties import Offence, late_levels, offence_of, sanction
from paizhuo.rules.guandan.policies import Sanction

FREE: tuple[Sanction, ...] = (
    Sanction.CORRECTED,
    Sanction.LEVELS_1,
    Sanction.LEVELS_2,
    Sanction.LEVELS_3,
    Sanction.PLACED_LAST,
    Sanction.MATCH_LOST,
)
"""What a referee may choose from where the rulebook leaves it to him."""


def proposals(match: GuandanMatch, deal: Deal, charge: Charge) -> tuple[Sanction, ...]:
    """Give the sanctions that the rulebook permits for a breach of this hand; a warning is always permitted."""
    offence = kind_of(deal, charge)
    if offence is None:
        return ()
    if offence is Offence.LATE:
        return _for_coming_late(match, charge)
    times = 1 + match.offences.get((charge.seat.side, offence), 0)
    cost = sanction(offence, times, match.rulebook)
    if cost is Sanction.REFEREE:
        return FREE
    return () if cost is Sanction.WARNING else (cost,)


def kind_of(deal: Deal, charge: Charge) -> Offence | None:
    """Give what the rulebook calls a breach; one before the play is corrected as long as nobody has led."""
    return offence_of(charge.violation.code, plays=len(deal.lays))


def _for_coming_late(match: GuandanMatch, charge: Charge) -> tuple[Sanction, ...]:
    minutes = charge.violation.params.get("minutes", 0)
    levels = late_levels(minutes if isinstance(minutes, int) else 0, match.rulebook)
    by_levels = {cost.levels: cost for cost in Sanction if cost.levels}
    return (by_levels[min(levels, max(by_levels))],) if levels else FREE


def ruled(match: GuandanMatch, violation: str, cost: str) -> GuandanMatch:
    """Carry out a ruling on a breach of the hand in progress, or of the one just ended."""
    deal = match.deal
    if deal is None:
        return match
    charge = next((each for each in charges(deal, match.rulebook) if each.id == violation), None)
    if charge is None:
        return match
    offence = kind_of(deal, charge)
    chosen = next((each for each in proposals(match, deal, charge) if each == cost), None)
    if offence is not None:
        key = (charge.seat.side, offence)
        match = replace(match, offences={**match.offences, key: match.offences.get(key, 0) + 1})
    if offence is None or chosen is None:
        return match
    effect = Effect(charge.seat, charge.seat.side, offence, chosen)
    match = reopened(match, replace(deal, effects=(*deal.effects, effect)))
    if chosen is Sanction.MATCH_LOST:
        return replace(match, verdict=Verdict(Ending.RULED, charge.seat.side.other))
    return match
