"""Hands seen on the drawn table with the weights that ship, or as they were told before under the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paizhuo.commands import BadInput
from paizhuo.commands._models import opened_sight

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo.device.noise.seen import SeenHand
    from paizhuo.device.players.match import Playable
    from paizhuo.vision.look import Sight

__all__ = ["sights", "weights_name"]


def weights_name() -> str:
    """Name the shipped weights by the beginnings of their checksums, the finder's first."""
    from paizhuo.models.manifest import read_manifest

    return read_manifest().weights


def sights(
    rules: Playable, column: str, faults: int, kept: Path | None, threads: int, *, enrolled: bool = False
) -> Callable[[int], SeenHand]:
    """Give what sees the hand of a seed. The weights are loaded at the first hand that was not kept.

    With ``enrolled`` the hand's deck is enrolled first; such hands are kept apart from those read without.
    """
    from paizhuo.commands._dresses import dress_of
    from paizhuo.commands._enrolled_decks import EnrolledDecks
    from paizhuo.device.noise.kept import KeptError, Source, keep, path_of, read_kept
    from paizhuo.device.noise.seen import see_hand
    from paizhuo.device.players.match import plan_for

    plan, weights = plan_for(rules, faults), weights_name()
    opened: list[Sight] = []
    decks = EnrolledDecks(column) if enrolled else None

    def see(seed: int) -> SeenHand:
        path = None if kept is None else path_of(kept, column, rules.id, faults, seed, weights, enrolled=enrolled)
        if path is not None and path.exists():
            try:
                return read_kept(path)[1]
            except KeptError as error:
                click.echo(f"{error}; it is drawn again", err=True)
        if not opened:
            opened.append(opened_sight(threads))
        dress = dress_of(column, seed)
        sight = opened[0]
        known = None if decks is None else decks.of(dress.deck, sight)
        try:
            if known is not None:
                sight.reader.deck = known
            seen = see_hand(lambda _: sight, rules, seed, plan=plan, dress=dress)
        finally:
            if known is not None:
                sight.reader.deck = None
        if path is not None:
            try:
                keep(path, Source(column, rules.id, faults, dress.name, weights, enrolled), seen)
            except OSError as error:
                raise BadInput(f"{path}: the hand cannot be kept: {error.strerror or error}") from error
        return seen

    return see
