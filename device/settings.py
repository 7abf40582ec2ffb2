"""Settings of a table: one TOML file, environment on top, every mistake named with its place and what is allowed.

Every key can be overridden by ``PAIZHUO_<SECTION>_<KEY>``, for example ``PAIZHUO_WEB_PORT=8100``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ValidationError

from paizhuo.device.sections import (
    ButtonSettings,
    CameraKind,
    CameraSettings,
    MatchSettings,
    MqttSettings,
    Section,
    SightSettings,
    StoreSettings,
    TableSettings,
    WebhookSettings,
    WebSettings,
)
from paizhuo.rules.camera_service import Corners

__all__ = [
    "ENVIRONMENT_PREFIX",
    "ButtonSettings",
    "CameraKind",
    "CameraSettings",
    "MatchSettings",
    "MqttSettings",
    "Settings",
    "SettingsError",
    "SightSettings",
    "StoreSettings",
    "TableSettings",
    "WebSettings",
    "WebhookSettings",
    "read_settings",
]

ENVIRONMENT_PREFIX = "PAIZHUO_"


class SettingsError(ValueError):
    """A setting is wrong: the message says where, what, and what is allowed."""


class Settings(Section):
    """Everything that a table needs to know before it starts."""

    camera: CameraSettings = CameraSettings()
    table: TableSettings = TableSettings()
    match: MatchSettings = MatchSettings()
    sight: SightSettings = SightSettings()
    web: WebSettings = WebSettings()
    store: StoreSettings = StoreSettings()
    mqtt: MqttSettings = MqttSettings()
    webhooks: WebhookSettings = WebhookSettings()
    buttons: ButtonSettings = ButtonSettings()

    def with_camera(self, kind: CameraKind, source: str, corners: Corners | None = None) -> Settings:
        """Give the settings with another camera; corners belong to one camera and go with it."""
        camera = self.camera.model_copy(update={"kind": kind, "source": source})
        table = self.table.model_copy(update={"corners": corners})
        return self.model_copy(update={"camera": camera, "table": table})


def read_settings(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """Read the file at ``path`` (none: defaults), put the environment on top and check everything.

    Raises ``SettingsError`` for a missing or unreadable file, wrong TOML, unknown keys and values out of range.

    >>> read_settings(None, {"PAIZHUO_WEB_PORT": "8100"}).web.port
    8100
    """
    text = "" if path is None else _text(path)
    name = "defaults" if path is None else str(path)
    try:
        values: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{name}: not TOML: {error}") from error
    overridden = _override(values, environment)
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsError("; ".join(_complaints(error, name, text, overridden))) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
        raise SettingsError(f"{path}: cannot read the settings file: {reason}") from error


def _override(values: dict[str, object], environment: Mapping[str, str]) -> dict[str, str]:
    """Write environment values into ``values``; give dotted key -> variable name for the messages."""
    used: dict[str, str] = {}
    for variable, raw in sorted(environment.items()):
        section, _, key = variable.removeprefix(ENVIRONMENT_PREFIX).lower().partition("_")
        if not variable.startswith(ENVIRONMENT_PREFIX) or section not in Settings.model_fields or not key:
            continue
        table = values.setdefault(section, {})
        if isinstance(table, dict):
            table[key] = _decoded(raw) if raw.lstrip().startswith("[") else raw
            used[f"{section}.{key}"] = variable
    return used


def _decoded(raw: str) -> object:
    """Read a list from an environment variable as TOML would; leave anything else for the check to refuse."""
    try:
        value: object = tomllib.loads(f"value = {raw}")["value"]
    except tomllib.TOMLDecodeError:
        return raw
    return value


def _complaints(error: ValidationError, name: str, text: str, overridden: Mapping[str, str]) -> list[str]:
    """Turn pydantic's report into one short clause per wrong key."""
    clauses = []
    for item in error.errors():
        keys = [str(part) for part in item["loc"]]
        dotted = ".".join(keys[:2])
        place = overridden.get(dotted) or f"{name}{_line(text, keys)}: {dotted}"
        if item["type"] == "extra_forbidden":
            allowed = ", ".join(sorted(_allowed_keys(keys)))
            clauses.append(f"{place}: unknown key, allowed: {allowed}")
        else:
            shown = repr(item["input"]) if not isinstance(item["input"], dict) else "a table"
            clauses.append(f"{place}: {shown} is wrong: {item['msg'][0].lower()}{item['msg'][1:]}")
    return clauses


def _allowed_keys(keys: list[str]) -> list[str]:
    if len(keys) < 2:
        return list(Settings.model_fields)
    section = Settings.model_fields[keys[0]].annotation
    return list(section.model_fields) if isinstance(section, type) and issubclass(section, BaseModel) else []


def _line(text: str, keys: list[str]) -> str:
    """Find the line of a key in the TOML text, as ``:12``; nothing when it cannot be told."""
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            section = stripped.strip("[] \t")
            if len(keys) == 1 and section == keys[0]:
                return f":{number}"
            continue
        key = stripped.split("=", 1)[0].strip().strip("\"'")
        full = f"{section}.{key}" if section else key
        if full == ".".join(keys[:2]) or (len(keys) == 1 and full == keys[0]):
            return f":{number}"
    return ""
