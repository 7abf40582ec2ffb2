"""What is told beside the cards, as a line of a table card record and back: counts, breaches, levels, time, lots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

from paizhuo.rules.cards import Rank, Side
from paizhuo.rules.events import Event
from paizhuo.rules.record.tokens import SEATS, join, split
from paizhuo.rules.shengji_events import CardDrawn
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled
from paizhuo.rules.violations import Param

SIDES: Mapping[str, Side] = {side.value: side for side in Side}


def line_of(event: Event) -> str | None:
    """Write what was told, None for any other event.

    >>> line_of(TimeCalled(finish=True))
    '^time finish'
    """
    match event:
        case CardDrawn():
            return f"^drawn {event.seat.name} {join(event.cards)}"
        case HandsCounted():
            return "^count " + " ".join(map(str, event.counts))
        case BreachNoted():
            return f"^breach {event.seat.name} {event.code}{params_of(event.params)}"
        case LevelsSet():
            playing = "-" if event.playing is None else event.playing.value
            return f"^levels EW:{event.levels[0]} NS:{event.levels[1]} {playing} {event.failed[0]} {event.failed[1]}"
        case TimeCalled():
            return "^time finish" if event.finish else "^time"
        case LotDrawn():
            return f"^lot {event.winner.value}"
        case _:
            return None


def event_of(line: str) -> Event | None:
    """Read what was told, None for a line that says something else.

    >>> event_of("^lot EW")
    LotDrawn(winner=<Side.EW: 'EW'>, kind='lot_drawn')
    """
    kind, *words = line.split()
    seat = SEATS.get(words[0]) if words else None
    match kind, len(words):
        case "^drawn", 2 if seat is not None:
            cards = split(words[1])
            return CardDrawn(seat, cards) if cards else None
        case "^count", 4 if all(re.fullmatch(r"[0-9]{1,3}", word) for word in words):
            return HandsCounted((int(words[0]), int(words[1]), int(words[2]), int(words[3])))
        case "^breach", count if count > 1 and seat is not None:
            params = dict(map(_param, words[2:]))
            return None if "" in params else BreachNoted(seat, words[1], params)
        case "^levels", 5:
            return _levels(" ".join(words))
        case "^time", 0:
            return TimeCalled()
        case "^time", 1 if words == ["finish"]:
            return TimeCalled(finish=True)
        case "^lot", 1 if words[0] in SIDES:
            return LotDrawn(SIDES[words[0]])
        case _:
            return None


def _levels(text: str) -> LevelsSet | None:
    found = re.fullmatch(r"EW:([2-9TJQKA]) NS:([2-9TJQKA]) (EW|NS|-) ([0-9]{1,3}) ([0-9]{1,3})", text)
    if found is None:
        return None
    ew, ns, playing, ew_failed, ns_failed = found.groups()
    return LevelsSet((Rank(ew), Rank(ns)), SIDES.get(playing), (int(ew_failed), int(ns_failed)))


def params_of(params: Mapping[str, Param]) -> str:
    """Write the parameters of a breach: ``=`` before a number, ``:`` before a text, ``*`` before a list."""
    written = ""
    for key, value in sorted(params.items()):
        if isinstance(value, int):
            written += f" {key}={value}"
        elif isinstance(value, str):
            written += f" {key}:{quote(value, safe='')}"
        else:
            written += f" {key}*" + ",".join(quote(each, safe="") for each in value)
    return written


def _param(word: str) -> tuple[str, Param]:
    """Read one parameter; the name is empty where the word is none."""
    found = re.fullmatch(r"([a-z_]+)(?:=(-?[0-9]{1,9})|:(.*)|\*(.*))", word)
    if found is None:
        return "", ""
    name, number, text, several = found.groups()
    if number is not None:
        return name, int(number)
    return name, unquote(text) if text is not None else tuple(unquote(each) for each in several.split(",") if each)
