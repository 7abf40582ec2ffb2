"""Scores of photos: copies, sets, doubtful faces, jokers of unknown size, and honest bounds."""

from __future__ import annotations

import numpy as np
import pytest

from paizhuo.rules.cards import Card
from paizhuo.vision.evaluate.bounds import exact_lower, resampled_lower
from paizhuo.vision.evaluate.labels import LabelError, Labelled, parse_labels
from paizhuo.vision.evaluate.report import report_page
from paizhuo.vision.evaluate.score import by_source, by_tag, compare, confusions, row


def label(*visible: str, maybe: tuple[str, ...] = (), distinct: bool = False, name: str = "a") -> Labelled:
    return Labelled(name, f"{name}.jpg", "phone", ("fan",), visible, maybe, distinct)


@pytest.mark.parametrize(
    ("truth", "read", "right", "invented", "missed"),
    [
        (label("SA", "H2"), "SA H2", 2, "", ""),  # exact
        (label("SA", "SA"), "SA", 1, "", "SA"),  # a copy is missing
        (label("SA"), "SA SA", 1, "SA", ""),  # a copy is invented
        (label("SA", distinct=True), "SA SA", 1, "", ""),  # copies do not count
        (label("SA", "SA", distinct=True), "SA", 1, "", ""),  # nor in the label
        (label("SA", maybe=("C2",)), "SA C2", 1, "", ""),  # may be read
        (label("SA", maybe=("C2",)), "SA", 1, "", ""),  # or not
        (label("SA", maybe=("C2",)), "SA C2 C2", 1, "C2", ""),  # but not twice
        (label("J?"), "BJ", 1, "", ""),  # a joker is a joker
        (label("J?", "LJ"), "LJ BJ", 1, "J?", "LJ"),  # a photo with one of unknown size tells no sizes
        (label("LJ"), "BJ", 0, "BJ", "LJ"),  # where the size is known it counts
        (label(), "", 0, "", ""),  # an empty table
        (label(), "S3", 0, "S3", ""),  # with an invented card
    ],
)
def test_a_photo_is_compared_card_by_card(truth: Labelled, read: str, right: int, invented: str, missed: str) -> None:
    outcome = compare(truth, [Card(name) for name in read.split()])
    assert (outcome.right, " ".join(outcome.invented), " ".join(outcome.missed)) == (right, invented, missed)
    assert outcome.exact is (not invented and not missed)


def test_rows_add_up_over_photos() -> None:
    outcomes = [
        compare(label("SA", "H2"), [Card.SA, Card.H2]),
        compare(label("SA", "H2", name="b"), [Card.SA, Card.C3]),
    ]
    figures = row(outcomes)
    assert (figures.pictures, figures.cards) == (2, 4)
    assert (figures.precision, figures.recall, figures.exact) == (0.75, 0.75, 0.5)
    assert figures.precision_at_least <= 0.75
    assert by_tag(outcomes) == {"fan": figures}
    assert by_source(outcomes) == {"phone": figures}


def test_confusions_pair_the_alike() -> None:
    outcomes = [compare(label("S6", "H4", "CK"), [Card.S9, Card.H4, Card.D5])]
    assert confusions(outcomes) == [("-", "D5", 1), ("CK", "-", 1), ("S6", "S9", 1)]


@pytest.mark.parametrize(
    ("successes", "trials", "bound"),
    [(0, 10, 0.0), (10, 10, 0.7411), (95, 100, 0.8977), (1, 1, 0.05), (0, 0, 0.0)],  # tables of Clopper and Pearson
)
def test_exact_bounds(successes: int, trials: int, bound: float) -> None:
    assert exact_lower(successes, trials) == pytest.approx(bound, abs=2e-4)


def test_resampled_bounds_widen_when_errors_cluster() -> None:
    trials = np.full(40, 10)
    spread, heaped = np.full(40, 9), np.array([10] * 36 + [0] * 4)
    assert spread.sum() == heaped.sum()
    assert resampled_lower(heaped, trials) < resampled_lower(spread, trials) <= 0.9


def test_a_flawless_group_still_has_a_bound_below_one() -> None:
    assert 0.9 < resampled_lower(np.full(10, 10), np.full(10, 10)) < 1.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: not an object"),
        ('{"id": "a"}', "line 1: image, visible missing"),
        ('\n{"id": "a", "image": "a", "visible": ["X1"]}', "line 2: unknown faces X1"),
    ],
)
def test_wrong_labels_name_their_line(text: str, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        parse_labels(text)


def test_backs_are_no_faces() -> None:
    (parsed,) = parse_labels('{"id": "a", "image": "a.jpg", "visible": ["back", "SA"]}', source="tables")
    assert parsed.visible == ("SA",)
    assert parsed.source == "tables"


def test_the_report_shows_every_error_and_escapes_names() -> None:
    outcome = compare(label("SA", name="<b>"), [Card.C3])
    page = report_page([("photos", row([outcome]))], confusions([outcome]), [(outcome, "x.jpg")])
    assert "invented: C3" in page
    assert "missed: SA" in page
    assert "&lt;b&gt;" in page
    assert "<b><b>" not in page
