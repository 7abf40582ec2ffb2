"""Topics about one trick: order, shape, following, ruffs, winner and points."""

from __future__ import annotations

from paizhuo.rules.cards import third_copies
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.position import Position, position
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.combos import decompose
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.lead import verify_lead
from paizhuo.rules.shengji.trick import points, sole_group, winner


def trick(case: Case, rulebook: Rulebook) -> Answers:
    """Judge a trick: who won it, what it is worth, and the first play that breaks a rule."""
    table = position(case, rulebook)
    plays = [(play.seat, play.cards) for play in table.plays]
    offender = _first_offender(table)
    return {
        "winner": winner(plays, table.trump, table.rulebook),
        "points": points(plays),
        "legal": offender is None,
        "illegal_seat": offender,
        "immediate": offender is not None,
    }


def _first_offender(table: Position) -> int | None:
    lead = table.plays[0]
    for play in table.plays[1:]:
        if verify_follow(lead.cards, table.held(play), play.cards, table.trump, table.rulebook):
            return play.seat
    return None


def lead(case: Case, rulebook: Rulebook) -> Answers:
    """Judge a lead by its own cards: is it one pair, one tractor, a throw, and may it be led at all?"""
    table = position(case, rulebook)
    cards = table.plays[0].cards
    units = decompose(cards, table.trump, table.rulebook)
    alone = len(units) == 1
    return {
        "tractor": alone and units[0].pairs > 1,
        "pair": alone and units[0].pairs == 1,
        "throw": not alone and sole_group(cards, table.trump) is not None,
        "legal": not verify_lead(cards, None, table.trump, table.rulebook),
    }


def duplicates(case: Case, rulebook: Rulebook) -> Answers:
    """Count the copies of every face."""
    table = position(case, rulebook)
    seen = [card for play in table.plays for card in play.cards]
    return {"recognition_error": bool(third_copies(seen))}


_TRICK_TOPICS = """
    card_order no_trump const_trump suit_group card_count follow_pair follow_single follow_suit follow_throw
    follow_tractor follow_trump_pair follow_void known_hand overruff overruff_structure points ruff_pair ruff_throw
    ruff_tractor same_suit_win shape_mismatch_same_suit single_ruff tie_first
""".split()

ADAPTERS: dict[str, Adapter] = {
    **dict.fromkeys(_TRICK_TOPICS, trick),
    "tractor_adjacency": lead,
    "pair_definition": lead,
    "throw_trump": lead,
    "duplicate_card": duplicates,
}
