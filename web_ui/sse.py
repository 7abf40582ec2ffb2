"""Server-sent events: one endless answer per page, ids are the numbers of the log, a beat when nothing happens."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator

from paizhuo.rules.service import LivePicture
from paizhuo.rules.snapshot import as_json
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.delay import Delay, Shown
from paizhuo.web_ui.feed import Feed
from paizhuo.web_ui.health import Trouble

RETRY_MS = 1500
CHECKED_EVERY = 1.0


class Places:
    """How many streams may be open at once; a full house is told at once instead of waiting unserved.

    >>> places = Places(1)
    >>> places.take(), places.take()
    (True, False)
    """

    def __init__(self, count: int) -> None:
        self._free = threading.Semaphore(count)

    def take(self) -> bool:
        """Take a place if there is one."""
        return self._free.acquire(blocking=False)

    def give(self) -> None:
        """Give the place back."""
        self._free.release()


def stream(
    feed: Feed, access: Access, delay: Delay, beat: float, *, pictures: bool, still: Callable[[], bool] = lambda: True
) -> Iterator[bytes]:
    """Yield events for ever: ``table`` (the whole state, id = log number), ``picture``, ``health``, ``beat``.

    Every stream begins with the newest state, also after a reconnect: the number alone cannot tell whether the client
    has seen this log or another one, and one state replaces all that came before it. ``still`` says whether the reader
    may go on; a stream whose access was taken back ends within a second.
    """
    yield f"retry: {RETRY_MS}\n\n".encode()
    sent: Shown | None = None
    told: tuple[Trouble, ...] | None = None
    frame, rested = -1, feed.now()
    news = feed.news(access, delay)
    while not feed.stopped and still():
        spoke = False
        if news.shown is not None and news.shown is not sent:
            sent, spoke = news.shown, True
            yield table_event(news.shown)
        if news.troubles != told:
            told, spoke = news.troubles, True
            yield health_event(news.troubles, feed.epoch_ms())
        if pictures and news.picture is not None and news.picture.frame_seq != frame:
            frame, spoke = news.picture.frame_seq, True
            yield picture_event(news.picture)
        if spoke:
            rested = feed.now()
        elif feed.now() - rested >= beat:
            rested = feed.now()
            yield _event("beat", {"now": feed.epoch_ms()})
        news = feed.wait(access, delay, news, min(CHECKED_EVERY, max(0.05, beat - (feed.now() - rested))))


def table_event(shown: Shown) -> bytes:
    """Write one state as an event."""
    return b"id: %d\nevent: table\ndata: %s\n\n" % (shown.seq, shown.body)


def health_event(troubles: tuple[Trouble, ...], now: int) -> bytes:
    """Write the troubles as an event, with the server's time of day for clocks on the page."""
    return _event("health", {"troubles": [each.json() for each in troubles], "now": now})


def picture_event(picture: LivePicture) -> bytes:
    """Write that a picture is there, with the outlines of the cards on it; the JPEG is fetched by its number."""
    values = {
        "frame": picture.frame_seq,
        "width": picture.width,
        "height": picture.height,
        "cards": [as_json(card) for card in picture.cards],
    }
    return _event("picture", values)


def _event(name: str, values: object) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), json.dumps(values, separators=(",", ":")).encode())
