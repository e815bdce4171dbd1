"""Our files for Kaggle against `negamax`, the stronger of the two agents that come with ConnectX.

    inarow export kaggle perfect --out submission.py
    python benchmarks/kaggle_negamax.py submission.py --games 40 --seconds 2

It needs kaggle-environments beside inarow. Both sides are taken in turn. Our clock counts CPU
time, so that a busy machine weakens nobody; `negamax` has no clock and looks four plies ahead.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from inarow.arena.elo import wilson

SPARE = 600
"""Seconds that the environment waits for a move: nobody is to lose by time here."""


def load(path: Path, seconds: float) -> Any:
    """The agent in a file, as Kaggle finds it, with CPU time for its clock."""
    names: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), names)
    agent = [each for each in names.values() if callable(each)][-1]
    names["perf_counter"] = time.process_time

    def move(observation: Any, configuration: Any) -> int:
        column: int = agent(observation, {**configuration, "actTimeout": seconds})
        return column

    return move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=2.0, help="per move, as Kaggle counts")
    parser.add_argument("--board", default="6x7x4", help="rows x columns x in a row")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    from kaggle_environments import make

    rows, columns, in_a_row = map(int, options.board.split("x"))
    settings = {"rows": rows, "columns": columns, "inarow": in_a_row}
    settings |= {"actTimeout": SPARE, "runTimeout": SPARE * SPARE}
    agent, results = load(options.file, options.seconds), {1: 0, 0: 0, -1: 0}
    for game in range(options.games):
        env, seat = make("connectx", configuration=settings), game % 2
        env.run([agent, "negamax"] if seat == 0 else ["negamax", agent])
        assert all(each.status == "DONE" for each in env.state), "somebody failed"
        results[env.state[seat].reward] += 1
    points = (results[1] + results[0] / 2) / options.games
    low, high = wilson(points * options.games, options.games)
    print(f"{options.file.name}, {options.seconds} s, {options.board}: {results[1]} won, ", end="")
    print(f"{results[0]} drawn, {results[-1]} lost; {points:.1%} ({low:.1%} to {high:.1%})")
    if options.json:
        found = {"points": points, "low": low, "high": high, "games": options.games}
        options.json.write_text(json.dumps({**found, "seconds": options.seconds}))


if __name__ == "__main__":
    main()
