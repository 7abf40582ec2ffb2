"""Judging cases under each of their rulebooks, and counting what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.conform.case import Case, Check, Fields, GameCases
from paizhuo.rules.rulebook import Rulebook, Standing


class Outcome(StrEnum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"
    PROSE = "prose"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an answer is not the expected one. ``rulebook`` is empty for a record of another engine."""

    rulebook: str
    key: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What came of one case under all its rulebooks."""

    id: str
    topic: str
    outcome: Outcome
    rulebooks: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()


class Books:
    """The rulebooks at hand, by the names that case files use."""

    def __init__(self, load: Callable[[str], Rulebook], ids: Sequence[str]) -> None:
        self._books = {identifier: load(identifier) for identifier in ids}

    def named(self, case: Case, game: GameCases) -> tuple[Rulebook, ...]:
        """Give the rulebooks a case holds for; ``all`` means every one of its game but the garbled texts."""
        found: dict[str, Rulebook] = {}
        for name in case.rules:
            if name == "all" and name not in game.aliases:
                meant = tuple(key for key, book in self._books.items() if book.standing is not Standing.EXPERIMENTAL)
            else:
                meant = game.aliases.get(name, (name,))
            books = (self._books.get(key) for key in meant)
            found.update((book.id, book) for book in books if book is not None and book.game == game.game)
        return tuple(found.values())


def game_of(cases: Sequence[Case], games: Sequence[GameCases], books: Books) -> GameCases:
    """Find the game that a file of cases is about: the one with most of its rulebooks and topics."""

    def score(game: GameCases) -> int:
        named = sum("all" not in case.rules and bool(books.named(case, game)) for case in cases)
        return 4 * named + sum(case.topic in game.adapters for case in cases)

    return max(games, key=score)


def judge(case: Case, game: GameCases, books: Books) -> CaseReport:
    """Judge one case under each of its rulebooks."""
    if case.check is not Check.MACHINE:
        return CaseReport(case.id, case.topic, Outcome(case.check.value))
    named = books.named(case, game)
    if not named:
        return CaseReport(case.id, case.topic, Outcome.EXTERNAL)
    adapter = game.adapters.get(case.topic)
    names = tuple(book.id for book in named)
    if adapter is None or not case.asked:
        return CaseReport(case.id, case.topic, Outcome.UNSUPPORTED, names)
    differences: list[Difference] = []
    for book in named:
        try:
            answers = adapter(case, book)
        except (ValueError, LookupError) as error:
            unread = Difference(book.id, "", "", f"the position cannot be read: {error}")
            return CaseReport(case.id, case.topic, Outcome.UNSUPPORTED, names, (unread,))
        missing = [key for key in case.asked if key not in answers]
        if missing:
            lacking = tuple(Difference(book.id, key, "", "no adapter answers this key") for key in missing)
            return CaseReport(case.id, case.topic, Outcome.UNSUPPORTED, names, lacking)
        differences += (
            Difference(book.id, key, str(case.expected[key]), str(answers[key]))
            for key in case.asked
            if not game.agrees(case.expected[key], answers[key])
        )
    outcome = Outcome.FAILED if differences else Outcome.PASSED
    return CaseReport(case.id, case.topic, outcome, names, tuple(differences))


def judge_record(number: int, record: Fields, games: Sequence[GameCases]) -> CaseReport:
    """Compare one record of another engine with the rules of the game it is about."""
    name = str(record.get("id", number))
    game = next((game for game in games if game.claims_record(record)), None)
    if game is None:
        return CaseReport(name, "record", Outcome.UNSUPPORTED)
    try:
        wrong = game.judge_record(record)
    except (ValueError, LookupError) as error:
        unread = Difference("", "", "", f"the record cannot be read: {error}")
        return CaseReport(name, game.game, Outcome.UNSUPPORTED, (), (unread,))
    differences = tuple(Difference("", "", "", text) for text in wrong)
    return CaseReport(name, game.game, Outcome.FAILED if wrong else Outcome.PASSED, (), differences)


def summary(reports: Iterable[CaseReport]) -> dict[Outcome, int]:
    """Count the outcomes."""
    counts = dict.fromkeys(Outcome, 0)
    for report in reports:
        counts[report.outcome] += 1
    return counts


def summary_line(counts: Mapping[Outcome, int]) -> str:
    """Give the last line of a run.

    >>> summary_line(dict.fromkeys(Outcome, 0))
    '0 passed, 0 failed, 0 unsupported, 0 prose, 0 external'
    """
    return ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome)
