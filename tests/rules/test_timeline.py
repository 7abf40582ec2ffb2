"""Corrections, insertions, undo and redo: a log that was put right equals one that was right from the start."""

import random
from dataclasses import replace

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.effective import effective, redoable, undoable
from paizhuo.rules.events import (
    CAMERA,
    Actor,
    CardCorrected,
    CardsLaid,
    Corrected,
    DealEnded,
    DealStarted,
    Event,
    Inserted,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    QuestionAnswered,
    QuestionAsked,
    Redone,
    Source,
    Spot,
    TrickCollected,
    Undone,
)
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, apply, fold, standing_questions, unasked
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import ShengjiMatch
from paizhuo.rules.timeline import Timeline, timeline

REFEREE = Actor(Source.REFEREE, "Sun")


def recorded(seed: int, hands: int = 1) -> tuple[Logged, ...]:
    """Give the log of a match as a perfect eye records it."""
    drill, witness = Drill().start("comp"), Witness()
    for played in play_match(load("comp", ShengjiRulebook), seed, HandPlan(faults=2), hands):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
    return drill.timeline.log


LOG = recorded(3, 2)


def with_revision(log: tuple[Logged, ...], event: Event) -> tuple[Logged, ...]:
    return (*log, Logged(log[-1].seq + 1, 0, REFEREE, event))


def settled(state: MatchState, seq: int = 0) -> MatchState:
    """Leave out what only says how long the log is, and what was asked on the way."""
    return replace(state, seq=seq, asked=(), answered=())


def spoiled(log: tuple[Logged, ...], rng: random.Random) -> tuple[tuple[Logged, ...], Event]:
    """Put an error into a log, and give the revision that takes it back."""
    laid = [place for place, entry in enumerate(log) if isinstance(entry.event, CardsLaid)]
    place = rng.choice(laid)
    entry = log[place]
    event = entry.event
    assert isinstance(event, CardsLaid)
    card = rng.choice(FACES)
    at = rng.randrange(len(event.cards))
    wrong_cards = (*event.cards[:at], card, *event.cards[at + 1 :])
    kind = rng.choice(["card", "play", "seat", "missed", "invented"])
    if kind == "card":
        wrong: Event = replace(event, cards=wrong_cards)
        reading = event.readings[at] if at < len(event.readings) else Played(Seat.E, ()).readings
        right: Event = CardCorrected(Spot(entry.seq, at), event.cards[at], "misread", reading)  # type: ignore[arg-type]
    elif kind == "seat" and isinstance(event, Played | PlayExtended):
        wrong, right = replace(event, seat=event.seat.next), Corrected(entry.seq, event, "wrong_seat")
    else:
        wrong, right = replace(event, cards=wrong_cards), Corrected(entry.seq, event, "misread")
    return (*log[:place], replace(entry, event=wrong), *log[place + 1 :]), right


