"""How fast plays are validated, as a ratio to another rules engine in the same run."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import chess

from paizhuo.rules.cards import Seat, Suit, two_decks
from paizhuo.rules.rulebooks import load
from paizhuo.rules.shengji.follow import choose_follow, verify_follow
from paizhuo.rules.shengji.lead import legal_leads, verify_lead
from paizhuo.rules.shengji.ruleset import ShengjiRulebook
from paizhuo.rules.shengji.trick import winner
from paizhuo.rules.shengji.trump import trump_for

FLOOR = 0.3
"""Validated plays per second, against random legal chess moves per second."""


def chess_moves(random: Random) -> int:
    """Play a game of random legal moves; give their number."""
    board, moves = chess.Board(), 0
    while moves < 150 and (legal := list(board.legal_moves)):
        board.push(random.choice(legal))
        moves += 1
    return moves


def validated_plays(random: Random, rulebook: ShengjiRulebook) -> int:
    """Play a hand of random legal plays, each found and then judged again; give their number."""
    deck, plays_made = list(two_decks()), 0
    random.shuffle(deck)
    trump = trump_for(rulebook, random.choice(rulebook.levels.ladder), random.choice([None, *Suit]))
    hands = [deck[25 * place : 25 * (place + 1)] for place in range(4)]
    leader = Seat.E
    while hands[leader]:
        lead = random.choice(list(legal_leads(hands[leader], trump, rulebook)))
        assert not verify_lead(lead, hands[leader], trump, rulebook)
        plays = []
        for seat in (leader, leader.next, leader.partner, leader.previous):
            play = lead
            if seat is not leader:
                play = choose_follow(lead, hands[seat], trump, rulebook, lambda _: random.random())
                assert not verify_follow(lead, hands[seat], play, trump, rulebook)
            plays.append((seat, play))
        for seat, play in plays:
            for card in play:
                hands[seat].remove(card)
        leader = winner(plays, trump, rulebook)
        plays_made += len(plays)
    return plays_made


def rate(play: Callable[[Random], int], seconds: float) -> float:
    """Count what a game makes per second of processor time."""
    random, made, start = Random(7), 0, process_time()
    while (spent := process_time() - start) < seconds:
        made += play(random)
    return made / spent


def test_plays_are_validated_at_least_three_tenths_as_fast_as_random_chess_moves_are_made() -> None:
    qq = load("qq", ShengjiRulebook)
    ours = rate(lambda random: validated_plays(random, qq), 0.7)
    theirs = rate(chess_moves, 0.7)
    assert ours / theirs >= FLOOR
