"""Random errors in the logs of whole hands, each put right later: the match then stands as if nobody had erred.

Not part of the everyday suite: `python tests/long/corrections.py --cases 10000 --out corrections.jsonl`. Each case is
a line of the file, named by its seed; a run that was interrupted goes on where it stopped. A case takes a good log,
spoils an entry, and appends what a referee would enter, in one of the ways there are to say it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeGuard, TypeVar

from paizhuo.device.players.drill import REFEREE, Drill
from paizhuo.device.players.hand import HandPlan, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.rules.cards import FACES, Card, Seat, Suit
from paizhuo.rules.events import (
    Amended,
    CardCorrected,
    CardsLaid,
    Corrected,
    DealerNamed,
    Event,
    Inserted,
    Logged,
    Played,
    QuestionAnswered,
    Reading,
    Redone,
    Spot,
    TrickCollected,
    TrumpNamed,
    Undone,
)
from paizhuo.rules.rulebooks import load
from paizhuo.rules.session import MatchState, fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.timeline import timeline

LOGS = tuple(
    (rulebook, number, hands)
    for rulebook in "comp intro80 ten seven pass10 const2 fj2 gloss union9k qq".split()
    for number, hands in ((1, 1), (2, 1), (3, 2))
)
Log = tuple[Logged, ...]
Picked = TypeVar("Picked", bound=Event)


@cache
def recorded(rulebook: str, number: int, hands: int) -> Log:
    """Give the log of a match as a perfect eye records it, with some faults of the players in it.

    Only every second seq is used, so that an entry can be thought in between.
    """
    drill, witness = Drill().start(rulebook), Witness()
    for played in play_match(load(rulebook, ShengjiRulebook), number, HandPlan(faults=2), hands):
        for observation in witness.sees(played.acts):
            drill.observe(observation)
    return tuple(replace(respotted(each, lambda seq: 2 * seq), seq=2 * each.seq) for each in drill.timeline.log)


@dataclass(frozen=True)
class Error:
    """A spoiled log, the log that it should have been, and the events that put it right."""

    wrong: Log
    right: Log
    revisions: tuple[Event, ...]


def misread_card(log: Log, random: Random) -> Error:
    """Spoil one card of cards laid; it is named again by itself, or as the answer to a question."""
    place, entry, event = pick(log, is_laid, random)
    at = random.randrange(len(event.cards))
    reading = event.readings[at] if at < len(event.readings) else Reading()
    right = CardCorrected(Spot(entry.seq, at), event.cards[at], "misread", reading)
    revision: Event = right if random.random() < 0.7 else QuestionAnswered("card:0:0", "x", right)
    return Error(spoiled(log, place, replace(event, cards=changed(event.cards, at, random))), log, (revision,))


def misread_cards(log: Log, random: Random) -> Error:
    """Spoil several cards of cards laid; the event is named again in full, or card by card as one amendment."""
    place, entry, event = pick(log, is_laid, random)
    cards = event.cards
    for at in range(len(cards)):
        cards = changed(cards, at, random)
    revision: Event = Corrected(entry.seq, event, "misread")
    if random.random() < 0.5:
        readings = (*event.readings, *(Reading(),) * (len(cards) - len(event.readings)))
        each = (
            CardCorrected(Spot(entry.seq, at), card, "misread", readings[at]) for at, card in enumerate(event.cards)
        )
        revision = Amended(tuple(each))
        log = spoiled(log, place, replace(event, readings=readings))
    return Error(spoiled(log, place, replace(event, cards=cards)), log, (revision,))


def wrong_seat(log: Log, random: Random) -> Error:
    """Give a play to another seat."""
    place, entry, event = pick(log, is_play, random)
    other = random.choice([seat for seat in Seat if seat is not event.seat])
    return Error(spoiled(log, place, replace(event, seat=other)), log, (Corrected(entry.seq, event, "wrong_seat"),))


def missed(log: Log, random: Random) -> Error:
    """Leave a fact out; it is inserted later, before what followed.

    What it is compared with is a log in which the referee entered the fact at once: no camera tells when it happened.
    """
    place, entry, event = pick(log[:-1], is_play_or_trick, random)
    new = log[-1].seq + 1
    right = tuple(respotted(each, lambda seq: new if seq == entry.seq else seq) for each in log)
    right = (*right[:place], Logged(new, 0, REFEREE, right[place].event), *right[place + 1 :])
    follower = log[place + 1].seq
    return Error((*right[:place], *right[place + 1 :]), right, (Inserted(follower, event, "missed"),))


def invented(log: Log, random: Random) -> Error:
    """Put in a fact that never happened; it is struck later."""
    place = random.randrange(3, len(log))
    facts = (
        Played(random.choice(list(Seat)), (random.choice(FACES),)),
        TrickCollected(),
        TrumpNamed(random.choice([None, *Suit])),
        DealerNamed(random.choice(list(Seat))),
    )
    seq = log[place].seq - 1
    entry = Logged(seq, 0, REFEREE, random.choice(facts))
    return Error((*log[:place], entry, *log[place:]), log, (Corrected(seq, None, "never_happened"),))


def needless(log: Log, random: Random) -> Error:
    """Put a good entry wrong, and take that back; perhaps bring it back and take it back again."""
    _, entry, _ = pick(log, is_laid, random)
    seq = log[-1].seq + 1
    mistakes: tuple[Event, ...] = (
        Corrected(entry.seq, None, "never_happened"),
        CardCorrected(Spot(entry.seq, 0), random.choice(FACES), "misread"),
        Inserted(entry.seq, Played(Seat.E, (Card.H3,)), "missed"),
    )
    wrong = random.choice(mistakes)
    revisions: tuple[Event, ...] = (wrong, Undone(seq))
    if random.random() < 0.5:
        revisions += (Redone(seq + 1), Undone(seq + 2))
        revisions += (Redone(seq + 3),) if random.random() < 0.5 else (Undone(seq),)
    if isinstance(revisions[-1], Redone):
        revisions += (Undone(seq),)
    return Error(log, log, revisions)


KINDS: dict[str, Callable[[Log, Random], Error]] = {
    each.__name__: each for each in (misread_card, misread_cards, wrong_seat, missed, invented, needless)
}


def pick(log: Log, is_wanted: Callable[[Event], TypeGuard[Picked]], random: Random) -> tuple[int, Logged, Picked]:
    """Draw an entry that holds an event of a kind."""
    found = [(place, entry, entry.event) for place, entry in enumerate(log)]
    return random.choice([(place, entry, event) for place, entry, event in found if is_wanted(event)])


def is_laid(event: Event) -> TypeGuard[CardsLaid]:
    """Say whether an event lays cards."""
    return isinstance(event, CardsLaid)


def is_play(event: Event) -> TypeGuard[Played]:
    """Say whether an event is a play."""
    return isinstance(event, Played)


def is_play_or_trick(event: Event) -> TypeGuard[Played | TrickCollected]:
    """Say whether an event is a play or the end of a trick."""
    return isinstance(event, Played | TrickCollected)


def spoiled(log: Log, place: int, event: Event) -> Log:
    """Put another event in an entry."""
    return (*log[:place], replace(log[place], event=event), *log[place + 1 :])


def changed(cards: tuple[Card, ...], at: int, random: Random) -> tuple[Card, ...]:
    """Read one card as another."""
    return (*cards[:at], random.choice([face for face in FACES if face is not cards[at]]), *cards[at + 1 :])


def respotted(entry: Logged, new_seq: Callable[[int], int]) -> Logged:
    """Let everything that points at cards of other entries follow them to their new seqs."""

    def moved(value: object) -> object:
        if isinstance(value, Spot):
            return Spot(new_seq(value.seq), value.place)
        return tuple(moved(each) for each in value) if isinstance(value, tuple) else value

    event = entry.event
    assert is_dataclass(event)
    changes = {each.name: moved(getattr(event, each.name)) for each in fields(event) if each.name != "kind"}
    return replace(entry, event=replace(event, **changes))  # type: ignore[arg-type]


def standing(state: MatchState) -> MatchState:
    """Leave out what only says how long the log is, and what was asked on the way."""
    return replace(state, seq=0, asked=(), answered=())


@cache
def truth(log: Log) -> MatchState:
    """Fold a good log."""
    return standing(fold(log))


def case(seed: int) -> dict[str, object]:
    """Spoil a log, put it right, and compare."""
    random = Random(seed)
    where = random.choice(LOGS)
    return {"seed": seed, **compared(random.choice(list(KINDS)), where, random)}


def compared(kind: str, where: tuple[str, int, int], random: Random) -> dict[str, object]:
    """Make one error of a kind in a recorded log and correct it; say as well whether it had made a difference."""
    error = KINDS[kind](recorded(*where), random)
    line = timeline(error.wrong)
    erring = standing(line.state) != truth(error.right)
    cut = random.randint(1, len(error.revisions))
    for part in (error.revisions[:cut], error.revisions[cut:]):
        line = line.extended(logged(part, line.log))
    equal = standing(line.state) == truth(error.right) and line.state == fold(line.log)
    return {"kind": kind, "equal": equal, "mattered": erring}


def logged(events: Sequence[Event], log: Log) -> Log:
    """Let a referee enter events after a log."""
    return tuple(Logged(log[-1].seq + place, 0, REFEREE, event) for place, event in enumerate(events, start=1))


def main() -> None:
    """Try, compare, report."""
    parser = argparse.ArgumentParser(description="A late correction equals never having erred.")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--out", type=Path, default=Path("corrections.jsonl"))
    options = parser.parse_args()
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    results = {each["seed"]: each for each in map(json.loads, lines)}
    started, done = time.perf_counter(), 0
    with options.out.open("a", encoding="utf-8") as out:
        for seed in range(options.cases):
            if seed not in results:
                results[seed] = case(seed)
                out.write(json.dumps(results[seed]) + "\n")
                done += 1
    counts = Counter(str(each["kind"]) for each in results.values())
    unequal = [each for each in results.values() if not each["equal"]]
    mattered = sum(bool(each["mattered"]) for each in results.values())
    sys.stdout.write(f"{dict(sorted(counts.items()))}\n")
    sys.stdout.writelines(f"unequal: {json.dumps(each)}\n" for each in unequal[:20])
    sys.stdout.write(f"{len(results) - len(unequal)} of {len(results)} equal; {mattered} errors had mattered\n")
    if done:
        sys.stdout.write(f"{(time.perf_counter() - started) / done:.3f} s a case\n")


if __name__ == "__main__":
    main()
