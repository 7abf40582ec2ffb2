"""From a person's command that begins or ends a hand of Shengji to the events that carry it out. Pure."""

from __future__ import annotations

from paizhuo.rules.events import DealEnded, DealStarted, Declared, Event, KittyShown
from paizhuo.rules.games import Game
from paizhuo.rules.hand_service import EnterBid, EnterKitty, HandCommand, StartDeal
from paizhuo.rules.service import CommandRefusedError
from paizhuo.rules.shengji.state import Phase, ShengjiMatch


def begun_or_ended(game: Game | None, command: HandCommand) -> tuple[Event, ...]:
    """Give the events that carry out a command.

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
        case EnterKitty():
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
