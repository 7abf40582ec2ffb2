"""The interface for programs, the walls around it, and what each access may read."""

from __future__ import annotations

import hashlib
import json
import re
from importlib import resources
from pathlib import Path

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient

from paizhuo.rules.snapshot import PastTrickView, Role, TableSnapshot, TrickView, ViolationView
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access, Gate, UnguardedRouteError, Visitor
from paizhuo.web_ui.assets import Assets
from paizhuo.web_ui.cut import cut
from paizhuo.web_ui.health import AllWell, Trouble
from paizhuo.web_ui.limits import Limits, Rate
from paizhuo.web_ui.openapi import document
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.security import HEADERS

STATE = "/api/v1/tables/1"
PAGES = tuple(path[3:-3] for path in Assets().paths("js/") if path.count("/") == 1)
"""Every page has one script of its own."""


def test_the_state_carries_its_number_as_etag_and_is_not_sent_twice(client: FlaskClient, table: ScriptedTable) -> None:
    first = client.get(STATE)
    seq = table.snapshot(Role.VIEWER).seq
    assert first.headers["ETag"] == f'"{seq}"'
    points = {"attackers": 65, "table": 15, "to_turn": 80, "tricks": {"EW": 65, "NS": 65}}
    assert first.get_json()["points"] == {**points, "ruled": 0, "by_hand": 0, "deck": 200}
    again = client.get(STATE, headers={"If-None-Match": f'"{seq}"'})
    assert (again.status_code, again.data) == (304, b"")
    table.show()
    assert client.get(STATE, headers={"If-None-Match": f'"{seq}"'}).status_code == 200


