"""Questions in one line of Python: every way to name a position, and what natural mistakes say."""

from __future__ import annotations

import re
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import inarow
from inarow.games.record_sgf import format_sgf
from inarow.registry import agents, load_agent


def test_a_position_however_it_is_written(tmp_path: Path) -> None:
    game = inarow.load_game("gomoku")
    record = inarow.Record(game)
    state = record.push_moves("h8i9")
    inarow.save_record(record, tmp_path / "game.txt")
    written = [
        inarow.position("gomoku", "h8i9"),
        inarow.position("gomoku h8 i9"),
        inarow.position(game, "h8 i9"),
        inarow.position("gomoku", [game.parse("h8"), game.parse("i9")]),
        inarow.position(state),
        inarow.position("gomoku", inarow.format_position(state)),
        inarow.position(game, str(state)),
        inarow.position(record),
        inarow.position(tmp_path / "game.txt"),
        inarow.position(inarow.format_record(record)),
        inarow.position(inarow.format_record_json(record)),
        inarow.position(format_sgf(record)),
    ]
    assert {found.key() for found in written} == {state.key()}
    assert inarow.position(record, "h9").ply == 3
    assert inarow.position("4453").game == inarow.load_game("connect_four")
    assert inarow.position().ply == 0
    for words in (("Connect Four", "4453"), ("Connect Four 4453",), ("connect four 44 53",)):
        assert inarow.position(*words) == inarow.position("4453")
    assert inarow.position("Tic Tac Toe", "b2") == inarow.position("tic_tac_toe b2")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (("gomoku h8", "i9"), "given twice"),
        ((42,), 'a position is a game, moves, a state or a record, not int: write "42"'),
        (("h8i9",), 'Name it first, as in "gomoku h8i9"'),
        (("4453", "level(3)"), "a player is named so: agent='level"),
        (([[0, 1], [0, 1]],), "a board does not say its game"),
        (("tic_tac_toe", [[1, 0, 0], [0, 3, 0], [0, 0, 0]]), "a cell holds 0, 1 or None, not 3"),
        (("conect_four",), "connect_four"),
        (("4459",), "column"),
    ],
)
def test_natural_mistakes_are_told_in_a_sentence(what: tuple[str, ...], words: str) -> None:
    with pytest.raises(inarow.InarowError, match=words):
        inarow.position(*what)


def test_the_same_question_has_the_same_answer() -> None:
    """Several moves of this position last equally long; a cell that runs again says the same."""
    answers = {(found.best.move, found.moves[0].move) for found in map(inarow.solve, ["4453"] * 8)}
    assert len(answers) == 1


def test_solutions_are_proven_and_printed() -> None:
    found = inarow.solve("2252576253462244111563365343671351441")
    assert found.decision.value is not None
    assert found.decision.value.words == "loss in 4 plies"
    assert {judged.move: judged.value and judged.value.words for judged in found.moves} == {
        "6": "loss in 4 plies",
        "7": "loss in 2 plies",
    }
    shown = str(found)
    assert "|(X) O  O  O  X  .  . |\n" in shown, "the board, its last stone marked"
    assert "\n  1  2  3  4  5  6  7" in shown, "the names of its columns"
    assert "loss in 4 plies (proven)" in shown
    small = inarow.solve("connect_four(rows=4,cols=4,k=3)").decision.value
    assert small is not None
    assert small.kind is inarow.Kind.PROVEN
    with pytest.raises(inarow.NotSupported, match="it has dice"):
        inarow.solve("random_drop")


def test_an_analysis_takes_any_player_and_limit() -> None:
    by_name = inarow.analyse("tic_tac_toe", "b2", agent="alphabeta", limit="1000nodes")
    by_player = inarow.analyse(
        "tic_tac_toe", "b2", agent=inarow.load_agent("alphabeta"), limit=inarow.Limit(nodes=1000)
    )
    assert by_name.decision.action == by_player.decision.action
    assert by_name.agent == by_player.agent == "alphabeta"
    with pytest.raises(inarow.IllegalMove, match="the game is over"):
        inarow.analyse("tic_tac_toe", "a1b1a2b2a3")


def test_boards_moves_and_files_in_every_spelling(tmp_path: Path) -> None:
    game = inarow.load_game("tic_tac_toe")
    state = inarow.position("tic_tac_toe", "b2a3")
    rows: list[list[int | None]] = [[1, None, None], [None, 0, None], [None, None, None]]
    record = inarow.Record(game)
    record.push_moves("b2a3")
    inarow.save_record(record, tmp_path / "game.json")
    written = [
        inarow.position("tic_tac_toe", ["b2", "a3"]),
        inarow.position("tic_tac_toe", (game.parse("b2"), "a3")),
        inarow.position("tic_tac_toe", iter([4, 0])),
        inarow.position("tic_tac_toe", state.board()),
        inarow.position("tic_tac_toe", rows),
        inarow.position("tic_tac_toe", [[2, 0, 0], [0, 1, 0], [0, 0, 0]]),
        inarow.position("tic_tac_toe", np.array([[-1, 0, 0], [0, 1, 0], [0, 0, 0]])),
        inarow.position("tic_tac_toe", [["O", "", ""], ["", "X", " "], [".", "", ""]]),
        inarow.position("tic_tac_toe", ["O..", ".X.", "..."]),
        inarow.position(game, " | O |   |   | \n |   | X |   | \n |   |   |   | "),
        inarow.position(tmp_path / "game.json"),
        inarow.position(str(tmp_path / "game.json")),
    ]
    assert {found.key() for found in written} == {state.key()}
    assert inarow.play_moves(game, "b2a3").key() == state.key()
    assert inarow.position(np.array([3, 3, 4, 2])) == inarow.position("4453")
    assert inarow.position("connect_four", np.zeros((6, 7))) == inarow.position()


