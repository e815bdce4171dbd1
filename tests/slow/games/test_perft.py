"""The long tests beside `games/test_perft.py` and `games/test_ultimate.py`: one ply more."""

from __future__ import annotations

import pytest

from games import test_perft, test_ultimate
from helpers import naive
from inarow.registry import load_game


def test_connect_four() -> None:
    game = test_perft.CONNECT_FOUR
    test_perft.test_sequences_and_positions_per_ply_are_the_published_ones(game, 8)


@pytest.mark.parametrize(("opening", "plies"), [("55", 7), *((o, 6) for o in test_perft.OPENINGS)])
def test_nine_boards(opening: str, plies: int) -> None:
    test_perft.test_nine_board_sequences_after_each_kind_of_opening(opening, plies)


@pytest.mark.parametrize(
    ("spec", "plies"), [("mnk(rows=3,cols=4,k=3)", 5), ("ultimate_tic_tac_toe", 4)]
)
def test_equal_keys(spec: str, plies: int) -> None:
    test_perft.test_equal_keys_merge_just_the_positions_that_are_equal(spec, plies)


def test_ultimate_tic_tac_toe() -> None:
    test_ultimate.test_openspiel_counts_as_many_sequences(6)
    for entry in test_ultimate.PERFT["positions"]:
        test_ultimate.check_late_sequences(entry, most=10**9)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("connect_four(rows=3,cols=3,k=5)", 9),
        ("mnk(rows=3,cols=4,k=3)", 4),
        ("nine_board", 4),
        ("nine_board(first_move=free,full_board=free)", 4),
        ("gomoku(rows=6,cols=6,rule=renju)", 2),
        ("ultimate_tic_tac_toe", 4),
        ("ultimate_tic_tac_toe(won_boards=open,tie_break=boards)", 4),
    ],
)
def test_every_position(spec: str, plies: int) -> None:
    game = load_game(spec)
    assert test_perft._compare(game.initial_state(), naive(game), plies) > 1
