"""What became of a hand: the record that a table made of it, held against what really happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher

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

Play = tuple[int, str, tuple[str, ...]]
"""A play: the number of its trick, its seat, and its cards, sorted."""


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """What became of a hand. ``silent`` errors of plays and tricks are those that no open question names.

    ``accused`` are offences that nobody committed, ``overlooked`` those that went unnoticed, as ``code seat trick``;
    a true offence is the same where a missed play shifts the number of its trick.
    ``wrong`` names where the record differs from the truth. Revokes are those of Shengji; ``revokes_asked`` are those
    not stated in whose trick an open question asks about their seat.
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
    revokes_asked: int = 0

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
    true = [
        (trick.number, play.seat.name, tuple(sorted(map(str, play.cards))))
        for trick in truth.tricks
        for play in trick.plays
    ]
    asked_of = {number for each in shown.questions for key, number in each.params.items() if key.endswith("trick")}
    asked_whom = {(each.params.get("seat"), each.params.get("trick")) for each in shown.questions}
    recorded = recorded_plays(shown)
    exact, silent = compared(true, recorded, asked_of)
    really = true_tricks(true, recorded)
    told = Counter(
        f"{each.code} {each.seat} {really.get((each.seat or '', each.trick), each.trick)}" for each in shown.violations
    )
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
        plays=len(true),
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
        revokes_asked=sum(name.startswith(REVOKES) and _by_whom(name) in asked_whom for name in overlooked.elements()),
    )


def recorded_plays(shown: TableSnapshot) -> list[Play]:
    """Give the plays of a snapshot in the order in which they stand in the record."""
    if shown.guandan is None:
        return [(trick.number, play.seat, tuple(sorted(play.cards))) for trick in shown.tricks for play in trick.plays]
    tricks = (*shown.guandan.tricks, shown.guandan.trick)
    return [(trick.number, act.seat, tuple(sorted(act.cards))) for trick in tricks for act in trick.acts if act.cards]


def compared(true: Sequence[Play], recorded: Sequence[Play], asked_of: Collection[object]) -> tuple[int, int]:
    """Count the plays that are recorded exactly, and the errors in a trick that no open question names.

    Both are laid side by side first: a trick too many shifts the numbers of all that follow, and is one error. Errors
    are plays that are wrong or missing, plays too many, and tricks that end where none did or do not end where one did.

    >>> one, two = (1, "E", ("SA",)), (1, "N", ("S3",))
    >>> compared([one, two], [one, (1, "N", ("S4",))], {1}), compared([one, two], [one, (2, "N", ("S3",))], ())
    ((1, 0), (2, 1))
    """
    exact = silent = shift = here = there = 0
    for start, begun, length in _side_by_side(true, recorded):
        missed, surplus = true[here:start], recorded[there:begun]
        silent += sum(not {each[0], each[0] + shift} & {*asked_of} for each in missed)
        silent += sum(each[0] not in asked_of for each in surplus[len(missed) :])
        for one, other in zip(true[start : start + length], recorded[begun : begun + length], strict=True):
            if other[0] - one[0] != shift:
                silent += not {one[0], other[0], one[0] + shift} & {*asked_of}
                shift = other[0] - one[0]
        exact += length
        here, there = start + length, begun + length
    return exact, silent


def true_tricks(true: Sequence[Play], recorded: Sequence[Play]) -> dict[tuple[str, int], int]:
    """Give for the plays of the record, by seat and trick, in which trick they really were.

    A play that is recorded wrong takes the trick from another one that is recorded right beside it, if there is any.

    >>> one, two = (1, "E", ("SA",)), (2, "N", ("S3",))
    >>> true_tricks([one, two], [(1, "N", ("S3",))])
    {('N', 1): 2}
    """
    found: dict[tuple[str, int], int] = {}
    beside: dict[int, int] = {}
    for start, begun, length in _side_by_side(true, recorded):
        for one, other in zip(true[start : start + length], recorded[begun : begun + length], strict=True):
            found.setdefault((other[1], other[0]), one[0])
            beside.setdefault(other[0], one[0])
    wrong = {(each[1], each[0]): beside[each[0]] for each in recorded if each[0] in beside}
    return {**wrong, **found}


def _side_by_side(true: Sequence[Play], recorded: Sequence[Play]) -> Sequence[tuple[int, int, int]]:
    """Lay both side by side: where equal plays begin in either, and how many."""
    matcher = SequenceMatcher(None, [each[1:] for each in true], [each[1:] for each in recorded], autojunk=False)
    return matcher.get_matching_blocks()


def _by_whom(name: str) -> tuple[str, int]:
    _, seat, trick = name.rsplit(" ", 2)
    return seat, int(trick)


def _revokes(offences: Mapping[str, int]) -> int:
    return sum(count for name, count in offences.items() if name.startswith(REVOKES))
