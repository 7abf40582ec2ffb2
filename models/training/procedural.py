"""Procedural decks: index font, size and place, suit shapes, colours, paper, courts and jokers vary without end."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training import suits
from paizhuo.models.training.frames import lay_in_frame
from paizhuo.models.training.jokers import JokerStyle, Stamp, joker_stamps, joker_style
from paizhuo.models.training.lettering import Mask, glyph, rank_glyph
from paizhuo.rules.cards import FACES, Card, Rank, Suit
from paizhuo.vision.render.deck import Box, Deck, Face, corner_quads, face_from, rounded

Colour = tuple[int, int, int]
Sheet = NDArray[np.uint8]

STYLES = ("standard",) * 6 + ("jumbo",) * 3 + ("chinese",) * 5 + ("fourcolour",) * 2 + ("corners4",)
_HEIGHT = 440
_PIP_ROWS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0), (0.5, 1)),
    3: ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    8: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    9: ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    10: ((0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3), (0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1)),
}

_MARK_ALONE = 0.4
"""The share of framed jokers that have a small mark and no lettering."""


@dataclass(frozen=True, slots=True)
class Supplies:
    """What procedural decks are made of: index fonts, Chinese fonts, court and joker drawings by letter or token.

    ``court_share`` is the share of courts that get a drawing; the others get a scribble of shapes. ``framed`` is the
    share of decks whose jokers have a drawing that fills the card within a frame.
    """

    fonts: tuple[Path, ...]
    chinese_fonts: tuple[Path, ...] = ()
    courts: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    court_share: float = 0.85
    framed: float = 0.0


@dataclass(slots=True)
class _Plan:
    rng: random.Random
    style: str
    width: int
    font: Path
    weight: int
    squeeze: float
    cap: float
    margin: tuple[float, float]
    suit_height: float
    suit_width: float
    gap: float
    paper: Colour
    colours: dict[Suit, Colour]
    shapes: suits.SuitShapes
    pip: float
    radius: float
    edged: bool


def procedural_deck(seed: int, supplies: Supplies, style: str | None = None) -> Deck:
    """Draw the deck of ``seed``: the same seed and supplies give the same deck."""
    rng = random.Random(seed)
    plan = _plan(rng, supplies, style or rng.choice(STYLES))
    jokers = joker_style(
        rng,
        chinese=plan.style == "chinese",
        characters=bool(supplies.chinese_fonts),
        red=plan.colours[Suit.HEARTS],
        black=plan.colours[Suit.SPADES],
    )
    # Dice of its own: the rest of a deck is the same with and without frames.
    dice = random.Random(f"{seed} framed")
    framed = dice.random() < supplies.framed
    if framed and dice.random() < _MARK_ALONE:
        jokers = replace(jokers, mode="mark", mark_size=dice.uniform(0.045, 0.1))
    character_font = rng.choice(supplies.chinese_fonts) if supplies.chinese_fonts else None
    faces: dict[Card, Face] = {}
    for card in FACES:
        sheet = np.full((_HEIGHT, plan.width, 3), plan.paper, np.uint8)
        if card.is_joker:
            stamps = joker_stamps(jokers, card, plan.font, plan.margin, _HEIGHT, character_font)
            box = _joker(sheet, plan, card, jokers, stamps, supplies)
            if framed:
                lay_in_frame(sheet, box, plan.paper, stamps[0][3], random.Random(f"{seed} frame"))
                _ink(sheet, stamps)
        else:
            box = _suited(sheet, plan, card, supplies)
        faces[card] = _finish(sheet, box, plan)
    return Deck(f"procedural-{seed}", faces, face_from(rounded(_back(plan), plan.radius)))


def _plan(rng: random.Random, supplies: Supplies, style: str) -> _Plan:
    width = round(_HEIGHT * rng.choice([0.7159, 0.7159, 0.7159, 0.6477, 0.69]))
    jumbo = style == "jumbo"
    cap = _HEIGHT * (
        rng.uniform(0.125, 0.2)
        if jumbo
        else rng.uniform(0.068, 0.092)
        if style == "chinese"
        else rng.uniform(0.07, 0.12)
    )
    font = rng.choice(supplies.fonts)
    weight = rng.choice([0, 0, 0, 2, 4])
    squeeze = rng.uniform(0.7, 1.05)
    eight = glyph(font, "8", cap, squeeze=squeeze, weight=weight).shape[1]
    squeeze *= min(1.0, 0.68 * cap / eight)
    red = (rng.randint(10, 70), rng.randint(0, 50), rng.randint(170, 235))
    dark = rng.randint(0, 50)
    black = (dark + rng.randint(0, 10), dark, dark)
    colours: dict[Suit, Colour] = {Suit.SPADES: black, Suit.HEARTS: red, Suit.DIAMONDS: red, Suit.CLUBS: black}
    if style == "fourcolour":
        colours[Suit.DIAMONDS] = rng.choice([(200, 90, 0), (190, 60, 20), (210, 130, 10), (0, 120, 235)])
        colours[Suit.CLUBS] = rng.choice([(60, 130, 0), (40, 140, 20), (80, 110, 10)])
    suit_height = cap * rng.uniform(0.55, 0.95)
    paper = rng.choice([255, 255, 252, 248, 242])
    return _Plan(
        rng=rng,
        style=style,
        width=width,
        font=font,
        weight=weight,
        squeeze=squeeze,
        cap=cap,
        margin=(width * rng.uniform(0.025, 0.085), _HEIGHT * rng.uniform(0.02, 0.06)),
        suit_height=suit_height,
        suit_width=suit_height * rng.uniform(0.78, 1.05),
        gap=cap * rng.uniform(0.04, 0.25),
        paper=(paper - rng.choice([0, 0, 3, 8, 14]), paper - rng.choice([0, 0, 2, 4]), paper),
        colours=colours,
        shapes=suits.varied(rng),
        pip=rng.uniform(0.12, 0.17) * (0.7 if jumbo else 1.0),
        radius=width * rng.choice([0.0, 0.04, 0.05, 0.055, 0.065]),
        edged=rng.random() < 0.25,
    )


def _suited(sheet: Sheet, plan: _Plan, card: Card, supplies: Supplies) -> Box:
    suit, rank = card.suit, card.rank
    assert suit is not None
    assert rank is not None
    colour = plan.colours[suit]
    number = rank_glyph(plan.font, rank.value, plan.cap, squeeze=plan.squeeze, weight=plan.weight)
    pip = plan.shapes.mask(suit, max(3, round(plan.suit_width)), max(3, round(plan.suit_height)))
    usual = glyph(plan.font, "8", plan.cap, squeeze=plan.squeeze, weight=plan.weight).shape[1]
    if number.shape[1] > usual * 1.55:
        number = np.asarray(
            cv2.resize(number, (round(usual * 1.55), number.shape[0]), interpolation=cv2.INTER_AREA), np.uint8
        )
    column = max(usual, pip.shape[1])
    middle = max(plan.margin[0] + column / 2, plan.margin[0] * 0.5 + number.shape[1] / 2)
    top = plan.margin[1]
    stamps = [
        (number, middle - number.shape[1] / 2, top),
        (pip, middle - pip.shape[1] / 2, top + number.shape[0] + plan.gap),
    ]
    box = _bounds(stamps)
    inner = (box[2] + plan.width * 0.02, plan.width - box[2] - plan.width * 0.02)
    if rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        _court(sheet, plan, rank.value, supplies, inner)
    else:
        _pips(sheet, plan, suit, 1 if rank is Rank.ACE else rank.height, inner)
    _stamp_all(sheet, stamps, colour)
    return box


def _pips(sheet: Sheet, plan: _Plan, suit: Suit, count: int, inner: tuple[float, float]) -> None:
    size = plan.pip * _HEIGHT * (plan.rng.choice([1.0, 1.4, 2.6]) if count == 1 else 1.0)
    mask = plan.shapes.mask(suit, max(3, round(size * 0.92)), max(3, round(size)))
    left = max(inner[0] + mask.shape[1] / 2 - plan.width * 0.03, plan.width * 0.28)
    left = min(left, plan.width * 0.4)
    for across, down in _PIP_ROWS[count]:
        x = left + (plan.width - 2 * left) * across
        y = _HEIGHT * (0.17 + 0.66 * down)
        stamp = mask[::-1] if down > 0.5 else mask
        _blend(sheet, stamp, x - stamp.shape[1] / 2, y - stamp.shape[0] / 2, plan.colours[suit])


def _court(sheet: Sheet, plan: _Plan, letter: str, supplies: Supplies, inner: tuple[float, float]) -> None:
    drawings = supplies.courts.get(letter, ())
    left = round(min(inner[0], plan.width * 0.3)) if plan.rng.random() < 0.75 else round(plan.width * 0.13)
    width, height = plan.width - 2 * left, round(_HEIGHT * 0.9)
    top = (_HEIGHT - height) // 2
    if drawings and plan.rng.random() < supplies.court_share:
        drawing = plan.rng.choice(drawings)
        drawing = np.asarray(cv2.resize(drawing, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        if letter == "LJ":
            drawing = np.repeat(drawing.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    else:
        drawing = _scribble(plan, (height, width), grey=letter == "LJ")
    paper = np.array(plan.paper, np.float32) / 255
    sheet[top : top + height, left : left + width] = (drawing * paper).astype(np.uint8)
    if plan.rng.random() < 0.5:
        cv2.rectangle(sheet, (left, top), (left + width, top + height), (60, 40, 30), 1, cv2.LINE_AA)


def _scribble(plan: _Plan, shape: tuple[int, int], *, grey: bool) -> Sheet:
    rng = plan.rng
    sheet = np.full((*shape, 3), plan.paper, np.uint8)
    height, width = shape
    palette: Sequence[Colour] = (
        (40, 30, 220),
        (30, 20, 20),
        (40, 200, 240),
        (160, 60, 30),
        (255, 255, 255),
        (60, 140, 30),
    )

    def point() -> tuple[int, int]:
        return rng.randint(0, width), rng.randint(0, height)

    for _ in range(rng.randint(15, 60)):
        colour = rng.choice(palette)
        kind = rng.randint(0, 2)
        if kind == 0:
            cv2.line(sheet, point(), point(), colour, rng.randint(1, 7), cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(
                sheet, point(), (rng.randint(3, 50), rng.randint(3, 40)), rng.randint(0, 180), 0, 360, colour, -1
            )
        else:
            cv2.fillPoly(sheet, [np.array([point() for _ in range(3)], np.int32)], colour, cv2.LINE_AA)
    if rng.random() < 0.7:
        half = sheet[: height // 2]
        sheet[height - height // 2 :] = half[::-1, ::-1]
    if grey:
        sheet = np.repeat(sheet.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    return sheet


def _joker(
    sheet: Sheet, plan: _Plan, card: Card, style: JokerStyle, stamps: Sequence[Stamp], supplies: Supplies
) -> Box:
    box = _bounds([(mask, x, y) for mask, x, y, _ in stamps])
    inner = (box[2] + plan.width * 0.02, plan.width - box[2])
    _court(sheet, plan, card.value, supplies, inner)
    if plan.rng.random() < 0.25 and style.mode != "across":
        # The word once more in the picture, large: no index, and not to be read as one.
        word = glyph(plan.font, style.word, _HEIGHT * plan.rng.uniform(0.05, 0.09), weight=plan.weight)
        if word.shape[1] < plan.width * 0.6:
            place = ((plan.width - word.shape[1]) / 2, _HEIGHT * plan.rng.uniform(0.35, 0.6))
            _blend(sheet, word, *place, plan.rng.choice(list(plan.colours.values())))
    # Wide lettering lies over the drawing: give it paper to stand on.
    if box[2] > plan.width * 0.2:
        sheet[: round(box[3]) + 3, : round(box[2]) + 3] = plan.paper
    _ink(sheet, stamps)
    return box


def _ink(sheet: Sheet, stamps: Sequence[Stamp]) -> None:
    for mask, x, y, ink in stamps:
        _blend(sheet, mask, x, y, ink)


def _back(plan: _Plan) -> Sheet:
    rng = plan.rng
    base = np.array(rng.choice([(40, 30, 170), (150, 60, 30), (70, 90, 20), (60, 60, 60), (30, 20, 120)]), np.uint8)
    sheet = np.full((_HEIGHT, plan.width, 3), plan.paper, np.uint8)
    edge = round(plan.width * rng.choice([0.0, 0.04, 0.07]))
    inner = sheet[edge : _HEIGHT - edge, edge : plan.width - edge]
    inner[:] = base
    step = rng.randint(7, 26)
    light = tuple(int(v) for v in np.clip(base.astype(int) + rng.randint(50, 140), 0, 255))
    for offset in range(-_HEIGHT, plan.width + _HEIGHT, step):
        cv2.line(inner, (offset, 0), (offset + _HEIGHT, _HEIGHT), light, rng.choice([1, 1, 2]), cv2.LINE_AA)
        cv2.line(inner, (offset, _HEIGHT), (offset + _HEIGHT, 0), light, 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        middle = (inner.shape[1] // 2, inner.shape[0] // 2)
        cv2.circle(inner, middle, rng.randint(20, 70), light, rng.choice([-1, 3]), cv2.LINE_AA)
    return sheet


def _bounds(stamps: Sequence[tuple[Mask, float, float]]) -> Box:
    left = min(x for _, x, _ in stamps)
    top = min(y for _, _, y in stamps)
    right = max(x + mask.shape[1] for mask, x, _ in stamps)
    bottom = max(y + mask.shape[0] for mask, _, y in stamps)
    return left, top, right, bottom


def _stamp_all(sheet: Sheet, stamps: Sequence[tuple[Mask, float, float]], colour: Colour) -> None:
    for mask, x, y in stamps:
        _blend(sheet, mask, x, y, colour)


def _blend(sheet: Sheet, mask: Mask, x: float, y: float, colour: Colour) -> None:
    left, top = max(0, round(x)), max(0, round(y))
    part = sheet[top : top + mask.shape[0], left : left + mask.shape[1]]
    cover = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - cover) + np.array(colour, np.float32) * cover).astype(np.uint8)


def _finish(sheet: Sheet, box: Box, plan: _Plan) -> Face:
    left, top, right, bottom = (round(v) for v in box)
    block = sheet[top : bottom + 1, left : right + 1]
    height, width = sheet.shape[:2]
    sheet[height - bottom - 1 : height - top, width - right - 1 : width - left] = block[::-1, ::-1]
    quads = list(corner_quads((left, top, right, bottom), (width, height)))
    if plan.style == "corners4":
        sheet[top : bottom + 1, width - right - 1 : width - left] = block
        sheet[height - bottom - 1 : height - top, left : right + 1] = block[::-1, ::-1]
        quads += list(corner_quads((width - right, top, width - left, bottom), (width, height)))
    if plan.edged:
        cv2.rectangle(sheet, (1, 1), (width - 2, height - 2), (140, 140, 140), 1, cv2.LINE_AA)
    return face_from(rounded(sheet, plan.radius), quads)
