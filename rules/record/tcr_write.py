"""Writing a table card record (``.tcr``): hand by hand, what people said and laid, and what it came to.

Canonical: one tag a line in a fixed order, one trick a line, irregularities after the trick they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paizhuo.rules import events, rulebooks
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.effective import effective
from paizhuo.rules.events import Event, Logged
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.readings import Spot
from paizhuo.rules.record.beside import line_of, params_of
from paizhuo.rules.record.guandan_write import GuandanNotes
from paizhuo.rules.record.guandan_write import tags as guandan_tags
from paizhuo.rules.record.tokens import Mark, Tag, join, without
from paizhuo.rules.session import Library, MatchState, apply
from paizhuo.rules.shengji.state import ShengjiMatch
from paizhuo.rules.shengji_events import CardDrawn, PointsCorrected
from paizhuo.rules.snapshot import TableSnapshot, ViolationView
from paizhuo.rules.table_events import BreachNoted, LotDrawn, TimeCalled
from paizhuo.rules.view import snapshot_of

VERSION = "1"

NOT_SEEN = "-"
"""Stands for the cards of a play that nobody saw."""

TOO_SLOW = "time.too_slow"
"""What a clock finds, and no reader of a record can."""

IRREGULARITIES: dict[str, str] = {
    "follow": "revoke",
    "turn": "turn",
    "count": "count",
    "hand": "count",
    "lead": "lead",
    "throw": "throw",
    "play": "back",
    "bury": "bury",
}
"""First part of a violation's code → the word in the record."""


@dataclass
class _Hand:
    """One hand being written."""

    number: int
    bids: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    tricks: list[list[str]] = field(default_factory=lambda: [[]])
    last: tuple[Seat, list[Card]] | None = None
    cards: dict[Spot, Card] = field(default_factory=dict)
    turned: list[Card] = field(default_factory=list)
    kitty: list[Card] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    voided: str | None = None
    ended: bool = False
    drawn: list[str] = field(default_factory=list)
    told: dict[int, list[str]] = field(default_factory=dict)
    """What was told beside the cards, by the trick that was laid last."""
    after: list[str] = field(default_factory=list)
    """What was told once the hand was closed."""
    noted: set[int] = field(default_factory=set)
    """The entries of breaches that are written as they were noted, not among what was irregular."""


def dump_tcr(log: Sequence[Logged], extra: Iterable[tuple[int, Tag]] = (), library: Library = rulebooks.load) -> str:
    """Write a log as a record. ``extra`` are tags to keep: the hand's place in the record (from 0) and the tag."""
    kept: dict[int, list[Tag]] = {}
    for place, tag in extra:
        kept.setdefault(place, []).append(tag)
    parts: list[str] = []
    state = MatchState()
    hand: _Hand | GuandanNotes | None = None
    opening = MatchState()
    waiting: list[Logged] = []
    for entry in effective(log):
        event = entry.event
        if hand is not None and isinstance(event, events.DealStarted | events.MatchStarted):
            parts.append(_written(hand, opening, state, kept.get(len(parts), ())))
            hand = None
        before = state
        state = apply(state, entry, library)
        if isinstance(event, events.DealStarted) and state.game is not None:
            is_guandan = isinstance(state.game, GuandanMatch)
            hand, opening = GuandanNotes(event.hand) if is_guandan else _Hand(event.hand), before
            if isinstance(hand, _Hand):
                for told in waiting:
                    _note(hand, told.seq, told.event, before)
            waiting = []
        elif isinstance(hand, GuandanNotes):
            hand.note(entry.seq, event)
            if isinstance(event, events.DealVoided):
                parts.append(_written(hand, opening, before, kept.get(len(parts), ())))
                hand = None
        elif hand is not None:
            _note(hand, entry.seq, event, before)
            if isinstance(event, events.DealVoided):
                parts.append(_written(hand, opening, before, kept.get(len(parts), ())))
                hand = None
        elif isinstance(event, CardDrawn | BreachNoted):
            waiting.append(entry)
    if hand is not None:
        parts.append(_written(hand, opening, state, kept.get(len(parts), ())))
    elif not parts and state.game is not None:
        parts.append("\n".join(tag.written() for tag in _match_tags(state)) + "\n")
    return "\n".join(parts)


