"""Plays that were taken for one, and one play that was taken for two: put right as one amendment."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.amending import LaidPlay, without_pieces
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Amended, Corrected, Inserted, Played, Reading
from paizhuo.rules.laid import Laid
from paizhuo.rules.service import CommandRefusedError, SplitPlay


def split(play: LaidPlay, command: SplitPlay) -> Amended:
    """Make two plays of one: the kept cards come first, under a new number; the rest stays under the old one.

    >>> from paizhuo.rules.events import Spot
    >>> class Both:
    ...     seq, seat = 7, Seat.E
    ...     cards = (Laid(Card.SA, Spot(7, 0)), Laid(Card.SK, Spot(7, 1)))
    >>> made = split(Both(), SplitPlay(7, 1, Seat.N))
    >>> made.missed.fact.cards, made.changes[0].replacement.seat
    ((<Card.SA: 'SA'>,), <Seat.N: 1>)
    """
    if not 0 < command.keep < len(play.cards):
        raise CommandRefusedError("command.cannot_split", cards=len(play.cards))
    kept, rest = play.cards[: command.keep], play.cards[command.keep :]
    whole = Corrected(play.seq, _played(command.seat, rest), command.reason)
    missed = Inserted(play.seq, _played(play.seat, kept), command.reason)
    return Amended((whole, *without_pieces((play,), command.reason)), missed)


def joined(play: LaidPlay, into: LaidPlay, reason: str) -> Amended:
    """Make one play of two: the cards of ``play`` lie beside those of ``into``."""
    if play.seq == into.seq:
        raise CommandRefusedError("command.cannot_join")
    whole = Corrected(into.seq, _played(into.seat, (*into.cards, *play.cards)), reason)
    return Amended((whole, Corrected(play.seq, None, reason), *without_pieces((play, into), reason)))


def _played(seat: Seat, cards: Sequence[Laid]) -> Played:
    faces: tuple[Card, ...] = tuple(laid.card for laid in cards)
    return Played(seat, faces, tuple(Reading(track=laid.reading.track) for laid in cards))
