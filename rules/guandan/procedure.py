"""Around the play: who shuffles, cuts and draws, cuts that do not count, cards laid down and left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan.finish import is_double, places
from paizhuo.rules.guandan.pips import pip_of, wild_card
from paizhuo.rules.guandan.policies import Dealing
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.violations import Violation

PACK = 108


@dataclass(frozen=True, slots=True)
class Roles:
    """Who does what before a hand; None where the turned card or the referee decides."""

    shuffler: Seat | None
    cutter: Seat | None
    first_drawer: Seat | None


def first_roles(rules: GuandanRulebook = HOUSE) -> Roles:
    """Give the roles of the first deal (首副牌); the turned card names the first drawer."""
    if rules.deal.dealing is Dealing.REFEREE_DEALS:
        return Roles(None, None, None)
    return Roles(rules.deal.first_shuffler, rules.deal.first_cutter, None)


def first_drawer(turned: Card, rules: GuandanRulebook = HOUSE) -> Seat | None:
    """Count round from the cutter by the turned card, an ace as one; None: cut and turn again (重切重翻).

    >>> first_drawer(Card.C5), first_drawer(Card.DT), first_drawer(Card.LJ)
    (<Seat.S: 3>, <Seat.E: 0>, None)
    """
    if turned.is_joker or turned is wild_card(rules.levels.start):
        return None
    return Seat((rules.deal.first_cutter + (pip_of(turned).height - 1) % 13) % 4)


def holder_of_turned(drawer: Seat, place: int) -> Seat:
    """Give who draws the card at ``place`` (from 0) of the pile, drawing one by one; its holder leads first.

    >>> holder_of_turned(Seat.S, 2)
    <Seat.N: 1>
    """
    return Seat((drawer + place) % 4)


def later_roles(order: Sequence[Seat], rules: GuandanRulebook = HOUSE) -> Roles:
    """Give the roles after a hand that ended in this order: the first player's left-hand neighbour shuffles.

    >>> roles = later_roles((Seat.E, Seat.W))
    >>> roles.shuffler.name, roles.cutter.name, roles.first_drawer.name
    ('S', 'E', 'N')
    """
    if rules.deal.dealing is Dealing.REFEREE_DEALS:
        return Roles(None, None, None)
    first = order[0]
    return Roles(first.previous, first, first.next if is_double(order) else places(order)[-1])


class CutManner(StrEnum):
    """How a cut was made."""

    AT_ONCE = "at_once"
    COUNTED_OFF = "counted_off"


def verify_cut(
    from_top: int, rules: GuandanRulebook = HOUSE, *, pack: int = PACK, manner: CutManner = CutManner.AT_ONCE
) -> tuple[Violation, ...]:
    """Check a cut that lifted ``from_top`` cards: not near an end, and not counted off card by card.

    >>> verify_cut(5)[0].code, verify_cut(6)
    ('cut.too_near_end', ())
    """
    found: list[Violation] = []
    least = min(from_top, pack - from_top)
    if least < rules.deal.shallowest_cut:
        found.append(Violation("cut.too_near_end", {"cards": least, "least": rules.deal.shallowest_cut}))
    if manner is CutManner.COUNTED_OFF:
        found.append(Violation("cut.counted_off"))
    return tuple(found)


class ShuffleEnd(StrEnum):
    """What the shuffler did after shuffling."""

    PUT_DOWN = "put_down"
    CUT = "cut"
    PUSHED_CARDS_IN = "pushed_cards_in"


def verify_shuffle_end(shuffler: Seat, did: ShuffleEnd) -> tuple[Violation, ...]:
    """Check that the shuffler put the pack down and did nothing more (多余动作)."""
    if did is ShuffleEnd.PUT_DOWN:
        return ()
    return (Violation("deal.extra_action", {"seat": shuffler.name, "action": str(did)}),)


def verify_draw(seat: Seat, expected: Seat, cards: int, *, face_up: int = 0) -> tuple[Violation, ...]:
    """Check one draw: in turn, one card, its face hidden."""
    found: list[Violation] = []
    if seat is not expected:
        found.append(Violation("deal.drew_out_of_turn", {"seat": seat.name, "expected": expected.name}))
    if cards != 1:
        found.append(Violation("deal.drew_several", {"seat": seat.name, "cards": cards}))
    if face_up:
        found.append(Violation("deal.card_shown", {"seat": seat.name, "cards": face_up}))
    return tuple(found)


def verify_one_motion(seat: Seat, laid: Sequence[Card], added: Sequence[Card]) -> tuple[Violation, ...]:
    """Check that a play was laid at once (一次性): cards added later do not belong to it."""
    if not added:
        return ()
    tokens = {"laid": tuple(map(str, laid)), "added": tuple(map(str, added))}
    return (Violation("play.added_later", {"seat": seat.name, **tokens}),)


def verify_touch(seat: Seat, owner: Seat, *, allowed_by_referee: int = 0) -> tuple[Violation, ...]:
    """Check a hand on cards already played: nobody may touch any, his own included, without leave."""
    if allowed_by_referee:
        return ()
    return (Violation("discard.touched", {"seat": seat.name, "owner": owner.name}),)


def verify_stack(seat: Seat, owner: Seat, *, face_up: int = 0) -> tuple[Violation, ...]:
    """Check cards that went to a discard stack (弃牌区): face down, and on one's own."""
    found: list[Violation] = []
    if owner is not seat:
        found.append(Violation("discard.mixed", {"seat": seat.name, "owner": owner.name}))
    if face_up:
        found.append(Violation("discard.face_up", {"seat": seat.name, "cards": face_up}))
    return tuple(found)


def verify_showing(returned_at: Mapping[Seat, int], shown_at: Mapping[Seat, int]) -> tuple[Violation, ...]:
    """Check the returns after a double tribute: both lie face down before either is shown, and both show together.

    Times are milliseconds; the keys are the payers who get the cards. Showing within a second is together.
    """
    down = max(returned_at.values(), default=0)
    found = [Violation("return.shown_early", {"seat": seat.name}) for seat, at in sorted(shown_at.items()) if at < down]
    if shown_at and max(shown_at.values()) - min(shown_at.values()) > TOGETHER:
        late = max(shown_at, key=lambda seat: shown_at[seat])
        found.append(Violation("return.not_together", {"seat": late.name}))
    return tuple(found)


TOGETHER = 1000
"""Milliseconds between two showings that count as together."""


class PassManner(StrEnum):
    """How a player says that he passes."""

    WORD = "word"
    KNOCK = "knock"
    DEVICE = "device"


def verify_pass_manner(seat: Seat, used: PassManner, before: PassManner | None) -> tuple[Violation, ...]:
    """Check that a player passes in one manner all through a match (固定的表示方式)."""
    if before is None or used is before:
        return ()
    return (Violation("pass.manner_changed", {"seat": seat.name, "used": str(used), "before": str(before)}),)


def verify_record(keeper: Seat, checker: Seat, rules: GuandanRulebook = HOUSE) -> tuple[Violation, ...]:
    """Check who filled in and who checked the record sheet (比赛记录表)."""
    found: list[Violation] = []
    if keeper is not rules.desk.record_keeper:
        found.append(Violation("record.wrong_keeper", {"seat": keeper.name, "expected": rules.desk.record_keeper.name}))
    if checker is not rules.desk.record_checker:
        found.append(
            Violation("record.wrong_checker", {"seat": checker.name, "expected": rules.desk.record_checker.name})
        )
    return tuple(found)
