"""PSQ, the files of Piskvork: moves and names come back, damage has a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import choices, quick, walk
from inarow.errors import BadRecord, NotSupported
from inarow.games.base import Outcome, Reason
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_psq import format_psq, is_psq, parse_psq
from inarow.registry import load_game

FILE = "Piskvorky 20x15, 11:11, 0\r\n8,8,1250\r\n9,7,31\r\nada.exe\r\nbob.exe\r\n-1\r\n"
STANDARD = load_game("gomoku(rule=standard)")


@quick
@given(st.integers(5, 19), st.integers(5, 19), choices)
def test_the_main_line_comes_back(rows: int, cols: int, picks: list[int]) -> None:
    record = Record(
        load_game(f"gomoku(rows={rows},cols={cols})"), tags={"First": "A", "Second": "B"}
    )
    for state in walk(record.state, picks):
        if state.last is not None:
            record.push(state.last)
    assert is_psq(format_psq(record))
    assert parse_psq(format_psq(record)) == record


def test_a_file_of_piskvork() -> None:
    record = parse_psq(FILE)
    assert record.game == load_game("gomoku(rows=15,cols=20)")
    assert record.main_line() == [7 * 20 + 7, 6 * 20 + 8]
    assert record.moves == "h8i9"
    assert record.tags == {"First": "ada.exe", "Second": "bob.exe"}
    swapped = parse_psq(FILE.replace("11, 0", "11, 1"))  # the second player began
    assert swapped.tags == {"First": "bob.exe", "Second": "ada.exe"}
    assert parse_psq("Piskvorky 15x15, 0:0, 0\n8,8\n").moves == "h8"
    assert parse_psq("Piskvorky 15x15, 0:0, 0", STANDARD).game == STANDARD
    assert parse_psq("Piskvorky 9x9, 0:0, 0", STANDARD).game != STANDARD


def test_the_board_shows_the_result(tmp_path: Path) -> None:
    record = Record(STANDARD)
    record.push_moves("h8a1i8a2j8a3k8a4l8")
    save_record(record, tmp_path / "game.psq")
    outcome = load_record(tmp_path / "game.psq").outcome
    assert isinstance(outcome, Outcome)
    assert (outcome.winner, outcome.reason) == (0, Reason.LINE)


@each(
    "text, line, problem",
    [
        ("8,8,0", 1, "not PSQ"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0", 2, "the board has 15 x 15 cells"),
        ("Piskvorky 15x15, 0:0, 0\n0,1,0", 2, "the board has 15 x 15 cells"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", 3, "h8 is taken"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\na\nb\nc\nd", 5, "is no move such as"),
        ("Piskvorky 150x15, 0:0, 0\n", 1, "cols must be"),
    ],
)
def test_damage_is_named_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadRecord, match=problem) as caught:
        parse_psq(text)
    assert caught.value.line == line


def test_what_psq_cannot_hold_is_refused() -> None:
    game = load_game("gomoku")
    set_up = Record(game, game.state_from(game.initial_state().play(0).board(), 1))
    for record in (Record(load_game("tic_tac_toe")), Record(load_game("connect_four")), set_up):
        with pytest.raises(NotSupported, match="PSQ holds games of five in a row"):
            format_psq(record)
