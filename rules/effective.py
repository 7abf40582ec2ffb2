"""Which facts of a log count: corrections, insertions, undo and redo resolved, before anything is folded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from paizhuo.rules.events import (
    Amended,
    CardCorrected,
    CardsLaid,
    Corrected,
    Event,
    Inserted,
    Logged,
    QuestionAnswered,
    Reading,
    Redone,
    Revision,
    Source,
    Undone,
)

Correction = Corrected | CardCorrected


def effective(log: Sequence[Logged]) -> tuple[Logged, ...]:
    """Give the facts that count, in the order in which they happened, each under the seq it was logged with.

    A fact that was missed stands where it happened, under the seq of its ``Inserted`` entry. Corrections that were
    not undone are made one after the other. Moment, author and evidence stay those
    of the first record.

    >>> from paizhuo.rules.events import CAMERA, DealStarted
    >>> first, second = Logged(1, 0, CAMERA, DealStarted(1)), Logged(2, 0, CAMERA, Corrected(1, None, "never_happened"))
    >>> effective([first, second])
    ()
    >>> effective([first, second, Logged(3, 0, CAMERA, Undone(2))]) == (first,)
    True
    """
    dead = _undone(log)
    corrections: defaultdict[int, list[Correction]] = defaultdict(list)
    insertions: defaultdict[int, list[Logged]] = defaultdict(list)
    for entry in log:
        inserted = insertion_of(entry.event)
        if inserted is not None:
            insertions[inserted.before_seq].append(replace(entry, event=inserted.fact))
        if entry.seq not in dead:
            for correction in corrections_of(entry.event):
                corrections[target_of(correction)].append(correction)
    facts: list[Logged] = []
    for entry in log:
        if not isinstance(entry.event, Revision):
            _place(entry, dead, corrections, insertions, facts)
    return tuple(facts)


def corrections_of(event: Event) -> tuple[Correction, ...]:
    """Give the corrections that an event makes, by itself or as an answer to a question."""
    match event:
        case Corrected() | CardCorrected():
            return (event,)
        case Amended():
            return event.changes
        case QuestionAnswered(correction=correction) if correction is not None:
            return (correction,)
        case _:
            return ()


def insertion_of(event: Event) -> Inserted | None:
    """Give what an event puts in before another one, by itself or together with corrections."""
    return event if isinstance(event, Inserted) else event.missed if isinstance(event, Amended) else None


def target_of(correction: Correction) -> int:
    """Give the seq of the event that a correction changes."""
    return correction.spot.seq if isinstance(correction, CardCorrected) else correction.target_seq


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
    corrections: Mapping[int, list[Correction]],
    insertions: Mapping[int, list[Logged]],
    facts: list[Logged],
) -> None:
    """Put a fact in its place, after what was inserted before it; a struck fact keeps its insertions."""
    for inserted in insertions.get(entry.seq, ()):
        _place(inserted, dead, corrections, insertions, facts)
    if entry.seq in dead:
        return
    event: Event | None = entry.event
    for correction in corrections.get(entry.seq, ()):
        event = _corrected(event, correction)
    if event is not None:
        facts.append(entry if event is entry.event else replace(entry, event=event))


def _corrected(event: Event | None, correction: Correction) -> Event | None:
    if isinstance(correction, Corrected):
        return correction.replacement
    place = correction.spot.place
    if not isinstance(event, CardsLaid) or place >= len(event.cards):
        return event
    cards = (*event.cards[:place], correction.card, *event.cards[place + 1 :])
    readings = event.readings + (Reading(),) * (len(event.cards) - len(event.readings))
    readings = (*readings[:place], correction.reading, *readings[place + 1 :])
    return replace(event, cards=cards, readings=readings)


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
