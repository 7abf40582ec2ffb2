"""A breach of a rule, as a code with parameters: translated only where a person reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Param = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach: ``code`` names the rule (``follow.must_play_pair``), ``params`` holds what its sentence needs.

    >>> Violation("count.wrong", {"expected": 2, "actual": 1}).code
    'count.wrong'
    """

    code: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
