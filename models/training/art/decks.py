"""Draw the decks of the packages into the cache and index them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TypedDict

from paizhuo.models.training.art.raster import RasterError, cut, scale_to, trim
from paizhuo.models.training.art.recipes import BACK, RECIPES, Recipe

FACE_HEIGHT = 560

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """What is known of a deck: its artist's family, licence, index corners and the index box of each usable face.

    A box is `x0, y0, x1, y1` relative to the upright finished card, at the top left corner; the opposite corner is
    its point reflection. `cut` is what is taken off the left, top, right and bottom of the trimmed picture (a drawn
    shadow, an uneven border), in shares of its sides, so that the point reflection holds. `back` tells whether the
    deck's back is its own and not that of another deck here.
    """

    deck: str
    family: str
    held_out: bool
    licence: str
    corners: int
    cut: Box
    back: bool
    faces: Mapping[str, Box]


class DeckRow(TypedDict):
    """One deck in `decks/index.json`: `size` is in pixels, `faces` maps a token to its index box."""

    deck: str
    family: str
    held_out: bool
    licence: str
    source: str
    size: list[int]
    corners: int
    faces: dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class BuiltDecks:
    """How many decks and faces the cache holds, and what could not be drawn."""

    decks: int
    faces: int
    missing: tuple[str, ...]


def deck_facts() -> tuple[DeckFacts, ...]:
    """Read the packaged facts of every deck.

    >>> {facts.corners for facts in deck_facts()}
    {2, 4}
    """
    rows = json.loads(files(__package__).joinpath("decks.json").read_text("utf-8"))
    return tuple(
        DeckFacts(
            row["deck"],
            row["family"],
            row["held_out"],
            row["licence"],
            row["corners"],
            _box(row.get("cut", (0, 0, 0, 0))),
            row.get("back", True),
            {token: _box(box) for token, box in row["faces"].items()},
        )
        for row in rows
    )


def held_out_families() -> frozenset[str]:
    """Name the families of artwork that no training scene may show."""
    return frozenset(facts.family for facts in deck_facts() if facts.held_out)


def build_deck(facts: DeckFacts, recipe: Recipe, package: Path, cache: Path) -> DeckRow:
    """Draw one deck into `cache/decks/<deck>` and its backs into `cache/backs`; return its row of the index.

    `package` is the unpacked package. Raises `RasterError` if a renderer fails or a face that was promised is not
    drawn, `OSError` if a file is not where the recipe says.
    """
    folder = cache / "decks" / facts.deck
    folder.mkdir(parents=True, exist_ok=True)
    (cache / "backs").mkdir(exist_ok=True)
    drawn: dict[str, tuple[int, int]] = {}
    for token, raw in recipe.read(package):
        if token not in facts.faces and not token.startswith(BACK):
            continue
        card = scale_to(cut(trim(raw), facts.cut), FACE_HEIGHT)
        if token in facts.faces:
            card.save(folder / f"{token}.png", compress_level=4)
            drawn[token] = card.size
        elif facts.back:
            card.save(cache / "backs" / f"{facts.deck}{token.removeprefix(BACK)}.png")
    if drawn.keys() != facts.faces.keys():
        raise RasterError(f"{facts.deck}: not drawn: {' '.join(sorted(facts.faces.keys() - drawn.keys()))}")
    return {
        "deck": facts.deck,
        "family": facts.family,
        "held_out": facts.held_out,
        "licence": facts.licence,
        "source": recipe.package,
        "size": list(next(iter(drawn.values()))),
        "corners": facts.corners,
        "faces": {token: list(box) for token, box in facts.faces.items()},
    }


def build_decks(packages: Mapping[str, Path], cache: Path, progress: Callable[[str], None]) -> BuiltDecks:
    """Draw every deck whose package is unpacked and write `decks/index.json`.

    A deck that the index already holds with the same facts is not drawn again.
    """
    index = cache / "decks" / "index.json"
    before: dict[str, DeckRow] = {}
    if index.exists():
        before = {row["deck"]: row for row in json.loads(index.read_text("utf-8"))}
    rows: list[DeckRow] = []
    missing: list[str] = []
    for facts in deck_facts():
        recipe = RECIPES[facts.deck]
        if recipe.package not in packages:
            continue
        known = before.get(facts.deck)
        if known is not None and _is_drawn(facts, known, cache):
            rows.append(known)
            continue
        progress(facts.deck)
        try:
            rows.append(build_deck(facts, recipe, packages[recipe.package], cache))
        except (RasterError, OSError) as error:
            missing.append(f"{facts.deck}: {error}")
    index.parent.mkdir(parents=True, exist_ok=True)
    # A reader in another process sees the old index or the new one, never half of one.
    fresh = index.with_suffix(".new")
    fresh.write_text(json.dumps(rows), "utf-8")
    os.replace(fresh, index)
    return BuiltDecks(len(rows), sum(len(row["faces"]) for row in rows), tuple(missing))


def _is_drawn(facts: DeckFacts, row: DeckRow, cache: Path) -> bool:
    faces = {token: list(box) for token, box in facts.faces.items()}
    same = row["faces"] == faces and row["held_out"] == facts.held_out and row["corners"] == facts.corners
    return same and all((cache / "decks" / facts.deck / f"{token}.png").exists() for token in faces)


def _box(sides: Sequence[float]) -> Box:
    left, top, right, bottom = sides
    return (left, top, right, bottom)
