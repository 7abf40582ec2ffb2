"""Cards known to lie in a hand because everybody saw them go there: tributes and returns not played yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.proofs import Laid


def known_in_hand(received: Mapping[Seat, Iterable[Card]], plays: Sequence[Laid] = ()) -> dict[Seat, tuple[Card, ...]]:
    """Give the cards each seat received in the open and cannot have played yet.

    A face that was played may have been the received one or its twin, so it is no longer known afterwards.

    >>> known_in_hand({Seat.E: [Card.SA]}, [(Seat.N, (Card.SA,))])
    {<Seat.E: 0>: (<Card.SA: 'SA'>,)}
    """
    left = {seat: Counter(cards) for seat, cards in received.items()}
    for seat, cards in plays:
        if seat in left:
            left[seat] -= Counter(cards)
    return {seat: tuple(sorted(cards.elements())) for seat, cards in left.items() if cards}
