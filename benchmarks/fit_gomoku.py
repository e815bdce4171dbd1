"""Learn what cells are worth in Gomoku from games of the engine against itself.

The evaluation is a sum: every empty cell counts by the word of its four lines (`shapes.py`), once
for the player to move and once for the other one, and so does the standing, who has which forcing
moves. A sum of numbers that shall predict a result is a logistic regression:

    chance to win = 1 / (1 + exp(-points / POINTS_PER_UNIT))

1. *Games*: the engine plays itself from random openings with few positions a move. Each position
   of a game is kept with its result and with the value that the search found.
2. *Fit*: Newton's method finds the points that predict best; a ridge holds those that hardly occur
   near where they were. The target is half the result, half the value of the search: the result
   alone is too noisy, the value alone learns nothing new.
3. The points are written to `src/inarow/data/gomoku_values.json`. Repeat with what was learned.

    python benchmarks/fit_gomoku.py --games 3000 --nodes 2500
    python benchmarks/fit_gomoku.py --positions games.npz --out values.json     elsewhere
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from inarow.games.base import State
from inarow.games.mnk import Mnk
from inarow.search.gomoku.compiled import POINTS_PER_UNIT, Thinking
from inarow.search.gomoku.kernel_board import EMPTY
from inarow.search.gomoku.kernel_search import standing
from inarow.search.gomoku.names import A_FIVE, STANDINGS, TWO_FOURS
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.gomoku.shapes import FOLDED, Values, fitted_values, fold, values_by_hand
from inarow.search.limit import Limit

DATA = Path(__file__).parents[1] / "src/inarow/data/gomoku_values.json"
SIDE, K = 15, 5
RESULT_WEIGHT = 0.5
"""The share of the result in the target; the rest is the value of the search."""
RIDGE = 20.0
"""How many games' worth of trust the points have that we start from."""
STEPS = 12
RANDOM_MOVES = 0.06
"""The share of moves of a game that are random, so that not all games are alike."""


def opening(rng: Random) -> State:
    """A few stones close together, and nobody ahead for certain."""
    state: State = Mnk(SIDE, SIDE, K).initial_state()
    row, col = rng.randrange(4, 11), rng.randrange(4, 11)
    for _ in range(rng.randrange(2, 7)):
        while True:
            row = min(max(row + rng.randrange(-2, 3), 1), SIDE - 2)
            col = min(max(col + rng.randrange(-2, 3), 1), SIDE - 2)
            if row * SIDE + col in state.legal_actions():
                break
        state = state.play(row * SIDE + col)
    return state


def features(state: State, fitted: bool) -> tuple[Any, int] | None:
    """How often each folded word occurs, own and other, and the standing; None if decided."""
    thinking = Thinking(state, GomokuPlayer(fitted=fitted), Limit(nodes=1, memory=1), 1)
    b = thinking.board
    me = int(b.player)
    if b.count[me, A_FIVE] or b.count[1 - me, A_FIVE] or b.count[me, TWO_FOURS]:
        return None
    cells = np.flatnonzero(b.stone == EMPTY)
    counts = [
        np.bincount(fold()[b.word[cells, player]], minlength=len(FOLDED)) for player in (me, 1 - me)
    ]
    return np.concatenate(counts).astype(np.uint8), standing(b)


def play_game(seed: int, nodes: int, fitted: bool) -> list[tuple[Any, int, float, float]]:
    """The positions of one game: words, standing, value of the search, result."""
    rng = Random(seed)
    state = opening(rng)
    player = GomokuPlayer(variety=0, fitted=fitted, seed=seed)
    seen: list[tuple[Any, int, float, int]] = []
    while state.outcome is None and state.ply < 120:
        decision = player.choose(state, Limit(nodes=nodes, memory=1))
        assert decision.value is not None
        found = features(state, fitted)
        if found is not None:
            seen.append((*found, decision.value.chance, state.player))
        action = decision.action
        if rng.random() < RANDOM_MOVES and decision.value.result is None:
            near = sorted(decision.values)
            action = rng.choice(near)
        state = state.play(action)
    returns = state.returns() if state.outcome is not None else (0.0, 0.0)
    return [
        (words, standing_, chance, (returns[mover] + 1) / 2)
        for words, standing_, chance, mover in seen
    ]


def positions(games: int, nodes: int, fitted: bool, workers: int, seed: int) -> Iterator[Any]:
    with ProcessPoolExecutor(workers) as pool:
        work = partial(play_game, nodes=nodes, fitted=fitted)
        for number, game in enumerate(pool.map(work, range(seed, seed + games), chunksize=8), 1):
            if number % 50 == 0:
                print(f"\r{number} of {games} games", end="", file=sys.stderr, flush=True)
            yield from game
    print(file=sys.stderr)


def fit(words: Any, standings: Any, target: Any, start: Values) -> Values:
    """The points that predict the targets best, by Newton's method."""
    size = len(FOLDED)
    prior = np.concatenate([start.own, start.other, start.standing]) / POINTS_PER_UNIT
    known = np.concatenate([words[:, :size], -words[:, size:].astype(np.float64)], axis=1)
    x = np.concatenate([known, np.eye(STANDINGS)[standings]], axis=1).astype(np.float64)
    weights = prior.copy()
    for step in range(STEPS):
        guess = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (guess - target) + RIDGE * (weights - prior)
        curvature = (x * (guess * (1 - guess))[:, None]).T @ x + RIDGE * np.eye(len(weights))
        change = np.linalg.solve(curvature, gradient)
        weights -= change
        loss = -np.mean(target * np.log(guess + 1e-9) + (1 - target) * np.log(1 - guess + 1e-9))
        print(f"step {step}: loss {loss:.4f}, change {np.abs(change).max():.4f}")
        if np.abs(change).max() < 1e-3:
            break
    points = np.rint(weights * POINTS_PER_UNIT).astype(int)
    own, other = points[:size], points[size : 2 * size]
    # Both players have words for the same cells, so only differences count: useless is worth 0.
    return Values(own - own[0], other - own[0], points[2 * size :])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--by-hand", action="store_true", help="play with the values made by hand")
    parser.add_argument("--positions", type=Path, help="keep the positions here, or take them")
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()
    start = values_by_hand() if args.by_hand else fitted_values()
    if args.positions and args.positions.exists():
        kept = np.load(args.positions)
        words, standings, chances, results = (kept[f"arr_{i}"] for i in range(4))
    else:
        found = positions(args.games, args.nodes, not args.by_hand, args.workers, args.seed)
        words, standings, chances, results = (np.array(part) for part in zip(*found, strict=True))
        if args.positions:
            np.savez_compressed(args.positions, words, standings, chances, results)
    target = RESULT_WEIGHT * results + (1 - RESULT_WEIGHT) * chances
    print(f"{len(target)} positions")
    values = fit(words, standings, target, start)
    data = {name: part.tolist() for name, part in values._asdict().items()}
    args.out.write_text(json.dumps(data) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
