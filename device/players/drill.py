"""A table without disk, thread or camera, driven by hand: what lies on it goes in, the snapshot comes out.

For referee drills and for tests that tell a story card by card.
"""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.rules.adjudicate import Accept, Ask, Decision, Desk, Ignore, adjudicate
from paizhuo.rules.adjudicate.afterthoughts import MOST_ROUNDS, afterthoughts, weighed
from paizhuo.rules.cards import Card, Seat
from paizhuo.rules.commands import carry_out
from paizhuo.rules.events import CAMERA, SYSTEM, Actor, Event, Logged, Source
from paizhuo.rules.observations import (
    CardReading,
    CardsMoved,
    CardsRemoved,
    CardsReread,
    CardsShown,
    Evidence,
    Observation,
    TableCleared,
)
from paizhuo.rules.questions import asked
from paizhuo.rules.service import Command, StartMatch
from paizhuo.rules.session import unasked
from paizhuo.rules.snapshot import TableSnapshot
from paizhuo.rules.timeline import Timeline
from paizhuo.rules.view import snapshot

REFEREE = Actor(Source.REFEREE, "Sun")

FACE_DOWN = CardReading(Card.UNKNOWN, face_up=False)


class Drill:
    """Drives adjudication by hand. Cards are written as tokens in one string: ``"SA SA HT"``.

    ``at`` is the moment at which things are recorded, in milliseconds since the epoch; it stands still by itself.

    >>> drill = Drill().start("comp")
    >>> drill.shows(Seat.E, "H2").trump
    'H'
    """

    def __init__(self) -> None:
        self.timeline = Timeline()
        self.desk = Desk()
        self.decisions: tuple[Decision, ...] = ()
        self.at = 0
        self._tracks = 0
        self._at = 0.0
        self._lying: dict[Seat, list[CardReading]] = {seat: [] for seat in Seat}

    def start(self, rulebook: str = "comp") -> Drill:
        """Begin a match under a rulebook."""
        self.command(StartMatch(rulebook, ("Lin", "Zhou", "Xu", "He")))
        return self

    @property
    def now(self) -> TableSnapshot:
        """The state now."""
        return snapshot(self.timeline)

    @property
    def kinds(self) -> list[str]:
        """What became of the newest observation: the kinds of its events, or the code why it was ignored."""
        return [_kind(decision) for decision in self.decisions]

    def shows(self, seat: Seat, cards: str, confidence: float = 1.0) -> TableSnapshot:
        """Lay cards in front of a seat."""
        placed = [self.card(token, confidence) for token in cards.split()]
        return self.shows_readings(seat, placed)

    def shows_readings(self, seat: Seat, cards: Sequence[CardReading]) -> TableSnapshot:
        """Lay cards that were read in a certain way."""
        self._lying[seat] += cards
        self.observe(CardsShown(f"seat-{seat.name}", seat, tuple(cards), self._evidence()))
        return self.now

    def card(self, token: str, confidence: float = 1.0, *others: tuple[str, float]) -> CardReading:
        """Make a card as sight reads it, with the other faces it may be."""
        self._tracks += 1
        alternatives = tuple((Card(face), share) for face, share in others)
        return CardReading(Card(token), confidence, self._tracks, alternatives)

    def takes(self, seat: Seat, cards: str = "") -> TableSnapshot:
        """Take cards (all without ``cards``) off a seat's zone while others stay."""
        gone = self._gone(seat, cards)
        self.observe(CardsRemoved(f"seat-{seat.name}", seat, tuple(gone), self._evidence()))
        return self.now

    def pushes(self, seat: Seat) -> TableSnapshot:
        """Push a seat's cards about."""
        self.observe(CardsMoved(f"seat-{seat.name}", seat, tuple(self._lying[seat]), self._evidence()))
        return self.now

    def rereads(self, seat: Seat, before: str, after: str, confidence: float = 1.0) -> TableSnapshot:
        """Let sight read a lying card differently."""
        old = next(card for card in self._lying[seat] if card.card == Card(before))
        new = CardReading(Card(after), confidence, old.track)
        self._lying[seat][self._lying[seat].index(old)] = new
        self.observe(CardsReread(f"seat-{seat.name}", seat, (old,), (new,), self._evidence()))
        return self.now

    def clears(self) -> TableSnapshot:
        """Take everything off the seats' zones."""
        self._lying = {seat: [] for seat in Seat}
        self.observe(TableCleared(self._evidence()))
        return self.now

    def waits(self, seconds: float) -> None:
        """Let time pass at the table."""
        self._at += seconds

    def backs(self, count: int) -> TableSnapshot:
        """Lay cards face down in the middle."""
        self.observe(CardsShown("kitty", None, (FACE_DOWN,) * count, self._evidence()))
        return self.now

    def backs_go(self, count: int) -> TableSnapshot:
        """Take cards that lie face down in the middle."""
        self.observe(CardsRemoved("kitty", None, (FACE_DOWN,) * count, self._evidence()))
        return self.now

    def turns_up(self, cards: str) -> TableSnapshot:
        """Turn cards up in the middle."""
        placed = tuple(self.card(token) for token in cards.split())
        self.observe(CardsShown("kitty", None, placed, self._evidence()))
        return self.now

    def trick(self, leader: Seat, *plays: str) -> TableSnapshot:
        """Play a whole trick in turn and collect it."""
        seat = leader
        for cards in plays:
            self.shows(seat, cards)
            seat = seat.next
        return self.clears()

    def observe(self, observation: Observation) -> None:
        """Judge an observation, record what it means and put the questions it raises."""
        self.desk = self.desk.after(observation)
        self.decisions = adjudicate(self.timeline.state, observation, self.desk)
        events = [_event(each) for each in self.decisions if not isinstance(each, Ignore)]
        self.log(*weighed(self.timeline, events), evidence=observation.evidence)
        self._follow_up()

    def command(self, command: Command) -> TableSnapshot:
        """Carry out a command of the referee."""
        self.log(*carry_out(self.timeline, command), actor=REFEREE)
        self._follow_up()
        return self.now

    def _follow_up(self) -> None:
        """Make the repairs that are proved now and put the questions that are left, as a table does."""
        for _ in range(MOST_ROUNDS):
            repairs = afterthoughts(self.timeline)
            if not repairs:
                break
            self.log(*repairs, actor=SYSTEM)
        self.log(*(asked(question) for question in unasked(self.timeline.state)), actor=SYSTEM)

    def log(self, *events: Event, actor: Actor = CAMERA, evidence: Evidence | None = None) -> None:
        """Record events as they are."""
        for event in events:
            entry = Logged(len(self.timeline.log) + 1, self.at, actor, event, evidence or self._evidence())
            self.timeline = self.timeline.extended([entry])

    def _gone(self, seat: Seat, cards: str) -> list[CardReading]:
        wanted = [Card(token) for token in cards.split()] or [card.card for card in self._lying[seat]]
        gone: list[CardReading] = []
        for card in wanted:
            found = next(each for each in self._lying[seat] if each.card is card)
            self._lying[seat].remove(found)
            gone.append(found)
        return gone

    def _evidence(self) -> Evidence:
        self._at += 2.0
        return Evidence(at=self._at)


def _event(decision: Decision) -> Event:
    if isinstance(decision, Accept):
        return decision.event
    assert isinstance(decision, Ask)
    return asked(decision.question)


def _kind(decision: Decision) -> str:
    if isinstance(decision, Accept):
        return decision.event.kind
    return decision.question.code if isinstance(decision, Ask) else decision.code
