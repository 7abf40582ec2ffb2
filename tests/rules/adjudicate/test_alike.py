"""Cards that may be exchanged for each other when a hand is over: one question, whose answer settles all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Amended, Inserted, QuestionAsked
from paizhuo.rules.observations import CardReading
from paizhuo.rules.service import Answer, CommandRefusedError, Undo
from paizhuo.rules.shengji.alike import alike
from paizhuo.rules.shengji.state import ShengjiMatch
from paizhuo.rules.snapshot import QuestionView, TableSnapshot

from .test_afterthoughts import TRUTH, hand, offences, play_out, shown

E, N, W, S = Seat

FOUR = [divmod(place, 4) for place, token in enumerate(hand()) if token in ("D9", "S6")]
"""Trick and place, from 0, of four cards of two faces."""
NINE, SIX = FOUR[0], FOUR[-1]


def unread(drill: Drill) -> list[CardReading]:
    return [replace(drill.card("??"), confidence=0.0, present=0.999)]


def one(now: TableSnapshot) -> QuestionView:
    (question,) = now.questions
    return question


def tricks(question: QuestionView) -> list[object]:
    return [question.params[each] for each in question.params if each.endswith("trick")]


def true_option(question: QuestionView) -> str:
    """Give the way that has every card where it truly lay."""
    truth = {(play.seat, trick.number): play.cards for trick in TRUTH[0].tricks for play in trick.plays}

    def is_true(option: str) -> bool:
        placed = [each.split(":") for each in option.removeprefix("cards.alike:").split(",")]
        return all(card in truth[seat, int(trick)] for seat, trick, card in placed)

    (option,) = [each for each in question.options if is_true(each)]
    return option


def without(drill: Drill, *cards: Sequence[CardReading]) -> TableSnapshot:
    """Play the hand out with the first of the four read so; no reading is a play that nobody saw."""
    return play_out(drill, dict(zip(FOUR, cards, strict=False)))


def two_faces(drill: Drill) -> TableSnapshot:
    return play_out(drill, {NINE: unread(drill), SIX: unread(drill)})


def test_four_cards_that_nobody_could_read_are_asked_about_as_one(playing: Drill) -> None:
    assert len(FOUR) == 4
    now = without(playing, *(unread(playing) for _ in FOUR))
    question = one(now)
    assert (question.code, len(question.options), question.params["cards"]) == ("cards.alike", 6, 4)
    assert sorted(map(int, map(str, tricks(question)))) == sorted({trick + 1 for trick, _ in FOUR})
    now = playing.command(Answer(question.id, true_option(question)))
    assert (shown(now), now.questions, now.result) == (shown(TRUTH[0]), (), TRUTH[0].result)
    assert offences(now) == offences(TRUTH[0])
    assert isinstance(playing.timeline.log[-1].event, Amended)
    assert one(playing.command(Undo())) == question


def test_it_is_the_first_of_the_questions_in_a_wider_form_and_put_no_second_time(playing: Drill) -> None:
    question = one(two_faces(playing))
    put = [entry.event.question for entry in playing.timeline.log if isinstance(entry.event, QuestionAsked)]
    assert question.code == "cards.alike"
    assert put[0] == question.id
    assert len(put) == len(set(put)) == 2


def test_another_way_is_recorded_as_it_is_answered(playing: Drill) -> None:
    """The control: the answer decides, whatever was likelier."""
    question = one(without(playing, unread(playing), unread(playing), unread(playing)))
    other = next(each for each in question.options if each != true_option(question))
    now = playing.command(Answer(question.id, other))
    assert now.questions == ()
    assert shown(now) != shown(TRUTH[0])
    with pytest.raises(CommandRefusedError, match=r"command\.no_such_question"):
        playing.command(Answer(question.id, other))


def test_an_option_that_was_not_offered_is_refused(playing: Drill) -> None:
    question = one(two_faces(playing))
    with pytest.raises(CommandRefusedError, match=r"command\.no_such_option"):
        playing.command(Answer(question.id, "cards.alike:E:1:BJ"))


def test_plays_that_nobody_saw_are_put_in_with_the_answer(playing: Drill) -> None:
    now = play_out(playing, {NINE: unread(playing), SIX: []})
    question = one(now)
    assert question.code == "cards.alike"
    now = playing.command(Answer(question.id, true_option(question)))
    assert (shown(now), now.questions) == (shown(TRUTH[0]), ())


def test_two_plays_that_nobody_saw_follow_from_one_answer(playing: Drill) -> None:
    now = play_out(playing, {NINE: [], SIX: []})
    question = one(now)
    now = playing.command(Answer(question.id, true_option(question)))
    assert (shown(now), now.questions) == (shown(TRUTH[0]), ())
    made = [entry.event for entry in playing.timeline.log if isinstance(entry.event, Inserted)]
    assert [each.reason_code for each in made] == ["missed", "deal.closure"]


def test_three_plays_that_nobody_saw_are_asked_about_one_by_one(playing: Drill) -> None:
    now = without(playing, [], [], [])
    assert [each.code for each in now.questions] == ["trick.missing_play"] * 3


def test_a_card_that_a_play_lacks_may_be_one_of_them(playing: Drill) -> None:
    """North answers a pair with one card that was seen: the account says that it laid two, and nobody is asked that."""
    cards = hand()
    for token in ("SK", "SK", "S3", "S3", "S4", "S4", "S5", "S5"):
        cards.remove(token)
    for seat, pair in ((E, "SK SK"), (N, "S3"), (W, "S4 S4"), (S, "S5 S5")):
        playing.shows(seat, pair)
    now = playing.clears()
    assert [each.code for each in now.questions] == ["misread.too_few"]
    leader = E
    for number in range(23):
        seat, four = leader, cards[number * 4 : number * 4 + 4]
        for place, token in enumerate(four):
            playing.shows_readings(seat, unread(playing) if (number, place) == (12, 2) else [playing.card(token)])
            seat = seat.next
        leader = Seat[playing.clears().tricks[-1].winner]
    lacking = cards[12 * 4 + 2]
    question = one(playing.turns_up("C3 C3 C4 C4 C6 C6 C7 C7"))
    assert (question.code, len(question.options)) == ("cards.alike", 2)
    (right,) = [each for each in question.options if "N:1:S3" in each]
    now = playing.command(Answer(question.id, right))
    assert now.questions == ()
    assert now.tricks[0].plays[1].cards == ("S3", "S3")
    assert lacking in [card for play in now.tricks[13].plays for card in play.cards]
    assert "count.wrong" not in [each.code for each in now.violations]


def test_what_is_asked_of_other_cards_stays_a_question_of_its_own(playing: Drill) -> None:
    """North showed a card over East's bid that does not stand, unless its twin lay under it."""
    playing.shows(N, "D2")
    assert [each.code for each in playing.clears().questions] == ["misread.bid"]
    now = two_faces(playing)
    assert sorted(each.code for each in now.questions) == ["cards.alike", "misread.bid"]
    question = next(each for each in now.questions if each.code == "cards.alike")
    now = playing.command(Answer(question.id, true_option(question)))
    assert [each.code for each in now.questions] == ["misread.bid"]


