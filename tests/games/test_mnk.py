"""The m,n,k games with their presets tic-tac-toe and Gomoku."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cases import each
from helpers import board_of, cells, play_all, random_game
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Line, Reason
from inarow.games.mnk import Mnk, column_letters
from inarow.registry import load_game

DRAW = "a3 b2 c1 b3 b1 a1 c3 c2 a2"


@pytest.mark.req("S3.34", "X.1")
def test_tic_tac_toe_is_three_in_a_row_on_3_x_3() -> None:
    game = load_game("tic_tac_toe")
    assert game == Mnk(3, 3, 3)
    state = play_all(game.initial_state(), cells(game, "a3 b3 a2 b2 a1"))
    assert state.outcome is not None
    assert state.outcome.winner == 0
    assert state.outcome.lines == (Line("vertical", ((0, 0), (1, 0), (2, 0))),)


@pytest.mark.req("S4.4", "X.1")
@each("side", range(3, 20))
def test_a_chain_along_each_diagonal_wins_on_square_boards_of_every_usual_size(side: int) -> None:
    k = min(side, 5)
    game = Mnk(side, side, k)
    for row in range(side - k + 1):
        rising = [(row + k - 1 - step, step) for step in range(k)]
        falling = [(row + step, side - k + step) for step in range(k)]
        for direction, chain in (("diagonal_up", rising), ("diagonal_down", falling)):
            board = [[None if (r, c) not in chain else 0 for c in range(side)] for r in range(side)]
            board[chain[1][0]][chain[1][1]] = None
            state = game.state_from(tuple(map(tuple, board)), player=0)
            assert state.outcome is None
            outcome = state.play(chain[1][0] * side + chain[1][1]).outcome
            assert outcome is not None
            assert outcome.lines == (Line(direction, tuple(chain)),)


@pytest.mark.req("S4.4")
def test_gomoku_is_five_in_a_row_on_15_x_15() -> None:
    game = load_game("gomoku")
    assert game.rules == Mnk(15, 15, 5).rules
    four = play_all(game.initial_state(), cells(game, "h8 a1 i8 a2 j8 a3 k8 a4"))
    assert four.outcome is None
    assert play_all(four, cells(game, "l8")).returns() == (1.0, -1.0)


@pytest.mark.req("S4.5")
def test_x_moves_first_and_turns_alternate() -> None:
    state = Mnk(5, 5, 5).initial_state()
    for ply in range(6):
        assert (state.player, state.ply) == (ply % 2, ply)
        state = state.play(ply)
    assert str(state).split("\n")[:2] == ["XOXOX", "O...."]


@pytest.mark.req("S4.6")
def test_any_empty_cell_may_be_taken() -> None:
    state = Mnk(4, 5, 4).initial_state()
    assert list(state.legal_actions()) == list(range(20))
    assert [state.target(action) for action in (0, 4, 5, 19)] == [(0, 0), (0, 4), (1, 0), (3, 4)]
    state = state.play(7)
    assert state.last_cell == (1, 2)
    assert list(state.legal_actions()) == [action for action in range(20) if action != 7]


@pytest.mark.req("S4.6")
@each(
    "row, overline, winner",
    [
        ("XX.XX.", "win", 0),
        ("XX.XX.", "exact", 0),
        ("XX.XXX", "win", 0),
        ("XX.XXX", "exact", None),
    ],
)
def test_a_chain_longer_than_k_wins_unless_the_rule_is_exact(
    row: str, overline: str, winner: int | None
) -> None:
    rows = [row, "......"]
    outcome = Mnk(2, 6, 5, overline).state_from(board_of(rows), player=0).play(2).outcome
    assert (None if outcome is None else outcome.winner) == winner
    if outcome is not None:
        assert len(outcome.cells) == len(row.rstrip(".")), "the whole chain is marked"


@pytest.mark.req("S4.6")
def test_play_goes_on_after_an_overline_that_counts_for_nothing() -> None:
    state = Mnk(2, 4, 2, "exact").state_from(board_of(["X.X.", "OOO."]), player=0)
    assert state.outcome is None
    assert state.play(1).outcome is None
    assert state.play(7).outcome is not None, "a pair beside the overline still wins"


@pytest.mark.req("S4.7")
def test_a_full_board_without_a_chain_is_a_draw() -> None:
    game = Mnk()
    state = game.initial_state()
    for action in cells(game, DRAW):
        assert state.outcome is None
        state = state.play(action)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (None, Reason.FULL)
    assert state.returns() == (0.0, 0.0)
    assert not state.legal_actions()


def test_a_chain_made_by_the_last_stone_wins() -> None:
    state = Mnk().state_from(board_of(["XXO", "OOX", ".OX"]), player=0)
    assert state.play(6).outcome is not None
    full = Mnk().state_from(board_of(["XO.", "OXX", "XOO"]), player=0)
    outcome = full.play(2).outcome
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.req("S3.9")
def test_four_chains_through_one_stone_are_all_reported() -> None:
    rows = ["X.X.X", ".XXX.", "XX.XX", ".XXX.", "X.X.X"]
    outcome = Mnk(5, 5, 5).state_from(board_of(rows), player=0).play(12).outcome
    assert outcome is not None
    assert len(outcome.lines) == 4
    assert len(outcome.cells) == 17


@pytest.mark.parametrize(
    ("moves", "action", "message"),
    [
        pytest.param("", -1, "there is no action -1: they go from 0 to 8", id="-1"),
        pytest.param("", 9, "there is no action 9: they go from 0 to 8", id="beyond the last"),
        pytest.param("b2", 4, "b2 is taken", id="taken cell"),
        pytest.param("b2 a3", 0, "a3 is taken", id="cell of the opponent"),
        pytest.param("a3 b3 a2 b2 a1", 8, "the game is over", id="after a win"),
        pytest.param(DRAW, 0, "the game is over", id="after a draw"),
    ],
)
def test_an_illegal_move_is_refused(moves: str, action: int, message: str) -> None:
    game = Mnk()
    state = play_all(game.initial_state(), cells(game, moves))
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(action)
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.target(action)


@each("action, text", [(0, "a15"), (14, "o15"), (15, "a14"), (7 * 15 + 7, "h8"), (224, "o1")])
def test_cells_are_a_letter_and_a_number_from_the_bottom_left(action: int, text: str) -> None:
    game = Mnk(15, 15, 5)
    assert game.format(action) == text
    assert game.parse(text) == game.parse(f" {text.upper()} ") == action


def test_columns_beyond_z_have_two_letters() -> None:
    game = Mnk(2, 100, 5)
    assert [column_letters(col) for col in (25, 26, 51, 52, 99)] == ["z", "aa", "az", "ba", "cv"]
    assert game.parse("cv1") == 199
    assert [column_letters(col) for col in range(100)] == list(game.labels()[1])


@each("text", ["", "a", "1", "a0", "d1", "a4", "1a", "a1b2", "a-1", "ä1", "a²", "a" + "1" * 5000])
def test_a_text_that_names_no_cell_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Mnk().parse(text)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(["...", "..."], "3 rows of 3 cells", id="a row is missing"),
        pytest.param(["....", "....", "...."], "3 rows of 3 cells", id="too wide"),
        pytest.param(["...", "X..", ".."], "3 rows of 3 cells", id="ragged"),
        pytest.param(["OOO", "...", "XXX"], "has a line", id="lines of both"),
        pytest.param(["OO.", "...", "XXX"], "X already has a line", id="line of the mover"),
    ],
)
def test_an_impossible_board_is_refused(rows: Sequence[str], message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        Mnk().state_from(board_of(rows), player=0)


def test_stones_may_lie_anywhere_in_a_position_set_up_by_hand() -> None:
    rows = ["X..", "...", "..O"]
    state = Mnk().state_from(board_of(rows), player=0)
    assert str(state) == "\n".join(rows)


@pytest.mark.parametrize("k", [5, 26])
def test_a_25_x_25_board_is_played_to_the_end(k: int) -> None:
    *_, end = random_game(Mnk(25, 25, k).initial_state(), Random(3))
    assert end.outcome is not None
    assert (end.outcome.winner is None) == (end.ply == 625) == (k == 26)
