"""Who was let in at one table gets nothing of another: every route, device and token, with one file or with two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.delay import Delay
from paizhuo.web_ui.doors import Doors
from paizhuo.web_ui.keep import OverlayToken
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
from paizhuo.web_ui.security import CSRF_HEADER

Secrets = Mapping[Access, str]
Opened = set[tuple[Access, str, str]]
OWN, OTHER = "7", "8"
SAYS_NO_ITSELF = "/api/v1/access/<identifier>"
"""A route that lets a referee in and then refuses what only the owner may do."""


def parts_of(app: Flask) -> Parts:
    found: Parts = app.extensions[KEY]
    return found


@pytest.fixture
def table_app(table: ScriptedTable, pictures: ScriptedPictures) -> Iterator[Callable[[str, Path], Flask]]:
    """Give a function that runs a table under an id, with a file of devices and tokens."""
    made: list[Flask] = []

    def build(identifier: str, keep: Path) -> Flask:
        settings = PageSettings(keep=keep, heartbeat=0.05, table_id=identifier)
        made.append(create_app(table, pictures, settings))
        return made[-1]

    yield build
    for app in made:
        parts_of(app).feed.stop()


def let_in(doors: Doors) -> tuple[Secrets, OverlayToken]:
    """Let a viewer, a referee and an overlay in, and give what their cookies hold."""
    secrets = {level: doors.pair(link=doors.invite(level, "x").secret) for level in (Access.VIEWER, Access.REFEREE)}
    token, secret = doors.make_overlay("stream", Delay())
    return {**secrets, Access.OVERLAY: secret}, token


def visitor(app: Flask, access: Access, secret: str, token: str) -> FlaskClient:
    client = app.test_client()
    if access is Access.OVERLAY:
        client.set_cookie("paizhuo_overlay", secret, path=f"/overlay/{token}")
    else:
        client.set_cookie("paizhuo_door", secret)
    return client


def routes(app: Flask) -> list[tuple[Rule, str]]:
    """Give every route that shows or changes something of a table, with each of its methods."""
    gate = parts_of(app).gate
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        if gate.asked(rule.endpoint) is not Access.PUBLIC
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def address(rule: str, table: str, token: str) -> str:
    known = {"table": table, "token": token, "language": "en", "version": "x"}
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda found: known.get(found[2], "1" if found[1] == "int" else "x"), rule)


def opened(app: Flask, secrets: Secrets, token: str) -> Opened:
    """Give every route of a table that lets one of these visitors in: neither 401 nor 403."""
    found: Opened = set()
    table = parts_of(app).settings.table_id
    for access, secret in secrets.items():
        client = visitor(app, access, secret, token)
        page = client.get("/enter").text
        headers = {CSRF_HEADER: page.split('data-token="')[1].split('"')[0]}
        for rule, method in routes(app):
            body: dict[str, object] | None = None if method == "GET" else {}
            path = address(rule.rule, table, token)
            with closing(client.open(path, method=method, json=body, headers=headers, buffered=False)) as answer:
                if answer.status_code not in (401, 403):
                    found.add((access, method, rule.rule))
    return found


def admitted(app: Flask, secrets: Secrets) -> Opened:
    """Give what the matrix of accesses says: the routes that each of these visitors may use at its own table."""
    gate = parts_of(app).gate
    wanted: Opened = set()
    for rule, method in routes(app):
        asked = gate.asked(rule.endpoint)
        assert asked is not None
        for access in secrets:
            own_path = ("<token>" in rule.rule) == (access is Access.OVERLAY)
            if asked.admits(access) and own_path and rule.rule != SAYS_NO_ITSELF:
                wanted.add((access, method, rule.rule))
    return wanted


@pytest.mark.parametrize("shared", [True, False], ids=["one_file", "two_files"])
def test_who_is_in_at_one_table_is_nobody_at_another(
    table_app: Callable[[str, Path], Flask], tmp_path: Path, shared: bool
) -> None:
    here = table_app(OWN, tmp_path / "access.json")
    secrets, token = let_in(parts_of(here).doors)
    there = table_app(OTHER, tmp_path / ("access.json" if shared else "other.json"))
    own = opened(here, secrets, token.id)
    assert own == admitted(here, secrets), "the control: the same cookies open at home whatever the matrix says"
    assert {access for access, _, _ in own} == set(secrets)
    assert len(own) > 30
    assert opened(there, secrets, token.id) == set()
    assert len(routes(there)) == len(routes(here))


def test_the_check_sees_a_door_that_takes_every_tables_cookies(
    table_app: Callable[[str, Path], Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the table left out of account all of them would be in: the check above is not blind."""
    here = table_app(OWN, tmp_path / "access.json")
    secrets, token = let_in(parts_of(here).doors)
    there = table_app(OTHER, tmp_path / "access.json")
    monkeypatch.setattr(Doors, "kept", property(lambda doors: doors._keep.now))
    wrongly = opened(there, secrets, token.id)
    assert {access for access, _, _ in wrongly} == set(secrets)
    assert (Access.OVERLAY, "GET", "/overlay/<token>/state") in wrongly
    assert (Access.VIEWER, "GET", "/api/v1/tables/<table>/picture") not in wrongly, "the gate itself knows the table"
    assert (Access.REFEREE, "GET", "/record") in wrongly


def test_the_address_of_another_table_leads_nowhere(table_app: Callable[[str, Path], Flask], tmp_path: Path) -> None:
    """Streams, state, pictures, commands under another table's id: no answer for anybody, the owner included."""
    app = table_app(OWN, tmp_path / "access.json")
    doors = parts_of(app).doors
    secrets, _ = let_in(doors)
    owner = app.test_client()
    owner.set_cookie("paizhuo_door", doors.enter(doors.first_password))
    clients = [owner, *(visitor(app, access, secrets[access], "") for access in (Access.VIEWER, Access.REFEREE))]
    asked = 0
    for client in clients:
        page = client.get("/enter").text
        headers = {CSRF_HEADER: page.split('data-token="')[1].split('"')[0]}
        for rule, method in routes(app):
            if "<table>" not in rule.rule:
                continue
            path = address(rule.rule, OTHER, "")
            body: dict[str, object] | None = None if method == "GET" else {}
            with closing(client.open(path, method=method, json=body, headers=headers)) as answer:
                assert answer.status_code in (401, 403, 404), (method, path)
            asked += 1
    assert asked >= 27


def test_a_table_lists_and_takes_back_only_what_is_its_own(
    table_app: Callable[[str, Path], Flask], tmp_path: Path
) -> None:
    here = table_app(OWN, tmp_path / "access.json")
    _, token = let_in(parts_of(here).doors)
    there = table_app(OTHER, tmp_path / "access.json")
    doors = parts_of(there).doors
    assert (doors.kept.devices, doors.kept.overlays) == ((), ())
    assert not doors.kept_overlay(token.id)
    assert not doors.drop(token.id)
    assert [each.id for each in parts_of(here).doors.kept.overlays] == [token.id]
    assert parts_of(here).doors.drop(token.id)
