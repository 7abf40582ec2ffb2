"""Topics about the table around the play: cutting, drawing, reports, discards."""

from __future__ import annotations

from paizhuo.rules.cards import Card
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.guandan.position import guandan, seat_of, seats_of, whole
from paizhuo.rules.guandan.procedure import first_drawer, later_roles, verify_cut, verify_touch
from paizhuo.rules.guandan.reports import must_answer, must_report
from paizhuo.rules.rulebook import Rulebook


def cut(case: Case, rulebook: Rulebook) -> Answers:
    """Judge a cut."""
    return {"legal": not verify_cut(whole(case.setup["cut_from_top"]), guandan(rulebook))}


def first_draw(case: Case, rulebook: Rulebook) -> Answers:
    """Count out the first drawer of the first deal."""
    drawer = first_drawer(Card(str(case.setup["flipped"])), guandan(rulebook))
    return {"first_drawer": drawer.name if drawer is not None else None, "redo": drawer is None}


def later_deal(case: Case, rulebook: Rulebook) -> Answers:
    """Name the roles of a later deal."""
    roles = later_roles(seats_of(case, "finish_order"), guandan(rulebook))
    return {"shuffler": roles.shuffler, "cutter": roles.cutter, "first_drawer": roles.first_drawer}


def report(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether a number of cards must be reported, reported again, or told when asked."""
    book = guandan(rulebook)
    left = whole(case.setup.get("cards_left_after_play", case.setup.get("cards_left")))
    return {
        "must_report": must_report(left, book),
        "again": must_report(left, book, before=1),
        "must_answer": must_answer(left, book),
    }


def discards(case: Case, rulebook: Rulebook) -> Answers:
    """Judge what somebody did to the discards."""
    act = case.plays[0]
    if act["event"] != "touches cards already played":
        return {}
    return {"violation": bool(verify_touch(seat_of(act), seat_of(act)))}


ADAPTERS: dict[str, Adapter] = {
    "cut": cut,
    "first_draw": first_draw,
    "later_deal": later_deal,
    "report": report,
    "discard_area": discards,
}
