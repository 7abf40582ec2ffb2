"""The lines of a hand of Guandan in a table card record, back to events: what cannot be understood is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote

from paizhuo.rules import events
from paizhuo.rules import guandan_events as guandan
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Event
from paizhuo.rules.readings import Spot
from paizhuo.rules.record.beside import event_of
from paizhuo.rules.record.tokens import SEATS, split

Add = Callable[[Event], int]
Problem = Callable[[int, str, str], None]

_WORD = re.compile(r"([ENWS])([:+^#?-])(.*)", re.DOTALL)


class GuandanLines:
    """Reads the body of one hand. ``add`` writes an event and gives its seq, ``problem`` names a line."""

    def __init__(self, add: Add, problem: Problem) -> None:
        self._add = add
        self._problem = problem
        self._trick = ""
        self._acted = False
        self._laid: list[tuple[Seat, list[tuple[Card, Spot]]]] = []
        self._reports: list[tuple[Seat, int]] = []

    def read(self, body: Sequence[tuple[int, str]]) -> None:
        """Read the lines of a hand in order."""
        for number, line in body:
            words = re.sub(r"\{[^}]*\}?", " ", line).split()
            if not words:
                continue
            if words[0].startswith("^"):
                self._line(number, words[0][1:], words[1:])
            else:
                self._words(number, words)
        self._collect()

    def _words(self, number: int, words: Sequence[str]) -> None:
        for word in words:
            if re.fullmatch(r"[0-9]+\.", word):
                if word != self._trick:
                    self._collect()
                self._trick = word
            elif word == "...":
                self._acted = False
            elif not self._word(word):
                self._problem(number, "record.no_such_word", word)

    def _collect(self) -> None:
        if self._acted:
            self._add(events.TrickCollected())
        self._acted, self._laid = False, []

    def _word(self, word: str) -> bool:
        found = _WORD.fullmatch(word)
        if found is None:
            return False
        seat, mark, rest = SEATS[found.group(1)], found.group(2), found.group(3)
        if mark == "-":
            self._acted = True
            self._add(guandan.Passed(seat, unquote(rest)))
        elif mark == "#":
            if not re.fullmatch(r"[0-9]{1,3}", rest):
                return False
            self._reports.append((seat, self._add(guandan.Reported(seat, int(rest)))))
        elif mark == "?":
            if rest not in SEATS:
                return False
            self._add(guandan.CountAsked(seat, SEATS[rest]))
        else:
            return self._cards(seat, mark, rest)
        return True

    def _cards(self, seat: Seat, mark: str, rest: str) -> bool:
        text, _, reading = rest.partition("=")
        cards = split(text)
        if not cards:
            return False
        if mark == "^":
            spots = self._take(seat, cards)
            if spots:
                self._add(events.PlayTakenBack(seat, spots))
            return bool(spots)
        self._acted = True
        event: Event = events.Played(seat, cards) if mark == ":" else events.PlayExtended(seat, cards)
        seq = self._add(event)
        spots_of = [(card, Spot(seq, place)) for place, card in enumerate(cards)]
        own = next((laid for who, laid in reversed(self._laid) if who is seat), None)
        if mark == "+" and own is not None:
            own += spots_of
        else:
            self._laid.append((seat, spots_of))
        if reading:
            self._add(guandan.ReadingSaid(seq, reading))
        return True

    def _take(self, seat: Seat, cards: Sequence[Card]) -> tuple[Spot, ...]:
        """Take cards out of a seat's newest play that holds them."""
        for who, laid in reversed(self._laid):
            left = list(laid)
            spots: list[Spot] = []
            for card in cards:
                found = next((each for each in left if each[0] is card), None)
                if found is not None:
                    left.remove(found)
                    spots.append(found[1])
            if who is seat and len(spots) == len(cards):
                laid[:] = left
                return tuple(spots)
        return ()

    def _line(self, number: int, kind: str, words: Sequence[str]) -> None:
        if kind == "!":
            return
        line = " ".join(("^" + kind, *words))
        event = event_of(line) or next(self._events(kind, list(words)), None)
        if event is None:
            self._problem(number, "record.bad_irregularity", line)
        else:
            self._add(event)

    def _events(self, kind: str, words: list[str]) -> Iterator[Event]:
        """Give the event of a line, nothing if it is no such line."""
        seat = SEATS.get(words[0]) if words else None
        cards = split(words[1]) if len(words) > 1 else ()
        match kind, len(words):
            case "turned", 1:
                turned = split(words[0])
                if turned:
                    yield guandan.CardTurned(turned)
            case "finish", _ if words and all(word in SEATS for word in words):
                yield guandan.FinishNamed(tuple(SEATS[word] for word in words))
            case "rule", 2:
                offender = next((SEATS[part] for part in words[0].split(":") if part in SEATS), None)
                yield events.Ruled(words[0], words[1], offender)
            case "misdeal", 1:
                yield events.DealVoided(words[0])
            case "end", 0:
                self._collect()
                yield events.DealEnded()
            case _ if seat is not None:
                yield from self._of_seat(kind, seat, cards or (), words[1:])
            case _:
                return

    def _of_seat(self, kind: str, seat: Seat, cards: tuple[Card, ...], rest: Sequence[str]) -> Iterator[Event]:
        other = SEATS.get(rest[-1]) if rest else None
        match kind, len(rest):
            case "leader", 0:
                yield guandan.LeaderNamed(seat)
            case "took", 1 if other is not None:
                yield guandan.TributeTaken(seat, other)
            case "tribute", 1 if cards:
                yield guandan.TributePaid(seat, cards)
            case "return", 1 if cards:
                yield guandan.CardGivenBack(seat, cards)
            case "return", 2 if cards and other is not None:
                yield guandan.CardGivenBack(seat, cards, to=other)
            case "resist", 0:
                yield guandan.TributeResisted(seat)
            case "resist", 1 if cards:
                yield guandan.TributeResisted(seat, cards)
            case "shown", 1 if cards:
                yield events.CardsExposed(seat, cards)
            case "right", 2:
                own = [seq for who, seq in self._reports if who is seat]
                if rest[0].isascii() and rest[0].isdigit() and 0 < int(rest[0]) <= len(own):
                    yield events.QuestionAnswered(f"count:{own[int(rest[0]) - 1]}", rest[1])
            case _:
                return
