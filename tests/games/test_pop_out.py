"""Pop Out: drops as in Connect Four, pops from the bottom row, and an end after many turns."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest
from hypothesis import given

from cases import each
from helpers import (
    assert_same,
    board_of,
    cells,
    choices,
    load_data,
    naive,
    perft,
    play_all,
    pop_games,
    quick,
    random_game,
    walk,
)
from inarow.errors import BadNotation, BadOption, IllegalMove
from inarow.games.base import Line, Reason, State
from inarow.games.notation import format_moves, format_position, parse_moves, parse_position
from inarow.games.pop_out import PopOut
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_game

PERFT = load_data("perft.json")["pop_out"]


def after(moves: str, game: PopOut | None = None) -> State:
    game = game or PopOut()
    return play_all(game.initial_state(), cells(game, moves))


def bottom(state: State, rows: int = 2) -> list[str]:
    return str(state).splitlines()[-rows:]


# Moves


def test_a_player_drops_or_takes_an_own_stone_out_of_the_bottom_row() -> None:
    assert list(after("").legal_actions()) == list(range(7))
    assert list(after("4 2").legal_actions()) == [*range(7), 7 + 3], "X may pop column 4"
    assert list(after("4 2 4").legal_actions()) == [*range(7), 7 + 1], "O may pop column 2"


def test_stones_above_a_popped_one_fall_by_one() -> None:
    state = after("1 1 1 4")
    assert bottom(state, 3) == ["X......", "O......", "X..O..."]
    popped = state.play(7)
    assert bottom(popped, 3) == [".......", "X......", "O..O..."]
    assert (popped.player, popped.ply, popped.note) == (1, 5, "5")
    assert (state.target(7), popped.last_cell) == ((5, 0), (5, 0)), "where a stone was taken"
    assert popped.target(0) == (3, 0)


def test_a_pop_of_the_only_stone_leaves_an_empty_column() -> None:
    state = after("2 3 p2")
    assert bottom(state, 1) == ["..O...."]
    assert list(state.legal_actions()) == [*range(7), 7 + 2]


def test_neighbouring_columns_are_left_alone() -> None:
    full = after("1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3")
    before = [[row[col] for row in full.board()] for col in range(7)]
    popped = full.play(7 + 1)
    for col in range(7):
        column = [row[col] for row in popped.board()]
        assert column == ([None, *before[1][:-1]] if col == 1 else before[col])


@each(
    "moves, action, message",
    [
        ("", -1, "there is no action -1: they go from 0 to 13"),
        ("", 14, "there is no action 14: they go from 0 to 13"),
        ("4 4 4 4 4 4", 3, "column 4 is full"),
        ("", 7, "the stone at the bottom of column 1 is not there"),
        ("4", 7 + 3, "the stone at the bottom of column 4 is not yours"),
        ("1 2 1 2 1 2 1", 3, "the game is over"),
        ("1 2 1 2 1 2 1", 7 + 1, "the game is over"),
    ],
)
def test_an_illegal_move_is_refused(moves: str, action: int, message: str) -> None:
    state = after(moves)
    for refused in (state.play, state.target):
        with pytest.raises(IllegalMove, match=f"^{message}$"):
            refused(action)


# Lines


def test_a_drop_that_completes_a_line_wins() -> None:
    outcome = after("1 2 1 2 1 2 1").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, Reason.LINE)
    assert outcome.lines == (Line("vertical", ((2, 0), (3, 0), (4, 0), (5, 0))),)


def test_a_pop_that_completes_an_own_line_wins() -> None:
    rows = ["....", "X...", "OXX.", "XXO."]
    won = PopOut(4, 4, 3).state_from(board_of(rows), player=0).play(4)
    assert won.outcome is not None
    assert (won.outcome.winner, won.outcome.reason) == (0, Reason.LINE)
    assert won.outcome.lines == (Line("horizontal", ((2, 0), (2, 1), (2, 2))),)
    assert won.returns() == (1.0, -1.0)


def test_a_pop_that_completes_only_a_line_of_the_opponent_loses() -> None:
    state = PopOut(3, 3, 3).state_from(board_of(["...", "O..", "XOO"]), player=0)
    lost = state.play(3)
    assert lost.outcome is not None
    assert (lost.player, lost.outcome.winner) == (1, 1), "the winner is to move"
    assert lost.outcome.lines == (Line("horizontal", ((2, 0), (2, 1), (2, 2))),)
    assert lost.returns() == (-1.0, 1.0)
    assert not lost.legal_actions()


@pytest.mark.parametrize("mover", [0, 1])
def test_a_pop_that_completes_lines_of_both_wins_for_who_popped(mover: int) -> None:
    rows = ["X..", "OXX", "XOO"]
    if mover:
        rows = [row.translate(str.maketrans("XO", "OX")) for row in rows]
    both = PopOut(3, 3, 3).state_from(board_of(rows), player=mover).play(3)
    assert both.outcome is not None
    assert (both.outcome.winner, both.player) == (mover, 1 - mover)
    assert both.outcome.lines == (Line("horizontal", ((1, 0), (1, 1), (1, 2))),)
    assert both.returns() == ((-1.0, 1.0) if mover else (1.0, -1.0))


# The end without a line


def test_a_full_board_goes_on_for_a_player_who_can_pop() -> None:
    full = PopOut(2, 3, 4).state_from(board_of(["OXO", "XOX"]), player=0)
    assert full.outcome is None
    assert list(full.legal_actions()) == [3 + 0, 3 + 2]


def test_a_player_without_a_move_ends_the_game_with_a_draw() -> None:
    stuck = PopOut(2, 3, 4).state_from(board_of(["XXX", "OOO"]), player=0)
    assert stuck.outcome is not None
    assert (stuck.outcome.winner, stuck.outcome.reason) == (None, Reason.FULL)
    assert after("1", PopOut(1, 1)).outcome == stuck.outcome


def test_the_game_is_drawn_after_its_turns() -> None:
    game = PopOut(turns=6)
    state = after("1 2 p1 p2 1", game)
    assert (state.outcome, state.ply) == (None, 5)
    drawn = state.play(1)
    assert drawn.outcome is not None
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, Reason.TURNS)
    assert (drawn.ply, list(drawn.legal_actions()), drawn.returns()) == (6, [], (0.0, 0.0))


def test_a_line_of_the_last_turn_wins() -> None:
    outcome = after("1 2 1 2 1 2 1", PopOut(turns=7)).outcome
    assert outcome is not None
    assert outcome.reason == Reason.LINE


def test_there_are_three_turns_for_every_cell_unless_told_otherwise() -> None:
    assert PopOut() == PopOut(turns=126) == load_game("pop_out(turns=none)")
    assert str(PopOut(3, 4)) == "pop_out(rows=3,cols=4,k=4,turns=36)"
    with pytest.raises(BadOption):
        PopOut(turns=0)


def test_the_same_stones_after_more_turns_are_another_position() -> None:
    early, late = after("1 2"), after("1 2 p1 p2 1 2")
    assert early.board() == late.board()
    assert early != late
    assert (early.note, late.note) == ("", "6")


# Text


def test_a_pop_is_written_with_a_p() -> None:
    game = PopOut()
    assert [game.format(action) for action in range(14)] == ["1", "2", "3", "4", "5", "6", "7"] + [
        f"p{col}" for col in range(1, 8)
    ]
    assert game.parse("p4") == game.parse(" P 4 ") == 7 + 3
    for text in ("p", "p0", "p8", "pp4", "4p", "p-1", "8"):
        with pytest.raises(BadNotation, match="with a p before it to take a stone out"):
            game.parse(text)


@each(
    "cols, actions, text",
    [
        (7, [3, 3, 10, 10, 2], "44p4p43"),
        (12, [9, 3, 21, 11], "10 4 p10 12"),
        (12, [0, 1, 12], "1 2 p1"),
    ],
)
def test_a_move_string_reads_back(cols: int, actions: list[int], text: str) -> None:
    game = PopOut(cols=cols)
    assert format_moves(game, actions) == text
    assert parse_moves(game, text) == parse_moves(game, text.upper()) == actions


@each(
    "note, message",
    [
        ("x", "'x' is not a note of pop_out"),
        ("-4", "'-4' is not a note of pop_out"),
        ("²", "is not a note of pop_out"),
        ("2", "3 stones after 2 turns cannot be"),
        ("127", "3 stones after 127 turns cannot be"),
        ("9" * 30, "is not a note of pop_out"),
    ],
)
def test_a_wrong_number_of_turns_is_refused(note: str, message: str) -> None:
    rows = ["." * 7] * 5 + ["XOX...."]
    with pytest.raises(BadNotation, match=message):
        PopOut().state_from(board_of(rows), 1, note)
    assert PopOut().state_from(board_of(rows), 1, "5").ply == 5
    assert PopOut().state_from(board_of(rows), 1).ply == 3


@pytest.mark.parametrize("player", [2, -1])
def test_there_are_two_players(player: int) -> None:
    with pytest.raises(BadNotation, match="there is no player"):
        PopOut().state_from(board_of(["." * 7] * 6), player)


def test_a_stone_in_the_air_is_refused() -> None:
    with pytest.raises(BadNotation, match="hangs in the air"):
        PopOut(2, 2).state_from(board_of(["X.", ".."]), 1)


@quick
@given(game=pop_games, moves=choices)
def test_positions_and_records_survive_being_written_and_read(
    game: PopOut, moves: list[int]
) -> None:
    record = Record(game)
    for state in walk(game.initial_state(), moves):
        if state.last is not None:
            record.push(state.last)
        again = parse_position(game, format_position(state))
        assert (again, again.ply, again.outcome) == (state, state.ply, state.outcome)
    for copy in (
        parse_record(format_record(record)),
        parse_record_json(format_record_json(record)),
    ):
        assert copy.actions == record.actions
        assert copy.state == record.state
        assert copy.final_outcome() == record.final_outcome()


# Symmetry, and the rules told a second time


@quick
@given(game=pop_games, moves=choices)
def test_a_game_in_a_mirror_is_the_mirror_of_the_game(game: PopOut, moves: list[int]) -> None:
    turn, mirrored = game.symmetries()[1], game.initial_state()
    for state in walk(game.initial_state(), moves):
        if state.last is not None:
            mirrored = mirrored.play(turn[state.last])
        assert mirrored.board() == tuple(row[::-1] for row in state.board())
        assert mirrored.returns() == state.returns()
        assert sorted(turn[a] for a in state.legal_actions()) == list(mirrored.legal_actions())


@each("spec", PERFT["games"])
def test_sequences_are_counted_as_by_the_naive_rules(spec: str) -> None:
    known = PERFT["games"][spec]
    for plies, sequences in enumerate(known):
        if sequences < 100_000:
            assert perft(load_game(spec).initial_state(), plies) == sequences


@each("game", [PopOut(), PopOut(4, 4, 4), PopOut(3, 3, 3), PopOut(5, 2, 4, 25), PopOut(2, 12, 3)])
def test_whole_games_are_those_of_the_naive_rules(game: PopOut) -> None:
    for seed in range(20):
        plain = naive(game)
        for state in random_game(game.initial_state(), Random(seed)):
            if state.last is not None:
                plain = plain.play(state.last)
            assert_same(state, plain)


def test_random_games_are_won_by_both_and_at_times_by_who_did_not_move() -> None:
    ends = set()
    for seed in range(40):
        *_, end = random_game(PopOut().initial_state(), Random(seed))
        assert end.outcome is not None
        ends.add((end.outcome.winner, end.outcome.winner == end.player))
    assert ends == {(0, False), (0, True), (1, False), (1, True)}


def value(state: State, known: dict[Hashable, int]) -> int:
    """What the player to move can reach: 1, 0 or -1, by a plain search of everything."""
    if (key := state.key()) not in known:
        if state.outcome is not None:
            known[key] = int(state.returns()[state.player])
        else:
            best = -1
            for action in state.legal_actions():
                best = max(best, -value(state.play(action), known))
                if best == 1:
                    break
            known[key] = best
    return known[key]


@each(
    "game, result",
    [
        (PopOut(2, 2, 2), 1),
        (PopOut(3, 3, 3), -1),
        (PopOut(3, 4, 3), 1),
        (PopOut(4, 3, 3), -1),
        (PopOut(4, 4, 3), 1),
    ],
)
def test_small_boards_are_won_by_the_player_that_the_docs_name(game: PopOut, result: int) -> None:
    assert value(game.initial_state(), {}) == result
