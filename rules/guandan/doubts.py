"""What a breach in the play rests on: it is stated only if no slip of sight explains it, nor two (``two_slips``).

While one does, the breach is a suspicion and the referee is asked. An answer, or what cards show later, settles it.
What a person entered, and what a record gives, is taken at its word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paizhuo.rules.cards import COPIES, Card, Seat
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.deal import Deal, Doubt, Lay, Purpose, TakenBack
from paizhuo.rules.guandan.misread import misread
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.slips import CARD_CODES, Way, one_too_many, rests_on_doubt, surplus, ways, weakest
from paizhuo.rules.guandan.state import Hand, at_turn
from paizhuo.rules.guandan.two_slips import MOST, two_slips
from paizhuo.rules.guandan.unseen import unseen_before
from paizhuo.rules.guandan.wild import Decided, Ruling
from paizhuo.rules.laid import Laid, faces
from paizhuo.rules.readings import THIRD_COPY
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Violation

PLAY = "misread.play"
TURN = "misread.turn"
BACK = "misread.taken_back"


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong with a play for sure, what is asked about, and how the play counts meanwhile.

    Without a ``ruling`` it counts as it was read.
    """

    stated: tuple[Violation, ...]
    doubt: Doubt | None = None
    suspicions: tuple[Suspicion, ...] = ()
    ruling: Ruling | None = None


def judged(deal: Deal, hand: Hand, lay: Lay, found: Sequence[Violation], rules: GuandanRulebook) -> Judged:
    """Judge what was found wrong with a play that came to lie in ``hand``, the newest of ``deal``."""
    confirmed = [each for each in found if _id_of(lay.seq, each) in deal.confirmed]
    open_ones = [each for each in found if each not in confirmed]
    of_cards = [each for each in open_ones if each.code in CARD_CODES]
    others = [each for each in open_ones if each not in of_cards]
    cards = _of_cards(deal, hand, lay, of_cards, rules) if of_cards else Judged(())
    stated = [*confirmed, *cards.stated]
    suspicions = [*cards.suspicions]
    for violation in others:
        edits = _edits(deal, hand, lay, violation, rules)
        if edits is None:
            continue
        if edits:
            code = TURN if violation.code == "turn.out_of_turn" else PLAY
            suspicions.append(Suspicion(_id_of(lay.seq, violation), code, violation, edits))
        else:
            stated.append(violation)
    in_order = tuple(each for each in found if each in stated)
    return Judged(in_order, cards.doubt, tuple(suspicions), cards.ruling)


def _id_of(seq: int, violation: Violation) -> str:
    """Give the id of a suspicion: all that one slip would explain is asked about once."""
    return f"doubt:{seq}:{'turn' if violation.code == 'turn.out_of_turn' else 'play'}"


def _of_cards(deal: Deal, hand: Hand, lay: Lay, found: Sequence[Violation], rules: GuandanRulebook) -> Judged:
    """Judge a play that is wrong as it was read."""
    now = at_turn(hand, lay.seat, rules)
    if rests_on_doubt(now, lay, deal.lays, rules):
        return Judged(())
    doubt = misread(hand, lay, found, deal.lays, rules)
    slipped = ways(now, lay, deal.lays, rules)
    if any(edit.slip is not Slip.FACE for edit, _ in slipped):
        edits = _offered(slipped, doubt, (*deal.lays, lay))
        ruling = next((ruling for _, ruling in slipped if ruling is not None), None)
        suspicions = tuple(Suspicion(_id_of(lay.seq, each), PLAY, each, edits) for each in found)
        return Judged((), None, suspicions, ruling)
    if doubt is not None:
        return Judged((), doubt, (), doubt.ruling)
    together = two_slips(now, lay, deal.lays, rules) or one_too_many(now, lay, rules)
    edits = tuple(dict.fromkeys(edit for slips in together for edit in slips))
    suspicions = tuple(Suspicion(_id_of(lay.seq, each), PLAY, each, edits, together=together) for each in found)
    # Which of the cards was another one nobody knows; until then any shape may come over the play.
    return Judged((), None, suspicions, Ruling(None, Decided.UNREAD, ())) if together else Judged(tuple(found))


def _offered(slipped: Sequence[Way], doubt: Doubt | None, lays: Sequence[Lay]) -> tuple[Edit, ...]:
    """Give the slips that a question offers, with the face that was doubted for itself."""
    edits = [edit for edit, _ in slipped]
    if doubt is not None and not any(edit.slip is Slip.FACE for edit in edits):
        whose = next(lay for lay in lays if doubt.laid in lay.cards)
        edits.append(Edit(Slip.FACE, whose.seat, whose.seq, doubt.laid, doubt.alternative))
    return tuple(edits)


