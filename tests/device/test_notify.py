"""Calls to other programs: signed, in order, tried again, only where they may go, and never in the table's way."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.server
import json
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from paizhuo.device.calls import Caller, CallError, checked_network, secret_key, signature
from paizhuo.device.news import News
from paizhuo.device.notify import PAUSES, WAITING, Address, Webhooks, webhooks
from paizhuo.device.secret_files import SecretFileError
from paizhuo.device.sections import LOCAL_NETWORKS
from paizhuo.rules.snapshot import SeatView, TableSnapshot

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()
LOOPBACK = (checked_network("127.0.0.0/8"),)
LOCAL = tuple(checked_network(each) for each in LOCAL_NETWORKS)
STATE = TableSnapshot(4, "comp", "shengji", "playing", 1, {seat: SeatView(seat, 25) for seat in "ENWS"}, {})
NOON = 1_780_000_000.0
PATIENCE = 60.0


def played(seq: int) -> News:
    return News(seq, 0, "played", 1, {"trick": 1, "seat": "E", "cards": ["HA"]})


class Program:
    """Another program: it takes calls on loopback and answers as it is told."""

    def __init__(self, *statuses: int) -> None:
        self.calls: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        answers = iter(statuses)
        calls = self.calls

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                calls.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(next(answers, 204))
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/table"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    made = Program(*getattr(request, "param", ()))
    yield made
    made.close()


class Rests:
    """Counts the pauses instead of making them; after some it says that the end has come."""

    def __init__(self, most: int = 99) -> None:
        self.made: list[float] = []
        self._most = most
        self.over = threading.Event()

    def __call__(self, seconds: float) -> bool:
        self.made.append(seconds)
        if len(self.made) >= self._most:
            self.over.set()
            return True
        return False


def told(address: Address, *news: News) -> Webhooks:
    hooks = Webhooks([address], table="final", now=lambda: NOON)
    hooks.start()
    hooks.tell(STATE, news)
    return hooks


def verified(headers: dict[str, str], body: bytes, key: bytes = KEY) -> bool:
    """Check a signature as the specification tells receivers to."""
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split()


def test_a_call_brings_the_news_and_a_signature_that_holds(program: Program) -> None:
    hooks = told(Address(program.url, Caller(KEY, LOOPBACK), now=lambda: NOON), played(4))
    headers, body = program.calls.get(timeout=PATIENCE)
    hooks.close()
    assert verified(headers, body)
    assert not verified(headers, body + b" ")
    assert not verified(headers, body, KEY[::-1])
    assert headers["webhook-timestamp"] == str(int(NOON))
    assert headers["content-type"] == "application/json"
    values = json.loads(body)
    assert values["type"] == "paizhuo.played"
    assert values["data"] == {
        "table": "final",
        "seq": 4,
        "kind": "played",
        "hand": 1,
        "trick": 1,
        "seat": "E",
        "cards": ["HA"],
    }


def test_the_signature_is_that_of_the_published_example() -> None:
    """The example of the Standard Webhooks specification."""
    key = secret_key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'
    expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signature(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == expected


@pytest.mark.parametrize("program", [(500, 503, 302, 204)], indirect=True)
def test_what_is_not_taken_is_tried_again_with_the_same_id_in_order(program: Program) -> None:
    rests = Rests()
    hooks = told(Address(program.url, Caller(KEY, LOOPBACK), pause=rests), played(4), played(5))
    calls = [program.calls.get(timeout=PATIENCE) for _ in range(5)]
    hooks.close()
    ids = [headers["webhook-id"] for headers, _ in calls]
    assert ids == [ids[0]] * 4 + [ids[4]] != [ids[0]] * 5
    assert [json.loads(body)["data"]["seq"] for _, body in calls] == [4, 4, 4, 4, 5]
    assert all(verified(headers, body) for headers, body in calls)
    assert tuple(rests.made) == PAUSES[:3]


def test_a_program_that_is_not_there_is_given_up_after_every_pause() -> None:
    rests = Rests(most=len(PAUSES) + 1)
    address = Address("http://127.0.0.1:1/", Caller(KEY, LOOPBACK), pause=rests)
    hooks = told(address, played(4), played(5))
    assert rests.over.wait(PATIENCE)
    hooks.close()
    assert tuple(rests.made) == (*PAUSES, PAUSES[0])
    assert address.dropped == 1


@pytest.mark.parametrize("program", [(410,)], indirect=True)
def test_a_program_that_is_gone_for_good_is_left_alone(program: Program) -> None:
    hooks = told(Address(program.url, Caller(KEY, LOOPBACK)), played(4))
    program.calls.get(timeout=PATIENCE)
    hooks.tell(STATE, (played(5),))
    hooks.close()
    assert program.calls.empty()


def test_a_redirect_is_not_followed(program: Program) -> None:
    assert Caller(KEY, LOOPBACK).call(program.url, "x", b"{}", NOON) == 204
    moved = Program(302)
    assert Caller(KEY, LOOPBACK).call(moved.url, "x", b"{}", NOON) == 302
    moved.close()


def test_telling_never_waits_and_the_oldest_news_go_first() -> None:
    blocked = threading.Event()

    class Stuck(Caller):
        def call(self, url: str, identifier: str, body: bytes, at: float) -> int:
            blocked.wait(PATIENCE)
            return 204

    address = Address("http://127.0.0.1:1/", Stuck(KEY, LOOPBACK))
    hooks = told(address, played(1))
    began = time.monotonic()
    hooks.tell(STATE, tuple(played(seq) for seq in range(2, WAITING + 12)))
    assert time.monotonic() - began < 5.0
    assert address.dropped >= 10
    blocked.set()
    hooks.close()


@pytest.mark.parametrize(
    ("addresses", "allowed"),
    [
        (["127.0.0.1"], True),
        (["192.168.1.20"], True),
        (["::1"], True),
        (["fd12::7"], True),
        (["::ffff:192.168.1.20"], True),
        (["169.254.169.254"], False),
        (["::ffff:169.254.169.254"], False),
        (["fe80::1%eth0"], False),
        (["0.0.0.0"], False),
        (["93.184.216.34"], False),
        (["2606:2800:21f:cb07::1"], False),
        (["192.168.1.20", "93.184.216.34"], False),
        ([], False),
    ],
)
def test_a_call_ends_only_where_the_networks_allow(addresses: Sequence[str], allowed: bool) -> None:
    """What counts is where a name leads, every time it is called; all its addresses must be allowed."""
    caller = Caller(KEY, LOCAL, resolve=lambda _host, _port: addresses)
    assert (bool(addresses) and all(caller.may_call(each) for each in addresses)) is allowed
    if not allowed:
        with pytest.raises(CallError, match=r"table\.example: .* in no network"):
            caller.call("http://table.example/", "x", b"{}", NOON)


def test_the_address_that_was_checked_is_the_one_that_is_called(program: Program) -> None:
    """A name server may answer the second question differently; it is asked once."""
    port = int(program.url.split(":")[2].split("/")[0])
    asked: list[str] = []

    def resolve(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["169.254.169.254"]

    caller = Caller(KEY, LOOPBACK, resolve=resolve)
    assert caller.call(f"http://table.example:{port}/table", "x", b"{}", NOON) == 204
    headers, _ = program.calls.get(timeout=PATIENCE)
    assert headers["host"] == f"table.example:{port}"
    assert asked == ["table.example"]


def made(tmp_path: Path, **changed: object) -> Webhooks:
    secret = tmp_path / "secret"
    if not secret.exists():
        secret.write_text(SECRET + "\n")
    options: dict[str, object] = {"urls": ["http://127.0.0.1:1/"], "secret_file": str(secret)}
    options |= {"networks": LOCAL_NETWORKS, "kinds": (), "table": "1", **changed}
    return webhooks(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"urls": ["ftp://x/"]}, r"^webhooks\.urls: 'ftp://x/'"),
        ({"urls": ["http://me:secret@x/"]}, r"^webhooks\.urls: .*no password"),
        ({"urls": ["http://"]}, r"^webhooks\.urls: "),
        ({"urls": ["http://x:99999/"]}, r"^webhooks\.urls: "),
        ({"networks": ["10.0.0.1/8"]}, r"^webhooks\.networks: '10\.0\.0\.1/8'"),
        ({"networks": ["anywhere"]}, r"^webhooks\.networks: 'anywhere'"),
        ({"kinds": ["tea"]}, r"^webhooks\.kinds: 'tea' is no kind of news; there are match_started"),
        ({"secret_file": ""}, r"^webhooks\.secret_file: is needed"),
        ({"secret_file": "/nowhere/secret"}, r"^webhooks\.secret_file: /nowhere/secret: cannot be read"),
    ],
)
def test_a_wrong_setting_is_named_before_anything_is_called(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    with pytest.raises((CallError, SecretFileError), match=said):
        made(tmp_path, **changed)


@pytest.mark.parametrize("url", ["http://me:secret@x/", "http:/me:secret@x/", "http://me:secret@x:99999/"])
def test_a_password_in_a_wrong_address_is_not_shown(tmp_path: Path, url: str) -> None:
    with pytest.raises(CallError, match=r"^webhooks\.urls: '…@x") as caught:
        made(tmp_path, urls=[url])
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "whsec_", "whsec_AAAA", "A" * 44, "whsec_!!!!" + "A" * 40])
def test_a_weak_or_broken_secret_is_refused_and_never_shown(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text)
    with pytest.raises(CallError, match="at least 24 bytes") as caught:
        made(tmp_path)
    assert len(text) < 8 or text not in str(caught.value)


def test_only_the_kinds_that_are_wanted_are_told(program: Program, tmp_path: Path) -> None:
    hooks = made(tmp_path, urls=[program.url], kinds=["trick_finished"])
    hooks.start()
    hooks.tell(STATE, (played(4), News(5, 0, "trick_finished", 1, {"trick": 1})))
    _, body = program.calls.get(timeout=PATIENCE)
    hooks.close()
    assert json.loads(body)["data"]["kind"] == "trick_finished"
    assert program.calls.empty()
