"""How a simulated table looks: its cards, what it is covered with, and the light and the camera over it."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from paizhuo.device.twin.lens import LensSettings
from paizhuo.device.twin.view import View
from paizhuo.vision.frames import Image
from paizhuo.vision.render.deck import Deck
from paizhuo.vision.render.house import house_deck


@dataclass(frozen=True, slots=True, eq=False)
class Dress:
    """A deck, a table top (BGR, any size; None: the green cloth that the product weaves), the camera's place, the lens.

    ``name`` says in a word what was chosen, for reports.
    """

    deck: Deck = field(default_factory=house_deck)
    top: Image | None = None
    view: View = field(default_factory=View)
    lens: LensSettings = field(default_factory=LensSettings)
    name: str = "house"


def spread(top: Image, width: int, height: int) -> Image:
    """Give the middle of a table top, scaled so that it just covers ``width`` × ``height`` pixels."""
    scale = max(width / top.shape[1], height / top.shape[0])
    size = (max(width, round(top.shape[1] * scale)), max(height, round(top.shape[0] * scale)))
    whole = cv2.resize(top, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    x, y = (size[0] - width) // 2, (size[1] - height) // 2
    return np.ascontiguousarray(whole[y : y + height, x : x + width])
