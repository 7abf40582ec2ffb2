"""Cut the Guandan part of a snapshot down to those who are not the referee."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.rules.guandan_snapshot import ActsView, CountView, GuandanView, TributeView


def cut_guandan(game: GuandanView, *, forgetful: bool) -> GuandanView:
    """Leave out what hints at an offence before it is ruled; ``forgetful`` also what helps memory.

    A report that is due is a suspicion as long as nobody has ruled, so only what was said aloud is shown. Tribute and
    return lay face up for all to see; a screen that players can see forgets them once the hand is played.
    """
    kept = replace(
        game,
        trick=_calm(game.trick),
        tricks=() if forgetful else tuple(_calm(trick) for trick in game.tricks),
        seats={seat: _quiet(count) for seat, count in game.seats.items()},
        breaches=(),
    )
    if forgetful and game.tribute.phase == "done":
        done = TributeView("done", resisted=game.tribute.resisted, leader=game.tribute.leader)
        return replace(kept, tribute=done, hands=())
    return replace(kept, hands=()) if forgetful else kept


def _calm(trick: ActsView) -> ActsView:
    return replace(trick, acts=tuple(replace(act, violations=()) for act in trick.acts))


def _quiet(count: CountView) -> CountView:
    return replace(count, report="") if count.report == "due" else count
