"""Under which names the pages answer, and how they think behind a proxy that speaks TLS."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
from paizhuo.web_ui.security import CSRF_HEADER
from paizhuo.web_ui.server import Serving, serve


def status(table: ScriptedTable, pictures: ScriptedPictures, settings: PageSettings, host: str) -> int:
    client = create_app(table, pictures, settings).test_client()
    return client.get("/healthz", headers={"Host": host}).status_code


@pytest.mark.parametrize("host", ["192.168.1.7", "192.168.1.7:8000", "10.9.8.7", "[fd00::7]", "[fd00::7]:8000"])
def test_a_machine_that_got_its_address_late_answers_to_it(
    table: ScriptedTable, pictures: ScriptedPictures, host: str
) -> None:
    """A Raspberry Pi starts paizhuo before the router has given it an address."""
    assert status(table, pictures, PageSettings(any_address=True), host) == 200
    assert status(table, pictures, PageSettings(), host) == 421


@pytest.mark.parametrize(
    "host",
    [
        "attacker.example",
        "192.168.1.7.attacker.example",
        "192.168.1",
        "3232235783",
        "0xc0a80107",
        "[attacker]",
        "fd00::7",
        "1.2.3.4x",
    ],
)
def test_no_name_and_nothing_like_an_address_gets_in(
    table: ScriptedTable, pictures: ScriptedPictures, host: str
) -> None:
    assert status(table, pictures, PageSettings(any_address=True), host) == 421


@pytest.fixture
def behind_a_proxy(table: ScriptedTable, pictures: ScriptedPictures) -> Iterator[Serving]:
    settings = PageSettings(hosts=("table.example",), open_access=Access.REFEREE, secure_cookies=True)
    serving = serve(create_app(table, pictures, settings), "127.0.0.1", 0)
    yield serving
    serving.stop()


@pytest.mark.parametrize(("origin", "answer"), [("https://table.example", 200), ("http://table.example", 403)])
def test_behind_tls_a_change_comes_from_https(behind_a_proxy: Serving, origin: str, answer: int) -> None:
    """The proxy speaks plain HTTP with the pages; a browser's own page then seemed to be a foreign one."""
    ours = {"Host": "table.example"}
    page = urllib.request.Request(f"{behind_a_proxy.address}enter", headers=ours)
    with urllib.request.urlopen(page, timeout=20) as opened:
        (token,) = re.findall(r'data-token="([^"]+)"', opened.read().decode())
    change = urllib.request.Request(
        f"{behind_a_proxy.address}api/v1/leave",
        json.dumps({}).encode(),
        {**ours, "Content-Type": "application/json", "Origin": origin, CSRF_HEADER: token},
    )
    try:
        with urllib.request.urlopen(change, timeout=20) as answered:
            given = answered.status
    except urllib.error.HTTPError as error:
        error.close()
        given = error.code
    assert given == answer
