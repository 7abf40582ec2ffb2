"""What people do at the table in one hand, in order: the plan that the simulated table carries out.

An act says what is done with cards, not what it means under the rules; the meaning is the tracker's to find.
"""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.rules.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Draws:
    """A player takes the top card of the pile, unseen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declares:
    """A player shows cards to name trump (亮主); they stay in front of the player."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakesUp:
    """A player takes cards that lie face up in front of the player back into the hand."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakesKitty:
    """The dealer takes the eight cards that are left of the pile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Buries:
    """The dealer lays eight cards face down in the middle (扣底)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Lays:
    """A player lays cards face up in front of the player: a play, or the rest of one."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Nudges:
    """A sleeve pushes the cards that lie in front of ``seat``; nothing is meant by it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Collects:
    """A player gathers the cards of the trick, face down, onto the pile of the player's side."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnsKitty:
    """A player turns up the buried cards after the last trick."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ClearsTable:
    """Everything is gathered for the next shuffle."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnsUp:
    """A player cuts the pile and turns a card up for all to see; it goes back into the pile (翻牌)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TakesFrom:
    """A player reaches across the table and takes cards that lie face up in front of ``owner`` into the hand."""

    seat: Seat
    owner: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LaysDown:
    """A player lays cards face down in front of the player."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnsOver:
    """Players turn over, together, what lies face down in front of each."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Passes:
    """A player passes, by a word or a knock; nothing on the table changes."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnsDown:
    """After a trick every player turns the cards that he played face down onto a pile of his own (弃牌区)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reports:
    """A player says how many cards are left (报牌); a camera hears nothing."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class CountsHands:
    """The hands are counted out: cards of E, N, W and S; a camera sees nothing of it."""

    counts: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Notes:
    """A referee at the table notes a breach of ``seat`` that no card shows; ``left`` are the cards that seat holds."""

    seat: Seat
    code: str
    left: int


Act = (
    Draws
    | Declares
    | TakesUp
    | TakesKitty
    | Buries
    | Lays
    | Nudges
    | Collects
    | TurnsKitty
    | ClearsTable
    | TurnsUp
    | TakesFrom
    | LaysDown
    | TurnsOver
    | Passes
    | TurnsDown
    | Reports
    | CountsHands
    | Notes
)
