"""Players are made ready before their clocks run."""

from __future__ import annotations

import pytest

from inarow.agents import ready
from inarow.agents.ready import make_ready
from inarow.agents.warm_up import Step
from inarow.registry import agents, load_agent, load_game


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the steps that are run."""
    found: list[str] = []

    def load(step: Step) -> None:
        found.append(step.name)

    monkeypatch.setattr(ready, "_load", load)
    return found


@pytest.mark.parametrize(
    ("agent", "game", "steps"),
    [
        ("mcts", "nine_board", ["Monte Carlo tree search"]),
        ("normal", "connect_four", ["Monte Carlo tree search"]),
        ("classic-nine-mcts", "nine_board", ["Monte Carlo tree search"]),
        ("alphabeta", "gomoku", ["alpha-beta and expectiminimax"]),
        ("classic-expectiminimax", "random_drop", ["alpha-beta and expectiminimax"]),
        ("classic-gomoku", "gomoku", ["alpha-beta and expectiminimax"]),
        ("mcts(compiled=false)", "connect_four", []),
        ("random", "connect_four", []),
        ("human", "connect_four", []),
    ],
)
def test_each_player_gets_what_it_uses(
    agent: str, game: str, steps: list[str], loaded: list[str]
) -> None:
    make_ready(load_agent(agent), load_game(game))
    assert loaded == steps


def test_every_player_that_has_compiled_code_is_known() -> None:
    for entry in agents().values():
        if any(option.name == "compiled" for option in entry.options()):
            assert entry.load().__module__ in ready._STEPS, entry.name


def test_a_missing_compiler_is_left_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(step: Step) -> None:
        raise ImportError("no numba")

    monkeypatch.setattr(ready, "_load", fail)
    make_ready(load_agent("mcts"), load_game("connect_four"))
