"""Rulings: an article proposes, the referee decides, and nothing else moves points or levels."""

import pytest

from paizhuo.device.players.drill import Drill
from paizhuo.rules.cards import Seat, two_decks
from paizhuo.rules.service import CommandRefusedError, CorrectCards, Rule, Undo
from paizhuo.rules.snapshot import TableSnapshot, ViolationView

KITTY = ["C3", "C3", "C4", "C4", "C6", "C6", "C7", "C7"]


def opened(rulebook: str) -> Drill:
    """Begin a first hand with East as dealer and hearts as trump."""
    drill = Drill().start(rulebook)
    level = drill.now.levels["EW"]
    drill.shows(Seat.E, f"H{level}")
    drill.clears()
    return drill


def revoked(rulebook: str, seat: Seat = Seat.N) -> tuple[Drill, ViolationView]:
    """Let a seat discard under a lead of spades and follow to the next one."""
    drill = opened(rulebook)
    first = dict(zip((Seat.E, Seat.N, Seat.W, Seat.S), ("SA", "S6", "S7", "S8"), strict=True))
    drill.trick(Seat.E, *({**first, seat: "D6"}[each] for each in (Seat.E, Seat.N, Seat.W, Seat.S)))
    now = drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    (violation,) = now.violations
    assert (violation.code, violation.seat) == ("follow.must_follow_suit", seat.name)
    return drill, violation


def played_out(drill: Drill) -> TableSnapshot:
    """Play the rest of the hand, whatever anybody should have played, and show the kitty."""
    left = [str(card) for card in two_decks()]
    for card in KITTY:
        left.remove(card)
    for trick in drill.now.tricks:
        for play in trick.plays:
            for card in play.cards:
                left.remove(card)
    while left:
        drill.trick(Seat[drill.now.trick.leader or "E"], *left[:4])
        del left[:4]
    return drill.turns_up(" ".join(KITTY))


def test_a_text_without_penalties_proposes_none() -> None:
    drill, violation = revoked("intro80")
    assert violation.proposed == ()
    with pytest.raises(CommandRefusedError, match="no_such_sanction"):
        drill.command(Rule(violation.id, "level_down"))


@pytest.mark.parametrize("sanction", ["warning", "none"])
def test_a_warning_is_always_permitted_and_moves_nothing(sanction: str) -> None:
    drill, violation = revoked("intro80")
    before = drill.now
    now = drill.command(Rule(violation.id, sanction))
    assert now.violations[0].ruling == sanction
    assert (now.levels, now.points, now.phase) == (before.levels, before.points, before.phase)


def test_a_violation_alone_moves_nothing() -> None:
    drill, _ = revoked("seven")
    assert drill.now.phase == "playing"
    assert drill.now.result is None


def test_in_seven_a_revoke_of_the_attackers_gives_the_dealers_the_hand() -> None:
    """Seed text ``seven``: the offender's side loses the hand; the dealers go up one."""
    drill, violation = revoked("seven", Seat.N)
    assert violation.proposed == ("hand_lost",)
    now = drill.command(Rule(violation.id, "hand_lost"))
    assert now.result is not None
    assert (now.phase, now.result.winner, now.result.change, now.result.next_dealer) == ("finished", "EW", 1, "W")
    assert now.levels["EW"] == "5"  # the level after 2 on the ladder of seven levels


def test_in_seven_a_revoke_of_the_dealers_costs_them_the_deal() -> None:
    drill, violation = revoked("seven", Seat.W)
    now = drill.command(Rule(violation.id, "hand_lost"))
    assert now.result is not None
    assert (now.result.winner, now.result.next_dealer) == ("NS", "N")


def test_undoing_a_ruling_brings_the_hand_back() -> None:
    drill, violation = revoked("seven")
    before = drill.now
    drill.command(Rule(violation.id, "hand_lost"))
    now = drill.command(Undo())
    assert (now.phase, now.levels, now.result) == (before.phase, before.levels, None)


