"""Rotations and reflections: a game played in a mirror is the same game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import all_games, choices, quick, walk
from inarow.games.base import Board, Cell, Game
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import square_symmetries
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.pop_out import PopOut
from inarow.games.random_drop import RandomDrop


@each("rows, cols, number", [(3, 3, 8), (15, 15, 8), (3, 4, 4), (1, 5, 2), (5, 1, 2), (1, 1, 1)])
def test_number_of_ways_to_lay_a_board_on_itself(rows: int, cols: int, number: int) -> None:
    assert len(square_symmetries(rows, cols)) == number


@quick
@given(rows=st.integers(1, 6), cols=st.integers(1, 6))
def test_symmetries_of_a_board_are_a_group_of_permutations(rows: int, cols: int) -> None:
    turns = square_symmetries(rows, cols)
    cells = range(rows * cols)
    assert turns[0] == tuple(cells)
    assert all(sorted(turn) == list(cells) for turn in turns)
    products = {tuple(one[other[cell]] for cell in cells) for one in turns for other in turns}
    assert products == set(turns)


@each(
    "game, permutations",
    [
        (ConnectFour(2, 3), [(0, 1, 2), (2, 1, 0)]),
        (RandomDrop(2, 3), [(0, 1, 2, 3), (2, 1, 0, 3)]),
        (PopOut(2, 3), [(0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3)]),
    ],
)
def test_columns_are_mirrored_and_dice_stay_dice(
    game: Game, permutations: list[tuple[int, ...]]
) -> None:
    assert [tuple(permutation) for permutation in game.symmetries()] == permutations


def image(game: Game, permutation: Sequence[int], cell: Cell) -> Cell:
    """Where a cell goes when the actions are permuted."""
    row, col = cell
    if isinstance(game, ConnectFour | PopOut):
        return (row, permutation[col])
    if isinstance(game, Mnk):
        return divmod(permutation[row * game.cols + col], game.cols)
    board = permutation[row // 3 * 3 + col // 3]
    inner = permutation[row % 3 * 3 + col % 3]
    return (board // 3 * 3 + inner // 3, board % 3 * 3 + inner % 3)


def stones(board: Board) -> dict[Cell, int]:
    return {
        (row, col): owner
        for row, line in enumerate(board)
        for col, owner in enumerate(line)
        if owner is not None
    }


@quick
@given(game=all_games, moves=choices)
def test_permuted_actions_lead_to_the_permuted_board_and_the_same_end(
    game: Game, moves: list[int]
) -> None:
    played = list(walk(game.initial_state(), moves))
    for permutation in game.symmetries():
        mirrored = game.initial_state()
        for state in played:
            if state.last is not None:
                mirrored = mirrored.play(permutation[state.last])
            assert mirrored.player == state.player
            assert set(mirrored.legal_actions()) == {permutation[a] for a in state.legal_actions()}
            assert dict(mirrored.chance()) == {permutation[a]: p for a, p in state.chance()}
        assert stones(mirrored.board()) == {
            image(game, permutation, cell): owner for cell, owner in stones(state.board()).items()
        }
        if state.outcome is None:
            assert mirrored.outcome is None
            continue
        assert mirrored.outcome is not None
        assert mirrored.outcome.winner == state.outcome.winner
        assert mirrored.outcome.reason == state.outcome.reason
        assert set(mirrored.outcome.cells) == {
            image(game, permutation, cell) for cell in state.outcome.cells
        }


@pytest.mark.req("S2.1")
def test_nine_boards_turn_boards_and_cells_alike() -> None:
    game = NineBoard()
    quarter = (2, 5, 8, 1, 4, 7, 0, 3, 6)
    assert quarter in {tuple(permutation) for permutation in game.symmetries()}
    state = game.initial_state().play(quarter[0]).play(quarter[1])
    assert state.last_cell == (1, 8), "cell 6 of board 3 instead of cell 2 of board 1"
