"""NCNN reads what ONNX Runtime reads: the same weights, at every size, to the same cards."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from paizhuo.models.manifest import JOKER_CLASSES, Manifest, ModelError, classes_hash, read_manifest
from paizhuo.models.ncnn import LIST, NcnnFile, read_ncnn
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.backends.ncnn import NcnnNetwork
from paizhuo.vision.backends.pose_head import decoded
from paizhuo.vision.backends.protocol import BackendError, Tensor
from paizhuo.vision.frames import Image
from paizhuo.vision.render.compose import card_corners, paste
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.shipped import Networks, Runtime, open_networks, open_sight

MODELS = Path(__file__).resolve().parents[3] / "models"
# The NCNN form keeps its weights in 16 bits, the ONNX form in 32. Corners are compared where noise has none, too: there
# a few agree least, while a network of another size would be off everywhere.
SCORE, PIXELS, FEW, CHANCE = 0.02, 1.0, 0.01, 0.01


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    return read_manifest()


@pytest.fixture(scope="module")
def onnx(manifest: Manifest) -> Networks:
    return open_networks(manifest, threads=1)


@pytest.fixture(scope="module")
def ncnn(manifest: Manifest) -> Networks:
    return open_networks(manifest, threads=1, runtime="ncnn")


def noise(*shape: int) -> Tensor:
    return np.random.default_rng(sum(shape)).random(shape, np.float32)


def furthest(one: Tensor, other: Tensor) -> float:
    assert one.shape == other.shape
    return float(np.abs(one - other).max())


@pytest.mark.parametrize(("high", "wide"), [(320, 320), (224, 352), (32, 32), (96, 640), (640, 480)])
def test_the_finder_gives_the_same_at_every_size(onnx: Networks, ncnn: Networks, high: int, wide: int) -> None:
    """The converter writes the size of its example into the network, which then takes no other."""
    picture = noise(1, 3, high, wide)
    expected, given = onnx.finder.run(picture), ncnn.finder.run(picture)
    assert furthest(expected[:, 4], given[:, 4]) < SCORE
    assert corners_apart(expected, given) < PIXELS


def corners_apart(one: Tensor, other: Tensor) -> float:
    """Give how far apart corners are, in pixels, but for the worst hundredth of them."""
    return float(np.quantile(np.abs(one[:, 5:] - other[:, 5:]), 1 - FEW))


def test_corners_of_another_picture_would_be_told_apart(onnx: Networks) -> None:
    picture = noise(1, 3, 224, 352)
    assert corners_apart(onnx.finder.run(picture), onnx.finder.run(picture[..., ::-1].copy())) > PIXELS


@pytest.mark.parametrize("count", [1, 5])
def test_the_reader_gives_the_same_for_each_crop(onnx: Networks, ncnn: Networks, count: int) -> None:
    crops = noise(count, 3, 64, 64)
    assert furthest(onnx.reader.run(crops), ncnn.reader.run(crops)) < CHANCE


def test_the_third_network_gives_the_same_where_one_ships(manifest: Manifest, onnx: Networks, ncnn: Networks) -> None:
    if manifest.joker is None or onnx.joker is None or ncnn.joker is None:
        assert (onnx.joker, ncnn.joker) == (None, None)
        return
    views = noise(3, 3, manifest.joker.input_size, 2 * manifest.joker.input_size)
    assert furthest(onnx.joker.run(views), ncnn.joker.run(views)) < CHANCE


def test_other_weights_would_be_told_apart(onnx: Networks, manifest: Manifest) -> None:
    reader = read_ncnn(manifest).reader
    changed = bytearray(reader.weights)
    # Halves are two bytes each; a third of them turned round is another network.
    for place in range(1, len(changed) - 4096, 6):
        changed[place] ^= 0x80
    other = NcnnNetwork(reader.layers, bytes(changed), threads=1)
    crops = noise(1, 3, 64, 64)
    assert furthest(onnx.reader.run(crops), other.run(crops)) > CHANCE


def faces(picture: Image, runtime: Runtime) -> list[tuple[str, float, float]]:
    """Read a whole picture: every index with its card and its middle in pixels."""
    found = open_sight(threads=1, runtime=runtime).search_indices(picture).read
    middles = [(index.card.name, index.quad.mean(axis=0)) for index in found]
    return sorted((name, float(x), float(y)) for name, (x, y) in middles)


def test_a_whole_table_is_read_to_the_same_cards(table_picture: Image) -> None:
    expected, given = faces(table_picture, "onnx"), faces(table_picture, "ncnn")
    assert len(expected) >= 12
    assert [card for card, *_ in given] == [card for card, *_ in expected]
    assert np.allclose([place for _, *place in given], [place for _, *place in expected], atol=1.0)


@pytest.fixture(scope="module")
def table_picture() -> Image:
    """Give a table with eight cards, two of which overlap."""
    deck = house_deck()
    picture = np.full((768, 1024, 3), (60, 110, 40), np.uint8)
    cards = random.Random(5).sample(FACES, 8)
    for place, card in enumerate(cards):
        centre = (150.0 + place % 4 * 230, 210.0 + place // 4 * 320)
        paste(picture, deck.faces[card], card_corners(centre, 250.0, 0.716, 0.35 * place))
    paste(picture, deck.faces[Card.SA], card_corners((230.0, 240.0), 250.0, 0.716, 0.9))
    return picture


def test_the_shipped_form_belongs_to_the_shipped_weights(manifest: Manifest) -> None:
    made = read_ncnn(manifest)
    assert {type(made.finder), type(made.reader)} == {NcnnFile}
    assert (made.joker is None) == (manifest.joker is None)


def copied(tmp_path: Path) -> Path:
    for path in [*MODELS.glob("*.onnx"), *MODELS.glob("*.ncnn.*"), MODELS / LIST, MODELS / "manifest.json"]:
        shutil.copy(path, tmp_path)
    return tmp_path


def with_a_third(folder: Path) -> Path:
    """Let the reader's files stand for a third network as well, in both forms."""
    for name in ("onnx", "ncnn.param", "ncnn.bin"):
        shutil.copy(folder / f"reader.{name}", folder / f"joker.{name}")
    facts, listed = (json.loads((folder / name).read_text("utf-8")) for name in ("manifest.json", LIST))
    facts["joker"] = facts["reader"] | {
        "file": "joker.onnx",
        "classes": list(JOKER_CLASSES),
        "classes_sha256": classes_hash(JOKER_CLASSES),
    }
    listed["joker"] = listed["reader"] | {"files": ["joker.ncnn.param", "joker.ncnn.bin"]}
    (folder / "manifest.json").write_text(json.dumps(facts))
    (folder / LIST).write_text(json.dumps(listed))
    return folder


