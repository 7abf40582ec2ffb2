"""Whether a kept tractor can excuse a follow, against every hand that a seat may hold: trumps and level cards too."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.events import DealStarted, MatchStarted, Spot
from paizhuo.rules.rulebooks import parse
from paizhuo.rules.shengji.bounds import Unseen
from paizhuo.rules.shengji.follow import verify_follow
from paizhuo.rules.shengji.laid import Laid
from paizhuo.rules.shengji.ledger import Claim, ClaimKind, Follow, Order, Shown
from paizhuo.rules.shengji.protection import can_be_excused
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, trump_for

TEXT = """
id = "protected"
game = "shengji"
based_on = "qq"
[title]
zh = "保护拖拉机"
en = "protected tractors"
[follow]
breaking = "protected"
[tractors]
minimum_pairs = {pairs}
"""

TRUMPS = "D3 D4 DK DA S2 H2 C2 D2 LJ BJ".split()
OTHERS = "S5 S6 S7".split()


def book(pairs: int) -> ShengjiRulebook:
    found = parse(TEXT.format(pairs=pairs))
    assert isinstance(found, ShengjiRulebook)
    return found


def laid(seq: int, cards: Sequence[Card]) -> tuple[Laid, ...]:
    return tuple(Laid(card, Spot(seq, place)) for place, card in enumerate(cards))


def parts(left: Sequence[tuple[Card, int]], size: int) -> Iterator[tuple[Card, ...]]:
    if size == 0:
        yield ()
    elif left:
        (card, count), rest = left[0], left[1:]
        for number in range(min(count, size) + 1):
            for others in parts(rest, size - number):
                yield (*(card,) * number, *others)


def position(rng: random.Random, order: Order) -> tuple[Claim, Unseen] | None:
    """Draw a claim to have no loose pair, and what may lie in the seat's hand."""
    deck = [Card(token) for token in rng.sample(TRUMPS, 7) for _ in range(2)]
    deck += [Card(token) for token in rng.sample(OTHERS, rng.randint(0, 3)) for _ in range(2)]
    rng.shuffle(deck)
    lead = (Card.D5, Card.D5)
    play = [card for card in deck if order.trump.groups[card] is Group.TRUMP][:2]
    if play[0] is play[1]:
        return None
    rest = list((Counter(deck) - Counter(play)).elements())
    rng.shuffle(rest)
    shown, known, others = rest[:4], rest[4 : 4 + rng.randint(0, 2)], rest[6 : 6 + rng.randint(0, 2)]
    unseen = [*known, *others, *rest[8:]]
    follow = Follow(Seat.N, 1, 1, lead, laid(1, play))
    later = tuple(Shown(each, 2, 2) for each in laid(2, shown) if order.trump.groups[each.card] is Group.TRUMP)
    claim = Claim(follow, Group.TRUMP, ClaimKind.NO_LOOSE_PAIR, later=later)
    size = rng.randint(len(known), len(unseen) - len(others))
    return claim, Unseen(tuple(unseen), (0, size, len(others), 0), ((), tuple(known), tuple(others), ()))


@pytest.mark.parametrize("pairs", [2, 3])
def test_a_kept_pair_is_excused_exactly_if_some_hand_excuses_it(pairs: int) -> None:
    rulebook = book(pairs)
    order = Order(trump_for(rulebook, Rank.TWO, Suit.DIAMONDS), rulebook)
    answers: Counter[bool] = Counter()
    for seed in range(150):
        drawn = position(random.Random(seed), order)
        if drawn is None:
            continue
        claim, unseen = drawn
        play = [each.card for each in claim.follow.cards]
        shown = [each.laid.card for each in claim.later]
        known = list(unseen.known[Seat.N])
        free = Counter(unseen.cards) - Counter(known) - Counter(unseen.known[Seat.W])
        room = unseen.hands[Seat.N] - len(known)
        excused = any(
            not verify_follow(claim.follow.lead, [*play, *shown, *known, *part], play, order.trump, rulebook)
            for part in parts(sorted(free.items()), room)
        )
        assert can_be_excused(claim, unseen, order) is excused, seed
        answers[excused] += 1
    assert min(answers[True], answers[False]) > 10


def test_a_claim_to_have_no_loose_pair_is_shown_and_narrows_no_bounds() -> None:
    drill = Drill()
    started = MatchStarted("protected", ("a", "b", "c", "d"), TEXT.format(pairs=2))
    drill.log(started, DealStarted(1))
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA SA", "S3 S4", "S6 S7", "S8 S9")
    claims = {(claim.seat, claim.group, claim.claim) for claim in drill.now.claims}
    assert claims == {("N", "S", "no_loose_pair"), ("W", "S", "no_loose_pair"), ("S", "S", "no_loose_pair")}
    assert drill.now.seats["N"].no_pairs == ()
    assert drill.now.seats["N"].holds["S"] == (0, 16)
