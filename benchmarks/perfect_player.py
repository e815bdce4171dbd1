"""How long does a person wait for the perfect player?

It plays whole games of Connect Four against a random player and two Monte Carlo players, going
first in half of them, and its moves are timed: CPU time, book and kernels loaded, the table kept
from move to move as in every game. The games are then played again by one that wants the exact
value of *every* move, as an analysis does, to see what asking less saves.

    python benchmarks/perfect_player.py --games 60
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean, median
from time import process_time

from inarow import Limit
from inarow.agents.base import Agent
from inarow.games.base import State
from inarow.registry import load_agent, load_game

OPPONENTS = ("random", "mcts(simulations=300)", "mcts(simulations=3000)")
STAGES = {"1 to 8": range(8), "9 to 12": range(8, 12), "13 to 42": range(12, 42)}
"""Moves of a game, counted from 1: in the book, just behind it, later."""


def timed(player: Agent, state: State) -> tuple[int, float]:
    """The move of a player, and the milliseconds it took."""
    started = process_time()
    action = player.choose(state, Limit()).action
    return action, (process_time() - started) * 1000


def games(count: int, all_moves: bool) -> list[tuple[int, float]]:
    """Ply and milliseconds of every move of the perfect player."""
    found = []
    options = f"all_moves={str(all_moves).lower()}"
    timed(load_agent(f"perfect({options})"), load_game("connect_four").initial_state())
    for number in range(count):
        perfect = load_agent(f"perfect({options})", number)
        opponent = load_agent(OPPONENTS[number % len(OPPONENTS)], number)
        seat = number // len(OPPONENTS) % 2
        state = load_game("connect_four").initial_state()
        while state.outcome is None:
            if state.player == seat:
                action, spent = timed(perfect, state)
                found.append((state.ply, spent))
            else:
                action = opponent.choose(state, Limit()).action
            state = state.play(action)
    return found


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
    parser.add_argument("--games", type=int, default=60, help="games of each kind of player")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    print("asked for        moves      count  median ms     mean      p99      max")
    results = []
    for all_moves in (False, True):
        label = "every move" if all_moves else "the best moves"
        found = games(options.games, all_moves)
        for stage, plies in STAGES.items():
            spent = [milliseconds for ply, milliseconds in found if ply in plies]
            results.append(row(label, stage, spent))
        results.append(row(label, "all", [milliseconds for _, milliseconds in found]))
    if options.json:
        options.json.write_text(json.dumps(results, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