def test_a_third_network_is_loaded_by_both_runtimes(tmp_path: Path) -> None:
    folder = with_a_third(copied(tmp_path))
    manifest, crops = read_manifest(folder), noise(2, 3, 64, 64)
    onnx, ncnn = (open_networks(manifest, threads=1, folder=folder, runtime=each) for each in ("onnx", "ncnn"))
    assert onnx.joker is not None
    assert ncnn.joker is not None
    assert furthest(onnx.joker.run(crops), ncnn.joker.run(crops)) < CHANCE
    assert furthest(onnx.joker.run(crops), onnx.reader.run(crops)) == 0


@pytest.mark.parametrize("runtime", ["onnx", "ncnn"])
def test_a_sight_looks_wider_at_jokers_where_a_third_network_is_named(tmp_path: Path, runtime: Runtime) -> None:
    folder = with_a_third(copied(tmp_path))
    look = open_sight(folder=folder, threads=1, runtime=runtime).joker_look
    assert look is not None
    assert look.cards == (Card.LJ, Card.BJ, Card.UNKNOWN)
    facts = json.loads((folder / "manifest.json").read_text("utf-8"))
    del facts["joker"]
    (folder / "manifest.json").write_text(json.dumps(facts))
    assert open_sight(folder=folder, threads=1, runtime=runtime).joker_look is None


