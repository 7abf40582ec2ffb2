"""Bounds on what everyone may hold, against every deal of a reduced deck that agrees with the plays."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.events import Spot
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.bounds import Unseen, bounds
from paizhuo.rules.shengji.flow import hand_out
from paizhuo.rules.shengji.follow import choose_follow, verify_follow
from paizhuo.rules.shengji.laid import Laid
from paizhuo.rules.shengji.lead import legal_leads
from paizhuo.rules.shengji.ledger import ClaimKind, Follow, Ledger, Order, enter, show
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, trump_for

TRUMP_SUIT = Suit.DIAMONDS
KITTY = 4


def order_under(rulebook: str) -> Order:
    book = load(rulebook, ShengjiRulebook)
    return Order(trump_for(book, Rank.TWO, TRUMP_SUIT), book)


def reduced_deck(rng: random.Random, faces: int, *, paired: bool) -> list[Card]:
    """Give two cards each of some neighbouring ranks, shuffled; ``paired`` leaves them in pairs, mostly of one suit."""
    suits = rng.sample(["S", "H", "D"], 2)
    ranks = "3456789TJQKA"
    first = rng.randint(0, 2)
    long = faces - 3 if paired else faces // 2
    chosen = [Card(suits[0] + ranks[first + place]) for place in range(long)]
    chosen += [Card(suits[1] + ranks[first + place]) for place in range(faces - long)]
    rng.shuffle(chosen)
    deck = [card for card in chosen for _ in range(2)]
    if not paired:
        rng.shuffle(deck)
    return deck


class Game:
    """A few tricks of honest play with a reduced deck, and what the ledger makes of them."""

    def __init__(self, rng: random.Random, rulebook: str, faces: int, *, paired: bool = False) -> None:
        self.order = order_under(rulebook)
        deck = reduced_deck(rng, faces, paired=paired)
        size = (len(deck) - KITTY) // 4
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(4)]
        self.unseen = Counter(deck)
        self.ledger = Ledger()
        self.follows: list[tuple[Follow, list[Card]]] = []
        self.rng = rng
        self._seq = 0

    def play(self, tricks: int) -> None:
        for number in range(self._seq // 4 + 1, self._seq // 4 + tricks + 1):
            leader = Seat(self.rng.randrange(4))
            leads = sorted(legal_leads(self.hands[leader], self.order.trump, self.order.rulebook), key=len)
            lead = leads[-1] if self.rng.random() < 0.7 else self.rng.choice(leads)
            self._lay(leader, lead, number)
            for seat in (leader.next, leader.partner, leader.previous):
                hand = self.hands[seat]
                play = choose_follow(lead, hand, self.order.trump, self.order.rulebook, lambda _: self.rng.random())
                laid = self._lay(seat, play, number)
                follow = Follow(seat, number, self._seq, tuple(lead), laid)
                self.ledger = enter(self.ledger, follow, (), self.order)
                self.follows.append((follow, []))

    def _lay(self, seat: Seat, cards: Sequence[Card], trick: int) -> tuple[Laid, ...]:
        self._seq += 1
        laid = tuple(Laid(card, Spot(self._seq, place)) for place, card in enumerate(cards))
        self.ledger = show(self.ledger, seat, laid, trick, self._seq, (), self.order)
        for card in cards:
            self.hands[seat].remove(card)
            self.unseen[card] -= 1
        for follow, later in self.follows:
            if follow.seat is seat:
                later += cards
        return laid

    def unknown(self) -> Unseen:
        sizes = [len(hand) for hand in self.hands]
        return Unseen(tuple((+self.unseen).elements()), (sizes[0], sizes[1], sizes[2], sizes[3]))

    def agrees(self, seat: Seat, hand: Counter[Card]) -> bool:
        """Say whether every follow of a seat so far is legal if this is what it still holds."""
        trump, rulebook = self.order.trump, self.order.rulebook
        for follow, later in self.follows:
            if follow.seat is seat:
                played = [laid.card for laid in follow.cards]
                held = [*played, *later, *hand.elements()]
                if verify_follow(follow.lead, held, played, trump, rulebook):
                    return False
        return True


def hands_of(left: Sequence[tuple[Card, int]], size: int) -> Iterator[Counter[Card]]:
    if not left:
        if size == 0:
            yield Counter()
        return
    card, count = left[0]
    for number in range(min(count, size) + 1):
        for rest in hands_of(left[1:], size - number):
            yield rest + Counter({card: number})


def by_force(game: Game) -> list[dict[Group, tuple[int, int]]]:
    """Try every hand of every seat, and whether the other seats can all be given hands that agree with their plays."""
    unseen = sorted((+game.unseen).items())
    options = {seat: tuple(hands_of(unseen, len(game.hands[seat]))) for seat in Seat}
    options = {seat: tuple(hand for hand in hands if game.agrees(seat, hand)) for seat, hands in options.items()}

    @cache
    def completes(left: frozenset[tuple[Card, int]], seats: tuple[Seat, ...]) -> bool:
        if not seats:
            return True
        have = Counter(dict(left))
        return any(completes(frozenset((have - hand).items()), seats[1:]) for hand in options[seats[0]] if hand <= have)

    found: list[dict[Group, tuple[int, int]]] = []
    for seat in Seat:
        others = tuple(other for other in Seat if other is not seat)
        possible = [hand for hand in options[seat] if completes(frozenset((+game.unseen - hand).items()), others)]
        counts = [Counter(game.order.trump.groups[card] for card in hand.elements()) for hand in possible]
        found.append({group: (min(c[group] for c in counts), max(c[group] for c in counts)) for group in Group})
    return found


@pytest.mark.parametrize("paired", [False, True], ids=["shuffled", "paired"])
@pytest.mark.parametrize("rulebook", ["qq", "comp", "rbtying", "zjh"])
def test_bounds_are_exact_on_reduced_decks(rulebook: str, paired: bool) -> None:
    for seed in range(12):
        game = Game(random.Random(f"{rulebook}:{seed}"), rulebook, 10 if seed % 2 else 12, paired=paired)
        while sum(game.unseen.values()) > 12:
            game.play(1)
        assert list(bounds(game.unknown(), game.ledger.claims, game.order.trump)) == by_force(game), seed


def test_the_games_above_make_claims_of_every_kind() -> None:
    kinds: Counter[ClaimKind] = Counter()
    for seed in range(60):
        game = Game(random.Random(f"kinds:{seed}"), "qq", 12, paired=seed % 2 == 0)
        game.play(1)
        kinds.update(claim.kind for claims in game.ledger.claims for claim in claims)
    assert set(kinds) == set(ClaimKind) - {ClaimKind.NO_LOOSE_PAIR}


def laid(text: str) -> tuple[Laid, ...]:
    return tuple(Laid(Card(token), Spot(1, place)) for place, token in enumerate(text.split()))


def test_a_claim_against_a_tractor_keeps_a_hand_from_holding_one() -> None:
    """East answered a tractor with two loose pairs: of 5566 it can hold one pair and one single at most."""
    order = order_under("qq")
    lead = (Card.S9, Card.S9, Card.ST, Card.ST)
    follow = Follow(Seat.E, 1, 1, lead, laid("S3 S3 S7 S7"))
    claims = enter(Ledger(), follow, (), order).claims
    assert claims[0][0].kind is ClaimKind.NO_TRACTOR
    unseen = Unseen((Card.S5, Card.S5, Card.S6, Card.S6, Card.H3), (4, 1, 0, 0))
    found = bounds(unseen, claims, order.trump)
    assert found[0][Group.SPADES] == (3, 3)
    assert bounds(unseen, ((), (), (), ()), order.trump)[0][Group.SPADES] == (3, 4)


def test_known_cards_count_in_their_hand() -> None:
    order = order_under("qq")
    unseen = Unseen((Card.S5, Card.S6, Card.H3, Card.H4), (2, 2, 0, 0), ((Card.S5,), (), (), ()))
    found = bounds(unseen, ((), (), (), ()), order.trump)
    assert found[0][Group.SPADES] == (1, 2)
    assert found[1][Group.HEARTS] == (1, 2)


def test_claims_that_cannot_all_be_true_are_left_out() -> None:
    order = order_under("qq")
    follows = [Follow(seat, 1, 1, (Card.S9,), laid("H3")) for seat in Seat]
    claims = tuple(enter(Ledger(), follow, (), order).claims[follow.seat] for follow in follows)
    unseen = Unseen((Card.S5, Card.S6, Card.SK, Card.SA), (1, 1, 1, 1))
    assert bounds(unseen, claims, order.trump)[0][Group.SPADES] == (1, 1)


def test_more_cards_in_hands_than_unseen_says_nothing() -> None:
    found = bounds(Unseen((Card.S5,), (2, 2, 0, 0)), ((), (), (), ()), order_under("qq").trump)
    assert found[0][Group.SPADES] == (0, 2)


@pytest.mark.parametrize("seed", range(40))
def test_handing_out_agrees_with_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    kinds, holders = rng.randint(1, 4), rng.randint(1, 3)
    supply = [rng.randint(0, 3) for _ in range(kinds)]
    room = [rng.randint(0, 4) for _ in range(holders)]
    most = [[rng.randint(0, 3) for _ in range(holders)] for _ in range(kinds)]
    given = hand_out(supply, room, most)
    assert (given is not None) == tried(supply, room, most)
    if given is not None:
        assert [sum(row) for row in given] == supply
        assert all(sum(row[holder] for row in given) <= room[holder] for holder in range(holders))
        assert all(row[holder] <= most[kind][holder] for kind, row in enumerate(given) for holder in range(holders))


def tried(supply: Sequence[int], room: Sequence[int], most: Sequence[Sequence[int]]) -> bool:
    if not supply:
        return True
    return any(
        tried(supply[1:], [have - take for have, take in zip(room, takes, strict=True)], most[1:])
        for takes in shares(supply[0], room, most[0])
    )


def shares(count: int, room: Sequence[int], most: Sequence[int]) -> Iterator[list[int]]:
    if not room:
        if count == 0:
            yield []
        return
    for take in range(min(count, room[0], most[0]) + 1):
        for rest in shares(count - take, room[1:], most[1:]):
            yield [take, *rest]
