"""Finds on tables rich in jokers: how far each is from an enrolled joker's mark, and whether it is that mark."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from paizhuo.models.training.enrolment import Table
from paizhuo.rules.cards import Card
from paizhuo.vision import joker_marks, joker_print, lone_card, prints
from paizhuo.vision.enroll import Enrolment
from paizhuo.vision.evaluate.enrolled import deck_pictures, show_jokers, table_scene
from paizhuo.vision.joker_print import JokerPrint, laid
from paizhuo.vision.joker_reading import is_asked
from paizhuo.vision.look import Sight
from paizhuo.vision.render.scenes import Scene, TrueIndex

Floats = NDArray[np.float32]

JOKERS = 0.3
"""Share of cards that become jokers in these scenes, so that few scenes show many."""

_SCENES = 6
_LATER = 500
"""From which of a deck's scenes on these are: no evaluation looks at them."""

_CLEAR = 0.9
_AWAY, _OTHER_SIZE = 0.3, 0.5
"""How far a place lies from a mark at most that is this mark: in longer sides, and as a logarithm of the sizes."""


@dataclass(frozen=True, slots=True, eq=False)
class Finds:
    """Finds over which an enrolled joker's mark was laid, ``(n,)`` each.

    ``light`` and ``answer`` are what ``MarkOdds`` weighs; ``is_mark`` says whether the mark is there, ``card`` is the
    number of the joker that bears it, -1 for other finds; ``deck`` is the deck's name.
    """

    deck: NDArray[np.str_]
    light: Floats
    answer: Floats
    is_mark: NDArray[np.bool_]
    card: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.deck)


def gathered(sight: Sight, table: Table, folder: Path, weights: str) -> Finds:
    """Give the finds at a table, from ``folder`` where they were gathered before by these weights and this code."""
    path = folder / f"{table.deck.name}-{table.first}-{_code(weights)}.npz"
    if path.is_file():
        with np.load(path, allow_pickle=False) as held:
            return Finds(*(held[each.name] for each in fields(Finds)))
    finds = _gather(sight, table)
    folder.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new.npz")
    np.savez_compressed(fresh, **{each.name: getattr(finds, each.name) for each in fields(Finds)}, allow_pickle=False)
    fresh.replace(path)
    return finds


def joined(every: Sequence[Finds]) -> Finds:
    """Give the finds of several tables as one; jokers keep numbers of their own."""
    whole = Finds(*(np.concatenate([getattr(finds, each.name) for finds in every]) for each in fields(Finds)))
    steps = np.repeat(np.arange(len(every)) * 1_000_000, [len(finds) for finds in every])
    return Finds(whole.deck, whole.light, whole.answer, whole.is_mark, np.where(whole.card < 0, -1, whole.card + steps))


def learned_jokers(sight: Sight, table: Table) -> tuple[JokerPrint, ...]:
    """Enrol the jokers of a table's deck, and a quarter of the deck; none where their pictures are no use."""
    enrolling = Enrolment(sight)
    show_jokers(enrolling, table.deck, table.textures, table.first)
    if enrolling.jokers:
        enrolling.add(next(deck_pictures(table.deck, table.textures, table.first)))
    return enrolling.jokers


def _gather(sight: Sight, table: Table) -> Finds:
    jokers = learned_jokers(sight, table)
    rows: list[tuple[float, float, bool, int]] = []
    for number in range(_SCENES if jokers else 0):
        scene = table_scene(table.deck, table.textures, table.first + _LATER + number, jokers=JOKERS)
        rows += [
            (light, answer, owner >= 0, owner if owner < 0 else 1000 * number + owner)
            for light, answer, owner in _in_scene(sight, scene, jokers)
        ]
    light, answer, is_mark, card = zip(*rows, strict=True) if rows else ((), (), (), ())
    names = np.full(len(rows), table.deck.name, "U64")
    columns = np.array(light, np.float32), np.array(answer, np.float32), np.array(is_mark, bool)
    return Finds(names, *columns, np.array(card, np.int64))


def _in_scene(sight: Sight, scene: Scene, jokers: Sequence[JokerPrint]) -> Iterator[tuple[float, float, int]]:
    """Give both distances of every find, and the number of the joker whose enrolled mark it is (-1: none)."""
    picture = scene.picture
    read = sight.reader.read(picture, sight.find_faintly(picture))
    asked = [index.quad for index in read if is_asked(index, sight.least_score)]
    marks = [index for index in scene.indices if index.card.is_joker]
    for joker in jokers if asked else ():
        over = laid(picture, asked, joker, sight.reader)
        for quad, place, light, answer in zip(asked, over.places, over.light, over.answer, strict=True):
            owner = _owner(place, joker.mark.card, marks)
            if owner < 0 and any(_is_at(each, mark) for each in (quad, place) for mark in marks):
                # The other joker, whose mark is often the same, and what is half hidden teach neither.
                continue
            yield float(light), float(answer), owner


def _owner(place: Floats, card: Card, marks: Sequence[TrueIndex]) -> int:
    there = [mark for mark in marks if mark.card is card and mark.visible >= _CLEAR and _is_at(place, mark)]
    return there[0].owner if there else -1


def _is_at(place: Floats, mark: TrueIndex) -> bool:
    """Say whether a quad lies on a mark, whichever way it is turned: stars look the same in several turns."""
    long, other = (max(_sides(quad)) for quad in (mark.quad, place))
    away = float(np.linalg.norm(place.mean(axis=0) - mark.quad.mean(axis=0)))
    return away < _AWAY * long and abs(np.log(max(other, 1e-6) / long)) < _OTHER_SIZE


def _sides(quad: Floats) -> tuple[float, float]:
    return float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0]))


def _code(weights: str) -> str:
    """Name the weights and the code that finds were gathered with."""
    parts: Sequence[ModuleType | Callable[..., object]] = (
        joker_marks,
        joker_print,
        lone_card,
        prints,
        is_asked,
        learned_jokers,
        _gather,
        _in_scene,
        _owner,
        _is_at,
        table_scene,
    )
    sources = [inspect.getsource(part) for part in parts]
    return hashlib.sha256("".join([weights, *sources]).encode()).hexdigest()[:12]
