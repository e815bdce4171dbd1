"""Learning the values of small boards: the rows mean what the engine means, and fits get better."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks import nine_learning
from inarow.search.evaluators.nine_patterns import COUNTS, Values, fitted_values, folded
from inarow.search.native.nine import MAX_PLY, POINTS_PER_UNIT
from inarow.search.nine.kernel import SURE
from inarow.search.nine.root import make_record


def played(seed: int, nodes: int = 60) -> tuple[np.ndarray, np.ndarray]:
    rows = np.zeros((MAX_PLY, nine_learning.FEATURES), np.int32)
    seen = np.zeros((MAX_PLY, 3), np.int64)
    record, table = make_record(fitted_values()), np.zeros(1 << 12, np.int64)
    number = nine_learning.play_game(record, table, seed, nodes, rows, seen)
    return rows[:number], seen[:number]


def value_of(row: np.ndarray, values: Values) -> int:
    """The sum of the numbers that a row points to."""
    boards, sign, sent = folded()
    points = sum(
        int(values.boards[boards[board, row[board]]] * sign[board, row[board]])
        for board in range(9)
    )
    points += int(values.sent[sent[row[9], row[row[9]]]]) + int(values.safe[row[10]])
    return points + int(values.hot[row[11] // COUNTS, row[11] % COUNTS])


def test_a_game_is_the_same_for_the_same_seed_and_has_one_winner() -> None:
    for seed in range(1, 8):
        (rows, seen), (again, _) = played(seed), played(seed)
        assert (rows == again).all()
        for player in (0, 1):
            assert len(set(seen[seen[:, 0] == player, 2])) <= 1
        won = seen[np.abs(seen[:, 1]) > SURE]
        assert len(rows) < 5 or len(won)  # the end of nearly every game is foreseen


def test_rows_mean_what_the_engine_means() -> None:
    """A search of one ply says what the position after its best move is worth."""
    values = fitted_values()
    rows, seen = played(3, nodes=12)
    assert len(rows) > 10
    guesses = np.array([value_of(row, values) for row in rows])
    open_ = np.abs(seen[:, 1]) < SURE
    assert np.corrcoef(guesses[open_], seen[open_, 1])[0, 1] > 0.5


def test_a_fit_finds_what_made_the_targets() -> None:
    games = [played(seed) for seed in range(1, 60)]
    rows = np.concatenate([game[0] for game in games])
    units = np.array([value_of(row, fitted_values()) for row in rows]) / POINTS_PER_UNIT
    targets = 1 / (1 + np.exp(-units))
    boards, sign, sent = folded()
    starts = np.cumsum([boards.max() + 1, sent.max() + 1, COUNTS, COUNTS * COUNTS])
    weights, squares = np.zeros(starts[-1]), np.zeros(starts[-1])
    places = boards, sign.astype(np.float64), sent
    losses = [
        nine_learning.learn(
            rows, targets, np.arange(len(rows)), places, weights, squares, starts, 0.1, 0.0
        )
        for _ in range(10)
    ]
    assert losses == sorted(losses, reverse=True)
    best = -np.mean(targets * np.log(targets) + (1 - targets) * np.log(1 - targets))
    assert losses[-1] - best < 0.2 * (losses[0] - best)
