"""What an article proposes for an offence (违规与判罚). Only a referee's ruling makes it count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.policies import CountPenalty, RevokePenalty, SlowPlay, TakebackPenalty
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.violations import Violation


class Offence(StrEnum):
    """What a side can be penalised for."""

    REVOKE = "revoke"
    """Cards held back (藏牌, 不跟)."""
    TAKEBACK = "takeback"
    """A played card taken back (悔牌)."""
    COUNT = "count"
    """A hand with too many or too few cards (多牌少牌)."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """What the article proposes: levels up or down per side, who deals, whether the hand or the match is over.

    ``repair`` lets the short hand draw from the long one and play on; ``fresh_start`` opens the next hand for all.
    ``after_hand`` says that the hand is played to its end first.
    """

    dealers_change: int = 0
    attackers_change: int = 0
    deal_changes: bool = False
    hand_over: bool = False
    after_hand: bool = False
    repair: bool = False
    fresh_start: bool = False
    match_lost_by: Role | None = None

    def change(self, role: Role) -> int:
        """Give the levels that a side goes up, or down below nought."""
        return self.dealers_change if role is Role.DEALERS else self.attackers_change


def propose(
    offence: Offence, offender: Role, rulebook: ShengjiRulebook, times: int = 1, *, buried: bool = True
) -> Sanction | None:
    """Give what the article on an offence proposes, None where the text names no penalty.

    ``times`` counts this side's offences of the kind, this one included; ``buried`` says whether the dealer had buried.

    >>> from paizhuo.rules.rulebooks import load
    >>> propose(Offence.REVOKE, Role.ATTACKERS, load("pass10", ShengjiRulebook)).change(Role.ATTACKERS)
    -1
    """
    rules = rulebook.penalties
    match offence:
        case Offence.REVOKE:
            return _for_revoke(rules.revoke, offender, rules.match_lost_after, times)
        case Offence.TAKEBACK:
            if rules.takeback is TakebackPenalty.UNSTATED:
                return None
            return _level_down(offender, rules.match_lost_after, times)
        case Offence.COUNT:  # pragma: no branch - the last of all
            return _for_count(rules.count, offender, buried)


def both_miscounted(rulebook: ShengjiRulebook) -> Sanction | None:
    """Give what is proposed when both sides hold a wrong number of cards."""
    if rulebook.penalties.count is CountPenalty.DEAL_OR_LEVEL:
        return Sanction(hand_over=True, fresh_start=True)
    return None


def _for_revoke(policy: RevokePenalty, offender: Role, lost_after: int, times: int) -> Sanction | None:
    match policy:
        case RevokePenalty.UNSTATED:
            return None
        case RevokePenalty.HAND_LOST:
            return _hand_lost(offender, 0)
        case RevokePenalty.HAND_AND_LEVEL:
            return _hand_lost(offender, 1)
        case RevokePenalty.LEVEL_DOWN:  # pragma: no branch - the last of all
            return _level_down(offender, lost_after, times)


def _for_count(policy: CountPenalty, offender: Role, buried: bool) -> Sanction | None:
    match policy:
        case CountPenalty.UNSTATED:
            return None
        case CountPenalty.CONCEDES:
            return _hand_lost(offender, 0)
        case CountPenalty.DEAL_OR_LEVEL:
            return _hand_lost(offender, 1)
        case CountPenalty.REPAIR_THEN_HAND_AND_LEVEL:  # pragma: no branch - the last of all
            return _hand_lost(offender, 1) if buried else Sanction(repair=True)


def _hand_lost(offender: Role, attackers_gain: int) -> Sanction:
    if offender is Role.DEALERS:
        return Sanction(attackers_change=attackers_gain, deal_changes=True, hand_over=True)
    return Sanction(dealers_change=1, hand_over=True)


def _level_down(offender: Role, lost_after: int, times: int) -> Sanction:
    lost_by = offender if 0 < lost_after <= times else None
    if offender is Role.DEALERS:
        return Sanction(dealers_change=-1, after_hand=True, match_lost_by=lost_by)
    return Sanction(attackers_change=-1, after_hand=True, match_lost_by=lost_by)


def verify_pace(seconds: float, rulebook: ShengjiRulebook, *, is_dealer: bool) -> tuple[Violation, ...]:
    """Find whether a play took longer than the rulebook gives (超时). ``seconds`` run from the previous play.

    >>> from paizhuo.rules.rulebooks import load
    >>> [v.code for v in verify_pace(61, load("const2", ShengjiRulebook), is_dealer=False)]
    ['time.too_slow']
    """
    limit = rulebook.time.play_seconds
    if not limit or seconds <= limit or (is_dealer and rulebook.time.play_binds is SlowPlay.ALL_BUT_DEALER):
        return ()
    return (Violation("time.too_slow", {"limit": limit, "seconds": int(seconds)}),)
