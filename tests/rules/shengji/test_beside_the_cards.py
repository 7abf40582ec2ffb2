"""What happens beside the cards: cards turned before the first hand, counts, notes, levels set by hand, time called."""

from __future__ import annotations

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import (
    DealEnded,
    DealStarted,
    DealVoided,
    Declared,
    KittyShown,
    MatchStarted,
    PlayTakenBack,
    ThrowFailed,
    TrumpNamed,
)
from paizhuo.rules.guandan_service import NameLeader
from paizhuo.rules.rulebooks import load
from paizhuo.rules.service import CommandRefusedError, Rule
from paizhuo.rules.shengji.ending import side_on_deal
from paizhuo.rules.shengji.levels import Role
from paizhuo.rules.shengji.opening import Opening, of_next_hand
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import ShengjiMatch
from paizhuo.rules.shengji_service import EnterDrawnCard
from paizhuo.rules.snapshot import DealingView
from paizhuo.rules.table_service import CallTime, CountHands, DrawLot, NoteBreach, SetLevels
from paizhuo.rules.timeline import Timeline

NAMES = ("a", "b", "c", "d")


def book(identifier: str) -> ShengjiRulebook:
    return load(identifier, ShengjiRulebook)


def draws(drill: Drill, *cards: str) -> None:
    for seat, card in zip(Seat, cards, strict=False):
        drill.command(EnterDrawnCard(seat, Card(card)))


def test_the_highest_drawn_card_deals_the_first_hand_and_those_who_tie_draw_again() -> None:
    """campus L475: 四名队员进行抽牌决定庄主，牌数一样再抽一轮."""
    drill = Drill().start("campus")
    draws(drill, "SK", "HK", "S3", "D9")
    assert drill.now.dealing.first_drawer is None
    drill.command(EnterDrawnCard(Seat.W, Card.SA))  # is not among those who tie
    drill.command(EnterDrawnCard(Seat.N, Card.D4))
    drill.command(EnterDrawnCard(Seat.E, Card.D3))
    drill.log(DealStarted(1))
    named = drill.now
    assert (named.dealer, named.dealing.first_drawer) == ("N", "N")
    drill.shows(Seat.W, "H6")
    assert (drill.now.dealer, drill.now.trump) == ("N", "H")  # whoever shows, the drawn card deals
    assert drill.now.dealing.drawn[0] == ("E", "SK")


def test_cards_drawn_while_the_hand_begins_name_the_dealer_as_well() -> None:
    drill = Drill().start("campus")
    drill.log(DealStarted(1))
    assert drill.now.dealer is None
    draws(drill, "S8", "HK", "S3", "D9")
    assert drill.now.dealer == "N"


def test_a_dealer_drawn_late_is_entered_before_the_first_play() -> None:
    drill = Drill().start("campus")
    drill.log(DealStarted(1), TrumpNamed(None))
    drill.shows(Seat.N, "CA")
    draws(drill, "S8", "HK", "S3", "D9")
    assert drill.now.dealer == "N"


def test_elsewhere_drawn_cards_name_who_draws_first() -> None:
    """ten L329: the highest; comp L145: a turned card is counted round from the one who turned it."""
    ten = Drill().start("ten")
    draws(ten, "S8", "HK", "S3", "D9")
    ten.log(DealStarted(1))
    assert (ten.now.dealing.first_drawer, ten.now.dealer) == ("N", None)
    comp = Drill().start("comp")
    draws(comp, "LJ")
    assert comp.now.dealing.first_drawer is None  # a joker is turned again
    draws(comp, "S3")
    assert comp.now.dealing == DealingView((), None, "W", (("E", "LJ"), ("E", "S3")))


def test_an_unread_drawn_card_counts_for_nothing() -> None:
    drill = Drill().start("ten")
    draws(drill, "S8", "??", "S3", "D9")
    assert drill.now.dealing.first_drawer is None
    draws(drill, "S8", "HK")
    assert drill.now.dealing.first_drawer == "N"


def test_after_the_first_hand_the_text_names_who_shuffles_cuts_and_draws() -> None:
    """comp L143-147, ten L329: 首抓牌顺序轮换."""
    assert of_next_hand(Seat.W, Seat.E, Role.DEALERS, None, book("comp")) == Opening((Seat.E,), Seat.N, Seat.W)
    assert of_next_hand(Seat.N, Seat.E, Role.ATTACKERS, Seat.E, book("ten")) == Opening(
        (Seat.N, Seat.S), Seat.E, Seat.N
    )
    assert of_next_hand(Seat.N, Seat.E, Role.ATTACKERS, None, book("ten")).first_drawer is None