def test_errors_have_one_shape_in_the_language_asked_for(client: FlaskClient) -> None:
    answer = client.get("/api/v1/tables/9", headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert answer.get_json() == {
        "ok": False,
        "code": "error.404",
        "params": {},
        "message": "There is no such page.",
        "status": 404,
    }
    assert client.get("/api/v1/tables/9", headers={"Accept-Language": "zh-CN"}).get_json()["message"] == "没有这一页。"


def test_a_person_gets_a_page_about_the_error(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": "zh"})
    assert answer.status_code == 404
    assert "没有这一页" in answer.text


@pytest.mark.parametrize("path", ["/", "/nowhere", STATE, "/api/v1/tables/9", "/readyz", "/static/x/css/tokens.css"])
def test_every_answer_carries_the_strict_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


HOSTILE = [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil",
    "evil:80",
    "[::2]",
    "0",
    "127.1",
    "LOCALHOST.",
    "a@localhost",
]


@pytest.mark.parametrize("host", HOSTILE)
def test_unknown_hosts_are_refused_on_every_route(app: Flask, client: FlaskClient, host: str) -> None:
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<table>", "1").replace("<int:frame>", "1").replace("<int:seq>", "1")
        path = path.replace("<version>", "x").replace("<path:path>", "x").replace("<language>", "en")
        answer = client.open(path, method=min(rule.methods or {"GET"}), headers={"Host": host})
        assert answer.status_code in (400, 421), path
    assert client.get("/healthz", headers={"X-Forwarded-Host": host}).status_code == 200


def test_an_app_with_a_route_without_access_does_not_start() -> None:
    gate = Gate(lambda: Visitor(Access.ADMIN))
    app = Flask("test", static_folder=None)
    loose = Blueprint("loose", __name__)
    loose.add_url_rule("/door", view_func=lambda: "open", endpoint="door")
    app.register_blueprint(loose)
    with pytest.raises(UnguardedRouteError, match=r"loose\.door"):
        gate.close(app)


def test_flasks_own_static_route_would_not_pass_either() -> None:
    gate = Gate(lambda: Visitor(Access.ADMIN))
    with pytest.raises(UnguardedRouteError, match="static"):
        gate.close(Flask("paizhuo.web_ui"))


def test_nothing_but_the_public_is_open_without_login(table: ScriptedTable, pictures: ScriptedPictures) -> None:
    closed = create_app(table, pictures, PageSettings()).test_client()
    assert closed.get(STATE).status_code == 401
    assert closed.get("/healthz").status_code == 200
    page = closed.get("/", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Location"]) == (302, "/enter")


def suspicious(table: ScriptedTable) -> TableSnapshot:
    offence = ViolationView("v1", "follow.must_follow_suit", {"group": "S"}, "W", 8)
    table.show(violations=(offence,))
    return table.snapshot(Role.REFEREE)


def test_viewers_read_no_offence_before_it_is_ruled(table: ScriptedTable) -> None:
    whole = suspicious(table)
    assert cut(whole, Access.REFEREE).violations != ()
    for access in (Access.VIEWER, Access.OVERLAY, Access.HALL):
        kept = cut(whole, access)
        assert kept.violations == ()
        assert kept.questions == ()
        tricks: tuple[TrickView | PastTrickView, ...] = (*kept.tricks, kept.trick)
        assert all(play.violations == () for trick in tricks for play in trick.plays)


def test_the_hall_gets_nothing_that_helps_memory(client: FlaskClient, table: ScriptedTable) -> None:
    hall = client.get(STATE + "?view=hall").get_json()
    assert (hall["tricks"], hall["claims"], hall["remaining"], hall["unseen"]) == ([], [], {}, 0)
    assert all(not seat["voids"] and not seat["no_pairs"] for seat in hall["seats"].values())
    assert [play["cards"] for play in hall["trick"]["plays"]] == [["SK"], ["S3"], ["S5"]]
    assert client.get(STATE).get_json()["unseen"] == 37


def test_the_document_of_the_interface_names_every_route_and_the_state(app: Flask) -> None:
    described = set(document()["paths"])  # type: ignore[call-overload]
    routes = {rule.rule.removeprefix("/api/v1") for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/v1")}
    plain = {route.replace("<int:", "<").replace("<", "{").replace(">", "}") for route in routes}
    assert plain == described
    text = json.dumps(document())
    assert '"to_turn"' in text


def test_pictures_and_their_evidence_are_jpegs(client: FlaskClient, table: ScriptedTable) -> None:
    assert client.get(STATE + "/picture").data[:3] == b"\xff\xd8\xff"
    seq = table.snapshot(Role.REFEREE).trick.plays[2].seq
    assert client.get(f"{STATE}/evidence/{seq}.jpg").data[:3] == b"\xff\xd8\xff"
    assert client.get(STATE + "/evidence/1.jpg").status_code == 404


def test_readiness_says_what_fails_and_liveness_does_not_care(client: FlaskClient, health: AllWell) -> None:
    assert client.get("/readyz").get_json() == {"ok": True, "troubles": []}
    health.report(Trouble("trouble.camera_lost"))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["troubles"]) == (503, ["trouble.camera_lost"])
    assert client.get("/healthz").status_code == 200


def test_the_page_speaks_the_language_asked_for_kept_or_accepted(client: FlaskClient) -> None:
    assert '<html lang="en"' in client.get("/?lang=en").text
    assert '<html lang="zh-Hans"' in client.get("/", headers={"Accept-Language": "zh-TW,zh;q=0.9,en;q=0.5"}).text
    client.set_cookie("paizhuo_lang", "en")
    assert '<html lang="en"' in client.get("/").text


def test_static_files_are_packed_for_those_who_can_and_kept_for_ever(client: FlaskClient) -> None:
    version = Assets().version
    plain = client.get(f"/static/{version}/css/table.css")
    packed = client.get(f"/static/{version}/css/table.css", headers={"Accept-Encoding": "gzip"})
    assert "immutable" in plain.headers["Cache-Control"]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    assert client.get("/static/old/css/table.css").headers["Cache-Control"] == "no-cache"


TRAVERSALS = [
    "../app.py",
    "..%2fapp.py",
    "....//app.py",
    "%2e%2e/app.py",
    "css/..%5c..%5capp.py",
    "css/%00tokens.css",
    "/etc/passwd",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_static_files(client: FlaskClient, path: str) -> None:
    assert client.get(f"/static/x/{path}").status_code in (404, 308, 400)


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_loads_stays_under_150_kilobytes_without_pictures(client: FlaskClient, name: str) -> None:
    """The budget of the design, with the packing that every browser accepts: the page, all it names, and the words."""
    packed = {"Accept-Encoding": "gzip"}
    path = {"dashboard": "/", "overlay": "/overlay/o1/all"}.get(name, f"/{name}")
    page = client.get(path, headers=packed).get_data(as_text=True)
    named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
    assert any(each.endswith(f"js/{name}.js") for each in named)
    shared = ("cards.svg", "icons.svg", "fonts/inter-latin-400.woff2", "js/core/stream-worker.js")
    version = next(iter(named)).split("/")[2]
    wanted = named | {f"/static/{version}/{each}" for each in shared} | {"/api/v1/words/zh-Hans?daily"}
    total = len(page.encode()) + sum(len(client.get(each, headers=packed).data) for each in wanted)
    assert total < 150_000, total


@pytest.mark.parametrize("manifest", ["static", "tests"])
def test_vendored_files_are_what_the_manifest_says(manifest: str) -> None:
    root = Path(str(resources.files("paizhuo.web_ui").joinpath("static")))
    folder = root if manifest == "static" else Path(__file__).parent / "vendor"
    listed = json.loads((folder / ("vendor/manifest.json" if manifest == "static" else "manifest.json")).read_text())
    for each in listed["files"]:
        assert hashlib.sha256((folder / each["file"]).read_bytes()).hexdigest() == each["sha256"], each["file"]
        assert each["version"]
        assert each["licence"]
    names = {each["file"] for each in listed["files"]}
    if manifest == "static":
        shipped = {
            path.relative_to(folder).as_posix() for part in ("vendor", "fonts") for path in (folder / part).iterdir()
        }
        assert {name for name in shipped if name.endswith((".js", ".woff2"))} == names


def test_rates_refill_steadily_and_hold_for_each_visitor_alone(clock: ScriptedClock) -> None:
    limits = Limits(clock)
    rate = Rate(burst=2, per_minute=60)
    assert [limits.allow("read", "a", rate) for _ in range(3)] == [True, True, False]
    assert limits.allow("read", "b", rate)
    clock.now += 1.0
    assert [limits.allow("read", "a", rate) for _ in range(2)] == [True, False]


def test_pages_load_neither_sight_nor_device() -> None:
    """web_ui must run without cv2, numpy, vision and device."""
    import subprocess
    import sys

    code = (
        "import sys, paizhuo.web_ui as w; w.demo_app(steps=1);"
        "print([m for m in sys.modules if m.split('.')[0] in ('cv2','numpy','torch','onnxruntime')"
        " or m.startswith(('paizhuo.vision','paizhuo.device'))])"
    )
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": source}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
