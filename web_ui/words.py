"""The words of the pages: one catalogue of codes per language, for the server and for the scripts alike.

A message is plain text with places: ``{name}`` puts a value in, ``{name:kind}`` one that has words or a shape of its
own (card, cards, seat, side, suit, group, rank), ``{name|one|many}`` chooses by number. The scripts read the same
catalogue and turn cards into shapes; here everything becomes text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

LANGUAGES = ("zh-Hans", "en")
PLACE = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^|{}]*)\|([^|{}]*))?\}")

Value = str | int | float | Sequence[str]


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    language: str
    messages: Mapping[str, str]

    def say(self, code: str, params: Mapping[str, Value] | None = None) -> str:
        """Give the sentence for a code. An unknown code gives the sentence for unknown codes, which names it.

        >>> words("en").say("name.card", {"card": "HT"})
        '10 of hearts'
        >>> words("zh-Hans").say("ui.trick_n", {"n": 14})
        '第 14 圈'
        """
        message = self.messages.get(code)
        if message is None:
            return self.messages["ui.unknown_code"].replace("{code}", code)
        values = params or {}
        return PLACE.sub(lambda found: self._fill(found, values), message)

    def card(self, token: str) -> str:
        """Give a card's name: ``HT`` → “红桃 10”, “10 of hearts”."""
        if token in ("LJ", "BJ", "??"):
            return self.messages[f"card.{token}"]
        pattern = self.messages["card.pattern"]
        return pattern.replace("{rank}", self.messages[f"rank.{token[1]}"]).replace(
            "{suit}", self.messages[f"suit.{token[0]}"]
        )

    def _fill(self, found: re.Match[str], values: Mapping[str, Value]) -> str:
        name, kind, one, many = found.groups()
        value = values.get(name, "")
        if one is not None:
            return str(one if value == 1 else many)
        if name == "card" and kind is None:
            kind = "card"
        if kind is None:
            return str(value)
        items = [value] if isinstance(value, (str, int, float)) else list(value)
        return " ".join(self._named(kind, str(item)) for item in items if str(item))

    def _named(self, kind: str, value: str) -> str:
        if kind in ("card", "cards"):
            return self.card(value)
        return self.messages.get(f"{kind}.{value}", value)


NOT_DAILY = ("access.json", "camera.json", "record.json", "review.json", "setup.json")
"""Words that the table's own pages (dashboard, referee's desk, overlays) do without: they are opened every day."""


@cache
def words(language: str, *, daily: bool = False) -> Words:
    """Load a language, or what the ``daily`` pages need of it; an unknown one is an error of the program."""
    folder = resources.files("paizhuo.web_ui").joinpath("words", language)
    messages: dict[str, str] = {}
    for each in sorted(folder.iterdir(), key=lambda file: file.name):
        if each.name.endswith(".json") and not (daily and each.name in NOT_DAILY):
            messages |= json.loads(each.read_text("utf-8"))
    return Words(language, messages)


def choose(asked: str | None, kept: str | None, accepted: Sequence[str], fallback: str) -> str:
    """Choose the language of a page: asked for in the address, kept in a cookie, or accepted by the browser.

    >>> choose(None, None, ["fr", "zh-CN"], "en")
    'zh-Hans'
    >>> choose("en", "zh-Hans", [], "zh-Hans")
    'en'
    """
    for wish in (asked, kept, *accepted):
        short = (wish or "").lower()
        if short.startswith("zh"):
            return "zh-Hans"
        if short.startswith("en"):
            return "en"
    return fallback
