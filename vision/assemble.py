"""Put indices together to cards: one physical card has one pose, so two indices of one pose are one card.

Works in any plane: in pixels of a photo, where the deck is unknown and learned from the picture's own pairs, and in
table millimetres, where it is known. Two equal faces that lie half over each other are two cards: their indices do not
fit one pose. Two different faces that fit one pose perfectly are one card, flagged as a contradiction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paizhuo.rules.cards import Card
from paizhuo.vision.corners import IS_FOUR, MAY_BE_TWO, Place, Reach, completed, further_corners, place_of, sides
from paizhuo.vision.detections import ReadIndex, SeenCard
from paizhuo.vision.ornaments import is_ornament
from paizhuo.vision.poses import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    JOKER,
    JUMBO,
    STANDARD,
    DeckGeometry,
    Floats,
    IndexFrames,
    Pairs,
    Spread,
    frames_of,
    joker_spread,
    learn,
    measured_deck,
    opposite_pairs,
    outline_at,
    unknown_deck,
    wrapped_angle,
)

_ALTERNATIVES = 4
_SLIP = 0.01
"""How often a confident reading is wrong: no agreement or disagreement may weigh more than this allows."""


@dataclass(frozen=True, slots=True)
class AssembleSettings:
    """``same`` is the worst misfit of two indices with one face, ``contrary`` that of two with different faces.

    ``trusted`` is how probable one face must be for a pair to teach the deck's geometry.
    """

    same: float = 11.0
    contrary: float = 4.0
    trusted: float = 0.5


def assemble(
    indices: Sequence[ReadIndex],
    cards: Sequence[Card],
    *,
    geometry: DeckGeometry | None = None,
    units_per_mm: float | None = None,
    pairs_known: int = 100,
    mark: DeckGeometry | None = None,
    settings: AssembleSettings | None = None,
) -> tuple[SeenCard, ...]:
    """Join the indices of each card. ``cards`` says what each probability means.

    With ``geometry`` and ``units_per_mm`` the deck (from ``pairs_known`` pairs) and the scale of the plane are known;
    without, both are learned from the indices. ``mark`` is where the deck's jokers bear their mark, if that is known.
    Indices that are nothing (``Card.UNKNOWN``) must be left out before.
    """
    if not indices:
        return ()
    settings = settings or AssembleSettings()
    columns = [place for place, card in enumerate(cards) if card is not Card.UNKNOWN]
    faces = tuple(cards[place] for place in columns)
    chances, is_face = _face_chances(indices, columns)
    frames = frames_of([index.quad for index in indices])
    pairs = opposite_pairs(frames)
    agreement = np.einsum("kf,kf->k", chances[pairs.first], chances[pairs.second])
    joker = np.array([card.is_joker for card in faces])
    jokers = np.minimum(chances[pairs.first][:, joker].sum(axis=1), chances[pairs.second][:, joker].sum(axis=1)) > 0.5
    kinds: list[Spread] = []
    if geometry is not None and units_per_mm is not None:
        belief = measured_deck(geometry, units_per_mm, pairs=pairs_known)
        if not pairs_known:
            # Nothing is known of the deck yet, not even whether its indices are jumbo.
            kinds.append(measured_deck(JUMBO, units_per_mm, pairs=0))
    else:
        start = unknown_deck()
        belief = learn(pairs, _mutual_best(pairs, start, (agreement > settings.trusted) & ~jokers), start)
    misfit = np.minimum.reduce([each.misfit(pairs) for each in (belief, *kinds)])
    misfit = np.where(jokers, joker_spread(belief, mark).misfit(pairs), misfit)
    joined = _joined(pairs, misfit, agreement, belief, jokers, settings)
    groups = _with_four_corners(joined, frames, pairs, chances, belief)
    poses = _Poses(frames, pairs, belief, geometry or STANDARD, mark or JOKER, units_per_mm)
    whole = [group.pair for group in groups if group.pair is not None and not jokers[group.pair]]
    return tuple(
        _card(group, indices, chances, is_face, faces, poses)
        for group in groups
        if group.pair is None or not jokers[group.pair] or not is_ornament(group.pair, whole, pairs)
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """Indices of one card.

    ``pair`` is the place in the pairs of its two opposite ones, if it shows two; ``place`` is where the card lies if it
    shows several corners, but no opposite ones.
    """

    members: tuple[int, ...]
    pair: int | None = None
    contrary: bool = False
    place: Place | None = None


def _face_chances(indices: Sequence[ReadIndex], columns: Sequence[int]) -> tuple[Floats, Floats]:
    """Give the probabilities of the faces given that each index is one ``(n, faces)``, and that it is one ``(n,)``."""
    rows = np.stack([index.probabilities for index in indices]).astype(np.float64)[:, list(columns)]
    is_face = np.minimum(rows.sum(axis=1), 1.0)
    return np.asarray(rows / np.maximum(is_face[:, None], 1e-9), np.float64), np.asarray(is_face, np.float64)


def _mutual_best(pairs: Pairs, belief: Spread, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark allowed pairs in which each is the other's best partner."""
    misfit = np.where(allowed, belief.misfit(pairs), np.inf)
    best: dict[int, tuple[float, int]] = {}
    for place, (one, other) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        for index in (one, other):
            if misfit[place] < best.get(index, (math.inf, -1))[0]:
                best[index] = (float(misfit[place]), place)
    marked = np.zeros(len(misfit), bool)
    for place, (one, other) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        marked[place] = best.get(one, (0, -1))[1] == place == best.get(other, (0, -1))[1]
    return marked


