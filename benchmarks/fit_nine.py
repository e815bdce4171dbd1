"""Learn what the fillings of small boards are worth on nine boards, from games of the engine.

1. *Games*: the engine plays itself from random openings with few positions a move. Each position is
   kept with the result of its game and with the value that the search found.
2. *Fit*: the numbers of `evaluators/nine_patterns.py` that predict the target best. The target is
   half the result, half the value of the search: the result alone is noisy, the value alone
   learns nothing new. What the search has proven is certain. In the first round, without values,
   only the result counts.
3. They are written to `src/inarow/data/nine_values.npz`. The next round plays with them.

    python benchmarks/fit_nine.py                          what ships: 3 rounds, then a longer one
    python benchmarks/fit_nine.py --games 2000 --out /tmp/values.npz
"""

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks import nine_learning
from inarow.search.evaluators.nine_patterns import COUNTS, Values, folded, zero_values
from inarow.search.native.nine import MAX_PLY, POINTS_PER_UNIT
from inarow.search.nine.kernel import SURE
from inarow.search.nine.root import make_record

DATA = Path(__file__).parents[1] / "src/inarow/data/nine_values.npz"
SHARE = 0.5
"""Of the result in the target."""
EPOCHS, RATE, RIDGE = 5, 0.05, 2e-4
KEPT_APART = 0.1
"""The share of positions that are not learned from, to see how well others are predicted."""
MOST_POINTS = 30_000


def positions(values: Values, games: int, nodes: int, seed: int) -> tuple[Any, Any]:
    """The positions of some games, as `nine_learning.py` keeps them."""
    b, table = make_record(values), np.zeros(1 << 17, np.int64)
    rows = np.zeros((MAX_PLY, nine_learning.FEATURES), np.int32)
    seen = np.zeros((MAX_PLY, 3), np.int64)
    found = []
    started = process_time()
    for game in range(games):
        word = int(np.random.default_rng([seed, game]).integers(1, 2**62))
        number = nine_learning.play_game(b, table, word, nodes, rows, seen)
        found.append((rows[:number].copy(), seen[:number].copy()))
        if game % 500 == 499:
            spent = process_time() - started
            print(f"\r{game + 1} of {games} games, {spent:.0f} CPU s", end="", file=sys.stderr)
    print(file=sys.stderr)
    all_rows, all_seen = zip(*found, strict=True)
    return np.concatenate(all_rows), np.concatenate(all_seen)


def targets_of(seen: Any, share: float) -> Any:
    """The chances to be predicted."""
    sure = 1 / (1 + np.exp(-np.clip(seen[:, 1] / POINTS_PER_UNIT, -20, 20)))
    share_of = np.where(np.abs(seen[:, 1]) > SURE, 0.0, share)
    return share_of * seen[:, 2] / 2 + (1 - share_of) * sure


def fit(rows: Any, targets: Any, seed: int) -> Values:
    """The numbers that predict the targets best."""
    boards, sign, sent = folded()
    sizes = [boards.max() + 1, sent.max() + 1, COUNTS, COUNTS * COUNTS]
    starts = np.cumsum(sizes)
    weights, squares = np.zeros(starts[-1]), np.zeros(starts[-1])
    places = boards, sign.astype(np.float64), sent
    rng = np.random.default_rng(seed)
    apart = int(len(rows) * KEPT_APART)  # the first games, whole
    order = np.arange(apart, len(rows))
    for epoch in range(EPOCHS):
        rng.shuffle(order)
        settings = weights, squares, starts
        loss = nine_learning.learn(rows, targets, order, places, *settings, RATE, RIDGE)
        unseen = nine_learning.learn(
            rows,
            targets,
            np.arange(apart),
            places,
            weights.copy(),
            squares.copy(),
            starts,
            0.0,
            0.0,
        )
        print(f"epoch {epoch}: loss {loss:.4f}, of positions kept apart {unseen:.4f}", flush=True)
    points = np.rint(weights * POINTS_PER_UNIT).clip(-MOST_POINTS, MOST_POINTS).astype(np.int16)
    of_boards, of_sent, safe, hot = np.split(points, starts[:-1])
    return Values(of_boards, of_sent, safe, hot.reshape(COUNTS, COUNTS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=12_000, help="of the first three rounds")
    parser.add_argument("--nodes", type=int, default=600, help="positions for a move in them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=DATA)
    args = parser.parse_args()
    values = zero_values()
    last = 5 * args.games // 3, 2 * args.nodes
    for turn, (games, nodes) in enumerate([*3 * [(args.games, args.nodes)], last]):
        rows, seen = positions(values, games, nodes, args.seed + turn)
        print(f"round {turn + 1}: {len(rows)} positions of {games} games")
        values = fit(rows, targets_of(seen, SHARE if turn else 1.0), args.seed + turn)
    np.savez_compressed(args.out, **values._asdict())


if __name__ == "__main__":
    main()
