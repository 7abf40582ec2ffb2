"""The small words of a table card record: cards, seats, plays, tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from paizhuo.rules.cards import Card, Seat

SEATS: dict[str, Seat] = {seat.name: seat for seat in Seat}

OTHER_NAMES: dict[str, str] = {"SB": "LJ", "HR": "BJ", "S?": "??", "H?": "??", "D?": "??", "C?": "??"}
"""Names that other records use, and a card of which only the suit was seen."""

_CARD = re.compile(r"\?\?|[SHDC]10|[SHDC][2-9TJQKA?BRtjqka]|LJ|BJ", re.IGNORECASE)


def join(cards: Iterable[Card]) -> str:
    """Write cards without spaces.

    >>> join([Card.SA, Card.LJ, Card.UNKNOWN])
    'SALJ??'
    """
    return "".join(str(card) for card in cards)


def split(text: str) -> tuple[Card, ...] | None:
    """Read cards written without spaces; None if something else stands among them.

    >>> split("sah10LJ??"), split("SX")
    ((<Card.SA: 'SA'>, <Card.HT: 'HT'>, <Card.LJ: 'LJ'>, <Card.UNKNOWN: '??'>), None)
    """
    cards: list[Card] = []
    at = 0
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            return None
        token = found.group().upper().replace("10", "T")
        token = OTHER_NAMES.get(token, token)
        if token not in Card._value2member_map_:
            return None
        cards.append(Card(token))
        at = found.end()
    return tuple(cards)


class Mark(Enum):
    """What a seat's token in a trick says."""

    LAYS = ":"
    TAKES_BACK = "^"
    THROW_FAILED = "!"
    """The throw failed; these cards stay."""


@dataclass(frozen=True, slots=True)
class Move:
    """One token in a trick: ``N:S3S4`` lays, ``N^S4`` takes back, ``E!SK`` is what stays of a throw."""

    seat: Seat
    mark: Mark
    cards: tuple[Card, ...]


_MOVE = re.compile(r"([ENWS])([:^!])(.*)", re.DOTALL)


def read_moves(word: str) -> tuple[Move, ...] | None:
    """Read one word of a trick; a failed throw written in one word gives two moves. None if it is no such word.

    >>> [(move.mark.name, join(move.cards)) for move in read_moves("E:(SASKSK)!SK") or ()]
    [('LAYS', 'SASKSK'), ('THROW_FAILED', 'SK')]
    """
    found = _MOVE.fullmatch(word)
    if found is None:
        return None
    seat, mark = SEATS[found.group(1)], Mark(found.group(2))
    thrown, bang, stays = found.group(3).partition("!")
    cards = split(thrown.strip("()"))
    if not cards or (bang and mark is not Mark.LAYS):
        return None
    moves = (Move(seat, mark, cards),)
    if not bang:
        return moves
    left = split(stays)
    return (*moves, Move(seat, Mark.THROW_FAILED, left)) if left else None


def quote(text: str) -> str:
    """Write a tag's value: quotes and backslashes are escaped, line breaks become spaces.

    >>> quote('Li "Ace"')
    '"Li \\\\"Ace\\\\""'
    """
    flat = " ".join(text.splitlines())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(text: str) -> str:
    """Read a tag's value without its outer quotes."""
    return re.sub(r"\\(.)", r"\1", text)


_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair: ``[Hand "4"]``."""

    name: str
    value: str

    def written(self) -> str:
        """Write the pair."""
        return f"[{self.name} {quote(self.value)}]"


def tags_in(line: str) -> tuple[Tag, ...] | None:
    """Read a line of tag pairs, None if anything else stands in it.

    >>> tags_in('[E "Li"] [N "Wang"]')
    (Tag(name='E', value='Li'), Tag(name='N', value='Wang'))
    """
    found = tuple(_tags(line))
    rest = _TAG.sub("", line).strip()
    return found if found and not rest else None


def _tags(line: str) -> Iterator[Tag]:
    for match in _TAG.finditer(line):
        yield Tag(match.group(1), unquote(match.group(2)))


def without(cards: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    """Give cards less others, each once; what is not there is passed over.

    >>> without([Card.SA, Card.SA, Card.SK], [Card.SA, Card.HT])
    (<Card.SA: 'SA'>, <Card.SK: 'SK'>)
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
