"""Tempers: how simulated players differ in what they lead, keep, ruff and give away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """One kind of player. Shares are between 0 and 1.

    ``eagerness``: how soon a bid is made; ``breadth``: taste for leading many cards at once; ``height``: taste for
    leading high cards; ``ruffing``: how often a void is used to ruff; ``giving``: how readily points go to the
    partner's winning trick; ``whim``: how often the choice is left to chance.
    """

    name: str
    eagerness: float
    breadth: float
    height: float
    ruffing: float
    giving: float
    whim: float


CAREFUL = Temper("careful", eagerness=0.15, breadth=0.15, height=0.1, ruffing=0.25, giving=0.0, whim=0.02)
"""Leads low singles, keeps pairs and trumps."""

BOLD = Temper("bold", eagerness=0.95, breadth=0.95, height=0.95, ruffing=0.95, giving=0.5, whim=0.02)
"""Bids at once, leads tractors, throws and high cards, ruffs whenever possible."""

GIVING = Temper("giving", eagerness=0.5, breadth=0.55, height=0.55, ruffing=0.15, giving=1.0, whim=0.02)
"""Plays for the partner: feeds points, seldom ruffs."""

ERRATIC = Temper("erratic", eagerness=0.5, breadth=0.5, height=0.5, ruffing=0.5, giving=0.5, whim=1.0)
"""Any legal play is as good as another."""

TEMPERS: tuple[Temper, ...] = (CAREFUL, BOLD, GIVING, ERRATIC)
