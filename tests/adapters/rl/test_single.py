"""One game as an environment of Gymnasium: its own checker finds nothing to complain about."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import inarow.adapters.rl
from inarow.adapters.rl.single import GameEnv
from inarow.agents.random_player import RandomPlayer
from inarow.errors import IllegalMove, InarowError
from inarow.games.base import Game
from inarow.registry import games, load_game
from inarow.study.ask import position

ID = "inarow/{}-v0"
GAMES = [name for name, entry in games().items() if not entry.plugin]

SHORT = {"gomoku": "gomoku(rows=7,cols=7)", "pop_out": "pop_out(rows=4,cols=4,k=3,turns=30)"}
"""Other boards for games that take long."""


@pytest.mark.parametrize("opponent", ["random", None])
@pytest.mark.parametrize("name", GAMES)
def test_the_checker_of_gymnasium_passes_without_a_warning(name: str, opponent: str | None) -> None:
    check_env(gymnasium.make(ID.format(name), opponent=opponent).unwrapped)


@pytest.mark.parametrize(
    "spec", ["gomoku(opening=swap2)", "gomoku(rule=renju)", "connect_four(9,9,5)"]
)
def test_variants_are_checked_too(spec: str) -> None:
    check_env(gymnasium.make("inarow/gomoku-v0", game=spec).unwrapped)


@pytest.mark.parametrize("opponent", ["random", "level(2)", "mcts(simulations=30)"])
@pytest.mark.parametrize("name", GAMES)
def test_games_come_to_an_end(name: str, opponent: str) -> None:
    env = GameEnv(SHORT.get(name, name), opponent=opponent)
    _, info = env.reset(seed=1)
    total, over = 0.0, False
    while not over:
        assert env.state.player == info["player"]
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        action = env.action_space.sample(mask=info["action_mask"])
        _, reward, over, cut, info = env.step(action)
        assert reward == 0 or over
        assert not cut
        total += reward
    assert total == env.state.returns()[info["player"]]
    assert not info["action_mask"].any()
    with pytest.raises(IllegalMove, match="the game is over: call reset first"):
        env.step(0)


def test_a_function_is_an_opponent() -> None:
    env = GameEnv("tic_tac_toe", opponent=lambda state: state.legal_actions()[0], seat=0)
    env.reset(seed=1)
    env.step(8)
    assert env.state == position("tic_tac_toe", [8, 0])


def test_the_same_seed_plays_the_same_game() -> None:
    def play(env: GameEnv, seed: int | None) -> list[str]:
        _, info = env.reset(seed=seed)
        rng, shown, over = Random(1), [str(env.state)], False
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, _, over, _, info = env.step(action)
            shown.append(str(env.state))
        return shown

    one, other = (
        GameEnv("nine_board", opponent="level(1)"),
        GameEnv("nine_board", opponent="level(1)"),
    )
    first = play(one, 4)
    assert first == play(other, 4)
    second = play(one, None)
    assert second == play(other, None) != first
    assert first == play(one, 4)


def test_boards_are_printed_or_given_as_pixels(capsys: pytest.CaptureFixture[str]) -> None:
    shown = gymnasium.make(ID.format("tic_tac_toe"), opponent=None, render_mode="human")
    shown.reset(seed=1)
    shown.step(4)
    assert shown.render() is None
    assert capsys.readouterr().out == "...\n...\n...\n\n...\n.X.\n...\n\n"
    env = gymnasium.make(ID.format("tic_tac_toe"), opponent=None, render_mode="rgb_array")
    env.reset(seed=1)
    for action in (4, 0):
        env.step(action)
    image: Any = env.render()
    assert (image.shape, image.dtype) == ((96, 96, 3), np.uint8)
    middles = [image[row, col].tolist() for row, col in ((48, 48), (16, 16), (16, 80), (16, 6))]
    assert len({tuple(colour) for colour in middles}) == 4, "a disc, a hole, a free cell, a ring"
    assert np.array_equal(image[16, 16], image[0, 0])


def test_a_step_is_a_move_and_its_reply() -> None:
    env = gymnasium.make(ID.format("tic_tac_toe"), opponent="level(3)", seat=1, render_mode="ansi")
    seen, info = env.reset(seed=1)
    assert seen.sum(axis=(0, 1)).tolist() == [0, 1]
    assert info["player"] == 1
    seen, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert seen.sum(axis=(0, 1)).tolist() == [1, 2]
    assert (reward, over, cut) == (0.0, False, False)
    assert str(env.render()).count("O") == 1
    env.close()


def test_an_opponent_that_is_a_program_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    running = set()

    class Program(RandomPlayer):
        def start(self, game: Game) -> None:
            running.add(id(self))

        def close(self) -> None:
            running.discard(id(self))

    made: list[Program] = []

    def load(spec: str, seed: int | None = None) -> Program:
        made.append(Program(seed))
        made[-1].start(load_game("tic_tac_toe"))
        return made[-1]

    monkeypatch.setattr("inarow.adapters.rl.opponents.load_agent", load)
    env = GameEnv("tic_tac_toe", opponent="program")
    for seed in range(3):
        env.reset(seed=seed)
        assert running == {id(made[-1])}, "that of the seed before has ended"
    assert len(made) == 4
    env.close()
    assert not running


def test_an_illegal_action_loses() -> None:
    for action in (4, 9, -1):
        env = GameEnv("tic_tac_toe", opponent=None)
        env.reset()
        env.step(4)
        seen, reward, over, _, info = env.step(action)
        assert (reward, over) == (-1.0, True)
        assert not info["action_mask"].any()
        assert seen.sum() == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"opponent": "levle(3)"}, "there is no player 'levle'"),
        ({"opponent": "nine"}, "nine cannot play connect_four"),
        ({"seat": 3}, "a seat is 0, 1 or None for one that is drawn, not 3"),
        ({"limit": "soon"}, "'soon' is not a limit"),
        ({"limit": 5}, "a limit is a text such as 2s, or a Limit, not 5"),
        ({"opponent": 5}, "an opponent is a player, its name or None, not 5"),
        ({"opponent": "human"}, "people cannot be opponents: an environment asks no questions"),
        ({"render_mode": "gif"}, "no render mode 'gif': there is ansi, human, rgb_array"),
    ],
)
def test_bad_arguments(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InarowError, match=message) as caught:
        GameEnv(**given)
    assert "\n" not in str(caught.value)


def test_a_game_must_have_begun() -> None:
    with pytest.raises(IllegalMove, match="no game has begun: call reset first"):
        GameEnv("tic_tac_toe").step(0)


def test_every_game_has_an_id() -> None:
    assert inarow.adapters.rl.NAMESPACE == "inarow"
    assert {ID.format(name) for name in GAMES} <= set(gymnasium.registry)