def lost_hand(rulebook: str) -> Drill:
    """Play a first hand that a ruling ends: North revokes against East."""
    drill = Drill().start(rulebook)
    drill.shows(Seat.E, f"H{drill.now.levels['EW']}")
    drill.clears()
    drill.trick(Seat.E, "SA", "D6", "S7", "S8")
    drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    (violation,) = drill.now.violations
    drill.command(Rule(violation.id, "hand_lost"))
    return drill


def test_the_next_hand_names_them_before_and_after_it_begins() -> None:
    drill = lost_hand("seven")
    assert drill.now.dealing == DealingView(("E",), "N", "W")
    drill.log(DealEnded(), DealStarted(2))
    assert drill.now.dealing == DealingView(("E",), "N", "W")
    drill.log(DealVoided("redeal"))
    assert drill.now.dealing.first_drawer == "W"


def test_a_hand_without_a_result_names_nobody_for_the_next() -> None:
    drill = Drill().start("comp")
    drill.log(DealStarted(1), DealEnded(), DealStarted(2))
    assert drill.now.dealing == DealingView()


def test_a_wrong_bottom_with_every_hand_right_has_the_cards_dealt_anew() -> None:
    """comp L151."""
    drill = Drill().start("comp")
    drill.log(DealStarted(1))
    drill.shows(Seat.E, "H2")
    drill.command(NoteBreach(Seat.E, "count.bottom_wrong", {"actual": 7}))
    (violation,) = drill.now.violations
    assert (violation.article, violation.proposed) == ("deal.bottom_count", ())
    drill.command(CountHands((25, 25, 25, 25)))
    (violation,) = drill.now.violations
    assert (violation.proposed, violation.params["expected"]) == (("redeal",), 8)
    now = drill.command(Rule(violation.id, "redeal"))
    assert (now.phase, now.hand) == ("waiting", 1)


def test_elsewhere_a_wrong_bottom_proposes_nothing() -> None:
    drill = Drill().start("qq")
    drill.log(DealStarted(1))
    drill.shows(Seat.E, "H2")
    drill.command(CountHands((25, 25, 25, 25)))
    drill.command(NoteBreach(Seat.E, "count.bottom_wrong", {"actual": 7}))
    assert drill.now.violations[0].proposed == ()


def counted(rulebook: str, counts: tuple[int, int, int, int], *, buried: bool = True) -> Drill:
    drill = Drill().start(rulebook)
    drill.backs(8)
    drill.shows(Seat.E, f"H{drill.now.levels['EW']}")
    drill.takes(Seat.E)
    drill.backs_go(8)
    for _ in range(6):
        drill.pushes(Seat.E)
    if buried:
        drill.backs(8)
    drill.command(CountHands(counts))
    return drill


def test_a_miscount_before_the_burying_is_repaired_where_the_text_says() -> None:
    """union9k L537: 未扣底之前，由少牌者从多牌者牌中任意抽取一张."""
    drill = counted("union9k", (25, 26, 24, 25), buried=False)
    assert [(each.seat, each.proposed) for each in drill.now.violations] == [("N", ("repair",)), ("W", ("repair",))]
    after = drill.command(Rule(drill.now.violations[0].id, "repair"))
    assert (after.phase, after.violations[0].ruling) == ("kitty", "repair")


def test_a_miscount_after_it_costs_the_hand() -> None:
    """union9k L539."""
    drill = counted("union9k", (25, 26, 25, 25))
    assert drill.now.violations[0].proposed == ("hand_lost",)


def test_two_miscounts_open_the_next_hand_to_both_sides_each_with_its_own_level() -> None:
    """pass10 L449: 双方均出现多牌少牌，双方不升降级，且下把牌双方抢庄；各抢本方主牌."""
    drill = Drill()
    drill.log(MatchStarted("pass10", NAMES, levels=(Rank.FOUR, Rank.SEVEN), dealer=Seat.E, hand=3), DealStarted(3))
    drill.shows(Seat.E, "H4")
    drill.command(CountHands((26, 24, 25, 25)))
    drill.command(NoteBreach(Seat.E, "count.bottom_wrong", {"actual": 8}))
    _, first, second = drill.now.violations
    assert (first.proposed, second.proposed) == (("fresh_start", "hand_lost"), ("fresh_start", "hand_lost"))
    now = drill.command(Rule(first.id, "fresh_start"))
    assert now.result is not None
    assert (now.levels, now.result.change, now.result.next_dealer) == ({"EW": "4", "NS": "7"}, 0, "")
    drill.log(DealStarted(4))
    assert drill.now.dealer is None
    now = drill.shows(Seat.S, "C7")
    assert (now.level, now.dealer, now.trump) == ("7", "S", "C")
    now = drill.shows(Seat.W, "S4")
    assert (now.level, now.dealer, now.trump) == ("4", "W", "S")
    drill.shows(Seat.N, "S4")  # the level of the other side: no show
    assert drill.kinds == ["cards_exposed"]


