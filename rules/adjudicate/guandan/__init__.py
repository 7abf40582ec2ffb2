"""What an observation means in a game of Guandan: tribute across the table, plays, passes that nobody sees, the end.

Passes follow from the turn order and are not recorded. The left-right order of a play is kept: it says what a wild
card counts as.
"""

from __future__ import annotations

from paizhuo.rules.adjudicate.decisions import Draft
from paizhuo.rules.adjudicate.desk import KITTY_ZONE, Desk
from paizhuo.rules.adjudicate.guandan.gone import cleared, removed
from paizhuo.rules.adjudicate.guandan.laid import middle, seat_laid
from paizhuo.rules.adjudicate.guandan.lying import hand_of
from paizhuo.rules.adjudicate.guandan.reread import reread
from paizhuo.rules.observations import CardsRemoved, CardsReread, CardsShown, Observation, TableCleared

__all__ = ["watched"]


def watched(draft: Draft, observation: Observation, desk: Desk) -> None:
    """Judge what sight reports while a game of Guandan is on."""
    if isinstance(observation, CardsShown):
        _shown(draft, observation, desk)
    elif hand_of(draft) is None:
        draft.ignore("no_hand")
    elif isinstance(observation, CardsRemoved):
        removed(draft, observation.seat, observation.cards)
    elif isinstance(observation, TableCleared):
        cleared(draft, desk)
    else:
        assert isinstance(observation, CardsReread)
        _reread(draft, observation, desk)


def _shown(draft: Draft, observation: CardsShown, desk: Desk) -> None:
    if observation.seat is not None:
        seat_laid(draft, observation.seat, observation.cards, desk)
    elif observation.zone == KITTY_ZONE:
        middle(draft, observation.cards)
    else:
        draft.ignore("shown.no_seat")


def _reread(draft: Draft, observation: CardsReread, desk: Desk) -> None:
    """Treat backs that were turned over where they lay as cards laid face up, the others as better readings."""
    pairs = tuple(zip(observation.before, observation.cards, strict=False))
    turned = tuple(new for old, new in pairs if new.face_up and not old.face_up)
    if turned:
        _shown(draft, CardsShown(observation.zone, observation.seat, turned, observation.evidence), desk)
    again = [(old, new) for old, new in pairs if old.face_up and new.face_up]
    if again:
        reread(draft, observation.seat, again)
    elif not turned:
        draft.ignore("reread.nothing_new")
