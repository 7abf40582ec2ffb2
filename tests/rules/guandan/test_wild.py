"""Which reading a play has: the place of the wild card, the rulebook, the player's word."""

import pytest

from paizhuo.rules.cards import Card, Rank
from paizhuo.rules.guandan.combos import Reading, readings
from paizhuo.rules.guandan.policies import Laying, TwoPairsAndWild
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook, Shapes
from paizhuo.rules.guandan.wild import Decided, Order, lies, read
from paizhuo.rules.rulebook import Title
from paizhuo.rules.rulebooks import load


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(token) for token in text.split())


def house(**shapes: TwoPairsAndWild | Laying) -> GuandanRulebook:
    return GuandanRulebook("x", "guandan", Title("某", "some"), shapes=Shapes(**shapes))  # type: ignore[arg-type]


def named(text: str, level: Rank, name: str) -> Reading:
    return next(one for one in readings(cards(text), level) if one.name == name)


@pytest.mark.parametrize(
    ("level", "laid", "reading"),
    [
        ("7", "H7 S3 S4 S5 S6", "straightFlush:6"),  # the wild card at the low end is the two
        ("7", "S3 S4 S5 S6 H7", "straightFlush:7"),
        ("7", "S6 S5 S4 S3 H7", "straightFlush:6"),  # high to low
        ("7", "H7 S6 S5 S4 S3", "straightFlush:7"),
        ("8", "H8 ST CJ DQ SK", "straight:K"),  # a nine, whatever it could have beaten as an ace
        ("8", "ST CJ DQ SK H8", "straight:A"),
        ("6", "H6 S2 C3 D4 S5", "straight:5"),  # the ace below the two
        ("6", "S2 C3 D4 S5 H6", "straight:6"),
        ("2", "S8 D8 S9 D9 H2", "fullHouse:9"),
        ("2", "S9 D9 S8 D8 H2", "fullHouse:8"),
        ("2", "S8 D8 H2 S9 D9", "fullHouse:8"),
        ("2", "S9 D9 H2 S8 D8", "fullHouse:9"),
        ("2", "S4 C4 S5 C5 H2 H2", "tube:6"),
        ("2", "H2 H2 S4 C4 S5 C5", "tube:5"),
        ("2", "S5 C5 S4 C4 H2 H2", "tube:5"),
        ("2", "S4 C4 H2 S5 C5 H2", "plate:5"),
        ("5", "H5 H5 ST SJ SQ", "straightFlush:Q"),
        ("5", "H5 ST SJ SQ H5", "straightFlush:K"),
        ("5", "ST SJ SQ H5 H5", "straightFlush:A"),
        ("5", "ST H5 SJ H5 SK", None),  # in no order
    ],
)
def test_a_wild_card_counts_as_the_card_whose_place_it_has(level: str, laid: str, reading: str | None) -> None:
    """Seed L44."""
    ruling = read(cards(laid), Rank(level))
    assert (ruling.reading.name if ruling.reading else None) == reading
    assert ruling.decided is (Decided.LAID if reading else Decided.OPEN)


def test_a_wild_card_left_of_its_equals_lies_loosely_and_yields_to_a_proper_order() -> None:
    """Seed L44: with cards of its own pip the wild card lies at their right end."""
    laid = cards("H2 S8 D8 S9 D9")
    assert {str(one): lies(laid, one, Rank.TWO) for one in readings(laid, Rank.TWO)} == {
        "fullHouse:8": Order.LOOSE,
        "fullHouse:9": Order.NONE,
    }
    assert str(read(laid, Rank.TWO).reading) == "fullHouse:8"


def test_cards_in_no_order_leave_the_reading_open_with_all_its_options() -> None:
    ruling = read(cards("S3 H7 S6 S5 S4"), Rank.SEVEN)
    assert ruling.reading is None
    assert [str(one) for one in ruling.possible] == ["straightFlush:7", "straightFlush:6"]


def test_a_bomb_that_may_be_a_full_house_is_open_until_only_one_beats_the_table() -> None:
    laid = cards("S9 C9 D9 H2 H2")
    assert [str(one) for one in read(laid, Rank.TWO).possible] == ["bomb5:9", "fullHouse:9"]
    bomb = named("S4 C4 D4 H4", Rank.TWO, "bomb4:4")
    ruling = read(laid, Rank.TWO, over=bomb)
    assert (str(ruling.reading), ruling.decided) == ("bomb5:9", Decided.NEEDED)
    eights = named("S8 C8 D8 S4 C4", Rank.TWO, "fullHouse:8")
    assert read(laid, Rank.TWO, over=eights).decided is Decided.OPEN


def test_what_the_player_says_stands_if_it_is_a_reading() -> None:
    laid = cards("S3 S4 S5 S6 H7")
    six, nine = named("S3 S4 S5 S6 H7", Rank.SEVEN, "straightFlush:6"), named("S9", Rank.SEVEN, "single:9")
    assert read(laid, Rank.SEVEN, said=six).decided is Decided.SAID
    assert str(read(laid, Rank.SEVEN, said=nine).reading) == "straightFlush:7"


@pytest.mark.parametrize("laid", ["S8 D8 S9 D9 H2", "S9 D9 S8 D8 H2", "H2 S8 S9 D8 D9"])
def test_two_pairs_and_a_wild_card_are_the_larger_house_in_2017(laid: str) -> None:
    book = load("guandan-2017", GuandanRulebook)
    small = named("S8 D8 S9 D9 H2", Rank.TWO, "fullHouse:8")
    ruling = read(cards(laid), Rank.TWO, book, said=small)
    assert (str(ruling.reading), ruling.decided) == ("fullHouse:9", Decided.RULE)


def test_two_pairs_and_a_wild_card_are_the_smaller_house_at_school_unless_said() -> None:
    book, laid = load("guandan-school", GuandanRulebook), cards("S8 D8 S9 D9 H2")
    large = named("S8 D8 S9 D9 H2", Rank.TWO, "fullHouse:9")
    assert str(read(laid, Rank.TWO, book).reading) == "fullHouse:8"
    assert str(read(laid, Rank.TWO, book, said=large).reading) == "fullHouse:9"


def test_two_pairs_of_which_one_holds_two_wild_cards_are_not_under_that_rule() -> None:
    """S8 D8 S9 and two wild cards: 88899 or 99988, as laid."""
    book = load("guandan-2017", GuandanRulebook)
    assert str(read(cards("S9 H2 S8 D8 H2"), Rank.TWO, book).reading) == "fullHouse:8"


def test_where_plays_lie_high_to_low_the_other_way_round_is_only_loose() -> None:
    laid = cards("S3 S4 S5 S6 H7")
    seven = named("S3 S4 S5 S6 H7", Rank.SEVEN, "straightFlush:7")
    assert lies(laid, seven, Rank.SEVEN, house(laying=Laying.HIGH_TO_LOW)) is Order.LOOSE
    assert lies(laid[::-1], seven, Rank.SEVEN, house(laying=Laying.HIGH_TO_LOW)) is Order.PROPER
    assert lies(laid, seven, Rank.SEVEN, HOUSE) is Order.PROPER
    assert str(read(laid, Rank.SEVEN, house(laying=Laying.HIGH_TO_LOW)).reading) == "straightFlush:7"


def test_no_shape_has_no_reading() -> None:
    ruling = read(cards("S3 S9"), Rank.TWO)
    assert (ruling.reading, ruling.decided, ruling.possible) == (None, Decided.NO_SHAPE, ())


def test_an_unread_card_cannot_be_judged() -> None:
    with pytest.raises(KeyError):
        readings((Card.UNKNOWN,), Rank.TWO)
