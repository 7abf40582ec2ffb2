"""Whole pictures of a table at pinned moments: what a page, an overlay or a program is given, to the last field.

The moments are told here card by card; the pictures lie in ``tests/rules/golden`` and were checked by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat, two_decks
from paizhuo.rules.service import Rule
from paizhuo.rules.snapshot import as_json
from paizhuo.rules.table_service import CountHands

GOLDEN = Path(__file__).parent / "golden"


def empty() -> Drill:
    return Drill()


def seated() -> Drill:
    return Drill().start("pass10")


def kitty_taken() -> Drill:
    """East and then North show; North takes the bottom, the hands are counted."""
    drill = Drill().start("pass10")
    drill.at = 1_700_000_000_000
    drill.backs(8)
    drill.shows(Seat.E, "H2")
    drill.shows(Seat.N, "S2")
    drill.clears()
    drill.backs_go(8)
    drill.command(CountHands((25, 25, 26, 25)))
    return drill


def mid_hand() -> Drill:
    """A throw that stands, one that fails, a discard and what contradicts it, a lead out of turn, a doubtful card."""
    drill = Drill().start("const2")
    drill.at = 1_700_000_000_000
    drill.shows(Seat.E, "H3")
    drill.clears()
    drill.trick(Seat.E, "SA SA SK", "S4 S5 S6", "ST S7 S8", "S9 SJ D5")
    drill.shows(Seat.E, "CA CQ CQ")
    drill.takes(Seat.E, "CA")
    for seat, cards in ((Seat.N, "C4 C5"), (Seat.W, "CK CK"), (Seat.S, "C6 C7")):
        drill.shows(seat, cards)
    drill.clears()
    drill.trick(Seat.W, "D4", "SK", "D6", "D7")
    drill.shows(Seat.E, "LJ")
    drill.shows_readings(Seat.N, [drill.card("D3", 0.8, ("D8", 0.2))])
    return drill


def finished() -> Drill:
    """The attackers revoke against seven; the ruling ends the hand."""
    drill = Drill().start("seven")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "D6", "S7", "S8")
    drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    drill.command(Rule(drill.now.violations[0].id, "hand_lost"))
    return drill


def played_out() -> Drill:
    """A whole hand, its last trick won by an attacker, the bottom turned up."""
    kitty = "C3 C3 C4 C4 C5 C6 C7 CT".split()
    left = [str(card) for card in two_decks()]
    for card in kitty:
        left.remove(card)
    left = left[4:] + left[:4]  # the first lead is no level card: it cannot be taken for a bid
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    while left:
        drill.trick(Seat[drill.now.trick.leader or "E"], *left[:4])
        del left[:4]
    drill.turns_up(" ".join(kitty))
    return drill


MOMENTS = (empty, seated, kitty_taken, mid_hand, finished, played_out)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_the_picture_of_the_table_is_the_one_on_file(moment: Callable[[], Drill]) -> None:
    expected = json.loads((GOLDEN / f"{moment.__name__}.json").read_text("utf-8"))
    assert as_json(moment().now) == expected


def test_another_card_makes_another_picture() -> None:
    drill = mid_hand()
    drill.shows(Seat.W, "D8")
    assert as_json(drill.now) != json.loads((GOLDEN / "mid_hand.json").read_text("utf-8"))
