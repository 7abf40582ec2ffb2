"""What the table cannot tell alone: questions that follow from the state, each with a stable id.

A question stands as long as its cause stands. Answering it, or correcting what caused it, makes it go away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.charges import before_play, is_wrong, was_laid_first
from paizhuo.rules.guandan.closing import finishing_order
from paizhuo.rules.guandan.deal import Deal, Doubt, GuandanMatch, Lay, Offer, Said
from paizhuo.rules.guandan.doubts import asked_cards
from paizhuo.rules.guandan.lacking import lacking_before, suspected
from paizhuo.rules.guandan.last_cards import is_end_asked_about, lacking_at_end
from paizhuo.rules.guandan.offers import exchange_of
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.trick import Act
from paizhuo.rules.guandan.wild import Decided
from paizhuo.rules.laid import Laid
from paizhuo.rules.questions import Question, question_id
from paizhuo.rules.suspicion import Edit, Slip, Suspicion
from paizhuo.rules.violations import Param


def due(match: GuandanMatch) -> tuple[Question, ...]:
    """Give every question that stands now, the hand in progress first."""
    now = () if match.deal is None else tuple(of_deal(match.deal, match.rulebook))
    return (*now, *(question for deal in reversed(match.hands) for question in deal.questions))


def of_deal(deal: Deal, rules: GuandanRulebook) -> Iterator[Question]:
    """Give the questions of one hand."""
    yield from _about_exchange(deal, rules)
    acts = _acts(deal)
    for lay in deal.lays:
        yield from _about_play(deal, lay, acts.get(lay.seq))
    for each, seat, number, seq in suspected(deal, rules):
        yield _suspected(each, seat, deal.hand, number, seq)
    for said in deal.reports:
        if said.left != said.counted and not _is_settled(deal, said) and not _may_lay_yet(deal, said):
            name = said.seat.name
            params: dict[str, Param] = {"seat": name, "hand": deal.hand, "said": said.left, "counted": said.counted}
            lacking = lacking_before(deal, said, rules)
            params |= _tricks(lacking)
            options = ("counted", "said", *dict.fromkeys(edit.option for edit in lacking))
            about = tuple(dict.fromkeys((said.seq, *(edit.seq for edit in lacking))))
            yield Question(f"count:{said.seq}", "report.count_differs", params, options, about)
    over_unknown = deal.is_over and not deal.dropped and finishing_order(deal) is None
    ended_unknown = deal.ended and deal.outcome is None and not deal.dropped
    if over_unknown or (ended_unknown and not is_end_asked_about(deal)):
        yield _of_finish(deal, rules)


def _of_finish(deal: Deal, rules: GuandanRulebook) -> Question:
    """Ask for the finishing order of a hand that ended without one, and where its last cards were laid unseen."""
    lacking = lacking_at_end(deal, rules)
    params: dict[str, Param] = {"hand": deal.hand, **_tricks(lacking)}
    about = tuple(dict.fromkeys(edit.seq for edit in lacking))
    options = tuple(dict.fromkeys(edit.option for edit in lacking))
    return Question(f"finish:{deal.hand}", "finish.unknown", params, options, about)


def _may_lay_yet(deal: Deal, said: Said) -> bool:
    """Say whether the play with which a report came may not be told yet: others acted last, and nobody has since."""
    newest = deal.lays[-1] if deal.lays else None
    is_newest = deal.steps_before(said.seq) == len(deal.steps) and not (deal.is_over or deal.ended)
    return is_newest and newest is not None and newest.seat is not said.seat and said.left < said.counted


def _is_settled(deal: Deal, said: Said) -> bool:
    """Say whether it is known, or asked about already, why a report and the count differ."""
    return bool(said.right) or is_wrong(deal, said) or was_laid_first(deal, said) or _is_asked_about(deal, said)


def _is_asked_about(deal: Deal, said: Said) -> bool:
    """Say whether cards that are asked about already, missed or never there, would make the count what a seat said."""
    number = said.counted - said.left
    return asked_cards(deal, said.seat, Slip.MISSED if number > 0 else Slip.ABSENT, said.seq) >= abs(number)


def _acts(deal: Deal) -> dict[int, Act]:
    tricks = () if deal.play is None else (*deal.play.tricks, deal.play.trick)
    return {act.seq: act for trick in tricks for act in trick.acts if act.seq}


def _about_exchange(deal: Deal, rules: GuandanRulebook) -> Iterator[Question]:
    for offer in deal.offers:
        yield from _unread(deal.hand, 0, offer)
    made = exchange_of(deal)
    now = exchange.phase(made, rules)
    if now is exchange.Phase.CHOICE:
        payers = tuple(seat.name for seat in made.owed.payers)
        about = tuple(offer.seq for offer in deal.paid)
        params: dict[str, Param] = {"hand": deal.hand, "seat": made.owed.receivers[0].name}
        yield Question(f"choice:{deal.hand}", "tribute.choice", params, payers, about)
    elif now is exchange.Phase.TRIBUTE and deal.lays:
        waiting = tuple(seat.name for seat in exchange.awaited(made, rules))
        params = {"hand": deal.hand, "seat": waiting[0], "waiting": waiting}
        yield Question(f"tribute:{deal.hand}", "tribute.not_seen", params, ("resisted",), (deal.lays[0].seq,))
    for wrong in before_play(deal, rules):
        if wrong.doubt is not None:
            yield _misread("tribute_or_misread", deal.hand, 0, wrong.seat, wrong.doubt, wrong.evidence)


def _about_play(deal: Deal, lay: Lay, act: Act | None) -> Iterator[Question]:
    yield from _unread(deal.hand, lay.trick, lay)
    if lay.doubt is not None:
        yield _misread("play_or_misread", deal.hand, lay.trick, lay.seat, lay.doubt, (lay.seq,))
    elif act is not None and not lay.suspicions and _is_open(deal, act):
        options = tuple(reading.name for reading in act.possible)
        cards = tuple(map(str, lay.faces))
        params: dict[str, Param] = {"seat": lay.seat.name, "hand": deal.hand, "trick": lay.trick, "cards": cards}
        yield Question(f"reading:{lay.seq}", "reading.open", params, options, (lay.seq,))


def _is_open(deal: Deal, act: Act) -> bool:
    return act.ruling is not None and act.ruling.decided is Decided.OPEN and _matters(deal, act)


def _matters(deal: Deal, act: Act) -> bool:
    """Say whether it still matters how a play counts: it has to be beaten now, or only some readings were beaten."""
    assert deal.play is not None
    trick = next(each for each in (*deal.play.tricks, deal.play.trick) if act in each.acts)
    later = next((each for each in trick.acts[trick.acts.index(act) + 1 :] if not each.is_pass), None)
    if later is None:
        return not (trick.is_over or deal.is_over)
    beaten = [any(beats(own, reading, deal.level) for own in later.possible) for reading in act.possible]
    return any(beaten) and not all(beaten)


def _unread(hand: int, trick: int, laid_down: Offer | Lay) -> Iterator[Question]:
    for laid in laid_down.cards:
        if laid.card is Card.UNKNOWN:
            params: dict[str, Param] = {"seat": laid_down.seat.name, "hand": hand, "trick": trick}
            params["place"] = laid.spot.place
            options = tuple(str(card) for card, _ in laid.reading.alternatives)
            yield Question(question_id(laid), "reading.unread", params, options, (laid.spot.seq,))


def _misread(code: str, hand: int, trick: int, seat: Seat, doubt: Doubt, evidence: tuple[int, ...]) -> Question:
    laid: Laid = doubt.laid
    params: dict[str, Param] = {
        "seat": seat.name,
        "hand": hand,
        "trick": trick,
        "code": doubt.violations[0].code,
        "place": laid.spot.place,
        "read": str(laid.card),
        "alternative": str(doubt.alternative),
        "percent": round(100 * laid.reading.confidence),
    }
    about = tuple(dict.fromkeys((laid.spot.seq, *evidence)))
    return Question(question_id(laid), code, params, (str(laid.card), str(doubt.alternative)), about)


def _tricks(edits: Iterable[Edit]) -> dict[str, Param]:
    """Name the tricks in which a play may lie that nobody saw."""
    tricks = sorted({edit.trick for edit in edits if edit.trick})
    return {f"unseen_{place}_trick": trick for place, trick in enumerate(tricks, start=1)}


def _suspected(suspected: Suspicion, seat: Seat, hand: int, trick: int, seq: int) -> Question:
    params: dict[str, Param] = {
        "seat": seat.name,
        "hand": hand,
        "trick": trick,
        "code": suspected.violation.code,
        "expected": seat.name,
        **suspected.violation.params,
    }
    params |= _tricks(suspected.edits)
    about = tuple(dict.fromkeys((seq, *(edit.seq for edit in suspected.edits))))
    return Question(suspected.id, suspected.code, params, suspected.options, about)


def archived(deal: Deal, rules: GuandanRulebook) -> Deal:
    """Give a hand that is over for good, with the questions that it left open."""
    return replace(deal, questions=tuple(of_deal(deal, rules)))
