"""Gymnasium: one learner plays a game against any player, or both sides of it.

    env = gymnasium.make("inarow/connect_four-v0", opponent="level(3)")
    observation, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(mask=info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

A step is a move of the learner and the opponent's reply; dice are rolled where the game has some.
The reward is 1 for a win, -1 for a loss and 0 for a draw and while the game goes on. An action that
is not legal loses the game. Nothing is ever truncated: every game comes to an end.

A learner who plays both sides (`opponent=None`) sees the board with the eyes of whoever is to
move, and the reward is for the player who has just moved. `info["player"]` says whose eyes these
are: not always the other player's, since on nine boards to choose a board is a move of its own.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from inarow.adapters.rl.opponents import Opponents
from inarow.adapters.rl.render import (
    FRAMES_PER_SECOND,
    RENDER_MODES,
    Pixels,
    check_render_mode,
    rendered,
    show,
)
from inarow.adapters.rl.views import (
    Planes,
    check_seat,
    legal_mask,
    observation_space,
    observe,
    the_game,
)
from inarow.agents.human import Player
from inarow.errors import IllegalMove
from inarow.games.base import Game, State
from inarow.search.limit import Limit


class GameEnv(gymnasium.Env[Planes, np.int64]):
    """One game.

    >>> env = GameEnv("tic_tac_toe", opponent="random", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist()
    ((3, 3, 2), [1, 1, 1, 1, 1, 1, 1, 1, 1])
    >>> observation, reward, terminated, truncated, info = env.step(4)
    >>> int(info["action_mask"].sum()), reward, terminated
    (7, 0.0, False)

    Args:
        game: a game or its spec.
        opponent: a player, its spec, or a function; None: the learner plays both sides.
        seat: 0 or 1, whom the learner plays against an opponent; None: drawn for every game.
        limit: how much the opponent may think about a move: `2s`, or a `Limit`.
        render_mode: `ansi`, `human` or `rgb_array`, see `render.py`; None: nothing is drawn.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: Game | str = "connect_four",
        *,
        opponent: Player | None = "random",
        seat: int | None = None,
        limit: Limit | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_seat(seat, opponent)
        check_render_mode(render_mode)
        self.game = the_game(game)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = Discrete(self.game.num_actions)
        self._both = opponent is None
        self._drawn = seat is None and not self._both
        self._seat = seat or 0
        self._opponents = Opponents(self.game, opponent, limit=limit)
        self._lost = False
        self._begun = False

    @property
    def state(self) -> State:
        """The position."""
        return self._opponents.states[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin a game; with a seed, dice and opponent begin anew as well."""
        super().reset(seed=seed)
        if seed is not None:
            self._opponents.seed(int(self.np_random.integers(1 << 32)))
        if self._drawn:
            self._seat = int(self.np_random.integers(2))
        self._begun, self._lost = True, False
        self._opponents.begin([0])
        self._reply()
        return self._look()

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the opponent reply."""
        if not self._begun or self._over:
            problem = "the game is over" if self._begun else "no game has begun"
            raise IllegalMove(f"{problem}: call reset first")
        viewer = self._viewer
        self._lost = action not in self.state.legal_actions()
        reward = -1.0
        if not self._lost:
            self._opponents.play([0], [int(action)])
            self._reply()
            reward = self.state.returns()[viewer]
        observation, info = self._look()
        return observation, reward, self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal: what MaskablePPO of sb3-contrib asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | Pixels | None:
        """The board as `render_mode` says."""
        return rendered(self.state, self.render_mode)

    def close(self) -> None:
        """End an opponent that is a program of its own."""
        self._opponents.close()

    @property
    def _over(self) -> bool:
        return self._lost or self.state.outcome is not None

    @property
    def _viewer(self) -> int:
        return self.state.player if self._both else self._seat

    def _reply(self) -> None:
        while self._opponents.replies([0], [self._seat]):
            pass

    def _mask(self) -> Planes:
        mask = legal_mask(self.game, self.state)
        return np.zeros_like(mask) if self._lost else mask

    def _look(self) -> tuple[Planes, dict[str, Any]]:
        viewer = self._viewer
        show(self.state, self.render_mode)
        return observe(self.state, viewer), {"action_mask": self._mask(), "player": viewer}
