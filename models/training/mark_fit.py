"""The odds that tell an enrolled joker's mark: fitted on gathered finds, judged on tables that they never saw."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.enrolment import Table
from paizhuo.models.training.marks import JOKERS, Finds, learned_jokers
from paizhuo.vision.enroll import JokersAlone
from paizhuo.vision.evaluate.enrolled import table_scene
from paizhuo.vision.evaluate.rendered import rendered_label
from paizhuo.vision.evaluate.score import compare
from paizhuo.vision.look import Sight
from paizhuo.vision.mark_odds import MarkOdds

_JOKERS = ("LJ", "BJ")
_RIDGE = 0.3
_ROUNDS = 60

_AT_A_TABLE, _DRAWN = 4 / 108, JOKERS + (1 - JOKERS) / 27
"""Share of jokers among the cards of two packs, and in the scenes that finds are gathered from."""


def fitted_odds(finds: Finds) -> MarkOdds:
    """Fit the odds by logistic regression, for as many jokers as two packs hold.

    Raises ``ValueError`` where there are not both marks and other finds.
    """
    if finds.is_mark.all() or not finds.is_mark.any():
        raise ValueError("odds want both marks and other finds")
    columns = np.stack([finds.light, finds.answer, np.ones(len(finds), np.float32)], axis=1).astype(np.float64)
    wanted = finds.is_mark.astype(np.float64)
    ridge = np.diag([_RIDGE, _RIDGE, 0.0])
    weights = np.zeros(3)
    for _ in range(_ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        spread = chances * (1 - chances) + 1e-9
        slope = columns.T @ (wanted - chances) - ridge @ weights
        weights += np.linalg.solve(columns.T @ (columns * spread[:, None]) + ridge, slope)
    # Jokers were drawn oftener than a table shows them: that moves the start alone, by what their odds were raised.
    start = weights[2] + _log_odds(_AT_A_TABLE) - _log_odds(_DRAWN)
    return MarkOdds(*(round(float(weight), 2) for weight in (weights[0], weights[1], start)))


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


@dataclass(frozen=True, slots=True)
class Told:
    """How many jokers are told by one of their marks at a chance, of how many, and how many other finds are."""

    jokers: int
    of: int
    others: int


def told(finds: Finds, log_odds: NDArray[np.float32], chance: float) -> Told:
    """Count the jokers and the other finds whose odds reach a chance."""
    reached = log_odds >= _log_odds(chance)
    cards = {int(card) for card in finds.card[finds.is_mark]}
    seen = {int(card) for card in finds.card[finds.is_mark & reached]}
    return Told(len(seen), len(cards), int((reached & ~finds.is_mark).sum()))


def judged_by_others(finds: Finds) -> NDArray[np.float32]:
    """Give the log-odds ``(n,)`` of every find by odds that were fitted on the other decks."""
    log_odds = np.empty(len(finds), np.float32)
    for name in np.unique(finds.deck):
        own = finds.deck == name
        odds = fitted_odds(chosen(finds, ~own))
        log_odds[own] = odds.of(finds.light[own], finds.answer[own])
    return log_odds


def chosen(finds: Finds, which: NDArray[np.bool_]) -> Finds:
    """Give some of the finds."""
    is_mark, card = finds.is_mark[which], finds.card[which]
    return Finds(finds.deck[which], finds.light[which], finds.answer[which], is_mark, card)


def mistakes(sight: Sight, table: Table, ways: Sequence[MarkOdds | None], scenes: int) -> list[Counter[str]]:
    """Read scenes of a table once for each of ``ways``: with its jokers enrolled by these odds, or not at all (None).

    Gives for each how often ``jokers missed``, ``jokers invented``, ``faces missed`` and ``faces invented`` came about,
    and how many ``jokers`` and ``cards`` had to be read.
    """
    jokers = learned_jokers(sight, table)
    counts: list[Counter[str]] = [Counter() for _ in ways]
    for number in range(table.first, table.first + scenes):
        drawn = table_scene(table.deck, table.textures, number)
        label = rendered_label(drawn, str(number), table.deck.name)
        for count, odds in zip(counts, ways, strict=True):
            if odds is not None and jokers:
                sight.reader.deck = JokersAlone(tuple(replace(joker, odds=odds) for joker in jokers))
            try:
                outcome = compare(label, [card.card for card in sight.look(drawn.picture).cards])
            finally:
                sight.reader.deck = None
            for name, cards in (("missed", outcome.missed), ("invented", outcome.invented)):
                count.update(f"{'jokers' if card in _JOKERS else 'faces'} {name}" for card in cards)
            count["cards"] += len(label.visible)
            count["jokers"] += sum(card in _JOKERS for card in label.visible)
    return counts
