"""Framed jokers: the drawing fills the card, both corners have their niche, and the rest of the deck is untouched."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from paizhuo.models.training.frames import lay_in_frame
from paizhuo.models.training.procedural import procedural_deck
from paizhuo.models.training.stock import _supplies
from paizhuo.rules.cards import Card

PAPER, INK = (250, 251, 252), (30, 20, 210)


def cleared(sheet: np.ndarray) -> bool:
    """Tell whether paper lies where the index of the upper left corner comes to stand."""
    niche = sheet[26:46, 24:44].astype(int)
    return bool((np.abs(niche - PAPER).max(axis=2) < 20).all())


def test_the_drawing_reaches_the_frame_and_both_corners_have_their_niche_or_neither() -> None:
    niches = []
    for seed in range(60):
        sheet = np.full((440, 310, 3), PAPER, np.uint8)
        sheet[20:420, 60:250] = np.random.default_rng(seed).integers(0, 120, (400, 190, 1), np.uint8)
        lay_in_frame(sheet, (20.0, 22.0, 48.0, 50.0), PAPER, INK, random.Random(seed))
        assert np.abs(sheet[:, 155].astype(int) - PAPER).max(axis=1).mean() > 40, "paper from edge to edge"
        assert cleared(sheet) == cleared(sheet[::-1, ::-1])
        niches.append(cleared(sheet))
    assert 0.6 < np.mean(niches) < 0.9


def test_a_deck_with_frames_differs_in_its_jokers_alone() -> None:
    supplies = _supplies({})
    plain = procedural_deck(3, supplies)
    framed = procedural_deck(3, replace(supplies, framed=1.0))
    changed = {
        card for card, face in plain.faces.items() if not np.array_equal(face.levels[0], framed.faces[card].levels[0])
    }
    assert changed == {Card.LJ, Card.BJ}
    none = procedural_deck(3, replace(supplies, framed=0.0))
    assert all(np.array_equal(face.levels[0], none.faces[card].levels[0]) for card, face in plain.faces.items())


def test_many_framed_jokers_have_a_mark_alone() -> None:
    supplies = replace(_supplies({}), framed=1.0)
    corners = [procedural_deck(seed, supplies, "chinese").faces[Card.BJ].quads[0] for seed in range(12)]
    sides = [np.ptp(corner, axis=0) for corner in corners]
    square = [abs(wide - high) <= 1 for wide, high in sides]
    assert 2 <= sum(square) <= 9