def test_a_third_network_without_its_form_is_refused_with_the_remedy(tmp_path: Path) -> None:
    folder = with_a_third(copied(tmp_path))
    listed = json.loads((folder / LIST).read_text("utf-8"))
    del listed["joker"]
    (folder / LIST).write_text(json.dumps(listed))
    with pytest.raises(ModelError, match=r"ncnn\.json: entry 'joker' .*make ncnn"):
        open_sight(folder=folder, runtime="ncnn")


def test_a_third_network_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = with_a_third(copied(tmp_path)) / "joker.ncnn.bin"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(ModelError, match=r"joker\.ncnn\.bin: sha256 is .*, ncnn\.json says"):
        open_sight(folder=tmp_path, runtime="ncnn")


def test_a_form_made_from_other_weights_is_refused_with_the_remedy(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    listed = json.loads((folder / LIST).read_text("utf-8"))
    listed["finder"]["onnx"] = "0" * 64
    (folder / LIST).write_text(json.dumps(listed))
    with pytest.raises(ModelError, match=r"'finder' was made from other weights.*make ncnn"):
        open_sight(folder=folder, runtime="ncnn")


@pytest.mark.parametrize("name", ["finder.ncnn.bin", "reader.ncnn.param"])
def test_a_changed_file_is_refused(tmp_path: Path, name: str) -> None:
    path = copied(tmp_path) / name
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(ModelError, match=rf"{name}: sha256 is .*, ncnn\.json says"):
        open_sight(folder=tmp_path, runtime="ncnn")


@pytest.mark.parametrize("name", [LIST, "finder.ncnn.param", "reader.ncnn.bin"])
def test_a_missing_file_is_named_with_the_remedy(tmp_path: Path, name: str) -> None:
    (copied(tmp_path) / name).unlink()
    with pytest.raises(ModelError, match=rf"{name}: .*make ncnn"):
        open_sight(folder=tmp_path, runtime="ncnn")


@pytest.mark.parametrize(
    "listed", ["[]", "{}", '{"finder": {}}', '{"finder": {"onnx": "", "files": ["../x"]}}', "no JSON"]
)
def test_a_broken_list_is_told_in_one_line(tmp_path: Path, listed: str) -> None:
    (copied(tmp_path) / LIST).write_text(listed)
    with pytest.raises(ModelError) as caught:
        open_sight(folder=tmp_path, runtime="ncnn")
    assert "\n" not in str(caught.value)


def test_layers_that_are_none_are_refused() -> None:
    with pytest.raises(BackendError, match=r"^reader: not a usable NCNN model"):
        NcnnNetwork("7767517\n1 1\nNothing x 0 1 in0\n", b"", name="reader")


def test_cut_off_weights_are_refused(manifest: Manifest) -> None:
    reader = read_ncnn(manifest).reader
    with pytest.raises(BackendError, match="damaged or cut off"):
        NcnnNetwork(reader.layers, reader.weights[: len(reader.weights) // 2], name="reader")


def test_a_picture_of_a_wrong_shape_is_refused(ncnn: Networks) -> None:
    with pytest.raises(BackendError, match="cannot run on"):
        ncnn.reader.run(noise(3, 64, 64))


def test_maps_of_another_network_are_refused() -> None:
    with pytest.raises(BackendError, match="gave 2 maps"):
        decoded([noise(1, 4, 4), noise(8, 4, 4)])
    with pytest.raises(BackendError, match="gave maps of"):
        decoded([noise(2, 4, 4), noise(8, 4, 4)] * 3)
