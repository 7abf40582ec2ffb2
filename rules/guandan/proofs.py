"""Proofs after the event: a later card shows that a tribute, a return or a claimed 抗贡 was wrong.

The checks of ``tribute.py`` are monotone in the hand, so asking them again with every card that has come out of the
same hand since can only find real offences. A card that came into the hand in exchange is not held against it.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.pips import card_strength
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.guandan.tribute import Duty, Gift, verify_resistance, verify_return, verify_tribute
from paizhuo.rules.violations import Violation

Laid = tuple[Seat, tuple[Card, ...]]
"""A seat and the cards it laid, in the order of the hand; cards shown when the hand ended may follow."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proved offence: ``seat`` is the offender, ``evidence`` the place (from 0) of the play that proves it."""

    violation: Violation
    seat: Seat
    evidence: int


def _first(
    plays: Sequence[Laid],
    seat: Seat,
    received: Iterable[Card],
    judge: Callable[[Sequence[Card]], tuple[Violation, ...]],
) -> Proof | None:
    """Find the first play of a seat whose cards, with its earlier ones, make ``judge`` speak.

    A judge that speaks of some of them speaks of all: so most of the time it is asked but once.
    """
    foreign = Counter(received)
    held: list[Card] = []
    shown: list[tuple[int, int]] = []
    for place, (who, cards) in enumerate(plays):
        if who is not seat:
            continue
        for card in cards:
            if foreign[card]:
                foreign[card] -= 1
            else:
                held.append(card)
        shown.append((place, len(held)))
    if not shown or not judge(held):
        return None
    place, number = shown[bisect(shown, False, key=lambda each: bool(judge(held[: each[1]])))]
    return Proof(judge(held[:number])[0], seat, place)


def prove_tribute(gift: Gift, given_back: Card | None, plays: Sequence[Laid], level: Rank) -> Proof | None:
    """Prove that the payer held a larger card than the one paid (该贡大却贡小).

    A card that came back unread (``??``) may have been the largest of those played since: it is set aside.

    >>> gift = Gift(Seat.S, Seat.E, Card.SK)
    >>> proof = prove_tribute(gift, Card.S4, [(Seat.E, (Card.S9,)), (Seat.S, (Card.SA,))], Rank.FIVE)
    >>> proof.violation.code, proof.evidence
    ('tribute.not_largest', 1)
    """
    received = () if given_back in (None, Card.UNKNOWN) else (given_back,)
    aside = 1 if given_back is Card.UNKNOWN else 0

    def judge(held: Sequence[Card]) -> tuple[Violation, ...]:
        own = sorted(held, key=lambda card: card_strength(card, level))[: len(held) - aside]
        return verify_tribute(own, gift.card, level)

    return _first(plays, gift.payer, received, judge)


def prove_return(
    gift: Gift, given_back: Card, plays: Sequence[Laid], level: Rank, rules: GuandanRulebook = HOUSE
) -> Proof | None:
    """Prove that the receiver had a card that was low enough, or smaller, than the one given back.

    The tribute itself was in that hand, so a wrong return may be proved at once: see ``verify_return``.
    """
    taken = () if gift.card is Card.UNKNOWN else (gift.card,)
    return _first(plays, gift.receiver, (), lambda held: verify_return((*held, *taken), given_back, level, rules))


def prove_resistance(owed: Duty, shown: Sequence[Laid], plays: Sequence[Laid]) -> Proof | None:
    """Prove that the payers did not hold both big jokers: somebody else laid one.

    ``shown`` are the cards that the payers showed when they claimed 抗贡; what they showed is checked first.
    """
    jokers = {seat: [card for who, cards in shown if who is seat for card in cards] for seat in owed.payers}
    if any(jokers.values()) and (found := verify_resistance(owed, jokers)):
        return Proof(found[0], owed.payers[0], -1)
    for place, (seat, cards) in enumerate(plays):
        if owed.payers and seat not in owed.payers and Card.BJ in cards:
            violation = Violation(
                "tribute.resisted_without_jokers", {"payers": tuple(payer.name for payer in owed.payers)}
            )
            return Proof(violation, owed.payers[0], place)
    return None
