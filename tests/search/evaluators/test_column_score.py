"""The column score of the program 001: its golden values, each direction, and the sort."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import board_of, choices, drop_games, load_data, quick, walk
from inarow.errors import NotSupported
from inarow.games.base import Board, Cell, State
from inarow.games.connect_four import ConnectFour, ConnectFourState
from inarow.games.mnk import Mnk
from inarow.search.evaluators.column_score import (
    base_order,
    column_scores,
    sorted_columns,
)

DATA = load_data("originals.json")["program_001"]
ILLUSTRATION = ["x......", "x.x...o", "x.ooo.o"]
OWN = {1: 20, 2: 420, 3: 6420, 4: 86420}
OPPONENT = {1: 10, 2: 210, 3: 3210, 4: 43210}
DIRECTIONS = {
    "left": (0, -1),
    "right": (0, 1),
    "up left": (-1, -1),
    "up right": (-1, 1),
    "down left": (1, -1),
    "down right": (1, 1),
}
BIG = ConnectFour(11, 11, 4)
HERE = (5, 5)
SUPPORT = "OXOXO"  # column 5 of BIG from the bottom up: the next stone lands HERE


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in DATA["scores"] if entry["id"] == name)
    return found


def position(rows: list[str], player: int) -> State:
    return ConnectFour().state_from(board_of(["." * 7] * (6 - len(rows)) + rows), player)


def around(runs: dict[Cell, str], player: int = 0) -> State:
    """BIG with runs that leave HERE by a step; the stones of other columns may hang in the air."""
    rows = [["."] * BIG.cols for _ in range(BIG.rows)]
    for height, mark in enumerate(SUPPORT):
        rows[BIG.rows - 1 - height][HERE[1]] = mark
    for (down, right), marks in runs.items():
        for n, mark in enumerate(marks, start=1):
            rows[HERE[0] + n * down][HERE[1] + n * right] = mark
    stones = BIG.geometry.stones(board_of(["".join(row) for row in rows]))
    return ConnectFourState(BIG, stones[player], stones[1 - player], player)


def score_here(runs: dict[Cell, str], player: int = 0, joined: bool = False) -> int:
    """The score of the landing cell without the stone below it, which is O's."""
    below = OPPONENT[1] if player == 0 else OWN[1]
    return column_scores(around(runs, player), joined=joined)[HERE[1]] - below


def naive_scores(board: Board, player: int, k: int) -> list[int]:
    rows, cols = len(board), len(board[0])
    scores = []
    for col in range(cols):
        free = [row for row in range(rows) if board[row][col] is None]
        score = 0
        for down, right in [*DIRECTIONS.values(), (1, 0)] if free else []:
            run: list[int] = []
            row, across = free[-1] + down, col + right
            while 0 <= row < rows and 0 <= across < cols and len(run) < k:
                owner = board[row][across]
                if owner is None or (run and owner != run[0]):
                    break
                run.append(owner)
                row, across = row + down, across + right
            score += sum(
                (2 if owner == player else 1) * n * 10**n for n, owner in enumerate(run, start=1)
            )
        scores.append(score)
    return scores


# Golden values


@pytest.mark.req("S1.26", "S1.28", "S1.30", "S1.32", "S1.35")
@each("name", [entry["id"] for entry in DATA["scores"]])
def test_golden_scores_and_orders(name: str) -> None:
    entry = case(name)
    state = ConnectFour().state_from(board_of(entry["board"]), "xo".index(entry["to_move"]))
    assert column_scores(state) == entry["scores_0"]
    assert sorted_columns(state) == entry["order_0"]


@pytest.mark.req("S1.32")
def test_scores_of_the_illustration() -> None:
    assert column_scores(position(ILLUSTRATION, 1)) == [3210, 6450, 10, 70, 40, 6460, 420]
    assert sorted_columns(position(ILLUSTRATION, 1)) == [5, 1, 0, 6, 3, 4, 2]
    assert column_scores(position(ILLUSTRATION, 0)) == [6420, 3270, 20, 50, 20, 3230, 210]
    assert sorted_columns(position(ILLUSTRATION, 0)) == [0, 1, 5, 6, 3, 2, 4]


# Order


@pytest.mark.req("S1.24")
def test_base_order_goes_from_the_centre_outwards_left_first() -> None:
    assert list(base_order(7)) == DATA["base_order_0"]
    assert sorted_columns(ConnectFour().initial_state()) == DATA["base_order_0"]
    assert [base_order(cols) for cols in (1, 2, 3, 6)] == [
        (0,),
        (0, 1),
        (1, 0, 2),
        (2, 3, 1, 4, 0, 5),
    ]


@pytest.mark.req("S1.26")
@quick
@given(game=drop_games, moves=choices)
def test_the_sort_is_an_insertion_sort_of_the_base_order(
    game: ConnectFour, moves: list[int]
) -> None:
    *_, state = walk(game.initial_state(), moves)
    scores = column_scores(state)
    order: list[int] = []
    for col in base_order(game.cols):
        if col in state.legal_actions():
            at = len(order)
            while at and scores[col] > scores[order[at - 1]]:
                at -= 1
            order.insert(at, col)
    assert sorted_columns(state) == order


