"""Turn clocks: how long a seat may take for each kind of act, the last second included."""

from __future__ import annotations

from enum import StrEnum

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.violations import Violation


class Wait(StrEnum):
    """What the table waits for."""

    TRIBUTE = "tribute"
    RETURN = "return"
    FIRST_LEAD = "first_lead"
    PLAY = "play"


def seconds(wait: Wait, rules: GuandanRulebook = HOUSE) -> int:
    """Give the seconds allowed: for the tribute after the deal, for the return after it, for the lead after that.

    >>> seconds(Wait.TRIBUTE), seconds(Wait.PLAY)
    (20, 20)
    """
    clock = rules.clock
    return {
        Wait.TRIBUTE: clock.tribute,
        Wait.RETURN: clock.give_back,
        Wait.FIRST_LEAD: clock.first_lead,
        Wait.PLAY: clock.play,
    }[wait]


def verify_time(seat: Seat, wait: Wait, taken: float, rules: GuandanRulebook = HOUSE) -> tuple[Violation, ...]:
    """Check the seconds a seat took; a part of a second over the limit is over it.

    >>> verify_time(Seat.N, Wait.PLAY, 21.0)[0].params
    {'seat': 'N', 'wait': 'play', 'limit': 20, 'taken': 21}
    """
    limit = seconds(wait, rules)
    if taken <= limit:
        return ()
    # Whole seconds are shown; rounding down would show the limit itself.
    shown = int(taken) + (taken != int(taken))
    return (Violation("time.over", {"seat": seat.name, "wait": str(wait), "limit": limit, "taken": shown}),)