def test_a_match_taken_up_without_a_dealer_is_open_to_both_levels() -> None:
    drill = Drill()
    drill.log(MatchStarted("pass10", NAMES, levels=(Rank.FOUR, Rank.SEVEN), hand=3), DealStarted(3))
    assert drill.shows(Seat.N, "D7").level == "7"


def test_a_missing_player_costs_the_match_only_by_a_ruling() -> None:
    """pass10 L445: 少人自动弃权."""
    drill = Drill().start("pass10")
    drill.command(NoteBreach(Seat.N, "table.player_missing", {"name": "Zhou"}))
    (violation,) = drill.now.violations
    assert (violation.article, violation.proposed) == ("table.short_handed", ("match_lost",))
    assert not drill.now.ending.is_over
    now = drill.command(Rule(violation.id, "match_lost"))
    assert (now.ending.winner, now.ending.cause) == ("EW", "ruling")


def test_a_breach_between_hands_goes_with_the_next_hand_and_keeps_its_ruling() -> None:
    drill = Drill().start("pass10")
    drill.command(NoteBreach(Seat.N, "table.substituted", {"name": "Wu"}))
    (before,) = drill.now.violations
    drill.command(Rule(before.id, "warning"))
    drill.log(DealStarted(1))
    (after,) = drill.now.violations
    assert (after.id, after.ruling) == (before.id, "warning")


def test_a_missing_player_costs_nothing_where_no_text_says_so() -> None:
    drill = Drill().start("qq")
    drill.command(NoteBreach(Seat.N, "table.player_missing"))
    assert drill.now.violations[0].proposed == ()


def test_only_what_the_rulebook_forbids_can_be_noted() -> None:
    assert "table.substituted" not in Drill().start("qq").now.notable
    with pytest.raises(CommandRefusedError, match="no_such_breach"):
        Drill().start("qq").command(NoteBreach(Seat.N, "table.substituted"))
    with pytest.raises(CommandRefusedError, match="no_such_breach"):
        Drill().start("pass10").command(NoteBreach(Seat.N, "follow.must_follow_suit"))


def test_what_the_sentence_of_a_note_needs_is_filled_in() -> None:
    drill = Drill().start("const2")
    drill.command(NoteBreach(Seat.N, "time.too_slow"))
    assert drill.now.violations[0].params == {"seconds": 61, "limit": 60, "seat": "N"}
    drill.command(NoteBreach(Seat.N, "count.bottom_wrong"))
    assert drill.now.violations[1].params == {"actual": 7, "expected": 8, "seat": "N"}


@pytest.mark.parametrize(
    ("rulebook", "levels", "winner"),
    [
        ("ten", (Rank.FIVE, Rank.SEVEN), "NS"),  # L329: the higher level
        ("pass10", (Rank.FIVE, Rank.FIVE), "EW"),  # L451: 同级时，台上一方获胜
        ("ten", (Rank.FIVE, Rank.FIVE), None),
    ],
)
def test_when_time_is_called_the_higher_level_wins(
    rulebook: str, levels: tuple[Rank, Rank], winner: str | None
) -> None:
    drill = Drill()
    drill.log(MatchStarted(rulebook, NAMES, levels=levels, dealer=Seat.E, hand=5), DealStarted(5))
    drill.trick(Seat.E, "SA", "S3", "S4", "S6")
    now = drill.command(CallTime())
    assert (now.ending.is_over, now.ending.winner, now.ending.cause) == (True, winner, "time")
    assert (now.phase, now.result) == ("finished", None)  # the hand that was not finished does not count
    drill.shows(Seat.E, "SK")
    assert drill.kinds == ["match_is_over"]
    assert drill.command(CallTime()).ending.winner == winner


def test_the_hand_in_play_may_be_finished_first() -> None:
    drill = Drill()
    drill.log(MatchStarted("ten", NAMES, levels=(Rank.FIVE, Rank.SEVEN), dealer=Seat.E, hand=5), DealStarted(5))
    now = drill.command(CallTime(finish=True))
    assert (now.ending.is_over, now.ending.time_called) == (False, True)
    drill.log(DealEnded())
    assert drill.now.ending.winner == "NS"


