"""Wait until somebody ends the program, as is meant to be: Ctrl-C at a terminal, SIGTERM from a service manager."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ending_on_request() -> Iterator[Callable[[], None]]:
    """Give a function that returns when the program is asked to end; asking counts from here on, not from its call.

    Who reads the address that the program prints may end it at once: enter this before it is printed.
    """
    asked = threading.Event()
    before = {
        name: signal.signal(name, lambda *_: asked.set()) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }

    def wait() -> None:
        # Short waits: a signal is only delivered to Python between them on some systems.
        while not asked.wait(timeout=1.0):
            pass

    try:
        yield wait
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