def test_a_ruling_on_an_offence_that_a_correction_removed_has_no_effect() -> None:
    drill, violation = revoked("seven")
    drill.command(Rule(violation.id, "hand_lost"))
    (card,) = (each for each in two_decks()[:13] if each == "S6")
    now = drill.command(CorrectCards(violation.evidence[0], (card,)))
    assert now.violations == ()
    assert (now.phase, now.result) == ("playing", None)


def test_in_pass10_a_level_is_lost_after_the_hand() -> None:
    """Seed text ``pass10``: one level down after the hand, the third time loses the match."""
    drill, violation = revoked("pass10")
    assert violation.proposed == ("level_down",)
    drill.command(Rule(violation.id, "level_down"))
    assert drill.now.phase == "playing"
    now = played_out(drill)
    without, _ = revoked("pass10")
    control = played_out(without)
    ladder = "23456789T"
    assert now.result is not None
    assert control.result is not None
    assert ladder.index(now.result.levels["NS"]) == max(0, ladder.index(control.result.levels["NS"]) - 1)
    assert now.result.levels["EW"] == control.result.levels["EW"]


def test_a_ruling_after_the_hand_was_closed_still_counts() -> None:
    during, violation = revoked("pass10")
    during.command(Rule(violation.id, "level_down"))
    after, same = revoked("pass10")
    played_out(after)
    after.command(Rule(same.id, "level_down"))
    assert dict(after.now.levels) == dict(played_out(during).levels)


def test_the_third_loss_of_a_level_loses_the_match() -> None:
    drill = opened("pass10")
    for number, card in enumerate(("D6", "D7", "D8")):
        drill.trick(Seat.E, "SA" if number == 0 else ("SA", "SK")[number - 1], card, f"S{number + 3}", f"S{number + 6}")
    now = drill.trick(Seat.E, "SK", "S9", "ST", "SJ")
    assert [violation.proposed for violation in now.violations] == [("level_down",)] * 3
    for _ in range(2):
        now = drill.command(Rule(drill.now.violations[0].id, "level_down"))
    assert now.violations[2].proposed == ("match_lost",)
    now = drill.command(Rule(now.violations[2].id, "match_lost"))
    drill.shows(Seat.E, "SQ")
    assert drill.kinds == ["match_is_over"]


def test_a_failed_throw_costs_points_only_by_a_ruling() -> None:
    """Seed text ``seven``: a flat ten points for the other side."""
    drill = opened("seven")
    drill.shows(Seat.E, "SA SQ SQ")
    drill.takes(Seat.E, "SQ SQ")
    for seat, card in ((Seat.N, "S3"), (Seat.W, "S4"), (Seat.S, "S6")):
        drill.shows(seat, card)
    now = drill.clears()
    (violation,) = now.violations
    assert (now.points.attackers, violation.proposed) == (0, ("points:10",))
    assert drill.command(Rule(violation.id, "points:10")).points.attackers == 10


def test_points_of_an_attackers_failed_throw_go_to_the_dealers() -> None:
    drill = opened("seven")
    drill.trick(Seat.E, "S3", "SK", "S4", "S6")
    drill.shows(Seat.N, "SA SQ SQ")
    drill.takes(Seat.N, "SQ SQ")
    for seat, card in ((Seat.W, "S7"), (Seat.S, "S8"), (Seat.E, "S9")):
        drill.shows(seat, card)
    now = drill.clears()
    assert now.points.attackers == 10
    assert drill.command(Rule(now.violations[0].id, "points:10")).points.attackers == 0


def test_a_throw_that_stood_is_refuted_by_a_later_card() -> None:
    drill = opened("comp")
    drill.trick(Seat.E, "SK SQ SQ", "S3 S4 S5", "S6 S7 S8", "S9 ST SJ")
    assert drill.now.violations == ()
    now = drill.trick(Seat.E, "D3", "D4", "SA", "D6")
    (violation,) = now.violations
    assert (violation.code, violation.seat, violation.params["by_seat"]) == ("throw.should_have_failed", "E", "W")
    assert violation.evidence == (now.tricks[0].plays[0].seq, now.tricks[1].plays[2].seq)


