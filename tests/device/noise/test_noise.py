"""Hands through noise: nothing is lost without it, everything it does is repeatable, and the figures notice it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from paizhuo.device.noise.figures import AIMS, Column, bound, compared, failing, figures
from paizhuo.device.noise.hands import play_and_referee, tale
from paizhuo.device.noise.model import Noise, noise_of
from paizhuo.device.noise.outcome import HandOutcome
from paizhuo.device.noise.sight import NoisySight
from paizhuo.device.noise.standings import hand_of, standing_of
from paizhuo.device.noise.tally import Invented, Measured, Misreading, Tally, dump, measured, parse
from paizhuo.device.players.guandan.hand import GuandanPlan
from paizhuo.device.players.hand import HandPlan, play_hand
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import Card
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.observations import CardsRemoved, CardsReread, CardsShown, Observation, TableCleared
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.ruleset import ShengjiRulebook

COMP = load("comp", ShengjiRulebook)
SEED = load("guandan-seed", GuandanRulebook)

FAULTLESS = Noise()

ROUGH = Tally(
    hands=20,
    plays=1200,
    cards=2000,
    tricks=300,
    missed=6,
    unread=4,
    late=6,
    split=6,
    misread=(Misreading(Card.S6, Card.S9, 0.7, 0.999, 0.28),) * 4,
    invented=(Invented(Card.BJ, 0.8, 0.3),) * 2,
    confidence=(0.99, 1.0),
    present=(0.985, 1.0),
    confusions={"S6>S9": 1.0, "S9>S6": 1.0},
)
"""A sight as bad as none would be shipped: some slip in every second hand."""


def played(noise: Noise, hands: int, first: int = 0, faults: int = 1) -> list[HandOutcome]:
    return [play_and_referee(COMP, seed, noise, HandPlan(faults=faults)) for seed in range(first, first + hands)]


def told(noise: Noise, seed: int) -> list[Observation]:
    hand = play_hand(COMP, standing_of(COMP, seed), HandPlan(), random.Random(f"hand:{seed}"))
    return list(NoisySight(noise, random.Random(seed)).sees(hand.acts))


def test_without_noise_every_hand_is_recorded_as_it_was() -> None:
    outcomes = played(FAULTLESS, 12, faults=3)
    assert [each.wrong for each in outcomes] == [()] * 12
    assert all(each.clean and each.exact == each.plays for each in outcomes)
    assert sum(each.offences for each in outcomes) > 10
    assert all(each.reached for each in figures(outcomes))


def test_without_noise_every_hand_of_guandan_is_recorded_as_it_was() -> None:
    outcomes = [play_and_referee(SEED, seed, FAULTLESS, GuandanPlan(faults=2)) for seed in range(8)]
    assert [(each.seed, each.wrong) for each in outcomes] == [(seed, ()) for seed in range(8)]
    assert all(each.exact == each.plays and each.score_right for each in outcomes)
    assert sum(each.offences for each in outcomes) > 3
    # An illegal play that no later card proves may be a misreading: it is asked about, so some hands are not clean.
    assert sum(each.questions for each in outcomes) <= sum(each.offences for each in outcomes)


def test_a_guandan_sight_that_errs_is_noticed() -> None:
    outcomes = [play_and_referee(SEED, seed, replace(FAULTLESS, swapped=0.02)) for seed in range(8)]
    assert len(failing(outcomes)) > 3


def test_a_plan_of_the_other_game_is_refused() -> None:
    with pytest.raises(TypeError, match="Guandan"):
        hand_of(SEED, 1, HandPlan())
    with pytest.raises(TypeError, match="Shengji"):
        hand_of(COMP, 1, GuandanPlan())


def test_without_noise_a_noisy_sight_tells_what_a_witness_tells() -> None:
    hand = play_hand(COMP, standing_of(COMP, 3), HandPlan(), random.Random("hand:3"))
    perfect = [
        (type(each), getattr(each, "zone", ""), [card.card for card in getattr(each, "cards", ())])
        for each in Witness().sees(hand.acts)
    ]
    noisy = [
        (type(each), getattr(each, "zone", ""), [card.card for card in getattr(each, "cards", ())])
        for each in NoisySight(FAULTLESS, random.Random(1)).sees(hand.acts)
    ]
    assert noisy == perfect


def test_a_bad_sight_accuses_nobody_falsely() -> None:
    """A card missed, misread or invented in every second hand: questions, but no verdict on the innocent."""
    outcomes = played(noise_of(ROUGH), 40)
    assert [each.seed for each in outcomes if each.accused] == []
    assert sum(each.questions for each in outcomes) > 5


def test_noise_five_times_as_strong_breaks_the_figures() -> None:
    """The first control: figures that such a sight reached would measure nothing."""
    found = {each.name: each for each in figures(played(noise_of(ROUGH).scaled(5), 25))}
    assert not found["plays recorded exactly"].reached
    assert not found["hands clean"].reached
    assert not found["questions by play"].reached


def test_one_card_in_a_hundred_under_another_name_is_noticed() -> None:
    """The second control: a sight that is sure and wrong, whose slips no confidence betrays."""
    outcomes = played(replace(FAULTLESS, swapped=0.01), 25)
    found = {each.name: each for each in figures(outcomes)}
    assert not found["plays recorded exactly"].reached
    assert not found["hands right in the end"].reached
    assert len(failing(outcomes)) > 5


@pytest.mark.parametrize("noise", [noise_of(ROUGH), noise_of(ROUGH).scaled(5)], ids=["rough", "rougher"])
def test_equal_seeds_give_equal_outcomes(noise: Noise) -> None:
    assert play_and_referee(COMP, 17, noise) == play_and_referee(COMP, 17, noise)
    assert told(noise, 4) == told(noise, 4)


def shown(observations: list[Observation]) -> list[CardsShown]:
    return [each for each in observations if isinstance(each, CardsShown) and each.seat is not None]


SLIPS: dict[str, Callable[[list[Observation]], bool]] = {
    "missed": lambda tale: sum(len(each.cards) for each in shown(tale)) < 90,
    "unread": lambda tale: any(
        card.card is Card.UNKNOWN and card.face_up for each in shown(tale) for card in each.cards
    ),
    "split": lambda tale: len(shown(tale)) > len(shown(told(FAULTLESS, 2))),
    "late": lambda tale: any(each.evidence.unseen for each in shown(tale)),
    "spoiled": lambda tale: any(isinstance(each, CardsReread) for each in tale),
    "misread": lambda tale: any(card.confidence < 0.98 for each in shown(tale) for card in each.cards),
    "lost": lambda tale: sum(isinstance(each, CardsRemoved) and len(each.cards) == 1 for each in tale) > 60,
    "invented": lambda tale: any(card.track >= 1_000_000 for each in shown(tale) for card in each.cards),
    "uncollected": lambda tale: sum(isinstance(each, TableCleared) for each in tale) < 15,
}


@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_is_told(name: str) -> None:
    noise = replace(FAULTLESS, tally=ROUGH, **{name: 0.4})
    assert SLIPS[name](told(noise, 2))
    assert not SLIPS[name](told(replace(FAULTLESS, tally=ROUGH), 2))


def test_a_hand_can_be_told_again_line_by_line() -> None:
    lines = list(tale(COMP, 5, noise_of(ROUGH).scaled(5)))
    assert any(line.startswith("CardsShown seat-") for line in lines)
    assert any('"kind": "trick_collected"' in line for line in lines)


def test_what_was_never_seen_to_happen_may_still_happen() -> None:
    quiet = noise_of(Tally(cards=999, plays=499, tricks=99))
    assert quiet.missed == quiet.misread == pytest.approx(0.0005)
    assert quiet.late == pytest.approx(0.001)
    assert noise_of(ROUGH).missed > 5 * quiet.missed


def test_a_tally_is_written_and_read() -> None:
    whole = Measured({"seeds": "1-20"}, ROUGH)
    assert parse(dump(whole)) == whole


def test_the_measured_noise_names_where_it_comes_from() -> None:
    for column in Column:
        assert measured(column).source.keys() >= {"what", "seeds", "weights", "command"}
        assert measured(column).tally.cards >= 400


def test_bounds_are_the_exact_ones_where_every_trial_has_its_own_hand() -> None:
    """Against tables of Clopper and Pearson: 8 of 10, and the rule of three."""
    assert bound([1] * 8 + [0] * 2, [1] * 10) == pytest.approx(0.4931, abs=1e-4)
    assert bound([0] * 300, [1] * 300, at_most=True) == pytest.approx(0.00994, abs=1e-5)


def test_errors_that_cluster_in_a_hand_widen_the_bound() -> None:
    scattered, clustered = [9] * 10 + [10] * 90, [0] + [10] * 99
    trials = [10] * 100
    assert sum(scattered) == sum(clustered)
    assert bound(clustered, trials) < bound(scattered, trials) - 0.003


def test_the_two_columns_have_aims_of_their_own() -> None:
    outcomes = played(noise_of(ROUGH), 6)
    seen, unseen = (figures(outcomes, AIMS[column]) for column in Column)
    assert [each.share for each in seen] == [each.share for each in unseen]
    assert all(strict.target >= loose.target for strict, loose in zip(seen, unseen, strict=True) if not strict.at_most)


def test_two_runs_are_compared_hand_by_hand() -> None:
    good, bad = played(FAULTLESS, 12), played(replace(FAULTLESS, swapped=0.02), 12)
    comparison = compared(good, bad)
    assert comparison.worse == failing(bad) != ()
    assert (comparison.better, comparison.hands) == ((), 12)
    assert compared(bad, good).better == comparison.worse
    assert comparison.chance == pytest.approx(2.0 ** (1 - len(comparison.worse)))
    assert compared(good, good[:5]).hands == 5


def test_an_unread_card_breaks_no_hand_of_guandan() -> None:
    """Every hundredth card unread, among them what is laid where a return of tribute was awaited (hand 84)."""
    noise = replace(FAULTLESS, unread=0.01)
    outcomes = [play_and_referee(SEED, seed, noise) for seed in range(6)]
    assert all(each.plays > 20 for each in outcomes)
    assert play_and_referee(SEED, 84, noise_of(measured().tally)).plays > 0
