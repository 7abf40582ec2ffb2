"""Slips of sight that look like breaches of Guandan: a phantom beside a tribute, a card hidden under an unread play."""

from __future__ import annotations

import pytest
from tests.rules.adjudicate.test_guandan_unseen import asked, drill, guandan, plays

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.observations import CardReading

__all__ = ["drill"]

E, N, W, S = Seat


def weak(drill: Drill, token: str, present: float) -> CardReading:
    read = drill.card(token, 0.7)
    return CardReading(read.card, read.confidence, read.track, read.alternatives, present=present)


@pytest.mark.parametrize("first", [True, False])
def test_a_card_hardly_there_beside_a_tribute_is_none(drill: Drill, first: bool) -> None:
    """A tribute is one card."""
    cards = [weak(drill, "D3", 0.45), drill.card("LJ")]
    drill.shows_readings(S, cards if first else cards[::-1])
    gift = guandan(drill).tribute.gifts[0]
    assert (gift.payer, gift.receiver, gift.card) == ("S", "E", "LJ")
    assert (plays(drill), asked(drill), drill.now.violations) == ([], [], ())


def test_two_cards_that_are_surely_there_are_no_tribute(drill: Drill) -> None:
    drill.shows_readings(S, [drill.card("D3"), drill.card("LJ")])
    assert plays(drill) == [("S", "D3 LJ")]


def test_a_card_hardly_there_beside_what_is_given_back_is_none(drill: Drill) -> None:
    drill.shows(S, "LJ")
    drill.clears()
    drill.shows_readings(E, [drill.card("H6"), weak(drill, "H6", 0.3)])
    assert guandan(drill).tribute.gifts[0].returned == "H6"
    assert (plays(drill), drill.now.violations) == ([], ())


def opened() -> Drill:
    """A hand that opens a match."""
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    return drill


@pytest.mark.parametrize(("third", "codes"), [("??", ["misread.play", "reading.unread"]), ("HK", ["misread.play"])])
def test_four_cards_over_five_lack_a_hidden_one_even_where_one_of_the_five_is_unread(
    third: str, codes: list[str]
) -> None:
    drill = opened()
    drill.shows(E, f"SK DK {third} DJ SJ")
    drill.shows(N, "DA SA D4 C4")
    drill.shows(W, "SA CA DA CA")
    assert [each.code for each in drill.now.violations] == []
    assert sorted(asked(drill)) == codes


@pytest.mark.parametrize(
    ("said", "stated", "open_"), [(10, [], []), (9, ["report.wrong_number"], []), (12, ["report.wrong_number"], [])]
)
def test_a_report_that_came_with_a_play_told_after_it_is_right(said: int, stated: list[str], open_: list[str]) -> None:
    """East has fifteen cards left as far as they were told, and lays five of them."""
    drill = opened()
    for cards in ("S3 S4 S5 S6 C7", "C8 C9 CT CJ DQ"):
        drill.shows(E, cards)
        drill.waits(5.0)
        drill.clears()
    drill.shows(E, "D3 D3")
    drill.shows(N, "D4 D4")
    drill.command(EnterReport(E, said))
    drill.shows(E, "H8 D8 S8 H8 D8")
    for cards in ("H5 S5 H6 D6 H7 D7", "SA SA DA DA"):
        drill.waits(5.0)
        drill.clears()
        drill.shows(E, cards)
    assert [each.code for each in drill.now.violations] == stated
    assert asked(drill) == open_
