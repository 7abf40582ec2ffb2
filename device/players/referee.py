"""A simulated referee: knows what was really played and puts the record right after a hand, card by card."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.device.players.truth import Truth
from paizhuo.rules.cards import Card
from paizhuo.rules.service import CorrectCards
from paizhuo.rules.snapshot import TableSnapshot


def corrections(truth: Truth, snapshot: TableSnapshot) -> tuple[CorrectCards, ...]:
    """Give what a referee corrects at the end of a hand: plays and declarations whose cards are recorded wrongly.

    Plays that were missed or invented shift everything after them; a trick that does not have the plays it had is left
    alone, and the hand stays wrong.
    """
    return tuple(_corrections(truth, snapshot))


def _corrections(truth: Truth, snapshot: TableSnapshot) -> Iterator[CorrectCards]:
    for bid, shown in zip(truth.declarations, snapshot.declarations, strict=False):
        if bid.seat.name == shown.seat:
            yield from _correction(shown.seq, shown.cards, bid.cards)
    for true_trick, trick in zip(truth.tricks, snapshot.tricks, strict=False):
        if [play.seat.name for play in true_trick.plays] != [play.seat for play in trick.plays]:
            continue
        for true_play, play in zip(true_trick.plays, trick.plays, strict=True):
            if len(play.cards) == len(true_play.cards):
                yield from _correction(play.seq, play.cards, true_play.cards)


def _correction(seq: int, recorded: tuple[str, ...], true: tuple[Card, ...]) -> Iterator[CorrectCards]:
    missing = list(true)
    kept: list[Card | None] = []
    for token in recorded:
        card = Card(token)
        kept.append(card if card in missing else None)
        if card in missing:
            missing.remove(card)
    if missing:
        # Cards read rightly keep their places, so that their pictures still belong to them.
        yield CorrectCards(seq, tuple(card if card is not None else missing.pop(0) for card in kept))
