"""Cards that may be exchanged for each other: a whole hand comes out in a few ways that lay the same faces elsewhere.

Mostly they are jokers that were missed or not read. No hard fact tells which is which, but one answer settles all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from paizhuo.rules.events import Amended, CardCorrected, Corrected, Event, Inserted, Logged
from paizhuo.rules.laid import SURE_FROM
from paizhuo.rules.questions import Question, question_id
from paizhuo.rules.readings import Reading
from paizhuo.rules.shengji.closure import Missing, Slot, Way, account
from paizhuo.rules.shengji.doubts import suspicions
from paizhuo.rules.shengji.putting_in import with_cards
from paizhuo.rules.shengji.state import Deal, Play, Trick
from paizhuo.rules.suspicion import Slip
from paizhuo.rules.violations import Param

ALIKE = "cards.alike"

MOST_WAYS = 6
"""Ways that one question offers: two cards of each of two faces in four places."""

_MOST_UNSEEN = 2
"""Plays that nobody saw at all: with one of them put in, the account names the cards of the other."""


@dataclass(frozen=True, slots=True)
class Alike:
    """The ways in which a hand comes out, the cards on record that differ between them, and the plays that lack some.

    In every way the same plays lack as many cards.
    """

    ways: tuple[Way, ...]
    slots: tuple[Slot, ...]
    lacking: tuple[tuple[Trick, Play], ...]

    def option(self, way: Way) -> str:
        """Give the answer that chooses a way: each card with its seat and trick."""
        of_slots = [(slot.trick, slot.seat, way.faces[slot.laid.spot]) for slot in self.slots]
        of_plays = [(trick, seat, card) for (trick, seat), cards in way.missed.items() for card in cards]
        placed = sorted((*of_slots, *of_plays), key=lambda each: (each[0], each[1], str(each[2])))
        return f"{ALIKE}:" + ",".join(f"{seat.name}:{trick}:{card}" for trick, seat, card in placed)

    def event(self, option: str, log: Sequence[Logged]) -> Event:
        """Give what an answer stands for; what it leaves open the account of the hand names then."""
        way = next(each for each in self.ways if self.option(each) == option)
        made = [
            with_cards(trick, play, way.missed[trick.number, play.seat], Reading(), "missed", log)
            for trick, play in self.lacking
        ]
        named = [CardCorrected(slot.laid.spot, way.faces[slot.laid.spot], "misread") for slot in self.slots]
        unseen = next((each for each in made if isinstance(each, Inserted)), None)
        whole = [each for each in made if isinstance(each, Corrected)]
        changes: tuple[Corrected | CardCorrected, ...] = (*whole, *named)
        return Amended(changes, unseen) if changes or unseen is None else unseen


def alike(deal: Deal) -> Alike | None:
    """Give the few ways in which a hand comes out, if these only exchange cards for each other."""
    found = account(deal)
    if found is None or found.settled:
        return None
    ways = _likely(found.ways)
    lacks = {frozenset((play, len(cards)) for play, cards in way.missed.items()) for way in ways}
    if len(ways) > MOST_WAYS or len(lacks) > 1 or any(way.absent for way in ways):
        return None
    slots = tuple(slot for slot in found.slots if len({way.faces[slot.laid.spot] for way in ways}) > 1)
    lacking = tuple(_plays(deal, ways[0].missed))
    if sum(play.missing for _, play in lacking) > _MOST_UNSEEN:
        return None
    return Alike(ways, slots, lacking)


def asked_together(deal: Deal, questions: Iterable[Question]) -> Iterator[Question]:
    """Give the questions of a hand, those that one answer settles as one: the first of them, in a wider form."""
    each_alone = tuple(questions)
    found = alike(deal) if len(each_alone) > 1 else None
    settled = () if found is None else _settled(deal, found, each_alone)
    if found is None or len(settled) < 2:
        yield from each_alone
        return
    for question in each_alone:
        if question is settled[0]:
            yield _asked(deal, found, settled)
        elif question not in settled:
            yield question


def _settled(deal: Deal, found: Alike, questions: Sequence[Question]) -> tuple[Question, ...]:
    """Give the questions about the cards that may be exchanged, and those that a missed one of them explains."""
    lacking = {play.seq for _, play in found.lacking}
    names = {question_id(slot.laid) for slot in found.slots}
    names |= {f"missing:{deal.hand}:{trick.number}:{play.seat.name}" for trick, play in found.lacking}
    for each, *_ in suspicions(deal):
        if any(edit.slip is Slip.MISSED and edit.seq in lacking for edit in each.edits):
            names.add(each.id)
    return tuple(question for question in questions if question.id in names)


def _asked(deal: Deal, found: Alike, settled: Sequence[Question]) -> Question:
    """Ask which card lay where, under the id of the first question that this settles: it has been put already."""
    plays = [(slot.trick, slot.seq) for slot in found.slots]
    plays += [(trick.number, play.seq) for trick, play in found.lacking]
    cards = len(found.slots) + sum(map(len, found.ways[0].missed.values()))
    params: dict[str, Param] = {"hand": deal.hand, "cards": cards}
    params |= {f"place_{place}_trick": trick for place, trick in enumerate(sorted({trick for trick, _ in plays}), 1)}
    about = tuple(dict.fromkeys((*settled[0].about, *(seq for _, seq in sorted(plays)))))
    return Question(settled[0].id, ALIKE, params, tuple(map(found.option, found.ways)), about)


def _plays(deal: Deal, missed: Iterable[Missing]) -> Iterator[tuple[Trick, Play]]:
    keys = set(missed)
    for trick in deal.tricks:
        for play in trick.plays:
            if (trick.number, play.seat) in keys:
                yield trick, play


def _likely(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Give the ways that together are as good as certain, the likeliest first."""
    share, likely = 0.0, list[Way]()
    for way in ways:
        if share >= SURE_FROM:
            break
        share += way.share
        likely.append(way)
    return tuple(likely)