def test_a_doubtful_card_refutes_no_throw() -> None:
    drill = opened("comp")
    drill.trick(Seat.E, "SK SQ SQ", "S3 S4 S5", "S6 S7 S8", "S9 ST SJ")
    drill.shows(Seat.E, "D3")
    drill.shows(Seat.N, "D4")
    drill.shows_readings(Seat.W, [drill.card("SA", 0.7, ("S4", 0.3))])
    assert drill.now.violations == ()


def test_a_throw_that_nobody_can_have_beaten_is_certain_at_once() -> None:
    drill = opened("comp")
    drill.shows(Seat.E, "SA SA SK")
    assert drill.now.trick.plays[0].throw == "attempt"  # cards may still come to it
    now = drill.shows(Seat.N, "S3 S4 S5")
    assert now.trick.plays[0].throw == "certain"
    for seat, cards in ((Seat.W, "S6 S7 S8"), (Seat.S, "S9 ST SJ")):
        drill.shows(seat, cards)
    assert drill.clears().tricks[0].plays[0].throw == "certain"


def test_a_throw_becomes_certain_when_the_last_card_that_could_have_beaten_it_is_the_throwers() -> None:
    drill = opened("comp")
    drill.trick(Seat.E, "SA SK", "S3 S4", "S5 S6", "S7 S8")
    assert drill.now.tricks[0].plays[0].throw == "attempt"
    now = drill.trick(Seat.E, "SA", "S9", "ST", "SJ")
    assert now.tricks[0].plays[0].throw == "certain"
    assert now.violations == ()


def test_a_throw_is_not_certain_while_any_card_is_in_doubt() -> None:
    drill = opened("comp")
    drill.shows_readings(Seat.E, [drill.card("SA", 0.7, ("S4", 0.3)), drill.card("SA"), drill.card("SK")])
    drill.shows(Seat.N, "S3 S4 S5")
    assert drill.now.trick.plays[0].throw == "attempt"


@pytest.mark.parametrize(
    ("rulebook", "proposed"),
    [
        ("pass10", ("points:10", "points:20", "points:30")),  # L447: 有N张甩不出去应扣N*10分
        ("seven", ("points:10",)),  # a flat fine
        ("const2", ()),  # 出错牌不扣分
        ("comp", ()),
    ],
)
def test_a_throw_proved_wrong_later_costs_points_where_the_referee_may_add_them(
    rulebook: str, proposed: tuple[str, ...]
) -> None:
    drill = opened(rulebook)
    drill.trick(Seat.E, "SK SQ SQ", "S3 S4 S5", "S6 S7 S8", "S9 ST SJ")
    now = drill.trick(Seat.E, "D3", "D4", "SA", "D6")
    (violation,) = (each for each in now.violations if each.code == "throw.should_have_failed")
    assert violation.proposed == proposed


def test_a_throw_that_is_certain_does_not_hide_one_that_is_not() -> None:
    drill = opened("comp")
    drill.trick(Seat.E, "SK SQ SQ", "S3 S4 S5", "S6 S7 S8", "S9 ST SJ")
    drill.trick(Seat.E, "DA DA DK", "D3 D4 D5", "D6 D7 D8", "D9 DT DJ")
    assert [trick.plays[0].throw for trick in drill.now.tricks] == ["attempt", "certain"]
    now = drill.trick(Seat.E, "C3", "C4", "SA", "C6")
    assert [each.code for each in now.violations] == ["throw.should_have_failed"]


def test_a_pair_that_answers_a_pair_claims_nothing() -> None:
    drill = opened("comp")
    now = drill.trick(Seat.E, "SA SA", "S3 S3", "S6 S7", "D3 D3")
    assert [(claim.seat, claim.claim) for claim in now.claims] == [("W", "no_pair"), ("S", "void")]
