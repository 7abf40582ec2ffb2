"""A simulated referee of Guandan: knows what was really played and puts the record right after a hand."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.device.players.guandan.truth import GuandanTruth
from paizhuo.rules.cards import Card
from paizhuo.rules.service import CorrectCards
from paizhuo.rules.snapshot import TableSnapshot


def guandan_corrections(truth: GuandanTruth, snapshot: TableSnapshot) -> tuple[CorrectCards, ...]:
    """Give what a referee corrects at the end of a hand: tributes, returns and plays whose cards are recorded wrongly.

    Plays that were missed or invented shift everything after them; a trick that does not have the plays it had is left
    alone, and the hand stays wrong.
    """
    return tuple(_corrections(truth, snapshot))


def _corrections(truth: GuandanTruth, snapshot: TableSnapshot) -> Iterator[CorrectCards]:
    shown = snapshot.guandan
    if shown is None:
        raise ValueError("not a snapshot of Guandan")
    gifts = {gift.payer: gift for gift in shown.tribute.gifts}
    for gift in truth.gifts:
        recorded = gifts.get(gift.payer.name)
        if recorded is None:
            continue
        if recorded.seq and recorded.card != gift.card:
            yield CorrectCards(recorded.seq, (gift.card,))
        if recorded.returned_seq and recorded.returned != gift.returned:
            yield CorrectCards(recorded.returned_seq, (gift.returned,))
    for true_trick, trick in zip(truth.tricks, (*shown.tricks, shown.trick), strict=False):
        laid = [act for act in trick.acts if act.cards]
        if [play.seat.name for play in true_trick.plays] != [act.seat for act in laid]:
            continue
        for play, act in zip(true_trick.plays, laid, strict=True):
            if len(act.cards) == len(play.cards) and tuple(map(Card, act.cards)) != play.cards:
                # The order from left to right counts, so that the whole play is put right at once.
                yield CorrectCards(act.seq, play.cards)
