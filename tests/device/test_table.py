"""The table: one thread owns the log; what it shows has been recorded; people change the past only through it."""

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from paizhuo.device.clock import FakeClock
from paizhuo.device.players.hand import HandPlan, PlayedHand, play_match
from paizhuo.device.players.witness import Witness
from paizhuo.device.shots import Shots
from paizhuo.device.store.errors import LogFullError
from paizhuo.device.store.evidence import EvidenceLimits, EvidenceStore
from paizhuo.device.store.log import EventLog, read_log
from paizhuo.device.table import TableActor
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import Actor, Event, Logged
from paizhuo.rules.observations import Blocked, CardReading, CardsShown, Evidence, Observation, TableCleared
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import (
    CommandRefusedError,
    CorrectCards,
    Person,
    Redo,
    StaleSequenceError,
    StartMatch,
    TableService,
    TableStoppedError,
    Undo,
    Update,
)
from paizhuo.rules.session import fold
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.snapshot import Role, TableSnapshot

NAMES = ("Lin", "Zhou", "Xu", "He")
REFEREE = Person(Role.REFEREE, "Sun")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.db"


@pytest.fixture
def table(path: Path) -> Iterator[TableActor]:
    actor = opened(path)
    yield actor
    actor.stop()


def opened(path: Path) -> TableActor:
    actor = TableActor(EventLog(path), FakeClock(), evidence=EvidenceStore(path.parent / "evidence"))
    actor.start()
    return actor


def first_hand(faults: int = 0) -> PlayedHand:
    rulebook = load("comp", ShengjiRulebook)
    return next(iter(play_match(rulebook, 5, HandPlan(faults=faults), 1)))


def settled(table: TableActor) -> TableSnapshot:
    """Wait until everything handed in so far was judged: commands queue up behind observations."""
    with pytest.raises(CommandRefusedError, match="no_such_event"):
        table.submit(Undo(10**6), REFEREE)
    return table.snapshot(Role.REFEREE)


def play(table: TableActor, observations: Iterator[Observation]) -> TableSnapshot:
    for observation in observations:
        table.observe(observation)
    return settled(table)


def shown(seat: Seat, *cards: Card, confidence: float = 1.0) -> CardsShown:
    return CardsShown(f"seat-{seat.name}", seat, tuple(CardReading(card, confidence) for card in cards))


def test_a_whole_hand_is_followed_from_observations_alone(table: TableActor) -> None:
    hand = first_hand()
    table.submit(StartMatch("comp", NAMES), REFEREE)
    snapshot = play(table, Witness().sees(hand.acts))
    truth = hand.truth
    assert snapshot.result is not None
    assert snapshot.result.points == truth.points
    assert snapshot.dealer == truth.dealer.name
    assert snapshot.trump == ("none" if truth.trump is None else truth.trump.value)
    assert [trick.winner for trick in snapshot.tricks] == [trick.winner.name for trick in truth.tricks]
    assert snapshot.result.next_dealer == truth.next_dealer.name


def test_what_is_shown_is_on_the_disk(table: TableActor, path: Path) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    table.observe(shown(Seat.E, Card.S2))
    snapshot = settled(table)
    assert read_log(path)[-1].seq == snapshot.seq
    assert fold(read_log(path)).seq == snapshot.seq


def test_a_restarted_table_goes_on_in_the_same_trick(path: Path) -> None:
    hand = first_hand()
    observations = list(Witness().sees(hand.acts))
    half = len(observations) // 2
    table = opened(path)
    table.submit(StartMatch("comp", NAMES), REFEREE)
    before = play(table, iter(observations[:half]))
    table.stop()
    table = opened(path)
    after = settled(table)
    assert after.tricks == before.tricks
    assert after.trick == before.trick
    lying = [CardReading(Card(card), 1.0, 900 + number) for number, card in enumerate(before.trick.plays[0].cards)]
    seat = Seat[before.trick.plays[0].seat]
    table.observe(CardsShown(f"seat-{seat.name}", seat, tuple(lying)))  # sight begins anew and reports what lies there
    assert settled(table).trick == before.trick
    assert play(table, iter(observations[half:])).result == _result_of(path.parent / "other.db", observations)
    table.stop()


