"""Topics about revokes that later cards prove."""

from __future__ import annotations

from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.position import Play, position
from paizhuo.rules.events import Spot
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.laid import Laid
from paizhuo.rules.shengji.ledger import Follow, Ledger, Order, enter, show


def proof(case: Case, rulebook: Rulebook) -> Answers:
    """Play the tricks of a case and report the first revoke that the cards prove, with the two tricks that do."""
    table = position(case, rulebook)
    order, ledger = Order(table.trump, table.rulebook), Ledger()
    leads: dict[int, Play] = {}
    for seq, play in enumerate(table.plays, start=1):
        laid = tuple(Laid(card, Spot(seq, place)) for place, card in enumerate(play.cards))
        ledger = show(ledger, play.seat, laid, play.trick, seq, (), order)
        lead = leads.setdefault(play.trick, play)
        if lead is not play:
            ledger = enter(ledger, Follow(play.seat, play.trick, seq, lead.cards, laid), (), order)
    if not ledger.proofs:
        return {"verdict": "no contradiction", "evidence": (), "legal": True, "illegal_seat": None}
    found = ledger.proofs[0]
    return {
        "verdict": "revoke",
        "evidence": (found.follow.trick, found.by.trick),
        "legal": False,
        "illegal_seat": found.follow.seat,
    }


_TOPICS = "revoke_pair revoke_suit revoke_tractor revoke_trump lead_evidence".split()

ADAPTERS: dict[str, Adapter] = dict.fromkeys(_TOPICS, proof)
