"""An evidence card: one offence with what proves it, the article it breaks, what that permits, and the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.rules import rulebooks
from paizhuo.rules.events import Logged, Ruled
from paizhuo.rules.hearing import HandHearing, hear
from paizhuo.rules.rulebooks import words as sheet_words
from paizhuo.rules.session import Library
from paizhuo.rules.sheet import Entry
from paizhuo.rules.sheet import sheet as rule_sheet
from paizhuo.rules.snapshot import PastTrickView, PlayView, TrickView, ViolationView
from paizhuo.web_ui.record.changes import taken_back
from paizhuo.web_ui.record.match import digest

SHORT = {"zh-Hans": "zh", "en": "en"}


@dataclass(frozen=True, slots=True)
class Proof:
    """One play that proves the offence, with its trick."""

    trick: PastTrickView | TrickView
    play: PlayView


@dataclass(frozen=True, slots=True)
class EvidenceCard:
    """Everything on the card. ``article`` is None where the rulebook has no value of its own for the offence."""

    hand: HandHearing
    offence: ViolationView
    name: str
    rulebook: str
    proofs: tuple[Proof, ...]
    article: Entry | None
    ruled_by: str
    ruled_at: int
    entries: int
    digest: str


def evidence_card(
    log: Sequence[Logged], offence: str, language: str, library: Library = rulebooks.load
) -> EvidenceCard | None:
    """Find an offence in a log by its id and put it on a card; None when there is no such offence."""
    heard = hear(log, library)
    for hand in heard.hands:
        for each in hand.rulings:
            if each.id == offence:
                by, at = _ruling(log, offence)
                return EvidenceCard(
                    hand=hand,
                    offence=each,
                    name=heard.names.get(each.seat or "", ""),
                    rulebook=heard.rulebook,
                    proofs=_proofs(hand, each),
                    article=article(heard.rulebook, each.article, language, library),
                    ruled_by=by,
                    ruled_at=at,
                    entries=len(log),
                    digest=digest(log),
                )
    return None


def article(rulebook: str, key: str, language: str, library: Library = rulebooks.load) -> Entry | None:
    """Give what a rulebook says under a key in a language.

    >>> article("pass10", "penalties.revoke", "en").label
    'Revoke'
    """
    book = library(rulebook)
    sections = rule_sheet(book, sheet_words(book.game, SHORT[language]))
    return next((entry for section in sections for entry in section.entries if entry.key == key), None)


def _ruling(log: Sequence[Logged], offence: str) -> tuple[str, int]:
    dead = taken_back(log)
    for entry in reversed(log):
        if isinstance(entry.event, Ruled) and entry.event.violation == offence and entry.seq not in dead:
            return entry.actor.name, entry.at
    return "", 0


def _proofs(hand: HandHearing, offence: ViolationView) -> tuple[Proof, ...]:
    tricks: tuple[PastTrickView | TrickView, ...] = (*hand.tricks, hand.trick)
    plays = {play.seq: Proof(trick, play) for trick in tricks for play in trick.plays}
    return tuple(plays[seq] for seq in offence.evidence if seq in plays)
