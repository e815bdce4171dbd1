"""Gymnasium's vector environment on our kernel: thousands of games, one move each per step.

Whatever `single.py` says of one game holds for each of these: what is seen, what it is worth, who
the opponent is. Games that are over begin anew as `autoreset_mode` says.
"""

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from inarow.adapters.rl import kernel
from inarow.adapters.rl.opponents import Opponents
from inarow.adapters.rl.views import (
    Planes,
    check_count,
    check_opponent,
    check_seat,
    observation_space,
    shape_of,
    the_game,
)
from inarow.agents.human import Player
from inarow.errors import BadOption, IllegalMove, NotSupported
from inarow.games.base import Game
from inarow.search.limit import Limit
from inarow.search.native.from_state import can_compile, new_position
from inarow.search.native.jit import Struct
from inarow.search.native.position import DROP, PLACE, POP

Bools: TypeAlias = NDArray[np.bool_]
_MODES = {
    AutoresetMode.NEXT_STEP: kernel.NEXT_STEP,
    AutoresetMode.SAME_STEP: kernel.SAME_STEP,
    AutoresetMode.DISABLED: kernel.DISABLED,
}


class GameVectorEnv(VectorEnv[Planes, Any, Any]):
    """Many games of the same kind, played side by side.

    Observations and masks are written into new arrays in every step, or into those that
    `write_into` was given.

    >>> env = GameVectorEnv("connect_four", num_envs=3, opponent=None)
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 6, 7, 2), (3, 7))
    >>> observations, rewards, terminated, truncated, infos = env.step(env.random_actions())

    Args:
        game: a game or its spec.
        num_envs: how many.
        opponent: a spec, a player, or a function; `random` plays inside the kernel. None: the
            learner plays both sides, and sees the board of whoever is to move.
        seat: 0 or 1, whom the learner plays against an opponent; None: drawn for every game.
        limit: how much the opponent may think about a move: `2s`, or a `Limit`.
        threads: how many games the opponent thinks about at a time; None: one per core.
        autoreset_mode: when a game that is over begins anew.
    """

    def __init__(
        self,
        game: Game | str = "connect_four",
        num_envs: int = 1,
        *,
        opponent: Player | None = "random",
        seat: int | None = None,
        limit: Limit | str | None = None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        check_count(num_envs, "game")
        check_seat(seat, opponent)
        check_opponent(opponent, limit, threads)
        self.game = the_game(game)
        self.num_envs = num_envs
        self._mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rules = rules_of(self.game)
        self._rules.autoreset = _MODES[self._mode]
        self._opponents: Opponents | None = None
        if opponent is not None:
            self._rules.seat = kernel.DRAWN if seat is None else seat
            self._rules.replies = opponent == "random"
        if opponent not in (None, "random"):
            self._opponents = Opponents(self.game, opponent, num_envs, limit, threads)
            self._rules.dice = 0  # they are rolled where the opponent is asked
        self._games = np.zeros(num_envs, kernel.GAME)
        self._games["start"] = np.arange(num_envs) * self._rules.length
        self._state = np.zeros(num_envs * int(self._rules.length), np.int8)
        self._all = np.ones(num_envs, np.bool_)
        self._seen_shape = (num_envs, *shape_of(self.game))
        self._mask_shape = (num_envs, self.game.num_actions)
        self._given: tuple[Planes, Planes] | None = None
        self._masks: Planes | None = None

    def write_into(self, observations: Planes | None, masks: Planes | None) -> None:
        """Let the next steps write into these arrays, without a copy; None: into new ones again.

        Args:
            observations: int8, of the shape (games, rows, columns, planes), one row after another.
            masks: int8, of the shape (games, actions), likewise.
        """
        if observations is None and masks is None:
            self._given = None
            return
        self._given = (
            _checked("observations", observations, self._seen_shape),
            _checked("masks", masks, self._mask_shape),
        )

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game, all equally likely; 0 for one that is over."""
        self._masks_now()
        actions = np.empty(self.num_envs, np.int64)
        kernel.draw_actions(self._rules, self._games, self._state, actions)
        return actions

    def action_masks(self) -> Bools:
        """Which actions are legal in each game."""
        return self._masks_now().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin all games anew, or those that `options["reset_mask"]` marks."""
        super().reset(seed=seed)
        which = self._reset_mask((options or {}).get("reset_mask"))
        if seed is not None or self._masks is None:
            self._games["random"] = self.np_random.integers(1, 1 << 62, self.num_envs)
            if self._opponents is not None:
                self._opponents.seed(int(self.np_random.integers(1 << 32)))
        self._begin(which)
        return self._look()

    def step(
        self, actions: Any
    ) -> tuple[Planes, NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """One action in every game; what is given for one that begins anew does not count."""
        played = self._check_actions(actions)
        rewards, ended = np.empty(self.num_envs), np.empty(self.num_envs, np.bool_)
        same = self._mode is AutoresetMode.SAME_STEP
        finals = np.zeros((self.num_envs if same else 1, int(self._rules.picture)), np.int8)
        if self._opponents is None:
            kernel.step_all(self._rules, self._games, self._state, played, rewards, ended, finals)
        else:
            self._step_with(self._opponents, played, rewards, ended, finals)
        observations, infos = self._look()
        if same and ended.any():
            infos["final_obs"] = finals.reshape(observations.shape)
            infos["final_info"] = {
                "action_mask": np.zeros_like(self._masks),
                "_action_mask": ended,
            }
            infos["_final_obs"] = infos["_final_info"] = ended
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads of the opponents."""
        if self._opponents is not None:
            self._opponents.close()

    def _step_with(
        self,
        opponents: Opponents,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float64],
        ended: Bools,
        finals: Planes,
    ) -> None:
        """`kernel.step_all` with an opponent who is asked here."""
        fresh = self._games["over"] != 0
        opponents.play(np.flatnonzero(~fresh), actions.tolist())
        kernel.play_some(self._rules, self._games, self._state, actions, ~fresh)
        self._reply(opponents)
        ended[:] = (self._games["over"] != 0) & ~fresh
        winner, seat = self._games["winner"], self._games["seat"]
        rewards[:] = np.where(winner == seat, 1.0, -1.0)
        rewards[~ended | (winner == kernel.NOBODY)] = 0.0
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            self._write(finals, np.empty(self._mask_shape, np.int8))
            fresh = ended
        if fresh.any():
            self._begin(fresh)

    def _begin(self, which: Bools) -> None:
        kernel.begin_some(self._rules, self._games, self._state, which)
        if self._opponents is not None:
            self._opponents.begin(np.flatnonzero(which))
            self._reply(self._opponents)

    def _reply(self, opponents: Opponents) -> None:
        """Let opponent and dice move until it is the learner's turn in every game."""
        seats = self._games["seat"].tolist()
        while True:
            moves = opponents.replies(np.flatnonzero(self._games["over"] == 0), seats)
            if not moves:
                return
            actions, which = np.zeros(self.num_envs, np.int64), ~self._all
            actions[list(moves)], which[list(moves)] = list(moves.values()), True
            kernel.play_some(self._rules, self._games, self._state, actions, which)

    def _look(self) -> tuple[Planes, dict[str, Any]]:
        """Observations and infos, in the arrays that are to be used."""
        if self._given is None:
            observations = np.empty(self._seen_shape, np.int8)
            masks = np.empty(self._mask_shape, np.int8)
        else:
            observations, masks = self._given
        players = self._write(observations.reshape(self.num_envs, -1), masks)
        self._masks = masks
        infos = {"action_mask": masks, "player": players}
        return observations, {**infos, "_action_mask": self._all, "_player": self._all}

    def _write(self, observations: Planes, masks: Planes) -> Planes:
        players = np.empty(self.num_envs, np.int8)
        kernel.look_at_all(self._rules, self._games, self._state, observations, masks, players)
        return players

    def _check_actions(self, actions: Any) -> NDArray[np.int64]:
        played = np.asarray(actions)
        if played.shape != (self.num_envs,) or played.dtype.kind not in "iu":
            raise BadOption(f"actions must be {self.num_envs} whole numbers, one for each game")
        self._masks_now()
        if self._mode is AutoresetMode.DISABLED and self._games["over"].any():
            over = int(np.argmax(self._games["over"]))
            raise IllegalMove(f"game {over} is over: reset it with options reset_mask")
        return np.require(played, np.int64, ["C", "W"])  # what the kernel is compiled for

    def _masks_now(self) -> Planes:
        if self._masks is None:
            raise IllegalMove("no game has begun: call reset first")
        return self._masks

    def _reset_mask(self, mask: Any) -> Bools:
        if mask is None or self._masks is None:
            return self._all
        marked = np.array(mask)
        if marked.shape != (self.num_envs,) or marked.dtype != np.bool_:
            raise BadOption(f"reset_mask must be {self.num_envs} times true or false")
        return marked


def _checked(name: str, array: Planes | None, shape: tuple[int, ...]) -> Planes:
    """An array that the kernel can write into."""
    is_array = isinstance(array, np.ndarray) and array.flags.carray
    if array is None or not is_array or array.shape != shape or array.dtype != np.int8:
        raise BadOption(f"{name} must be a writeable int8 array {shape}, row by row")
    return array


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(each.value for each in AutoresetMode)
        raise BadOption(f"{mode!r} is no autoreset mode: {names}") from None


def rules_of(game: Game) -> Struct:
    """The rules of a game for the kernel, with a learner who plays both sides."""
    if not can_compile(game) or game.rules is None:
        raise NotSupported(
            f"{game.name} has no vector environment of its own: "
            f"call make_vec with vectorization_mode='sync'"
        )
    rules, word = game.rules, new_position(game)
    found = np.zeros(1, kernel.RULES).view(np.recarray)[0]
    found.rows, found.cols, found.planes = shape_of(game)
    found.k, found.exact, found.actions = rules.k, rules.exact, rules.num_actions
    found.falls, found.sent = rules.falls, rules.sent
    found.chooses, found.claims = rules.chooses, rules.claims
    found.reopens, found.majority = rules.reopens, rules.majority
    found.pops, found.calls = rules.pops, rules.dice is not None
    found.dice = rules.random_start or rules.dice is not None
    found.turns = rules.cells if rules.turns is None else rules.turns
    found.word = word.kind in (DROP, PLACE, POP)
    found.quick, found.steps[:] = word.quick, word.steps
    found.seat = kernel.NOBODY
    found.picture = found.rows * found.cols * found.planes
    found.legal = 2 * found.picture
    found.heights = found.legal + found.actions
    found.cells = found.heights + found.cols
    bordered = (found.rows + 2) * (found.cols + 2)
    found.length = found.cells + (0 if found.word or found.sent else bordered)
    return found
