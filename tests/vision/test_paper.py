"""Finds that would be cards lying on bare cloth are left out; true cards are not, on whatever cloth they lie."""

from collections.abc import Sequence

import pytest

from paizhuo.rules.cards import Card
from paizhuo.rules.observations import CardsShown
from paizhuo.vision.backends.scripted import ScriptedCard, ScriptedTable
from paizhuo.vision.eye import TableEye
from paizhuo.vision.frames import Image
from paizhuo.vision.index_sight import Indices, Region
from paizhuo.vision.zones import table_zones

LYING = [
    ScriptedCard(Card.SA, -60, 220, 0),
    ScriptedCard(Card.H5, 60, 220, 10),
    ScriptedCard(Card.C3, -60, -225, 180),
    ScriptedCard(Card.D6, 60, -220, 175),
    ScriptedCard(Card.HQ, 330, 0, -90),
]


class Dreamer:
    """A sight that also sees cards that nobody laid, once the table is laid."""

    def __init__(self, table: ScriptedTable, dreamt: Sequence[ScriptedCard]) -> None:
        self._table, self._dreamt = table, dreamt
        self.dreams = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return self._table.sight.cards

    def read_indices(
        self, image: Image, region: Region | None = None, *, scale: float = 1.0, pixels_per_mm: float | None = None
    ) -> Indices:
        seen = self._table.sight.read_indices(image, region, scale=scale)
        if not self.dreams:
            return seen
        other = ScriptedTable(self._table.width, self._table.height).sight
        other.lay(self._dreamt)
        return Indices(seen.read + other.read_indices(image, region).read, 0, 0.0, 0.0)

    def search_indices(self, image: Image) -> Indices:
        return self.read_indices(image)


def told(
    dreamt: Sequence[ScriptedCard],
    cloth: tuple[int, int, int] = (70, 110, 40),
    lying: Sequence[ScriptedCard] = LYING,
) -> set[str]:
    """Lay cards, dream of others, and give every card that was told."""
    table = ScriptedTable(cloth=cloth)
    sight = Dreamer(table, dreamt)
    eye = TableEye(sight, table.table_map, table_zones())
    seen: set[str] = set()
    for number in range(30):
        sight.dreams = number >= 6
        for observation in eye.see(table.frame(lying if number >= 6 else ())):
            if isinstance(observation, CardsShown):
                seen |= {card.card.value for card in observation.cards}
    return seen


TRUE = {"SA", "H5", "C3", "D6", "HQ"}


def test_a_find_that_hangs_over_bare_cloth_is_not_told() -> None:
    """Art inside the queen, read as a joker whose other half would lie on the cloth beside her."""
    assert told([ScriptedCard(Card.BJ, 352, 28, -90, confidence=0.8, shows=(0,))]) == TRUE


def test_a_find_on_the_bare_cloth_is_not_told() -> None:
    assert told([ScriptedCard(Card.S9, 0, 215, 20, confidence=0.9, shows=(1,))]) == TRUE


def test_a_card_that_shows_two_corners_is_told_whatever_lies_under_it() -> None:
    """The control: such a find may be wrong as well, but not for that reason."""
    assert told([ScriptedCard(Card.S9, 0, 215, 20)]) == TRUE | {"S9"}


@pytest.mark.parametrize("cloth", [(70, 110, 40), (238, 240, 240), (215, 215, 210)])
def test_a_true_card_with_one_corner_found_is_told_on_any_cloth(cloth: tuple[int, int, int]) -> None:
    """Another control: on a cloth as white as the cards, a card hardly stands out."""
    half_read = ScriptedCard(Card.S9, -250, -120, 20, shows=(1,))
    assert told([], cloth, [*LYING, half_read]) == TRUE | {"S9"}
