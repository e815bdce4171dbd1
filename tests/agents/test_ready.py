"""Players are made ready before their clocks run."""

from __future__ import annotations

import pytest

from inarow.agents import ready
from inarow.agents.ready import make_ready
from inarow.registry import agents, load_agent, load_game
from inarow.search.agent import HasKernels
from inarow.search.seam import Step


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the steps that are run."""
    found: list[str] = []

    def prepare(*steps: Step) -> None:
        found.extend(step.name for step in steps)

    monkeypatch.setattr(ready, "prepare", prepare)
    return found


@pytest.mark.parametrize(
    ("agent", "game", "steps"),
    [
        ("mcts", "nine_board", ["Monte Carlo tree search"]),
        ("mcts(threads=2)", "connect_four", ["threads that share a tree"]),
        ("mcts(threads=2,per_child=true,final=ratio)", "mnk", ["Monte Carlo tree search"]),
        ("normal", "connect_four", ["Monte Carlo tree search"]),
        ("classic-nine-mcts", "nine_board", ["Monte Carlo tree search"]),
        ("minimax", "connect_four", ["alpha-beta and expectiminimax"]),
        ("alphabeta", "gomoku", ["alpha-beta and expectiminimax"]),
        ("classic-expectiminimax", "random_drop", ["alpha-beta and expectiminimax"]),
        ("classic-gomoku", "gomoku", ["alpha-beta and expectiminimax"]),
        ("perfect", "connect_four", ["Connect Four solver"]),
        ("perfect", "gomoku", []),
        ("mcts(compiled=false)", "connect_four", []),
        ("alphabeta(compiled=false)", "connect_four", []),
        ("random", "connect_four", []),
        ("human", "connect_four", []),
    ],
)
def test_each_player_gets_what_it_uses(
    agent: str, game: str, steps: list[str], loaded: list[str]
) -> None:
    make_ready(load_agent(agent), load_game(game))
    assert loaded == steps


def test_players_that_let_others_think(loaded: list[str]) -> None:
    make_ready(load_agent("judge"), load_game("connect_four"))
    names = ["Connect Four solver", "alpha-beta and expectiminimax", "Monte Carlo tree search"]
    assert loaded == names
    loaded.clear()
    make_ready(load_agent("level(3)"), load_game("connect_four"))
    assert loaded


def test_every_player_that_has_compiled_code_can_be_prepared() -> None:
    for entry in agents().values():
        if any(option.name == "compiled" for option in entry.options()):
            assert issubclass(entry.load(), HasKernels), entry.name


def test_a_missing_compiler_is_left_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*steps: Step) -> None:
        raise ImportError("no numba")

    monkeypatch.setattr(ready, "prepare", fail)
    make_ready(load_agent("mcts"), load_game("connect_four"))