def test_time_called_between_hands_ends_the_match_at_once() -> None:
    drill = Drill()
    drill.log(MatchStarted("pass10", NAMES, levels=(Rank.FIVE, Rank.FIVE), dealer=Seat.S, hand=5))
    assert drill.command(CallTime(finish=True)).ending.winner == "NS"
    unknown = Drill().start("pass10")
    assert unknown.command(CallTime()).ending.winner is None


def test_a_draw_may_be_settled_by_lot_and_nothing_else() -> None:
    drill = Drill().start("ten")
    with pytest.raises(CommandRefusedError, match="no_tie"):
        drill.command(DrawLot(Side.NS))
    drill.command(CallTime())
    now = drill.command(DrawLot(Side.NS))
    assert (now.ending.winner, now.ending.cause) == ("NS", "lot")


def test_a_timed_match_says_when_its_time_is_up() -> None:
    drill = Drill().start("pass10")
    drill.at = 1_000_000
    drill.log(DealStarted(1))
    assert (drill.now.ending.minutes, drill.now.ending.began) == (60, 1_000_000)
    drill.at += 59 * 60_000
    drill.shows(Seat.E, "H2")
    assert not drill.now.ending.time_is_up
    drill.at += 60_000
    drill.shows(Seat.N, "S2")
    assert drill.now.ending.time_is_up


def test_levels_set_by_hand_hold_for_the_hand_that_is_going_on() -> None:
    drill = Drill().start("comp")
    assert drill.command(SetLevels((Rank.FIVE, Rank.NINE))).levels == {"EW": "5", "NS": "9"}
    drill.log(DealStarted(1))
    drill.shows(Seat.E, "H5")
    assert (drill.now.dealer, drill.now.level) == ("E", "5")
    now = drill.command(SetLevels((Rank.SIX, Rank.NINE)))
    assert (now.level, now.levels["EW"]) == ("6", "6")
    with pytest.raises(CommandRefusedError, match="no_such_level"):
        Drill().start("pass10").command(SetLevels((Rank.ACE, Rank.TWO)))


def test_commands_of_the_other_game_are_refused() -> None:
    with pytest.raises(CommandRefusedError, match="not_of_this_game"):
        Drill().start("comp").command(NameLeader(Seat.E))
    with pytest.raises(CommandRefusedError, match="not_of_this_game"):
        carry_out(Timeline(), EnterDrawnCard(Seat.E, Card.SA))
    with pytest.raises(CommandRefusedError, match="no_hand"):
        Drill().start("comp").command(CountHands((25, 25, 25, 25)))


def test_constant_trumps_are_shown() -> None:
    const2 = Drill().start("const2")
    const2.log(DealStarted(1))
    assert const2.now.constants == ("2",)
    comp = Drill().start("comp")
    comp.log(DealStarted(1))
    assert comp.now.constants == ()


def test_facts_that_make_no_sense_change_nothing() -> None:
    drill = Drill().start("comp")
    drill.log(DealStarted(1))
    before = drill.timeline.state.game
    drill.log(Declared(Seat.E, ()), ThrowFailed(Seat.E, ()), PlayTakenBack(Seat.N, ()))
    after = drill.timeline.state.game
    assert after == before


def test_a_bottom_of_too_many_cards_proves_nothing_by_counting() -> None:
    """Twelve cards turned up as the kitty leave fewer unseen cards than the hands must hold."""
    drill = Drill().start("comp")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.log(KittyShown(tuple(Card(token) for token in "C3 C3 C4 C4 C5 C5 C6 C6 C7 C7 C8 C8".split())))
    drill.trick(Seat.E, "SA", "D3", "S3", "S4")
    assert drill.now.violations == ()
    assert [(claim.seat, claim.claim) for claim in drill.now.claims] == [("N", "void")]


def test_the_side_on_deal_is_the_one_of_the_hand_and_after_it_the_one_of_the_next() -> None:
    drill = Drill().start("seven")
    drill.shows(Seat.E, "H2")
    drill.clears()
    drill.trick(Seat.E, "SA", "S6", "D7", "S8")
    drill.trick(Seat.E, "SK", "S9", "ST", "SJ")

    def on_deal() -> Side | None:
        game = drill.timeline.state.game
        assert isinstance(game, ShengjiMatch)
        return side_on_deal(game)

    assert on_deal() is Side.EW
    drill.command(Rule(drill.now.violations[0].id, "hand_lost"))
    assert (drill.now.dealer, on_deal()) == ("E", Side.NS)
