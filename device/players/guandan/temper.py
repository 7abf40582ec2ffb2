"""Tempers: how simulated Guandan players differ in what they lead, when they bomb and whether they pass."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GuandanTemper:
    """One kind of player. Shares are between 0 and 1.

    ``bombing``: how readily a bomb is spent; ``breadth``: taste for leading many cards at once; ``height``: taste for
    high cards, in leads and in answers; ``loyalty``: how often the partner's standing play is left alone; ``whim``:
    how often the choice is left to chance.
    """

    name: str
    bombing: float
    breadth: float
    height: float
    loyalty: float
    whim: float


PATIENT = GuandanTemper("patient", bombing=0.0, breadth=0.35, height=0.05, loyalty=0.7, whim=0.02)
"""Leads low, answers as low as possible, keeps bombs for the end."""

BOLD = GuandanTemper("bold", bombing=1.0, breadth=0.4, height=1.0, loyalty=0.15, whim=0.02)
"""Leads and answers high, bombs early, also over the partner."""

SWEEPING = GuandanTemper("sweeping", bombing=0.35, breadth=1.0, height=0.4, loyalty=0.4, whim=0.02)
"""Gets rid of as many cards at once as possible."""

LOYAL = GuandanTemper("loyal", bombing=0.3, breadth=0.05, height=0.3, loyalty=1.0, whim=0.02)
"""Leads singles and pairs, never plays over the partner."""

ERRATIC = GuandanTemper("erratic", bombing=0.5, breadth=0.5, height=0.5, loyalty=0.5, whim=1.0)
"""Any legal play is as good as another, and so is a pass."""

TEMPERS: tuple[GuandanTemper, ...] = (PATIENT, BOLD, SWEEPING, LOYAL)
"""Who sits at E, N, W and S unless something else is asked for."""
