"""Matches of every game that can be simulated, behind one face: how they are played and what a table should record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from paizhuo.device.players import hand as shengji
from paizhuo.device.players.acts import Act, CountsHands, Notes, Reports
from paizhuo.device.players.comparison import result_record
from paizhuo.device.players.guandan import hand as guandan
from paizhuo.device.players.guandan.comparison import guandan_record
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.guandan.referee import guandan_corrections
from paizhuo.device.players.guandan.truth import GuandanTruth
from paizhuo.device.players.hand import HandPlan
from paizhuo.device.players.referee import corrections
from paizhuo.device.players.truth import Truth
from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.rulebooks import ids, load
from paizhuo.rules.service import Command
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Json, TableSnapshot
from paizhuo.rules.table_service import CountHands, NoteBreach
from paizhuo.vision.zones import Piles, Zone, table_zones

Plan = HandPlan | GuandanPlan
"""What kind of hands to play, in the words of the game."""

Playable = ShengjiRulebook | GuandanRulebook
"""The rulebooks that simulated players can play by."""


class Played(Protocol):
    """One simulated hand: what was done and what it came to."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """What people did, in order."""
        ...

    @property
    def truth(self) -> Truth | GuandanTruth:
        """What really happened, in the words of the rules."""
        ...


def playable(name: str) -> Playable:
    """Load a packaged rulebook that simulated players can play by. Raises ``NoSuchRulebookError``."""
    book = load(name)
    if not isinstance(book, Playable):
        raise NoSuchRulebookError(name)
    return book


def playable_ids() -> tuple[str, ...]:
    """List the packaged rulebooks that simulated players can play by.

    >>> "guandan-seed" in playable_ids(), "comp" in playable_ids(), "task4" in playable_ids()
    (True, True, False)
    """
    return tuple(each for each in ids() if isinstance(load(each), Playable))


def plan_for(rulebook: Rulebook, faults: int) -> Plan:
    """Give the usual players of a game with ``faults`` planted in each hand."""
    return GuandanPlan(faults=faults) if isinstance(rulebook, GuandanRulebook) else HandPlan(faults=faults)


def play_match(rulebook: Playable, seed: int, plan: Plan | None = None, hands: int | None = None) -> Iterator[Played]:
    """Play hand after hand until the match is won or ``hands`` were played.

    Raises ``TypeError`` for a plan of the other game.
    """
    if isinstance(rulebook, GuandanRulebook):
        if isinstance(plan, HandPlan):
            raise TypeError("a plan of Shengji does not fit a Guandan rulebook")
        return guandan.play_match(rulebook, seed, plan, hands)
    if isinstance(plan, GuandanPlan):
        raise TypeError("a plan of Guandan does not fit a Shengji rulebook")
    return shengji.play_match(rulebook, seed, plan, hands)


def record_of(snapshot: TableSnapshot) -> dict[str, Json]:
    """Give a snapshot taken at the end of a hand in the shape of the truth of its game."""
    return result_record(snapshot) if snapshot.guandan is None else guandan_record(snapshot)


def corrections_of(truth: Truth | GuandanTruth, snapshot: TableSnapshot) -> tuple[Command, ...]:
    """Give what a referee corrects at the end of a hand."""
    if isinstance(truth, GuandanTruth):
        return guandan_corrections(truth, snapshot)
    return corrections(truth, snapshot)


def goes_on(truth: Truth | GuandanTruth, snapshot: TableSnapshot) -> bool:
    """Say whether the record agrees with the match on everything that the next hand depends on."""
    result = snapshot.result
    levels = {str(side): str(level) for side, level in truth.levels.items()}
    if result is None or dict(result.levels) != levels:
        return False
    if isinstance(truth, Truth):
        return result.next_dealer == truth.next_dealer.name
    order = None if snapshot.guandan is None or snapshot.guandan.result is None else snapshot.guandan.result.order
    return order == tuple(seat.name for seat in truth.order)


def heard(act: Act) -> Command | None:
    """Give what a person at the table enters for an act that no camera sees."""
    match act:
        case Reports(seat, left):
            return EnterReport(seat, left)
        case CountsHands(counts):
            return CountHands(counts)
        case Notes(seat, code, left):
            return NoteBreach(seat, code, {"left": left} if code == "report.missing" else {})
        case _:
            return None


def hearing(enter: Callable[[Command], object]) -> Callable[[Act], None]:
    """Make a listener to acts that passes on to ``enter`` what a person at the table enters for them."""

    def told(act: Act) -> None:
        command = heard(act)
        if command is not None:
            enter(command)

    return told


def zones_for(rulebook: Rulebook) -> tuple[Zone, ...]:
    """Give the zones of a table at which a game is played."""
    return table_zones(piles=Piles.SEATS if isinstance(rulebook, GuandanRulebook) else Piles.SIDES)
