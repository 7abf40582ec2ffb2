"""`paizhuo evaluate enrolment`: what reading gains by enrolment, on decks that training never showed."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from paizhuo.commands._evaluate_figures import (
    AS_JSON,
    Figures,
    Reading,
    as_json,
    as_text,
    calibration,
    read_and_compare,
)
from paizhuo.commands._models import OTHER_WEIGHTS, THREADS, need_artwork, opened_sight
from paizhuo.rules.cards import FACES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from paizhuo.rules.cards import Card
    from paizhuo.vision.deck_check import DeckCheck
    from paizhuo.vision.enroll import DeckPrint
    from paizhuo.vision.frames import Image
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.deck import Deck
    from paizhuo.vision.render.scenes import Scene


_ANOTHER = "another deck's print"


@click.command("enrolment")
@AS_JSON
@click.option("--scenes", default=12, show_default=True, type=click.IntRange(1, 999), help="Scenes a deck.")
@click.option("--seed", metavar="N", default=0, show_default=True, type=click.IntRange(0, 99), help="Other decks.")
@OTHER_WEIGHTS
@THREADS
def enrolment(as_json_object: bool, scenes: int, seed: int, models: Path | None, threads: int) -> None:
    """Enrol each held-out deck, then read scenes of it: plain, enrolled, and with the print of another deck.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo.models.training.enrolment import tables
    from paizhuo.vision.evaluate.enrolled import table_scene
    from paizhuo.vision.evaluate.score import confusions, row

    need_artwork()
    sight = opened_sight(threads, models)
    started = time.perf_counter()
    groups: dict[str, list[Reading]] = {"plain": [], "enrolled": [], _ANOTHER: []}
    checks: dict[str, _Counted] = {}
    before: DeckPrint | None = None
    with click.progressbar(tables(seed), label="decks", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for table in bar:
            name, first = table.deck.name, table.first
            checks[name] = counted = _enrolled(sight, table.deck, table.textures, first)
            another, before = before, counted.known if counted.known.jokers else before
            for number in range(first, first + scenes):
                drawn = table_scene(table.deck, table.textures, number)
                for group, known in (("plain", None), ("enrolled", counted.known), (_ANOTHER, another)):
                    if group == "plain" or known is not None:
                        groups[group].append(_read(sight, known, drawn, f"{name}-{number}", name))
    figures = Figures(
        rows=[(name, row([reading.outcome for reading in group])) for name, group in groups.items() if group],
        calibration=calibration({name: group for name, group in groups.items() if group}),
        confused=confusions(reading.outcome for reading in groups["enrolled"]),
        outcomes=[reading.outcome for reading in groups["enrolled"]],
        seconds=time.perf_counter() - started,
    )
    wrong = {name: _wrong(group) for name, group in groups.items()}
    # The first deck has none before it whose print could be strange to it.
    compared = {reading.outcome.label.id for reading in groups[_ANOTHER]}
    wrong["plain, the same pictures"] = _wrong(
        [reading for reading in groups["plain"] if reading.outcome.label.id in compared]
    )
    if as_json_object:
        told = {"wrong": wrong, "deck_checks": {name: _as_json(each) for name, each in checks.items()}}
        click.echo(json.dumps({**as_json(figures), **told}, ensure_ascii=False))
        return
    for line in as_text(figures):
        click.echo(line)
    for name, each in checks.items():
        again = f", pictures refused: {each.refused}" if each.refused else ""
        passed = ", called whole" if each.passed else ""
        click.echo(
            f"deck check {name}: {each.plain} wrong of {each.cards}, {each.shown} with jokers shown, "
            f"{each.again} laid again; two taken out: {each.short} wrong{passed}{again}"
        )
    for name, (jokers, faces) in wrong.items():
        click.echo(f"cards missed or invented, {name}: {jokers} jokers, {faces} other faces")


@dataclass(frozen=True, slots=True)
class _Counted:
    """A deck's print, and how many cards its checks told wrongly.

    ``plain`` without any joker shown alone, ``shown`` with the jokers, ``again`` with what was called missing laid
    again. ``short`` is how many cards were told wrongly of the deck less two of its cards, and ``passed`` says whether
    neither of these was missed.
    """

    known: DeckPrint
    cards: int
    plain: int
    shown: int
    again: int
    short: int
    passed: bool
    refused: int


def _as_json(counted: _Counted) -> dict[str, int | bool]:
    """Give the figures of a deck's checks."""
    return {
        "cards": counted.cards,
        "wrong": counted.plain,
        "wrong_with_jokers": counted.shown,
        "wrong_laid_again": counted.again,
        "wrong_two_taken_out": counted.short,
        "two_taken_out_called_whole": counted.passed,
        "pictures_refused": counted.refused,
    }


def _wrong(readings: Sequence[Reading]) -> tuple[int, int]:
    """Count the cards missed or invented: jokers, other faces."""
    cards = [card for reading in readings for card in (*reading.outcome.missed, *reading.outcome.invented)]
    jokers = sum(card in ("LJ", "BJ") for card in cards)
    return jokers, len(cards) - jokers


def _enrolled(sight: Sight, deck: Deck, textures: Sequence[Image], first: int) -> _Counted:
    """Enrol a deck as a person does: a picture of each joker, four sweeps of two packs, what is missing once more."""
    from paizhuo.vision.enroll import Enrolment
    from paizhuo.vision.evaluate.enrolled import deck_pictures, show_jokers, swept, two_packs

    whole = two_packs(deck, first)
    plain, shown, short = Enrolment(sight), Enrolment(sight), Enrolment(sight)
    for picture in deck_pictures(deck, textures, first):
        plain.add(picture)
    refused = show_jokers(shown, deck, textures, first)
    once, again = swept(shown, deck, whole, textures, first)
    show_jokers(short, deck, textures, first)
    # Shuffled packs: any two cards of the last sweep are two that anybody may have lost.
    _, less = swept(short, deck, whole[:-2], textures, first)
    return _Counted(
        shown.learn(again, ""),
        len(whole),
        _told_wrongly(plain.check(), whole),
        _told_wrongly(once, whole),
        _told_wrongly(again, whole),
        _told_wrongly(less, whole[:-2]),
        not Counter(whole[-2:]) & Counter(less.missing),
        refused,
    )


def _told_wrongly(check: DeckCheck, cards: Sequence[Card]) -> int:
    """Count the cards of which a check tells wrongly whether they are there."""
    there, seen = Counter(cards), Counter(face for face in check.faces if face in FACES)
    return (there - seen).total() + (seen - there).total()


def _read(sight: Sight, known: DeckPrint | None, drawn: Scene, name: str, deck: str) -> Reading:
    from paizhuo.vision.evaluate.enrolled import table_label

    sight.reader.deck = known
    try:
        return read_and_compare(sight, drawn.picture, table_label(drawn, name, deck), None)
    finally:
        sight.reader.deck = None
