"""Ultimate tic-tac-toe: boards are won one by one, and three of them in a row win the game."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from cases import each
from helpers import (
    NaiveNine,
    assert_same,
    board_of,
    choices,
    columns,
    load_data,
    naive,
    perft,
    play_all,
    quick,
    random_game,
    ultimate_games,
    walk,
)
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Line, Reason, State
from inarow.games.notation import format_position, parse_position
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.games.ultimate import Ultimate, UltimateState

PERFT = load_data("perft.json")["ultimate_tic_tac_toe"]
LINE_X, LINE_O = "XXX......", "OOO......"
DRAWN = "XOXXOOOXX"
EMPTY = "." * 9
GAMES = [Ultimate(boards, tie) for boards in ("closed", "open") for tie in ("draw", "boards")]


def after(moves: str, game: Ultimate | None = None) -> UltimateState:
    """The position after boards and cells, all counted from 1."""
    state = play_all((game or Ultimate()).initial_state(), columns(moves))
    assert isinstance(state, UltimateState)
    return state


def drawing(*boards: str) -> list[str]:
    """Nine boards of nine marks as the rows of the whole drawing; missing ones are empty."""
    filled = [*boards, *[EMPTY] * (9 - len(boards))]
    return [
        "".join(board[3 * row : 3 * row + 3] for board in filled[3 * band : 3 * band + 3])
        for band in range(3)
        for row in range(3)
    ]


def position(
    *boards: str, player: int = 0, note: str = "-", game: Ultimate | None = None
) -> UltimateState:
    return (game or Ultimate()).state_from(board_of(drawing(*boards)), player, note)


def result(state: State) -> tuple[int | None, Reason]:
    assert state.outcome is not None
    assert not state.legal_actions()
    assert state.returns() == state.outcome.returns()
    return state.outcome.winner, state.outcome.reason


# Where to play


def test_x_begins_by_choosing_a_board() -> None:
    start = Ultimate().initial_state()
    assert (start.note, start.chance(), list(start.legal_actions())) == ("-", (), list(range(9)))
    assert start.target(4) is None
    chosen = start.play(4)
    assert (chosen.player, chosen.ply, chosen.note, chosen.last_cell) == (0, 0, "5", None)
    assert [chosen.target(cell) for cell in range(9)] == [NaiveNine.place(4, c) for c in range(9)]


def test_the_cell_names_the_next_board() -> None:
    state = after("559")
    assert (state.player, state.ply, state.note, state.last_cell) == (0, 2, "9", (5, 5))
    assert list(state.legal_actions()) == list(range(9))


def test_who_is_sent_to_a_won_board_chooses_any_open_one() -> None:
    state = position(LINE_O, DRAWN, "XX.......", note="3").play(2)
    assert state.owners == (1, None, 0, *[None] * 6)
    assert (state.note, list(state.legal_actions())) == ("-", columns("456789"))
    for board, why in ((1, "won"), (2, "full"), (3, "won")):
        with pytest.raises(IllegalMove, match=f"^board {board} is {why}$"):
            state.play(board - 1)
    chosen = state.play(4)
    assert (chosen.player, chosen.ply, chosen.note) == (state.player, state.ply, "5")
    assert chosen.last_cell == state.last_cell, "no stone has been placed"


def test_who_is_sent_to_a_full_board_chooses_too() -> None:
    state = position(DRAWN, note="5").play(0)
    assert (state.note, list(state.legal_actions())) == ("-", columns("23456789"))


def test_a_board_that_is_won_by_the_stone_that_names_it_is_closed_at_once() -> None:
    state = position(".XX......", note="1").play(0)
    assert (state.owners[0], state.note) == (0, "-")


@each(
    "moves, action, message",
    [
        ("", -1, "there is no action -1: they go from 0 to 8"),
        ("", 9, "there is no action 9: they go from 0 to 8"),
        ("5", 9, "there is no action 9: they go from 0 to 8"),
        ("55", 4, "cell 5 of board 5 is taken"),
    ],
)
def test_an_illegal_move_is_refused(moves: str, action: int, message: str) -> None:
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        after(moves).play(action)


def test_moves_are_written_from_1_to_9() -> None:
    game = Ultimate()
    assert [game.format(action) for action in range(9)] == list("123456789")
    for text in ("0", "10", "a", "", "²", "12"):
        with pytest.raises(BadNotation, match="from 1 to 9"):
            game.parse(text)


# How it ends


def test_three_won_boards_in_a_row_win_and_all_their_lines_are_named() -> None:
    state = position(LINE_X, "...XXX...", "..X..X...", note="3").play(8)
    assert result(state) == (0, Reason.LINE)
    assert state.outcome is not None
    assert set(state.outcome.lines) == {
        Line("horizontal", ((0, 0), (0, 1), (0, 2))),
        Line("horizontal", ((1, 3), (1, 4), (1, 5))),
        Line("vertical", ((0, 8), (1, 8), (2, 8))),
    }
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        state.play(0)


def test_a_won_board_outside_of_the_row_is_not_named() -> None:
    outcome = position(LINE_X, LINE_X, "XX.......", LINE_X, note="3").play(2).outcome
    assert outcome is not None
    assert {row // 3 for row, _ in outcome.cells} == {0}


def test_one_board_may_complete_two_rows_of_boards() -> None:
    boards = ["XX.......", LINE_X, LINE_X, LINE_X, EMPTY, EMPTY, LINE_X]
    outcome = position(*boards, note="1").play(2).outcome
    assert outcome is not None
    assert len(outcome.lines) == 5
    assert len(outcome.cells) == 15


FOUR_ALL = [LINE_X, LINE_O, LINE_X, LINE_X, LINE_O, LINE_O, LINE_O, LINE_X]


@pytest.mark.parametrize(
    ("boards", "ninth", "winner"),
    [
        pytest.param(FOUR_ALL, "XX.OOXXOO", 0, id="5 to 4 by the last stone"),
        pytest.param([DRAWN, *FOUR_ALL[1:]], ".OXXXOOXO", 1, id="3 to 4"),
        pytest.param(FOUR_ALL, ".OXXXOOXO", None, id="4 to 4"),
    ],
)
def test_when_no_board_is_open_the_number_of_boards_may_decide(
    boards: list[str], ninth: str, winner: int | None
) -> None:
    for tie_break in ("draw", "boards"):
        state = position(*boards, ninth, note="9", game=Ultimate(tie_break=tie_break))
        counts = tie_break == "boards" and winner is not None
        expected = (winner, Reason.MAJORITY) if counts else (None, Reason.FULL)
        assert result(state.play(ninth.index("."))) == expected


# Won boards that stay open


def test_an_open_won_board_is_played_on_and_keeps_its_owner() -> None:
    game = Ultimate(won_boards="open")
    state = position(LINE_X, player=1, note="1", game=game)
    assert (state.note, list(state.legal_actions())) == ("1", columns("456789"))
    state = position("XXXOO....", player=1, note="1", game=game).play(5)
    assert state.owners[0] == 0, "O's line came second"
    assert state.note == "6:X........"


def test_a_second_line_in_a_board_wins_nothing() -> None:
    game = Ultimate(won_boards="open")
    state = position("XXXOO....", LINE_O, LINE_O, player=1, note="1", game=game).play(5)
    assert state.outcome is None


def test_all_lines_of_the_winner_in_an_open_board_are_named() -> None:
    game = Ultimate(won_boards="open")
    boards = ["XXXX..X..", "XXXOOO...", "XX......."]
    state = position(*boards, note="3:XX.......", game=game).play(2)
    assert result(state) == (0, Reason.LINE)
    assert state.outcome is not None
    assert len(state.outcome.lines) == 4
    assert len(state.outcome.cells) == 11


def test_who_was_first_is_part_of_the_position() -> None:
    game, both = Ultimate(won_boards="open"), "XXXOOO..."
    notes = ("1:X........", "1:O........")
    first, second = (position(both, note=note, game=game) for note in notes)
    assert first.board() == second.board()
    assert first != second
    assert (first.note, second.note) == notes


def x_wins(state: UltimateState, cells: tuple[int, int], stones: int) -> bool:
    """Whether X wins by this number of stones, whatever O does, playing on just two cells."""
    known: dict[Hashable, bool] = {}

    def wins(state: UltimateState) -> bool:
        if state.outcome is not None or state.ply == stones:
            return state.returns()[0] > 0
        if (key := state.key()) not in known:
            chooses, actions = state.note[0] == "-", state.legal_actions()
            if state.player == 0:
                ours = (wins(state.play(a)) for a in actions if chooses or a in cells)
                known[key] = any(ours)
            else:
                known[key] = all(wins(state.play(a)) for a in actions)
        return known[key]

    return wins(state)


@each("last", [0, 1], quick=2)  # the corner in every run
def test_x_wins_with_open_boards_in_43_stones(last: int) -> None:
    """The strategy of Bertholon and others, proven again under our rules.

    X takes the centre of the centre, and then the centre of every board, so that O has to fill the
    centre board. Only the last cell that O takes there matters, up to symmetry a corner or an edge.
    From there on X sends O to that board and to the one opposite.
    """
    order = [cell for cell in range(9) if cell not in (4, last)] + [last]
    state = Ultimate(won_boards="open").initial_state().play(4).play(4)
    for cell in order:
        assert (state.player, state.note[0]) == (1, "5")
        state = state.play(cell)
        if cell != last:
            state = state.play(4)
    assert (state.player, state.ply, state.owners[4]) == (0, 16, 1)
    assert x_wins(state, (last, 8 - last), 43)
    assert not x_wins(state, (last, 8 - last), 41)


# Positions set up by hand


@each(
    "game, boards, note, message",
    [
        (Ultimate(), ["X........"], "", "say which board, 1 to 9"),
        (Ultimate(), ["X........"], "0", "say which board, 1 to 9"),
        (Ultimate(), ["X........"], "12", "say which board, 1 to 9"),
        (Ultimate(), ["XXXOOO..."], "2", "both players have a line in board 1$"),
        (Ultimate(), ["XXXOOO..."], "2:X........", "both players have a line in board 1$"),
        (Ultimate("open"), ["XXXOOO..."], "2", "say behind a colon who won each board first"),
        (Ultimate("open"), ["XXXOOO..."], "2:X.......", "nine marks"),
        (Ultimate("open"), ["XXXOOO..."], "2:X.......Z", "nine marks"),
        (Ultimate("open"), ["XXXOOO..."], "2:.........", r"the stones in board 1 do not say \."),
        (Ultimate("open"), ["XXX......"], "2:O........", "the stones in board 1 do not say O"),
        (Ultimate("open"), ["XXX......"], "2:XO.......", "the stones in board 2 do not say O"),
        (Ultimate(), [LINE_X] * 3, "5", "X already has three boards in a row"),
    ],
)
def test_an_impossible_position_is_refused(
    game: Ultimate, boards: list[str], note: str, message: str
) -> None:
    with pytest.raises(BadNotation, match=message):
        position(*boards, note=note, game=game)


def test_who_won_the_boards_may_be_said_though_the_stones_show_it() -> None:
    said = position(LINE_X, note="2:x........")
    assert said == position(LINE_X, note="2")
    assert said.note == "2"


def test_a_position_set_up_with_three_boards_in_a_row_is_over() -> None:
    assert result(position(LINE_O, LINE_O, LINE_O, player=0, note="5")) == (1, Reason.LINE)


def test_an_empty_board_set_up_by_hand_is_the_start() -> None:
    assert position(note="") == Ultimate().initial_state()
    with pytest.raises(BadNotation, match="there is no player"):
        position(player=2)


def test_a_note_that_names_a_closed_board_lets_the_player_choose() -> None:
    assert position(LINE_X, note="1").note == "-"
    assert position(DRAWN, note="1", game=Ultimate("open")).note == "-"


@quick
@given(game=ultimate_games, moves=choices)
def test_positions_and_records_survive_being_written_and_read(
    game: Ultimate, moves: list[int]
) -> None:
    record = Record(game)
    for state in walk(game.initial_state(), moves):
        if state.last is not None:
            record.push(state.last)
        again = parse_position(game, format_position(state))
        assert (again, again.ply, again.returns()) == (state, state.ply, state.returns())
        assert (again.outcome is None) == (state.outcome is None)
    for copy in (
        parse_record(format_record(record)),
        parse_record_json(format_record_json(record)),
    ):
        assert copy.actions == record.actions
        assert copy.state == record.state
        assert copy.final_outcome() == record.final_outcome()


# Symmetry, other programs, and the rules told a second time


@each("game", GAMES)
def test_each_of_eight_turned_games_has_turned_positions(game: Ultimate) -> None:
    assert len(game.symmetries()) == 8
    for turn in game.symmetries():
        turned = game.initial_state()
        for state in random_game(game.initial_state(), Random(4)):
            assert isinstance(state, UltimateState)
            if state.last is not None:
                turned = turned.play(turn[state.last])
            assert all(turned.owners[turn[b]] == who for b, who in enumerate(state.owners))
            assert sorted(turn[a] for a in state.legal_actions()) == list(turned.legal_actions())
            assert turned.returns() == state.returns()


@each("plies", range(6))
def test_openspiel_counts_as_many_sequences(plies: int) -> None:
    check_sequences(plies)


def check_sequences(plies: int) -> None:
    assert perft(Ultimate().initial_state(), plies) == PERFT["sequences"][plies]


@each("entry", PERFT["positions"])
def test_openspiel_counts_as_many_sequences_and_ends_late_in_the_game(
    entry: dict[str, Any],
) -> None:
    """As far as there are not too many; `tests/slow/games` looks at all of them."""
    check_late_sequences(entry, most=5000)


def check_late_sequences(entry: dict[str, Any], most: int) -> None:
    level = list[State]()
    for sequences, finished in zip(entry["sequences"], entry["finished"], strict=True):
        if sequences > most:
            break
        level = [state.play(action) for state in level for action in state.legal_actions()] or [
            after(entry["moves"])
        ]
        gains = [state.returns()[0] for state in level if state.outcome is not None]
        assert len(level) == sequences
        assert [gains.count(gain) for gain in (1.0, 0.0, -1.0)] == finished


@each("game", GAMES)
def test_whole_games_are_those_of_the_naive_rules(game: Ultimate) -> None:
    for seed in range(5):
        plain = naive(game)
        for state in random_game(game.initial_state(), Random(seed)):
            if state.last is not None:
                plain = plain.play(state.last)
            assert_same(state, plain)
