"""A suspicion: a breach that the cards show as they were read, and the slips of sight that would explain it away.

While one plausible slip explains it nobody is accused; the referee is asked instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.laid import Laid
from paizhuo.rules.violations import Violation

STANDS = "stands"
"""The answer that it was just as it was read."""


class Slip(StrEnum):
    """What sight may have got wrong."""

    ABSENT = "absent"
    """There was no such card: print or shadow was taken for one, or one card was seen twice."""
    MISSED = "missed"
    """One more card lay there: hidden under another, or not found."""
    FACE = "face"
    """The card was another one."""
    ORDER = "in_turn"
    """The seat whose turn it was came first; its place was out of sight just then."""
    UNSEEN = "unseen"
    """A seat laid a play of which nobody saw a card."""
    PARTED = "parted"
    """What seemed to be one play was two: the first was gathered before the rest came, and nobody saw that."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The one change to the record that a slip asks for, in the play or bid of entry ``seq``, which ``seat`` made.

    ``laid`` is the card in doubt, if there is one, and ``card`` the face that it would have instead. ``trick`` is
    named where equal cards of several plays are in question. Of a play that nobody saw, ``seq`` is the entry before
    which it belongs, ``trick`` its trick and ``number`` that of its cards.
    """

    slip: Slip
    seat: Seat
    seq: int
    laid: Laid | None = None
    card: Card = Card.UNKNOWN
    trick: int = 0
    number: int = 1

    @property
    def option(self) -> str:
        """Give the answer that chooses this edit.

        >>> from paizhuo.rules.readings import Spot
        >>> Edit(Slip.FACE, Seat.W, 9, Laid(Card.HQ, Spot(9, 0)), Card.DQ).option
        'face:HQ:DQ'
        """
        match self.slip:
            case Slip.ABSENT:
                return f"{self.slip}:{self.laid.card if self.laid else Card.UNKNOWN}"
            case Slip.FACE:
                place = f":{self.seat.name}:{self.trick}" if self.trick else ""
                return f"{self.slip}:{self.laid.card if self.laid else Card.UNKNOWN}:{self.card}{place}"
            case Slip.MISSED:
                return f"{self.slip}:{self.seat.name}{f':{self.trick}' if self.trick else ''}"
            case Slip.UNSEEN:
                return f"{self.slip}:{self.seat.name}:{self.trick}"
            case Slip.PARTED:
                return f"{self.slip}:{self.seat.name}"
            case _:
                return self.slip.value


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A breach that is not proved. ``id`` and ``code`` are those of the question; any one of ``edits`` explains it.

    ``seat`` is whom the question names, None for the one whose play it is. Breaches that one slip would explain share
    an id, and so are asked about once. ``together`` are the sets of slips that explain it jointly; it is empty where
    each edit does so alone.
    """

    id: str
    code: str
    violation: Violation
    edits: tuple[Edit, ...]
    seat: Seat | None = None
    together: tuple[tuple[Edit, ...], ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """Give the answers: each edit once, then that it stands as read."""
        return (*dict.fromkeys(edit.option for edit in self.edits), STANDS)

    def edit_for(self, option: str) -> Edit | None:
        """Give the edit that an answer chooses, None for one that changes no card."""
        return next((edit for edit in self.edits if edit.option == option), None)
