"""The messages of the nine-board protocol: text to value and back, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow.adapters.nine_board_protocol import (
    Cause,
    LineSplitter,
    Message,
    ProtocolError,
    format_answer,
    game_over,
    parse_answer,
    parse_message,
)
from inarow.errors import InarowError
from inarow.search.decision import Result

TABLE: list[tuple[str, Message]] = [
    ("init.", Message("init")),
    ("start(x).", Message("start", (0,))),
    ("start(o).", Message("start", (1,))),
    ("second_move(6,1).", Message("second_move", (5, 0))),
    ("third_move(6,1,9).", Message("third_move", (5, 0, 8))),
    ("next_move(9).", Message("next_move", (8,))),
    ("last_move(5).", Message("last_move", (4,))),
    ("win(triple).", game_over(Result.WIN, Cause.TRIPLE)),
    ("loss(triple).", game_over(Result.LOSS, Cause.TRIPLE)),
    ("win(illegal_move).", game_over(Result.WIN, Cause.ILLEGAL_MOVE)),
    ("loss(timeout).", game_over(Result.LOSS, Cause.TIMEOUT)),
    ("win(disconnect).", game_over(Result.WIN, Cause.DISCONNECT)),
    ("loss(crash).", game_over(Result.LOSS, Cause.CRASH)),
    ("draw(full_board).", game_over(Result.DRAW, Cause.FULL_BOARD)),
    ("end.", Message("end")),
]
WRONG = [
    "",
    ".",
    "init",
    "init..",
    "init().",
    "Init.",
    "end. init.",
    "start.",
    "start(z).",
    "start(x,o).",
    "start(x)",
    "second_move(6).",
    "second_move(6,1,2).",
    "second_move(0,1).",
    "second_move(6,10).",
    "second_move(6,-1).",
    "second_move(6, 1).",
    "second_move(6,).",
    "third_move(1,2).",
    "next_move().",
    "next_move(x).",
    "next_move(٣).",
    "next_move(05).",
    "win(full_board).",
    "loss(full_board).",
    "draw(triple).",
    "draw.",
    "win(triple,triple).",
    "win(luck).",
    "hello",
    "5",
]

cells = st.integers(0, 8)
decisive = st.sampled_from([cause for cause in Cause if cause is not Cause.FULL_BOARD])
messages: st.SearchStrategy[Message] = st.one_of(
    st.just(Message("init")),
    st.just(Message("end")),
    st.builds(Message, st.just("start"), st.tuples(st.integers(0, 1))),
    st.builds(Message, st.just("second_move"), st.tuples(cells, cells)),
    st.builds(Message, st.just("third_move"), st.tuples(cells, cells, cells)),
    st.builds(Message, st.sampled_from(["next_move", "last_move"]), st.tuples(cells)),
    st.builds(game_over, st.sampled_from([Result.WIN, Result.LOSS]), decisive),
    st.just(game_over(Result.DRAW, Cause.FULL_BOARD)),
)
near_misses = st.from_regex(r"[a-z_]{0,12}\(?[a-z0-9_,-]{0,8}\)?\.?\n?", fullmatch=True)


@pytest.mark.req("S2.5")
@pytest.mark.parametrize(("line", "message"), TABLE)
def test_every_message_reads_and_writes(line: str, message: Message) -> None:
    assert parse_message(line) == message
    assert str(message) == line
    assert parse_message(f" {line}\r\n") == message


@pytest.mark.parametrize("line", WRONG)
def test_what_is_no_message(line: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_message(line)
    assert isinstance(caught.value, InarowError)
    assert "\n" not in str(caught.value)


def test_an_error_message_stays_short() -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_message("x" * 10_000)
    assert len(str(caught.value)) < 120


def test_a_result_needs_a_cause_of_its_kind() -> None:
    with pytest.raises(ProtocolError):
        game_over(Result.DRAW, Cause.TRIPLE)
    with pytest.raises(ProtocolError):
        game_over(Result.WIN, Cause.FULL_BOARD)


@pytest.mark.req("S2.5")
@quick
@given(messages)
def test_messages_survive_the_round_trip(message: Message) -> None:
    line = str(message)
    assert line.isascii()
    assert line.endswith(".")
    assert parse_message(line) == message


@quick
@given(st.one_of(st.text(), near_misses))
def test_parsing_fails_in_one_way_only(text: str) -> None:
    try:
        message = parse_message(text)
    except ProtocolError:
        return
    assert str(message) == text.strip()


@pytest.mark.req("S2.5")
def test_answers() -> None:
    for action in range(9):
        assert format_answer(action) == str(action + 1)
        assert parse_answer(format_answer(action)) == action
        assert parse_answer(f" {action + 1}\r") == action


@pytest.mark.parametrize(
    "line", ["", "0", "10", "-1", "+5", "05", "5.", "5 5", "five", "٣", "5\x00"]
)
def test_what_is_no_answer(line: str) -> None:
    with pytest.raises(ProtocolError, match="not a number from 1 to 9"):
        parse_answer(line)


@quick
@given(st.text())
def test_reading_answers_fails_in_one_way_only(text: str) -> None:
    try:
        action = parse_answer(text)
    except ProtocolError:
        return
    assert format_answer(action) == text.strip()


# Lines


DIALOGUE = (
    b"init.\nstart(o).\nsecond_move(6,1).\r\nnext_move(9).\nlast_move(5).\nloss(triple).\nend.\n"
)


@pytest.mark.req("S2.5")
def test_segments_may_be_cut_at_every_byte() -> None:
    for cut in range(len(DIALOGUE) + 1):
        splitter = LineSplitter()
        lines = splitter.feed(DIALOGUE[:cut]) + splitter.feed(DIALOGUE[cut:])
        assert [str(parse_message(line)) for line in lines] == DIALOGUE.decode().split(), cut


def test_one_byte_at_a_time() -> None:
    splitter = LineSplitter()
    lines = [line for byte in DIALOGUE for line in splitter.feed(bytes([byte]))]
    assert [line.strip() for line in lines] == DIALOGUE.decode().split()


@quick
@given(st.lists(st.binary(max_size=600), max_size=6))
def test_lines_do_not_depend_on_the_segments(segments: list[bytes]) -> None:
    whole, pieces = LineSplitter(), LineSplitter()
    lines = [line for segment in segments for line in pieces.feed(segment)]
    assert lines == whole.feed(b"".join(segments))


def test_an_endless_line_is_cut() -> None:
    splitter = LineSplitter()
    lines = [line for _ in range(100) for line in splitter.feed(b"7" * 100)]
    assert {len(line) for line in lines} == {256}
    assert sum(map(len, lines)) >= 10_000 - 256
    for line in lines:
        with pytest.raises(ProtocolError):
            parse_answer(line)