# Scores


@pytest.mark.req("S1.28")
def test_a_full_column_scores_nothing_and_is_not_offered() -> None:
    full = ConnectFour(2, 2, 3).initial_state().play(0).play(0)
    assert column_scores(full)[0] == 0
    assert column_scores(full)[1] > 0
    assert sorted_columns(full) == [1]


@pytest.mark.req("S1.28", "S1.29", "S1.30", "S1.31", "S1.32", "S1.35")
@quick
@given(game=drop_games, moves=choices)
def test_scores_are_those_of_the_rule_on_lists(game: ConnectFour, moves: list[int]) -> None:
    for state in walk(game.initial_state(), moves):
        assert column_scores(state) == naive_scores(state.board(), state.player, game.k)


@pytest.mark.req("S1.29", "S1.30", "S1.31")
@each("length", [1, 2, 3])
@each("direction", DIRECTIONS)
def test_each_direction_alone(direction: str, length: int) -> None:
    step = DIRECTIONS[direction]
    assert score_here({step: "X" * length}) == OWN[length]
    assert score_here({step: "O" * length}) == OPPONENT[length]
    assert score_here({step: "X" * length + "O"}) == OWN[length]  # the other colour ends a run
    assert score_here({step: "." + "X" * length}) == 0  # an empty neighbour: no run


@pytest.mark.req("S1.29")
def test_down_counts() -> None:
    state = ConnectFour().initial_state()
    for column in (3, 2, 3, 2, 3):
        state = state.play(column)
    assert column_scores(state)[3] == OPPONENT[3]
    assert column_scores(state)[2] == OWN[2] + 2 * OPPONENT[1]  # X lies beside and below beside


@pytest.mark.req("S1.30")
def test_a_run_is_followed_for_k_stones_at_most() -> None:
    assert score_here({(0, -1): "XXXXX"}) == OWN[4]
    assert score_here({(0, 1): "OOOOO"}) == OPPONENT[4]


@pytest.mark.req("S1.31")
def test_values_of_runs_in_the_data() -> None:
    values = DATA["chain_value_n_from_1"]
    assert [OWN[n] for n in (1, 2, 3)] == values["own"]
    assert [OPPONENT[n] for n in (1, 2, 3)] == values["opponent"]


@pytest.mark.req("S1.33")
@pytest.mark.parametrize("length", [2, 3])
def test_a_longer_run_outweighs_six_shorter_ones(length: int) -> None:
    six = score_here(dict.fromkeys(DIRECTIONS.values(), "X" * (length - 1)))
    assert score_here({(0, 1): "O" * length}) > six == 6 * OWN[length - 1]


@pytest.mark.req("S1.34")
@quick
@given(game=drop_games, moves=choices)
def test_scores_are_magnitudes_that_do_not_know_colours(
    game: ConnectFour, moves: list[int]
) -> None:
    swap = {0: 1, 1: 0, None: None}
    for state in walk(game.initial_state(), moves):
        swapped = tuple(tuple(swap[owner] for owner in row) for row in state.board())
        scores = column_scores(state)
        assert min(scores) >= 0
        assert column_scores(game.state_from(swapped, 1 - state.player)) == scores


@pytest.mark.req("S1.35")
def test_left_and_right_can_be_joined() -> None:
    both: dict[Cell, str] = {(0, -1): "X", (0, 1): "XX"}
    assert score_here(both) == OWN[1] + OWN[2]
    assert score_here(both, joined=True) == OWN[3]
    assert score_here({(0, -1): "O", (0, 1): "OO"}, joined=True) == OPPONENT[3]
    assert score_here({(0, -1): "O", (0, 1): "XX"}, joined=True) == OPPONENT[1] + OWN[2]
    assert score_here({(-1, -1): "X", (1, 1): "XX"}, joined=True) == OWN[1] + OWN[2]


@pytest.mark.req("S1.31")
def test_the_amplifier_is_a_parameter() -> None:
    state = around({(0, -1): "XX"})
    assert column_scores(state, amplifier=3)[HERE[1]] == 1 * 3 + 2 * (3 + 2 * 9)


@each("k", [2, 4, 1000])
@each("side", [1, 2, 25])
def test_any_size(side: int, k: int) -> None:
    state = ConnectFour(side, side, k).initial_state()
    assert column_scores(state) == [0] * side
    assert sorted_columns(state) == list(base_order(side))


def test_games_without_columns_are_refused() -> None:
    with pytest.raises(NotSupported, match="mnk"):
        column_scores(Mnk().initial_state())
    with pytest.raises(NotSupported):
        sorted_columns(Mnk().initial_state())


@given(cols=st.integers(1, 25))
def test_base_order_is_a_permutation(cols: int) -> None:
    assert sorted(base_order(cols)) == list(range(cols))
