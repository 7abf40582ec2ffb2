"""Play many random matches through the session, every fifth exchange wrong on purpose; goes on where it stopped.

python -m tests.rules.guandan.session_matches --count 1000 --progress session.jsonl

Each match is one log. Folded fact by fact it must come to the score that was played, with nothing to ask and with
exactly the wrong tributes and returns as breaches; folded again from its own text it must come to the same state.
"""

import random
from collections import Counter

from tests.rules.guandan.matches import Dealt, deal, exchange, run

from paizhuo.rules.cards import Rank, Seat
from paizhuo.rules.events import CAMERA, DealEnded, Fact, Logged, MatchStarted
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.levels import after_hand, opening
from paizhuo.rules.guandan.match import Ending
from paizhuo.rules.guandan.playout import Exchanged, PlayedHand, play_hand
from paizhuo.rules.guandan.questions import due
from paizhuo.rules.guandan.recorded import recorded
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import owed_cards, returnable
from paizhuo.rules.record.jsonl import dump
from paizhuo.rules.record.jsonl import load as parsed
from paizhuo.rules.session import MatchState, apply, fold


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
        exchanged, _ = exchange(order, dealt, level, rng, book)
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


if __name__ == "__main__":
    run(match, __doc__)
