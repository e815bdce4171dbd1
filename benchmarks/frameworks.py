"""How fast is inarow beside other programs that play the same games?

OpenSpiel (its C++ search, its Python search, and its rules driven from Python), PettingZoo, pgx and
the Kaggle environments are measured if they are installed; who is missing is left out and named.
None of them is needed by inarow, so give them an environment of their own:

    python3 -m venv /tmp/frameworks
    /tmp/frameworks/bin/pip install open_spiel pettingzoo pygame pgx kaggle-environments
    /tmp/frameworks/bin/pip install -e .
    /tmp/frameworks/bin/python benchmarks/frameworks.py --json benchmarks/results/frameworks.json

The contenders of a task run in turn, in short rounds of CPU time on one core, so that a machine
that is busy with other things slows all of them alike. A ratio is the median of the ratios within
the rounds. Figures of one machine mean little to another; ratios do.

What is compared: all search plain UCT with one random game per simulation from the empty board, the
same number of simulations per search. Rows called "from Python" show what a move costs those who
write their loop in Python, which is how these programs are mostly used; "in C++" is the random
games inside OpenSpiel's own search, without any Python between them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import peers
from inarow.games.connect_four import ConnectFour
from inarow.interfaces.bench import (
    Work,
    default_mcts,
    random_games,
    rate_of,
    start,
    tree_search,
)

PACKAGES = ("inarow", "numba", "open_spiel", "pettingzoo", "pgx", "jax", "kaggle-environments")
MNK = "mnk(m=15,n=15,k=5)"
GOMOKU = "gomoku(size=15,connect=5)"


@dataclass
class Contender:
    """Something that is timed, with its rate in every round."""

    name: str
    work: Work
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The rate of the best round: what is possible where nothing disturbs."""
        return max(self.rates)

    @property
    def median(self) -> float:
        """The rate of a round in the middle."""
        return median(self.rates)


def interleave(
    contenders: Sequence[Contender],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = process_time,
) -> None:
    """Let all contenders work in turn; `seconds` is the time of each in one round."""
    for _ in range(rounds):
        for contender in contenders:
            contender.rates.append(rate_of(contender.work, seconds, clock))


def ratio(contender: Contender, to: Contender) -> float:
    """How much faster one is than another: the median of the ratios within each round.

    >>> one, other = Contender("", lambda: 1, [10, 20, 30]), Contender("", lambda: 1, [5, 5, 5])
    >>> ratio(one, other)
    4.0
    """
    return median(mine / its for mine, its in zip(contender.rates, to.rates, strict=True))


@dataclass(frozen=True)
class Task:
    """Something that several programs can do; the first contender is what ratios refer to."""

    name: str
    title: str
    unit: str
    entrants: dict[str, Callable[[], Work]]


def bare_games() -> Work:
    """Our Connect Four on bare ints, in plain Python."""
    state, rng = ConnectFour().initial_state(), Random(1)

    def play() -> int:
        state.random_returns(rng)
        return 1

    return play


def state_games(spec: str) -> Work:
    """Our rules through the public contract: a new state for every move."""
    first, rng = start(spec), Random(1)

    def play() -> int:
        state = first
        while actions := state.legal_actions():
            state = state.play(actions[int(rng.random() * len(actions))])
        return 1

    return play


TASKS = (
    Task(
        "random-connect-four",
        "random games, Connect Four 6 x 7",
        "games/s",
        {
            "inarow kernel": partial(random_games, "connect_four", 5_000),
            "inarow, bare ints in Python": bare_games,
            "inarow, states from Python": partial(state_games, "connect_four"),
            "OpenSpiel in C++": partial(peers.open_spiel_cpp_games, "connect_four", 500),
            "OpenSpiel from Python": partial(peers.open_spiel_games, "connect_four"),
            "pgx, batch of 1": partial(peers.pgx_games, "connect_four", 1),
            "pgx, batch of 1024": partial(peers.pgx_games, "connect_four", 1024),
            "pgx, batch of 8192": partial(peers.pgx_games, "connect_four", 8192),
            "PettingZoo raw_env": partial(peers.pettingzoo_games, "connect_four_v3", True),
            "PettingZoo env": partial(peers.pettingzoo_games, "connect_four_v3"),
            "Kaggle connectx": peers.kaggle_games,
        },
    ),
    Task(
        "random-tic-tac-toe",
        "random games, tic-tac-toe",
        "games/s",
        {
            "inarow kernel": partial(random_games, "tic_tac_toe", 5_000),
            "inarow, states from Python": partial(state_games, "tic_tac_toe"),
            "OpenSpiel in C++": partial(peers.open_spiel_cpp_games, "tic_tac_toe", 500),
            "OpenSpiel from Python": partial(peers.open_spiel_games, "tic_tac_toe"),
            "pgx, batch of 1024": partial(peers.pgx_games, "tic_tac_toe", 1024),
            "PettingZoo env": partial(peers.pettingzoo_games, "tictactoe_v3"),
        },
    ),
    Task(
        "random-gomoku",
        "random games, five in a row on 15 x 15",
        "games/s",
        {
            "inarow kernel": partial(random_games, "gomoku", 500),
            "inarow, states from Python": partial(state_games, "gomoku"),
            "OpenSpiel gomoku in C++": partial(peers.open_spiel_cpp_games, GOMOKU, 10),
            "OpenSpiel mnk in C++": partial(peers.open_spiel_cpp_games, MNK, 10),
            "OpenSpiel gomoku from Python": partial(peers.open_spiel_games, GOMOKU),
            "OpenSpiel mnk from Python": partial(peers.open_spiel_games, MNK),
        },
    ),
    Task(
        "mcts-connect-four",
        "MCTS, Connect Four 6 x 7, 10,000 simulations per search",
        "simulations/s",
        {
            "inarow kernel, plain UCT": partial(tree_search, "connect_four", 10_000),
            "inarow, player mcts": partial(tree_search, "connect_four", 10_000, default_mcts),
            "OpenSpiel MCTSBot in C++": partial(peers.open_spiel_cpp_mcts, "connect_four", 10_000),
            "OpenSpiel MCTSBot in Python (500)": partial(
                peers.open_spiel_python_mcts, "connect_four", 500
            ),
        },
    ),
    Task(
        "mcts-gomoku",
        "MCTS, five in a row on 15 x 15, 500 simulations per search",
        "simulations/s",
        {
            "inarow kernel, plain UCT": partial(tree_search, "gomoku", 500),
            "inarow, player mcts": partial(tree_search, "gomoku", 500, default_mcts),
            "OpenSpiel MCTSBot in C++, gomoku": partial(peers.open_spiel_cpp_mcts, GOMOKU, 500),
            "OpenSpiel MCTSBot in C++, mnk": partial(peers.open_spiel_cpp_mcts, MNK, 500),
        },
    ),
)


