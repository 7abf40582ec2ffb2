"""The game of tasks of L215–269: thirteen cards each, four target cards in the middle, a task a round for each side.

104 cards without jokers. The seat left of the dealer leads a single, a pair, three or more consecutive pairs, a triple
or a run of one suit; later seats may only lay the same kind with more cards. While target cards lie in the middle, the
side to move uses those first. A task fulfilled scores, a task missed costs; the first side to the target wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from paizhuo.rules.cards import Card, Side
from paizhuo.rules.errors import Problem
from paizhuo.rules.rulebook import Rulebook, Schema
from paizhuo.rules.violations import Violation


class Kind(StrEnum):
    """What can be laid."""

    SINGLE = "single"
    PAIRS = "pairs"
    """A pair, or three or more consecutive pairs (连对)."""
    TRIPLE = "triple"
    RUN = "run"
    """Three or more consecutive cards of one suit (顺子)."""


class Task(StrEnum):
    """What a side can set out to do in a round (任务)."""

    GO_OUT = "go_out"
    """Play every card (炸弹)."""
    PLAY_NOTHING = "play_nothing"
    """Play no card (无牌)."""
    RUN_OF_FOUR = "run_of_four"
    """Play a run of four or more (顺子)."""
    FIVE_PAIRS = "five_pairs"
    """Play five or more pairs (对子)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points for a task fulfilled, for a task missed, and those that win the match."""

    done: int = 20
    missed: int = -20
    target: int = 120


@dataclass(frozen=True, slots=True)
class TaskRulebook(Rulebook):
    """A rulebook of the game of tasks."""

    score: Score = field(default_factory=Score)


def check(rulebook: Rulebook) -> tuple[Problem, ...]:
    """Find values that do not go together: the target must be within reach."""
    if not isinstance(rulebook, TaskRulebook):
        return (Problem("rulebook.wrong_game", "game", found=rulebook.game, allowed=("tasks",)),)
    if rulebook.score.done < 1:
        return (Problem("rulebook.too_small", "score.done", allowed=("1",)),)
    return ()


SCHEMA = Schema("tasks", TaskRulebook, check)


@dataclass(frozen=True, slots=True)
class Shape:
    """What cards are: a kind and their number."""

    kind: Kind
    size: int


def read_shape(cards: Sequence[Card]) -> Shape | None:
    """Read cards as a shape, None if they are none or hold a joker or an unread card.

    >>> read_shape([Card.S7, Card.H7, Card.S8, Card.D8, Card.C9, Card.D9])
    Shape(kind=<Kind.PAIRS: 'pairs'>, size=6)
    """
    heights = sorted(card.rank.height for card in cards if card.rank)
    if not cards or len(heights) != len(cards):
        return None
    if len(cards) == 1:
        return Shape(Kind.SINGLE, 1)
    if len(set(heights)) == 1:
        return {2: Shape(Kind.PAIRS, 2), 3: Shape(Kind.TRIPLE, 3)}.get(len(cards))
    if len(cards) >= 6 and heights[::2] == heights[1::2] and _consecutive(heights[::2]):
        return Shape(Kind.PAIRS, len(cards))
    if len(cards) >= 3 and len({card.suit for card in cards}) == 1 and _consecutive(heights):
        return Shape(Kind.RUN, len(cards))
    return None


def _consecutive(heights: Sequence[int]) -> bool:
    return list(heights) == list(range(heights[0], heights[0] + len(heights)))


def verify_play(
    on_table: Shape | None, cards: Sequence[Card], targets_left: int, targets_used: int
) -> tuple[Violation, ...]:
    """Find every breach in a play; ``on_table`` is None for a lead."""
    problems: list[Violation] = []
    found = read_shape(cards)
    if found is None:
        problems.append(Violation("tasks.no_shape", {"count": len(cards)}))
    elif on_table and (found.kind is not on_table.kind or found.size <= on_table.size):
        problems.append(Violation("tasks.must_grow", {"kind": on_table.kind, "more_than": on_table.size}))
    if targets_left and not targets_used:
        problems.append(Violation("tasks.targets_first", {"left": targets_left}))
    return tuple(problems)


def fulfilled(task: Task, plays: Sequence[Sequence[Card]], cards_left: int) -> bool:
    """Say whether a player's plays of a round fulfil a task.

    >>> fulfilled(Task.RUN_OF_FOUR, [[Card.S4, Card.S5, Card.S6, Card.S7]], 9)
    True
    """
    shapes = [shape for shape in map(read_shape, plays) if shape]
    match task:
        case Task.GO_OUT:
            return cards_left == 0
        case Task.PLAY_NOTHING:
            return not plays
        case Task.RUN_OF_FOUR:
            return any(shape.kind is Kind.RUN and shape.size >= 4 for shape in shapes)
        case Task.FIVE_PAIRS:  # pragma: no branch - the last of all
            return sum(shape.size // 2 for shape in shapes if shape.kind is Kind.PAIRS) >= 5


def round_points(rulebook: TaskRulebook, *, done: bool) -> int:
    """Give what a side scores for its task."""
    return rulebook.score.done if done else rulebook.score.missed


def match_winner(scores: Mapping[Side, int], rulebook: TaskRulebook) -> Side | None:
    """Give the winner after a whole round: at the target and ahead; None means another round."""
    best = max(Side, key=lambda side: scores[side])
    return best if scores[best] >= rulebook.score.target and scores[best] > scores[best.other] else None
