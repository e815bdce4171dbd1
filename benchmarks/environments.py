"""How many steps of reinforcement learning does a CPU second give, here and elsewhere?

Our vector environment plays 4,096 boards at once and gives an observation and a mask of legal
actions for every one of them in every step. Beside it are PettingZoo, OpenSpiel driven from Python,
and pgx, each in the way in which its users get the same: observation, mask, a random legal action,
the move. Those that are not installed are left out and named. None of them is needed by inarow, so
give them an environment of their own:

    python3 -m venv /tmp/frameworks
    /tmp/frameworks/bin/pip install open_spiel pettingzoo pygame pgx
    /tmp/frameworks/bin/pip install -e ".[rl]"
    /tmp/frameworks/bin/python benchmarks/environments.py --json FILE

How it is measured is told in `frameworks.py`: CPU time, all contenders in turn in short rounds,
ratios within the rounds. Drawing the random actions is part of the work of everybody. A step is one
move; against an opponent it is a move and the reply.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.frameworks import GOMOKU, MNK, Task, main

from benchmarks import peers
from inarow.interfaces.bench import Work

PACKAGES = ("inarow", "numba", "numpy", "gymnasium", "pettingzoo", "open_spiel", "pgx", "jax")
BOARDS = 4096
LEVEL = "level(5)"


def vector_steps(spec: str, boards: int = BOARDS, *, given: bool = False, **options: Any) -> Work:
    """Our vector environment; `given` lets it write into the same arrays all the time."""
    import numpy as np

    from inarow.adapters.rl.vector import GameVectorEnv

    env = GameVectorEnv(spec, boards, **options)
    if given:
        shape = (boards, *(env.single_observation_space.shape or ()))
        env.write_into(np.zeros(shape, np.int8), np.zeros((boards, env.game.num_actions), np.int8))
    env.reset(seed=1)
    for _ in range(100 if options["opponent"] != LEVEL else 0):  # games of all lengths
        env.step(env.random_actions())

    def step() -> int:
        env.step(env.random_actions())
        return boards

    return step


def agent_steps(spec: str) -> Work:
    """Our environment of PettingZoo, one game."""
    from inarow.adapters.rl.zoo import env

    return peers.random_agents(env(spec))


def _ours(spec: str) -> dict[str, Any]:
    return {
        "inarow, 4,096 boards": partial(vector_steps, spec, opponent=None),
        "inarow, 4,096 boards, arrays given": partial(
            vector_steps, spec, opponent=None, given=True
        ),
        "inarow, 4,096 boards, random opponent": partial(vector_steps, spec, opponent="random"),
        "inarow, 1,024 boards, level(5) replies": partial(vector_steps, spec, 1024, opponent=LEVEL),
        "inarow, PettingZoo's interface": partial(agent_steps, spec),
    }


TASKS = (
    Task(
        "connect-four",
        "Connect Four 6 x 7",
        "steps/s",
        {
            **_ours("connect_four"),
            "PettingZoo connect_four_v3": partial(peers.pettingzoo_steps, "connect_four_v3"),
            "OpenSpiel from Python": partial(peers.open_spiel_steps, "connect_four"),
            "pgx, 1,024 boards": partial(peers.pgx_steps, "connect_four", 1024),
            "pgx, 4,096 boards": partial(peers.pgx_steps, "connect_four", BOARDS),
            "pgx, 16,384 boards": partial(peers.pgx_steps, "connect_four", 4 * BOARDS),
        },
    ),
    Task(
        "tic-tac-toe",
        "tic-tac-toe",
        "steps/s",
        {
            **_ours("tic_tac_toe"),
            "PettingZoo tictactoe_v3": partial(peers.pettingzoo_steps, "tictactoe_v3"),
            "OpenSpiel from Python": partial(peers.open_spiel_steps, "tic_tac_toe"),
            "pgx, 4,096 boards": partial(peers.pgx_steps, "tic_tac_toe", BOARDS),
            "pgx, 16,384 boards": partial(peers.pgx_steps, "tic_tac_toe", 4 * BOARDS),
        },
    ),
    Task(
        "gomoku",
        "five in a row on 15 x 15",
        "steps/s",
        {
            **_ours("gomoku"),
            "OpenSpiel gomoku from Python": partial(peers.open_spiel_steps, GOMOKU),
            "OpenSpiel mnk from Python": partial(peers.open_spiel_steps, MNK),
        },
    ),
    Task("nine-boards", "nine boards", "steps/s", _ours("nine_board")),
    Task("more-ultimate", "ultimate tic-tac-toe", "steps/s", _ours("ultimate_tic_tac_toe")),
    Task("more-pop-out", "Pop Out", "steps/s", _ours("pop_out")),
    Task("more-random-drop", "random drop", "steps/s", _ours("random_drop")),
)


if __name__ == "__main__":
    main("environments", __doc__, TASKS, PACKAGES)
