"""Bots of OpenSpiel as our players.

A bot is asked about a position, not told of the moves before: bots that remember a game by its
history are not for this. `MCTSBot` and those that follow a policy are.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from inarow.adapters.openspiel.games import SpielGame, SpielState
from inarow.games.base import Game, State
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit

MakeBot = Callable[[Any, int], Any]
"""Makes a bot of a game of OpenSpiel and a seat."""


@dataclass
class SpielPlayer(Asked):
    """A bot of OpenSpiel.

    Args:
        make: makes the bot; called once for each game and seat.
        name: what people call it.

    Limits are not passed on, since bots know none: how much one may think is said when it is made.
    """

    make: MakeBot
    name: str = "openspiel"
    _made: dict[tuple[Game, int], tuple[SpielGame, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        seat = state.game, state.player
        if seat not in self._made:
            game = SpielGame({"game": str(state.game)})
            self._made[seat] = game, self.make(game, state.player)
        game, bot = self._made[seat]
        return Decision(_step(bot, SpielState(game, state)), path="OpenSpiel")


def _step(bot: Any, state: SpielState) -> int:
    """The action of a bot.

    `step` of the `MCTSBot` in C++ searches without Python's lock, and then a game that is written
    in Python ends the process (OpenSpiel 2.0.2, its own `python_tic_tac_toe` as well). With its
    policy, which it says it has not, it gives the same action and keeps the lock.
    """
    if isinstance(bot, pyspiel.MCTSBot):
        _, action = bot.step_with_policy(state)
        return int(action)
    return int(bot.step(state))
