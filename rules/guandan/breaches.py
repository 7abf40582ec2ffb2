"""Breaches that no card on the table shows: a person notes them, or the turn clock does."""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.violations import Param, Violation

BREACHES: tuple[str, ...] = (
    "cut.too_near_end",
    "cut.counted_off",
    "deal.extra_action",
    "deal.drew_out_of_turn",
    "deal.drew_several",
    "deal.card_shown",
    "play.added_later",
    "discard.touched",
    "discard.mixed",
    "discard.face_up",
    "return.shown_early",
    "return.not_together",
    "report.missing",
    "report.wrong_number",
    "time.over",
    "signal.given",
    "card.hidden",
    "late.arrived",
    "record.wrong_keeper",
    "record.wrong_checker",
)
"""The codes that may be noted."""


def noted(seat: Seat, code: str, params: Mapping[str, Param], rules: GuandanRulebook) -> Violation:
    """Give the violation that a note stands for; what its sentence needs and the note leaves out is filled in.

    >>> from paizhuo.rules.guandan.ruleset import HOUSE
    >>> noted(Seat.S, "cut.too_near_end", {"cards": 3}, HOUSE).params["least"]
    6
    """
    filled: dict[str, Param] = {
        "seat": seat.name,
        "cards": 1,
        "least": rules.deal.shallowest_cut,
        "action": "",
        "owner": seat.next.name,
        "left": rules.report.at,
        "minutes": 1,
        "wait": "play",
        "limit": rules.clock.play,
        "taken": rules.clock.play + 1,
        "expected": (rules.desk.record_checker if code == "record.wrong_checker" else rules.desk.record_keeper).name,
    }
    wanted = _NEEDED.get(code, ())
    return Violation(code, {"seat": seat.name, **{name: filled[name] for name in wanted}, **params})


_NEEDED: dict[str, tuple[str, ...]] = {
    "cut.too_near_end": ("cards", "least"),
    "deal.extra_action": ("action",),
    "deal.drew_out_of_turn": ("expected",),
    "deal.drew_several": ("cards",),
    "deal.card_shown": ("cards",),
    "discard.touched": ("owner",),
    "discard.mixed": ("owner",),
    "discard.face_up": ("cards",),
    "report.missing": ("left",),
    "report.wrong_number": ("left",),
    "time.over": ("wait", "limit", "taken"),
    "late.arrived": ("minutes",),
    "record.wrong_keeper": ("expected",),
    "record.wrong_checker": ("expected",),
}
