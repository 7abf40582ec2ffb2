"""What later facts prove of a hand of Guandan: a play that nobody saw is put where it was, with its cards unread."""

from __future__ import annotations

from collections.abc import Iterator

from paizhuo.rules.events import Event
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.shortage import proved_unseen
from paizhuo.rules.guandan.unseen import told

UNSEEN = "play.unseen"
"""A play of which nobody saw a card: its seat led next, and said to have just so many cards fewer."""


def of_guandan(match: GuandanMatch) -> Iterator[Event]:
    """Give the repairs that a hand of Guandan proves, one play at a time: each changes what is known of the others."""
    for edit in () if match.deal is None else proved_unseen(match.deal):
        yield told(edit, UNSEEN)
        return
