"""Our players as bots of OpenSpiel.

A bot of ours plays our games, and those of OpenSpiel that are the same as one of ours: there the
actions mean the same, so the moves so far are simply played again.
"""

from typing import Any

import pyspiel

from inarow.adapters.openspiel.games import SpielState
from inarow.agents.human import Player, player_of
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.registry import load_game
from inarow.search.agent import require_support
from inarow.search.limit import Limit, limit_of

_SAME = {
    "connect_four": "connect_four(rows={rows},cols={columns},k={x_in_row})",
    "mnk": "mnk(rows={n},cols={m},k={k})",
    "tic_tac_toe": "tic_tac_toe",
    "ultimate_tic_tac_toe": "ultimate_tic_tac_toe",
}
"""Games of OpenSpiel, and the specs that their parameters make here."""


def same_game(game: Any) -> Game:
    """The game of ours that is the same as one of OpenSpiel.

    Raises:
        NotSupported: there is none.
    """
    kind = game.get_type()
    if kind.short_name not in _SAME:
        known = ", ".join(_SAME)
        raise NotSupported(f"of OpenSpiel's games our players know {known}, not {kind.short_name}")
    values = {**kind.parameter_specification, **game.get_parameters()}
    return load_game(_SAME[kind.short_name].format(**values))


def position_of(state: Any) -> State:
    """A state of OpenSpiel as a position of ours."""
    if isinstance(state, SpielState):
        return state.position
    position = same_game(state.get_game()).initial_state()
    for action in state.history():
        position = position.play(action)
    return position


class PlayerBot(pyspiel.Bot):
    """One of our players as a bot.

    Args:
        player: a player, the spec of one, or a function from positions to actions.
        player_id: its seat, 0 or 1.
        limit: how much it may think about a move, as `2s` or a `Limit`.
        seed: of what it does at random.
    """

    def __init__(
        self,
        player: Player,
        player_id: int,
        limit: Limit | str | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        self._player = player_of(player, seed)
        self._limit = limit_of(limit)
        self._player_id = player_id

    def player_id(self) -> int:
        return self._player_id

    def provides_policy(self) -> bool:
        return False

    def restart(self) -> None:
        """Nothing is kept from game to game."""

    def restart_at(self, state: Any) -> None:
        """Nothing is kept from move to move: any position will do."""

    def step(self, state: Any) -> int:
        """The move in a state of OpenSpiel."""
        position = position_of(state)
        require_support(self._player, position.game)
        return int(self._player.choose(position, self._limit).action)
