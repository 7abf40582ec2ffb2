"""A hand of Guandan as `paizhuo referee` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.guandan_snapshot import ActView, GuandanView, TributeView


def hand_lines(hand: int, shown: GuandanView) -> Iterator[str]:
    """Give a hand: its level, tribute and return, the tricks with their passes."""
    yield f"hand {hand}: level {shown.level} of {shown.playing or 'both'}, wild card {shown.wild}"
    yield from _tribute(shown.tribute)
    for trick in (*shown.tricks, shown.trick):
        if trick.acts:
            acts = "  ".join(_act(act) for act in trick.acts)
            yield f"{trick.number:3}. {acts}  -> {trick.winner or '?'}"


def result_lines(shown: GuandanView) -> Iterator[str]:
    """Give what a hand came to: who finished how, the levels."""
    result = shown.result
    if result is None:
        left = ", ".join(f"{seat} {each.left}" for seat, each in shown.seats.items())
        yield f"     cards left {left}"
        return
    levels = ", ".join(f"{side} {level}" for side, level in result.levels.items())
    order = " ".join(result.order)
    yield f"     out {order}{' (double)' if result.double else ''}: {result.winner} +{result.gain}"
    yield f"     levels {levels}" + (f"; A {result.ace}" if result.ace else "")
    if result.match_winner is not None:
        yield f"     match won by {result.match_winner}"


def _tribute(tribute: TributeView) -> Iterator[str]:
    if tribute.resisted:
        yield f"     tribute resisted by {' '.join(tribute.payers)} {''.join(tribute.shown)}".rstrip()
    for gift in tribute.gifts:
        yield f"     {gift.payer} paid {gift.receiver or '?'} {gift.card or '?'}, got {gift.returned or '?'}"


def _act(act: ActView) -> str:
    if not act.cards:
        return f"{act.seat}-"
    readings = "|".join(reading.name for reading in act.readings)
    return f"{act.seat}:{''.join(act.cards)} [{readings or act.decided}]"
