"""A drawn deck is enrolled as a person does it: jokers alone, taken again where refused, then the whole deck."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision import shipped
from paizhuo.vision.backends.protocol import Tensor
from paizhuo.vision.detections import Look, Quad, SeenCard
from paizhuo.vision.enroll import Enrolment
from paizhuo.vision.evaluate import enrolled
from paizhuo.vision.find import Finder
from paizhuo.vision.frames import Image
from paizhuo.vision.look import Sight
from paizhuo.vision.read import NONE, Reader, ReaderClasses
from paizhuo.vision.render import scenes
from paizhuo.vision.render.backdrop import clutter
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.scenes import Scene, TrueIndex
from paizhuo.vision.render.sweeps import alone

CLASSES = (*(card.value for card in FACES), NONE)
COVERED = 416
"""A scene in which something is laid over the cards at last."""

CLOTH = np.full((300, 300, 3), 60, np.uint8)


class OneFind:
    """A finder's network that sees one index in every picture."""

    def run(self, batch: Tensor) -> Tensor:
        rows = np.zeros((1, 13, 1), np.float32)
        rows[0, :, 0] = (20, 25, 12, 20, 0.95, 14, 15, 26, 15, 26, 35, 14, 35)
        return rows


class SaysEight:
    """A reader's network to which everything is the eight of spades."""

    def run(self, batch: Tensor) -> Tensor:
        row = np.full(len(CLASSES), 1e-4, np.float32)
        row[CLASSES.index("S8")] = 1.0
        return np.tile(row / row.sum(), (len(batch), 1))


def sight() -> Sight:
    return Sight(Finder(OneFind()), Reader(SaysEight(), ReaderClasses(CLASSES)))


@pytest.fixture(autouse=True)
def a_sweep(monkeypatch: pytest.MonkeyPatch) -> list[list[Card]]:
    """Draw one small picture in the place of four sweeps, and tell the cards that they were to show."""
    wanted: list[list[Card]] = []

    def one(deck: Deck, cards: Sequence[Card], seed: int, *, textures: Sequence[Image]) -> Iterator[Image]:
        wanted.append(list(cards))
        yield CLOTH

    monkeypatch.setattr(enrolled, "sweeps", one)
    return wanted


@pytest.mark.parametrize(("bare", "refused", "jokers"), [(2, 2, [Card.LJ, Card.BJ]), (99, 5, [])])
def test_a_jokers_picture_is_taken_again_until_it_is_accepted_or_given_up(
    monkeypatch: pytest.MonkeyPatch, a_sweep: list[list[Card]], bare: int, refused: int, jokers: list[Card]
) -> None:
    taken: list[int] = []

    def picture(deck: Deck, card: Card, seed: int, *, textures: Sequence[Image]) -> Image:
        taken.append(seed)
        # A picture of the cloth alone is one that no joker can be learned from.
        return CLOTH if len(taken) <= 2 * bare else alone(deck, card, seed)

    monkeypatch.setattr(enrolled, "alone", picture)
    found = enrolled.enrolled(sight(), house_deck(), (), 7)
    assert (found.refused, [joker.mark.card for joker in found.known.jokers]) == (refused, jokers)
    assert len(set(taken)) == len(taken)
    assert [FACES[place] for place in np.flatnonzero(found.known.known)] == [Card.S8]
    assert sorted(a_sweep[0], key=FACES.index) == [card for card in FACES for _ in range(2)]


@pytest.mark.parametrize(("times", "kept"), [(4, True), (5, False)])
def test_a_mark_that_is_seen_on_more_cards_than_a_deck_has_is_given_up(
    monkeypatch: pytest.MonkeyPatch, times: int, kept: bool
) -> None:
    """What was read with it before is read again without; the other joker's mark is kept."""
    enrolling = Enrolment(sight())
    enrolling.show_jokers([(card, alone(house_deck(), card, 3)) for card in (Card.LJ, Card.BJ)])
    seen: list[list[Card]] = []

    def look(each: Sight, image: Image) -> Look:
        known = each.reader.deck
        seen.append([joker.mark.card for joker in known.jokers] if known is not None else [])
        bears = Card.LJ in seen[-1]
        many = 1 if image is CLOTH else times - 1
        cards = [Card.LJ] * many if bears else []
        return Look(tuple(SeenCard(card, 0.9, (), None, ()) for card in [*cards, Card.BJ]), 0, 0.0, 0.0)

    monkeypatch.setattr(Sight, "look", look)
    monkeypatch.setattr(Reader, "plain", lambda *_: (np.empty((0, len(CLASSES))), np.empty((0, 64, 64, 3), np.uint8)))
    enrolling.add(CLOTH)
    last = enrolling.add(CLOTH.copy())
    both, without = [Card.LJ, Card.BJ], [Card.BJ]
    assert seen == ([both, both] if kept else [both, both, without, without])
    assert enrolling.plain_jokers == (() if kept else (Card.LJ,))
    assert [joker.mark.card for joker in enrolling.jokers] == (both if kept else without)
    assert [card.card for card in last] == ([Card.LJ] * 3 if kept else []) + [Card.BJ]
    assert enrolling.check().seen == (6 if kept else 2)


