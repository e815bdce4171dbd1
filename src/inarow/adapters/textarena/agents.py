"""Our players as agents of TextArena: text in, a move in square brackets out."""

from inarow.adapters.textarena.reading import is_sent, read_observation
from inarow.agents.human import Player, player_of
from inarow.games.base import State
from inarow.games.rules import Placement
from inarow.search.agent import require_support
from inarow.search.limit import Limit, limit_of

STUCK = "There is no legal move left."
"""The answer where TextArena goes on although our rules say that the game is drawn."""


class PlayerAgent:
    """One of our players for ConnectFour, TicTacToe and UltimateTicTacToe.

    Args:
        player: a player, the spec of one, or a function from positions to actions.
        limit: how much it may think about a move, as `2s` or a `Limit`.
        seed: of what it does at random.

    Whether the observation is the whole story or the last board only does not matter, except that
    UltimateTicTacToe needs all moves.
    """

    def __init__(
        self, player: Player, limit: Limit | str | None = None, seed: int | None = None
    ) -> None:
        self.player = player_of(player, seed)
        self.limit = limit_of(limit)

    def __call__(self, observation: str) -> str:
        """The answer to an observation, such as `[col 3]`, `[4]` or `[7 8]`."""
        state = read_observation(observation)
        if not state.legal_actions():
            return STUCK
        require_support(self.player, state.game)
        rules = state.game.rules
        assert rules is not None
        if rules.placement is Placement.FALLS:
            return f"[col {self._choose(state)}]"
        if rules.placement is Placement.ANYWHERE:
            return f"[{self._choose(state)}]"
        if is_sent(state):
            board = int(state.note[0]) - 1
        else:
            board = self._choose(state)
            state = state.play(board)
        return f"[{board} {self._choose(state)}]"

    def _choose(self, state: State) -> int:
        return int(self.player.choose(state, self.limit).action)
