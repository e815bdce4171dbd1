"""Every game of ours as a game of OpenSpiel: `inarow`, with a spec as its parameter `game`.

Actions, players and returns are the same in both. The observation is the same for both players, a
tensor of five planes with row 0 on top:

    plane 0     stones of player 0
    plane 1     stones of player 1
    plane 2     empty cells
    plane 3     cells that an action touches now: where stones may go, or be taken away
    plane 4     1 everywhere if player 1 is to move

Plane 3 tells on which of nine boards the next stone goes; it is empty where a board is chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from inarow.errors import InarowError
from inarow.games.base import SYMBOLS, Game, State
from inarow.registry import load_game

NAME = "inarow"
PLANES = 5
_DEFAULT = "connect_four"
_EXTRA = 16
"""Actions beside two for each cell: more than any opening has."""


def _type(dice: bool) -> Any:
    """What OpenSpiel wants to know of a kind of game."""
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name="k-in-a-row games of inarow",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if dice else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": _DEFAULT},
    )


TYPE = _type(dice=False)


class SpielGame(pyspiel.Game):
    """The rules of one of our games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        try:
            self.rules = load_game(str(given.get("game", _DEFAULT)))
        except InarowError as error:  # in words of ours, as an error that OpenSpiel passes on
            raise ValueError(str(error)) from None
        dice = _may_roll(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=self.rules.num_actions if dice else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_most_actions(self.rules),
        )
        super().__init__(_type(dice), info, given)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The start of a game; OpenSpiel may hand over None, and nothing else is known here."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        public = iig_obs_type is None or iig_obs_type.public_info
        if public and not (iig_obs_type and iig_obs_type.perfect_recall):
            return Observer(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Kept:
    """A position, which OpenSpiel need not copy: it never changes."""

    __slots__ = ("position",)

    def __init__(self, position: State) -> None:
        self.position = position

    def __deepcopy__(self, _: object) -> Kept:
        return self


class SpielState(pyspiel.State):
    """A position of one of our games; by default its start."""

    def __init__(self, game: SpielGame, position: State | None = None) -> None:
        super().__init__(game)
        self._kept = Kept(position or game.rules.initial_state())

    @property
    def position(self) -> State:
        """The position as inarow knows it."""
        return self._kept.position

    def current_player(self) -> int:
        position = self.position
        if position.outcome is not None:
            terminal: int = pyspiel.PlayerId.TERMINAL
            return terminal
        if position.chance():
            chance: int = pyspiel.PlayerId.CHANCE
            return chance
        return position.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.position.chance())

    def _apply_action(self, action: int) -> None:
        self._kept = Kept(self.position.play(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.format(action)

    def is_terminal(self) -> bool:
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        return list(self.position.returns())

    def __str__(self) -> str:
        marks = {0: SYMBOLS[0], 1: SYMBOLS[1], None: "."}
        position = self.position
        rows = ["".join(marks[owner] for owner in row) for row in position.board()]
        mover = "" if position.outcome is not None else f"{SYMBOLS[position.player]} to move"
        return "\n".join([*rows, " ".join(filter(None, (mover, position.note)))])


class Observer:
    """Writes what is seen of a position into one tensor."""

    def __init__(self, game: Game) -> None:
        shape = (PLANES, *game.shape)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Show a position."""
        position, planes = state.position, self.dict["observation"]
        nobody = 2
        owners = [[nobody if who is None else who for who in row] for row in position.board()]
        planes[:3] = np.array(owners) == np.arange(3)[:, None, None]
        planes[3:] = 0
        if not position.chance():
            for cell in map(position.target, position.legal_actions()):
                if cell is not None:
                    planes[3][cell] = 1
        planes[4] = position.player

    def string_from(self, state: SpielState, player: int) -> str:
        """The board as text."""
        return str(state)


def _may_roll(game: Game) -> bool:
    """Whether dice may fall; where nothing is known of a game, they may."""
    rules = game.rules
    return rules is None or rules.dice is not None or rules.random_start


def _most_actions(game: Game) -> int:
    """More actions than a game can have: stones, and choices of boards, colours or dice."""
    if game.rules is not None and game.rules.turns is not None:
        return game.rules.turns
    rows, cols = game.shape
    return 2 * rows * cols + _EXTRA
