"""Records are held against the truth side by side: one error is one error, wherever it shifts what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from paizhuo.device.noise.figures import figures
from paizhuo.device.noise.hands import take
from paizhuo.device.noise.lean import LeanTable
from paizhuo.device.noise.outcome import Play, compared, outcome, true_tricks
from paizhuo.device.noise.seen import Told, judge
from paizhuo.device.noise.standings import hand_of
from paizhuo.device.players.acts import Lays, TurnsKitty
from paizhuo.device.players.faults import Fault
from paizhuo.device.players.hand import HandPlan, PlayedHand
from paizhuo.device.players.match import heard, playable
from paizhuo.device.players.witness import Witness
from paizhuo.rules.observations import CardsShown

TRUE: list[Play] = [
    (trick, seat, (f"{suit}{trick + 2}",)) for trick in range(1, 6) for seat, suit in zip("ENWS", "SHCD", strict=True)
]


def test_the_truth_is_recorded_without_an_error() -> None:
    assert compared(TRUE, TRUE, ()) == (20, 0)


def test_a_play_that_was_never_recorded_is_one_error() -> None:
    assert compared(TRUE, [*TRUE[:5], *TRUE[6:]], ()) == (19, 1)
    assert compared(TRUE, [*TRUE[:5], *TRUE[6:]], {2}) == (19, 0)
    assert compared(TRUE, [*TRUE[:5], *TRUE[6:]], {3}) == (19, 1)


def test_a_misread_card_is_one_error_and_not_two() -> None:
    wrong = (2, "N", ("DK",))
    assert compared(TRUE, [*TRUE[:5], wrong, *TRUE[6:]], ()) == (19, 1)
    assert compared(TRUE, [*TRUE[:5], wrong, *TRUE[6:]], {2}) == (19, 0)


def test_an_invented_play_is_an_error() -> None:
    assert compared(TRUE, [*TRUE[:6], (2, "E", ("BJ",)), *TRUE[6:]], ()) == (20, 1)
    assert compared(TRUE, [*TRUE[:6], (2, "E", ("BJ",)), *TRUE[6:]], {2}) == (20, 0)


def test_a_trick_too_many_shifts_all_numbers_and_is_one_error() -> None:
    shifted = [(1, "W", ("H6",)), *((trick + 1, seat, cards) for trick, seat, cards in TRUE)]
    assert compared(TRUE, shifted, ()) == (20, 2)  # the play that never was, and the trick that it made
    assert compared(TRUE, shifted, {1}) == (20, 0)


def test_two_tricks_taken_for_one_are_one_error() -> None:
    merged = [(trick - (trick > 2), seat, cards) for trick, seat, cards in TRUE]
    assert compared(TRUE, merged, ()) == (20, 1)
    assert compared(TRUE, merged, {2}) == (20, 0)


def test_a_play_given_to_another_seat_is_an_error() -> None:
    other = (2, "W", TRUE[5][2])
    assert compared(TRUE, [*TRUE[:5], other, *TRUE[6:]], ()) == (19, 1)


def test_nothing_recorded_is_everything_wrong() -> None:
    assert compared(TRUE, [], ()) == (0, 20)


def told_of(played: PlayedHand, *, kitty: bool) -> Iterator[Told]:
    """Tell a hand, up to the kitty or with it; every card that the offender played might just be another one."""
    witness, offender = Witness(), played.truth.offences[0].seat
    for act in played.acts:
        if isinstance(act, TurnsKitty) and not kitty:
            return
        for told in witness.sees([act]):
            if isinstance(act, Lays) and isinstance(told, CardsShown) and told.seat is offender:
                told = replace(told, cards=tuple(replace(card, confidence=0.95) for card in told.cards))
            yield told
        entered = heard(act)
        if entered is not None:
            yield entered


def test_a_revoke_is_asked_about_until_it_is_stated() -> None:
    """Before the kitty every proof of it might have been misread; the whole deck shows that none was."""
    rulebook, plan = playable("comp"), HandPlan(kinds=(Fault.REVOKE_SUIT,))
    _, played = hand_of(rulebook, 1, plan)
    assert isinstance(played, PlayedHand)
    before, after = (judge(rulebook, 1, tuple(told_of(played, kitty=kitty)), plan) for kitty in (False, True))
    assert (before.revokes, before.revokes_found, before.revokes_asked) == (1, 0, 1)
    assert (after.revokes, after.revokes_found, after.revokes_asked) == (1, 1, 0)
    rows = {each.name: each.hits for each in figures([before])}
    assert (rows["revokes found"], rows["revokes found or asked about"]) == (0, 1)


def test_an_offence_stays_the_same_where_a_missed_play_shifts_its_trick() -> None:
    shifted = [(max(1, trick - 1), seat, cards) for trick, seat, cards in TRUE[4:]]
    really = true_tricks(TRUE, shifted)
    assert really["S", 3] == 4
    misread = [each if each[:2] != (3, "S") else (3, "S", ("DA",)) for each in shifted]
    assert true_tricks(TRUE, misread)["S", 3] == 4, "the trick of the plays beside it"
    assert true_tricks(TRUE, [(1, "E", ("BJ",))]) == {}, "nothing recorded right tells nothing"


@pytest.mark.parametrize("missed", [-3, -2])
def test_the_next_pack_brings_the_question_who_was_out(missed: int) -> None:
    """A hand of Guandan in which the last card of a seat was not seen ends only when another one begins."""
    rulebook = playable("guandan-seed")
    begun, played = hand_of(rulebook, 1, None)
    lost = [act for act in played.acts if isinstance(act, Lays)][missed]
    witness, table = Witness(), LeanTable(rulebook, begun)
    for act in played.acts:
        for told in witness.sees([act]):
            if act is not lost or not (isinstance(told, CardsShown) and told.seat):
                take(table, told)
        entered = heard(act)
        if entered is not None:
            take(table, entered)
    before = outcome(1, played.truth, table.timeline)
    assert (before.silent, before.open) == (2, 0)
    table.next_pack()
    after = outcome(1, played.truth, table.timeline)
    assert (after.silent, after.open) == (0, 1)
    written = len(table.timeline.log)
    table.next_pack()
    assert len(table.timeline.log) == written, "a hand that is over does not end again"