def _joined(
    pairs: Pairs,
    misfit: Floats,
    agreement: Floats,
    belief: Spread,
    jokers: NDArray[np.bool_],
    settings: AssembleSettings,
) -> list[_Group]:
    """Match indices two by two, the best explained pair first; what is left stays alone."""
    evidence = np.log((1 - _SLIP) * agreement * 54 + _SLIP)
    # Different faces at one pose: only where the deck is known well enough to trust the pose more than the reading.
    contrary = (evidence < 0) & (misfit < settings.contrary) & (belief.learned >= 3) & ~jokers
    same = (evidence > 0) & (misfit < settings.same)
    order = np.argsort(misfit / 2 - evidence, kind="stable")
    used: set[int] = set()
    groups: list[_Group] = []
    for place in order.tolist():
        one, other = int(pairs.first[place]), int(pairs.second[place])
        if (same[place] or contrary[place]) and one not in used and other not in used:
            used |= {one, other}
            groups.append(_Group((one, other), place, bool(contrary[place])))
    return groups


def _with_four_corners(
    groups: list[_Group], frames: IndexFrames, pairs: Pairs, chances: Floats, belief: Spread
) -> list[_Group]:
    """Add the single indices: to the card whose further corners they are (decks with four), else as cards."""
    single = _left(range(len(frames)), groups)
    beside = sides(single, frames, chances, belief)
    whole = [number for number, group in enumerate(groups) if group.pair is not None and not group.contrary]
    taken = _corners_of_pairs(groups, whole, single, frames, pairs, chances, MAY_BE_TWO)
    if not any(taken.values()) and not any(side.proof for side in beside):
        return [*groups, *(_Group((index,)) for index in single)]
    taken = _corners_of_pairs(groups, whole, single, frames, pairs, chances, IS_FOUR)
    for number, extra in taken.items():
        groups[number] = _Group((*groups[number].members, *extra), groups[number].pair)
    single = _left(single, groups)
    for side in beside:
        if set(side.members) <= set(single):
            rest = _left(single, [_Group(side.members)])
            place, extra = completed(side, rest, frames, chances)
            groups.append(_Group((*side.members, *extra), place=place))
            single = _left(rest, [groups[-1]])
    return [*groups, *(_Group((index,)) for index in single)]


def _corners_of_pairs(
    groups: Sequence[_Group],
    whole: Sequence[int],
    single: Sequence[int],
    frames: IndexFrames,
    pairs: Pairs,
    chances: Floats,
    reach: Reach,
) -> dict[int, list[int]]:
    """Give the further corners of each card in ``whole`` that shows two opposite ones."""
    taken: dict[int, list[int]] = {}
    for number in whole:
        group = groups[number]
        assert group.pair is not None
        place, face = place_of(frames, pairs, group.pair), chances[group.members[0]]
        left = _left(single, [_Group(tuple(extra)) for extra in taken.values()])
        taken[number] = further_corners(place, (1, 3), face, left, frames, chances, reach=reach)
    return taken


