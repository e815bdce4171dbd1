"""As much of `pyspiel` as our adapter needs: base classes that remember what they are given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

registered: dict[str, Any] = {}
PlayerId = SimpleNamespace(TERMINAL=-4, CHANCE=-1)


class GameType(SimpleNamespace):
    Dynamics = SimpleNamespace(SEQUENTIAL="sequential")
    ChanceMode = SimpleNamespace(DETERMINISTIC="none", EXPLICIT_STOCHASTIC="dice")
    Information = SimpleNamespace(PERFECT_INFORMATION="perfect")
    Utility = SimpleNamespace(ZERO_SUM="zero sum")
    RewardModel = SimpleNamespace(TERMINAL="terminal")


class GameInfo(SimpleNamespace):
    pass


class Game:
    def __init__(self, kind: GameType, info: GameInfo, params: dict[str, Any]) -> None:
        self.kind, self.info, self.params = kind, info, params

    def get_type(self) -> GameType:
        return self.kind

    def get_parameters(self) -> dict[str, Any]:
        return self.params


class State:
    def __init__(self, game: Game) -> None:
        self._game, self._history = game, list[int]()

    def get_game(self) -> Game:
        return self._game

    def history(self) -> list[int]:
        return self._history


class Bot:
    pass


class MCTSBot(Bot):
    """Fails where the real one ends the process."""

    def step(self, state: Any) -> int:
        raise AssertionError("step is deadly for games in Python")

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        action = state._legal_actions(state.current_player())[-1]
        return [(action, 1.0)], action


def register_game(kind: GameType, cls: type) -> None:
    registered[kind.short_name] = cls


def registered_names() -> list[str]:
    return list(registered)