def _edits(deal: Deal, hand: Hand, lay: Lay, violation: Violation, rules: GuandanRulebook) -> tuple[Edit, ...] | None:
    """Give the slips that explain a breach of turn or count: none if it is certain, None while nobody can tell."""
    match violation.code:
        case "turn.out_of_turn":
            return _of_turn(deal, hand, lay, rules)
        case "count.more_than_left" | "turn.seat_is_out":
            return surplus((*deal.lays, lay), [lay.seat])
        case _:
            return surplus((*deal.lays, lay), [*hand.order, lay.seat])


def _of_turn(deal: Deal, hand: Hand, lay: Lay, rules: GuandanRulebook) -> tuple[Edit, ...] | None:
    """Explain a play before its turn: by one that nobody saw, by one told late, or by a last card that was missed."""
    if lay.is_given:
        return ()
    if deal.lays and deal.lays[-1].is_questioned:
        return None
    edits = [Edit(Slip.ORDER, lay.seat, lay.seq)]
    last = deal.lays[-1] if deal.lays else None
    if last is not None and last.seat.partner is lay.seat and hand.left[last.seat] <= MOST and not last.is_given:
        edits.append(Edit(Slip.MISSED, last.seat, last.seq, number=hand.left[last.seat]))
    edits += unseen_before(deal, hand, lay, rules)
    if len(lay.cards) == 1:
        edits += [Edit(Slip.ABSENT, lay.seat, lay.seq, laid) for laid in weakest(lay.cards)]
    return tuple(edits)


def asked_cards(deal: Deal, seat: Seat, slip: Slip, before: int) -> int:
    """Give how many cards of a seat, laid before an entry, are asked about whether they were missed or never there."""
    room: dict[int, int] = {}
    for suspected, *_ in suspicions(deal):
        for way in suspected.together or ((edit,) for edit in suspected.edits):
            of_seat = (edit.seq for edit in way if (edit.slip, edit.seat) == (slip, seat) and edit.seq < before)
            for seq, times in Counter(of_seat).items():
                room[seq] = max(times, room.get(seq, 0))
    return sum(room.values())


def stated(deal: Deal, lay: Lay) -> tuple[Violation, ...]:
    """Give the breaches of a play that are certain: when it was judged, by the cards since, or by a person."""
    doubted = [each.violation for each in third_read(deal, lay)]
    plain = (each for each in lay.violations if each not in doubted)
    return (*plain, *(each.violation for each in lay.suspicions if _is_certain(deal, each)))


def third_read(deal: Deal, lay: Lay) -> Iterator[Suspicion]:
    """Doubt what is wrong with the cards of a play if one of their faces was read a third time since.

    One of the three was another card, and nobody knows which as long as the third is not named.
    """
    wrong = [each for each in lay.violations if each.code in CARD_CODES and _id_of(lay.seq, each) not in deal.confirmed]
    if not wrong:
        return
    later = [each for each in deal.lays if Card.UNKNOWN in each.faces]
    thirds = {repair.read for each in later for repair in each.repairs if repair.code == THIRD_COPY}
    edits = tuple(
        Edit(Slip.FACE, lay.seat, lay.seq, laid) for laid in lay.cards if laid.card in thirds and not laid.counted
    )
    yield from (Suspicion(_id_of(lay.seq, each), PLAY, each, edits) for each in wrong if edits)


def _is_certain(deal: Deal, suspected: Suspicion) -> bool:
    return suspected.id in deal.confirmed or not open_edits(deal, suspected)


def open_edits(deal: Deal, suspected: Suspicion) -> tuple[Edit, ...]:
    """Give the slips that explain a suspicion and that its hand does not refute."""
    ways = suspected.together or tuple((edit,) for edit in suspected.edits)
    left = {edit for way in ways if _is_possible(deal, way) for edit in way}
    return tuple(edit for edit in suspected.edits if edit in left)


def _is_possible(deal: Deal, slips: Sequence[Edit]) -> bool:
    """Say whether every seat may have laid as many cards unseen as some slips need."""
    missed: Counter[Seat] = Counter()
    for edit in slips:
        missed[edit.seat] += edit.number if edit.slip in (Slip.MISSED, Slip.UNSEEN) else 0
    return all(not number or may_have_hidden(deal, seat, number) for seat, number in missed.items())


def may_have_hidden(deal: Deal, seat: Seat, number: int) -> bool:
    """Say whether a seat may have laid so many cards that nobody saw: with those that were, its hand must hold them.

    That it laid none after all of them proves nothing: it may have kept one to the end of the hand. A card that may not
    have been there, or that nobody read, leaves room for one.
    """
    shown = _shown(deal, seat)
    sure = sum(not laid.may_be_absent and laid.card is not Card.UNKNOWN for laid in shown)
    held = _held(deal, seat)
    return len(shown) > held or sure + number <= held


def has_shown_all(deal: Deal, seat: Seat) -> bool:
    """Say whether as many cards of a seat were seen as it held: one that was missed needs another that never was."""
    return len(_shown(deal, seat)) == _held(deal, seat)


def _held(deal: Deal, seat: Seat) -> int:
    return HAND if deal.counts is None else deal.counts[seat]


