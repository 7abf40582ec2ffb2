"""A table that judges and records as the real one does, without disk, threads and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from paizhuo.rules.adjudicate import Accept, Ask, Desk, adjudicate
from paizhuo.rules.adjudicate.afterthoughts import MOST_ROUNDS, afterthoughts, weighed
from paizhuo.rules.cards import Card
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import CAMERA, SYSTEM, Actor, DealEnded, Event, Logged, MatchStarted, QuestionAsked, Source
from paizhuo.rules.observations import CardReading, CardsShown, Evidence, Observation
from paizhuo.rules.questions import Question
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.service import Command, CommandRefusedError
from paizhuo.rules.session import unasked
from paizhuo.rules.timeline import Timeline

_FACE_DOWN = CardReading(Card.UNKNOWN, 1.0, 0, face_up=False)
_LONG_AFTER = 1e6
"""Seconds after which surely nothing of a hand is still on its way."""

_PERSON = Actor(Source.REFEREE, "simulation")


class LeanTable:
    """Takes up a match of either game and follows one hand, without drawing a snapshot at every event."""

    def __init__(self, rulebook: Rulebook, begun: MatchStarted) -> None:
        self.timeline = Timeline()
        self._rulebook = rulebook
        self._desk = Desk()
        self._log([(begun, Evidence())], SYSTEM)

    def observe(self, observation: Observation) -> None:
        """Judge an observation, make the repairs that it proves, and put the questions it raises."""
        self._desk = self._desk.after(observation)
        decisions = adjudicate(self.timeline.state, observation, self._desk, self._library)
        taken = [each for each in decisions if isinstance(each, Accept | Ask)]
        if not taken:
            return
        drafts = [each.event if isinstance(each, Accept) else asked(each.question) for each in taken]
        evidence = [each.evidence if isinstance(each, Accept) else Evidence() for each in taken]
        events = weighed(self.timeline, drafts, self._library)
        self._write(list(zip(events, evidence, strict=True)), CAMERA)

    def enter(self, command: Command) -> None:
        """Let a person enter what was said; what the table cannot take at this moment is lost, as it is in a hall."""
        with suppress(CommandRefusedError):
            events = carry_out(self.timeline, command, self._library)
            self._write([(event, Evidence()) for event in events], _PERSON)

    def next_pack(self) -> None:
        """Lay down the pack for another hand. Only what it proves is recorded: whether this hand is over."""
        pack = CardsShown("kitty", None, (_FACE_DOWN,), Evidence(at=_LONG_AFTER))
        decisions = adjudicate(self.timeline.state, pack, self._desk, self._library)
        if any(isinstance(each, Accept) and isinstance(each.event, DealEnded) for each in decisions):
            self._write([(DealEnded(), Evidence())], CAMERA)

    def _write(self, drafts: Sequence[tuple[Event, Evidence]], actor: Actor) -> None:
        self._log(drafts, actor)
        for _ in range(MOST_ROUNDS):
            repairs = afterthoughts(self.timeline, self._library)
            if not repairs:
                break
            self._log([(each, Evidence()) for each in repairs], SYSTEM)
        self._log([(asked(each), Evidence()) for each in unasked(self.timeline.state)], SYSTEM)

    def _library(self, name: str) -> Rulebook:
        return self._rulebook

    def _log(self, drafts: Sequence[tuple[Event, Evidence]], actor: Actor) -> None:
        seq = len(self.timeline.log)
        entries = [Logged(seq + 1 + place, 0, actor, *draft) for place, draft in enumerate(drafts)]
        self.timeline = self.timeline.extended(entries, self._library)


def asked(question: Question) -> QuestionAsked:
    """Give the event that puts a question."""
    return QuestionAsked(question.id, question.code, question.params, question.options, question.about)
