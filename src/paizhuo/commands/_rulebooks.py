"""What several commands need of rulebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.commands import BadInput

if TYPE_CHECKING:
    from paizhuo.device.players.match import Playable

__all__ = ["playable_rulebook"]


def playable_rulebook(name: str) -> Playable:
    """Load a rulebook that simulated players can play by; raise ``BadInput`` naming those that exist."""
    from paizhuo.device.players.match import playable, playable_ids
    from paizhuo.rules.errors import NoSuchRulebookError

    try:
        return playable(name)
    except NoSuchRulebookError as error:
        raise BadInput(f"nobody can play by a rulebook {name!r}; there are {', '.join(playable_ids())}") from error
