"""What can become of an observation, and the draft in which a chain of decisions is tried out."""

from __future__ import annotations

from dataclasses import dataclass, field

from paizhuo.rules.events import CAMERA, Event, Logged, Revision
from paizhuo.rules.observations import Evidence
from paizhuo.rules.session import Library, MatchState, apply, unasked
from paizhuo.rules.shengji.questions import Question
from paizhuo.rules.shengji.state import Deal, ShengjiMatch
from paizhuo.rules.violations import Param


@dataclass(frozen=True, slots=True)
class Accept:
    """Something happened: write ``event`` to the log. Events of one answer are written together, in order."""

    event: Event
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class Ask:
    """The table cannot tell alone: put the question to the referee and go on."""

    question: Question


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing that concerns the game; ``code`` says why."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()


Decision = Accept | Ask | Ignore


class Draft:
    """A state with decisions not yet logged: each accepted event is applied at once, under the seq it will get."""

    def __init__(self, state: MatchState, evidence: Evidence, library: Library) -> None:
        self._state = state
        self._evidence = evidence
        self._library = library
        self._decisions: list[Decision] = []
        self._revised = False

    @property
    def state(self) -> MatchState:
        """The state after everything accepted so far, revisions not counted."""
        return self._state

    @property
    def evidence(self) -> Evidence:
        """Where the observation can be looked up."""
        return self._evidence

    @property
    def match(self) -> ShengjiMatch:
        """The match in that state. Only for states in which one has begun."""
        assert isinstance(self._state.game, ShengjiMatch)
        return self._state.game

    @property
    def deal(self) -> Deal:
        """The hand in progress. Only for states in which there is one."""
        assert self.match.deal is not None
        return self.match.deal

    def accept(self, event: Event) -> None:
        """Accept an event and apply it."""
        self._decisions.append(Accept(event, self._evidence))
        if isinstance(event, Revision):
            self._revised = True
        else:
            entry = Logged(self._state.seq + 1, 0, CAMERA, event, self._evidence)
            self._state = apply(self._state, entry, self._library)

    def ignore(self, code: str, **params: Param) -> None:
        """Leave the observation out, with a reason."""
        self._decisions.append(Ignore(code, tuple(params.items())))

    def decisions(self) -> tuple[Decision, ...]:
        """Close the draft: everything decided, and the questions that the new state raises.

        After a revision the past has changed, so its questions are raised once the log has been folded anew.
        """
        asks: tuple[Decision, ...] = ()
        if not self._revised:
            asks = tuple(Ask(question) for question in unasked(self._state))
        return (*self._decisions, *asks)
