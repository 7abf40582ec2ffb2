"""One simulated hand told through the noise, refereed, and held against what really happened."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator

from paizhuo.device.noise.lean import LeanTable
from paizhuo.device.noise.model import Noise
from paizhuo.device.noise.outcome import HandOutcome, outcome
from paizhuo.device.noise.sight import NoisySight
from paizhuo.device.noise.standings import hand_of
from paizhuo.device.players.comparison import differences
from paizhuo.device.players.match import Plan, Playable, Played, heard, record_of
from paizhuo.rules.codec import encode
from paizhuo.rules.observations import Observation
from paizhuo.rules.service import Command
from paizhuo.rules.view import snapshot


def play_and_referee(rulebook: Playable, seed: int, noise: Noise, plan: Plan | None = None) -> HandOutcome:
    """Play the hand of a seed and referee it through noise. Equal arguments give equal outcomes."""
    begun, played = hand_of(rulebook, seed, plan)
    table = LeanTable(rulebook, begun)
    for told in _told(played, seed, noise):
        take(table, told)
    table.next_pack()
    return outcome(seed, played.truth, table.timeline)


def tale(rulebook: Playable, seed: int, noise: Noise, plan: Plan | None = None) -> Iterator[str]:
    """Tell a hand line by line: what sight reported, what was recorded of it, and where the record is wrong."""
    begun, played = hand_of(rulebook, seed, plan)
    table = LeanTable(rulebook, begun)
    yield from retold(table, _told(played, seed, noise), played)


def retold(table: LeanTable, told: Iterable[Observation | Command], played: Played) -> Iterator[str]:
    """Let a table take what was told and tell line by line what it recorded, and where that is wrong in the end."""
    for each in told:
        before = len(table.timeline.log)
        take(table, each)
        yield line_of_telling(each)
        yield from _written(table, before)
    before = len(table.timeline.log)
    table.next_pack()
    yield from _written(table, before)
    truth, result = played.truth.as_json(), record_of(snapshot(table.timeline))
    for wrong in differences(truth, result):
        yield f"{wrong.where}: it was {json.dumps(wrong.truth)}, recorded is {json.dumps(wrong.result)}"


def _written(table: LeanTable, before: int) -> Iterator[str]:
    for entry in table.timeline.log[before:]:
        yield f"    {entry.seq} {json.dumps(encode(entry.event), ensure_ascii=False)}"


def line_of_telling(told: Observation | Command) -> str:
    """Write what was told, or entered, in one line."""
    if not isinstance(told, Observation):
        return f"entered {json.dumps(encode(told), ensure_ascii=False)}"
    zone = getattr(told, "zone", "")
    cards = " ".join(
        f"{card.card}:{card.confidence:.2f}" + ("" if card.present is None else f"/{card.present:.2f}")
        for card in getattr(told, "cards", ())
    )
    return f"{type(told).__name__} {zone} {cards}".rstrip()


def take(table: LeanTable, told: Observation | Command) -> None:
    """Let a table judge what sight told, or carry out what a person entered."""
    if isinstance(told, Observation):
        table.observe(told)
    else:
        table.enter(told)


def _told(played: Played, seed: int, noise: Noise) -> Iterator[Observation | Command]:
    """Give what sight tells of a hand and, at its time, what a person enters of what is only said."""
    sight = NoisySight(noise, random.Random(f"noise:{seed}"))
    for act in played.acts:
        yield from sight.takes(act)
        entered = heard(act)
        if entered is not None:
            yield entered
    yield from sight.ends()
