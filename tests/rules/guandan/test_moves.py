"""What a hand can play: every move can be laid, beats what it should, and is found fast enough."""

import random
import time
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paizhuo.rules.cards import Card, Rank, Seat, Suit, two_decks
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import Reading, Shape, readings
from paizhuo.rules.guandan.holding import hold
from paizhuo.rules.guandan.lay import lay
from paizhuo.rules.guandan.moves import Move, kinds, legal_plays, moves
from paizhuo.rules.guandan.pips import Pip, wild_card
from paizhuo.rules.guandan.playout import play_hand
from paizhuo.rules.guandan.policies import JokerKickers, SuitedStraights, WildPairs
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Shapes
from paizhuo.rules.guandan.wild import read
from paizhuo.rules.rulebook import Title
from paizhuo.rules.rulebooks import load

LIBERAL = GuandanRulebook(
    "liberal",
    "guandan",
    Title("宽", "liberal"),
    shapes=Shapes(wild_pair=WildPairs.ANY_RANK, suited_straight=SuitedStraights.PLAYERS_CHOICE),
)
STRICT = GuandanRulebook("strict", "guandan", Title("严", "strict"), shapes=Shapes(joker_kicker=JokerKickers.FORBIDDEN))
NATIONAL = load("guandan-2017", GuandanRulebook)
BOOKS = (HOUSE, LIBERAL, STRICT, NATIONAL)


@st.composite
def hands(draw: st.DrawFn) -> tuple[Rank, tuple[Card, ...]]:
    """Draw a hand of up to 27 cards, often with wild cards and few suits."""
    level = draw(st.sampled_from(tuple(Rank)))
    suits = draw(st.sets(st.sampled_from(tuple(Suit)), min_size=1))
    pool = [card for card in two_decks() if card.suit in suits or card.is_joker]
    pool = [card for card in pool if card is not wild_card(level)]
    wilds = draw(st.integers(0, 2))
    size = draw(st.integers(1, min(27, len(pool) + wilds)))
    rest = draw(st.permutations(pool))[: max(0, size - wilds)]
    return level, (*rest, *[wild_card(level)] * min(wilds, size))


def name(move: Move) -> tuple[Shape, int, Pip]:
    return move.shape, move.size, move.key


@settings(max_examples=40, deadline=None)
@given(hand=hands(), rules=st.sampled_from(BOOKS))
def test_every_move_can_be_laid_and_reads_as_itself(
    hand: tuple[Rank, tuple[Card, ...]], rules: GuandanRulebook
) -> None:
    level, cards = hand
    holding = hold(cards, level)
    for move in moves(holding, None, rules):
        laid = lay(move, holding)
        left = list(cards)
        for card in laid:
            left.remove(card)
        assert laid.count(wild_card(level)) == move.wilds
        meant = [one for one in readings(laid, level, rules) if (one.shape, one.size, one.key) == name(move)]
        assert len(meant) == 1
        # Laid as asked, the cards say what they are, or leave open what no order can tell.
        assert meant[0] in read(laid, level, rules).possible


@settings(max_examples=40, deadline=None)
@given(hand=hands(), other=hands(), rules=st.sampled_from(BOOKS), pick=st.randoms(use_true_random=False))
def test_moves_over_a_play_are_those_leads_that_beat_it(
    hand: tuple[Rank, tuple[Card, ...]],
    other: tuple[Rank, tuple[Card, ...]],
    rules: GuandanRulebook,
    pick: random.Random,
) -> None:
    level, cards = hand
    table = hold(other[1], level)
    move = pick.choice(moves(table, None, rules))
    to_beat = next(
        one for one in readings(lay(move, table), level, rules) if name(move) == (one.shape, one.size, one.key)
    )
    expected = [one for one in legal_plays(cards, None, level, rules) if beats(as_reading(one), to_beat, level)]
    found = legal_plays(cards, to_beat, level, rules)
    assert len(set(found)) == len(found)
    assert set(found) == set(expected)


def as_reading(move: Move) -> Reading:
    return Reading(move.shape, move.key, (move.key,) * move.size)


