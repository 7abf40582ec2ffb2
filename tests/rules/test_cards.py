"""What two decks can hold, whichever game is played with them."""

from __future__ import annotations

from paizhuo.rules.cards import Card, third_copies


def test_a_third_copy_is_an_error_of_reading_and_an_unread_card_is_none() -> None:
    assert third_copies([Card.S9, Card.C9, Card.S9]) == ()
    assert third_copies([Card.S9] * 3 + [Card.UNKNOWN] * 5) == (Card.S9,)