def test_answers_are_one_line_where_python_shows_them() -> None:
    assert repr(inarow.solve("tic_tac_toe", "b2b3a3")) == "<Analysis by perfect: c1, loss>"
    found = inarow.review("tic_tac_toe", "b2b3")
    assert repr(found) == f"<Review of 2 moves of {found.record.game}: 1 mistake>"


def test_a_function_is_a_player_and_one_player_is_no_pair() -> None:
    record = inarow.play_match("tic_tac_toe", (lambda s: s.legal_actions()[0], "random(seed=1)"))
    assert record.moves.startswith("a3")
    with pytest.raises(inarow.BadOption, match="a match has two players"):
        inarow.play_match("tic_tac_toe", "random")
    again = inarow.play_match("tic_tac_toe", lambda s: s.legal_actions()[0], "random(seed=1)")
    assert again.moves == record.moves


def test_options_are_named_in_python_too() -> None:
    assert inarow.load_game("connect_four(rows=8)", k=5) == inarow.load_game("connect_four(8,7,5)")
    assert inarow.load_agent("level", number=3, seed=None) == inarow.load_agent("level(3)")
    with pytest.raises(inarow.BadOption, match="did you mean rows"):
        inarow.load_game("connect_four", row=8)


def test_whatever_takes_a_game_takes_its_name() -> None:
    state = inarow.play_moves("tic_tac_toe", "b2a3")
    assert inarow.parse_moves("tic_tac_toe", "b2a3") == [4, 0]
    assert inarow.format_moves("tic_tac_toe", [4, 0]) == "b2a3"
    assert inarow.parse_board("tic_tac_toe", str(state)) == state
    assert inarow.parse_position("tic_tac_toe", inarow.format_position(state)) == state
    assert inarow.Record("tic_tac_toe").push_moves("b2a3") == state
    with pytest.raises(inarow.UnknownName, match="did you mean gomoku"):
        inarow.Record("gomuko")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (("no-such-game.sgf",), "there is no file no-such-game.sgf"),
        (("tic_tac_toe", [9]), "there is no action 9"),
        (("tic_tac_toe", [4, 4]), "b2 is taken"),
        (("tic_tac_toe", ["b2", "z9"]), "z9"),
        (("tic_tac_toe", [1.5]), "move 1 is an action or a text, not 1.5"),
        (("tic_tac_toe", [[None] * 3]), "needs 3 rows of 3 cells"),
        (("tic_tac_toe", [[0, 0, 0], [None] * 3, [None] * 3]), "say who is to move"),
    ],
)
def test_boards_and_moves_that_cannot_be_are_told_in_a_sentence(
    what: tuple[Any, ...], words: str
) -> None:
    with pytest.raises(inarow.InarowError, match=re.escape(words)):
        inarow.position(*what)


def test_asking_for_a_position_changes_no_record() -> None:
    record = inarow.Record(inarow.load_game("connect_four"))
    record.push_moves("4453")
    record.undo()
    assert inarow.position(record, "6").ply == 5
    assert record.moves == "445"
    assert inarow.review(record, limit="20ms").record is not record


def test_a_review_takes_records_files_and_moves(tmp_path: Path) -> None:
    record = inarow.Record(inarow.load_game("tic_tac_toe"), tags={"First": "Ada"})
    record.push_moves("b2b3a3c1c3a2a1")
    inarow.save_record(record, tmp_path / "game.json")
    found = inarow.review(record)
    assert [move.words for move in found.moves] == [
        move.words for move in inarow.review(tmp_path / "game.json").moves
    ]
    lines = str(found).splitlines()
    assert lines[1] == "   2  O  b3??  blunder: from draw to loss in 6; better a3"
    assert lines[-2].startswith("X (Ada): ")
    assert found.as_dict()["complete"]
    assert "better a3" in inarow.format_record(found.annotated())
    assert {move.grade.value for move in found.mistakes} == {"blunder"}
    with pytest.raises(inarow.BadOption, match="there is no move to review"):
        inarow.review("tic_tac_toe")


def test_a_limit_is_needed_nowhere() -> None:
    state = inarow.position("tic_tac_toe", "a1b1a2b2")
    for spec in ("random(seed=1)", "minimax", "alphabeta", "mcts(simulations=50)", "level(2)"):
        decision = inarow.load_agent(spec).choose(state)
        assert decision.action in state.legal_actions()
    named = {name: 'pbrain(command="./none")' if name == "pbrain" else name for name in agents()}
    asked = {name: signature(load_agent(spec).choose) for name, spec in named.items()}
    assert [
        name for name, form in asked.items() if form.parameters["limit"].default is form.empty
    ] == []


def test_a_match_takes_specs() -> None:
    record = inarow.play_match("tic_tac_toe", ("random(seed=1)", inarow.load_agent("minimax")))
    assert record.outcome is not None
    assert record.tags == {"First": "random", "Second": "minimax"}
    with pytest.raises(inarow.UnknownName, match="minimax"):
        inarow.play_match("tic_tac_toe", ("random", "minimx"))
