"""The scripted table tells the recorded deal as the design states it, and answers commands like a table."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.service import Answer, CommandRefusedError, CorrectCards, Person, Redo, StaleSequenceError, Undo
from paizhuo.rules.snapshot import PastTrickView, Role, TableSnapshot, TrickView
from paizhuo.web_ui.scripted import ScriptedTable

REFEREE = Person(Role.REFEREE, "Sun")


def seen(table: ScriptedTable) -> TableSnapshot:
    return table.snapshot(Role.REFEREE)


def seq_of(table: ScriptedTable, trick: int, seat: str) -> int:
    tricks: tuple[TrickView | PastTrickView, ...] = (*seen(table).tricks, seen(table).trick)
    return next(play.seq for each in tricks if each.number == trick for play in each.plays if play.seat == seat)


def test_the_recorded_deal_counts_as_the_design_says(table: ScriptedTable) -> None:
    """Thirteen tricks: 65 points each way, 15 on the table, 37 cards unseen (10 spades, 10 clubs, 7 diamonds)."""
    now = seen(table)
    assert (now.points.attackers, now.points.table, now.unseen) == (65, 15, 37)
    dealers = sum(trick.points for trick in now.tricks if trick.winner in "NS")
    assert dealers == 65
    sides = [card for card in now.remaining if card[0] in "SCD" and card[1] != "7"]
    assert [sum(now.remaining[card] for card in sides if card[0] == suit) for suit in "SCD"] == [10, 10, 7]


def test_a_corrected_card_changes_faces_points_and_counts(table: ScriptedTable) -> None:
    seq = seq_of(table, 6, "E")
    table.submit(CorrectCards(seq, (Card("C3"),)), REFEREE)
    now = seen(table)
    assert now.points.attackers == 60
    assert now.remaining["C5"] == 2


def test_undo_and_redo_bring_the_same_table_back(table: ScriptedTable) -> None:
    seq = seq_of(table, 6, "E")
    table.submit(CorrectCards(seq, (Card("C3"),)), REFEREE)
    corrected = seen(table).points
    table.submit(Undo(), REFEREE)
    assert (seen(table).points.attackers, seen(table).undo) == (65, None)
    table.submit(Redo(), REFEREE)
    assert seen(table).points == corrected


def test_answering_the_question_with_the_other_face_corrects_the_card(table: ScriptedTable) -> None:
    question = seen(table).questions[0]
    table.submit(Answer(question.id, "S9"), REFEREE)
    now = seen(table)
    assert now.questions == ()
    assert now.trust.light == "good"
    assert next(play for play in now.tricks[7].plays if play.seat == "W").cards == ("S9",)
    assert "S" not in now.seats["W"].voids


def test_a_command_for_an_older_state_is_refused_with_both_numbers(table: ScriptedTable) -> None:
    seq = seen(table).seq
    with pytest.raises(StaleSequenceError) as refused:
        table.submit(Undo(), REFEREE, expected_seq=seq - 1)
    assert (refused.value.expected, refused.value.seq) == (seq - 1, seq)


def test_viewers_may_not_command_and_nothing_to_undo_is_said(table: ScriptedTable) -> None:
    with pytest.raises(PermissionError):
        table.submit(Undo(), Person(Role.VIEWER))
    with pytest.raises(CommandRefusedError, match=r"command\.nothing_to_undo"):
        table.submit(Undo(), REFEREE)


def test_the_phases_come_in_the_order_of_a_deal() -> None:
    table = ScriptedTable()
    phases = [seen(table).phase]
    for _ in range(table.length):
        table.advance()
        if seen(table).phase != phases[-1]:
            phases.append(seen(table).phase)
    assert phases == ["waiting", "drawing", "kitty", "playing"]
    assert seen(table).seats[Seat.S.name].is_turn
