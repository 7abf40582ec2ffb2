"""Random matches seen through random tokens: no byte of a state reaches a delayed token before its time.

An oracle of its own says which states a policy lets out; the states carry their number in every byte range that could
leak, so that finding an early one is finding its mark.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from paizhuo.rules.snapshot import PlayView, SeatView, TableSnapshot, TrickView
from paizhuo.web_ui import PageSettings, create_app
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.cookies import OVERLAY
from paizhuo.web_ui.cut import body
from paizhuo.web_ui.delay import LONGEST, Delay, Until, stamp, visible
from paizhuo.web_ui.parts import KEY, Parts
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.scripted.scenes import guandan_scenes
from paizhuo.web_ui.sse import stream

MARK = re.compile(rb"mark(\d+)mark")


@dataclass(frozen=True, slots=True)
class Told:
    """A state as it happened: when, and what it completed."""

    number: int
    at: float
    trick: bool
    deal: bool


def marked(number: int, phase: str, plays: int, *, guandan: bool) -> TableSnapshot:
    """Give a state whose every text carries its number."""
    name = f"mark{number}mark"
    seats = {seat: SeatView(name, 5, known=(name,)) for seat in "ENWS"}
    trick = TrickView(number, "E", tuple(PlayView(number, "E", (name,)) for _ in range(plays)))
    plain = TableSnapshot(number, name, "shengji", phase, number, seats, {"EW": name}, trick=trick)
    if not guandan:
        return plain
    game = guandan_scenes()[5].guandan
    assert game is not None
    acts = tuple(replace(game.trick.acts[0], cards=(name,)) for _ in range(plays))
    return replace(plain, game="guandan", guandan=replace(game, trick=replace(game.trick, acts=acts), tricks=()))


def match(rng: random.Random, clock: ScriptedClock) -> Iterator[tuple[TableSnapshot, Told]]:
    """Play at random: deals of tricks of plays, with pauses from nothing to minutes."""
    number = 0
    guandan = rng.random() < 0.5
    for _ in range(rng.randint(1, 3)):
        for phase in ("waiting", "drawing", *["playing"] * rng.randint(1, 4), "finished"):
            for plays in range(rng.randint(1, 7) if guandan else 5) if phase == "playing" else (0,):
                number += 1
                clock.now += rng.choice((0.0, 0.3, 2.0, 9.0, 61.0, 700.0))
                deal = phase in ("waiting", "finished")
                whole = deal or phase != "playing" or plays == 0 or (plays == 4 and not guandan)
                yield marked(number, phase, plays, guandan=guandan), Told(number, clock.now, whole, deal)


def allowed(told: Sequence[Told], delay: Delay, now: float) -> set[int]:
    """Say by the words of the policy alone which states may have been seen by ``now``."""
    match delay.until:
        case Until.NOW:
            return {each.number for each in told}
        case Until.SECONDS:
            return {each.number for each in told if now - each.at >= delay.seconds}
        case Until.TRICK:
            return {each.number for each in told if each.trick}
        case Until.DEAL:
            return {each.number for each in told if each.deal}


POLICIES = (
    Delay(),
    Delay(Until.SECONDS, 0.5),
    Delay(Until.SECONDS, 30),
    Delay(Until.SECONDS, LONGEST),
    Delay(Until.TRICK),
    Delay(Until.DEAL),
)


@pytest.mark.parametrize("seed", range(20))
def test_no_early_byte_in_streams_and_states(
    seed: int, table: ScriptedTable, pictures: ScriptedPictures, clock: ScriptedClock
) -> None:
    rng = random.Random(seed)
    app = create_app(table, pictures, PageSettings(), clock=clock)
    parts: Parts = app.extensions[KEY]
    parts.feed.publish(Access.OVERLAY, stamp(marked(0, "waiting", 0, guandan=False), b"", clock.now - 2 * LONGEST))
    clients = []
    for delay in POLICIES:
        token, secret = parts.doors.make_overlay("stream", delay)
        client = app.test_client()
        client.set_cookie(OVERLAY, secret, path=f"/overlay/{token.id}")
        clients.append((delay, client, f"/overlay/{token.id}/state"))
    told: list[Told] = []
    seen: dict[Delay, set[int]] = {delay: set() for delay in POLICIES}
    for snapshot, each in match(rng, clock):
        told.append(each)
        parts.feed.publish(Access.OVERLAY, stamp(snapshot, body(snapshot), clock.now))
        for wait in (0.0, rng.choice((0.0, 0.4, 29.0, 31.0))):
            clock.now += wait
            for delay, client, path in clients:
                bytes_out = client.get(path).data + first_bytes(parts, delay)
                marks = {int(found) for found in MARK.findall(bytes_out)}
                assert marks <= allowed(told, delay, clock.now), (seed, delay, marks)
                seen[delay] |= marks
    assert all(seen[delay] for delay in (POLICIES[0], POLICIES[4], POLICIES[5])), "what is due does come out"
    parts.feed.stop()


def first_bytes(parts: Parts, delay: Delay) -> bytes:
    """Give what a stream sends before it waits: everything that a client that reconnects would get."""
    told = stream(parts.feed, Access.OVERLAY, delay, 5.0, pictures=True)
    pieces = [next(told), next(told)]
    if b"event: table" in pieces[-1]:
        pieces.append(next(told))
    told.close()  # type: ignore[attr-defined]
    return b"".join(pieces)


def test_the_fuzz_would_notice_a_leak(clock: ScriptedClock) -> None:
    """The control: a policy that forgets to wait shows states that the oracle does not allow."""
    leaks = 0
    for seed in range(10):
        told: list[Told] = []
        backlog = []
        for snapshot, each in match(random.Random(seed), clock):
            told.append(each)
            backlog.append(stamp(snapshot, body(snapshot), clock.now))
            shown = visible(backlog, Delay(), clock.now)
            assert shown is not None
            leaks += not ({int(found) for found in MARK.findall(shown.body)} <= allowed(told, POLICIES[2], clock.now))
    assert leaks > 50
