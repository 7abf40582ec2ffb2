"""A table on a real broker: there, gone, lost, and told again after the broker was away."""

from __future__ import annotations

import json
import queue
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from paizhuo.device.bus_mqtt import BusError, BusSettings, MqttBus
from paizhuo.device.home_assistant import status_topic
from paizhuo.device.news import news
from paizhuo.device.secret_files import SecretFileError
from paizhuo.rules.snapshot import PlayView, SeatView, TableSnapshot, TrickView

PATIENCE = 60.0
SEATS = {seat: SeatView(seat.lower(), 25) for seat in "ENWS"}
QUIET = TableSnapshot(3, "comp", "shengji", "playing", 1, SEATS, {"EW": "2", "NS": "2"})
PLAYED = replace(QUIET, seq=4, trick=TrickView(1, "E", (PlayView(4, "E", ("HA",)),)))
BROKER = """
listeners:
  default:
    type: tcp
    bind: 127.0.0.1:{port}
plugins:
  amqtt.plugins.authentication.AnonymousAuthPlugin:
    allow_anonymous: true
"""


def free_port() -> int:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Broker:
    """A broker in a process of its own, which can be stopped and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._config = folder / "broker.yaml"
        self._config.write_text(BROKER.format(port=self.port))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = [str(Path(sys.executable).with_name("amqtt")), "-c", str(self._config)]
        self._process = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(3600):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1.0).close()
            except OSError:
                assert self._process.poll() is None, "the broker ended"
                try:
                    self._process.wait(timeout=0.05)
                except subprocess.TimeoutExpired:
                    continue
            else:
                return
        raise AssertionError("the broker does not listen")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(timeout=PATIENCE)
            self._process = None


class Ear:
    """A client that hears everything."""

    def __init__(self, port: int) -> None:
        self._heard: queue.Queue[tuple[str, bytes, bool]] = queue.Queue()
        self._ready = queue.Queue[bool]()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="ear")
        self._client.on_message = lambda _c, _d, message: self._heard.put(
            (message.topic, bytes(message.payload), bool(message.retain))
        )
        self._client.on_subscribe = lambda *_: self._ready.put(True)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self._client.subscribe("#", qos=1)
        self._ready.get(timeout=PATIENCE)

    def wait_for(self, topic: str, fits: Callable[[bytes], bool] = lambda _: True) -> tuple[bytes, bool]:
        """Wait for a message; give its payload and whether it was kept for those who come later."""
        while True:
            heard, payload, kept = self._heard.get(timeout=PATIENCE)
            if heard == topic and fits(payload):
                return payload, kept

    def say(self, topic: str, payload: bytes) -> None:
        self._client.publish(topic, payload, qos=1).wait_for_publish(PATIENCE)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = Broker(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def listening(broker: Broker) -> Iterator[Callable[[], Ear]]:
    """Give new clients; they are closed at the end."""
    ears: list[Ear] = []

    def one() -> Ear:
        ears.append(Ear(broker.port))
        return ears[-1]

    yield one
    for ear in ears:
        ear.close()


@pytest.fixture
def bus(broker: Broker) -> Iterator[Callable[..., MqttBus]]:
    made: list[MqttBus] = []

    def one(**options: Any) -> MqttBus:
        made.append(MqttBus(BusSettings("127.0.0.1", broker.port, **options)))
        return made[-1]

    yield one
    for each in made:
        each.close()


def test_state_and_presence_stay_with_the_broker_and_news_do_not(
    bus: Callable[..., MqttBus], listening: Callable[[], Ear]
) -> None:
    ear, table = listening(), bus()
    table.start()
    assert ear.wait_for("paizhuo/1/available") == (b"online", False)
    table.tell(QUIET, ())
    table.tell(PLAYED, news(QUIET, PLAYED))
    told, _ = ear.wait_for("paizhuo/1/news")
    assert json.loads(told) == {"seq": 4, "kind": "played", "hand": 1, "trick": 1, "seat": "E", "cards": ["HA"]}
    later = listening()
    state, kept = later.wait_for("paizhuo/1/state")
    assert kept
    assert json.loads(state)["seq"] == 4
    table.close()
    assert later.wait_for("paizhuo/1/available", lambda payload: payload == b"stopped")
    assert listening().wait_for("paizhuo/1/available") == (b"stopped", True)


def test_a_table_that_is_lost_is_called_offline_by_the_broker(broker: Broker, listening: Callable[[], Ear]) -> None:
    """A power cut says no farewell; the broker holds the last will."""
    ear = listening()
    code = (
        "import threading\nfrom paizhuo.device.bus_mqtt import *\n"
        f"bus = MqttBus(BusSettings('127.0.0.1', {broker.port}))\nbus.start()\nthreading.Event().wait(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        ear.wait_for("paizhuo/1/available", lambda payload: payload == b"online")
        process.kill()
    ear.wait_for("paizhuo/1/available", lambda payload: payload == b"offline")


def test_after_the_broker_was_away_it_gets_the_newest_state(
    broker: Broker, bus: Callable[..., MqttBus], caplog: pytest.LogCaptureFixture
) -> None:
    table = bus()
    table.start()
    first = Ear(broker.port)
    first.wait_for("paizhuo/1/available")
    first.close()
    broker.stop()
    table.tell(QUIET, ())
    table.tell(PLAYED, news(QUIET, PLAYED))
    broker.start()
    second = Ear(broker.port)
    state, _ = second.wait_for("paizhuo/1/state")
    second.close()
    assert json.loads(state)["seq"] == 4
    assert "the broker is away" in caplog.text


def test_without_a_broker_telling_costs_nothing_and_the_end_comes_at_once() -> None:
    table = MqttBus(BusSettings("127.0.0.1", free_port()))
    table.start()
    for _ in range(3000):
        table.tell(PLAYED, news(QUIET, PLAYED))
    assert not table.connected
    table.close()
    table.close()


def test_a_table_of_another_name_keeps_to_its_own_topics(
    bus: Callable[..., MqttBus], listening: Callable[[], Ear]
) -> None:
    ear, table = listening(), bus(table="final", prefix="club/hall")
    table.start()
    assert ear.wait_for("club/hall/final/available")[0] == b"online"


def test_home_assistant_is_told_when_the_table_comes_and_when_it_starts_itself(
    bus: Callable[..., MqttBus], listening: Callable[[], Ear]
) -> None:
    ear, table = listening(), bus(home_assistant=True)
    table.start()
    topic = "homeassistant/device/paizhuo_1/config"
    first, _ = ear.wait_for(topic)
    told = json.loads(first)
    assert {each["state_topic"] for each in told["components"].values()} == {"paizhuo/1/state"}
    assert len({each["unique_id"] for each in told["components"].values()}) == len(told["components"])
    ear.say(status_topic(), b"offline")
    ear.say(status_topic(), b"online")
    assert ear.wait_for(topic)[0] == first


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"username": "table", "password_file": "/nowhere/password"}, r"^mqtt\.password_file: /nowhere/password: "),
        ({"tls": True, "ca_file": "/nowhere/ca.pem"}, r"^mqtt\.ca_file: /nowhere/ca\.pem: "),
    ],
)
def test_files_that_cannot_be_read_are_named_before_anything_starts(options: dict[str, Any], said: str) -> None:
    with pytest.raises((BusError, SecretFileError), match=said):
        MqttBus(BusSettings("127.0.0.1", **options))


def test_a_missing_library_names_the_remedy() -> None:
    code = (
        "import sys; sys.modules['paho'] = None; sys.modules['paho.mqtt'] = None\n"
        "from paizhuo.device.bus_mqtt import *; MqttBus(BusSettings('127.0.0.1'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=180)
    assert "BusError: mqtt.host: paho-mqtt is not installed: pip install 'paizhuo[mqtt]'" in done.stderr
