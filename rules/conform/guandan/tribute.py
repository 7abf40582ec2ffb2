"""The topic of tribute and return, with their proofs and clocks."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.guandan.position import (
    cards_of,
    guandan,
    hands_of,
    level_of,
    seat_of,
    seats_of,
    single_cards_of,
)
from paizhuo.rules.guandan.clocks import Wait, seconds
from paizhuo.rules.guandan.known import known_in_hand
from paizhuo.rules.guandan.proofs import prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import (
    Duty,
    Gift,
    duty,
    owed_cards,
    resistance_leader,
    resists,
    returnable,
    settle,
)
from paizhuo.rules.rulebook import Rulebook


def tribute(case: Case, rulebook: Rulebook) -> Answers:
    """Say who owes what to whom after the last hand, what may go back, and who leads."""
    book = guandan(rulebook)
    owed = duty(seats_of(case, "finish_order"), book)
    answers: dict[str, object] = {
        "no_tribute": not owed.payers,
        "tribute_within": seconds(Wait.TRIBUTE, book),
        "return_within": seconds(Wait.RETURN, book),
        "first_lead_within_after_return": seconds(Wait.FIRST_LEAD, book),
        "each_play_within": seconds(Wait.PLAY, book),
    }
    if not owed.payers:
        return answers
    resisted = resists(owed, hands_of(case, "hands"))
    answers |= {"payer": owed.payers[0], "to": owed.receivers[0], "anti_tribute": resisted}
    if resisted:
        return {**answers, "leader": resistance_leader(owed)}
    return {**answers, **_exchange(case, owed, book)}


def _exchange(case: Case, owed: Duty, book: GuandanRulebook) -> dict[str, object]:
    """Pay the tributes of the hands that the case shows, or those that it says were paid."""
    hands, level = hands_of(case, "hands"), level_of(case)
    answers: dict[str, object] = {}
    largest = {seat: owed_cards(hands[seat], level) for seat in owed.payers if seat in hands}
    for cards in largest.values():
        answers |= {"tribute": min(cards), "tribute_any_of": cards}
    if receiver := hands.get(owed.receivers[0]):
        low = returnable(receiver, level, book)
        answers |= {"returnable": low, "not_returnable": frozenset(receiver) - low}
    paid = {seat: min(cards) for seat, cards in largest.items()} | single_cards_of(case, "paid")
    if paid.keys() == set(owed.payers):
        settled = settle(owed, paid, level, book)
        answers |= {"leader": settled.leader, "returns": {gift.receiver: gift.payer for gift in settled.gifts}}
        answers |= _afterwards(case, settled.gifts, book)
    return answers


def _afterwards(case: Case, gifts: Sequence[Gift], book: GuandanRulebook) -> dict[str, object]:
    """Follow tributes and returns into the hands, and look for proofs in the plays after them."""
    level, returned = level_of(case), single_cards_of(case, "returned")
    plays = [(seat_of(play), cards_of(play["cards"])) for play in case.plays]
    proofs = [prove_tribute(gift, returned.get(gift.receiver), plays, level) for gift in gifts]
    back = [gift for gift in gifts if gift.receiver in returned]
    proofs += [prove_return(gift, returned[gift.receiver], plays, level, book) for gift in back]
    return {
        "violation": any(proofs),
        "known_in_hand": known_in_hand({gift.receiver: [gift.card] for gift in gifts}, plays),
        "known_returned": known_in_hand({gift.payer: [returned[gift.receiver]] for gift in back}, plays),
    }


ADAPTERS: dict[str, Adapter] = {"tribute": tribute}
