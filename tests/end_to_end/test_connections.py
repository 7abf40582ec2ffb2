"""A table in a process of its own tells a broker, calls a program and gives figures, as its settings say."""

from __future__ import annotations

import http.server
import json
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from paizhuo.cli import cli
from paizhuo.connections import connections
from paizhuo.device.clock import SystemClock
from paizhuo.device.settings import MqttSettings, Settings, WebhookSettings
from paizhuo.device.store.log import EventLog
from paizhuo.device.table import TableActor
from paizhuo.rules.service import Person, StartMatch
from paizhuo.rules.snapshot import Role

PATIENCE = 180.0
TOKEN = "the-collectors-token"
BROKER = """
listeners:
  default:
    type: tcp
    bind: 127.0.0.1:{port}
plugins:
  amqtt.plugins.authentication.AnonymousAuthPlugin:
    allow_anonymous: true
"""
SETTINGS = """
[camera]
kind = "simulated"
[table]
name = "final"
[web]
port = 0
metrics_token_file = "token"
[store]
path = "match.db"
[mqtt]
host = "127.0.0.1"
port = {broker}
[webhooks]
urls = ["http://127.0.0.1:{program}/"]
secret_file = "secret"
kinds = ["match_started", "hand_started", "trust_changed"]
"""


def free_port() -> int:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[int]:
    port = free_port()
    config = tmp_path / "broker.yaml"
    config.write_text(BROKER.format(port=port))
    program = [str(Path(sys.executable).with_name("amqtt")), "-c", str(config)]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield port
        process.kill()


@pytest.fixture
def program() -> Iterator[tuple[int, queue.Queue[bytes]]]:
    """Give the port of a program that takes calls, and the calls."""
    calls: queue.Queue[bytes] = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            calls.put(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port, calls
    server.shutdown()
    server.server_close()
    thread.join()


def listen(port: int, heard: queue.Queue[tuple[str, bytes]]) -> Client:
    """Hear everything on a broker, which may be on its way still."""
    client = Client(CallbackAPIVersion.VERSION2, client_id="ear")
    client.on_message = lambda _c, _d, message: heard.put((message.topic, bytes(message.payload)))
    client.on_connect = lambda ear, *_: ear.subscribe("paizhuo/#", qos=1)
    client.reconnect_delay_set(1, 1)
    client.connect_async("127.0.0.1", port)
    client.loop_start()
    return client


def figures(address: str, token: str) -> int | str:
    request = urllib.request.Request(f"{address}metrics", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_a_running_table_is_on_the_broker_calls_and_gives_figures(
    tmp_path: Path, broker: int, program: tuple[int, queue.Queue[bytes]]
) -> None:
    port, calls = program
    (tmp_path / "table.toml").write_text(SETTINGS.format(broker=broker, program=port))
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / "secret").write_text("whsec_" + "A" * 44)
    heard: queue.Queue[tuple[str, bytes]] = queue.Queue()
    ear = listen(broker, heard)
    command = [sys.executable, "-m", "paizhuo", "run", "--config", "table.toml"]
    table = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert table.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            said = table.stdout.readline()
        (address,) = re.findall(r"at (http://\S+)", said)
        assert "paizhuo_log_seq" in str(figures(address, TOKEN))
        assert "paizhuo_frames_seen_total" in str(figures(address, TOKEN))
        topics = {"paizhuo/final/state": b"{}"}
        while json.loads(topics["paizhuo/final/state"]).get("rulebook") != "comp":
            topic, payload = heard.get(timeout=PATIENCE)
            topics[topic] = payload
        assert topics["paizhuo/final/available"] == b"online"
        call = json.loads(calls.get(timeout=PATIENCE))
        assert call["data"]["table"] == "final"
        table.terminate()
        _, complaints = table.communicate(timeout=PATIENCE)
        assert (table.returncode, complaints) == (0, "")
        while heard.get(timeout=PATIENCE) != ("paizhuo/final/available", b"stopped"):
            continue
    finally:
        table.kill()
        table.communicate()
        ear.disconnect()
        ear.loop_stop()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('[webhooks]\nurls = ["http://127.0.0.1:1/"]', "webhooks.secret_file: is needed"),
        ('[webhooks]\nurls = ["nonsense"]', "webhooks.urls: 'nonsense'"),
        ('[web]\nmetrics_token_file = "missing"', "web.metrics_token_file: missing: cannot be read"),
        ('[web]\nmetrics_token_file = "short"', "web.metrics_token_file: short: 16 characters or more"),
        ('[mqtt]\nhost = "127.0.0.1"\nusername = "x"\npassword_file = "missing"', "mqtt.password_file: missing"),
        ("[buttons]\nundo = 17", "buttons.undo: pin 17 cannot be used"),
    ],
)
def test_a_wrong_connection_is_told_in_one_line(
    settings: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nothing")
    Path("table.toml").write_text(f'[camera]\nkind = "simulated"\n[store]\npath = "match.db"\n{settings}\n')
    Path("short").write_text("abc")
    done = CliRunner().invoke(cli, ["run", "--config", "table.toml"])
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    # Pins are only taken when everything else has started.
    assert "pin" in said or {path.name for path in tmp_path.iterdir()} == {"table.toml", "short"}


def test_starting_and_stopping_everything_leaves_no_thread_and_no_file(tmp_path: Path) -> None:
    """Neither the broker nor the program is there: whoever waits for them must let go at once."""
    (tmp_path / "secret").write_text("whsec_" + "A" * 44)
    settings = Settings(
        mqtt=MqttSettings(host="127.0.0.1", port=free_port()),
        webhooks=WebhookSettings(urls=("http://127.0.0.1:1/",), secret_file=str(tmp_path / "secret")),
    )

    def once(number: int) -> None:
        table = TableActor(EventLog(tmp_path / f"{number}.db"), SystemClock())
        table.start()
        with ExitStack() as parts:
            connections(settings).start(table, parts)
            table.submit(StartMatch("comp", ("a", "b", "c", "d")), Person(Role.ADMIN, "test"))
        table.stop()

    once(0)
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for number in range(1, 6):
        once(number)
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) <= files
