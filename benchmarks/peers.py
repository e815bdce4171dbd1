"""Other programs that play our games, each as a function that does a little work and counts it.

A function here prepares its program and returns the work. It raises ImportError where the program
is not installed; none of them is ever a dependency of inarow.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
from random import Random
from typing import Any

from inarow.interfaces.bench import Work

__all__ = [
    "kaggle_games",
    "open_spiel_cpp_games",
    "open_spiel_cpp_mcts",
    "open_spiel_games",
    "open_spiel_python_mcts",
    "open_spiel_steps",
    "pettingzoo_games",
    "pettingzoo_steps",
    "pgx_games",
    "pgx_steps",
]

EXPLORATION = 2**0.5


def open_spiel_games(spec: str) -> Work:
    """Its C++ rules, driven by a loop in Python, as its users write it."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game, rng = pyspiel.load_game(spec), Random(1)

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return 1

    return play


def open_spiel_steps(spec: str) -> Work:
    """The same with what a learner needs of every position: observation and legal actions."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game, rng = pyspiel.load_game(spec), Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return play


def _cpp_bot(spec: str, simulations: int, rollouts: int, seed: int = 1) -> tuple[Any, Any]:
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(spec)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    memory, solve, verbose = 1000, False, False
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, memory, solve, seed, verbose)
    return bot, game.new_initial_state()


def open_spiel_cpp_games(spec: str, games: int) -> Work:
    """Its C++ rules driven by C++: the random games of a tree search that has only one node."""
    bot, state = _cpp_bot(spec, simulations=1, rollouts=games)

    def play() -> int:
        bot.step(state)
        return games

    return play


def open_spiel_cpp_mcts(spec: str, simulations: int) -> Work:
    """Its search in C++, one random game per simulation."""
    bot, state = _cpp_bot(spec, simulations, rollouts=1)

    def search() -> int:
        bot.step(state)
        return simulations

    return search


def open_spiel_python_mcts(spec: str, simulations: int) -> Work:
    """Its search in Python on C++ rules, one random game per simulation."""
    pyspiel: Any = importlib.import_module("pyspiel")
    numpy: Any = importlib.import_module("numpy")
    mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
    game, rng = pyspiel.load_game(spec), numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, solve=False, random_state=rng)
    state = game.new_initial_state()

    def search() -> int:
        bot.mcts_search(state)
        return simulations

    return search


def pettingzoo_games(module: str, raw: bool = False) -> Work:
    """An environment with a step per move; `raw` leaves its safety wrappers out."""
    play = _pettingzoo_game(module, raw)

    def count() -> int:
        play()
        return 1

    return count


def pettingzoo_steps(module: str, raw: bool = False) -> Work:
    """The same, and its steps are counted: each gives an observation with its mask."""
    return _pettingzoo_game(module, raw)


def _pettingzoo_game(module: str, raw: bool) -> Work:
    """Plays one random game and says how many moves it took."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    place: Any = importlib.import_module(f"pettingzoo.classic.{module}")
    if raw:
        place = importlib.import_module(f"pettingzoo.classic.{module[:-3]}.{module[:-3]}")
    return random_agents(place.raw_env() if raw else place.env())


def random_agents(environment: Any) -> Work:
    """One random game between two agents of PettingZoo, and how many moves it took."""
    rng = Random(1)

    def play() -> int:
        environment.reset()
        steps = 0
        for _ in environment.agent_iter():
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                break
            actions = observation["action_mask"].nonzero()[0]
            environment.step(int(actions[int(rng.random() * len(actions))]))
            steps += 1
        return steps

    return play


def pgx_games(name: str, batch: int) -> Work:
    """Many games side by side as one array program; a game that ends begins again at once."""
    return _pgx(name, batch, steps=32)


def pgx_steps(name: str, batch: int) -> Work:
    """The same, and its steps are counted: each gives observations and masks of all games."""
    steps = 32
    play = _pgx(name, batch, steps)

    def count() -> int:
        play()
        return batch * steps

    return count


def _pgx(name: str, batch: int, steps: int) -> Work:
    """Plays some steps in every game and says how many games came to an end."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    environment = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(environment.step, environment.init))
    log = jax.numpy.log

    def run(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key, games = carry
            key, draw, again = jax.random.split(key, 3)
            actions = jax.random.categorical(draw, log(state.legal_action_mask), axis=-1)
            state = step(state, actions, jax.random.split(again, batch))
            return (state, key, games + state.terminated.sum()), None

        return jax.lax.scan(one, (state, key, 0), None, length=steps)[0]

    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(1), batch))
    compiled = jax.jit(run)
    held = [compiled(state, jax.random.PRNGKey(2))]

    def play() -> int:
        state, key, _ = held[0]
        held[0] = compiled(state, key)
        return int(held[0][2])

    return play


def kaggle_games() -> Work:
    """The environment of the Connect X competition with its own random players."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        kaggle: Any = importlib.import_module("kaggle_environments")
        environment = kaggle.make("connectx")

    def play() -> int:
        environment.run(["random", "random"])
        return 1

    return play
