"""The news of one table, gathered once and handed to any number of streams.

One thread follows the table for each kind of viewer, one looks at the pictures; a stream only waits for this object.
Every state is cut and serialised once, however many watch.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from paizhuo.rules.service import LivePicture, PictureService, TableService
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.cut import body, cut
from paizhuo.web_ui.delay import Delay, Shown, due, pruned, stamp, visible
from paizhuo.web_ui.health import HealthService, Trouble
from paizhuo.web_ui.settings import PageSettings

log = logging.getLogger(__name__)

PICTURES_KEPT = 16
BEAT = 0.5
STALE = "trouble.picture_stale"


@dataclass(frozen=True, slots=True)
class News:
    """What a stream may show now: a state, a picture, the troubles, and the seconds until a timed state is due."""

    shown: Shown | None
    picture: LivePicture | None
    troubles: tuple[Trouble, ...]
    due: float | None = field(compare=False)


class Feed:
    """Follow a table, its pictures and its health. Threads start with the first stream and end with ``stop``."""

    def __init__(
        self,
        service: TableService,
        pictures: PictureService,
        health: HealthService,
        settings: PageSettings,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._service = service
        self._pictures = pictures
        self._health = health
        self._settings = settings
        self._clock = clock
        self._wall = wall
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        self._backlogs: dict[Access, list[Shown]] = {}
        self._recent: deque[LivePicture] = deque(maxlen=PICTURES_KEPT)
        self._picture_at: float | None = None
        self._troubles: tuple[Trouble, ...] = ()

    @property
    def stopped(self) -> bool:
        """Say whether the feed has ended."""
        return self._stopped.is_set()

    def now(self) -> float:
        """Give the feed's own monotonic time in seconds."""
        return self._clock()

    def epoch_ms(self) -> int:
        """Give the time of day in milliseconds since the Unix epoch, as the log writes it."""
        return round(self._wall() * 1000)

    def start(self, access: Access) -> None:
        """Make sure that the threads for this kind of viewer run."""
        with self._changed:
            if self.stopped or access in self._backlogs:
                return
            if not self._threads:
                self._spawn("pictures", self._look)
            self._backlogs[access] = []
            self._spawn(f"news-{access}", lambda: self._follow(access))

    def stop(self) -> None:
        """End all threads and all streams."""
        self._stopped.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=5.0)

    def publish(self, access: Access, shown: Shown) -> None:
        """Hand a state to everybody who watches with ``access``."""
        with self._changed:
            backlog = self._backlogs.setdefault(access, [])
            backlog.append(shown)
            self._backlogs[access] = pruned(backlog, self.now()) if access is Access.OVERLAY else backlog[-1:]
            self._changed.notify_all()

    def news(self, access: Access, delay: Delay) -> News:
        """Give what may be shown now."""
        with self._changed:
            return self._news(access, delay)

    def knows(self, access: Access) -> bool:
        """Say whether any state is known for this kind of viewer, let out or not."""
        with self._changed:
            return bool(self._backlogs.get(access))

    def wait(self, access: Access, delay: Delay, seen: News, timeout: float) -> News:
        """Wait until there is something other than ``seen``, at most ``timeout`` seconds."""
        limit = timeout if seen.due is None else min(timeout, max(0.0, seen.due))

        def other() -> bool:
            return self.stopped or self._news(access, delay) != seen

        with self._changed:
            self._changed.wait_for(other, timeout=limit)
            return self._news(access, delay)

    def picture(self, frame: int) -> LivePicture | None:
        """Give one of the last few pictures by its frame number."""
        return next((each for each in tuple(self._recent) if each.frame_seq == frame), None)

    def look(self) -> None:
        """Take the newest picture and the troubles once; the picture thread does this again and again."""
        picture = self._pictures.live()
        now = self.now()
        with self._changed:
            newest = self._recent[-1] if self._recent else None
            if picture is not None and (newest is None or picture.frame_seq != newest.frame_seq):
                self._recent.append(picture)
                self._picture_at = now
            troubles = (*self._health.troubles(), *self._stale(now))
            if troubles != self._troubles or self._picture_at == now:
                self._troubles = troubles
                self._changed.notify_all()

    def troubles(self) -> tuple[Trouble, ...]:
        """Give what does not work now, asking afresh."""
        with self._changed:
            return (*self._health.troubles(), *self._stale(self.now()))

    def _news(self, access: Access, delay: Delay) -> News:
        backlog, now = self._backlogs.get(access, []), self.now()
        picture = self._recent[-1] if self._recent else None
        wait = due(backlog, delay, now)
        return News(visible(backlog, delay, now), picture, self._troubles, wait)

    def _stale(self, now: float) -> tuple[Trouble, ...]:
        if self._picture_at is None or now - self._picture_at < self._settings.stale_after:
            return ()
        return (Trouble(STALE),)

    def _spawn(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=f"paizhuo-{name}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _follow(self, access: Access) -> None:
        while not self._stopped.is_set():
            try:
                for update in self._service.events(-1, access.role, heartbeat=BEAT):
                    if self._stopped.is_set():
                        return
                    if update is not None:
                        kept = cut(update.snapshot, access)
                        self.publish(access, stamp(kept, body(kept), self.now()))
                return
            except Exception:
                log.exception("following the table for %s failed, trying again", access)
                self._stopped.wait(BEAT)

    def _look(self) -> None:
        while not self._stopped.wait(self._settings.picture_interval):
            try:
                self.look()
            except Exception:
                log.exception("looking at the pictures failed, trying again")
                self._stopped.wait(BEAT)
