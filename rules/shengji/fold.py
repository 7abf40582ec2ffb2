"""From one state of a Shengji match to the next: every fact is applied as it happened, legal or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.events import (
    CardsExposed,
    CardsReturned,
    DealEnded,
    DealerNamed,
    DealStarted,
    DealVoided,
    Declared,
    Fact,
    Held,
    KittyBuried,
    KittyShown,
    KittyTaken,
    KittyTurned,
    Logged,
    MatchStarted,
    Played,
    PlayExtended,
    PlayLifted,
    PlayTakenBack,
    QuestionAnswered,
    Resumed,
    Ruled,
    SightChanged,
    Spot,
    ThrowFailed,
    TrickCollected,
    TrumpNamed,
)
from paizhuo.rules.laid import Laid, faces, laid_cards, sure_faces
from paizhuo.rules.observations import Evidence
from paizhuo.rules.shengji.bidding import (
    Bidding,
    Moment,
    bottom_moves,
    declare,
    found_in_bottom,
    nobody_declared,
    stirring,
    verify_declare,
)
from paizhuo.rules.shengji.closing import closed, settled, with_points
from paizhuo.rules.shengji.doubts import resting_on_a_bid, suspicion
from paizhuo.rules.shengji.judge import judged, next_to_play, standing_winner
from paizhuo.rules.shengji.ledger import Order
from paizhuo.rules.shengji.levels import Level, start_level
from paizhuo.rules.shengji.opening import drawn_dealer
from paizhuo.rules.shengji.policies import Nobody, Stirring
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.sanctions import ruled
from paizhuo.rules.shengji.signals import named_dealer, opening_of, signalled
from paizhuo.rules.shengji.slips import bid_edits, is_given, zone_of
from paizhuo.rules.shengji.state import (
    Bid,
    Deal,
    Exposure,
    Kitty,
    Phase,
    Play,
    ShengjiMatch,
    TakenBack,
    Trick,
    counted,
)
from paizhuo.rules.shengji.trump import trump_for
from paizhuo.rules.shengji_events import PointsCorrected
from paizhuo.rules.suspicion import STANDS


def start(rulebook: ShengjiRulebook, begun: MatchStarted | None = None) -> ShengjiMatch:
    """Begin a match: both sides at the first level and nobody has dealt, unless ``begun`` takes it up in the middle.

    >>> from paizhuo.rules.rulebooks import load
    >>> start(load("comp", ShengjiRulebook)).levels[0].rank
    <Rank.TWO: '2'>
    """
    level = start_level(rulebook)
    if begun is None:
        return ShengjiMatch(rulebook, (level, level))
    levels = (level, level) if begun.levels is None else (Level(begun.levels[0]), Level(begun.levels[1]))
    return ShengjiMatch(rulebook, levels, begun.dealer, next_hand=begun.hand)


def order_of(match: ShengjiMatch) -> Order | None:
    """Give what cards mean in the hand in progress, None while trump is unknown."""
    if match.deal is None or match.deal.trump is None:
        return None
    return Order(match.deal.trump, match.rulebook)


def applied(match: ShengjiMatch, entry: Logged, fact: Fact) -> ShengjiMatch:
    """Apply one fact. Facts that make no sense now (cards of a play that is not there) change nothing."""
    match fact:
        case DealStarted():
            return _deal_started(match, fact, entry.at)
        case DealEnded():
            return closed(match)
        case Ruled():
            return ruled(match, fact.violation, fact.sanction, order_of(match))
        case QuestionAnswered():
            return _confirmed(match, fact.question) if fact.option == STANDS else match
        case PointsCorrected():
            return with_points(match, fact.amount, order_of(match))
        case DealVoided():
            return replace(match, deal=None, next_hand=match.next_hand if match.deal is None else match.deal.hand)
        case _:
            signal = signalled(match, entry.seq, fact)
            if signal is not None or match.deal is None:
                return signal or match
            deal = _with_trump(_on_deal(match.deal, entry, fact, match), match.rulebook)
            deal = replace(deal, clock=_clock(deal, entry), since=entry.at)
            order = None if deal.trump is None else Order(deal.trump, match.rulebook)
            if isinstance(fact, TrickCollected):
                deal = _collected(deal, entry.seq, order)
            elif not isinstance(fact, PlayLifted) and (deal.trick.plays or match.deal.trick.plays):
                deal = judged(deal, order)
            if isinstance(fact, TrickCollected | KittyShown):
                deal = settled(match, deal, order)
            return replace(match, deal=deal)


def _confirmed(match: ShengjiMatch, question: str) -> ShengjiMatch:
    """Note that a person says of a suspicion that it is just as it was read."""

    def noted(deal: Deal) -> Deal:
        mine = question.startswith(f"doubt:{deal.hand}:")
        return replace(deal, confirmed=deal.confirmed | {question}) if mine else deal

    deal = None if match.deal is None else noted(match.deal)
    return replace(match, deal=deal, hands=tuple(noted(each) for each in match.hands))


def _deal_started(match: ShengjiMatch, fact: DealStarted, at: int) -> ShengjiMatch:
    """Begin a hand. One without a dealer is open to both sides, each of which shows its own level (抢庄)."""
    hands = match.all_hands
    dealer = match.next_dealer
    level = match.levels[0].rank if dealer is None else match.level_of(dealer.side).rank
    own_levels = (match.levels[0].rank, match.levels[1].rank) if dealer is None else None
    bidding = Bidding(level, dealer is None, dealer, own_levels=own_levels)
    deal = Deal(fact.hand, level, bidding, dealer=dealer, notes=match.notes, opening=opening_of(match, hands), since=at)
    match = replace(match, hands=hands, next_hand=fact.hand + 1, notes=(), began=match.began or at)
    drawn = drawn_dealer(match.drawn, match.rulebook) if dealer is None and not hands else None
    return replace(match, deal=deal if drawn is None else named_dealer(deal, drawn, match))


def _clock(deal: Deal, entry: Logged) -> float:
    """Give when the turn that goes on now began, 0 where nobody can tell: sight was lost, or a play was taken back."""
    match entry.event:
        case Played() | PlayExtended() | TrickCollected() | KittyBuried() | ThrowFailed():
            return entry.evidence.at
        case PlayTakenBack() | SightChanged() | Held() | Resumed():
            return 0.0
        case _:
            return deal.clock


def _on_deal(deal: Deal, entry: Logged, fact: Fact, match: ShengjiMatch) -> Deal:
    seq = entry.seq
    match fact:
        case Declared():
            return _declared(deal, seq, fact, match.rulebook)
        case CardsExposed():
            laid = laid_cards(seq, fact.cards, fact.readings)
            exposure = Exposure(seq, fact.seat, laid, laid)
            return replace(deal, exposures=(*deal.exposures, exposure))
        case CardsReturned():
            return _returned(deal, fact)
        case TrumpNamed():
            named = replace(deal, named_trump=(fact.suit,))
            return named if fact.dealer is None else named_dealer(named, fact.dealer, match)
        case DealerNamed():
            return named_dealer(deal, fact.dealer, match)
        case KittyTaken():
            kitty = Kitty(taken=True, taken_at=entry.evidence.at)
            return _handled(deal, fact.seat, Moment.BOTTOM_TAKEN, kitty)
        case KittyBuried():
            kitty = replace(deal.kitty, taken=True, buried=True, counted=fact.count)
            return _handled(deal, fact.seat, Moment.BURIED, kitty)
        case KittyTurned():
            turned = (*deal.kitty.turned, *laid_cards(seq, fact.cards, fact.readings))
            bidding = replace(deal.bidding, turned=deal.bidding.standing is None)
            return replace(deal, kitty=replace(deal.kitty, turned=turned), bidding=bidding)
        case KittyShown():
            shown = laid_cards(seq, fact.cards, fact.readings)
            kitty = replace(deal.kitty, shown=(*deal.kitty.shown, *shown))
            return replace(deal, kitty=kitty)
        case Played():
            return _played(deal, seq, fact, entry.evidence)
        case PlayExtended():
            return _extended(deal, seq, fact, entry.evidence)
        case PlayLifted():
            return _lifted(deal, fact)
        case PlayTakenBack():
            return _taken_back(deal, seq, fact)
        case ThrowFailed():
            return _throw_failed(deal, seq, fact)
        case _:
            return deal


def _handled(deal: Deal, seat: Seat, moment: Moment, kitty: Kitty) -> Deal:
    """Let a seat have the kitty in hand."""
    bidding = replace(deal.bidding, moment=moment)
    return replace(deal, phase=Phase.KITTY, kitty=kitty, bidding=bidding, buriers=(*deal.buriers, seat))


def _declared(deal: Deal, seq: int, fact: Declared, rulebook: ShengjiRulebook) -> Deal:
    """Enter a show. Before the burying one that comes too late is taken as a sign that the pile was only covered."""
    laid = laid_cards(seq, fact.cards, fact.readings)
    if not laid:
        return deal
    cards = faces(laid)
    covered = deal.bidding.moment is Moment.BOTTOM_TAKEN and stirring(deal.bidding, rulebook) is Stirring.REFUSED
    if covered:
        deal = replace(deal, bidding=replace(deal.bidding, moment=Moment.DRAWING), buriers=deal.buriers[:-1])
    violations = verify_declare(deal.bidding, fact.seat, cards, rulebook)
    edits = bid_edits(deal.bidding, fact.seat, seq, laid, rulebook) if violations else ()
    doubts = tuple(suspicion(deal.hand, 0, fact.seat, each, edits) for each in violations if edits)
    if violations and not doubts:
        doubts = resting_on_a_bid(deal, violations)
    bid = Bid(seq, fact.seat, laid, laid, () if doubts else violations, doubts)
    deal = replace(deal, bids=(*deal.bids, bid), known=_less(deal.known, fact.seat, laid))
    if violations:
        return deal
    bidding = declare(deal.bidding, fact.seat, cards, rulebook)
    deal = replace(deal, bidding=bidding, dealer=bidding.dealer, level=bidding.level)
    if bidding.moment is not Moment.DRAWING and not bottom_moves(bidding, rulebook):
        return deal
    return replace(deal, phase=Phase.DRAWING, kitty=Kitty())


def _with_trump(deal: Deal, rulebook: ShengjiRulebook) -> Deal:
    """Read trump from what was named, shown or turned; no-trump because nobody showed is known only in the play."""
    if deal.named_trump:
        suit = deal.named_trump[0]
    elif deal.bidding.standing is not None:
        suit = deal.bidding.standing.suit
    else:
        first = deal.bidding.first_hand
        found = found_in_bottom(deal.level, first, faces(deal.kitty.turned), rulebook)
        policy = rulebook.deal.nobody_first if first else rulebook.deal.nobody_later
        if found is None and policy is Nobody.NO_TRUMP and deal.phase is Phase.PLAYING:
            found = nobody_declared(deal.level, first, (), rulebook)
        if found is None:
            return deal if deal.trump is None else replace(deal, trump=None)
        suit = found.suit
    trump = trump_for(rulebook, deal.level, suit)
    return deal if deal.trump is trump else replace(deal, trump=trump)


def _returned(deal: Deal, fact: CardsReturned) -> Deal:
    spots = frozenset(fact.cards)
    back: list[Card] = []
    bids: list[Bid] = []
    for bid in deal.bids:
        back += sure_faces(laid for laid in bid.lying if laid.spot in spots)
        bids.append(replace(bid, lying=tuple(laid for laid in bid.lying if laid.spot not in spots)))
    exposures: list[Exposure] = []
    for each in deal.exposures:
        back += sure_faces(laid for laid in each.lying if laid.spot in spots)
        exposures.append(replace(each, lying=tuple(laid for laid in each.lying if laid.spot not in spots)))
    known = deal.known
    if deal.phase is not Phase.PLAYING:
        known = _more(deal.known, fact.seat, back)
    return replace(deal, bids=tuple(bids), exposures=tuple(exposures), known=known)


def _played(deal: Deal, seq: int, fact: Played, evidence: Evidence) -> Deal:
    if deal.trick.play_of(fact.seat) is not None:
        return _extended(deal, seq, PlayExtended(fact.seat, fact.cards, fact.readings, fact.repairs), evidence)
    laid = laid_cards(seq, fact.cards, fact.readings)
    if fact.cards and not laid:
        return deal
    waited = _waited(deal, fact.seat, evidence)
    if deal.phase is not Phase.PLAYING:
        deal = _play_begins(deal)
    play = Play(seq, fact.seat, laid, repairs=fact.repairs, unseen=evidence.unseen, waited=waited, at=evidence.at)
    known = _less(deal.known, fact.seat, laid)
    is_sure = deal.is_sure and _all_sure(play.cards)
    plays = (*deal.trick.plays[: _place(deal, fact.seat)], play, *deal.trick.plays[_place(deal, fact.seat) :])
    return replace(deal, trick=replace(deal.trick, plays=plays), known=known, is_sure=is_sure)


def _place(deal: Deal, seat: Seat) -> int:
    """Give the place of a new play in the trick: the last, but for plays that were told while its own was out of sight.

    Nobody has seen then which came first; the order of turns is taken, so that none of them was made too early. Where
    nobody knows who must lead, it is the seat after which the others played in their turn.
    """
    plays = deal.trick.plays
    found = place = len(plays)
    while place and zone_of(seat) in plays[place - 1].unseen:
        place -= 1
        if seat is (next_to_play(deal.trick, place) if place else deal.expected_leader or plays[0].seat.previous):
            found = place
    return found


def _waited(deal: Deal, seat: Seat, evidence: Evidence) -> float | None:
    """Give how long a seat took for its play, None if it was not its turn or nobody watched all the time."""
    was_watched = deal.clock > 0 and evidence.at >= deal.clock and zone_of(seat) not in evidence.unseen
    return evidence.at - deal.clock if was_watched and deal.turn is seat else None


def _all_sure(cards: Sequence[Laid]) -> bool:
    return all(laid.sure for laid in cards)


def _play_begins(deal: Deal) -> Deal:
    """Enter the play. Cards still shown count as held from here on, but not those of whoever had the kitty in hand."""
    known = deal.known
    on_show: tuple[Bid | Exposure, ...] = (*deal.bids, *deal.exposures)
    for shown in on_show:
        known = _more(known, shown.seat, sure_faces(shown.lying))
    known = tuple(() if seat in (deal.dealer, *deal.buriers) else cards for seat, cards in enumerate(known))
    bidding = replace(deal.bidding, moment=Moment.PLAYING)
    return replace(deal, phase=Phase.PLAYING, bidding=bidding, known=known)


def _extended(deal: Deal, seq: int, fact: PlayExtended, evidence: Evidence) -> Deal:
    if deal.trick.play_of(fact.seat) is None:
        return _played(deal, seq, Played(fact.seat, fact.cards, fact.readings, fact.repairs), evidence)
    more = laid_cards(seq, fact.cards, fact.readings)

    def extend(play: Play) -> Play:
        return replace(play, cards=play.cards + more, repairs=play.repairs + fact.repairs)

    is_sure = deal.is_sure and _all_sure(more)
    deal = replace(deal, known=_less(deal.known, fact.seat, more), is_sure=is_sure)
    return _changed(deal, fact.seat, extend)


def _lifted(deal: Deal, fact: PlayLifted) -> Deal:
    spots = frozenset(fact.cards)

    def lift(play: Play) -> Play:
        up = tuple(laid for laid in play.cards if laid.spot in spots or laid in play.lifted)
        return replace(play, lifted=up)

    return _changed(deal, fact.seat, lift)


def _taken_back(deal: Deal, seq: int, fact: PlayTakenBack) -> Deal:
    spots = frozenset(fact.cards)
    play = deal.trick.play_of(fact.seat)
    if play is None:
        return deal
    back = tuple(laid for laid in play.cards if laid.spot in spots)
    surplus = len(play.cards) - deal.trick.size
    corrects_count = 0 < surplus == len(back)
    record = TakenBack(seq, fact.seat, deal.trick.number, back, deal.trick.size, surplus if corrects_count else 0)
    deal = replace(
        deal,
        taken_back=(*deal.taken_back, record),
        known=_more(deal.known, fact.seat, sure_faces(back)),
    )
    deal = _changed(deal, fact.seat, lambda each: _without(each, spots))
    if deal.tricks or deal.trick.plays:
        return deal
    moment = Moment.BOTTOM_TAKEN if deal.kitty.taken else Moment.DRAWING
    moment = Moment.BURIED if deal.kitty.buried else moment
    bidding = replace(deal.bidding, moment=moment)
    return replace(deal, bidding=bidding, phase=Phase.KITTY if deal.kitty.taken else Phase.DRAWING)


def _throw_failed(deal: Deal, seq: int, fact: ThrowFailed) -> Deal:
    spots = frozenset(fact.returned)
    play = deal.trick.play_of(fact.seat)
    if play is None or play is not deal.trick.plays[0]:
        # A lead that nobody saw was put in before it since: a follow can be no throw.
        return _taken_back(deal, seq, PlayTakenBack(fact.seat, fact.returned))
    back = tuple(laid for laid in play.cards if laid.spot in spots)
    deal = replace(deal, known=_more(deal.known, fact.seat, sure_faces(back)))

    def fail(each: Play) -> Play:
        kept = replace(_without(each, spots), lifted=())
        return replace(kept, returned=each.returned + back, failed=seq)

    return _changed(deal, fact.seat, fail)


def _without(play: Play, spots: frozenset[Spot]) -> Play:
    return replace(
        play,
        cards=tuple(laid for laid in play.cards if laid.spot not in spots),
        lifted=tuple(laid for laid in play.lifted if laid.spot not in spots),
    )


def _changed(deal: Deal, seat: Seat, change: Callable[[Play], Play]) -> Deal:
    """Change a seat's play in the trick; a play without cards is no play."""
    plays = tuple(change(play) if play.seat is seat else play for play in deal.trick.plays)
    return replace(deal, trick=replace(deal.trick, plays=tuple(play for play in plays if play.cards)))


def _collected(deal: Deal, seq: int, order: Order | None) -> Deal:
    """Take the trick off the table. A seat that nobody saw play has played as many unknown cards as were led."""
    trick = deal.trick
    if not trick.plays:
        return deal
    plays = tuple(replace(play, lifted=()) for play in _with_missing(deal, seq))
    absent = len(plays) > len(trick.plays)
    known = _known_after(deal.known, plays)
    deal = replace(deal, trick=replace(trick, plays=plays), known=known, is_sure=deal.is_sure and not absent)
    deal = judged(deal, order, closed=True)
    trick = replace(deal.trick, winner=standing_winner(deal.trick, order))
    played = list(deal.played)
    for play in trick.plays:
        played[play.seat] += len(play.cards)
    won = list(deal.points_won)
    if trick.winner is not None:
        won[trick.winner % 2] += trick.points
    is_clear = not any(Card.UNKNOWN in play.faces for play in trick.plays)
    is_trusted = not any(play.suspicions for play in trick.plays)
    return replace(
        deal,
        tricks=(*deal.tricks, trick),
        unclear=deal.unclear if is_clear else (*deal.unclear, len(deal.tricks)),
        suspected=deal.suspected if is_trusted else (*deal.suspected, len(deal.tricks)),
        trick=Trick(trick.number + 1),
        played=(played[0], played[1], played[2], played[3]),
        seen=counted(deal.seen, [card for play in trick.plays for card in play.faces]),
        points_won=(won[0], won[1]),
        ledger=deal.live,
    )


def _known_after(known: tuple[tuple[Card, ...], ...], plays: Sequence[Play]) -> tuple[tuple[Card, ...], ...]:
    """Forget what was known in a hand that has played cards which nobody saw: they may be among these."""
    size = len(plays[0].cards)
    hid = {play.seat for play in plays if play.missing or (len(play.cards) < size and not is_given(play))}
    return tuple(() if seat in hid else cards for seat, cards in zip(Seat, known, strict=True))


def _with_missing(deal: Deal, seq: int) -> list[Play]:
    """Give the plays of the trick, with those that nobody saw put where the order of play has them."""
    plays = list(deal.trick.plays)
    leader, size = _leader(deal), deal.trick.size
    if leader is not plays[0].seat:
        size = Counter(len(play.cards) for play in plays).most_common(1)[0][0]
    absent = [seat for seat in _round_from(leader) if deal.trick.play_of(seat) is None]
    unknown = laid_cards(seq, (Card.UNKNOWN,) * size * len(absent), ())
    for number, seat in enumerate(absent):
        play = Play(seq, seat, unknown[number * size : (number + 1) * size], missing=True)
        before = next((place for place, each in enumerate(plays) if each.seat is seat.previous), len(plays) - 1)
        plays.insert(0 if seat is leader else before + 1, play)
    return plays


def _leader(deal: Deal) -> Seat:
    """Say who led the trick. If the seat that had to was not seen, it did, unless only without it all played in turn.

    Who had to lead rests on the trick before, of which sight may have missed something as well.
    """
    seen = [play.seat for play in deal.trick.plays]
    expected = deal.expected_leader
    if expected is None or expected in seen or (_in_turn(seen[0], seen) and not _in_turn(expected, seen)):
        return seen[0]
    return expected


def _in_turn(leader: Seat, seats: Sequence[Seat]) -> bool:
    """Say whether seats played in their turn, others between them not seen, if this one had to lead."""
    places = [_round_from(leader).index(seat) for seat in seats]
    return places == sorted(places)


def _round_from(seat: Seat) -> tuple[Seat, ...]:
    return (seat, seat.next, seat.partner, seat.previous)


def _more(known: tuple[tuple[Card, ...], ...], seat: Seat, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    read = tuple(card for card in cards if card is not Card.UNKNOWN)
    return tuple((*each, *read) if place == seat else each for place, each in enumerate(known))


def _less(known: tuple[tuple[Card, ...], ...], seat: Seat, laid: Sequence[Laid]) -> tuple[tuple[Card, ...], ...]:
    """Take cards that a seat laid out of what is known in its hand; a card in doubt may be any that it might be."""
    if not known[seat]:
        return known
    rest = tuple((Counter(known[seat]) - Counter(faces(laid))).elements())
    for each in laid:
        if not each.sure:
            named = [card for card, _ in each.reading.alternatives] or list(rest)
            rest = tuple(card for card in rest if card not in named)
    return tuple(rest if place == seat else each for place, each in enumerate(known))
