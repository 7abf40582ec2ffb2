"""A drill for referees: the hands of a recorded match, trick by trick, and what a referee should have called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from paizhuo.rules.effective import effective
from paizhuo.rules.events import DealStarted, Event, Logged, Played, PlayExtended, PlayTakenBack, TrickCollected
from paizhuo.rules.guandan_events import CardGivenBack, TributePaid, TributeResisted
from paizhuo.rules.hearing import HandHearing, hear
from paizhuo.rules.snapshot import PastTrickView, ViolationView
from paizhuo.web_ui.scripted.matches import recorded_match

MATCHES = {"shengji": "shengji", "guandan": "guandan-drill"}
"""The recorded match of each game."""


@dataclass(frozen=True, slots=True)
class DrillPlay:
    """What a seat laid. ``what`` is "" for a play, else tribute, returned, resisted, added or taken_back."""

    seq: int
    seat: str
    cards: tuple[str, ...]
    what: str = ""


@dataclass(frozen=True, slots=True)
class DrillTrick:
    """A trick as it was laid, in order; number 0 is what came before the first trick."""

    number: int
    plays: tuple[DrillPlay, ...]


@dataclass(frozen=True, slots=True)
class DrillHand:
    """One hand of the drill. ``answers`` are the offences that the cards prove, each with the trick that proves it.

    ``trump`` is empty in Guandan, ``wild`` its wild card (逢人配).
    """

    hand: int
    level: str
    trump: str
    dealer: str
    tricks: tuple[DrillTrick, ...]
    answers: tuple[tuple[ViolationView, int], ...]
    wild: str = ""


@cache
def drill(game: str = "shengji") -> tuple[DrillHand, ...]:
    """Give the hands of a game's match that have something to find, and one that has nothing, as they were played.

    >>> sorted({answer.code for hand in drill() for answer, _ in hand.answers})
    ['follow.must_follow_suit', 'turn.out_of_turn']
    """
    log = recorded_match(MATCHES[game])
    heard = hear(log).hands
    hands = [_guandan(log, each) if each.guandan is not None else _shengji(each) for each in heard]
    clean = next(hand for hand in hands if not hand.answers)
    return tuple(hand for hand in hands if hand.answers or hand is clean)


def _shengji(hand: HandHearing) -> DrillHand:
    tricks = tuple(
        DrillTrick(trick.number, tuple(DrillPlay(play.seq, play.seat, play.cards) for play in trick.plays))
        for trick in hand.tricks
    )
    answers = tuple((offence, _proved_in(hand.tricks, offence)) for offence in hand.rulings)
    return DrillHand(hand.hand, hand.level or "", hand.trump or "", hand.dealer or "", tricks, answers)


def _proved_in(tricks: tuple[PastTrickView, ...], offence: ViolationView) -> int:
    found = [trick.number for trick in tricks for play in trick.plays if play.seq in offence.evidence]
    return max(found, default=offence.trick)


def _guandan(log: Sequence[Logged], hand: HandHearing) -> DrillHand:
    """Tell a hand from the log: a folded trick no longer has the plays that were taken back, which are to be seen."""
    assert hand.guandan is not None
    tricks = tuple(_tricks(_of_hand(log, hand.hand)))
    where = {play.seq: trick.number for trick in tricks for play in trick.plays}
    answers = tuple(
        (offence, max((where[seq] for seq in offence.evidence if seq in where), default=offence.trick))
        for offence in hand.rulings
    )
    return DrillHand(hand.hand, hand.level or "", "", "", tricks, answers, hand.guandan.wild or "")


def _of_hand(log: Sequence[Logged], number: int) -> list[Logged]:
    hand = 0
    entries = []
    for entry in effective(log):
        if isinstance(entry.event, DealStarted):
            hand = entry.event.hand
        if hand == number:
            entries.append(entry)
    return entries


def _tricks(entries: Sequence[Logged]) -> list[DrillTrick]:
    tricks: list[DrillTrick] = []
    plays: list[DrillPlay] = []
    number = 0
    for entry in entries:
        event = entry.event
        if isinstance(event, PlayTakenBack):
            gone = {spot.seq for spot in event.cards}
            plays = [replace(play, what="taken_back") if play.seq in gone else play for play in plays]
        elif isinstance(event, TrickCollected):
            tricks.append(DrillTrick(number, tuple(plays)))
            plays, number = [], number + 1
        elif isinstance(event, Played) and not number:
            if plays:
                tricks.append(DrillTrick(0, tuple(plays)))
            plays, number = [_play(entry, event)], 1
        elif isinstance(event, Played | PlayExtended | TributePaid | CardGivenBack | TributeResisted):
            plays.append(_play(entry, event))
    return [*tricks, *([DrillTrick(number, tuple(plays))] if plays else [])]


def _play(entry: Logged, event: Played | PlayExtended | TributePaid | CardGivenBack | TributeResisted) -> DrillPlay:
    return DrillPlay(entry.seq, event.seat.name, tuple(str(card) for card in event.cards), _what(event))


def _what(event: Event) -> str:
    match event:
        case TributePaid():
            return "tribute"
        case CardGivenBack():
            return "returned"
        case TributeResisted():
            return "resisted"
        case PlayExtended():
            return "added"
        case _:
            return ""