def _left(indices: Sequence[int], groups: Sequence[_Group]) -> list[int]:
    """List the indices that belong to no group."""
    used = {member for group in groups for member in group.members}
    return [index for index in indices if index not in used]


@dataclass(frozen=True, slots=True)
class _Poses:
    """Gives a group's outline in the plane of the indices."""

    frames: IndexFrames
    pairs: Pairs
    belief: Spread
    geometry: DeckGeometry
    mark: DeckGeometry
    units_per_mm: float | None

    def outline(self, group: _Group, joker: bool) -> NDArray[np.float32]:
        """Give the outline of a group's card, as the first index reads it."""
        first = group.members[0]
        angle = float(self.frames.angle[first])
        if group.pair is not None:
            middle = self.pairs.middle[group.pair]
            second = float(self.frames.angle[group.members[1]])
            angle += wrapped_angle(second - angle - math.pi) / 2
            geometry = self.mark if joker else self.geometry
            scale = self.units_per_mm or float(self.pairs.distance[group.pair]) / geometry.length
            if not joker:
                # The line between two indices is longer, and so truer, than the sides of either.
                away = self.frames.centre[group.members[1]] - self.frames.centre[first]
                angle = math.atan2(away[1], away[0]) - self.belief.direction
            return outline_at(middle, angle, scale)
        if group.place is not None:
            place = group.place
            scale = self.units_per_mm or 2 * place.half / self.geometry.length
            return outline_at(np.array(place.middle), place.angle, scale)
        geometry = self.mark if joker else self.geometry
        scale = self._scale(first, geometry, joker)
        x, y = CARD_WIDTH_MM / 2 - geometry.index_x, CARD_HEIGHT_MM / 2 - geometry.index_y
        cos, sin = math.cos(angle), math.sin(angle)
        middle = self.frames.centre[first] + scale * np.array([x * cos - y * sin, x * sin + y * cos])
        return outline_at(middle, angle, scale)

    def _scale(self, index: int, geometry: DeckGeometry, joker: bool) -> float:
        if self.units_per_mm is not None:
            return self.units_per_mm
        if self.belief.log_distance is not None:
            there = self.frames.centre[index : index + 1]
            return float(self.belief.distance_at(there)[0]) / STANDARD.length
        if joker:
            return float(self.frames.height[index]) / geometry.index_height
        return float(self.frames.height[index]) * math.exp(self.belief.log_ratio) / geometry.length


def _card(
    group: _Group,
    indices: Sequence[ReadIndex],
    chances: Floats,
    is_face: Floats,
    faces: Sequence[Card],
    poses: _Poses,
) -> SeenCard:
    rows = chances[list(group.members)]
    if group.contrary:
        together, confidence = _contradiction(rows)
    else:
        logs = np.log(rows * (1 - _SLIP) + _SLIP / rows.shape[1]).sum(axis=0)
        together = np.exp(logs - logs.max())
        together /= together.sum()
        # Surely a card if any of its indices surely is one.
        confidence = float(together.max() * (1 - np.prod(1 - is_face[list(group.members)])))
    order = np.argsort(-together, kind="stable")
    card = faces[int(order[0])]
    others = tuple((faces[int(place)], float(together[place])) for place in order[1 : 1 + _ALTERNATIVES])
    members = tuple(indices[member] for member in group.members)
    outline = poses.outline(group, card.is_joker)
    return SeenCard(card, confidence, members, outline, others, contradiction=group.contrary)


def contradicted(sure: float, unsure: float) -> tuple[float, float]:
    """Give how much each of two readings of one card is worth, as at most one of them is right.

    >>> contradicted(0.9, 0.9)
    (0.5, 0.5)
    """
    wins, loses = sure * (1 - unsure) + 1e-6, unsure * (1 - sure) + 1e-6
    share = wins / (wins + loses)
    return share, 1 - share


def _contradiction(rows: Floats) -> tuple[Floats, float]:
    """Let the surer of two readings stand, with the confidence that is left when the other may be right."""
    tops = rows.max(axis=1)
    sure, unsure = (0, 1) if tops[0] >= tops[1] else (1, 0)
    share, rest = contradicted(float(tops[sure]), float(tops[unsure]))
    mixed = share * rows[sure] + rest * rows[unsure]
    return np.asarray(mixed, np.float64), share
