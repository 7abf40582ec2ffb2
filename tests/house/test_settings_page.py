"""The page about settings tells every key and its true default."""

import json
import re
import tomllib
from enum import Enum
from pathlib import Path

import pytest
from pydantic import BaseModel

from paizhuo.device.settings import Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text("utf-8")


def flattened(settings: BaseModel, prefix: str = "") -> dict[str, object]:
    """Give every key with its value, sections joined by dots."""
    values: dict[str, object] = {}
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        values |= flattened(value, f"{prefix}{name}.") if isinstance(value, BaseModel) else {f"{prefix}{name}": value}
    return values


def told_defaults(page: str) -> dict[str, str]:
    """Give the default that each third-level section of a page tells, without quotes."""
    parts = re.split(r"^### (.+)$", page, flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {
        key: match.group(1) if (match := re.search(r"Default:\s`?([^`]*)`?\.\n", text)) else "?"
        for key, text in told.items()
    }


def as_written(value: object) -> str:
    """Write a value as the page does."""
    if value is None:
        return "none"
    if value == "":
        return "empty"
    plain = value.value if isinstance(value, Enum) else value
    return plain if isinstance(plain, str) else json.dumps(plain)


def test_the_page_tells_every_setting_and_its_default() -> None:
    assert told_defaults(PAGE) == {key: as_written(value) for key, value in flattened(Settings()).items()}


def test_the_example_on_the_page_is_accepted() -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert Settings.model_validate(tomllib.loads(example)).match.east == "Li"


@pytest.mark.parametrize("text", ["### web.port\n\nThe port. Default: `8001`.\n", "### web.port\n\nThe port.\n"])
def test_a_wrong_or_missing_default_would_be_found(text: str) -> None:
    assert told_defaults(text)["web.port"] != as_written(Settings().web.port)
