"""Nine-board tic-tac-toe: the cell of a move names the board of the next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cases import each
from helpers import NaiveNine, board_of, columns, play_all
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Line, Reason, State
from inarow.games.nine_board import NineBoard

SENT_TO_FULL = "12164318419293695149176134715811"
WON_AND_SENT_TO_FULL = "38837672922755146459532343993658473524182628174986916331978796613"
SAMPLE_GAME = "553379178142984661586419739496324527225489269"
DRAWN_BOARD = ["XOX", "XOO", "OXX"]


def after(moves: str, game: NineBoard | None = None) -> State:
    """The position after a board and cells, all counted from 1."""
    return play_all((game or NineBoard()).initial_state(), columns(moves))


@pytest.mark.req("S2.1")
def test_boards_and_cells_are_numbered_row_by_row() -> None:
    game = NineBoard(first_move="free")
    seen = []
    for board in range(9):
        chosen = game.initial_state().play(board)
        for cell in range(9):
            assert chosen.target(cell) == NaiveNine.place(board, cell)
            seen.append(chosen.play(cell).last_cell)
    assert len(set(seen)) == 81
    assert seen[:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert seen[9] == (0, 3)
    assert seen[27] == (3, 0)


@pytest.mark.req("S2.1")
def test_moves_are_written_from_1_to_9() -> None:
    game = NineBoard()
    assert [game.format(action) for action in range(9)] == list("123456789")
    assert [game.parse(digit) for digit in "123456789"] == list(range(9))
    for text in ("0", "10", "a", "", "²"):
        with pytest.raises(BadNotation, match="from 1 to 9"):
            game.parse(text)


@pytest.mark.req("S2.2")
def test_dice_choose_board_and_cell_of_the_first_stone() -> None:
    start = NineBoard().initial_state()
    chosen = start.play(6)
    for state in (start, chosen):
        assert list(state.chance()) == [(choice, 1 / 9) for choice in range(9)]
        assert state.player == 0
    first = chosen.play(2)
    assert first.chance() == ()
    assert (first.player, first.ply, first.note) == (1, 1, "3")
    assert str(first).split("\n")[6] == "..X......", "cell 3 of board 7"


@pytest.mark.req("S2.2")
def test_with_a_free_first_move_no_dice_are_thrown() -> None:
    start = NineBoard(first_move="free").initial_state()
    assert start.chance() == start.play(4).chance() == ()
    assert list(start.legal_actions()) == list(start.play(4).legal_actions()) == list(range(9))


@pytest.mark.req("S2.2")
def test_each_move_goes_into_the_board_named_by_the_cell_before() -> None:
    state = after("55")
    assert state.note == "5"
    assert list(state.legal_actions()) == columns("12346789"), "X lies on cell 5 of board 5"
    state = state.play(2)
    assert (state.note, state.last_cell) == ("3", (3, 5))
    assert list(state.legal_actions()) == list(range(9))
    assert [state.target(cell) for cell in range(9)] == [NaiveNine.place(2, c) for c in range(9)]


@pytest.mark.req("S2.3")
def test_three_in_a_row_in_any_one_board_win_the_whole_game() -> None:
    for board in range(9):
        rows = ["." * 9] * 9
        row, col = NaiveNine.place(board, 0)
        rows[row] = "." * col + "XX." + "." * (6 - col)
        won = NineBoard().state_from(board_of(rows), player=0, note=str(board + 1)).play(2)
        assert won.outcome is not None
        assert (won.outcome.winner, won.outcome.reason) == (0, Reason.LINE)
        line = Line("horizontal", ((row, col), (row, col + 1), (row, col + 2)))
        assert won.outcome.lines == (line,)


@pytest.mark.req("S2.3")
def test_three_in_a_row_across_two_boards_are_nothing() -> None:
    rows = ["." * 9] * 9
    rows[4] = ".XX.XX.X."
    state = NineBoard().state_from(board_of(rows), player=0, note="5")
    assert state.play(3).outcome is not None, "three inside board 5"
    rows[4] = ".XX.X.XX."
    state = NineBoard().state_from(board_of(rows), player=0, note="5")
    for cell in (3, 5):
        assert state.play(cell).outcome is None, "four in a row, but over an edge"


@pytest.mark.req("S2.3")
def test_the_game_is_drawn_when_the_board_to_play_in_is_full() -> None:
    state = after(SENT_TO_FULL)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (None, Reason.SENT_TO_FULL)
    assert not state.legal_actions()
    assert state.returns() == (0.0, 0.0)
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        state.play(0)


@pytest.mark.req("S2.3")
@pytest.mark.parametrize("full_board", ["draw", "free"])
def test_a_winning_move_that_points_to_a_full_board_wins(full_board: str) -> None:
    state = after(WON_AND_SENT_TO_FULL, NineBoard(full_board=full_board))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (1, Reason.LINE)
    assert not state.legal_actions()


@pytest.mark.req("S2.3")
def test_with_the_free_rule_a_player_sent_to_a_full_board_chooses_another() -> None:
    state = after(SENT_TO_FULL, NineBoard(full_board="free"))
    assert (state.outcome, state.note) == (None, "-")
    assert list(state.legal_actions()) == columns("23456789"), "board 1 is full"
    assert state.chance() == ()
    with pytest.raises(IllegalMove, match=r"^board 1 is full$"):
        state.play(0)
    chosen = state.play(4)
    assert (chosen.player, chosen.ply, chosen.note) == (state.player, state.ply, "5")
    assert chosen.last_cell == state.last_cell, "no stone has been placed"
    assert chosen.board() == state.board()


@pytest.mark.parametrize("full_board", ["draw", "free"])
def test_a_completely_full_board_is_drawn_because_it_is_full(full_board: str) -> None:
    rows = [row * 3 for row in DRAWN_BOARD] * 3
    rows[8] = rows[8][:8] + "."
    state = NineBoard(full_board=full_board).state_from(board_of(rows), player=0, note="9")
    assert state.outcome is None
    outcome = state.play(8).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, Reason.FULL)


@pytest.mark.req("S2.2", "S2.3")
def test_a_game_of_two_strong_players_replays_to_its_end() -> None:
    state = NineBoard().initial_state()
    for number, action in enumerate(columns(SAMPLE_GAME)):
        assert state.outcome is None
        assert number < 2 or state.note == SAMPLE_GAME[number - 1]
        state = state.play(action)
    assert state.ply == len(SAMPLE_GAME) - 1
    assert state.outcome is not None
    assert state.outcome.reason == Reason.LINE


@pytest.mark.parametrize(
    ("moves", "action", "message"),
    [
        pytest.param("", -1, "there is no action -1: they go from 0 to 8", id="board -1"),
        pytest.param("", 9, "there is no action 9: they go from 0 to 8", id="board 10"),
        pytest.param("5", 9, "there is no action 9: they go from 0 to 8", id="cell 10"),
        pytest.param("55", 4, "cell 5 of board 5 is taken", id="taken cell"),
        pytest.param(SAMPLE_GAME, 0, "the game is over", id="after a win"),
    ],
)
def test_an_illegal_move_is_refused(moves: str, action: int, message: str) -> None:
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        after(moves).play(action)


@pytest.mark.req("X.6")
def test_equal_stones_with_another_board_to_play_in_are_another_position() -> None:
    rows = board_of(["X........"] + ["." * 9] * 8)
    states = [NineBoard().state_from(rows, 1, note) for note in (*"123456789", "-")]
    assert len({state.key() for state in states}) == len(set(states)) == 10


@each("note", ["", "0", "10", "x", "12"])
def test_a_position_set_up_by_hand_must_say_which_board_is_next(note: str) -> None:
    rows = board_of(["X........"] + ["." * 9] * 8)
    with pytest.raises(BadNotation, match="say which board, 1 to 9"):
        NineBoard().state_from(rows, player=1, note=note)


def test_an_empty_board_set_up_by_hand_is_the_start() -> None:
    empty = board_of(["." * 9] * 9)
    assert NineBoard().state_from(empty, player=0) == NineBoard().initial_state()


def test_a_position_set_up_by_hand_obeys_the_free_rule_too() -> None:
    rows = [row + "." * 6 for row in DRAWN_BOARD] + ["." * 9] * 6
    drawn = NineBoard(full_board="draw").state_from(board_of(rows), player=1, note="1")
    assert drawn.outcome is not None
    free = NineBoard(full_board="free").state_from(board_of(rows), player=1, note="1")
    assert free.outcome is None, "sent to a full board, the player chooses another"
    assert list(free.legal_actions()) == columns("23456789")


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(["." * 9] * 8, id="a row is missing"),
        pytest.param(["." * 10] * 9, id="too wide"),
        pytest.param(["XXX...OOO"] + ["." * 9] * 8, id="lines of both"),
        pytest.param(["XXX......"] + ["." * 9] * 8, id="line of the mover"),
    ],
)
def test_an_impossible_board_is_refused(rows: Sequence[str]) -> None:
    with pytest.raises(BadNotation):
        NineBoard().state_from(board_of(rows), player=0, note="1")
