"""Planned faults of either game: what waits to be committed, and from which trick on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

Kind = TypeVar("Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Planned(Generic[Kind]):
    """A fault to be committed in trick ``trick`` (from 1) or at the first chance after it; 0 is before the first."""

    fault: Kind
    trick: int


class Planting(Generic[Kind]):
    """Hands out planned faults as chances come up; each is committed once."""

    def __init__(self, planned: Sequence[Planned[Kind]], rng: random.Random) -> None:
        self._open = list(planned)
        self._rng = rng

    def due(self, fault: Kind, trick: int) -> bool:
        """Say whether a fault of this kind waits to be committed in this trick."""
        return any(each.fault is fault and each.trick <= trick for each in self._open)

    def done(self, fault: Kind) -> None:
        """Strike a fault off the plan."""
        self._open = [each for each in self._open if each.fault is not fault]