def _result_of(path: Path, observations: list[Observation]) -> object:
    table = opened(path)
    table.submit(StartMatch("comp", NAMES), REFEREE)
    snapshot = play(table, iter(observations))
    table.stop()
    assert snapshot.result is not None
    return snapshot.result


def test_a_command_written_for_an_older_state_is_refused(table: TableActor) -> None:
    seq = table.submit(StartMatch("comp", NAMES), REFEREE)
    table.observe(shown(Seat.E, Card.S2))
    settled(table)
    with pytest.raises(StaleSequenceError) as refusal:
        table.submit(Undo(), REFEREE, expected_seq=seq)
    assert refusal.value.seq == table.snapshot(Role.REFEREE).seq


def test_of_commands_written_for_one_state_exactly_one_wins(table: TableActor) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    table.observe(shown(Seat.E, Card.S2))
    target = settled(table).declarations[0].seq
    for _ in range(10):
        seq = table.snapshot(Role.REFEREE).seq
        barrier = threading.Barrier(4)

        def attempt(card: Card, seq: int = seq, barrier: threading.Barrier = barrier) -> bool:
            barrier.wait()
            try:
                table.submit(CorrectCards(target, (card,)), REFEREE, expected_seq=seq)
            except StaleSequenceError:
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(attempt, (Card.S2, Card.H2, Card.D2, Card.C2))) == 1


@pytest.mark.parametrize("role", [Role.VIEWER, Role.OVERLAY])
def test_only_referees_command(table: TableActor, role: Role) -> None:
    with pytest.raises(PermissionError):
        table.submit(StartMatch("comp", NAMES), Person(role))


def test_a_correction_changes_the_past_and_undo_and_redo_walk_over_it(table: TableActor) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    table.observe(shown(Seat.E, Card.S2))
    before = settled(table)
    table.submit(CorrectCards(before.declarations[0].seq, (Card.H2,)), REFEREE)
    assert table.snapshot(Role.REFEREE).trump == "H"
    table.submit(Undo(), REFEREE)
    assert table.snapshot(Role.REFEREE).trump == "S"
    table.submit(Redo(), REFEREE)
    assert table.snapshot(Role.REFEREE).trump == "H"
    with pytest.raises(CommandRefusedError, match="nothing_to_redo"):
        table.submit(Redo(), REFEREE)


def test_subscribers_get_the_newest_state_and_a_heartbeat(table: TableActor) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    seq = table.snapshot(Role.VIEWER).seq
    news = table.events(0, Role.VIEWER, heartbeat=0.01)
    first = next(news)
    assert isinstance(first, Update)
    assert first.seq == seq
    assert next(news) is None
    table.observe(shown(Seat.E, Card.S2))
    settled(table)
    second = next(news)
    assert isinstance(second, Update)
    assert second.snapshot.trump == "S"
    assert next(table.events(second.seq, Role.VIEWER, heartbeat=0.01)) is None


def test_subscriptions_end_when_the_table_stops(path: Path) -> None:
    table = opened(path)
    news = table.events(0, Role.VIEWER, heartbeat=60)
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(list, news)
        table.stop()
        updates = ended.result(10)
    assert all(isinstance(update, Update) for update in updates)
    with pytest.raises(TableStoppedError):
        table.submit(Undo(), REFEREE)


def test_a_recorded_observation_keeps_its_pictures_and_an_ignored_one_does_not(table: TableActor) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    asked: list[str] = []
    shots = Shots((b"before", b"at", b"after"), (b"card",), b"clip")

    def pictures() -> Shots:
        asked.append("taken")
        return shots

    table.observe(shown(Seat.E, Card.S2), pictures)
    table.observe(TableCleared(), pictures)
    table.observe(TableCleared(), pictures)
    seq = settled(table).declarations[0].seq
    assert table.picture_of(seq) == b"after"
    assert table.pictures_of(seq) == (b"before", b"at", b"after", b"card")
    assert table.clip_of(seq) == b"clip"
    for other in (1, 999):
        assert table.picture_of(other) is None
        assert table.pictures_of(other) == ()
        assert table.clip_of(other) is None
    assert len(asked) == 2  # the second clearing changed nothing


