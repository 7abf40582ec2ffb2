"""Table card records: canonical when written, lenient when read, and the same hand as the event log."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paizhuo.device.players.acts import ClearsTable
from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.events import (
    SYSTEM,
    DealStarted,
    KittyBuried,
    KittyTurned,
    Logged,
    MatchStarted,
    Played,
    Spot,
    ThrowFailed,
    TrickCollected,
)
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import Answer, EndDeal, NameDealer, NameTrump, RenameSeats, Rule, VoidDeal
from paizhuo.rules.session import fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji_service import CorrectPoints
from paizhuo.rules.snapshot import Json, as_json
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot

FROM_THE_LOG_ALONE = frozenset(
    {"seq", "seqs", "evidence", "about", "undo", "redo", "doubtful", "questions", "trust", "pending"}
)


def essence(log: tuple[Logged, ...]) -> Json:
    """Give everything that a log comes to, but for where in the log and how surely it was read."""
    return stripped(as_json(snapshot(timeline(log))))


def stripped(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: stripped(item) for key, item in value.items() if key not in FROM_THE_LOG_ALONE}
    if isinstance(value, list):
        return [stripped(item) for item in value]
    return value


def drilled(rulebook: str, seed: int, hands: int = 2, faults: int = 4, acts: int | None = None) -> Drill:
    drill, witness = Drill().start(rulebook), Witness()
    for played in play_match(load(rulebook, ShengjiRulebook), seed, HandPlan(faults=faults), hands):
        for observation in witness.sees(
            (*played.acts[:acts], ClearsTable(Seat.S)) if acts is None else played.acts[:acts]
        ):
            drill.observe(observation)
    return drill


@pytest.mark.parametrize(
    ("rulebook", "seed"), [("comp", 1), ("ten", 2), ("pass10", 3), ("qq", 4), ("const2", 5), ("seven", 6)]
)
def test_a_match_read_from_tcr_comes_to_the_same_as_from_its_log(rulebook: str, seed: int) -> None:
    log = drilled(rulebook, seed).timeline.log
    text = dump_tcr(log)
    parsed = load_tcr(text)
    assert parsed.problems == ()
    assert essence(parsed.entries) == essence(log)
    assert dump_tcr(parsed.entries) == text


@pytest.mark.parametrize("acts", [1, 60, 105, 112, 118, 125, 150])
def test_a_hand_that_is_not_over_is_written_as_far_as_it_went(acts: int) -> None:
    log = drilled("comp", 7, 1, 2, acts).timeline.log
    text = dump_tcr(log)
    parsed = load_tcr(text)
    assert parsed.problems == ()
    assert dump_tcr(parsed.entries) == text


def opened() -> Drill:
    drill = Drill().start("pass10")
    drill.shows(Seat.E, "H2")
    drill.clears()
    return drill


def same_again(drill: Drill) -> str:
    """Check the laws on a drill's record, and give it."""
    text = dump_tcr(drill.timeline.log)
    parsed = load_tcr(text)
    assert parsed.problems == ()
    assert dump_tcr(parsed.entries) == text
    assert essence(parsed.entries) == essence(drill.timeline.log)
    return text


def test_irregularities_stand_where_they_happened() -> None:
    drill = opened()
    drill.shows(Seat.E, "SA SQ SQ")
    drill.takes(Seat.E, "SQ SQ")
    drill.shows(Seat.N, "D3")
    drill.takes(Seat.N)
    drill.shows(Seat.N, "S3")
    drill.shows(Seat.S, "S4 S5")
    drill.shows(Seat.W, "S6")
    drill.clears()
    drill.command(Answer(drill.now.questions[0].id, "stands"))
    text = same_again(drill)
    assert "1. E:(SASQSQ)!SA N:D3 N^D3 N:S3 S:S4S5 W:S6\n" in text
    assert "^throw E throw.failed\n" in text
    assert "^turn S turn.out_of_turn\n" in text
    assert "^count S count.wrong\n" in text
    assert "^back N play.taken_back\n" in text


def test_a_play_that_nobody_saw_and_a_trick_still_lying_are_marked() -> None:
    drill = opened()
    for seat, card in ((Seat.E, "SA"), (Seat.N, "S3"), (Seat.W, "S4")):
        drill.shows(seat, card)
    drill.clears()
    drill.shows(Seat.E, "SK")
    text = same_again(drill)
    assert "1. E:SA N:S3 W:S4 S:-\n2. E:SK ...\n" in text


