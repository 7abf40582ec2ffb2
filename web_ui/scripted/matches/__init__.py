"""Recorded matches that ship with the pages, for trying them and for tests: real rules, invented people."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

from paizhuo.rules.events import Logged
from paizhuo.rules.record.jsonl import load
from paizhuo.rules.record.tcr_read import load_tcr

BEGUN = 1_795_779_060_000
"""When the recorded matches began: 27 November 2026, 19:31 in China, in milliseconds since the epoch."""

RECORDS = {"shengji": "shengji.tcr", "guandan": "guandan.jsonl", "guandan-drill": "guandan-drill.jsonl"}
"""The matches by name."""

PACE = 6_000
"""Milliseconds between two entries."""


def recorded_match(name: str = "shengji") -> tuple[Logged, ...]:
    """Give the log of a recorded match.

    >>> recorded_match()[0].event.kind
    'match_started'
    """
    folder = resources.files("paizhuo.web_ui").joinpath("scripted", "matches")
    text = folder.joinpath(RECORDS[name]).read_text("utf-8")
    entries = load(text).entries if RECORDS[name].endswith(".jsonl") else load_tcr(text).entries
    return tuple(replace(entry, at=BEGUN + PACE * place) for place, entry in enumerate(entries))
