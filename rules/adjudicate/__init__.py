"""Adjudication: what an observation of the table means for the game. Pure: a state and an observation, decisions out.

Two readings are kept apart: the literal one, which is recorded, and what would be legal, which is never put in its
place. Hard facts alone repair a reading; everything else that does not fit becomes a question that blocks nobody.
"""

from __future__ import annotations

from paizhuo.rules import rulebooks
from paizhuo.rules.adjudicate import guandan
from paizhuo.rules.adjudicate.decisions import Accept, Ask, Decision, Draft, Ignore
from paizhuo.rules.adjudicate.desk import KITTY_ZONE, Desk
from paizhuo.rules.adjudicate.lifted import cleared, kitty_backs_removed, removed
from paizhuo.rules.adjudicate.reread import reread
from paizhuo.rules.adjudicate.shown import shown_by_seat, shown_in_kitty
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import SightChanged
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.observations import (
    Blocked,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Observation,
)
from paizhuo.rules.session import Library, MatchState

__all__ = ["Accept", "Ask", "Decision", "Desk", "Ignore", "adjudicate"]

LOOKED_AWAY = Desk()


def adjudicate(
    state: MatchState, observation: Observation, desk: Desk = LOOKED_AWAY, library: Library = rulebooks.load
) -> tuple[Decision, ...]:
    """Decide what an observation means. Accepted events must be logged in this order, right after ``state``.

    ``desk`` is the memory of the table after this observation; without it the backs in the middle are not counted.
    """
    draft = Draft(state, observation.evidence, library)
    if isinstance(observation, Blocked):
        _blocked(draft, observation)
    elif isinstance(observation, CardsMoved):
        draft.ignore("moved.is_no_play")
    elif state.game is None:
        draft.ignore("no_match")
    elif state.game.is_over:
        draft.ignore("match_is_over")
    elif isinstance(state.game, GuandanMatch):
        guandan.watched(draft, observation, desk)
    elif isinstance(observation, CardsShown):
        _shown(draft, observation)
    elif state.game.deal is None:
        draft.ignore("no_hand")
    elif isinstance(observation, CardsRemoved):
        if _is_kitty(observation) and not any(card.face_up for card in observation.cards):
            kitty_backs_removed(draft, desk.backs)
        else:
            removed(draft, observation.seat, observation.cards)
    elif isinstance(observation, CardsReread):
        _reread(draft, observation)
    else:
        cleared(draft)
    return draft.decisions()


def _is_kitty(observation: CardsShown | CardsRemoved) -> bool:
    return observation.zone == KITTY_ZONE


def _shown(draft: Draft, observation: CardsShown) -> None:
    seat: Seat | None = observation.seat
    if seat is not None:
        shown_by_seat(draft, seat, observation.cards)
    elif _is_kitty(observation):
        shown_in_kitty(draft, observation.cards)
    else:
        draft.ignore("shown.no_seat")


def _reread(draft: Draft, observation: CardsReread) -> None:
    """Treat backs that were turned over where they lay as cards laid face up, the others as better readings."""
    pairs = tuple(zip(observation.before, observation.cards, strict=False))
    turned = tuple(new for old, new in pairs if new.face_up and not old.face_up)
    if turned:
        _shown(draft, CardsShown(observation.zone, observation.seat, turned, observation.evidence))
    again = [(old, new) for old, new in pairs if old.face_up]
    if again:
        reread(draft, observation.seat, [old for old, _ in again], [new for _, new in again])


def _blocked(draft: Draft, observation: Blocked) -> None:
    key = (observation.zone, observation.cause)
    if (key in draft.state.blocked) is not observation.over:
        draft.ignore("sight.unchanged")
        return
    draft.accept(SightChanged(observation.zone, observation.cause, observation.over))
