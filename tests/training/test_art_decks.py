"""Faces carry the right names, stand alone on their pictures, and are indexed only when they are all there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from paizhuo.models.training.art import decks
from paizhuo.models.training.art.decks import FACE_HEIGHT, DeckFacts, build_deck, build_decks
from paizhuo.models.training.art.raster import RasterError, trim
from paizhuo.models.training.art.recipes import ACE_HIGH, RECIPES, SOLITAIRE, Recipe, cells
from paizhuo.models.training.art.surfaces import held_out_names, lay_backgrounds, lay_fonts

BOX = (0.05, 0.05, 0.2, 0.3)
FACTS = DeckFacts("test-deck", "test", False, "CC0", 2, (0.0, 0.0, 0.0, 0.0), True, {"SA": BOX, "HT": BOX})


def card(colour: tuple[int, int, int], margin: int = 10) -> Image.Image:
    picture = Image.new("RGBA", (120 + 2 * margin, 168 + 2 * margin))
    picture.paste((*colour, 255), (margin, margin, margin + 120, margin + 168))
    return picture


def recipe(*tokens: str) -> Recipe:
    def read(package: Path) -> Iterator[tuple[str, Image.Image]]:
        for place, token in enumerate(tokens):
            yield token, card((place * 40, 0, 0))

    return Recipe("test-package", read)


def test_a_solitaire_sheet_goes_by_clubs_diamonds_hearts_spades() -> None:
    assert [row[0] for row in SOLITAIRE] == ["CA", "DA", "HA", "SA", "LJ"]
    assert SOLITAIRE[3] == ["SA", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ", "SK"]
    assert SOLITAIRE[4] == ["LJ", "BJ", "BACK"]


def test_the_ace_high_sheet_goes_down_from_the_ace() -> None:
    assert [row[0] for row in ACE_HIGH] == ["SA", "HA", "CA", "DA"]
    assert ACE_HIGH[1][1:5] == ["HK", "HQ", "HJ", "HT"]
    assert {token for row in ACE_HIGH for token in row} == {token for row in SOLITAIRE[:4] for token in row}


def test_each_cell_of_a_sheet_gets_its_own_name() -> None:
    sheet = Image.new("RGBA", (13 * 10, 5 * 14))
    for row in range(5):
        for column in range(13):
            sheet.paste((column * 10, row * 10, 7, 255), (column * 10, row * 14, column * 10 + 10, row * 14 + 14))
    named = {token: cell.getpixel((5, 7)) for token, cell in cells(sheet, SOLITAIRE)}
    assert len(named) == 55
    assert named["CA"] == (0, 0, 7, 255)
    assert named["HT"] == (90, 20, 7, 255)
    assert named["SK"] == (120, 30, 7, 255)
    assert named["BJ"] == (10, 40, 7, 255)


def test_trimming_keeps_the_card_and_drops_margin_and_faint_shadow() -> None:
    picture = card((9, 9, 9))
    picture.paste((0, 0, 0, 30), (0, 180, 140, 184))
    assert trim(picture).size == (120, 168)


def test_a_built_deck_has_its_faces_backs_and_row(tmp_path: Path) -> None:
    row = build_deck(FACTS, recipe("SA", "HT", "CJ", "BACK", "BACK-red"), tmp_path, tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*.png")) == [
        "HT.png",
        "SA.png",
        "test-deck-red.png",
        "test-deck.png",
    ]
    assert (row["family"], row["corners"], row["size"]) == ("test", 2, [400, FACE_HEIGHT])
    assert row["faces"] == {"SA": list(BOX), "HT": list(BOX)}
    with Image.open(tmp_path / "decks/test-deck/HT.png") as face:
        assert (face.mode, face.size) == ("RGBA", (400, FACE_HEIGHT))
        assert face.getpixel((200, 280)) == (40, 0, 0, 255)


def test_a_drawn_shadow_is_cut_off_before_the_box_is_laid(tmp_path: Path) -> None:
    facts = DeckFacts("test-deck", "test", False, "CC0", 2, (0.0, 0.0, 0.25, 0.25), False, {"SA": BOX})
    row = build_deck(facts, recipe("SA", "BACK"), tmp_path, tmp_path)
    assert row["size"] == [400, FACE_HEIGHT]
    assert not list((tmp_path / "backs").iterdir())


def test_a_deck_that_lacks_a_promised_face_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RasterError, match="not drawn: HT"):
        build_deck(FACTS, recipe("SA"), tmp_path, tmp_path)


@pytest.fixture
def one_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "deck_facts", lambda: (FACTS,))
    monkeypatch.setitem(RECIPES, "test-deck", recipe("SA", "HT"))


@pytest.mark.usefixtures("one_deck")
def test_the_index_names_the_decks_that_were_drawn(tmp_path: Path) -> None:
    built = build_decks({"test-package": tmp_path}, tmp_path, lambda step: None)
    assert (built.decks, built.faces, built.missing) == (1, 2, ())
    assert [row["deck"] for row in json.loads((tmp_path / "decks/index.json").read_text())] == ["test-deck"]


@pytest.mark.usefixtures("one_deck")
def test_a_deck_is_drawn_again_only_if_a_face_is_gone_or_its_facts_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for _ in range(2):
        build_decks({"test-package": tmp_path}, tmp_path, steps.append)
    assert steps == ["test-deck"]
    (tmp_path / "decks/test-deck/SA.png").unlink()
    build_decks({"test-package": tmp_path}, tmp_path, steps.append)
    assert steps == ["test-deck"] * 2
    moved = DeckFacts("test-deck", "test", True, "CC0", 2, FACTS.cut, True, FACTS.faces)
    monkeypatch.setattr(decks, "deck_facts", lambda: (moved,))
    build_decks({"test-package": tmp_path}, tmp_path, steps.append)
    assert steps == ["test-deck"] * 3


@pytest.mark.usefixtures("one_deck")
def test_a_deck_that_cannot_be_drawn_is_told_and_not_indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RECIPES, "test-deck", recipe("SA"))
    built = build_decks({"test-package": tmp_path}, tmp_path, lambda step: None)
    assert built.decks == 0
    assert "HT" in built.missing[0]
    assert json.loads((tmp_path / "decks/index.json").read_text()) == []


def test_a_missing_package_takes_only_its_own_table_tops_and_fonts_away(tmp_path: Path) -> None:
    robosuite = tmp_path / "unpacked"
    picture = robosuite / "robosuite/models/assets/textures/gray-felt.png"
    picture.parent.mkdir(parents=True)
    Image.new("RGB", (2000, 1000), (90, 90, 90)).save(picture)
    assert lay_backgrounds({"robosuite": robosuite}, {"robosuite": "MIT"}, tmp_path / "tops") == 1
    assert lay_fonts({}, {}, tmp_path / "fonts") == 0
    with Image.open(tmp_path / "tops/robosuite--gray-felt.jpg") as top:
        assert top.size == (1400, 700)
    sources = json.loads((tmp_path / "tops/sources.json").read_text())
    assert [(row["file"], row["licence"]) for row in sources] == [("robosuite--gray-felt.jpg", "MIT")]
    assert sources[0]["held_out"] == ("robosuite--gray-felt.jpg" in held_out_names())
