"""A deck enrolled from drawn pictures of its own cards, taken as a person takes them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paizhuo.rules.cards import Card
from paizhuo.vision.deck_check import DeckCheck
from paizhuo.vision.enroll import DeckPrint, EnrolError, Enrolment
from paizhuo.vision.evaluate.labels import Labelled
from paizhuo.vision.evaluate.rendered import rendered_label
from paizhuo.vision.frames import Image
from paizhuo.vision.look import Sight
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.scenes import Scene, Stock, scene
from paizhuo.vision.render.sweeps import alone, sweeps

_TRIES = 5
"""How often a person takes the jokers' pictures when one of them is refused."""

_AGAIN = 2
"""How often a person lays cards again that the deck check calls missing."""

_SIDE = 960
_HEIGHTS = (0.1, 0.28)
_HARSHNESS = 0.6
"""Kinder than the scenes of training: the table's own camera, not a stranger's telephone."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What enrolment gave: the deck's print, and how often the jokers' pictures were ``refused``.

    The print knows no joker where every picture was refused, or where the deck has none.
    """

    known: DeckPrint
    refused: int


def enrolled(sight: Sight, deck: Deck, textures: Sequence[Image], seed: int) -> Enrolled:
    """Enrol a deck: a picture of each of its jokers alone, then two packs of it in four sweeps.

    ``textures`` are the table tops that the cards lie on. Raises ``EnrolError`` when no card is read at all.
    """
    enrolling = Enrolment(sight)
    refused = show_jokers(enrolling, deck, textures, seed)
    for picture in deck_pictures(deck, textures, seed):
        enrolling.add(picture)
    return Enrolled(enrolling.learn(enrolling.check(), ""), refused)


def two_packs(deck: Deck, seed: int) -> list[Card]:
    """Give the cards of two shuffled packs."""
    cards = [card for card in deck.faces for _ in range(2)]
    random.Random(seed).shuffle(cards)
    return cards


def deck_pictures(
    deck: Deck, textures: Sequence[Image], seed: int, *, cards: Sequence[Card] | None = None
) -> Iterator[Image]:
    """Draw the sweeps of two shuffled packs, or of ``cards`` in their order."""
    return sweeps(deck, two_packs(deck, seed) if cards is None else cards, seed, textures=textures)


def swept(
    enrolling: Enrolment, deck: Deck, cards: Sequence[Card], textures: Sequence[Image], seed: int
) -> tuple[DeckCheck, DeckCheck]:
    """Sweep ``cards``, then lay all those anew whose faces the check calls missing or too many; twice at most.

    Gives the check of the sweeps and the last one: cards that are not there stay missing, as nobody can lay them.
    """
    for picture in deck_pictures(deck, textures, seed, cards=cards):
        enrolling.add(picture)
    first = last = enrolling.check()
    for attempt in range(_AGAIN):
        asked = [card for card in cards if card in (*last.missing, *last.doubled)]
        if not asked:
            break
        # A fan or two more, which one picture holds.
        enrolling.again(next(deck_pictures(deck, textures, seed + 1 + attempt, cards=asked)))
        last = enrolling.check()
    return first, last


def show_jokers(enrolling: Enrolment, deck: Deck, textures: Sequence[Image], seed: int) -> int:
    """Show the jokers that a deck has, again where a picture is refused; give how often that was."""
    jokers = [card for card in (Card.LJ, Card.BJ) if card in deck.faces]
    for attempt in range(_TRIES):
        pictures = [
            (card, alone(deck, card, seed + 10 * attempt + place, textures=textures))
            for place, card in enumerate(jokers)
        ]
        try:
            enrolling.show_jokers(pictures)
        except EnrolError:
            continue
        return attempt
    return _TRIES


def table_scene(deck: Deck, textures: Sequence[Image], seed: int, *, jokers: float = 0.05) -> Scene:
    """Draw a scene of one deck as its own table sees it; ``jokers`` is the share of cards that become jokers."""
    stock = Stock([deck], textures, (deck,), jokers=jokers)
    drawn = scene(seed, stock, _SIDE, harshness=_HARSHNESS, heights=_HEIGHTS)
    if not drawn.uncovered:
        return drawn
    shown = zip(drawn.indices, drawn.uncovered, strict=True)
    return replace(drawn, indices=tuple(replace(index, visible=min(index.visible, share)) for index, share in shown))


def table_label(scene: Scene, name: str, column: str) -> Labelled:
    """Give the truth of a scene; who tells a card that lies there, but shows no index, has not invented it."""
    label = rendered_label(scene, name, column)
    lying = Counter({index.owner: index.card.value for index in scene.indices}.values())
    hidden = lying - Counter(label.visible) - Counter(label.maybe)
    return replace(label, maybe=tuple(sorted([*label.maybe, *hidden.elements()])))
