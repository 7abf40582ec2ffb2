"""The order of plays: a strict weak order inside a kind, antisymmetric across kinds, bombs above everything."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paizhuo.rules.cards import Rank
from paizhuo.rules.guandan.bombs import beating, beats, rung
from paizhuo.rules.guandan.combos import ALIKE, Reading, Shape, window
from paizhuo.rules.guandan.pips import Pip, strength

SUITED = [pip for pip in Pip if not pip.is_joker]


def every_reading() -> list[Reading]:
    """List one reading of every shape, size and key."""
    found = [Reading(ALIKE.get(size, Shape.BOMB), pip, (pip,) * size) for size in range(1, 11) for pip in SUITED]
    found += [Reading(ALIKE[size], pip, (pip,) * size) for size in (1, 2) for pip in Pip if pip.is_joker]
    found += [Reading(Shape.FULL_HOUSE, pip, (pip,) * 5) for pip in SUITED]
    for shape, length, each in (
        (Shape.STRAIGHT, 5, 1),
        (Shape.STRAIGHT_FLUSH, 5, 1),
        (Shape.TUBE, 3, 2),
        (Shape.PLATE, 2, 3),
    ):
        found += [Reading(shape, window(top, length)[-1], window(top, length) * each) for top in range(length, 15)]
    return [*found, Reading(Shape.JOKER_BOMB, Pip.BIG_JOKER, (Pip.BIG_JOKER,) * 4)]


ALL = every_reading()
BOMBS = [one for one in ALL if rung(one)]
plays = st.sampled_from(ALL)
bombs = st.sampled_from(BOMBS)
levels = st.sampled_from(tuple(Rank))


@settings(deadline=None)
@given(one=plays, other=plays, level=levels)
def test_no_two_plays_beat_each_other(one: Reading, other: Reading, level: Rank) -> None:
    assert not (beats(one, other, level) and beats(other, one, level))
    assert not beats(one, one, level)


@pytest.mark.parametrize("level", [Rank.TWO, Rank.NINE, Rank.ACE])
def test_beating_is_transitive(level: Rank) -> None:
    """Over all pairs: what beats a play beats everything that the play beats."""
    beaten = {one: {other for other in ALL if beats(one, other, level)} for one in ALL}
    for lower in beaten.values():
        assert all(beaten[one] <= lower for one in lower)


def alike(one: Reading, other: Reading) -> bool:
    return one.shape is other.shape and one.size == other.size


@settings(deadline=None)
@given(trio=st.tuples(plays, bombs, bombs, bombs), level=levels)
def test_incomparable_plays_of_a_kind_are_equally_strong(trio: tuple[Reading, ...], level: Rank) -> None:
    """A strict weak order: not beating each other is transitive among bombs and inside a kind."""
    first = trio[0]
    groups = (trio[1:], tuple(one for one in ALL if alike(one, first)))
    for group in groups:
        ties = {(a, b) for a in group for b in group if not beats(a, b, level) and not beats(b, a, level)}
        assert all((a, c) in ties for a, b in ties for b2, c in ties if b is b2)


@pytest.mark.parametrize("level", [Rank.TWO, Rank.ACE])
def test_one_kind_is_ranked_without_gaps(level: Rank) -> None:
    for first in ALL:
        kind = [one for one in ALL if alike(one, first)]
        wins = sorted(sum(beats(one, other, level) for other in kind) for one in kind)
        assert wins == list(range(len(kind)))


@settings(deadline=None)
@given(one=plays, other=plays, level=levels)
def test_different_kinds_meet_only_through_bombs(one: Reading, other: Reading, level: Rank) -> None:
    if not alike(one, other) and not rung(one):
        assert not beats(one, other, level)
    if rung(one) and not rung(other):
        assert beats(one, other, level)


def test_the_ladder_of_bombs() -> None:
    """Seed L39–L41."""
    ladder = [
        "bomb4:A",
        "bomb5:3",
        "straightFlush:5",
        "bomb6:3",
        "bomb7:3",
        "bomb8:3",
        "bomb9:3",
        "bomb10:3",
        "jokerBomb",
    ]
    steps = [next(one for one in ALL if one.name == name) for name in ladder]
    for lower, upper in combinations(steps, 2):
        assert beats(upper, lower, Rank.TWO)
        assert not beats(lower, upper, Rank.TWO)


@pytest.mark.parametrize("level", Rank)
def test_the_level_card_stands_between_ace_and_jokers(level: Rank) -> None:
    """Seed L37."""
    order = sorted(Pip, key=lambda pip: strength(pip, level))
    rest = [pip for pip in SUITED if pip != str(level)]
    assert order == [*rest, Pip(level), Pip.LITTLE_JOKER, Pip.BIG_JOKER]


@pytest.mark.parametrize("level", Rank)
def test_sequences_never_look_at_the_level(level: Rank) -> None:
    """Seed L37: a level card keeps its printed place in a sequence."""
    runs = [one for one in ALL if one.shape is Shape.STRAIGHT]
    wins = {one.key: sum(beats(one, other, level) for other in runs) for one in runs}
    assert wins == {Pip(rank): place for place, rank in enumerate("56789TJQKA")}


def test_only_what_beats_the_table_is_kept() -> None:
    nine, ten = (next(one for one in ALL if one.name == f"single:{key}") for key in "9T")
    assert beating([nine, ten], nine, Rank.TWO) == (ten,)
