"""A log and the state it comes to, kept together: new facts are applied, revisions refold from the hand they touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from paizhuo.rules import rulebooks
from paizhuo.rules.effective import corrections_of, effective, insertion_of, target_of
from paizhuo.rules.events import DealStarted, Event, Logged, Redone, Undone
from paizhuo.rules.session import Library, MatchState, apply, refold_needed


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state just before the hand that began with entry ``seq``: a cache, never a truth."""

    seq: int
    state: MatchState


@dataclass(frozen=True, slots=True)
class Timeline:
    """A log with its state. ``state`` always equals ``fold(log)``."""

    log: tuple[Logged, ...] = ()
    state: MatchState = field(default_factory=MatchState)
    checkpoints: tuple[Checkpoint, ...] = ()

    def extended(self, entries: Sequence[Logged], library: Library = rulebooks.load) -> Timeline:
        """Give the timeline after more entries."""
        if not entries:
            return self
        log = (*self.log, *entries)
        if not refold_needed(entries):
            timeline = reduce(lambda line, entry: line._applied(entry, library), entries, self)
            return replace(timeline, log=log)
        return self._refolded(log, entries, library)

    def _applied(self, entry: Logged, library: Library) -> Timeline:
        checkpoints = self.checkpoints
        if isinstance(entry.event, DealStarted):
            checkpoints = (*checkpoints, Checkpoint(entry.seq, self.state))
        return replace(self, state=apply(self.state, entry, library), checkpoints=checkpoints)

    def _refolded(self, log: tuple[Logged, ...], entries: Sequence[Logged], library: Library) -> Timeline:
        by_seq = {entry.seq: entry.event for entry in log}
        oldest = min(_oldest_touched(entry, by_seq) for entry in entries)
        facts = effective(log)
        places = {fact.seq: place for place, fact in enumerate(facts)}
        kept = tuple(each for each in self.checkpoints if each.seq < oldest and each.seq in places)
        start = places[kept[-1].seq] if kept else 0
        state = kept[-1].state if kept else MatchState()
        base = Timeline((), state, kept[:-1])
        folded = reduce(lambda line, entry: line._applied(entry, library), facts[start:], base)
        return Timeline(log, replace(folded.state, seq=log[-1].seq), folded.checkpoints)


def _oldest_touched(entry: Logged, by_seq: dict[int, Event]) -> int:
    """Give the seq of the oldest entry that an entry changes; its own for one that changes nothing."""
    event: Event = entry.event
    if isinstance(event, Undone | Redone):
        target = by_seq.get(event.target_seq)
        if target is None or event.target_seq >= entry.seq:
            return event.target_seq
        return min(event.target_seq, _oldest_touched(replace(entry, seq=event.target_seq, event=target), by_seq))
    inserted = insertion_of(event)
    targets = [_inside(target_of(correction), by_seq) for correction in corrections_of(event)]
    if inserted is not None:
        targets.append(_inside(inserted.before_seq, by_seq))
    return min(targets, default=entry.seq)


def _inside(seq: int, by_seq: dict[int, Event]) -> int:
    """Give where entry ``seq`` has its effect: an inserted fact counts where it was inserted."""
    event = by_seq.get(seq)
    inserted = None if event is None else insertion_of(event)
    return _inside(inserted.before_seq, by_seq) if inserted is not None and inserted.before_seq < seq else seq


def timeline(log: Sequence[Logged], library: Library = rulebooks.load) -> Timeline:
    """Fold a whole log.

    >>> timeline([]).state.seq
    0
    """
    entries = tuple(log)
    if not entries:
        return Timeline()
    return Timeline()._refolded(entries, entries, library)
