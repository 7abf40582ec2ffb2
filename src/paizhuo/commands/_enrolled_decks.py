"""The decks of drawn hands, enrolled from drawn pictures before they are played with."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from paizhuo.vision.enroll import DeckPrint
    from paizhuo.vision.look import Sight
    from paizhuo.vision.render.deck import Deck

__all__ = ["ENROLLED", "EnrolledDecks"]

ENROLLED = click.option(
    "--enrolled", is_flag=True, help="Enrol the deck of every drawn hand from drawn pictures of its cards first."
)


class EnrolledDecks:
    """Enrols each deck of a column once and gives its print again: the same pictures, whichever hand comes first."""

    def __init__(self, column: str) -> None:
        self._held_out = column == "X"
        self._known: dict[str, DeckPrint] = {}

    def of(self, deck: Deck, sight: Sight) -> DeckPrint:
        """Give a deck's print, learned with ``sight``, whose reader must know no deck. Raises ``BadInput``."""
        if deck.name not in self._known:
            self._known[deck.name] = self._learned(deck, sight)
        return self._known[deck.name]

    def _learned(self, deck: Deck, sight: Sight) -> DeckPrint:
        from paizhuo.models.training.tables import table_top
        from paizhuo.vision.enroll import EnrolError
        from paizhuo.vision.evaluate.enrolled import enrolled

        seed = zlib.crc32(deck.name.encode())
        top = table_top(seed, held_out=self._held_out)
        try:
            found = enrolled(sight, deck, () if top is None else (top,), seed)
        except EnrolError as error:
            raise BadInput(f"{deck.name}: the deck cannot be enrolled: {error}") from error
        if found.refused:
            without = "" if found.known.jokers else ", it is enrolled without them"
            click.echo(f"{deck.name}: pictures of its jokers were refused {found.refused} times{without}", err=True)
        return found.known
