"""Our files in the real ConnectX of Kaggle, and its rules beside ours.

    pip install --no-deps kaggle-environments
    pip install jsonschema requests
    pytest tests/slow/adapters/test_kaggle.py

(With everything that it names, kaggle-environments takes more than a gigabyte.)
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from inarow.adapters.kaggle.export import PLAYERS, kaggle_file
from inarow.adapters.kaggle.view import configuration_of, observation_of
from inarow.registry import load_game

WHY = "this needs kaggle-environments: see the top of this file"
kaggle_environments = pytest.importorskip("kaggle_environments", reason=WHY)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("opponent", ["random", "negamax"])
def test_a_file_plays_in_the_real_environment(tmp_path: Path, player: str, opponent: str) -> None:
    """It wins, on both sides; what it is told is the file, as in a submission."""
    file = tmp_path / f"{player}.py"
    file.write_text(kaggle_file(player))
    for seat in (0, 1):
        # The time for a busy machine is on top of that for a move.
        env = kaggle_environments.make("connectx", configuration={"agentTimeout": 600})
        env.run([str(file), opponent] if seat == 0 else [opponent, str(file)])
        assert [each.status for each in env.state] == ["DONE", "DONE"]
        assert env.state[seat].reward == 1, env.render(mode="ansi")


@pytest.mark.parametrize(("size", "games"), [((6, 7, 4), 1000), ((5, 4, 3), 100), ((7, 8, 5), 100)])
def test_rules_are_the_same_in_many_games(size: tuple[int, int, int], games: int) -> None:
    rows, columns, k = size
    game, rng = load_game(f"connect_four(rows={rows},cols={columns},k={k})"), Random(1)
    settings = {"rows": rows, "columns": columns, "inarow": k}
    shown = configuration_of(game, 2)
    for _ in range(games):
        env = kaggle_environments.make("connectx", configuration=settings)
        assert {name: env.configuration[name] for name in settings} == {
            name: shown[name] for name in settings
        }
        state = game.initial_state()
        while not env.done:
            observation = observation_of(state)
            assert env.state[0].observation.board in ([], observation["board"])
            assert env.state[state.player].status == "ACTIVE"
            assert env.state[state.player].observation.mark == observation["mark"]
            action = rng.choice(state.legal_actions())
            env.step([action if seat == state.player else None for seat in (0, 1)])
            state = state.play(action)
        assert state.outcome is not None
        assert tuple(each.reward for each in env.state) == state.returns()
