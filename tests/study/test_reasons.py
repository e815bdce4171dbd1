"""Reasons are true: whatever a sentence says can be seen on the board or played out."""

from __future__ import annotations

import json

import pytest

from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import play_moves
from inarow.games.random_drop import RandomDrop
from inarow.registry import load_game
from inarow.study.cells import cell_words, comes_true, line_words, listed, waiting_words
from inarow.study.reasons import explain, reasons
from inarow.study.why import Why
from oracle import positions, wins_now

SPECS = ("connect_four(4,5,3)", "connect_four(5,5,4)", "mnk(4,4,3)", "mnk(4,5,4)", "nine_board")
POP_OUT = "pop_out(4,4,3)"


def found(state: State, move: str) -> dict[str, Why]:
    return {why.kind: why for why in explain(state, state.game.parse(move))}


def at(spec: str, moves: str) -> State:
    return play_moves(load_game(spec).initial_state(), moves)


def opponent_wins_at(child: State, mover: int) -> set[int]:
    if child.chance() or child.outcome or child.player == mover:
        return set()
    return {answer for answer in child.legal_actions() if wins_now(child, answer)}


@pytest.mark.parametrize("spec", [*SPECS, POP_OUT, "random_drop(4,4,3)"])
def test_wins_losses_and_blocks_are_named_exactly_when_they_are_there(spec: str) -> None:
    for state in positions(spec, 25):
        for action in state.legal_actions():
            kinds = {why.kind: why for why in reasons(state, action)}
            child = state.play(action)
            assert ("wins" in kinds) == wins_now(state, action)
            if "wins" in kinds:
                assert child.outcome is not None
                assert kinds["wins"].cells == child.outcome.cells
                continue
            answers = opponent_wins_at(child, state.player)
            assert set(kinds["loses"].moves if "loses" in kinds else ()) == answers
            if "blocks" in kinds:
                swapped = state.game.state_from(state.board(), 1 - state.player, state.note)
                assert wins_now(swapped, action)


@pytest.mark.parametrize("spec", SPECS[:4])
def test_a_threat_comes_true_unless_it_is_answered(spec: str) -> None:
    seen: set[str] = set()
    for state in positions(spec, 60):
        for action in state.legal_actions():
            child = state.play(action)
            for why in reasons(state, action):
                seen.add(why.kind)
                if why.kind == "double":
                    for answer in child.legal_actions():
                        after = child.play(answer)
                        assert any(wins_now(after, reply) for reply in after.legal_actions())
                if why.kind in ("threat", "waits"):
                    (cell,) = why.cells
                    row, col = cell
                    assert child.board()[row][col] is None
                    for line in why.lines:
                        others = [place for place in line if place != cell]
                        assert {child.board()[r][c] for r, c in others} == {state.player}
    assert {"threat", "wins", "loses"} <= seen


@pytest.mark.parametrize("spec", SPECS[:4])
def test_what_the_opponent_must_take_leaves_no_other_move(spec: str) -> None:
    for state in positions(spec, 60):
        for action in state.legal_actions():
            child = state.play(action)
            for why in reasons(state, action):
                if "must take" in why.words:
                    others = [move for move in child.legal_actions() if move not in why.moves]
                    for after in map(child.play, others):
                        assert any(wins_now(after, reply) for reply in after.legal_actions())


def test_taking_stones_out_threatens_and_stops_threats() -> None:
    """What is threatened by a pop is named; a pop is no stone that builds, and may be the answer.

    So no cell is the only one that an opponent may take.
    """
    seen: set[str] = set()
    for state in (*positions(POP_OUT, 60), *positions("pop_out(4,5,4)", 20)):
        for action in state.legal_actions():
            child = state.play(action)
            if child.outcome is not None:
                continue
            again = state.game.state_from(child.board(), state.player, child.note)
            wins = {reply for reply in again.legal_actions() if wins_now(again, reply)}
            for why in reasons(state, action):
                seen.add(why.kind)
                assert "must take" not in why.words
                assert why.kind not in ("builds", "spoils") or action < state.game.shape[1]
                if why.kind == "threat":
                    assert wins >= {*why.moves, *(col for _, col in why.cells)}
                    named = why.words.startswith("threatens to win by p")
                    assert named == (not why.cells)
                    seen.add("pop" if named else "drop")
    assert {"pop", "drop", "double", "loses", "blocks", "builds", "spoils"} <= seen


