"""A question to the referee: what the table cannot tell alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.rules.events import QuestionAsked
from paizhuo.rules.laid import Laid
from paizhuo.rules.violations import Param


@dataclass(frozen=True, slots=True)
class Question:
    """A question: ``options`` are the possible answers, ``about`` the seqs of the events in doubt."""

    id: str
    code: str
    params: Mapping[str, Param]
    options: tuple[str, ...]
    about: tuple[int, ...] = ()


def asked(question: Question) -> QuestionAsked:
    """Give the event that puts a question."""
    return QuestionAsked(question.id, question.code, question.params, question.options, question.about)


def question_id(laid: Laid) -> str:
    """Give the id of a question about the face of one card."""
    return f"card:{laid.spot.seq}:{laid.spot.place}"
