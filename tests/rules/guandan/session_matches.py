"""Play many random matches through the session, every fifth exchange wrong on purpose; goes on where it stopped.

python tests/rules/guandan/session_matches.py --count 1000 --progress session.jsonl

Each match is one log. Folded fact by fact it must come to the score that was played, with nothing to ask and with
exactly the wrong tributes and returns as breaches; folded again from its own text it must come to the same state.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from paizhuo.rules.cards import Card, Rank, Seat, two_decks
from paizhuo.rules.events import CAMERA, DealEnded, Fact, Logged, MatchStarted
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.levels import after_hand, opening
from paizhuo.rules.guandan.match import Ending
from paizhuo.rules.guandan.pips import wild_card
from paizhuo.rules.guandan.playout import Exchanged, PlayedHand, exchange_cards, play_hand
from paizhuo.rules.guandan.questions import due
from paizhuo.rules.guandan.recorded import recorded
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import Gift, Settlement, owed_cards, returnable
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.jsonl import load as parsed
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, apply, fold

BOOKS = ("guandan-seed", "guandan-2017", "guandan-school")
WRONG = 0.2
Dealt = Mapping[Seat, Sequence[Card]]


def deal(rng: random.Random) -> dict[Seat, list[Card]]:
    """Shuffle and deal two packs."""
    deck = list(two_decks())
    rng.shuffle(deck)
    return {seat: deck[seat * 27 : seat * 27 + 27] for seat in Seat}


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


def wrongs(exchanged: Exchanged, dealt: Dealt, level: Rank, book: GuandanRulebook) -> Counter[tuple[str, Seat]]:
    """Give the offences of an exchange by family and seat, the hands being known."""
    found: Counter[tuple[str, Seat]] = Counter()
    for gift in exchanged.settled.gifts:
        if gift.card not in owed_cards(dealt[gift.payer], level):
            found["tribute", gift.payer] += 1
        if exchanged.returned[gift.receiver] not in returnable([*dealt[gift.receiver], gift.card], level, book):
            found["return", gift.receiver] += 1
    return found


class Log:
    """A log that is folded as it grows."""

    def __init__(self, book: str) -> None:
        self.entries: list[Logged] = []
        self.state = MatchState()
        self.add(MatchStarted(book, ("a", "b", "c", "d")))

    def add(self, fact: Fact) -> None:
        """Log one fact."""
        entry = Logged(len(self.entries) + 1, 0, CAMERA, fact)
        self.entries.append(entry)
        self.state = apply(self.state, entry)

    @property
    def match(self) -> GuandanMatch:
        """The match as it stands."""
        assert isinstance(self.state.game, GuandanMatch)
        return self.state.game


def match(seed: int, book: GuandanRulebook) -> Counter[str]:
    """Play one match through the session and count what happened in it."""
    rng, score, order = random.Random(seed), opening(book), tuple[Seat, ...]()
    log, seen = Log(book.id), Counter[str]()
    while score.passed is None:
        level, dealt = score.level, deal(rng)
        exchanged = exchange_cards(order, dealt, level, rng.choice, book)
        if len(exchanged.owed.payers) == 1 and not exchanged.resisted and rng.random() < WRONG:
            exchanged = spoil(exchanged, dealt, level, rng)
        *_, hand = play_hand(exchanged.hands, exchanged.leader, level, rng.choice, book)
        after = after_hand(score, hand.places, book)
        played = PlayedHand(score, exchanged, hand, after)
        should = wrongs(exchanged, dealt, level, book)
        for fact in recorded(played, seen["hands"] + 1, len(log.entries) + 1):
            if isinstance(fact, DealEnded):
                seen.update(check(log.match, should, seed))
            log.add(fact)
        order, score = hand.places, after
        assert log.match.score == score, (seed, log.match.score, score)
        assert log.match.order == order, (seed, log.match.order, order)
        seen["hands"] += 1
        seen["events"] = len(log.entries)
    assert log.match.verdict.ending is Ending.ACE_PASSED, seed
    assert log.match.winner is score.passed, seed
    again = parsed(dump(log.entries))
    assert again.sealed, seed
    assert fold(again.entries) == log.state, seed
    return seen


def check(match: GuandanMatch, should: Counter[tuple[str, Seat]], seed: int) -> Counter[str]:
    """Compare the breaches of a hand that is over with what was wrong in it."""
    assert match.deal is not None
    assert due(match) == (), (seed, due(match))
    found = charges(match.deal, match.rulebook)
    named = Counter((charge.violation.code.partition(".")[0], charge.seat) for charge in found)
    assert named == should, (seed, match.deal.hand, found, should)
    later = sum("proved_by_trick" in charge.violation.params for charge in found)
    return Counter({"injected": should.total(), "proved": named.total(), "proved_in_play": later})


def main() -> None:
    """Play the matches that the progress file does not hold yet, and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
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
                seen = match(seed, load(name, GuandanRulebook))
                done[seed] = {"seed": seed, "rulebook": name, "seconds": time.process_time() - start, **seen}
                progress.write(json.dumps(done[seed]) + "\n")
                progress.flush()
    total: Counter[str] = Counter()
    for seed in range(options.count):
        total.update({key: value for key, value in done[seed].items() if isinstance(value, (int, float))})
    del total["seed"]
    sys.stdout.write(json.dumps({"matches": options.count, **total}) + "\n")


if __name__ == "__main__":
    main()
