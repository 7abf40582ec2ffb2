"""Play many random matches under every rulebook and check each of them to the end; goes on where it stopped.

python tests/rules/guandan/matches.py --count 1000 --progress matches.jsonl

Every act is checked for legality before it is applied, every hand is told again from its plays alone, every fifth
exchange is wrong on purpose, and what is proved afterwards must be exactly what was wrong.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.guandan.levels import after_hand, opening
from paizhuo.rules.guandan.pips import wild_card
from paizhuo.rules.guandan.playout import Exchanged, exchange_cards, play_hand
from paizhuo.rules.guandan.proofs import Laid, prove_return, prove_tribute
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.state import Hand, begin, can_pass, can_play, history, play
from paizhuo.rules.guandan.tribute import Gift, Settlement, owed_cards, returnable
from paizhuo.rules.rulebooks import load

BOOKS = ("guandan-seed", "guandan-2017", "guandan-school")
WRONG = 0.2
Dealt = Mapping[Seat, Sequence[Card]]


def deal(rng: random.Random) -> dict[Seat, list[Card]]:
    """Shuffle and deal two packs."""
    deck = list(two_decks())
    rng.shuffle(deck)
    return {seat: deck[seat * 27 : seat * 27 + 27] for seat in Seat}


def leftovers(hands: Dealt, plays: Sequence[Laid]) -> list[Laid]:
    """Give the cards that are shown when the hand is over."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    for seat, cards in plays:
        for card in cards:
            left[seat].remove(card)
    return [(seat, tuple(cards)) for seat, cards in left.items() if cards]


def played(hands: Dealt, leader: Seat, level: Rank, rng: random.Random, book: GuandanRulebook) -> Hand:
    """Play a hand, checking every act, and tell it again from the plays alone."""
    state = begin(level, leader, hands)
    for after in play_hand(hands, leader, level, rng.choice, book):
        act = after.trick.acts[-1]
        said = act.ruling.reading if act.ruling else None
        legal = (
            can_pass(state, act.seat, book) if act.is_pass else can_play(state, act.seat, act.cards, book, said=said)
        )
        assert legal, (level, act)
        state = after
    seen = begin(level, leader, hands)
    for act in chain.from_iterable(trick.acts for trick in (*state.tricks, state.trick)):
        if act.ruling:
            assert can_play(seen, act.seat, act.cards, book, said=act.ruling.reading), (level, act)
            seen = play(seen, act.seat, act.cards, book, said=act.ruling.reading)
    assert (seen.order, seen.left, history(seen)) == (state.order, state.left, history(state))
    return state


def spoil(before: Exchanged, dealt: Dealt, level: Rank, rng: random.Random) -> Exchanged:
    """Pay and give back any cards but wild ones between the payer and the receiver of a single tribute."""
    (payer,), (receiver,) = before.owed.payers, before.owed.receivers
    hands = {seat: list(cards) for seat, cards in dealt.items()}
    paid = rng.choice([card for card in hands[payer] if card is not wild_card(level)])
    hands[payer].remove(paid)
    hands[receiver].append(paid)
    back = rng.choice([card for card in hands[receiver] if card is not wild_card(level)])
    hands[receiver].remove(back)
    hands[payer].append(back)
    return Exchanged(before.owed, hands, payer, Settlement((Gift(payer, receiver, paid),), payer), {receiver: back})


def exchange(
    order: Sequence[Seat], dealt: Dealt, level: Rank, rng: random.Random, book: GuandanRulebook
) -> tuple[Exchanged, bool]:
    """Exchange cards, and say whether that was spoiled."""
    exchanged = exchange_cards(order, dealt, level, rng.choice, book)
    wrong = len(exchanged.owed.payers) == 1 and not exchanged.resisted and rng.random() < WRONG
    return (spoil(exchanged, dealt, level, rng) if wrong else exchanged), wrong


def match(seed: int, book: GuandanRulebook) -> Counter[str]:
    """Play one match and count what happened in it."""
    rng, score, order = random.Random(seed), opening(book), tuple[Seat, ...]()
    seen: Counter[str] = Counter()
    while score.passed is None:
        level, dealt = score.level, deal(rng)
        before, wrong = exchange(order, dealt, level, rng, book)
        hand = played(before.hands, before.leader, level, rng, book)
        plays = history(hand)
        full = (*plays, *leftovers(before.hands, plays))
        for gift in before.settled.gifts:
            card = before.returned[gift.receiver]
            bad_paid = wrong and gift.card not in owed_cards(dealt[gift.payer], level)
            bad_back = wrong and card not in returnable([*dealt[gift.receiver], gift.card], level, book)
            paid, back = prove_tribute(gift, card, full, level), prove_return(gift, card, full, level, book)
            assert (paid is not None) == bad_paid, (seed, gift)
            assert (back is not None) == bad_back, (seed, gift, card)
            seen["injected"] += bad_paid + bad_back
            seen["proved"] += (paid is not None) + (back is not None)
            seen["proved_in_play"] += sum(one is not None and one.evidence < len(plays) for one in (paid, back))
        order, score = hand.places, after_hand(score, hand.places, book)
        seen["hands"] += 1
        seen["plays"] += len(plays)
        seen["acts"] += sum(len(trick.acts) for trick in (*hand.tricks, hand.trick))
        seen["resisted"] += before.resisted
        seen["double"] += len(order) == 2
    return seen


def run(play_one: Callable[[int, GuandanRulebook], Counter[str]], about: str | None) -> None:
    """Play the matches that the progress file does not hold yet, and print the sums."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--progress", type=Path, required=True)
    options = parser.parse_args()
    lines = options.progress.read_text("utf-8").splitlines() if options.progress.exists() else []
    done = {record["seed"]: record for record in map(json.loads, lines)}
    with options.progress.open("a", encoding="utf-8") as progress:
        for seed in range(options.count):
            if seed not in done:
                start = time.process_time()
                name = BOOKS[seed % len(BOOKS)]
                seen = play_one(seed, load(name, GuandanRulebook))
                done[seed] = {"seed": seed, "rulebook": name, "seconds": time.process_time() - start, **seen}
                progress.write(json.dumps(done[seed]) + "\n")
                progress.flush()
    total: Counter[str] = Counter()
    for seed in range(options.count):
        total.update({key: value for key, value in done[seed].items() if isinstance(value, (int, float))})
    del total["seed"]
    sys.stdout.write(json.dumps({"matches": options.count, **total}) + "\n")


if __name__ == "__main__":
    run(match, __doc__)
