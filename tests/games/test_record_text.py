"""Records as text: nothing is lost on the way out and back, damage is reported with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import quick
from inarow.errors import BadRecord
from inarow.games.base import Outcome, Reason
from inarow.games.record import Record
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_game
from records import OFF_BOARD, OWN_TAGS, content, records

GAME = '[Game "connect_four"]\n'


@pytest.fixture
def record() -> Record:
    """A short game with a comment, a branch and a tag."""
    record = Record(load_game("connect_four"), tags={"First": "Ada"})
    record.push_moves("445")
    record.current.comment = "too slow"
    record.push_moves("5667")
    record.to_start()
    record.push_moves("4433")
    record.to_start()
    return record


# Round trips


@quick
@given(records())
def test_every_record_survives_as_text(record: Record) -> None:
    again = parse_record(format_record(record))
    assert content(again) == content(record)
    assert again == record
    assert again.actions == again.main_line()


@quick
@given(records())
def test_text_is_stable(record: Record) -> None:
    text = format_record(record)
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize(
    "comment",
    [
        "{",
        "}",
        "\\",
        "\\}",
        "}\\{",
        "\\\\",
        "a\nb",
        "\n",
        "\\\n",
        '"quoted"',
        "( 1. 4 ) 1-0 *",
        "[Game]",
        "  blanks  ",
        "x" * 500,
        "word " * 60,
        "●○ é 漢字 🎲 \u2028",
    ],
)
def test_every_comment_survives(record: Record, comment: str) -> None:
    record.root.comment = record.root.children[0].comment = comment
    again = parse_record(format_record(record))
    assert again.root.comment == comment
    assert again.root.children[0].comment == comment
    assert again == record


@pytest.mark.parametrize("value", ["", '"', "\\", 'a "b" \\', "a\nb", "]", "[x]", "漢字 🎲\u2028"])
def test_every_tag_value_survives(record: Record, value: str) -> None:
    record.tag("Event", value)
    assert parse_record(format_record(record)).tags == {"First": "Ada", "Event": value}


@each("result", OFF_BOARD)
def test_every_off_board_result_survives(result: Outcome) -> None:
    record = Record(load_game("tic_tac_toe"))
    record.push_moves("b2")
    record.result = result
    assert parse_record(format_record(record)).result == result


@pytest.mark.parametrize("name", OWN_TAGS)
def test_a_tag_never_hides_what_the_record_says_itself(record: Record, name: str) -> None:
    before = content(record)
    try:
        record.tag(name, "something else")
    except ValueError:
        assert content(record) == before  # refused: nothing to survive
        return
    assert content(parse_record(format_record(record))) == content(record)


@each("depth", [10, 100, 225])
def test_branches_may_be_nested_as_deep_as_a_game_is_long(depth: int) -> None:
    record = Record(load_game("mnk(rows=15,cols=16,k=100)"))
    for _ in range(depth):
        record.push(record.state.legal_actions()[0])
        record.undo()
        record.push(record.state.legal_actions()[-1])
    again = parse_record(format_record(record))
    assert again == record
    assert format_record(again) == format_record(record)


# What people read


def test_text_reads_like_chess_pgn(record: Record) -> None:
    assert format_record(record) == "\n".join(
        [
            '[Game "connect_four(rows=6,cols=7,k=4)"]',
            '[Result "1-0"]',
            '[Termination "line"]',
            '[First "Ada"]',
            "",
            "1. 4 4 2. 5 {too slow} (2. 3 3) 2... 5 3. 6 6 4. 7 1-0",
            "",
        ]
    )


def test_the_result_of_the_board_is_written() -> None:
    record = Record(load_game("connect_four"))
    record.push_moves("4455667")
    lines = format_record(record).splitlines()
    assert lines[1:3] == ['[Result "1-0"]', '[Termination "line"]']
    assert lines[-1] == "1. 4 4 2. 5 5 3. 6 6 4. 7 1-0"


def test_a_set_up_start_is_written_and_o_may_begin() -> None:
    game = load_game("tic_tac_toe")
    record = Record(game, game.initial_state().play(4))
    record.push_moves("a1b1c1")
    lines = format_record(record).splitlines()
    assert lines[1:3] == ['[Notation "2"]', '[Start ".../.X./... O"]']
    assert lines[-1] == "1... a1 2. b1 c1 *"
    assert parse_record(format_record(record)) == record


def test_long_games_are_wrapped_between_words() -> None:
    record = Record(load_game("mnk(rows=10,cols=10,k=100)"))
    for action in range(100):
        record.push(action)
    lines = format_record(record).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 6


# Reading what people wrote


@each(
    "text",
    [
        GAME + "\n1. 4 4 2. 5 *\n",
        GAME + "4 4 5",
        GAME + "4 4\n\n5 *",
        GAME + "1.... 4 99. 4 5",
        "\ufeff" + GAME + "4 4 5",
        GAME.replace("\n", "\r\n") + "\r\n1. 4 4\r\n2. 5 *\r\n",
        '[ Game   "connect_four" ][Result "*"] 4 4 5 *',
    ],
)
def test_numbers_blanks_and_line_ends_are_for_readers_only(text: str) -> None:
    assert parse_record(text).moves == "445"


def test_a_result_without_reason_counts_as_adjudicated() -> None:
    record = parse_record(GAME + "4 4 5 0-1")
    assert record.result == Outcome(1, Reason.ADJUDICATED)


def test_a_result_that_the_board_shows_is_not_kept_twice() -> None:
    record = parse_record(GAME + "4 4 5 5 6 6 7 1-0")
    assert record.result is None
    assert record.outcome is not None
    assert record.outcome.winner == 0


# Damage

DAMAGED = [
    ("", 1, "Game"),
    ("4 4 5", 1, "Game"),
    ('\n\n[Game "no_such_game"]\n', 3, "there is no game"),
    ('[Game "connect_four(rows=0)"]\n', 1, "rows"),
    ('[Game "connect_four]\n4 4', 1, "a tag is written"),
    (GAME + "[Event x]\n4 4", 2, "a tag is written"),
    (GAME + '[Event "a"]\n[Event "b"]\n', 3, "twice"),
    (GAME + '[Event "\\q"]\n', 2, "cannot be read"),
    (GAME + '[1st "a"]\n', 2, "is not a tag name"),
    (GAME + '[Größe "a"]\n', 2, "is not a tag name"),
    (GAME + '[Start "nonsense"]\n', 2, "position"),
    (GAME + '[Start ""]\n', 2, "position"),
    ('[Game "nonsense"]\n[Start "... X"]\n', 1, "there is no game"),
    (GAME + "\n4 4\n8 5", 4, "there is no column 8"),
    (GAME + "\n4 4\n4 4\n4 4\n4", 6, "column 4 is full"),
    (GAME + "\n4 4\n" + "9" * 5000, 4, "column"),
    (GAME + "\n4 5 4 5 4 5 4\n1", 4, "the game is over"),
    (GAME + "\n4 {never\nclosed", 3, "never closed"),
    (GAME + "\n4 4 }", 3, ""),
    (GAME + "\n(4 4)", 3, "before the first move"),
    (GAME + "\n4 4)\n5", 3, "never opened"),
    (GAME + "\n4 4 (3\n\n5\n", 5, "never closed"),
    (GAME + "\n4 4 *\n5", 4, "behind the result"),
    (GAME + '[Result "1-0"]\n\n4 4 0-1', 4, "Result"),
    (GAME + '[Result "2-0"]\n\n4 4', 2, "is not a result"),
    (GAME + '[Result "2-0"]\n[Termination "time"]\n\n4 4', 2, "is not a result"),
    (GAME + '[Result "1-0"]\n[Termination "bored"]\n\n4 4', 3, "is not a reason"),
    (GAME + '[Result "1-0"]\n[Termination "line"]\n\n4 4', 3, "does not show it"),
    (GAME + '[Result "0-1"]\n\n4 5 4 5 4 5 4', 2, "but the board shows 1-0"),
]


@each("text, line, problem", DAMAGED)
def test_damage_is_reported_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert problem in caught.value.problem
    assert str(caught.value) == f"line {line}: {caught.value.problem}"


def assert_reads_or_names_a_line(text: str) -> None:
    """Whatever the text is: it is a record, or the error names a line that exists."""
    line = 1
    try:
        record = parse_record(text)
    except BadRecord as error:
        line = error.line
    else:
        assert content(parse_record(format_record(record))) == content(record)
    assert 1 <= line <= text.count("\n") + 1


@quick
@given(records(), st.floats(0, 1))
def test_a_text_cut_short_is_a_record_or_damaged(record: Record, share: float) -> None:
    text = format_record(record)
    assert_reads_or_names_a_line(text[: int(share * len(text))])


edits = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 3),
        st.one_of(
            st.text(st.sampled_from('{}()[]"\\ \n\r0123456789*?.-/XOab'), max_size=4), st.text()
        ),
    ),
    min_size=1,
    max_size=4,
)


@quick
@given(records(), edits)
def test_an_edited_text_is_a_record_or_damaged(
    record: Record, changes: list[tuple[float, int, str]]
) -> None:
    text = format_record(record)
    for share, removed, added in changes:
        at = int(share * len(text))
        text = text[:at] + added + text[at + removed :]
    assert_reads_or_names_a_line(text)


@quick
@given(st.text(st.sampled_from('[]Game"tic_o(){}*1.ab23 \n\\-0/'), max_size=60))
def test_any_text_is_a_record_or_damaged(text: str) -> None:
    assert_reads_or_names_a_line(text)
    assert_reads_or_names_a_line('[Game "tic_tac_toe"]\n' + text)
