"""What one Guandan table decides differently from another, each as a named choice.

The values are the words of the rulebook files. ``ruleset.py`` gathers them.
"""

from __future__ import annotations

from enum import StrEnum


class JokerKickers(StrEnum):
    """May the pair of a full house (三带对) be a pair of jokers?"""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class WildPairs(StrEnum):
    """What may two wild cards alone stand for as a pair?"""

    LEVEL_ONLY = "level_only"
    ANY_RANK = "any_rank"


class SuitedStraights(StrEnum):
    """May a straight flush made with a wild card be called a plain straight?"""

    FLUSH_ONLY = "flush_only"
    PLAYERS_CHOICE = "players_choice"


class TwoPairsAndWild(StrEnum):
    """Which full house are two pairs and one wild card?"""

    AS_LAID = "as_laid"
    LARGER = "larger"
    SMALLER_UNLESS_SAID = "smaller_unless_said"


class Laying(StrEnum):
    """In which left-to-right order is a play laid?"""

    EITHER_WAY = "either_way"
    HIGH_TO_LOW = "high_to_low"


class EqualTributes(StrEnum):
    """Who gets which of two equal tributes (贡牌同点)?"""

    CLOCKWISE = "clockwise"
    FIRST_CHOOSES = "first_chooses"
    BY_LOT = "by_lot"


class PartnerLast(StrEnum):
    """Who pays when the first player's partner came last?"""

    PARTNER_PAYS = "partner_pays"
    THIRD_PAYS = "third_pays"


class LevelCardReturns(StrEnum):
    """Is a low level card low enough to be given back (还牌)?"""

    BY_ORDER = "by_order"
    BY_PRINT = "by_print"


class AceAttempts(StrEnum):
    """What happens to a side that keeps failing at A?"""

    UNLIMITED = "unlimited"
    THREE_THEN_TWO = "three_then_two"


class MatchFormat(StrEnum):
    """What ends a match (计局、计时、计副)?"""

    PASS_ACE = "pass_ace"
    TIME = "time"
    HANDS = "hands"


class TieBreak(StrEnum):
    """What decides a match whose sides stand equal?"""

    LOT_OR_EXTRA_HAND = "lot_or_extra_hand"
    EXTRA_HAND = "extra_hand"
    STAYS_DRAWN = "stays_drawn"


class EndSignal(StrEnum):
    """Does a hand count that is still in play when the time is up?"""

    HAND_COUNTS = "hand_counts"
    REFEREE_DECIDES = "referee_decides"
    HAND_DROPPED = "hand_dropped"


class Reports(StrEnum):
    """When must a player say how many cards are left (报牌)?"""

    ONCE_UNASKED = "once_unasked"
    AFTER_EVERY_PLAY = "after_every_play"
    WHEN_ASKED = "when_asked"
    OFF = "off"


class CountFaults(StrEnum):
    """What follows when a hand does not hold 27 cards after the deal?"""

    REFEREE_COUNTS = "referee_counts"
    DRAW_FROM_LONG = "draw_from_long"
    REDEAL = "redeal"


class Dealing(StrEnum):
    """How do the cards get into the hands?"""

    PLAYERS_DRAW = "players_draw"
    REFEREE_DEALS = "referee_deals"


class Passing(StrEnum):
    """How does a table learn of a pass (过牌)?"""

    SILENT = "silent"
    DEVICE = "device"


class Sanction(StrEnum):
    """What an offence costs. Levels go to the other side; a warning costs nothing."""

    REFEREE = "referee"
    WARNING = "warning"
    CORRECTED = "corrected"
    LEVELS_1 = "levels_1"
    LEVELS_2 = "levels_2"
    LEVELS_3 = "levels_3"
    PLACED_LAST = "placed_last"
    MATCH_LOST = "match_lost"

    @property
    def levels(self) -> int:
        """Give the levels by which the other side rises.

        >>> Sanction.LEVELS_2.levels, Sanction.WARNING.levels
        (2, 0)
        """
        head, _, count = self.partition("_")
        return int(count) if head == "levels" else 0
