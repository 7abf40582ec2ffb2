"""Report-cards (报牌): saying how many cards are left, when ten or fewer are."""

from __future__ import annotations

from paizhuo.rules.cards import Seat
from paizhuo.rules.guandan.policies import Reports
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.violations import Violation


def must_report(left: int, rules: GuandanRulebook = HOUSE, *, before: int = 0) -> bool:
    """Say whether a seat must report after a play that leaves it ``left`` cards; ``before`` counts its reports.

    Nobody reports an empty hand.

    >>> must_report(10), must_report(10, before=1), must_report(11)
    (True, False, False)
    """
    if not 0 < left <= rules.report.at:
        return False
    when = rules.report.when
    return when is Reports.AFTER_EVERY_PLAY or (when is Reports.ONCE_UNASKED and not before)


def must_answer(left: int, rules: GuandanRulebook = HOUSE) -> bool:
    """Say whether a seat with ``left`` cards must tell their number when asked."""
    return rules.report.when is Reports.WHEN_ASKED and left <= rules.report.at


def verify_question(asker: Seat, rules: GuandanRulebook = HOUSE) -> tuple[Violation, ...]:
    """Check a question for the number of cards (追问): only some tables allow it."""
    if rules.report.when is Reports.WHEN_ASKED:
        return ()
    return (Violation("report.asking_forbidden", {"seat": asker.name}),)


def verify_report(
    seat: Seat, said: int, counted: int, rules: GuandanRulebook = HOUSE, *, before: int = 0
) -> tuple[Violation, ...]:
    """Check a report: the number, and whether one was due at all (反复报牌).

    A wrong number may just as well be a card that was not read; the referee looks before ruling.

    >>> verify_report(Seat.N, 6, 7)[0].params
    {'seat': 'N', 'said': 6, 'counted': 7}
    """
    found: list[Violation] = []
    if said != counted:
        found.append(Violation("report.wrong_number", {"seat": seat.name, "said": said, "counted": counted}))
    if rules.report.when is Reports.OFF:
        found.append(Violation("report.switched_off", {"seat": seat.name}))
    elif rules.report.when is Reports.ONCE_UNASKED and before:
        found.append(Violation("report.repeated", {"seat": seat.name}))
    return tuple(found)


def verify_silence(seat: Seat, left: int, rules: GuandanRulebook = HOUSE, *, before: int = 0) -> tuple[Violation, ...]:
    """Check a seat that went on without a report after a play that left it ``left`` cards."""
    if not must_report(left, rules, before=before):
        return ()
    return (Violation("report.missing", {"seat": seat.name, "left": left}),)