def test_a_joker_pair_goes_with_a_triple_only_where_allowed() -> None:
    hand = [Card.S9, Card.C9, Card.D9, Card.LJ, Card.LJ]
    assert any(move.pair is Pip.LITTLE_JOKER for move in legal_plays(hand, None, Rank.TWO))
    assert not any(move.pair for move in legal_plays(hand, None, Rank.TWO, STRICT))
    assert readings(hand, Rank.TWO, STRICT) == ()


def test_a_move_that_the_hand_has_not_cannot_be_laid() -> None:
    with pytest.raises(ValueError, match="not in this hand"):
        lay(Move(Shape.STRAIGHT, 5, Pip.NINE, 0), hold([Card.S9], Rank.TWO))


def test_a_plain_straight_takes_cards_of_two_suits() -> None:
    for tokens in ("S3 D3 S4 S5 S6 S7", "S3 S4 D4 S5 D5 S6 D6 S7 D7", "S3 D3 S4 D4 S5 D5 S6 D6 S7 D7"):
        holding = hold([Card(token) for token in tokens.split()], Rank.TWO)
        laid = lay(Move(Shape.STRAIGHT, 5, Pip.SEVEN, 0), holding)
        assert len({card.suit for card in laid}) == 2


def test_cards_of_one_suit_with_a_wild_card_are_laid_as_a_plain_straight_where_players_may_call_it_one() -> None:
    hand = [Card.S3, Card.S4, Card.S5, Card.S6, Card.H2]
    plain = [move for move in legal_plays(hand, None, Rank.TWO, LIBERAL) if move.shape is Shape.STRAIGHT]
    assert plain
    for move in plain:
        laid = lay(move, hold(hand, Rank.TWO))
        assert sorted(laid) == sorted(hand)
        assert (Shape.STRAIGHT, move.key) in {(one.shape, one.key) for one in readings(laid, Rank.TWO, LIBERAL)}
    assert not any(move.shape is Shape.STRAIGHT for move in legal_plays(hand, None, Rank.TWO))


def hardest() -> Iterator[tuple[Rank, list[Card]]]:
    """Give hands of 27 cards with two wild cards that can play very much: all ranks, long stacks, many suits."""
    rng = random.Random(27)
    for count in (4, 5, 6, 7, 8, 10, 13):
        for _ in range(4):
            level = rng.choice(tuple(Rank))
            ranks = rng.sample(tuple(Rank), count)
            pool = [
                card for card in two_decks() if (card.rank in ranks or card.is_joker) and card is not wild_card(level)
            ]
            yield level, rng.sample(pool, min(25, len(pool))) + [wild_card(level)] * 2


def test_the_hardest_hand_is_classified_within_50_ms() -> None:
    worst = 0.0
    most = 0
    for level, hand in hardest():
        start = time.process_time()
        found = kinds(hand, level)
        worst, most = max(worst, time.process_time() - start), max(most, len(found))
    assert worst <= 0.050
    assert most >= 150


def chess_moves_per_second(rng: random.Random, seconds: float) -> float:
    start, made = time.process_time(), 0
    while time.process_time() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            choices = list(board.legal_moves)
            if not choices:
                break
            board.push(rng.choice(choices))
            made += 1
    return made / (time.process_time() - start)


def plays_per_second(rng: random.Random, seconds: float) -> float:
    start, made = time.process_time(), 0
    while time.process_time() - start < seconds:
        deck = list(two_decks())
        rng.shuffle(deck)
        dealt = {seat: deck[seat * 27 : seat * 27 + 27] for seat in Seat}
        made += sum(1 for _ in play_hand(dealt, Seat.E, Rank.TWO, rng.choice))
    return made / (time.process_time() - start)


def test_random_plays_are_made_at_a_third_of_the_speed_of_random_chess() -> None:
    """Both sides generate all legal acts, pick one and apply it. The best of three rounds counts, in CPU seconds."""
    rng = random.Random(64)
    ratios = [plays_per_second(rng, 0.25) / chess_moves_per_second(rng, 0.25) for _ in range(3)]
    assert max(ratios) >= 0.3, ratios
