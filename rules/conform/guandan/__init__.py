"""Adapters for Guandan cases and records."""

from __future__ import annotations

from paizhuo.rules.conform.case import GameCases
from paizhuo.rules.conform.guandan import match, plays, procedure, tribute
from paizhuo.rules.conform.guandan.agreement import agrees
from paizhuo.rules.conform.guandan.oracle import claims_record, judge_record

__all__ = ["CASES"]

CASES = GameCases(
    game="guandan",
    adapters={**plays.ADAPTERS, **tribute.ADAPTERS, **match.ADAPTERS, **procedure.ADAPTERS},
    judge_record=judge_record,
    claims_record=claims_record,
    agrees=agrees,
    aliases={"seed": ("guandan-seed",), "nz2017": ("guandan-2017",), "scribd": ("guandan-school",)},
)
