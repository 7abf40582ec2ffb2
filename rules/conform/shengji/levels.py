"""Topics about scores, levels, the bottom, the next dealer, penalties and time."""

from __future__ import annotations

import re

from paizhuo.rules.cards import Rank, Suit
from paizhuo.rules.conform.case import Adapter, Answers, Case
from paizhuo.rules.conform.shengji.position import cards_of, level_of, seat_of, shengji, whole
from paizhuo.rules.rulebook import Rulebook
from paizhuo.rules.shengji.kitty import take_bottom, verify_bury
from paizhuo.rules.shengji.levels import Level, Role, climb, fall, jack_dug, next_dealer
from paizhuo.rules.shengji.penalties import Offence, propose, verify_pace
from paizhuo.rules.shengji.scoring import deal_result
from paizhuo.rules.shengji.trump import trump_for

OFFENCES = {
    "revoke": Offence.REVOKE,
    "wrong follow found": Offence.REVOKE,
    "藏牌": Offence.REVOKE,
    "card taken back": Offence.TAKEBACK,
}
"""What the events of a case are called here."""


def scoring(case: Case, rulebook: Rulebook) -> Answers:
    """Turn the attackers' points into levels, and levels into a place on the ladder."""
    book = shengji(rulebook)
    named = "dealer_level" in case.setup
    level = level_of(case, "dealer_level") if named else book.levels.start
    result = deal_result(whole(case.setup["attackers_points"]), book, level)
    answers: dict[str, object] = {
        "winner_side": result.winners,
        "level_change": result.level_change,
        "attackers_level_change": result.level_change if result.winners is Role.ATTACKERS else 0,
        "dealers_level_change": -result.demotion if result.winners is Role.ATTACKERS else result.level_change,
    }
    if named and result.winners is Role.DEALERS:
        move = climb(Level(level), result.level_change, book, Role.DEALERS)
        answers |= {"level_after": move.level.rank, "match_won": move.match_won}
    elif named:
        answers |= {"level_after": fall(Level(level), result.demotion, book).level.rank, "match_won": False}
    if "dealer" in case.setup:
        answers["next_dealer"] = next_dealer(seat_of(case.setup["dealer"]), result.winners, book)
    return answers


def ladder(case: Case, rulebook: Rulebook) -> Answers:
    """Name the levels, and climb from one of them as keys like ``from_2_up_1`` ask."""
    book = shengji(rulebook)
    answers: dict[str, object] = {"levels": tuple(book.levels.ladder)}
    for key in case.asked:
        if step := re.fullmatch(r"from_(\w+)_up_(\d+)", key):
            answers[key] = climb(Level(Rank(step[1])), int(step[2]), book, Role.DEALERS).level.rank
    return answers


def bottom(case: Case, rulebook: Rulebook) -> Answers:
    """Work out what the bottom brings; a case that names no trump is played with the suit of the winning play."""
    book = shengji(rulebook)
    play = cards_of(case.setup.get("last_winning_play"))
    level = level_of(case)
    trump = trump_for(book, level, Suit(play[0].suit or Suit.SPADES))
    winners = Role(str(case.setup["last_trick_winner"]))
    taken = take_bottom(cards_of(case.setup.get("bottom")), play, play, winners, trump, book)
    before = whole(case.setup.get("attackers_points_before", 0))
    dug = jack_dug(Level(level), play, book)
    return {
        "base": taken.base,
        "multiplier": taken.multiplier,
        "added_to_attackers": taken.added,
        "attackers_total": before + taken.added,
        "dealers_level": (dug or Level(level)).rank,
    }


def bury(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether these cards may be buried."""
    return {"legal": not verify_bury(cards_of(case.setup["buried"]), None, shengji(rulebook))}


def penalty(case: Case, rulebook: Rulebook) -> Answers:
    """Tell what the article on an offence proposes."""
    book = shengji(rulebook)
    play = case.plays[0]
    offence = OFFENCES.get(str(play.get("event")))
    dealers = seat_of(case.setup["dealer"]).side
    offender = Role.DEALERS if seat_of(play["seat"]).side is dealers else Role.ATTACKERS
    sanction = propose(offence, offender, book) if offence else None
    if sanction is None:
        return {}
    return {
        "level_change": {"offender": sanction.change(offender)},
        "match_loss_after": book.penalties.match_lost_after,
    }


def pace(case: Case, rulebook: Rulebook) -> Answers:
    """Say whether a seat thought too long."""
    play = case.plays[0]
    seconds = re.search(r"(\d+) s", str(play.get("event")))
    if seconds is None:
        return {}
    is_dealer = seat_of(play["seat"]) == seat_of(case.setup["dealer"])
    return {"violation": bool(verify_pace(int(seconds[1]), shengji(rulebook), is_dealer=is_dealer))}


ADAPTERS: dict[str, Adapter] = {
    **dict.fromkeys("scoring level_cap must_play must_play_loss overshoot dealer_rotation".split(), scoring),
    "ladder": ladder,
    "kitty": bottom,
    "kitty_levelcard": bottom,
    "bury": bury,
    "penalty": penalty,
    "time": pace,
}
