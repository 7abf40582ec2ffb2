"""A hand that ended though nobody was out who would have ended it: where its last cards were laid that nobody saw."""

from __future__ import annotations

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import SYSTEM, Actor, DealEnded, DealStarted, Fact, Played, Source, TrickCollected
from paizhuo.rules.guandan_events import Reported
from paizhuo.rules.table_service import CountHands

from .test_slips import codes, saw, seen
from .test_unseen import answer, tricks
from .told import asked, cards, guandan

E, N, W, S = Seat

END: tuple[Fact, ...] = (TrickCollected(), DealEnded())


SHORT_OF_ONE: tuple[Fact, ...] = (
    saw(S, "SA"),
    saw(E, "LJ"),
    TrickCollected(),
    saw(E, "S9 C9 D9 HT ST"),
    saw(N, "SJ CJ DJ HQ"),
    *END,
)
"""North's four cards are no play unless one more lay there; it is out with that one, after its partner."""


def ended(counts: tuple[int, int, int, int], *facts: Fact) -> Drill:
    """Tell a hand that began with so many cards each, to its end as the next pack on the table shows it."""
    drill = seen()
    drill.command(CountHands(counts))
    drill.log(*facts, actor=SYSTEM)
    return drill


def places(drill: Drill) -> tuple[str, ...]:
    return next(each.options for each in drill.now.questions if each.code == "finish.unknown")


def test_the_partner_of_who_is_out_laid_his_last_card_unseen() -> None:
    drill = ended((2, 27, 1, 27), saw(E, "S5"), saw(W, "SA"), *END)
    assert places(drill) == ("unseen:E:1", "unseen:E:2")
    (question,) = drill.now.questions
    assert {each: question.params[each] for each in question.params if each.endswith("trick")} == {
        "unseen_1_trick": 1,
        "unseen_2_trick": 2,
    }
    answer(drill, "unseen:E:2")
    assert tricks(drill)[:2] == [["E S5", "W SA"], ["E ??"]]
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])
    assert guandan(drill).order == ("W", "E")


def test_a_card_that_a_play_lacked_ends_the_hand_as_well() -> None:
    drill = ended((2, 27, 1, 27), saw(W, "SA"), TrickCollected(), saw(E, "S5"), *END)
    assert places(drill) == ("unseen:E:3", "missed:E:2", "unseen:E:2")
    answer(drill, "missed:E:2")
    assert tricks(drill)[:2] == [["W SA"], ["E S5 ??"]]
    assert asked(drill.now) == ["reading.unread"]
    assert guandan(drill).order == ("W", "E")


def test_an_answer_that_does_not_end_the_hand_leaves_the_question() -> None:
    drill = ended((3, 27, 1, 27), saw(W, "SA"), TrickCollected(), saw(E, "S5"), *END)
    single = next(each for each in reversed(places(drill)))
    answer(drill, single)
    assert guandan(drill).seats["E"].left in (0, 1)
    assert ("finish.unknown" in asked(drill.now)) is (guandan(drill).seats["E"].left == 1)


def test_nothing_is_named_in_a_hand_that_was_not_watched_to_its_end() -> None:
    assert places(ended((27, 27, 27, 27), saw(E, "S5"), *END)) == ()
    given = ended((2, 27, 1, 27), Played(E, cards("S5")), Played(W, cards("SA")), *END)
    assert places(given) == ()
    assert places(ended((27, 27, 27, 27), DealEnded())) == ()


def test_whoever_acted_last_ended_the_hand_rather_than_somebody_who_laid_unseen_after_him() -> None:
    """East and South lack a card each; East's partner is out, and East laid last."""
    lays = (saw(E, "S5"), saw(W, "SA"), TrickCollected(), saw(E, "S6"))
    assert {each.split(":")[1] for each in places(ended((3, 27, 1, 1), *lays, *END))} == {"E"}


