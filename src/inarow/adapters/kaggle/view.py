"""Positions as Kaggle shows them to an agent."""

from typing import Any

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.rules import Placement, Rules

OVERAGE = 0.0
"""Seconds that an agent may take beyond its time in a whole game: Kaggle gives 60, we none."""
EPISODE_STEPS, RUN_TIMEOUT = 1000, 1200


def is_connect_x(rules: Rules | None) -> bool:
    """Whether a game is one of those that Kaggle calls ConnectX: falling stones, k in a row.

    >>> from inarow.registry import load_game
    >>> [is_connect_x(load_game(name).rules) for name in ("connect_four(5,5,3)", "random_drop")]
    [True, False]
    """
    return rules is not None and rules == Rules(rules.rows, rules.cols, rules.k, Placement.FALLS)


def observation_of(state: State) -> dict[str, Any]:
    """What the player to move is shown: the board as a list of 0, 1 and 2, top row first."""
    board = [0 if owner is None else owner + 1 for row in state.board() for owner in row]
    return {
        "board": board,
        "mark": state.player + 1,
        "step": state.ply,
        "remainingOverageTime": OVERAGE,
    }


def configuration_of(game: Game, seconds: float) -> dict[str, Any]:
    """The rules and the time, under Kaggle's names."""
    rules = game.rules
    if rules is None or not is_connect_x(rules):
        raise NotSupported(f"Kaggle's agents cannot play {game}")
    return {
        "rows": rules.rows,
        "columns": rules.cols,
        "inarow": rules.k,
        "actTimeout": seconds,
        "timeout": seconds,
        "agentTimeout": OVERAGE,
        "episodeSteps": EPISODE_STEPS,
        "runTimeout": RUN_TIMEOUT,
    }
