"""From a person's command in a game of Guandan to the events that carry it out, or to a refusal. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.effective import effective
from paizhuo.rules.events import (
    Amended,
    Corrected,
    DealEnded,
    DealStarted,
    Event,
    Fact,
    Inserted,
    Played,
    PlayExtended,
    QuestionAnswered,
    TrickCollected,
)
from paizhuo.rules.guandan.breaches import BREACHES
from paizhuo.rules.guandan.combos import readings
from paizhuo.rules.guandan.deal import Deal, GuandanMatch, Lay
from paizhuo.rules.guandan.finish import is_over
from paizhuo.rules.guandan.lacking import missed_of, suspicion_of
from paizhuo.rules.guandan.last_cards import last_cards_of
from paizhuo.rules.guandan.unseen import told
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
from paizhuo.rules.guandan_service import (
    EnterCountQuestion,
    EnterPass,
    EnterReport,
    EnterResistance,
    EnterReturn,
    EnterTribute,
    EnterTurnedCard,
    GuandanCommand,
    NameFinish,
    NameLeader,
    SayReading,
    TakeTribute,
)
from paizhuo.rules.placing import at_start, placed
from paizhuo.rules.questions import Question
from paizhuo.rules.service import CommandRefusedError
from paizhuo.rules.settling import correction_of
from paizhuo.rules.suspicion import Edit, Slip
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.table_service import CallTime, CountHands, DrawLot, NoteBreach, SetLevels, TableCommand
from paizhuo.rules.timeline import Timeline


def carried_out(timeline: Timeline, match: GuandanMatch, command: TableCommand | GuandanCommand) -> tuple[Event, ...]:
    """Give the events that carry out a command.

    Raises:
        CommandRefusedError: when it makes no sense now; nothing must be written then.
    """
    match command:
        case EnterTurnedCard():
            return _before_play(timeline, match, CardTurned((command.card,)))
        case NameLeader():
            return _before_play(timeline, match, LeaderNamed(command.seat))
        case CountHands():
            return _before_play(timeline, match, HandsCounted(command.counts))
        case TakeTribute():
            return _before_play(timeline, match, TributeTaken(command.seat, command.payer))
        case EnterTribute():
            return _before_play(timeline, match, TributePaid(command.seat, (command.card,)), command.before_seq)
        case EnterReturn():
            back = CardGivenBack(command.seat, (command.card,), to=command.to)
            return _before_play(timeline, match, back, command.before_seq)
        case EnterResistance():
            return _before_play(timeline, match, TributeResisted(command.seat, command.cards), command.before_seq)
        case SetLevels():
            return (LevelsSet(command.levels, command.playing, command.failed),)
        case CallTime():
            return (TimeCalled(command.finish),)
        case DrawLot():
            return (_lot(match, command),)
        case _:
            return (_in_hand(timeline, match, command),)


def _in_hand(
    timeline: Timeline,
    match: GuandanMatch,
    command: EnterPass | SayReading | EnterReport | EnterCountQuestion | NameFinish | NoteBreach,
) -> Event:
    """Carry out what only a hand in progress, or the one just over, can take."""
    deal = match.deal
    if deal is None:
        raise CommandRefusedError("command.no_hand")
    match command:
        case EnterPass():
            return placed(timeline.log, Passed(command.seat, command.manner), command.before_seq)
        case EnterReport():
            return placed(timeline.log, Reported(command.seat, command.left), command.before_seq)
        case EnterCountQuestion():
            return CountAsked(command.seat, command.of)
        case NameFinish():
            return _finish(deal, command)
        case NoteBreach():
            if command.code not in BREACHES:
                raise CommandRefusedError("command.no_such_breach", breach=command.code)
            return BreachNoted(command.seat, command.code, command.params)
        case _:
            return _said(match, command.target_seq, command.reading)


def opening(match: GuandanMatch) -> tuple[Event, ...]:
    """Give the events that begin the next hand, if none is going on."""
    deal = match.deal
    if deal is None or deal.ended:
        return (DealStarted(match.next_hand),)
    return (DealEnded(), DealStarted(match.next_hand)) if deal.is_over else ()


def _before_play(
    timeline: Timeline, match: GuandanMatch, fact: Fact, before_seq: int | None = None
) -> tuple[Event, ...]:
    """Put a fact before the first play of the hand, where it belongs; it begins the next hand if none is going on."""
    if before_seq is not None:
        return (placed(timeline.log, fact, before_seq),)
    return (*opening(match), fact) if opening(match) else (at_start(timeline.log, fact),)


def _lot(match: GuandanMatch, command: DrawLot) -> Event:
    if "lot" not in match.verdict.remedies:
        raise CommandRefusedError("command.no_tie")
    return LotDrawn(command.winner)


def _finish(deal: Deal, command: NameFinish) -> Event:
    order = command.order
    whole = is_over(order) or (deal.is_extra and bool(order))
    if len(set(order)) != len(order) or not whole:
        raise CommandRefusedError("command.no_finishing_order", order=" ".join(seat.name for seat in order))
    return FinishNamed(order)


def _lay(match: GuandanMatch, seq: int) -> tuple[Deal, Lay]:
    found = next(((deal, lay) for deal in match.all_hands for lay in deal.lays if lay.seq == seq), None)
    if found is None:
        raise CommandRefusedError("command.has_no_cards", seq=seq)
    return found


def _said(match: GuandanMatch, seq: int, reading: str) -> Event:
    """Say what a play counts as: the word stands before the play, so that it is judged by it from the first."""
    deal, lay = _lay(match, seq)
    known = Card.UNKNOWN not in lay.faces
    names = [each.name for each in readings(lay.faces, deal.level, match.rulebook)] if known else []
    if reading not in names:
        raise CommandRefusedError("command.no_such_reading", reading=reading, allowed=" ".join(names))
    return Inserted(seq, ReadingSaid(seq, reading), "said")


def answered(timeline: Timeline, match: GuandanMatch, question: Question, option: str) -> Event | None:
    """Give the event that an answer stands for, None for a question that is not Guandan's own."""
    kind, _, rest = question.id.partition(":")
    if option not in question.options:
        return None
    if kind == "reading":
        return _said(match, int(rest), option)
    if kind == "choice":
        first = Seat[str(question.params["seat"])]
        return at_start(timeline.log, TributeTaken(first, Seat[option]))
    if kind == "tribute":
        return at_start(timeline.log, TributeResisted(Seat[str(question.params["seat"])]))
    if kind == "doubt":
        return _put_right(timeline, question.id, option, suspicion_of(match, question.id).edits)
    if kind == "finish":
        return _found(timeline, last_cards_of(match, question.id), option)
    return _put_right(timeline, question.id, option, missed_of(match, question.id)) if kind == "count" else None


