"""Hands that were seen are kept: judged again without drawing, and drawn again only where the file is no good."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.commands import BadInput, _dresses, _enrolled_decks, _evaluate_hands, _sights
from paizhuo.commands.evaluate import command
from paizhuo.device.noise import seen
from paizhuo.device.noise.kept import KeptError, Source, keep, path_of, read_kept
from paizhuo.device.noise.seen import SeenHand, Told, judge
from paizhuo.device.noise.standings import hand_of
from paizhuo.device.noise.tally import Invented, Misreading, Tally
from paizhuo.device.players.match import heard, playable
from paizhuo.device.players.witness import Witness
from paizhuo.device.twin.dress import Dress
from paizhuo.rules.cards import Card
from paizhuo.rules.guandan_service import EnterReport
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.house import house_deck

SOURCE = Source("S", "guandan-seed", 1, "house, cloth", "abc")
GUANDAN = playable("guandan-seed")
TALLY = Tally(
    1, 50, 108, 20, misread=(Misreading(Card.S6, Card.S9, 0.7, 0.9, 0.2),), invented=(Invented(Card.BJ, 0.5, 0.3),)
)


def told_of(seed: int) -> SeenHand:
    """Give a hand as a perfect eye tells it, with what people say of it."""
    _, played = hand_of(GUANDAN, seed)
    witness, told = Witness(), list[Told]()
    for act in played.acts:
        told += witness.sees([act])
        entered = heard(act)
        if entered is not None:
            told.append(entered)
    return SeenHand(seed, tuple(told), TALLY, 400, 60.5, 40.25)


def test_a_kept_hand_comes_back_as_it_was_with_what_was_said(tmp_path: Path) -> None:
    hand, path = told_of(3), tmp_path / "new" / "hand.json.gz"
    assert any(isinstance(each, EnterReport) for each in hand.told)
    keep(path, SOURCE, hand)
    assert read_kept(path) == (SOURCE, hand)
    assert judge(GUANDAN, 3, read_kept(path)[1].told) == judge(GUANDAN, 3, hand.told)
    assert judge(GUANDAN, 3, hand.told).wrong == ()
    assert [each.name for each in path.parent.iterdir()] == ["hand.json.gz"]


@pytest.mark.parametrize("content", [b"", b"tea", b"\x1f\x8b\x08\x00"])
def test_a_file_that_is_no_hand_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hand.json.gz"
    path.write_bytes(content)
    with pytest.raises(KeptError, match="no hand as it was told"):
        read_kept(path)


def test_hands_are_drawn_once_and_again_only_where_the_file_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[int] = []

    def drawing(sight_for: object, rules: object, seed: int, **look: object) -> SeenHand:
        drawn.append(seed)
        return told_of(seed)

    monkeypatch.setattr(seen, "see_hand", drawing)
    monkeypatch.setattr(_sights, "opened_sight", lambda threads: None)
    monkeypatch.setattr(_dresses, "dress_of", lambda column, seed: Dress())
    see = _sights.sights(GUANDAN, "S", 1, tmp_path, 1)
    first, second = see(3), see(4)
    assert (see(3), see(4), drawn) == (first, second, [3, 4])
    path = path_of(tmp_path, "S", GUANDAN.id, 1, 3, _sights.weights_name())
    path.write_bytes(path.read_bytes()[:200])
    assert (see(3), drawn) == (first, [3, 4, 3])
    assert "drawn again" in capsys.readouterr().err
    assert _sights.sights(GUANDAN, "X", 1, tmp_path, 1)(3) == first
    assert drawn == [3, 4, 3, 3]  # the other column looks otherwise


class Reading:
    """A sight of which nothing is used but the deck that its reader knows."""

    def __init__(self) -> None:
        self.reader = self
        self.deck: object = None


def test_an_enrolled_deck_is_known_while_its_hand_is_seen_and_such_hands_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deck is enrolled once by a reader that knows none, and no hand without enrolment is read with it."""
    sight, taught, known = Reading(), list[str](), list[object]()

    def drawing(sight_for: object, rules: object, seed: int, **look: object) -> SeenHand:
        known.append(sight.deck)
        return told_of(seed)

    def learned(self: object, deck: Deck, sight: Reading) -> str:
        assert sight.deck is None
        taught.append(deck.name)
        return f"print of {deck.name}"

    monkeypatch.setattr(seen, "see_hand", drawing)
    monkeypatch.setattr(_sights, "opened_sight", lambda threads: sight)
    monkeypatch.setattr(
        _dresses, "dress_of", lambda column, seed: Dress(replace(house_deck(), name=f"maker {seed % 2}"))
    )
    monkeypatch.setattr(_enrolled_decks.EnrolledDecks, "_learned", learned)
    see = _sights.sights(GUANDAN, "S", 1, tmp_path, 1, enrolled=True)
    for seed in (3, 4, 5, 5):
        see(seed)
    assert taught == ["maker 1", "maker 0"]
    assert known == ["print of maker 1", "print of maker 0", "print of maker 1"]
    assert sight.deck is None
    weights = _sights.weights_name()
    with_print = path_of(tmp_path, "S", GUANDAN.id, 1, 3, weights, enrolled=True)
    assert read_kept(with_print)[0].enrolled
    _sights.sights(GUANDAN, "S", 1, tmp_path, 1)(3)
    assert known[3:] == [None]
    assert not read_kept(path_of(tmp_path, "S", GUANDAN.id, 1, 3, weights))[0].enrolled


