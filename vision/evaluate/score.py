"""Compare what was read with what is there, picture by picture, and add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from paizhuo.rules.cards import Card
from paizhuo.vision.evaluate.bounds import exact_lower, resampled_lower
from paizhuo.vision.evaluate.labels import ANY_JOKER, Labelled

_JOKERS = (Card.LJ.value, Card.BJ.value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One picture's result: how many faces were right, which were invented and which were missed (with copies)."""

    label: Labelled
    right: int
    invented: tuple[str, ...]
    missed: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """Say whether the picture was read without any error."""
        return not self.invented and not self.missed


@dataclass(frozen=True, slots=True)
class Row:
    """Figures of a group of pictures; ``…_at_least`` are one-sided 95 % lower bounds over pictures."""

    pictures: int
    cards: int
    precision: float
    recall: float
    exact: float
    precision_at_least: float
    recall_at_least: float
    exact_at_least: float


def compare(label: Labelled, read: Iterable[Card]) -> Outcome:
    """Compare the faces read in a picture with its label.

    >>> label = Labelled("a", "a.jpg", "", (), ("SA", "SA", "J?"), maybe=("C2",))
    >>> outcome = compare(label, [Card.SA, Card.BJ, Card.C2, Card.C3])
    >>> outcome.right, outcome.invented, outcome.missed
    (2, ('C3',), ('SA',))
    """
    names = [card.value for card in read]
    if ANY_JOKER in label.visible:
        names = [ANY_JOKER if name in _JOKERS else name for name in names]
    there, seen = Counter(label.visible), Counter(names)
    if label.distinct_only:
        there, seen = Counter(set(there)), Counter(set(seen))
    invented = seen - there
    # A face that may be read or not counts for nobody.
    invented -= Counter(label.maybe) & invented
    missed = there - seen
    return Outcome(label, (there & seen).total(), tuple(sorted(invented.elements())), tuple(sorted(missed.elements())))


def row(outcomes: Sequence[Outcome]) -> Row:
    """Add up a group of pictures; a group without cards counts as read right."""
    right = np.array([outcome.right for outcome in outcomes], np.int64)
    invented = np.array([len(outcome.invented) for outcome in outcomes], np.int64)
    missed = np.array([len(outcome.missed) for outcome in outcomes], np.int64)
    exact = sum(outcome.exact for outcome in outcomes)
    return Row(
        len(outcomes),
        int(right.sum() + missed.sum()),
        _share(int(right.sum()), int(invented.sum())),
        _share(int(right.sum()), int(missed.sum())),
        exact / len(outcomes) if outcomes else 1.0,
        resampled_lower(right, right + invented),
        resampled_lower(right, right + missed),
        exact_lower(exact, len(outcomes)),
    )


def by_tag(outcomes: Sequence[Outcome]) -> dict[str, Row]:
    """Give one row for each tag, in alphabetical order."""
    tags = sorted({tag for outcome in outcomes for tag in outcome.label.tags})
    return {tag: row([outcome for outcome in outcomes if tag in outcome.label.tags]) for tag in tags}


def by_source(outcomes: Sequence[Outcome]) -> dict[str, Row]:
    """Give one row for each source, in alphabetical order."""
    sources = sorted({outcome.label.source for outcome in outcomes})
    return {source: row([outcome for outcome in outcomes if outcome.label.source == source]) for source in sources}


def confusions(outcomes: Iterable[Outcome]) -> list[tuple[str, str, int]]:
    """Count errors as pairs (is, read as): most frequent first; ``-`` stands for nothing.

    Within a picture an invented face is taken for the missed one that resembles it most: same rank, then same suit.
    """
    counted: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        missed = list(outcome.missed)
        for invented in outcome.invented:
            likeness = [_likeness(invented, face) for face in missed]
            if likeness and max(likeness) > 0:
                counted[missed.pop(likeness.index(max(likeness))), invented] += 1
            else:
                counted["-", invented] += 1
        counted.update((face, "-") for face in missed)
    return [(was, read, count) for (was, read), count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))]


def _likeness(one: str, other: str) -> int:
    if one in _JOKERS and (other in _JOKERS or other == ANY_JOKER):
        return 3
    return 2 * (one[1] == other[1]) + (one[0] == other[0])


def _share(right: int, wrong: int) -> float:
    return right / (right + wrong) if right + wrong else 1.0
