"""Lines that can still be completed: windows counted on lists, and what the value must respect."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from cases import each
from helpers import any_game, board_of, choices, quick, random_game, walk
from inarow.errors import BadOption
from inarow.games.base import Board, Cell, Game
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.search.evaluators import open_lines
from inarow.search.evaluators.open_lines import OpenLines


def naive_value(board: Board, k: int, exact: bool, block: int, growth: float) -> float:
    """The value for player 0, window by window."""
    rows, cols = len(board), len(board[0])

    def owner(cell: Cell, home: Cell) -> int | None:
        inside = 0 <= cell[0] < rows and 0 <= cell[1] < cols
        if block:
            inside &= (cell[0] // block, cell[1] // block) == (home[0] // block, home[1] // block)
        return board[cell[0]][cell[1]] if inside else -1

    value = 0.0
    for row in range(rows):
        for col in range(cols):
            for down, right in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                cells = [(row + i * down, col + i * right) for i in range(-1, k + 1)]
                before, *window, behind = [owner(cell, (row, col)) for cell in cells]
                for player, sign in ((0, 1), (1, -1)):
                    if set(window) in ({player}, {player, None}) and not (
                        exact and player in (before, behind)
                    ):
                        value += sign * growth ** (window.count(player) - 1)
    return value


def rules(game: Game) -> tuple[int, bool]:
    if isinstance(game, Mnk):
        return game.k, game.overline == "exact"
    return (game.k, False) if isinstance(game, ConnectFour) else (3, False)


@quick
@given(game=any_game, moves=choices)
def test_the_value_is_that_of_all_windows_on_lists(game: Game, moves: list[int]) -> None:
    k, exact = rules(game)
    for growth in (10, 3):
        for state in list(walk(game.initial_state(), moves))[::4]:
            expected = naive_value(state.board(), k, exact, game.block, growth)
            value = OpenLines(growth)(state, 0)
            assert value == pytest.approx(expected)
            assert OpenLines(growth)(state, 1) == -value


@quick
@given(game=any_game, moves=choices)
def test_swapped_colours_negate(game: Game, moves: list[int]) -> None:
    *_, state = walk(game.initial_state(), moves)
    swap = {0: 1, 1: 0, None: None}
    board = tuple(tuple(swap[owner] for owner in row) for row in state.board())
    swapped = game.state_from(board, 1 - state.player, state.note)
    assert OpenLines()(swapped, 0) == -OpenLines()(state, 0)


def test_stones_without_room_for_a_line_are_worth_nothing() -> None:
    state = Mnk(1, 6, 4).state_from(board_of(["OXXXO."]), 0)
    assert OpenLines()(state, 0) == 0


def test_gaps_are_seen() -> None:
    gap = Mnk(1, 4, 4).state_from(board_of(["XX.X"]), 0)
    assert OpenLines()(gap, 0) == 100


def test_more_stones_outweigh_more_lines() -> None:
    three = Mnk(4, 4, 4).state_from(board_of(["XXX.", "OOO.", "....", "...."]), 0)
    assert OpenLines()(three, 0) == OpenLines()(three, 1) * -1
    start = ConnectFour().initial_state()
    assert [OpenLines()(start.play(col), 0) for col in range(7)] == [3, 4, 5, 7, 5, 4, 3]


def test_nine_boards_have_no_line_across_boards() -> None:
    state = NineBoard().state_from(board_of(["..XX....."] + ["." * 9] * 8), 1, "1")
    assert OpenLines()(state, 0) == 3 + 3  # the lines through two corner cells, none shared


def test_remembered_values_stay_right_when_tables_are_emptied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(open_lines, "_MOST_VALUES", 10)
    open_lines._lines.cache_clear()
    try:
        game = Mnk(5, 5, 4)
        for seed in range(20):
            for state in random_game(game.initial_state(), Random(seed)):
                expected = naive_value(state.board(), 4, False, 0, 10)
                assert OpenLines()(state, 0) == pytest.approx(expected)
        tables = open_lines._lines(game.geometry, 4, False, 10.0)
        assert all(len(line.values) <= 10 for line in tables)
    finally:
        open_lines._lines.cache_clear()


@each("growth", [0, 1001, float("nan")])
def test_growth_has_a_range(growth: float) -> None:
    with pytest.raises(BadOption, match="growth"):
        OpenLines(growth)
