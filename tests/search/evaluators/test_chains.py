"""Chains: the illustration of the program 001, and a walk over lists as a second opinion."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given

from helpers import any_game, board_of, choices, load_data, quick, walk
from inarow.games.base import Board, Cell, Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.stones import read_stones
from inarow.search.evaluators.chains import Counts, count_chains

ILLUSTRATION = load_data("originals.json")["program_001"]["illustration"]
STEPS = {
    "vertical": (1, 0),
    "horizontal": (0, 1),
    "diagonal_up": (-1, 1),
    "diagonal_down": (1, 1),
}


class Chain(NamedTuple):
    direction: str
    cells: tuple[Cell, ...]
    open_ends: int


def counted(state: State, player: int) -> Counts:
    own, other, rule = read_stones(state, player)
    return count_chains(own, rule.geometry.full & ~(own | other), rule.geometry)


def naive_chains(board: Board, player: int, block: int = 0) -> set[Chain]:
    """Every run, found by walking from stone to stone; no run leaves its sub-board."""

    def owner(cell: Cell, home: Cell) -> int | None:
        row, col = cell
        inside = 0 <= row < len(board) and 0 <= col < len(board[0])
        if block:
            inside = inside and (row // block, col // block) == (home[0] // block, home[1] // block)
        return board[row][col] if inside else -1

    found = set()
    for direction, (down, right) in STEPS.items():
        for row, line in enumerate(board):
            for col, mark in enumerate(line):
                before = owner((row - down, col - right), (row, col))
                if mark != player or before == player:
                    continue
                run = [(row, col)]
                while owner((run[-1][0] + down, run[-1][1] + right), run[-1]) == player:
                    run.append((run[-1][0] + down, run[-1][1] + right))
                behind = owner((run[-1][0] + down, run[-1][1] + right), run[-1])
                found.add(Chain(direction, tuple(run), (before is None) + (behind is None)))
    return found


@pytest.mark.req("S1.12")
def test_open_chains_of_the_illustration() -> None:
    game = ConnectFour(ILLUSTRATION["rows"], ILLUSTRATION["columns"], 4)
    state = game.state_from(board_of(ILLUSTRATION["board"]), 0)
    three = [[c for c in naive_chains(state.board(), p) if len(c.cells) == 3] for p in (0, 1)]
    assert three == [
        [Chain("vertical", ((1, 0), (2, 0), (3, 0)), 1)],
        [Chain("horizontal", ((3, 2), (3, 3), (3, 4)), 2)],
    ]
    longest = [{key: n for key, n in counted(state, p).items() if key[0] == 3} for p in (0, 1)]
    assert longest == [{(3, 1): 1}, {(3, 2): 1}]


@pytest.mark.req("S1.12")
def test_a_chain_between_opponents_or_edges_is_not_open() -> None:
    game = ConnectFour(2, 6, 4)
    state = game.state_from(board_of(["......", "XXOOX."]), 0)
    assert counted(state, 1)[2, 0] == 1
    assert counted(state, 0)[2, 0] == 1
    assert {ends for length, ends in counted(state, 0) if length == 2} == {0}


@pytest.mark.req("S1.12", "S4.26")
@quick
@given(game=any_game, moves=choices)
def test_chains_are_those_of_a_walk_over_lists(game: Game, moves: list[int]) -> None:
    for state in list(walk(game.initial_state(), moves))[::3]:
        for player in (0, 1):
            expected = naive_chains(state.board(), player, game.block)
            assert counted(state, player) == Counter((len(c.cells), c.open_ends) for c in expected)
