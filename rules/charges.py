"""A breach as every game lists it: under an id that does not depend on the log, with what proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from paizhuo.rules.cards import Seat
from paizhuo.rules.violations import Violation

Found = tuple[Violation, Seat, int, tuple[int, ...]]
"""A breach before it has an id: what, whose, in which trick (0 = none), and the seqs that prove it."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A breach: its stable ``id`` (hand, trick, seat, code), and the seqs that prove it, the offending one first.

    ``article`` is the key of the rulebook that states the rule, empty where no rulebook varies it.
    """

    id: str
    violation: Violation
    seat: Seat
    trick: int
    evidence: tuple[int, ...]
    article: str = ""


def listed(hand: int, found: Iterable[Found], article_of: Callable[[str], str]) -> tuple[Charge, ...]:
    """Give breaches their ids and, by their codes, their articles; a number tells equal ones apart.

    >>> twice = [(Violation("play.taken_back"), Seat.W, 3, (seq,)) for seq in (41, 45)]
    >>> [charge.id for charge in listed(2, twice, lambda code: "")]
    ['2:3:W:play.taken_back', '2:3:W:play.taken_back:2']
    """
    counts: dict[str, int] = {}
    charges: list[Charge] = []
    for violation, seat, trick, evidence in found:
        name = f"{hand}:{trick}:{seat.name}:{violation.code}"
        counts[name] = counts.get(name, 0) + 1
        number = f":{counts[name]}" if counts[name] > 1 else ""
        charges.append(Charge(name + number, violation, seat, trick, evidence, article_of(violation.code)))
    return tuple(charges)
