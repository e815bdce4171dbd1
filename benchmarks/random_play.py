"""How many random Connect Four games (6 x 7) fit into one CPU second of one core?

Three ways to play the same game are compared:

- `inarow, bare ints`: `ConnectFourState.random_returns`, plain Python without objects;
- `inarow, states`: the public contract, `legal_actions` and `play`, a new state for every move;
- `OpenSpiel`: its C++ rules driven from Python, if `pyspiel` can be imported.

All of them run in turn, in short slices of CPU time, so that a machine that is busy with other
things slows all of them alike. Figures of one machine mean little to another; ratios do.

    python benchmarks/random_play.py --seconds 2 --json random_play.json
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from inarow.games.connect_four import ConnectFour

PlayOne: TypeAlias = Callable[[Random], float]
"""Plays one random game and returns what the first player gained: +1, 0 or -1."""

BATCH = 20  # games between two looks at the clock
INSTALL = "OpenSpiel is not here; to compare with it: pip install open_spiel"


@dataclass
class Contender:
    """One way to play, with the games per CPU second of every round."""

    name: str
    play_one: PlayOne
    rates: list[float] = field(default_factory=list)
    results: dict[float, int] = field(default_factory=lambda: {1.0: 0, 0.0: 0, -1.0: 0})

    @property
    def games(self) -> int:
        return sum(self.results.values())

    def share(self, result: float) -> float:
        return self.results[result] / self.games

    def run(self, seconds: float, rng: Random) -> None:
        """Play for a number of CPU seconds and note the rate."""
        games, started = 0, process_time()
        while (spent := process_time() - started) < seconds:
            for _ in range(BATCH):
                self.results[self.play_one(rng)] += 1
            games += BATCH
        self.rates.append(games / spent)


def bare_ints() -> PlayOne:
    start = ConnectFour().initial_state()
    return lambda rng: start.random_returns(rng)[0]


def states() -> PlayOne:
    start = ConnectFour().initial_state()

    def play_one(rng: Random) -> float:
        state = start
        while actions := state.legal_actions():
            state = state.play(actions[int(rng.random() * len(actions))])
        return state.returns()[0]

    return play_one


def open_spiel() -> PlayOne | None:
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def play_one(rng: Random) -> float:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return float(state.returns()[0])

    return play_one


def measure(seconds: float, rounds: int, seed: int) -> list[Contender]:
    """Run all contenders in turn, `rounds` times; the first one is what ratios refer to."""
    found = {
        "inarow, bare ints": bare_ints(),
        "inarow, states": states(),
        "OpenSpiel from Python": open_spiel(),
    }
    contenders = [Contender(name, play_one) for name, play_one in found.items() if play_one]
    rng = Random(seed)
    for contender in contenders:  # warm up: caches and tables, not counted
        contender.play_one(rng)
    for _ in range(rounds):
        for contender in contenders:
            contender.run(seconds / rounds, rng)
    return contenders


def ratio(contender: Contender, to: Contender) -> float:
    """The median over all rounds of the ratio within a round."""
    return median(mine / its for mine, its in zip(contender.rates, to.rates, strict=True))


def table(contenders: list[Contender]) -> str:
    lines = [f"{'':<22} {'median':>8} {'best':>8} {'ratio':>6} {'first wins':>11} {'draws':>7}"]
    for each in contenders:
        lines.append(
            f"{each.name:<22} {median(each.rates):>8,.0f} {max(each.rates):>8,.0f} "
            f"{ratio(each, contenders[-1]):>6.2f} {each.share(1.0):>11.1%} {each.share(0.0):>7.2%}"
        )
    return "\n".join(lines)


def as_dict(contenders: list[Contender], seconds: float, rounds: int, seed: int) -> dict[str, Any]:
    return {
        "benchmark": "random_play",
        "unit": "games per CPU second, one core",
        "game": str(ConnectFour()),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "versions": {name: _version(name) for name in ("inarow", "open_spiel")},
        "settings": {"seconds": seconds, "rounds": rounds, "seed": seed},
        "results": [
            {
                "name": each.name,
                "games": each.games,
                "median": median(each.rates),
                "best": max(each.rates),
                "ratio_to_last": ratio(each, contenders[-1]),
                "rates": each.rates,
                "first_wins": each.share(1.0),
                "draws": each.share(0.0),
            }
            for each in contenders
        ],
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds per contender")
    parser.add_argument("--rounds", type=int, default=20, help="slices that they are cut into")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    if given.seconds <= 0 or given.rounds < 1:
        parser.error("--seconds must be more than 0 and --rounds at least 1")
    contenders = measure(given.seconds, given.rounds, given.seed)
    print(f"Random games of {ConnectFour()} per CPU second, one core")
    print(f"{given.rounds} interleaved rounds, Python {platform.python_version()}\n")
    print(table(contenders))
    print(f"\nratio: to {contenders[-1].name}, the median of the ratios within each round")
    if len(contenders) < 3:
        print(INSTALL)
    if given.json:
        result = as_dict(contenders, given.seconds, given.rounds, given.seed)
        given.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
