"""How sure the cards of one picture must be to count."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.vision.boxes import sizes
from paizhuo.vision.detections import ReadIndex, SeenCard

_AS_LARGE = 0.2
"""How far apart, in logarithms, two indices of one picture may be in size to be of the same print."""


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure a card must be: its confidence when two indices agree, and confidence and score of one index alone."""

    pair: float
    single: float
    score: float


@dataclass(frozen=True, slots=True)
class SightSettings:
    """What counts as a card. Print and patterns resemble the lettering of jokers, so that these must be surer.

    ``doubtful`` is the least chance of being a face at all for an index to take part. Beside a card that shows two
    indices a second one of that face may be less sure, as print that looks like one index looks like no such card:
    ``faintly`` found if it is read as surely as a single one must be, or read as probably as ``unclear`` if its score
    is at least ``clear``. Where jokers are enrolled, finds are asked for their marks down to a score of ``faintest``.
    """

    common: Sureness = Sureness(pair=0.5, single=0.6, score=0.4)
    joker: Sureness = Sureness(pair=0.85, single=0.85, score=0.45)
    doubtful: float = 0.2
    faintly: float = 0.3
    unclear: float = 0.4
    clear: float = 0.6
    faintest: float = 0.02


def is_sure(card: SeenCard, settings: SightSettings) -> bool:
    """Say whether a seen card is sure enough to count."""
    least = settings.joker if card.card.is_joker else settings.common
    if len(card.indices) > 1:
        return card.confidence >= least.pair
    return card.confidence >= least.single and card.indices[0].score >= least.score


def sure_cards(cards: Sequence[SeenCard], settings: SightSettings) -> tuple[SeenCard, ...]:
    """Give the cards of one picture that count: the sure ones, and the less sure twin of a sure one.

    Two decks hold a face twice, so that a face seen twice has no further twin.
    """
    counted = [card for card in cards if is_sure(card, settings)]
    seen = Counter(card.card for card in counted)
    once = [card for card in counted if seen[card.card] == 1]
    for card in sorted(cards, key=lambda card: -card.confidence):
        if card in counted:
            continue
        other = next((other for other in once if _is_twin(card, other, settings)), None)
        if other is not None:
            counted.append(card)
            once.remove(other)
    return tuple(card for card in cards if card in counted)


def _is_twin(card: SeenCard, other: SeenCard, settings: SightSettings) -> bool:
    """Say whether a card of one index may be a second one of ``other``, which shows two of the same size."""
    if len(card.indices) > 1 or len(other.indices) < 2:
        return False
    index = card.indices[0]
    chance = card.confidence if card.card is other.card else dict(card.alternatives).get(other.card, 0.0)
    joker = other.card.is_joker
    found_faintly = chance >= (settings.joker if joker else settings.common).single and index.score >= settings.faintly
    read_unclearly = not joker and chance >= settings.unclear and index.score >= settings.clear
    tall = _log_size(index)
    as_large = any(abs(tall - _log_size(each)) < _AS_LARGE for each in other.indices)
    return (found_faintly or read_unclearly) and as_large


def _log_size(index: ReadIndex) -> float:
    return math.log(max(float(sizes(index.quad[None])[0]), 1e-6))
