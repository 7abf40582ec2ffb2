"""A whole record judged: every hand with its tricks, its rulings and the articles they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paizhuo.rules import rulebooks
from paizhuo.rules.cards import Seat
from paizhuo.rules.events import Logged
from paizhuo.rules.games import hand_by_hand
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.session import Library
from paizhuo.rules.sheet import policies
from paizhuo.rules.snapshot import (
    DeclarationView,
    KittyView,
    PastTrickView,
    QuestionView,
    ResultView,
    TableSnapshot,
    TrickView,
    ViolationView,
)
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot_of


@dataclass(frozen=True, slots=True)
class Article:
    """What a rulebook says under a key: the value, the line of the text, and whether the text is silent there."""

    value: str
    where: str
    assumed: bool


@dataclass(frozen=True, slots=True)
class HandHearing:
    """One hand as judged. ``trick`` is the one still on the table when the record ends.

    ``guandan`` holds what only Guandan has: tribute, passes, readings, finishing order.
    """

    hand: int
    level: str | None
    trump: str | None
    dealer: str | None
    declarations: tuple[DeclarationView, ...]
    kitty: KittyView
    tricks: tuple[PastTrickView, ...]
    trick: TrickView
    points: int
    result: ResultView | None
    rulings: tuple[ViolationView, ...]
    questions: tuple[QuestionView, ...]
    articles: Mapping[str, Article]
    guandan: GuandanView | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """A record as judged."""

    rulebook: str
    names: Mapping[str, str]
    levels: Mapping[str, str]
    hands: tuple[HandHearing, ...]


def hear(log: Sequence[Logged], library: Library = rulebooks.load) -> Hearing:
    """Judge a log from beginning to end.

    >>> hear([]).hands
    ()
    """
    state = timeline(log, library).state
    names = {seat.name: state.names[seat] for seat in Seat}
    game = state.game
    if game is None:
        return Hearing("", names, {}, ())
    hands = tuple(_hand(snapshot_of(replace(state, game=each)), game.rulebook) for each in hand_by_hand(game))
    return Hearing(game.rulebook.id, names, dict(snapshot_of(state).levels), hands)


def _hand(shown: TableSnapshot, rulebook: Rulebook) -> HandHearing:
    return HandHearing(
        hand=shown.hand,
        level=shown.level,
        trump=shown.trump,
        dealer=shown.dealer,
        declarations=shown.declarations,
        kitty=shown.kitty,
        tricks=shown.tricks,
        trick=shown.trick,
        points=shown.points.attackers,
        result=shown.result,
        rulings=shown.violations,
        questions=shown.questions,
        articles=articles(rulebook, [ruling.article for ruling in shown.violations]),
        guandan=shown.guandan,
    )


def articles(rulebook: Rulebook, keys: Sequence[str]) -> Mapping[str, Article]:
    """Look up what a rulebook says under dotted keys; keys that it does not have are left out.

    >>> articles(rulebooks.load("pass10"), ["penalties.revoke"])["penalties.revoke"].value
    'level_down'
    """
    values = policies(rulebook)
    found: dict[str, Article] = {}
    for key in keys:
        section, _, name = key.partition(".")
        value = values.get(section, {}).get(name)
        if value is not None:
            source = rulebook.source(key)
            found[key] = Article(_text(value), source.where, source.assumed)
    return found


def _text(value: object) -> str:
    return " ".join(_text(each) for each in value) if isinstance(value, tuple) else str(value)
