"""Where a seat may have laid the cards that it lacks by its own word, as the question about the number names it."""

from __future__ import annotations

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Fact, Played, PlayTakenBack, Spot, TrickCollected
from paizhuo.rules.guandan_events import Passed, Reported
from paizhuo.rules.table_service import CountHands

from .test_slips import SEEN, codes, options, saw, seen
from .test_unseen import answer, offered, told_short, tricks
from .told import asked, cards

E, N, W, S = Seat


def says(drill: Drill, seat: Seat, left: int) -> tuple[str, ...]:
    """Let a seat say how many cards it has left, and somebody pass; give what is offered for the difference."""
    told_short(drill, seat, left)
    drill.log(Passed(seat))
    return offered(drill, seat)


def places(seat: Seat, left: int, *facts: Fact) -> tuple[str, ...]:
    """Tell plays, let a seat say how many cards it has left, and give the places that the question names."""
    drill = seen()
    drill.log(*facts)
    return says(drill, seat, left)[2:]


def unread(seat: Seat) -> Played:
    return Played(seat, cards("??"), (SEEN,))


def test_a_play_between_two_others_when_it_was_the_turn_of_the_seat() -> None:
    assert places(N, 26, saw(E, "S5"), saw(W, "S9")) == ("unseen:N:1",)
    assert places(S, 26, saw(E, "S5"), saw(W, "S9")) == ("unseen:S:1",)  # it had passed, and came again


def test_likelier_places_are_named_first() -> None:
    late = (saw(E, "S5"), saw(W, "S9"), TrickCollected(), saw(W, "S3"), saw(E, "SJ"))
    assert places(S, 26, *late) == ("unseen:S:2", "unseen:S:1")


def test_no_place_where_nothing_fits_between() -> None:
    assert places(N, 26, saw(E, "S5"), saw(W, "S6")) == ()
    assert places(N, 25, saw(E, "S5"), saw(W, "S6")) == ()
    assert places(N, 25, saw(E, "S5 C5"), saw(W, "S9 C9")) == ("unseen:N:1",)
    assert places(N, 24, saw(E, "S5 C5 D5"), saw(W, "S9 C9 D9")) == ("unseen:N:1",)
    assert places(N, 22, saw(E, "S5 C5 D5 S3 C3"), saw(W, "S9 C9 D9 S4 C4")) == ("unseen:N:1",)
    assert places(N, 22, saw(E, "S5 C5 D5 S3 C3"), saw(W, "S6 C6 D6 S4 C4")) == ()
    assert places(N, 22, saw(E, "S5 C5 D5 S3 C3"), saw(W, "S9 C9 D9 H9 S9 C9")) == ("unseen:N:1",)


def test_only_cards_that_were_not_seen_fit_between() -> None:
    """Both of each six were laid; a seven is left as long as one of eight was not, or lies in doubt."""
    sixes: list[Fact] = [saw(E, "S6 C6 D6 H6 S6 C6 D6 H6"), TrickCollected()]
    assert places(N, 26, *sixes, saw(E, "S5"), saw(W, "S7")) == ()
    assert places(N, 26, saw(E, "S6 C6 D6 H6 S6 C6 D6"), TrickCollected(), saw(E, "S5"), saw(W, "S7")) == (
        "unseen:N:2",
    )


def test_a_bomb_may_lie_between_whatever_is_below() -> None:
    assert places(N, 23, saw(E, "S5"), saw(W, "S9 C9 D9 H9 S9")) == ("unseen:N:1",)
    assert places(N, 23, saw(E, "S5"), saw(W, "S6")) == ()
    assert places(N, 26, saw(E, "S5 C5 D5 H5"), saw(W, "S9 C9 D9 H9")) == ()


def test_what_lies_beside_an_unread_card_may_be_anything_of_as_many_cards() -> None:
    assert places(N, 26, unread(E), saw(W, "S9")) == ("unseen:N:1",)
    assert places(N, 25, saw(E, "S5 C5"), unread(W)) == ("unseen:N:1",)
    assert places(N, 26, saw(E, "S5 C5"), unread(W)) == ()
    assert places(N, 23, unread(E), saw(W, "S9")) == ("unseen:N:1",)


def test_a_lead_may_have_been_of_more_cards_and_another_lead_may_lie_before_it() -> None:
    assert places(E, 25, saw(E, "S5")) == ("missed:E:1", "unseen:E:1")
    assert places(E, 24, saw(E, "S5")) == ("missed:E:1", "unseen:E:1")
    assert places(E, 23, saw(E, "S5")) == ("unseen:E:1", "missed:E:1")
    assert places(E, 25, saw(E, "S5"), saw(N, "S9")) == ("unseen:E:1",)
    assert places(E, 25, saw(E, "S5"), saw(N, "S9 C9 D9 H9")) == ("missed:E:1", "unseen:E:1")
    assert places(E, 25, unread(E)) == ("unseen:E:1",)
    assert places(E, 25, saw(E, "S5"), unread(N)) == ("missed:E:1", "unseen:E:1")


