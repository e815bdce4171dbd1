"""The terminal board: exact drawings, and what must hold for every game and size."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.games.base import Cell, State
from inarow.games.mnk import Mnk
from inarow.interfaces.render.goban import star_points
from inarow.interfaces.render.modern import hints, render
from inarow.registry import games, load_game

SPECS = [
    *games(),
    "connect_four(rows=1,cols=1,k=2)",
    "connect_four(rows=4,cols=12,k=3)",
    "random_drop(rows=3,cols=30,k=3)",
    "connect_four(rows=2,cols=100,k=4)",
    "mnk(rows=1,cols=1,k=2)",
    "mnk(rows=9,cols=10,k=3)",
    "mnk(rows=10,cols=9,k=4)",
    "mnk(rows=25,cols=25,k=5)",
    "mnk(rows=3,cols=28,k=3,overline=exact)",
    "mnk(rows=100,cols=2,k=3)",
    "nine_board(first_move=free,full_board=free)",
]
ESCAPE = re.compile(r"\x1b\[\d+m")
SEVEN_IN_LINE = "1 1 2 2 3 3 5 5 6 6 7 7 4"
TWO_LINES = "a3 a2 b3 b2 c2 a1 c1 b1 c3"


def after(spec: str, moves: str) -> State:
    state = load_game(spec).initial_state()
    for move in moves.split():
        state = state.play(state.game.parse(move))
    return state


def random_state(spec: str, seed: int) -> State:
    """A position somewhere in a random game, often at its end."""
    dice = random.Random(seed)
    state = load_game(spec).initial_state()
    for _ in range(dice.randrange(120)):
        if state.outcome is not None:
            break
        state = state.play(dice.choice(state.legal_actions()))
    return state


def cell_texts(drawing: str, state: State) -> dict[Cell, str]:
    """Cut a drawing without colours back into its cells."""
    rows, cols = state.game.shape
    margin = max(map(len, state.game.labels()[0]), default=0)
    lines = [line[margin:] for line in drawing.splitlines()]
    if star_points(state.game):
        names, *lines = [line[1:] for line in lines]
        lines = [line.ljust(len(names) + 1) for line in lines]
    else:
        lines = [line.replace("│", "").replace("|", "") for line in lines if line[0] in "│|"]
    assert len(lines) == rows
    width, rest = divmod(len(lines[0]), cols)
    assert rest == 0
    return {
        (row, col): line[col * width : (col + 1) * width]
        for row, line in enumerate(lines)
        for col in range(cols)
    }


def lines(*texts: str) -> str:
    return "\n".join(texts)


def test_stones_fall_into_a_frame_with_numbers_below() -> None:
    assert render(after("connect_four", "4 4 5 3"), colour=False) == lines(
        "┌─────────────────────┐",
        "│ ·  ·  ·  ·  ·  ·  · │",
        "│ ·  ·  ·  ·  ·  ·  · │",
        "│ ·  ·  ·  ·  ·  ·  · │",
        "│ ·  ·  ·  ·  ·  ·  · │",
        "│ ·  ·  ·  ○  ·  ·  · │",
        "│ ·  · (○) ●  ●  ·  · │",
        "└─────────────────────┘",
        "  1  2  3  4  5  6  7",
    )


def test_ascii_and_a_winning_line() -> None:
    won = after("connect_four", "4 4 5 5 6 6 7")
    assert render(won, colour=False, unicode=False) == lines(
        "+---------------------+",
        "| .  .  .  .  .  .  . |",
        "| .  .  .  .  .  .  . |",
        "| .  .  .  .  .  .  . |",
        "| .  .  .  .  .  .  . |",
        "| .  .  .  O  O  O  . |",
        "| .  .  . [X][X][X][X]|",
        "+---------------------+",
        "  1  2  3  4  5  6  7",
    )


def test_colours() -> None:
    state = after("connect_four(rows=2,cols=3,k=2)", "1 1 2")
    red, yellow, green, off = "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[0m"
    assert render(state, colour=True) == lines(
        "┌─────────┐",
        f"│{yellow} ○ {off} ·  · │",
        f"│{green}[●]{off}{green}[●]{off} · │",
        "└─────────┘",
        "  1  2  3",
    )
    before = after("connect_four(rows=2,cols=3,k=2)", "1 1")
    assert f"{red} ● {off}" in render(before, colour=True)
    assert f"{yellow}(○){off}" in render(before, colour=True)


def test_cells_are_named_by_letters_above_and_numbers_on_the_left() -> None:
    assert render(after("tic_tac_toe", "b2 a1 c3"), colour=False) == lines(
        "   a  b  c",
        " ┌─────────┐",
        "3│ ·  · (●)│",
        "2│ ·  ●  · │",
        "1│ ○  ·  · │",
        " └─────────┘",
    )


def test_numbers_and_letters_of_two_characters() -> None:
    tall = render(after("mnk(rows=10,cols=2,k=3)", "a2 b1"), colour=False).splitlines()
    assert tall[0] == "    a  b"
    assert tall[10:] == [" 2│ ●  · │", " 1│ · (○)│", "  └──────┘"]
    wide = render(after("mnk(rows=1,cols=28,k=3)", "z1 ab1"), colour=False).splitlines()
    assert wide[0].endswith(" x  y  z aa ab")
    assert wide[2].endswith(" ·  ·  ●  · (○)│")
    columns = render(after("connect_four(rows=1,cols=11,k=3)", "9 11"), colour=False).splitlines()
    assert columns[1:] == [
        "│ ·  ·  ·  ·  ·  ·  ·  ·  ●  · (○)│",
        "└─────────────────────────────────┘",
        "  1  2  3  4  5  6  7  8  9 10 11",
    ]
    hundred = render(after("connect_four(rows=1,cols=100,k=3)", "99 100"), colour=False)
    assert hundred.splitlines()[1].endswith(" ·   ●  (○) │")
    assert hundred.splitlines()[3].endswith(" 98  99 100")


def test_the_smallest_boards() -> None:
    assert render(after("connect_four(rows=1,cols=1,k=2)", "1"), colour=False) == lines(
        "┌───┐", "│(●)│", "└───┘", "  1"
    )
    assert render(after("mnk(rows=1,cols=1,k=2)", ""), colour=False) == lines(
        "   a", " ┌───┐", "1│ · │", " └───┘"
    )


def test_a_board_of_25_fits_a_terminal_of_80_columns() -> None:
    state = load_game("mnk(rows=25,cols=25,k=5)").initial_state().play(624)
    assert max(map(len, render(state, colour=False).splitlines())) == 78


def test_a_large_board_has_lines_and_stars() -> None:
    state = load_game("mnk(rows=9,cols=10,k=5)").initial_state()
    for action in (44, 45, 0, 89):
        state = state.play(action)
    shown = render(state, colour=False).splitlines()
    assert shown[0] == "   a  b  c  d  e  f  g  h  i  j"
    assert [line[1:] for line in shown[1:]] == [
        "  ●──┬──┬──┬──┬──┬──┬──┬──┬──┐",
        "  ├──┼──┼──┼──┼──┼──┼──┼──┼──┤",
        "  ├──┼──╋──┼──┼──┼──┼──╋──┼──┤",
        "  ├──┼──┼──┼──┼──┼──┼──┼──┼──┤",
        "  ├──┼──┼──┼──●──○──┼──┼──┼──┤",
        "  ├──┼──┼──┼──┼──┼──┼──┼──┼──┤",
        "  ├──┼──╋──┼──┼──┼──┼──╋──┼──┤",
        "  ├──┼──┼──┼──┼──┼──┼──┼──┼──┤",
        "  └──┴──┴──┴──┴──┴──┴──┴──┴─(○)",
    ]
    assert render(state, colour=True) == render(state, colour=False)  # they are black and white
    plain = render(state, colour=False, unicode=False).splitlines()
    assert plain[5][1:] == "  .  .  .  .  X  O  .  .  .  ."
    assert plain[7][1:] == "  .  .  +  .  .  .  .  +  .  ."
    numbers = {(4, 4): 1, (4, 5): 12, (8, 9): 14}
    numbered = render(state, colour=False, numbers=numbers).splitlines()
    assert numbered[0] == "   a   b   c   d   e   f   g   h   i   j"
    assert numbered[5][1:] == "  ├───┼───┼───┼───1───12──┼───┼───┼───┤"
    assert numbered[9].endswith("┴──(14)")


@pytest.mark.parametrize("side", [7, 9])
def test_forbidden_cells_are_marked(side: int) -> None:
    """Two open threes of X meet in one cell, which renju forbids."""
    state = load_game(f"gomoku({side},{side},renju)").initial_state()
    black = ((1, 3), (2, 3), (3, 1), (3, 2))
    for number, (row, col) in enumerate(black):
        state = state.play(row * side + col).play((side - 1) * side + 2 * number)
    found = (render(state, colour=False, unicode=unicode) for unicode in (True, False))
    assert [cell_texts(drawing, state)[3, 3].strip(" ─") for drawing in found] == ["╳", "#"]


def test_a_gomoku_board_leaves_room_in_24_lines_even_with_numbers_of_three_digits() -> None:
    state = load_game("gomoku").initial_state().play(224)
    drawing = render(state, colour=False, numbers={(14, 14): 112}).splitlines()
    assert len(drawing) == 16
    assert max(map(len, drawing)) <= 80


@pytest.mark.req("S2.1")
def test_nine_boards_show_what_to_type() -> None:
    assert render(after("nine_board", "5 5 3"), colour=False) == lines(
        "┌─────────┬─────────┬─────────┐",
        "│ ·  ·  · │ ·  ·  · │ 1  2  3 │",
        "│ ·  ·  · │ ·  ·  · │ 4  5  6 │",
        "│ ·  ·  · │ ·  ·  · │ 7  8  9 │",
        "├─────────┼─────────┼─────────┤",
        "│ ·  ·  · │ ·  · (○)│ ·  ·  · │",
        "│ ·  ·  · │ ·  ●  · │ ·  ·  · │",
        "│ ·  ·  · │ ·  ·  · │ ·  ·  · │",
        "├─────────┼─────────┼─────────┤",
        "│ ·  ·  · │ ·  ·  · │ ·  ·  · │",
        "│ ·  ·  · │ ·  ·  · │ ·  ·  · │",
        "│ ·  ·  · │ ·  ·  · │ ·  ·  · │",
        "└─────────┴─────────┴─────────┘",
    )


def test_nine_boards_in_ascii_with_a_line() -> None:
    won = after("nine_board", "5 5 1 5 2 5 3")
    assert render(won, colour=False, unicode=False).splitlines()[4:7] == [
        "+---------+---------+---------+",
        "| .  .  . |[O][O][O]| .  .  . |",
        "| .  .  . | .  X  . | .  .  . |",
    ]


def test_a_board_that_must_be_chosen_shows_no_moves() -> None:
    start = load_game("nine_board").initial_state()
    assert not any(char.isdigit() for char in render(start, colour=False))


@dataclass(frozen=True)
class Unlabelled(Mnk):
    """A game as another package might bring it: divided unevenly, and without labels."""

    name = "unlabelled"
    block = 2

    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), ()


def test_a_game_of_another_package() -> None:
    state = Unlabelled(rows=3, cols=3, k=3).initial_state().play(4).play(8)
    assert render(state, colour=False) == lines(
        "┌────────┬────┐",
        "│ a3  b3 │ c3 │",
        "│ a2  ●  │ c2 │",
        "├────────┼────┤",
        "│ a1  b1 │(○) │",
        "└────────┴────┘",
    )


@dataclass(frozen=True)
class RowsOnly(Mnk):
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("up", "low"), ()


def test_a_game_with_row_names_only() -> None:
    assert render(RowsOnly(rows=2, cols=2, k=2).initial_state().play(3), colour=False) == lines(
        "   ┌──────┐",
        " up│ ·  · │",
        "low│ · (●)│",
        "   └──────┘",
    )


@pytest.mark.req("S3.9")
@pytest.mark.parametrize(
    ("spec", "moves", "marked"),
    [
        ("connect_four", SEVEN_IN_LINE, {(5, col) for col in range(7)}),
        ("tic_tac_toe", TWO_LINES, {(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)}),
    ],
)
def test_long_lines_and_two_lines_are_marked_whole(
    spec: str, moves: str, marked: set[Cell]
) -> None:
    state = after(spec, moves)
    texts = cell_texts(render(state, colour=False), state)
    assert {cell for cell, text in texts.items() if text == "[●]"} == marked
    assert render(state, colour=True).count("\x1b[32m[●]\x1b[0m") == len(marked)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=settings().max_examples // 2)  # of each game
@given(seed=st.integers(0, 10_000), unicode=st.booleans())
def test_every_drawing(spec: str, seed: int, unicode: bool) -> None:
    state = random_state(spec, seed)
    drawing = render(state, colour=False, unicode=unicode)
    check_layout(drawing, state)
    check_cells(cell_texts(drawing, state), state, unicode)
    assert unicode or drawing.isascii()
    assert "\x1b" not in drawing
    coloured = render(state, colour=True, unicode=unicode)
    assert ESCAPE.sub("", coloured) == drawing
    won = len(state.outcome.cells if state.outcome else ())
    assert coloured.count("\x1b[32m") == won
    assert coloured.count("\x1b[0m") == (won if star_points(state.game) else stones(state))


def check_layout(drawing: str, state: State) -> None:
    """All framed lines are equally wide; labels stand over or under their columns."""
    if star_points(state.game):
        drawing = framed(drawing, state)
    rows, cols = state.game.shape
    row_names, column_names = state.game.labels()
    block = state.game.block or max(rows, cols)
    margin = max(map(len, row_names), default=0)
    found = drawing.splitlines()
    if column_names:
        label_line = found.pop(0 if row_names else -1)
        assert label_line.split() == list(column_names)
        width = (len(found[0]) - margin - 2) // cols
        for col, name in enumerate(column_names):
            start = margin + 1 + col * width
            assert label_line[start : start + width].strip() == name
            assert label_line[start + 1] != " "  # right above or below the stones
    assert len({len(line) for line in found}) == 1
    assert len(found) == rows + 1 + -(-rows // block)
    assert all(line == line.rstrip() for line in drawing.splitlines())
    if row_names:
        numbered = [line[:margin].strip() for line in found]
        assert [name for name in numbered if name] == list(row_names)


def framed(drawing: str, state: State) -> str:
    """A board without a frame, in the frame of the others."""
    margin = max(map(len, state.game.labels()[0]))
    names, *rows = drawing.splitlines()
    rule = f"{' ' * margin}+{'-' * (len(names) - margin)}+"
    rows = [row.ljust(len(names) + 1) for row in rows]
    walled = [f"{row[:margin]}|{row[margin + 1 :]}|" for row in rows]
    return "\n".join([names, rule, *walled, rule])


def empty_mark(cell: Cell, state: State, unicode: bool) -> str:
    """How the ground of a cell looks; on a large board it is a crossing."""
    stars = star_points(state.game)
    if cell in stars:
        return "╋" if unicode else "+"
    if not stars or not unicode:
        return "·" if unicode else "."
    (row, col), (rows, cols) = cell, state.game.shape
    return "┌┬┐├┼┤└┴┘"[3 * _third(row, rows) + _third(col, cols)]


def _third(place: int, side: int) -> int:
    """Whether a place is the first, one between, or the last."""
    return 0 if place == 0 else 2 if place == side - 1 else 1


def check_cells(texts: dict[Cell, str], state: State, unicode: bool) -> None:
    """Each cell shows its stone or what to type; winning cells and the last stone are marked."""
    winning = set(state.outcome.cells if state.outcome else ())
    typed = hints(state)
    marks = "●○" if unicode else "XO"
    for row, owners in enumerate(state.board()):
        for col, owner in enumerate(owners):
            cell = (row, col)
            sides = "[]" if cell in winning else "()" if cell == state.last_cell else "  "
            mark = typed.get(cell) or empty_mark(cell, state, unicode)
            mark = mark if owner is None else marks[owner]
            found = texts[cell].replace("─", " ")
            assert found.rstrip() == (sides[0] + mark + sides[1]).rstrip()
    assert sum(text[1] in marks for text in texts.values()) == stones(state)


def stones(state: State) -> int:
    return sum(owner is not None for row in state.board() for owner in row)
