"""Secrets that the settings keep in files of their own: a broker's password, the key of calls, a token."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from paizhuo.rules.errors import TableError


class SecretFileError(TableError):
    """A secret cannot be read: the message is one line with the setting and the file, and shows nothing of it."""


def read_secret(setting: str, path: str, encoding: Literal["ascii", "utf-8"] = "ascii") -> str:
    """Read the secret that ``setting`` keeps at ``path``, without the end of its line. Raises ``SecretFileError``."""
    try:
        return Path(path).read_text(encoding).strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else f"no {encoding.upper()} text"
        # What could not be decoded is the secret itself: it must not come along as the cause.
        raise SecretFileError(f"{setting}: {path}: cannot be read: {reason}") from None
