"""The match as a fold over its log: history is the log, the state is what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from paizhuo.rules import rulebooks
from paizhuo.rules.effective import effective
from paizhuo.rules.events import (
    Held,
    Logged,
    MatchStarted,
    QuestionAnswered,
    QuestionAsked,
    Resumed,
    Revision,
    Ruled,
    SeatsRenamed,
    SightChanged,
)
from paizhuo.rules.games import Game, begun, continued, due
from paizhuo.rules.questions import Question
from paizhuo.rules.rulebook import Rulebook

Library: TypeAlias = Callable[[str], Rulebook]
"""Finds a rulebook by its id. Raises ``NoSuchRulebookError``."""

RELOCKING = frozenset({"restarted", "lost", "bumped"})
"""Causes after which cards that lay there all along may be reported as if they were new."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee ruled on a violation."""

    seq: int
    violation: str
    sanction: str


@dataclass(frozen=True, slots=True)
class Holding:
    """Play is held since event ``seq``, at ``at`` (milliseconds since the epoch), by a referee's name."""

    seq: int
    at: int
    by: str


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that is true after event ``seq``. ``game`` is None before the match has begun.

    ``blocked`` holds (zone, cause) of what cannot be read now; ``relocked`` is the seq at which sight last began anew.
    ``held`` is not None while the referee holds play.
    """

    seq: int = 0
    names: tuple[str, str, str, str] = ("", "", "", "")
    game: Game | None = None
    asked: tuple[QuestionAsked, ...] = ()
    answered: tuple[QuestionAnswered, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    blocked: frozenset[tuple[str, str]] = frozenset()
    relocked: int = 0
    held: Holding | None = None

    @property
    def rulebook(self) -> Rulebook | None:
        """The rulebook in force, None before the match has begun."""
        return None if self.game is None else self.game.rulebook


def fold(log: Iterable[Logged], library: Library = rulebooks.load) -> MatchState:
    """Give the state that a whole log comes to, corrections and undoing resolved.

    >>> fold([]).game is None
    True
    """
    entries = tuple(log)
    state = reduce(lambda state, entry: apply(state, entry, library), effective(entries), MatchState())
    return replace(state, seq=entries[-1].seq) if entries else state


def apply(state: MatchState, entry: Logged, library: Library = rulebooks.load) -> MatchState:
    """Give the state after one more fact. A revision changes the past: refold the log instead.

    Raises:
        NoSuchRulebookError: when a match begins under a rulebook that ``library`` does not have.
        TypeError: for a revision.
    """
    event = entry.event
    if isinstance(event, Revision):
        raise TypeError("a revision is not applied, it is folded with the whole log")
    state = replace(state, seq=max(state.seq, entry.seq))
    match event:
        case MatchStarted():
            return replace(state, names=event.names, game=begun(_rulebook(event, library), event))
        case SeatsRenamed():
            return replace(state, names=event.names)
        case QuestionAsked():
            return replace(state, asked=(*state.asked, event))
        case QuestionAnswered():
            state = replace(state, answered=(*state.answered, event))
        case Held():
            state = replace(state, held=Holding(entry.seq, entry.at, entry.actor.name))
        case Resumed():
            state = replace(state, held=None)
        case SightChanged():
            state = _sight_changed(state, entry.seq, event)
        case Ruled():
            state = replace(state, rulings=(*state.rulings, Ruling(entry.seq, event.violation, event.sanction)))
        case _:
            pass
    if state.game is None:
        return state
    return replace(state, game=continued(state.game, entry, event))


def _rulebook(event: MatchStarted, library: Library) -> Rulebook:
    return rulebooks.parse(event.text) if event.text else library(event.rulebook)


def _sight_changed(state: MatchState, seq: int, event: SightChanged) -> MatchState:
    key = (event.zone, event.cause)
    blocked = state.blocked - {key} if event.over else state.blocked | {key}
    if event.cause == "restarted":
        blocked = frozenset()
    relocked = seq if event.cause in RELOCKING else state.relocked
    return replace(state, blocked=blocked, relocked=relocked)


def standing_questions(state: MatchState) -> tuple[Question, ...]:
    """Give the questions that follow from the state and that nobody has answered."""
    if state.game is None:
        return ()
    answered = {answer.question for answer in state.answered}
    unique: dict[str, Question] = {}
    for question in due(state.game):
        if question.id not in answered:
            unique.setdefault(question.id, question)
    return tuple(unique.values())


def unasked(state: MatchState) -> tuple[Question, ...]:
    """Give the standing questions that the log does not hold yet."""
    asked = {question.question for question in state.asked}
    return tuple(question for question in standing_questions(state) if question.id not in asked)


def refold_needed(entries: Sequence[Logged]) -> bool:
    """Say whether entries change the past, so that the log must be folded anew."""
    return any(
        isinstance(entry.event, Revision)
        or (isinstance(entry.event, QuestionAnswered) and entry.event.correction is not None)
        for entry in entries
    )
