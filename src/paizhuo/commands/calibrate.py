"""`paizhuo calibrate`: markers to print, and where a camera sees the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import THREADS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.vision.calibrate import TableMap
    from paizhuo.vision.legibility import ZoneLegibility

__all__ = ["command"]

_MOST_ERROR = 3.0
"""Reprojection error in pixels of a picture 1,536 wide from which the markers do not lie where they should."""


@click.group("calibrate")
def command() -> None:
    """Print markers for the table's corners, and check where a camera sees the table."""


@command.command("sheet")
@click.argument("out", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--size", default=40.0, show_default=True, metavar="MM", help="Side of a marker's black square.")
def sheet(out: Path, size: float) -> None:
    """Write the four markers on one A4 page to OUT, an .svg or .pdf file."""
    from paizhuo.vision.marker_sheet import as_pdf, as_svg, marker_sheet

    try:
        drawn = marker_sheet(size)
        if out.suffix.lower() == ".svg":
            out.write_text(as_svg(drawn), encoding="utf-8")
        elif out.suffix.lower() == ".pdf":
            out.write_bytes(as_pdf(drawn))
        else:
            raise BadInput(f"{out}: the name must end with .svg or .pdf")
    except ValueError as error:
        raise BadInput(f"--size: {error}") from error
    except OSError as error:
        raise BadInput(f"{out}: cannot write: {error.strerror or error}") from error
    click.echo(str(out))


@command.command("picture")
@click.argument("picture", metavar="PICTURE", type=click.Path(path_type=Path))
@click.option("--width", default=960.0, show_default=True, metavar="MM", help="Width of the playing area.")
@click.option("--height", default=720.0, show_default=True, metavar="MM", help="Height of the playing area.")
@click.option("--size", default=40.0, show_default=True, metavar="MM", help="Side of a marker's black square.")
@click.option("--inset", default=14.0, show_default=True, metavar="MM", help="From a marker to the area's edges.")
@click.option("--corners", metavar="X,Y …", help="The area's four corners in pixels instead of markers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@THREADS
@click.pass_context
def picture(
    ctx: click.Context,
    picture: Path,
    width: float,
    height: float,
    size: float,
    inset: float,
    corners: str | None,
    as_json: bool,
    threads: int,
) -> None:
    """Find the table in PICTURE, taken by the table's own camera, and say how well cards can be read in each zone.

    The answer is no (code 1) when the markers do not agree or a zone is not legible.
    """
    from paizhuo.device.pictures import PictureError, read_picture
    from paizhuo.models.manifest import ModelError
    from paizhuo.vision.calibrate import CalibrationError, from_corners, place_by_markers
    from paizhuo.vision.legibility import legibility
    from paizhuo.vision.render.house import house_deck
    from paizhuo.vision.shipped import open_sight
    from paizhuo.vision.zones import table_zones

    try:
        image = read_picture(picture)
        if corners is None:
            table_map = place_by_markers(image, width, height, size=size, inset=inset)
        else:
            table_map = from_corners(_pixels(corners), width, height)
        zones = legibility(image, table_map, table_zones(width, height), open_sight(threads=threads), house_deck())
    except (PictureError, ModelError) as error:
        raise BadInput(str(error)) from error
    except CalibrationError as error:
        raise BadInput(f"{picture}: {error}") from error
    agrees = table_map.error * 1536 / image.shape[1] <= _MOST_ERROR
    click.echo(json.dumps(_as_json(table_map, zones)) if as_json else _as_text(table_map, zones, agrees))
    ctx.exit(0 if agrees and all(zone.is_good for zone in zones) else 1)


def _pixels(text: str) -> list[tuple[float, float]]:
    try:
        points = [tuple(map(float, pair.split(","))) for pair in text.split()]
        return [(x, y) for x, y in points]
    except ValueError as error:
        raise BadInput(f"--corners: {text!r} is not four pairs like 12,30 1500,28 1510,1120 8,1118") from error


def _corners(table_map: TableMap) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in table_map.corners()]


def _as_json(table_map: TableMap, zones: Sequence[ZoneLegibility]) -> dict[str, object]:
    lens = table_map.lens
    return {
        "corners": _corners(table_map),
        "error_px": round(table_map.error, 3),
        "px_per_mm": round(table_map.px_per_mm(), 4),
        "lens": None if lens is None else {"k1": round(lens.k1, 4), "k2": round(lens.k2, 4)},
        "zones": [
            {
                "zone": zone.zone,
                "card_px": zone.card_px,
                "index_px": zone.index_px,
                "read": round(zone.read, 3),
                "confidence": zone.confidence,
                "good": zone.is_good,
            }
            for zone in zones
        ],
    }


def _as_text(table_map: TableMap, zones: Sequence[ZoneLegibility], agrees: bool) -> str:
    lens = table_map.lens
    lines = [
        "corners (table.corners): " + ", ".join(f"({x:g}, {y:g})" for x, y in _corners(table_map)),
        f"error {table_map.error:.2f} px" + ("" if agrees else ": the markers do not lie where --size and --inset say"),
        f"scale {table_map.px_per_mm():.2f} px/mm",
        "lens straight" if lens is None else f"lens bends: k1 {lens.k1:+.3f}, k2 {lens.k2:+.3f}",
        "zone      card px  index px  read  confidence",
    ]
    for zone in zones:
        verdict = "" if zone.is_good else "  hardly legible"
        sizes = f"{zone.zone:<9} {zone.card_px:>7.0f} {zone.index_px:>9.0f}"
        lines.append(f"{sizes} {zone.read:>5.0%} {zone.confidence:>11.2f}{verdict}")
    return "\n".join(lines)
