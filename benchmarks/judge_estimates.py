"""When the judge estimates 70 %, how often is that right?

    python benchmarks/judge_estimates.py
    python benchmarks/judge_estimates.py --positions 200 --games 10 --json FILE

Connect Four: the estimates of every column of positions in which the choice matters, as the judge
makes them where the solver has no time, beside the exact results (those of `inarow score`).
Gomoku: estimates during games of a short search against itself, with random moves in between,
beside the results of these games; and the number of points per unit of the logistic curve that fits
them best. A win counts 1, a draw a half, a loss 0; the error is two standard errors.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from random import Random

from inarow.registry import load_game
from inarow.search.decision import POINTS_PER_UNIT
from inarow.search.limit import Limit
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.study.judge import Judge
from inarow.study.positions import shipped_positions

BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
SIMULATIONS = 2000
RANDOM_SHARE = 0.15
SCALES = (40, 60, 80, 100, 120, 150, 200, 250, 300, 400, 600, 1000, 2000)

Pairs = list[tuple[float, float]]
"""What was estimated, and what is true."""


def connect_four(count: int) -> Pairs:
    judge = Judge(seed=1)
    shipped = shipped_positions(load_game("connect_four"))
    pairs = []
    for one in [one for one in shipped if one.kind == "critical"][:count]:
        found = judge.estimates(one.state, Limit(simulations=SIMULATIONS))
        for action, value in found.values.items():
            pairs.append((value.score, one.values[action].score))
    return pairs


def gomoku(games: int) -> Pairs:
    """The best chance at every move of a game, and what the player to move then gained."""
    judge, player, rng = Judge(), AlphaBetaPlayer(order="near", depth=2), Random(1)
    pairs = []
    for _ in range(games):
        state = load_game("gomoku").initial_state().play(112)
        seen = []
        while state.outcome is None:
            found = judge.estimates(state, Limit(seconds=60))
            seen.append((state.player, max(value.score for value in found.values.values())))
            action = player.choose(state, Limit()).action
            if rng.random() < RANDOM_SHARE:
                action = rng.choice(list(found.values))
            state = state.play(action)
        gains = state.returns()
        pairs += [(chance, (gains[seat] + 1) / 2) for seat, chance in seen]
    return pairs


def table(pairs: Pairs) -> list[dict[str, float]]:
    """Bins of estimates with the mean of what is true."""
    rows = []
    for low, high in pairwise(BINS):
        inside = [(p, t) for p, t in pairs if low <= p < high or p == high == 1.0]
        if inside:
            n = len(inside)
            said, truth = (sum(column) / n for column in zip(*inside, strict=True))
            error = 2 * sqrt(sum((t - truth) ** 2 for _, t in inside) / n / n)
            rows.append(
                {
                    "from": low,
                    "to": high,
                    "estimates": n,
                    "mean estimate": round(said, 3),
                    "mean result": round(truth, 3),
                    "plus or minus": round(error, 3),
                }
            )
    return rows


def best_scale(pairs: Iterable[tuple[float, float]]) -> int:
    """The points per unit that would have made these estimates most likely."""
    points = [(POINTS_PER_UNIT * log(p / (1 - p)), t) for p, t in pairs if 0.001 < p < 0.999]

    def surprise(scale: float) -> float:
        chances = [(1 / (1 + exp(-max(-30, min(30, x / scale)))), t) for x, t in points]
        return -sum(t * log(p + 1e-9) + (1 - t) * log(1 - p + 1e-9) for p, t in chances)

    return min(SCALES, key=surprise)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=500, help="of Connect Four")
    parser.add_argument("--games", type=int, default=30, help="of Gomoku")
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    boards = {"Connect Four": connect_four(arguments.positions), "Gomoku": gomoku(arguments.games)}
    figures: dict[str, object] = {name: table(pairs) for name, pairs in boards.items()}
    for name, pairs in boards.items():
        print(name)
        for row in table(pairs):
            print("  ", "  ".join(f"{key}: {value}" for key, value in row.items()))
    figures["points per unit that fit Gomoku best"] = best_scale(boards["Gomoku"])
    print(f"points per unit that fit Gomoku best: {best_scale(boards['Gomoku'])}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
