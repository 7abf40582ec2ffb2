"""Raster the decks of the packages into the cache and index them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from .raster import scale_to, trim
from .recipes import BACK, RECIPES

FACE_HEIGHT = 560

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """What is known of a deck: its artist's family, licence, index corners and the index box of each usable face.

    A box is `x0, y0, x1, y1` relative to the upright trimmed card, at the top left corner.
    """

    deck: str
    family: str
    licence: str
    corners: int
    faces: Mapping[str, Box]


def deck_facts() -> tuple[DeckFacts, ...]:
    """Read the packaged facts of every deck."""
    rows = json.loads(files(__package__).joinpath("decks.json").read_text("utf-8"))
    return tuple(
        DeckFacts(
            row["deck"],
            row["family"],
            row["licence"],
            row["corners"],
            {token: (box[0], box[1], box[2], box[3]) for token, box in row["faces"].items()},
        )
        for row in rows
    )


def build_deck(facts: DeckFacts, unpacked: Path, cache: Path) -> dict[str, object]:
    """Draw one deck into `cache/decks/<deck>` and its backs into `cache/backs`; return its line of the index."""
    recipe = RECIPES[facts.deck]
    folder = cache / "decks" / facts.deck
    folder.mkdir(parents=True, exist_ok=True)
    (cache / "backs").mkdir(exist_ok=True)
    size = (0, 0)
    found: dict[str, Box] = {}
    for token, raw in recipe.read(unpacked / recipe.package):
        card = scale_to(trim(raw), FACE_HEIGHT)
        if token.startswith(BACK):
            card.save(cache / "backs" / f"{facts.deck}{token.removeprefix(BACK)}.png")
        elif token in facts.faces:
            card.save(folder / f"{token}.png", compress_level=4)
            found[token] = facts.faces[token]
            size = card.size
    return {
        "deck": facts.deck,
        "family": facts.family,
        "licence": facts.licence,
        "source": recipe.package,
        "size": list(size),
        "corners": facts.corners,
        "faces": {token: list(box) for token, box in found.items()},
    }


def build_decks(unpacked: Path, cache: Path, progress: Callable[[str], None]) -> int:
    """Draw every deck that has a recipe; write `decks/index.json`; return the number of decks."""
    rows = []
    for facts in deck_facts():
        if facts.deck in RECIPES:
            progress(facts.deck)
            rows.append(build_deck(facts, unpacked, cache))
    (cache / "decks" / "index.json").write_text(json.dumps(rows), "utf-8")
    return len(rows)
