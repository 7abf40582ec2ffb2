"""The feed shows the newest state to everybody, older states to delayed tokens, and knows a dead picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paizhuo.rules.snapshot import Role
from paizhuo.web_ui.access import Access
from paizhuo.web_ui.cut import body, cut
from paizhuo.web_ui.delay import LONGEST, Delay, Shown, Until, due, pruned, stamp, visible
from paizhuo.web_ui.feed import Feed
from paizhuo.web_ui.health import AllWell, Trouble
from paizhuo.web_ui.scripted import ScriptedClock, ScriptedPictures, ScriptedTable
from paizhuo.web_ui.settings import PageSettings
from paizhuo.web_ui.sse import Places, stream

NOW = Delay()


@pytest.fixture
def feed(table: ScriptedTable, pictures: ScriptedPictures, health: AllWell, clock: ScriptedClock) -> Feed:
    return Feed(table, pictures, health, PageSettings(), clock, wall=lambda: 1.5)


def tell(feed: Feed, table: ScriptedTable, access: Access) -> None:
    kept = cut(table.snapshot(access.role), access)
    feed.publish(access, stamp(kept, body(kept), feed.now()))


def test_a_picture_that_stands_still_is_a_trouble_and_a_new_one_ends_it(
    feed: Feed, pictures: ScriptedPictures, clock: ScriptedClock
) -> None:
    feed.look()
    pictures.freeze()
    feed.look()
    assert feed.news(Access.VIEWER, NOW).troubles == ()
    clock.now += 3.1
    feed.look()
    assert [each.code for each in feed.news(Access.VIEWER, NOW).troubles] == ["trouble.picture_stale"]
    pictures.thaw()
    feed.look()
    assert feed.news(Access.VIEWER, NOW).troubles == ()


def test_troubles_of_the_table_are_told_and_the_state_stays(feed: Feed, table: ScriptedTable, health: AllWell) -> None:
    tell(feed, table, Access.VIEWER)
    health.report(Trouble("trouble.model_failed", {"reason": "hash"}))
    feed.look()
    news = feed.news(Access.VIEWER, NOW)
    assert news.troubles[0].code == "trouble.model_failed"
    assert news.shown is not None
    assert news.shown.seq == table.snapshot(Role.VIEWER).seq


def test_a_delayed_token_sees_nothing_younger_than_its_delay(feed: Feed, clock: ScriptedClock) -> None:
    table = ScriptedTable(steps=10)
    for _ in range(40):
        tell(feed, table, Access.OVERLAY)
        clock.now += 2.5
        table.advance()
    late = Delay(Until.SECONDS, 30.0)
    shown = feed.news(Access.OVERLAY, late).shown
    assert shown is not None
    assert shown.at <= clock.now - 30.0
    assert shown.at > clock.now - 30.0 - 2.6


def test_trick_and_deal_policies_wait_for_the_whole(feed: Feed) -> None:
    table = ScriptedTable()
    tell(feed, table, Access.OVERLAY)
    while not table.finished:
        table.advance()
        tell(feed, table, Access.OVERLAY)
        for until, holds in ((Until.TRICK, "whole_trick"), (Until.DEAL, "whole_deal")):
            shown = feed.news(Access.OVERLAY, Delay(until)).shown
            assert shown is not None
            assert getattr(shown, holds)
    by_trick, by_deal = (feed.news(Access.OVERLAY, Delay(until)).shown for until in (Until.TRICK, Until.DEAL))
    assert by_trick is not None
    assert by_deal is not None
    assert by_deal.seq < by_trick.seq < table.snapshot(Role.OVERLAY).seq


def test_pruning_never_changes_what_a_policy_shows() -> None:
    states = [Shown(n, n * 7.0, b"", n % 5 == 0, n % 40 == 0) for n in range(400)]
    kept: list[Shown] = []
    timed = (Delay(Until.SECONDS, 45.0), Delay(Until.SECONDS, LONGEST))
    policies = (Delay(), *timed, Delay(Until.TRICK), Delay(Until.DEAL))
    for count, state in enumerate(states, start=1):
        kept = pruned([*kept, state], state.at)
        for policy in policies:
            assert visible(kept, policy, state.at) == visible(states[:count], policy, state.at)
    assert len(kept) < 120


def test_the_next_timed_state_is_announced_so_that_a_stream_can_wait_for_it() -> None:
    states = [Shown(1, 100.0, b"", False, False), Shown(2, 110.0, b"", False, False)]
    late = Delay(Until.SECONDS, 30.0)
    assert due(states, late, 131.0) == pytest.approx(9.0)
    assert due(states, late, 141.0) is None
    assert due(states, NOW, 100.0) is None


def test_a_delay_outside_its_bounds_is_an_error() -> None:
    with pytest.raises(ValueError, match="between 0 and 600"):
        Delay(Until.SECONDS, 601.0)


def events(chunks: Iterator[bytes], count: int) -> list[str]:
    return [next(chunks).decode() for _ in range(count)]


def test_a_stream_begins_with_the_newest_state_whose_id_is_the_number_of_the_log(
    feed: Feed, table: ScriptedTable
) -> None:
    tell(feed, table, Access.VIEWER)
    feed.look()
    retry, state, health, picture = events(stream(feed, Access.VIEWER, NOW, 5.0, pictures=True), 4)
    assert retry.startswith("retry: ")
    assert state.startswith(f"id: {table.snapshot(Role.VIEWER).seq}\nevent: table\ndata: {{")
    assert health == 'event: health\ndata: {"troubles":[],"now":1500}\n\n'
    assert "event: picture" in picture
    assert '"card":"SK"' in picture
    assert "id:" not in picture.split("\n")[0]


def test_a_stream_beats_when_nothing_happens_and_ends_with_the_feed(
    table: ScriptedTable, pictures: ScriptedPictures, health: AllWell
) -> None:
    feed = Feed(table, pictures, health, PageSettings(), wall=lambda: 1.5)
    chunks = stream(feed, Access.HALL, NOW, 0.01, pictures=False)
    assert events(chunks, 3)[2] == 'event: beat\ndata: {"now":1500}\n\n'
    feed.stop()
    assert list(chunks) == []


def test_places_are_given_back() -> None:
    places = Places(2)
    assert [places.take() for _ in range(3)] == [True, True, False]
    places.give()
    assert places.take()


def test_a_failing_service_is_tried_again_and_no_stream_dies(
    pictures: ScriptedPictures, health: AllWell, table: ScriptedTable, caplog: pytest.LogCaptureFixture
) -> None:
    class Flaky(ScriptedTable):
        failures = 1

        def events(self, after_seq: int, role: Role, *, heartbeat: float = 5.0):  # type: ignore[no-untyped-def]
            if self.failures:
                self.failures -= 1
                raise RuntimeError("gone for a moment")
            return super().events(after_seq, role, heartbeat=heartbeat)

    flaky = Flaky(steps=30)
    feed = Feed(flaky, pictures, health, PageSettings())
    feed.start(Access.VIEWER)
    try:
        news = feed.news(Access.VIEWER, NOW)
        for _ in range(40):
            if news.shown is not None:
                break
            news = feed.wait(Access.VIEWER, NOW, news, 0.2)
        assert news.shown is not None
        assert "gone for a moment" in caplog.text
    finally:
        flaky.stop()
        feed.stop()
