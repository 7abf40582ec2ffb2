"""The odds of enrolled jokers: gathered once, fitted for a table's share of jokers, judged on decks they never saw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.commands.train import command
from paizhuo.models.training import mark_fit, marks
from paizhuo.models.training.enrolment import Table
from paizhuo.models.training.mark_fit import fitted_odds, judged_by_others, mistakes, told
from paizhuo.models.training.marks import JOKERS, Finds, gathered, joined
from paizhuo.rules.cards import Card
from paizhuo.vision.detections import FoundIndex, ReadIndex
from paizhuo.vision.joker_marks import Mark
from paizhuo.vision.joker_print import JokerPrint, Laid
from paizhuo.vision.mark_odds import MarkOdds
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Scene, TrueIndex

TABLE = Table(house_deck(), (), 100)
SQUARE = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], np.float32)
NOTHING = np.zeros((1, 1), np.float32)
JOKER = JokerPrint(Mark(Card.LJ, SQUARE, np.zeros((4, 4), np.uint8)), NOTHING, NOTHING, NOTHING[0])


def square(x: float) -> np.ndarray:
    return SQUARE + np.array([x, 0], np.float32)


def finds(deck: str, light: Sequence[float], is_mark: Sequence[bool], card: Sequence[int] | None = None) -> Finds:
    numbers = card if card is not None else [place if mark else -1 for place, mark in enumerate(is_mark)]
    column = np.asarray(light, np.float32)
    names = np.full(len(column), deck, "U64")
    return Finds(names, column, column * 0, np.array(is_mark, bool), np.array(numbers, np.int64))


def shares(drawn: float) -> float:
    return math.log(drawn / (1 - drawn))


def test_odds_are_those_of_a_table_where_jokers_are_few() -> None:
    """Of finds that look alike, half are marks in scenes rich in jokers; at a table far fewer are."""
    blind = finds("a", [-1.0, 1.0, -1.0, 1.0] * 50, [True, True, False, False] * 50)
    odds = fitted_odds(blind)
    drawn = JOKERS + (1 - JOKERS) / 27
    assert odds.light == pytest.approx(0.0, abs=0.01)
    assert odds.start == pytest.approx(shares(4 / 108) - shares(drawn), abs=0.02)


def test_the_nearer_a_mark_the_surer_it_is() -> None:
    rng = np.random.default_rng(5)
    near = rng.uniform(-4, 0, 3000).astype(np.float32)
    is_mark = rng.uniform(size=3000) < 1 / (1 + np.exp(3.0 * near + 6.0))
    odds = fitted_odds(finds("a", near.tolist(), is_mark.tolist()))
    assert odds.light == pytest.approx(-3.0, abs=0.3)
    with pytest.raises(ValueError, match="both marks and other finds"):
        fitted_odds(finds("a", [0.0, 1.0], [False, False]))


def test_no_deck_is_judged_by_itself() -> None:
    """One deck's marks are near, another's far: each is judged by what the other teaches, wrongly."""
    far, near = [1.0, -1.0] * 40, [-1.0, 1.0] * 40
    marks_first = [True, False] * 40
    both = joined([finds("near", near, marks_first), finds("far", far, marks_first)])
    log_odds = judged_by_others(both)
    assert (log_odds[both.is_mark] < log_odds[~both.is_mark].min()).all()


def test_a_joker_counts_once_however_many_of_its_marks_are_told() -> None:
    some = finds("a", [0.0] * 5, [True, True, True, False, False], [7, 7, 8, -1, -1])
    log_odds = np.array([2.0, 1.0, -1.0, 3.0, -3.0], np.float32)
    counted = told(some, log_odds, 0.5)
    assert (counted.jokers, counted.of, counted.others) == (1, 2, 1)
    twice = joined([some, some])
    assert told(twice, np.tile(log_odds, 2), 0.5).of == 4


def test_finds_are_gathered_once_for_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def gathering(sight: object, table: Table) -> Finds:
        asked.append(table.first)
        return finds("house", [0.5, 0.25], [True, False])

    monkeypatch.setattr(marks, "_gather", gathering)
    sight = SimpleNamespace()
    first = gathered(sight, TABLE, tmp_path, "a")  # type: ignore[arg-type]
    again = gathered(sight, TABLE, tmp_path, "a")  # type: ignore[arg-type]
    assert (again.deck.tolist(), again.light.tolist()) == (first.deck.tolist(), first.light.tolist())
    assert (again.is_mark.tolist(), again.card.tolist(), asked) == ([True, False], [0, -1], [100])
    gathered(sight, TABLE, tmp_path, "b")  # type: ignore[arg-type]
    gathered(sight, replace(TABLE, first=200), tmp_path, "a")  # type: ignore[arg-type]
    assert asked == [100, 100, 200]


def test_a_find_is_a_mark_only_where_the_enrolled_jokers_own_lies_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other joker and one half hidden teach nothing; a face that was surely read is not asked."""
    at = [0, 100, 200, 300, 400]
    truth = [
        TrueIndex(1, Card.LJ, square(at[0]), 1.0),
        TrueIndex(2, Card.BJ, square(at[1]), 1.0),
        TrueIndex(3, Card.LJ, square(at[2]), 0.4),
        TrueIndex(4, Card.S8, square(at[3]), 1.0),
    ]
    scene = Scene(np.zeros((8, 8, 3), np.uint8), tuple(truth), ())
    places = [square(x) for x in at]
    surely = ReadIndex(square(500), 0.9, np.zeros(1, np.float32), Card.S8, 0.99)
    read = [*(ReadIndex(quad, 0.05, np.zeros(1, np.float32), Card.UNKNOWN, 0.9) for quad in places), surely]

    def over(image: object, quads: Sequence[object], joker: object, reader: object) -> Laid:
        numbers = np.arange(len(quads), dtype=np.float32)
        return Laid(tuple(places[: len(quads)]), numbers, numbers, np.zeros((len(quads), 2), np.float32))

    monkeypatch.setattr(marks, "laid", over)
    reader = SimpleNamespace(read=lambda picture, found: read)
    found = [FoundIndex(each.quad, each.score) for each in read]
    sight = SimpleNamespace(reader=reader, find_faintly=lambda picture: found, least_score=0.25)
    joker = SimpleNamespace(mark=SimpleNamespace(card=Card.LJ))
    told_of = list(marks._in_scene(sight, scene, [joker]))  # type: ignore[arg-type, list-item]
    assert told_of == [(0.0, 0.0, 1), (3.0, 3.0, -1), (4.0, 4.0, -1)]


