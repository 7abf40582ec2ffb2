"""A table that shows prepared scenes one after the other, without rules: for pages and tests of certain situations."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from paizhuo.rules.service import Command, CommandRefusedError, Person, TableStoppedError, Update
from paizhuo.rules.snapshot import Role, TableSnapshot, for_viewer


@cache
def guandan_scenes() -> tuple[TableSnapshot, ...]:
    """Give a hand of Guandan: waiting, tribute, return, first lead, a straight flush, plates, one out, over, 抗贡.

    >>> [scene.phase for scene in guandan_scenes()][:4]
    ['waiting', 'tribute', 'tribute', 'playing']
    """
    text = resources.files("paizhuo.web_ui").joinpath("scripted", "guandan.json").read_text("utf-8")
    return TypeAdapter(tuple[TableSnapshot, ...]).validate_json(text)


class SceneTable:
    """Show scenes. ``advance`` moves on, ``show`` lays values over the scene; commands are noted and refused.

    >>> SceneTable(guandan_scenes(), at=5).snapshot(Role.VIEWER).trick.number
    5
    """

    def __init__(self, scenes: Sequence[TableSnapshot], *, at: int = 0) -> None:
        self._scenes = tuple(scenes)
        self._at = at
        self._extra = 0
        self._over: dict[str, object] = {}
        self._stopped = False
        self._news = threading.Condition()
        self.asked: list[Command] = []

    @property
    def finished(self) -> bool:
        """Say whether the last scene is shown."""
        return self._at >= len(self._scenes) - 1

    def advance(self, steps: int = 1) -> None:
        """Show the next scene; beyond the last one nothing happens."""
        with self._news:
            self._at = min(self._at + steps, len(self._scenes) - 1)
            self._news.notify_all()

    def again(self) -> None:
        """Begin with the first scene; the numbers of the log go on."""
        with self._news:
            self._extra += self._scenes[-1].seq
            self._at = 0
            self._news.notify_all()

    def show(self, **values: object) -> None:
        """Lay values over every scene from now on, as one more event."""
        with self._news:
            self._over = values
            self._extra += 1
            self._news.notify_all()

    def stop(self) -> None:
        """End every stream."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def snapshot(self, role: Role) -> TableSnapshot:
        """Give the scene as ``role`` may see it."""
        with self._news:
            return for_viewer(self._shown(), role)

    def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0) -> Iterator[Update | None]:
        """Follow the table, see ``TableService.events``."""
        seen: TableSnapshot | None = None
        while True:
            with self._news:
                if seen is not None and self._shown() == seen:
                    self._news.wait(heartbeat)
                if self._stopped:
                    return
                shown = self._shown()
            yield None if shown == seen else Update(shown.seq, for_viewer(shown, role))
            seen = shown

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Note a command and refuse it: scenes do not change."""
        if person.role not in (Role.REFEREE, Role.ADMIN):
            raise PermissionError(person.role)
        if self._stopped:
            raise TableStoppedError("the table has stopped")
        self.asked.append(command)
        raise CommandRefusedError("command.not_scripted", command=command.kind)

    def _shown(self) -> TableSnapshot:
        scene = self._scenes[self._at]
        return replace(scene, seq=scene.seq + self._extra, **self._over)  # type: ignore[arg-type]
