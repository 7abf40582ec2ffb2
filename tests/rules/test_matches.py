"""Whole matches of simulated players, followed by a perfect eye: what is recorded equals what happened."""

from collections import Counter

import pytest

from paizhuo.device.players.acts import ClearsTable
from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, PlayedHand, play_match
from paizhuo.device.players.truth import Truth
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import Seat
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import TableSnapshot

MATCHES = [("comp", 1), ("intro80", 2), ("ten", 3), ("seven", 4), ("pass10", 5), ("const2", 6), ("qq", 7), ("fj2", 8)]


def followed(rulebook: str, seed: int, hands: int, faults: int) -> tuple[Drill, list[tuple[PlayedHand, TableSnapshot]]]:
    drill, witness = Drill().start(rulebook), Witness()
    seen: list[tuple[PlayedHand, TableSnapshot]] = []
    for played in play_match(load(rulebook, ShengjiRulebook), seed, HandPlan(faults=faults), hands):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
        seen.append((played, drill.now))
        for observation in witness.sees([ClearsTable(Seat.S)]):
            drill.observe(observation)
    return drill, seen


def plays_of(truth: Truth) -> list[tuple[str, list[str]]]:
    return [(play.seat.name, sorted(play.cards)) for trick in truth.tricks for play in trick.plays]


@pytest.mark.parametrize(("rulebook", "seed"), MATCHES)
def test_a_match_with_faults_is_recorded_as_it_was_played(rulebook: str, seed: int) -> None:
    drill, seen = followed(rulebook, seed, 2, 3)
    for played, now in seen:
        truth = played.truth
        assert now.dealer == truth.dealer.name
        assert now.level == truth.level
        assert now.trump == ("none" if truth.trump is None else truth.trump.value)
        assert sorted(now.kitty.cards or ()) == sorted(truth.buried)
        assert [(play.seat, sorted(play.cards)) for trick in now.tricks for play in trick.plays] == plays_of(truth)
        assert [trick.winner for trick in now.tricks] == [trick.winner.name for trick in truth.tricks]
        assert now.result is not None
        assert now.result.points == truth.points
        assert (now.result.winner, now.result.change) == (truth.winner.value, truth.change)
        assert now.result.next_dealer == truth.next_dealer.name
        assert dict(now.result.levels) == {side.value: level for side, level in truth.levels.items()}
        assert now.questions == ()
    assert drill.timeline.state == fold(drill.timeline.log)


@pytest.mark.parametrize(("rulebook", "seed"), MATCHES)
def test_exactly_the_offences_committed_are_found(rulebook: str, seed: int) -> None:
    """Without the hands: from played cards alone. The injector plants only what the cards can prove."""
    _, seen = followed(rulebook, seed + 50, 2, 4)
    for played, now in seen:
        committed = Counter((each.code, each.seat.name, each.trick) for each in played.truth.offences)
        found = Counter((each.code, each.seat or "", each.trick) for each in now.violations)
        assert found - committed == Counter()
        unproved = committed - found
        assert all(code.startswith("follow.") for code, _, _ in unproved)


def test_honest_players_are_never_accused() -> None:
    for rulebook, seed in MATCHES[:4]:
        _, seen = followed(rulebook, seed + 100, 2, 0)
        assert [now.violations for _, now in seen] == [(), ()]


def test_every_point_of_the_two_decks_is_accounted_for() -> None:
    _, seen = followed("comp", 11, 3, 2)
    for played, now in seen:
        assert sum(trick.points for trick in now.tricks) + sum(card.points for card in played.truth.buried) == 200


def test_nothing_is_left_unseen_at_the_end_of_a_hand() -> None:
    _, seen = followed("comp", 12, 2, 3)
    for _, now in seen:
        assert now.unseen == 0
        assert all(seat.cards_left == 0 for seat in now.seats.values())
