"""Everything of a game of Guandan can be entered by hand, and what makes no sense is refused with a reason."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.events import DealStarted, MatchStarted
from paizhuo.rules.guandan_service import (
    EnterCountQuestion,
    EnterPass,
    EnterReport,
    EnterResistance,
    EnterReturn,
    EnterTribute,
    EnterTurnedCard,
    NameFinish,
    NameLeader,
    SayReading,
    TakeTribute,
)
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.service import (
    Answer,
    CollectTrick,
    Command,
    CommandRefusedError,
    CorrectCards,
    CorrectSeat,
    EndDeal,
    EnterPlay,
    NameDealer,
    NameTrump,
    Redo,
    Rule,
    Strike,
    Undo,
)
from paizhuo.rules.table_service import CallTime, CountHands, DrawLot, NoteBreach, SetLevels

E, N, W, S = Seat


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


@pytest.fixture
def table() -> Drill:
    return Drill().start("guandan-seed")


def guandan(table: Drill) -> GuandanView:
    view = table.now.guandan
    assert view is not None
    return view


def refusal(table: Drill, command: Command) -> str:
    with pytest.raises(CommandRefusedError) as refused:
        table.command(command)
    return refused.value.code


def kinds(table: Drill) -> list[str]:
    return [entry.event.kind for entry in table.timeline.log if entry.event.kind != "question_asked"]


def test_a_whole_hand_by_hand(table: Drill) -> None:
    table.command(EnterTurnedCard(Card.S5))
    table.command(CountHands((27, 27, 27, 27)))
    table.command(NameLeader(E))
    table.command(EnterPlay(E, cards("S9")))
    table.command(EnterPass(N, "knock"))
    table.command(EnterReport(E, 9))
    table.command(EnterCountQuestion(N, E))
    table.command(CollectTrick())
    table.command(NameFinish((E, W)))
    table.command(EndDeal())
    assert kinds(table)[1:] == [
        "deal_started", "card_turned", "hands_counted", "leader_named", "played", "passed", "reported",
        "count_asked", "trick_collected", "finish_named", "deal_ended",
    ]  # fmt: skip
    assert table.now.levels == {"EW": "5", "NS": "2"}
    table.command(EnterTribute(N, Card.SA))
    table.command(EnterTribute(S, Card.SK))
    table.command(TakeTribute(E, N))
    table.command(EnterReturn(E, Card.S3, N))
    table.command(EnterReturn(W, Card.S4))
    assert guandan(table).tribute.phase == "lead"
    assert table.now.violations == ()


def test_a_tribute_after_a_hand_that_is_over_closes_it_and_opens_the_next(table: Drill) -> None:
    table.command(EnterPlay(E, cards("S9")))
    table.command(NameFinish((E, W)))
    table.command(EnterResistance(N, cards("BJ BJ")))
    assert kinds(table)[-3:] == ["deal_ended", "deal_started", "tribute_resisted"]
    assert guandan(table).tribute.leader == "E"
    table.command(NameFinish((E, W)))
    table.command(EnterPlay(S, cards("S3")))
    assert kinds(table)[-3:] == ["deal_ended", "deal_started", "played"]


def test_what_belongs_before_the_play_is_put_there_though_it_comes_late(table: Drill) -> None:
    table.command(EnterPlay(W, cards("S9")))
    table.command(NameLeader(E))
    assert [each.code for each in table.now.violations] == ["turn.out_of_turn"]
    table.command(Undo())
    assert table.now.violations == ()


def test_what_was_missed_is_put_before_a_recorded_event(table: Drill) -> None:
    table.command(EnterPlay(E, cards("S9")))
    table.command(EnterPlay(W, cards("ST")))
    table.command(EnterPass(N, before_seq=4))
    table.command(EnterReport(E, 26, before_seq=4))
    acts = guandan(table).trick.acts
    assert [(act.seat, act.inferred) for act in acts] == [("E", False), ("N", False), ("W", False)]
    table.command(EnterPlay(S, cards("SJ"), before_seq=4))
    assert [act.seat for act in guandan(table).trick.acts if act.cards] == ["E", "S", "W"]
    assert refusal(table, EnterPass(N, before_seq=99)) == "command.no_such_event"
    taken_up = Drill()
    taken_up.log(MatchStarted("guandan-seed", ("a", "b", "c", "d"), order=(E, N, W, S)), DealStarted(2))
    taken_up.command(EnterPlay(S, cards("S3")))
    taken_up.command(EnterTribute(S, Card.SK, before_seq=3))
    taken_up.command(EnterReturn(E, Card.S4, before_seq=3))
    taken_up.command(EnterResistance(S, before_seq=3))
    assert guandan(taken_up).tribute.resisted


def test_plays_tributes_and_passes_are_corrected_struck_and_given_to_another_seat(table: Drill) -> None:
    table.command(EnterPlay(E, cards("S9 C9")))
    table.command(EnterPass(N))
    table.command(CorrectCards(3, cards("S9 C8")))
    assert [each.code for each in table.now.violations] == ["shape.none"]
    table.command(Undo())
    table.command(CorrectCards(3, cards("S9 C9 D9")))
    assert table.now.seats["E"].cards_left == 24
    table.command(CorrectSeat(4, W))
    assert guandan(table).trick.acts[1].inferred
    table.command(Strike(4))
    assert [act.seat for act in guandan(table).trick.acts] == ["E"]
    table.command(Undo())
    table.command(Redo())
    assert [act.seat for act in guandan(table).trick.acts] == ["E"]
    tribute = Drill()
    tribute.log(MatchStarted("guandan-seed", ("a", "b", "c", "d"), order=(E, N, W, S)))
    tribute.command(EnterTribute(S, Card.SK))
    tribute.command(CorrectCards(3, cards("SA")))
    assert guandan(tribute).tribute.gifts[0].card == "SA"


def test_a_reading_is_said_by_its_name_and_only_one_that_the_cards_allow() -> None:
    table = Drill()
    table.log(MatchStarted("guandan-seed", ("a", "b", "c", "d"), levels=(Rank.SEVEN, Rank.TWO)))
    table.command(EnterPlay(E, cards("S3 H7 S6 D5 S4")))
    question = table.now.questions[0]
    assert question.code == "reading.open"
    assert refusal(table, Answer(question.id, "straight:9")) == "command.no_such_option"
    assert refusal(table, SayReading(3, "straight:9")) == "command.no_such_reading"
    assert refusal(table, SayReading(2, "straight:7")) == "command.has_no_cards"
    table.command(Answer(question.id, "straight:6"))
    assert guandan(table).trick.acts[0].readings[0].name == "straight:6"
    assert table.now.questions == ()
    table.command(SayReading(3, "straight:7"))
    assert guandan(table).trick.acts[0].readings[0].name == "straight:7"
    table.command(EnterPlay(N, (Card.UNKNOWN,)))
    assert refusal(table, SayReading(table.now.trick.plays[-1].seq, "single:9")) == "command.no_such_reading"


def test_questions_about_the_exchange_are_answered() -> None:
    head = 'id = "own"\ngame = "guandan"\nbased_on = "guandan-seed"\n[title]\nzh = "x"\nen = "x"\n'
    text = head + '[tribute]\nequal = "by_lot"\n'
    table = Drill()
    table.log(MatchStarted("own", ("a", "b", "c", "d"), text, order=(E, W)))
    table.command(EnterTribute(N, Card.SK))
    table.command(EnterTribute(S, Card.DK))
    table.command(Answer(table.now.questions[0].id, "S"))
    assert guandan(table).tribute.leader == "S"
    unseen = Drill()
    unseen.log(MatchStarted("guandan-seed", ("a", "b", "c", "d"), order=(E, W)))
    unseen.command(EnterPlay(E, cards("S3")))
    assert [each.code for each in unseen.now.questions] == ["tribute.not_seen"]
    unseen.command(Answer(unseen.now.questions[0].id, "resisted"))
    assert (guandan(unseen).tribute.resisted, unseen.now.questions, unseen.now.violations) == (True, (), ())


def test_a_report_that_differs_is_settled_by_a_person(table: Drill) -> None:
    table.command(CountHands((9, 27, 27, 27)))
    table.command(EnterPlay(E, cards("S9")))
    table.command(EnterReport(E, 7))
    table.command(Answer(table.now.questions[0].id, "counted"))
    assert "report.wrong_number" in [each.code for each in table.now.violations]
    assert table.now.questions == ()


def test_levels_time_lots_and_breaches(table: Drill) -> None:
    assert refusal(table, NoteBreach(E, "signal.given")) == "command.no_hand"
    assert refusal(table, DrawLot(Side.EW)) == "command.no_tie"
    table.command(SetLevels((Rank.SIX, Rank.SIX), Side.NS))
    table.command(EnterPlay(E, cards("S9")))
    assert refusal(table, NoteBreach(E, "no.such_breach")) == "command.no_such_breach"
    table.command(NoteBreach(E, "signal.given"))
    found = table.now.violations[0]
    assert "levels_3" in found.proposed
    assert refusal(table, Rule(found.id, "points:10")) == "command.no_such_sanction"
    table.command(Rule(found.id, "levels_1"))
    table.command(NameFinish((E, N, W)))
    table.command(EndDeal())
    assert table.now.levels == {"EW": "8", "NS": "7"}
    table.command(SetLevels((Rank.SIX, Rank.SIX), Side.NS))
    table.command(CallTime(finish=True))
    table.command(DrawLot(Side.NS))
    assert guandan(table).match.winner == "NS"


@pytest.mark.parametrize("order", [(E,), (E, N), (E, E, W), ()])
def test_a_finishing_order_must_be_one(table: Drill, order: tuple[Seat, ...]) -> None:
    table.command(EnterPlay(E, cards("S9")))
    assert refusal(table, NameFinish(order)) == "command.no_finishing_order"


def test_the_first_player_alone_is_the_order_of_a_hand_that_breaks_a_tie(table: Drill) -> None:
    table.command(CallTime())
    table.command(EnterPlay(E, cards("S9")))
    table.command(NameFinish((E,)))
    table.command(EndDeal())
    assert guandan(table).match.winner == "EW"


def test_neither_game_takes_the_commands_of_the_other(table: Drill) -> None:
    table.command(EnterPlay(E, cards("S9")))
    own: tuple[Command, ...] = (NameTrump(None), NameDealer(E))
    for command in own:
        assert refusal(table, command) == "command.not_of_this_game"
    shengji = Drill().start("comp")
    others: tuple[Command, ...] = (EnterPass(E), EnterTribute(E, Card.SA), NameFinish((E, W)), SayReading(1, "pair:9"))
    for command in others:
        assert refusal(shengji, command) == "command.not_of_this_game"
    assert refusal(Drill(), EnterPass(E)) == "command.not_of_this_game"


def test_a_play_needs_cards_and_an_event_to_stand_before(table: Drill) -> None:
    assert refusal(table, EnterPlay(E, ())) == "command.no_cards"
    assert refusal(table, EnterPlay(E, cards("S9"), before_seq=2)) == "command.no_hand"
