"""A match as its record sheet tells it: one line a hand, the levels that were climbed, rulings and corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from paizhuo.rules import rulebooks
from paizhuo.rules.events import Logged
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.hearing import HandHearing, Hearing, hear
from paizhuo.rules.record.jsonl import GENESIS, line, link
from paizhuo.rules.session import Library
from paizhuo.rules.snapshot import ResultView, ViolationView
from paizhuo.web_ui.record.changes import Change, changes
from paizhuo.web_ui.record.places import Span, spans

LADDER = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand on the sheet; ``result`` is None while it is played. ``offences`` are those that were ruled."""

    hand: int
    time: Span
    dealer: str
    level: str
    trump: str
    points: int
    result: ResultView | None
    offences: tuple[ViolationView, ...]
    game: GuandanView | None = None

    @property
    def is_done(self) -> bool:
        """Say whether the hand has come to a result."""
        return self.result is not None or (self.game is not None and self.game.result is not None)


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One offence with its ruling, None while it is open, and the name of the rule that it breaks."""

    hand: int
    offence: ViolationView
    article: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything on a record sheet. ``reached`` holds for each side the levels that it stood at, in order."""

    game: str
    rulebook: str
    names: Mapping[str, str]
    levels: Mapping[str, str]
    begun: int
    ended: int
    lines: tuple[HandLine, ...]
    rulings: tuple[RulingLine, ...]
    changes: tuple[Change, ...]
    reached: Mapping[str, tuple[str, ...]]
    winner: str
    entries: int
    digest: str
    ladder: str = LADDER
    open: int = field(default=0)


def sheet(log: Sequence[Logged], library: Library = rulebooks.load) -> Sheet:
    """Put a log on a sheet. Finished hands only bring levels; offences count in once they were ruled.

    >>> sheet([]).lines
    ()
    """
    heard = hear(log, library)
    times = spans(log)
    rulings = tuple(_rulings(hand) for hand in heard.hands)
    flat = tuple(each for some in rulings for each in some)
    lines = tuple(_line(hand, times.get(hand.hand, Span(0, 0))) for hand in heard.hands)
    finished = [_outcome(each) for each in lines if each.is_done]
    game = rulebooks.load(heard.rulebook).game if heard.rulebook in rulebooks.ids() else ""
    return Sheet(
        game=game,
        rulebook=heard.rulebook,
        names=heard.names,
        levels=heard.levels,
        begun=min((each.time.begun for each in lines if each.time.begun), default=0),
        ended=max((each.time.ended for each in lines), default=0),
        lines=lines,
        rulings=tuple(each for each in flat if each.offence.ruling is not None),
        changes=tuple(each for each in changes(log) if not each.taken_back),
        reached=_reached(heard, [levels for levels, _ in finished]),
        winner=next((winner for _, winner in finished if winner), ""),
        entries=len(log),
        digest=digest(log),
        open=sum(each.offence.ruling is None for each in flat),
    )


def digest(log: Sequence[Logged]) -> str:
    """Give the head of the chain over a log: 64 hexadecimal digits that no changed entry leaves as they are."""
    head = GENESIS
    for entry in log:
        head = link(head, line(entry))
    return head


def _line(hand: HandHearing, time: Span) -> HandLine:
    return HandLine(
        hand=hand.hand,
        time=time,
        dealer=hand.dealer or "",
        level=hand.level or "",
        trump=hand.trump or "",
        points=hand.points if hand.result is None else hand.result.points,
        result=hand.result,
        offences=tuple(each for each in hand.rulings if each.ruling is not None),
        game=hand.guandan,
    )


def _rulings(hand: HandHearing) -> tuple[RulingLine, ...]:
    return tuple(RulingLine(hand.hand, each, each.article) for each in hand.rulings)


def _outcome(hand: HandLine) -> tuple[Mapping[str, str], str]:
    """Give the levels after a hand that is done, and who won the match with it."""
    result = hand.result if hand.game is None else hand.game.result
    assert result is not None
    return result.levels, result.match_winner or ""


def _reached(heard: Hearing, finished: Sequence[Mapping[str, str]]) -> Mapping[str, tuple[str, ...]]:
    stood: dict[str, list[str]] = {side: [] for side in ("NS", "EW")}
    first = heard.hands[0].level if heard.hands else None
    for side, levels in stood.items():
        levels += [first] if first else []
        levels += [str(each[side]) for each in finished if side in each]
    return {side: tuple(dict.fromkeys(levels)) for side, levels in stood.items()}
