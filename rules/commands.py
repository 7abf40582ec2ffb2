"""From a person's command to the events that carry it out, or to a refusal. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from paizhuo.rules import guandan_orders, rulebooks, shengji_orders
from paizhuo.rules.amending import without_pieces
from paizhuo.rules.cards import Card, Seat, Suit
from paizhuo.rules.effective import effective, redoable, undoable
from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.events import (
    Amended,
    CardCorrected,
    CardsExposed,
    CardsLaid,
    Corrected,
    DealEnded,
    DealerNamed,
    DealVoided,
    Declared,
    Event,
    Fact,
    Held,
    Inserted,
    Played,
    PlayExtended,
    QuestionAnswered,
    Reading,
    Redone,
    Resumed,
    Revision,
    Ruled,
    SeatsRenamed,
    Spot,
    TrickCollected,
    TrumpNamed,
    Undone,
)
from paizhuo.rules.events import MatchStarted as MatchStartedEvent
from paizhuo.rules.guandan.deal import GuandanMatch, Lay
from paizhuo.rules.guandan_events import CardGivenBack, Passed, Reported, TributePaid, TributeResisted
from paizhuo.rules.guandan_service import GuandanCommand
from paizhuo.rules.placing import at_start
from paizhuo.rules.questions import Question
from paizhuo.rules.regrouping import joined, split
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.service import (
    Answer,
    CollectTrick,
    Command,
    CommandRefusedError,
    CorrectCards,
    CorrectSeat,
    EndDeal,
    EnterPlay,
    Hold,
    JoinPlays,
    NameDealer,
    NameTrump,
    Redo,
    RenameSeats,
    Resume,
    Rule,
    SplitPlay,
    StartMatch,
    Strike,
    Undo,
    VoidDeal,
)
from paizhuo.rules.session import standing_questions
from paizhuo.rules.settling import correction_of
from paizhuo.rules.shengji.alike import ALIKE, alike
from paizhuo.rules.shengji.doubts import suspicion_of
from paizhuo.rules.shengji.sanctions import NO_SANCTION, WARNING
from paizhuo.rules.shengji.seating import seats_by_lot
from paizhuo.rules.shengji.state import Play, ShengjiMatch
from paizhuo.rules.shengji_service import CorrectPoints, EnterBid, EnterDrawnCard, EnterKitty, StartDeal
from paizhuo.rules.suspicion import STANDS
from paizhuo.rules.table_events import BreachNoted
from paizhuo.rules.table_service import TableCommand
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot

NO_TRUMP = "none"

HAS_SEAT = (
    Declared
    | CardsExposed
    | Played
    | PlayExtended
    | Passed
    | TributePaid
    | CardGivenBack
    | TributeResisted
    | Reported
    | BreachNoted
)
"""The facts that can have been another seat's."""


def carry_out(
    timeline: Timeline, command: Command, library: Callable[[str], Rulebook] = rulebooks.load
) -> tuple[Event, ...]:
    """Give the events that carry out a command.

    Raises:
        CommandRefusedError: when it makes no sense now; nothing must be written then.

    >>> carry_out(Timeline(), StartMatch("comp", ("a", "b", "c", "d")))[0].kind
    'match_started'
    """
    match command:
        case StartDeal() | EnterBid() | EnterKitty():
            return shengji_orders.begun_or_ended(timeline.state.game, command)
        case StartMatch():
            return (_start(command, library),)
        case RenameSeats():
            return (SeatsRenamed(command.names),)
        case CorrectCards():
            return (_correct_cards(timeline, command),)
        case CorrectSeat():
            return (_correct_seat(timeline, command),)
        case Strike():
            _fact(timeline, command.target_seq)
            return (Corrected(command.target_seq, None, command.reason),)
        case EnterPlay():
            return _enter_play(timeline, command)
        case CollectTrick():
            _needs_hand(timeline)
            return (TrickCollected(),)
        case NameTrump():
            return (_at_start_of_play(timeline, TrumpNamed(command.suit, command.dealer)),)
        case NameDealer():
            return (_at_start_of_play(timeline, DealerNamed(command.dealer)),)
        case Answer():
            return (_answer(timeline, command),)
        case Rule():
            return (_rule(timeline, command),)
        case Undo():
            return (_undo(timeline, command),)
        case Redo():
            return (_redo(timeline),)
        case VoidDeal():
            _needs_hand(timeline)
            return (DealVoided(command.reason),)
        case EndDeal():
            _needs_hand(timeline)
            return (DealEnded(),)
        case Hold() | Resume():
            return (_held(timeline, hold=isinstance(command, Hold)),)
        case SplitPlay():
            return (split(_laid(timeline, command.target_seq), command),)
        case JoinPlays():
            return (joined(_laid(timeline, command.target_seq), _laid(timeline, command.into_seq), command.reason),)
        case _:
            return _of_one_game(timeline, command)


