"""Whole hands of random legal players: everything is legal, cards are conserved, silent passes are found again."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.guandan.holding import hold
from paizhuo.rules.guandan.lay import lay
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.moves import moves
from paizhuo.rules.guandan.playout import exchange_cards, play_hand, play_match
from paizhuo.rules.guandan.policies import EqualTributes
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Tribute
from paizhuo.rules.guandan.state import Hand, begin, can_pass, can_play, collect, history, pass_turn, play
from paizhuo.rules.rulebook import Title
from paizhuo.rules.rulebooks import load

E, N, W, S = Seat
PACK = Counter(two_decks())


def deal(rng: random.Random) -> dict[Seat, list[Card]]:
    deck = list(two_decks())
    rng.shuffle(deck)
    return {seat: deck[seat * 27 : seat * 27 + 27] for seat in Seat}


@pytest.mark.parametrize("name", ["guandan-seed", "guandan-2017", "guandan-school"])
@pytest.mark.parametrize("seed", range(3))
def test_random_hands_are_legal_to_their_end_and_conserve_cards(seed: int, name: str) -> None:
    rng, book = random.Random(seed), load(name, GuandanRulebook)
    hands, level = deal(rng), rng.choice(tuple(Rank))
    state = begin(level, E)
    for after in play_hand(hands, E, level, rng.choice, book):
        act = after.trick.acts[-1]
        said = act.ruling.reading if act.ruling else None
        assert can_pass(state, act.seat, book) if act.is_pass else can_play(state, act.seat, act.cards, book, said=said)
        state = after
    assert state.is_over
    laid = Counter(card for _, cards in history(state) for card in cards)
    assert laid <= PACK
    assert laid.total() + sum(state.left) == 108
    assert all(state.left[seat] == 0 for seat in state.order)


@pytest.mark.parametrize("seed", range(4))
def test_plays_and_cleared_tables_tell_the_whole_hand(seed: int) -> None:
    """A camera that sees no pass comes to the same tricks, leaders and finishing order."""
    rng = random.Random(seed)
    hands, level = deal(rng), rng.choice(tuple(Rank))
    *_, full = play_hand(hands, E, level, rng.choice)
    seen = begin(level, E)
    for trick in (*full.tricks, full.trick):
        assert seen.turn is trick.leader
        for act in trick.acts:
            if not act.is_pass:
                assert can_play(seen, act.seat, act.cards)
                seen = play(seen, act.seat, act.cards)
        seen = collect(seen)
    assert (seen.order, seen.left) == (full.order, full.left)
    assert acts(seen) == acts(full)


@pytest.mark.parametrize("seed", range(4))
def test_plays_alone_tell_who_went_out_when(seed: int) -> None:
    """A partner's large lead after 接风 may look like a follow; nothing but the border of the trick depends on it."""
    rng = random.Random(seed)
    hands, level = deal(rng), rng.choice(tuple(Rank))
    *_, full = play_hand(hands, E, level, rng.choice)
    seen = begin(level, E)
    for seat, cards in history(full):
        assert can_play(seen, seat, cards)
        seen = play(seen, seat, cards)
    assert (seen.order, seen.left, history(seen)) == (full.order, full.left, history(full))


def acts(hand: Hand) -> list[tuple[Seat, tuple[tuple[Seat, tuple[Card, ...]], ...]]]:
    """Give leaders and plays of all tricks, passes left out."""
    return [
        (trick.leader, tuple((act.seat, act.cards) for act in trick.acts if act.cards))
        for trick in (*hand.tricks, hand.trick)
    ]


def test_a_match_is_played_until_a_is_passed() -> None:
    rng = random.Random(5)
    hands = list(play_match(lambda: deal(rng), rng.choice))
    assert hands[-1].after.passed is not None
    assert [one.after for one in hands[:-1]] == [one.before for one in hands[1:]]
    assert hands[0].exchanged.settled.gifts == ()
    assert all(one.hand.level is one.before.level for one in hands)
    for before, one in pairwise(hands):
        owed = one.exchanged.owed
        assert one.exchanged.leader in (before.hand.places[:1] if one.exchanged.resisted else owed.payers)