@pytest.mark.parametrize("seed", range(12))
def test_a_late_correction_equals_never_having_erred(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(2):
        wrong, right = spoiled(LOG, rng)
        corrected = timeline(wrong).extended(with_revision(wrong, right)[-1:])
        assert settled(corrected.state) == settled(fold(LOG))
        assert corrected.state == fold(corrected.log)


def test_a_play_that_was_missed_counts_where_it_happened() -> None:
    plays = [entry for entry in LOG if isinstance(entry.event, Played)]
    missed = plays[37]
    without = tuple(entry for entry in LOG if entry is not missed)
    renumbered = tuple(replace(entry, seq=place) for place, entry in enumerate(without, start=1))
    before = renumbered[without.index(LOG[LOG.index(missed) + 1])].seq
    put_right = timeline(with_revision(renumbered, Inserted(before, missed.event, "missed")))  # type: ignore[arg-type]
    game, should = put_right.state.game, fold(LOG).game
    assert isinstance(game, ShengjiMatch)
    assert isinstance(should, ShengjiMatch)
    assert game.deal is not None
    assert should.deal is not None
    assert [[play.faces for play in trick.plays] for trick in game.hands[0].tricks] == [
        [play.faces for play in trick.plays] for trick in should.hands[0].tricks
    ]
    assert game.levels == should.levels


def test_an_invented_event_that_is_struck_never_happened() -> None:
    invented = Played(Seat.W, (Card.D3,))
    for place in (20, 60, len(LOG) - 1):
        spots_fixed = (*LOG, Logged(len(LOG) + 1, 0, CAMERA, Inserted(LOG[place].seq, invented, "invented")))
        struck = (*spots_fixed, Logged(len(LOG) + 2, 0, REFEREE, Corrected(len(LOG) + 1, None, "never_happened")))
        assert settled(timeline(struck).state) == settled(fold(LOG))
        assert settled(timeline(spots_fixed).state) != settled(fold(LOG))  # the control


@pytest.mark.parametrize("seed", range(6))
def test_any_walk_of_revisions_leaves_the_timeline_equal_to_the_fold_of_its_log(seed: int) -> None:
    rng = random.Random(seed)
    line = timeline(LOG)
    for _ in range(8):
        log = line.log
        event = rng.choice(
            [
                spoiled(LOG, rng)[1],
                Undone(rng.randint(1, len(log))),
                Undone(len(log)),
                Redone(len(log)),
                Redone(rng.randint(1, len(log))),
                Inserted(rng.randint(1, len(log)), Played(Seat.N, (Card.SA,)), "missed"),
                Corrected(rng.randint(1, len(log)), None, "never_happened"),
                Played(Seat.E, (Card.H3,)),
                TrickCollected(),
                DealEnded(),
                DealStarted(9),
            ]
        )
        line = line.extended([Logged(len(log) + 1, 0, REFEREE, event)])
        assert line.state == fold(line.log)


def test_undo_and_redo_walk_back_and_forth_over_a_persons_entries() -> None:
    line = timeline(LOG)
    states = [line.state]
    targets = [entry.seq for entry in LOG if isinstance(entry.event, Played)][:3]
    for target in targets:
        line = line.extended(
            [Logged(len(line.log) + 1, 0, REFEREE, CardCorrected(Spot(target, 0), Card.BJ, "misread"))]
        )
        states.append(line.state)
    for expected in reversed(states[:-1]):
        target_seq = undoable(line.log)
        assert target_seq is not None
        line = line.extended([Logged(len(line.log) + 1, 0, REFEREE, Undone(target_seq))])
        assert settled(line.state) == settled(expected)
    assert undoable(line.log) == 1  # the start of the match, entered by the referee
    for expected in states[1:]:
        undoing = redoable(line.log)
        assert undoing is not None
        line = line.extended([Logged(len(line.log) + 1, 0, REFEREE, Redone(undoing))])
        assert settled(line.state) == settled(expected)
    assert redoable(line.log) is None


def test_a_new_entry_ends_what_can_be_redone() -> None:
    log = with_revision(LOG, Corrected(LOG[30].seq, None, "never_happened"))
    log = with_revision(log, Undone(log[-1].seq))
    assert redoable(log) == log[-1].seq
    assert redoable(with_revision(log, DealEnded())) is None


def test_corrections_of_one_event_follow_each_other() -> None:
    seq = next(entry.seq for entry in LOG if isinstance(entry.event, Played))
    log = with_revision(LOG, CardCorrected(Spot(seq, 0), Card.S3, "misread"))
    log = with_revision(log, CardCorrected(Spot(seq, 0), Card.S4, "misread"))
    (fact,) = (entry for entry in effective(log) if entry.seq == seq)
    assert isinstance(fact.event, Played)
    assert fact.event.cards[0] is Card.S4
    log = with_revision(log, Undone(log[-1].seq))
    (fact,) = (entry for entry in effective(log) if entry.seq == seq)
    assert isinstance(fact.event, Played)
    assert fact.event.cards[0] is Card.S3


def test_a_correction_of_a_card_that_is_not_there_changes_nothing() -> None:
    for spot in (Spot(LOG[20].seq, 99), Spot(10**6, 0), Spot(1, 0)):
        log = with_revision(LOG, CardCorrected(spot, Card.S3, "misread"))
        assert settled(fold(log)) == settled(fold(LOG))


def test_a_revision_cannot_be_applied_without_the_log() -> None:
    with pytest.raises(TypeError, match="folded with the whole log"):
        apply(MatchState(), Logged(1, 0, REFEREE, Undone(1)))


def test_an_empty_extension_changes_nothing() -> None:
    line = timeline(LOG)
    assert line.extended([]) is line
    assert Timeline().extended([Logged(1, 0, REFEREE, MatchStarted("comp", ("a", "b", "c", "d")))]).state.game


def test_undoing_what_is_not_there_changes_nothing() -> None:
    line = timeline(LOG)
    for target in (10**6, len(LOG) + 1):
        undone = line.extended([Logged(len(LOG) + 1, 0, REFEREE, Undone(target))])
        assert settled(undone.state) == settled(line.state)
        assert undone.state == fold(undone.log)


def test_facts_before_the_match_and_questions_nobody_asks_any_more() -> None:
    early = apply(MatchState(), Logged(1, 0, REFEREE, DealStarted(1)))
    assert (early.game, early.rulebook, early.seq) == (None, None, 1)
    line = timeline([Logged(1, 0, REFEREE, MatchStarted("comp", ("a", "b", "c", "d")))])
    line = line.extended([Logged(2, 0, REFEREE, DealStarted(1)), Logged(3, 0, CAMERA, Played(Seat.E, (Card.CA,)))])
    assert [question.code for question in standing_questions(line.state)] == ["dealer.unknown", "trump.unknown"]
    line = line.extended([Logged(4, 0, REFEREE, QuestionAnswered("dealer:1", "E"))])
    assert [question.code for question in standing_questions(line.state)] == ["trump.unknown"]
    assert line.state.rulebook is not None


def test_a_question_is_put_once() -> None:
    line = timeline([Logged(1, 0, REFEREE, MatchStarted("comp", ("a", "b", "c", "d")))])
    line = line.extended([Logged(2, 0, REFEREE, DealStarted(1)), Logged(3, 0, CAMERA, Played(Seat.E, (Card.CA,)))])
    first, second = unasked(line.state)
    asked = QuestionAsked(first.id, first.code, first.params, first.options)
    line = line.extended([Logged(4, 0, CAMERA, asked)])
    assert unasked(line.state) == (second,)
    assert standing_questions(line.state) == (first, second)
