"""Draw what was seen onto a picture: outlines, index quads and names."""

from __future__ import annotations

import cv2
import numpy as np

from paizhuo.vision.detections import Look, SeenCard
from paizhuo.vision.frames import Image

_RED_SUITS = "HD"
_SURE = (90, 200, 60)
_DOUBTFUL = (30, 150, 240)
_CONTRARY = (60, 40, 230)


def annotated(image: Image, look: Look) -> Image:
    """Give a copy of the picture with every card outlined and named; green is sure, orange doubtful, red contrary."""
    canvas = image.copy()
    thick = max(1, round(max(canvas.shape[:2]) / 700))
    for card in look.cards:
        colour = _CONTRARY if card.contradiction else _SURE if card.confidence >= 0.9 else _DOUBTFUL
        for index in card.indices:
            cv2.polylines(canvas, [np.round(index.quad).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        if card.outline is not None:
            cv2.polylines(canvas, [np.round(card.outline).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    for card in look.cards:
        _name(canvas, card, thick)
    return canvas


def _name(canvas: Image, card: SeenCard, thick: int) -> None:
    x, y = card.indices[0].quad.mean(axis=0)
    text = f"{card.card} {100 * card.confidence:.0f}"
    size = 0.45 * thick
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    left = int(min(max(0, x - width / 2), max(0, canvas.shape[1] - width - 4)))
    base = int(min(max(height + 4, y - height), canvas.shape[0] - 4))
    cv2.rectangle(canvas, (left - 2, base - height - 3), (left + width + 2, base + 4), (255, 255, 255), -1)
    ink = (40, 30, 200) if card.card.value[0] in _RED_SUITS else (20, 20, 20)
    cv2.putText(canvas, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)
