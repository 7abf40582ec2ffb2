"""Tables to tell stories at."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat


@pytest.fixture
def table() -> Drill:
    """A table at which a match under ``comp`` has begun."""
    return Drill().start("comp")


@pytest.fixture
def playing(table: Drill) -> Drill:
    """A first hand in which East bid hearts and is about to lead."""
    table.shows(Seat.E, "H2")
    table.clears()
    return table
