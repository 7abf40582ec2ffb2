"""From one state of a Guandan match to the next: every fact is applied as it happened, legal or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import (
    CardsExposed,
    CardsReturned,
    DealEnded,
    DealStarted,
    DealVoided,
    Fact,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    PlayLifted,
    PlayTakenBack,
    QuestionAnswered,
    Ruled,
    Source,
    TrickCollected,
)
from paizhuo.rules.guandan.breaches import noted
from paizhuo.rules.guandan.closing import closed, judged, reopened, ruled, settled, time_called
from paizhuo.rules.guandan.deal import (
    Breach,
    Collect,
    Counting,
    Deal,
    GuandanMatch,
    Lay,
    Offer,
    Pass,
    Purpose,
    Said,
    Step,
    TakenBack,
    Taking,
)
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.match import Ending, Leave, Verdict, extra_hand
from paizhuo.rules.guandan.procedure import PassManner, verify_pass_manner
from paizhuo.rules.guandan.questions import archived
from paizhuo.rules.guandan.replay import added, replayed
from paizhuo.rules.guandan.reports import verify_question, verify_report
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.sanctions import ruled as with_ruling
from paizhuo.rules.guandan.tribute import Duty, duty
from paizhuo.rules.guandan_events import (
    CardGivenBack,
    CardTurned,
    CountAsked,
    FinishNamed,
    LeaderNamed,
    Passed,
    ReadingSaid,
    Reported,
    TributePaid,
    TributeResisted,
    TributeTaken,
)
from paizhuo.rules.laid import Laid, laid_cards
from paizhuo.rules.readings import Reading, Repair, Spot
from paizhuo.rules.suspicion import STANDS
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.violations import Violation

ACTS = Played | PlayExtended | Passed | TributePaid | CardGivenBack | TributeResisted
"""What makes the turn clock run anew."""


def start(rulebook: GuandanRulebook, begun: MatchStarted | None = None) -> GuandanMatch:
    """Begin a match: both sides at the first level, unless ``begun`` takes it up in the middle.

    >>> from paizhuo.rules.rulebooks import load
    >>> start(load("guandan-seed", GuandanRulebook)).score.level
    <Rank.TWO: '2'>
    """
    first = rulebook.levels.start
    if begun is None:
        return GuandanMatch(rulebook, Score(first, first))
    ew, ns = begun.levels or (first, first)
    playing = begun.order[0].side if begun.order else None
    score = Score(ew, ns, playing, *begun.failed)
    return GuandanMatch(rulebook, score, begun.order, next_hand=begun.hand)


def applied(match: GuandanMatch, entry: Logged, fact: Fact) -> GuandanMatch:
    """Apply one fact. Facts that make no sense now (cards of a play that is not there) change nothing."""
    match fact:
        case DealStarted():
            return _deal_started(match, entry, fact)
        case DealEnded():
            return _closed(match, entry)
        case DealVoided():
            return _voided(match)
        case Ruled():
            return with_ruling(match, fact.violation, fact.sanction)
        case LevelsSet():
            return _levels_set(match, fact)
        case TimeCalled():
            return time_called(match, Leave.FINISH if fact.finish else Leave.NONE)
        case LotDrawn():
            return replace(match, verdict=Verdict(Ending.LOT, fact.winner))
        case _:
            pass
    if isinstance(fact, QuestionAnswered) and fact.option == STANDS:
        match = replace(match, hands=tuple(_confirmed(each, fact) for each in match.hands))
    deal = match.deal
    if deal is None:
        return match
    if isinstance(fact, FinishNamed):
        return reopened(match, replace(deal, named_order=fact.order))
    if isinstance(fact, Passed):
        match = _with_manner(match, fact)
    changed = _on_deal(deal, entry, fact, match)
    if isinstance(fact, ACTS):
        changed = replace(changed, since=entry.at)
    return replace(match, deal=settled(changed, match.rulebook) if changed.is_over or deal.is_over else changed)


def _deal_started(match: GuandanMatch, entry: Logged, fact: DealStarted) -> GuandanMatch:
    if match.deal is not None:
        # A hand that the cards have decided counts, even if nobody said that it was over.
        match = closed(match) if match.deal.outcome is not None else match
        assert match.deal is not None
        match = replace(match, hands=(*match.hands, archived(match.deal, match.rulebook)))
    is_extra = match.verdict.ending is Ending.LEVEL_TIE
    score = extra_hand(match.rulebook) if is_extra else match.score
    deal = Deal(
        fact.hand,
        before=score,
        level=score.level,
        order_before=match.order,
        played_before=match.played,
        owed=Duty() if is_extra else duty(match.order, match.rulebook),
        is_extra=is_extra,
        since=entry.at,
    )
    return replace(match, deal=deal, next_hand=fact.hand + 1)


def _closed(match: GuandanMatch, entry: Logged) -> GuandanMatch:
    after, by_itself = closed(match), entry.actor.source is not Source.REFEREE
    if after is match or after.deal is None or not by_itself:
        return after
    return replace(after, deal=replace(after.deal, closed_by=entry.seq))


def _voided(match: GuandanMatch) -> GuandanMatch:
    deal = match.deal
    if deal is None:
        return match
    score = match.score if deal.ended else ruled(match.score, deal)
    return replace(match, deal=None, score=score, next_hand=deal.hand)


def _levels_set(match: GuandanMatch, fact: LevelsSet) -> GuandanMatch:
    """Set the levels. A hand in progress is played at the level they give; one that is over stays as it was."""
    score = Score(*fact.levels, fact.playing, *fact.failed)
    match, deal = replace(match, score=score), match.deal
    if deal is None or deal.ended:
        return judged(match)
    changed = replayed(replace(deal, before=score, level=score.level), match.rulebook)
    return replace(match, deal=settled(changed, match.rulebook))


def _with_manner(match: GuandanMatch, fact: Passed) -> GuandanMatch:
    if not fact.manner or fact.seat in match.manners:
        return match
    return replace(match, manners={**match.manners, fact.seat: fact.manner})


def _on_deal(deal: Deal, entry: Logged, fact: Fact, match: GuandanMatch) -> Deal:
    seq, rules = entry.seq, match.rulebook
    match fact:
        case CardTurned():
            return replace(deal, turned=(*deal.turned, *laid_cards(seq, fact.cards, fact.readings)))
        case LeaderNamed():
            return replayed(replace(deal, leader=fact.seat), rules)
        case HandsCounted():
            return replayed(replace(deal, countings=(*deal.countings, Counting(seq, fact.counts))), rules)
        case TributePaid():
            return _offered(deal, Purpose.TRIBUTE, seq, fact.seat, fact.cards, fact.readings, fact.repairs)
        case CardGivenBack():
            return _offered(deal, Purpose.RETURN, seq, fact.seat, fact.cards, fact.readings, fact.repairs, fact.to)
        case TributeResisted():
            return _offered(deal, Purpose.RESISTANCE, seq, fact.seat, fact.cards, fact.readings, fact.repairs)
        case CardsExposed():
            purpose = Purpose.LEFT_OVER if deal.is_over else Purpose.EXPOSED
            return _offered(deal, purpose, seq, fact.seat, fact.cards, fact.readings, ())
        case CardsReturned():
            return _gone(deal, fact.cards)
        case TributeTaken():
            return replace(deal, took=(*deal.took, Taking(seq, fact.seat, fact.payer)))
        case Reported() | CountAsked() | BreachNoted():
            return _noted(deal, seq, fact, rules)
        case QuestionAnswered():
            return _told(deal, fact, rules)
        case _:
            return _in_play(deal, entry, fact, match)


def _offered(
    deal: Deal,
    purpose: Purpose,
    seq: int,
    seat: Seat,
    cards: Sequence[Card],
    readings: Sequence[Reading],
    repairs: tuple[Repair, ...],
    to: Seat | None = None,
) -> Deal:
    laid = laid_cards(seq, cards, readings)
    if not laid and purpose is not Purpose.RESISTANCE:
        return deal
    return replace(deal, offers=(*deal.offers, Offer(purpose, seq, seat, laid, laid, to, repairs)))


def _gone(deal: Deal, cards: Sequence[Spot]) -> Deal:
    spots = frozenset(cards)

    def without(laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
        return tuple(each for each in laid if each.spot not in spots)

    return replace(deal, offers=tuple(replace(offer, lying=without(offer.lying)) for offer in deal.offers))


def _noted(deal: Deal, seq: int, fact: Reported | CountAsked | BreachNoted, rules: GuandanRulebook) -> Deal:
    if isinstance(fact, BreachNoted):
        violation = noted(fact.seat, fact.code, fact.params, rules)
        if fact.code == "play.added_later":
            deal = _with_what_was_added(deal, fact.seat, rules)
        return replace(deal, breaches=(*deal.breaches, Breach(seq, fact.seat, deal.trick, violation)))
    if isinstance(fact, CountAsked):
        asked = (Breach(seq, fact.seat, deal.trick, problem) for problem in verify_question(fact.seat, rules))
        return replace(deal, breaches=(*deal.breaches, *asked))
    before = sum(said.seat is fact.seat for said in deal.reports)
    counted = deal.cards_left(fact.seat)
    problems = verify_report(fact.seat, fact.left, fact.left, rules, before=before)
    said = Said(seq, fact.seat, fact.left, counted, deal.trick, problems)
    return replace(deal, reports=(*deal.reports, said))


def _with_what_was_added(deal: Deal, seat: Seat, rules: GuandanRulebook) -> Deal:
    """Make one play of two that a seat laid one after the other, now that somebody says that it added cards to its own.

    With a card of it missed, the first part and the rest look like two plays, between which everybody passed. A play
    that is known to have been added to is the one that is meant.
    """
    lays = deal.since_collected
    own = next((pair for pair in reversed([*pairwise(lays)]) if pair[1].seat is seat), None)
    if own is None or own[0].seat is not seat or any(laid.spot.seq != own[1].seq for laid in own[1].cards):
        return deal
    first, rest = own
    whole = replace(first, cards=first.cards + rest.cards, repairs=first.repairs + rest.repairs, more_at=0.0)
    without = replace(deal, steps=tuple(step for step in deal.steps if step is not rest))
    return replayed(_changed(without, first, whole), rules)


def _told(deal: Deal, fact: QuestionAnswered, rules: GuandanRulebook) -> Deal:
    """Note which number was right where a report and the count differ, and what was just as it was read."""
    if fact.option == STANDS:
        return replayed(_confirmed(deal, fact), rules)
    reports = tuple(
        replace(said, right=fact.option) if fact.question == f"count:{said.seq}" else said for said in deal.reports
    )
    return replace(deal, reports=reports)


def _confirmed(deal: Deal, fact: QuestionAnswered) -> Deal:
    """Note that what was suspected was just as it was read; an id names an entry, so that one hand knows it."""
    return replace(deal, confirmed=deal.confirmed | {fact.question})


def _in_play(deal: Deal, entry: Logged, fact: Fact, match: GuandanMatch) -> Deal:
    seq, at, rules = entry.seq, entry.evidence.at, match.rulebook
    match fact:
        case Played():
            laid = laid_cards(seq, fact.cards, fact.readings)
            since, unseen = entry.evidence.since or at, entry.evidence.unseen
            lay = Lay(seq, fact.seat, laid, repairs=fact.repairs, at=at, unseen=unseen, since=since)
            return added(deal, lay, rules) if laid else deal
        case PlayExtended():
            return _extended(deal, entry, fact, rules)
        case PlayLifted():
            return _lifted(deal, fact, at)
        case PlayTakenBack():
            return _taken_back(deal, seq, fact, rules)
        case Passed():
            return _passed(deal, seq, fact, match)
        case ReadingSaid():
            return replayed(replace(deal, said=(*deal.said, (fact.target_seq, fact.reading))), rules)
        case TrickCollected():
            return added(deal, Collect(seq), rules)
        case _:
            return deal


def _extended(deal: Deal, entry: Logged, fact: PlayExtended, rules: GuandanRulebook) -> Deal:
    seq, at = entry.seq, entry.evidence.at
    more = laid_cards(seq, fact.cards, fact.readings)
    own = next((lay for lay in reversed(deal.since_collected) if lay.seat is fact.seat), None)
    if own is None:
        return added(deal, Lay(seq, fact.seat, more, repairs=fact.repairs, at=at), rules) if more else deal
    whole = replace(own, cards=own.cards + more, repairs=own.repairs + fact.repairs, more_at=at)
    return replayed(_changed(deal, own, whole), rules)


def _changed(deal: Deal, old: Lay, new: Lay) -> Deal:
    """Put a play in the place of another; one without cards is no play."""
    steps: tuple[Step, ...] = tuple(new if step is old else step for step in deal.steps)
    return replace(deal, steps=tuple(step for step in steps if not isinstance(step, Lay) or step.cards))


def _lifted(deal: Deal, fact: PlayLifted, at: float) -> Deal:
    spots = frozenset(fact.cards)
    for lay in deal.since_collected:
        up = tuple(laid for laid in lay.cards if laid.spot in spots or laid in lay.lifted)
        if up != lay.lifted:
            deal = _changed(deal, lay, replace(lay, lifted=up, lifted_at=at))
    return deal


def _taken_back(deal: Deal, seq: int, fact: PlayTakenBack, rules: GuandanRulebook) -> Deal:
    spots = frozenset(fact.cards)
    own = next((lay for lay in deal.since_collected if any(laid.spot in spots for laid in lay.cards)), None)
    if own is None:
        return deal
    back = tuple(laid for laid in own.cards if laid.spot in spots)
    kept = tuple(laid for laid in own.cards if laid.spot not in spots)
    suspected = () if kept else _suspected(own)
    # A play that takes two slips to be right, and goes back, was wrong: sight would have lost it besides.
    wrong = () if kept else tuple(each.violation for each in own.suspicions if each.together)
    record = TakenBack(seq, own.seat, own.trick, back, own.seq, (*own.violations, *wrong), suspected)
    lying = replace(own, cards=kept, lifted=tuple(laid for laid in own.lifted if laid in kept))
    deal = replace(_changed(deal, own, lying), taken_back=(*deal.taken_back, record))
    return replayed(deal, rules)


def _suspected(lay: Lay) -> tuple[Violation, ...]:
    """Give what would be wrong with a play if nothing about it was misread."""
    doubted = () if lay.doubt is None else lay.doubt.violations
    return (*doubted, *(each.violation for each in lay.suspicions))


def _passed(deal: Deal, seq: int, fact: Passed, match: GuandanMatch) -> Deal:
    deal = added(deal, Pass(seq, fact.seat, fact.manner), match.rulebook)
    before = match.manners.get(fact.seat)
    if fact.manner not in _MANNERS or before not in _MANNERS:
        return deal
    problems = verify_pass_manner(fact.seat, PassManner(fact.manner), PassManner(before))
    breaches = tuple(Breach(seq, fact.seat, deal.trick, problem) for problem in problems)
    return replace(deal, breaches=(*deal.breaches, *breaches))


_MANNERS = frozenset(PassManner)
