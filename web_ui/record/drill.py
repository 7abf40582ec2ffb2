"""A drill for referees: the hands of a recorded match, trick by trick, and what a referee should have called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from paizhuo.rules.hearing import hear
from paizhuo.rules.snapshot import PastTrickView, ViolationView
from paizhuo.web_ui.scripted.matches import recorded_match


@dataclass(frozen=True, slots=True)
class DrillHand:
    """One hand of the drill. ``answers`` are the offences that the cards prove, each with the trick that proves it."""

    hand: int
    level: str
    trump: str
    dealer: str
    tricks: tuple[PastTrickView, ...]
    answers: tuple[tuple[ViolationView, int], ...]


@cache
def drill(name: str = "shengji") -> tuple[DrillHand, ...]:
    """Give the hands of a packaged match that have something to find, and one that has nothing.

    >>> sorted({answer.code for hand in drill() for answer, _ in hand.answers})
    ['follow.must_follow_suit', 'turn.out_of_turn']
    """
    heard = hear(recorded_match(name)).hands
    hands = [
        DrillHand(
            each.hand,
            each.level or "",
            each.trump or "",
            each.dealer or "",
            tuple(_silent(trick) for trick in each.tricks),
            tuple((offence, _proved(each.tricks, offence)) for offence in each.rulings),
        )
        for each in heard
    ]
    guilty = [hand for hand in hands if hand.answers]
    return (*guilty, *[hand for hand in hands if not hand.answers][:1])


def _silent(trick: PastTrickView) -> PastTrickView:
    return replace(trick, plays=tuple(replace(play, violations=()) for play in trick.plays))


def _proved(tricks: tuple[PastTrickView, ...], offence: ViolationView) -> int:
    found = [trick.number for trick in tricks for play in trick.plays if play.seq in offence.evidence]
    return max(found, default=offence.trick)
