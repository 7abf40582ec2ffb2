"""Every breach of a hand in one list: what was wrong when it was laid, what was noted, what later cards proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from paizhuo.rules.cards import Seat
from paizhuo.rules.charges import Charge, listed
from paizhuo.rules.guandan import exchange
from paizhuo.rules.guandan.counts import verify_counts
from paizhuo.rules.guandan.deal import Deal, Doubt, Lay, Pass, Purpose, Said
from paizhuo.rules.guandan.doubts import has_shown_all, stated, taken_back
from paizhuo.rules.guandan.evidence import found, weakest_doubt
from paizhuo.rules.guandan.offers import AS_READ, Faces, exchange_alone, exchange_of, face, gifts, ways_to_read
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.shortage import laid_with
from paizhuo.rules.guandan.tribute import verify_gifts
from paizhuo.rules.violations import Param, Violation

ARTICLES: dict[str, str] = {
    "tribute.wrong_receiver": "tribute.equal",
    "return.not_low": "tribute.highest_return",
    "return.not_smallest": "tribute.highest_return",
    "shape.none": "penalties.illegal_play",
    "play.does_not_beat": "penalties.illegal_play",
    "play.laid_does_not_beat": "shapes.laying",
    "play.taken_back": "penalties.illegal_play",
    "pass.leader_must_play": "penalties.illegal_play",
    "pass.manner_changed": "penalties.procedure",
    "report.wrong_number": "report.at",
    "report.missing": "report.when",
    "report.repeated": "report.when",
    "report.switched_off": "report.when",
    "report.asking_forbidden": "report.when",
    "count.hand": "deal.count_faults",
    "cut.too_near_end": "deal.shallowest_cut",
    "time.over": "penalties.slow_play",
    "record.wrong_keeper": "desk.record_keeper",
    "record.wrong_checker": "desk.record_checker",
}
"""Code of a violation → key of the rulebook that states the rule."""

FAMILIES: dict[str, str] = {
    "tribute": "penalties.tribute_after_play",
    "return": "penalties.tribute_after_play",
    "turn": "penalties.out_of_turn",
    "discard": "penalties.touched_discards",
    "signal": "penalties.signals",
    "card": "penalties.hidden_card",
    "late": "penalties.late",
    "cut": "penalties.procedure",
    "deal": "penalties.procedure",
}
"""First part of a code → the article, where the code itself has none."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something wrong before it has an id. ``doubt`` is set when it rests on a card that may be misread."""

    violation: Violation
    seat: Seat
    trick: int
    evidence: tuple[int, ...]
    doubt: Doubt | None = None


def charges(deal: Deal, rules: GuandanRulebook) -> tuple[Charge, ...]:
    """List the breaches of a hand."""
    wrongs = (*_noted(deal), *before_play(deal, rules))
    found = ((each.violation, each.seat, each.trick, each.evidence) for each in wrongs if each.doubt is None)
    return listed(deal.hand, found, _article)


def _article(code: str) -> str:
    return ARTICLES.get(code) or FAMILIES.get(_family(code), "")


def _noted(deal: Deal) -> Iterator[Wrong]:
    wrong_seats: set[str] = set()
    for counting in deal.countings:
        for problem in verify_counts(dict(zip(Seat, counting.counts, strict=True))):
            name = str(problem.params["seat"])
            if name not in wrong_seats:
                yield Wrong(problem, Seat[name], 0, (counting.seq,))
            wrong_seats.add(name)
    for step in deal.steps:
        if isinstance(step, Lay | Pass):
            for problem in stated(deal, step) if isinstance(step, Lay) else step.violations:
                yield Wrong(problem, step.seat, step.trick, (step.seq,))
    for back in deal.taken_back:
        evidence = (back.play, back.seq) if back.violations or back.suspected else (back.seq,)
        for problem in back.violations or taken_back(deal, back)[0]:
            yield Wrong(problem, back.seat, back.trick, evidence)
    for said in deal.reports:
        for problem in said.violations:
            yield Wrong(problem, said.seat, said.trick, (said.seq,))
        if said.left != said.counted and is_wrong(deal, said):
            params: dict[str, Param] = {"seat": said.seat.name, "said": said.left, "counted": said.counted}
            yield Wrong(Violation("report.wrong_number", params), said.seat, said.trick, (said.seq,))
    for breach in deal.breaches:
        yield Wrong(breach.violation, breach.seat, breach.trick, (breach.seq,))