def test_too_many_ways_are_asked_about_one_by_one(playing: Drill) -> None:
    """Four different faces may lie in 24 ways."""
    places = [divmod(hand().index(token), 4) for token in ("D9", "S6", "SA", "HT")]
    now = play_out(playing, {place: unread(playing) for place in places})
    assert {each.code for each in now.questions} == {"reading.unread"}
    assert len(now.questions) == 4


def test_one_card_alone_stays_a_question_of_its_own(playing: Drill) -> None:
    """A face read for sure and wrong leaves one card unread, and two faces for it."""
    six = hand().index("S6")
    now = play_out(playing, {divmod(six, 4): [playing.card("S9", 0.999)]})
    assert [each.code for each in now.questions] == ["reading.unread"]


def test_before_the_kitty_lies_open_every_card_is_asked_about_for_itself(playing: Drill) -> None:
    playing.trick(E, "S5", "S7", "S8", "S9")
    for seat, token in zip((W, N, E), ("SA", "??", "??"), strict=True):
        playing.shows_readings(seat, [playing.card(token, 0.999)] if token != "??" else unread(playing))
    game = playing.timeline.state.game
    assert isinstance(game, ShengjiMatch)
    assert game.deal is not None
    assert alike(game.deal) is None
    assert [each.code for each in playing.now.questions].count("reading.unread") == 2
