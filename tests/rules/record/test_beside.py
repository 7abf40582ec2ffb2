"""What is told beside the cards stands in a table card record of Shengji, and comes to the same when it is read."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.events import DealEnded, DealStarted, KittyBuried, KittyShown, MatchStarted, Played
from paizhuo.rules.record.beside import event_of, line_of
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.service import Answer, EndDeal, Rule, VoidDeal
from paizhuo.rules.shengji_events import CardDrawn
from paizhuo.rules.shengji_service import EnterDrawnCard
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.table_service import CallTime, CountHands, NoteBreach, SetLevels
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot

NAMES = ("a", "b", "c", "d")


def begun(rulebook: str = "pass10") -> Drill:
    drill = Drill().start(rulebook)
    drill.shows(Seat.E, "H3" if rulebook == "const2" else "H2")
    drill.clears()
    return drill


def offences(now: TableSnapshot) -> list[tuple[str, str, str | None, str | None]]:
    return [(each.id, each.code, each.seat, each.ruling) for each in now.violations]


def same_again(drill: Drill) -> str:
    """Check that a record is read as it was written, and comes to the same; give it."""
    text = dump_tcr(drill.timeline.log)
    parsed = load_tcr(text)
    assert parsed.problems == ()
    assert dump_tcr(parsed.entries) == text
    now, then = snapshot(timeline(parsed.entries)), drill.now
    assert offences(now) == offences(then)
    assert (now.levels, now.level, now.dealer, now.trump, now.hand) == (
        then.levels,
        then.level,
        then.dealer,
        then.trump,
        then.hand,
    )
    assert (now.ending.winner, now.ending.cause, now.result, now.dealing) == (
        then.ending.winner,
        then.ending.cause,
        then.result,
        then.dealing,
    )
    return text


def test_cards_drawn_before_the_first_hand_name_its_dealer_again() -> None:
    drill = Drill().start("campus")
    for seat, card in zip(Seat, ("SK", "H4", "S3", "D9"), strict=True):
        drill.command(EnterDrawnCard(seat, Card(card)))
    drill.shows(Seat.W, "H6")
    assert (drill.now.dealer, drill.now.trump) == ("E", "H")
    drill.clears()
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    text = same_again(drill)
    assert "\n^drawn E SK\n^drawn N H4\n^drawn W S3\n^drawn S D9\n1. E:SA" in text


def test_counted_hands_and_the_ruling_on_them_are_read_back() -> None:
    drill = begun()
    drill.command(CountHands((26, 25, 24, 25)))
    (wrong, _) = drill.now.violations
    drill.command(Rule(wrong.id, wrong.proposed[0]))
    text = same_again(drill)
    assert "\n^count 26 25 24 25\n^count E count.wrong\n^count W count.wrong\n^rule " in text


def test_a_noted_breach_keeps_its_words_and_its_ruling() -> None:
    drill = begun()
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    drill.shows(Seat.E, "SK")
    drill.command(NoteBreach(Seat.W, "table.substituted", {"name": "Li {two} =3"}))
    drill.shows(Seat.N, "S8")
    (noted,) = drill.now.violations
    drill.command(Rule(noted.id, "warning"))
    text = same_again(drill)
    assert "2. E:SK N:S8 ...\n^breach W table.substituted name:Li%20%7Btwo%7D%20%3D3\n^rule " in text


@pytest.mark.parametrize("ended", [False, True])
def test_a_breach_between_hands_goes_with_the_next_hand(ended: bool) -> None:
    drill = begun()
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    drill.command(EndDeal() if ended else VoidDeal("misdeal"))
    drill.command(NoteBreach(Seat.S, "table.seat_changed", {"name": "He"}))
    drill.shows(Seat.N, "C2")
    drill.clears()
    drill.trick(Seat.N, "DA", "D4", "D5", "D6")
    text = same_again(drill)
    assert ("^end\n^breach S" in text) is ended
    assert text.count("^breach S table.seat_changed name:He\n") == 1


def test_a_play_that_the_clock_found_too_slow_stands_as_a_noted_breach() -> None:
    """No reader has a clock: what it found is told as if a person had noted it."""
    drill = begun("const2")
    drill.shows(Seat.E, "SA")
    drill.waits(90)
    drill.shows(Seat.N, "S4")
    drill.shows(Seat.W, "S5")
    drill.shows(Seat.S, "D5 D6")
    drill.clears()
    now = drill.command(Answer(drill.now.questions[0].id, "stands"))
    assert [each.code for each in now.violations if each.seat == "N"] == ["time.too_slow"]
    text = dump_tcr(drill.timeline.log)
    assert "\n^breach N time.too_slow limit=60 seconds=90\n^count S count.wrong\n" in text
    parsed = load_tcr(text)
    assert (parsed.problems, dump_tcr(parsed.entries)) == ((), text)
    assert {(each.code, each.seat) for each in snapshot(timeline(parsed.entries)).violations} == {
        (each.code, each.seat) for each in now.violations
    }


def test_levels_set_by_hand_hold_from_where_they_were_set() -> None:
    drill = begun()
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    drill.command(SetLevels((Rank.FIVE, Rank.NINE)))
    drill.trick(Seat.E, "SK", "S8", "S9", "SJ")
    drill.command(EndDeal())
    drill.command(SetLevels((Rank.SIX, Rank.TEN)))
    text = same_again(drill)
    assert "\n^levels EW:5 NS:9 - 0 0\n2. E:SK" in text
    assert text.endswith("\n^end\n^levels EW:6 NS:T - 0 0\n")


@pytest.mark.parametrize("finish", [False, True])
def test_time_called_ends_the_match_again(finish: bool) -> None:
    drill = Drill()
    drill.log(MatchStarted("ten", NAMES, levels=(Rank.FIVE, Rank.NINE), dealer=Seat.E, hand=3), DealStarted(3))
    drill.shows(Seat.E, "H5")
    drill.clears()
    drill.trick(Seat.E, "SA", "S4", "S3", "S7")
    drill.command(CallTime(finish))
    assert (drill.now.ending.winner is None) is finish
    text = same_again(drill)
    assert f"\n^time{' finish' if finish else ''}\n" in text
    if finish:
        drill.command(EndDeal())
        assert drill.now.ending.winner == "NS"
        same_again(drill)


def test_a_breach_after_the_last_hand_is_kept() -> None:
    drill = begun()
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    drill.command(EndDeal())
    drill.command(NoteBreach(Seat.S, "table.seat_changed", {"name": "He"}))
    assert same_again(drill).endswith("\n^end\n^breach S table.seat_changed name:He\n")


def test_a_trick_that_still_lies_there_is_not_taken_up_by_what_was_told() -> None:
    drill = begun()
    for seat, card in zip(Seat, ("SA", "S4", "S6", "S7"), strict=True):
        drill.shows(seat, card)
    drill.command(CountHands((25, 25, 25, 25)))
    assert same_again(drill).endswith("\n1. E:SA N:S4 W:S6 S:S7 ...\n^count 25 25 25 25\n")


def test_a_lot_after_the_last_hand_names_the_winner_again() -> None:
    drill = begun("comp")
    drill.trick(Seat.E, "SA", "S4", "S5", "S7")
    drill.command(EndDeal())
    drill.log(TimeCalled(), LotDrawn(Side.NS))
    assert drill.now.ending.winner == "NS"
    assert same_again(drill).endswith("^end\n^time\n^lot NS\n")


def test_points_buried_beyond_a_limit_are_worked_out_again() -> None:
    limited = 'id = "ours"\ngame = "shengji"\nbased_on = "qq"\n[title]\nzh = "x"\nen = "x"\n[kitty]\nbury_limit = 5\n'
    drill = Drill()
    drill.log(MatchStarted("ours", NAMES, text=limited), DealStarted(1), KittyBuried(Seat.E))
    drill.shows(Seat.E, "H2")
    drill.log(Played(Seat.E, (Card.SA,)), KittyShown((Card.SK,)), DealEnded())
    assert "\n^bury E bury.too_many_points\n" in dump_tcr(drill.timeline.log)


@pytest.mark.parametrize(
    "event",
    [
        CardDrawn(Seat.N, (Card.SA, Card.LJ)),
        HandsCounted((25, 26, 24, 25)),
        LevelsSet((Rank.TWO, Rank.ACE), Side.NS, (0, 2)),
        TimeCalled(),
        TimeCalled(finish=True),
        LotDrawn(Side.EW),
        BreachNoted(Seat.E, "signal", {"a": 3, "b": "两 words", "c": ("x,y", "z")}),
        BreachNoted(Seat.E, "signal"),
    ],
    ids=lambda event: event.kind,
)
def test_what_was_told_comes_back_from_its_line(event: BreachNoted) -> None:
    line = line_of(event)
    assert line is not None
    assert event_of(line) == event


@pytest.mark.parametrize(
    "line",
    [
        "^drawn Q SA",
        "^drawn E SX",
        "^drawn E",
        "^breach",
        "^breach Q signal",
        "^breach E signal word",
        "^levels EW:5 NS:2",
        "^levels EW:1 NS:2 - 0 0",
        "^time later",
        "^lot E",
    ],
)
def test_a_line_that_says_nothing_is_named(line: str) -> None:
    assert event_of(line) is None
    parsed = load_tcr(f'[Rulebook "comp"]\n1. E:SA\n{line}\n')
    assert [problem.code for problem in parsed.problems] == ["record.bad_irregularity"]


@pytest.mark.parametrize("line", ["^count 1 2 3", "^count 1 2 3 x", "^count E count.wrong"])
def test_a_count_that_is_none_is_passed_over_as_an_irregularity(line: str) -> None:
    assert event_of(line) is None
    assert load_tcr(f'[Rulebook "comp"]\n1. E:SA\n{line}\n').problems == ()


def test_what_is_laid_after_the_end_is_named_and_the_hand_stays_closed() -> None:
    parsed = load_tcr('[Rulebook "comp"] [Dealer "E"] [Trump "H"]\n1. E:SA\n^end {closed}\n2. E:SK\n^lot EW\n')
    assert [(problem.line, problem.code) for problem in parsed.problems] == [(4, "record.bad_irregularity")]
    assert [entry.event.kind for entry in parsed.entries][-2:] == ["deal_ended", "lot_drawn"]


def test_other_events_have_no_such_line() -> None:
    assert line_of(Played(Seat.E, (Card.SA,))) is None
