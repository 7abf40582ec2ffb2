"""A game of Guandan as a table card record: what is written can be read, and comes to the same."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.guandan.matches import deal

from paizhuo.commands import _guandan
from paizhuo.commands.referee import command
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.events import (
    Actor,
    CardsExposed,
    DealEnded,
    DealStarted,
    DealVoided,
    Event,
    Fact,
    Inserted,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    PlayTakenBack,
    QuestionAnswered,
    Ruled,
    SeatsRenamed,
    Source,
    Spot,
    TrickCollected,
)
from paizhuo.rules.guandan.playout import play_match
from paizhuo.rules.guandan.recorded import recorded
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan_events import (
    CardGivenBack,
    CardTurned,
    CountAsked,
    FinishNamed,
    LeaderNamed,
    Passed,
    ReadingSaid,
    Reported,
    TributePaid,
    TributeResisted,
    TributeTaken,
)
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.hearing import hear
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.jsonl import load as load_jsonl
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.rulebooks import load
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled

E, N, W, S = Seat
REFEREE = Actor(Source.REFEREE, "Sun")
NAMES = ("Lin", "Zhou", "Xu", "He")


def log_of(*events: Event, book: str = "guandan-seed", **begun: object) -> tuple[Logged, ...]:
    start = replace(MatchStarted(book, NAMES), **begun)  # type: ignore[arg-type]
    return tuple(Logged(seq, 0, REFEREE, event) for seq, event in enumerate((start, *events), start=1))


def heard(log: tuple[Logged, ...]) -> object:
    """Give what a log comes to, without the seqs, which a table card record does not keep."""
    hearing = hear(log)
    hands = []
    for hand in hearing.hands:
        assert hand.guandan is not None
        acts = [
            [(act.seat, act.cards, act.inferred, act.stands, [one.name for one in act.readings]) for act in trick.acts]
            for trick in (*hand.guandan.tricks, hand.guandan.trick)
        ]
        gifts = [(gift.payer, gift.receiver, gift.card, gift.returned) for gift in hand.guandan.tribute.gifts]
        rulings = [(each.id, each.params, each.trick, each.ruling) for each in hand.rulings]
        questions = [(each.code, each.params.get("seat")) for each in hand.questions]
        result = hand.guandan.result
        hands.append((hand.hand, hand.level, acts, gifts, rulings, questions, result, hand.guandan.seats))
    return hearing.rulebook, hearing.names, hearing.levels, hands


def laws(log: tuple[Logged, ...]) -> str:
    """Check the laws of the record on a log; gives its text."""
    text = dump_tcr(log)
    again = load_tcr(text)
    assert again.problems == ()
    assert dump_tcr(again.entries) == text
    assert heard(again.entries) == heard(log)
    assert heard(load_jsonl(dump(log)).entries) == heard(log)
    return text


def random_log(seed: int, book: str, hands: int) -> tuple[Logged, ...]:
    rng, rules = random.Random(seed), load(book, GuandanRulebook)
    facts: list[Fact] = []
    for number, played in enumerate(play_match(lambda: deal(rng), rng.choice, rules), start=1):
        facts += recorded(played, number, len(facts) + 2)
        if number == hands:
            break
    return log_of(*facts, book=book)


@pytest.mark.parametrize(("seed", "book"), [(1, "guandan-seed"), (2, "guandan-2017"), (3, "guandan-school")])
def test_random_matches_come_to_the_same_from_either_record(seed: int, book: str) -> None:
    laws(random_log(seed, book, 3))


BOTH_JOKERS = (Card.BJ, Card.BJ)

EVERYTHING: tuple[Fact, ...] = (
    DealStarted(1),
    CardTurned((Card.S5,)),
    LeaderNamed(E),
    HandsCounted((28, 26, 27, 27)),
    HandsCounted((27, 27, 27, 27)),
    BreachNoted(S, "cut.too_near_end", {"cards": 3, "least": 6}),
    Played(E, (Card.S3, Card.H2, Card.S5, Card.S6, Card.S7)),
    BreachNoted(W, "deal.extra_action", {"action": "a word = here, {and} there"}),
    Passed(N, "knock"),
    Played(W, (Card.S9, Card.C9, Card.D9)),
    PlayTakenBack(W, (Spot(11, 0), Spot(11, 1), Spot(11, 2))),
    TrickCollected(),
    Played(E, (Card.H2, Card.C9, Card.D9)),
    PlayExtended(E, (Card.S4, Card.C4)),
    Reported(E, 17),
    CountAsked(N, E),
    Reported(E, 16),
    QuestionAnswered("count:18", "counted"),
    CardsExposed(N, (Card.SK,)),
    TrickCollected(),
    Played(E, (Card.UNKNOWN,)),
    BreachNoted(E, "play.added_later", {"laid": ("S3", "S4"), "added": ("S5",)}),
    Ruled("1:3:E:play.added_later", "warning", E),
    FinishNamed((E, W)),
    DealEnded(),
    LevelsSet((Rank.FIVE, Rank.ACE), Side.NS, (0, 2)),
    DealStarted(2),
    TributePaid(N, (Card.SA,)),
    TributePaid(S, (Card.HA,)),
    TributeTaken(W, N),
    CardGivenBack(E, (Card.S4,), to=N),
    CardGivenBack(W, (Card.S2,)),
    Played(N, (Card.D3,)),
    DealVoided("redeal"),
    DealStarted(2),
    TributeResisted(N, BOTH_JOKERS),
    TributeResisted(S),
    Played(E, (Card.SK,)),
    TimeCalled(finish=True),
    TimeCalled(),
    FinishNamed((E, N, W)),
    DealEnded(),
    LotDrawn(Side.EW),
)


def test_everything_that_can_happen_survives_the_table_card_record() -> None:
    text = laws(log_of(*EVERYTHING))
    assert "^breach S cut.too_near_end cards=3 least=6" in text
    assert "1. N-knock W:S9C9D9 W^S9C9D9" in text
    assert "2. E:H2C9D9 E+S4C4" in text
    assert '[Finish "E W"]' in text


def test_what_a_play_was_called_stands_behind_its_cards() -> None:
    cards = (Card.S3, Card.H7, Card.S6, Card.S5, Card.S4)
    facts = (DealStarted(1), Played(E, cards), Played(N, (Card.S9,)))
    log = log_of(*facts, levels=(Rank.SEVEN, Rank.TWO))
    said = (*log, Logged(5, 0, REFEREE, Inserted(3, ReadingSaid(3, "straightFlush:6"), "said")))
    assert "1. E:S3H7S6S5S4=straightFlush:6 N:S9 ..." in laws(said)
    after = (*log, Logged(5, 0, REFEREE, ReadingSaid(3, "straightFlush:6")))
    assert dump_tcr(after) == dump_tcr(said)


def test_what_changes_nothing_is_not_written() -> None:
    log = log_of(DealStarted(1), TrickCollected(), ReadingSaid(99, "single:9"), Played(E, (Card.S9,)), TrickCollected())
    assert laws(log).endswith("\n\n1. E:S9\n")


def test_a_match_taken_up_in_the_middle_keeps_its_levels_order_and_attempts() -> None:
    facts = (DealStarted(4), TributePaid(W, (Card.SA,)))
    text = laws(
        log_of(*facts, levels=(Rank.TWO, Rank.ACE), hand=4, order=(S, E, N, W), failed=(0, 2), book="guandan-2017")
    )
    for tag in ('[Levels "EW:2 NS:A"]', '[Playing "NS"]', '[Failed "EW:0 NS:2"]', '[Before "S E N W"]', '[Hand "4"]'):
        assert tag in text


def test_levels_set_before_the_first_hand_are_in_its_tags() -> None:
    log = log_of(LevelsSet((Rank.NINE, Rank.THREE), Side.EW), DealStarted(1), Played(E, (Card.SA,)))
    text = dump_tcr(log)
    again = load_tcr(text)
    assert again.problems == ()
    assert dump_tcr(again.entries) == text
    assert hear(again.entries).levels == {"EW": "9", "NS": "3"}


def test_a_later_block_with_other_levels_sets_them() -> None:
    text = dump_tcr(log_of(*EVERYTHING[:25], DealStarted(2), Played(N, (Card.S3,))))
    other = text.replace('[Levels "EW:5 NS:2"]', '[Levels "EW:9 NS:K"]')
    assert hear(load_tcr(other).entries).levels == {"EW": "9", "NS": "K"}


@pytest.mark.parametrize("form", ["tcr", "jsonl"])
def test_the_referee_command_judges_either_record(form: str, tmp_path: Path) -> None:
    wrong = (DealStarted(1), Played(E, (Card.S9,)), Played(N, (Card.S3,)), TrickCollected(), FinishNamed((E, W)))
    log = log_of(*wrong, DealEnded(), DealStarted(2), TributePaid(N, (Card.SA,)), TributeResisted(S, BOTH_JOKERS))
    file = tmp_path / f"match.{form}"
    file.write_text(dump_tcr(log) if form == "tcr" else dump(log), "utf-8")
    told = CliRunner().invoke(command, [str(file)])
    assert told.exit_code == 0
    assert "  1. E:S9 [single:9]  N:S3 [single:3]  W-  S-  -> E" in told.output
    assert "  ! trick 1 N: play.does_not_beat reading=single:3 to_beat=single:9" in told.output
    assert "     out E W (double): EW +3" in told.output
    assert "     tribute resisted by N S BJBJ" in told.output
    assert "     cards left E 27, N 27, W 27, S 27" in told.output
    as_json = json.loads(CliRunner().invoke(command, [str(file), "--json", "--rulebook", "guandan-2017"]).output)
    assert as_json["hands"][0]["guandan"]["result"]["order"] == ["E", "W"]
    assert as_json["rulebook"] == "guandan-2017"


def test_the_referee_command_says_who_won_the_match_and_what_was_paid() -> None:
    log = log_of(
        DealStarted(9), TributePaid(S, (Card.SA,)), FinishNamed((E, N, W)), DealEnded(),
        levels=(Rank.ACE, Rank.TWO), order=(E, N, W, S), hand=9,
    )  # fmt: skip
    lines = list(_guandan.result_lines(_view(log)))
    assert lines[-2:] == ["     levels EW A, NS 2; A passed", "     match won by EW"]
    assert "     S paid E SA, got ?" in list(_guandan.hand_lines(9, _view(log)))


def _view(log: tuple[Logged, ...]) -> GuandanView:
    view = hear(log).hands[-1].guandan
    assert view is not None
    return view


WRONG_LINES = [
    "^tribute N",
    "^tribute X SA",
    "^return N SA X",
    "^took N",
    "^count 27 27 27",
    "^count a b c d",
    "^finish E X",
    "^time now",
    "^lot XY",
    "^rule only",
    "^levels EW:1 NS:2 - 0 0",
    "^levels EW:3 NS:2 WE 0 0",
    "^breach N",
    "^breach N x.y 7",
    "^breach N x.y a=b",
    "^right N 1 counted",
    "^turned XX",
    "^sneeze N",
    "^shown",
    "^",
]


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_line_that_says_nothing_is_named(line: str) -> None:
    head = '[Rulebook "guandan-seed"]\n[Hand "1"]\n\n1. E:S3\n'
    parsed = load_tcr(head + line + "\n")
    assert [(problem.line, problem.code) for problem in parsed.problems] == [(5, "record.bad_irregularity")]


@pytest.mark.parametrize("word", ["E", "X:S3", "E:", "E:SX", "E^S3", "E#many", "E?X", "E;S3"])
def test_a_word_that_says_nothing_is_named(word: str) -> None:
    parsed = load_tcr(f'[Rulebook "guandan-seed"]\n[Hand "1"]\n\n1. N:S4 {word}\n')
    assert [(problem.line, problem.code) for problem in parsed.problems] == [(4, "record.no_such_word")]


def test_a_tag_before_that_names_nobody_is_left_out() -> None:
    parsed = load_tcr(
        '[Rulebook "guandan-seed"]\n[Hand "2"]\n[Before "E X"]\n[Failed "none"]\n\n{a comment}\n1. {another} N:S4\n'
    )
    begun = parsed.entries[0].event
    assert isinstance(begun, MatchStarted)
    assert (begun.order, begun.failed) == ((), (0, 0))


def test_a_seat_that_is_renamed_for_a_hand_keeps_its_name_in_the_hands_before() -> None:
    text = dump_tcr(
        log_of(MatchStarted("guandan-seed", ("", "", "", "")), DealStarted(1), DealStarted(1), SeatsRenamed(NAMES))
    )
    assert text.count('[E "Lin"]') == text.count('[E ""]') == 1
    assert dump_tcr(load_tcr(text).entries) == text


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(dump_tcr(log_of(*EVERYTHING)).splitlines()),
            st.sampled_from(WRONG_LINES),
            st.text(max_size=20),
        ),
        max_size=30,
    )
)
def test_no_text_makes_the_reader_fail_and_what_it_keeps_is_stable(lines: list[str]) -> None:
    parsed = load_tcr('[Rulebook "guandan-seed"]\n[Hand "1"]\n' + "\n".join(lines))
    text = dump_tcr(parsed.entries)
    assert dump_tcr(load_tcr(text).entries) == text
