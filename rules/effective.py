"""Which facts of a log count: corrections, insertions, undo and redo resolved, before anything is folded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from paizhuo.rules.events import Corrected, Inserted, Logged, QuestionAnswered, Redone, Revision, Source, Undone


def effective(log: Sequence[Logged]) -> tuple[Logged, ...]:
    """Give the facts that count, in the order in which they happened, each under the seq it was logged with.

    A fact that was missed stands where it happened, under the seq of its ``Inserted`` entry. When a fact was
    corrected several times, the newest correction that was not undone counts. Moment, author and evidence stay those
    of the first record.

    >>> from paizhuo.rules.events import CAMERA, DealStarted
    >>> first, second = Logged(1, 0, CAMERA, DealStarted(1)), Logged(2, 0, CAMERA, Corrected(1, None, "never_happened"))
    >>> effective([first, second])
    ()
    >>> effective([first, second, Logged(3, 0, CAMERA, Undone(2))]) == (first,)
    True
    """
    dead = _undone(log)
    corrections: dict[int, Corrected] = {}
    insertions: defaultdict[int, list[Logged]] = defaultdict(list)
    for entry in log:
        if isinstance(entry.event, Inserted):
            insertions[entry.event.before_seq].append(replace(entry, event=entry.event.fact))
        elif entry.seq in dead:
            continue
        elif isinstance(entry.event, Corrected):
            corrections[entry.event.target_seq] = entry.event
        elif isinstance(entry.event, QuestionAnswered) and entry.event.correction is not None:
            corrections[entry.event.correction.target_seq] = entry.event.correction
    facts: list[Logged] = []
    for entry in log:
        if not isinstance(entry.event, Revision):
            _place(entry, dead, corrections, insertions, facts)
    return tuple(facts)


def _undone(log: Sequence[Logged]) -> frozenset[int]:
    """Give the seqs of everything that was taken back and not brought back."""
    dead: set[int] = set()
    for entry in reversed(log):
        if isinstance(entry.event, Undone | Redone) and entry.seq not in dead:
            dead.add(entry.event.target_seq)
    return frozenset(dead)


def _place(
    entry: Logged,
    dead: frozenset[int],
    corrections: dict[int, Corrected],
    insertions: dict[int, list[Logged]],
    facts: list[Logged],
) -> None:
    """Put a fact in its place, after what was inserted before it; a struck fact keeps its insertions."""
    for inserted in insertions.get(entry.seq, ()):
        _place(inserted, dead, corrections, insertions, facts)
    if entry.seq in dead:
        return
    correction = corrections.get(entry.seq)
    if correction is None:
        facts.append(entry)
    elif correction.replacement is not None:
        facts.append(replace(entry, event=correction.replacement))


def undoable(log: Sequence[Logged]) -> int | None:
    """Give the seq of the newest entry by a person that still counts, or None: what "undo" takes back.

    >>> from paizhuo.rules.events import Actor, DealEnded, Source
    >>> person = Actor(Source.REFEREE, "Sun")
    >>> ended, undone = Logged(1, 0, person, DealEnded()), Logged(2, 0, person, Undone(1))
    >>> undoable([ended]), undoable([ended, undone])
    (1, None)
    """
    dead = _undone(log)
    for entry in reversed(log):
        by_person = entry.actor.source is Source.REFEREE and not isinstance(entry.event, Undone | Redone)
        if by_person and entry.seq not in dead:
            return entry.seq
    return None


def redoable(log: Sequence[Logged]) -> int | None:
    """Give the seq of the undoing that "redo" takes back: the newest one not followed by a new entry of a person."""
    dead: set[int] = set()
    for entry in reversed(log):
        if isinstance(entry.event, Redone):
            dead.add(entry.event.target_seq)
        elif isinstance(entry.event, Undone):
            if entry.seq not in dead:
                return entry.seq
        elif entry.actor.source is Source.REFEREE:
            return None
    return None
