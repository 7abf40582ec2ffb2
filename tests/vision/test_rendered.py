"""Rendered scenes as labelled pictures, and whether confidence can be believed."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.rules.cards import Card
from paizhuo.vision.evaluate.labels import Labelled
from paizhuo.vision.evaluate.reliability import Judged, calibration_error, judged
from paizhuo.vision.evaluate.rendered import rendered_label
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Scene, Stock, TrueIndex, scene

OUTLINE = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def index(owner: int, card: Card, visible: float, *, size: tuple[float, float] = (8, 18)) -> TrueIndex:
    wide, high = size
    return TrueIndex(owner, card, np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), visible)


def labelled(*indices: TrueIndex) -> Labelled:
    picture = np.zeros((96, 96, 3), np.uint8)
    return rendered_label(Scene(picture, indices, (OUTLINE,) * 3), "s1", "S")


def test_a_card_must_be_read_when_one_of_its_indices_is_in_view() -> None:
    label = labelled(index(1, Card.SA, 0.2), index(1, Card.SA, 0.95), index(2, Card.H4, 0.6), index(3, Card.D9, 0.05))
    assert (label.visible, label.maybe) == (("SA",), ("H4",))
    assert {"overlap", "small cards"} <= set(label.tags)


def test_a_tiny_index_may_be_read_or_not() -> None:
    label = labelled(index(1, Card.SA, 1.0, size=(4, 10)), index(2, Card.LJ, 1.0, size=(30, 6)))
    assert (label.visible, label.maybe) == (("LJ",), ("SA",))
    assert "joker" in label.tags


def test_equal_faces_are_counted_by_card() -> None:
    label = labelled(index(1, Card.SA, 1.0), index(1, Card.SA, 1.0), index(2, Card.SA, 1.0))
    assert label.visible == ("SA", "SA")
    assert "equal faces" in label.tags


def test_cards_keep_their_size_however_large_the_picture() -> None:
    stock = Stock([house_deck()])
    for seed in range(4):
        drawn = scene(seed, stock, 480, heights=(0.2, 0.2))
        tall = [float(np.linalg.norm(outline[3] - outline[0])) for outline in drawn.outlines]
        assert 80 < float(np.median(tall)) < 112


def test_a_face_that_may_be_read_is_not_judged_and_a_copy_too_many_is_wrong() -> None:
    label = Labelled("a", "a.jpg", "", (), ("SA", "J?"), maybe=("C2",))
    cards = judged(label, [(Card.C2, 0.9), (Card.BJ, 0.8), (Card.SA, 0.7), (Card.SA, 0.95), (Card.D3, 0.6)])
    assert cards == (Judged(0.95, True), Judged(0.8, True), Judged(0.7, False), Judged(0.6, False))


@pytest.mark.parametrize(("right", "error"), [(90, 0.0), (60, 0.3)])
def test_calibration_error_is_the_gap_between_confidence_and_share_right(right: int, error: float) -> None:
    cards = [Judged(0.9, place < right) for place in range(100)]
    assert calibration_error(cards) == pytest.approx(error, abs=1e-9)


def test_without_artwork_the_remedy_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("PAIZHUO_ART", str(tmp_path))
    result = CliRunner().invoke(cli, ["evaluate", "rendered"])
    assert result.exit_code == 2
    assert "make train TRAIN_ARGS=art" in result.output
    assert len(result.output.strip().splitlines()) == 1
