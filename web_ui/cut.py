"""Cut a snapshot down to an access, and write it as the bytes that go out. Runs before anything is serialised."""

from __future__ import annotations

import json
from dataclasses import replace

from paizhuo.rules.snapshot import PastTrickView, PlayView, SeatView, TableSnapshot, TrickView, as_json, for_viewer
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.cut_guandan import cut_guandan


def cut(snapshot: TableSnapshot, access: Access) -> TableSnapshot:
    """Leave out what ``access`` may not see.

    Nobody but the referee reads an offence before it is ruled. The hall, a screen that players can see, gets nothing
    that helps memory: no unseen cards, no claims, no past tricks.
    """
    if access in (Access.REFEREE, Access.ADMIN):
        return snapshot
    kept = for_viewer(snapshot, access.role)
    kept = replace(
        kept,
        guandan=None if kept.guandan is None else cut_guandan(kept.guandan, forgetful=access is Access.HALL),
        violations=tuple(each for each in kept.violations if each.ruling is not None),
        trick=_calm(kept.trick),
        tricks=tuple(replace(trick, plays=_silent(trick.plays)) for trick in kept.tricks),
        declarations=tuple(replace(each, violations=()) for each in kept.declarations),
    )
    if access is Access.OVERLAY:
        return replace(kept, seats={name: _unsuspected(seat) for name, seat in kept.seats.items()}, claims=())
    if access is Access.HALL:
        seats = {name: _forgetful(seat) for name, seat in kept.seats.items()}
        tricks: tuple[PastTrickView, ...] = ()
        points = replace(kept.points, tricks={}, deck=0)
        return replace(
            kept, seats=seats, claims=(), tricks=tricks, points=points, remaining={}, unseen=0, violations=(), hands=()
        )
    return kept


class Bodies:
    """The newest state of each access as bytes, so that many who ask for the same state are answered from one."""

    def __init__(self) -> None:
        self._newest: dict[Access, tuple[str, bytes]] = {}

    def of(self, access: Access, name: str, snapshot: TableSnapshot) -> bytes:
        """Give a snapshot cut to an access and written; equal names mean equal states."""
        known = self._newest.get(access)
        if known is not None and known[0] == name:
            return known[1]
        written = body(cut(snapshot, access))
        self._newest[access] = (name, written)
        return written


def body(snapshot: TableSnapshot) -> bytes:
    """Write a snapshot as compact JSON."""
    return json.dumps(as_json(snapshot), ensure_ascii=False, separators=(",", ":")).encode()


def _calm(trick: TrickView) -> TrickView:
    return replace(trick, plays=_silent(trick.plays))


def _silent(plays: tuple[PlayView, ...]) -> tuple[PlayView, ...]:
    return tuple(replace(play, violations=()) for play in plays)


def _unsuspected(seat: SeatView) -> SeatView:
    return replace(seat, voids=(), no_pairs=(), holds={}, known=())


def _forgetful(seat: SeatView) -> SeatView:
    return replace(_unsuspected(seat), known=())
