"""Proofs of revokes on reduced decks, against every hand a seat could have held: neither too early nor too late."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from paizhuo.rules.cards import FACES, Card, Rank, Seat, Suit
from paizhuo.rules.events import (
    CAMERA,
    DealStarted,
    Logged,
    MatchStarted,
    Played,
    Reading,
    TrickCollected,
    TrumpNamed,
)
from paizhuo.rules.rulebooks import load, parse
from paizhuo.rules.session import MatchState, apply
from paizhuo.rules.shengji.combos import decompose
from paizhuo.rules.shengji.follow import choose_follow, verify_follow
from paizhuo.rules.shengji.lead import legal_leads
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import FACE_PLACES, Deal, ShengjiMatch
from paizhuo.rules.shengji.trump import Trump, trump_for

LEVEL, SUIT = Rank.TWO, Suit.DIAMONDS

PROTECTED = """
id = "protected"
game = "shengji"
based_on = "qq"
[title]
zh = "保护拖拉机"
en = "protected tractors"
[follow]
breaking = "protected"
"""

LONG_TRACTORS = PROTECTED + "[tractors]\nminimum_pairs = 3\n"


class Hand:
    """A hand of a reduced deck, played by people who revoke now and then, followed from its played cards alone."""

    def __init__(self, rng: random.Random, rulebook: str) -> None:
        self.rng = rng
        book = parse(rulebook) if "\n" in rulebook else load(rulebook)
        assert isinstance(book, ShengjiRulebook)
        self.book, self.text = book, rulebook if "\n" in rulebook else ""
        self.trump: Trump = trump_for(self.book, LEVEL, SUIT)
        faces = self._faces()
        deck = [card for card in faces for _ in range(2)]
        if rng.random() < 0.5:
            rng.shuffle(deck)
        size = len(deck) // 4
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(4)]
        self.follows: list[tuple[Seat, int, tuple[Card, ...], tuple[Card, ...], list[Card]]] = []
        self.state = self._begin(deck, size)

    def _faces(self) -> list[Card]:
        suits = self.rng.sample(["S", "H", "D"], 2)
        start = self.rng.randint(0, 4)
        faces = [Card(suit + "3456789TJQKA"[start + place]) for suit in suits for place in range(6)]
        self.rng.shuffle(faces)
        return faces

    def _begin(self, deck: Sequence[Card], size: int) -> MatchState:
        """Begin a hand in which all other cards are known to be out of the game: seen, and no seat holds them."""
        state = MatchState()
        started = MatchStarted(self.book.id, ("a", "b", "c", "d"), self.text)
        for event in (started, DealStarted(1), TrumpNamed(SUIT, Seat.E)):
            state = apply(state, Logged(state.seq + 1, 0, CAMERA, event))
        seen = [2] * len(FACES)
        for card in deck:
            seen[FACE_PLACES[card]] -= 1
        deal = _deal(state)
        played = (25 - size, 25 - size, 25 - size, 25 - size)
        return _with(state, seen=tuple(seen), played=played, deal=deal)

    def play(self) -> Iterator[int]:
        """Play to the end; yield the number of the trick after every play."""
        leader, number = Seat.E, 0
        while self.hands[leader]:
            number += 1
            leads = sorted(legal_leads(self.hands[leader], self.trump, self.book), key=len)
            lead = leads[-1] if self.rng.random() < 0.6 else self.rng.choice(leads)
            self._lay(leader, lead)
            yield number
            for seat in (leader.next, leader.partner, leader.previous):
                play = self._follow(seat, lead)
                self._lay(seat, play)
                self.follows.append((seat, self.state.seq, tuple(lead), tuple(play), []))
                yield number
            self._apply(TrickCollected())
            leader = _deal(self.state).tricks[-1].winner or leader

    def _follow(self, seat: Seat, lead: Sequence[Card]) -> tuple[Card, ...]:
        hand = self.hands[seat]
        if self.rng.random() < 0.35:
            inside = [card for card in hand if self.trump.groups[card] is self.trump.groups[lead[0]]]
            breaks_pairs = len(lead) > 1 and len(inside) >= len(lead)
            return tuple(self.rng.sample(inside if breaks_pairs else hand, len(lead)))
        return choose_follow(lead, hand, self.trump, self.book, lambda _: self.rng.random())

    def _lay(self, seat: Seat, cards: Sequence[Card]) -> None:
        for each_seat, _, _, _, later in self.follows:
            if each_seat is seat:
                later += cards
        for card in cards:
            self.hands[seat].remove(card)
        self._apply(Played(seat, tuple(cards)))

    def _apply(self, event: Played | TrickCollected) -> None:
        self.state = apply(self.state, Logged(self.state.seq + 1, 0, CAMERA, event))

    def proved(self) -> set[int]:
        return {proof.follow.seq for proof in _deal(self.state).live.proofs}

    def provable(self) -> set[int]:
        """Find the follows that are illegal whatever the seat still holds of the unseen cards."""
        unseen = Counter(card for hand in self.hands for card in hand)
        found: set[int] = set()
        for seat, seq, lead, play, later in self.follows:
            rest = hands_of(sorted(unseen.items()), len(self.hands[seat]))
            if all(self._illegal(lead, play, later, hand) for hand in rest):
                found.add(seq)
        return found

    def _illegal(self, lead: Sequence[Card], play: Sequence[Card], later: Sequence[Card], hand: Counter[Card]) -> bool:
        held = (*play, *later, *hand.elements())
        return bool(verify_follow(lead, held, play, self.trump, self.book))


def _deal(state: MatchState) -> Deal:
    assert isinstance(state.game, ShengjiMatch)
    assert state.game.deal is not None
    return state.game.deal


def _with(state: MatchState, *, seen: tuple[int, ...], played: tuple[int, int, int, int], deal: Deal) -> MatchState:
    assert isinstance(state.game, ShengjiMatch)
    return replace(state, game=replace(state.game, deal=replace(deal, seen=seen, played=played)))


def hands_of(left: Sequence[tuple[Card, int]], size: int) -> Iterator[Counter[Card]]:
    if not left:
        if size == 0:
            yield Counter()
        return
    card, count = left[0]
    for number in range(min(count, size) + 1):
        for rest in hands_of(left[1:], size - number):
            yield rest + Counter({card: number})


@pytest.mark.parametrize("rulebook", ["qq", "comp", "rbtying"])
def test_a_revoke_is_proved_exactly_when_no_hand_could_excuse_it(rulebook: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(20):
        hand = Hand(random.Random(f"{rulebook}:{seed}"), rulebook)
        for trick in hand.play():
            assert hand.proved() == hand.provable(), (seed, trick)
        kinds.update(found.code for proof in _deal(hand.state).live.proofs for found in proof.violations)
    assert kinds["follow.must_follow_suit"] > 3
    assert kinds["follow.must_play_pair"] > 0


@pytest.mark.parametrize("rulebook", [PROTECTED, LONG_TRACTORS], ids=["two_pairs", "three_pairs"])
def test_where_tractors_are_protected_a_revoke_is_proved_when_no_hand_has_the_tractor(rulebook: str) -> None:
    kinds: Counter[tuple[str, str]] = Counter()
    for seed in range(40):
        hand = Hand(random.Random(f"protected:{seed}"), rulebook)
        for trick in hand.play():
            assert hand.proved() == hand.provable(), (seed, trick)
        deal = _deal(hand.state)
        for proof in deal.live.proofs:
            when = "at_the_end" if proof.by.trick == deal.tricks[-1].number else "before"
            kinds.update((found.code, when) for found in proof.violations)
    assert kinds["follow.must_play_pair", "before"] > 0
    assert kinds["follow.must_play_pair", "at_the_end"] > 0


class Blurred(Hand):
    """A hand whose first card was not read for certain."""

    def _apply(self, event: Played | TrickCollected) -> None:
        if isinstance(event, Played) and not _deal(self.state).tricks and not _deal(self.state).trick.plays:
            event = replace(event, readings=(Reading(0.8, ((Card.C3, 0.2),)),) * len(event.cards))
        super()._apply(event)


def test_where_tractors_are_protected_a_card_in_doubt_keeps_every_kept_pair_unproved() -> None:
    clear, blurred = Counter[str](), Counter[str]()
    for seed in range(40):
        for kind, counts in ((Hand, clear), (Blurred, blurred)):
            hand = kind(random.Random(f"protected:{seed}"), PROTECTED)
            for _ in hand.play():
                # What the clear hands prove is held against every hand above.
                assert kind is Hand or hand.proved() <= hand.provable()
            counts.update(found.code for proof in _deal(hand.state).live.proofs for found in proof.violations)
    assert clear["follow.must_play_pair"] > 0
    assert blurred["follow.must_play_pair"] == 0
    assert blurred["follow.must_follow_suit"] > 0


def test_some_of_these_hands_lead_pairs_and_tractors() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(20):
        hand = Hand(random.Random(f"qq:{seed}"), "qq")
        for _ in hand.play():
            pass
        for trick in _deal(hand.state).tricks:
            sizes[decompose(trick.plays[0].faces, hand.trump, hand.book)[0].pairs] += 1
    assert min(sizes[0], sizes[1], sizes[2]) > 2
