"""Guandan on the pages: what is shown of a hand, what is cut off for whom, and what a trick's delay waits for."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.breaches import BREACHES
from paizhuo.rules.guandan.combos import Shape
from paizhuo.rules.guandan_service import EnterReturn, NameFinish, TakeTribute
from paizhuo.rules.guandan_snapshot import GuandanView
from paizhuo.rules.service import CommandRefusedError, EnterPlay, Person, StartMatch
from paizhuo.rules.snapshot import Json, Role, TableSnapshot, as_json
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.commands import BadCommandError, read_command
from paizhuo.web_ui.cut import cut
from paizhuo.web_ui.delay import Delay, Until, stamp, visible
from paizhuo.web_ui.scripted.scenes import SceneTable, guandan_scenes
from paizhuo.web_ui.words import LANGUAGES, words

SCENES = guandan_scenes()
PLATES = 5
TRIBUTE = 2
EVERYBODY_ELSE = (Access.NOBODY, Access.HALL, Access.VIEWER, Access.OVERLAY)


def game_of(scene: TableSnapshot) -> GuandanView:
    """Give the Guandan half of a scene."""
    assert scene.guandan is not None
    return scene.guandan


def offended(scene: TableSnapshot) -> TableSnapshot:
    """Put an offence on every act of a scene."""
    game = game_of(scene)
    tricks = [
        replace(trick, acts=tuple(replace(act, violations=("shape.none",)) for act in trick.acts))
        for trick in (*game.tricks, game.trick)
    ]
    return replace(scene, guandan=replace(game, tricks=tuple(tricks[:-1]), trick=tricks[-1]))


def test_the_scenes_hang_together() -> None:
    """Cards are conserved: what lies there, what is left unseen, and how often a face may be seen."""
    assert {scene.phase for scene in SCENES} == {"waiting", "tribute", "playing", "finished"}
    for scene in SCENES:
        game = game_of(scene)
        laid = [card for trick in (*game.tricks, game.trick) for act in trick.acts for card in act.cards]
        assert scene.unseen + len(laid) == 108, scene.seq
        assert all(laid.count(card) <= 2 for card in set(laid))
        seqs = [act.seq for act in game.trick.acts if act.cards]
        assert game.to_beat in (0, *seqs)


@pytest.mark.parametrize("access", EVERYBODY_ELSE)
def test_only_the_referee_reads_of_an_offence_or_a_report_that_is_due(access: Access) -> None:
    scene = offended(SCENES[PLATES])
    assert game_of(scene).seats["E"].report == "due"
    seen = game_of(cut(scene, access))
    told = json.dumps(as_json(seen))
    assert "shape.none" not in told
    assert '"due"' not in told
    assert seen.breaches == ()
    assert seen.seats["N"].report == "said"
    full = game_of(cut(scene, Access.REFEREE))
    assert (full.seats["E"].report, full.trick.acts[0].violations) == ("due", ("shape.none",))


def test_the_hall_forgets_what_is_over() -> None:
    seen = cut(SCENES[PLATES], Access.HALL)
    game = game_of(seen)
    assert (game.tricks, game.tribute.gifts, game.hands, seen.remaining) == ((), (), (), {})
    assert game.trick.acts, "what lies on the table stays"
    during = game_of(cut(SCENES[TRIBUTE], Access.HALL))
    assert during.tribute.gifts, "tribute lies face up while it is paid"


def test_a_delay_by_tricks_waits_for_the_whole_trick_however_many_plays_it_has() -> None:
    """Four plays are no whole trick in Guandan: a seat may play again."""
    scene = SCENES[PLATES]
    game = game_of(scene)
    four = replace(
        scene,
        trick=replace(scene.trick, plays=scene.tricks[3].plays[:4]),
        guandan=replace(game, trick=replace(game.tricks[3], acts=game.tricks[3].acts[:4], winner=None)),
    )
    assert len(four.trick.plays) == 4
    between = replace(scene, guandan=replace(game, trick=replace(game.trick, acts=())))
    assert not stamp(four, b"", 0.0).whole_trick
    assert stamp(between, b"", 0.0).whole_trick
    states = [stamp(between, b"old", 0.0), stamp(four, b"new", 1.0)]
    shown = visible(states, Delay(Until.TRICK), 900.0)
    assert shown is not None
    assert shown.body == b"old"


def test_commands_name_seats_by_letter_wherever_they_stand() -> None:
    assert read_command({"kind": "take_tribute", "seat": "E", "payer": "S"}) == TakeTribute(Seat.E, Seat.S)
    assert read_command({"kind": "enter_return", "seat": "E", "card": "S3", "to": "N"}) == EnterReturn(
        Seat.E, Card.S3, Seat.N
    )
    finish: Json = {"kind": "name_finish", "order": ["E", "W"]}
    assert read_command(finish) == NameFinish((Seat.E, Seat.W))
    lots: Json = {"kind": "start_match", "rulebook": "seven", "names": ["a", "b", "c", "d"], "lots": ["W", "N"]}
    assert read_command(lots) == StartMatch("seven", ("a", "b", "c", "d"), (Seat.W, Seat.N))
    wrongs: tuple[Json, ...] = (["E", "Q"], [1])
    for wrong in wrongs:
        with pytest.raises(BadCommandError, match="order"):
            read_command({"kind": "name_finish", "order": wrong})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shape_place_breach_and_phase_has_words(language: str) -> None:
    wanted = {f"combo.{shape.value}" for shape in Shape} | {f"place.{place}" for place in range(1, 5)}
    wanted |= {f"breach.{code}" for code in BREACHES} | {f"phase.{scene.phase}" for scene in SCENES}
    wanted |= set(BREACHES) | {f"sanction.{each}" for each in ("corrected", "placed_last", "match_lost")}
    assert sorted(wanted - words(language).messages.keys()) == []


def test_a_scene_table_moves_on_and_refuses_changes() -> None:
    table = SceneTable(SCENES)
    referee = Person(Role.REFEREE)
    seqs = [table.snapshot(Role.VIEWER).seq]
    for _ in range(len(SCENES)):
        table.advance()
        seqs.append(table.snapshot(Role.VIEWER).seq)
    assert table.finished
    assert seqs == sorted(seqs)
    table.again()
    assert table.snapshot(Role.VIEWER).seq > seqs[-1]
    with pytest.raises(CommandRefusedError):
        table.submit(EnterPlay(Seat.E, (Card.S3,)), referee)
    with pytest.raises(PermissionError):
        table.submit(EnterPlay(Seat.E, (Card.S3,)), Person(Role.VIEWER))
    assert [each.kind for each in table.asked] == ["enter_play"]
