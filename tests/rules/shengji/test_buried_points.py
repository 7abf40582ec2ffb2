"""A limit to the points that may be buried (扣底分数上限): the kitty turned up proves it, and who buried answers."""

from __future__ import annotations

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Seat, Suit
from paizhuo.rules.events import (
    CardCorrected,
    DealStarted,
    KittyBuried,
    KittyShown,
    MatchStarted,
    Reading,
    Spot,
    TrumpNamed,
)
from paizhuo.rules.table_service import NoteBreach

NAMES = ("a", "b", "c", "d")

LIMITED = """
id = "ours"
game = "shengji"
based_on = "qq"

[title]
zh = "我们"
en = "Ours"

[kitty]
bury_limit = 10
"""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def buried(text: str = LIMITED, burier: Seat = Seat.E) -> Drill:
    """Give a hand that East deals and in which the kitty has been buried."""
    drill = Drill()
    drill.log(MatchStarted("ours", NAMES, text=text), DealStarted(1), TrumpNamed(Suit.HEARTS, Seat.E))
    drill.log(KittyBuried(burier))
    return drill


def named(drill: Drill) -> list[tuple[str, str | None, dict[str, object]]]:
    return [(each.code, each.seat, dict(each.params)) for each in drill.now.violations]


def test_points_beyond_the_limit_are_proved_by_the_cards_turned_up() -> None:
    drill = buried()
    drill.log(KittyShown(cards("SK S3 S4")))
    assert named(drill) == []  # ten points may lie there
    drill.log(KittyShown(cards("S5 C3 C4 D3 D4")))
    assert named(drill) == [("bury.too_many_points", "E", {"limit": 10, "points": 15})]
    (violation,) = drill.now.violations
    assert violation.evidence == (5, 6)
    assert violation.article == "kitty.bury_limit"


def test_whoever_had_the_kitty_last_answers_for_it() -> None:
    """After a stirring (炒底) it is no longer the dealer who buried."""
    drill = buried()
    drill.log(KittyBuried(Seat.N), KittyShown(cards("SK SK S3 S4 C3 C4 D3 D4")))
    assert [(code, seat) for code, seat, _ in named(drill)] == [("bury.too_many_points", "N")]


def test_a_card_that_may_be_another_proves_nothing() -> None:
    drill = buried()
    drill.log(KittyShown(cards("SK S5"), (Reading(), Reading(0.8, ((Card.S6, 0.2),)))))
    assert named(drill) == []
    drill.log(CardCorrected(Spot(5, 1), Card.S5, "confirmed"))
    assert [code for code, _, _ in named(drill)] == ["bury.too_many_points"]


def test_without_a_limit_or_without_a_dealer_nobody_is_named() -> None:
    drill = buried(LIMITED.replace("bury_limit = 10", "bury_limit = 0"))
    drill.log(KittyShown(cards("SK SK S5 S5 C3 C4 D3 D4")))
    assert named(drill) == []
    nobody = Drill()
    nobody.log(MatchStarted("ours", NAMES, text=LIMITED), DealStarted(1), KittyShown(cards("SK SK")))
    assert named(nobody) == []


def test_what_the_referee_noted_before_is_not_named_twice() -> None:
    drill = buried()
    drill.command(NoteBreach(Seat.E, "bury.too_many_points", {"points": 20}))
    drill.log(KittyShown(cards("SK SK S3 S4 C3 C4 D3 D4")))
    assert [(code, seat) for code, seat, _ in named(drill)] == [("bury.too_many_points", "E")]