def test_the_same_scenes_are_read_in_every_way_and_no_deck_stays_known(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = SimpleNamespace(deck=None)
    ways = [None, MarkOdds(1.0, 1.0, 0.0), MarkOdds(2.0, 2.0, 0.0)]

    def look(picture: object) -> object:
        """See nothing plain, a joker that is not there with the first odds, and all that is there with the second."""
        cards = [] if reader.deck is None else [Card.LJ] if reader.deck.jokers[0].odds == ways[1] else [Card.S8]
        return SimpleNamespace(cards=[SimpleNamespace(card=card) for card in cards])

    drawn = Scene(np.zeros((8, 8, 3), np.uint8), (TrueIndex(1, Card.S8, SQUARE * 4, 1.0),), (SQUARE * 20,))
    monkeypatch.setattr(mark_fit, "learned_jokers", lambda sight, table: (JOKER,))
    monkeypatch.setattr(mark_fit, "table_scene", lambda deck, textures, seed: drawn)
    counts = mistakes(SimpleNamespace(reader=reader, look=look), TABLE, ways, 2)  # type: ignore[arg-type]
    wrong = [{name: count[name] for name in count if name not in ("cards", "jokers")} for count in counts]
    assert wrong == [{"faces missed": 2}, {"faces missed": 2, "jokers invented": 2}, {}]
    assert all((count["cards"], count["jokers"]) == (2, 0) for count in counts)
    assert reader.deck is None


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["--fit", "61", "--check", "61"], "were not fitted on"), (["--fit", "61"], "no artwork")],
)
def test_what_cannot_be_fitted_is_one_line(
    arguments: list[str], word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIZHUO_ART", str(tmp_path))
    result = CliRunner().invoke(command, ["marks", *arguments])
    assert (result.exit_code, len(result.output.strip().splitlines())) == (2, 1)
    assert word in result.output