def is_wrong(deal: Deal, said: Said) -> bool:
    """Say whether a report is proved wrong: a person said so, or the seat went out and all its cards were counted."""
    if said.right:
        return said.right == "counted"
    if deal.play is None or said.seat not in deal.play.order or not has_shown_all(deal, said.seat):
        return False
    if was_laid_first(deal, said):
        return False
    own = [lay for lay in deal.lays if lay.seat is said.seat]
    # One card that was none and one missed would explain the number, and that in all the count is right.
    if any(lay.hardly_there for lay in own):
        return False
    # A card too many among those counted would explain a number that is larger than the count, and no other.
    before = (laid for lay in own if lay.seq < said.seq for laid in lay.cards)
    return said.left < said.counted or not any(laid.may_be_absent for laid in before)


def was_laid_first(deal: Deal, said: Said) -> bool:
    """Say whether a report came with a play of its seat that sight told after it: then both numbers are right."""
    then = laid_with(deal, said)
    return then is not None and said.counted - len(then.cards) == said.left


def before_play(deal: Deal, rules: GuandanRulebook) -> tuple[Wrong, ...]:
    """List what is wrong with tribute and return, seen at once or proved by the play, what may be misread in doubt."""
    at_once = _at_once(exchange_alone(deal), rules)
    seen = {(_family(each.violation.code), each.evidence[0]) for each in at_once if each.doubt is None}
    proved: list[Wrong] = []
    for each in found(deal, rules):
        # One wrong return is one breach, whichever of its rules a later card names.
        if (_family(each.violation.code), each.offer.seq) not in seen:
            by = next((lay for lay in deal.lays if lay.seq == each.by), None)
            where = {} if by is None else {"proved_by_trick": by.trick}
            violation = replace(each.violation, params={"seat": each.seat.name, **each.violation.params, **where})
            evidence = tuple(dict.fromkeys((each.offer.seq, each.by)))
            proved.append(Wrong(violation, each.seat, 0, evidence, each.doubt))
    return (*at_once, *proved)


def _family(code: str) -> str:
    return code.partition(".")[0]


@lru_cache(maxsize=64)
def _at_once(deal: Deal, rules: GuandanRulebook) -> tuple[Wrong, ...]:
    return tuple(_judged(deal, rules))


def _judged(deal: Deal, rules: GuandanRulebook) -> Iterator[Wrong]:
    """Judge the exchange as it was laid; what another plausible face would put right is only doubted."""
    offers = (*deal.paid, *deal.returned)
    ways = ways_to_read(offers)
    kept = [{(each.violation.code, each.evidence) for each in _wrong_as(deal, rules, read)} for read in ways]
    for each in _wrong_as(deal, rules, AS_READ):
        if ways and all((each.violation.code, each.evidence) in codes for codes in kept):
            yield each
            continue
        doubt = weakest_doubt([laid for offer in offers for laid in offer.cards if laid.doubtful], each.violation)
        yield replace(each, doubt=doubt)


def _wrong_as(deal: Deal, rules: GuandanRulebook, read: Faces) -> Iterator[Wrong]:
    """Judge the exchange act by act with some cards read otherwise."""
    before = replace(deal, offers=(), took=())
    for offer in deal.offers:
        made = exchange_of(replace(before, took=deal.took), read)
        problems: Sequence[Violation] = ()
        if offer.purpose is Purpose.TRIBUTE:
            problems = exchange.verify_pay(made, offer.seat, face(offer, read))
        elif offer.purpose is Purpose.RETURN:
            problems = exchange.verify_give_back(made, offer.seat, face(offer, read), rules)
            payer = next((gift.payer for gift in gifts(deal, rules, read) if gift.receiver is offer.seat), None)
            if payer is not None and offer.to not in (None, payer):
                assert offer.to is not None
                wrong = {"expected": payer.name, "actual": offer.to.name}
                problems = (*problems, Violation("return.wrong_receiver", wrong))
        for problem in problems:
            params: dict[str, Param] = {"seat": offer.seat.name, **problem.params}
            yield Wrong(replace(problem, params=params), offer.seat, 0, (offer.seq,))
        before = replace(before, offers=(*before.offers, offer))
    took = {taking.payer: taking.seat for taking in deal.took}
    settled = exchange.settlement(exchange_of(deal, read), rules)
    for problem in verify_gifts(settled, took):
        taking = next(each for each in deal.took if each.payer.name == problem.params["payer"])
        yield Wrong(problem, taking.seat, 0, (taking.seq,))
