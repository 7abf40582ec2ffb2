"""What is held out is shown in no training scene: artwork, table tops and fonts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from paizhuo.models.training import stock
from paizhuo.models.training.procedural import Supplies, procedural_deck
from paizhuo.models.training.stock import held_out_stock, training_stock
from paizhuo.rules.cards import FACES
from paizhuo.vision.render.deck import Deck

PLAIN = stock._plain_fonts()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a cache of two families, two table tops and two fonts, one of each held out."""
    folder = tmp_path_factory.mktemp("art")
    rows = []
    for place, (family, held_out) in enumerate((("shown", False), ("kept", True))):
        made = procedural_deck(place, Supplies(PLAIN), "standard")
        (folder / "decks" / family).mkdir(parents=True)
        boxes = {}
        for card in FACES:
            face = made.faces[card]
            cv2.imwrite(str(folder / "decks" / family / f"{card.value}.png"), face.levels[0])
            (left, top), _, (right, bottom), _ = (face.quads[0] / np.array(face.size)).tolist()
            boxes[card.value] = [left, top, right, bottom]
        rows.append({"deck": family, "family": family, "held_out": held_out, "corners": 2, "faces": boxes})
        for kind, name in (("backgrounds", f"{family}.png"), ("fonts", f"{family}.ttf")):
            (folder / kind).mkdir(exist_ok=True)
            if kind == "fonts":
                shutil.copyfile(PLAIN[place], folder / kind / name)
            else:
                cv2.imwrite(str(folder / kind / name), np.full((200, 200, 3), 50 + 100 * place, np.uint8))
    (folder / "decks" / "index.json").write_text(json.dumps(rows))
    for kind, ending in (("backgrounds", "png"), ("fonts", "ttf")):
        sources = [{"file": f"{family}.{ending}", "held_out": family == "kept"} for family in ("shown", "kept")]
        (folder / kind / "sources.json").write_text(json.dumps(sources))
    return folder


@pytest.fixture(autouse=True)
def _art(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PAIZHUO_ART", str(cache))
    for remembered in (stock._art_decks, stock._textures):
        remembered.cache_clear()
    yield
    for remembered in (stock._art_decks, stock._textures):
        remembered.cache_clear()


def _names(decks: object) -> set[str]:
    assert isinstance(decks, list)
    return {deck.name for deck in decks if isinstance(deck, Deck)}


def test_training_and_evaluation_share_no_deck() -> None:
    shown, kept = _names(training_stock(1, 3).decks), _names(held_out_stock(1, 3).decks)
    assert "shown" in shown
    assert "kept" in kept
    assert not shown & kept
    assert "house" in shown
    assert len(kept) == 4


def test_training_and_evaluation_share_no_table_top_and_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[Path, ...]] = []

    def noting(seed: int, supplies: Supplies) -> Deck:
        used.append(supplies.fonts)
        return procedural_deck(seed, supplies)

    monkeypatch.setattr(stock, "procedural_deck", noting)
    shown, kept = training_stock(1, 1), held_out_stock(1, 1)
    assert {int(texture[0, 0, 0]) for texture in shown.textures} == {50}
    assert {int(texture[0, 0, 0]) for texture in kept.textures} == {150}
    assert [[font.name for font in fonts] for fonts in used] == [["shown.ttf"], ["kept.ttf"]]


def test_the_split_is_the_indexs_and_nothing_elses(cache: Path) -> None:
    """The negative control: with the marks the other way round the sides change places."""
    index = cache / "decks" / "index.json"
    before = index.read_text()
    index.write_text(
        before.replace('"held_out": true', '"held_out": 1').replace('"held_out": false', '"held_out": true')
    )
    index.write_text(index.read_text().replace('"held_out": 1', '"held_out": false'))
    try:
        stock._art_decks.cache_clear()
        assert "kept" in _names(training_stock(1, 1).decks)
    finally:
        index.write_text(before)
