"""A game of Guandan as a page shows it: everything that only Guandan has, as a ``GuandanView``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat, Side
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.breaches import BREACHES
from paizhuo.rules.guandan.clocks import Wait, seconds
from paizhuo.rules.guandan.combos import Reading
from paizhuo.rules.guandan.deal import Collect, Deal, GuandanMatch, Lay, Outcome, Pass, Stage
from paizhuo.rules.guandan.doubts import stated
from paizhuo.rules.guandan.finish import is_double
from paizhuo.rules.guandan.levels import ATTEMPTS, Score
from paizhuo.rules.guandan.match import Ending
from paizhuo.rules.guandan.offers import exchange_of, face_of, gifts, leaders, return_of, tribute_of
from paizhuo.rules.guandan.pips import wild_card
from paizhuo.rules.guandan.policies import AceAttempts
from paizhuo.rules.guandan.procedure import first_drawer
from paizhuo.rules.guandan.reports import must_report
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.trick import Act, Trick
from paizhuo.rules.guandan_snapshot import (
    ActsView,
    ActView,
    ComboView,
    CountView,
    FormatView,
    GiftView,
    GuandanHandView,
    GuandanView,
    TributeView,
    WaitView,
)


def tokens(cards: Iterable[Card]) -> tuple[str, ...]:
    """Write cards as tokens."""
    return tuple(str(card) for card in cards)


def levels(score: Score) -> Mapping[str, str]:
    """Write both sides' levels."""
    return {side.value: str(score.of(side)) for side in Side}


def failed(score: Score) -> Mapping[str, int]:
    """Write both sides' failed attempts at A."""
    return {side.value: score.failed(side) for side in Side}


def waiting(deal: Deal, rules: GuandanRulebook) -> tuple[Seat, ...]:
    """Give the seats that the table waits for."""
    if deal.stage is Stage.FINISHED:
        return ()
    if deal.play is not None:
        return () if deal.play.turn is None else (deal.play.turn,)
    made = exchange_of(deal)
    if exchange.phase(made, rules) is exchange.Phase.LEAD:
        return leaders(deal, rules)[:1]
    return exchange.awaited(made, rules)


def past(deal: Deal) -> tuple[Trick, ...]:
    """Give the tricks that are off the table; the last one of a hand is, once it was collected."""
    if deal.play is None:
        return ()
    gone = deal.is_over and bool(deal.steps) and isinstance(deal.steps[-1], Collect)
    return (*deal.play.tricks, deal.play.trick) if gone else deal.play.tricks


def current(deal: Deal) -> Trick | None:
    """Give the trick that lies on the table, None when there is none."""
    return None if deal.play is None or len(past(deal)) > len(deal.play.tricks) else deal.play.trick


def leader(trick: Trick) -> str:
    """Give who led a trick: whoever acted first, or who has to."""
    return (trick.acts[0].seat if trick.acts else trick.leader).name


def winner(trick: Trick) -> str | None:
    """Give whose play stands in a trick."""
    return None if trick.top is None else trick.top.seat.name


def view(match: GuandanMatch) -> GuandanView:
    """Show everything that only Guandan has."""
    rules, deal = match.rulebook, match.deal
    level = match.score.level if deal is None else deal.level
    shown = GuandanView(
        level=str(level),
        wild=str(wild_card(level)),
        playing=None if match.score.playing is None else match.score.playing.value,
        failed=failed(match.score),
        attempts=ATTEMPTS if rules.levels.ace_attempts is AceAttempts.THREE_THEN_TWO else 0,
        match=_format(match),
        hands=tuple(hand_view(each, each.outcome, match) for each in match.hands if each.outcome is not None),
        breaches=BREACHES,
        seats={seat.name: CountView(0) for seat in Seat},
    )
    return shown if deal is None else _with_deal(shown, match, deal)


def _with_deal(shown: GuandanView, match: GuandanMatch, deal: Deal) -> GuandanView:
    rules = match.rulebook
    gone, now, turn = past(deal), current(deal), waiting(deal, rules)
    to_beat = None if deal.play is None or deal.stage is Stage.FINISHED else deal.play.to_beat
    trick = ActsView(len(gone) + 1, turn[0].name if turn else None)
    return replace(
        shown,
        playing=None if deal.before.playing is None else deal.before.playing.value,
        tribute=_tribute(deal, rules),
        turn=turn[0].name if len(turn) == 1 else None,
        to_beat=0 if to_beat is None else to_beat.seq,
        trick=trick if now is None else _acts(deal, now, len(gone) + 1),
        tricks=tuple(_acts(deal, each, number) for number, each in enumerate(gone, start=1)),
        seats={seat.name: _count(deal, seat, rules) for seat in Seat},
        order=tuple(seat.name for seat in deal.order),
        double=is_double(deal.order),
        clock=_clock(deal, turn, rules),
        result=None if deal.outcome is None else hand_view(deal, deal.outcome, match),
    )


def hand_view(deal: Deal, outcome: Outcome, match: GuandanMatch) -> GuandanHandView:
    """Show what a hand came to; the last one also says who has won the match."""
    passed = outcome.score.passed
    if passed is None and deal is match.deal and deal.ended:
        passed = match.winner
    return GuandanHandView(
        hand=deal.hand,
        level=str(deal.level),
        order=tuple(seat.name for seat in outcome.order),
        double=is_double(outcome.order),
        winner=outcome.winner.value,
        gain=outcome.gain,
        levels=levels(outcome.score),
        playing=outcome.winner.value,
        ace=outcome.ace,
        failed=failed(outcome.score),
        counts=outcome.counts,
        match_winner=None if passed is None else passed.value,
    )


