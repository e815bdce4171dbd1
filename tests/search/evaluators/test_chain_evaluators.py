"""The evaluators that count chains, of the programs 004 and 001, against lines read as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given

from cases import each
from helpers import any_game, board_of, choices, load_data, quick, walk
from inarow.errors import BadOption
from inarow.games.base import Board, Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.search.evaluators.chains import OpenChains, WeightedChains
from inarow.search.evaluators.column_score import base_order
from inarow.search.scores import LOSS_SCORE as LOST
from inarow.search.scores import WIN_SCORE as WON

ILLUSTRATION = load_data("originals.json")["program_001"]["illustration"]["board"]
SWAP = str.maketrans("XO", "OX")


def placed(rows: Sequence[str], k: int, overline: str = "win") -> State:
    """A position of free placing; whoever has no line yet is to move."""
    game = Mnk(len(rows), len(rows[0]), k, overline)
    board = board_of(rows)
    first, _ = game.geometry.stones(board)
    lined = any(game.line_rule.completed(first, bit) for bit in game.geometry.cell_of)
    return game.state_from(board, int(lined))


def value(rows: Sequence[str], k: int, player: int = 0, overline: str = "win") -> float:
    return OpenChains()(placed(rows, k, overline), player)


def text_lines(board: Board, block: int) -> Iterator[str]:
    """Every row, column and diagonal as text between bars, cut at the sides of sub-boards."""
    rows, cols = len(board), len(board[0])
    for top in range(0, rows, block or rows):
        for left in range(0, cols, block or cols):
            part = [
                [
                    "XO."[2 if owner is None else owner]
                    for owner in row[left : left + (block or cols)]
                ]
                for row in board[top : top + (block or rows)]
            ]
            high, wide = len(part), len(part[0])
            yield from ("|" + "".join(row) + "|" for row in part)
            yield from ("|" + "".join(row) + "|" for row in zip(*part, strict=True))
            for shift in range(-high, wide):
                for turned in (part, part[::-1]):
                    marks = [turned[r][r + shift] for r in range(high) if 0 <= r + shift < wide]
                    yield "|" + "".join(marks) + "|"


def naive_counts(board: Board, player: int, block: int) -> list[tuple[int, int]]:
    """Length and free ends of every chain."""
    mark = "XO"[player]
    return [
        (len(run.group()), (line[run.start() - 1] + line[run.end()]).count("."))
        for line in text_lines(board, block)
        for run in re.finditer(f"{mark}+", line)
    ]


def naive_open_chains(state: State, player: int, k: int, exact: bool) -> int:
    mine, theirs = (naive_counts(state.board(), p, state.game.block) for p in (player, 1 - player))
    for counts, extreme in ((mine, WON), (theirs, LOST)):
        for length, ends in counts:
            if length == k or (length > k and not exact) or (length == k - 1 and ends == 2):
                return extreme
    points = [sum(ends for length, ends in counts if length >= 2) for counts in (mine, theirs)]
    return points[0] - points[1]


def length_to_win(game: Game) -> tuple[int, bool]:
    if isinstance(game, Mnk):
        return game.k, game.overline == "exact"
    return (game.k, False) if isinstance(game, ConnectFour) else (3, False)


# Open chains: the program 004


@pytest.mark.req("S4.22", "S4.23")
def test_extremes_are_those_of_a_32_bit_int() -> None:
    assert (WON, LOST) == (2147483647, -2147483648)
    assert (WON, LOST) == (2**31 - 1, -(2**31))


@pytest.mark.req("S4.22", "S4.23")
@each(
    "rows",
    [
        ["XXXX..", "......"],  # a line
        ["XXXXX.", "......"],  # a longer line
        ["OXXXXO", "......"],  # a line with no free end
        [".XXX..", "......"],  # one short and free at both ends
        ["......", ".XXX.O"],
    ],
)
def test_a_line_or_one_short_with_two_free_ends_is_extreme(rows: list[str]) -> None:
    assert value(rows, 4, player=0) == WON
    assert value(rows, 4, player=1) == LOST


@pytest.mark.req("S4.22")
def test_one_short_with_one_free_end_is_not_extreme() -> None:
    assert value(["XXX...", "......"], 4) == 1
    assert value(["OXXX..", "......"], 4) == 1
    assert value(["XX.X..", "......"], 4) == 1


@pytest.mark.req("S4.22")
def test_a_longer_line_is_no_win_where_only_exact_lines_win() -> None:
    assert value(["XXXXX.", "......"], 4, overline="exact") == 1
    assert value(["XXXX..", "......"], 4, overline="exact") == WON


@pytest.mark.req("S4.23")
def test_the_own_case_comes_first() -> None:
    both = [".XXX..", "......", ".OOO.."]
    assert value(both, 4, player=0) == WON
    assert value(both, 4, player=1) == WON


@pytest.mark.req("S4.24", "S4.25", "S4.26")
@each(
    "rows, expected",
    [
        ([".....", ".....", "....."], 0),
        (["..X..", ".....", "....."], 0),  # single stones count nothing
        ([".....", ".XX..", "....."], 2),  # free at both ends
        ([".....", "XX...", "....."], 1),  # the edge blocks like a stone
        ([".....", "OXX..", "....."], 1),
        ([".....", "OXXO.", "....."], 0),  # blocked at both ends
        ([".....", ".XX.O", "....O"], 2 - 1),  # O's column has one free end, above
        ([".....", ".OO..", "....."], -2),
        ([".....", "OO...", "....."], -1),
        ([".X...", ".X...", "....."], 1),  # a column that starts at the edge
        (["X....", ".X...", "....."], 1),  # a diagonal that starts in the corner
        ([".....", ".X...", "..X.."], 1),
        (["..X..", ".X...", "....."], 1),  # the other diagonal
        ([".XX..", ".XX..", "....."], 2 + 2 + 1 + 1 + 1 + 1),  # two rows, columns, diagonals
        (["XX.OO", ".....", ".XX.."], 1 - 1 + 2),
    ],
)
def test_boards_counted_by_hand(rows: list[str], expected: int) -> None:
    assert value(rows, 5, player=0) == expected
    assert value(rows, 5, player=1) == -expected
    assert value([row.translate(SWAP) for row in rows], 5, player=0) == -expected


@pytest.mark.req("S4.27")
def test_short_lines_fire_the_first_rule_early_but_never_without_stones() -> None:
    assert value([".....", "..X..", "....."], 2) == WON
    assert value([".....", "..O..", "....."], 2) == LOST
    assert value(["X"], 2) == 0
    assert value(["X."], 2) == 0  # free at one end only
    assert value([".....", ".XX..", "....."], 3) == WON
    assert value([".....", "XX...", "....."], 3) == 1
    for k in (2, 3):
        assert value([".....", ".....", "....."], k) == 0


@pytest.mark.req("S4.22", "S4.23", "S4.24", "S4.25", "S4.26", "S4.27")
@quick
@given(game=any_game, moves=choices)
def test_open_chains_are_those_read_from_text(game: Game, moves: list[int]) -> None:
    k, exact = length_to_win(game)
    for state in list(walk(game.initial_state(), moves))[::3]:
        values = [OpenChains()(state, player) for player in (0, 1)]
        assert values == [naive_open_chains(state, player, k, exact) for player in (0, 1)]
        if abs(values[0]) < WON:
            assert values[0] == -values[1]


@pytest.mark.req("S4.28")
def test_more_open_chains_are_more_freedom() -> None:
    def value(*rows: str) -> float:
        return OpenChains()(placed(rows, 4), 0)

    empty = "......"
    one = value(empty, ".XX...", empty, empty)
    assert value(empty, ".XX...", empty, ".XX...") == 2 * one > 0
    assert value(empty, ".XX...", empty, "OXXO..") == one, "a chain without room counts for nothing"


# Weighted chains: the program 001


def weigh(rows: Sequence[str], k: int = 5, player: int = 0, **options: float) -> float:
    return WeightedChains(**options)(placed(rows, k), player)


@pytest.mark.req("S1.12")
def test_only_open_chains_count() -> None:
    assert weigh(["XX..."], centre=0) > weigh(["XXO.."], centre=0) + weigh(["..O.."], centre=0)
    assert weigh(["XX"], k=3, centre=0) == 0
    assert weigh(["OXXO"], centre=0) == 0


@pytest.mark.req("S1.13")
@each("length", [1, 2, 3])
def test_more_open_chains_are_better(length: int) -> None:
    one = ["." * 9, "." + "X" * length + "." * (8 - length), "." * 9, "." * 9, "." * 9]
    two = [*one[:3], one[1], one[4]]
    assert weigh(two, centre=0) > weigh(one, centre=0) > 0
    assert weigh(two, player=1, centre=0) < weigh(one, player=1, centre=0) < 0


@pytest.mark.req("S1.14")
@each("growth", [1.5, 4, 10])
def test_longer_chains_are_worth_more(growth: float) -> None:
    row = ["X......", "XX.....", "XXX...."]
    values = [weigh([stones], centre=0, growth=growth) for stones in row]
    assert values == pytest.approx([1, growth, growth**2])
    assert values == sorted(set(values))


@pytest.mark.req("S1.15")
def test_room_makes_two_free_ends_worth_more() -> None:
    assert weigh([".XX..."], centre=0) == weigh(["XX...."], centre=0)
    assert weigh([".XX..."], centre=0, room=0.5) == 1.5 * weigh(["XX...."], centre=0, room=0.5)
    state = ConnectFour(4, 7).state_from(board_of(ILLUSTRATION), 0)
    without, with_room = (WeightedChains(centre=0, room=room) for room in (0, 0.5))
    assert with_room(state, 1) > without(state, 1)  # O has the chain with two free ends


@pytest.mark.req("S1.16", "S1.24")
@each("cols", [5, 6, 7, 8])
def test_the_centre_is_worth_more(cols: int) -> None:
    start = ConnectFour(6, cols).initial_state()
    bonus = [
        WeightedChains()(start.play(col), 0) - WeightedChains(centre=0)(start.play(col), 0)
        for col in range(cols)
    ]
    assert bonus == [min(col, cols - 1 - col) for col in range(cols)]
    assert [bonus[col] for col in base_order(cols)] == sorted(bonus, reverse=True)


@pytest.mark.req("S1.16")
def test_each_of_nine_boards_has_its_own_centre() -> None:
    start = NineBoard().initial_state()
    values = [WeightedChains(centre=7)(start.play(0).play(cell), 0) for cell in range(9)]
    plain = [WeightedChains(centre=0)(start.play(0).play(cell), 0) for cell in range(9)]
    assert [a - b for a, b in zip(values, plain, strict=True)] == [0, 7, 0] * 3


@pytest.mark.req("S1.12", "S1.13", "S1.14", "S1.15", "S1.16")
@quick
@given(game=any_game, moves=choices)
def test_weighted_chains_are_those_read_from_text(game: Game, moves: list[int]) -> None:
    k, _ = length_to_win(game)
    width = game.block or game.shape[1]
    evaluate = WeightedChains(growth=4, room=0.5, centre=2)
    for state in list(walk(game.initial_state(), moves))[::3]:
        worth = [0.0, 0.0]
        for player in (0, 1):
            for length, ends in naive_counts(state.board(), player, game.block):
                if ends or length >= k:
                    worth[player] += 4 ** (length - 1) * (1.5 if ends == 2 else 1)
            for row in state.board():
                for col, owner in enumerate(row):
                    if owner == player:
                        worth[player] += 2 * min(col % width, width - 1 - col % width)
        assert evaluate(state, 0) == pytest.approx(worth[0] - worth[1])
        assert evaluate(state, 1) == -evaluate(state, 0)


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(BadOption, match="growth"):
        WeightedChains(growth=0)
