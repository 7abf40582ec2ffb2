"""What a table has to do with the world outside its pages: a broker, calls, buttons, a collector of figures.

Everything that can be wrong in the settings is found before anything is started or written.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from paizhuo.device.bus_mqtt import BusSettings, MqttBus
from paizhuo.device.buttons import ACTIONS, Buttons
from paizhuo.device.notify import Webhooks, webhooks
from paizhuo.device.secret_files import read_secret
from paizhuo.device.settings import Settings
from paizhuo.device.table import TableActor
from paizhuo.device.telling import Listener, Teller
from paizhuo.rules.errors import TableError

LEAST_TOKEN = 16


class ConnectionSettingsError(TableError):
    """Raised for a setting of a connection that cannot be; the message is one line."""


@dataclass(frozen=True, slots=True)
class Connections:
    """What the settings ask for, checked and not yet started; None is what they do not ask for."""

    settings: Settings
    bus: MqttBus | None = None
    calls: Webhooks | None = None
    metrics_token: str = ""

    @property
    def broker_away(self) -> bool:
        """Say whether there should be a broker, and is none."""
        return self.bus is not None and not self.bus.connected

    def start(self, table: TableActor, parts: ExitStack) -> None:
        """Start all of them over a running table; they stop with ``parts``. Raises ``PinError``."""
        listeners: list[Listener] = []
        wired = self.settings.buttons
        pins = {action: pin for action in ACTIONS if (pin := getattr(wired, action)) is not None}
        if pins or wired.light is not None:
            buttons = Buttons(table, pins, wired.light)
            parts.callback(buttons.close)
            listeners.append(buttons)
        for each in (self.bus, self.calls):
            if each is not None:
                each.start()
                parts.callback(each.close)
                listeners.append(each)
        if listeners:
            teller = Teller(table, listeners)
            teller.start()
            parts.callback(teller.stop)


def connections(settings: Settings) -> Connections:
    """Check what the settings ask for. Raises ``TableError`` with the setting that is wrong; nothing is written."""
    mqtt, hooks = settings.mqtt, settings.webhooks
    name = settings.table.name
    bus = None
    if mqtt.host:
        bus = MqttBus(
            BusSettings(
                mqtt.host,
                mqtt.port,
                name,
                mqtt.prefix.strip("/"),
                mqtt.username,
                mqtt.password_file,
                mqtt.tls,
                mqtt.ca_file,
                mqtt.home_assistant,
            )
        )
    calls = webhooks(hooks.urls, hooks.secret_file, hooks.networks, hooks.kinds, name) if hooks.urls else None
    return Connections(settings, bus, calls, _token(settings.web.metrics_token_file))


def _token(path: str) -> str:
    if not path:
        return ""
    setting = "web.metrics_token_file"
    token = read_secret(setting, path)
    if len(token) < LEAST_TOKEN:
        raise ConnectionSettingsError(f"{setting}: {path}: {LEAST_TOKEN} characters or more are allowed")
    return token
