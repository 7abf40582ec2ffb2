"""Figures for a collector: true, readable by Prometheus, and behind a door."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.health import AllWell, Trouble
from paizhuo.web_ui.metrics import CONTENT_TYPE, Figure
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable

TOKEN = "a-token-of-a-collector"


class Machine(AllWell):
    """A health service with figures."""

    def figures(self) -> tuple[Figure, ...]:
        return (Figure("frames_seen", "Pictures seen.", 812, "counter"), Figure("camera_lost", "Lost.", 1))


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def app(table: ScriptedTable, pictures: ScriptedPictures, clock: ScriptedClock, machine: Machine) -> Flask:
    settings = PageSettings(open_access=Access.NOBODY, metrics_token=TOKEN)
    return create_app(table, pictures, settings, health=machine, clock=clock)


def collected(app: Flask) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Read the figures as Prometheus does."""
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (answer.status_code, answer.content_type) == (200, CONTENT_TYPE)
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def labelled(name: str, **labels: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return name, tuple(sorted(labels.items()))


def test_the_figures_are_those_of_the_table(app: Flask, table: ScriptedTable) -> None:
    state = table.snapshot(Role.ADMIN)
    figures = collected(app)
    assert figures[labelled("paizhuo_log_seq")] == state.seq
    assert figures[labelled("paizhuo_hand")] == state.hand
    assert figures[labelled("paizhuo_open_questions")] == len(state.questions)
    assert figures[labelled("paizhuo_trust_light", light=state.trust.light)] == 1
    lights = [value for (name, _), value in figures.items() if name == "paizhuo_trust_light"]
    assert sorted(lights) == [0, 0, 0, 1]
    codes = [each.code for each in state.violations]
    for code in codes:
        assert figures[labelled("paizhuo_violations", code=code)] == codes.count(code)
    assert any(name == "paizhuo_info" and ("rulebook", state.rulebook) in labels for name, labels in figures)


def test_they_move_with_the_table(app: Flask, table: ScriptedTable) -> None:
    before = collected(app)[labelled("paizhuo_log_seq")]
    table.again()
    after = collected(app)[labelled("paizhuo_log_seq")]
    assert after == table.snapshot(Role.ADMIN).seq != before


def test_the_figures_of_camera_and_sight_come_along(app: Flask) -> None:
    figures = collected(app)
    assert figures[labelled("paizhuo_frames_seen_total")] == 812
    assert figures[labelled("paizhuo_camera_lost")] == 1


def test_what_does_not_work_is_named(app: Flask, machine: Machine) -> None:
    machine.report(Trouble("trouble.camera_lost"))
    assert collected(app)[labelled("paizhuo_trouble", code="trouble.camera_lost", alarm="yes")] == 1


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer "}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}],
)
def test_nobody_else_gets_figures(app: Flask, headers: Mapping[str, str]) -> None:
    assert app.test_client().get("/metrics", headers=dict(headers)).status_code == 401


def test_the_collectors_token_opens_nothing_else(app: Flask) -> None:
    client = app.test_client()
    for path in ("/access", "/api/v1/tables/1", "/"):
        assert client.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 401


def test_without_a_token_in_the_settings_an_empty_one_opens_nothing(
    table: ScriptedTable, pictures: ScriptedPictures
) -> None:
    client = create_app(table, pictures, PageSettings()).test_client()
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 401


def test_a_missing_library_is_told_and_the_pages_go_on() -> None:
    code = """
import sys
sys.modules["prometheus_client"] = None
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
table = ScriptedTable(steps=1)
client = create_app(table, ScriptedPictures(table), PageSettings(metrics_token="x" * 16)).test_client()
answer = client.get("/metrics", headers={"Authorization": "Bearer " + "x" * 16})
assert answer.status_code == 501, answer.status_code
assert client.get("/healthz").status_code == 200
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stderr
