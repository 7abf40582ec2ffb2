"""A table that plays a recorded deal: a full ``TableService`` for pages and their tests, without camera or rules.

It records, corrects, undoes and answers like a table does, but it judges nothing: who wins a trick stands in the
recorded deal, and a corrected card changes the faces, the points and the counts only.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from paizhuo.rules.service import (
    Answer,
    Command,
    CommandRefusedError,
    CorrectCards,
    CorrectSeat,
    Person,
    Redo,
    RenameSeats,
    StaleSequenceError,
    Strike,
    TableStoppedError,
    Undo,
    Update,
)
from paizhuo.rules.snapshot import PastTrickView, Role, TableSnapshot, TrickView, TrustView, for_viewer
from paizhuo.web_ui.desk import CardRead
from paizhuo.web_ui.scripted.deal import Step, recorded_deal
from paizhuo.web_ui.scripted.shown import Entry, shown

EDITS = (CorrectCards, CorrectSeat, Strike, RenameSeats, Answer)


@dataclass(frozen=True, slots=True)
class _Change:
    """What a test or a person laid over the computed snapshot."""

    values: tuple[tuple[str, object], ...] = ()

    def over(self, snapshot: TableSnapshot) -> TableSnapshot:
        return replace(snapshot, **dict(self.values)) if self.values else snapshot  # type: ignore[arg-type]


class ScriptedTable:
    """Step through the recorded deal. Thread-safe; ``advance`` moves on, ``show`` lays any state over it.

    >>> table = ScriptedTable()
    >>> table.snapshot(Role.VIEWER).phase
    'waiting'
    >>> table.advance(5)
    >>> table.snapshot(Role.VIEWER).trump
    'H'
    """

    def __init__(self, *, steps: int = 0) -> None:
        self._deal = recorded_deal()
        self._entries: tuple[Entry, ...] = ()
        self._taken: int = 0
        self._change = _Change()
        self._stopped = False
        self._news = threading.Condition()
        self.advance(steps)

    @property
    def length(self) -> int:
        """Give the number of steps from the empty table to the end of the script."""
        return len(self._deal.steps)

    @property
    def finished(self) -> bool:
        """Say whether the script has no further step."""
        return self._taken >= len(self._deal.steps)

    def advance(self, steps: int = 1) -> None:
        """Take the next steps of the script; beyond its end nothing happens."""
        for step in self._deal.steps[self._taken : self._taken + steps]:
            self._append(step)
            self._taken += 1

    def again(self) -> None:
        """Begin the deal from its start; the numbers of the log go on."""
        self._taken = 1
        self.advance()

    def show(self, **values: object) -> None:
        """Lay values over fields of every snapshot from now on, as one more event; without values, lay off again."""
        with self._news:
            self._change = _Change(tuple(values.items()))
        self._append(Step("note"))

    def stop(self) -> None:
        """End every stream; further commands are refused."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def snapshot(self, role: Role) -> TableSnapshot:
        """Give the newest snapshot for ``role``."""
        with self._news:
            return for_viewer(self._newest(), role)

    def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0) -> Iterator[Update | None]:
        """Follow the table, see ``TableService.events``."""
        seen = after_seq
        while not self._stopped:
            with self._news:
                if len(self._entries) == seen:
                    self._news.wait(heartbeat)
                seq = len(self._entries)
                update = None if seq == seen else Update(seq, for_viewer(self._newest(), role))
                seen = seq
            yield update

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Carry out a command, see ``TableService.submit``; corrections, answers, undo, redo and names only."""
        if person.role not in (Role.REFEREE, Role.ADMIN):
            raise PermissionError(person.role)
        with self._news:
            if self._stopped:
                raise TableStoppedError("the table has stopped")
            seq = len(self._entries)
            if expected_seq is not None and expected_seq != seq:
                raise StaleSequenceError(expected_seq, seq)
            self._check(command)
        return self._append(command)

    def preview(self, command: Command) -> TableSnapshot:
        """Give the table as it would be after a command, see ``RefereeDesk.preview``."""
        with self._news:
            self._check(command)
            return self._change.over(shown(self._deal, (*self._entries, command)))

    def readings(self, seq: int) -> tuple[CardRead, ...]:
        """Give how the cards of an event were read: the recorded question's card badly, all others well."""
        seen = self.snapshot(Role.REFEREE)
        tricks: tuple[TrickView | PastTrickView, ...] = (*seen.tricks, seen.trick)
        cards = next((play.cards for trick in tricks for play in trick.plays if play.seq == seq), ())
        doubt = self._deal.question.params
        return tuple(
            CardRead(seq, place, card, 0.62, ((str(doubt["alternative"]), 0.36),))
            if seen.questions and seq == seen.questions[0].about[0]
            else CardRead(seq, place, card, 0.97, _rivals(card))
            for place, card in enumerate(cards)
        )

    def _check(self, command: Command) -> None:
        seen = self._newest()
        if isinstance(command, Undo):
            if seen.undo is None:
                raise CommandRefusedError("command.nothing_to_undo")
        elif isinstance(command, Redo):
            if seen.redo is None:
                raise CommandRefusedError("command.nothing_to_redo")
        elif isinstance(command, Answer):
            if command.question not in {each.id for each in seen.questions}:
                raise CommandRefusedError("command.no_such_question", question=command.question)
        elif not isinstance(command, EDITS):
            raise CommandRefusedError("command.not_scripted", command=command.kind)
        elif isinstance(command, (CorrectCards, CorrectSeat, Strike)):
            target = dict(enumerate(self._entries, start=1)).get(command.target_seq)
            if not isinstance(target, Step) or target.kind not in ("play", "declare"):
                raise CommandRefusedError("command.no_such_event", seq=command.target_seq)

    def _append(self, entry: Entry) -> int:
        with self._news:
            self._entries = (*self._entries, entry)
            self._news.notify_all()
            return len(self._entries)

    def _newest(self) -> TableSnapshot:
        return self._change.over(shown(self._deal, self._entries))


def _rivals(card: str) -> tuple[tuple[str, float], ...]:
    """Give faces that look alike: the same rank in the other suit of that colour, and a rank of similar shape."""
    twin = {"S": "C", "C": "S", "H": "D", "D": "H"}.get(card[0])
    shape = {"3": "8", "8": "3", "5": "6", "6": "5", "9": "6", "Q": "9"}.get(card[1])
    near = [(card[0] + shape, 0.019)] if shape and twin else []
    return (*near, *([(twin + card[1], 0.006)] if twin else []))


ALARMS = {
    "camera": TrustView("alarm", "sight.lost", {"zone": "", "zones": 6}),
    "bumped": TrustView("alarm", "sight.bumped", {"zone": "", "zones": 6}),
    "covered": TrustView("alarm", "sight.covered", {"zone": "seat-S", "zones": 1}),
}
"""Trust lights that the recorded deal never reaches by itself."""