def run_task(task: Task, rounds: int, seconds: float) -> tuple[list[Contender], dict[str, str]]:
    """Measure all contenders that are here; the others come with the reason why not."""
    contenders, missing = [], {}
    for name, prepare in task.entrants.items():
        try:
            work = prepare()
        except ImportError as error:
            missing[name] = str(error)
            continue
        work()  # warm up, not counted
        contenders.append(Contender(name, work))
    interleave(contenders, rounds, seconds)
    return contenders, missing


def table(task: Task, contenders: list[Contender], width: int) -> str:
    lines = [
        f"{task.title} ({task.unit})",
        f"{'':<{width}} {'best':>12} {'median':>12} {'ratio':>9}",
    ]
    for each in contenders:
        times = ratio(contenders[0], each)
        words = f"{times:,.0f}" if times >= 100 else f"{times:.1f}"
        lines.append(f"{each.name:<{width}} {each.best:>12,.0f} {each.median:>12,.0f} {words:>9}")
    return "\n".join(lines)


def as_dict(task: Task, contenders: list[Contender], missing: dict[str, str]) -> dict[str, Any]:
    return {
        "name": task.name,
        "title": task.title,
        "unit": task.unit,
        "results": [
            {
                "name": each.name,
                "best": each.best,
                "median": each.median,
                "first_is_times_as_fast": ratio(contenders[0], each),
                "rates": each.rates,
            }
            for each in contenders
        ],
        "missing": missing,
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def main(
    benchmark: str = "frameworks",
    text: str | None = __doc__,
    every: Sequence[Task] = TASKS,
    packages: Sequence[str] = PACKAGES,
) -> None:
    """Measure tasks as the command line says; `text` is the docstring of the script."""
    parser = argparse.ArgumentParser(description=(text or "").partition("\n")[0])
    parser.add_argument("task", nargs="?", help="only tasks whose names begin with this")
    parser.add_argument("--rounds", type=int, default=5, help="rounds per contender")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds per round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    if given.seconds <= 0 or given.rounds < 1:
        parser.error("--seconds must be more than 0 and --rounds at least 1")
    tasks = [task for task in every if task.name.startswith(given.task or "")]
    if not tasks:
        parser.error(f"there is no task {given.task!r}: {', '.join(task.name for task in every)}")
    width = max(len(name) for task in every for name in task.entrants)
    versions = {name: _version(name) for name in packages}
    here = ", ".join(f"{name} {found}" for name, found in versions.items() if found)
    print(f"{here}, Python {platform.python_version()}")
    print(f"{given.rounds} rounds in turn of {given.seconds:g} CPU seconds, one core")
    print("ratio: how many times as fast the first line is\n")
    results = []
    for task in tasks:
        contenders, missing = run_task(task, given.rounds, given.seconds)
        print(table(task, contenders, width) + "\n", flush=True)
        if missing:
            print(f"left out, not installed: {', '.join(missing)}\n")
        results.append(as_dict(task, contenders, missing))
    if given.json:
        found = {
            "benchmark": benchmark,
            "versions": versions,
            "python": platform.python_version(),
            "machine": platform.platform(),
            "load": os.getloadavg()[0],
            "settings": {"rounds": given.rounds, "seconds": given.seconds},
            "tasks": results,
        }
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
