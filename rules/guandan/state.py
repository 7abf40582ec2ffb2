"""One hand of Guandan (一副) from the first lead to its end: acts are applied, legal or not, and judged apart.

``verify_play`` and ``verify_pass`` name everything wrong with an act; ``can_…`` say whether nothing is; ``play``,
``pass_turn`` and ``collect`` apply what happened on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from itertools import chain

from paizhuo.rules.cards import Card, Rank, Seat
from paizhuo.rules.guandan.bombs import beats
from paizhuo.rules.guandan.combos import Reading
from paizhuo.rules.guandan.counts import HAND
from paizhuo.rules.guandan.finish import is_over, places
from paizhuo.rules.guandan.policies import Passing
from paizhuo.rules.guandan.proofs import Laid
from paizhuo.rules.guandan.ruleset import HOUSE, GuandanRulebook
from paizhuo.rules.guandan.trick import Act, Trick, add, add_passes, close, lead, passes_before
from paizhuo.rules.guandan.wild import Decided, Ruling, read
from paizhuo.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in progress. ``left`` counts the cards of E, N, W, S; ``order`` lists who went out, first to last."""

    level: Rank
    trick: Trick
    left: tuple[int, int, int, int] = (HAND,) * 4
    order: tuple[Seat, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @property
    def is_over(self) -> bool:
        """Say whether the hand has ended."""
        return is_over(self.order)

    @property
    def places(self) -> tuple[Seat, ...]:
        """Give the finishing order so far, completed when the hand is over."""
        return places(self.order)

    @property
    def turn(self) -> Seat | None:
        """Give the seat to act: in the trick, or the leader of the next one; None when the hand is over."""
        if self.is_over:
            return None
        return self.trick.turn if self.trick.turn is not None else self.trick.next_leader

    @property
    def to_beat(self) -> Act | None:
        """Give the play that the seat in turn has to beat; None when it leads."""
        return None if self.trick.is_over else self.trick.top

    @property
    def awaits_lead(self) -> bool:
        """Say whether the next act leads a trick."""
        return self.trick.is_over or not self.trick.acts


def begin(level: Rank, leader: Seat, hands: Mapping[Seat, Sized] | None = None) -> Hand:
    """Start the play of a hand after tribute and return, with 27 cards each or with these hands."""
    if hands is None:
        return Hand(level, lead(leader))
    east, north, west, south = (len(hands[seat]) for seat in Seat)
    return Hand(level, lead(leader), (east, north, west, south))


@dataclass(frozen=True, slots=True)
class _Turn:
    """How an act fits into the turn order: the hand just before it, silent passes included."""

    hand: Hand
    passed: tuple[Seat, ...]
    in_turn: bool


def _at_turn(hand: Hand, seat: Seat, passing: Passing, *, leads: bool) -> _Turn:
    """Bring the hand to the moment at which ``seat`` acts; ``leads`` closes the trick before it."""
    if hand.is_over or seat in hand.trick.out:
        return _Turn(hand, (), in_turn=False)
    asked = hand.turn
    silent = () if hand.trick.is_over else passes_before(hand.trick, seat)
    trick = close(hand.trick) if leads else add_passes(hand.trick, silent)
    hand = _next_trick(replace(hand, trick=trick))
    fits = hand.turn is seat and (passing is Passing.SILENT or asked is seat)
    return _Turn(hand, silent, fits)


def at_turn(hand: Hand, seat: Seat, rules: GuandanRulebook = HOUSE) -> Hand:
    """Give the hand at the moment at which ``seat`` acts: whoever is before it has passed in silence."""
    return _at_turn(hand, seat, rules.desk.passing, leads=False).hand


def _next_trick(hand: Hand) -> Hand:
    """Begin the next trick if this one is over and the hand is not."""
    leader = hand.trick.next_leader
    if leader is None:
        return hand
    return replace(hand, trick=lead(leader, hand.trick.out), tricks=(*hand.tricks, hand.trick))


def _turn(hand: Hand, seat: Seat, cards: Sequence[Card], rules: GuandanRulebook, said: Reading | None) -> _Turn:
    """Find the moment of a play. A partner's small play after the last card of an unbeaten play is its 接风 lead."""
    now = _at_turn(hand, seat, rules.desk.passing, leads=False)
    top = now.hand.to_beat
    if top is None or top.seat not in now.hand.trick.out or top.seat.partner is not seat:
        return now
    ruling = read(cards, hand.level, rules, said=said, over=_over(top))
    if not (ruling.candidates and top.possible) or _stands(ruling, top, hand.level):
        return now
    return _at_turn(hand, seat, rules.desk.passing, leads=True)


def _over(top: Act | None) -> Reading | None:
    return top.possible[-1] if top and top.possible else None


def _stands(ruling: Ruling, top: Act | None, level: Rank) -> bool:
    """Say whether a play may be the one to beat: as long as a reading is open, the doubt favours the player."""
    if ruling.decided is Decided.UNREAD:
        return True
    if top is None or not top.possible:
        return bool(ruling.possible)
    return any(beats(own, other, level) for own in ruling.possible for other in top.possible)


def verify_play(
    hand: Hand, seat: Seat, cards: Sequence[Card], rules: GuandanRulebook = HOUSE, *, said: Reading | None = None
) -> tuple[Violation, ...]:
    """Name everything wrong with a play: its turn, the number of cards, its shape, and what it has to beat.

    >>> hand = play(begin(Rank.TWO, Seat.E), Seat.E, (Card.S9, Card.C9))
    >>> verify_play(hand, Seat.N, (Card.S8, Card.C8))[0].code
    'play.does_not_beat'
    """
    found = list(_verify_seat(hand, seat))
    now = _turn(hand, seat, cards, rules, said)
    if not found and not now.in_turn:
        expected = hand.turn if rules.desk.passing is Passing.DEVICE else now.hand.turn
        found.append(Violation("turn.out_of_turn", {"seat": seat.name, "expected": _name(expected)}))
    if len(cards) > hand.left[seat]:
        left = hand.left[seat]
        found.append(Violation("count.more_than_left", {"seat": seat.name, "left": left, "played": len(cards)}))
    return (*found, *_verify_cards(now.hand, cards, rules, said))


def _verify_seat(hand: Hand, seat: Seat) -> tuple[Violation, ...]:
    if hand.is_over:
        return (Violation("turn.hand_over", {"seat": seat.name}),)
    if seat in hand.trick.out:
        return (Violation("turn.seat_is_out", {"seat": seat.name}),)
    return ()


def _verify_cards(
    hand: Hand, cards: Sequence[Card], rules: GuandanRulebook, said: Reading | None
) -> tuple[Violation, ...]:
    top = hand.to_beat
    ruling = read(cards, hand.level, rules, said=said, over=_over(top))
    if ruling.decided is Decided.NO_SHAPE:
        return (Violation("shape.none", {"cards": tuple(map(str, cards))}),)
    if top is None or _stands(ruling, top, hand.level):
        return ()
    reading, to_beat = ruling.possible[0].name, top.possible[0].name
    better = [one for one in ruling.candidates if any(beats(one, other, hand.level) for other in top.possible)]
    if better:
        params = {"reading": reading, "to_beat": to_beat, "could_be": better[0].name}
        return (Violation("play.laid_does_not_beat", params),)
    return (Violation("play.does_not_beat", {"reading": reading, "to_beat": to_beat}),)


def can_play(
    hand: Hand, seat: Seat, cards: Sequence[Card], rules: GuandanRulebook = HOUSE, *, said: Reading | None = None
) -> bool:
    """Say whether a play is right in every respect."""
    return not verify_play(hand, seat, cards, rules, said=said)


def play(
    hand: Hand,
    seat: Seat,
    cards: Sequence[Card],
    rules: GuandanRulebook = HOUSE,
    *,
    said: Reading | None = None,
    seq: int = 0,
) -> Hand:
    """Apply a play, legal or not, with the silent passes before it; an illegal one lies there but does not stand."""
    now = _turn(hand, seat, cards, rules, said).hand
    top = now.to_beat
    ruling = read(cards, hand.level, rules, said=said, over=_over(top))
    act = Act(seat, tuple(cards), ruling, stands=_stands(ruling, top, hand.level), seq=seq)
    return applied(now, act)


def play_in_doubt(
    hand: Hand, seat: Seat, cards: Sequence[Card], ruling: Ruling, rules: GuandanRulebook = HOUSE, *, seq: int = 0
) -> Hand:
    """Apply a play that may be right if a card was misread, as ``ruling`` has it: the doubt favours it, it stands."""
    now = at_turn(hand, seat, rules)
    return applied(now, Act(seat, tuple(cards), ruling, stands=True, seq=seq))


def verify_pass(hand: Hand, seat: Seat, rules: GuandanRulebook = HOUSE) -> tuple[Violation, ...]:
    """Name everything wrong with a pass that was entered or shown: its turn, and that a leader may not pass.

    >>> verify_pass(begin(Rank.TWO, Seat.E), Seat.E)[0].code
    'pass.leader_must_play'
    """
    if found := _verify_seat(hand, seat):
        return found
    if hand.turn is not seat and (rules.desk.passing is Passing.DEVICE or seat not in _still_to_act(hand)):
        return (Violation("turn.out_of_turn", {"seat": seat.name, "expected": _name(hand.turn)}),)
    if hand.turn is seat and hand.awaits_lead:
        return (Violation("pass.leader_must_play", {"seat": seat.name}),)
    return ()


def _still_to_act(hand: Hand) -> tuple[Seat, ...]:
    top = hand.to_beat
    return passes_before(hand.trick, top.seat) if top else ()


def can_pass(hand: Hand, seat: Seat, rules: GuandanRulebook = HOUSE) -> bool:
    """Say whether a pass is right in every respect."""
    return not verify_pass(hand, seat, rules)


def pass_turn(hand: Hand, seat: Seat, rules: GuandanRulebook = HOUSE, *, seq: int = 0) -> Hand:
    """Apply a pass; seats between the one in turn and this one have passed in silence. A hand that is over stays."""
    if hand.is_over:
        return hand
    return applied(at_turn(hand, seat, rules), Act(seat, seq=seq))


def collect(hand: Hand) -> Hand:
    """Apply that the trick was collected: everybody left has passed, and the next trick begins.

    When nothing in it stood, the seat in turn leads.
    """
    hand = _next_trick(replace(hand, trick=close(hand.trick)))
    if hand.turn is None or not hand.trick.acts:
        return hand
    return replace(hand, trick=lead(hand.turn, hand.trick.out), tricks=(*hand.tricks, hand.trick))


def history(hand: Hand) -> tuple[Laid, ...]:
    """Give the plays of a hand in order, passes left out.

    >>> history(play(begin(Rank.TWO, Seat.E), Seat.E, (Card.S9,)))
    ((<Seat.E: 0>, (<Card.S9: 'S9'>,)),)
    """
    acts = chain.from_iterable(trick.acts for trick in (*hand.tricks, hand.trick))
    return tuple((act.seat, act.cards) for act in acts if not act.is_pass)


def applied(hand: Hand, act: Act) -> Hand:
    """Apply an act as it is, in the moment in which it comes."""
    left = list(hand.left)
    left[act.seat] = max(0, left[act.seat] - len(act.cards))
    went_out = bool(act.cards) and not left[act.seat] and act.seat not in hand.order
    trick = add(hand.trick, act, left=left[act.seat])
    order = (*hand.order, act.seat) if went_out else hand.order
    return replace(hand, trick=trick, left=(left[0], left[1], left[2], left[3]), order=order)


def _name(seat: Seat | None) -> str:
    return seat.name if seat is not None else ""
