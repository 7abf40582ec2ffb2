"""Deck enrolment: the deck check to the last card, and reading that leans on a deck's own print."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.commands.enroll import as_text
from paizhuo.rules.cards import FACES, Card
from paizhuo.vision.deck_check import Doubt, check_deck
from paizhuo.vision.detections import SeenCard
from paizhuo.vision.enroll import DeckPrint, EnrolError, Enrolment, Sample, learn_deck, load_deck
from paizhuo.vision.find import Finder
from paizhuo.vision.look import Sight
from paizhuo.vision.read import Reader, ReaderClasses
from paizhuo.vision.render.house import house_deck
from paizhuo.vision.render.sweeps import sweeps

CLASSES = (*FACES, Card.UNKNOWN)
DECK = [card for card in FACES for _ in range(2)]


def seen(card: Card, confidence: float = 0.98, *others: tuple[Card, float]) -> SeenCard:
    return SeenCard(card, confidence, (), None, others)


def test_a_whole_deck_is_whole() -> None:
    check = check_deck([seen(card) for card in DECK])
    assert check.complete
    assert (check.seen, check.expected, check.missing, check.doubled) == (108, 108, (), ())


def test_missing_and_doubled_cards_are_named_with_their_number() -> None:
    cards = [card for card in DECK if card is not Card.H4] + [Card.S9]
    check = check_deck([seen(card) for card in cards])
    assert not check.complete
    assert check.missing == (Card.H4, Card.H4)
    assert check.doubled == (Card.S9,)
    assert check.seen == 107


def test_a_doubtful_card_fills_the_gap_and_the_doubt_is_told() -> None:
    cards = [seen(card) for card in DECK if card is not Card.S8]
    cards += [seen(Card.S8), seen(Card.SQ, 0.6, (Card.S8, 0.35))]
    check = check_deck(cards)
    assert check.complete
    assert check.doubts == (Doubt(Card.SQ, Card.S8),)
    assert check.faces[-1] is Card.S8


def test_a_sure_card_fills_no_gap() -> None:
    cards = [seen(card) for card in DECK if card is not Card.S8]
    cards += [seen(Card.S8), seen(Card.SQ, 0.9999, (Card.S8, 1e-5))]
    check = check_deck(cards)
    assert (check.missing, check.doubled, check.doubts) == ((Card.S8,), (Card.SQ,), ())


def test_what_is_in_question_is_asked_for_once_more_and_nothing_where_the_deck_is_whole() -> None:
    cards = [seen(card) for card in DECK if card is not Card.H4] + [seen(Card.S9), seen(Card.SQ, 0.6, (Card.H4, 0.35))]
    told = as_text(check_deck(cards)).splitlines()
    assert told[-1] == "lay every card of these faces anew, in one picture (--again PICTURE): H4 S9 SQ"
    assert as_text(check_deck([seen(card) for card in DECK])) == "108/108 cards, the deck is whole"


@pytest.mark.parametrize("copies", [1, 3])
def test_other_numbers_of_decks(copies: int) -> None:
    assert check_deck([seen(card) for card in FACES for _ in range(copies)], copies).complete
    assert not check_deck([seen(card) for card in FACES], copies + 1).complete


def _shape(card: Card, shift: int = 0) -> np.ndarray:
    """Draw a crop that is the card's own: nine bars, dark or light."""
    crop = np.full((64, 64, 3), 230, np.uint8)
    number = FACES.index(card) * 7 + 1
    for place in range(9):
        if number >> place & 1:
            x, y = 6 + 20 * (place % 3) + shift, 6 + 20 * (place // 3)
            cv2.rectangle(crop, (x, y), (x + 12, y + 12), (30, 20, 190 if card.value[0] in "HD" else 20), -1)
    return crop


def _says(**chances: float) -> np.ndarray:
    row = np.full(len(CLASSES), 1e-4, np.float32)
    for name, chance in chances.items():
        row[CLASSES.index(Card.UNKNOWN if name == "none" else Card(name))] = chance
    return np.asarray(row / row.sum(), np.float32)


@pytest.fixture(scope="module")
def deck() -> DeckPrint:
    """A deck on which the network takes S8 for SQ more often than not; the five of clubs was never shown."""
    rng = np.random.default_rng(1)
    samples = []
    for card in FACES:
        if card is Card.C5:
            continue
        for _ in range(4):
            row = _says(SQ=0.6, S8=0.3) if card is Card.S8 else _says(**{card.value: 0.9 + 0.05 * rng.random()})
            samples.append(Sample(card, row, _shape(card, int(rng.integers(0, 2)))))
    return learn_deck(samples, "abc")


def test_a_face_that_the_network_takes_for_another_is_read_by_the_decks_print(deck: DeckPrint) -> None:
    doubtful = np.stack([_says(SQ=0.6, S8=0.3)] * 2)
    adapted = deck.adapted(doubtful, np.stack([_shape(Card.S8), _shape(Card.SQ)]), CLASSES)
    assert [CLASSES[place] for place in doubtful.argmax(axis=1)] == [Card.SQ, Card.SQ]
    assert [CLASSES[place] for place in adapted.argmax(axis=1)] == [Card.S8, Card.SQ]
    assert adapted.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


def test_what_is_nothing_stays_nothing(deck: DeckPrint) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (1, 64, 64, 3)).astype(np.uint8)
    adapted = deck.adapted(_says(none=0.9, LJ=0.06)[None], noise, CLASSES)
    assert CLASSES[int(adapted.argmax())] is Card.UNKNOWN
    assert float(adapted.max()) > 0.9