def test_a_hand_that_breaks_off_leaves_no_deck_known(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = Reading()

    def drawing(sight_for: object, rules: object, seed: int, **look: object) -> SeenHand:
        assert sight.deck == "a print"
        raise ValueError("broken off")

    monkeypatch.setattr(seen, "see_hand", drawing)
    monkeypatch.setattr(_sights, "opened_sight", lambda threads: sight)
    monkeypatch.setattr(_dresses, "dress_of", lambda column, seed: Dress())
    monkeypatch.setattr(_enrolled_decks.EnrolledDecks, "_learned", lambda *_: "a print")
    with pytest.raises(ValueError, match="broken off"):
        _sights.sights(GUANDAN, "S", 1, None, 1, enrolled=True)(3)
    assert sight.deck is None


def test_hands_read_with_and_without_enrolment_are_two_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is taken for played because the other was, nor compared with it."""
    asked: list[bool] = []

    def seeing(*_: object, enrolled: bool) -> Callable[[int], SeenHand]:
        asked.append(enrolled)
        return told_of

    monkeypatch.setattr(_sights, "sights", seeing)
    monkeypatch.setattr(_evaluate_hands, "need_artwork", lambda: None)
    path = tmp_path / "hands.jsonl"
    arguments = ["hands", "--pixels", "--hands", "1", "--seed", "3", "--rulebook", GUANDAN.id, "--results", str(path)]
    plain = CliRunner().invoke(command, [*arguments, "--json"])
    assert not json.loads(plain.stdout)["enrolled"]
    both = CliRunner().invoke(command, [*arguments, "--enrolled", "--against", str(path), "--json"])
    told = json.loads(both.stdout)
    assert (told["enrolled"], told["compared"]["hands"], asked) == (True, 1, [False, True])
    labels = [json.loads(line)["label"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert [" enrolled " in label for label in labels] == [False, True]
    path.write_text(path.read_text(encoding="utf-8").splitlines(keepends=True)[0], encoding="utf-8")
    other = CliRunner().invoke(command, [*arguments[:-2], "--enrolled", "--against", str(path), "--json"])
    assert json.loads(other.stdout)["compared"]["hands"] == 0


def test_no_deck_of_told_hands_is_enrolled() -> None:
    result = CliRunner().invoke(command, ["hands", "--hands", "1", "--enrolled"])
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert "--pixels" in result.output


def test_a_place_where_nothing_can_be_kept_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "see_hand", lambda sight_for, rules, seed, **look: told_of(seed))
    monkeypatch.setattr(_sights, "opened_sight", lambda threads: None)
    monkeypatch.setattr(_dresses, "dress_of", lambda column, seed: Dress())
    taken = tmp_path / "taken"
    taken.write_text("a file")
    with pytest.raises(BadInput, match="cannot be kept"):
        _sights.sights(GUANDAN, "S", 1, taken / "kept", 1)(3)


def test_without_artwork_no_hand_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIZHUO_ART", str(tmp_path))
    for arguments in (["hands", "--pixels", "--hands", "1"], ["noise", "--hands", "1"]):
        result = CliRunner().invoke(command, arguments)
        assert (result.exit_code, result.output.count("\n")) == (2, 1)