def test_when_the_disk_is_full_evidence_goes_before_a_play_is_lost(tmp_path: Path) -> None:
    """The log takes nothing until some megabytes of evidence are gone: what happened is recorded, old pictures go."""
    evidence = EvidenceStore(tmp_path / "evidence")
    old = [evidence.keep(bytes([number]) * 2_000_000) for number in range(4)]

    class Crowded(EventLog):
        def append(self, drafts: Iterable[tuple[Event, Evidence]], *, at: int, actor: Actor) -> tuple[Logged, ...]:
            if evidence.total > 5_000_000:
                raise LogFullError("the disk is full")
            return super().append(drafts, at=at, actor=actor)

    table = TableActor(Crowded(tmp_path / "match.db"), FakeClock(), evidence=evidence)
    table.start()
    try:
        table.submit(StartMatch("comp", NAMES), REFEREE)
        assert table.snapshot(Role.REFEREE).rulebook == "comp"
        assert [evidence.read(str(name)) is None for name in old] == [True, True, True, False]
    finally:
        table.stop()


def test_a_small_quota_costs_old_pictures_and_no_event(tmp_path: Path) -> None:
    evidence = EvidenceStore(tmp_path / "evidence", EvidenceLimits(quota=20_000, reserve=0))
    log = EventLog(tmp_path / "match.db")
    table = TableActor(log, FakeClock(), evidence=evidence)
    table.start()
    try:
        table.submit(StartMatch("comp", NAMES), REFEREE)
        taken = count()

        def pictures() -> Shots:
            return Shots(tuple(next(taken).to_bytes(2, "big") * 500 for _ in range(3)), (), b"")

        for observation in Witness().sees(first_hand().acts):
            table.observe(observation, pictures)
        whole = settled(table)
        assert len(whole.tricks) == len(first_hand().truth.tricks)
        assert [entry.seq for entry in table.entries()] == list(range(1, whole.seq + 1))
        pictured = [entry.seq for entry in table.entries() if entry.evidence.crops]
        kept = [seq for seq in pictured if table.picture_of(seq) is not None]
        assert kept == pictured[-len(kept) :]
        assert 0 < len(kept) < len(pictured)
        assert evidence.total <= 20_000
    finally:
        table.stop()


def test_blocked_sight_raises_the_alarm_until_it_is_over(table: TableActor) -> None:
    table.submit(StartMatch("comp", NAMES), REFEREE)
    table.observe(Blocked("", "dark"))
    assert settled(table).trust.light == "alarm"
    table.observe(Blocked("", "dark", over=True))
    assert settled(table).trust.light == "good"


def test_an_observation_waits_in_memory_while_the_disk_takes_nothing(path: Path) -> None:
    log = EventLog(path)
    table = TableActor(log, FakeClock())
    table.start()
    table.submit(StartMatch("comp", NAMES), REFEREE)
    pages = log._connection.execute("PRAGMA page_count").fetchone()[0]
    log._connection.execute(f"PRAGMA max_page_count={pages}").fetchall()
    seats = [Seat.E, Seat.N, Seat.W, Seat.S]
    number = 0
    while settled(table).trust.code != "log.not_recording":
        table.observe(Blocked(f"zone{number}" + "x" * 900, "dark"))
        number += 1
    recorded = table.snapshot(Role.REFEREE).seq
    log._connection.execute("PRAGMA max_page_count=100000").fetchall()
    table.observe(shown(seats[0], Card.S2))
    snapshot = settled(table)
    assert snapshot.seq >= recorded + 2  # the one that waited and the new one
    assert snapshot.declarations
    table.stop()


def test_starting_and_stopping_leaves_no_thread_and_no_file_open(tmp_path: Path) -> None:
    def once(number: int) -> None:
        table = opened(tmp_path / f"{number}.db")
        table.submit(StartMatch("comp", NAMES), REFEREE)
        table.observe(shown(Seat.E, Card.S2))
        table.stop()

    once(0)
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    for number in range(1, 21):
        once(number)
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == files


def test_the_table_is_a_table_service(table: TableActor) -> None:
    service: TableService = table
    assert service.snapshot(Role.VIEWER).phase == "waiting"
