"""A table whose deck was enrolled is read with that deck's print, from the settings to the reader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.device.settings import Settings, SightSettings, StoreSettings
from paizhuo.models.manifest import read_manifest
from paizhuo.rules.cards import FACES, Card
from paizhuo.runtime import StartError, build, open_weights
from paizhuo.vision.enroll import Sample, learn_deck
from paizhuo.vision.render.compose import card_corners, paste, placed_quads
from paizhuo.vision.render.house import house_deck


@pytest.fixture(scope="module")
def picture() -> tuple[np.ndarray, list[np.ndarray]]:
    """An eight of spades on green cloth, and where its indices are."""
    canvas = np.full((320, 320, 3), (70, 90, 40), np.uint8)
    face = house_deck().faces[Card.S8]
    corners = card_corners((160.0, 160.0), 220.0, 0.716, 0.1)
    paste(canvas, face, corners)
    return canvas, list(placed_quads(face, corners))


def deck_file(path: Path, picture: tuple[np.ndarray, list[np.ndarray]], reader: str) -> Path:
    """Enrol the eight of spades under the name of the queen: a print whose use cannot be overlooked."""
    sight = open_weights()
    canvas, quads = picture
    rows, crops = sight.reader.probabilities(canvas, quads), sight.reader.crops(canvas, quads)  # type: ignore[attr-defined]
    plain = np.full_like(crops[0], 128)
    samples = [Sample(Card.SQ, row, crop) for row, crop in zip(rows, crops, strict=True)]
    samples += [
        Sample(card, np.roll(rows[0], 1 + place), plain) for place, card in enumerate(FACES) if card is not Card.SQ
    ]
    learn_deck(samples, reader).save(path)
    return path


def chance(deck: str, picture: tuple[np.ndarray, list[np.ndarray]], card: Card) -> float:
    """Give how probable a table with these settings holds the first index of the picture to be ``card``."""
    sight = open_weights(None, SightSettings(deck=deck))
    row = sight.reader.probabilities(*picture)[0]  # type: ignore[attr-defined]
    return float(row[list(sight.cards).index(card)])


def test_the_deck_that_the_settings_name_is_read_with_its_print(
    tmp_path: Path, picture: tuple[np.ndarray, list[np.ndarray]]
) -> None:
    deck = deck_file(tmp_path / "deck.npz", picture, read_manifest().reader.sha256)
    assert chance(str(deck), picture, Card.SQ) > 3 * chance("", picture, Card.SQ)
    assert chance(str(deck), picture, Card.S8) < chance("", picture, Card.S8)


def test_a_deck_that_cannot_be_used_ends_the_start_in_one_line(
    tmp_path: Path, picture: tuple[np.ndarray, list[np.ndarray]]
) -> None:
    other = deck_file(tmp_path / "other.npz", picture, "another reader")
    log = tmp_path / "log.db"
    store = StoreSettings(path=str(log))
    with pytest.raises(StartError, match="enrol the deck again"):
        build(Settings(sight=SightSettings(deck=str(other)), store=store))
    with pytest.raises(StartError, match="No such file"):
        build(Settings(sight=SightSettings(deck=str(tmp_path / "none.npz")), store=store))
    assert not log.exists()
    settings = tmp_path / "table.toml"
    settings.write_text(f'[sight]\ndeck = "{other}"\n')
    told = CliRunner().invoke(cli, ["run", "--config", str(settings)])
    assert told.exit_code == 2
    assert len(told.output.strip().splitlines()) == 1
