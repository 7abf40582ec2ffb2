"""One simulated hand told through the noise, refereed, and held against what really happened."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from paizhuo.device.noise.model import Noise
from paizhuo.device.noise.sight import NoisySight
from paizhuo.device.players.comparison import differences, result_record
from paizhuo.device.players.hand import HandPlan, PlayedHand, Standing, play_hand
from paizhuo.device.players.truth import Truth
from paizhuo.rules.adjudicate import Accept, Desk, adjudicate
from paizhuo.rules.adjudicate.afterthoughts import MOST_ROUNDS, afterthoughts
from paizhuo.rules.cards import Rank, Seat, Side
from paizhuo.rules.codec import encode
from paizhuo.rules.events import CAMERA, SYSTEM, Actor, Event, Logged, MatchStarted, QuestionAsked
from paizhuo.rules.observations import Evidence, Observation
from paizhuo.rules.session import unasked
from paizhuo.rules.shengji.levels import Level
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Json, TableSnapshot
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot

NAMES = ("East", "North", "West", "South")

REVOKES = "follow."


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """What became of a hand. ``silent`` plays are recorded wrongly and no open question names their trick.

    ``accused`` are offences that nobody committed, ``overlooked`` those that went unnoticed, as ``code seat trick``.
    ``wrong`` names where the record differs from the truth.
    """

    seed: int
    plays: int
    exact: int
    silent: int
    questions: int
    open: int
    repairs: int
    accused: tuple[str, ...]
    overlooked: tuple[str, ...]
    offences: int
    revokes: int
    revokes_found: int
    revokes_false: int
    score_right: bool
    wrong: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Say whether the hand needed nobody: no question was asked and the record is right."""
        return not self.questions and not self.wrong

    def as_json(self) -> dict[str, Json]:
        """Give plain JSON values."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}


class LeanTable:
    """A table that judges and records, without disk, threads and pictures, and without drawing a snapshot each time."""

    def __init__(self, rulebook: ShengjiRulebook, standing: Standing) -> None:
        self.timeline = Timeline()
        self._rulebook = rulebook
        self._desk = Desk()
        levels: list[Rank] = [standing.levels[side].rank for side in Side]
        begun = MatchStarted(rulebook.id, NAMES)
        if standing.dealer is not None:
            begun = MatchStarted(rulebook.id, NAMES, "", (levels[0], levels[1]), standing.dealer, standing.hand)
        self._log([(begun, Evidence())], SYSTEM)

    def observe(self, observation: Observation) -> None:
        """Judge an observation, make the repairs that it proves, and put the questions it raises."""
        self._desk = self._desk.after(observation)
        decisions = adjudicate(self.timeline.state, observation, self._desk, self._library)
        events = [(each.event, each.evidence) for each in decisions if isinstance(each, Accept)]
        if not events:
            return
        self._log(events, CAMERA)
        for _ in range(MOST_ROUNDS):
            repairs = afterthoughts(self.timeline, self._library)
            if not repairs:
                break
            self._log([(each, Evidence()) for each in repairs], SYSTEM)
        asked = [
            QuestionAsked(each.id, each.code, each.params, each.options, each.about)
            for each in unasked(self.timeline.state)
        ]
        self._log([(each, Evidence()) for each in asked], SYSTEM)

    def _library(self, name: str) -> ShengjiRulebook:
        return self._rulebook

    def _log(self, events: Sequence[tuple[Event, Evidence]], actor: Actor) -> None:
        seq = len(self.timeline.log)
        entries = [Logged(seq + 1 + place, 0, actor, *event) for place, event in enumerate(events)]
        self.timeline = self.timeline.extended(entries, self._library)


def play_and_referee(rulebook: ShengjiRulebook, seed: int, noise: Noise, plan: HandPlan | None = None) -> HandOutcome:
    """Play the hand of a seed and referee it through noise. Equal arguments give equal outcomes."""
    played, table = _set_up(rulebook, seed, plan or HandPlan())
    for observation in NoisySight(noise, random.Random(f"noise:{seed}")).sees(played.acts):
        table.observe(observation)
    return outcome(seed, played.truth, snapshot(table.timeline), table.timeline)


def _set_up(rulebook: ShengjiRulebook, seed: int, plan: HandPlan) -> tuple[PlayedHand, LeanTable]:
    standing = standing_of(rulebook, seed)
    played = play_hand(rulebook, standing, plan, random.Random(f"hand:{seed}"))
    return played, LeanTable(rulebook, standing)


def tale(rulebook: ShengjiRulebook, seed: int, noise: Noise, plan: HandPlan | None = None) -> Iterator[str]:
    """Tell a hand line by line: what sight reported, what was recorded of it, and where the record is wrong."""
    played, table = _set_up(rulebook, seed, plan or HandPlan())
    for observation in NoisySight(noise, random.Random(f"noise:{seed}")).sees(played.acts):
        before = len(table.timeline.log)
        table.observe(observation)
        yield _line(observation)
        for entry in table.timeline.log[before:]:
            yield f"    {entry.seq} {json.dumps(encode(entry.event), ensure_ascii=False)}"
    truth, result = played.truth.as_json(), result_record(snapshot(table.timeline))
    for each in differences(truth, result):
        yield f"{each.where}: it was {json.dumps(each.truth)}, recorded is {json.dumps(each.result)}"


def _line(observation: Observation) -> str:
    zone = getattr(observation, "zone", "")
    cards = " ".join(
        f"{card.card}:{card.confidence:.2f}" + ("" if card.present is None else f"/{card.present:.2f}")
        for card in getattr(observation, "cards", ())
    )
    return f"{type(observation).__name__} {zone} {cards}".rstrip()


def standing_of(rulebook: ShengjiRulebook, seed: int) -> Standing:
    """Give where the match of a seed stands: one hand in five opens a match, the others come anywhere in one."""
    rng = random.Random(f"standing:{seed}")
    if rng.random() < 0.2:
        return Standing.first(rulebook)
    levels = {side: Level(rng.choice(rulebook.levels.ladder)) for side in Side}
    return Standing(levels, rng.choice(tuple(Seat)), rng.randint(2, 20))


def outcome(seed: int, truth: Truth, shown: TableSnapshot, timeline: Timeline) -> HandOutcome:
    """Hold what a table made of a hand against the truth."""
    recorded = [[(play.seat, tuple(sorted(play.cards))) for play in trick.plays] for trick in shown.tricks]
    true = [[(play.seat.name, tuple(sorted(map(str, play.cards)))) for play in trick.plays] for trick in truth.tricks]
    asked_of = {number for each in shown.questions for key, number in each.params.items() if key.endswith("trick")}
    exact = silent = 0
    for number, plays in enumerate(true):
        there = recorded[number] if number < len(recorded) else []
        for place, play in enumerate(plays):
            right = place < len(there) and there[place] == play
            exact += right
            silent += not right and number + 1 not in asked_of
    result = result_record(shown)
    told = Counter(f"{each.code} {each.seat} {each.trick}" for each in shown.violations)
    done = Counter(f"{each.code} {each.seat.name} {each.trick}" for each in truth.offences)
    offenders = {(each.seat.name, each.trick) for each in truth.offences}
    overlooked = done - told
    # Another name for what a seat really did wrong is no false accusation; the difference counts as a wrong record.
    accused = Counter({name: count for name, count in (told - done).items() if _by_whom(name) not in offenders})
    log = [entry.event for entry in timeline.log]
    return HandOutcome(
        seed=seed,
        plays=sum(map(len, true)),
        exact=exact,
        silent=silent,
        questions=sum(isinstance(event, QuestionAsked) for event in log),
        open=len(shown.questions),
        repairs=sum(event.kind in ("corrected", "card_corrected", "amended", "inserted") for event in log),
        accused=tuple(sorted(accused.elements())),
        overlooked=tuple(sorted(overlooked.elements())),
        offences=done.total(),
        revokes=_revokes(done),
        revokes_found=_revokes(done & told),
        revokes_false=_revokes(accused),
        score_right=shown.result is not None and shown.result.points == truth.points,
        wrong=tuple(each.where for each in differences(truth.as_json(), result)),
    )


def _by_whom(name: str) -> tuple[str, int]:
    _, seat, trick = name.rsplit(" ", 2)
    return seat, int(trick)


def _revokes(offences: Mapping[str, int]) -> int:
    return sum(count for name, count in offences.items() if name.startswith(REVOKES))