def test_a_revoke_names_the_trick_that_proves_it_and_its_ruling() -> None:
    drill = opened()
    drill.trick(Seat.E, "SA", "D3", "S4", "S5")
    now = drill.trick(Seat.E, "SK", "S3", "S6", "S7")
    drill.command(Rule(now.violations[0].id, "level_down"))
    text = same_again(drill)
    assert "^revoke N follow.must_follow_suit {proved in trick 2}\n" in text
    assert "^rule 1:1:N:follow.must_follow_suit level_down\n" in text


def test_what_persons_named_is_read_back() -> None:
    drill = Drill().start("comp")
    drill.backs(3)
    drill.shows(Seat.W, "SA")
    drill.shows(Seat.S, "S3")
    drill.command(NameDealer(Seat.W))
    drill.command(NameTrump(None))
    text = same_again(drill)
    assert "^dealer W\n^trump none\n" in text or "^trump none\n^dealer W\n" in text


def test_points_corrected_by_hand_are_read_back() -> None:
    drill = opened()
    drill.trick(Seat.E, "SA", "S5", "S6", "S3")
    drill.command(CorrectPoints(10, "penalty"))
    drill.command(CorrectPoints(-5))
    assert "^points +10 penalty\n^points -5 miscounted\n" in same_again(drill)


def test_a_hand_called_off_and_a_change_of_players_are_read_back() -> None:
    drill = opened()
    drill.trick(Seat.E, "SA", "S3", "S4", "S5")
    drill.command(VoidDeal("misdeal"))
    drill.command(RenameSeats(("Lin", "Zhou", 'Xu "Ace" \\', "Neu")))
    drill.shows(Seat.N, "C2")
    drill.clears()
    drill.trick(Seat.N, "SA", "S3", "S4", "S5")
    drill.command(EndDeal())
    text = same_again(drill)
    assert "^misdeal misdeal\n" in text
    assert '[W "Xu \\"Ace\\" \\\\"]' in text
    assert text.count('[Hand "1"]') == 2


def test_exposed_cards_and_a_bid_after_burying_are_read_back() -> None:
    drill = Drill().start("comp")
    drill.backs(3)
    drill.shows(Seat.S, "S9")
    drill.clears()
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.backs_go(3)
    drill.backs(1)
    drill.shows(Seat.N, "S2 S2")
    drill.clears()
    drill.trick(Seat.E, "SA", "S3", "S4", "S5")
    assert '[Bid "S~S9 E:H2 | N:S2S2"]' in same_again(drill)


def test_a_match_taken_up_in_the_middle_begins_where_it_says() -> None:
    text = """[TCR "1"] [Game "shengji"] [Rulebook "comp"] [Hand "4"]
[Levels "EW:5 NS:9"] [Due "N"] [Bid "S:C9"]
1. N:SA W:S3 S:S4 E:S5
"""
    now = snapshot(timeline(load_tcr(text).entries))
    assert (now.hand, now.level, now.dealer, now.trump) == (4, "9", "N", "C")
    assert dict(now.levels) == {"EW": "5", "NS": "9"}
    started = load_tcr(text).entries[0].event
    assert isinstance(started, MatchStarted)
    assert started.levels == (Rank.FIVE, Rank.NINE)


def test_tags_that_mean_nothing_here_are_kept() -> None:
    log = opened().timeline.log
    text = dump_tcr(log).replace("[Result", "[Result")
    marked = text.replace('[Hand "1"]', '[Hand "1"]\n[Event "Club night"]\n[Table "3"]')
    parsed = load_tcr(marked)
    again = dump_tcr(parsed.entries, parsed.extra)
    assert '[Event "Club night"]\n[Table "3"]\n' in again
    assert dump_tcr(load_tcr(again).entries, load_tcr(again).extra) == again


def test_a_record_written_by_hand_needs_no_bids() -> None:
    text = """[Rulebook "qq"] [Trump "H"] [Dealer "W"]
{ our club, table 3 }
% an escaped line
1. W:sa S:s10 E:S4
   N:SB
2. W:HR {the big joker} S:H3 E:h4 N:S?
"""
    parsed = load_tcr(text)
    assert parsed.problems == ()
    now = snapshot(timeline(parsed.entries))
    assert (now.trump, now.dealer) == ("H", "W")
    assert now.tricks[0].plays[3].cards == ("LJ",)
    assert now.tricks[1].plays[3].cards == ("??",)


