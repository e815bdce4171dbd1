"""Records as JSON: nothing is lost on the way out and back, damage is reported with its line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemas
from cases import each
from helpers import quick
from inarow.errors import BadRecord
from inarow.games.base import Outcome
from inarow.games.record import Record
from inarow.games.record_json import _read_json, format_record_json, parse_record_json
from inarow.games.record_reader import Piece
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_game
from records import OFF_BOARD, OWN_TAGS, content, records

indents = st.sampled_from([None, 0, 1, 4])


# Round trips


@quick
@given(records(), indents)
def test_every_record_survives_as_json(record: Record, indent: int | None) -> None:
    again = parse_record_json(format_record_json(record, indent))
    assert content(again) == content(record)
    assert again == record
    assert again.actions == again.main_line()


@quick
@given(records())
def test_json_and_text_hold_the_same(record: Record) -> None:
    by_json = parse_record_json(format_record_json(record))
    by_text = parse_record(format_record(record))
    assert content(by_json) == content(by_text)
    assert format_record_json(by_text) == format_record_json(record)


@quick
@given(records())
def test_json_is_read_by_any_program(record: Record) -> None:
    schemas.check("record", format_record_json(record))
    data = json.loads(format_record_json(record))
    assert data["format"] == "inarow-record"
    assert data["version"] == 2
    assert data["game"] == str(record.game)
    assert data.get("tags", {}) == record.tags
    moves = [move if isinstance(move, str) else move["move"] for move in data["moves"]]
    assert moves == [record.game.format(action) for action in record.main_line()]
    outcome = record.final_outcome()
    expected = outcome and {"winner": outcome.winner, "reason": outcome.reason}
    assert data.get("result") == expected


@each("result", OFF_BOARD)
def test_every_off_board_result_survives(result: Outcome) -> None:
    record = Record(load_game("tic_tac_toe"))
    record.result = result
    assert parse_record_json(format_record_json(record)).result == result


@each("name", OWN_TAGS)
def test_a_tag_never_hides_what_the_record_says_itself(name: str) -> None:
    record = Record(load_game("tic_tac_toe"))
    try:
        record.tag(name, "something else")
    except ValueError:
        return  # refused: nothing to survive
    assert content(parse_record_json(format_record_json(record))) == content(record)


@each("depth", [10, 100, 225])
def test_branches_may_be_nested_as_deep_as_a_game_is_long(depth: int) -> None:
    record = Record(load_game("mnk(rows=15,cols=16,k=100)"))
    for _ in range(depth):
        record.push(record.state.legal_actions()[0])
        record.undo()
        record.push(record.state.legal_actions()[-1])
    assert parse_record_json(format_record_json(record, indent=1)) == record


def test_a_move_is_its_text_unless_there_is_more_to_say() -> None:
    record = Record(load_game("connect_four"), tags={"First": "human"})
    record.push_moves("445")
    record.current.comment = "too slow"
    record.undo()
    record.push_moves("33")
    assert json.loads(format_record_json(record)) == {
        "format": "inarow-record",
        "version": 2,
        "game": "connect_four(rows=6,cols=7,k=4)",
        "tags": {"First": "human"},
        "moves": ["4", "4", {"move": "5", "comment": "too slow", "branches": [["3", "3"]]}],
    }


# Damage


def damaged(**changes: object) -> str:
    """A record with one field on each line: format 2, version 3, game 4, then the changes."""
    data = {"format": "inarow-record", "version": 2, "game": "connect_four"} | changes
    return json.dumps(data, indent=1)


def test_the_undamaged_record_is_read() -> None:
    assert parse_record_json(damaged(moves=["4", "4"])).moves == "44"
    assert parse_record_json("\ufeff" + damaged()).moves == ""
    assert parse_record_json(damaged(start=None, result=None)).moves == ""


@each(
    "text, line, problem",
    [
        ("", 1, "not JSON"),
        ("[]", 1, "format"),
        ("{\n\n  oops}", 3, "not JSON"),
        (damaged()[:-3], 4, "not JSON"),
        (damaged(format="pgn"), 1, "format"),
        (damaged(version=3), 3, "version 3"),
        (damaged(version=None), 3, "version None"),
        (damaged(version=True), 3, "version True"),
        (damaged(game="no_such_game"), 4, "there is no game"),
        (damaged(game="connect_four(rows=0)"), 4, "rows"),
        (damaged(game="no_such_game", start="... X"), 4, "there is no game"),
        (damaged(game=7), 4, "'game' must be"),
        (damaged(start="nonsense"), 5, "position"),
        (damaged(start=""), 5, "position"),
        (damaged(start=7), 5, "'start' must be"),
        (damaged(tags=[]), 5, "'tags' must be"),
        (damaged(comment=7), 5, "'comment' must be"),
        (damaged(moves="445"), 5, "'moves' must be"),
        (damaged(moves=["4", "4", "8"]), 8, "there is no column 8"),
        (damaged(moves=["4"] * 7), 12, "column 4 is full"),
        (damaged(moves=["9" * 5000]), 6, "column"),
        (damaged(moves=["4", {"move": "4", "branches": "3"}]), 9, "'branches' must be"),
        (damaged(moves=["4", {"move": "4", "branches": ["3"]}]), 10, "a branch is a list"),
        (damaged(moves=["4", {"move": "4", "branches": [["0"]]}]), 11, "there is no column 0"),
        (damaged(moves=["4", {"move": "4", "comment": 7}]), 9, "'comment' must be"),
        (damaged(result="1-0"), 5, "'result' must be"),
        (damaged(result={"winner": 0, "reason": "bored"}), 7, "is not a reason"),
        (damaged(result={"winner": 0, "reason": "line"}), 7, "does not show it"),
        (damaged(result={"winner": 2, "reason": "time"}), 7, "a result is"),
    ],
)
def test_damage_is_reported_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record_json(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


@each(
    "text",
    [
        damaged(result={"winner": [], "reason": "time"}),
        damaged(result={"winner": {}, "reason": "time"}),
        damaged(result={"winner": True, "reason": "time"}),
        damaged(result={"winner": 0, "reason": None}),
        damaged(result={}),
        damaged(moves=[7]),
        damaged(moves=[None]),
        damaged(moves=[[]]),
        damaged(moves=[{}]),
        damaged(tags={"two words": "x"}),
        damaged().replace("2,", "9" * 5000 + ","),
        damaged().replace("2,", "NaN,"),
        "[" * 20_000,
        '{"a":' * 20_000,
    ],
)
def test_odd_values_are_damage_like_any_other(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record_json(text)
    assert 1 <= caught.value.line <= text.count("\n") + 1


def plain(piece: Piece) -> Any:
    """What a reader has found, without the lines."""
    if isinstance(piece.value, dict):
        return {key: plain(part) for key, part in piece.value.items()}
    return [plain(part) for part in piece.value] if isinstance(piece.value, list) else piece.value


@quick
@given(st.lists(st.sampled_from([*'{}[]:, "x\n', '"a"', '"b"', "1", "-2.5", "null"]), max_size=9))
def test_our_reader_and_the_standard_one_read_the_same(words: list[str]) -> None:
    text = "".join(words)
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(BadRecord, match="not JSON"):
            _read_json(text)
    else:
        assert plain(_read_json(text)) == expected


def assert_reads_or_names_a_line(text: str) -> None:
    """Whatever the text is: it is a record, or the error names a line that exists."""
    line = 1
    try:
        record = parse_record_json(text)
    except BadRecord as error:
        line = error.line
    else:
        assert content(parse_record_json(format_record_json(record))) == content(record)
    assert 1 <= line <= text.count("\n") + 1


@quick
@given(records(), indents, st.floats(0, 1))
def test_json_cut_short_is_a_record_or_damaged(
    record: Record, indent: int | None, share: float
) -> None:
    text = format_record_json(record, indent)
    assert_reads_or_names_a_line(text[: int(share * len(text))])


edits = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 3),
        st.text(st.sampled_from('{}[]",: \\\n0123456789truefalsn-.'), max_size=4) | st.text(),
    ),
    min_size=1,
    max_size=4,
)


@quick
@given(records(), indents, edits)
def test_edited_json_is_a_record_or_damaged(
    record: Record, indent: int | None, changes: list[tuple[float, int, str]]
) -> None:
    text = format_record_json(record, indent)
    for share, removed, added in changes:
        at = int(share * len(text))
        text = text[:at] + added + text[at + removed :]
    assert_reads_or_names_a_line(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=3) | st.just("1"),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["move", "comment", "branches", "winner", "reason"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every container with each of its keys or indices."""
    found: list[tuple[Any, Any]] = []
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            found += [(data, key), *places(data[key])]
    return found


@quick
@given(records(), st.data())
def test_a_record_with_a_wrong_value_is_damaged_or_still_a_record(
    record: Record, draw: st.DataObject
) -> None:
    data = json.loads(format_record_json(record))
    data.setdefault("result", {"winner": 0, "reason": "time"})
    container, key = draw.draw(st.sampled_from(places(data)))
    container[key] = draw.draw(anything)
    assert_reads_or_names_a_line(json.dumps(data, indent=1))
