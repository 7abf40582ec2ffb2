"""Wait until somebody ends the program, as is meant to be: Ctrl-C at a terminal, SIGTERM from a service manager."""

from __future__ import annotations

import signal
import threading


def wait_for_the_end() -> None:
    """Return when the program is asked to end."""
    asked = threading.Event()
    before = {
        name: signal.signal(name, lambda *_: asked.set()) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        # Short waits: a signal is only delivered to Python between them on some systems.
        while not asked.wait(timeout=1.0):
            pass
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
