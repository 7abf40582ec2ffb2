"""The server starts, serves streams and requests side by side, and leaves nothing behind."""

from __future__ import annotations

import http.client
import threading

import pytest

from paizhuo.web_ui import PageSettings, Serving, create_app, serve
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.scripted import ScriptedPictures, ScriptedTable
from paizhuo.web_ui.server import AddressTakenError, OpenDoorError


class Asked:
    """A request under way; ``close`` hangs up."""

    def __init__(self, serving: Serving, path: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=10)
        self._connection.request("GET", path)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status

    def line(self) -> bytes:
        return self._answer.readline()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def status(serving: Serving, path: str) -> int:
    asked = Asked(serving, path)
    asked.close()
    return asked.status


STATE = "/api/v1/tables/1"
STREAM = STATE + "/events"


def start(table: ScriptedTable, **settings: object) -> Serving:
    values = {"open_access": Access.VIEWER, "heartbeat": 0.5, **settings}
    return serve(create_app(table, ScriptedPictures(table), PageSettings(**values)), port=0)  # type: ignore[arg-type]


def ours() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith(("paizhuo", "waitress"))}


def test_it_stops_cleanly_with_a_stream_open_and_can_start_again(table: ScriptedTable) -> None:
    before = ours()
    for _ in range(3):
        serving = start(table)
        stream = Asked(serving, STREAM)
        assert stream.line().startswith(b"retry")
        serving.stop()
        stream.close()
        serving.stop()
    assert ours() - before == set()


def test_every_stream_is_served_and_requests_are_still_answered(table: ScriptedTable) -> None:
    serving = start(table, streams=24)
    streams = [Asked(serving, STREAM) for _ in range(24)]
    try:
        assert all(stream.line().startswith(b"retry") for stream in streams)
        assert [status(serving, STATE) for _ in range(5)] == [200] * 5
        assert status(serving, STREAM) == 503
    finally:
        for stream in streams:
            stream.close()
        serving.stop()


def test_a_stream_that_is_closed_gives_its_place_to_the_next(table: ScriptedTable) -> None:
    serving = start(table, streams=1)
    try:
        first = Asked(serving, STREAM)
        first.line()
        first.close()
        for _ in range(100):
            table.show()
            found = status(serving, STREAM)
            if found == 200:
                break
            threading.Event().wait(0.05)
        assert found == 200
    finally:
        serving.stop()


def test_without_login_it_serves_this_machine_only(table: ScriptedTable) -> None:
    app = create_app(table, ScriptedPictures(table), PageSettings.demo())
    with pytest.raises(OpenDoorError):
        serve(app, host="0.0.0.0", port=0)


def test_a_taken_address_is_one_clear_line(table: ScriptedTable) -> None:
    first = start(table)
    try:
        app = create_app(table, ScriptedPictures(table), PageSettings())
        with pytest.raises(AddressTakenError, match=f"cannot listen at 127.0.0.1:{first.port}"):
            serve(app, port=first.port)
    finally:
        first.stop()
