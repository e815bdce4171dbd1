"""Forbidden moves of renju: known cases, another program's opinion, and what follows for a game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from renju.check_forbid import get_foul_type

from cases import each
from helpers import board_of, random_game
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Reason, forbidden_actions
from inarow.games.gomoku import Gomoku
from inarow.games.grid import grid
from inarow.games.renju import forbidden_moves, read_line

CASES = {  # the cell * for black
    "three and three": (".......|...X...|...X...|.XX*...|.......|.......|.......", "double three"),
    "broken threes": (
        "...X....|........|...X....|X.X*....|........|........|........|........",
        None,
    ),
    "one of two closed": (".......|...X...|...X...|OXX*...|.......|.......|.......", None),
    "no room for a straight four": (
        "...X...|...X...|.XX*...|.......|...O...|.......|.......",
        None,
    ),
    "four and three": (".........|....X....|....X....|.XXX*....|" + "|".join(["." * 9] * 5), None),
    "four and four": (
        "....O....|....X....|....X....|....X....|OXXX*....|" + "|".join(["." * 9] * 4),
        "double four",
    ),
    "two fours in a line": (".........|.X.X*X.X.|" + "|".join(["." * 9] * 7), "double four"),
    "two fours of five stones": ("XXX.*.XXX|" + "|".join(["." * 9] * 8), "double four"),
    "a straight four is one": (".........|..XXX*...|" + "|".join(["." * 9] * 7), None),
    "six": (".........|.XXX*XX..|" + "|".join(["." * 9] * 7), "overline"),
    "five beside six": (
        ".X.......|.X.......|.X.......|.X.......|X*XXXX...|" + "|".join(["." * 9] * 4),
        None,
    ),
    "five beside double four": (
        "....X....|....X....|....X....|.XXX*XO..|....X....|" + "|".join(["." * 9] * 4),
        None,
    ),
}


@each("name", CASES)
def test_known_cases(name: str) -> None:
    text, reason = CASES[name]
    rows = text.split("|")
    game = Gomoku(len(rows), len(rows[0]), "renju")
    state, action = game.state_from(board_of(rows), 0), "".join(rows).index("*")
    assert forbidden_actions(state).get(action) == reason
    assert (action in state.legal_actions()) == (reason is None)
    if reason:
        with pytest.raises(
            IllegalMove, match=f"{game.format(action)} is forbidden for black: {reason}"
        ):
            state.play(action)
    white = game.state_from(board_of(rows), 1)
    assert forbidden_actions(white) == {}
    assert action in white.legal_actions()


def test_a_three_whose_straight_four_is_forbidden_does_not_count() -> None:
    """The rule asks for itself: h8 looks like a double three, but its four would be an overline."""
    rows = [
        "...........",
        "....X......",
        "....X......",
        ".XX.*......",
        "...........",
        "...........",
    ]
    free = Gomoku(6, 11, "renju").state_from(board_of(rows), 0)
    cell = "".join(rows).index("*")
    assert forbidden_actions(free)[cell] == "double three"
    rows[0] = "...X......."
    rows[1] = "...XX......"
    rows[2] = "...XX......"
    rows[4] = rows[5] = "...X......."  # the only straight four of the row, d4, is six in a column
    blocked = Gomoku(6, 11, "renju").state_from(board_of(rows), 0)
    assert cell not in forbidden_actions(blocked)


def _random_board(rng: Random) -> list[list[int]]:
    side = rng.choice((6, 8, 9, 11, 15))
    filled, black = rng.uniform(0.1, 0.5), rng.uniform(0.4, 0.75)
    return [
        [(1 if rng.random() < black else 2) if rng.random() < filled else 0 for _ in range(side)]
        for _ in range(side)
    ]


def test_forbidden_points_are_those_of_another_program(thorough: bool) -> None:
    """`renju` of PyPI, by the author of SlowRenju, ported from the referee of Gomocup."""
    names = {0: None, 1: "double three", 2: "double four", 3: "overline"}
    seen: Counter[str | None] = Counter()
    rng = Random(1)
    for _ in range(120 if thorough else 30):
        board = _random_board(rng)
        geometry = grid(len(board), len(board))
        owners = tuple(tuple(None if x == 0 else x - 1 for x in row) for row in board)
        black, white = geometry.stones(owners)
        moves = forbidden_moves(geometry)
        forbidden = moves.reasons(black, white)
        for row, cells in enumerate(board):
            for col, owner in enumerate(cells):
                if owner == 0:
                    bit = geometry.bit_of[row, col]
                    expected = names[get_foul_type(board, row, col)]
                    assert forbidden.get(bit) == moves.reason(black, white, bit) == expected, (
                        board,
                        row,
                        col,
                    )
                    seen[expected] += 1
    assert min(seen.values()) > (10 if thorough else 1)
    assert len(seen) == 4


@each("line", ["...XX......", "..X.X.X.X..", "XXX.X...O.O", ".X.XX..X..."])
def test_a_line_reads_the_same_from_both_ends(line: str) -> None:
    there, back = read_line(line), read_line(line[::-1])
    assert there[:3] == back[:3]
    assert sorted(there.straight) == sorted(-away for away in back.straight)


def test_black_that_may_not_move_anywhere_has_lost() -> None:
    rows = ["OXXOXX", "XXX.XX", "OXXOOX", "XOOXXO", "OXOXOO", "XOXOXO"]
    state = Gomoku(6, 6, "renju").state_from(board_of(rows), 0)
    assert forbidden_actions(state) == {9: "overline"}
    assert state.legal_actions() == []
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (1, Reason.FORBIDDEN)
    assert state.returns() == (-1.0, 1.0)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play(9)


def test_white_is_free() -> None:
    rows = ["OOO.OOO", *["......."] * 6]
    state = Gomoku(7, 7, "renju").state_from(board_of(rows), 1)
    after = state.play(3)
    assert after.outcome is not None
    assert after.outcome.winner == 1


def test_black_cannot_have_more_than_five() -> None:
    rows = ["XXXXXX.", "OOO....", *["......."] * 5]
    with pytest.raises(BadNotation, match="more than five"):
        Gomoku(7, 7, "renju").state_from(board_of(rows), 1)


def test_in_a_whole_game_black_never_makes_more_than_five_unless_it_makes_five() -> None:
    ends: Counter[Reason] = Counter()
    for seed in range(12):
        *_, last = random_game(Gomoku(7, 7, "renju").initial_state(), Random(seed))
        assert last.outcome is not None
        ends[last.outcome.reason] += 1
        lengths = {len(line.cells) for line in last.outcome.lines}
        assert last.outcome.winner != 0 or 5 in lengths
    assert ends[Reason.LINE] > 0
