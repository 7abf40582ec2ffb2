"""Comparing sets of cards and comparisons that another engine judged."""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.rules.cards import Rank
from paizhuo.rules.conform.case import Fields
from paizhuo.rules.conform.guandan.position import cards_of, items
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import Reading, readings
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.rulebooks import load

Named = tuple[str, int, str]
"""Type, size and key of a reading, as the other engine writes them."""


def claims_record(record: Fields) -> bool:
    """Say whether a record is about Guandan."""
    return record.get("op") in ("classify", "beats")


def judge_record(record: Fields) -> tuple[str, ...]:
    """Judge a record and give the differences."""
    level = Rank(str(record["level"]))
    if record["op"] == "classify":
        return _compare("readings", _theirs(record["readings"]), _ours(record["cards"], level))
    first, second = _ours(record["a"], level), _ours(record["b"], level)
    wanted, against = _theirs(record["a_readings"]), _theirs(record["b_readings"])
    differences = _compare("a", wanted, first) + _compare("b", against, second)
    if differences:
        return differences
    matrix = [[beats(first[one], second[other], level) for other in against] for one in wanted]
    return () if matrix == record["matrix"] else (f"matrix: expected {record['matrix']}, found {matrix}",)


def _compare(name: str, theirs: list[Named], ours: Mapping[Named, Reading]) -> tuple[str, ...]:
    found = sorted(ours)
    return () if sorted(theirs) == found else (f"{name}: expected {sorted(theirs)}, found {found}",)


def _ours(raw: object, level: Rank) -> dict[Named, Reading]:
    found = readings(cards_of(raw), level, load("guandan-seed", GuandanRulebook))
    return {(str(one.shape), one.size, _key(one)): one for one in found}


def _key(reading: Reading) -> str:
    # The other engine has no key of its own for jokers and writes an ace; it compares them rightly all the same.
    return "A" if reading.key.is_joker else str(reading.key)


def _theirs(raw: object) -> list[Named]:
    named = [one for one in items(raw) if isinstance(one, Mapping)]
    return [(str(one["type"]), int(one["size"]), str(one["keyRank"])) for one in named]