def test_cards_are_looked_for_after_the_number_that_their_seat_said() -> None:
    lays = (saw(E, "S5"), saw(N, "S9"), TrickCollected(), saw(N, "S6"), saw(E, "S7"), saw(W, "SA"))
    told = (saw(E, "S5"), saw(N, "S9"), Reported(E, 2), *lays[2:])
    assert "unseen:E:1" in places(ended((3, 27, 1, 27), *lays, *END))
    assert [each for each in places(ended((3, 27, 1, 27), *told, *END)) if each.endswith(":1")] == []


def test_a_last_play_may_lie_over_all_that_was_seen() -> None:
    drill = ended((1, 27, 1, 27), saw(W, "S5"), saw(S, "S6"), *END)
    assert places(drill) == ("unseen:E:1",)
    answer(drill, "unseen:E:1")
    assert tricks(drill)[0] == ["W S5", "S S6", "E ??"]
    assert guandan(drill).order == ("W", "E")
    alone = ended((2, 27, 1, 27), saw(W, "S5"), saw(S, "S6"), *END)
    assert places(alone) == ("unseen:E:1",)


def test_the_place_after_all_plays_is_known_where_the_table_itself_closed_the_hand() -> None:
    drill = seen()
    drill.command(CountHands((2, 27, 1, 27)))
    drill.log(saw(E, "S5"), saw(W, "SA"), *END, actor=Actor(Source.REFEREE))
    assert places(drill) == ("unseen:E:1",)
    lying = ended((2, 27, 1, 27), saw(E, "S5"), saw(W, "SA"), DealEnded())
    assert places(lying) == ("unseen:E:1",)


def test_what_is_asked_about_anyway_ends_the_hand_without_another_question() -> None:
    drill = ended((27, 5, 27, 1), *SHORT_OF_ONE)
    assert asked(drill.now) == ["misread.play"]
    answer(drill, "missed:N")
    assert guandan(drill).order == ("S", "N")
    assert asked(drill.now) == ["reading.unread"]


def test_a_breach_that_stands_explains_nothing_any_more() -> None:
    drill = ended((27, 5, 27, 1), *SHORT_OF_ONE)
    answer(drill, "stands")
    assert codes(drill.now) == [("N", "shape.none")]
    assert asked(drill.now) == ["finish.unknown"]
    assert "unseen:N:1" in places(drill)


def test_a_lead_before_its_turn_is_asked_about_once_the_hand_is_closed() -> None:
    lays: tuple[Fact, ...] = (saw(E, "SA"), TrickCollected(), saw(N, "S5"))
    assert asked(ended((27, 1, 27, 27), *lays).now) == []
    assert "misread.turn" in asked(ended((27, 1, 27, 27), *lays, *END).now)


def test_a_play_that_two_slips_explain_is_asked_about_once_the_hand_is_closed() -> None:
    lays: tuple[Fact, ...] = (saw(W, "S7"), saw(S, "S9"), saw(E, "ST CT"))
    assert asked(ended((3, 27, 2, 27), *lays).now) == []
    assert "misread.play" in asked(ended((3, 27, 2, 27), *lays, DealEnded()).now)


def test_a_number_that_differs_is_asked_about_once_the_hand_is_closed() -> None:
    """West says to be out, and the play with which it is may still be told: until the hand is closed."""
    lays: tuple[Fact, ...] = (saw(W, "S5"), TrickCollected(), saw(E, "SA"), Reported(W, 0))
    assert asked(ended((1, 27, 3, 27), *lays).now) == []
    assert asked(ended((1, 27, 3, 27), *lays, DealEnded()).now) == ["report.count_differs"]


def test_the_next_hand_keeps_what_was_offered_for_the_one_before() -> None:
    drill = ended((2, 27, 1, 27), saw(E, "S5"), saw(W, "SA"), *END, DealStarted(2))
    answer(drill, "unseen:E:2")
    assert [each.order for each in guandan(drill).hands] == [("W", "E")]
