"""Connect Four: stones fall, four in a row win, a full board is a draw."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import board_of, choices, columns, drop_games, play_all, quick, random_game, walk
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import SYMBOLS, Board, Line, Reason
from inarow.games.connect_four import ConnectFour
from inarow.games.rules import MAX_SIDE
from inarow.search.evaluators.column_score import column_scores, sorted_columns

DRAW = "435345616136173431646476731717724555522222"
LAST_STONE_WINS = "255622226142347513176666753745443431775311"
WINS = {
    "vertical": "1212121",
    "horizontal": "1122334",
    "diagonal_up": "12233434464",
    "diagonal_down": "43322121161",
}


@pytest.mark.req("S0.10", "S1.3", "S3.1")
def test_standard_board_has_six_rows_and_seven_columns() -> None:
    assert (ConnectFour.rows, ConnectFour.cols, ConnectFour.k) == (6, 7, 4)
    assert ConnectFour().initial_state().board() == board_of(["......."] * 6)


@pytest.mark.req("S0.11", "S0.14", "S3.1")
def test_stones_are_called_x_and_o_and_x_begins() -> None:
    assert SYMBOLS == "XO"
    state = play_all(ConnectFour().initial_state(), columns("44"))
    assert str(state).split("\n")[-2:] == ["...O...", "...X..."]


@pytest.mark.req("S0.11", "S3.3")
def test_a_stone_falls_to_the_lowest_free_cell_of_the_named_column() -> None:
    game = ConnectFour()
    state = game.initial_state()
    for height in range(6):
        landing = (5 - height, 0)
        assert state.target(game.parse("1")) == landing
        state = state.play(game.parse("1"))
        assert state.last_cell == landing
        assert state.board()[landing[0]][0] == height % 2


@pytest.mark.req("S0.11", "S3.3")
def test_columns_are_numbered_from_one_at_the_left() -> None:
    game = ConnectFour()
    assert [game.format(action) for action in range(7)] == list("1234567")
    assert game.labels() == ((), tuple("1234567"))
    assert game.initial_state().play(game.parse("7")).last_cell == (5, 6)


@pytest.mark.req("S1.4", "S1.5", "S1.7")
def test_a_move_writes_the_players_value_counts_and_is_remembered() -> None:
    state = ConnectFour().initial_state()
    assert (state.ply, state.last, state.player) == (0, None, 0)
    state = state.play(3)
    assert (state.ply, state.last, state.player) == (1, 3, 1)
    state = state.play(2)
    assert (state.ply, state.last, state.player) == (2, 2, 0)
    # The program's +1, -1 and 0 are the players 0 and 1, and None.
    assert state.board() == ((None,) * 7,) * 5 + ((None, None, 1, 0, None, None, None),)


@pytest.mark.req("S1.8", "X.6")
@quick
@given(game=drop_games, moves=choices)
def test_going_back_move_by_move_ends_on_the_empty_board(
    game: ConnectFour, moves: list[int]
) -> None:
    """States are values, so undo is looking at the state before; nothing may have changed it."""
    played = [(state, state.key(), str(state)) for state in walk(game.initial_state(), moves)]
    for ply, (state, key, text) in reversed(list(enumerate(played))):
        assert (state.ply, state.key(), str(state)) == (ply, key, text)
    assert set(str(played[0][0])) <= {".", "\n"}


@pytest.mark.req("S1.10")
def test_columns_are_scored_and_sorted_for_the_player_to_move() -> None:
    board = board_of(["X..", "OO.", "XXO"])
    state = ConnectFour(3, 3).state_from(board, player=1)
    other = ConnectFour(3, 3).state_from(board, player=0)
    # The middle column: X to the left, O below and below to the left. The right one: two O to the
    # left, O below, X below to the left. Own runs of 1 and 2 score 20 and 420, others 10 and 210.
    assert column_scores(state) == [0, 10 + 20 + 20, 420 + 20 + 10]
    assert column_scores(other) == [0, 20 + 10 + 10, 210 + 10 + 20]
    assert sorted_columns(state) == sorted_columns(other) == [2, 1]
    assert state.player == 1
    assert {col: state.target(col) for col in state.legal_actions()} == {1: (0, 1), 2: (1, 2)}


@pytest.mark.req("S0.12", "S1.1", "S3.4", "S0.10")
@each("direction", WINS)
@each("rows, cols", [(6, 7), (5, 6), (7, 7)])
def test_four_in_a_row_win_in_every_direction(rows: int, cols: int, direction: str) -> None:
    state = ConnectFour(rows, cols).initial_state()
    for column in columns(WINS[direction]):
        assert state.outcome is None
        assert state.returns() == (0.0, 0.0)
        state = state.play(column)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, Reason.LINE)
    assert [line.direction for line in outcome.lines] == [direction]
    assert len(outcome.cells) == 4
    assert state.returns() == outcome.returns() == (1.0, -1.0)
    assert not state.legal_actions()


@pytest.mark.req("S0.12")
def test_the_second_player_wins_in_the_same_way() -> None:
    state = play_all(ConnectFour().initial_state(), columns("71727354"))
    assert state.outcome is not None
    assert (state.outcome.winner, state.returns()) == (1, (-1.0, 1.0))
    assert state.outcome.cells == ((5, 0), (5, 1), (5, 2), (5, 3))


@pytest.mark.req("S0.12")
def test_one_stone_less_does_not_win_and_k_is_free_to_choose() -> None:
    moves = columns("11223")
    assert play_all(ConnectFour().initial_state(), moves).outcome is None
    assert play_all(ConnectFour(k=3).initial_state(), moves).outcome is not None
    assert play_all(ConnectFour(k=5).initial_state(), columns("1122334")).outcome is None


@pytest.mark.req("S0.13", "S1.1", "S3.4")
def test_a_full_board_without_four_is_a_draw() -> None:
    state = ConnectFour().initial_state()
    for column in columns(DRAW):
        assert state.outcome is None
        state = state.play(column)
    assert state.ply == 42
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (None, Reason.FULL)
    assert state.outcome.cells == ()
    assert state.returns() == state.outcome.returns() == (0.0, 0.0)
    assert not state.legal_actions()


@pytest.mark.req("S1.2")
def test_a_four_made_by_the_last_stone_wins_although_the_board_is_full() -> None:
    state = play_all(ConnectFour().initial_state(), columns(LAST_STONE_WINS))
    assert state.ply == 42
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (1, Reason.LINE)
    assert state.returns() == (-1.0, 1.0)


@pytest.mark.req("S3.9")
def test_a_line_longer_than_four_is_marked_as_a_whole() -> None:
    state = ConnectFour().state_from(board_of(["......."] * 5 + ["XXX.XXX"]), player=0)
    outcome = state.play(3).outcome
    assert outcome is not None
    assert outcome.lines == (Line("horizontal", tuple((5, col) for col in range(7))),)


@pytest.mark.req("S3.9")
def test_a_stone_that_completes_two_lines_marks_the_cells_of_both() -> None:
    rows = [".......", ".......", "XXX....", "OOOX...", "XOXX...", "OXOX..."]
    outcome = ConnectFour().state_from(board_of(rows), player=0).play(3).outcome
    assert outcome is not None
    assert {line.direction for line in outcome.lines} == {"horizontal", "vertical"}
    assert outcome.cells == ((2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3), (5, 3))


# Moves that may not be played


FULL_COLUMN = "111111"


@pytest.mark.req("S0.16", "S1.6")
@pytest.mark.parametrize(
    ("moves", "action", "message"),
    [
        pytest.param("", -1, "there is no action -1: they go from 0 to 6", id="-1"),
        pytest.param("", 7, "there is no action 7: they go from 0 to 6", id="beyond the last"),
        pytest.param(FULL_COLUMN, 0, "column 1 is full", id="full column"),
        pytest.param(WINS["vertical"], 2, "the game is over", id="after a win"),
        pytest.param(DRAW, 2, "the game is over", id="after a draw"),
    ],
)
def test_an_illegal_move_is_refused_and_leaves_the_position_alone(
    moves: str, action: int, message: str
) -> None:
    state = play_all(ConnectFour().initial_state(), columns(moves))
    before = (state.key(), str(state), list(state.legal_actions()))
    assert action not in state.legal_actions()
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(action)
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.target(action)
    assert (state.key(), str(state), list(state.legal_actions())) == before


@pytest.mark.req("S3.3", "S0.16")
@each("text", ["0", "8", "a", "", "-1", "1.5", "4 4", "²", "٣", "1" * 5000])
def test_a_text_that_names_no_column_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="from 1 to 7"):
        ConnectFour().parse(text)


@each("cols, text", [(9, "9"), (10, "10"), (100, "100")])
def test_the_last_column_has_a_number_on_wide_boards_too(cols: int, text: str) -> None:
    game = ConnectFour(cols=cols)
    assert game.parse(text) == cols - 1
    assert game.format(cols - 1) == text


# Positions set up by hand


@pytest.mark.req("S1.1")
def test_a_position_set_up_by_hand_knows_its_end_and_every_line() -> None:
    rows = ["X....", "XO...", "XOO..", "XXXX."]
    outcome = ConnectFour(4, 5).state_from(board_of(rows), player=1).outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert {line.direction for line in outcome.lines} == {"vertical", "horizontal"}
    assert len(outcome.cells) == 7


def test_a_position_set_up_by_hand_has_no_last_move() -> None:
    state = ConnectFour(2, 2).state_from(board_of(["..", "XO"]), player=0)
    assert (state.last, state.last_cell, state.ply) == (None, None, 2)


@pytest.mark.req("S0.16")
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(["...", "X..", "..."], "column 1, row 2 .* hangs in the air", id="in the air"),
        pytest.param(["..X", "..O", "..."], "column 3, .* hangs in the air", id="tower in the air"),
        pytest.param(["...", "..."], "3 rows of 3 cells", id="a row is missing"),
        pytest.param(["...", "...", "...", "..."], "3 rows of 3 cells", id="a row too many"),
        pytest.param(["....", "....", "...."], "3 rows of 3 cells", id="too wide"),
        pytest.param(["...", "...", ".."], "3 rows of 3 cells", id="ragged"),
        pytest.param(["...", "..X", "XO"], "3 rows of 3 cells", id="ragged below a stone"),
        pytest.param([], "3 rows of 3 cells", id="nothing"),
        pytest.param(["...", "XXX", "OOO"], "has a line", id="lines of both"),
        pytest.param(["...", "OO.", "XXX"], "X already has a line", id="line of the mover"),
    ],
)
def test_an_impossible_board_is_refused(rows: Sequence[str], message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        ConnectFour(3, 3, k=3).state_from(board_of(rows), player=0)


@pytest.mark.req("S0.16")
@pytest.mark.parametrize("stone", [2, -1])
def test_a_stone_that_belongs_to_neither_player_is_refused(stone: int) -> None:
    board: Board = ((None, None), (0, stone))
    with pytest.raises(BadNotation):
        ConnectFour(2, 2).state_from(board, player=0)


@pytest.mark.req("S0.16")
@pytest.mark.parametrize("player", [2, -1])
def test_a_player_who_does_not_exist_cannot_be_to_move(player: int) -> None:
    with pytest.raises(BadNotation):
        ConnectFour(2, 2).state_from(board_of(["..", "XO"]), player)


# Whole games


@pytest.mark.req("S0.29")
@quick
@given(game=drop_games, moves=choices)
def test_a_running_game_offers_at_least_one_and_at_most_all_columns(
    game: ConnectFour, moves: list[int]
) -> None:
    for state in walk(game.initial_state(), moves):
        assert state.outcome is not None or 1 <= len(state.legal_actions()) <= game.cols


@pytest.mark.req("X.5")
@quick
@given(game=drop_games, moves=choices, seed=st.integers(0, 2**32))
def test_random_returns_plays_the_same_game_as_the_loop_move_by_move(
    game: ConnectFour, moves: list[int], seed: int
) -> None:
    *_, start = walk(game.initial_state(), moves)
    assert isinstance(start, type(game.initial_state()))
    fast, slow = Random(seed), Random(seed)
    *_, end = random_game(start, slow)
    assert start.random_returns(fast) == end.returns()
    assert fast.random() == slow.random(), "both must draw equally many random numbers"


@pytest.mark.req("X.5")
def test_equal_seeds_play_equal_games_and_other_seeds_others() -> None:
    start = ConnectFour().initial_state()
    games = [[state.last for state in random_game(start, Random(seed))] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.req("S0.10")
@pytest.mark.parametrize("k", [5, 26])
def test_a_25_x_25_board_is_played_to_the_end(k: int) -> None:
    *_, end = random_game(ConnectFour(25, 25, k).initial_state(), Random(7))
    assert end.outcome is not None
    assert (end.outcome.winner is None) == (end.ply == 625) == (k == 26)


@pytest.mark.parametrize("column", [0, MAX_SIDE - 1])
def test_a_line_in_the_top_corners_of_the_largest_board_is_seen(column: int) -> None:
    side = MAX_SIDE
    tower = [".", "X", "X", "X"] + ["O", "X"] * (side // 2 - 2)
    rows = ["." * column + mark + "." * (side - 1 - column) for mark in tower]
    outcome = ConnectFour(side, side).state_from(board_of(rows), player=0).play(column).outcome
    assert outcome is not None
    assert outcome.lines == (Line("vertical", tuple((row, column) for row in range(4))),)