def test_another_rulebook_may_take_the_place_of_the_one_named() -> None:
    text = dump_tcr(drilled("comp", 9, 1).timeline.log)
    game = fold(load_tcr(text, "ten").entries).game
    assert game is not None
    assert game.rulebook.id == "ten"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Rulebook "nix"]\n1. E:SA\n', "record.no_such_rulebook"),
        ('[Rulebook "comp"] [Hand "x"]\n1. E:SA\n', "record.bad_number"),
        ('[Rulebook "comp"] [Bid "E:S2 Q:H2"]\n', "record.bad_bid"),
        ('[Rulebook "comp"]\n1. E:SA Z:S3\n', "record.no_such_word"),
        ('[Rulebook "comp"]\n1. E:SX\n', "record.no_such_word"),
        ('[Rulebook "comp"]\n1. E:SA E^S3\n', "record.not_lying_there"),
        ('[Rulebook "comp"]\n1. E:SA\n^dance E\n', "record.bad_irregularity"),
        ('[Rulebook "comp"]\n1. E:SA\n^points ten miscounted\n', "record.bad_irregularity"),
        ('[Rulebook "comp"]\n^trump X\n', "record.bad_irregularity"),
        ('[Rulebook "comp"]\n^dealer Q\n', "record.bad_irregularity"),
    ],
)
def test_what_cannot_be_understood_is_named(text: str, code: str) -> None:
    assert code in {problem.code for problem in load_tcr(text).problems}


@given(st.text())
def test_no_text_makes_reading_fail(text: str) -> None:
    load_tcr(text)


@pytest.mark.parametrize("seed", range(8))
def test_any_record_that_was_spoiled_is_still_read_and_settles(seed: int) -> None:
    """Writing what was read from any text, reading it and writing it again gives the same bytes."""
    rng = random.Random(seed)
    text = dump_tcr(drilled("comp", 30 + seed, 1).timeline.log)
    for _ in range(6):
        spoiled = list(text)
        for _ in range(rng.randint(1, 12)):
            place = rng.randrange(len(spoiled))
            spoiled[place] = rng.choice(
                ["", "\n", "[", "]", '"', "^", ":", "!", "S", "E", "2", " ", "(", "?", "-", "."]
            )
        parsed = load_tcr("".join(spoiled))
        once = dump_tcr(parsed.entries, parsed.extra)
        again = load_tcr(once)
        assert dump_tcr(again.entries, again.extra) == once


def test_an_empty_log_gives_an_empty_record() -> None:
    assert dump_tcr(()) == ""
    assert load_tcr("").entries == ()


def test_a_match_without_a_hand_is_read_back() -> None:
    log = Drill().start("comp").timeline.log
    text = dump_tcr(log)
    assert dump_tcr(load_tcr(text).entries) == text
    assert replace(fold(load_tcr(text).entries), seq=0) == replace(fold(log), seq=0)


def test_turned_bottom_cards_late_failed_throws_and_empty_tricks_survive_a_round_trip() -> None:
    """Facts that no drill makes: a throw that failed after somebody followed, a trick gathered without cards."""
    log: list[Logged] = []
    for event in (
        MatchStarted("ten", ("a", "b", "c", "d"), dealer=Seat.E, hand=2),
        DealStarted(2),
        KittyTurned((Card.C9, Card.H2)),
        Played(Seat.E, (Card.SA, Card.SQ, Card.SQ)),
        Played(Seat.N, (Card.S3,)),
        ThrowFailed(Seat.E, (Spot(4, 0),)),
        TrickCollected(),
        TrickCollected(),
        Played(Seat.N, (Card.D4,)),
    ):
        log.append(Logged(len(log) + 1, 0, SYSTEM, event))
    text = dump_tcr(log)
    assert '[Turned "C9H2"]' in text
    assert "1. E:SASQSQ N:S3 E!SQSQ" in text
    read = load_tcr(text)
    assert dump_tcr(read.entries) == text
    assert [entry.event for entry in read.entries if isinstance(entry.event, KittyTurned)] == [log[2].event]
    assert " W!" in dump_tcr([*log[:6], Logged(7, 0, SYSTEM, ThrowFailed(Seat.W, ()))])  # of a play that is not there


@pytest.mark.parametrize(("bids", "seat"), [("N:S2 |", Seat.N), ("|", Seat.E)])
def test_the_dealer_buries_and_where_nobody_deals_east_stands_for_him(bids: str, seat: Seat) -> None:
    entries = load_tcr(f'[Rulebook "comp"] [Bid "{bids}"]\n1. E:SA\n').entries
    assert [entry.event for entry in entries if isinstance(entry.event, KittyBuried)] == [KittyBuried(seat)]
