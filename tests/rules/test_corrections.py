"""A sample of the long run on corrections, and what it would say about an error that stays."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import ModuleType

import pytest

from paizhuo.rules.cards import Card
from paizhuo.rules.session import fold


@pytest.fixture
def corrections(long_check: Callable[[str], ModuleType]) -> ModuleType:
    return long_check("corrections")


KINDS = "misread_card misread_cards wrong_seat missed invented needless".split()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_an_error_that_was_put_right_leaves_no_trace_in_the_match(
    kind: str, seed: int, corrections: ModuleType
) -> None:
    assert set(corrections.KINDS) == set(KINDS)
    assert corrections.compared(kind, ("comp", 1, 1), Random(seed))["equal"]


def test_an_error_that_stays_is_noticed(corrections: ModuleType) -> None:
    log = corrections.recorded("comp", 1, 1)
    error = corrections.misread_card(log, Random(3))
    assert corrections.standing(fold(error.wrong)) != corrections.truth(error.right)
    amiss = replace(error.revisions[0], card=Card.BJ)
    (other,) = corrections.logged([amiss], error.wrong)
    assert corrections.standing(fold((*error.wrong, other))) != corrections.truth(error.right)


def test_most_errors_of_the_run_make_a_difference(corrections: ModuleType) -> None:
    mattered = [corrections.compared("wrong_seat", ("comp", 1, 1), Random(seed))["mattered"] for seed in range(5)]
    assert all(mattered)
