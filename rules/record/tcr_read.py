"""Reading a table card record (``.tcr``) leniently: whatever can be understood is kept, the rest is named by line.

What follows from the facts (winners, points, irregularities) is not read but worked out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from paizhuo.rules import events, rulebooks
from paizhuo.rules.cards import Card, Rank, Seat, Suit
from paizhuo.rules.errors import NoSuchRulebookError, RulebookError
from paizhuo.rules.events import SYSTEM, Event, Logged, Spot
from paizhuo.rules.guandan.deal import GuandanMatch
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.record.beside import SIDES, event_of
from paizhuo.rules.record.guandan_read import GuandanLines
from paizhuo.rules.record.jsonl import LineProblem
from paizhuo.rules.record.tcr_write import IRREGULARITIES, NOT_SEEN
from paizhuo.rules.record.tokens import SEATS, Mark, Move, Tag, read_moves, split, tags_in, without
from paizhuo.rules.session import Library, MatchState, apply
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.state import Deal, ShengjiMatch
from paizhuo.rules.shengji_events import PointsCorrected
from paizhuo.rules.table_events import BreachNoted, HandsCounted, LevelsSet, LotDrawn, TimeCalled

KNOWN_TAGS = frozenset(
    "TCR Game Rulebook E N W S Hand Levels Due Level Bid Turned Trump Dealer Kitty Points Result "
    "Playing Failed Before Finish".split()
)

WORKED_OUT = frozenset(IRREGULARITIES.values()) | {"bid", "exposed"}
"""Irregularity lines that follow from the facts."""

IN_ITS_PLACE = HandsCounted | BreachNoted | LevelsSet
"""What is told beside the cards and counts from where it stands."""

SUITS: dict[str, Suit | None] = {**{suit.value: suit for suit in Suit}, "none": None}


@dataclass(frozen=True, slots=True)
class ParsedTcr:
    """What a record holds: entries as a log, what was wrong by line, and the tags that mean nothing to us."""

    entries: tuple[Logged, ...]
    problems: tuple[LineProblem, ...]
    extra: tuple[tuple[int, Tag], ...] = ()


@dataclass
class _Block:
    """The lines of one hand."""

    tags: dict[str, str] = field(default_factory=dict)
    extra: list[Tag] = field(default_factory=list)
    line: int = 0
    body: list[tuple[int, str]] = field(default_factory=list)


def load_tcr(text: str, rulebook: str | None = None, library: Library = rulebooks.load) -> ParsedTcr:
    """Read a record; ``rulebook`` takes the place of the one that it names.

    >>> load_tcr("no record at all").problems[0].code
    'record.no_such_word'
    """
    reader = _Reader(rulebook, library)
    extra: list[tuple[int, Tag]] = []
    for place, block in enumerate(_blocks(text)):
        reader.read(block)
        extra += [(place, tag) for tag in block.extra]
    return ParsedTcr(tuple(reader.entries), tuple(reader.problems), tuple(extra))


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or raw.startswith("%"):
            continue
        tags = tags_in(line)
        if tags is None:
            block = block or _Block(line=number)
            block.body.append((number, line))
            continue
        begins = block is not None and (bool(block.body) or any(tag.name in block.tags for tag in tags))
        if block is not None and begins:
            yield block
            block = None
        block = block or _Block(line=number)
        for tag in tags:
            if tag.name in KNOWN_TAGS:
                block.tags[tag.name] = tag.value
            else:
                block.extra.append(tag)
    if block is not None:
        yield block


class _Reader:
    """Turns blocks into entries, folding as it goes so that it knows what follows by itself."""

    def __init__(self, rulebook: str | None, library: Library) -> None:
        self.entries: list[Logged] = []
        self.problems: list[LineProblem] = []
        self._state = MatchState()
        self._rulebook = rulebook
        self._library = library
        self._laid: dict[Seat, list[tuple[Card, Spot]]] = {}

    def read(self, block: _Block) -> None:
        """Read one hand."""
        if not self._begin(block):
            return
        if isinstance(self._state.game, GuandanMatch):
            GuandanLines(self._add, self._problem).read(block.body)
            return
        for number, line in block.body:
            if line.startswith("^drawn"):
                self._told(number, line)
        self._bids(block)
        named = [line for line in block.body if line[1].startswith(("^trump", "^dealer"))]
        for number, line in named:
            self._named(number, line)
        self._check_trump(block)
        self._tricks(block)
        kitty = split(block.tags.get("Kitty", "").replace(" ", ""))
        if kitty and any(card is not Card.UNKNOWN for card in kitty):
            self._add(events.KittyShown(kitty))
        body, after = _parted(block.body)
        for number, line in body:
            if line.startswith("^"):
                self._irregularity(number, line)
        if "Result" in block.tags or after is not None:
            self._add(events.DealEnded())
        for number, line in after or ():
            self._told(number, line)

    def _add(self, event: Event) -> int:
        seq = len(self.entries) + 1
        entry = Logged(seq, 0, SYSTEM, event)
        self._state = apply(self._state, entry, self._library)
        self.entries.append(entry)
        return seq

    def _problem(self, line: int, code: str, found: str) -> None:
        self.problems.append(LineProblem(line, code, found[:80]))

    def _begin(self, block: _Block) -> bool:
        wanted = self._rulebook or block.tags.get("Rulebook", "")
        names = (block.tags.get("E", ""), block.tags.get("N", ""), block.tags.get("W", ""), block.tags.get("S", ""))
        hand = self._number(block)
        game = self._state.game
        if game is None or game.rulebook.id != wanted or hand not in (game.next_hand, game.next_hand - 1):
            if not self._knows(wanted):
                code = "record.no_such_rulebook" if block.tags else "record.no_such_word"
                self._problem(block.line, code, wanted or (block.body[0][1] if block.body else ""))
                return False
            order, failed = _order(block), _failed(block)
            begun = events.MatchStarted(wanted, names, levels=self._levels(block), dealer=self._due(block), hand=hand)
            self._add(replace(begun, order=order, failed=failed))
        if set(block.tags) - {"TCR", "Game", "Rulebook", "E", "N", "W", "S"} or block.body:
            self._set_levels(block)
            self._add(events.DealStarted(hand))
            self._name(names)  # after the deal: a name told before it would belong to the hand before
            return True
        self._name(names)
        return False

    def _name(self, names: tuple[str, str, str, str]) -> None:
        if names != self._state.names:
            self._add(events.SeatsRenamed(names))

    def _knows(self, rulebook: str) -> bool:
        try:
            return isinstance(self._library(rulebook), ShengjiRulebook | GuandanRulebook)
        except (NoSuchRulebookError, RulebookError):
            return False

    def _number(self, block: _Block) -> int:
        text = block.tags.get("Hand", "")
        expected = 1 if self._state.game is None else self._state.game.next_hand
        if re.fullmatch(r"[0-9]{1,6}", text):
            return int(text)
        if text:
            self._problem(block.line, "record.bad_number", text)
        return expected

    def _levels(self, block: _Block) -> tuple[Rank, Rank] | None:
        found = re.fullmatch(r"EW:([2-9TJQKA]) NS:([2-9TJQKA])", block.tags.get("Levels", ""))
        return None if found is None else (Rank(found.group(1)), Rank(found.group(2)))

    def _set_levels(self, block: _Block) -> None:
        """Set the levels of a game of Guandan where the tags say something else than the hands before."""
        game, levels = self._state.game, self._levels(block)
        if not isinstance(game, GuandanMatch) or levels is None:
            return
        wanted = LevelsSet(levels, SIDES.get(block.tags.get("Playing", "")), _failed(block))
        score = game.score
        stands = LevelsSet((score.ew, score.ns), score.playing, (score.ew_failed, score.ns_failed))
        if wanted != stands:
            self._add(wanted)

    def _due(self, block: _Block) -> Seat | None:
        return SEATS.get(block.tags.get("Due", ""))

    def _deal(self, state: MatchState) -> Deal:
        """Give the hand of Shengji that this block has begun."""
        assert isinstance(state.game, ShengjiMatch)
        assert state.game.deal is not None
        return state.game.deal

    def _bids(self, block: _Block) -> None:
        for word in block.tags.get("Bid", "").split():
            cards = split(word[2:])
            if word == "|":
                dealer = self._deal(self._state).dealer
                self._add(events.KittyBuried(dealer if dealer is not None else Seat.E))
            elif word[:1] in SEATS and word[1:2] in (":", "~") and cards:
                seat = SEATS[word[0]]
                self._add(events.Declared(seat, cards) if word[1] == ":" else events.CardsExposed(seat, cards))
            else:
                self._problem(block.line, "record.bad_bid", word)
        turned = split(block.tags.get("Turned", ""))
        if turned:
            self._add(events.KittyTurned(turned))

    def _named(self, number: int, line: str) -> None:
        words = line.split()
        seat = SEATS.get(words[-1])
        if words[0] == "^trump" and len(words) in (2, 3) and words[1] in SUITS:
            self._add(events.TrumpNamed(SUITS[words[1]], seat if len(words) == 3 else None))
        elif words[0] == "^dealer" and len(words) == 2 and seat is not None:
            self._add(events.DealerNamed(seat))
        else:
            self._problem(number, "record.bad_irregularity", line)

    def _check_trump(self, block: _Block) -> None:
        """Name dealer and trump as the tags say where the bids do not lead to them."""
        dealer = SEATS.get(block.tags.get("Dealer", ""))
        if dealer is not None and self._deal(self._state).dealer is not dealer:
            self._add(events.DealerNamed(dealer))
        word = block.tags.get("Trump", "")
        if word not in SUITS:
            return
        begun = Logged(self._state.seq + 1, 0, SYSTEM, events.Played(Seat.E, (Card.UNKNOWN,)))
        trump = self._deal(apply(self._state, begun, self._library)).trump
        if trump is None or trump.suit is not SUITS[word]:
            self._add(events.TrumpNamed(SUITS[word]))

    def _tricks(self, block: _Block) -> None:
        self._laid = {}
        lying = False
        for number, line in _parted(block.body)[0]:
            if line.startswith("^"):
                if isinstance(event_of(_bare(line)), IN_ITS_PLACE):
                    if lying and len(self._laid) == len(Seat):
                        self._collect()
                    self._told(number, line)
                continue
            for word in _bare(line).split():
                if re.fullmatch(r"[0-9]+\.", word):
                    if lying:
                        self._collect()
                    lying = True
                elif word == "...":
                    lying = False
                elif not re.fullmatch(rf"[ENWS]:{re.escape(NOT_SEEN)}", word):
                    self._word(number, word)
                    lying = True
        if lying:
            self._collect()

    def _collect(self) -> None:
        if self._laid:
            self._add(events.TrickCollected())
        self._laid = {}

    def _word(self, number: int, word: str) -> None:
        moves = read_moves(word)
        if moves is None:
            self._problem(number, "record.no_such_word", word)
            return
        for move in moves:
            self._move(number, move)

    def _move(self, number: int, move: Move) -> None:
        lying = self._laid.setdefault(move.seat, [])
        if move.mark is Mark.LAYS:
            event = events.PlayExtended(move.seat, move.cards) if lying else events.Played(move.seat, move.cards)
            seq = self._add(event)
            lying += [(card, Spot(seq, place)) for place, card in enumerate(move.cards)]
            return
        faces = [card for card, _ in lying]
        back = without(faces, move.cards) if move.mark is Mark.THROW_FAILED else move.cards
        spots = _take(lying, back)
        if not spots:
            self._problem(number, "record.not_lying_there", f"{move.seat.name}{move.mark.value}")
        elif move.mark is Mark.THROW_FAILED:
            self._add(events.ThrowFailed(move.seat, spots))
        else:
            self._add(events.PlayTakenBack(move.seat, spots))

    def _told(self, number: int, line: str) -> None:
        event = event_of(_bare(line))
        if event is None:
            self._problem(number, "record.bad_irregularity", line)
        else:
            self._add(event)

    def _irregularity(self, number: int, line: str) -> None:
        bare = _bare(line)
        words = bare.split()
        kind = words[0][1:]
        told = event_of(bare)
        if isinstance(told, TimeCalled | LotDrawn):
            self._add(told)
        elif told is not None or kind == "drawn":
            return
        elif kind == "rule" and len(words) == 3:
            seat = next((SEATS[part] for part in words[1].split(":") if part in SEATS), None)
            self._add(events.Ruled(words[1], words[2], seat))
        elif kind == "points" and len(words) == 3 and re.fullmatch(r"[+-][0-9]{1,3}", words[1]):
            self._add(PointsCorrected(int(words[1]), words[2]))
        elif kind == "misdeal" and len(words) == 2:
            self._add(events.DealVoided(words[1]))
        elif kind not in WORKED_OUT and kind not in ("trump", "dealer"):
            self._problem(number, "record.bad_irregularity", line)


def _bare(line: str) -> str:
    """Give a line without its comments."""
    return re.sub(r"\{[^}]*\}?", " ", line)


def _parted(body: Sequence[tuple[int, str]]) -> tuple[Sequence[tuple[int, str]], Sequence[tuple[int, str]] | None]:
    """Part the lines of a hand into those before its end and those after it, None where no line says that it ended."""
    end = next((place for place, (_, line) in enumerate(body) if _bare(line).split() == ["^end"]), None)
    return (body, None) if end is None else (body[:end], body[end + 1 :])


def _take(lying: list[tuple[Card, Spot]], cards: Sequence[Card]) -> tuple[Spot, ...]:
    """Take cards out of those lying, the first of equal ones first."""
    spots: list[Spot] = []
    for card in cards:
        found = next((each for each in lying if each[0] is card), None)
        if found is not None:
            lying.remove(found)
            spots.append(found[1])
    return tuple(spots)


def _order(block: _Block) -> tuple[Seat, ...]:
    """Read how the hand before a hand of Guandan ended."""
    words = block.tags.get("Before", "").split()
    return tuple(SEATS[word] for word in words) if all(word in SEATS for word in words) else ()


def _failed(block: _Block) -> tuple[int, int]:
    found = re.fullmatch(r"EW:([0-9]{1,3}) NS:([0-9]{1,3})", block.tags.get("Failed", ""))
    return (0, 0) if found is None else (int(found.group(1)), int(found.group(2)))
