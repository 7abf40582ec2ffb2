"""Where a seat may have laid cards that nobody saw, once its own word says that it did: so few places are worth a look.

A play of which no card was seen leaves no gap that the turn would show if it was led and everybody passed, or if
somebody came over it. Of a lead that was seen a part may be missing, as it need beat nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

from paizhuo.rules.cards import Card, Seat, two_decks
from paizhuo.rules.guandan.bombs import beats, bomb_rung, rung
from paizhuo.rules.guandan.combos import Reading, reading_strength, readings
from paizhuo.rules.guandan.deal import Collect, Deal, GuandanMatch, Purpose, Said
from paizhuo.rules.guandan.doubts import TURN, suspicions
from paizhuo.rules.guandan.pips import Pip, pip_of, wild_card
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.shortage import Shortage, asked_about, said_last, shortage, shortages
from paizhuo.rules.guandan.trick import ROUND, Act, Trick
from paizhuo.rules.suspicion import Edit, Slip, Suspicion

MOST_TRICKS = 4
"""Tricks that one question names; more of them are not worth a look."""

SMALLEST_BOMB = 4
"""Cards of a bomb at least."""

_MOST_ADDED = 2
"""Cards that a play which was seen may lack unnoticed."""


def lacking_before(deal: Deal, said: Said, rules: GuandanRulebook) -> tuple[Edit, ...]:
    """Give the places at which a seat may have laid the cards that it lacks by its own word, in the likeliest tricks.

    What is asked about anyway explains a part of them. They may all be of one play, or else of several.
    """
    short = shortage(deal, said)
    if short is None:
        return ()
    rest = short.number - asked_about(deal, short)
    numbers = range(rest if rest > 0 else short.number, 0, -1)
    return likeliest([edit for number in numbers for edit in places(deal, replace(short, number=number), rules)])


def suspected(deal: Deal, rules: GuandanRulebook) -> Iterator[tuple[Suspicion, Seat, int, int]]:
    """Yield every open suspicion of a hand, with its seat, trick and entry.

    Where somebody may lead as the partner of a seat that is out, though it has cards left by the count, the places
    are named at which it may have laid them. If that seat itself said to lack just so many, it is out.
    """
    lacking = {(short.seat, short.number) for short in shortages(deal)}
    for each, seat, trick, seq in suspicions(deal):
        out = [edit for edit in each.edits if edit.slip is Slip.MISSED and edit.seat is seat.partner]
        more: tuple[Edit, ...] = ()
        if each.code == TURN and out:
            if (out[0].seat, out[0].number) in lacking:
                continue
            before = deal.steps_before(seq)
            short = Shortage(out[0].seat, out[0].number, before, said_last(deal, out[0].seat, before))
            more = places(deal, short, rules)
            more = likeliest([edit for edit in more if (edit.slip, edit.seq) != (Slip.MISSED, out[0].seq)])
        yield replace(each, edits=(*each.edits, *more)), seat, trick, seq


def suspicion_of(match: GuandanMatch, name: str) -> Suspicion:
    """Find the open suspicion that a question with this id asks about."""
    found = (each for deal in match.all_hands for each, *_ in suspected(deal, match.rulebook))
    return next(each for each in found if each.id == name)


def missed_of(match: GuandanMatch, question: str) -> tuple[Edit, ...]:
    """Give the edits that the question about a report offers; its id names the report."""
    of_hands = ((deal, said) for deal in match.all_hands for said in deal.reports)
    deal, said = next((deal, said) for deal, said in of_hands if question == f"count:{said.seq}")
    return lacking_before(deal, said, match.rulebook)


def likeliest(found: Sequence[Edit]) -> tuple[Edit, ...]:
    """Give the places in the first few tricks of those found."""
    tricks = [*dict.fromkeys(edit.trick for edit in found)][:MOST_TRICKS]
    return tuple(edit for edit in found if edit.trick in tricks)


def places(deal: Deal, short: Shortage, rules: GuandanRulebook) -> tuple[Edit, ...]:
    """Give the places at which a seat may have laid the cards that it lacks, all of them in one play, likeliest first.

    Where a seat seems to have laid twice running and nobody gathered its first play, another came in between. Seldom
    does one lay after passing, seldom pass all on a lead, and hardly ever are two plays missed one upon the other.
    """
    if deal.play is None or all(lay.is_given for lay in deal.lays):
        return ()
    search = _Search(deal, short, rules, _rest(deal), {step.seq: place for place, step in enumerate(deal.steps)})
    tricks = [each for each in (*deal.play.tricks, deal.play.trick) if _plays(each)]
    found = (search.across(tricks), search.within(tricks))
    late = (tuple(edit for edit in edits if search.place_of(edit.seq) >= short.since) for edits in found)
    return next((edits for edits in late if edits), ())


def _plays(trick: Trick) -> list[Act]:
    return [act for act in trick.acts if not act.is_pass and act.stands]


def _rest(deal: Deal) -> Counter[Card]:
    """Count the cards that were not surely seen in the hand: those that were missed are among them."""
    shown = (laid for lay in deal.lays for laid in lay.cards)
    left = (laid for offer in deal.laid_for(Purpose.LEFT_OVER) for laid in offer.cards)
    return Counter(two_decks()) - Counter(laid.card for laid in (*shown, *left) if laid.sure)


@dataclass(frozen=True, slots=True)
class _Search:
    """Looks for the places of the cards that a seat lacks, in its plays and between those of the others."""

    deal: Deal
    short: Shortage
    rules: GuandanRulebook
    rest: Counter[Card] = field(hash=False)
    places: Mapping[int, int] = field(hash=False)

    def within(self, tricks: Sequence[Trick]) -> Iterator[Edit]:
        """Give the places in tricks that happened before the seat was known to lack cards, likeliest first."""
        of_tricks = [
            (number, plays)
            for number, trick in enumerate(tricks, start=1)
            if (plays := [act for act in _plays(trick) if self.places[act.seq] < self.short.steps])
        ]
        for way in (self.in_turn, self.larger, self.after_a_pass, self.lead, self.under_another):
            for number, plays in of_tricks:
                yield from way(number, plays)

    def place_of(self, seq: int) -> int:
        """Give the place of an act among the steps, or of the one before which a play that went back was laid."""
        return self.places.get(seq, self.deal.steps_before(seq))

    def lead(self, trick: int, plays: Sequence[Act]) -> Iterator[Edit]:
        """Give the lead before a lead of the seat: all passed on it.

        What the seat laid first and took back belongs to the lead that was seen, for it was replaced at once.
        """
        seat, seq = self.short.seat, plays[0].seq
        if plays[0].seat is seat and any(self.alike()):
            backs = (back.play for back in self.deal.taken_back if (back.seat, back.trick) == (seat, trick))
            yield self._unseen(min((seq, *backs)), trick)

    def larger(self, trick: int, plays: Sequence[Act]) -> Iterator[Edit]:
        """Give the plays of the seat that may have been of so many more cards, though nothing was wrong with them."""
        for place, act in enumerate(plays):
            over = plays[place + 1] if place + 1 < len(plays) else None
            is_free = place == 0 or any(rung(each) for each in act.possible)
            if act.seat is self.short.seat and is_free and self._may_be_larger(act, over):
                yield Edit(Slip.MISSED, self.short.seat, act.seq, trick=trick, number=self.short.number)

    def in_turn(self, trick: int, plays: Sequence[Act]) -> Iterator[Edit]:
        """Give the places between two plays of other seats where it was the seat's turn."""
        return self._between(trick, plays, passed=False)

    def after_a_pass(self, trick: int, plays: Sequence[Act]) -> Iterator[Edit]:
        """Give the places between two plays of other seats that it can only have come to again."""
        return self._between(trick, plays, passed=True)

    def _between(self, trick: int, plays: Sequence[Act], *, passed: bool) -> Iterator[Edit]:
        own = self.short.seat
        for below, above in pairwise(plays):
            order = ROUND[below.seat]
            is_late = order.index(own) > order.index(above.seat)
            if own not in (below.seat, above.seat) and is_late is passed and self._fits(below, above):
                yield self._unseen(above.seq, trick)

    def under_another(self, trick: int, plays: Sequence[Act]) -> Iterator[Edit]:
        """Give the end of a trick after which two plays lay that were missed: of the seat, and of one short as well."""
        others = {each.seat for each in shortages(self.deal) if each.number == self.short.number} - {self.short.seat}
        top = plays[-1]
        seq = self._gathered_after(top)
        if seq and others and top.seat in (self.short.seat, *others) and len(top.cards) == self.short.number:
            yield self._unseen(seq, trick)

    def _gathered_after(self, act: Act) -> int:
        """Give the entry that gathered the trick of which an act was the last, 0 if none did before the next play."""
        following = next(iter(self.deal.steps[self.places[act.seq] + 1 :]), None)
        return following.seq if isinstance(following, Collect) else 0

    def across(self, tricks: Sequence[Trick]) -> Iterator[Edit]:
        """Give the places between two plays of one seat, the first of which nobody gathered: no lead came after it."""
        for number, (one, other) in enumerate(pairwise(tricks), start=1):
            below, above = _plays(one)[-1], _plays(other)[0]
            is_other = below.seat is above.seat is not self.short.seat
            is_past = self.places[above.seq] < self.short.steps
            if is_other and is_past and not self._gathered_after(below) and self._fits(below, above):
                yield self._unseen(above.seq, number)

    def _unseen(self, before: int, trick: int) -> Edit:
        return Edit(Slip.UNSEEN, self.short.seat, before, trick=trick, number=self.short.number)

    def _may_be_larger(self, act: Act, over: Act | None) -> bool:
        """Say whether a play may have been one of more cards, and the play over it still came over it."""
        number, level = self.short.number, self.deal.level
        if Card.UNKNOWN in act.cards or number > _MOST_ADDED:
            return False
        more = ((card,) for card in self.rest) if number == 1 else self.pairs()
        found = [each for cards in more for each in readings((*act.cards, *cards), level, self.rules)]
        if over is None or not over.possible:
            return bool(found)
        return any(beats(own, each, level) for own in over.possible for each in found)

    def _fits(self, below: Act, above: Act) -> bool:
        """Say whether some play of so many cards comes over one and under another."""
        number = self.short.number
        if not below.possible or not above.possible:
            return number == len(below.cards) or number >= SMALLEST_BOMB
        return any(self._lies_between(low, high) for low in below.possible for high in above.possible)

    def _lies_between(self, low: Reading, high: Reading) -> bool:
        number, level = self.short.number, self.deal.level
        if number >= SMALLEST_BOMB and rung(low) <= bomb_rung(number) <= rung(high):
            return True
        if number != low.size or rung(low):
            return False
        if number > _MOST_ADDED + 1:
            return bool(rung(high)) or reading_strength(high, level) - reading_strength(low, level) > 1
        found = [each for cards in self.alike() for each in readings(cards, level, self.rules)]
        return any(beats(each, low, level) and beats(high, each, level) for each in found)

    def alike(self) -> Iterator[tuple[Card, ...]]:
        """Yield plays of so many equal pips from the cards that were not seen; of four and more, none but bombs."""
        number = self.short.number
        if number == 1:
            yield from ((card,) for card in self.rest)
            return
        for cards in self._by_pip().values():
            if len(cards) >= number:
                yield tuple(cards[:number])

    def pairs(self) -> Iterator[tuple[Card, ...]]:
        """Yield two cards of those that were not seen, one pair of pips each."""
        kinds = [cards[0] for cards in self._by_pip().values()]
        yield from combinations(kinds, 2)
        yield from ((cards[0], cards[1]) for cards in self._by_pip().values() if len(cards) > 1)

    def _by_pip(self) -> dict[Pip, list[Card]]:
        """Give the cards that were not seen by their pips; the wild cards stand with all but the jokers."""
        wild = wild_card(self.deal.level)
        of_pips: dict[Pip, list[Card]] = {}
        for card in self.rest.elements():
            of_pips.setdefault(pip_of(card), []).append(card)
        for pip, cards in of_pips.items():
            if not pip.is_joker and pip is not pip_of(wild):
                cards.extend([wild] * self.rest[wild])
        return of_pips
