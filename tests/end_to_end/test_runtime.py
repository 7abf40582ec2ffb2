"""The composition root: what starts, what a browser gets, what is left after stopping, what bad input leaves."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest
from click.testing import CliRunner

from paizhuo.cli import cli
from paizhuo.device.camera.protocol import CameraError
from paizhuo.device.camera.simulated import SimulatedCamera
from paizhuo.device.settings import CameraKind, CameraSettings, Settings, StoreSettings, WebSettings
from paizhuo.device.stage import PlacedCamera
from paizhuo.device.watching import Watching
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import StartMatch
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.runtime import HOUSE, Foundation, Runtime, StartError, build, evidence_beside
from paizhuo.vision.calibrate import whole_picture
from paizhuo.vision.frames import Frame
from paizhuo.vision.index_sight import IndexSight
from paizhuo.vision.render.house import house_deck

PATIENCE = 20.0


class MakeRuntime(Protocol):
    """Makes a table whose log has a number, on a port (0: a free one)."""

    def __call__(self, number: int, port: int = 0) -> Runtime: ...


class StillCamera:
    """Gives a few pictures of an empty table and then waits to be closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        rng = np.random.default_rng(1)
        for seq in range(3):
            image = rng.integers(60, 66, (288, 384, 3), dtype=np.uint8)
            yield Frame("still", seq, seq * 200_000_000, image)
        self._closed.wait(PATIENCE)

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def runtime(knowing_sight: Callable[[SimulatedCamera], IndexSight], tmp_path: Path) -> MakeRuntime:
    """Make a table on a free port over a camera of its own; logs go to numbered files."""
    sight = knowing_sight(SimulatedCamera(house_deck()))

    def make(number: int, port: int = 0) -> Runtime:
        settings = Settings(web=WebSettings(port=port), store=StoreSettings(path=str(tmp_path / f"match-{number}.db")))
        camera = PlacedCamera(StillCamera(), whole_picture(384, 288, 960.0, 720.0))
        return Runtime(Foundation(settings, load("comp", ShengjiRulebook), sight, camera))

    return make


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def test_a_started_table_serves_its_page_and_its_state(runtime: MakeRuntime) -> None:
    with runtime(1) as table:
        assert b"<html" in fetched(table.address)
        state = json.loads(fetched(f"{table.address}api/v1/tables/1"))
        assert state["rulebook"] == "comp"


def test_a_table_goes_on_where_its_log_ended(runtime: MakeRuntime) -> None:
    with runtime(1) as table:
        seq = table.table.entries()[-1].seq
    with runtime(1) as table:
        kinds = [entry.event.kind for entry in table.table.entries()]
        assert kinds.count("match_started") == 1
        assert table.table.entries()[-1].seq >= seq


def test_a_match_of_the_other_game_is_watched_with_its_own_zones(runtime: MakeRuntime) -> None:
    """The zones stayed those of the settings' rulebook when another game was chosen on the first run's page."""
    fitted: list[str] = []

    class Noting(Watching):
        def refit(self) -> None:
            super().refit()
            fitted.append("again")
            done.set()

    done = threading.Event()
    table = runtime(1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("paizhuo.runtime.Watching", Noting)
        with table:
            names = ("Lin", "Zhou", "Xu", "He")
            table.table.submit(StartMatch("pass10", names), HOUSE)
            assert not done.wait(0.5)  # the control: another rulebook of the same game
            table.table.submit(StartMatch("guandan-2017", names), HOUSE)
            assert done.wait(PATIENCE)
    assert fitted == ["again"]


def test_starting_and_stopping_leaves_no_thread(runtime: MakeRuntime) -> None:
    with runtime(0):
        pass
    before = threading.active_count()
    for number in range(1, 4):
        with runtime(number):
            pass
    assert threading.active_count() == before


def test_a_taken_port_is_told_and_everything_started_is_stopped(runtime: MakeRuntime) -> None:
    with runtime(1) as first:
        threads = threading.active_count()
        second = runtime(2, first.port)
        with pytest.raises(StartError, match=str(first.port)):
            second.start()
        assert threading.active_count() == threads


def test_evidence_is_as_large_as_the_settings_say(tmp_path: Path) -> None:
    picture = bytes(1_500_000)
    none, small, large = (
        evidence_beside(tmp_path / f"{megabytes}.db", StoreSettings(evidence_mb=megabytes, reserve_mb=16))
        for megabytes in (0, 1, 2)
    )
    assert none.keep(b"picture") is None
    assert small.keep(picture) is None
    assert large.keep(picture) is not None
    assert large.keep(picture[:-1]) is not None
    assert large.total == len(picture) - 1
    assert len(list((tmp_path / "2.evidence").iterdir())) == 1


def test_missing_weights_are_told_in_one_line_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    log = tmp_path / "match.db"
    with pytest.raises(StartError, match=r"manifest\.json"):
        build(Settings(store=StoreSettings(path=str(log))), models=tmp_path / "models")
    assert not log.exists()


def test_a_missing_clip_is_told_in_one_line_and_nothing_is_written(tmp_path: Path) -> None:
    log = tmp_path / "match.db"
    camera = CameraSettings(kind=CameraKind.FILE, source=str(tmp_path / "missing.mp4"))
    with pytest.raises(CameraError, match="no such recording"):
        build(Settings(camera=camera, store=StoreSettings(path=str(log))))
    assert not log.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "--config", "missing.toml"], "missing.toml: cannot read the settings file"),
        (["demo", "--rulebook", "nonsense"], "nobody can play by a rulebook 'nonsense'; there are"),
        (["demo", "--headless", "--rulebook", "nonsense"], "nobody can play by a rulebook 'nonsense'; there are"),
        (["simulate", "--out", "out", "--rulebook", "nonsense"], "nobody can play by a rulebook 'nonsense'"),
        (["demo", "--hands", "0"], "0 is not in the range"),
    ],
)
def test_bad_input_ends_with_code_2_and_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []
