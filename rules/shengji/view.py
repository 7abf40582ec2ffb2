"""A Shengji match as the world sees it: the parts of a ``TableSnapshot`` that depend on the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from paizhuo.rules.cards import FACES, Card, Seat, Side
from paizhuo.rules.guandan_snapshot import WaitView
from paizhuo.rules.shengji.bounds import Range, Unseen, bounds
from paizhuo.rules.shengji.closing import kitty_cards
from paizhuo.rules.shengji.doubts import confirmed, stated
from paizhuo.rules.shengji.ending import is_time_up
from paizhuo.rules.shengji.judge import is_open, throws, unseen_cards
from paizhuo.rules.shengji.laid import faces
from paizhuo.rules.shengji.ledger import Claim, ClaimKind, Ledger, Order
from paizhuo.rules.shengji.levels import Level, Role
from paizhuo.rules.shengji.offences import between_hands, offences
from paizhuo.rules.shengji.policies import SlowPlay
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.sanctions import proposals
from paizhuo.rules.shengji.signals import opening_of
from paizhuo.rules.shengji.state import Deal, Outcome, Phase, ShengjiMatch, Trick, counted
from paizhuo.rules.shengji.trump import Group, Trump
from paizhuo.rules.snapshot import (
    BandView,
    ClaimView,
    DealingView,
    DeclarationView,
    EndingView,
    HandView,
    KittyView,
    PastTrickView,
    PlayView,
    PointsView,
    ResultView,
    SeatView,
    TrickView,
    ViolationView,
)

MOST_POINTS = 200
"""Points in two decks."""


def order(deal: Deal, rulebook: ShengjiRulebook) -> Order | None:
    """Give what cards mean in a hand, None while trump is unknown."""
    return None if deal.trump is None else Order(deal.trump, rulebook)


def tokens(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Write cards as tokens."""
    return tuple(str(card) for card in cards)


def levels(pair: tuple[Level, Level]) -> Mapping[str, str]:
    """Write both sides' levels."""
    return {side.value: str(pair[place].rank) for place, side in enumerate(Side)}


def underwater(pair: tuple[Level, Level]) -> Mapping[str, int]:
    """Write how far both sides are below the first level (水下)."""
    return {side.value: pair[place].below for place, side in enumerate(Side)}


def trump_text(trump: Trump | None) -> str | None:
    """Write the trump suit: a suit, ``none`` for no-trump, None while nobody knows."""
    if trump is None:
        return None
    return "none" if trump.suit is None else str(trump.suit)


def seats(names: tuple[str, ...], deal: Deal | None) -> Mapping[str, SeatView]:
    """Show the four seats."""
    return {seat.name: _seat(seat, names[seat], deal) for seat in Seat}


def _seat(seat: Seat, name: str, deal: Deal | None) -> SeatView:
    if deal is None:
        return SeatView(name, None)
    held = _holds(deal)
    return SeatView(
        name=name,
        cards_left=deal.cards_left(seat) if deal.phase in (Phase.PLAYING, Phase.FINISHED) else None,
        is_dealer=seat is deal.dealer,
        is_turn=seat is deal.turn,
        voids=_groups(deal.live, seat, ClaimKind.VOID),
        no_pairs=_groups(deal.live, seat, ClaimKind.NO_PAIR),
        holds={} if held is None else {str(group): ends for group, ends in held[seat].items()},
        known=tokens(deal.known[seat]),
    )


def _holds(deal: Deal) -> tuple[Mapping[Group, Range], ...] | None:
    """Give what every seat can still hold by group, None before the play and while trump is unknown."""
    if deal.phase is not Phase.PLAYING or deal.trump is None:
        return None
    unseen = unseen_cards(deal)
    return _bounds(unseen, deal.live.claims, deal.trump)


@lru_cache(maxsize=16)
def _bounds(unseen: Unseen, claims: tuple[tuple[Claim, ...], ...], trump: Trump) -> tuple[Mapping[Group, Range], ...]:
    return bounds(unseen, claims, trump)


def _groups(ledger: Ledger, seat: Seat, kind: ClaimKind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(claim.group) for claim in ledger.of(seat, kind)))


def claims(deal: Deal) -> tuple[ClaimView, ...]:
    """Show the open claims, each seat's first of a kind and group only."""
    shown: dict[tuple[int, str, str, int], ClaimView] = {}
    for seat, each in enumerate(deal.live.claims):
        for claim in each:
            key = (seat, claim.group, claim.kind, claim.length)
            shown.setdefault(
                key,
                ClaimView(
                    seat=Seat(seat).name,
                    group=claim.group,
                    claim=claim.kind,
                    trick=claim.follow.trick,
                    seq=claim.follow.seq,
                    length=claim.length,
                    doubtful=claim.suspected or any(laid.doubtful for laid in claim.follow.cards),
                ),
            )
    return tuple(shown.values())


