"""Two agents of PettingZoo: its own tests pass for every game, and its Connect Four plays alike."""

from __future__ import annotations

import sys
import warnings
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import inarow.adapters.rl  # registers the ids
from inarow.adapters.rl.zoo import GameAECEnv, env
from inarow.errors import IllegalMove, InarowError
from inarow.registry import games

assert inarow.adapters.rl
GAMES = [name for name, entry in games().items() if not entry.plugin]
VARIANTS = [
    "connect_four(rows=4,cols=5,k=3)",
    "gomoku(opening=swap2)",
    "gomoku(rule=renju)",
    "nine_board(first_move=free,full_board=free)",
    "ultimate_tic_tac_toe(won_boards=open,tie_break=boards)",
]
SAID_OF_BOARD_GAMES = {
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros.",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""Warnings from which PettingZoo excepts its own board games by name: a dictionary with a mask is
what they have as well, and an empty board is empty."""


@pytest.mark.parametrize("spec", GAMES + VARIANTS)
def test_the_tests_of_pettingzoo_pass(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(spec), num_cycles=30)
        seed_test(lambda: env(spec), num_cycles=30)
    assert {str(each.message) for each in said} <= SAID_OF_BOARD_GAMES
    assert "Passed API test" in capsys.readouterr().out


def play_along(ours: Any, theirs: Any, rng: Random) -> float:
    """Play one random game in both, and compare everything that agents are told."""
    ours.reset(seed=1)
    theirs.reset(seed=1)
    while ours.agents:
        assert ours.agents == theirs.agents
        agent = ours.agent_selection
        assert agent == theirs.agent_selection
        for viewer in ours.agents:
            mine, its = ours.observe(viewer), theirs.observe(viewer)
            assert np.array_equal(mine["observation"], its["observation"])
            if not ours.terminations[viewer]:  # theirs goes on listing free columns
                assert np.array_equal(mine["action_mask"], its["action_mask"])
            assert mine["observation"].dtype == its["observation"].dtype
            assert mine["action_mask"].dtype == its["action_mask"].dtype
        assert ours.last()[1:4] == theirs.last()[1:4]
        assert (ours.rewards, ours.terminations) == (theirs.rewards, theirs.terminations)
        actions = np.flatnonzero(ours.observe(agent)["action_mask"]).tolist()
        action = None if ours.terminations[agent] else rng.choice(actions)
        ours.step(action)
        theirs.step(action)
        if action is not None:
            result: float = ours.rewards["player_0"]
    assert not theirs.agents
    return result


def test_connect_four_is_that_of_pettingzoo(
    monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", ModuleType("pygame"))  # it draws, and plays without
    theirs = pettingzoo.make("aec", "classic/connect_four-v3")
    ours = pettingzoo.make("aec", "inarow/connect_four-v0")
    for agent in theirs.possible_agents:
        assert ours.observation_space(agent) == theirs.observation_space(agent)
        assert ours.action_space(agent) == theirs.action_space(agent)
    rng = Random(1)
    results = {play_along(ours, theirs, rng) for _ in range(1000 if thorough else 20)}
    assert results >= {1.0, -1.0}


def test_an_illegal_action_loses() -> None:
    game = env("tic_tac_toe")
    game.reset(seed=1)
    game.step(4)
    game.step(4)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards["player_1"] == -1
    raw = GameAECEnv("tic_tac_toe")
    raw.reset(seed=1)
    raw.step(4)
    with pytest.raises(IllegalMove):
        raw.step(4)
    with pytest.raises(IllegalMove, match="player_1 is to move, and None is no action"):
        raw.step(None)


def test_where_to_play_has_a_plane_of_its_own() -> None:
    game = env("nine_board(first_move=free)")
    game.reset(seed=1)
    assert not game.observe("player_0")["observation"][..., 2].any()
    game.step(4)  # chooses a board, and is asked again
    assert game.agent_selection == "player_0"
    game.step(2)
    for agent in game.agents:
        where = np.argwhere(game.observe(agent)["observation"][..., 2]).tolist()
        assert where == [[row, col] for row in range(3) for col in range(6, 9)]


def test_every_render_mode_is_what_pettingzoo_expects() -> None:
    render_test(lambda render_mode=None: env("tic_tac_toe", render_mode))


def test_boards_that_are_won_have_planes_of_their_own() -> None:
    game = GameAECEnv("ultimate_tic_tac_toe", render_mode="ansi")
    game.reset()
    for action in (0, 1, 0, 4, 0, 7, 0):  # X: board 1, cells 2, 5 and 8
        game.step(action)
    assert str(game.render()).count("X") == 3
    for agent, planes in (("player_0", [9, 0]), ("player_1", [0, 9])):
        seen = game.observe(agent)["observation"]
        assert seen[:3, :3, 3:].sum(axis=(0, 1)).tolist() == planes
        assert seen[..., 2:].sum() == 9  # and X chooses a board


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"render_mode": "gif"}, "no render mode 'gif': there is ansi, human, rgb_array"),
    ],
)
def test_bad_arguments(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InarowError, match=message):
        env(**given)
