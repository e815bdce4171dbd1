"""Whole game trees counted: against published numbers and against the naive rules."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cases import each
from helpers import Naive, assert_same, census, columns, load_data, naive, perft, play_all
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import square_symmetries
from inarow.games.nine_board import NineBoard
from inarow.registry import load_game

PERFT = load_data("perft.json")
GAMES: dict[str, dict[str, Any]] = {entry["game"]: entry for entry in PERFT["games"]}
OPENINGS: dict[str, dict[str, Any]] = {
    entry["opening"]: entry for entry in PERFT["nine_board"]["openings"]
}
CONNECT_FOUR = "connect_four(rows=6,cols=7,k=4)"
SMALL = "connect_four(rows=4,cols=5,k=4)"
TIC_TAC_TOE = "mnk(rows=3,cols=3,k=3)"


@pytest.mark.req("S1.9", "X.6")
@each("spec, plies", [(CONNECT_FOUR, 6), (SMALL, 7), (TIC_TAC_TOE, None)])
def test_sequences_and_positions_per_ply_are_the_published_ones(
    spec: str, plies: int | None
) -> None:
    check_published(spec, plies)


def check_published(spec: str, plies: int | None) -> None:
    known = GAMES[spec]
    counts = census(load_game(spec).initial_state(), plies)
    assert [count.sequences for count in counts] == known["sequences"][: len(counts)]
    assert [count.positions for count in counts] == known["positions"][: len(counts)]
    if finished := known.get("finished_positions"):
        assert [count.finished for count in counts] == finished[: len(counts)]


@each("spec, plies", [(CONNECT_FOUR, 6), (SMALL, 6), (TIC_TAC_TOE, 6)])
def test_sequences_counted_one_by_one_without_keys_are_the_same(spec: str, plies: int) -> None:
    check_one_by_one(spec, plies)


def check_one_by_one(spec: str, plies: int) -> None:
    assert perft(load_game(spec).initial_state(), plies) == GAMES[spec]["sequences"][plies]


@pytest.mark.req("S3.34")
def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    counts = census(load_game("tic_tac_toe").initial_state())
    assert sum(count.positions for count in counts) == 5478
    assert sum(count.games for count in counts) == 255168


@pytest.mark.req("S0.29")
@each("rows, games", [(1, 2), (2, 90), (3, 356232)])
def test_connect_four_has_the_known_number_of_games_on_small_boards(rows: int, games: int) -> None:
    """Boards one column wider than high: sequence A342329 of the encyclopedia of sequences."""
    counts = census(ConnectFour(rows, rows + 1).initial_state())
    assert sum(count.games for count in counts) == games
    cells = rows * (rows + 1)
    assert sum(count.positions for count in counts) < 3**cells, "each cell is X, O or empty"


@pytest.mark.req("S2.1", "S2.2", "S2.3")
@each("opening", OPENINGS)
def test_nine_board_sequences_after_each_kind_of_opening(opening: str) -> None:
    check_nine_boards(opening, 4)


def check_nine_boards(opening: str, plies: int) -> None:
    start = play_all(NineBoard().initial_state(), columns(opening))
    for length in (plies - 1, plies):
        assert perft(start, length) == OPENINGS[opening]["sequences"][length]


@pytest.mark.req("S2.2")
def test_the_81_openings_of_nine_boards_are_15_up_to_symmetry() -> None:
    classes: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for board in range(9):
        for cell in range(9):
            images = {(turn[board], turn[cell]) for turn in square_symmetries(3, 3)}
            classes[min(images)] = images
    assert {f"{b + 1}{c + 1}": len(images) for (b, c), images in classes.items()} == {
        opening: entry["times"] for opening, entry in OPENINGS.items()
    }


# Odd sizes and rules, every position of the tree compared with the naive rules

TREES = {
    "connect_four(rows=1,cols=1)": None,
    "connect_four(rows=1,cols=6,k=3)": None,
    "connect_four(rows=9,cols=1,k=4)": None,
    "connect_four(rows=2,cols=2,k=2)": None,
    "connect_four(rows=3,cols=3,k=5)": 6,
    "connect_four(rows=3,cols=4,k=3)": 6,
    "connect_four(rows=5,cols=6,k=4)": 4,
    "connect_four(rows=10,cols=12,k=2)": 3,
    "mnk(rows=1,cols=1,k=2)": None,
    "mnk(rows=1,cols=7,k=3)": 5,
    "mnk(rows=6,cols=1,k=2)": None,
    "mnk(rows=2,cols=2,k=2)": None,
    "mnk(rows=2,cols=3,k=7)": None,
    "mnk(rows=3,cols=4,k=3)": 3,
    "mnk(rows=1,cols=6,k=2,overline=exact)": None,
    "mnk(rows=2,cols=4,k=3,overline=exact)": 5,
    "gomoku(rows=6,cols=6,rule=renju)": 1,  # nothing is forbidden within two plies
    "gomoku(rows=1,cols=6,rule=caro)": None,
    "gomoku(rows=1,cols=6,rule=caro_overline)": None,
    "random_drop(rows=1,cols=1,k=2)": None,
    "random_drop(rows=2,cols=2,k=2)": None,
    "random_drop(rows=2,cols=3,k=3)": None,
    "random_drop(rows=5,cols=6,k=4)": 4,
    "nine_board": 3,
    "nine_board(first_move=free,full_board=free)": 3,
    "pop_out(rows=1,cols=1,k=2)": None,
    "pop_out(rows=1,cols=3,k=2)": None,
    "pop_out(rows=2,cols=2,k=2,turns=7)": None,
    "pop_out(rows=2,cols=2,k=3,turns=9)": None,
    "pop_out(rows=4,cols=1,k=3,turns=12)": None,
    "pop_out(rows=3,cols=3,k=3)": 6,
    "pop_out(rows=5,cols=6,k=4)": 4,
    "ultimate_tic_tac_toe": 3,  # no board can be won or full within four plies
    "ultimate_tic_tac_toe(won_boards=open,tie_break=boards)": 3,
}


@pytest.mark.req("S0.10", "S1.9", "S4.4", "X.1")
@each("spec", TREES)
def test_every_position_of_the_tree_is_the_naive_one(spec: str) -> None:
    game = load_game(spec)
    visited = _compare(game.initial_state(), naive(game), TREES[spec] or math.inf)
    assert visited > 1


def _compare(state: State, plain: Naive, plies: float) -> int:
    """Compare a tree node by node; the number of nodes."""
    assert_same(state, plain)
    if not plies:
        return 1
    actions = plain.legal_actions()
    return 1 + sum(_compare(state.play(a), plain.play(a), plies - 1) for a in actions)


@pytest.mark.req("X.6")
@each(
    "spec, plies",
    [
        ("connect_four(rows=3,cols=3,k=3)", None),
        ("connect_four(rows=5,cols=6,k=4)", 5),
        ("connect_four(rows=1,cols=8,k=3)", None),
        ("mnk(rows=3,cols=4,k=3)", 3),
        ("mnk(rows=2,cols=5,k=3,overline=exact)", 4),
        ("random_drop(rows=2,cols=3,k=2)", None),
        ("random_drop(rows=3,cols=3,k=3)", 5),
        ("pop_out(rows=2,cols=3,k=3,turns=12)", None),
        ("pop_out(rows=4,cols=4,k=3)", 6),
        ("ultimate_tic_tac_toe", 3),
    ],
)
def test_equal_keys_merge_just_the_positions_that_are_equal(spec: str, plies: int | None) -> None:
    check_keys(spec, plies)


def check_keys(spec: str, plies: int | None) -> None:
    game = load_game(spec)
    assert census(game.initial_state(), plies) == census(naive(game), plies)
