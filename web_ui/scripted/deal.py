"""The recorded deal behind the scripted table, as steps that each move the log on by one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources

from paizhuo.rules.cards import Seat
from paizhuo.rules.snapshot import BandView, ClaimView, Params, QuestionView


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the script: ``kind`` is start, deal, declare, take, bury, play, collect or end.

    ``leads`` says that a play beat those before it, as recorded: the scripted table judges nothing.
    """

    kind: str
    seat: Seat | None = None
    cards: tuple[str, ...] = ()
    leads: bool = False
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole recorded deal with everything that its pictures need."""

    rulebook: str
    hand: int
    names: Mapping[str, str]
    levels: Mapping[str, str]
    level: str
    trump: str
    dealer: str
    steps: tuple[Step, ...]
    claims: tuple[ClaimView, ...]
    question: QuestionView
    question_after: tuple[int, Seat]
    doubts: tuple[int, str, str]
    bands: tuple[BandView, ...]


def recorded_deal() -> Deal:
    """Read the deal that ships with the package.

    >>> deal = recorded_deal()
    >>> deal.dealer, sum(len(step.cards) for step in deal.steps if step.kind == "play")
    ('S', 71)
    """
    text = resources.files("paizhuo.web_ui").joinpath("scripted", "deal.json").read_text("utf-8")
    raw = json.loads(text)
    asked = raw["question"]
    params: Params = asked["params"]
    doubts = asked["doubts"]
    return Deal(
        rulebook=raw["rulebook"],
        hand=raw["hand"],
        names=raw["names"],
        levels=raw["levels"],
        level=raw["level"],
        trump=raw["trump"],
        dealer=raw["dealer"],
        steps=_steps(raw["declaration"], raw["dealer"], raw["tricks"]),
        claims=tuple(ClaimView(each["seat"], each["group"], each["claim"], each["trick"], 0) for each in raw["claims"]),
        question=QuestionView(asked["id"], asked["code"], params, tuple(asked["options"])),
        question_after=(asked["trick"], Seat[asked["after"][0]]),
        doubts=(doubts["trick"], doubts["seat"], doubts["group"]),
        bands=tuple(BandView(low, high, role, levels) for low, high, role, levels in raw["bands"]),
    )


def _steps(declaration: str, dealer: str, tricks: list[str]) -> tuple[Step, ...]:
    bidder, cards = _play(declaration)
    owner = Seat[dealer]
    steps = [Step("start"), Step("deal"), Step("declare", bidder, cards), Step("take", owner), Step("bury", owner)]
    for number, trick in enumerate(tricks, start=1):
        plays = trick.split()
        for place, text in enumerate(plays):
            seat, cards = _play(text.rstrip("*"))
            steps.append(Step("play", seat, cards, leads=place == 0 or text.endswith("*"), trick=number))
        if len(plays) == len(Seat):
            steps.append(Step("collect", trick=number))
    return tuple(steps)


def _play(text: str) -> tuple[Seat, tuple[str, ...]]:
    seat, cards = text.split(":")
    return Seat[seat], tuple(cards[at : at + 2] for at in range(0, len(cards), 2))


def located(question: QuestionView, about: tuple[int, ...]) -> QuestionView:
    """Give the question with the log numbers of the plays that it is about."""
    return replace(question, about=about)
