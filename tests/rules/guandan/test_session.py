"""A whole match of Guandan is a fold over its log: what holds for every log, on random matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.rules.guandan.matches import BOOKS, deal
from tests.rules.guandan.session_matches import Log, check, match

from paizhuo.rules.cards import FACES, Card, Rank, Seat
from paizhuo.rules.events import (
    Actor,
    CardCorrected,
    Corrected,
    DealEnded,
    DealStarted,
    Fact,
    Inserted,
    Logged,
    MatchStarted,
    Played,
    Redone,
    Revision,
    Source,
    Spot,
    Undone,
)
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.match import Ending
from paizhuo.rules.guandan.playout import Exchanged, PlayedHand, play_hand, play_match
from paizhuo.rules.guandan.recorded import recorded
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import duty
from paizhuo.rules.guandan_events import CardGivenBack, Passed, TributePaid, TributeResisted
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, fold
from paizhuo.rules.timeline import Timeline, timeline
from paizhuo.rules.view import snapshot_of

REFEREE = Actor(Source.REFEREE, "Sun")


def match_log(seed: int, book: str, hands: int) -> tuple[Logged, ...]:
    """Give the log of the first hands of a random match."""
    rng, rules = random.Random(seed), load(book, GuandanRulebook)
    facts: list[Fact] = [MatchStarted(book, ("a", "b", "c", "d"))]
    for number, played in enumerate(play_match(lambda: deal(rng), rng.choice, rules), start=1):
        facts += recorded(played, number, len(facts) + 1)
        if number == hands:
            break
    return tuple(Logged(seq, seq, REFEREE, fact) for seq, fact in enumerate(facts, start=1))


LOG = match_log(3, "guandan-seed", 3)


def game_of(state: MatchState) -> GuandanMatch:
    assert isinstance(state.game, GuandanMatch)
    return state.game


@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end_through_the_session_and_only_wrong_exchanges_are_charged(seed: int) -> None:
    """The long run, resumable and outside the suite, plays a thousand of these."""
    seen = match(seed, load(BOOKS[seed], GuandanRulebook))
    assert seen["hands"] > 3
    assert seen["proved"] == seen["injected"]


def test_the_check_of_the_long_run_notices_a_breach_that_nobody_committed() -> None:
    """Without this the long run could not fail: a wrong tribute that is not expected is an error."""
    log = Log("guandan-seed")
    for fact in (entry.event for entry in LOG[1:] if not isinstance(entry.event, Revision)):
        if isinstance(fact, TributePaid):
            fact = replace(fact, cards=(Card.D4,))
        if isinstance(fact, DealEnded) and any(isinstance(entry.event, TributePaid) for entry in log.entries):
            break
        log.add(fact)
    with pytest.raises(AssertionError):
        check(log.match, Counter(), 0)


def revised(log: tuple[Logged, ...], *events: Revision | Fact) -> tuple[Logged, ...]:
    last = log[-1].seq
    return (*log, *(Logged(last + place, 0, REFEREE, event) for place, event in enumerate(events, start=1)))


def same_game(one: MatchState, other: MatchState) -> bool:
    """Compare two states but for the seqs of what a person wrote afterwards."""
    return one.game == other.game and one.names == other.names


def facts_of(log: tuple[Logged, ...], *kinds: type[Fact]) -> list[Logged]:
    return [entry for entry in log if isinstance(entry.event, kinds)]


@pytest.mark.parametrize("seed", range(12))
def test_a_misread_card_that_is_corrected_was_never_misread(seed: int) -> None:
    """Random cases: the wrong face may make a play illegal, change the winner, the finishing order, the levels."""
    rng = random.Random(seed)
    target = rng.choice(facts_of(LOG, Played, TributePaid, CardGivenBack))
    assert isinstance(target.event, Played | TributePaid | CardGivenBack)
    place = rng.randrange(len(target.event.cards))
    wrong = rng.choice([face for face in FACES if face is not target.event.cards[place]])
    cards = (*target.event.cards[:place], wrong, *target.event.cards[place + 1 :])
    erring = tuple(
        replace(entry, event=replace(target.event, cards=cards)) if entry is target else entry for entry in LOG
    )
    card = target.event.cards[place]
    put_right = revised(erring, CardCorrected(Spot(target.seq, place), card, "misread"))
    shown, should = snapshot_of(fold(put_right)), snapshot_of(fold(LOG))
    assert replace(shown, seq=0) == replace(should, seq=0)
    assert timeline(put_right).state == fold(put_right)


@pytest.mark.parametrize("seed", range(6))
def test_a_play_that_was_missed_and_put_in_was_never_missed(seed: int) -> None:
    rng = random.Random(seed)
    missed = rng.choice(facts_of(LOG, Played))
    assert isinstance(missed.event, Played)
    following = LOG[LOG.index(missed) + 1]
    without = tuple(
        replace(entry, seq=place) for place, entry in enumerate((each for each in LOG if each is not missed), start=1)
    )
    before = following.seq - 1
    put_right = fold(revised(without, Inserted(before, missed.event, "missed")))
    shown, should = game_of(put_right), game_of(fold(LOG))
    assert shown.score == should.score
    assert [hand.order for hand in shown.hands] == [hand.order for hand in should.hands]
    assert shown.deal is not None
    assert should.deal is not None
    assert [lay.faces for lay in shown.deal.lays] == [lay.faces for lay in should.deal.lays]


def test_an_invented_pass_that_is_struck_and_an_undone_strike() -> None:
    invented = revised(LOG[:60], Passed(Seat.W))
    struck = revised(invented, Corrected(61, None, "never_happened"))
    assert same_game(fold(struck), fold(LOG[:60]))
    undone = revised(struck, Undone(62))
    assert same_game(fold(undone), fold(invented))
    assert same_game(fold(revised(undone, Redone(63))), fold(struck))


def test_checkpoints_of_a_timeline_never_change_what_a_log_comes_to() -> None:
    line = Timeline()
    for entry in LOG:
        line = line.extended([entry])
    assert line.state == fold(LOG)
    assert len(line.checkpoints) == 3
    play = facts_of(LOG, Played)[5]
    assert isinstance(play.event, Played)
    wrong = Corrected(play.seq, replace(play.event, cards=(Card.S3,)), "misread")
    later = line.extended([Logged(LOG[-1].seq + 1, 0, REFEREE, wrong)])
    assert later.state == fold(later.log)


def some_prefixes(log: tuple[Logged, ...]) -> Iterator[tuple[Logged, ...]]:
    for end in range(1, len(log), 13):
        yield log[:end]


def test_every_prefix_of_a_log_can_be_shown() -> None:
    """A page may look at any moment: no state breaks the picture, and the cards always add up."""
    for prefix in some_prefixes(LOG):
        shown = snapshot_of(fold(prefix))
        assert shown.guandan is not None
        if shown.phase in ("tribute", "playing"):
            plays = [*shown.trick.plays, *(play for trick in shown.tricks for play in trick.plays)]
            laid = sum(len(play.cards) for play in plays)
            assert laid + sum(seat.cards_left or 0 for seat in shown.seats.values()) == 108
            assert shown.unseen == 108 - laid


def test_hands_are_closed_even_if_nobody_says_so() -> None:
    silent = [entry for entry in LOG if entry.event.kind != "deal_ended"]
    first, second = (game_of(fold(log)) for log in (silent, LOG))
    assert [hand.outcome for hand in first.hands] == [hand.outcome for hand in second.hands]
    assert first.deal is not None
    assert first.deal.outcome is not None
    assert not first.deal.ended
    assert sum(isinstance(entry.event, DealStarted) for entry in LOG) == 3
    assert second.verdict.ending is Ending.GOES_ON


def test_of_two_payers_only_those_with_a_big_joker_show_it() -> None:
    hands = {Seat.E: [Card.S3], Seat.N: [Card.BJ, Card.BJ], Seat.W: [Card.S4], Seat.S: [Card.S5, Card.S6]}
    exchanged = Exchanged(duty((Seat.E, Seat.W)), hands, Seat.E, resisted=True)
    *_, hand = play_hand(hands, Seat.E, Rank.TWO, lambda options: options[0])
    facts = tuple(recorded(PlayedHand(Score(), exchanged, hand, Score()), 2, 1))
    assert [fact for fact in facts if isinstance(fact, TributeResisted)] == [TributeResisted(Seat.N, (Card.BJ,) * 2)]
