"""A hand of Shengji kept without a camera: begun by a bid, played, and its kitty turned up, all by commands."""

from __future__ import annotations

import pytest

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import Actor, Logged, Source
from paizhuo.rules.hearing import hear
from paizhuo.rules.service import CollectTrick, Command, CommandRefusedError, EndDeal, EnterPlay, StartMatch
from paizhuo.rules.shengji_service import EnterBid, EnterKitty, StartDeal
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot
from paizhuo.web_ui.scripted.matches import recorded_match

SUN = Actor(Source.REFEREE, "Sun")
MATCH = StartMatch("pass10", ("a", "b", "c", "d"))


def done(line: Timeline, *commands: Command) -> Timeline:
    for command in commands:
        start = len(line.log) + 1
        events = carry_out(line, command)
        line = line.extended([Logged(start + at, 0, SUN, event) for at, event in enumerate(events)])
    return line


def test_a_bid_begins_the_hand_and_names_trump() -> None:
    shown = snapshot(done(Timeline(), MATCH, EnterBid(Seat.N, (Card.D2,))))
    assert (shown.hand, shown.trump, shown.dealer) == (1, "D", "N")


def test_a_whole_recorded_hand_entered_by_hand_comes_to_the_same() -> None:
    wanted = hear(recorded_match()).hands[4]
    commands: list[Command] = [EnterBid(Seat[bid.seat], _cards(bid.cards)) for bid in wanted.declarations]
    for trick in wanted.tricks:
        commands += [EnterPlay(Seat[play.seat], _cards(play.cards)) for play in trick.plays] + [CollectTrick()]
    assert wanted.kitty.cards is not None
    line = done(Timeline(), MATCH, *commands, EnterKitty(_cards(wanted.kitty.cards)))
    now, result = snapshot(line), wanted.result
    assert result is not None
    assert now.result is not None
    assert (now.result.points, now.result.multiplier) == (result.points, result.multiplier)
    assert now.kitty.seqs == (line.log[-1].seq,) * len(wanted.kitty.cards)
    assert [trick.winner for trick in now.tricks] == [trick.winner for trick in wanted.tricks]
    after = snapshot(done(line, EndDeal(), StartDeal()))
    assert (after.hand, after.phase) == (2, "drawing")


def _cards(tokens: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(token) for token in tokens)


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), StartDeal(), "command.no_match"),
        ((MATCH,), EnterKitty((Card.S2,)), "command.no_hand"),
        ((MATCH,), EnterBid(Seat.E, ()), "command.no_cards"),
        ((MATCH, StartDeal()), StartDeal(), "command.hand_in_play"),
        ((StartMatch("guandan-2017", ("a", "b", "c", "d")),), StartDeal(), "command.not_of_this_game"),
    ],
)
def test_what_makes_no_sense_is_refused(before: tuple[Command, ...], command: Command, code: str) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        carry_out(done(Timeline(), *before), command)
    assert refused.value.code == code
