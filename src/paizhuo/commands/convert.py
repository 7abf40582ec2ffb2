"""`paizhuo convert`: the weights in the form of another runtime."""

from __future__ import annotations

from pathlib import Path

import click

from paizhuo.commands import BadInput

__all__ = ["command"]


@click.command("convert")
@click.option(
    "--models",
    default=Path("models"),
    show_default=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder with the ONNX files and their manifest; the new files are written there.",
)
def command(models: Path) -> None:
    """Write the NCNN form of the weights beside their ONNX files. `make ncnn` brings the converter and calls this."""
    from paizhuo.models.manifest import ModelError

    try:
        from paizhuo.models.training.ncnn import make_ncnn

        written = make_ncnn(models)
    except ImportError as error:
        raise BadInput(f"{error.name} is not installed; `make ncnn` brings what the conversion needs") from error
    except ModelError as error:
        raise BadInput(str(error)) from error
    for path in written:
        click.echo(str(path))