def _note(hand: _Hand, seq: int, event: Event, before: MatchState) -> None:
    match event:
        case events.Declared():
            hand.bids.append(f"{event.seat.name}:{join(event.cards)}")
        case events.CardsExposed():
            hand.bids.append(f"{event.seat.name}~{join(event.cards)}")
        case events.KittyBuried():
            hand.bids.append("|")
        case events.TrumpNamed():
            suit = "none" if event.suit is None else str(event.suit)
            dealer = "" if event.dealer is None else f" {event.dealer.name}"
            hand.named.append(f"^trump {suit}{dealer}")
        case events.DealerNamed():
            hand.named.append(f"^dealer {event.dealer.name}")
        case events.KittyTurned():
            hand.turned += event.cards
        case events.KittyShown():
            hand.kitty += event.cards
        case events.Ruled():
            hand.rulings.append(_ruling(event))
        case PointsCorrected():
            hand.rulings.append(f"^points {event.amount:+d} {event.reason_code}")
        case events.DealVoided():
            hand.voided = event.reason_code
        case events.DealEnded():
            hand.ended = True
        case (
            events.Played()
            | events.PlayExtended()
            | events.PlayTakenBack()
            | events.ThrowFailed()
            | events.TrickCollected()
        ):
            _note_play(hand, seq, event, before)
        case _:
            _note_told(hand, seq, event)


def _note_told(hand: _Hand, seq: int, event: Event) -> None:
    """Note what was told beside the cards: each where a reader must come upon it for the same to follow."""
    line = line_of(event)
    if line is None:
        return
    if isinstance(event, BreachNoted):
        hand.noted.add(seq)
    if isinstance(event, CardDrawn):
        hand.drawn.append(line)
    elif hand.ended:
        hand.after.append(line)
    elif isinstance(event, TimeCalled | LotDrawn):
        hand.rulings.append(line)
    else:
        laid = len(hand.tricks) if hand.tricks[-1] else len(hand.tricks) - 1
        hand.told.setdefault(laid, []).append(line)


def _note_play(
    hand: _Hand,
    seq: int,
    event: events.Played | events.PlayExtended | events.PlayTakenBack | events.ThrowFailed | events.TrickCollected,
    before: MatchState,
) -> None:
    trick = hand.tricks[-1]
    if isinstance(event, events.TrickCollected):
        if trick:
            hand.tricks.append([])
        hand.last = None
        return
    seat = event.seat
    if isinstance(event, events.Played | events.PlayExtended):
        for place, card in enumerate(event.cards):
            hand.cards[Spot(seq, place)] = card
        if hand.last is not None and hand.last[0] is seat:
            hand.last[1].extend(event.cards)
            trick[-1] = f"{seat.name}{Mark.LAYS.value}{join(hand.last[1])}"
        else:
            hand.last = (seat, list(event.cards))
            trick.append(f"{seat.name}{Mark.LAYS.value}{join(event.cards)}")
        return
    if isinstance(event, events.PlayTakenBack):
        back = [hand.cards[spot] for spot in event.cards if spot in hand.cards]
        trick.append(f"{seat.name}{Mark.TAKES_BACK.value}{join(back)}")
    else:
        returned = [hand.cards[spot] for spot in event.returned if spot in hand.cards]
        _note_failed_throw(hand, trick, seat, returned, before)
    hand.last = None


def _note_failed_throw(hand: _Hand, trick: list[str], seat: Seat, returned: Sequence[Card], before: MatchState) -> None:
    if hand.last is not None and hand.last[0] is seat:
        attempt = hand.last[1]
        trick[-1] = f"{seat.name}:({join(attempt)})!{join(without(attempt, returned))}"
        return
    game = before.game
    play = game.deal.trick.play_of(seat) if isinstance(game, ShengjiMatch) and game.deal is not None else None
    stays = () if play is None else without(play.faces, returned)
    trick.append(f"{seat.name}{Mark.THROW_FAILED.value}{join(stays)}")


def _ruling(event: events.Ruled) -> str:
    return f"^rule {event.violation} {event.sanction}"


def _match_tags(state: MatchState) -> Iterator[Tag]:
    assert state.game is not None
    yield Tag("TCR", VERSION)
    yield Tag("Game", state.game.rulebook.game)
    yield Tag("Rulebook", state.game.rulebook.id)
    for seat in Seat:
        yield Tag(seat.name, state.names[seat])


