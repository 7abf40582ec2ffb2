"""Adapters for Shengji cases and records."""

from __future__ import annotations

from paizhuo.rules.conform.case import GameCases
from paizhuo.rules.conform.shengji import bids, levels, proofs, throws, tricks
from paizhuo.rules.conform.shengji.agreement import agrees
from paizhuo.rules.conform.shengji.oracle import claims_record, judge_record

__all__ = ["CASES"]

CASES = GameCases(
    game="shengji",
    adapters={**tricks.ADAPTERS, **throws.ADAPTERS, **bids.ADAPTERS, **levels.ADAPTERS, **proofs.ADAPTERS},
    judge_record=judge_record,
    claims_record=claims_record,
    agrees=agrees,
    aliases={},
)
