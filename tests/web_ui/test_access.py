"""Who may do what: every route times every access, how devices come in, and what guessing is worth."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from paizhuo.rules.snapshot import Role
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.cut import body, cut
from paizhuo.web_ui.delay import Delay, Until, stamp
from paizhuo.web_ui.doors import GUESSES_PER_HOUR, Doors, RefusedError
from paizhuo.web_ui.keep import Keep, KeepError
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.security import CSRF_HEADER

PEOPLE = (Access.NOBODY, Access.VIEWER, Access.REFEREE, Access.ADMIN)
SAMPLES = {
    "table": "1",
    "token": "",
    "frame": "1",
    "seq": "1",
    "language": "en",
    "rulebook": "comp",
    "version": "x",
    "path": "css/tokens.css",
    "view": "all",
    "identifier": "nothing",
    "offence": "x",
}


@pytest.fixture
def real(table: ScriptedTable, pictures: ScriptedPictures, clock: ScriptedClock, tmp_path: Path) -> Flask:
    """Give the app as a real table runs it: nobody is in."""
    settings = PageSettings(keep=tmp_path / "access.json", heartbeat=0.05)
    return create_app(table, pictures, settings, clock=clock)


def doors_of(app: Flask) -> Doors:
    parts: Parts = app.extensions[KEY]
    return parts.doors


def token_of(app: Flask, client: FlaskClient) -> str:
    """Give the token that a page of this visitor would carry."""
    page = client.get("/enter").text
    return page.split('data-token="')[1].split('"')[0]


def send(app: Flask, client: FlaskClient, path: str, body: object, method: str = "POST") -> TestResponse:
    return client.open(path, method=method, json=body, headers={CSRF_HEADER: token_of(app, client)})


def signed_in(app: Flask, access: Access) -> FlaskClient:
    client = app.test_client()
    doors = doors_of(app)
    if access is Access.ADMIN:
        client.set_cookie("paizhuo_door", doors.enter(doors.first_password))
    elif access in (Access.VIEWER, Access.REFEREE):
        client.set_cookie("paizhuo_door", doors.pair(link=doors.invite(access, access.value).secret))
    return client


def address(rule: str, token: str) -> str:
    """Give an address for a rule: this table, this token, and something for everything else."""
    known = {**SAMPLES, "token": token}
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda found: known.get(found[2], "1" if found[1] == "int" else "x"), rule)


def test_every_route_times_every_access(real: Flask) -> None:
    """The matrix comes from the app itself: whoever is not admitted is refused, whoever is admitted never is."""
    parts: Parts = real.extensions[KEY]
    token, secret = doors_of(real).make_overlay("stream", Delay())
    clients = {access: signed_in(real, access) for access in PEOPLE}
    overlay = real.test_client()
    overlay.set_cookie("paizhuo_overlay", secret, path=f"/overlay/{token.id}")
    clients[Access.OVERLAY] = overlay
    tried = 0
    for rule in real.url_map.iter_rules():
        asked = parts.gate.asked(rule.endpoint)
        assert asked is not None, rule.endpoint
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            for access, client in clients.items():
                path = address(rule.rule, token.id)
                visitor = access
                if (access is Access.OVERLAY) is not ("<token>" in rule.rule):
                    visitor = Access.NOBODY  # an overlay's cookie goes to its own addresses, and counts nowhere else
                answer = client.open(path, method=method, json={} if method != "GET" else None, buffered=False)
                refused = answer.status_code in (401, 403)
                admitted = asked.admits(visitor)
                tried += 1
                if not admitted:
                    assert refused, (access, method, path, answer.status_code)
                elif method == "GET":
                    assert not refused, (access, method, path, answer.status_code)
                answer.close()
    parts.feed.stop()
    assert tried > 100


def test_a_token_of_one_overlay_opens_no_other(real: Flask) -> None:
    one, secret = doors_of(real).make_overlay("one", Delay())
    two, _ = doors_of(real).make_overlay("two", Delay())
    client = real.test_client()
    client.set_cookie("paizhuo_overlay", secret, path="/overlay")
    assert client.get(f"/overlay/{one.id}/about").status_code == 200
    assert client.get(f"/overlay/{two.id}/about").status_code == 401
    doors_of(real).drop(one.id)
    assert client.get(f"/overlay/{one.id}/about").status_code == 401


def test_a_delayed_token_gets_no_early_byte(real: Flask, table: ScriptedTable, clock: ScriptedClock) -> None:
    """Whatever is asked for and whenever: nothing younger than the delay, from any address of the token."""
    parts: Parts = real.extensions[KEY]
    token, secret = doors_of(real).make_overlay("late", Delay(Until.SECONDS, 60.0))
    client = real.test_client()
    client.set_cookie("paizhuo_overlay", secret, path=f"/overlay/{token.id}")
    table.again()
    known: list[tuple[float, int]] = []
    for _ in range(60):
        table.advance()
        snapshot = table.snapshot(Role.OVERLAY)
        known.append((clock.now, snapshot.seq))
        kept = cut(snapshot, Access.OVERLAY)
        parts.feed.publish(Access.OVERLAY, stamp(kept, body(kept), clock.now))
        answer = client.get(f"/overlay/{token.id}/state")
        newest = max((seq for at, seq in known if at <= clock.now - 60.0), default=None)
        if newest is None:
            assert (answer.status_code, answer.data) == (204, b"")
        else:
            assert answer.get_json()["seq"] == newest
        for path in ("/api/v1/tables/1", "/api/v1/tables/1/events", "/api/v1/tables/1/picture"):
            assert client.get(path).status_code == 401
        clock.now += 3.0


def test_the_owner_signs_in_with_the_password_made_at_first_run(real: Flask, tmp_path: Path) -> None:
    doors = doors_of(real)
    assert len(doors.first_password) >= 12
    kept = (tmp_path / "access.json").read_text()
    assert doors.first_password not in kept
    assert stat.S_IMODE((tmp_path / "access.json").stat().st_mode) == 0o600
    client = real.test_client()
    assert send(real, client, "/api/v1/enter", {"password": "wrong"}).status_code == 403
    answer = send(real, client, "/api/v1/enter", {"password": doors.first_password})
    cookie = answer.headers["Set-Cookie"]
    assert answer.status_code == 200
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.get("/api/v1/access").get_json()["admin"] is True
    assert send(real, client, "/api/v1/leave", {}).status_code == 200
    assert client.get("/api/v1/access").status_code == 401


def test_behind_tls_the_cookie_is_host_bound_and_secure(
    table: ScriptedTable, pictures: ScriptedPictures, tmp_path: Path
) -> None:
    app = create_app(table, pictures, PageSettings(keep=tmp_path / "a.json", secure_cookies=True))
    client = app.test_client()
    answer = send(app, client, "/api/v1/enter", {"password": doors_of(app).first_password})
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-paizhuo=")
    assert "Secure" in cookie


def test_an_invitation_works_once_by_code_or_by_link_and_not_after_ten_minutes(
    real: Flask, clock: ScriptedClock
) -> None:
    doors = doors_of(real)
    by_code = doors.invite(Access.REFEREE, "Sun")
    secret = doors.pair(code=by_code.code)
    assert (doors.who(secret).access, doors.who(secret).name) == (Access.REFEREE, "Sun")
    for again in ({"code": by_code.code}, {"link": by_code.secret}):
        with pytest.raises(RefusedError):
            doors.pair(**again)
    late = doors.invite(Access.VIEWER, "tablet")
    clock.now += 601
    with pytest.raises(RefusedError):
        doors.pair(link=late.secret)


def test_guessing_codes_is_hopeless_and_links_go_on_working(clock: ScriptedClock) -> None:
    """72 hours of guessing: at most 720 tries at a million codes, while a link still lets the referee in."""
    doors = Doors(Keep(), PageSettings(), clock)
    tries = 0
    for _ in range(72):
        invitation = doors.invite(Access.REFEREE, "Sun")
        wrong = f"{(int(invitation.code) + 1) % 10**6:06}"
        for _ in range(40):
            with pytest.raises(RefusedError) as refused:
                doors.pair(code=wrong)
            tries += refused.value.code == "error.wrong_code"
        assert doors.who(doors.pair(link=invitation.secret)).access is Access.REFEREE
        clock.now += 3600.0
    assert tries <= 72 * GUESSES_PER_HOUR
    assert tries / 10**6 <= 7.2e-4


def test_wrong_guesses_are_remembered_over_a_restart(tmp_path: Path, clock: ScriptedClock) -> None:
    path = tmp_path / "access.json"
    settings = PageSettings(keep=path)
    doors = Doors(Keep(path), settings, clock)
    for _ in range(GUESSES_PER_HOUR):
        with pytest.raises(RefusedError):
            doors.pair(code="000000")
    again = Doors(Keep(path), settings, clock)
    with pytest.raises(RefusedError, match=r"error\.too_many_guesses"):
        again.pair(code="000001")


def test_sessions_end_after_idleness_and_a_dropped_device_is_out_at_once(real: Flask, clock: ScriptedClock) -> None:
    doors = doors_of(real)
    owner = doors.enter(doors.first_password)
    clock.now += 2 * 3600 - 1
    assert doors.who(owner).access is Access.ADMIN
    clock.now += 2 * 3600 + 1
    assert doors.who(owner).access is Access.NOBODY
    device = doors.pair(link=doors.invite(Access.VIEWER, "tablet").secret)
    doors.drop(doors.who(device).id)
    assert doors.who(device).access is Access.NOBODY


def test_devices_and_tokens_survive_a_restart_and_a_broken_file_is_never_replaced(
    tmp_path: Path, clock: ScriptedClock
) -> None:
    path = tmp_path / "access.json"
    doors = Doors(Keep(path), PageSettings(keep=path), clock)
    device = doors.pair(link=doors.invite(Access.REFEREE, "Sun").secret)
    token, secret = doors.make_overlay("stream", Delay(Until.TRICK))
    again = Doors(Keep(path), PageSettings(keep=path), clock)
    assert again.who(device).access is Access.REFEREE
    assert again.overlay(token.id, secret) == token
    assert again.first_password == ""
    path.write_text("{broken")
    with pytest.raises(KeepError, match="cannot be read"):
        Keep(path)
    assert path.read_text() == "{broken"


FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "http://evil.example", CSRF_HEADER: "right"},
    {"Sec-Fetch-Site": "cross-site", CSRF_HEADER: "right"},
    {"Sec-Fetch-Site": "same-site", CSRF_HEADER: "right"},
    {},
    {CSRF_HEADER: "0" * 64},
)


@pytest.mark.parametrize("headers", FOREIGN)
def test_no_change_from_a_foreign_page(app: Flask, table: ScriptedTable, headers: dict[str, str]) -> None:
    client = app.test_client()
    before = table.snapshot(Role.REFEREE).seq
    sent = {name: token_of(app, client) if value == "right" else value for name, value in headers.items()}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) & {"POST", "DELETE", "PUT"}:
            path, body = address(rule.rule, "x"), {"command": {"kind": "undo"}}
            answer = client.open(path, method=method, json=body, headers=sent)
            assert answer.status_code in (401, 403), (rule.rule, answer.status_code)
    assert table.snapshot(Role.REFEREE).seq == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_taken(app: Flask, kind: str) -> None:
    client = app.test_client()
    body = json.dumps({"command": {"kind": "undo"}})
    headers = {CSRF_HEADER: token_of(app, client), "Content-Type": kind}
    assert client.post("/api/v1/tables/1/commands", data=body, headers=headers).status_code == 415


def test_a_command_sent_twice_with_one_key_is_one_event(app: Flask, table: ScriptedTable) -> None:
    client = app.test_client()
    seq = table.snapshot(Role.REFEREE).trick.plays[0].seq
    body = {"command": {"kind": "correct_cards", "target_seq": seq, "cards": ["SQ"]}}
    headers = {CSRF_HEADER: token_of(app, client), "Idempotency-Key": "tap-1"}
    answers = [client.post("/api/v1/tables/1/commands", json=body, headers=headers).get_json() for _ in range(10)]
    assert {answer["seq"] for answer in answers} == {table.snapshot(Role.REFEREE).seq}


BAD: tuple[tuple[dict[str, object], str], ...] = (
    ({}, "command"),
    ({"command": {}}, "kind"),
    ({"command": {"kind": "fly"}}, "kind"),
    ({"command": {"kind": "correct_seat", "target_seq": 3, "seat": "X"}}, "seat"),
    ({"command": {"kind": "correct_cards", "target_seq": 3, "cards": ["XX"]}}, "cards.0"),
    ({"command": {"kind": "undo"}, "expected_seq": "9"}, "expected_seq"),
)


@pytest.mark.parametrize(("body", "where"), BAD)
def test_a_bad_command_is_one_clear_line(app: Flask, body: object, where: str) -> None:
    client = app.test_client()
    answer = client.post("/api/v1/tables/1/commands", json=body, headers={CSRF_HEADER: token_of(app, client)})
    assert (answer.status_code, answer.get_json()["params"]) == (400, {"where": where})


def test_bodies_have_a_limit(app: Flask) -> None:
    client = app.test_client()
    headers = {CSRF_HEADER: token_of(app, client), "Content-Type": "application/json"}
    huge = b'{"command": "' + b"x" * 1_100_000 + b'"}'
    assert client.post("/api/v1/tables/1/commands", data=huge, headers=headers).status_code == 413


def test_no_address_and_no_forwarded_header_opens_a_door(real: Flask) -> None:
    client = real.test_client()
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-User"):
        local = {"REMOTE_ADDR": "127.0.0.1"}
        answer = client.get("/api/v1/tables/1", headers={header: "127.0.0.1"}, environ_base=local)
        assert answer.status_code == 401