def _written(hand: _Hand | GuandanNotes, opening: MatchState, state: MatchState, extra: Sequence[Tag]) -> str:
    shown = snapshot_of(state)
    if isinstance(hand, GuandanNotes):
        return _guandan(hand, opening, state, shown, extra)
    lines = [tag.written() for tag in (*_tags(hand, opening, state, shown), *extra)]
    lines.append("")
    lines += hand.drawn
    lines += hand.named
    irregular = _irregularities(shown, hand)
    lines += [*hand.told.get(0, []), *irregular.pop(0, [])]
    for number, words in enumerate(hand.tricks, start=1):
        if words:
            lines.append(f"{number}. " + _trick(number, words, hand, shown))
        lines += [*hand.told.get(number, []), *irregular.pop(number, [])]
    lines += hand.rulings
    if hand.voided is not None:
        lines.append(f"^misdeal {hand.voided}")
    if hand.after:
        lines += ["^end", *hand.after]
    return "\n".join(lines).rstrip("\n") + "\n"


def _guandan(
    hand: GuandanNotes, opening: MatchState, state: MatchState, shown: TableSnapshot, extra: Sequence[Tag]
) -> str:
    body = list(hand.written(shown))
    assert isinstance(opening.game, GuandanMatch)
    own = guandan_tags(hand.number, opening.game, shown, ended=hand.ended)
    lines = [tag.written() for tag in (*_match_tags(state), *own, *extra)]
    return "\n".join([*lines, "", *body]).rstrip("\n") + "\n"


def _tags(hand: _Hand, opening: MatchState, state: MatchState, shown: TableSnapshot) -> Iterator[Tag]:
    yield from _match_tags(state)
    yield Tag("Hand", str(hand.number))
    before = snapshot_of(opening)
    yield Tag("Levels", " ".join(f"{side}:{level}" for side, level in before.levels.items()))
    if isinstance(opening.game, ShengjiMatch) and opening.game.next_dealer is not None:
        yield Tag("Due", opening.game.next_dealer.name)
    yield Tag("Level", shown.level or "?")
    if hand.bids:
        yield Tag("Bid", " ".join(hand.bids))
    if hand.turned:
        yield Tag("Turned", join(hand.turned))
    yield Tag("Trump", shown.trump or "?")
    yield Tag("Dealer", shown.dealer or "?")
    if hand.kitty:
        yield Tag("Kitty", join(hand.kitty))
    if hand.ended:
        result = shown.result
        yield Tag("Points", "?" if result is None else str(result.points))
        yield Tag("Result", "?" if result is None else f"{result.winner}+{result.change}")


def _trick(number: int, words: Sequence[str], hand: _Hand, shown: TableSnapshot) -> str:
    """Write a trick; plays that nobody saw stand at its end, and dots end a trick that still lies there."""
    thrown = [_in_brackets(word, number, shown) for word in words]
    past = next((trick for trick in shown.tricks if trick.number == number), None)
    if past is None or (number == len(hand.tricks) and shown.trick.number == number):
        return " ".join((*thrown, "..."))
    there = {word[0] for word in words}
    missing = [f"{play.seat}:{NOT_SEEN}" for play in past.plays if play.seat not in there]
    return " ".join((*thrown, *missing))


def _in_brackets(word: str, number: int, shown: TableSnapshot) -> str:
    """Put the cards of a lead that is a throw in brackets."""
    plays = next((trick.plays for trick in shown.tricks if trick.number == number), shown.trick.plays)
    lead = plays[0] if plays else None
    if lead is None or lead.throw not in ("attempt", "certain") or word != f"{lead.seat}:{''.join(lead.cards)}":
        return word
    return f"{lead.seat}:({''.join(lead.cards)})"


def _irregularities(shown: TableSnapshot, hand: _Hand) -> dict[int, list[str]]:
    """Give the lines of what was irregular, by trick; what the clock found comes first, as if it had been noted."""
    lines: dict[int, list[str]] = {}
    found = (each for each in shown.violations if hand.noted.isdisjoint(each.evidence))
    for violation in sorted(found, key=lambda each: each.code != TOO_SLOW):
        lines.setdefault(violation.trick, []).append(_irregularity(violation))
    return lines


def _irregularity(violation: ViolationView) -> str:
    if violation.code == TOO_SLOW:
        return f"^breach {violation.seat} {TOO_SLOW}{params_of(violation.params)}"
    word = IRREGULARITIES.get(violation.code.partition(".")[0], "bid")
    proof = violation.params.get("proved_by_trick")
    proved = "" if proof is None else f" {{proved in trick {proof}}}"
    return f"^{word} {violation.seat} {violation.code}{proved}"
