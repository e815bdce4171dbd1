"""PettingZoo: two agents, `player_0` and `player_1`, take turns (its "AEC" environments).

    env = pettingzoo.make("aec", "inarow/gomoku-v0")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dictionary: `observation`, the board with the eyes of the agent, and
`action_mask`, which is 0 all over for the one who is not to move. The winner gets 1 and the loser
-1. Both as in `connect_four_v3` of PettingZoo, for games of any size.

Dice are rolled by the environment. On nine boards an agent may be asked twice in a row: to choose a
board is a move of its own.
"""

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from inarow.adapters.rl.render import (
    FRAMES_PER_SECOND,
    RENDER_MODES,
    Pixels,
    check_render_mode,
    rendered,
    show,
)
from inarow.adapters.rl.views import legal_mask, observation_space, observe, the_game
from inarow.errors import IllegalMove
from inarow.games.base import Game, State
from inarow.games.dice import roll

AGENTS = ("player_0", "player_1")


def env(game: Game | str = "connect_four", render_mode: str | None = None) -> Any:
    """A game with the usual wrappers of PettingZoo: who plays an illegal action loses.

    >>> zoo = env("tic_tac_toe")
    >>> zoo.reset(seed=1)
    >>> zoo.step(4)
    >>> zoo.agent_selection, int(zoo.observe("player_1")["action_mask"].sum())
    ('player_1', 8)
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(
        GameAECEnv(game, render_mode), illegal_reward=-1
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class GameAECEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """One game between two agents, without wrappers: an illegal action is refused.

    Args:
        game: a game or its spec.
        render_mode: `ansi`, `human` or `rgb_array`, see `render.py`; None: nothing is drawn.
    """

    def __init__(self, game: Game | str = "connect_four", render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game = the_game(game)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_SECOND,
            "name": f"{self.game.name}_v0",
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        mask = Box(0, 1, (self.game.num_actions,), np.int8)
        seen: dict[str, Space[Any]] = {
            "observation": observation_space(self.game),
            "action_mask": mask,
        }
        self._observed: dict[str, Space[Any]] = {agent: Dict(seen) for agent in AGENTS}
        self._acts: dict[str, Space[Any]] = {
            agent: Discrete(self.game.num_actions) for agent in AGENTS
        }
        self._dice = Random()
        self._state: State = self.game.initial_state()

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observed[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with a seed, the dice begin anew as well."""
        if seed is not None:
            self._dice = Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._go_on(self.game.initial_state())

    def observe(self, agent: str) -> dict[str, Any]:
        """The board with the eyes of an agent, and what it may do now."""
        mask = legal_mask(self.game, self._state)
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        return {"observation": observe(self._state, AGENTS.index(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None once the game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{self.agent_selection} is to move, and None is no action")
        self._go_on(self._state.play(int(action)))
        if self._state.outcome is not None:
            self.rewards = dict(zip(AGENTS, self._state.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def render(self) -> str | Pixels | None:
        """The board as `render_mode` says."""
        return rendered(self._state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _go_on(self, state: State) -> None:
        while state.outcome is None and state.chance():
            state = state.play(roll(state, self._dice))
        self._state = state
        self.agent_selection = AGENTS[state.player]
        show(state, self.render_mode)
