"""Our players and games in the real TextArena.

pip install textarena
pytest tests/slow/adapters/test_textarena.py
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from inarow.adapters.textarena.agents import STUCK, PlayerAgent
from inarow.adapters.textarena.reading import read_observation
from inarow.registry import games

WHY = "this needs TextArena: pip install textarena"
textarena = pytest.importorskip("textarena", reason=WHY)
env_module = pytest.importorskip("inarow.adapters.textarena.env", reason=WHY)

THEIRS = [
    "ConnectFour-v0",
    "ConnectFour-v0-blind",
    "ConnectFour-v0-large",
    "ConnectFour-v0-train",
    "TicTacToe-v0",
    "TicTacToe-v0-train",
    "UltimateTicTacToe-v0",
    "UltimateTicTacToe-v0-train",
]
BUILT_IN = [name for name, entry in games().items() if not entry.plugin]


def play(name: str, agents: tuple[Any, Any], seed: int, **options: str) -> tuple[Any, Any]:
    """One game; rewards and what TextArena says of it."""
    env = textarena.make(name, **options)
    env.reset(num_players=2, seed=seed)
    done = False
    while not done:
        player, text = env.get_observation()
        done, _ = env.step(action=agents[player](text))
    rewards, info = env.close()
    return rewards, info


@pytest.mark.parametrize("name", THEIRS)
def test_our_agents_play_games_of_textarena(name: str) -> None:
    """Every answer is legal there; a drawn game of nine boards is stuck, which is its own fault."""
    for seed in range(20):
        stuck: list[str] = []

        def answer(text: str, seed: int = seed, stuck: list[str] = stuck) -> str:
            said = PlayerAgent("random", seed=seed)(text)
            stuck += [said] if said == STUCK else []
            return said

        _, info = play(name, (answer, answer), seed)
        assert stuck or not any(each["invalid_move"] for each in info.values()), info


@pytest.mark.parametrize(("name", "theirs"), [("ConnectFour-v0", 0.9), ("TicTacToe-v0", 0.9)])
def test_our_agents_win_there(name: str, theirs: float) -> None:
    strong = PlayerAgent("alphabeta(depth=6)")
    points = []
    for seed in range(10):
        seats: tuple[Any, Any] = strong, PlayerAgent("random", seed=seed)
        rewards, _ = play(name, seats if seed % 2 else seats[::-1], seed)
        points.append(rewards[0 if seed % 2 else 1])
    assert sum(points) >= theirs * len(points), points


def test_agents_are_agents() -> None:
    agent = PlayerAgent("random")
    assert isinstance(agent, textarena.Agent)


@pytest.mark.parametrize("game", BUILT_IN)
def test_our_games_are_played_there(game: str) -> None:
    rng = Random(1)
    for seed in range(5):
        env = textarena.make("inarow-v0", game=game)
        env.reset(num_players=2, seed=seed)
        done, turns = False, 0
        while not done:
            player, text = env.get_observation()
            position = env.env.position
            assert player == position.player
            assert f"Player {player}" in text
            move = position.game.format(rng.choice(position.legal_actions()))
            done, _ = env.step(action=f"I thought of [a9] but play [{move}]")
            turns += 1
        rewards, info = env.close()
        outcome = env.env.position.outcome
        assert outcome is not None
        assert (rewards[0], rewards[1]) == outcome.returns()
        assert not info[0]["invalid_move"]


def test_one_mistake_is_forgiven_two_are_not() -> None:
    env = textarena.make("inarow-v0", game="tic_tac_toe")
    env.reset(num_players=2, seed=1)
    done, _ = env.step(action="[z9]")
    assert not done
    text = env.get_observation()[1]
    assert "in Tic-tac-toe, and your mark is X" in text
    assert "there is no cell z9" in text
    done, _ = env.step(action="what?")
    assert done
    rewards, info = env.close()
    assert rewards == {0: -1, 1: 1}
    assert info[0]["invalid_move"]


def test_what_is_read_is_what_is_there() -> None:
    """Connect Four, cell by cell, over a hundred random positions."""
    rng = Random(2)
    env = textarena.make("ConnectFour-v0")
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        player, text = env.get_observation()
        state = read_observation(text)
        shown = [["XO.".index(mark) for mark in row] for row in env.env.state.game_state["board"]]
        assert [[2 if who is None else who for who in row] for row in state.board()] == shown
        assert state.player == player
        done, _ = env.step(action=f"[col {rng.choice(state.legal_actions())}]")
