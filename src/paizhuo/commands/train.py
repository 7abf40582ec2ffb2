"""`paizhuo train`: from nothing to weights."""

from __future__ import annotations

from pathlib import Path

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS
from paizhuo.commands._train_marks import CHECKED, FITTED, fitted_marks


@click.command("train")
@click.argument(
    "stage",
    type=click.Choice(["all", "art", "gallery", "data", "networks", "export", "jokers", "marks"]),
    default="all",
)
@click.option("--folder", type=click.Path(path_type=Path), help="Scenes and checkpoints; default: the cache folder.")
@click.option("--shards", type=click.IntRange(1), default=16, show_default=True, help="Pieces of training data.")
@click.option("--scenes", type=click.IntRange(8), default=1500, show_default=True, help="Scenes a piece.")
@click.option(
    "--mined", type=click.IntRange(0), default=0, show_default=True, help="Scenes whose finds the reader learns from."
)
@click.option("--finder-epochs", type=click.IntRange(1), default=6, show_default=True)
@click.option("--reader-epochs", type=click.IntRange(1), default=8, show_default=True)
@click.option("--finder-start", type=click.Path(exists=True, path_type=Path), help="Weights to go on from.")
@click.option("--reader-start", type=click.Path(exists=True, path_type=Path), help="Weights to go on from.")
@click.option(
    "--views", type=click.IntRange(1), default=12, show_default=True, help="Pieces of 1,000 scenes for the joker look."
)
@click.option("--joker-epochs", type=click.IntRange(1), default=6, show_default=True)
@click.option(
    "--joker-start",
    type=click.Path(exists=True, path_type=Path),
    help="Weights of a joker look or a reader to go on from; default: this run's reader, or the shipped one.",
)
@click.option("--run", default="1", show_default=True, help="Name of the run; another name starts afresh.")
@click.option("--models", type=click.Path(path_type=Path), default=Path("models"), show_default=True)
@FITTED
@CHECKED
@THREADS
def command(
    stage: str,
    folder: Path | None,
    shards: int,
    scenes: int,
    mined: int,
    finder_epochs: int,
    reader_epochs: int,
    finder_start: Path | None,
    reader_start: Path | None,
    views: int,
    joker_epochs: int,
    joker_start: Path | None,
    run: str,
    models: Path,
    fitted: tuple[int, ...],
    checked: tuple[int, ...],
    threads: int,
) -> None:
    """Train finder and reader, then the joker look: artwork, scenes, networks, export, jokers.

    Every stage goes on where it was interrupted. It needs the training environment (`make train-env`), but for the
    stage `marks`, which fits the odds of enrolled jokers to the weights in --models.
    """
    if stage == "marks":
        for line in fitted_marks(models, folder, fitted, checked, threads):
            click.echo(line)
        return
    try:
        from paizhuo.models.training import course as training
    except ImportError as error:
        raise BadInput(f"training needs PyTorch and Ultralytics ({error}); run `make train TRAIN_ARGS=…`") from None
    course = training.Course(
        folder=folder or training.training_folder(),
        shards=shards,
        scenes=scenes,
        mined=mined,
        finder_epochs=finder_epochs,
        reader_epochs=reader_epochs,
        finder_start=finder_start,
        reader_start=reader_start,
        run=run,
    )
    if stage in ("all", "art"):
        _fetch_art()
    if stage == "gallery":
        click.echo(str(_gallery(course.folder / "gallery")))
    if stage in ("all", "data"):
        training.render_data(course, click.echo)
        training.mine_data(course, click.echo)
    if stage in ("all", "networks"):
        training.train_networks(course, click.echo)
    if stage in ("all", "export"):
        weights = [course.runs / f"{network}-{run}" / "weights" / "last.pt" for network in ("finder", "reader")]
        missing = [str(path) for path in weights if not path.exists()]
        if missing:
            raise BadInput(f"no trained weights at {', '.join(missing)}; run the stage 'networks' first")
        training.export_networks(course, weights[0], weights[1], models, click.echo)
    if stage in ("all", "jokers"):
        own = course.runs / f"reader-{run}" / "weights" / "last.pt"
        start = joker_start or (own if own.exists() else models / "training" / "start" / "reader.npz")
        _train_jokers(course.folder, models, start, views, joker_epochs, run)


def _train_jokers(folder: Path, models: Path, start: Path, views: int, epochs: int, run: str) -> None:
    from paizhuo.models.training.joker_course import JokerCourse, train_jokers

    if not start.exists():
        raise BadInput(f"no weights to begin with at {start}; name some with --joker-start")
    train_jokers(JokerCourse(folder, models, start, pieces=views, epochs=epochs, run=run), click.echo)


def _gallery(folder: Path) -> Path:
    from paizhuo.models.training.gallery import write_gallery
    from paizhuo.models.training.stock import training_stock

    return write_gallery(folder, training_stock(1, 12))


def _fetch_art() -> None:
    from paizhuo.models.training.art import fetch_all
    from paizhuo.models.training.stock import art_folder

    for reason in fetch_all(art_folder(), click.echo).missing:
        click.echo(f"left out: {reason}", err=True)
