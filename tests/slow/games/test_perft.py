"""The long tests beside `games/test_perft.py` and `games/test_ultimate.py`: one ply more."""

from __future__ import annotations

import pytest

from games import test_perft, test_ultimate
from helpers import naive
from inarow.registry import load_game


def test_connect_four() -> None:
    game = test_perft.CONNECT_FOUR
    test_perft.check_published(game, 8)
    test_perft.check_one_by_one(game, 7)


@pytest.mark.parametrize(("opening", "plies"), [("55", 7), *((o, 6) for o in test_perft.OPENINGS)])
def test_nine_boards(opening: str, plies: int) -> None:
    test_perft.check_nine_boards(opening, plies)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("mnk(rows=3,cols=4,k=3)", 5),
        ("mnk(rows=2,cols=5,k=3,overline=exact)", 5),
        ("random_drop(rows=3,cols=3,k=3)", None),
        ("ultimate_tic_tac_toe", 4),
    ],
)
def test_equal_keys(spec: str, plies: int | None) -> None:
    test_perft.check_keys(spec, plies)


def test_ultimate_tic_tac_toe() -> None:
    test_ultimate.check_sequences(6)
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
