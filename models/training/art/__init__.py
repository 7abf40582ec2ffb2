"""Fetch the card artwork, table tops and type that training draws from (训练素材).

Everything lies in a cache folder and nothing in the project: decks as upright RGBA pictures with `decks/index.json`,
`backs`, `backgrounds`, `fonts` and `hands`. Where it comes from and under which licences: `docs/art-licences.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paizhuo.models.training.art.decks import build_decks
from paizhuo.models.training.art.fetch import FetchError, Run, fetch
from paizhuo.models.training.art.hands import HAND_PACKAGE, draw_hands
from paizhuo.models.training.art.packages import packages
from paizhuo.models.training.art.surfaces import lay_backgrounds, lay_fonts
from paizhuo.models.training.art.unpack import UnpackError, unpack

__all__ = ["Artwork", "fetch_all"]


@dataclass(frozen=True, slots=True)
class Artwork:
    """What the cache holds, and in words what could not be had."""

    decks: int
    faces: int
    backgrounds: int
    fonts: int
    hands: int
    missing: tuple[str, ...]


def fetch_all(cache: Path, progress: Callable[[str], None], run: Run | None = None) -> Artwork:
    """Fetch every package, draw every deck, lay out table tops, fonts and hands under `cache`.

    `progress` gets one line for each step. What is there already is kept, so an interrupted run goes on. A package
    that cannot be had is told in `missing` and the rest goes on without it; about 1.6 GB are downloaded in all.
    """
    folders: dict[str, Path] = {}
    missing: list[str] = []
    for package in packages():
        progress(f"{package.name} {package.version}")
        try:
            archive = fetch(package, cache / "packages", run)
            folders[package.name] = unpack(package, archive, cache / "unpacked")
        except (FetchError, UnpackError) as error:
            missing.append(str(error))
    decks = build_decks(folders, cache, progress)
    missing += decks.missing
    licences = {package.name: package.licence for package in packages()}
    return Artwork(
        decks.decks,
        decks.faces,
        lay_backgrounds(folders, licences, cache / "backgrounds"),
        lay_fonts(folders, licences, cache / "fonts"),
        draw_hands(folders[HAND_PACKAGE], cache / "hands") if HAND_PACKAGE in folders else 0,
        tuple(missing),
    )
