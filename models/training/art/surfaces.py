"""Lay the table tops and the index fonts of the packages into the cache."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from PIL import Image

from paizhuo.models.training.art.packages import background_members, font_members

_LONGEST = 1400
_QUALITY = 92


def background_name(package: str, member: str, taken: Iterable[str] = ()) -> str:
    """Name a table top after its package and file; a name that is taken gets a number.

    >>> background_name("robosuite", "a/b/Gray Felt.png")
    'robosuite--gray-felt.jpg'
    >>> background_name("robosuite", "c/gray-felt.jpg", ["robosuite--gray-felt.jpg"])
    'robosuite--gray-felt-2.jpg'
    """
    stem = re.sub(r"[^a-z0-9]+", "-", Path(member).stem.lower()).strip("-")
    name, number = f"{package}--{stem}.jpg", 2
    while name in taken:
        name, number = f"{package}--{stem}-{number}.jpg", number + 1
    return name


def held_out_names() -> frozenset[str]:
    """Name the table tops and fonts that are kept for evaluation: about a ninth of each, chosen once and for ever."""
    names = json.loads(files(__package__).joinpath("held_out.json").read_text("utf-8"))
    return frozenset([*names["backgrounds"], *names["fonts"]])


def lay_backgrounds(folders: Mapping[str, Path], licences: Mapping[str, str], target: Path) -> int:
    """Write the table tops as JPEG, at most 1400 px long, with `sources.json`; return their number.

    `folders` maps a package's name to its unpacked folder; a package that is not there is left out.
    """
    target.mkdir(parents=True, exist_ok=True)
    rows: dict[str, dict[str, object]] = {}
    missing: set[str] = set()
    for package, members in background_members().items():
        for member in members:
            # The name is given even if the package is missing, so that it never depends on what was fetched.
            name = background_name(package, member, rows)
            rows[name] = _row(name, package, licences)
            source = folders.get(package, Path()) / member
            if package not in folders or not source.exists():
                missing.add(name)
                continue
            if not (target / name).exists():
                with Image.open(source) as opened:
                    picture = opened.convert("RGB")
                picture.thumbnail((_LONGEST, _LONGEST))
                picture.save(target / name, quality=_QUALITY)
    laid = [row for name, row in rows.items() if name not in missing]
    (target / "sources.json").write_text(json.dumps(laid, indent=0), "utf-8")
    return len(laid)


def lay_fonts(folders: Mapping[str, Path], licences: Mapping[str, str], target: Path) -> int:
    """Copy the index fonts, with `sources.json`; return their number."""
    target.mkdir(parents=True, exist_ok=True)
    rows = []
    for package, members in font_members().items():
        for member in members:
            source = folders.get(package, Path()) / member
            if package in folders and source.exists():
                name = source.name.replace(" ", "-")
                shutil.copyfile(source, target / name)
                rows.append(_row(name, package, licences))
    (target / "sources.json").write_text(json.dumps(rows, indent=0), "utf-8")
    return len(rows)


def _row(name: str, package: str, licences: Mapping[str, str]) -> dict[str, object]:
    return {
        "file": name,
        "package": package,
        "licence": licences.get(package, ""),
        "held_out": name in held_out_names(),
    }
