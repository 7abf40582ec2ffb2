"""The pictures of the scripted table: drawn once with the product's own faces, served like a camera's."""

from __future__ import annotations

import json
from importlib import resources

from paizhuo.rules.service import LivePicture, OutlinedCard
from paizhuo.rules.snapshot import PastTrickView, Role, TrickView
from paizhuo.web_ui.scripted.table import ScriptedTable

EVIDENCE = {(8, "W"): "w-c9.jpg", (14, "W"): "w-s5.jpg"}


class ScriptedPictures:
    """A ``PictureService`` beside a ``ScriptedTable``; ``freeze`` stops it as a dead camera would.

    >>> pictures = ScriptedPictures(ScriptedTable(steps=100))
    >>> picture = pictures.live()
    >>> [card.card for card in picture.cards]
    ['SK', 'S3', 'S5']
    """

    def __init__(self, table: ScriptedTable) -> None:
        self._table = table
        self._frame = 0
        self._frozen: LivePicture | None = None
        raw = json.loads(_file("outlines.json"))
        self._size = (int(raw["width"]), int(raw["height"]))
        self._cards = tuple(
            OutlinedCard(
                each["card"],
                float(each["confidence"]),
                each["zone"],
                tuple((float(x), float(y)) for x, y in each["outline"]),
            )
            for each in raw["cards"]
        )
        self._jpegs = tuple(_file(f"table-{count}.jpg") for count in range(len(self._cards) + 1))

    def live(self) -> LivePicture | None:
        """Give the picture for the trick in progress; plays without a drawing show the empty table."""
        if self._frozen is not None:
            return self._frozen
        self._frame += 1
        trick = self._table.snapshot(Role.REFEREE).trick
        drawn = [play.cards[0] for play in trick.plays]
        count = len(drawn) if drawn == [card.card for card in self._cards[: len(drawn)]] else 0
        return LivePicture(self._frame, *self._size, self._jpegs[count], self._cards[:count])

    def freeze(self) -> None:
        """Give the same picture from now on."""
        self._frozen = self.live()

    def thaw(self) -> None:
        """Give fresh pictures again."""
        self._frozen = None

    def evidence(self, seq: int) -> bytes | None:
        """Give the crop of a play, if one was drawn."""
        seen = self._table.snapshot(Role.REFEREE)
        tricks: tuple[TrickView | PastTrickView, ...] = (*seen.tricks, seen.trick)
        names = (EVIDENCE.get((trick.number, play.seat)) for trick in tricks for play in trick.plays if play.seq == seq)
        name = next(names, None)
        return None if name is None else _file(name)


def _file(name: str) -> bytes:
    return resources.files("paizhuo.web_ui").joinpath("scripted", "pictures", name).read_bytes()
