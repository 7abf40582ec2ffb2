"""What became of a hand: the record that a table made of it, held against what really happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from paizhuo.device.players.comparison import differences
from paizhuo.device.players.guandan.truth import GuandanTruth
from paizhuo.device.players.match import record_of
from paizhuo.device.players.truth import Truth
from paizhuo.rules.events import QuestionAsked
from paizhuo.rules.snapshot import Json, TableSnapshot
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot

REVOKES = "follow."

_REPAIRS = ("corrected", "card_corrected", "amended", "inserted")

_Plays = Sequence[Sequence[tuple[str, tuple[str, ...]]]]
"""Trick by trick who laid what, the cards sorted."""


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """What became of a hand. ``silent`` plays are recorded wrongly and no open question names their trick.

    ``accused`` are offences that nobody committed, ``overlooked`` those that went unnoticed, as ``code seat trick``.
    ``wrong`` names where the record differs from the truth. Revokes are those of Shengji.
    """

    seed: int
    plays: int
    exact: int
    silent: int
    questions: int
    open: int
    repairs: int
    accused: tuple[str, ...]
    overlooked: tuple[str, ...]
    offences: int
    revokes: int
    revokes_found: int
    revokes_false: int
    score_right: bool
    wrong: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Say whether the hand needed nobody: no question was asked and the record is right."""
        return not self.questions and not self.wrong

    def as_json(self) -> dict[str, Json]:
        """Give plain JSON values."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}


def outcome(seed: int, truth: Truth | GuandanTruth, timeline: Timeline) -> HandOutcome:
    """Hold what a table made of a hand of either game against the truth."""
    shown = snapshot(timeline)
    recorded = _recorded(shown)
    true = [[(play.seat.name, tuple(sorted(map(str, play.cards)))) for play in trick.plays] for trick in truth.tricks]
    asked_of = {number for each in shown.questions for key, number in each.params.items() if key.endswith("trick")}
    exact = silent = 0
    for number, plays in enumerate(true):
        there = recorded[number] if number < len(recorded) else ()
        for place, play in enumerate(plays):
            right = place < len(there) and there[place] == play
            exact += right
            silent += not right and number + 1 not in asked_of
    told = Counter(f"{each.code} {each.seat} {each.trick}" for each in shown.violations)
    done = Counter(f"{each.code} {each.seat.name} {each.trick}" for each in truth.offences)
    offenders = {(each.seat.name, each.trick) for each in truth.offences}
    overlooked = done - told
    # Another name for what a seat really did wrong is no false accusation; the difference counts as a wrong record.
    accused = Counter({name: count for name, count in (told - done).items() if _by_whom(name) not in offenders})
    log = [entry.event for entry in timeline.log]
    true_record, record = truth.as_json(), record_of(shown)
    result = "levels" if isinstance(truth, GuandanTruth) else "points"
    return HandOutcome(
        seed=seed,
        plays=sum(map(len, true)),
        exact=exact,
        silent=silent,
        questions=sum(isinstance(event, QuestionAsked) for event in log),
        open=len(shown.questions),
        repairs=sum(event.kind in _REPAIRS for event in log),
        accused=tuple(sorted(accused.elements())),
        overlooked=tuple(sorted(overlooked.elements())),
        offences=done.total(),
        revokes=_revokes(done),
        revokes_found=_revokes(done & told),
        revokes_false=_revokes(accused),
        score_right=record[result] == true_record[result],
        wrong=tuple(each.where for each in differences(true_record, record)),
    )


def _recorded(shown: TableSnapshot) -> _Plays:
    if shown.guandan is None:
        return [[(play.seat, tuple(sorted(play.cards))) for play in trick.plays] for trick in shown.tricks]
    tricks = (*shown.guandan.tricks, shown.guandan.trick)
    return [[(act.seat, tuple(sorted(act.cards))) for act in trick.acts if act.cards] for trick in tricks]


def _by_whom(name: str) -> tuple[str, int]:
    _, seat, trick = name.rsplit(" ", 2)
    return seat, int(trick)


def _revokes(offences: Mapping[str, int]) -> int:
    return sum(count for name, count in offences.items() if name.startswith(REVOKES))