def test_a_bomb_may_have_been_of_more_cards_wherever_it_lay() -> None:
    assert places(N, 22, saw(E, "S5"), saw(N, "S9 C9 D9 H9")) == ("missed:N:1",)
    assert places(N, 25, saw(E, "S5"), saw(N, "S9")) == ()


def test_no_lead_lies_before_another_if_no_such_cards_are_left() -> None:
    every_ten = saw(E, "ST CT DT HT ST CT DT HT")
    assert places(E, 17, every_ten, TrickCollected(), saw(E, "S5")) == (
        "missed:E:1",
        "missed:E:2",
        "unseen:E:1",
        "unseen:E:2",
    )


def test_a_seat_that_seems_to_lay_twice_running_was_answered_if_nobody_gathered_its_play() -> None:
    twice: list[Fact] = [saw(E, "S5"), saw(W, "S9"), saw(W, "SA")]
    assert places(N, 26, *twice) == ("unseen:N:1",)
    gathered: list[Fact] = [saw(E, "S5"), saw(W, "S9"), TrickCollected(), saw(W, "SA")]
    assert places(S, 26, *gathered) == ("unseen:S:1",)
    assert places(W, 24, *twice) == ("missed:W:2", "unseen:W:2")
    drill = seen(*twice)
    says(drill, S, 26)
    answer(drill, "unseen:S:1")
    assert tricks(drill) == [["E S5", "W S9", "S ??", "W SA"]]


def test_what_was_laid_after_the_seat_told_its_number_is_no_place() -> None:
    drill = seen(saw(E, "S5"))
    assert told_short(drill, N, 26) == ()  # the play with which the word came may be told yet
    drill.log(saw(W, "S9"), saw(W, "SA"))
    question = next(each for each in drill.now.questions if each.code == "report.count_differs")
    assert question.options == ("counted", "said")


def test_two_plays_that_were_missed_may_lie_one_upon_the_other() -> None:
    drill = seen(saw(E, "S5"), saw(W, "ST"))
    drill.log(TrickCollected())
    assert says(drill, N, 26) == ("counted", "said", "unseen:N:1")
    assert says(drill, W, 25) == ("counted", "said", "unseen:W:1")


def test_who_leads_after_its_partner_s_last_play_names_where_that_one_laid_the_cards_it_seems_to_hold() -> None:
    drill = seen()
    drill.command(CountHands((2, 27, 27, 27)))
    drill.log(saw(S, "S3"), saw(W, "ST"), saw(E, "SJ"), TrickCollected(), saw(W, "S5"), saw(S, "S6"))
    assert options(drill)[-1][1:] == ("missed:E", "unseen:W:1", "unseen:E:2", "unseen:E:1", "stands")
    answer(drill, "unseen:E:1")
    assert tricks(drill) == [["S S3", "E ??", "W ST", "E SJ"], ["W S5", "S S6"]]
    assert (codes(drill.now), asked(drill.now)) == ([], ["reading.unread"])


def test_the_cards_that_a_play_lacks_are_added_to_it_unread() -> None:
    drill = seen(saw(E, "S5"))
    assert told_short(drill, E, 24) == ("counted", "said", "missed:E:1", "unseen:E:1")
    answer(drill, "missed:E:1")
    assert (tricks(drill), codes(drill.now)) == ([["E S5 ?? ??"]], [])
    assert asked(drill.now) == ["reading.unread", "reading.unread"]


def test_the_number_itself_may_be_wrong_and_then_nothing_is_put_in() -> None:
    drill = seen(saw(E, "S5"))
    told_short(drill, E, 24)
    answer(drill, "said")
    assert (tricks(drill), asked(drill.now)) == ([["E S5"]], [])


def test_a_part_of_what_a_seat_lacks_may_be_asked_about_already() -> None:
    """North's full house lacks a card, so that its number speaks of but one more."""
    drill = seen(saw(E, "S9 C9 D9 S3 C3"), saw(N, "ST CT DT S4"), TrickCollected(), saw(N, "S5"), saw(S, "SJ"))
    assert says(drill, N, 20) == ("counted", "said", "unseen:N:2")
    assert drill.now.questions[-1].params["unseen_1_trick"] == 2


def test_a_play_that_was_told_after_the_word_of_its_seat_came_with_it() -> None:
    drill = seen(saw(E, "S5"))
    says(drill, N, 24)
    drill.log(saw(N, "S9 C9"), saw(W, "ST CT"))
    assert "report.count_differs" in asked(drill.now)
    assert drill.now.questions[-1].options == ("counted", "said")
    late = seen()
    late.log(Reported(N, 24), saw(N, "S9 C9"))
    options_of_report = [each.options for each in late.now.questions if each.code == "report.count_differs"]
    assert options_of_report == [("counted", "said", "missed:N:1", "unseen:N:1")]