def _held(timeline: Timeline, *, hold: bool) -> Event:
    if hold is (timeline.state.held is not None):
        raise CommandRefusedError("command.already_held" if hold else "command.not_held")
    return Held() if hold else Resumed()


def _laid(timeline: Timeline, seq: int) -> Play | Lay:
    play = _play(timeline, seq)
    if play is None:
        raise CommandRefusedError("command.no_such_event", seq=seq)
    return play


def _of_one_game(
    timeline: Timeline, command: TableCommand | GuandanCommand | EnterDrawnCard | CorrectPoints
) -> tuple[Event, ...]:
    game = timeline.state.game
    if isinstance(game, ShengjiMatch):
        return shengji_orders.carried_out(timeline, game, command)
    if game is None or isinstance(command, EnterDrawnCard | CorrectPoints):
        raise CommandRefusedError("command.not_of_this_game", game="" if game is None else game.rulebook.game)
    return guandan_orders.carried_out(timeline, game, command)


def _start(command: StartMatch, library: Callable[[str], Rulebook]) -> Event:
    try:
        library(command.rulebook)
    except NoSuchRulebookError:
        raise CommandRefusedError("command.no_such_rulebook", rulebook=command.rulebook) from None
    return MatchStartedEvent(command.rulebook, command.names if command.lots is None else _drawn(command, command.lots))


def _drawn(command: StartMatch, lots: tuple[Seat, Seat]) -> tuple[str, str, str, str]:
    """Give the names at E, N, W, S after the lots were drawn."""
    if lots[0].side is lots[1].side:
        raise CommandRefusedError("command.lots_on_one_side")
    first, second, third, fourth = command.names
    seated = seats_by_lot(((first, second), (third, fourth)), lots)
    return (seated[Seat.E], seated[Seat.N], seated[Seat.W], seated[Seat.S])


def _fact(timeline: Timeline, seq: int) -> Fact:
    """Give the fact that counts under a seq, corrections made."""
    for entry in effective(timeline.log):
        if entry.seq == seq and not isinstance(entry.event, Revision):
            return entry.event
    raise CommandRefusedError("command.no_such_event", seq=seq)


def _correct_cards(timeline: Timeline, command: CorrectCards) -> Event:
    fact = _fact(timeline, command.target_seq)
    if not isinstance(fact, CardsLaid):
        raise CommandRefusedError("command.has_no_cards", seq=command.target_seq)
    if not command.cards:
        raise CommandRefusedError("command.no_cards")
    play = _play(timeline, command.target_seq)
    if play is not None:
        return _correct_play(play, command)
    return Corrected(command.target_seq, _with_cards(fact, command.cards), command.reason)


def _with_cards(fact: CardsLaid, cards: tuple[Card, ...]) -> Fact:
    """Give a fact other cards, which are certain; each keeps its track."""
    tracks = [reading.track for reading in fact.readings]
    tracks += [0] * (len(cards) - len(tracks))
    return replace(fact, cards=cards, readings=tuple(Reading(track=track) for track in tracks[: len(cards)]))


def _play(timeline: Timeline, seq: int) -> Play | Lay | None:
    game = timeline.state.game
    if game is None:
        return None
    if isinstance(game, GuandanMatch):
        return next((lay for deal in game.all_hands for lay in deal.lays if lay.seq == seq), None)
    tricks = (trick for deal in game.all_hands for trick in (*deal.tricks, deal.trick))
    return next((play for trick in tricks for play in trick.plays if play.seq == seq), None)


def _correct_play(play: Play | Lay, command: CorrectCards) -> Event:
    """Correct a play as it is shown: it may have been laid in several goes, and part of it may have been taken back."""
    if len(command.cards) == len(play.cards):
        pairs = tuple(zip(play.cards, command.cards, strict=True))
        different = [(laid, card) for laid, card in pairs if laid.card is not card or laid.doubtful]
        changes = tuple(
            CardCorrected(laid.spot, card, command.reason, Reading(track=laid.reading.track))
            for laid, card in different or pairs
        )
        return changes[0] if len(changes) == 1 else Amended(changes)
    tracks = [laid.reading.track for laid in play.cards] + [0] * len(command.cards)
    readings = tuple(Reading(track=track) for track in tracks[: len(command.cards)])
    whole = Corrected(play.seq, Played(play.seat, command.cards, readings), command.reason)
    pieces = without_pieces((play,), command.reason)
    return Amended((whole, *pieces)) if pieces else whole


def _correct_seat(timeline: Timeline, command: CorrectSeat) -> Event:
    fact = _fact(timeline, command.target_seq)
    if not isinstance(fact, HAS_SEAT):
        raise CommandRefusedError("command.has_no_seat", seq=command.target_seq)
    return Corrected(command.target_seq, replace(fact, seat=command.seat), command.reason)


