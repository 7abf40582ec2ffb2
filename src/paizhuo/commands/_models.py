"""What several commands need of the models: their options, the sight, and the artwork that pictures are drawn with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from paizhuo.vision.look import Sight

__all__ = ["OTHER_WEIGHTS", "THREADS", "need_artwork", "opened_sight"]

THREADS = click.option(
    "--threads", default=2, show_default=True, type=click.IntRange(1, 64), help="CPU threads for the models."
)
OTHER_WEIGHTS = click.option(
    "--models", type=click.Path(file_okay=False, exists=True, path_type=Path), help="Other weights to judge."
)


def opened_sight(threads: int, models: Path | None = None) -> Sight:
    """Load the weights in ``models`` (none: those shipped); raise ``BadInput`` where they cannot be used."""
    from paizhuo.models.manifest import ModelError
    from paizhuo.vision.shipped import open_sight

    try:
        return open_sight(threads=threads, folder=models)
    except ModelError as error:
        raise BadInput(str(error)) from error


def need_artwork() -> None:
    """Raise ``BadInput`` where the artwork of decks was not fetched."""
    from paizhuo.models.training.stock import art_folder

    if not (art_folder() / "decks" / "index.json").is_file():
        raise BadInput(f"{art_folder()}: no artwork; fetch it once with `make train TRAIN_ARGS=art`")
