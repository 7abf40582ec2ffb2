"""The games that a table can play: the rulebook chooses one, and everything else of a session asks here.

The games know nothing of each other. A session begins one with ``begun`` and goes on with ``continued``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from paizhuo.rules.errors import NoSuchRulebookError
from paizhuo.rules.events import Fact, Logged, MatchStarted
from paizhuo.rules.guandan import fold as guandan_fold
from paizhuo.rules.guandan import questions as guandan_questions
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.match import Ending, Verdict
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.questions import Question
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji import fold as shengji_fold
from paizhuo.rules.shengji import questions as shengji_questions
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import ShengjiMatch

Game: TypeAlias = ShengjiMatch | GuandanMatch
"""A match of one of the games."""


def begun(rulebook: Rulebook, event: MatchStarted) -> Game:
    """Begin a match under a rulebook.

    Raises:
        NoSuchRulebookError: for a rulebook of a game that a session cannot play.

    >>> from paizhuo.rules.rulebooks import load
    >>> begun(load("guandan-seed"), MatchStarted("guandan-seed", ("a", "b", "c", "d"))).rulebook.game
    'guandan'
    """
    if isinstance(rulebook, ShengjiRulebook):
        return shengji_fold.start(rulebook, event)
    if isinstance(rulebook, GuandanRulebook):
        return guandan_fold.start(rulebook, event)
    raise NoSuchRulebookError(event.rulebook)


def continued(game: Game, entry: Logged, fact: Fact) -> Game:
    """Give the match after one more fact."""
    if isinstance(game, ShengjiMatch):
        return shengji_fold.applied(game, entry, fact)
    return guandan_fold.applied(game, entry, fact)


def due(game: Game) -> tuple[Question, ...]:
    """Give every question that stands now."""
    if isinstance(game, ShengjiMatch):
        return shengji_questions.due(game)
    return guandan_questions.due(game)


def hand_by_hand(game: Game) -> tuple[Game, ...]:
    """Give a match once for each of its hands, with that hand alone."""
    if isinstance(game, ShengjiMatch):
        return tuple(replace(game, deal=deal, hands=()) for deal in game.all_hands)
    goes_on = Verdict(Ending.GOES_ON)
    earlier = tuple(replace(game, deal=deal, hands=(), verdict=goes_on) for deal in game.hands)
    return earlier if game.deal is None else (*earlier, replace(game, hands=()))
