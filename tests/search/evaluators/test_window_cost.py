"""The evaluation of the program 000: its worked example, and the rule told again on lists."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cases import each
from helpers import (
    board_of,
    choices,
    drop_games,
    load_data,
    lucky_games,
    place_games,
    quick,
    walk,
)
from inarow.games.base import Board, Cell, State
from inarow.games.connect_four import ConnectFour, ConnectFourState
from inarow.games.grid import grid
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.search.evaluators import window_cost
from inarow.search.evaluators.window_cost import WindowCost, best_window, window_costs
from inarow.search.evaluators.windows import windows

EXAMPLE = load_data("originals.json")["program_000"]["evaluation_example"]
GAME = ConnectFour(EXAMPLE["rows"], EXAMPLE["columns"], EXAMPLE["connect"])
BOARD = board_of(EXAMPLE["board"])
NAMES = {
    "vertical": "vertical",
    "horizontal": "horizontal",
    "diagonalUp": "diagonal_up",
    "diagonalDown": "diagonal_down",
}
STEPS = {
    "vertical": (1, 0),
    "horizontal": (0, 1),
    "diagonal_up": (-1, 1),
    "diagonal_down": (1, 1),
}

window_games = st.one_of(drop_games, lucky_games, place_games)


def worked_example(to_move: int = 0) -> State:
    """The example; it holds a finished row of O, so O to move can only be built by hand."""
    stones = GAME.geometry.stones(BOARD)
    return ConnectFourState(GAME, stones[to_move], stones[1 - to_move], to_move)


# The rule on lists


def naive_costs(board: Board, player: int, k: int, falling: bool) -> dict[str, tuple[int, int]]:
    return {name: naive_direction(board, player, k, falling, *STEPS[name]) for name in STEPS}


def naive_direction(
    board: Board, player: int, k: int, falling: bool, down: int, right: int
) -> tuple[int, int]:
    rows, cols = len(board), len(board[0])
    empties = [(r, c) for r in range(rows) for c in range(cols) if board[r][c] is None]
    if not empties:
        return (0, 0)
    found = []
    for row in range(rows):
        for col in range(cols):
            window = [(row + i * down, col + i * right) for i in range(k)]
            if any(not (0 <= r < rows and 0 <= c < cols) for r, c in window):
                continue
            owners = [board[r][c] for r, c in window]
            if 1 - player in owners or None not in owners:
                continue
            found.append(naive_window(board, window, player, falling))
    if found:
        return min(found)
    touching = [
        (r, c)
        for r, c in empties
        for side in (-1, 1)
        if 0 <= r + side * down < rows
        and 0 <= c + side * right < cols
        and board[r + side * down][c + side * right] == player
    ]
    return k, min(c for _, c in touching or empties) + 1


def naive_window(board: Board, window: list[Cell], player: int, falling: bool) -> tuple[int, int]:
    needed = [cell for cell in window if board[cell[0]][cell[1]] is None]
    places = [window.index(cell) for cell in window if board[cell[0]][cell[1]] == player]
    overhead = set()
    if falling:
        for row, col in needed:
            overhead |= {(r, col) for r in range(row + 1, len(board)) if board[r][col] is None}
    cost = len(needed) + len(overhead - set(needed)) + (not places)
    distance = {
        cell: min((abs(window.index(cell) - place) for place in places), default=0)
        for cell in needed
    }
    column = min(cell[1] for cell in needed if distance[cell] == min(distance.values()))
    return cost, column + 1


# The worked example


@pytest.mark.req("S0.47", "S0.52", "S0.55")
@each("player", [0, 1])
@each("direction", NAMES)
def test_all_eight_values_of_the_example(player: int, direction: str) -> None:
    expected = EXAMPLE["expected"]["XO"[player]][direction]
    assert list(window_costs(worked_example(), player)[NAMES[direction]]) == expected


@pytest.mark.req("S0.51")
@pytest.mark.parametrize("player", [0, 1])
def test_the_best_window_is_the_smallest_pair_of_the_four(player: int) -> None:
    best = best_window(worked_example(), player)
    assert best == min(window_costs(worked_example(), player).values())
    assert list(best) == EXAMPLE["expected_best"]["XO"[player]]


@pytest.mark.req("S0.50", "S0.51")
def test_the_maximizer_scores_minus_the_cost_and_the_minimizer_plus() -> None:
    value = WindowCost()
    x_view = 0
    assert value(worked_example(to_move=0), x_view) == -1
    assert value(worked_example(to_move=1), x_view) == +1
    assert value(worked_example(to_move=0), player=1) == +1
    assert value(worked_example(to_move=1), player=1) == -1


@pytest.mark.req("S0.49")
def test_overhead_counts_where_stones_fall_and_only_there() -> None:
    assert window_costs(worked_example(), player=1)["diagonal_down"] == (2 + 1, 2)
    placing = Mnk(GAME.rows, GAME.cols, GAME.k).state_from(BOARD, player=0)
    assert window_costs(placing, player=1)["diagonal_down"] == (2, 2)


@pytest.mark.req("S0.53")
def test_oddities_are_kept_and_explained() -> None:
    costs = window_costs(worked_example(), player=0)
    assert costs["diagonal_up"][0] == 4 < costs["vertical"][0] == 5  # dead before fresh
    seen = window_costs(worked_example(), player=1)["horizontal"]
    assert seen == (1, 2)  # the finished row is not 0
    text = window_cost.__doc__ or ""
    for word in ("already complete", "ranks", "full board", "leftmost", "both sides"):
        assert word in text


@pytest.mark.req("S0.53")
@pytest.mark.parametrize("game", [ConnectFour(2, 2, 3), Mnk(2, 2, 3)], ids=str)
def test_a_full_board_counts_nothing(game: ConnectFour | Mnk) -> None:
    state = game.state_from(board_of(["XO", "OX"]), 0)
    assert WindowCost()(state, 0) == WindowCost()(state, 1) == 0
    assert set(window_costs(state, 0).values()) == {(0, 0)}


# The rule


@pytest.mark.req("S0.48")
def test_every_window_is_looked_at() -> None:
    counts = {name: len(group) for name, group in windows(grid(6, 7), 4).items()}
    assert counts == {"vertical": 21, "horizontal": 24, "diagonal_up": 12, "diagonal_down": 12}


@pytest.mark.req("S0.47", "S0.48", "S0.49", "S0.52", "S0.54")
@quick
@given(game=window_games, moves=choices)
def test_costs_are_those_of_the_rule_on_lists(game: ConnectFour | Mnk, moves: list[int]) -> None:
    falling = isinstance(game, ConnectFour)
    for state in list(walk(game.initial_state(), moves))[::3]:
        board = state.board()
        for player in (0, 1):
            assert window_costs(state, player) == naive_costs(board, player, game.k, falling)
        cost = min(naive_costs(board, state.player, game.k, falling).values())[0]
        assert WindowCost()(state, state.player) == -cost
        assert WindowCost()(state, 1 - state.player) == cost


@pytest.mark.req("S0.54")
@quick
@given(game=window_games, moves=choices)
def test_a_mirrored_board_costs_the_same(game: ConnectFour | Mnk, moves: list[int]) -> None:
    *_, state = walk(game.initial_state(), moves)
    mirrored = game.state_from(tuple(row[::-1] for row in state.board()), state.player)
    for player in (0, 1):
        costs = {name: cost for name, (cost, _) in window_costs(state, player).items()}
        turned = {name: cost for name, (cost, _) in window_costs(mirrored, player).items()}
        swapped = {"diagonal_up": "diagonal_down", "diagonal_down": "diagonal_up"}
        assert turned == {swapped.get(name, name): cost for name, cost in costs.items()}
    assert WindowCost()(state, 0) == WindowCost()(mirrored, 0)


def full_windows(state: State, player: int, k: int) -> int:
    """How many windows hold nothing but stones of one player, in whatever line they lie."""
    board = state.board()
    rows, cols = len(board), len(board[0])
    count = 0
    for row in range(rows):
        for col in range(cols):
            for down, right in STEPS.values():
                window = [(row + i * down, col + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in window):
                    count += all(board[r][c] == player for r, c in window)
    return count


@pytest.mark.req("S0.54")
@quick
@given(game=st.one_of(drop_games, place_games), moves=choices)
@example(game=Mnk(2, 7, 4, overline="exact"), moves=[0, 6, 0, 5, 0, 4, 1, 1])
def test_an_own_stone_never_raises_the_cost_unless_it_fills_a_window(
    game: ConnectFour | Mnk, moves: list[int]
) -> None:
    # A window may be filled without a win: where rows must be exact, one too long counts nothing.
    *_, before = walk(game.initial_state(), moves)
    player = before.player
    cost, full = best_window(before, player)[0], full_windows(before, player, game.k)
    for action in before.legal_actions():
        after = before.play(action)
        if full_windows(after, player, game.k) == full:
            assert best_window(after, player)[0] <= cost


@pytest.mark.req("S0.54")
@each("k", [2, 3, 5, 6])
def test_four_becomes_k(k: int) -> None:
    start = ConnectFour(6, 7, k).initial_state()
    assert window_costs(start, 0)["horizontal"] == (k + 1, 1)
    assert best_window(start.play(3), 0)[0] == k - 1
    hopeless = ConnectFour(1, 1, k).initial_state()
    assert set(window_costs(hopeless, 0).values()) == {(k, 1)}


@pytest.mark.req("S0.54")
@each("side", [1, 2, 9, 25])
def test_any_size(side: int) -> None:
    for game in (ConnectFour(side, side, 5), Mnk(side, side, 5)):
        state = game.initial_state()
        assert WindowCost()(state, 0) == (-6 if side >= 5 else -5)


def test_only_undivided_boards_are_supported() -> None:
    assert not WindowCost().supports(NineBoard())
    assert WindowCost().supports(GAME)
