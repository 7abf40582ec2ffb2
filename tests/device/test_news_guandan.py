"""The news that only a table of Guandan has, told once each as a match goes on."""

from __future__ import annotations

import json

from paizhuo.device.news import KINDS, News, news
from paizhuo.device.news_guandan import GUANDAN_KINDS
from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import DealEnded, DealStarted, MatchStarted, Played
from paizhuo.rules.guandan_events import CardGivenBack, FinishNamed, Reported, TributePaid, TributeResisted
from paizhuo.rules.service import StartMatch
from paizhuo.rules.snapshot import Json, TableSnapshot
from paizhuo.rules.table_service import CountHands

E, N, W, S = Seat
NAMES = ("Lin", "Zhou", "Xu", "He")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def later(*order: Seat, levels: tuple[Rank, Rank] = (Rank.FIVE, Rank.TWO), book: str = "guandan-2017") -> Drill:
    drill = Drill()
    drill.log(MatchStarted(book, NAMES, levels=levels, hand=2, order=order), DealStarted(2))
    return drill


def told(before: TableSnapshot, after: TableSnapshot) -> list[tuple[str, dict[str, Json]]]:
    return [(each.kind, each.facts) for each in news(before, after) if each.kind in GUANDAN_KINDS]


def test_tributes_and_what_came_back_are_told_once() -> None:
    drill = later(E, N, W, S)
    start = drill.now
    drill.log(TributePaid(S, cards("SK")))
    paid = drill.now
    drill.log(CardGivenBack(E, cards("S4")))
    assert told(start, paid) == [("tribute_paid", {"seat": "S", "to": "E", "card": "SK"})]
    assert told(paid, drill.now) == [("card_given_back", {"seat": "E", "to": "S", "card": "S4"})]
    assert told(drill.now, drill.now) == []


def test_a_resistance_is_told_with_the_jokers_shown() -> None:
    drill = later(E, W)
    start = drill.now
    drill.log(TributeResisted(N, cards("BJ BJ")))
    shown = drill.now
    assert told(start, shown) == [("tribute_resisted", {"seats": ["N", "S"], "cards": ["BJ", "BJ"]})]
    drill.log(Played(E, cards("S3")))
    assert told(shown, drill.now) == []


def test_bombs_are_told_and_nothing_that_is_none() -> None:
    drill = Drill().start("guandan-seed")
    drill.log(DealStarted(1))
    start = drill.now
    drill.log(Played(E, cards("S9 C9 D9")), Played(N, cards("S4 C4 D4 H4")), Played(W, cards("SJ CJ DJ HJ SJ")))
    drill.log(Played(S, cards("H5 H6 H7 H8 H9")), Played(E, cards("S6 C6 D6 H6")), Played(N, cards("BJ BJ LJ LJ")))
    bombs = [facts for kind, facts in told(start, drill.now) if kind == "bomb"]
    assert [(each["seat"], each["shape"], each["size"]) for each in bombs] == [
        ("N", "bomb", 4),
        ("W", "bomb", 5),
        ("S", "straightFlush", 5),
        ("N", "jokerBomb", 4),
    ]
    assert bombs[0] == {
        "trick": 1, "seat": "N", "cards": ["S4", "C4", "D4", "H4"], "shape": "bomb", "size": 4, "key": "4",
    }  # fmt: skip


def test_reports_and_who_is_out_are_told_as_they_come() -> None:
    drill = Drill().start("guandan-seed")
    drill.command(CountHands((3, 27, 27, 27)))
    drill.log(Played(E, cards("S9")))
    before = drill.now
    drill.log(Reported(E, 2))
    said = drill.now
    drill.log(Reported(E, 2))
    again = drill.now
    drill.log(Played(E, cards("SJ CJ")))
    assert told(before, said) == [("cards_reported", {"seat": "E", "left": 2})]
    assert told(said, again) == []
    assert told(again, drill.now) == [("seat_out", {"seat": "E", "place": 1})]


def test_levels_and_the_ace_are_told_when_the_hand_is_over() -> None:
    drill = later(E, N, W, S, levels=(Rank.ACE, Rank.TWO))
    start = drill.now
    drill.log(FinishNamed((N, E, S, W)))
    named = drill.now
    drill.log(DealEnded())
    over = drill.now
    assert [kind for kind, _ in told(start, named)] == ["seat_out"] * 4
    assert told(named, over) == [
        ("level_changed", {"side": "NS", "before": "2", "level": "4"}),
        ("ace_failed", {"finished": 2, "side": "EW", "failed": {"EW": 1, "NS": 0}}),
    ]
    assert told(over, over) == []


def test_the_ace_of_a_hand_is_told_though_the_next_one_has_begun_since() -> None:
    drill = later(E, N, W, S, levels=(Rank.ACE, Rank.TWO))
    start = drill.now
    drill.log(FinishNamed((N, E, S, W)), DealEnded(), DealStarted(3))
    assert ("ace_failed", {"finished": 2, "side": "EW", "failed": {"EW": 1, "NS": 0}}) in told(start, drill.now)
    drill.log(FinishNamed((N, S)), DealEnded(), DealStarted(4))
    third = drill.now
    assert "ace_failed" not in [kind for kind, _ in told(third, third)]


def test_an_ace_that_is_passed_wins() -> None:
    drill = later(E, N, W, S, levels=(Rank.ACE, Rank.TWO))
    start = drill.now
    drill.log(FinishNamed((E, W)), DealEnded())
    assert ("ace_passed", {"finished": 2, "side": "EW", "failed": {"EW": 0, "NS": 0}}) in told(start, drill.now)


def test_a_hand_that_nobody_looked_at_names_no_side() -> None:
    drill = Drill()
    drill.command(StartMatch("guandan-seed", NAMES))
    before = drill.now
    drill.log(MatchStarted("guandan-2017", NAMES, levels=(Rank.ACE, Rank.TWO), hand=2, order=(E, N, W, S)))
    drill.log(DealStarted(2), FinishNamed((N, E, S, W)), DealEnded(), DealStarted(3))
    assert ("ace_failed", {"finished": 2, "side": None, "failed": {"EW": 1, "NS": 0}}) in told(before, drill.now)


def test_a_table_of_shengji_has_none_of_these_news() -> None:
    """The control."""
    drill = Drill().start("comp")
    start = drill.now
    drill.shows(E, "H2")
    assert told(start, drill.now) == []


def test_every_kind_is_told_in_a_match_and_is_plain_json() -> None:
    """All kinds are reached by the matches above; each is one of the documented ones."""
    drill = later(E, N, W, S, levels=(Rank.ACE, Rank.TWO))
    start = drill.now
    drill.log(TributePaid(S, cards("SK")), CardGivenBack(E, cards("S4")), Played(S, cards("S9 C9 D9 H9")))
    drill.log(Reported(S, 9), FinishNamed((N, E, S, W)))
    over = drill.now
    found: list[News] = [*news(start, over)]
    drill.log(DealEnded())
    found += news(over, drill.now)
    found += [each for each in _resisted_and_passed() if each.kind in GUANDAN_KINDS]
    assert {each.kind for each in found} & set(GUANDAN_KINDS) == set(GUANDAN_KINDS)
    assert {each.kind for each in found} <= set(KINDS)
    assert json.loads(json.dumps([each.as_json() for each in found]))


def _resisted_and_passed() -> tuple[News, ...]:
    drill = later(E, N, W, S, levels=(Rank.ACE, Rank.TWO))
    start = drill.now
    drill.log(TributeResisted(S, cards("BJ BJ")), FinishNamed((E, W)), DealEnded())
    return news(start, drill.now)
