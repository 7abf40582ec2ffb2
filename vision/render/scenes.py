"""Random table scenes with truth: what training and the rendered evaluation are made of."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.render.backdrop import backdrop, clutter
from paizhuo.vision.render.compose import Shadow, card_corners, paste, placed_quads, region_of
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.effects import photographed
from paizhuo.vision.render.occluders import hand
from paizhuo.vision.render.wear import Wear, used

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]

LAYOUTS = ("single", "single", "fan", "fan", "row", "column", "heap", "tight", "tight", "grid")


@dataclass(frozen=True, slots=True, eq=False)
class TrueIndex:
    """An index corner in a scene: the card it belongs to (number and face), its quad and its visible share 0–1."""

    owner: int
    card: Card
    quad: Quad
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered picture and its truth.

    ``outlines`` are the corners of every card by number, face or back up; ``prints`` those of printed plates; ``wear``
    says what use has done to some of the cards. ``uncovered`` is each index's visible share where things that were laid
    over the cards at last count as well, which ``indices`` leave out; empty where nothing was.
    """

    picture: Picture
    indices: tuple[TrueIndex, ...]
    outlines: tuple[Quad, ...]
    prints: tuple[Quad, ...] = ()
    wear: frozenset[Wear] = frozenset()
    uncovered: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """What scenes draw from. A deck that stands twice is taken twice as often.

    ``jokers`` is the share of cards that are jokers beyond those that chance brings, ``prints`` are plates of printed
    matter that lies about, ``wear`` is the share of decks that have been played with or are sleeved.
    """

    decks: Sequence[Deck]
    textures: Sequence[Picture] = ()
    backs: Sequence[Deck] = ()
    jokers: float = 0.05
    prints: Sequence[Picture] = ()
    wear: float = 0.0


@dataclass(slots=True)
class _Drawing:
    rng: random.Random
    stock: Stock
    canvas: Picture
    owner: NDArray[np.int16]
    outlines: list[Quad]
    marks: list[tuple[int, Card, Quad]]
    card_height: float
    stretch: NDArray[np.float64] | None
    shadow: Shadow | None
    # Chance of its own: a scene without wear stays the same scene.
    wear_rng: random.Random
    wear: set[Wear]


def scene(
    seed: int, stock: Stock, side: int = 320, *, harshness: float = 1.0, heights: tuple[float, float] = (0.21, 1.03)
) -> Scene:
    """Render the scene of ``seed``: ``side`` × ``side`` pixels, the same for the same seed and stock.

    Cards are between ``heights`` sides high.
    """
    rng = random.Random(seed)
    canvas = backdrop(rng, side, stock.textures)
    prints = clutter(rng, canvas, stock.prints)
    height = math.exp(rng.uniform(*map(math.log, heights))) * side
    depth = rng.uniform(0.1, 0.55) if rng.random() < 0.8 else 0.0
    throw = rng.uniform(0, 0.03) * height
    shadow = (
        Shadow(rng.uniform(-1, 1) * throw, rng.uniform(-1, 1) * throw, rng.uniform(0.8, 4), depth) if depth else None
    )
    owner = np.zeros((side, side), np.int16)
    wear_rng = random.Random(f"wear {seed}")
    drawing = _Drawing(rng, stock, canvas, owner, [], [], height, _tilt(rng, side), shadow, wear_rng, set())
    few = [3, 4, 5, 6] if height < 0.34 * side else [2, 3, 4] if height < 0.56 * side else [1, 2, 2, 3]
    for _ in range(rng.choice(few)):
        _cluster(drawing)
    over: NDArray[np.bool_] | None = None
    if rng.random() < 0.06:
        before = canvas.copy()
        clutter(rng, canvas)  # over the cards: the visible shares then err slightly, as people's labels do
        over = (canvas != before).any(axis=2)
    if rng.random() < 0.25:
        cover, colour = hand(rng, (side, side), height)
        canvas[:] = (canvas * (1 - cover[..., None]) + colour * cover[..., None]).astype(np.uint8)
        drawing.owner[cover > 0.5] = 0
    picture = photographed(rng, canvas, harshness)
    indices = tuple(
        TrueIndex(owner, card, quad, _visible(drawing.owner, owner, quad)) for owner, card, quad in drawing.marks
    )
    uncovered: tuple[float, ...] = ()
    if over is not None:
        drawing.owner[over] = 0
        uncovered = tuple(_visible(drawing.owner, owner, quad) for owner, _, quad in drawing.marks)
    return Scene(picture, indices, tuple(drawing.outlines), tuple(prints), frozenset(drawing.wear), uncovered)


