"""Topics about levels, the points of a match, and what offences cost."""

from __future__ import annotations

import re

from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.guandan.position import guandan, items, seat_of, seats_of, whole
from paizhuo.rules.guandan.clocks import Wait, verify_time
from paizhuo.rules.guandan.levels import Score, after_hand
from paizhuo.rules.guandan.match import Result, match_points, small_points
from paizhuo.rules.guandan.penalties import Offence, sanction, warnings
from paizhuo.rules.rulebook import Rulebook

SIDES = tuple(Side)
"""A case's side 0 sits at seats 0 and 2, side 1 at 1 and 3."""

EVENTS: tuple[tuple[str, Offence], ...] = (
    ("藏牌", Offence.HIDDEN_CARD),
    ("illegal communication", Offence.SIGNALS),
    (r"thinks (\d+) s", Offence.SLOW_PLAY),
)
"""What the events of a case are called here."""


def levels(case: Case, rulebook: Rulebook) -> Answers:
    """Move both sides after a hand."""
    east_west, north_south = (Rank(str(level)) for level in items(case.setup["levels"]))
    failed = [whole(count) for count in items(case.setup.get("a_attempts", [0, 0]))]
    playing = Seat(whole(case.setup["declarer"])).side
    before = Score(east_west, north_south, playing, failed[0], failed[1])
    after = after_hand(before, seats_of(case, "order"), guandan(rulebook))
    winner = None if after.passed is None else SIDES.index(after.passed)
    return {"levels": (after.ew, after.ns), "match_winner": winner}


def points(case: Case, rulebook: Rulebook) -> Answers:
    """Count what a match is worth: tournament points by result, small points by levels."""
    book = guandan(rulebook)
    answers: dict[str, object] = {
        "points": {result: match_points(result, book) for result in Result},
        "bonus_if_passed_A": book.match.ace_bonus,
    }
    if ended := items(case.setup.get("levels")):
        score = Score(Rank(str(ended[0])), Rank(str(ended[1])))
        for name, side in zip("AB", SIDES, strict=True):
            small = small_points(score, side, book)
            answers |= {f"{name}_net": small.net, f"{name}_accumulated": small.accumulated}
    return answers


def penalty(case: Case, rulebook: Rulebook) -> Answers:
    """Tell what the offence in a case costs the first time, and how often it only costs a warning."""
    book, play = guandan(rulebook), case.plays[0]
    for pattern, offence in EVENTS:
        if event := re.fullmatch(pattern, str(play["event"])):
            first = sanction(offence, 1, book)
            if event.groups() and not verify_time(seat_of(play), Wait.PLAY, whole(event[1]), book):
                return {"warnings": 0}
            return {"opponents_levels": first.levels, "first": first, "warnings": warnings(offence, book)}
    return {}


ADAPTERS: dict[str, Adapter] = {"levels": levels, "match_points": points, "penalty": penalty}
