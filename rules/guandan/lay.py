"""Turning a move into cards in the order in which they should lie: high to low, wild cards where they count."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from paizhuo.rules.cards import Card, Rank, Suit
from paizhuo.rules.guandan.combos import Reading, Shape, readings
from paizhuo.rules.guandan.holding import Holding
from paizhuo.rules.guandan.moves import Move
from paizhuo.rules.guandan.pips import Pip, wild_card
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook


def lay(move: Move, holding: Holding) -> tuple[Card, ...]:
    """Take the cards of a move from a hand, left to right as they should lie.

    The move must be one of the hand's own (``legal_plays``); otherwise ``IndexError`` or ``ValueError``.

    >>> from paizhuo.rules.guandan.holding import hold
    >>> hand = hold([Card.S3, Card.S4, Card.S5, Card.S6, Card.H7], Rank.SEVEN)
    >>> [str(card) for card in lay(Move(Shape.STRAIGHT_FLUSH, 5, Pip.SEVEN, 1), hand)]
    ['H7', 'S6', 'S5', 'S4', 'S3']
    """
    if move.wilds == move.size:
        return (wild_card(holding.level),) * move.size
    match move.shape:
        case Shape.STRAIGHT | Shape.STRAIGHT_FLUSH:
            return _straight(move, holding)
        case Shape.TUBE | Shape.PLATE:
            each = 2 if move.shape is Shape.TUBE else 3
            return _blocks([(height, each) for height in _heights(move, 6 // each)], move.wilds, holding)
        case Shape.FULL_HOUSE:
            pair = move.pair.height if move.pair else 0
            return _blocks([(move.key.height, 3), (pair, 2)], move.wilds, holding)
        case Shape.JOKER_BOMB:
            return (Card.BJ, Card.BJ, Card.LJ, Card.LJ)
        case _:
            return _blocks([(move.key.height, move.size)], move.wilds, holding)


def meant(move: Move, cards: Sequence[Card], level: Rank, rules: GuandanRulebook = HOUSE) -> Reading:
    """Give the reading of laid cards that a move means: what its player would say."""
    wanted = (move.shape, move.size, move.key)
    return next(one for one in readings(cards, level, rules) if (one.shape, one.size, one.key) == wanted)


def _heights(move: Move, length: int) -> range:
    return range(move.key.height, move.key.height - length, -1)


def _stack(holding: Holding, height: int) -> tuple[Card, ...]:
    return holding.stacks[height if height > 1 else Pip.ACE.height]


def _blocks(blocks: list[tuple[int, int]], wilds: int, holding: Holding) -> tuple[Card, ...]:
    """Fill blocks of equal pips, wild cards at their right ends: first where cards are missing, then from the last on.

    So a full house keeps a natural triple, which no two pairs can be taken for.
    """
    used = [max(0, size - len(_stack(holding, height))) for height, size in blocks]
    spare = wilds - sum(used)
    for place in reversed(range(len(blocks))):
        height, size = blocks[place]
        stack = _stack(holding, height)
        # One natural card stays in every block that has any, so that the block keeps its pip.
        more = min(spare, size - used[place] - 1) if stack and not stack[0].is_joker else 0
        used[place] += max(0, more)
        spare -= max(0, more)
    laid: list[Card] = []
    for (height, size), wild in zip(blocks, used, strict=True):
        laid += _stack(holding, height)[: size - wild]
        laid += [wild_card(holding.level)] * wild
    return tuple(laid)


def _straight(move: Move, holding: Holding) -> tuple[Card, ...]:
    """Choose the places of the wild cards and, for a plain straight, cards of more than one suit if there are any."""
    flush = move.shape is Shape.STRAIGHT_FLUSH
    best: tuple[Card, ...] = ()
    for wild_places in combinations(range(5), move.wilds):
        for suit in Suit:
            natural = _naturals(move, holding, wild_places, suit)
            if natural is None:
                continue
            cards = iter(natural)
            laid = tuple(wild_card(holding.level) if place in wild_places else next(cards) for place in range(5))
            if flush or len({card.suit for card in natural}) > 1:
                return laid
            best = laid
    if not best:
        raise ValueError(f"not in this hand: {move}")
    return best


def _naturals(move: Move, holding: Holding, wild_places: tuple[int, ...], suit: Suit) -> list[Card] | None:
    """Take cards for the other places: all of a suit for a flush, else the first of it and the others rather not."""
    taken: list[Card] = []
    for place, height in enumerate(_heights(move, 5)):
        if place in wild_places:
            continue
        same = [card for card in _stack(holding, height) if card.suit is suit]
        other = [card for card in _stack(holding, height) if card.suit is not suit]
        mixed = other + same if taken else same + other
        choice = same if move.shape is Shape.STRAIGHT_FLUSH else mixed
        if not choice:
            return None
        taken.append(choice[0])
    return taken
