"""The choices a Shengji rulebook makes, each a named policy. The words in a rulebook file are these values."""

from __future__ import annotations

from enum import StrEnum


class MustPlay(StrEnum):
    """How a level that must be played (必打) holds a side back."""

    AS_DEALER = "as_dealer"
    """Nobody climbs past it, and only the dealing side climbs away from it."""
    STOP = "stop"
    """Nobody climbs past it, but either side may climb away from it."""


class Demotion(StrEnum):
    """What a dealing side loses when it is beaten on a level that must be played."""

    NONE = "none"
    ONE_LEVEL = "one_level"
    SAME_STEPS = "same_steps"
    """As many levels as the attackers gain."""


class Underwater(StrEnum):
    """What lies below the first level (水下)."""

    FIRST_LEVEL = "first_level"
    """Nothing: a side cannot fall below the first level."""
    COUNTED = "counted"
    """Levels below the first are counted, down to a limit that loses the match."""


class JackDug(StrEnum):
    """What happens when the dealers play the jack and the attackers take the bottom with a jack (勾)."""

    NOTHING = "nothing"
    TO_FIRST_LEVEL = "to_first_level"


class FirstDealer(StrEnum):
    """Who deals the first hand (首局庄家)."""

    LAST_SHOWN = "last_shown"
    """The seat whose declaration stands in the end: overriding moves the deal (反打)."""
    FIRST_SHOWN = "first_shown"
    """The first seat to show; overriding changes the trump alone."""
    DRAWN_CARD = "drawn_card"
    """The seat that draws the highest card."""


class Held(StrEnum):
    """Who deals next when the dealing side held."""

    PARTNER = "partner"
    SAME = "same"


class Lost(StrEnum):
    """Who deals next when the dealing side lost."""

    RIGHT = "right"
    """The dealer's right-hand neighbour, next in turn (下家)."""
    LEFT = "left"


class FirstDraw(StrEnum):
    """Who draws first in the first hand."""

    TURNED_CARD = "turned_card"
    """A turned card is counted round from the one who turned it."""
    HIGHEST_CARD = "highest_card"
    """Everyone turns a card, the highest draws first."""


class LaterDraw(StrEnum):
    """Who draws first in later hands."""

    DEALER = "dealer"
    ROTATES = "rotates"
    """One seat on in play order; on consecutive deals the two dealing players alternate."""


class Shuffler(StrEnum):
    """Who shuffles from the second hand on."""

    DEALERS_PARTNER = "dealers_partner"
    LAST_WINNER = "last_winner"


class Cutter(StrEnum):
    """Who cuts from the second hand on."""

    DEALERS_LEFT = "dealers_left"
    """The dealer's left-hand neighbour (上家)."""
    DEALERS_RIGHT = "dealers_right"


class Tie(StrEnum):
    """How equal drawn cards are settled."""

    SUIT_ORDER = "suit_order"
    REDRAW = "redraw"


class Nobody(StrEnum):
    """What happens when nobody declares (无人亮主)."""

    NO_TRUMP = "no_trump"
    REDEAL = "redeal"
    FIRST_CARD = "first_card"
    """The suit of the first bottom card turned; a joker makes it no-trump."""
    LEVEL_CARD_OR_HIGHEST = "level_card_or_highest"
    """The suit of the first level card in the bottom, else of the first card of the highest rank."""
    REFEREE_DRAWS = "referee_draws"
    """The suit of any one bottom card that the referee draws; a joker is drawn again."""


class Substitution(StrEnum):
    """Whether a side may change a player during the match."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class ShortHanded(StrEnum):
    """What happens when a side comes with too few players."""

    UNSTATED = "unstated"
    FORFEITS = "forfeits"


class Seating(StrEnum):
    """How the seats are found."""

    FREE = "free"
    BY_LOT = "by_lot"


class Show(StrEnum):
    """What can be shown to declare (亮主)."""

    SINGLE = "single"
    """One level card."""
    PAIR = "pair"
    """Two level cards of one suit."""
    LITTLE_JOKERS = "little_jokers"
    BIG_JOKERS = "big_jokers"


class EqualShows(StrEnum):
    """Whether shows of the same kind can override each other by the order of their suits."""

    REFUSED = "refused"
    PAIRS_BY_SUIT = "pairs_by_suit"
    ALL_BY_SUIT = "all_by_suit"


class SelfOverride(StrEnum):
    """When a player may override the trump that he declared himself."""

    NEVER = "never"
    AFTER_OTHERS = "after_others"
    """Only after another player's override stands in between."""


class Reinforce(StrEnum):
    """Whether the twin of the card shown may be added (加固, 定主)."""

    ALLOWED = "allowed"
    REFUSED = "refused"


class FirstPair(StrEnum):
    """Whether a pair shown as the very first declaration can be overridden."""

    OPEN = "open"
    FINAL = "final"


class JokersOver(StrEnum):
    """What a pair of jokers may override."""

    ANYTHING = "anything"
    OVERRIDES_ONLY = "overrides_only"
    """Only a declaration that has overridden another."""


class BottomCards(StrEnum):
    """Whether cards that came from the bottom may be shown."""

    COUNT = "count"
    EXCLUDED = "excluded"


class Stirring(StrEnum):
    """Whether trump may still be overridden once the dealer has taken the bottom (炒底), until the first lead."""

    REFUSED = "refused"
    TRUMP_ONLY = "trump_only"
    """The trump changes, the bottom stays with the dealer."""
    TAKES_BOTTOM = "takes_bottom"
    """The one who overrides takes the bottom and buries anew."""


class StirTurned(StrEnum):
    """Whether a trump that was found by turning the bottom may be stirred."""

    ALLOWED = "allowed"
    REFUSED = "refused"


