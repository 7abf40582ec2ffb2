"""Calls to other programs when something happens at the table: in order, tried again, and never in the table's way."""

from __future__ import annotations

import http.client
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paizhuo.device.calls import Caller, CallError, checked_network, checked_url, message, secret_key
from paizhuo.device.news import KINDS, News
from paizhuo.device.secret_files import read_secret
from paizhuo.rules.snapshot import TableSnapshot

log = logging.getLogger(__name__)

PAUSES = (5.0, 30.0, 120.0, 600.0, 1800.0)
"""Seconds before each further try."""

WAITING = 500
GONE = 410

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Message:
    identifier: str
    body: bytes


class Address:
    """One address with what waits for it, and a thread that calls it.

    ``pause`` waits some seconds and says whether the end has come meanwhile.
    """

    def __init__(
        self,
        url: str,
        caller: Caller,
        *,
        now: Callable[[], float] = time.time,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self.url = url
        self.dropped = 0
        self._caller = caller
        self._now = now
        self._stop = threading.Event()
        self._pause = pause or self._stop.wait
        self._waiting: deque[_Message] = deque()
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="paizhuo-calls", daemon=True)

    def start(self) -> None:
        """Begin to call."""
        self._thread.start()

    def put(self, identifier: str, body: bytes) -> None:
        """Add a message; when too many wait, the oldest goes."""
        with self._changed:
            if len(self._waiting) >= WAITING:
                self._waiting.popleft()
                self.dropped += 1
            self._waiting.append(_Message(identifier, body))
            self._changed.notify()

    def close(self) -> None:
        """Call no more; what still waits is lost."""
        self._stop.set()
        with self._changed:
            self._changed.notify()
        if self._thread.ident is not None:
            # A call in progress ends by itself within its time; the table need not wait for it.
            self._thread.join(timeout=1.0)

    def _run(self) -> None:
        while (next_one := self._take()) is not None:
            if not self._deliver(next_one):
                return

    def _take(self) -> _Message | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stop.is_set())
            return None if self._stop.is_set() else self._waiting.popleft()

    def _deliver(self, sent: _Message) -> bool:
        """Try until it is taken or the pauses are over; False when this address must not be called any more."""
        for pause in (*PAUSES, None):
            try:
                status = self._caller.call(self.url, sent.identifier, sent.body, self._now())
            except CallError as error:
                log.warning("%s is not called: %s", self.url, error)
                return True
            except (OSError, http.client.HTTPException) as error:
                log.info("%s cannot be called: %s", self.url, error)
            else:
                if 200 <= status < 300:
                    return True
                if status == GONE:
                    log.warning("%s wants no more calls", self.url)
                    return False
                log.info("%s answers %d", self.url, status)
            if pause is None:
                self.dropped += 1
                log.warning("%s did not take %s in %d tries", self.url, sent.identifier, len(PAUSES) + 1)
            elif self._pause(pause):
                return False
        return True


class Webhooks:
    """A ``Listener`` that calls every address with every piece of news of the kinds that are wanted."""

    def __init__(
        self,
        addresses: Sequence[Address],
        *,
        table: str = "1",
        kinds: Iterable[str] = (),
        now: Callable[[], float] = time.time,
    ) -> None:
        self._addresses = tuple(addresses)
        self._table = table
        self._kinds = frozenset(kinds) or frozenset(KINDS)
        self._now = now
        # The numbers of news begin anew with every match, and two tables may call the same program.
        self._run = secrets.token_hex(6)

    def start(self) -> None:
        """Begin to call."""
        for address in self._addresses:
            address.start()

    def tell(self, state: TableSnapshot, told: tuple[News, ...]) -> None:
        """Give the news to every address's thread."""
        for each in told:
            if each.kind in self._kinds:
                body = message(self._table, each, self._now())
                for address in self._addresses:
                    address.put(f"{self._run}-{each.id}", body)

    def close(self) -> None:
        """Call no more."""
        for address in self._addresses:
            address.close()


def webhooks(
    urls: Sequence[str], secret_file: str, networks: Sequence[str], kinds: Sequence[str], table: str
) -> Webhooks:
    """Make the calls that the settings name. Raises ``CallError`` or ``SecretFileError`` with the wrong setting."""
    for url in urls:
        _named("webhooks.urls", checked_url, url)
    caller = Caller(
        _secret(secret_file), tuple(_named("webhooks.networks", checked_network, each) for each in networks)
    )
    unknown = next((kind for kind in kinds if kind not in KINDS), None)
    if unknown is not None:
        raise CallError(f"webhooks.kinds: {unknown!r} is no kind of news; there are {', '.join(KINDS)}")
    return Webhooks([Address(url, caller) for url in urls], table=table, kinds=kinds)


def _secret(path: str) -> bytes:
    if not path:
        raise CallError("webhooks.secret_file: is needed, since calls are signed")
    setting = "webhooks.secret_file"
    return _named(f"{setting}: {path}", secret_key, read_secret(setting, path))


def _named(setting: str, read: Callable[[str], Value], text: str) -> Value:
    try:
        return read(text)
    except CallError as error:
        raise CallError(f"{setting}: {error}") from error
