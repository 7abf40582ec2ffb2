"""How the program ends when it is asked to: a signal unwinds everything, so that nothing is left lying about."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Stopped", "signals_unwind"]

_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Raised in the main thread by Ctrl-C, by SIGTERM and by a terminal that closes; ``number`` is the signal's.

    It is no ``Exception``, so that nothing on the way takes it for a mishap of its own.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.number = number

    @property
    def code(self) -> int:
        """The exit code that shells give to a program ended by this signal.

        >>> Stopped(15).code
        143
        """
        return 128 + self.number


@contextmanager
def signals_unwind() -> Iterator[None]:
    """Let a request to end raise ``Stopped`` inside the block: temporary folders and logs are closed on the way."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        # Another one while we clean up would interrupt the cleaning.
        for each in handled:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    # A signal that is ignored was switched off by whoever started us, as `nohup` does.
    handled = [each for each in _ASKING if signal.getsignal(each) is not signal.SIG_IGN]
    before = {each: signal.signal(each, stop) for each in handled}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
