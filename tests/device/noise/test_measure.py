"""What is told of a drawn hand is held against the cards that lie there."""

from __future__ import annotations

from paizhuo.device.noise.measure import Count
from paizhuo.device.noise.tally import Tally
from paizhuo.device.players.acts import Collects, Lays
from paizhuo.device.twin.scene import Lying
from paizhuo.device.twin.script import Change, Cue, Script
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.observations import CardReading, CardsShown, TableCleared

E, N, _, _ = Seat
LAID = (Lying(1, Card.CQ, 0, 0, 0), Lying(2, Card.HQ, 20, 0, 0))
LATER = (Lying(3, Card.SJ, 0, 0, 0),)
SCRIPT = Script(
    changes=(Change(1.0, LAID), Change(4.0, ()), Change(7.0, LATER)),
    reaches=(),
    moments=(),
    cues=(Cue(1.0, Lays(E, (Card.CQ, Card.HQ))), Cue(4.0, Collects(E)), Cue(7.0, Lays(E, (Card.SJ,)))),
    seconds=9.0,
)


def shown(*cards: Lying, seat: Seat = E) -> CardsShown:
    readings = tuple(
        CardReading(card.card, 0.99, 10 + card.number, outline=card.corners(), present=0.99) for card in cards
    )
    return CardsShown(f"seat-{seat.name}", seat, readings)


def tally(*told: tuple[float, CardsShown | TableCleared]) -> Tally:
    count = Count(SCRIPT)
    for at, observation in told:
        count.take(at, SCRIPT.scene(at), observation)
    return count.tally()


def test_what_is_told_as_it_lies_there_is_right() -> None:
    found = tally((2.0, shown(*LAID)), (5.0, TableCleared()), (8.0, shown(*LATER)))
    assert (found.cards, found.missed, found.invented, found.misread, found.uncollected) == (3, 0, (), (), 0)


def test_a_play_that_is_told_after_it_was_taken_up_is_neither_missed_nor_invented() -> None:
    found = tally((5.0, shown(*LAID)), (5.1, TableCleared()), (8.0, shown(*LATER)))
    assert (found.missed, found.invented) == (0, ())


def test_a_card_that_nobody_laid_there_is_invented() -> None:
    """The controls: another face at another place, a place where another seat laid, and a card told twice."""
    other = Lying(9, Card.DK, 90, 0, 0)
    assert [each.card for each in tally((2.0, shown(*LAID, other))).invented] == [Card.DK]
    assert [each.card for each in tally((5.0, shown(LAID[0], seat=N))).invented] == [Card.CQ]
    twice = tally((2.0, shown(*LAID)), (5.0, shown(LAID[1])))
    assert [each.card for each in twice.invented] == [Card.HQ]


def test_a_card_that_is_never_told_is_missed() -> None:
    assert tally((2.0, shown(LAID[0])), (8.0, shown(*LATER))).missed == 1


def test_a_card_told_rightly_is_that_card_although_it_is_thought_to_lie_a_little_elsewhere() -> None:
    """A joker's star hardly tells how the card is turned. A card of another face there is another card."""
    askew = Lying(1, Card.SJ, 0, 35, 0)
    assert tally((2.0, shown(*LAID)), (8.0, shown(askew))).invented == ()
    other = Lying(1, Card.DJ, 0, 35, 0)
    found = tally((2.0, shown(*LAID)), (8.0, shown(other)))
    assert ([each.card for each in found.invented], found.missed) == ([Card.DJ], 1)


def test_each_card_is_the_one_that_bears_its_name_before_any_is_taken_for_another() -> None:
    """Two cards of a row that are thought to lie where the other does are told rightly."""
    queen, other = LAID
    crossed = (Lying(1, Card.CQ, other.x, 0, 0), Lying(2, Card.HQ, queen.x, 0, 0))
    found = tally((2.0, shown(*crossed)), (8.0, shown(*LATER)))
    assert (found.misread, found.invented, found.missed) == ((), (), 0)
    wrong = (Lying(1, Card.CQ, 0, 0, 0), Lying(2, Card.DQ, 20, 0, 0))
    assert [(slip.true, slip.read) for slip in tally((2.0, shown(*wrong))).misread] == [(Card.HQ, Card.DQ)]
