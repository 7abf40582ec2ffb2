"""What happened between two public states of a table, for those outside who want to be told. Pure.

News are made of what viewers may see, so nothing hidden can slip out. They are a convenience: whoever must be exact
reads the state, in which corrections are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from paizhuo.device.news_guandan import GUANDAN_KINDS, guandan_news, guandan_results
from paizhuo.rules.snapshot import Json, PlayView, ResultView, TableSnapshot, as_json

KINDS = (
    "match_started",
    "hand_started",
    "trump_named",
    "played",
    "trick_finished",
    "violation",
    "hand_finished",
    "trust_changed",
    *GUANDAN_KINDS,
)


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news: ``seq`` is the event of the log after which it was true, ``number`` counts within a seq."""

    seq: int
    number: int
    kind: str
    hand: int
    facts: dict[str, Json] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Name this piece of news; the same news have the same name, however often they are told."""
        return f"{self.seq}-{self.number}-{self.kind}"

    def as_json(self) -> dict[str, Json]:
        """Give the plain values, as they are told."""
        return {"seq": self.seq, "kind": self.kind, "hand": self.hand, **self.facts}


Told = tuple[str, dict[str, Json]]


def news(before: TableSnapshot | None, after: TableSnapshot) -> tuple[News, ...]:
    """Tell what is new in ``after``; both are what a viewer may see. Nothing is new against no state at all."""
    if before is None:
        return ()
    told = (
        *_match(before, after),
        *_hand(before, after),
        *_plays(before, after),
        *guandan_news(before, after),
        *_violations(before, after),
        *_result(before, after),
        *guandan_results(before, after),
        *_trust(before, after),
    )
    return tuple(News(after.seq, number, kind, after.hand, facts) for number, (kind, facts) in enumerate(told))


def _match(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    if after.rulebook and (after.rulebook, after.game) != (before.rulebook, before.game):
        names: dict[str, Json] = {seat: view.name for seat, view in after.seats.items()}
        yield "match_started", {"rulebook": after.rulebook, "game": after.game, "names": names}


def _hand(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    if after.hand > before.hand:
        yield "hand_started", {"level": after.level, "dealer": after.dealer}
    if after.trump is not None and (after.hand, after.trump) != (before.hand, before.trump):
        yield "trump_named", {"trump": after.trump, "dealer": after.dealer}


def _plays(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    for number, play in _laid(after):
        # A play that was corrected keeps its number, and is no news again.
        if play.seq > before.seq:
            yield "played", {"trick": number, "seat": play.seat, "cards": list(play.cards)}
    finished = {trick.number for trick in before.tricks} if after.hand == before.hand else set()
    for past in after.tricks:
        if past.number not in finished:
            yield "trick_finished", {"trick": past.number, "winner": past.winner, "points": past.points}


def _laid(state: TableSnapshot) -> Iterator[tuple[int, PlayView]]:
    for past in state.tricks:
        yield from ((past.number, play) for play in past.plays)
    yield from ((state.trick.number, play) for play in state.trick.plays)


def _violations(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    known = {each.id: each.ruling for each in before.violations} if after.hand == before.hand else {}
    for each in after.violations:
        if each.id not in known or known[each.id] != each.ruling:
            params = as_json(each.params)
            yield (
                "violation",
                {
                    "id": each.id,
                    "code": each.code,
                    "params": params,
                    "seat": each.seat,
                    "trick": each.trick,
                    "ruling": each.ruling,
                },
            )


def _result(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    known = _results(before)
    for hand, result in _results(after).items():
        if hand not in known:
            yield "hand_finished", {"finished": hand, "result": as_json(result)}


def _results(state: TableSnapshot) -> dict[int, ResultView]:
    """Give the final results by hand, that of the hand in progress included once it is final."""
    results = {each.hand: each.result for each in state.hands}
    if state.result is not None and state.result.final:
        results[state.hand] = state.result
    return results


def _trust(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    if (after.trust.light, after.trust.code) != (before.trust.light, before.trust.code):
        yield "trust_changed", {"light": after.trust.light, "code": after.trust.code}
