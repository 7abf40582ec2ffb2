"""From a timeline to the snapshot that pages, overlays and scripts are given."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.cards import Seat
from paizhuo.rules.effective import redoable, undoable
from paizhuo.rules.guandan import view as guandan
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.picture import levels as guandan_levels
from paizhuo.rules.guandan.picture import view as guandan_view
from paizhuo.rules.session import MatchState, standing_questions
from paizhuo.rules.shengji import view as shengji
from paizhuo.rules.shengji.signals import notable
from paizhuo.rules.shengji.state import Deal, ShengjiMatch
from paizhuo.rules.snapshot import (
    HoldView,
    KittyView,
    PointsView,
    QuestionView,
    SeatView,
    TableSnapshot,
    TrickView,
    TrustView,
    ViolationView,
)
from paizhuo.rules.timeline import Timeline


def snapshot(timeline: Timeline) -> TableSnapshot:
    """Show the newest state of a table, with everything a referee may know.

    >>> snapshot(Timeline()).phase
    'waiting'
    """
    shown = snapshot_of(timeline.state)
    held = timeline.state.held
    hold = None if held is None else HoldView(held.by, held.at)
    return replace(shown, hold=hold, undo=undoable(timeline.log), redo=redoable(timeline.log))


def snapshot_of(state: MatchState) -> TableSnapshot:
    """Show a state alone, without what can be undone."""
    match = state.game
    if match is None:
        nobody = {seat.name: SeatView(state.names[seat], None) for seat in Seat}
        return TableSnapshot(state.seq, "", "", "waiting", 0, nobody, {}, trust=trust(state, ()))
    if isinstance(match, GuandanMatch):
        return _guandan(state, match, _questions(state))
    return _shengji(state, match, _questions(state))


def _shengji(state: MatchState, match: ShengjiMatch, questions: tuple[QuestionView, ...]) -> TableSnapshot:
    shown = TableSnapshot(
        seq=state.seq,
        rulebook=match.rulebook.id,
        game=match.rulebook.game,
        phase="waiting",
        hand=match.next_hand,
        seats=shengji.seats(state.names, match.deal),
        levels=shengji.levels(match.levels),
        underwater=shengji.underwater(match.levels),
        dealer=None if match.next_dealer is None else match.next_dealer.name,
        points=PointsView(to_turn=match.rulebook.scoring.turn),
        trick=TrickView(1, None),
        questions=questions,
        trust=trust(state, questions),
        bands=shengji.bands(match.rulebook),
        dealing=shengji.dealing(match),
        clock=shengji.clock(match),
        ending=shengji.ending(match),
        notable=notable(match.rulebook),
        violations=tuple(_ruled(state, each) for each in shengji.violations(match, None)),
        hands=shengji.hands(match),
    )
    return shown if match.deal is None else _with_deal(shown, state, match, match.deal)


def _guandan(state: MatchState, match: GuandanMatch, questions: tuple[QuestionView, ...]) -> TableSnapshot:
    deal = match.deal
    shown = TableSnapshot(
        seq=state.seq,
        rulebook=match.rulebook.id,
        game=match.rulebook.game,
        phase="waiting",
        hand=match.next_hand,
        seats=guandan.seats(state.names, match),
        levels=guandan_levels(match.score),
        level=str(match.score.level),
        points=PointsView(to_turn=0),
        kitty=KittyView(count=0),
        questions=questions,
        trust=trust(state, questions),
        hands=guandan.hands(match),
        guandan=guandan_view(match),
    )
    if deal is None:
        return shown
    remaining = guandan.remaining(deal)
    return replace(
        shown,
        phase=deal.stage.value,
        hand=deal.hand,
        level=str(deal.level),
        trick=guandan.trick_view(deal),
        tricks=guandan.past_tricks(deal),
        remaining=remaining,
        unseen=sum(remaining.values()),
        violations=tuple(_ruled(state, each) for each in guandan.violations(match, deal)),
        result=guandan.result_view(deal, match),
    )


def _with_deal(shown: TableSnapshot, state: MatchState, match: ShengjiMatch, deal: Deal) -> TableSnapshot:
    order = shengji.order(deal, match.rulebook)
    remaining = shengji.remaining(deal)
    return replace(
        shown,
        phase=deal.phase.value,
        hand=deal.hand,
        level=str(deal.level),
        trump=shengji.trump_text(deal.trump),
        constants=tuple(str(rank) for rank in match.rulebook.trump.constants),
        dealer=None if deal.dealer is None else deal.dealer.name,
        points=shengji.points(deal, match.rulebook),
        trick=shengji.trick_view(deal, order),
        tricks=shengji.past_tricks(deal, order),
        remaining=remaining,
        unseen=sum(remaining.values()),
        declarations=shengji.declarations(deal),
        kitty=shengji.kitty_view(deal),
        violations=tuple(_ruled(state, each) for each in shengji.violations(match, deal)),
        claims=shengji.claims(deal),
        result=shengji.result_view(deal),
    )


def _ruled(state: MatchState, violation: ViolationView) -> ViolationView:
    ruling = next((each.sanction for each in reversed(state.rulings) if each.violation == violation.id), None)
    return replace(violation, ruling=ruling)


def _questions(state: MatchState) -> tuple[QuestionView, ...]:
    return tuple(
        QuestionView(question.id, question.code, question.params, question.options, question.about)
        for question in standing_questions(state)
    )


def trust(state: MatchState, questions: tuple[QuestionView, ...]) -> TrustView:
    """Give the trust light: alarm while sight is blocked, ask while questions are open, else good."""
    causes = sorted(state.blocked)
    if causes:
        zone, cause = causes[0]
        return TrustView("alarm", f"sight.{cause}", {"zone": zone, "zones": len(causes)})
    if state.held is not None:
        return TrustView("info", "trust.hold", {"by": state.held.by})
    if questions:
        return TrustView("ask", "trust.questions", {"questions": len(questions)})
    if state.game is None:
        return TrustView("info", "trust.no_match")
    return TrustView()
