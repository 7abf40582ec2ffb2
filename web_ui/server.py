"""Serve the pages in this process, with a thread for every stream and some more for everything else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from flask import Flask
from waitress import wasyncore
from waitress.server import BaseWSGIServer, create_server

from paizhuo.rules.errors import TableError
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.parts import KEY, Parts

SPARE_THREADS = 8
PER_PERSON = (Access.REFEREE, Access.ADMIN)
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "::1", "localhost"})


class OpenDoorError(TableError):
    """Raised when everybody would be a referee and the address can be reached from other machines."""


class AddressTakenError(TableError, OSError):
    """Raised when the address cannot be listened at: in use, or not of this machine."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A running server: ``address`` is where it listens; ``stop`` ends streams, threads and sockets."""

    address: str
    port: int
    _server: BaseWSGIServer
    _thread: threading.Thread
    _parts: Parts

    def stop(self) -> None:
        """Stop; returns when nothing of the server runs any more. Calling it again does nothing."""
        if not self._thread.is_alive():
            return
        self._parts.feed.stop()
        self._server.task_dispatcher.shutdown()
        sockets = self._server._map  # type: ignore[attr-defined]
        hang_up: Callable[[], None] = partial(wasyncore.close_all, sockets, ignore_all=True)
        self._server.trigger.pull_trigger(hang_up)  # type: ignore[attr-defined]
        self._thread.join(timeout=10.0)


def serve(app: Flask, host: str = "127.0.0.1", port: int = 8000) -> Serving:
    """Start serving and come back at once. Port 0 takes a free one.

    Raises ``OpenDoorError`` and ``AddressTakenError``.
    """
    own: Parts = app.extensions[KEY]
    if own.settings.open_access in PER_PERSON and host not in LOOPBACK_HOSTS:
        raise OpenDoorError(f"without login the pages are served on this machine only, not at {host}")
    listening = _listen(host, port)
    server = create_server(
        app,
        sockets=[listening],
        threads=own.settings.streams + SPARE_THREADS,
        ident="paizhuo",
        connection_limit=own.settings.streams * 4,
        channel_timeout=30,
        max_request_body_size=own.settings.body_limit,
        max_request_header_size=32_768,
        outbuf_high_watermark=262_144,
        clear_untrusted_proxy_headers=True,
        # Behind a proxy that speaks TLS, pages and the check of where a change comes from must think in https.
        url_scheme="https" if own.settings.secure_cookies else "http",
    )
    assert isinstance(server, BaseWSGIServer)  # one socket makes one plain server
    thread = threading.Thread(target=server.run, name="paizhuo-server", daemon=True)
    thread.start()
    actual = int(listening.getsockname()[1])
    named = f"[{host}]" if ":" in host else host
    return Serving(f"http://{named}:{actual}/", actual, server, thread, own)


def _listen(host: str, port: int) -> socket.socket:
    """Bind a socket; unlike the server's own, it is closed again when that fails."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise AddressTakenError(f"cannot listen at {host}:{port}: {error.strerror or error}") from error
    return listening
