"""A lead at Guandan that leaves the table unanswered: passed on by everybody, taken back, or lost from sight."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import FACE_DOWN, Drill
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan_events import Passed
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.rules.observations import CardsShown
from paizhuo.rules.service import EnterPlay
from paizhuo.rules.table_service import CountHands

E, N, W, S = Seat


def table(*counts: int) -> Drill:
    drill = Drill().start("guandan-seed")
    drill.backs(1)
    if counts:
        assert len(counts) == 4
        drill.command(CountHands((counts[0], counts[1], counts[2], counts[3])))
    return drill


def goes(drill: Drill, after: float = 4.0) -> list[str]:
    """Let all cards leave the table, some seconds later, and say what became of that."""
    drill.waits(after)
    drill.clears()
    return drill.kinds


def left(drill: Drill) -> int:
    """Give the cards that East holds by the count."""
    view = drill.now.guandan
    assert view is not None
    return view.seats["E"].left


def codes(drill: Drill) -> list[tuple[str | None, str]]:
    return [(each.seat, each.code) for each in drill.now.violations if each.code != "count.hand"]


def tricks(drill: Drill) -> list[list[str]]:
    laid = [*(trick.plays for trick in drill.now.tricks), drill.now.trick.plays]
    return [[f"{play.seat} {' '.join(play.cards)}" for play in plays] for plays in laid]


def test_a_lead_on_which_all_three_passed_without_a_word_is_gathered_when_its_seat_leads_again() -> None:
    drill = table()
    drill.shows(E, "S3")
    assert goes(drill) == ["play_lifted"]
    drill.shows(E, "S4")
    assert drill.kinds == ["trick_collected", "played"]
    assert (tricks(drill), codes(drill)) == ([["E S3"], ["E S4"]], [])


def test_a_lead_that_is_gone_and_answered_lay_there_all_along() -> None:
    drill = table()
    drill.shows(E, "S3")
    goes(drill, after=0.0)
    drill.shows(N, "S5")
    assert drill.kinds == ["play_taken_back", "played"]
    slow = table()
    slow.shows(E, "S3")
    goes(slow)
    slow.shows(N, "S5")
    assert slow.kinds == ["played"]
    assert (tricks(slow), codes(slow), slow.now.questions) == ([["E S3", "N S5"]], [], ())
    slow.clears()
    assert slow.kinds == ["trick_collected"]


def test_another_seat_that_lays_what_answers_nothing_leads_and_is_asked_about() -> None:
    drill = table()
    drill.shows(E, "S9")
    goes(drill)
    drill.shows(N, "S5")
    drill.shows(W, "S6")
    assert tricks(drill) == [["E S9"], ["N S5", "W S6"]]
    assert (codes(drill), [each.code for each in drill.now.questions]) == ([], ["misread.turn"])


def test_the_partner_leads_after_a_last_card_that_nobody_beat() -> None:
    drill = table(1, 27, 27, 27)
    drill.shows(E, "S3")
    goes(drill)
    drill.shows(W, "S5")
    assert drill.kinds == ["trick_collected", "played"]
    assert (tricks(drill), codes(drill)) == ([["E S3"], ["W S5"]], [])


def test_three_passes_that_were_said_gather_the_lead_at_once() -> None:
    drill = table()
    drill.shows(E, "S3")
    drill.log(*(Passed(seat) for seat in (N, W, S)))
    assert goes(drill, after=0.0) == ["trick_collected"]
    two = table()
    two.shows(E, "S3")
    two.log(*(Passed(seat) for seat in (N, W)))
    assert goes(two) == ["play_lifted"]


def test_a_lead_that_is_laid_again_with_more_cards_was_taken_back_however_late() -> None:
    drill = table()
    drill.shows(E, "S3 C3")
    goes(drill, after=20.0)
    drill.shows(E, "S3 C3 D3")
    assert drill.kinds == ["play_taken_back", "played"]
    assert (tricks(drill), codes(drill)) == ([["E S3 C3 D3"]], [("E", "play.taken_back")])


def test_one_card_that_is_laid_again_with_more_may_be_its_twin_until_both_are_seen() -> None:
    drill = table()
    drill.shows(E, "S3")
    goes(drill, after=20.0)
    drill.shows(E, "S3 C3")
    assert (tricks(drill), codes(drill)) == ([["E S3"], ["E S3 C3"]], [])
    both = table()
    both.shows(E, "S3")
    goes(both, after=20.0)
    both.shows(E, "S3 S3")
    assert (tricks(both), codes(both)) == ([["E S3 S3"]], [("E", "play.taken_back")])


@pytest.mark.parametrize("cards", ["S3", "S5 C5"])
def test_other_cards_or_the_twin_of_the_lead_are_a_new_lead(cards: str) -> None:
    drill = table()
    drill.shows(E, "S3")
    goes(drill)
    drill.shows(E, cards)
    assert (tricks(drill), codes(drill)) == ([["E S3"], [f"E {cards}"]], [])


def alone(drill: Drill, cards: str, *, piled: bool = True) -> None:
    """Let East lead and everybody pass; East turns the cards down."""
    drill.shows(E, cards)
    goes(drill)
    if piled:
        drill.observe(CardsShown("pile-E", None, (FACE_DOWN,), drill._evidence()))


def test_a_lead_counted_as_won_with_is_given_back_once_the_hand_would_have_held_too_many_cards() -> None:
    """East thought better of S3 after four seconds: nobody could tell from a trick that all passed on."""
    drill = table(3, 27, 27, 27)
    alone(drill, "S3", piled=False)
    alone(drill, "S4")
    alone(drill, "S3")
    assert left(drill) == 0
    drill.shows(E, "S6")
    assert "corrected" in drill.kinds
    assert (tricks(drill), codes(drill)) == ([["E S4"], ["E S3"], ["E S6"]], [("E", "play.taken_back")])
    assert left(drill) == 0


def test_too_many_cards_of_which_none_was_laid_twice_are_asked_about() -> None:
    """The control: nothing went back. Nobody lays what he does not hold, so that one card was none."""
    drill = table(3, 27, 27, 27)
    for card in ("S3", "S4", "S7"):
        alone(drill, card)
    drill.shows(E, "S6")
    assert "corrected" not in drill.kinds
    assert (codes(drill), [each.params["code"] for each in drill.now.questions]) == ([], ["turn.seat_is_out"])


def test_a_lead_that_was_entered_by_hand_is_never_given_back() -> None:
    drill = table(3, 27, 27, 27)
    drill.command(EnterPlay(E, (Card.S3,)))
    goes(drill)
    for card in ("S4", "S3"):
        alone(drill, card)
    drill.shows(E, "S6")
    assert "corrected" not in drill.kinds
    assert [cards for trick in tricks(drill) for cards in trick] == ["E S3", "E S4", "E S3", "E S6"]


def test_a_lead_that_was_answered_is_never_given_back() -> None:
    drill = table(3, 27, 27, 27)
    drill.shows(E, "S3")
    drill.shows(N, "S4")
    drill.clears()
    for card in ("S5", "S3"):
        alone(drill, card)
    drill.shows(E, "S6")
    assert "corrected" not in drill.kinds
    assert tricks(drill)[0] == ["E S3", "N S4"]


def passed_on(drill: Drill, cards: str = "D4 D4", then: str = "S7 C7") -> None:
    """Let East lead, take the lead back after all could have passed, and lead otherwise; North has the trick."""
    alone(drill, cards, piled=False)
    drill.shows(E, then)
    drill.shows(N, "S8 C8")
    drill.clears()


def test_a_lead_of_which_a_card_is_laid_once_more_had_gone_back() -> None:
    """Both D4 were seen in the lead. There is no third, so that the lead went back, and East held two cards more."""
    drill = table()
    passed_on(drill)
    drill.shows(N, "S3")
    drill.command(EnterReport(E, 25))
    assert [each.code for each in drill.now.questions] == ["report.count_differs"]
    drill.shows(E, "D4")
    assert drill.kinds == ["corrected", "played"]
    assert (codes(drill), drill.now.questions, left(drill)) == (
        [("E", "play.taken_back")],
        (),
        24,
    )
    assert tricks(drill) == [["E S7 C7", "N S8 C8"], ["N S3", "E D4"]]


def test_a_hand_that_is_over_shows_that_a_lead_had_gone_back() -> None:
    drill = table(5, 3, 27, 1)
    passed_on(drill)
    drill.shows(N, "S9")
    drill.shows(S, "SJ")
    assert drill.now.guandan is not None
    assert drill.now.guandan.order == ("N", "S")
    drill.shows(E, "D4 D4 S5")
    assert drill.kinds == ["corrected", "cards_exposed"]
    assert (codes(drill), left(drill)) == ([("E", "play.taken_back")], 3)


@pytest.mark.parametrize(
    ("who", "confidence", "report"),
    [(W, 1.0, 0), (E, 0.9, 0), (E, 1.0, 23)],
    ids=["another seat", "not sure", "report"],
)
def test_a_third_card_of_a_face_proves_nothing_else(who: Seat, confidence: float, report: int) -> None:
    """Laid by another seat, read without being sure of it, or against what East said to hold, it was misread."""
    drill = table()
    passed_on(drill)
    if report:
        drill.command(EnterReport(E, report))
    drill.shows(who, "D4", confidence)
    assert "corrected" not in drill.kinds
    assert codes(drill) == []
    assert tricks(drill)[:2] == [["E D4 D4"], ["E S7 C7", "N S8 C8"]]
    assert "reading.unread" in [each.code for each in drill.now.questions]


def test_which_of_two_leads_went_back_nobody_can_tell() -> None:
    drill = table()
    alone(drill, "D4", piled=False)
    alone(drill, "D4", piled=False)
    passed_on(drill, "S5")
    drill.shows(E, "D4")
    assert "corrected" not in drill.kinds
    assert codes(drill) == []


def test_a_lead_that_is_seen_again_before_anything_else_may_have_lain_there_all_along() -> None:
    drill = table()
    alone(drill, "D4 D4", piled=False)
    drill.shows(E, "D4 D4")
    assert "corrected" not in drill.kinds
    assert codes(drill) == []


@pytest.mark.parametrize("cleared", [True, False])
def test_cards_of_the_next_hand_say_nothing_of_a_lead_in_the_one_before(cleared: bool) -> None:
    """Every face is there twice in either hand."""
    drill = table(5, 3, 27, 1)
    passed_on(drill)
    drill.shows(N, "S9")
    drill.shows(S, "SJ")
    drill.waits(60)
    if cleared:
        drill.clears()
    drill.shows(E, "D4 D5 D6 D7 D8 C2")
    assert "corrected" not in drill.kinds
    assert (drill.now.hand, tricks(drill), codes(drill)) == (2, [["E D4 D5 D6 D7 D8 C2"]], [])


def test_a_lead_had_gone_back_also_where_the_same_cards_settle_what_became_of_another() -> None:
    """East takes S7 C7 back at once as well: with D4 he lays what shows both."""
    drill = table()
    alone(drill, "D4 D4", piled=False)
    drill.shows(E, "S7 C7")
    goes(drill, after=0.0)
    drill.shows(E, "D4")
    assert drill.kinds == ["corrected", "play_taken_back", "played"]
    assert (codes(drill), tricks(drill)) == ([("E", "play.taken_back")] * 2, [["E D4"]])
