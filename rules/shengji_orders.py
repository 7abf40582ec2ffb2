"""From a person's command in a game of Shengji to the events that carry it out. Pure."""

from __future__ import annotations

from paizhuo.rules.events import DealEnded, DealStarted, Declared, Event, KittyShown
from paizhuo.rules.games import Game
from paizhuo.rules.guandan_service import GuandanCommand
from paizhuo.rules.placing import at_start
from paizhuo.rules.service import CommandRefusedError
from paizhuo.rules.shengji.scoring import DECK_POINTS
from paizhuo.rules.shengji.signals import notable
from paizhuo.rules.shengji.state import Phase, ShengjiMatch
from paizhuo.rules.shengji_events import CardDrawn, PointsCorrected
from paizhuo.rules.shengji_service import CorrectPoints, EnterBid, EnterDrawnCard, EnterKitty, HandCommand, StartDeal
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.table_service import CallTime, CountHands, DrawLot, NoteBreach, SetLevels, TableCommand
from paizhuo.rules.timeline import Timeline

POINTS_STEP = 5
"""Cards and penalties count in fives."""


def carried_out(
    timeline: Timeline, match: ShengjiMatch, command: EnterDrawnCard | CorrectPoints | TableCommand | GuandanCommand
) -> tuple[Event, ...]:
    """Give the events that carry out a command.

    Raises:
        CommandRefusedError: when it makes no sense now; nothing must be written then.
    """
    match command:
        case EnterDrawnCard():
            fact = CardDrawn(command.seat, (command.card,))
            return (fact if match.deal is None else at_start(timeline.log, fact),)
        case CorrectPoints():
            return (_points_corrected(match, command),)
        case CountHands():
            if match.deal is None:
                raise CommandRefusedError("command.no_hand")
            return (HandsCounted(command.counts),)
        case NoteBreach():
            if command.code not in notable(match.rulebook):
                raise CommandRefusedError("command.no_such_breach", breach=command.code)
            return (BreachNoted(command.seat, command.code, command.params),)
        case SetLevels():
            ladder = match.rulebook.levels.ladder
            wrong = next((level for level in command.levels if level not in ladder), None)
            if wrong is not None:
                raise CommandRefusedError("command.no_such_level", level=str(wrong), allowed=" ".join(ladder))
            return (LevelsSet(command.levels, command.playing, command.failed),)
        case CallTime():
            return (TimeCalled(command.finish),)
        case DrawLot():
            if not match.tied:
                raise CommandRefusedError("command.no_tie")
            return (LotDrawn(command.winner),)
        case _:
            raise CommandRefusedError("command.not_of_this_game", game=match.rulebook.game)


def _points_corrected(match: ShengjiMatch, command: CorrectPoints) -> Event:
    if match.deal is None:
        raise CommandRefusedError("command.no_hand")
    if match.deal.dealer is None:
        raise CommandRefusedError("command.no_attackers")
    if not command.amount or command.amount % POINTS_STEP or abs(command.amount) > DECK_POINTS:
        raise CommandRefusedError("command.no_such_points", points=command.amount)
    return PointsCorrected(command.amount, command.reason)


def begun_or_ended(game: Game | None, command: HandCommand) -> tuple[Event, ...]:
    """Give the events that begin or end a hand.

    Raises:
        CommandRefusedError: when it makes no sense now; nothing must be written then.

    >>> begun_or_ended(None, StartDeal())
    Traceback (most recent call last):
    paizhuo.rules.service.CommandRefusedError: command.no_match
    """
    if game is None:
        raise CommandRefusedError("command.no_match")
    if not isinstance(game, ShengjiMatch):
        raise CommandRefusedError("command.not_of_this_game", game=game.rulebook.game)
    begins = _begun(game)
    match command:
        case StartDeal():
            if not begins:
                raise CommandRefusedError("command.hand_in_play")
            return begins
        case EnterBid():
            if not command.cards:
                raise CommandRefusedError("command.no_cards")
            return (*begins, Declared(command.seat, command.cards))
        case EnterKitty():  # pragma: no branch - the last of all
            if game.deal is None:
                raise CommandRefusedError("command.no_hand")
            if not command.cards:
                raise CommandRefusedError("command.no_cards")
            return (KittyShown(command.cards),)


def _begun(game: ShengjiMatch) -> tuple[Event, ...]:
    """Open the next hand if none is going on; a finished one is closed first."""
    deal = game.deal
    if deal is not None and deal.phase is not Phase.FINISHED:
        return ()
    closing: tuple[Event, ...] = () if deal is None or deal.ended else (DealEnded(),)
    return (*closing, DealStarted(game.next_hand))