def test_a_blurred_face_that_resembles_no_print_is_not_taken_for_nothing(deck: DeckPrint) -> None:
    blurred = np.full((1, 64, 64, 3), 150, np.uint8)
    says = _says(S8=0.5, SQ=0.3, none=0.15)[None]
    adapted = deck.adapted(says, blurred, CLASSES)
    assert float(adapted[0, -1]) == pytest.approx(float(says[0, -1]), abs=1e-3)


def test_few_samples_of_a_face_do_not_make_the_print_stricter() -> None:
    """From the mean of two crops each of them lies half as far as from the other."""
    rng = np.random.default_rng(5)

    def learned(times: int) -> DeckPrint:
        return learn_deck(
            [
                Sample(
                    card,
                    _says(**{card.value: 0.9}),
                    np.clip(_shape(card) + rng.normal(0, 40, (64, 64, 3)), 0, 255).astype(np.uint8),
                )
                for card in FACES
                for _ in range(times)
            ],
            "abc",
        )

    assert learned(2).usual[1] == pytest.approx(2 * learned(30).usual[1], rel=0.25)


def test_a_face_that_was_not_enrolled_keeps_the_networks_word(deck: DeckPrint) -> None:
    adapted = deck.adapted(_says(C5=0.9)[None], _shape(Card.C5)[None], CLASSES)
    assert CLASSES[int(adapted.argmax())] is Card.C5
    assert deck.adapted(np.empty((0, 55), np.float32), np.empty((0, 64, 64, 3), np.uint8), CLASSES).shape == (0, 55)


def test_a_deck_file_comes_back_as_it_was(deck: DeckPrint, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    deck.save(path)
    again = load_deck(path, "abc")
    assert np.array_equal(again.looks, deck.looks)
    assert np.array_equal(again.known, deck.known)
    assert again.usual == deck.usual


def test_a_damaged_deck_file_or_one_of_another_reader_is_refused(deck: DeckPrint, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    deck.save(path)
    with pytest.raises(EnrolError, match="enrol the deck again"):
        load_deck(path, "another")
    (tmp_path / "cut.npz").write_bytes(path.read_bytes()[:200])
    np.savez(tmp_path / "other.npz", answers=np.zeros(3))
    for name in ("cut.npz", "other.npz"):
        with pytest.raises(EnrolError, match="not a deck file"):
            load_deck(tmp_path / name, "abc")
    with pytest.raises(EnrolError, match="No such file"):
        load_deck(tmp_path / "no.npz", "abc")


def test_nothing_teaches_nothing_and_an_adapted_reader_enrols_no_deck(deck: DeckPrint) -> None:
    with pytest.raises(EnrolError, match="no index"):
        learn_deck([], "abc")

    class Blind:
        def run(self, batch: np.ndarray) -> np.ndarray:
            return batch

    classes = ReaderClasses(tuple(card.value for card in FACES))
    with pytest.raises(EnrolError, match="plain reader"):
        Enrolment(Sight(Finder(Blind()), Reader(Blind(), classes, deck=deck)))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Sweep the product's own two decks, less one little joker and with a third two of spades in its place."""
    folder = tmp_path_factory.mktemp("sweeps")
    cards = [*DECK]
    random.Random(4).shuffle(cards)
    paths = [folder / f"{place}.png" for place in range(4)]
    for path, picture in zip(paths, sweeps(house_deck(), cards, 4), strict=True):
        cv2.imwrite(str(path), picture)
    cards[cards.index(Card.LJ)] = Card.S2
    changed = [folder / f"short-{place}.png" for place in range(4)]
    for path, picture in zip(changed, sweeps(house_deck(), cards, 4), strict=True):
        cv2.imwrite(str(path), picture)
    return paths + changed


def test_a_fanned_deck_is_counted_to_its_last_card_and_its_print_is_used(pictures: list[Path], tmp_path: Path) -> None:
    saved = tmp_path / "house.npz"
    result = CliRunner().invoke(cli, ["enroll", *map(str, pictures[:4]), "--save", str(saved)])
    assert result.output.startswith("108/108 cards, the deck is whole")
    assert result.exit_code == 0
    look = CliRunner().invoke(cli, ["look", str(pictures[0]), "--deck", str(saved), "--json"])
    assert look.exit_code == 0
    assert look.output.count('"face"') == 27


def test_a_deck_with_a_wrong_card_is_not_whole(pictures: list[Path]) -> None:
    result = CliRunner().invoke(cli, ["enroll", *map(str, pictures[4:])])
    assert result.exit_code == 1
    assert "missing: LJ" in result.output
    assert "too many: S2" in result.output


def test_the_faces_in_question_are_counted_anew_from_another_picture(pictures: list[Path], tmp_path: Path) -> None:
    """Neither the joker that was there nor one that lies in the new picture alone is counted twice."""
    both, one = tmp_path / "both.png", tmp_path / "one.png"
    for path, cards in ((both, [Card.LJ, Card.LJ, Card.S2, Card.S2]), (one, [Card.LJ, Card.S2, Card.S2])):
        cv2.imwrite(str(path), next(sweeps(house_deck(), cards, 9)))
    sweep = ["enroll", *map(str, pictures[4:])]
    told = [CliRunner().invoke(cli, [*sweep, "--again", str(path)]) for path in (both, one)]
    assert [(result.exit_code, result.output.splitlines()[0]) for result in told] == [
        (0, "108/108 cards, the deck is whole"),
        (1, "107/108 cards"),
    ]
    assert "missing: LJ" in told[1].output


def test_a_deck_file_that_is_none_is_one_line(pictures: list[Path]) -> None:
    result = CliRunner().invoke(cli, ["look", str(pictures[0]), "--deck", str(pictures[1])])
    assert result.exit_code == 2
    assert "not a deck file" in result.output
    assert len(result.output.strip().splitlines()) == 1