def _format(match: GuandanMatch) -> FormatView:
    rules, verdict = match.rulebook.match, match.verdict
    return FormatView(
        format=rules.format.value,
        hands=rules.hands,
        minutes=rules.minutes,
        played=match.played,
        ending=verdict.ending.value,
        winner=None if verdict.winner is None else verdict.winner.value,
        remedies=verdict.remedies if verdict.ending is Ending.LEVEL_TIE else (),
        extra_hand=match.deal is not None and match.deal.is_extra,
        time_up=match.time_up,
    )


def _tribute(deal: Deal, rules: GuandanRulebook) -> TributeView:
    made = exchange_of(deal)
    now = exchange.phase(made, rules)
    settled = exchange.settlement(made, rules)
    turned = next((laid.card for laid in reversed(deal.turned)), None)
    first = None if turned in (None, Card.UNKNOWN) else first_drawer(turned, rules)
    lead = leaders(deal, rules)
    phase = "none" if not deal.owed.payers else "done" if deal.steps else now.value
    return TributeView(
        phase=phase,
        payers=tuple(seat.name for seat in deal.owed.payers),
        receivers=tuple(seat.name for seat in deal.owed.receivers),
        gifts=_gifts(deal, rules),
        resisted=bool(deal.jokers),
        shown=tokens(card for offer in deal.jokers for card in face_of(offer)),
        waiting=() if deal.steps else tuple(seat.name for seat in exchange.awaited(made, rules)),
        options=tuple(seat.name for seat in settled.options),
        leader=lead[0].name if lead else None,
        turned=None if turned is None else str(turned),
        first_drawer=None if first is None else first.name,
    )


def _gifts(deal: Deal, rules: GuandanRulebook) -> tuple[GiftView, ...]:
    """Show every tribute that is owed and not refused, as far as it came."""
    settled = {gift.payer: gift for gift in gifts(deal, rules)}
    shown: list[GiftView] = []
    for payer in () if deal.jokers else deal.owed.payers:
        laid, gift = tribute_of(deal, payer), settled.get(payer)
        back = None if gift is None else return_of(deal, gift)
        shown.append(
            GiftView(
                payer=payer.name,
                receiver=None if gift is None else gift.receiver.name,
                card=None if laid is None else str(laid.card.card),
                returned=None if back is None else str(back.card.card),
                seq=0 if laid is None else laid.seq,
                returned_seq=0 if back is None else back.seq,
            )
        )
    return tuple(shown)


def _acts(deal: Deal, trick: Trick, number: int) -> ActsView:
    steps = {step.seq: step for step in deal.steps if isinstance(step, Lay | Pass)}
    lying = trick is current(deal)
    acts = tuple(_act(act, steps.get(act.seq), deal, lying, trick) for act in trick.acts)
    done = trick.is_over or not lying
    return ActsView(number, leader(trick), acts, winner(trick) if done else None)


def _act(act: Act, step: Lay | Pass | None, deal: Deal, lying: bool, trick: Trick) -> ActView:
    if act.ruling is None or not isinstance(step, Lay):
        problems = () if step is None else tuple(each.code for each in step.violations)
        return ActView(act.seq, act.seat.name, inferred=act.inferred, violations=problems)
    wild = wild_card(deal.level)
    return ActView(
        seq=act.seq,
        seat=act.seat.name,
        cards=tokens(act.cards),
        stands=act.stands,
        decided=act.ruling.decided.value,
        readings=tuple(combo(each) for each in act.possible),
        wilds=tuple(place for place, card in enumerate(act.cards) if card is wild),
        violations=tuple(each.code for each in stated(deal, step)),
        pending=lying and bool(step.lifted),
        doubtful=step.doubtful,
    )


def combo(reading: Reading) -> ComboView:
    """Show one reading of laid cards.

    >>> from paizhuo.rules.guandan.combos import readings
    >>> from paizhuo.rules.cards import Rank
    >>> combo(readings((Card.S9, Card.H2), Rank.TWO)[0]).stands
    ('9',)
    """
    stands = tuple(str(pip) for pip in reading.stands)
    return ComboView(reading.name, reading.shape.value, str(reading.key), reading.size, stands)


def _count(deal: Deal, seat: Seat, rules: GuandanRulebook) -> CountView:
    left = deal.cards_left(seat)
    own = [said for said in deal.reports if said.seat is seat]
    last = own[-1] if own else None
    order = deal.outcome.order if deal.outcome is not None else deal.order
    report = ""
    if last is not None and last.counted == left:
        report = "said"
    elif deal.stage is Stage.PLAYING and must_report(left, rules, before=len(own)):
        report = "due"
    return CountView(
        left=left,
        report=report,
        said=None if last is None else last.left,
        place=order.index(seat) + 1 if seat in order else None,
        passed=_passed(deal, seat),
    )


def _passed(deal: Deal, seat: Seat) -> bool:
    """Say whether a seat passed since the play to beat."""
    trick = current(deal)
    if trick is None or trick.top is None:
        return False
    since = trick.acts[trick.acts.index(trick.top) + 1 :]
    return any(act.seat is seat and act.is_pass for act in since)


def _clock(deal: Deal, turn: tuple[Seat, ...], rules: GuandanRulebook) -> WaitView | None:
    if not turn:
        return None
    wait = Wait.PLAY
    if not deal.steps:
        now = exchange.phase(exchange_of(deal), rules)
        waits = {exchange.Phase.TRIBUTE: Wait.TRIBUTE, exchange.Phase.LEAD: Wait.FIRST_LEAD}
        wait = waits.get(now, Wait.RETURN)
    return WaitView(wait.value, seconds(wait, rules), tuple(seat.name for seat in turn), deal.since)
