"""Cards that a play lacks, put where they belong: into the play, or before the next one if nobody saw the play."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.amending import with_missed
from paizhuo.rules.cards import Card
from paizhuo.rules.effective import effective
from paizhuo.rules.events import CardsLaid, Corrected, Inserted, Logged, Played
from paizhuo.rules.readings import Reading
from paizhuo.rules.shengji.state import Play, Trick


def with_cards(
    trick: Trick, play: Play, cards: tuple[Card, ...], reading: Reading, reason: str, log: Sequence[Logged]
) -> Corrected | Inserted:
    """Put the cards, each read so, into a play of a trick that lacks them; one that nobody saw has all of them."""
    if play.missing:
        return Inserted(_before(trick, play), Played(play.seat, cards, (reading,) * len(cards)), reason)
    fact = next(entry.event for entry in effective(log) if entry.seq == play.seq)
    assert isinstance(fact, CardsLaid)
    return with_missed(play.seq, fact, cards, reason, reading)


def _before(trick: Trick, play: Play) -> int:
    """Give the entry before which an unseen play belongs: the next play of its trick, or the trick's collection."""
    later = [each.seq for each in trick.plays[trick.plays.index(play) + 1 :] if not each.missing]
    return later[0] if later else play.seq
