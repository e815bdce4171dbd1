"""Foreign text: whatever comes in, one harmless line comes out, and soon."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import quick
from inarow import text
from inarow.errors import BadOption, InarowError, one_line
from inarow.text import clean

anything = st.text(st.characters(), max_size=60) | st.text(
    st.sampled_from("\x1b[]0;m\x07\x9b\\\udcff\u202e\u2028\r\n\t \x00aé漢👍\u200d"), max_size=60
)


@quick
@given(anything, st.integers(4, 30))
def test_any_text_becomes_one_line_that_can_be_stored_and_shown(text: str, length: int) -> None:
    found = clean(text, length)
    assert len(found) <= length
    assert len(found.splitlines()) <= 1
    assert found == found.strip()
    assert found.encode().decode() == found
    assert not set(found) & set("\x00\x07\x1b\x7f\x9b\r\n\t\u202e\u2066\ufeff")
    assert clean(found, length) == found, "what is clean stays as it is"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, ünïcödé and 漢字", "plain words, ünïcödé and 漢字"),
        ("two  blanks stay", "two  blanks stay"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\x1b]0;a title\x07name", "name"),
        ("\x1b[2J\x1b[1;1Hgone", "gone"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("\x9b31mred", "red"),
        ("half \udcff", "half \ufffd"),
        ("abc\u202edef", "abcdef"),
        ("a\r\n\r\n  b\u2028c\td", "a b c d"),
        ("", ""),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_a_long_text_is_cut() -> None:
    assert clean("x" * 10_000_000) == "x" * 197 + "..."
    assert clean("\x1b[" * 5_000_000) == "..."
    assert clean("a" + " " * 24_000 + "x") == "a..."


def test_however_long_a_text_is_only_its_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def show(letter: str) -> str:
        read.append(letter)
        return letter

    monkeypatch.setattr(text, "_shown", show)
    assert clean("x" * 1_000_000, 50) == "x" * 47 + "..."
    assert len(read) <= 50 * 20


def test_errors_are_clean_wherever_they_are_shown() -> None:
    assert str(BadOption("bad\x1b[31m \udcff\nname")) == "bad \ufffd name"
    assert one_line(RuntimeError("\udcff\nx")) == "RuntimeError: \ufffd x"
    assert len(str(InarowError("x" * 1_000_000))) < 10_000

    class Silent(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert one_line(Silent()) == "Silent"

    class Leaving(Exception):
        def __str__(self) -> str:
            raise SystemExit(3)

    assert one_line(Leaving()) == "Leaving"
    assert one_line(type("Red\x1b[31m", (Exception,), {})("x")) == "Red: x"