def _parted(timeline: Timeline, seq: int) -> Event:
    """Make a play of its own of cards that seemed to be laid to another, which was gathered before."""
    more = next(entry.event for entry in effective(timeline.log) if entry.seq == seq)
    assert isinstance(more, PlayExtended)
    played = Played(more.seat, more.cards, more.readings, more.repairs)
    return Amended((Corrected(seq, played, "parted"),), Inserted(seq, TrickCollected(), "parted"))


def _found(timeline: Timeline, edits: Sequence[Edit], option: str) -> Event | None:
    """Put cards in where a hand lacks its last ones; whether it is over with them the hand itself shows."""
    edit = next(each for each in edits if each.option == option)
    return told(edit, "missed") if edit.slip is Slip.UNSEEN else correction_of(timeline, edit)


def _put_right(timeline: Timeline, question: str, option: str, edits: Sequence[Edit]) -> Event:
    """Make the edit that an answer chooses; what answers nothing else changes no card."""
    edit = next((each for each in edits if each.option == option), None)
    if edit is not None and edit.slip is Slip.UNSEEN:
        return told(edit, "missed")
    if edit is not None and edit.slip is Slip.PARTED:
        return _parted(timeline, edit.seq)
    return QuestionAnswered(question, option, None if edit is None else correction_of(timeline, edit))
