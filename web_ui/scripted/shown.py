"""From a list of scripted entries to the snapshot that a page sees: counting, never judging."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from paizhuo.rules.cards import FACES, Card, Seat, Side
from paizhuo.rules.service import Answer, Command, CorrectCards, CorrectSeat, Redo, RenameSeats, Strike, Undo
from paizhuo.rules.snapshot import (
    ClaimView,
    DeclarationView,
    KittyView,
    PastTrickView,
    PlayView,
    PointsView,
    QuestionView,
    SeatView,
    TableSnapshot,
    TrickView,
    TrustView,
)
from paizhuo.web_ui.scripted.deal import Deal, Step, located

Entry = Step | Command

HAND_SIZE = 25
KITTY_SIZE = 8


@dataclass(frozen=True, slots=True)
class _Play:
    seq: int
    trick: int
    seat: Seat
    cards: tuple[str, ...]
    leads: bool


def shown(deal: Deal, entries: tuple[Entry, ...]) -> TableSnapshot:
    """Give the whole table after the last entry; the log number is the count of entries."""
    numbered = tuple(enumerate(entries, start=1))
    done, taken = _standing(numbered)
    edits = {seq: each for seq, each in numbered if not isinstance(each, Step) and seq in done}
    fresh = max((seq for seq, each in numbered if _is(each, "deal")), default=0)
    since = tuple((seq, each) for seq, each in numbered if seq >= fresh and isinstance(each, Step))
    struck = {edit.target_seq for edit in edits.values() if isinstance(edit, Strike)}
    plays = tuple(_plays(deal, since, edits, struck))
    collected = sum(_is(each, "collect") for _, each in since)
    past = tuple(_past(plays, number) for number in range(1, collected + 1))
    now = tuple(play for play in plays if play.trick == collected + 1)
    attackers = _attackers(deal)
    question = _question(deal, plays, edits)
    remaining = _remaining(plays)
    trick_points = sum(_points(play.cards) for play in now)
    won = {
        side.value: sum(each.points for each in past if Seat[each.winner].side is side) for side in (Side.EW, Side.NS)
    }
    return TableSnapshot(
        seq=len(entries),
        rulebook=deal.rulebook,
        game="shengji",
        phase=_phase(since),
        hand=deal.hand,
        seats=_seats(deal, plays, now, since, question, _names(deal, edits)),
        levels=deal.levels,
        level=deal.level if since else None,
        trump=deal.trump if any(_is(each, "declare") for _, each in since) else None,
        dealer=deal.dealer if any(_is(each, "declare") for _, each in since) else None,
        points=PointsView(
            sum(each.points for each in past if Seat[each.winner] in attackers),
            trick_points,
            tricks=won,
            deck=sum(won.values()) + trick_points + sum(Card(card).points * left for card, left in remaining.items()),
        ),
        trick=TrickView(collected + 1, _leader(past, now, deal, since), tuple(_views(now))),
        tricks=past,
        remaining=remaining,
        unseen=sum(remaining.values()),
        declarations=tuple(
            DeclarationView(seq, each.seat.name, each.cards, True)
            for seq, each in since
            if each.kind == "declare" and each.seat is not None
        ),
        kitty=KittyView(KITTY_SIZE, None),
        questions=(question,) if question else (),
        claims=_claims(deal, collected, plays, question),
        trust=TrustView("ask", "trust.questions", {"questions": 1}) if question else TrustView(),
        bands=deal.bands,
        undo=done[-1] if done else None,
        redo=taken[-1] if taken else None,
    )


def _is(entry: Entry, kind: str) -> bool:
    return isinstance(entry, Step) and entry.kind == kind


def _standing(numbered: tuple[tuple[int, Entry], ...]) -> tuple[list[int], list[int]]:
    """Give the numbers of the edits that stand, and of those that a redo would bring back, the newest last."""
    done: list[int] = []
    taken: list[int] = []
    for seq, each in numbered:
        if isinstance(each, Undo):
            back = each.target_seq if each.target_seq in done else done[-1]
            done.remove(back)
            taken.append(back)
        elif isinstance(each, Redo):
            done.append(taken.pop())
        elif not isinstance(each, Step):
            done.append(seq)
            taken.clear()
    return done, taken


def _plays(
    deal: Deal, since: tuple[tuple[int, Step], ...], edits: dict[int, Command], struck: set[int]
) -> Iterable[_Play]:
    for seq, step in since:
        if step.kind != "play" or step.seat is None or seq in struck:
            continue
        play = _Play(seq, step.trick, step.seat, step.cards, step.leads)
        if (play.trick, play.seat.name) == deal.doubts[:2]:
            play = replace(play, cards=_answered(deal, play.cards, edits))
        for edit in edits.values():
            if isinstance(edit, CorrectCards) and edit.target_seq == seq:
                play = replace(play, cards=tuple(str(card) for card in edit.cards))
            if isinstance(edit, CorrectSeat) and edit.target_seq == seq:
                play = replace(play, seat=edit.seat)
        yield play


def _answered(deal: Deal, cards: tuple[str, ...], edits: dict[int, Command]) -> tuple[str, ...]:
    """Put the face in that the referee chose when the question about this card was answered."""
    read = str(deal.question.params["read"])
    chosen = [edit.option for edit in edits.values() if isinstance(edit, Answer) and edit.question == deal.question.id]
    return tuple(chosen[-1] if chosen and card == read else card for card in cards)


def _names(deal: Deal, edits: dict[int, Command]) -> dict[str, str]:
    names = dict(deal.names)
    for edit in edits.values():
        if isinstance(edit, RenameSeats):
            names = {seat.name: name for seat, name in zip(Seat, edit.names, strict=True)}
    return names


def _views(plays: tuple[_Play, ...]) -> Iterable[PlayView]:
    best = max((play.seq for play in plays if play.leads), default=0)
    for play in plays:
        yield PlayView(play.seq, play.seat.name, play.cards, winning=play.seq == best)


def _past(plays: tuple[_Play, ...], number: int) -> PastTrickView:
    mine = tuple(play for play in plays if play.trick == number)
    views = tuple(_views(mine))
    winner = next((view.seat for view in views if view.winning), mine[0].seat.name)
    return PastTrickView(number, mine[0].seat.name, winner, sum(_points(play.cards) for play in mine), views)


def _leader(
    past: tuple[PastTrickView, ...], now: tuple[_Play, ...], deal: Deal, since: tuple[tuple[int, Step], ...]
) -> str | None:
    if now:
        return now[0].seat.name
    if past:
        return past[-1].winner
    return deal.dealer if any(_is(each, "bury") for _, each in since) else None


def _phase(since: tuple[tuple[int, Step], ...]) -> str:
    kinds = {each.kind for _, each in since}
    if "bury" in kinds:
        return "playing"
    if "take" in kinds:
        return "kitty"
    return "drawing" if "deal" in kinds else "waiting"


def _attackers(deal: Deal) -> frozenset[Seat]:
    dealer = Seat[deal.dealer]
    return frozenset(seat for seat in Seat if seat.side is not dealer.side)


def _points(cards: tuple[str, ...]) -> int:
    return sum(Card(card).points for card in cards)


def _remaining(plays: tuple[_Play, ...]) -> dict[str, int]:
    gone = [card for play in plays for card in play.cards]
    return {str(face): max(0, 2 - gone.count(str(face))) for face in FACES}


def _question(deal: Deal, plays: tuple[_Play, ...], edits: dict[int, Command]) -> QuestionView | None:
    """Give the recorded question while its play lies there, its doubtful card is uncorrected and nobody answered."""
    number, seat = deal.question_after
    trick, who, _ = deal.doubts
    later = next((play for play in plays if play.trick == number and play.seat is seat), None)
    first = next((play for play in plays if play.trick == trick and play.seat.name == who), None)
    if later is None or first is None or deal.question.params["read"] not in first.cards:
        return None
    if any(isinstance(edit, Answer) and edit.question == deal.question.id for edit in edits.values()):
        return None
    return located(deal.question, (first.seq, later.seq))


def _claims(
    deal: Deal, collected: int, plays: tuple[_Play, ...], question: QuestionView | None
) -> tuple[ClaimView, ...]:
    trick, who, group = deal.doubts
    lied = question is not None
    first = next((play for play in plays if play.trick == trick and play.seat.name == who), None)
    corrected = first is not None and deal.question.params["read"] not in first.cards
    given: list[ClaimView] = []
    for claim in deal.claims:
        doubted = (claim.trick, claim.seat, claim.group) == (trick, who, group)
        if claim.trick <= collected and not (doubted and corrected):
            given.append(replace(claim, doubtful=doubted and lied))
    return tuple(given)


def _seats(
    deal: Deal,
    plays: tuple[_Play, ...],
    now: tuple[_Play, ...],
    since: tuple[tuple[int, Step], ...],
    question: QuestionView | None,
    names: dict[str, str],
) -> dict[str, SeatView]:
    collected = sum(_is(each, "collect") for _, each in since)
    claims = _claims(deal, collected, plays, question)
    turn = _turn(deal, plays, now, since)
    dealt = _phase(since) in ("playing", "finished")
    return {
        seat.name: SeatView(
            name=names[seat.name],
            cards_left=HAND_SIZE - sum(len(play.cards) for play in plays if play.seat is seat) if dealt else None,
            is_dealer=seat.name == deal.dealer and any(_is(each, "declare") for _, each in since),
            is_turn=seat is turn,
            voids=tuple(each.group for each in claims if each.seat == seat.name and each.claim == "void"),
            no_pairs=tuple(each.group for each in claims if each.seat == seat.name and each.claim == "no_pair"),
        )
        for seat in Seat
    }


def _turn(
    deal: Deal, plays: tuple[_Play, ...], now: tuple[_Play, ...], since: tuple[tuple[int, Step], ...]
) -> Seat | None:
    if _phase(since) != "playing":
        return None
    if 0 < len(now) < len(Seat):
        return now[-1].seat.next
    if now:
        return None
    last = max((play.trick for play in plays), default=0)
    if last == 0:
        return Seat[deal.dealer]
    best = max((play for play in plays if play.trick == last and play.leads), key=lambda play: play.seq)
    return best.seat
