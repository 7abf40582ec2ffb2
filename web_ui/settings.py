"""What the pages need to know before they start; the composition root fills it from the table's settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paizhuo.web_ui.access import Access

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Names under which a browser on this machine may ask."""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How the pages behave.

    ``hosts`` are the names and addresses under which the pages may be asked for (without port); anything else gets
    421, which stops DNS rebinding. ``any_address`` lets every plain address in as well: rebinding needs a name, and a
    machine may get its address after the pages have started. ``open_access`` is what somebody gets who has not signed
    in: ``NOBODY`` at a real table, ``HALL`` where players may watch, ``REFEREE`` only for a demo that listens on this
    machine alone. ``secure_cookies`` says that a proxy in front speaks TLS with the browsers.
    ``keep`` is the file for devices, sessions and tokens; None keeps them in memory only.
    ``metrics_token`` opens the figures, and nothing else, to a collector; empty lets none in.
    ``heartbeat`` and ``picture_interval`` are seconds, ``body_limit`` bytes.
    """

    table_id: str = "1"
    table_name: str = ""
    hosts: tuple[str, ...] = LOOPBACK
    any_address: bool = False
    open_access: Access = Access.NOBODY
    language: str = "zh-Hans"
    streams: int = 64
    heartbeat: float = 5.0
    picture_interval: float = 0.25
    stale_after: float = 3.0
    body_limit: int = 1_000_000
    secure_cookies: bool = False
    keep: Path | None = None
    metrics_token: str = ""

    @classmethod
    def demo(cls) -> PageSettings:
        """Give the settings of a demo on this machine: everything open, no login.

        >>> PageSettings.demo().open_access.value
        'referee'
        """
        return cls(open_access=Access.REFEREE)