def trick_view(deal: Deal, rules: Order | None) -> TrickView:
    """Show the trick in progress."""
    trick = deal.trick
    leader = trick.leader if trick.leader is not None else deal.expected_leader
    proved = _proved(deal)
    plays = tuple(_play(deal, trick, place, rules, proved) for place in range(len(trick.plays)))
    return TrickView(trick.number, None if leader is None else leader.name, plays)


def past_tricks(deal: Deal, rules: Order | None) -> tuple[PastTrickView, ...]:
    """Show the tricks collected so far, oldest first."""
    proved = _proved(deal)
    return tuple(
        PastTrickView(
            number=trick.number,
            leader=trick.plays[0].seat.name,
            winner="" if trick.winner is None else trick.winner.name,
            points=trick.points,
            plays=tuple(_play(deal, trick, place, rules, proved, past=True) for place in range(len(trick.plays))),
        )
        for trick in deal.tricks
    )


def _play(
    deal: Deal,
    trick: Trick,
    place: int,
    rules: Order | None,
    proved: Mapping[int, tuple[str, ...]],
    *,
    past: bool = False,
) -> PlayView:
    play = trick.plays[place]
    throw = ""
    if place == 0:
        throw = "failed" if play.returned else "attempt" if throws(play, rules) else ""
        throw = "certain" if play.seq in deal.live.certain else throw
    codes = (*(violation.code for violation in stated(deal, play)), *proved.get(play.seq, ()))
    return PlayView(
        seq=play.seq,
        seat=play.seat.name,
        cards=tokens(play.faces),
        winning=play.seat is trick.winner,
        violations=tuple(dict.fromkeys(codes)),
        pending=bool(play.lifted) or (not past and place > 0 and is_open(trick, place)),
        throw=throw,
        returned=tokens(faces(play.returned)),
        doubtful=tuple(number for number, laid in enumerate(play.cards) if laid.doubtful),
    )


def _proved(deal: Deal) -> Mapping[int, tuple[str, ...]]:
    codes: dict[int, tuple[str, ...]] = {}
    for proof in deal.live.proofs:
        found = tuple(violation.code for violation in proof.violations)
        codes[proof.follow.seq] = codes.get(proof.follow.seq, ()) + found
    for refuted in deal.live.refuted:
        codes[refuted.throw.seq] = (*codes.get(refuted.throw.seq, ()), "throw.should_have_failed")
    return codes


def dealing(match: ShengjiMatch) -> DealingView:
    """Show who shuffles, cuts and draws first, in the hand going on or in the next one."""
    deal = match.deal
    if deal is None or deal.ended:
        opening = opening_of(match, match.hands if deal is None else (*match.hands, deal))
    else:
        opening = deal.opening
    return DealingView(
        shufflers=tuple(seat.name for seat in opening.shufflers),
        cutter=None if opening.cutter is None else opening.cutter.name,
        first_drawer=None if opening.first_drawer is None else opening.first_drawer.name,
        drawn=tuple((seat.name, str(card)) for seat, card in match.drawn),
    )


def clock(match: ShengjiMatch) -> WaitView | None:
    """Show whom the turn clock runs for, None while it runs for nobody."""
    rules, deal = match.rulebook.time, match.deal
    if not rules.play_seconds or deal is None or deal.phase is not Phase.PLAYING or deal.turn is None:
        return None
    if deal.turn is deal.dealer and rules.play_binds is SlowPlay.ALL_BUT_DEALER:
        return None
    return WaitView("play", rules.play_seconds, (deal.turn.name,), deal.since)


def ending(match: ShengjiMatch) -> EndingView:
    """Show whether the match is over and why, and how long it may last."""
    deal = match.deal
    minutes = 0.0 if deal is None or not match.began else (deal.since - match.began) / 60_000
    return EndingView(
        is_over=match.is_over,
        winner=None if match.winner is None else match.winner.value,
        cause=None if match.cause is None else match.cause.value,
        minutes=match.rulebook.time.match_minutes,
        began=match.began,
        time_is_up=is_time_up(minutes, match.rulebook),
        time_called=match.time_called,
    )


