"""A hand of Guandan in a table card record: one line a trick, one line for everything else that happened, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

from paizhuo.rules import events
from paizhuo.rules import guandan_events as guandan
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Event
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.readings import Spot
from paizhuo.rules.record.beside import line_of
from paizhuo.rules.record.tokens import Tag, join
from paizhuo.rules.snapshot import TableSnapshot, ViolationView

LIES = "..."
"""Ends a trick that still lies on the table."""


@dataclass
class GuandanNotes:
    """One hand being written: whole lines, and the words of the trick in progress."""

    number: int
    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    trick: int = 1
    acted: bool = False
    ended: bool = False
    said: dict[int, str] = field(default_factory=dict)
    where: dict[int, tuple[int, int]] = field(default_factory=dict)
    cards: dict[Spot, Card] = field(default_factory=dict)
    reports: dict[int, tuple[Seat, int]] = field(default_factory=dict)

    def note(self, seq: int, event: Event) -> None:
        """Write down one event."""
        word = self._word(seq, event)
        if word is not None:
            self.words.append(word)
            return
        line = self._line(event)
        if line is not None:
            self._break()
            self.lines.append(line)
        elif isinstance(event, guandan.ReadingSaid):
            self.said[event.target_seq] = event.reading
        elif isinstance(event, events.TrickCollected) and self.acted:
            self._break()
            self.trick, self.acted = self.trick + 1, False

    def _lies(self) -> None:
        """Note that the trick still lies on the table."""
        if self.acted:
            self.words.append(LIES)
        self.acted = False

    def _break(self) -> None:
        """End the line of the trick in progress."""
        if self.words:
            self.lines.append(f"{self.trick}. " + " ".join(self.words))
            self.words = []

    def _word(self, seq: int, event: Event) -> str | None:
        """Give the word of an event that belongs into a trick."""
        match event:
            case events.Played() | events.PlayExtended():
                self.acted = True
                for place, card in enumerate(event.cards):
                    self.cards[Spot(seq, place)] = card
                mark = ":" if isinstance(event, events.Played) else "+"
                self.where[seq] = (len(self.lines), len(self.words))
                return f"{event.seat.name}{mark}{join(event.cards)}"
            case events.PlayTakenBack():
                back = [self.cards[spot] for spot in event.cards if spot in self.cards]
                return f"{event.seat.name}^{join(back)}"
            case guandan.Passed():
                self.acted = True
                return f"{event.seat.name}-{quote(event.manner, safe='')}"
            case guandan.Reported():
                own = sum(seat is event.seat for seat, _ in self.reports.values())
                self.reports[seq] = (event.seat, own + 1)
                return f"{event.seat.name}#{event.left}"
            case guandan.CountAsked():
                return f"{event.seat.name}?{event.of.name}"
            case _:
                return None

    def _line(self, event: Event) -> str | None:
        """Give the line of an event that stands by itself."""
        match event:
            case guandan.CardTurned():
                return f"^turned {join(event.cards)}"
            case guandan.LeaderNamed():
                return f"^leader {event.seat.name}"
            case guandan.TributePaid():
                return f"^tribute {event.seat.name} {join(event.cards)}"
            case guandan.TributeTaken():
                return f"^took {event.seat.name} {event.payer.name}"
            case guandan.CardGivenBack():
                to = "" if event.to is None else f" {event.to.name}"
                return f"^return {event.seat.name} {join(event.cards)}{to}"
            case guandan.TributeResisted():
                return f"^resist {event.seat.name} {join(event.cards)}".rstrip()
            case events.CardsExposed():
                return f"^shown {event.seat.name} {join(event.cards)}"
            case _:
                return self._ruling(event)

    def _ruling(self, event: Event) -> str | None:
        """Give the line of what a person ruled, named or set."""
        match event:
            case guandan.FinishNamed():
                return "^finish " + " ".join(seat.name for seat in event.order)
            case events.Ruled():
                return f"^rule {event.violation} {event.sanction}"
            case events.DealVoided():
                return f"^misdeal {event.reason_code}"
            case events.DealEnded():
                self._lies()
                self.ended = True
                return "^end"
            case events.QuestionAnswered() if event.question.startswith("count:"):
                told = self.reports.get(int(event.question.partition(":")[2]))
                return None if told is None else f"^right {told[0].name} {told[1]} {event.option}"
            case _:
                return line_of(event)

    def written(self, shown: TableSnapshot) -> Iterator[str]:
        """Give the lines of the hand, and what was irregular in it."""
        self._lies()
        self._break()
        for seq, reading in self.said.items():
            self._say(seq, reading)
        yield from self.lines
        yield from (_irregularity(violation) for violation in shown.violations)

    def _say(self, seq: int, reading: str) -> None:
        """Put what a play was called behind its cards."""
        if seq in self.where:
            line, word = self.where[seq]
            number, _, words = self.lines[line].partition(" ")
            each = words.split(" ")
            each[word] = f"{each[word].partition('=')[0]}={reading}"
            self.lines[line] = f"{number} " + " ".join(each)


def _irregularity(violation: ViolationView) -> str:
    proof = violation.params.get("proved_by_trick")
    proved = "" if proof is None else f" {{proved in trick {proof}}}"
    return f"^! {violation.seat} {violation.code} trick {violation.trick}{proved}"


def tags(number: int, opening: GuandanMatch, shown: TableSnapshot, *, ended: bool) -> Iterator[Tag]:
    """Give the tags of a hand that begins in ``opening``."""
    score = opening.score
    yield Tag("Hand", str(number))
    yield Tag("Levels", f"EW:{score.ew} NS:{score.ns}")
    if score.playing is not None:
        yield Tag("Playing", score.playing.value)
    if score.ew_failed or score.ns_failed:
        yield Tag("Failed", f"EW:{score.ew_failed} NS:{score.ns_failed}")
    if opening.order:
        yield Tag("Before", " ".join(seat.name for seat in opening.order))
    yield Tag("Level", shown.level or "?")
    if ended:
        result = None if shown.guandan is None else shown.guandan.result
        yield Tag("Finish", "?" if result is None else " ".join(result.order))
        yield Tag("Result", "?" if result is None else f"{result.winner}+{result.gain}")