def _enter_play(timeline: Timeline, command: EnterPlay) -> tuple[Event, ...]:
    game = timeline.state.game
    begun = guandan_orders.opening(game) if isinstance(game, GuandanMatch) and command.before_seq is None else ()
    if not begun:
        _needs_hand(timeline)
    if not command.cards:
        raise CommandRefusedError("command.no_cards")
    played = Played(command.seat, command.cards)
    if command.before_seq is None:
        return (*begun, played)
    _fact(timeline, command.before_seq)
    return (Inserted(command.before_seq, played, command.reason),)


def _needs_hand(timeline: Timeline) -> None:
    if timeline.state.game is None or timeline.state.game.deal is None:
        raise CommandRefusedError("command.no_hand")


def _at_start_of_play(timeline: Timeline, fact: Fact) -> Event:
    """Put a fact about trump and dealer before the first play of the hand, where it belongs."""
    if isinstance(timeline.state.game, GuandanMatch):
        raise CommandRefusedError("command.not_of_this_game", game=timeline.state.game.rulebook.game)
    _needs_hand(timeline)
    return at_start(timeline.log, fact)


def _answer(timeline: Timeline, command: Answer) -> Event:
    question = next((each for each in standing_questions(timeline.state) if each.id == command.question), None)
    if question is None:
        raise CommandRefusedError("command.no_such_question", question=command.question)
    game = timeline.state.game
    told = guandan_orders.answered(timeline, game, question, command.option) if isinstance(game, GuandanMatch) else None
    if told is not None:
        return told
    if question.code == ALIKE and isinstance(game, ShengjiMatch):
        return _which_was_which(timeline, game, question, command.option)
    kind, _, rest = question.id.partition(":")
    if kind == "trump" and command.option in question.options:
        suit = None if command.option == NO_TRUMP else Suit(command.option)
        return _at_start_of_play(timeline, TrumpNamed(suit))
    if kind == "dealer" and command.option in question.options:
        return _at_start_of_play(timeline, DealerNamed(Seat[command.option]))
    if kind == "card":
        card = _card(command.option)
        seq, _, place = rest.partition(":")
        reason = "confirmed" if command.option == question.params.get("read") else "misread"
        correction = CardCorrected(Spot(int(seq), int(place)), card, reason)
        return QuestionAnswered(question.id, command.option, correction)
    if kind == "doubt" and isinstance(game, ShengjiMatch) and command.option in question.options:
        return _settle(timeline, game, question.id, command.option)
    raise CommandRefusedError("command.no_such_option", option=command.option)


def _which_was_which(timeline: Timeline, match: ShengjiMatch, question: Question, option: str) -> Event:
    """Name all cards that might be exchanged for each other at once."""
    if option not in question.options:
        raise CommandRefusedError("command.no_such_option", option=option)
    found = (alike(deal) for deal in match.all_hands if deal.hand == question.params["hand"])
    return next(each for each in found if each is not None).event(option, timeline.log)


def _settle(timeline: Timeline, match: ShengjiMatch, name: str, option: str) -> Event:
    """Answer a suspicion: the edit that the answer chooses is made; that it stands needs none."""
    suspected = suspicion_of(match.all_hands, name)
    edit = suspected.edit_for(option)
    correction = None if edit is None else correction_of(timeline, edit)
    if option == STANDS and suspected.code == "misread.bid":
        # All of the hand rests on its trump: the card is as good as entered, and the hand is judged anew.
        laid = suspected.edits[0].laid
        correction = None if laid is None else CardCorrected(laid.spot, laid.card, "confirmed")
    return QuestionAnswered(name, option, correction)


def _card(token: str) -> Card:
    if token not in Card._value2member_map_ or token == Card.UNKNOWN:
        raise CommandRefusedError("command.no_such_card", card=token)
    return Card(token)


def _rule(timeline: Timeline, command: Rule) -> Event:
    violation = next((each for each in snapshot(timeline).violations if each.id == command.violation), None)
    if violation is None:
        raise CommandRefusedError("command.no_such_violation", violation=command.violation)
    permitted = (*violation.proposed, WARNING, NO_SANCTION)
    if command.sanction not in permitted:
        raise CommandRefusedError("command.no_such_sanction", sanction=command.sanction, allowed=" ".join(permitted))
    seat: Seat | None = None if violation.seat is None else Seat[violation.seat]
    return Ruled(command.violation, command.sanction, seat)


def _undo(timeline: Timeline, command: Undo) -> Event:
    target = undoable(timeline.log) if command.target_seq is None else command.target_seq
    if target is None:
        raise CommandRefusedError("command.nothing_to_undo")
    if not any(entry.seq == target and not isinstance(entry.event, Undone | Redone) for entry in timeline.log):
        raise CommandRefusedError("command.no_such_event", seq=target)
    return Undone(target)


def _redo(timeline: Timeline) -> Event:
    target = redoable(timeline.log)
    if target is None:
        raise CommandRefusedError("command.nothing_to_redo")
    return Redone(target)
