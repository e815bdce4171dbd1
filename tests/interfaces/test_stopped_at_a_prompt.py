"""Ctrl-C and other signals at a question: one line in all, on a line of its own, nothing lost."""

import os
import re
import signal
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from command_line import PEOPLE, Terminal, inarow, offered
from inarow.games.record_file import load_record

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOPPED = "inarow: stopped"
MOVED = ("play", "tic_tac_toe", "b2a1", *PEOPLE)


def last_words(
    args: Sequence[str],
    prompt: str,
    answers: Sequence[str] = (),
    number: signal.Signals = signal.SIGINT,
    key: str = "",
) -> str:
    """All that is shown after the signal at a prompt, with a key before it that was not entered."""
    with closing(Terminal(*args)) as screen:
        screen.wait_for(prompt)
        for answer in answers:
            screen.type(answer, prompt)
        if key:
            screen.child.send(key)
            screen.wait_for(key)
        before = screen.text
        os.kill(screen.process.pid, number)
        assert screen.finish() == 128 + number
        return screen.text.removeprefix(before)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_game_that_can_be_continued_is_left_with_the_command_alone(
    number: signal.Signals,
) -> None:
    shown = last_words(MOVED, "to move: ", number=number)
    assert shown.startswith("\nGoodbye. Continue with: ")
    assert shown.count("\n") == 2, shown
    assert "b2a1" in inarow(*offered(shown), typed="moves\n").out


QUESTIONS = (
    (("play", "tic_tac_toe", *PEOPLE), "to move: ", ()),
    (("play", "tic_tac_toe", "b2a1b1a2b3", *PEOPLE), r"\(y/n\): ", ()),
    (("--plain",), r"\]: ", ("",)),
    (("puzzle", "--number", "1"), "Your move: ", ()),
    (("classic", "menu"), "Enter a choice: ", ("1",)),
    (("classic", "versus"), "Choose 1 or 2: ", ()),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: " ".join(question[0][:3]))
def test_where_nothing_can_be_continued_it_is_said_that_it_stopped(
    question: tuple[Sequence[str], str, Sequence[str]], thorough: bool
) -> None:
    """Every run sends each of them one of the signals, in turn."""
    turn = QUESTIONS.index(question) % len(SIGNALS)
    for number in SIGNALS if thorough else SIGNALS[turn:][:1]:
        assert last_words(*question, number) == f"\n{STOPPED}\n"


def test_a_score_is_not_lost() -> None:
    shown = last_words(("puzzle", "--number", "1"), "Your move: ", ("next",))
    assert shown == f"\n{STOPPED}; solved at the first try: 0 of 1\n"


@pytest.mark.parametrize(
    ("args", "prompt", "words"),
    [
        (("play", "tic_tac_toe", *PEOPLE), "to move: ", STOPPED),
        (MOVED, "to move: ", "Goodbye. "),
        (("puzzle",), "Your move: ", STOPPED),
        (("--plain",), r"\]: ", STOPPED),
    ],
)
def test_the_message_begins_on_a_line_of_its_own_beside_a_typed_key(
    args: Sequence[str], prompt: str, words: str
) -> None:
    assert last_words(args, prompt, key="b").startswith(f"\n{words}")


def test_work_that_is_stopped_says_in_the_same_line_what_was_done() -> None:
    with closing(Terminal("book", "verify", "--sample", "100000")) as screen:
        screen.wait_for("solving again: ")
        screen.press("c")
        assert screen.finish() == 130
        assert re.search(rf"(?<!.){STOPPED}; solved again before: \d+ positions?\n\Z", screen.text)


def test_a_terminal_that_is_gone_takes_no_game_along(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with closing(Terminal(*MOVED, "--save", str(path))) as screen:
        screen.wait_for("to move: ")
        screen.child.close()
        screen.process.wait(60)
    assert load_record(path).moves == "b2a1"
