"""How hands and matches of Guandan end, and what rulings change."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.guandan.told import asked, cards, codes, guandan, table, variant

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.events import (
    CardsExposed,
    DealEnded,
    DealStarted,
    DealVoided,
    Played,
    Ruled,
    TrickCollected,
)
from paizhuo.rules.guandan_events import CardGivenBack, FinishNamed, TributePaid
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled

E, N, W, S = Seat

ORDER: dict[str, Any] = {"order": (E, N, W, S), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
"""East came first and its partner third: South pays East."""
DOUBLE: dict[str, Any] = {"order": (E, W), "levels": (Rank.FIVE, Rank.TWO), "hand": 2}
"""East and West came first: North and South pay."""


def test_two_partners_out_first_end_the_hand_and_rise_three() -> None:
    drill = table(DealStarted(1), HandsCounted((1, 27, 1, 27)), Played(E, cards("SA")), Played(W, cards("LJ")))
    assert drill.now.phase == "finished"
    assert guandan(drill).turn is None
    result = guandan(drill).result
    assert result is not None
    assert (result.order, result.double, result.winner, result.gain) == (("E", "W"), True, "EW", 3)
    assert (guandan(drill).order, guandan(drill).double, guandan(drill).to_beat) == (("E", "W"), True, 0)
    assert guandan(drill).seats["W"].place == 2
    drill.log(CardsExposed(N, cards("S3")), TrickCollected())
    assert drill.now.trick.plays == ()
    assert len(drill.now.tricks) == 1
    assert drill.now.remaining["S3"] == 1
    assert drill.now.levels == {"EW": "2", "NS": "2"}
    drill.log(DealEnded(), DealEnded())
    assert drill.now.levels == {"EW": "5", "NS": "2"}
    drill.log(DealStarted(2))
    assert (drill.now.level, guandan(drill).tribute.payers) == ("5", ("N", "S"))
    assert [hand.gain for hand in guandan(drill).hands] == [3]
    assert [hand.result.change for hand in drill.now.hands] == [3]


def test_a_play_after_the_end_is_recorded_and_named() -> None:
    drill = table(DealStarted(1), HandsCounted((1, 27, 1, 27)), Played(E, cards("SA")), Played(W, cards("LJ")))
    drill.log(Played(N, cards("BJ")))
    assert ("N", "turn.hand_over") in codes(drill.now)


def test_a_named_finishing_order_closes_a_hand_that_was_not_seen_to_its_end() -> None:
    drill = table(DealStarted(1), Played(E, cards("SA")), DealEnded())
    assert asked(drill.now) == ["finish.unknown"]
    drill.log(FinishNamed((N, E, S)))
    assert asked(drill.now) == []
    assert drill.now.levels == {"EW": "2", "NS": "4"}
    drill.log(DealStarted(2))
    assert guandan(drill).tribute.payers == ("W",)


def test_an_unknown_end_stays_a_question_while_the_next_hand_is_played() -> None:
    drill = table(DealStarted(1), Played(E, cards("SA")), DealEnded(), DealStarted(2))
    assert asked(drill.now) == ["finish.unknown"]
    assert guandan(drill).tribute.payers == ()


def test_a_voided_hand_counts_nothing_and_is_dealt_again() -> None:
    drill = table(DealVoided("x"), DealStarted(3), Played(E, cards("SA")), DealVoided("redeal"), **ORDER)
    assert (drill.now.phase, drill.now.hand) == ("waiting", 3)
    assert drill.now.levels == {"EW": "5", "NS": "2"}
    assert guandan(drill).turn is None


def test_passing_a_wins_the_match() -> None:
    facts = (DealStarted(9), FinishNamed((E, N, W, S)), DealEnded())
    drill = table(*facts, order=(E, N, W, S), levels=(Rank.ACE, Rank.KING))
    result = guandan(drill).result
    assert result is not None
    assert (result.ace, result.match_winner, guandan(drill).match.ending) == ("passed", "EW", "ace_passed")
    assert drill.now.result is not None
    assert drill.now.result.match_winner == "EW"


def test_failing_at_a_three_times_sends_a_side_back_where_the_rulebook_says_so() -> None:
    facts = (DealStarted(9), FinishNamed((N, E, S, W)), DealEnded())
    begun: dict[str, Any] = {"order": (E, N, W, S), "levels": (Rank.ACE, Rank.TWO), "failed": (2, 0)}
    drill = table(*facts, book="guandan-2017", **begun)
    result = guandan(drill).result
    assert result is not None
    assert (result.ace, result.failed, result.levels) == ("failed", {"EW": 0, "NS": 0}, {"EW": "2", "NS": "4"})
    assert guandan(drill).attempts == 3
    drill = table(*facts, **begun)
    assert guandan(drill).failed == {"EW": 3, "NS": 0}
    assert guandan(drill).attempts == 0


def test_levels_set_by_hand_change_the_hand_in_progress_and_stay_after_one_that_is_over() -> None:
    drill = table(LevelsSet((Rank.SEVEN, Rank.TWO), Side.EW), DealStarted(1), Played(E, cards("S7 C7")))
    assert drill.now.level == "7"
    drill.log(LevelsSet((Rank.NINE, Rank.TWO), Side.EW))
    assert drill.now.level == "9"
    drill.log(FinishNamed((E, W)), DealEnded())
    assert drill.now.levels == {"EW": "Q", "NS": "2"}
    drill.log(LevelsSet((Rank.THREE, Rank.TWO), Side.EW), BreachNoted(E, "card.hidden"))
    drill.log(Ruled(drill.now.violations[0].id, "levels_3"))
    assert drill.now.levels == {"EW": "3", "NS": "2"}


def test_the_end_signal_lets_the_hand_be_finished_or_drops_it_as_the_rulebook_has_it() -> None:
    facts = (DealStarted(2), TributePaid(S, cards("BJ")), Played(S, cards("SA")))
    counts = table(*facts, TimeCalled(), **ORDER)
    assert counts.now.phase == "playing"
    assert guandan(counts).match.time_up
    counts.log(FinishNamed((N, S)), TimeCalled(), DealEnded())
    assert guandan(counts).match.ending == "level_tie"
    dropped = table(*facts, TimeCalled(), book="guandan-2017", **ORDER)
    assert (dropped.now.phase, guandan(dropped).match.ending, guandan(dropped).match.winner) == (
        "finished", "higher_level", "EW",
    )  # fmt: skip
    assert asked(dropped.now) == []
    assert dropped.now.result is None
    left = table(*facts, TimeCalled(finish=True), book="guandan-2017", **ORDER)
    assert left.now.phase == "playing"
    between = table(TimeCalled(), **ORDER)
    assert guandan(between).match.winner == "EW"


def test_a_tie_is_broken_by_lot_or_by_an_extra_hand_that_ends_with_the_first_player_out() -> None:
    tie = table(TimeCalled())
    assert (guandan(tie).match.ending, guandan(tie).match.remedies) == ("level_tie", ("lot", "extra_hand"))
    tie.log(LotDrawn(Side.NS))
    assert (guandan(tie).match.ending, guandan(tie).match.winner) == ("lot", "NS")
    extra = table(
        TimeCalled(), DealStarted(1), HandsCounted((27, 1, 27, 27)), **{**ORDER, "levels": (Rank.FIVE, Rank.FIVE)}
    )
    assert guandan(extra).match.extra_hand
    assert (extra.now.level, guandan(extra).tribute.payers) == ("2", ())
    extra.log(Played(N, cards("SA")))
    assert extra.now.phase == "finished"
    extra.log(DealEnded())
    result = guandan(extra).result
    assert result is not None
    assert (result.counts, result.winner, result.order) == (False, "NS", ("N",))
    assert (guandan(extra).match.ending, guandan(extra).match.winner) == ("extra_hand", "NS")
    assert extra.now.levels == {"EW": "5", "NS": "5"}
    extra.log(LevelsSet((Rank.SIX, Rank.FIVE)))
    assert guandan(extra).match.winner == "NS"


def test_a_match_over_a_number_of_hands_ends_after_them() -> None:
    text = variant('[match]\nformat = "hands"\nhands = 1\n')
    drill = table(DealStarted(1), FinishNamed((S, N)), DealEnded(), text=text)
    assert (guandan(drill).match.played, guandan(drill).match.winner) == (1, "NS")


# Rulings


def wrong_tribute() -> Drill:
    facts = (DealStarted(2), TributePaid(S, cards("SK")), CardGivenBack(E, cards("S4")), Played(S, cards("SA")))
    return table(*facts, book="guandan-2017", **ORDER)


def test_a_ruling_gives_levels_to_the_other_side_when_the_hand_is_closed() -> None:
    drill = wrong_tribute()
    found = drill.now.violations[0]
    assert found.proposed == ("levels_2",)
    drill.log(Ruled(found.id, "levels_2"), Ruled("no such breach", "levels_2"), Ruled(found.id, "match_lost"))
    assert drill.now.levels == {"EW": "5", "NS": "2"}
    drill.log(FinishNamed((N, S)), DealEnded())
    assert drill.now.levels == {"EW": "7", "NS": "5"}


def test_a_ruling_on_the_hand_just_ended_closes_it_anew() -> None:
    drill = wrong_tribute()
    drill.log(FinishNamed((N, S)), DealEnded())
    assert drill.now.levels == {"EW": "5", "NS": "5"}
    drill.log(Ruled(drill.now.violations[0].id, "levels_2"))
    assert drill.now.levels == {"EW": "7", "NS": "5"}
    assert drill.now.violations[0].ruling == "levels_2"


def test_levels_given_by_a_ruling_survive_a_voided_hand() -> None:
    drill = wrong_tribute()
    drill.log(Ruled(drill.now.violations[0].id, "levels_2"), DealVoided("redeal"))
    assert drill.now.levels == {"EW": "7", "NS": "2"}
    drill = wrong_tribute()
    drill.log(Ruled(drill.now.violations[0].id, "levels_2"), FinishNamed((N, S)), DealEnded(), DealVoided("redeal"))
    assert drill.now.levels == {"EW": "7", "NS": "5"}


def test_the_ladder_of_a_rulebook_counts_what_was_ruled_before() -> None:
    slow = BreachNoted(E, "time.over", {"taken": 31})
    drill = table(DealStarted(1), slow, slow, slow, book="guandan-2017")
    ids = [each.id for each in drill.now.violations]
    assert ids[1:] == [f"{ids[0]}:2", f"{ids[0]}:3"]
    assert [each.proposed for each in drill.now.violations] == [(), (), ()]
    drill.log(Ruled(ids[0], "warning"), Ruled(ids[1], "warning"))
    assert drill.now.violations[2].proposed == ("levels_1",)


def test_coming_late_costs_levels_by_the_minutes_and_a_hidden_card_the_match_in_the_end() -> None:
    drill = table(DealStarted(1), BreachNoted(E, "late.arrived", {"minutes": 12}), book="guandan-2017")
    assert drill.now.violations[0].proposed == ("levels_3",)
    drill = table(DealStarted(1), BreachNoted(E, "late.arrived", {"minutes": "long"}))
    assert "match_lost" in drill.now.violations[0].proposed
    drill.log(Ruled(drill.now.violations[0].id, "match_lost"))
    assert (guandan(drill).match.ending, guandan(drill).match.winner) == ("ruled", "NS")
    wrong = table(DealStarted(1), HandsCounted((28, 26, 27, 27)))
    assert wrong.now.violations[0].proposed == ()
    wrong.log(Ruled(wrong.now.violations[0].id, "warning"), DealVoided("redeal"), Ruled("1:0:E:count.hand", "warning"))
    assert guandan(wrong).match.winner is None


def hidden(drill: Drill) -> str:
    return next(each.id for each in drill.now.violations if each.code == "card.hidden")


@pytest.mark.parametrize(
    ("order", "offender", "should"),
    [((E, N, W), E, ("N", "W", "S", "E")), ((E, N, W), S, ("E", "N", "W", "S")), ((E, W), N, ("E", "W"))],
)
def test_who_is_placed_last_comes_last(order: tuple[Seat, ...], offender: Seat, should: tuple[str, ...]) -> None:
    text = variant('[penalties]\nhidden_card = ["placed_last"]\n')
    counts = tuple(1 if seat in order else 27 for seat in Seat)
    drill = table(DealStarted(1), HandsCounted(counts), BreachNoted(offender, "card.hidden"), text=text)  # type: ignore[arg-type]
    drill.log(Ruled(hidden(drill), "placed_last"))
    for seat, card in zip(order, cards("SA LJ BJ"), strict=False):
        drill.log(Played(seat, (card,)))
    result = guandan(drill).result
    assert result is not None
    assert result.order == should


def test_one_of_two_first_players_placed_last_leaves_the_order_to_a_person() -> None:
    text = variant('[penalties]\nhidden_card = ["placed_last"]\n')
    drill = table(DealStarted(1), HandsCounted((1, 27, 1, 27)), BreachNoted(E, "card.hidden"), text=text)
    drill.log(Ruled(hidden(drill), "placed_last"))
    drill.log(Played(E, cards("SA")), Played(W, cards("LJ")))
    assert asked(drill.now) == ["finish.unknown"]
    drill.log(FinishNamed((W, N, S, E)))
    result = guandan(drill).result
    assert result is not None
    assert result.order == ("W", "N", "S", "E")
    assert asked(drill.now) == []


def test_a_rulebook_of_a_game_that_no_session_plays_is_refused() -> None:
    with pytest.raises(NoSuchRulebookError):
        table(book="climb104")
