"""Records are held against the truth side by side: one error is one error, wherever it shifts what follows."""

from __future__ import annotations

from paizhuo.device.noise.outcome import Play, compared

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
