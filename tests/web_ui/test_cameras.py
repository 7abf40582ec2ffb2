"""The camera of the table over the interface: chosen, refused, placed; who may do what; words for every reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from paizhuo.device.camera.protocol import CameraError
from paizhuo.rules.camera_service import Performance
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import CAMERA, Logged, SightChanged
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.routes.cameras import found_again
from paizhuo.web_ui.scripted import ScriptedCameras, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.security import CSRF_HEADER
from paizhuo.web_ui.words import LANGUAGES, words

CAMERA_PATH = "/api/v1/tables/1/camera"


@pytest.fixture
def asked() -> list[Performance | None]:
    return []


@pytest.fixture
def cameras(asked: list[Performance | None]) -> ScriptedCameras:
    return ScriptedCameras(now_ms=lambda: 5_000, performs=asked.append)


@pytest.fixture
def app(table: ScriptedTable, pictures: ScriptedPictures, cameras: ScriptedCameras) -> Flask:
    return create_app(table, pictures, PageSettings.demo(), cameras=cameras)


def send(client: FlaskClient, path: str, body: object, method: str = "PUT") -> TestResponse:
    token = client.get("/setup").text.split('data-token="')[1].split('"')[0]
    return client.open(CAMERA_PATH + path, method=method, json=body, headers={CSRF_HEADER: token})


def test_a_camera_is_chosen(client: FlaskClient) -> None:
    seen = client.get(CAMERA_PATH).get_json()
    assert (seen["chosen"], [each["id"] for each in seen["choices"]]) == ("own", ["own", "usb:2", "simulated"])
    answer = send(client, "", {"choice": "simulated"})
    assert (answer.status_code, answer.get_json()["chosen"], answer.get_json()["simulated"]) == (200, "simulated", True)


def test_why_a_camera_cannot_be_opened_is_told_in_the_language_asked_for(
    client: FlaskClient, cameras: ScriptedCameras
) -> None:
    cameras.refuse("usb:2", "camera.busy")
    answer = send(client, "", {"choice": "usb:2"})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "camera.busy")
    assert "被别的程序占用" in answer.get_json()["message"]
    assert client.get(CAMERA_PATH).get_json()["chosen"] == "own"


def test_a_path_may_be_typed_at_the_machine_itself_or_by_the_owner_only(
    table: ScriptedTable, pictures: ScriptedPictures, cameras: ScriptedCameras, tmp_path: Path
) -> None:
    """A referee could otherwise ask the machine about any file and any address."""
    typed = {"kind": "file", "source": "/home/table/match.mp4"}
    alone = create_app(table, pictures, PageSettings.demo(), cameras=cameras).test_client()
    assert alone.get(CAMERA_PATH).get_json()["may_type"] is True
    assert send(alone, "", typed).get_json()["chosen"] == "typed"
    settings = PageSettings(open_access=Access.VIEWER, keep=tmp_path / "access.json")
    shared = create_app(table, pictures, settings, cameras=cameras)
    doors = shared.extensions["paizhuo"].doors
    for access, status in ((Access.REFEREE, 403), (Access.ADMIN, 200)):
        client = shared.test_client()
        secret = (
            doors.enter(doors.first_password)
            if access is Access.ADMIN
            else doors.pair(link=doors.invite(access, "x").secret)
        )
        client.set_cookie("paizhuo_door", secret)
        assert client.get(CAMERA_PATH).get_json()["may_type"] is (status == 200)
        assert send(client, "", typed).status_code == status
        assert send(client, "", {"choice": "own"}).status_code == 200


@pytest.mark.parametrize(
    ("access", "camera", "placement"), [(Access.VIEWER, 403, 200), (Access.HALL, 403, 403), (Access.NOBODY, 401, 401)]
)
def test_viewers_see_where_the_table_lies_and_nothing_of_the_cameras(
    table: ScriptedTable,
    pictures: ScriptedPictures,
    cameras: ScriptedCameras,
    access: Access,
    camera: int,
    placement: int,
) -> None:
    settings = replace(PageSettings.demo(), open_access=access)
    client = create_app(table, pictures, settings, cameras=cameras).test_client()
    # Who is not signed in at all is asked to sign in.
    assert client.get(CAMERA_PATH).status_code in (camera, 401)
    assert client.get(CAMERA_PATH + "/placement").status_code in (placement, 401 if placement != 200 else 200)


def test_corners_are_placed_and_their_age_is_told(client: FlaskClient) -> None:
    corners = [[10, 10], [1500, 12], [1490.5, 1100], [14, 1090]]
    placed = send(client, "/corners", {"corners": corners}).get_json()["placed"]
    assert (placed["by"], placed["corners"], placed["at"]) == ("corners", corners, 5_000)
    assert send(client, "/corners", {"corners": None}).get_json()["placed"]["by"] == "markers"


@pytest.mark.parametrize(
    "corners",
    [
        [[1, 1], [2, 2], [3, 3]],
        [[1, 1], [2, 2], [3, 3], ["4", 4]],
        [[1, 1], [2, 2], [3, 3], [4, 1e9]],
        [[1, 1], [2, 2], [3, 3], [4, True]],
        "by hand",
        4,
    ],
)
def test_corners_that_are_no_points_are_malformed(client: FlaskClient, corners: object) -> None:
    assert send(client, "/corners", {"corners": corners}).status_code == 400


def test_people_at_the_simulated_table_are_asked_to_lay_tricks(
    client: FlaskClient, asked: list[Performance | None]
) -> None:
    body = {"bid": ["E", "S2"], "tricks": [[["E", "HK"], ["N", "S8", "C8"]]]}
    assert send(client, "/performance", body, "POST").get_json()["code"] == "camera.not_simulated"
    send(client, "", {"choice": "simulated"})
    assert send(client, "/performance", body, "POST").status_code == 200
    assert send(client, "/performance", {"tricks": None}, "POST").status_code == 200
    trick = ((Seat.E, (Card.HK,)), (Seat.N, (Card.S8, Card.C8)))
    assert asked == [Performance((Seat.E, (Card.S2,)), (trick,)), None]
    assert client.get(CAMERA_PATH).get_json()["waiting"] is False


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"tricks": 1},
        {"tricks": [["E"]]},
        {"tricks": [[["X", "HK"]]]},
        {"tricks": [[["E", "H1"]]]},
        {"tricks": [[["E", *["HK"] * 55]]]},
        {"tricks": [], "bid": ["E"]},
    ],
)
def test_what_cannot_be_laid_is_malformed(client: FlaskClient, body: object) -> None:
    send(client, "", {"choice": "simulated"})
    assert send(client, "/performance", body, "POST").status_code == 400


def test_legibility_is_told_zone_by_zone(client: FlaskClient, cameras: ScriptedCameras) -> None:
    zones = send(client, "/legibility", {}, "POST").get_json()["zones"]
    assert [(each["zone"], each["level"]) for each in zones][2:4] == [("seat-W", "ask"), ("seat-S", "alarm")]
    cameras.fail("camera.absent")
    assert send(client, "/legibility", {}, "POST").get_json()["code"] == "camera.no_picture"


def test_a_table_without_a_camera_service_offers_nothing(table: ScriptedTable, pictures: ScriptedPictures) -> None:
    client = create_app(table, pictures, PageSettings.demo()).test_client()
    seen = client.get(CAMERA_PATH).get_json()
    assert (seen["choices"], seen["placed"], seen["may_type"]) == ([], None, False)
    assert send(client, "", {"choice": "own"}).status_code == 404


def test_when_the_table_was_found_again_counts_from_its_last_placing() -> None:
    events = (SightChanged("", "bumped"), SightChanged("", "bumped", over=True), SightChanged("", "covered"))
    log = [Logged(place + 1, 1_000 * (place + 1), CAMERA, event) for place, event in enumerate(events)]
    assert (found_again(log, 0), found_again(log, 2_500), found_again(log[:1], 0)) == (2_000, 0, 0)


def _faults(kind: type[CameraError]) -> Iterator[type[CameraError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _faults(each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_why_a_camera_cannot_be_opened_has_words(language: str) -> None:
    codes = {each.code for each in _faults(CameraError)}
    assert len(codes) >= 8
    assert codes <= set(words(language).messages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_a_camera_says_why_on_the_daily_pages_too(language: str) -> None:
    """The trouble names the fault by its code; it used to show the driver's English line."""
    daily = words(language, daily=True)
    for fault in _faults(CameraError):
        cause = fault.code.removeprefix("camera.")
        told = daily.say("trouble.no_camera", {"cause": cause})
        assert told.startswith(daily.messages[f"camera.{cause}"])
        assert "{" not in told
