"""Making trump (亮主): showing, overriding (反主), reinforcing (加固) and stirring (炒底), and when nobody shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.shengji import policies as p
from paizhuo.rules.shengji.kitty import BOTTOM
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.violations import Violation

JOKERS = (p.Show.LITTLE_JOKERS, p.Show.BIG_JOKERS)


class Moment(StrEnum):
    """How far a hand has come before the first lead."""

    DRAWING = "drawing"
    """Until the dealer takes the bottom."""
    BOTTOM_TAKEN = "bottom_taken"
    BURIED = "buried"
    PLAYING = "playing"


class Origin(StrEnum):
    """Where the cards that are shown come from."""

    DRAWN = "drawn"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Declaration:
    """Cards shown to make trump: ``suit`` None is no-trump (无主)."""

    seat: Seat
    cards: tuple[Card, ...]
    show: p.Show
    suit: Suit | None
    moment: Moment = Moment.DRAWING


@dataclass(frozen=True, slots=True)
class Bidding:
    """The making of trump in one hand. ``turned`` is set when the trump was found by turning the bottom.

    In a hand that is open to both sides again (重新抢庄), ``own_levels`` holds the level that EW and NS may show; the
    level of the hand is then that of the standing declaration.
    """

    level: Rank
    first_hand: bool
    dealer: Seat | None = None
    declarations: tuple[Declaration, ...] = ()
    moment: Moment = Moment.DRAWING
    turned: bool = False
    own_levels: tuple[Rank, Rank] | None = None

    def level_for(self, seat: Seat) -> Rank:
        """Give the level that a seat may show."""
        return self.level if self.own_levels is None else self.own_levels[seat % 2]

    @property
    def standing(self) -> Declaration | None:
        """Give the declaration in force, None while nobody has shown."""
        return self.declarations[-1] if self.declarations else None


def read_show(cards: Sequence[Card], level: Rank) -> tuple[p.Show, Suit | None] | None:
    """Read cards as a show and its suit, None if they are none: two level cards of two suits, say.

    >>> read_show([Card.H2, Card.H2], Rank.TWO)
    (<Show.PAIR: 'pair'>, <Suit.HEARTS: 'H'>)
    """
    if len(cards) == 1 and cards[0].rank is level:
        return p.Show.SINGLE, cards[0].suit
    if len(cards) != 2 or cards[0] is not cards[1]:
        return None
    if cards[0] is Card.LJ:
        return p.Show.LITTLE_JOKERS, None
    if cards[0] is Card.BJ:
        return p.Show.BIG_JOKERS, None
    return (p.Show.PAIR, cards[0].suit) if cards[0].rank is level else None


def overrides(current: Declaration, new: Declaration, rulebook: ShengjiRulebook) -> bool:
    """Say whether one declaration is stronger than another, whoever makes it."""
    rules = rulebook.declaring
    old_place, new_place = rules.shows.index(current.show), rules.shows.index(new.show)
    if old_place != new_place:
        return new_place > old_place
    if rules.equal_shows is p.EqualShows.REFUSED or new.suit is None or current.suit is None:
        return False
    if rules.equal_shows is p.EqualShows.PAIRS_BY_SUIT and new.show is p.Show.SINGLE:
        return False
    order = rules.suit_order
    return new.suit in order and current.suit in order and order.index(new.suit) < order.index(current.suit)


def verify_declare(
    bidding: Bidding, seat: Seat, cards: Sequence[Card], rulebook: ShengjiRulebook, origin: Origin = Origin.DRAWN
) -> tuple[Violation, ...]:
    """Find every reason why a show does not stand."""
    rules = rulebook.declaring
    read = read_show(cards, bidding.level_for(seat))
    if read is None:
        return (Violation("declare.not_a_show", {"cards": tuple(str(card) for card in cards)}),)
    new = Declaration(seat, tuple(cards), read[0], read[1], bidding.moment)
    if new.show not in rules.shows:
        return (Violation("declare.kind_not_allowed", {"show": new.show}),)
    problems = list(_too_late(bidding, rulebook))
    if origin is Origin.BOTTOM and rules.bottom_cards is p.BottomCards.EXCLUDED:
        problems.append(Violation("declare.cards_from_bottom"))
    standing = bidding.standing
    if standing is None:
        if new.show in JOKERS and rules.jokers_over is p.JokersOver.OVERRIDES_ONLY:
            problems.append(Violation("declare.jokers_need_override"))
    elif is_reinforcement(bidding, seat, cards):
        if rules.reinforce is p.Reinforce.REFUSED:
            problems.append(Violation("declare.no_reinforcing"))
    else:
        problems += _verify_override(bidding, standing, new, rulebook)
    return tuple(problems)


def _verify_override(
    bidding: Bidding, standing: Declaration, new: Declaration, rulebook: ShengjiRulebook
) -> list[Violation]:
    rules, problems = rulebook.declaring, []
    spoke = any(declaration.seat is new.seat for declaration in bidding.declarations)
    if standing.seat is new.seat or (spoke and rules.self_override is p.SelfOverride.NEVER):
        problems.append(Violation("declare.overrides_itself"))
    opening = len({declaration.seat for declaration in bidding.declarations}) == 1
    if opening and rules.first_pair is p.FirstPair.FINAL and standing.show is p.Show.PAIR:
        problems.append(Violation("declare.first_pair_final"))
    if opening and new.show in JOKERS and rules.jokers_over is p.JokersOver.OVERRIDES_ONLY:
        problems.append(Violation("declare.jokers_need_override"))
    if not overrides(standing, new, rulebook):
        problems.append(Violation("declare.not_stronger", {"standing": standing.show, "show": new.show}))
    return problems


def _too_late(bidding: Bidding, rulebook: ShengjiRulebook) -> tuple[Violation, ...]:
    turned = bidding.turned and bidding.moment is not Moment.PLAYING
    if turned and rulebook.declaring.stir_turned is p.StirTurned.REFUSED:
        return (Violation("declare.trump_was_turned"),)
    if bidding.moment is Moment.DRAWING:
        return ()
    if bidding.moment is Moment.PLAYING or stirring(bidding, rulebook) is p.Stirring.REFUSED:
        return (Violation("declare.too_late", {"moment": bidding.moment}),)
    return ()


def stirring(bidding: Bidding, rulebook: ShengjiRulebook) -> p.Stirring:
    """Give what the rulebook says on stirring (炒底) in this hand."""
    return rulebook.declaring.first_stirring if bidding.first_hand else rulebook.declaring.stirring


def is_reinforcement(bidding: Bidding, seat: Seat, cards: Sequence[Card]) -> bool:
    """Say whether a seat adds the twin to its own single, shown alone or as the pair it now is."""
    standing = bidding.standing
    if standing is None or standing.seat is not seat or standing.show is not p.Show.SINGLE:
        return False
    return set(cards) == set(standing.cards)


def can_declare(
    bidding: Bidding, seat: Seat, cards: Sequence[Card], rulebook: ShengjiRulebook, origin: Origin = Origin.DRAWN
) -> bool:
    """Say whether a show stands."""
    return not verify_declare(bidding, seat, cards, rulebook, origin)


def declare(bidding: Bidding, seat: Seat, cards: Sequence[Card], rulebook: ShengjiRulebook) -> Bidding:
    """Let a show stand, reinforcing or overriding what stood; the first hand's dealer moves as the rulebook says.

    Raises:
        ValueError: when the cards are no show at all.
    """
    if is_reinforcement(bidding, seat, cards):
        cards = (cards[0], cards[0])
    read = read_show(cards, bidding.level_for(seat))
    if read is None:
        raise ValueError("these cards declare nothing")
    new = Declaration(seat, tuple(cards), read[0], read[1], bidding.moment)
    made = (*bidding.declarations, new)
    declared = replace(bidding, declarations=made, turned=False, level=bidding.level_for(seat))
    return replace(declared, dealer=_dealer(declared, rulebook))


def _dealer(bidding: Bidding, rulebook: ShengjiRulebook) -> Seat | None:
    policy = rulebook.deal.first_dealer
    if not bidding.first_hand or policy is p.FirstDealer.DRAWN_CARD or bidding.moment is not Moment.DRAWING:
        return bidding.dealer
    place = 0 if policy is p.FirstDealer.FIRST_SHOWN else -1
    return bidding.declarations[place].seat


def bottom_moves(bidding: Bidding, rulebook: ShengjiRulebook) -> bool:
    """Say whether the standing declaration takes the bottom from the dealer (炒底)."""
    standing = bidding.standing
    if standing is None or standing.moment is Moment.DRAWING:
        return False
    return stirring(bidding, rulebook) is p.Stirring.TAKES_BOTTOM


@dataclass(frozen=True, slots=True)
class NobodyDeclared:
    """What follows when nobody shows: a redeal, or a trump suit, or no-trump (suit None).

    ``draw_again`` asks the referee to draw another bottom card.
    """

    suit: Suit | None = None
    redeal: bool = False
    draw_again: bool = False


def nobody_declared(level: Rank, first_hand: bool, bottom: Sequence[Card], rulebook: ShengjiRulebook) -> NobodyDeclared:
    """Find the trump of a hand in which nobody showed (无人亮主). ``bottom`` is in the order turned.

    For ``referee_draws`` it holds the one card drawn.

    >>> from paizhuo.rules.rulebooks import load
    >>> nobody_declared(Rank.FIVE, False, [Card.C9, Card.LJ], load("seven", ShengjiRulebook)).suit
    <Suit.CLUBS: 'C'>
    """
    match rulebook.deal.nobody_first if first_hand else rulebook.deal.nobody_later:
        case p.Nobody.REDEAL:
            return NobodyDeclared(redeal=True)
        case p.Nobody.NO_TRUMP:
            return NobodyDeclared()
        case p.Nobody.FIRST_CARD:
            return NobodyDeclared(bottom[0].suit)
        case p.Nobody.REFEREE_DRAWS:
            return NobodyDeclared(bottom[0].suit, draw_again=bottom[0].is_joker)
        case p.Nobody.LEVEL_CARD_OR_HIGHEST:  # pragma: no branch - the last of all
            suited = [card for card in bottom if card.rank is not None]
            levels = [card for card in suited if card.rank is level]
            return NobodyDeclared((levels or sorted(suited, key=_height, reverse=True) or [Card.LJ])[0].suit)


def found_in_bottom(
    level: Rank, first_hand: bool, turned: Sequence[Card], rulebook: ShengjiRulebook
) -> NobodyDeclared | None:
    """Give the trump that the bottom cards turned so far settle, None while they do not.

    They do not where an unread card may decide, where a joker is drawn again, or where all eight are needed.

    >>> from paizhuo.rules.rulebooks import load
    >>> campus = load("campus", ShengjiRulebook)
    >>> found_in_bottom(Rank.SIX, False, [Card.LJ], campus)
    >>> found_in_bottom(Rank.SIX, False, [Card.LJ, Card.C9], campus).suit
    <Suit.CLUBS: 'C'>
    """
    policy = rulebook.deal.nobody_first if first_hand else rulebook.deal.nobody_later
    if policy is p.Nobody.REFEREE_DRAWS:
        turned = [card for card in turned if not card.is_joker]
    if policy in (p.Nobody.REDEAL, p.Nobody.NO_TRUMP) or not turned:
        return None
    if policy is p.Nobody.LEVEL_CARD_OR_HIGHEST:
        place = next((place for place, card in enumerate(turned) if card.rank is level), BOTTOM - 1)
        turned = turned[: place + 1]
        if len(turned) <= place or Card.UNKNOWN in turned:
            return None
    if turned[0] is Card.UNKNOWN:
        return None
    return nobody_declared(level, first_hand, turned, rulebook)


def _height(card: Card) -> int:
    return card.rank.height if card.rank else 0
