"""The styles of the original programs in a pipe talk as their programs did."""

from __future__ import annotations

import pytest

from command_line import PEOPLE, assert_fine, inarow


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


@pytest.mark.req("S3.1", "S3.5", "S3.13")
def test_the_menu_style_talks_as_its_program_did() -> None:
    typed = "0\n8\na\n\n1\n4\n"
    game = ("play", "connect_four", *PEOPLE, "--style", "menu")
    done = inarow(*game, "--moves", "111111", typed=typed)
    assert_fine(done)
    row = "- - - - - - - "
    assert lines(*["X - - - - - - ", "O - - - - - - "] * 3, "O's turn:") in done.out
    assert done.out.count("Not a valid command!") == 4
    assert done.out.count("Row is full!") == 1
    assert lines("O - - O - - - ", "X's turn:") in done.out
    empty = inarow(*game).out
    assert empty.startswith(lines(*[row] * 6, "O's turn:", "") + "Enter a move:")
    assert "\x1b" not in done.out + empty


@pytest.mark.req("S4.5", "S4.8", "S4.9", "S4.10", "S4.11", "S4.12")
def test_the_gomoku_style_talks_as_its_program_did() -> None:
    typed = "0 0\n0 0\nx\n1 1\n"
    game = ("play", "mnk(rows=3,cols=3,k=3)", *PEOPLE, "--style", "gomoku")
    done = inarow(*game, typed=typed)
    assert_fine(done)
    head = ("   ___________  ", "  |           | ")
    foot = ("  |___________| ", "     0  1  2  ")
    assert done.out.startswith(
        lines(
            "Gomoku Interactive!",
            "",
            *head,
            " 0|  -  -  -  |",
            " 1|  -  -  -  |",
            " 2|  -  -  -  |",
            *foot,
            "",
            "Player X: choose move (row col): 0 0",
            "Player X moves: [0, 0]",
            "",
            *head,
            " 0|  X  -  -  |",
            " 1|  -  -  -  |",
            " 2|  -  -  -  |",
            *foot,
            "",
            "Player O: choose move (row col): 0 0",
            "Invalid move! Try again: x",
            "Invalid move! Try again: 1 1",
            "Player O moves: [1, 1]",
        )
    )


@pytest.mark.req("S4.7", "S4.12", "S4.29")
def test_the_gomoku_style_ends_the_sample_game_as_a_draw() -> None:
    moves = ["0 0", "1 1", "2 2", "0 1", "2 1", "2 0", "0 2", "1 2", "1 0"]
    typed = "".join(f"{move}\n" for move in moves)
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    board = (" 0|  X  O  X  |", " 1|  X  O  O  |", " 2|  O  X  X  |")
    assert lines(*board) in done.out
    assert "\nGame over! DRAW.\n" in done.out


@pytest.mark.req("S4.6", "S4.12")
def test_the_gomoku_style_lets_a_longer_chain_win() -> None:
    row = ["0 0", "1 0", "0 1", "1 1", "0 3", "1 3", "0 4", "2 0", "0 2"]
    typed = "".join(f"{move}\n" for move in row)
    game = "mnk(rows=5,cols=5,k=4)"
    done = inarow("play", game, *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    assert " 0|  X  X  X  X  X  |" in done.out
    assert "\nGame over! Player X wins!\n" in done.out


@pytest.mark.req("S4.10")
def test_a_very_long_number_costs_no_turn_in_the_gomoku_style() -> None:
    typed = f"0 {'9' * 5000}\n0 0\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    assert "Player X moves: [0, 0]" in done.out


@pytest.mark.req("S0.17", "S0.18")
def test_the_lookahead_style_draws_as_its_program_did() -> None:
    game = "connect_four(rows=2,cols=6)"
    done = inarow("play", game, *PEOPLE, "--style", "lookahead", "--moves", "1", typed="2\n")
    assert_fine(done)
    assert lines(" | X | O |   |   |   |   | ", "-" * 27, "   1   2   3   4   5   6") in done.out


@pytest.mark.req("S2.4")
def test_the_nine_style_draws_as_its_program_did() -> None:
    game = ("play", "nine_board", *PEOPLE, "--style", "nine")
    done = inarow(*game, "--moves", "551", typed="9\n")
    assert_fine(done)
    empty, rule = " . . . | . . . | . . .", " ------+-------+------"
    assert (
        lines(
            empty,
            empty,
            " . . x | . . . | . . .",
            rule,
            " . . . | O . . | . . .",
            " . . . | . X . | . . .",
            empty,
            rule,
            empty,
            empty,
            empty,
        )
        in done.out
    )
