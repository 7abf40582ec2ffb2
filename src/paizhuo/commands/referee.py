"""`paizhuo referee`: what a referee would have to say about a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._guandan import hand_lines, result_lines
from paizhuo.commands._records import Record, read_record
from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.events import Logged, MatchStarted
from paizhuo.rules.hearing import HandHearing, Hearing, hear
from paizhuo.rules.rulebooks import load
from paizhuo.rules.snapshot import PlayView, ViolationView, as_json


@click.command("referee")
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--rulebook", help="Judge by this rulebook instead of the one that the record names.")
@click.option("--json", "as_json_", is_flag=True, help="Print one JSON object instead of text.")
def command(record: Path, rulebook: str | None, as_json_: bool) -> None:
    """Judge a record (.jsonl, .tcr or a table's log).

    Prints every hand with its tricks, points, levels and next dealer (in Guandan with tribute, passes and the finishing
    order), and every ruling with its code, the article of
    the rulebook, the plays that prove it and what the article permits. Lines that cannot be used are named on standard
    error.
    """
    if rulebook is not None:
        _check_rulebook(rulebook)
    found = read_record(record, rulebook)
    for problem in found.problems:
        click.echo(f"{record}:{problem.line}: {problem.code}: {problem.message}", err=True)
    hearing = _heard(record, found, rulebook)
    if as_json_:
        plain = as_json(hearing)
        assert isinstance(plain, dict)
        problems = [{"line": each.line, "code": each.code, "found": each.message} for each in found.problems]
        click.echo(json.dumps({**plain, "sealed": found.sealed, "problems": problems}, ensure_ascii=False))
    else:
        for line in _lines(hearing):
            click.echo(line)


def _check_rulebook(rulebook: str) -> None:
    try:
        load(rulebook)
    except NoSuchRulebookError:
        raise BadInput(f"--rulebook {rulebook}: no such rulebook; `paizhuo rulebook list` names them") from None


def _heard(path: Path, record: Record, rulebook: str | None) -> Hearing:
    entries = record.entries if rulebook is None else tuple(_under(entry, rulebook) for entry in record.entries)
    try:
        return hear(entries)
    except (NoSuchRulebookError, RulebookError) as error:
        raise BadInput(f"{path}: rulebook {error}: not known here; choose one with --rulebook") from None


def _under(entry: Logged, rulebook: str) -> Logged:
    if not isinstance(entry.event, MatchStarted):
        return entry
    return replace(entry, event=replace(entry.event, rulebook=rulebook, text=""))


def _lines(hearing: Hearing) -> Iterator[str]:
    yield f"rulebook {hearing.rulebook}: " + ", ".join(f"{seat} {name}" for seat, name in hearing.names.items())
    for hand in hearing.hands:
        yield ""
        yield from _hand_lines(hand)


def _hand_lines(hand: HandHearing) -> Iterator[str]:
    if hand.guandan is not None:
        yield from hand_lines(hand.hand, hand.guandan)
    else:
        yield from _shengji_lines(hand)
    yield from _ruling_lines(hand)
    yield from _result_lines(hand) if hand.guandan is None else result_lines(hand.guandan)


def _shengji_lines(hand: HandHearing) -> Iterator[str]:
    yield f"hand {hand.hand}: level {hand.level}, trump {hand.trump or '?'}, dealer {hand.dealer or '?'}"
    for trick in hand.tricks:
        plays = "  ".join(_play(play) for play in trick.plays)
        yield f"{trick.number:3}. {plays}  -> {trick.winner or '?'} {trick.points}"


def _ruling_lines(hand: HandHearing) -> Iterator[str]:
    for ruling in hand.rulings:
        yield f"  ! {_ruling(ruling)}"
        source = hand.articles.get(ruling.article)
        if source is not None:
            where = "house default" if source.assumed and not source.where else source.where
            yield f"      article {ruling.article} = {source.value} ({where})"
        if ruling.proposed:
            yield f"      permits {', '.join(ruling.proposed)}"
        if ruling.ruling is not None:
            yield f"      ruled {ruling.ruling}"


def _play(play: PlayView) -> str:
    cards = "".join(play.cards)
    if play.throw == "failed":
        cards = f"({cards}{''.join(play.returned)})!{cards}"
    elif play.throw in ("attempt", "certain"):
        cards = f"({cards})"
    return f"{play.seat}:{cards}"


def _ruling(ruling: ViolationView) -> str:
    params = " ".join(f"{key}={_text(value)}" for key, value in ruling.params.items())
    return f"trick {ruling.trick} {ruling.seat}: {ruling.code} {params}".rstrip()


def _text(value: object) -> str:
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _result_lines(hand: HandHearing) -> Iterator[str]:
    result = hand.result
    if result is None:
        yield f"     attackers {hand.points} so far"
        return
    kitty = f" + kitty {result.kitty_points} x {result.multiplier}" if result.multiplier else ""
    levels = ", ".join(f"{side} {level}" for side, level in result.levels.items())
    yield f"     attackers {result.trick_points}{kitty} = {result.points}: {result.winner} +{result.change}"
    yield f"     levels {levels}; next dealer {result.next_dealer}"
    if result.match_winner is not None:
        yield f"     {result.match_winner} wins the match"
