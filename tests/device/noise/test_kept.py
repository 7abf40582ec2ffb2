"""Hands that were seen are kept: judged again without drawing, and drawn again only where the file is no good."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from paizhuo.commands import BadInput, _dresses, _sights
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
