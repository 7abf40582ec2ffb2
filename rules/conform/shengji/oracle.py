"""Comparing tricks that another engine judged: every play, the winner and the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.conform.case import CaseError, Fields
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.throw import judge_throw
from paizhuo.rules.shengji.trick import points, winner
from paizhuo.rules.shengji.trump import trump_for

RULEBOOKS = {"all": "rbtying", "highest": "rbtying:Highest", "unit": "rbtying:TrickUnitLength"}
"""Which rulebook compares ruffs over a throw as the record says."""


def claims_record(record: Fields) -> bool:
    """Say whether a record is a trick of Shengji."""
    return "throw_eval" in record and "hands" in record


def judge_record(record: Fields) -> tuple[str, ...]:
    """Judge a recorded trick and give the differences; like the other engine, stop at the first illegal play."""
    book = load(RULEBOOKS[str(record["throw_eval"])], ShengjiRulebook)
    suit = record["trump"]
    trump = trump_for(book, Rank(str(record["level"])), None if suit == "none" else Suit(str(suit)))
    hands, plays = _heaps(record["hands"]), _heaps(record["plays"])
    outcome = judge_throw(plays[0], {seat: hands[seat] for seat in Seat if seat}, trump, book)
    answers: list[dict[str, object]] = [{"ok": True, "played": _tokens(outcome.forced)}]
    if not outcome.ok:
        answers[0] |= {"returned": _tokens(outcome.returned), "stopped_by": outcome.stopped_by}
    trick = [(Seat.E, outcome.forced)]
    for seat, play in zip(tuple(Seat)[1:], plays[1:], strict=True):
        if verify_follow(outcome.forced, hands[seat], play, trump, book):
            answers.append({"ok": False})
            return _differences(record, {"plays": answers, "winner": None, "points": None})
        answers.append({"ok": True, "played": _tokens(play)})
        trick.append((seat, play))
    result = {"plays": answers, "winner": winner(trick, trump, book), "points": points(trick)}
    return _differences(record, result)


def _differences(record: Fields, actual: Mapping[str, object]) -> tuple[str, ...]:
    expected = record["answer"]
    if not isinstance(expected, Mapping):
        raise CaseError(f"an answer must be a table, not {expected!r}")
    wanted = {"winner": expected.get("winner"), "points": expected.get("points")}
    wanted["plays"] = [
        {key: sorted(value) if isinstance(value, list) else value for key, value in play.items()}
        for play in expected["plays"]
    ]
    return tuple(f"{key}: expected {wanted[key]}, found {actual[key]}" for key in wanted if wanted[key] != actual[key])


def _heaps(raw: object) -> list[tuple[Card, ...]]:
    if not isinstance(raw, list) or not all(isinstance(heap, list) for heap in raw):
        raise CaseError(f"lists of cards are wanted, not {raw!r}")
    return [tuple(Card(token) for token in heap) for heap in raw]


def _tokens(cards: Sequence[Card]) -> list[str]:
    return sorted(str(card) for card in cards)
