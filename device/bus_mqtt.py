"""A table on an MQTT broker: whether it is there, its public state, and its news.

paho-mqtt (the extra ``[mqtt]``) is imported when the bus is made. Its own thread connects, and connects again for ever;
what is told meanwhile costs the table nothing. The broker is told and never obeyed.
"""

from __future__ import annotations

import json
import logging
import ssl
import threading
from dataclasses import dataclass
from typing import Any

from paizhuo.device.home_assistant import announcement, status_topic
from paizhuo.device.news import News
from paizhuo.device.secret_files import read_secret
from paizhuo.rules.errors import TableError
from paizhuo.rules.snapshot import TableSnapshot, as_json

log = logging.getLogger(__name__)

ONLINE, STOPPED, OFFLINE = "online", "stopped", "offline"

KEEP_ALIVE = 20
"""Seconds; a broker takes a silent table for lost after one and a half of these."""

WAITING = 1000
"""Messages kept while the broker is away; more are dropped."""

FAREWELL = 2.0


class BusError(TableError):
    """Raised when a broker cannot be spoken to as the settings say; the message is one line."""


@dataclass(frozen=True, slots=True)
class BusSettings:
    """Where the broker is, how to sign in, and what this table is called there. See the settings' section ``mqtt``."""

    host: str
    port: int = 1883
    table: str = "1"
    prefix: str = "paizhuo"
    username: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""
    home_assistant: bool = False

    @property
    def topic(self) -> str:
        """The beginning of every topic of this table."""
        return f"{self.prefix}/{self.table}"


class MqttBus:
    """A ``Listener`` that publishes: the state and whether the table is there stay with the broker, news do not."""

    def __init__(self, settings: BusSettings) -> None:
        """Check everything that can be checked without the broker. Raises ``BusError`` and ``SecretFileError``."""
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise BusError("mqtt.host: paho-mqtt is not installed: pip install 'paizhuo[mqtt]'") from error
        self._settings = settings
        self._lock = threading.Lock()
        self._state = ""
        self._closed = False
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"{settings.prefix}-{settings.table}".replace("/", "-")
        )
        self._client.max_queued_messages_set(WAITING)
        self._client.reconnect_delay_set(min_delay=1, max_delay=60)
        self._client.will_set(f"{settings.topic}/available", OFFLINE, qos=1, retain=True)
        self._sign_in(settings)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message

    @property
    def connected(self) -> bool:
        """Say whether the broker answers now."""
        return bool(self._client.is_connected())

    def start(self) -> None:
        """Begin to connect; returns at once, whether the broker is there or not."""
        self._client.connect_async(self._settings.host, self._settings.port, keepalive=KEEP_ALIVE)
        self._client.loop_start()

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        """Publish the state and the news, or keep the state until the broker is there."""
        text = json.dumps(as_json(state), ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self._state = text
        if self.connected:
            self._publish("state", text, retain=True)
            for each in told:
                self._publish("news", json.dumps(each.as_json(), ensure_ascii=False), retain=False)

    def close(self) -> None:
        """Say that the table was stopped on purpose, and hang up."""
        if self._closed:
            return
        self._closed = True
        if self.connected:
            farewell = self._publish("available", STOPPED, retain=True)
            try:
                farewell.wait_for_publish(FAREWELL)
            except (RuntimeError, ValueError):
                log.warning("the broker did not take the farewell")
        self._client.disconnect()
        self._client.loop_stop()
        # The client holds two sockets of its own until nobody holds it; its callbacks would hold it in a circle.
        self._client.on_connect = self._client.on_disconnect = self._client.on_message = None

    def _sign_in(self, settings: BusSettings) -> None:
        if settings.username:
            path = settings.password_file
            password = read_secret("mqtt.password_file", path, "utf-8") if path else None
            self._client.username_pw_set(settings.username, password)
        if settings.tls:
            try:
                context = ssl.create_default_context(cafile=settings.ca_file or None)
            except (OSError, ssl.SSLError) as error:
                raise BusError(f"mqtt.ca_file: {settings.ca_file}: cannot be used: {error}") from error
            self._client.tls_set_context(context)

    def _publish(self, name: str, text: str, *, retain: bool) -> Any:
        return self._client.publish(f"{self._settings.topic}/{name}", text, qos=1, retain=retain)

    def _on_connect(self, client: Any, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        if reason.is_failure:
            log.warning("the broker refuses the table: %s", reason)
            return
        self._publish("available", ONLINE, retain=True)
        with self._lock:
            state = self._state
        if state:
            self._publish("state", state, retain=True)
        if self._settings.home_assistant:
            client.subscribe(status_topic(), qos=1)
            self._announce()

    def _on_disconnect(self, _client: Any, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        if not self._closed:
            log.warning("the broker is away: %s", reason)

    def _on_message(self, _client: Any, _data: object, message: Any) -> None:
        """Home Assistant forgets tables when it starts; it says so, and is told again."""
        if message.topic == status_topic() and message.payload == b"online":
            self._announce()

    def _announce(self) -> None:
        topic, payload = announcement(self._settings.topic, self._settings.table)
        self._client.publish(topic, json.dumps(payload, ensure_ascii=False), qos=1, retain=True)
