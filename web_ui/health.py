"""What is wrong beside the table itself: a camera without pictures, a sight that failed, a disk that refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from paizhuo.rules.snapshot import Json, Params, as_json


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that does not work, as a code with parameters (``trouble.camera_lost``); worst first in lists."""

    code: str
    params: Params = field(default_factory=dict)
    alarm: bool = True

    def json(self) -> Json:
        """Give the plain values for a page."""
        return {"code": self.code, "params": as_json(self.params), "alarm": self.alarm}


class HealthService(Protocol):
    """Who runs a table tells here what does not work."""

    def troubles(self) -> tuple[Trouble, ...]:
        """Give everything that does not work now, the worst first; never waits."""
        ...


class AllWell:
    """A ``HealthService`` that knows of no trouble; tests put one in with ``report``."""

    def __init__(self) -> None:
        self._troubles: tuple[Trouble, ...] = ()

    def troubles(self) -> tuple[Trouble, ...]:
        """Give what was reported."""
        return self._troubles

    def report(self, *troubles: Trouble) -> None:
        """Set the troubles from now on."""
        self._troubles = troubles
