"""Rows of m,n,k games once counted from the top: what was written then keeps its meaning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import each
from inarow.errors import BadNotation, BadRecord
from inarow.games.mnk import Mnk
from inarow.games.notation import is_versioned, parse_moves, read_version
from inarow.games.record import Record
from inarow.games.record_file import load_record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.registry import games, load_game

OLD_TEXT = '[Game "mnk(rows=4,cols=3,k=3)"]\n\n1. a1 b2 2. c4 (2. a2) *\n'
OLD_JSON = json.dumps(
    {
        "format": "inarow-record",
        "version": 1,
        "game": "mnk(rows=4,cols=3,k=3)",
        "moves": ["a1", "b2", {"move": "c4", "branches": [["a2"]]}],
    }
)


def test_only_the_m_n_k_games_have_had_other_names() -> None:
    versioned = {name for name in games() if is_versioned(load_game(name))}
    assert {"mnk", "tic_tac_toe", "gomoku"} <= versioned
    assert not versioned & {"connect_four", "nine_board", "ultimate_tic_tac_toe", "pop_out"}


def test_version_1_counts_rows_from_the_top() -> None:
    game = Mnk(4, 3, 3)
    assert parse_moves(game, "a1b2c4", version=1) == [0, 4, 11]
    assert parse_moves(game, "a4b3c1") == [0, 4, 11]
    connect_four = load_game("connect_four")
    assert parse_moves(connect_four, "4453", version=1) == parse_moves(connect_four, "4453")


def test_words_are_no_cells() -> None:
    game = load_game("gomoku(opening=swap2)")
    assert parse_moves(game, "h9 white", version=1) == [8 * 15 + 7, game.parse("white")]


@pytest.mark.parametrize("name", ["old.txt", "old.json"])
def test_an_old_record_is_read_as_it_was_meant_and_written_anew(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(OLD_JSON if path.suffix == ".json" else OLD_TEXT, encoding="utf-8")
    record = load_record(path)
    assert record.main_line() == [0, 4, 11]
    assert [node.action for node in record.root.children[0].children[0].children] == [11, 3]
    assert record.moves == "a4b3c1"
    assert parse_record(format_record(record)) == record
    assert parse_record_json(format_record_json(record)) == record


def test_a_record_says_its_version_where_it_matters() -> None:
    assert '[Notation "2"]' in format_record(Record(load_game("gomoku")))
    assert "Notation" not in format_record(Record(load_game("connect_four")))
    stated = '[Game "tic_tac_toe"]\n[Notation "{}"]\n\n1. a1 *\n'
    assert parse_record(stated.format(1)).main_line() == [0]
    assert parse_record(stated.format(2)).main_line() == [6]


@each("version", ["0", "3", "", "two", "1.0", " 1", "²"])
def test_an_unknown_version_is_refused_with_its_line(version: str) -> None:
    with pytest.raises(BadNotation, match="of the notation is not known here"):
        read_version(version)
    with pytest.raises(BadRecord, match="of the notation is not known here") as caught:
        parse_record(f'[Game "tic_tac_toe"]\n[Notation "{version}"]\n\n1. a1 *\n')
    assert caught.value.line == 2
