"""Random games: play any moves from a position to the end and see who wins.

One random game says little, but the mean of many is an estimate of the position that needs no
knowledge of the game at all: this is the "Monte Carlo" in Monte Carlo tree search.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from inarow.games.base import State
from inarow.games.dice import roll
from inarow.search.ordering import Moves


class OutOfTime(Exception):
    """Raised inside a random game that must be given up because the search is over."""


Check: TypeAlias = Callable[[], None]
"""Called at every ply of a long calculation; raises `OutOfTime` to end it."""


def rollout(
    state: State,
    rng: Random,
    depth: int | None = None,
    check: Check | None = None,
    moves: Moves | None = None,
) -> tuple[float, float]:
    """Play uniformly random moves to the end and return what each player has gained.

    Args:
        state: where the random game begins.
        rng: the generator that picks the moves and rolls the dice.
        depth: after so many plies an unfinished game is called a draw; None plays to the end.
        check: asked at every ply, so that a game on a huge board can be given up in the middle.
        moves: the actions to choose from where no dice decide; None means all of them.

    A state may have a faster way to do the same, `random_returns(rng)`; it is used if there is one.

    >>> from inarow.registry import load_game
    >>> game = load_game("connect_four")
    >>> rollout(game.initial_state(), Random(1))
    (1.0, -1.0)
    >>> rollout(game.initial_state(), Random(1), depth=3)
    (0.0, 0.0)
    """
    fast = getattr(state, "random_returns", None)
    if fast is not None and depth is None and moves is None:
        gained: tuple[float, float] = fast(rng)
        return gained
    plies = 0
    while plies != depth and (actions := state.legal_actions()):
        if check is not None:
            check()
        by_dice = bool(state.chance())
        if moves is not None and not by_dice:
            actions = moves(state)
        action = roll(state, rng) if by_dice else actions[int(rng.random() * len(actions))]
        state = state.play(action)
        plies += 1
    return state.returns()