def test_resisting_payers_keep_their_cards_and_the_first_player_leads() -> None:
    hands = {E: [Card.S3], N: [Card.BJ, Card.S4], W: [Card.S5], S: [Card.BJ, Card.S6]}
    found = exchange_cards((E, W), hands, Rank.TWO, random.Random(1).choice)
    assert (found.resisted, found.leader, found.hands) == (True, E, hands)


def test_equal_tributes_are_shared_out_by_choice_where_the_rulebook_says_so() -> None:
    book = GuandanRulebook("x", "guandan", Title("某", "some"), tribute=Tribute(equal=EqualTributes.BY_LOT))
    hands = {E: [Card.S3], N: [Card.SA, Card.S4], W: [Card.S5], S: [Card.DA, Card.S6]}
    leaders = {exchange_cards((E, W), hands, Rank.TWO, random.Random(seed).choice, book).leader for seed in range(8)}
    assert leaders == {N, S}


class Table(RuleBasedStateMachine):
    """A table at which anything may be laid: legal acts, illegal ones, acts out of turn."""

    hands: dict[Seat, list[Card]]
    hand: Hand

    @initialize(seed=st.integers(0, 2**16), level=st.sampled_from(tuple(Rank)), short=st.booleans())
    def sit_down(self, seed: int, level: Rank, short: bool) -> None:
        dealt = deal(random.Random(seed))
        self.hands = {seat: cards[:6] if short else cards for seat, cards in dealt.items()}
        self.start = sum(map(len, self.hands.values()))
        self.hand = begin(level, E, self.hands)

    def lay(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.hand = play(self.hand, seat, cards)

    @precondition(lambda self: not self.hand.is_over)
    @rule(pick=st.randoms(use_true_random=False))
    def play_legally(self, pick: random.Random) -> None:
        seat, top = self.hand.turn, self.hand.to_beat
        assert seat is not None
        holding = hold(self.hands[seat], self.hand.level)
        found = moves(holding, top.possible[0] if top else None)
        if found:
            cards = lay(pick.choice(found), holding)
            assert can_play(self.hand, seat, cards)
            self.lay(seat, cards)
            assert self.hand.trick.top is not None
            assert self.hand.trick.top.seat is seat

    @precondition(lambda self: not self.hand.is_over)
    @rule(seat=st.sampled_from(Seat), count=st.integers(1, 3), pick=st.randoms(use_true_random=False))
    def play_anything(self, seat: Seat, count: int, pick: random.Random) -> None:
        if self.hands[seat]:
            self.lay(seat, tuple(pick.sample(self.hands[seat], min(count, len(self.hands[seat])))))

    @rule(seat=st.sampled_from(Seat))
    def pass_anywhere(self, seat: Seat) -> None:
        before = self.hand
        self.hand = pass_turn(before, seat)
        assert self.hand.left == before.left

    @invariant()
    def cards_are_conserved(self) -> None:
        laid = sum(len(cards) for _, cards in history(self.hand))
        assert laid + sum(self.hand.left) == self.start
        assert [len(self.hands[seat]) for seat in Seat] == list(self.hand.left)

    @invariant()
    def whoever_has_no_cards_is_out_once(self) -> None:
        assert set(self.hand.order) == {seat for seat in Seat if not self.hand.left[seat]} == self.hand.trick.out
        assert len(set(self.hand.order)) == len(self.hand.order)

    @invariant()
    def somebody_with_cards_is_in_turn_until_the_hand_is_over(self) -> None:
        turn = self.hand.turn
        assert (turn is None) == self.hand.is_over
        assert turn is None or self.hand.left[turn]


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)


def test_the_score_of_a_new_match_plays_two() -> None:
    assert Score().level is Rank.TWO
    assert HOUSE.levels.start is Rank.TWO