def test_a_mark_that_was_given_up_is_named_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), CLOTH)
    monkeypatch.setattr(shipped, "open_sight", lambda threads: sight())
    for plain in ((Card.LJ,), ()):
        monkeypatch.setattr(Enrolment, "plain_jokers", plain)
        told = CliRunner().invoke(cli, ["enroll", str(tmp_path / "cloth.png")])
        assert told.exit_code == 1
        assert [line for line in told.output.splitlines() if "like other print" in line] == [
            f"{card.value}: its mark is like other print of the deck, so that it is read without it" for card in plain
        ]


def test_what_a_check_calls_missing_is_laid_again_as_far_as_it_is_there(
    monkeypatch: pytest.MonkeyPatch, a_sweep: list[list[Card]]
) -> None:
    """A card that was taken out of the deck cannot be laid, and stays missing though its twin is laid again."""
    cards = [card for card in FACES for _ in range(2)]
    cards.remove(Card.H4)
    taken: list[int] = []

    def look(each: Sight, image: Image) -> Look:
        # One nine is missed in the sweep; when it is laid again it is seen.
        shown = list(a_sweep[-1])
        if not taken:
            shown.remove(Card.C9)
        taken.append(len(shown))
        return Look(tuple(SeenCard(card, 0.99, (), None, ()) for card in shown), 0, 0.0, 0.0)

    monkeypatch.setattr(Sight, "look", look)
    monkeypatch.setattr(Reader, "plain", lambda *_: (np.empty((0, len(CLASSES))), np.empty((0, 64, 64, 3), np.uint8)))
    first, last = enrolled.swept(Enrolment(sight()), house_deck(), cards, (), 7)
    assert first.missing == (Card.H4, Card.C9)
    assert last.missing == (Card.H4,)
    assert [sorted(laid) for laid in a_sweep[1:]] == [[Card.C9, Card.C9, Card.H4], [Card.H4]]
    assert taken == [106, 3, 1]


def test_a_card_that_lies_there_unseen_is_invented_by_nobody_and_a_covered_one_need_not_be_read() -> None:
    def index(owner: int, card: Card, visible: float) -> TrueIndex:
        x = 40.0 * owner
        return TrueIndex(owner, card, np.array([[x, 0], [x + 12, 0], [x + 12, 20], [x, 20]], np.float32), visible)

    indices = (index(1, Card.S8, 1.0), index(2, Card.LJ, 0.0), index(3, Card.H4, 0.5))
    label = enrolled.table_label(Scene(CLOTH, indices, ()), "a", "deck")
    assert (label.visible, sorted(label.maybe)) == (("S8",), ["H4", "LJ"])


def test_what_is_laid_over_the_cards_at_last_covers_their_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes on half of every index hide it; a scene of training leaves that out of its truth, as it always did."""

    def striped(rng: random.Random, canvas: Image, prints: Sequence[Image] | None = None) -> list[Quad]:
        laid = clutter(rng, canvas, () if prints is None else prints)
        if prints is None:
            canvas[:, ::2] = 7
        return laid

    monkeypatch.setattr(scenes, "clutter", striped)
    monkeypatch.setattr(enrolled, "_SIDE", 96)
    plain = scenes.scene(COVERED, scenes.Stock([house_deck()]), 96, harshness=0.6, heights=(0.1, 0.28))
    drawn = enrolled.table_scene(house_deck(), (), COVERED)
    assert max(index.visible for index in plain.indices) > 0.95
    assert 0.3 < max(index.visible for index in drawn.indices) < 0.7
    assert not enrolled.table_scene(house_deck(), (), COVERED + 1).uncovered
