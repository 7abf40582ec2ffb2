"""The table: one thread owns the log, everybody else asks it. What it says has happened is on the disk."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from queue import SimpleQueue

from paizhuo.device.clock import Clock
from paizhuo.device.shots import Shots
from paizhuo.device.store.errors import LogFullError
from paizhuo.device.store.evidence import EvidenceStore
from paizhuo.device.store.log import EventLog
from paizhuo.rules import rulebooks
from paizhuo.rules.adjudicate import Accept, Ask, Decision, Desk, adjudicate
from paizhuo.rules.adjudicate.afterthoughts import MOST_ROUNDS, afterthoughts, weighed
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import CAMERA, SYSTEM, Actor, Event, Logged, SightChanged, Source
from paizhuo.rules.observations import Blocked, Evidence, Observation
from paizhuo.rules.questions import asked
from paizhuo.rules.service import Command, Person, StaleSequenceError, TableStoppedError, Update
from paizhuo.rules.session import Library, unasked
from paizhuo.rules.snapshot import Role, TableSnapshot, TrustView, for_viewer
from paizhuo.rules.timeline import timeline
from paizhuo.rules.view import snapshot

logger = logging.getLogger(__name__)

Picture = Callable[[], Shots]
"""Makes the pictures of an observation; called only when the observation is recorded."""

MAY_COMMAND = frozenset({Role.REFEREE, Role.ADMIN})

STRIP = 3
"""Pictures of a strip: before, at and after."""

KEPT_WAITING = 1000
"""Observations kept in memory while the disk takes nothing."""

LOG_FULL = TrustView("alarm", "log.not_recording")


class TableActor:
    """A running table over one log. Start it, feed it observations and commands, follow its snapshots, stop it.

    Every method but ``start`` and ``stop`` may be called from any thread.
    """

    def __init__(
        self,
        log: EventLog,
        clock: Clock,
        *,
        evidence: EvidenceStore | None = None,
        library: Library = rulebooks.load,
    ) -> None:
        self._log = log
        self._clock = clock
        self._evidence = evidence
        self._library = library
        self._timeline = timeline(tuple(log.entries), library)
        self._desk = Desk()
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._waiting: deque[tuple[Observation, Picture | None]] = deque(maxlen=KEPT_WAITING)
        self._changed = threading.Condition()
        self._shown = snapshot(self._timeline)
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin to work. A log that holds a match already is taken up where it ended."""
        if self._timeline.log:
            self._jobs.put(self._take_up)
        self._thread.start()

    def stop(self) -> None:
        """Carry out what was asked so far, end every subscription and close the log."""
        with self._changed:
            if self._stopped:
                return
            self._stopped = True
            self._changed.notify_all()
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._log.close()

    def look_again(self) -> None:
        """Say that another eye looks from now on: it will report cards that have lain there all along."""
        if not self._stopped and self._timeline.log:
            self._jobs.put(self._take_up)

    def observe(self, observation: Observation, picture: Picture | None = None) -> None:
        """Judge what sight saw. Returns at once; observations are judged in the order in which they come."""
        if not self._stopped:
            self._jobs.put(lambda: self._observe(observation, picture))

    def ask(self, command: Command, person: Person, *, expected_seq: int | None = None) -> Future[int]:
        """Have a command carried out; the future gives the seq of its last event once that is on the disk.

        Raises ``TableStoppedError`` and ``PermissionError`` at once; the future raises what ``submit`` raises.
        """
        if person.role not in MAY_COMMAND:
            raise PermissionError(f"{person.role} may not give commands")
        if self._stopped:
            raise TableStoppedError
        answer: Future[int] = Future()
        self._jobs.put(lambda: self._answer(answer, command, person, expected_seq))
        return answer

    def submit(
        self, command: Command, person: Person, *, expected_seq: int | None = None, timeout: float = 10.0
    ) -> int:
        """Have a command carried out and wait for it."""
        return self.ask(command, person, expected_seq=expected_seq).result(timeout)

    def snapshot(self, role: Role) -> TableSnapshot:
        """Give the newest state, cut down to what ``role`` may see."""
        with self._changed:
            shown = self._shown
        return for_viewer(shown, role)

    def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0) -> Iterator[Update | None]:
        """Follow the table: an ``Update`` whenever it changed, None after ``heartbeat`` quiet seconds."""
        with self._changed:
            seen = self._shown if self._shown.seq == after_seq else None
        while True:
            shown = self._wait_for_other(seen, heartbeat)
            if shown is None:
                return
            if shown is seen:
                yield None
            else:
                seen = shown
                yield Update(shown.seq, for_viewer(shown, role))

    def _wait_for_other(self, seen: TableSnapshot | None, heartbeat: float) -> TableSnapshot | None:
        """Give what is shown once it is not ``seen`` any more, or after a while; None when the table stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._shown is not seen, heartbeat)
            return None if self._stopped else self._shown

    def entries(self, after_seq: int = 0) -> tuple[Logged, ...]:
        """Give the entries of the log after a seq."""
        return self._timeline.log[after_seq:]

    def picture_of(self, seq: int) -> bytes | None:
        """Give the picture that shows event ``seq`` best, None if there is none."""
        names = self._evidence_of(seq).crops
        return self._kept(names[STRIP - 1] if len(names) >= STRIP else names[0]) if names else None

    def pictures_of(self, seq: int) -> tuple[bytes, ...]:
        """Give the pictures kept for event ``seq``: before, at and after it, then its cards in order."""
        return tuple(picture for name in self._evidence_of(seq).crops if (picture := self._kept(name)) is not None)

    def clip_of(self, seq: int) -> bytes | None:
        """Give the clip kept for event ``seq`` (Motion JPEG), None if there is none."""
        return self._kept(self._evidence_of(seq).clip)

    def _evidence_of(self, seq: int) -> Evidence:
        entries = self._timeline.log
        return entries[seq - 1].evidence if 1 <= seq <= len(entries) else Evidence()

    def _kept(self, name: str) -> bytes | None:
        return None if self._evidence is None else self._evidence.read(name)

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            try:
                job()
            except Exception:
                logger.exception("a job of the table failed")

    def _take_up(self) -> None:
        self._desk = Desk()
        self._write([(SightChanged("", "restarted"), Evidence())], SYSTEM)

    def _observe(self, observation: Observation, picture: Picture | None) -> None:
        self._waiting.append((observation, picture))
        while self._waiting:
            try:
                self._judge(*self._waiting[0])
            except LogFullError:
                logger.exception("the log takes no more")
                self._publish(replace(self._shown, trust=LOG_FULL))
                return
            except Exception:
                self._waiting.popleft()
                raise
            self._waiting.popleft()

    def _judge(self, observation: Observation, picture: Picture | None) -> None:
        desk = self._desk.after(observation)
        if self._timeline.state.held is not None and not isinstance(observation, Blocked):
            self._desk = desk  # what lies there is known when play goes on; none of it counts
            return
        decisions = adjudicate(self._timeline.state, observation, desk, self._library)
        drafts = [_draft(decision) for decision in decisions if isinstance(decision, Accept | Ask)]
        if drafts:
            events = weighed(self._timeline, [event for event, _ in drafts], self._library)
            drafts = [(event, evidence) for event, (_, evidence) in zip(events, drafts, strict=True)]
            self._write(self._with_picture(drafts, picture), CAMERA)
        self._desk = desk

    def _with_picture(
        self, drafts: Sequence[tuple[Event, Evidence]], picture: Picture | None
    ) -> list[tuple[Event, Evidence]]:
        if picture is None or self._evidence is None:
            return list(drafts)
        shots = picture()
        kept = [self._evidence.keep(each) for each in (*shots.strip, *shots.cards)]
        crops = tuple(name for name in kept if name is not None)
        clip = (self._evidence.keep(shots.clip) or "") if shots.clip else ""
        if len(crops) < len(kept):
            # A strip with a gap would show the wrong moment.
            crops, clip = crops[-1:], ""
        return [(event, replace(evidence, crops=crops, clip=clip)) for event, evidence in drafts]

    def _answer(self, answer: Future[int], command: Command, person: Person, expected_seq: int | None) -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(self._command(command, person, expected_seq))
        except Exception as error:  # noqa: BLE001 - whoever asked gets every error
            answer.set_exception(error)

    def _command(self, command: Command, person: Person, expected_seq: int | None) -> int:
        if expected_seq is not None and expected_seq != self._timeline.state.seq:
            raise StaleSequenceError(expected_seq, self._timeline.state.seq)
        events = carry_out(self._timeline, command, self._library)
        return self._write([(event, Evidence()) for event in events], Actor(Source.REFEREE, person.name))

    def _write(self, drafts: Sequence[tuple[Event, Evidence]], actor: Actor) -> int:
        """Log events, fold them, put the questions that they raise, and show the new state."""
        added = self._append(drafts, actor)
        self._timeline = self._timeline.extended(added, self._library)
        self._repair()
        questions = unasked(self._timeline.state)
        if questions:
            put = self._append([(asked(each), Evidence()) for each in questions], SYSTEM)
            self._timeline = self._timeline.extended(put, self._library)
        self._publish(snapshot(self._timeline))
        return added[-1].seq

    def _append(self, drafts: Sequence[tuple[Event, Evidence]], actor: Actor) -> tuple[Logged, ...]:
        """Log events; where the disk takes no more, the oldest evidence goes until it does or none is left."""
        while True:
            try:
                return self._log.append(drafts, at=self._clock.now_ms(), actor=actor)
            except LogFullError:
                if self._evidence is None or not self._evidence.give_way():
                    raise

    def _repair(self) -> None:
        """Log the repairs that are proved now; one may prove the next."""
        for _ in range(MOST_ROUNDS):
            repairs = afterthoughts(self._timeline, self._library)
            if not repairs:
                return
            made = self._append([(each, Evidence()) for each in repairs], SYSTEM)
            self._timeline = self._timeline.extended(made, self._library)

    def _publish(self, shown: TableSnapshot) -> None:
        with self._changed:
            self._shown = shown
            self._changed.notify_all()


def _draft(decision: Decision) -> tuple[Event, Evidence]:
    if isinstance(decision, Accept):
        return decision.event, decision.evidence
    assert isinstance(decision, Ask)
    return asked(decision.question), Evidence()
