"""Random hands with revokes of every kind, followed from the played cards alone: who is accused, and when.

Not part of the everyday suite: `python tests/long/revokes.py --hands 2000 --out revokes.jsonl`. Each hand is a line of
the file, named by rulebook and seed; a run that was interrupted goes on where it stopped. For every revoke a search
over all hands that the seat may have held says from which play on it can be proved; the tracker must accuse exactly
there, and nobody else.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from random import Random

from paizhuo.device.players.choice import throws
from paizhuo.device.players.faults import REVOKES, Fault, Injector
from paizhuo.device.players.planting import Planned
from paizhuo.rules.cards import FACES, Card, Seat, Suit, two_decks
from paizhuo.rules.events import CAMERA, DealStarted, Fact, Logged, MatchStarted, Played, TrickCollected, TrumpNamed
from paizhuo.rules.rulebooks import ids, load
from paizhuo.rules.session import MatchState, apply
from paizhuo.rules.shengji.follow import choose_follow, verify_follow
from paizhuo.rules.shengji.lead import legal_leads
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import ShengjiMatch
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import Trump, trump_for

HAND = 25
TRIES = 20_000
"""Hands that the search looks at for one question; what it cannot decide within them is counted, not guessed."""


@dataclass
class Revoke:
    """A follow that breaks a rule: what was led and played, and which play of the hand it was."""

    code: str
    seat: Seat
    play_number: int
    lead: tuple[Card, ...]
    play: tuple[Card, ...]


@dataclass
class Run:
    """One hand: all plays in order, the revokes among them, and the play at which the tracker accused each follow."""

    plays: list[tuple[Seat, tuple[Card, ...]]] = field(default_factory=list)
    revokes: list[Revoke] = field(default_factory=list)
    accused: dict[int, int] = field(default_factory=dict)
    withdrawn: int = 0


def dealt(random: Random) -> list[list[Card]]:
    """Deal four hands of 25 from two decks; a poor shuffle leaves some neighbouring pairs to one player."""
    left, hands = Counter(two_decks()), [[] for _ in Seat]  # type: ignore[var-annotated]
    steps = [(low, high) for low, high in pairwise(FACES) if low.suit is high.suit]
    for low, high in random.sample(steps, random.randrange(24)):
        hand = random.choice(hands)
        if left[low] == left[high] == 2 and len(hand) <= HAND - 4:
            hand += (low, low, high, high)
            del left[low], left[high]
    rest = list(left.elements())
    random.shuffle(rest)
    for hand in hands:
        while len(hand) < HAND:
            hand.append(rest.pop())
    return hands


class Table:
    """Four players who revoke now and then, and a tracker that sees what they lay."""

    def __init__(self, rulebook: ShengjiRulebook, random: Random) -> None:
        self.book, self.random = rulebook, random
        level, suit = random.choice(rulebook.levels.ladder), random.choice([None, *Suit])
        self.trump: Trump = trump_for(rulebook, level, suit)
        self.hands = dealt(random)
        self.run = Run()
        planned = [Planned(kind, random.randint(1, 1 if kind is Fault.REVOKE_TRACTOR else 12)) for kind in REVOKES]
        self.faults = Injector(planned, random)
        self.state = MatchState()
        self._record(MatchStarted(rulebook.id, ("a", "b", "c", "d"), levels=(level, level), dealer=Seat.E))
        self._record(DealStarted(1))
        self._record(TrumpNamed(suit, Seat.E))
        self._number_of: dict[int, int] = {}

    def play(self) -> Run:
        """Play the hand to its end."""
        leader, trick = Seat.E, 0
        while self.hands[leader]:
            trick += 1
            lead = self._lead(leader)
            plays = [(leader, lead)]
            self._lay(leader, lead)
            for seat in (leader.next, leader.partner, leader.previous):
                play = self._follow(seat, lead, trick)
                plays.append((seat, play))
                self._lay(seat, play)
            self._record(TrickCollected())
            leader = winner(plays, self.trump, self.book)
        return self.run

    def _lead(self, seat: Seat) -> tuple[Card, ...]:
        hand = self.hands[seat]
        if self.random.random() < 0.12:
            others = {each: self.hands[each] for each in Seat if each is not seat}
            if found := throws(hand, others, self.trump, self.book):
                return self.random.choice(found)
        leads = list(legal_leads(hand, self.trump, self.book))
        return max(self.random.sample(leads, min(6, len(leads))), key=len)

    def _follow(self, seat: Seat, lead: tuple[Card, ...], trick: int) -> tuple[Card, ...]:
        hand = self.hands[seat]
        play = self.faults.revoke(trick, lead, hand, self.trump, self.book)
        if play is None:
            return choose_follow(lead, hand, self.trump, self.book, lambda _: self.random.random())
        (problem,) = verify_follow(lead, hand, play, self.trump, self.book)
        self.run.revokes.append(Revoke(problem.code, seat, len(self.run.plays), lead, play))
        return play

    def _lay(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        number = len(self.run.plays)
        self.run.plays.append((seat, cards))
        for card in cards:
            self.hands[seat].remove(card)
        self._record(Played(seat, cards))
        self._number_of[self.state.seq] = number
        assert isinstance(self.state.game, ShengjiMatch)
        assert self.state.game.deal is not None
        accused = {self._number_of[proof.follow.seq] for proof in self.state.game.deal.live.proofs}
        self.run.withdrawn += len(self.run.accused.keys() - accused)
        for follow in accused:
            self.run.accused.setdefault(follow, number)

    def _record(self, fact: Fact) -> None:
        self.state = apply(self.state, Logged(self.state.seq + 1, 0, CAMERA, fact))


class UndecidedError(Exception):
    """There are too many hands to look at."""


def is_provable(run: Run, revoke: Revoke, after: int, trump: Trump, book: ShengjiRulebook) -> bool:
    """Say whether, after play ``after``, every hand that the seat may have held makes its follow a revoke.

    The seat held what it has laid since, and as many of the cards that nobody has laid as it still has. Of the led suit
    it held at least what does not fit into the other suits; more than that never excuses it.
    """
    seen = run.plays[: after + 1]
    unseen = Counter(two_decks()) - Counter(card for _, cards in seen for card in cards)
    left = HAND - sum(len(cards) for seat, cards in seen if seat is revoke.seat)
    shown = [card for seat, cards in seen[revoke.play_number :] if seat is revoke.seat for card in cards]
    if verify_follow(revoke.lead, shown, revoke.play, trump, book):
        return True
    group = trump.group(revoke.lead[0])
    inside = [(card, count) for card, count in unseen.items() if trump.group(card) is group]
    forced = left - (unseen.total() - sum(count for _, count in inside))
    if forced <= 0:
        return False
    hands = chosen(sorted(inside), forced)
    for hand in islice(hands, TRIES):
        if not verify_follow(revoke.lead, [*shown, *hand], revoke.play, trump, book):
            return False
    if next(hands, None) is not None:
        raise UndecidedError
    return True


def chosen(supply: Sequence[tuple[Card, int]], size: int) -> Iterator[tuple[Card, ...]]:
    """Yield every set of so many cards, those with few pairs first."""
    if size == 0:
        yield ()
    elif supply:
        (card, count), rest = supply[0], supply[1:]
        if sum(number for _, number in supply) >= size:
            for taken in (1, 0, 2)[: 2 + (count > 1)]:
                if taken <= size:
                    for others in chosen(rest, size - taken):
                        yield (*(card,) * taken, *others)


def provable_from(run: Run, revoke: Revoke, trump: Trump, book: ShengjiRulebook) -> int | None:
    """Give the first play from which the revoke can be proved, None if never. What is provable once stays so."""
    low, high = revoke.play_number, len(run.plays) - 1
    if not is_provable(run, revoke, high, trump, book):
        return None
    while low < high:
        middle = (low + high) // 2
        if is_provable(run, revoke, middle, trump, book):
            high = middle
        else:
            low = middle + 1
    return low


def hand(identifier: str, seed: int) -> dict[str, object]:
    """Play one hand and compare every accusation with what can be proved."""
    book = load(identifier, ShengjiRulebook)
    table = Table(book, Random(f"{identifier}:{seed}"))
    run = table.play()
    found: list[dict[str, object]] = []
    for revoke in run.revokes:
        try:
            expected = provable_from(run, revoke, table.trump, book)
        except UndecidedError:
            found.append({"code": revoke.code, "undecided": True})
            continue
        actual = run.accused.get(revoke.play_number)
        found.append({"code": revoke.code, "expected": expected, "actual": actual})
    guilty = {revoke.play_number for revoke in run.revokes}
    false = sorted(run.accused.keys() - guilty)
    return {"rulebook": identifier, "seed": seed, "revokes": found, "false": false, "withdrawn": run.withdrawn}


def rulebooks() -> list[str]:
    """Give the rulebooks of the trick-taking game: the printed ones first."""
    books = [book for book in map(load, ids()) if isinstance(book, ShengjiRulebook)]
    return [book.id for book in sorted(books, key=lambda book: (book.standing.value != "printed", book.id))]


def summary(results: Sequence[dict[str, object]]) -> dict[str, int]:
    """Count what a run came to."""
    revokes: list[dict[str, object]] = [each for result in results for each in result["revokes"]]  # type: ignore[attr-defined]
    decided = [each for each in revokes if "undecided" not in each]
    provable = [each for each in decided if each["expected"] is not None]
    counts = Counter(f"injected.{each['code']}" for each in revokes)
    return {
        "hands": len(results),
        "revokes": len(revokes),
        **dict(sorted(counts.items())),
        "undecided": len(revokes) - len(decided),
        "provable": len(provable),
        "proved": sum(each["actual"] is not None for each in provable),
        "at_the_earliest_play": sum(each["actual"] == each["expected"] for each in provable),
        "proved_though_unprovable": sum(each["expected"] is None and each["actual"] is not None for each in decided),
        "false_accusations": sum(len(result["false"]) for result in results),  # type: ignore[arg-type, misc]
        "withdrawn": sum(result["withdrawn"] for result in results),  # type: ignore[misc]
    }


def main() -> None:
    """Play, compare, report per rulebook and in all."""
    parser = argparse.ArgumentParser(description="Revokes in random hands, followed from the played cards alone.")
    parser.add_argument("--rulebooks", nargs="+", default=rulebooks())
    parser.add_argument("--hands", type=int, default=2000, help="hands for each rulebook")
    parser.add_argument("--out", type=Path, default=Path("revokes.jsonl"))
    options = parser.parse_args()
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    results = {(each["rulebook"], each["seed"]): each for each in map(json.loads, lines)}
    started, played = time.perf_counter(), 0
    with options.out.open("a", encoding="utf-8") as out:
        for seed in range(options.hands):
            for identifier in options.rulebooks:
                if (identifier, seed) not in results:
                    results[identifier, seed] = hand(identifier, seed)
                    out.write(json.dumps(results[identifier, seed]) + "\n")
                    played += 1
            out.flush()
    chosen_books = [each for each in results.values() if each["seed"] < options.hands]
    for identifier in options.rulebooks:
        counts = summary([each for each in chosen_books if each["rulebook"] == identifier])
        sys.stdout.write(f"{identifier}: {json.dumps(counts)}\n")
    sys.stdout.write(f"all: {json.dumps(summary(chosen_books))}\n")
    if played:
        sys.stdout.write(f"{(time.perf_counter() - started) / played:.3f} s a hand\n")


if __name__ == "__main__":
    main()
