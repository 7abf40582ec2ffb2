"""Hands of Guandan with one slip of sight each, refereed and held against the truth; no test, run by hand.

``python -m tests.rules.guandan.slips_of_sight --hands 1000``: simulated hands, each with one planted fault, told by a
perfect eye but for one slip: a card missed, invented, misread or lost from sight. Counted are planted faults that the
table states, and breaches it states that nobody committed. ``--sure`` makes the slips look certain: the control, for
then nothing can tell that anything slipped. ``--slip none`` tells all of it rightly.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paizhuo.device.players.drill import REFEREE, Drill
from paizhuo.device.players.guandan.hand import GuandanPlan, GuandanStanding, PlayedGuandan, play_hand
from paizhuo.device.players.match import heard
from paizhuo.device.players.witness import Witness
from paizhuo.rules.adjudicate import Accept, adjudicate
from paizhuo.rules.cards import FACES, Rank, Seat, Side
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import MatchStarted, QuestionAsked
from paizhuo.rules.guandan.charges import charges
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.levels import Score
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.observations import CardReading, CardsRemoved, CardsShown, Observation
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import Command
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot

RULES = load("guandan-seed", GuandanRulebook)
SLIPS = ("missed", "invented", "misread", "lost")
PHANTOM = 1_000_000


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a hand: planted breaches, those stated, those stated that nobody committed, questions asked."""

    planted: tuple[str, ...]
    stated: tuple[str, ...]
    false: tuple[str, ...]
    questions: tuple[str, ...]


class LeanTable(Drill):
    """A drill that draws no snapshot until it is asked for one."""

    def observe(self, observation: Observation) -> None:
        """Judge an observation, record what it means and put the questions it raises."""
        self.desk = self.desk.after(observation)
        self.decisions = adjudicate(self.timeline.state, observation, self.desk)
        for each in self.decisions:
            if isinstance(each, Accept):
                self.log(each.event, evidence=observation.evidence)
        if any(isinstance(each, Accept) for each in self.decisions):
            self._follow_up()

    def command(self, command: Command) -> TableSnapshot:
        """Carry out a command of the referee."""
        self.log(*carry_out(self.timeline, command), actor=REFEREE)
        return EMPTY


EMPTY = snapshot(Timeline())


class SlippingEye:
    """Tells what a witness sees, with one slip at the ``at``-th card laid face up in front of a seat."""

    def __init__(self, slip: str, at: int, rng: random.Random, *, sure: bool) -> None:
        self._slip, self._at, self._rng, self._sure = slip, at, rng, sure
        self._laid = 0
        self._missed = 0
        self._changed: CardReading | None = None
        self._phantom: tuple[CardsShown, CardReading] | None = None

    def tells(self, observation: Observation) -> Iterator[Observation]:
        """Yield an observation as it is told."""
        if isinstance(observation, CardsShown) and observation.seat is not None:
            yield from self._shown(observation)
        elif isinstance(observation, CardsRemoved):
            cards = tuple(self._as_told(card) for card in observation.cards if card.track != self._missed)
            if self._phantom and self._phantom[0].zone == observation.zone:
                cards, self._phantom = (*cards, self._phantom[1]), None
            if cards:
                yield replace(observation, cards=cards)
        else:
            yield observation

    def _as_told(self, card: CardReading) -> CardReading:
        return self._changed if self._changed is not None and card.track == self._changed.track else card

    def _shown(self, shown: CardsShown) -> Iterator[Observation]:
        place = self._at - self._laid
        self._laid += len(shown.cards)
        if not 0 <= place < len(shown.cards) or not shown.cards[place].face_up:
            yield shown
            return
        cards, card = list(shown.cards), shown.cards[place]
        other = self._rng.choice([face for face in FACES if face is not card.card])
        weak = 0.99 if self._sure else 0.8
        if self._slip == "missed":
            self._missed = cards.pop(place).track
        elif self._slip == "invented":
            phantom = CardReading(other, weak, PHANTOM, (), present=weak)
            cards.insert(place, phantom)
            self._phantom = (shown, phantom)
        elif self._slip == "misread":
            self._changed = replace(card, card=other, confidence=weak, alternatives=((card.card, 0.15),), present=0.999)
            cards[place] = self._changed
        if cards:
            yield replace(shown, cards=tuple(cards))
        if self._slip == "lost":
            yield CardsRemoved(shown.zone, shown.seat, (card,), shown.evidence)


