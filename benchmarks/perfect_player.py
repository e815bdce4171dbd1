"""How long does a person wait for the perfect player?

It plays whole games of Connect Four against a random player and two Monte Carlo players, going
first in half of them. Then two perfect players, each in a process of its own, are asked for its
moves in all these games again: one that looks for the best moves, and one that wants the exact
value of *every* move, as an analysis does. CPU time, book and kernels loaded, the table kept from
move to move and from game to game, as on a server.

    python benchmarks/perfect_player.py --games 60
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from time import process_time

from inarow import Limit
from inarow.games.base import State
from inarow.games.notation import format_position, parse_position
from inarow.registry import load_agent, load_game

OPPONENTS = ("random", "mcts(simulations=300)", "mcts(simulations=3000)")
STAGES = {"1 to 8": range(8), "9 to 12": range(8, 12), "13 to 42": range(12, 42)}
"""Moves of a game, counted from 1: in the book, just behind it, later."""


def played(count: int) -> list[State]:
    """The positions in which the perfect player is to move, game after game."""
    found = []
    for number in range(count):
        perfect = load_agent("perfect", number)
        opponent = load_agent(OPPONENTS[number % len(OPPONENTS)], number)
        seat = number // len(OPPONENTS) % 2
        state = load_game("connect_four").initial_state()
        while state.outcome is None:
            if state.player == seat:
                found.append(state)
            player = perfect if state.player == seat else opponent
            state = state.play(player.choose(state, Limit()).action)
    return found


def milliseconds(positions: list[str], exact: bool) -> list[float]:
    """What each of these moves takes; the first one is asked for twice, the first time to load."""
    player, game = load_agent(f"perfect(exact={str(exact).lower()})", 1), load_game("connect_four")
    states = [parse_position(game, text) for text in positions]
    player.choose(states[0], Limit())
    spent = []
    for state in states:
        started = process_time()
        player.choose(state, Limit())
        spent.append((process_time() - started) * 1000)
    return spent


def row(label: str, stage: str, spent: list[float]) -> dict[str, object]:
    """What was measured, as numbers and as a line of a table."""
    ordered = sorted(spent)
    p99 = ordered[len(ordered) * 99 // 100]
    print(
        f"{label:16} {stage:9} {len(spent):6} {median(spent):10.1f} {mean(spent):8.1f} "
        f"{p99:8.1f} {ordered[-1]:8.1f}",
        flush=True,
    )
    return {
        "asked": label,
        "moves": stage,
        "count": len(spent),
        "median_ms": median(spent),
        "mean_ms": mean(spent),
        "p99_ms": p99,
        "max_ms": ordered[-1],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games to play")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("--games must be at least 1")
    states = played(options.games)
    positions = [format_position(state) for state in states]
    print("asked for        moves      count  median ms     mean      p99      max")
    results = []
    for label, exact in (("the best moves", False), ("every move", True)):
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            spent = process.submit(milliseconds, positions, exact).result()
        for stage, plies in {**STAGES, "all": range(42)}.items():
            some = [time for state, time in zip(states, spent, strict=True) if state.ply in plies]
            if some:
                results.append(row(label, stage, some))
    if options.json:
        options.json.write_text(json.dumps(results, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
