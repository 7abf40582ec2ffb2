"""When the ways in which a hand comes out only exchange cards for each other."""

from __future__ import annotations

from paizhuo.rules.readings import Reading
from paizhuo.rules.shengji.alike import Alike, alike

from .test_account import Told, deal_of, told, whole


def of(tricks: list[list[Told]]) -> Alike | None:
    return alike(deal_of(tricks))


def two_unread() -> list[list[Told]]:
    tricks = whole()
    tricks[9][1] = tricks[12][2] = told("??")
    return tricks


def options(tricks: list[list[Told]]) -> list[str]:
    found = of(tricks)
    assert found is not None
    return sorted(map(found.option, found.ways))


def test_two_unread_cards_may_be_exchanged() -> None:
    one, other = whole()[9][1][0][0], whole()[12][2][0][0]
    assert options(two_unread()) == sorted(
        [f"cards.alike:N:10:{one},W:13:{other}", f"cards.alike:N:10:{other},W:13:{one}"]
    )


def test_a_card_that_is_hardly_another_is_none_of_them() -> None:
    """What is as good as certain is not asked: ways of two in a hundred and less are no answers."""
    tricks = two_unread()
    tricks[15][3] = told(tricks[15][3][0][0], reading=Reading(0.979, present=0.99))
    assert options(tricks) == options(two_unread())


def test_nothing_is_exchanged_where_a_card_may_never_have_been_there() -> None:
    tricks = two_unread()
    tricks[4][2] = [*tricks[4][2], *told("C8")]
    assert of(tricks) is None


def test_nothing_is_exchanged_where_either_of_two_plays_may_lack_a_card() -> None:
    tricks = whole()
    tricks[0][0] = tricks[0][0][:1]
    tricks[19][0] = [*tricks[19][0], tricks[1][0].pop()]
    assert of(tricks) is None


def test_a_hand_that_comes_out_in_one_way_leaves_nothing_to_ask() -> None:
    tricks = whole()
    assert of(tricks) is None
    tricks[9][1] = told("??")
    assert of(tricks) is None
