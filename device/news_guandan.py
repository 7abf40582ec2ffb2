"""The news of Guandan alone: tribute, bombs, reported cards, who is out, levels, what became of an A. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.guandan_snapshot import ActView, GuandanHandView, GuandanView
from paizhuo.rules.snapshot import Json, TableSnapshot

GUANDAN_KINDS = (
    "tribute_paid",
    "card_given_back",
    "tribute_resisted",
    "bomb",
    "cards_reported",
    "seat_out",
    "level_changed",
    "ace_passed",
    "ace_failed",
)

BOMBS = frozenset({"bomb", "straightFlush", "jokerBomb"})
"""The shapes of the ladder of bombs."""

Told = tuple[str, dict[str, Json]]


def guandan_news(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    """Tell what is new in ``after`` at a table of Guandan; nothing at one of another game."""
    now, was = after.guandan, before.guandan
    if now is None:
        return
    if was is None or before.hand != after.hand:
        # Of a hand that was not looked at before, everything is new.
        was = GuandanView(None, None, None)
    yield from _tribute(before.seq, was, now)
    yield from _bombs(before.seq, now)
    yield from _reports(was, now)
    yield from _out(was, now)


def guandan_results(before: TableSnapshot, after: TableSnapshot) -> Iterator[Told]:
    """Tell what a hand that is over has changed at a table of Guandan: the levels, and what became of an A."""
    if after.guandan is None:
        return
    for side, level in after.levels.items():
        was = before.levels.get(side)
        if before.guandan is not None and was != level:
            yield "level_changed", {"side": side, "before": was, "level": level}
    known = _ended(before)
    for hand, result in _ended(after).items():
        if hand not in known and result.ace:
            by = _played_by(hand, before, after)
            yield f"ace_{result.ace}", {"finished": hand, "side": by, "failed": dict(result.failed)}


def _tribute(seq: int, was: GuandanView, now: GuandanView) -> Iterator[Told]:
    for gift in now.tribute.gifts:
        if gift.seq > seq:
            yield "tribute_paid", {"seat": gift.payer, "to": gift.receiver, "card": gift.card}
    for gift in now.tribute.gifts:
        if gift.returned_seq > seq:
            yield "card_given_back", {"seat": gift.receiver, "to": gift.payer, "card": gift.returned}
    if now.tribute.resisted and not was.tribute.resisted:
        payers, shown = list(now.tribute.payers), list(now.tribute.shown)
        yield "tribute_resisted", {"seats": [*payers], "cards": [*shown]}


def _bombs(seq: int, now: GuandanView) -> Iterator[Told]:
    for trick in (*now.tricks, now.trick):
        for act in trick.acts:
            if act.seq > seq and _is_bomb(act):
                reading = act.readings[0]
                yield (
                    "bomb",
                    {
                        "trick": trick.number,
                        "seat": act.seat,
                        "cards": list(act.cards),
                        "shape": reading.shape,
                        "size": reading.size,
                        "key": reading.key,
                    },
                )


def _is_bomb(act: ActView) -> bool:
    """Say whether a play is a bomb whichever way it counts; one that is wrong is none."""
    return act.stands and bool(act.readings) and all(each.shape in BOMBS for each in act.readings)


def _reports(was: GuandanView, now: GuandanView) -> Iterator[Told]:
    for seat, count in now.seats.items():
        last = was.seats[seat].said if seat in was.seats else None
        if count.said is not None and count.said != last:
            yield "cards_reported", {"seat": seat, "left": count.said}


def _out(was: GuandanView, now: GuandanView) -> Iterator[Told]:
    for place, seat in enumerate(now.order, start=1):
        if seat not in was.order:
            yield "seat_out", {"seat": seat, "place": place}


def _ended(state: TableSnapshot) -> dict[int, GuandanHandView]:
    """Give what the hands that are over came to, that of the hand in progress included once it is final."""
    if state.guandan is None:
        return {}
    results = {each.hand: each for each in state.guandan.hands}
    last = state.guandan.result
    if last is not None and state.result is not None and state.result.final:
        results[last.hand] = last
    return results


def _played_by(hand: int, before: TableSnapshot, after: TableSnapshot) -> str | None:
    """Give the side whose level a hand was played at, None if neither state shows that hand."""
    shown = next((state for state in (after, before) if state.hand == hand), None)
    return None if shown is None or shown.guandan is None else shown.guandan.playing