def told(seed: int, slip: str, *, sure: bool) -> Told:
    """Play the hand of a seed and referee it with one slip of sight."""
    rng = random.Random(seed)
    score = Score(rng.choice(tuple(Rank)), rng.choice(tuple(Rank)), Side.EW)
    order = rng.choice([(Seat.E, Seat.N, Seat.W, Seat.S), (Seat.E, Seat.W), (Seat.W, Seat.S, Seat.N, Seat.E)])
    played = play_hand(RULES, GuandanStanding(score, order, 2), GuandanPlan(faults=1), random.Random(f"hand:{seed}"))
    drill = LeanTable()
    drill.log(MatchStarted(RULES.id, ("a", "b", "c", "d"), levels=(score.ew, score.ns), hand=2, order=order))
    witness, eye = Witness(), SlippingEye(slip, rng.randrange(90), rng, sure=sure)
    for act in played.acts:
        command = heard(act)
        if command is not None:
            drill.command(command)
        for observation in witness.sees([act]):
            for each in eye.tells(observation):
                drill.observe(each)
    return _against_truth(played, drill)


def _against_truth(played: PlayedGuandan, drill: Drill) -> Told:
    """Count by code and seat, for a slip may shift the numbers of tricks; another name for a real breach is no lie."""
    match = drill.timeline.state.game
    assert isinstance(match, GuandanMatch)
    done = Counter(f"{each.code} {each.seat.name}" for each in played.truth.offences)
    charged = [each for deal in match.all_hands for each in charges(deal, RULES)]
    said = Counter(f"{each.violation.code} {each.seat.name}" for each in charged)
    unnamed = Counter(name.rpartition(" ")[2] for name in (done - said).elements())
    false = []
    for name in (said - done).elements():
        seat = name.rpartition(" ")[2]
        if unnamed[seat]:
            unnamed[seat] -= 1
        else:
            false.append(name)
    asked = [entry.event.code for entry in drill.timeline.log if isinstance(entry.event, QuestionAsked)]
    return Told(tuple(done.elements()), tuple((done & said).elements()), tuple(false), tuple(asked))


def main(arguments: Sequence[str] | None = None) -> None:
    """Referee hands and print the sums as JSON, slip by slip."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slip", choices=(*SLIPS, "none"))
    parser.add_argument("--sure", action="store_true")
    parser.add_argument("--list", action="store_true", help="name the hands with a false accusation")
    options = parser.parse_args(arguments)
    for slip in (options.slip,) if options.slip else ("none", *SLIPS):
        sums, codes, lost = Counter[str](), Counter[str](), Counter[str]()
        for seed in range(options.seed, options.seed + options.hands):
            found = told(seed, slip, sure=options.sure)
            sums["planted"] += len(found.planted)
            sums["stated"] += len(found.stated)
            sums["false"] += len(found.false)
            sums["hands_with_false"] += bool(found.false)
            sums["questions"] += len(found.questions)
            codes.update(name.partition(" ")[0] for name in found.false)
            missing = Counter(found.planted) - Counter(found.stated)
            lost.update(name.partition(" ")[0] for name in missing.elements())
            if options.list and found.false:
                sys.stderr.write(f"{slip} {seed} {found}\n")
        line = {"slip": slip, "hands": options.hands, **sums, "false_codes": dict(codes), "not_stated": dict(lost)}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
