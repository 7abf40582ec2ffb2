"""A whole simulated hand of Guandan, from the shuffle to the last trick, with the truth about it; and the match."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paizhuo.device.players.acts import Act
from paizhuo.device.players.guandan.choice import GuandanPlayer
from paizhuo.device.players.guandan.dealing import deal
from paizhuo.device.players.guandan.exchange import Exchanged, exchange
from paizhuo.device.players.guandan.faults import Fault, Injector, plan
from paizhuo.device.players.guandan.playing import Tricks, play_tricks
from paizhuo.device.players.guandan.temper import TEMPERS, GuandanTemper
from paizhuo.device.players.guandan.truth import GuandanTruth, TrueGift
from paizhuo.device.players.truth import Offence
from paizhuo.rules.cards import Card, Rank, Seat, Side
from paizhuo.rules.guandan.finish import gain, winner
from paizhuo.rules.guandan.levels import Score, after_hand, opening
from paizhuo.rules.guandan.pips import card_strength, wild_card
from paizhuo.rules.guandan.ruleset import GuandanRulebook
from paizhuo.rules.guandan.tribute import returnable

DEFAULT_TEMPERS: Mapping[Seat, GuandanTemper] = dict(zip(Seat, TEMPERS, strict=True))


@dataclass(frozen=True, slots=True)
class GuandanStanding:
    """Where a match stands before a hand: the score, how the last hand ended (nobody before the first), its number."""

    score: Score
    order: tuple[Seat, ...] = ()
    hand: int = 1

    @property
    def over(self) -> bool:
        """Say whether a side has won the match."""
        return self.score.passed is not None

    @classmethod
    def first(cls, rules: GuandanRulebook) -> GuandanStanding:
        """Give the beginning of a match."""
        return cls(opening(rules))


@dataclass(frozen=True, slots=True)
class GuandanPlan:
    """What kind of hand to play: the tempers by seat, how many faults to plant and which kinds.

    ``bunching`` is the share of ranks of which a poor shuffle leaves many cards to one player: longer plays.
    """

    tempers: Mapping[Seat, GuandanTemper] = field(default_factory=lambda: dict(DEFAULT_TEMPERS))
    faults: int = 1
    kinds: Sequence[Fault] = tuple(Fault)
    bunching: float = 0.05


@dataclass(frozen=True, slots=True)
class PlayedGuandan:
    """What was done, what it came to, and where the match stands afterwards."""

    acts: tuple[Act, ...]
    truth: GuandanTruth
    after: GuandanStanding


def play_hand(
    rules: GuandanRulebook, standing: GuandanStanding, plan_of: GuandanPlan, rng: random.Random
) -> PlayedGuandan:
    """Play one hand. Equal arguments give the same hand."""
    players = {seat: GuandanPlayer(seat, plan_of.tempers[seat], random.Random(rng.random())) for seat in Seat}
    faults = Injector(plan(rng, plan_of.faults, plan_of.kinds), rng)
    level = standing.score.level
    dealt = deal(standing.order, rules, faults, rng, plan_of.bunching)
    if standing.order:
        exchanged = exchange(standing.order, dealt.hands, level, players, rules, faults)
    else:
        leader = dealt.leader if dealt.leader is not None else rng.choice(list(Seat))
        exchanged = Exchanged((), dealt.hands, (), resisted=False, leader=leader)
    tricks = play_tricks(exchanged.hands, exchanged.leader, level, players, rules, faults, rng)
    proved = _wrong_gifts(exchanged.gifts, dealt.hands, tricks, level, rules)
    score = after_hand(standing.score, tricks.order, rules)
    truth = GuandanTruth(
        hand=standing.hand,
        level=level,
        leader=exchanged.leader,
        gifts=exchanged.gifts,
        resisted=exchanged.resisted,
        tricks=tricks.tricks,
        reports=tricks.reports,
        order=tricks.order,
        winner=winner(tricks.order),
        change=gain(tricks.order, rules),
        levels={side: score.of(side) for side in Side},
        passed=score.passed,
        offences=(*dealt.offences, *proved, *tricks.offences),
    )
    acts = (*dealt.acts, *exchanged.acts, *tricks.acts)
    return PlayedGuandan(acts, truth, GuandanStanding(score, tricks.order, standing.hand + 1))


def play_match(
    rules: GuandanRulebook, seed: int, plan_of: GuandanPlan | None = None, hands: int | None = None
) -> Iterator[PlayedGuandan]:
    """Play hand after hand until a side has passed A, or ``hands`` were played.

    Every hand has chance of its own, so that it stays the same whatever happened to draw more or less of it before.
    """
    standing = GuandanStanding.first(rules)
    while not standing.over and (hands is None or standing.hand <= hands):
        played = play_hand(rules, standing, plan_of or GuandanPlan(), random.Random(f"{seed}:{standing.hand}"))
        yield played
        standing = played.after


def _wrong_gifts(
    gifts: Sequence[TrueGift],
    dealt: Mapping[Seat, tuple[Card, ...]],
    tricks: Tricks,
    level: Rank,
    rules: GuandanRulebook,
) -> Iterator[Offence]:
    """Give the wrong tributes and returns that the cards played afterwards show; others nobody can prove."""
    for gift in gifts:
        laid = Counter(
            card for trick in tricks.tricks for each in trick.plays if each.seat is gift.payer for card in each.cards
        )
        own = laid & (Counter(dealt[gift.payer]) - Counter([gift.card]))
        # The card that came back in exchange may be the copy that was laid.
        own -= Counter([gift.returned])
        larger = [
            card
            for card in own.elements()
            if card is not wild_card(level) and card_strength(card, level) > card_strength(gift.card, level)
        ]
        if larger:
            yield Offence("tribute.not_largest", gift.payer, 0)
        if gift.returned not in returnable([*dealt[gift.receiver], gift.card], level, rules):
            yield Offence("return.not_low", gift.receiver, 0)
