"""A play of which nobody saw a card: the lead after it, and the number of cards left, tell of it."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import DealStarted, PlayTakenBack, Spot, TrickCollected
from paizhuo.rules.guandan_events import LeaderNamed
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.service import Answer, Undo
from paizhuo.rules.table_service import CountHands

from .test_slips import codes, options, saw, seen
from .told import asked, guandan, table, variant

E, N, W, S = Seat


def tricks(drill: Drill) -> list[list[str]]:
    """Give the plays of all tricks, passes left out."""
    view = guandan(drill)
    return [
        [f"{act.seat} {' '.join(act.cards)}" for act in each.acts if act.cards] for each in (*view.tricks, view.trick)
    ]


def answer(drill: Drill, option: str) -> None:
    question = next(each for each in drill.now.questions if option in each.options)
    drill.command(Answer(question.id, option))


def led_out_of_turn() -> Drill:
    """East seems to win a trick, and North leads the next."""
    drill = seen(saw(E, "SA"))
    drill.log(TrickCollected(), saw(N, "S5"), saw(W, "S6"))
    return drill


def test_a_lead_out_of_turn_names_the_trick_before_in_which_its_seat_may_have_won() -> None:
    drill = led_out_of_turn()
    (question,) = drill.now.questions
    assert {each: question.params[each] for each in question.params if each.endswith("trick")} == {
        "trick": 2,
        "unseen_1_trick": 1,
        "unseen_2_trick": 2,
    }
    answer(drill, "unseen:N:1")
    assert tricks(drill) == [["E SA", "N ??"], ["N S5", "W S6"]]
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])
    assert guandan(drill).seats["N"].left == 25
    drill.command(Undo())
    assert asked(drill.now) == ["misread.turn"]


def test_a_lead_that_nobody_saw_is_put_before_its_answer() -> None:
    drill = led_out_of_turn()
    answer(drill, "unseen:E:2")
    assert tricks(drill) == [["E SA"], ["E ??", "N S5", "W S6"]]
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])


def test_nobody_has_won_with_more_cards_than_it_holds() -> None:
    drill = seen()
    drill.command(CountHands((27, 1, 27, 1)))
    drill.log(saw(E, "SA"), TrickCollected(), saw(N, "S5"), saw(W, "S6"))
    assert options(drill)[0] == ("in_turn", "unseen:S:1", "unseen:E:2", "stands")
    few = seen()
    few.command(CountHands((2, 27, 27, 27)))
    few.log(saw(E, "SA"), TrickCollected(), saw(N, "S5 C5"), saw(W, "S6 C6"))
    assert options(few) == [("in_turn", "unseen:N:1", "stands")]


def test_the_first_lead_may_be_the_one_that_nobody_saw() -> None:
    """North is to lead; West's bomb says nothing of how many cards lay below it."""
    drill = seen()
    drill.log(LeaderNamed(N), saw(W, "S5 C5 D5 H5"), saw(S, "S6 C6 D6 H6"))
    answer(drill, "unseen:N:1")
    assert tricks(drill) == [["N ??", "W S5 C5 D5 H5", "S S6 C6 D6 H6"]]


def test_where_passes_are_shown_a_lead_out_of_turn_is_seen_to_be_one() -> None:
    drill = table(DealStarted(1), saw(E, "SA"), text=variant('[desk]\npassing = "device"'))
    drill.log(TrickCollected(), saw(N, "S5"), saw(W, "S6"))
    assert ("in_turn", "stands") in options(drill)


def told_short(drill: Drill, seat: Seat, left: int) -> tuple[str, ...]:
    """Let a seat say how many cards it has left, and give what is offered for the difference."""
    drill.command(EnterReport(seat, left))
    return offered(drill, seat)


def offered(drill: Drill, seat: Seat) -> tuple[str, ...]:
    """Give the answers to the question about the number that a seat said, none if there is no such question."""
    found = (each for each in drill.now.questions if each.code == "report.count_differs")
    return next((each.options for each in found if each.params["seat"] == seat.name), ())


def test_two_facts_prove_a_play_that_nobody_saw() -> None:
    """North leads though East won, and says to hold a card less than was counted."""
    drill = led_out_of_turn()
    assert told_short(drill, N, 25) == ()
    assert tricks(drill) == [["E SA", "N ??"], ["N S5", "W S6"]]
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])
    assert [entry.event.reason_code for entry in drill.timeline.log if entry.event.kind == "inserted"] == [
        "play.unseen"
    ]


def test_a_proof_that_was_undone_is_not_made_again() -> None:
    drill = led_out_of_turn()
    told_short(drill, N, 25)
    made = next(entry.seq for entry in drill.timeline.log if entry.event.kind == "inserted")
    drill.command(Undo(made))
    assert tricks(drill) == [["E SA"], ["N S5", "W S6"]]


@pytest.mark.parametrize(("seat", "left"), [(N, 26), (N, 24), (W, 25), (E, 25)])
def test_one_fact_alone_proves_none(seat: Seat, left: int) -> None:
    """The number fits, or is another one, or another seat says it; East has led unseen only if North lacks none."""
    drill = led_out_of_turn()
    told_short(drill, seat, left)
    assert tricks(drill) == [["E SA"], ["N S5", "W S6"]]


def test_a_lead_that_nobody_saw_is_proved_once_who_answered_it_lacks_none() -> None:
    drill = led_out_of_turn()
    told_short(drill, E, 25)
    told_short(drill, N, 26)
    assert tricks(drill) == [["E SA"], ["E ??", "N S5", "W S6"]]


def test_two_seats_that_lack_a_card_each_prove_none() -> None:
    drill = led_out_of_turn()
    drill.log(saw(S, "S7"), saw(E, "S8"))
    told_short(drill, E, 24)
    assert tricks(drill)[0] == ["E SA"]
    told_short(drill, N, 25)
    assert tricks(drill)[0] == ["E SA"]


def test_a_card_that_seemed_to_go_back_may_be_the_one_that_a_seat_lacks() -> None:
    drill = seen(saw(N, "S9"))
    drill.log(PlayTakenBack(N, (Spot(drill.timeline.log[-1].seq, 0),)), saw(E, "SA"))
    drill.log(TrickCollected(), saw(N, "S5"), saw(W, "S6"))
    told_short(drill, N, 25)
    assert all("N ??" not in plays for plays in tricks(drill))
    again = seen(saw(N, "S9"))
    again.log(PlayTakenBack(N, (Spot(again.timeline.log[-1].seq, 0),)), saw(E, "SA"))
    again.log(TrickCollected(), saw(N, "S9"), saw(W, "SJ"), saw(S, "S9"))
    told_short(again, N, 25)
    assert ["E SA", "N ??"] in tricks(again)