def test_an_only_answer_is_named() -> None:
    why = found(at("connect_four", "4455"), "2")["threat"]
    assert why.words == "threatens column 3, row 1, which the opponent must take"
    assert why.moves == (2,)
    assert why.lines == (((5, 1), (5, 2), (5, 3), (5, 4)),)


def test_a_double_threat_and_the_chain_it_begins() -> None:
    kinds = found(at("connect_four", "4455"), "3")
    assert list(kinds) == ["forced", "double", "builds"]
    assert kinds["double"].words == "makes two threats at once: column 2, row 1 and column 6, row 1"
    assert kinds["forced"].moves == (2, 1, 5)


def test_a_chain_of_the_opponent_is_a_reason_against_a_move() -> None:
    why = found(at("connect_four", "445"), "1")["forced"]
    assert (why.player, why.words) == (0, "the opponent then wins by force: 3 2 6")


@pytest.mark.parametrize(
    ("row", "owner", "words"),
    [
        (3, 0, "an odd threat at column 1, row 3: when the other columns are full, O must open it"),
        (3, 1, "an odd threat at column 1, row 3: it keeps X from playing below it"),
        (4, 0, "an even threat at column 1, row 4: it keeps O from playing below it"),
        (
            4,
            1,
            "an even threat at column 1, row 4: when the other columns are full, X must open it",
        ),
    ],
)
def test_odd_and_even_in_words(row: int, owner: int, words: str) -> None:
    assert waiting_words(ConnectFour().initial_state(), (6 - row, 0), owner) == f"makes {words}"


@pytest.mark.parametrize("cols", [3, 4, 7])
def test_the_rule_of_odd_and_even_follows_from_counting(cols: int) -> None:
    """Fill all columns but one and see who reaches which row of the last one."""
    state = ConnectFour(rows=4, cols=cols, k=9).initial_state()
    for col in range(1, cols):
        for _ in range(4):
            state = state.play(col)
    while state.outcome is None:
        cell = state.target(0)
        assert cell is not None
        assert comes_true(state, cell, state.player) is True
        assert comes_true(state, cell, 1 - state.player) is False
        state = state.play(0)


def test_with_odd_rows_nothing_is_said_about_who_profits() -> None:
    state = ConnectFour(rows=5, cols=7).initial_state()
    assert comes_true(state, (2, 0), 0) is None
    assert waiting_words(state, (2, 0), 0) == "makes an odd threat at column 1, row 3"


def test_a_threat_that_waits_is_found() -> None:
    state = at("connect_four", "4453534366")
    words = [why.words for action in state.legal_actions() for why in reasons(state, action)]
    assert any("threat at column" in text for text in words)


def test_nine_boards_say_where_the_opponent_goes() -> None:
    state = at("nine_board", "553")
    why = found(state, "7")["sends"]
    assert why.words == "sends the opponent to board 7"
    assert len(why.cells) == 9
    assert why.cells[0] == (6, 0)


def test_nine_boards_say_that_the_opponent_then_wins() -> None:
    game = load_game("nine_board")
    for state in positions("nine_board", 60):
        for action in state.legal_actions():
            child = state.play(action)
            kinds = {why.kind for why in reasons(state, action)}
            assert ("loses" in kinds) == bool(opponent_wins_at(child, state.player))
    assert reasons(game.initial_state(), 0) == ()


def test_neither_the_dice_nor_the_choice_of_a_board_is_a_reason() -> None:
    game = RandomDrop()
    assert reasons(play_moves(game.initial_state(), "44556"), game.dice) == ()
    board = load_game("nine_board(first_move=free)").initial_state()
    assert {reasons(board, action) for action in board.legal_actions()} == {()}


@pytest.mark.parametrize("spec", [*SPECS, POP_OUT, "gomoku", "random_drop", "connect_four(7,12,5)"])
def test_the_data_survive_json(spec: str) -> None:
    for state in positions(spec, 4):
        for action in list(state.legal_actions())[:9]:
            data = [why.as_dict(state) for why in explain(state, action, nodes=50)]
            assert json.loads(json.dumps(data)) == data
            for why in data:
                assert why["words"]
                assert why["player"] in "XO"


def test_cells_and_lines_in_words() -> None:
    game = load_game("nine_board")
    assert cell_words(game, (0, 8)) == "board 3, cell 3"
    column = [(row, 2) for row in range(4)]
    assert line_words(ConnectFour(), column) == "the line in column 3"
    assert listed([]) == ""
    assert listed(["a, b", "c"], "or") == "a, b or c"
