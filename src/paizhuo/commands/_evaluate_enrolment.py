"""`paizhuo evaluate enrolment`: what reading gains by enrolment, on decks that training never showed."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, replace
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

    from paizhuo.vision.enroll import DeckPrint
    from paizhuo.vision.frames import Image
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.deck import Deck
    from paizhuo.vision.render.scenes import Scene


@click.command("enrolment")
@AS_JSON
@click.option("--scenes", default=12, show_default=True, type=click.IntRange(1, 999), help="Scenes a deck.")
@click.option("--seed", metavar="N", default=0, show_default=True, type=click.IntRange(0, 99), help="Other decks.")
@OTHER_WEIGHTS
@THREADS
def enrolment(as_json_object: bool, scenes: int, seed: int, models: Path | None, threads: int) -> None:
    """Enrol each held-out deck, then read scenes of it: plain, enrolled, and with the jokers of another deck.

    Needs the artwork that `paizhuo train art` fetches.
    """
    from paizhuo.models.training.enrolment import tables
    from paizhuo.vision.evaluate.enrolled import table_scene
    from paizhuo.vision.evaluate.score import confusions, row

    need_artwork()
    sight = opened_sight(threads, models)
    started = time.perf_counter()
    groups: dict[str, list[Reading]] = {"plain": [], "enrolled": [], "strange jokers": []}
    checks: dict[str, _Counted] = {}
    before: DeckPrint | None = None
    with click.progressbar(tables(seed), label="decks", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for table in bar:
            name, first = table.deck.name, table.first
            checks[name] = counted = _enrolled(sight, table.deck, table.textures, first)
            strange = None if before is None else replace(counted.known, jokers=before.jokers)
            before = counted.known if counted.known.jokers else before
            for number in range(first, first + scenes):
                drawn = table_scene(table.deck, table.textures, number)
                for group, known in (("plain", None), ("enrolled", counted.known), ("strange jokers", strange)):
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
    # The first deck has none before it whose jokers could be strange to it.
    compared = {reading.outcome.label.id for reading in groups["strange jokers"]}
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
        click.echo(f"deck check {name}: {each.plain} wrong of {each.cards}, {each.enrolled} with jokers shown{again}")
    for name, (jokers, faces) in wrong.items():
        click.echo(f"cards missed or invented, {name}: {jokers} jokers, {faces} other faces")


@dataclass(frozen=True, slots=True)
class _Counted:
    """A deck's print, and how many cards its checks told wrongly: before its jokers were shown alone, and after."""

    known: DeckPrint
    cards: int
    plain: int
    enrolled: int
    refused: int


def _as_json(counted: _Counted) -> dict[str, int]:
    """Give the figures of a deck's checks."""
    return {
        "cards": counted.cards,
        "wrong": counted.plain,
        "wrong_with_jokers": counted.enrolled,
        "pictures_refused": counted.refused,
    }


def _wrong(readings: Sequence[Reading]) -> tuple[int, int]:
    """Count the cards missed or invented: jokers, other faces."""
    cards = [card for reading in readings for card in (*reading.outcome.missed, *reading.outcome.invented)]
    jokers = sum(card in ("LJ", "BJ") for card in cards)
    return jokers, len(cards) - jokers


def _enrolled(sight: Sight, deck: Deck, textures: Sequence[Image], first: int) -> _Counted:
    """Enrol a deck as a person does: a picture of each joker, then four sweeps of two packs."""
    from paizhuo.vision.enroll import Enrolment
    from paizhuo.vision.evaluate.enrolled import deck_pictures, show_jokers

    plain, shown = Enrolment(sight), Enrolment(sight)
    refused = show_jokers(shown, deck, textures, first)
    for picture in deck_pictures(deck, textures, first):
        plain.add(picture)
        shown.add(picture)
    absent = 2 * (len(FACES) - len(deck.faces))
    before, after = plain.check(), shown.check()
    missed = [len(check.missing) - absent + len(check.doubled) for check in (before, after)]
    return _Counted(shown.learn(after, ""), 2 * len(deck.faces), missed[0], missed[1], refused)


def _read(sight: Sight, known: DeckPrint | None, drawn: Scene, name: str, deck: str) -> Reading:
    from paizhuo.vision.evaluate.rendered import rendered_label

    sight.reader.deck = known
    try:
        return read_and_compare(sight, drawn.picture, rendered_label(drawn, name, deck), None)
    finally:
        sight.reader.deck = None
