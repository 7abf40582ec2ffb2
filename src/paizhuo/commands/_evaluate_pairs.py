"""`paizhuo evaluate pairs`: two equal cards half over each other, counted; the same squared up, seen as one."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING

import click

from paizhuo.commands._models import OTHER_WEIGHTS, THREADS, need_artwork, opened_sight

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.scenes import Stock

_STEPS = (8, 10, 13, 18, 25, 35, 46)
"""Offsets (mm) between which the rows of the table count."""


@click.command("pairs")
@click.option("--pairs", "count", default=300, show_default=True, type=click.IntRange(1, 99999), help="How many pairs.")
@click.option("--first", metavar="SEED", default=0, show_default=True, type=click.IntRange(0), help="Other pairs.")
@click.option("--art", is_flag=True, help="Decks that training never showed, instead of the product's own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@OTHER_WEIGHTS
@THREADS
def pairs(count: int, first: int, art: bool, as_json: bool, models: Path | None, threads: int) -> None:
    """Read pictures of two equal cards, 8 to 45 mm apart, and of a pair squared up, which must be one card.

    Two indices of one face must be told from one card's two corners by their place alone.
    """
    from paizhuo.models.training.stock import held_out_stock
    from paizhuo.vision.evaluate.bounds import exact_lower
    from paizhuo.vision.render.house import house_deck
    from paizhuo.vision.render.scenes import Stock

    if art:
        need_artwork()
    sight = opened_sight(threads, models)
    stock = held_out_stock(9000) if art else Stock([house_deck()])
    right, seen, wrong, named = _read(sight, stock, count, first)
    squared = sum(_is_one(sight, stock, seed) for seed in range(first, first + max(1, count // 10)))
    total = sum(right.values())
    facts = {
        "pairs": count,
        "right": total,
        "share": round(total / count, 5),
        "at_least": round(exact_lower(total, count), 5),
        "named": named,
        "by_offset_mm": {str(step): [right[step], seen[step]] for step in _STEPS if seen[step]},
        "squared": max(1, count // 10),
        "squared_one_card": squared,
        "wrong": wrong,
    }
    if as_json:
        click.echo(json.dumps(facts))
        return
    click.echo(
        f"right counts: {total}/{count}, {100 * total / count:.2f} % (≥ {100 * exact_lower(total, count):.2f} %); "
        f"faces right as well: {named}"
    )
    for step in _STEPS:
        if seen[step]:
            click.echo(f"  from {step:2} mm: {right[step]}/{seen[step]}")
    click.echo(f"squared up, one card seen: {squared}/{facts['squared']}")
    for mistake in wrong:
        click.echo(f"wrong: {mistake}")


def _read(sight: Sight, stock: Stock, count: int, first: int) -> tuple[Counter[int], Counter[int], list[str], int]:
    """Give the right counts and all pairs by offset, what was wrong in words, and how many were named right as well."""
    from paizhuo.vision.render.pairs import hard_pair

    right: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    wrong: list[str] = []
    named = 0
    with click.progressbar(
        range(first, first + count), label="pairs", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        for seed in bar:
            pair = hard_pair(seed, stock)
            step = max(step for step in _STEPS if step <= pair.offset_mm)
            read = [card.card for card in sight.look(pair.picture).cards]
            seen[step] += 1
            right[step] += len(read) == 2
            named += read == [pair.card, pair.card]
            if read != [pair.card, pair.card]:
                names = " ".join(card.value for card in read) or "nothing"
                wrong.append(f"seed {seed}: {pair.card.value} twice, {pair.offset_mm:.1f} mm apart, read as {names}")
    return right, seen, wrong, named


def _is_one(sight: Sight, stock: Stock, seed: int) -> bool:
    from paizhuo.vision.render.pairs import hard_pair

    pair = hard_pair(seed, stock, squared=True)
    return [card.card for card in sight.look(pair.picture).cards] == [pair.card]
