"""Orders of moves: from the centre outwards, beside stones, by column scores."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from cases import each
from helpers import board_of, load_data, random_game
from inarow.errors import NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop
from inarow.registry import load_game
from inarow.search.evaluators.column_score import sorted_columns
from inarow.search.ordering import ORDERS, centre_first, moves_in_order, near_moves, plain_moves

P001 = load_data("originals.json")["program_001"]


def naive_near(state: State) -> set[int]:
    """Empty cells with a stone among their eight neighbours."""
    board = state.board()
    rows, cols = state.game.shape
    found = set()
    for row in range(rows):
        for col in range(cols):
            neighbours = [
                board[r][c]
                for r in range(max(0, row - 1), min(rows, row + 2))
                for c in range(max(0, col - 1), min(cols, col + 2))
                if (r, c) != (row, col)
            ]
            if board[row][col] is None and any(owner is not None for owner in neighbours):
                found.add(row * cols + col)
    return found


@pytest.mark.req("S1.16", "S1.24")
@each(
    "cols, order",
    [
        (1, [0]),
        (2, [0, 1]),
        (3, [1, 0, 2]),
        (4, [1, 2, 0, 3]),
        (5, [2, 1, 3, 0, 4]),
        (6, [2, 3, 1, 4, 0, 5]),
        (7, [3, 2, 4, 1, 5, 0, 6]),
        (8, [3, 4, 2, 5, 1, 6, 0, 7]),
    ],
)
def test_columns_go_from_the_centre_outwards_left_first(cols: int, order: list[int]) -> None:
    assert list(centre_first(ConnectFour(cols=cols).initial_state())) == order


def test_full_columns_and_the_dice_are_left_out() -> None:
    state: State = RandomDrop(rows=2, cols=5, k=4).initial_state()
    state = state.play(2).play(2).play(0)
    assert list(centre_first(state)) == [1, 3, 0, 4]


@each("rows, cols", [(3, 3), (4, 5), (15, 15), (1, 7)])
def test_cells_go_from_the_centre_outwards_too(rows: int, cols: int) -> None:
    order = list(centre_first(Mnk(rows, cols, 3).initial_state()))
    assert sorted(order) == list(range(rows * cols))

    def ring(action: int) -> int:
        row, col = divmod(action, cols)
        return max(abs(2 * row + 1 - rows), abs(2 * col + 1 - cols))

    assert [ring(action) for action in order] == sorted(ring(action) for action in order)
    assert order == sorted(order, key=lambda action: (ring(action), action))


@pytest.mark.req("S4.16")
@each("spec", ["mnk(3,3,3)", "mnk(5,7,4)", "gomoku", "mnk(19,19,5)", "mnk(1,9,4)"])
def test_near_moves_are_the_empty_cells_beside_stones_each_once(spec: str) -> None:
    rng = Random(spec)
    for _ in range(3):
        for state in islice(random_game(load_game(spec).initial_state(), rng), 1, 100, 3):
            if state.outcome is not None:
                break
            moves = list(near_moves(state))
            assert len(moves) == len(set(moves))
            assert moves == sorted(moves), "row by row"
            assert set(moves) == naive_near(state)


@pytest.mark.req("S4.16")
def test_edges_do_not_touch_each_other() -> None:
    game = Mnk(5, 5, 4)
    corner = game.initial_state().play(game.parse("e5"))
    assert [game.format(action) for action in near_moves(corner)] == ["d5", "d4", "e4"]
    side = game.initial_state().play(game.parse("a3"))
    assert [game.format(a) for a in near_moves(side)] == ["a4", "b4", "b3", "a2", "b2"]


def test_on_an_empty_board_every_cell_is_near() -> None:
    assert list(near_moves(Mnk(4, 4, 3).initial_state())) == list(range(16))


def test_in_other_games_every_plain_move_is_near() -> None:
    for spec in ("connect_four", "random_drop", "nine_board(first_move=free)"):
        state = load_game(spec).initial_state().play(0)
        assert list(near_moves(state)) == list(plain_moves(state))


@pytest.mark.req("S1.26", "S1.32")
@each("example", P001["scores"])
def test_columns_are_sorted_as_the_original_program_sorts_them(example: dict[str, Any]) -> None:
    board = board_of(example["board"])
    player = "xo".index(example["to_move"])
    state = ConnectFour(len(board), len(board[0])).state_from(board, player)
    assert list(sorted_columns(state)) == example["order_0"]


@pytest.mark.req("S1.26")
def test_equal_scores_keep_the_base_order() -> None:
    assert list(sorted_columns(ConnectFour().initial_state())) == P001["base_order_0"]


def test_sorting_keeps_every_open_column_once() -> None:
    for spec in ("connect_four", "connect_four(4,5,3)", "random_drop(4,5,3)"):
        rng = Random(spec)
        for state in random_game(load_game(spec).initial_state(), rng):
            if state.outcome is None and not state.chance():
                moves = sorted_columns(state)
                dice = getattr(state.game, "dice", None)
                assert sorted(a for a in moves if a != dice) == sorted(plain_moves(state))


def test_there_are_no_columns_to_sort_on_a_board_of_cells() -> None:
    with pytest.raises(NotSupported):
        sorted_columns(Mnk().initial_state())


@pytest.mark.req("X.4")
def test_orders_by_name() -> None:
    state = ConnectFour(cols=4).initial_state()
    orders = {name: list(moves_in_order(name)(state)) for name in ORDERS}
    assert orders == {"left": [0, 1, 2, 3], "centre": [1, 2, 0, 3], "near": [0, 1, 2, 3]}
