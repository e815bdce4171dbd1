"""Move strings, boards and positions: what is written is read back, and mistakes are named."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import all_games, board_of, choices, load_data, quick, walk
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.notation import (
    format_moves,
    format_position,
    parse_board,
    parse_moves,
    parse_position,
    play_moves,
)
from inarow.games.random_drop import RandomDrop
from inarow.interfaces.render import originals
from inarow.registry import load_game

side = st.integers(1, 25)
length = st.integers(2, 6)
large_games: st.SearchStrategy[Game] = st.one_of(
    st.builds(ConnectFour, side, side, length),
    st.builds(RandomDrop, side, side, length),
    st.builds(Mnk, side, side, length, st.sampled_from(["win", "exact"])),
    st.builds(NineBoard),
)


def last_of(game: Game, picks: list[int]) -> State:
    *_, state = walk(game.initial_state(), picks)
    return state


def played(game: Game, picks: list[int]) -> list[int]:
    return [state.last for state in walk(game.initial_state(), picks) if state.last is not None]


# Move strings


@each(
    "spec, actions, text",
    [
        ("connect_four", [3, 3, 4, 2], "4453"),
        ("connect_four(cols=9)", [8, 0], "91"),
        ("connect_four(cols=10)", [9, 0, 3], "10 1 4"),
        ("connect_four(cols=12)", [9], "10"),
        ("connect_four", [], ""),
        ("gomoku", [112, 98], "h8i9"),
        ("mnk(rows=2,cols=28,k=2)", [26, 55, 25], "aa2ab1z2"),
        ("nine_board", [4, 4, 2], "553"),
        ("random_drop", [3, 3, 7, 1, 4], "44?25"),
        ("random_drop(cols=10)", [9, 10, 3, 0], "10 ? 4 1"),
        ("random_drop(cols=10)", [9, 10, 3], "10?4"),
    ],
)
def test_move_strings_are_as_short_as_they_can_be(spec: str, actions: list[int], text: str) -> None:
    game = load_game(spec)
    assert format_moves(game, actions) == text
    assert parse_moves(game, text) == actions


@quick
@given(large_games, st.lists(st.integers(0, 10_000), max_size=40))
def test_any_list_of_actions_survives_as_move_string(game: Game, picks: list[int]) -> None:
    actions = [pick % game.num_actions for pick in picks]
    assert parse_moves(game, format_moves(game, actions)) == actions


@quick
@given(large_games, st.lists(st.integers(0, 10_000), max_size=20), st.data())
def test_blanks_commas_and_capitals_make_no_difference(
    game: Game, picks: list[int], data: st.DataObject
) -> None:
    actions = [pick % game.num_actions for pick in picks]
    text = data.draw(st.sampled_from([" ", "  "]))
    for action in actions:
        word = game.format(action)
        text += data.draw(st.sampled_from([word, word.upper()]))
        text += data.draw(st.sampled_from([" ", ",", ", ", "\n", "\t", " ,, "]))
    assert parse_moves(game, text.replace(",", " ")) == actions
    if actions:
        assert parse_moves(game, text) == actions


@pytest.mark.req("S1.11")
@quick
@given(large_games, choices)
def test_a_move_string_rebuilds_the_position(game: Game, picks: list[int]) -> None:
    state = last_of(game, picks)
    rebuilt = play_moves(game.initial_state(), format_moves(game, played(game, picks)))
    assert rebuilt.key() == state.key()
    assert rebuilt.board() == state.board()
    assert rebuilt.last == state.last


@pytest.mark.req("S1.11", "S0.56")
def test_digits_of_columns_rebuild_the_boards_of_the_original_programs() -> None:
    program = load_data("originals.json")["program_000"]
    before = {
        position["id"]: position["before"]
        for sample in program["games"]
        for position in sample["positions"]
    }
    orders = [o for o in program["legal_orders_for_deleted_turns"] if o["first_mover"] == "X"]
    whole = {sample["positions"][0]["id"] for sample in program["games"]}
    rebuilt = 0
    for order in orders:
        if order["before_position"] in whole:
            digits = "".join(map(str, order["columns"]))
            state = play_moves(load_game("connect_four").initial_state(), digits)
            assert state.board() == board_of(before[order["before_position"]])
            rebuilt += 1
    assert rebuilt == len(whole)


@each(
    "spec, text, message",
    [
        ("connect_four", "4480", "move 3: there is no column 8: they go from 1 to 7"),
        ("connect_four", "44x", "move 3: 'x' is not a column"),
        ("connect_four", "0", "move 1: "),
        ("connect_four", "4-4", "move 2: "),
        ("connect_four(cols=12)", "1 13", "move 2: there is no column 13"),
        ("connect_four", "44?", "move 3: '?' is not a column"),
        ("connect_four", "٤", "move 1: "),
        ("random_drop", "x", "? for a random one"),
        ("tic_tac_toe", "a1d1", "move 2: there is no cell d1: they go from a1 to c3"),
        ("tic_tac_toe", "a1b", "move 2: 'b' is not a cell"),
        ("tic_tac_toe", "a0", "move 1: there is no cell a0"),
        ("nine_board", "50", "move 2: '0' is not a cell"),
    ],
)
def test_a_bad_move_is_named_with_its_number(spec: str, text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(message)):
        parse_moves(load_game(spec), text)


@pytest.mark.req("S0.16")
@each(
    "spec, text, message",
    [
        ("connect_four", "1111112111", "move 8 (1): column 1 is full"),
        ("tic_tac_toe", "a3 a3", "move 2 (a3): a3 is taken"),
        ("tic_tac_toe", "a3a2b3b2c3c2", "move 6 (c2): the game is over"),
        ("nine_board", "5555", "move 3 (5): cell 5 of board 5 is taken"),
    ],
)
def test_an_illegal_move_is_named_with_its_number(spec: str, text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(message)):
        play_moves(load_game(spec).initial_state(), text)


@quick
@given(all_games, st.text(max_size=12))
def test_any_text_names_moves_or_is_refused(game: Game, text: str) -> None:
    try:
        actions = parse_moves(game, text)
    except BadNotation:
        return
    assert all(0 <= action < game.num_actions for action in actions)


@each(
    "spec, text",
    [
        ("connect_four", "9" * 5000),
        ("connect_four(cols=12)", "9" * 5000),
        ("random_drop", "9" * 5000),
        ("tic_tac_toe", "a" + "9" * 5000),
        ("tic_tac_toe", "a" * 5000 + "1"),
        ("nine_board", "9" * 5000),
    ],
)
def test_a_very_long_number_is_refused_like_any_other(spec: str, text: str) -> None:
    with pytest.raises(BadNotation):
        load_game(spec).parse(text)


# Positions on one line


@quick
@given(all_games, choices)
def test_a_position_survives_as_one_line(game: Game, picks: list[int]) -> None:
    state = last_of(game, picks)
    text = format_position(state)
    again = parse_position(game, text)
    assert "\n" not in text
    assert again.key() == state.key()
    assert (again.board(), again.player, again.note) == (state.board(), state.player, state.note)
    assert again.legal_actions() == state.legal_actions()
    assert again.chance() == state.chance()
    assert format_position(again) == text
    if state.outcome is None or again.outcome is None:
        assert again.outcome == state.outcome
    else:
        assert again.outcome.winner == state.outcome.winner
        assert set(again.outcome.lines) == set(state.outcome.lines)


def test_a_position_tells_what_the_board_does_not_show() -> None:
    dice = play_moves(load_game("random_drop(rows=2,cols=3,k=3)").initial_state(), "1?")
    assert format_position(dice) == ".../X.. O random"
    assert format_position(dice.play(2)) == ".../X.O X forced"
    nine = play_moves(load_game("nine_board").initial_state(), "553")
    assert format_position(nine).endswith("/... X 3".replace("...", "." * 9))


@each(
    "text",
    [
        "",
        " ",
        "X",
        ".../.../...",
        ".../.../... Z",
        ".../.../... XO",
        ".../... X",
        ".../.../.... X",
        ".../.Z./... X",
        ".../.../... X some note",
        ".../.../... X O",
        "XXX/.../... X",
    ],
)
def test_a_bad_position_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_position(load_game("tic_tac_toe"), text)


@each(
    "spec, text",
    [
        ("connect_four(rows=2,cols=2,k=2)", "X./.. O"),
        ("connect_four(rows=2,cols=2,k=2)", "../X. O forced"),
        ("gomoku(rows=5,cols=5)", "...../...../...../...../..... X swapped"),
        ("nine_board", "/".join(["........."] * 9) + " X somewhere"),
        ("random_drop(rows=2,cols=2,k=2)", "../X. O lucky"),
        ("random_drop(rows=2,cols=2,k=2)", "X./.. O"),
        ("nine_board", "/".join(["........."] * 8 + ["X........"]) + " O"),
        ("nine_board", "/".join(["........."] * 8 + ["X........"]) + " O 0"),
    ],
)
def test_a_position_that_the_rules_do_not_know_is_refused(spec: str, text: str) -> None:
    with pytest.raises(BadNotation):
        parse_position(load_game(spec), text)


@quick
@given(all_games, st.text(st.sampled_from("XO.-_/ xo1239|\nrandomfced"), max_size=20))
def test_any_text_is_a_position_or_is_refused(game: Game, text: str) -> None:
    try:
        state = parse_position(game, text)
    except BadNotation:
        return
    assert parse_position(game, format_position(state)).key() == state.key()


# Boards as the original programs drew them


def lines(*rows: str) -> str:
    return "\n".join(rows)


LOOKAHEAD = lines(
    " |   |   |   |   |   |   |   | ",
    " |   |   |   |   |   |   |   | ",
    " |   |   |   |   |   |   |   | ",
    " |   |   |   | X |   |   |   | ",
    " |   |   |   | X |   |   |   | ",
    " | O |   | O | X |   |   |   | ",
    "-------------------------------",
    "   1   2   3   4   5   6   7",
)
LOOKAHEAD_EXAMPLE = lines(
    " |   |   |   |   |   |   | ",
    " | X |   |   |   |   |   | ",
    " | X |   | O | O | O |   | ",
    " | O | O | O | O | X |   | ",
    " | X | O | X | X | X |   | ",
    "---------------------------",
    "   1   2   3   4   5   6",
)
MENU = lines(
    "- - - - - - - ",
    "- - - - - - - ",
    "- - - - - - - ",
    "- - - - - - - ",
    "- - X O - - - ",
    "- O X O - - - ",
)
GOMOKU = lines(
    "   ___________  ",
    "  |           | ",
    " 0|  X  O  X  |",
    " 1|  -  O  -  |",
    " 2|  O  X  X  |",
    "  |___________| ",
    "     0  1  2  ",
)
GOMOKU_12 = lines(
    "   ______________________________________  ",
    "  |                                      | ",
    " 0|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 1|  -  X  -  -  -  -  -  -  -  -  -  -  |",
    " 2|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 3|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 4|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 5|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 6|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 7|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 8|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    " 9|  -  -  -  -  -  -  -  -  -  -  -  -  |",
    "10|  -  -  -  -  -  -  -  -  -  -  O  -  |",
    "11|  -  -  -  -  -  -  -  -  -  -  -  X  |",
    "  |______________________________________| ",
    "     0  1  2  3  4  5  6  7  8  9  10 11 ",
)
NINE = lines(
    " . . . | . . . | . . .",
    " . . . | . . . | . . .",
    " . . . | . . . | . . .",
    " ------+-------+------",
    " . . . | . . O | . . .",
    " . . . | . X . | . . .",
    " . . . | . . . | . . .",
    " ------+-------+------",
    " . . . | . . . | . . .",
    " . . . | . . . | . . .",
    " . . . | . . . | x . .",
)


@pytest.mark.req("S0.11", "S0.17", "S0.18")
def test_the_barred_board_is_read_back() -> None:
    state = parse_board(load_game("connect_four"), LOOKAHEAD)
    assert str(state).splitlines()[3:] == ["...X...", "...X...", "O.OX..."]
    assert (state.player, state.ply) == (1, 5)


@pytest.mark.req("S0.55")
def test_the_barred_example_is_read_back() -> None:
    game = load_game("connect_four(rows=5,cols=6)")
    expected = load_data("originals.json")["program_000"]["evaluation_example"]["board"]
    state = parse_board(game, LOOKAHEAD_EXAMPLE, player=0)
    assert state.board() == board_of(expected)
    assert state.outcome is not None
    assert state.outcome.winner == 1
    with pytest.raises(BadNotation, match="say who is to move"):
        parse_board(game, LOOKAHEAD_EXAMPLE)


@pytest.mark.req("S3.1", "S3.13")
def test_the_plain_board_is_read_back_with_o_first() -> None:
    state = parse_board(load_game("connect_four"), MENU, symbols="OX")
    assert str(state).splitlines()[4:] == ["..OX...", ".XOX..."]  # player 0 is our X
    assert (state.player, state.ply) == (1, 5)


@pytest.mark.req("S4.9")
@pytest.mark.parametrize(
    ("side", "drawing", "stones"),
    [
        (3, GOMOKU, {"a3": 0, "b3": 1, "c3": 0, "b2": 1, "a1": 1, "b1": 0, "c1": 0}),
        (12, GOMOKU_12, {"b11": 0, "k2": 1, "l1": 0}),
    ],
)
def test_the_framed_board_is_read_back(side: int, drawing: str, stones: dict[str, int]) -> None:
    game = Mnk(side, side, 3)
    state = parse_board(game, drawing)
    found = {
        game.format(row * side + col): owner
        for row, owners in enumerate(state.board())
        for col, owner in enumerate(owners)
        if owner is not None
    }
    assert found == stones


@pytest.mark.req("S2.4")
def test_the_nine_boards_are_read_back() -> None:
    state = parse_board(load_game("nine_board"), NINE, note="7")
    assert format_position(state) == (
        "........./........./........./.....O.../....X..../........./........./........./......X.. "
        "O 7"
    )


def test_symbols_say_who_is_player_0() -> None:
    game = load_game("connect_four(rows=5,cols=6)")
    plain = parse_board(game, LOOKAHEAD_EXAMPLE, player=0)
    swapped = parse_board(game, LOOKAHEAD_EXAMPLE, symbols="OX")  # O has one stone more
    flip = {0: 1, 1: 0, None: None}
    assert swapped.player == 1
    assert swapped.board() == tuple(tuple(flip[owner] for owner in row) for row in plain.board())


@each(
    "drawing",
    [
        "RYR\n.Y.\nRRY",
        "r y r\n. y .\nr r y",
        "R Y R \n- Y - \nR R Y ",
        " | R | Y | R | \n |   | Y |   | \n | R | R | Y | ",
    ],
)
def test_other_letters_may_stand_for_the_players(drawing: str) -> None:
    state = parse_board(load_game("tic_tac_toe"), drawing, symbols="RY")
    assert str(state) == "XOX\n.O.\nXXO"


@quick
@given(all_games, choices)
def test_every_drawing_of_the_original_programs_is_read_back(game: Game, picks: list[int]) -> None:
    state = last_of(game, picks)
    drawings = [(str(state), "XO"), (originals.nine(state), "XO")]
    drawings.append((originals.nine(state, lower_last=True), "XO"))
    if not game.block:
        drawings.append((originals.lookahead(state), "XO"))
        drawings.append((originals.gomoku(state), "XO"))
        drawings.append((originals.menu(state), "OX"))
        drawings.append((originals.menu(state, "X"), "XO"))
    for drawing, symbols in drawings:
        read = parse_board(game, drawing, state.player, state.note, symbols)
        assert read.key() == state.key(), drawing


@each(
    "drawing, message",
    [
        ("...\n.X.", "3 rows here, not 2"),
        ("...\n.X.\n...\n...", "3 rows here, not 4"),
        ("...\n.X\n...", "line 2: a row of mnk has 3 cells here, not 2"),
        ("...\n.Q.\n...", "line 2: 'Q' is neither XO nor empty"),
        ("XX.\n...\n...", "X has 2 stones and O 0: say who is to move"),
        ("", "3 rows here, not 0"),
    ],
)
def test_a_bad_drawing_is_refused_with_its_line(drawing: str, message: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(message)):
        parse_board(load_game("tic_tac_toe"), drawing)


def test_a_stone_that_hangs_in_the_air_is_refused() -> None:
    with pytest.raises(BadNotation, match="column 1, row 1 from the top hangs in the air"):
        parse_board(ConnectFour(2, 2, 2), "X.\n..")
