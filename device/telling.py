"""Tell those outside what happens at a table. The table never waits for any of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Protocol

from paizhuo.device.news import News, news
from paizhuo.rules.service import TableService
from paizhuo.rules.snapshot import Role, TableSnapshot

log = logging.getLogger(__name__)

BEAT = 0.5
"""Seconds after which a quiet table is looked at again, and a stop is noticed."""


class Listener(Protocol):
    """Somebody who is told. Both calls return at once; what takes time happens elsewhere."""

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        """Take the newest public state, and what is new in it."""
        ...

    def close(self) -> None:
        """Say farewell and let go of everything; safe to call twice."""
        ...


class Teller:
    """Follows a table as a viewer does and tells its listeners, in a thread of its own."""

    def __init__(self, table: TableService, listeners: Sequence[Listener]) -> None:
        self._table = table
        self._listeners = tuple(listeners)
        self._stop = threading.Event()
        self._before: TableSnapshot | None = None
        self._thread = threading.Thread(target=self._follow, name="paizhuo-teller", daemon=True)

    def start(self) -> None:
        """Start to follow: what happens from now on is news, and what is there already is not."""
        self._before = self._table.snapshot(Role.VIEWER)
        self._thread.start()

    def stop(self) -> None:
        """Stop; returns when the thread has ended and every listener is closed."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=10.0)
        for listener in self._listeners:
            listener.close()

    def _follow(self) -> None:
        for update in self._table.events(-1, Role.VIEWER, heartbeat=BEAT):
            if self._stop.is_set():
                return
            if update is None:
                continue
            told = news(self._before, update.snapshot)
            self._before = update.snapshot
            for listener in self._listeners:
                try:
                    listener.tell(update.snapshot, told)
                except Exception:  # one listener's mishap is not the others'
                    log.exception("%s could not be told", type(listener).__name__)