def violations(match: ShengjiMatch, deal: Deal | None) -> tuple[ViolationView, ...]:
    """Show every breach of the hand, with the article and what it permits."""
    listed = (*(() if deal is None else offences(deal, match.rulebook)), *between_hands(match))
    return tuple(
        ViolationView(
            id=offence.id,
            code=offence.violation.code,
            params=offence.violation.params,
            seat=offence.seat.name,
            trick=offence.trick,
            evidence=offence.evidence,
            article=offence.article,
            proposed=tuple(proposal.code for proposal in proposals(match, deal, offence)),
        )
        for offence in listed
    )


def declarations(deal: Deal) -> tuple[DeclarationView, ...]:
    """Show the bids in order; the last good one is in force."""
    standing = [bid.seq for bid in deal.bids if bid.stands][-1:]
    return tuple(
        DeclarationView(
            seq=bid.seq,
            seat=bid.seat.name,
            cards=tokens(faces(bid.cards)),
            stands=bid.seq in standing,
            violations=tuple(problem.code for problem in (*bid.violations, *confirmed(deal, bid.suspicions))),
        )
        for bid in deal.bids
    )


def remaining(deal: Deal) -> Mapping[str, int]:
    """Count for each face the copies that nobody has seen played or turned up."""
    live = [card for play in deal.trick.plays for card in play.faces]
    seen = counted(deal.seen, [*live, *faces(deal.kitty.shown)])
    return {str(card): max(0, 2 - count) for card, count in zip(FACES, seen, strict=True)}


def points(deal: Deal, rulebook: ShengjiRulebook) -> PointsView:
    """Show the points: what the tricks hold, what rulings and persons did to them, and what the deck adds up to."""
    unseen = sum(count * Card(card).points for card, count in remaining(deal).items())
    elsewhere = deal.trick.points + sum(card.points for card in faces(deal.kitty.shown)) + unseen
    return PointsView(
        attackers=deal.attackers_points,
        table=deal.trick.points,
        to_turn=rulebook.scoring.turn,
        tricks={side.value: deal.points_won[place] for place, side in enumerate(Side)},
        ruled=deal.points_ruled,
        by_hand=deal.by_hand,
        deck=sum(deal.points_won) + elsewhere,
    )


def kitty_view(deal: Deal) -> KittyView:
    """Show the kitty; what follows from all other cards is marked as deduced."""
    if deal.kitty.shown:
        return KittyView(cards=tokens(faces(deal.kitty.shown)), seqs=tuple(laid.spot.seq for laid in deal.kitty.shown))
    deduced = kitty_cards(deal) if deal.phase is Phase.FINISHED else None
    return KittyView() if deduced is None else KittyView(cards=tokens(deduced), deduced=True)


def result_view(deal: Deal) -> ResultView | None:
    """Show what a hand came to, None before it was played out."""
    outcome = deal.outcome
    if outcome is None or deal.dealer is None:
        return None
    return replace(_result(outcome, deal.dealer), by_hand=deal.by_hand)


def _result(outcome: Outcome, dealer: Seat) -> ResultView:
    winner = dealer.side if outcome.winners is Role.DEALERS else dealer.side.other
    return ResultView(
        points=outcome.points,
        trick_points=outcome.trick_points,
        kitty_points=outcome.kitty_points,
        multiplier=outcome.multiplier,
        winner=winner.value,
        change=outcome.change,
        levels=levels(outcome.levels),
        underwater=underwater(outcome.levels),
        next_dealer="" if outcome.next_dealer is None else outcome.next_dealer.name,
        last_trick=outcome.last_trick.name,
        final=outcome.final,
        match_winner=None if outcome.match_winner is None else outcome.match_winner.value,
    )


def hands(match: ShengjiMatch) -> tuple[HandView, ...]:
    """Show the hands that were finished before the one in progress."""
    shown: list[HandView] = []
    for deal in match.hands:
        result = result_view(deal)
        if result is not None:
            dealer = None if deal.dealer is None else deal.dealer.name
            shown.append(HandView(deal.hand, str(deal.level), trump_text(deal.trump), dealer, result))
    return tuple(shown)


def bands(rulebook: ShengjiRulebook) -> tuple[BandView, ...]:
    """Show the scoring ladder from nought points up; the last band has no upper end."""
    rules = rulebook.scoring
    steps: list[BandView] = []
    low = 0
    for bound, up in rules.dealers:
        steps.append(BandView(low, bound, "dealer", up))
        low = bound + 5
    if low < rules.turn:
        steps.append(BandView(low, rules.turn - 5, "dealer", 0))
    low, up = rules.turn, 0
    while low <= MOST_POINTS:
        after = rules.attackers_from + up * rules.attackers_step
        if after > low:
            steps.append(BandView(low, after - 5 if after <= MOST_POINTS else None, "attackers", up))
        low, up = max(after, low), up + 1
    return tuple(steps)
