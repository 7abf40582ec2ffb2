"""Print that stands at both ends of a court card and looks like a joker's mark."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paizhuo.vision.poses import Pairs

_SAME_MIDDLE = 0.05
"""In distances of a card's indices: about four millimetres."""

_WITHIN = 0.95


def is_ornament(pair: int, cards: Sequence[int], pairs: Pairs) -> bool:
    """Say whether a pair of joker's marks is print of a card whose two indices are seen.

    ``cards`` are the pairs of indices of other cards. A card's print is the same from either end, so that two ornaments
    lie about its very middle. A joker laid there the same way would cover the indices, or be covered; one laid
    crosswise over the very middle of another card is lost to this.
    """
    others = np.asarray(cards, np.intp)
    apart = np.linalg.norm(pairs.middle[others] - pairs.middle[pair], axis=1)
    size: NDArray[np.float64] = pairs.distance[others]
    return bool(((apart < _SAME_MIDDLE * size) & (pairs.distance[pair] < _WITHIN * size)).any())