def _tilt(rng: random.Random, side: int) -> NDArray[np.float64] | None:
    if rng.random() < 0.5:
        return None
    tilt, angle = rng.uniform(0, 0.3), rng.uniform(0, 2 * math.pi)
    bend = np.array([[1, 0, 0], [0, 1, 0], [tilt / side * math.cos(angle), tilt / side * math.sin(angle), 1]])
    move = np.array([[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(move) @ bend @ move)


def _cluster(drawing: _Drawing) -> None:
    rng = drawing.rng
    side = drawing.canvas.shape[0]
    deck = rng.choice(drawing.stock.decks)
    layout = rng.choice(LAYOUTS)
    count = 1 if layout == "single" else rng.randint(2, 13) if layout == "tight" else rng.randint(2, 7)
    base, height = rng.uniform(0, 2 * math.pi), drawing.card_height
    x, y = rng.uniform(-0.1, 1.1) * side, rng.uniform(-0.1, 1.1) * side
    step = height * {"tight": rng.uniform(0.1, 0.2), "grid": rng.uniform(0.75, 1.1)}.get(
        layout, rng.uniform(0.13, 0.45)
    )
    turn = (
        rng.uniform(0.06, 0.25) * rng.choice([1, 1, 1, -1])
        if layout == "fan"
        else rng.uniform(0, 0.13)
        if layout == "tight"
        else 0.0
    )
    wobble = rng.choice([0.01, 0.04, 0.1])
    wear = drawing.wear_rng.choice(tuple(Wear)) if drawing.wear_rng.random() < drawing.stock.wear else None
    for place in range(count):
        angle = base + turn * (place - count / 2) + rng.gauss(0, wobble)
        if layout == "heap":
            angle = rng.uniform(0, 2 * math.pi)
            px, py = x + rng.uniform(-1, 1) * height, y + rng.uniform(-1, 1) * height
        elif layout == "column":
            px, py = x - place * step * math.sin(base), y + place * step * math.cos(base)
        elif layout == "grid":
            along, down = place % 3, place // 3
            px = x + step * (along * math.cos(base) - down * 1.35 * math.sin(base))
            py = y + step * (along * math.sin(base) + down * 1.35 * math.cos(base))
        else:
            px, py = x + place * step * math.cos(base), y + place * step * math.sin(base)
            if layout == "fan" or turn:
                # A fan turns about a point below the cards, so its tops spread and its bottoms stay together.
                px, py = _about(base, turn * (place - count / 2), x, y, height, place * step * 0.25)
        _lay(drawing, deck, (px, py), angle, wear)


def _about(base: float, turn: float, x: float, y: float, height: float, slide: float) -> tuple[float, float]:
    down = np.array([-math.sin(base), math.cos(base)])
    pivot = np.array([x, y]) + down * height * 0.9
    angle = base + turn
    return tuple(
        pivot
        + np.array([math.sin(angle), -math.cos(angle)]) * height * 0.9
        + slide * np.array([math.cos(base), math.sin(base)])
    )


def _lay(drawing: _Drawing, deck: Deck, centre: tuple[float, float], angle: float, wear: Wear | None) -> None:
    rng = drawing.rng
    card: Card | None = rng.choice(tuple(deck.faces))
    if card is not None and not card.is_joker and rng.random() < drawing.stock.jokers and Card.BJ in deck.faces:
        card = rng.choice([Card.BJ, Card.LJ]) if Card.LJ in deck.faces else Card.BJ
    if rng.random() < 0.06:
        card = None
    face = deck.faces[card] if card is not None else rng.choice(drawing.stock.backs or (deck,)).back
    height = drawing.card_height * rng.uniform(0.98, 1.02)
    if wear is not None:
        drawing.wear.add(wear)
        face = used(face, wear, drawing.wear_rng, height)
    width, tall = face.size
    corners = card_corners(centre, height, width / tall, angle, drawing.stretch)
    number = len(drawing.outlines) + 1
    region, cover = paste(drawing.canvas, face, corners, brightness=rng.uniform(0.86, 1.03), shadow=drawing.shadow)
    drawing.outlines.append(corners)
    left, top, right, bottom = region
    if left >= right:
        return
    drawing.owner[top:bottom, left:right][cover > 0.5] = number
    if card is not None:
        drawing.marks += [(number, card, quad) for quad in placed_quads(face, corners)]


def _visible(owner: NDArray[np.int16], number: int, quad: Quad) -> float:
    area = abs(float(cv2.contourArea(quad)))
    left, top, right, bottom = region_of(quad, owner.shape, margin=1)
    if area < 4 or left >= right or top >= bottom:
        return 0.0
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - [left, top]) * 16).astype(np.int32), 1, shift=4)
    inside = int(np.count_nonzero(mask))
    seen = int(np.count_nonzero(owner[top:bottom, left:right][mask > 0] == number))
    # A quad that hangs over the picture's edge counts what lies outside as hidden.
    return min(1.0, seen / max(inside, area))
