"""Topics about revokes that later cards prove."""

from __future__ import annotations

from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.position import Play, Position, position
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.follow import verify_follow


def proof(case: Case, rulebook: Rulebook) -> Answers:
    """Play the tricks of a case and report the first revoke that the cards prove, with the two tricks that do."""
    table = position(case, rulebook)
    for later in table.plays:
        for follow, lead in _follows(table):
            if follow.seat is later.seat and follow.trick < later.trick and _contradicts(table, follow, lead, later):
                return {
                    "verdict": "revoke",
                    "evidence": (follow.trick, later.trick),
                    "legal": False,
                    "illegal_seat": follow.seat,
                }
    return {"verdict": "no contradiction", "evidence": (), "legal": True, "illegal_seat": None}


def _follows(table: Position) -> list[tuple[Play, Play]]:
    leads: dict[int, Play] = {}
    follows: list[tuple[Play, Play]] = []
    for play in table.plays:
        lead = leads.setdefault(play.trick, play)
        if lead is not play:
            follows.append((play, lead))
    return follows


def _contradicts(table: Position, follow: Play, lead: Play, later: Play) -> bool:
    """Say whether the plays of the seat up to ``later`` prove that it could have followed better."""
    held = list(follow.cards)
    for play in table.plays:
        if play.seat is follow.seat and follow.trick < play.trick <= later.trick:
            held += play.cards
    return bool(verify_follow(lead.cards, held, follow.cards, table.trump, table.rulebook))


_TOPICS = "revoke_pair revoke_suit revoke_tractor revoke_trump lead_evidence".split()

ADAPTERS: dict[str, Adapter] = dict.fromkeys(_TOPICS, proof)
