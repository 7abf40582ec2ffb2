"""The slips of sight that would explain a breach: a card never there, one hidden, one misread, a play told late.

Each is given with how the play would count then. A play that a person entered or a record gives is taken at its word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from paizhuo.rules.cards import FACES, Card, Seat
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import Reading, readings
from paizhuo.rules.guandan.deal import Lay
from paizhuo.rules.guandan.hindsight import before, with_top, without_top
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand, verify_play
from paizhuo.rules.guandan.wild import Decided, Ruling, read
from paizhuo.rules.laid import Laid, faces
from paizhuo.rules.suspicion import Edit, Slip
from paizhuo.rules.violations import Violation

CARD_CODES = frozenset({"shape.none", "play.does_not_beat", "play.laid_does_not_beat"})
"""Violations that rest on the cards read."""

LIKELIEST = 3
"""Cards that one question offers as not having been there, the least sure first."""

PASSED_IN = 2.5
"""Seconds in which three players can hardly pass: a play that goes sooner was taken back."""

Way = tuple[Edit, Ruling | None]
"""A slip, and how its play counts without it; None if there was no play at all."""


def is_wrong(found: Iterable[Violation]) -> bool:
    """Say whether something is wrong with the cards of a play."""
    return any(each.code in CARD_CODES for each in found)


def top_of(hand: Hand, lays: Sequence[Lay]) -> Lay | None:
    """Give the play to beat as it was laid; None for a lead."""
    act = hand.to_beat
    return None if act is None else next((lay for lay in lays if lay.seq == act.seq), None)


def ways(hand: Hand, lay: Lay, lays: Sequence[Lay], rules: GuandanRulebook) -> tuple[Way, ...]:
    """Give the single slips, in a play or in the one that it has to beat, with which nothing was wrong with cards.

    A slip in the play to beat explains nothing if that play was wrong with it.
    """
    found = list(_of_own(hand, lay, rules))
    top = top_of(hand, lays)
    if top is None:
        return tuple(found)
    assert hand.trick.top is not None
    for edit, ruling in _of_own(before(hand, hand.trick.top), top, rules):
        other = without_top(hand) if ruling is None else with_top(hand, ruling)
        if not is_wrong(verify_play(other, lay.seat, lay.faces, rules)):
            found.append((edit, counts(other, lay.faces, rules)))
    found += _over_the_rest(hand, lay, top, rules)
    below = without_top(hand)
    if _may_have_come_before(lay, top) and not is_wrong(verify_play(below, lay.seat, lay.faces, rules)):
        found.append((Edit(Slip.ORDER, lay.seat, lay.seq), counts(below, lay.faces, rules)))
    if not found and _was_expected(lay, top):
        # That it came first is asked about with the play over it; only what is wrong with its own cards is new.
        found += _of_own(below, lay, rules)
    return tuple(found)


def _over_the_rest(hand: Hand, lay: Lay, top: Lay, rules: GuandanRulebook) -> Iterator[Way]:
    """Let a play lie over the newest cards of the one below alone: the others had won the trick before, and were gone.

    Only where all may have passed in between, and both parts are plays.
    """
    assert hand.trick.top is not None
    newest = max(laid.spot.seq for laid in top.cards)
    first, rest = (tuple(each for each in top.cards if (each.spot.seq == newest) is is_new) for is_new in (False, True))
    if not first or top.is_given or top.more_at - top.at < PASSED_IN:
        return
    if not all(readings(faces(part), hand.level, rules) for part in (first, rest)):
        return
    other = with_top(hand, read(faces(rest), hand.level, rules))
    if not is_wrong(verify_play(other, lay.seat, lay.faces, rules)):
        yield Edit(Slip.PARTED, top.seat, newest), counts(other, lay.faces, rules)


def _was_expected(lay: Lay, top: Lay) -> bool:
    """Say whether it was the turn of a seat when the play came that its own lies over."""
    return any(each.violation.params.get("expected") == lay.seat.name for each in top.suspicions)


def _may_have_come_before(lay: Lay, top: Lay) -> bool:
    """Say whether a play may have been told late: its place was out of sight when the one that it lies over came."""
    return not lay.is_given and bool({f"seat-{lay.seat.name}", ""}.intersection(top.unseen))


def rests_on_doubt(hand: Hand, lay: Lay, lays: Sequence[Lay], rules: GuandanRulebook) -> bool:
    """Say whether a play is wrong only as long as one that is itself in doubt is taken to stand as it does."""
    top = top_of(hand, lays)
    if top is None or not top.is_questioned:
        return False
    assert hand.trick.top is not None
    others = [without_top(hand), with_top(hand, read(top.faces, hand.level, rules))]
    for _, ruling in _of_own(before(hand, hand.trick.top), top, rules):
        others += [] if ruling is None else [with_top(hand, ruling)]
    return any(not is_wrong(verify_play(other, lay.seat, lay.faces, rules)) for other in others)


def _of_own(hand: Hand, lay: Lay, rules: GuandanRulebook) -> Iterator[Way]:
    """Find the slips in the cards of one play with which it is right."""
    for laid, rest in _without_one(lay.cards):
        if not rest:
            yield Edit(Slip.ABSENT, lay.seat, lay.seq, laid), None
        elif not is_wrong(verify_play(hand, lay.seat, rest, rules)):
            yield Edit(Slip.ABSENT, lay.seat, lay.seq, laid), counts(hand, rest, rules)
    whole = () if lay.is_given else _with_one_more(hand, lay, rules)
    if whole:
        yield Edit(Slip.MISSED, lay.seat, lay.seq), Ruling(None, Decided.UNREAD, whole)
    for place, laid in enumerate(lay.cards):
        for card in laid.alternatives:
            other = (*lay.faces[:place], card, *lay.faces[place + 1 :])
            if not is_wrong(verify_play(hand, lay.seat, other, rules)):
                yield Edit(Slip.FACE, lay.seat, lay.seq, laid, card), counts(hand, other, rules)
                break


def _without_one(cards: Sequence[Laid]) -> Iterator[tuple[Laid, tuple[Card, ...]]]:
    """Yield each card that may not be there with the faces of the others, the least sure first."""
    for laid in weakest(cards):
        yield laid, tuple(each.card for each in cards if each is not laid)


def weakest(cards: Iterable[Laid]) -> list[Laid]:
    """Give the cards that may not be there, the least sure first."""
    return sorted((laid for laid in cards if laid.may_be_absent), key=lambda laid: laid.reading.present or 0.0)


def one_too_many(hand: Hand, lay: Lay, rules: GuandanRulebook) -> tuple[tuple[Edit], ...]:
    """Give the cards that seemed surely there and without which a play is right: print may be taken for a card."""
    found = []
    for laid in sorted(lay.cards, key=lambda each: each.reading.present or 0.0):
        rest = tuple(each.card for each in lay.cards if each is not laid)
        if rest and not laid.counted and not is_wrong(verify_play(hand, lay.seat, rest, rules)):
            found.append((Edit(Slip.ABSENT, lay.seat, lay.seq, laid),))
    return tuple(found[:LIKELIEST])


def needed(hand: Hand, lay: Lay, rules: GuandanRulebook) -> tuple[Laid, ...]:
    """Give the cards of a right play that may be none, or that nobody read, but without which it had been wrong."""
    weak = [laid for laid in lay.cards if laid.may_be_absent or laid.card is Card.UNKNOWN]
    left = [(laid, tuple(each.card for each in lay.cards if each is not laid)) for laid in weak]
    return tuple(laid for laid, rest in left if rest and is_wrong(verify_play(hand, lay.seat, rest, rules)))


def _with_one_more(hand: Hand, lay: Lay, rules: GuandanRulebook) -> tuple[Reading, ...]:
    """Give what a play may count as with one more card, of any face and at any place; nothing if it stays wrong."""
    if Card.UNKNOWN in lay.faces:
        return ()
    top = hand.to_beat
    # The partner of a seat that is out may lead now.
    free = top is None or (top.seat in hand.trick.out and top.seat.partner is lay.seat)
    found = dict.fromkeys(each for card in FACES for each in readings((*lay.faces, card), hand.level, rules))
    over = () if top is None or free else top.possible
    # What a play with an unread card counts as, nobody knows: then any shape may beat it.
    return tuple(each for each in found if free or not over or any(beats(each, other, hand.level) for other in over))


def counts(hand: Hand, faces: tuple[Card, ...], rules: GuandanRulebook) -> Ruling:
    """Give how cards count in a hand."""
    top = hand.to_beat
    return read(faces, hand.level, rules, over=top.possible[-1] if top and top.possible else None)


def surplus(lays: Iterable[Lay], seats: Iterable[Seat]) -> tuple[Edit, ...]:
    """Give the cards of seats that may not have been there: one of them is one card too many in a hand.

    Nobody lays more cards than he holds. So where none is in doubt, one that seemed surely there is all the same.
    """
    wanted = frozenset(seats)
    found = {laid: lay for lay in lays if lay.seat in wanted for laid in lay.cards}
    seen = sorted((laid for laid in found if not laid.counted), key=lambda laid: laid.reading.present or 0.0)
    likeliest = (weakest(found) or seen)[:LIKELIEST]
    return tuple(Edit(Slip.ABSENT, found[laid].seat, found[laid].seq, laid) for laid in likeliest)
