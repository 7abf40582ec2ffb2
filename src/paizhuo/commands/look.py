"""`paizhuo look IMAGE…`: read the cards in photos."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS

if TYPE_CHECKING:
    from paizhuo.vision.detections import Look, SeenCard
    from paizhuo.vision.frames import Image

__all__ = ["command"]

_HEAD = f"{'image':24}  {'cards':>5}  {'unread':>6}  {'ms':>6}  faces (confidence in percent)"


@click.command("look")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line instead of a table.")
@click.option(
    "--draw",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each picture with its cards outlined into DIR.",
)
@click.option(
    "--deck", type=click.Path(path_type=Path), help="Read with this enrolled deck's print (see `paizhuo enroll`)."
)
@THREADS
def command(images: tuple[Path, ...], as_json: bool, draw: Path | None, deck: Path | None, threads: int) -> None:
    """Read the cards in each IMAGE: one line a picture, its cards with confidence and place."""
    from paizhuo.device.pictures import PictureError, read_picture, write_picture
    from paizhuo.models.manifest import ModelError
    from paizhuo.vision.draw import annotated
    from paizhuo.vision.shipped import open_sight

    try:
        # Everything is opened once before anything is written: a bad name at the end must not leave half a result.
        for image in images:
            read_picture(image)
        sight = open_sight(threads=threads, deck=deck)
        targets = _targets(images, draw)
        if not as_json:
            click.echo(_HEAD)
        for path in images:
            picture = read_picture(path)
            started = time.perf_counter()
            look = sight.look(picture)
            total = (time.perf_counter() - started) * 1000
            click.echo(json.dumps(_as_json(path, picture, look, total)) if as_json else _as_text(path, look, total))
            if path in targets:
                write_picture(targets[path], annotated(picture, look))
    except (PictureError, ModelError) as error:
        raise BadInput(str(error)) from error


def _targets(images: tuple[Path, ...], folder: Path | None) -> dict[Path, Path]:
    """Give where each annotated picture goes; pictures of the same name get a number."""
    if folder is None:
        return {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot make the folder for drawings: {error.strerror or error}") from error
    targets: dict[Path, Path] = {}
    taken: set[str] = set()
    for path in images:
        name, number = f"{path.stem}.jpg", 1
        while name in taken:
            number += 1
            name = f"{path.stem}-{number}.jpg"
        taken.add(name)
        targets[path] = folder / name
    return targets


def _as_json(path: Path, picture: Image, look: Look, total_ms: float) -> dict[str, object]:
    height, width = picture.shape[:2]
    return {
        "image": str(path),
        "size": [width, height],
        "cards": [_card(card) for card in look.cards],
        "unread": look.unread,
        "ms": {"find": round(look.find_ms, 1), "read": round(look.read_ms, 1), "total": round(total_ms, 1)},
    }


def _card(card: SeenCard) -> dict[str, object]:
    entry: dict[str, object] = {
        "face": card.card.value,
        "confidence": round(card.confidence, 4),
        "indices": [index.quad.round(1).tolist() for index in card.indices],
        "outline": None if card.outline is None else card.outline.round(1).tolist(),
    }
    if card.contradiction:
        entry["contradiction"] = card.alternatives[0][0].value
    return entry


def _as_text(path: Path, look: Look, total_ms: float) -> str:
    """Give one table row; a face with ! is contradicted by its other corner."""
    cards = sorted(look.cards, key=lambda card: card.card.value)
    names = " ".join(
        f"{card.card.value}{'!' if card.contradiction else ''}({100 * card.confidence:.0f})" for card in cards
    )
    return f"{path.name:24}  {len(cards):5}  {look.unread:6}  {total_ms:6.0f}  {names or '-'}"
