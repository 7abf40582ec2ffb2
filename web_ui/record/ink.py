"""Words and cards for paper: a card in running text is its suit's shape, its rank, in bold, never a font's glyph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup, escape

from paizhuo.rules.snapshot import as_json
from paizhuo.web_ui.words import PLACE, Words

SHAPES = {
    "S": "M50 4C57 20 93 38 93 62c0 12.5-9 20.5-20 20.5-8 0-14.5-4-18.5-10.5C55.5 83 59 91 67 96H33c8-5 11.5-13 12.5-24"
    "C41.5 78.5 35 82.5 27 82.5 16 82.5 7 74.5 7 62 7 38 43 20 50 4Z",
    "H": "M50 95C22 71 5 53 5 33 5 17.5 16 8 28.5 8 38 8 46 13.5 50 23 54 13.5 62 8 71.5 8 84 8 95 17.5 95 33 95 53 "
    "78 71 50 95Z",
    "D": "M50 2C59 20 72 37 89 50 72 63 59 80 50 98 41 80 28 63 11 50 28 37 41 20 50 2Z",
    "C": "M50 4a21 21 0 0 1 17 33.3A21.5 21.5 0 1 1 54.5 67C55 80 58.5 90 67.5 96h-35C41.5 90 45 80 45.5 67A21.5 21.5 "
    "0 1 1 33 37.3 21 21 0 0 1 50 4Z",
}
"""The suits as outlines in a square of 100 units; the same as in ``cards.svg`` (a test compares them)."""

INKS = {"S": "#15181c", "H": "#c8102e", "D": "#1357c0", "C": "#00764f"}
"""The colours of the suits on white, four-colour."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Writes one language; ``two`` for decks of two colours."""

    words: Words
    two: bool = False

    def suit(self, suit: str) -> Markup:
        """Draw a suit's shape."""
        colour = {"D": INKS["H"], "C": INKS["S"]}.get(suit, INKS[suit]) if self.two else INKS[suit]
        name = escape(self.words.say(f"suit.{suit}"))
        return Markup(
            f'<svg class="suit" viewBox="0 0 100 100" role="img" aria-label="{name}">'
            f'<path fill="{colour}" d="{SHAPES[suit]}"/></svg>'
        )

    def card(self, token: str) -> Markup:
        """Draw a card as shape and rank."""
        if token in ("LJ", "BJ"):
            return Markup('<b class="cd">{}</b>').format(self.words.say(f"joker.{token}"))
        if token[:1] not in SHAPES or len(token) != 2:
            return Markup('<b class="cd">?</b>')
        rank = "10" if token[1] == "T" else token[1]
        return Markup('<b class="cd {}">{}{}</b>').format(token[0], self.suit(token[0]), rank)

    def cards(self, tokens: Iterable[str]) -> Markup:
        """Draw cards side by side; none is a dash."""
        return Markup(" ").join(self.card(token) for token in tokens) or Markup("–")

    def show(self, code: str, params: Mapping[str, object] | None = None) -> Markup:
        """Give the sentence for a code with its cards and suits drawn."""
        message = self.words.messages.get(code)
        if message is None:
            return escape(self.words.say(code))
        values = as_json(params or {})
        assert isinstance(values, dict)
        out: list[Markup] = []
        end = 0
        for found in PLACE.finditer(message):
            out.append(escape(message[end : found.start()]))
            out.append(self._value(values.get(found.group(1), ""), *found.groups()))
            end = found.end()
        return Markup("").join((*out, escape(message[end:])))

    def _value(self, value: object, name: str, kind: str | None, one: str | None, many: str | None) -> Markup:
        if one is not None:
            return escape(one if value == 1 else many)
        if name == "card" and kind is None:
            kind = "card"
        items: Sequence[object] = value if isinstance(value, list) else [value]
        return Markup(" ").join(self._one(kind, str(item)) for item in items if str(item))

    def _one(self, kind: str | None, value: str) -> Markup:
        if kind in ("card", "cards"):
            return self.card(value)
        if kind in ("suit", "group") and value in SHAPES:
            return self.suit(value)
        return escape(self.words.messages.get(f"{kind}.{value}", value) if kind else value)

    def sanction(self, code: str | None) -> str:
        """Name a sanction; ``points:10`` carries its figure."""
        name, _, points = (code or "").partition(":")
        return self.words.say(f"sanction.{name}", {"n": int(points or 0)}) if name else "–"

    @staticmethod
    def hour(ms: int) -> str:
        """Give the time of day in the time zone of this machine; nothing where nobody knows."""
        return f"{_local(ms):%H:%M}" if ms else ""

    @staticmethod
    def day(ms: int) -> str:
        """Give the date."""
        return f"{_local(ms):%Y-%m-%d}" if ms else ""


def _local(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, tz=UTC).astimezone()
