"""Leading (首引): what may be led, and every unit a hand can lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from paizhuo.rules.cards import Card
from paizhuo.rules.shengji.combos import decompose, pairs_by_strength
from paizhuo.rules.shengji.policies import ThrowSuits
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trump import Group, Trump
from paizhuo.rules.violations import Violation


def verify_lead(
    play: Sequence[Card], hand: Sequence[Card] | None, trump: Trump, rulebook: ShengjiRulebook
) -> tuple[Violation, ...]:
    """Find every breach in a lead that its cards alone show; ``hand`` is None where it is not known.

    Whether a throw stands is a different question, see ``throw.judge_throw``.
    """
    if not play:
        return (Violation("lead.empty"),)
    problems: list[Violation] = []
    if hand is not None:
        missing = Counter(play) - Counter(hand)
        if missing:
            problems.append(Violation("play.not_in_hand", {"cards": tuple(str(card) for card in missing)}))
    groups = {trump.group(card) for card in play}
    if len(groups) > 1:
        problems.append(Violation("lead.mixed_groups", {"groups": tuple(sorted(groups))}))
    elif is_throw(play, trump, rulebook):
        if rulebook.throw.suits is ThrowSuits.NONE:
            problems.append(Violation("lead.throw_not_allowed"))
        elif rulebook.throw.suits is ThrowSuits.SIDE_SUITS and Group.TRUMP in groups:
            problems.append(Violation("lead.trump_throw_not_allowed"))
    return tuple(problems)


def is_throw(play: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> bool:
    """Say whether a lead has more than one unit (甩牌)."""
    return len(decompose(play, trump, rulebook)) > 1


def legal_leads(hand: Sequence[Card], trump: Trump, rulebook: ShengjiRulebook) -> Iterator[tuple[Card, ...]]:
    """Yield every single, pair and tractor of a hand once: the leads that cannot fail."""
    by_group: dict[Group, list[Card]] = {}
    for card in hand:
        by_group.setdefault(trump.group(card), []).append(card)
    for group, cards in by_group.items():
        for card in dict.fromkeys(cards):
            yield (card,)
        pools = pairs_by_strength(cards, trump)
        for place in sorted(pools):
            for card in pools[place]:
                yield (card, card)
            yield from _tractors(pools, place, trump.tied[group], rulebook.tractors.minimum_pairs, ())


def _tractors(
    pools: dict[int, list[Card]], place: int, tied: Sequence[bool], minimum: int, before: tuple[Card, ...]
) -> Iterator[tuple[Card, ...]]:
    for card in pools.get(place, ()):
        run = (*before, card, card)
        if len(run) >= 2 * minimum:
            yield run
        if tied[place]:
            yield from _tractors(pools, place + 1, tied, minimum, run)
