"""Whatever sight reports, the table goes on: no observation stops it, and its state is what its log comes to."""

import json
import random
from collections import Counter

import pytest

from paizhuo.device.players.acts import ClearsTable
from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.adjudicate import Accept, adjudicate
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.events import CAMERA, DealStarted, Event, Logged, Revision
from paizhuo.rules.observations import (
    Blocked,
    CardReading,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Evidence,
    Observation,
    TableCleared,
)
from paizhuo.rules.record.jsonl import dump, load
from paizhuo.rules.record.tcr_read import load_tcr
from paizhuo.rules.record.tcr_write import dump_tcr
from paizhuo.rules.rulebooks import load as load_rulebook
from paizhuo.rules.session import MatchState, fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Role, as_json, for_viewer
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot


def some_card(rng: random.Random) -> CardReading:
    face = rng.choice([*FACES[:16], *FACES, Card.UNKNOWN])
    others = tuple((rng.choice(FACES), round(rng.random() / 4, 2)) for _ in range(rng.randrange(3)))
    return CardReading(face, rng.choice([1.0, 0.99, 0.7, 0.3]), rng.randrange(60), others, face_up=rng.random() < 0.93)


def some_observation(rng: random.Random, at: float) -> Observation:
    seat = rng.choice(list(Seat))
    zone, owner = rng.choice([(f"seat-{seat.name}", seat)] * 5 + [("kitty", None), ("pile-EW", None)])
    cards = tuple(some_card(rng) for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4, 8])))
    evidence = Evidence(at=at)
    match rng.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            return CardsShown(zone, owner, cards, evidence)
        case 5 | 6:
            return CardsRemoved(zone, owner, cards, evidence)
        case 7:
            return CardsMoved(zone, owner, cards, evidence)
        case 8:
            return CardsReread(zone, owner, cards, tuple(some_card(rng) for _ in cards), evidence)
        case 9 | 10:
            return TableCleared(evidence)
        case _:
            return Blocked(zone, rng.choice(["covered", "bumped", "restarted"]), rng.random() < 0.5, evidence)


@pytest.mark.parametrize("rulebook", ["comp", "seven", "ten", "const2"])
@pytest.mark.parametrize("seed", range(3))
def test_noise_never_stops_the_table(rulebook: str, seed: int) -> None:
    rng = random.Random(f"{rulebook}:{seed}")
    drill = Drill().start(rulebook)
    for step in range(220):
        drill.observe(some_observation(rng, step * 0.4))
        assert drill.now.seq == len(drill.timeline.log)  # whatever came, the table can be shown
    log = drill.timeline.log
    assert drill.timeline.state == fold(log)
    assert load(dump(log)).entries == log
    shown = snapshot(drill.timeline)
    for role in Role:
        json.dumps(as_json(for_viewer(shown, role)))
    once = dump_tcr(log)
    assert dump_tcr(load_tcr(once).entries) == dump_tcr(load_tcr(dump_tcr(load_tcr(once).entries)).entries)


def disturbed(observation: Observation, rng: random.Random) -> list[Observation]:
    """Let sight report as it does on a bad day: in two parts, twice, not at all, or with a card misread for a while."""
    if not isinstance(observation, CardsShown) or not all(card.face_up for card in observation.cards):
        return [observation] if rng.random() < 0.97 else []
    fate = rng.random()
    if fate < 0.15 and len(observation.cards) > 1:
        first = rng.randint(1, len(observation.cards) - 1)
        cut = (observation.cards[:first], observation.cards[first:])
        return [CardsShown(observation.zone, observation.seat, part, observation.evidence) for part in cut]
    if fate < 0.25:
        place = rng.randrange(len(observation.cards))
        right = observation.cards[place]
        wrong = CardReading(rng.choice(FACES), 0.6, right.track, ((right.card, 0.35),))
        cards = (*observation.cards[:place], wrong, *observation.cards[place + 1 :])
        shown = CardsShown(observation.zone, observation.seat, cards, observation.evidence)
        if fate < 0.2:
            return [shown]
        return [shown, CardsReread(observation.zone, observation.seat, (wrong,), (right,), observation.evidence)]
    return [observation] if fate < 0.97 else []


@pytest.mark.parametrize("seed", range(4))
def test_a_bad_day_of_sight_leaves_questions_but_no_ruin(seed: int) -> None:
    """Misses, splits and misreadings in every trick: the hand still ends, and every seat has played its cards."""
    rng = random.Random(seed)
    drill, witness = Drill().start("comp"), Witness()
    (played,) = play_match(load_rulebook("comp", ShengjiRulebook), seed, HandPlan(faults=1), 1)
    for observation in witness.sees([*played.acts, ClearsTable(Seat.S)]):
        for each in disturbed(observation, rng):
            drill.observe(each)
            assert drill.now.seq == len(drill.timeline.log)
    now = drill.now
    assert drill.timeline.state == fold(drill.timeline.log)
    assert len(now.tricks) >= len(played.truth.tricks) - 3
    recorded = Counter(card for trick in now.tricks for play in trick.plays for card in play.cards if card != "??")
    assert max(recorded.values()) <= 2


def test_without_a_match_nothing_is_recorded() -> None:
    for observation in (CardsShown("seat-E", Seat.E, (CardReading(Card.SA),)), TableCleared()):
        assert not any(isinstance(each, Accept) for each in adjudicate(MatchState(), observation))


def some_event(rng: random.Random) -> Event:
    """Take any event that a match ever wrote, wherever it makes no sense."""
    event = rng.choice(POOL)
    if isinstance(event, DealStarted) and rng.random() < 0.7:
        return rng.choice(POOL)
    return event


def pool() -> list[Event]:
    drill, witness = Drill().start("ten"), Witness()
    for played in play_match(load_rulebook("ten", ShengjiRulebook), 8, HandPlan(faults=5), 2):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
    return [entry.event for entry in drill.timeline.log if not isinstance(entry.event, Revision)]


POOL = pool()


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_facts_can_be_folded(seed: int) -> None:
    """A log is never refused: facts that make no sense where they stand change nothing or are recorded as they are."""
    rng = random.Random(seed)
    log = [Logged(1, 0, CAMERA, POOL[0])]
    log += [Logged(seq, 0, CAMERA, some_event(rng)) for seq in range(2, 260)]
    state = timeline(log).state
    assert state == fold(log)
    json.dumps(as_json(snapshot(timeline(log))))