class Link(StrEnum):
    """Two neighbours in the order of cards whose pairs join into a tractor, beyond natural neighbours of one suit."""

    OVER_GAP = "over_gap"
    """The ranks left and right of a rank that became trump (打 4: 3–5)."""
    SUIT_TOP = "suit_top"
    """The top of the trump suit and the trumps above it (主 A–副级牌)."""
    LEVELS = "levels"
    """A side level card and the main level card (副级牌–主级牌)."""
    CONSTANTS = "constants"
    """Constant trumps, among themselves and with the level cards above them (常主)."""
    LEVEL_JOKER = "level_joker"
    """The highest level card and the little joker; without a trump suit, any level card."""
    JOKERS = "jokers"
    """The little and the big joker."""


class FollowPairs(StrEnum):
    """Whether a pair led must be followed with a pair."""

    REQUIRED = "required"
    FREE = "free"


class FollowTractors(StrEnum):
    """What a tractor led demands of a hand that cannot match it."""

    LONGEST = "longest"
    """The longest tractors that the hand has, shorter ones included, then pairs."""
    SAME_LENGTH = "same_length"
    """A tractor as long as the one led, else only pairs."""
    PAIRS = "pairs"
    """Pairs alone, joined or not."""


class Breaking(StrEnum):
    """Whether a tractor must be broken to follow a pair."""

    REQUIRED = "required"
    PROTECTED = "protected"


class ThrowSuits(StrEnum):
    """Which suits may be thrown (甩牌)."""

    ANY = "any"
    SIDE_SUITS = "side_suits"
    NONE = "none"


class Forced(StrEnum):
    """Which part must be led when a throw fails."""

    LARGEST_KIND = "largest_kind"
    """Of the beaten units, the smallest of the largest kind."""
    SMALLEST_BEATEN = "smallest_beaten"
    """The beaten unit with the lowest cards."""
    SMALLEST = "smallest"
    """The unit with the lowest cards, beaten or not."""
    FIRST_BEATEN = "first_beaten"
    """The first unit that the first seat in turn order can beat, smaller kinds and lower cards first."""


class ThrowPenalty(StrEnum):
    """How a failed throw is paid for."""

    NONE = "none"
    FLAT = "flat"
    PER_BEATEN_CARD = "per_beaten_card"
    PER_BEATEN_CARD_OF_FORCED_KIND = "per_beaten_card_of_forced_kind"
    PER_RETURNED_CARD = "per_returned_card"


class LateChallenge(StrEnum):
    """What a throw that is proved wrong only later brings."""

    NOTHING = "nothing"
    REFEREE = "referee"
    """The referee may add the penalty."""


class OverRuff(StrEnum):
    """How two plays of a throw's shape are compared (盖毙)."""

    ALL = "all"
    """Every unit must be higher."""
    HIGHEST = "highest"
    """The highest card alone counts."""
    LARGEST_UNIT = "largest_unit"
    """The highest unit of the largest kind counts."""


class Multiplier(StrEnum):
    """How the bottom's points are multiplied when the attackers take it (抠底)."""

    DOUBLING = "doubling"
    """Single 2, pair 4, tractor of two pairs 8, three pairs 16 and so on."""
    DOUBLING_FLAT = "doubling_flat"
    """Single 2, pair 4, any tractor 8."""
    UNIT_CARDS = "unit_cards"
    """The number of cards in the largest unit."""
    UNIT_CARDS_THROWS_DOUBLED = "unit_cards_throws_doubled"
    """The number of cards in the largest unit, twice that when the lead was a throw."""
    PLAYED_CARDS = "played_cards"
    """The number of cards played."""
    TRACTOR_POWER = "tractor_power"
    """Single 2, pair 4, a tractor 2 to the number of its cards."""


class TakenWith(StrEnum):
    """Which cards can take the bottom."""

    ANY = "any"
    TRUMPS = "trumps"


class Negative(StrEnum):
    """Whether penalties can bring the attackers below nought."""

    ALLOWED = "allowed"
    CLAMPED = "clamped"


class RevokePenalty(StrEnum):
    """What a proved revoke (藏牌) costs."""

    UNSTATED = "unstated"
    HAND_LOST = "hand_lost"
    """The offender's side loses the hand: dealers lose the deal, attackers let the dealers go up one."""
    HAND_AND_LEVEL = "hand_and_level"
    """As ``hand_lost``, and where the dealers offend the attackers also go up one."""
    LEVEL_DOWN = "level_down"
    """One level down after the hand; the third time loses the match."""


class TakebackPenalty(StrEnum):
    """What taking a played card back (悔牌) costs."""

    UNSTATED = "unstated"
    LEVEL_DOWN = "level_down"


class CountPenalty(StrEnum):
    """What a hand with the wrong number of cards (多牌少牌) costs."""

    UNSTATED = "unstated"
    CONCEDES = "concedes"
    """The offender's side concedes the hand."""
    DEAL_OR_LEVEL = "deal_or_level"
    """Dealers lose the deal and the others go up one; attackers let the dealers go up one; both: a fresh start."""
    REPAIR_THEN_HAND_AND_LEVEL = "repair_then_hand_and_level"
    """Before burying the short hand draws from the long one; afterwards as ``deal_or_level``."""


class BottomCount(StrEnum):
    """What a bottom of the wrong size costs after the draw."""

    UNSTATED = "unstated"
    REDEAL = "redeal"
    """The referee counts; if every hand is right, new cards are dealt."""


class SlowPlay(StrEnum):
    """Whom the time limit of a play binds."""

    ALL = "all"
    ALL_BUT_DEALER = "all_but_dealer"


class TimeTie(StrEnum):
    """Who wins when time is up and the levels are equal."""

    DRAW = "draw"
    DEALERS = "dealers"