def test_where_people_enter_every_play_none_was_missed() -> None:
    drill = seen()
    drill.log(Played(E, cards("S5")), Played(W, cards("S9")))
    assert says(drill, N, 26) == ("counted", "said")
    nobody = seen()
    assert says(nobody, N, 26) == ("counted", "said")


def late(*facts: Fact) -> list[tuple[str, ...]]:
    """Let North say after East's first play that it holds a card less than was counted, and tell what came then."""
    drill = seen(saw(E, "S5"))
    drill.log(Reported(N, 26), *facts)
    return [each.options for each in drill.now.questions if each.code == "report.count_differs"]


def test_a_word_that_came_with_a_play_told_after_it_is_right_and_one_before_the_next_trick_is_not() -> None:
    assert late(saw(N, "S9")) == []
    assert late(TrickCollected(), saw(N, "S9")) == []  # the lead before it, on which all passed, is gathered only now
    assert late(saw(W, "S7"), saw(N, "S9")) != []
    drill = seen(saw(E, "S5"), saw(W, "S6"))
    drill.log(Reported(N, 26), TrickCollected(), saw(N, "S9"))
    assert "report.count_differs" in asked(drill.now)
    nothing = seen()
    nothing.log(saw(E, "S5"), TrickCollected(), Reported(N, 26), TrickCollected())
    assert "report.count_differs" in asked(nothing.now)


def test_who_said_to_lack_as_many_cards_as_it_seems_to_hold_is_out_and_its_partner_may_lead() -> None:
    def leads(*facts: Fact) -> list[str]:
        drill = seen()
        drill.command(CountHands((3, 27, 27, 27)))
        drill.log(saw(E, "S3"), *facts, saw(N, "S4"), saw(E, "SA"), TrickCollected(), saw(W, "S5"), saw(S, "S6"))
        return asked(drill.now)

    assert leads() == ["misread.turn"]
    assert leads(Reported(E, 1)) == ["report.count_differs"]
    assert sorted(leads(Reported(E, 0))) == ["misread.turn", "report.count_differs"]


def test_a_number_too_large_and_one_of_the_seat_that_acted_last_are_asked_about_at_once() -> None:
    drill = seen(saw(E, "S5"))
    assert told_short(drill, E, 25) != ()
    more = seen(saw(E, "S5"))
    told_short(more, N, 28)
    assert asked(more.now) == ["report.count_differs"]


def test_cards_that_a_seat_lacks_may_be_of_several_plays() -> None:
    """No pair lies between single cards, but one of two that are lacking may, and an answer puts in just that."""
    drill = seen(saw(E, "S5"), saw(W, "S9"))
    assert says(drill, N, 25) == ("counted", "said", "unseen:N:1")
    answer(drill, "unseen:N:1")
    assert tricks(drill)[0] == ["E S5", "N ??", "W S9"]
    assert next(each.params["counted"] for each in drill.now.questions if "counted" in each.params) == 26


def test_a_lead_that_nobody_saw_lies_before_what_its_seat_took_back_as_well() -> None:
    """East's wrong lead went back for a right one; with another lead before it, it is an offence of the next trick."""
    drill = seen(saw(E, "S5 C7"))
    seq = drill.timeline.log[-1].seq
    drill.log(PlayTakenBack(E, (Spot(seq, 0), Spot(seq, 1))), saw(E, "S9"), saw(N, "ST"))
    assert says(drill, E, 25)[2:] == ("unseen:E:1",)
    assert offences(drill) == [("E", "shape.none", 1)]
    answer(drill, "unseen:E:1")
    assert tricks(drill) == [["E ??"], ["E S9", "N ST"]]
    assert offences(drill) == [("E", "shape.none", 2)]


def test_what_was_taken_back_in_another_trick_or_by_another_seat_stays_where_it_was() -> None:
    drill = seen(saw(N, "S5 C7"))
    seq = drill.timeline.log[-1].seq
    drill.log(PlayTakenBack(N, (Spot(seq, 0), Spot(seq, 1))), saw(E, "S9"), TrickCollected(), saw(E, "S3"))
    says(drill, E, 24)
    answer(drill, "unseen:E:2")
    assert tricks(drill)[:3] == [["E S9"], ["E ??"], ["E S3"]]
    assert [each[2] for each in offences(drill) if each[1] == "shape.none"] == [1]


def offences(drill: Drill) -> list[tuple[str | None, str, int | None]]:
    return [(each.seat, each.code, each.trick) for each in drill.now.violations if each.code != "count.hand"]
