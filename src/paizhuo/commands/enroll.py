"""`paizhuo enroll PICTURE…`: check that a deck is whole, and learn how it is printed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.rules.cards import Card
    from paizhuo.vision.deck_check import DeckCheck

__all__ = ["as_text", "command"]


@click.command("enroll")
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE…", type=click.Path(path_type=Path))
@click.option(
    "--little-joker",
    "little_jokers",
    metavar="PICTURE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A picture of the little joker alone, to learn its mark.",
)
@click.option(
    "--big-joker",
    "big_jokers",
    metavar="PICTURE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A picture of the big joker alone.",
)
@click.option(
    "--again",
    "anew",
    metavar="PICTURE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A picture of every card of the faces that were missing, too many or doubtful: these are counted anew.",
)
@click.option(
    "--copies", default=2, show_default=True, type=click.IntRange(1, 4), help="How often the deck holds each face."
)
@click.option("--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write the deck's print.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@THREADS
@click.pass_context
def command(
    ctx: click.Context,
    pictures: tuple[Path, ...],
    little_jokers: tuple[Path, ...],
    big_jokers: tuple[Path, ...],
    anew: tuple[Path, ...],
    copies: int,
    save: Path | None,
    as_json: bool,
    threads: int,
) -> None:
    """Check the deck that the PICTUREs show: fan it out so that each card lies in one picture, its index in view.

    Makers mark their jokers as they like; show each of them alone as well, flat on a plain cloth. Names missing and
    doubled cards; the answer is no (code 1) when the deck is not whole.
    """
    from paizhuo.device.pictures import PictureError, read_picture
    from paizhuo.models.manifest import ModelError, read_manifest
    from paizhuo.rules.cards import Card
    from paizhuo.vision.enroll import EnrolError, Enrolment
    from paizhuo.vision.shipped import open_sight

    try:
        sight = open_sight(threads=threads)
        enrolment = Enrolment(sight)
        shown = [(Card.LJ, path) for path in little_jokers] + [(Card.BJ, path) for path in big_jokers]
        enrolment.show_jokers([(card, read_picture(path)) for card, path in shown])
        for path in pictures:
            enrolment.add(read_picture(path))
        for path in anew:
            enrolment.again(read_picture(path), copies)
        for card in enrolment.plain_jokers:
            click.echo(
                f"{card.value}: its mark is like other print of the deck, so that it is read without it", err=True
            )
        check = enrolment.check(copies)
        if save is not None:
            enrolment.learn(check, read_manifest().reader.sha256).save(save)
    except (PictureError, ModelError, EnrolError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{save}: cannot write: {error.strerror or error}") from error
    click.echo(json.dumps(_as_json(check)) if as_json else as_text(check))
    ctx.exit(0 if check.complete else 1)


def _as_json(check: DeckCheck) -> dict[str, object]:
    return {
        "seen": check.seen,
        "expected": check.expected,
        "complete": check.complete,
        "missing": [card.value for card in check.missing],
        "doubled": [card.value for card in check.doubled],
        "doubts": [{"read": doubt.read.value, "taken": doubt.taken.value} for doubt in check.doubts],
    }


def as_text(check: DeckCheck) -> str:
    """Tell a deck check in lines: the count, what is missing, too many or doubtful, and what to lay anew."""
    lines = [f"{check.seen}/{check.expected} cards" + (", the deck is whole" if check.complete else "")]
    lines += [f"missing: {_listed(check.missing)}"] if check.missing else []
    lines += [f"too many: {_listed(check.doubled)}"] if check.doubled else []
    lines += [f"look again: read as {doubt.read.value}, taken for {doubt.taken.value}" for doubt in check.doubts]
    question = {*check.missing, *check.doubled, *(face for doubt in check.doubts for face in (doubt.read, doubt.taken))}
    if question:
        faces = " ".join(sorted(card.value for card in question))
        lines.append(f"lay every card of these faces anew, in one picture (--again PICTURE): {faces}")
    return "\n".join(lines)


def _listed(cards: Iterable[Card]) -> str:
    return " ".join(f"{card.value} x{times}" if times > 1 else card.value for card, times in Counter(cards).items())
