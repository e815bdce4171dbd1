"""Dice: what happens at a chance node."""

from __future__ import annotations

from random import Random
from typing import Any

from inarow.games.base import State


def dice_action(state: State) -> int | None:
    """The action with which a player may call for dice in this game; None if there is none."""
    rules = state.game.rules
    return None if rules is None else rules.dice


def without_dice(state: State) -> State:
    """The same position in the game without dice, for players that never call for them."""
    if dice_action(state) is None:
        return state
    with_dice: Any = state
    plain: State = with_dice.without_dice()
    return plain


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