def _shown(deal: Deal, seat: Seat) -> list[Laid]:
    shown = [laid for lay in deal.lays if lay.seat is seat for laid in lay.cards]
    return shown + [laid for offer in deal.laid_for(Purpose.LEFT_OVER) if offer.seat is seat for laid in offer.cards]


def taken_back(deal: Deal, back: TakenBack) -> tuple[tuple[Violation, ...], tuple[Edit, ...]]:
    """Judge cards that a seat seems to have taken back: what is wrong for sure, or the slips that explain it.

    Neither while it may be that sight only lost them. Proof is that the seat laid others instead or showed them again,
    or that the seat led whose lead it was. What was suspected of the play is certain with it. One card alone may never
    have been there.
    """
    if _may_be_exchanged(deal, back):
        return (), ()
    wrong = _suspected_of(back)
    if all(laid.counted for laid in back.cards) or _id_of(back.seq, wrong[0]) in deal.confirmed:
        return wrong, ()
    weak = weakest(back.cards)
    if weak and len(back.cards) == 1:
        return (), (Edit(Slip.ABSENT, back.seat, weak[0].spot.seq, weak[0]),)
    return (wrong, ()) if _was_replaced(deal, back) or was_shown_again(deal, back) else ((), ())


def _may_be_exchanged(deal: Deal, back: TakenBack) -> bool:
    """Say whether a card that went away may be a tribute, or what came back for one, taken for a play of the hand."""
    owed = deal.owed
    waits = len(deal.paid) < len(owed.payers) and not deal.jokers and back.trick == 1
    return waits and len(back.cards) == 1 and back.seat in (*owed.payers, *owed.receivers)


def _suspected_of(back: TakenBack) -> tuple[Violation, ...]:
    """Give what was suspected of cards taken back, or that they were taken back."""
    return back.suspected or (_plain(back),)


def _plain(back: TakenBack) -> Violation:
    return Violation("play.taken_back", {"cards": tuple(map(str, faces(back.cards)))})


def _was_replaced(deal: Deal, back: TakenBack) -> bool:
    """Say whether other cards were laid instead: by its seat, or by the one whose turn it was if it came too early.

    A seat that itself lays anew, and nobody before it, shows rather that it was in turn. One that may have been out
    with its card, a few others missed, may have answered a lead that nobody saw: then the partner has the next lead.
    """
    instead = next((lay for lay in deal.lays if lay.seq > back.seq), None)
    if instead is None or instead.trick != back.trick:
        return False
    expected = [each.params["expected"] for each in back.suspected if each.code == "turn.out_of_turn"]
    if not expected:
        return instead.seat is back.seat
    was_out = instead.seat is back.seat.partner and deal.cards_left(back.seat) - len(back.cards) <= MOST
    return instead.seat.name in expected and not (was_out and not _lays_after(deal, back))


def _lays_after(deal: Deal, back: TakenBack) -> bool:
    return any(lay.seat is back.seat and lay.seq > back.seq for lay in deal.lays)


def was_shown_again(deal: Deal, back: TakenBack) -> bool:
    """Say whether a seat has shown all cards again that it seemed to take back: then sight did not lose them.

    A card alone may be the twin of one that was lost, unless both of its face were seen, or the seat has shown its hand
    without it.
    """
    later = [laid.card for lay in deal.lays if lay.seat is back.seat and lay.seq > back.seq for laid in lay.cards]
    later += [
        laid.card for offer in deal.offers if offer.seat is back.seat and offer.seq > back.seq for laid in offer.cards
    ]
    if not all(laid.card in later for laid in back.cards):
        return False
    return len(back.cards) > 1 or has_shown_all(deal, back.seat) or _are_both_seen(deal, back.cards[0].card)


def _are_both_seen(deal: Deal, face: Card) -> bool:
    shown = [laid for seat in Seat for laid in _shown(deal, seat)]
    return sum(laid.card is face for laid in shown) >= COPIES


def suspicions(deal: Deal) -> Iterator[tuple[Suspicion, Seat, int, int]]:
    """Yield every suspicion of a hand that is neither proved nor refuted, with its seat, trick and entry.

    Somebody who acts before his turn is left alone until another seat has acted, a play that two slips explain until
    anything has happened: it may yet go back. Both are asked about once the hand is closed.
    """
    for lay in deal.lays:
        for each in lay.suspicions:
            waits = lay is (deal.steps[-1] if each.together else deal.lays[-1])
            waits &= not deal.ended and (each.code == TURN or (bool(each.together) and not deal.is_over))
            if not waits and not _is_certain(deal, each):
                yield replace(each, edits=open_edits(deal, each)), lay.seat, lay.trick, lay.seq
        for each in third_read(deal, lay):
            yield each, lay.seat, lay.trick, lay.seq
    for back in deal.taken_back:
        _, edits = ((), ()) if back.violations else taken_back(deal, back)
        if edits:
            name = _id_of(back.seq, _suspected_of(back)[0])
            yield Suspicion(name, BACK, _plain(back), edits), back.seat, back.trick, back.seq
