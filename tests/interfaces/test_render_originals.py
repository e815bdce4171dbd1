"""The drawings of the original programs, compared byte for byte."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.games.base import Cell, State
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.styles.originals import LookaheadStyle
from inarow.registry import games, load_game

SPECS = [*games(), "connect_four(rows=1,cols=1,k=2)", "mnk(rows=25,cols=12,k=5)"]
RED, GREEN, YELLOW, WHITE, OFF = "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[37m", "\x1b[0m"


def after(spec: str, moves: str) -> State:
    state = load_game(spec).initial_state()
    for move in moves.split():
        state = state.play(state.game.parse(move))
    return state


def lookahead_style(*names: str) -> LookaheadStyle:
    return LookaheadStyle(load_game("random_drop"), (names[0], names[1]), False, False)


def lines(*texts: str) -> str:
    return "\n".join(texts)


# lookahead


@pytest.mark.req("S0.17", "S0.18", "S0.55")
def test_lookahead_example_board() -> None:
    game = load_game("connect_four(rows=5,cols=6,k=4)")
    rows = ["......", "X.....", "X.OOO.", "OOOOX.", "XOXXX."]
    board = tuple(tuple({"X": 0, "O": 1}.get(mark) for mark in row) for row in rows)
    assert originals.lookahead(game.state_from(board, player=0)) == lines(
        " |   |   |   |   |   |   | ",
        " | X |   |   |   |   |   | ",
        " | X |   | O | O | O |   | ",
        " | O | O | O | O | X |   | ",
        " | X | O | X | X | X |   | ",
        "---------------------------",
        "   1   2   3   4   5   6",
    )


@pytest.mark.req("S0.11", "S0.17", "S0.18")
def test_lookahead_six_by_seven() -> None:
    assert originals.lookahead(after("connect_four", "4 4 1 7")) == lines(
        " |   |   |   |   |   |   |   | ",
        " |   |   |   |   |   |   |   | ",
        " |   |   |   |   |   |   |   | ",
        " |   |   |   |   |   |   |   | ",
        " |   |   |   | O |   |   |   | ",
        " | X |   |   | X |   |   | O | ",
        "-------------------------------",
        "   1   2   3   4   5   6   7",
    )


def test_lookahead_numbers_of_two_digits_end_below_their_stones() -> None:
    assert originals.lookahead(after("connect_four(rows=1,cols=11,k=4)", "9 10 11")) == lines(
        " |   |   |   |   |   |   |   |   | X | O | X | ",
        "-----------------------------------------------",
        "   1   2   3   4   5   6   7   8   9  10  11",
    )


@pytest.mark.req("S0.19")
@pytest.mark.parametrize(
    ("seat", "name", "column", "tag", "line"),
    [
        (0, "classic-mc", "4", "", "Player X (Monte Carlo)'s turn: at 4"),
        (1, "human", "7", "", "Player O (Human)'s turn: at 7"),
        (1, "expectiminimax", "4", "random", "Player O (Expectiminimax)'s turn: (random) at 4"),
        (0, "minimax", "12", "forced", "Player X (Minimax)'s turn: (forced) at 12"),
    ],
)
def test_lookahead_turn_lines(seat: int, name: str, column: str, tag: str, line: str) -> None:
    state = after("connect_four", "4" * seat)
    assert lookahead_style(name, name).turn_line(state, column, tag) == line


@pytest.mark.req("S0.20")
def test_lookahead_header() -> None:
    style = lookahead_style("classic-mc", "classic-minimax")
    header = style.opening(after("connect_four", ""))
    assert header == "Player X: Monte Carlo, Player O: Minimax\n"


# nine


@pytest.mark.req("S2.4")
def test_nine_boards() -> None:
    state = after("nine_board", "6 1 6 9 6")
    empty = " . . . | . . . | . . ."
    separator = " ------+-------+------"
    assert originals.nine(load_game("nine_board").initial_state()) == lines(
        *[empty] * 3, separator, *[empty] * 3, separator, *[empty] * 3
    )
    drawing = lines(
        " . . . | . . . | . . .",
        " . . O | . . . | . . .",
        " . . . | . . . | . . .",
        " ------+-------+------",
        " . . . | . . . | X . .",
        " . . . | . . . | . . .",
        " . . . | . . . | . . X",
        " ------+-------+------",
        " . . . | . . . | . . .",
        " . . . | . . . | . . {}",
        " . . . | . . . | . . .",
    )
    assert originals.nine(state) == drawing.format("O")
    assert originals.nine(state, lower_last=True) == drawing.format("o")


def test_nine_without_a_last_stone_has_no_lower_case() -> None:
    start = load_game("nine_board").initial_state().play(3)
    assert originals.nine(start, lower_last=True) == originals.nine(start)


def test_nine_draws_an_undivided_board_too() -> None:
    drawing = originals.nine(after("mnk(rows=2,cols=4,k=3)", "b2 d1"), lower_last=True)
    assert drawing == lines(" . X . .", " . . . o")


# menu


@pytest.mark.req("S3.1", "S3.13")
def test_menu_new_board() -> None:
    assert originals.menu(load_game("connect_four").initial_state()) == lines(
        *["- - - - - - - "] * 6
    )


@pytest.mark.req("S3.13")
def test_menu_symbols_of_the_first_player() -> None:
    state = after("connect_four", "4 4 1")
    empty = "- - - - - - - "
    assert originals.menu(state) == lines(*[empty] * 4, "- - - X - - - ", "O - - O - - - ")
    assert originals.menu(state, "X") == lines(*[empty] * 4, "- - - O - - - ", "X - - X - - - ")


@pytest.mark.req("S3.8")
def test_menu_colours() -> None:
    going = after("connect_four(rows=1,cols=3,k=2)", "1 3")
    assert originals.menu(going, colour=True) == (f"{YELLOW}O{OFF} {WHITE}-{OFF} {RED}X{OFF} ")
    assert originals.menu(going.play(1), colour=True) == (
        f"{GREEN}O{OFF} {GREEN}O{OFF} {RED}X{OFF} "
    )
    assert originals.menu(going.play(1), "X", colour=True) == (
        f"{GREEN}X{OFF} {GREEN}X{OFF} {YELLOW}O{OFF} "
    )


def green_cells(drawing: str) -> list[Cell]:
    return [
        (row, col)
        for row, line in enumerate(drawing.splitlines())
        for col, text in enumerate(line.split())
        if text.startswith(GREEN)
    ]


@pytest.mark.req("S3.8", "S3.9")
@pytest.mark.parametrize(
    ("spec", "moves", "marked"),
    [
        ("connect_four", "4 4 5 5 6 6 7", [(5, col) for col in range(3, 7)]),
        ("connect_four", "1 1 2 2 3 3 5 5 6 6 7 7 4", [(5, col) for col in range(7)]),
        (
            "tic_tac_toe",
            "a3 a2 b3 b2 c2 a1 c1 b1 c3",
            [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
        ),
    ],
)
def test_menu_paints_exactly_the_winning_cells_green(
    spec: str, moves: str, marked: list[Cell]
) -> None:
    assert green_cells(originals.menu(after(spec, moves), colour=True)) == marked


# gomoku


@pytest.mark.req("S4.9")
def test_gomoku_empty_frame() -> None:
    assert originals.gomoku(load_game("tic_tac_toe").initial_state()) == lines(
        "   ___________  ",
        "  |           | ",
        " 0|  -  -  -  |",
        " 1|  -  -  -  |",
        " 2|  -  -  -  |",
        "  |___________| ",
        "     0  1  2  ",
    )


@pytest.mark.req("S4.9")
def test_gomoku_numbers_of_two_digits() -> None:
    empty = "  -" * 12 + "  |"
    assert originals.gomoku(after("mnk(rows=12,cols=12,k=5)", "a12 l1 k2")) == lines(
        "   ______________________________________  ",
        "  |                                      | ",
        " 0|  X  -  -  -  -  -  -  -  -  -  -  -  |",
        *(f" {row}|{empty}" for row in range(1, 10)),
        "10|  -  -  -  -  -  -  -  -  -  -  X  -  |",
        "11|  -  -  -  -  -  -  -  -  -  -  -  O  |",
        "  |______________________________________| ",
        "     0  1  2  3  4  5  6  7  8  9  10 11 ",
    )


@pytest.mark.req("S4.9")
def test_gomoku_finished_board() -> None:
    moves = "a3 b2 c1 b3 b1 a1 c3 c2 a2"
    assert originals.gomoku(after("tic_tac_toe", moves)).splitlines()[2:5] == [
        " 0|  X  O  X  |",
        " 1|  X  O  O  |",
        " 2|  O  X  X  |",
    ]


# all of them


def random_state(spec: str, seed: int) -> State:
    dice = random.Random(seed)
    state = load_game(spec).initial_state()
    for _ in range(dice.randrange(90)):
        if state.outcome is not None:
            break
        state = state.play(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("spec", SPECS)
@settings(deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_drawing_is_the_board_in_its_own_marks(spec: str, seed: int) -> None:
    state = random_state(spec, seed)
    rows, cols = state.game.shape
    board = str(state).splitlines()

    lookahead = originals.lookahead(state).splitlines()
    assert [line[3::4].replace(" ", ".") for line in lookahead[:rows]] == board
    assert {len(line) for line in lookahead[: rows + 1]} == {4 * cols + 3}

    menu = originals.menu(state, "X").splitlines()
    assert [line[::2].replace("-", ".") for line in menu] == board
    assert {len(line) for line in menu} == {2 * cols}

    gomoku = originals.gomoku(state).splitlines()[2 : rows + 2]
    assert [line[5:-3:3].replace("-", ".") for line in gomoku] == board
    assert {len(line) for line in gomoku} == {3 * cols + 6}

    nine = [line for line in originals.nine(state).splitlines() if "+" not in line]
    assert [line.replace(" ", "").replace("|", "") for line in nine] == board
