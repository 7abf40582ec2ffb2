"""Facts told at a Guandan table, and how the snapshot answers: what the files test_told_… have in common."""

from __future__ import annotations

from typing import Any

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card
from paizhuo.rules.events import Fact, MatchStarted
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.snapshot import TableSnapshot

NAMES = ("Lin", "Zhou", "Xu", "He")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def table(*facts: Fact, book: str = "guandan-seed", text: str = "", **begun: Any) -> Drill:
    """Tell facts at a table; the match may begin in the middle, under a rulebook of its own."""
    drill = Drill()
    drill.log(MatchStarted(book, NAMES, text, **begun), *facts)
    return drill


def variant(values: str, book: str = "guandan-seed") -> str:
    """Give a table's own rulebook: a packaged one with some values changed."""
    return f'id = "own"\ngame = "guandan"\nbased_on = "{book}"\n[title]\nzh = "x"\nen = "x"\n{values}'


def guandan(drill: Drill) -> GuandanView:
    view = drill.now.guandan
    assert view is not None
    return view


def codes(shown: TableSnapshot) -> list[tuple[str | None, str]]:
    return [(each.seat, each.code) for each in shown.violations]


def asked(shown: TableSnapshot) -> list[str]:
    return [each.code for each in shown.questions]
