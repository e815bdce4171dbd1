"""Dice: what happens at a chance node."""

from __future__ import annotations

from random import Random

from inarow.games.base import State


def roll(state: State, rng: Random) -> int:
    """Let the dice decide at a chance node: each outcome as often as its probability says.

    >>> from inarow.registry import load_game
    >>> roll(load_game("nine_board").initial_state(), Random(1))
    1
    """
    threshold, outcomes = rng.random(), state.chance()
    for action, probability in outcomes:
        threshold -= probability
        if threshold < 0:
            return action
    return outcomes[-1][0]  # rounding left a sliver
