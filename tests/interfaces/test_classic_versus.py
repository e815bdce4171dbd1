"""`inarow classic versus`: names, colours and prompts of the original program 001."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from command_line import Terminal, colours, inarow
from inarow.interfaces.terminal import series
from inarow.registry import load_agent
from inarow.search.agent import Agent

VERSUS = ("classic", "versus")
FIRST_LINES = "1. VS Human\n2. VS AI\n"
AGAIN = "Play again? (y/n): "
FILLED_WITHOUT_FOUR = "444441111112222223333335555556666667777774"
EMPTY = "| .  .  .  .  .  .  . |"


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def board(*rows: str) -> str:
    """The board with its blank lines; the rows above the given ones are empty."""
    lines = ["  | 1 | 2 | 3 | 4 | 5 | 6 | 7 |"]
    for number, row in enumerate([*[EMPTY] * (6 - len(rows)), *rows]):
        cells = re.findall("...", row.strip("|").replace(".", " "))
        lines.append(f"{6 - number} |{'|'.join(cells)}|")
    return "\n".join(["", *lines, "", ""])


# Against a person


@pytest.mark.req("S1.43")
def test_a_whole_game_of_two_people_with_every_mistake() -> None:
    answers = ["x", "3", "", "1", "Ada", "Bob", "blue", "", "R", "maybe", "Y"]
    moves = ["0", "8", "a", "", "1", *"212121", "x", "n"]
    done = inarow(*VERSUS, typed=typed(*answers, *moves))
    assert done.err == ""
    assert done.code == 0
    head, _, game = done.out.partition("\n\n")
    assert head + "\n" == (
        FIRST_LINES
        + "Choose 1 or 2: x\nType 1 or 2.\n"
        + "Choose 1 or 2: 3\nType 1 or 2.\n"
        + "Choose 1 or 2: \nType 1 or 2.\n"
        + "Choose 1 or 2: 1\nYour name: Ada\nName of the other player: Bob\n"
        + "Ada, which colour, R or Y? blue\nType R or Y.\n"
        + "Ada, which colour, R or Y? \nType R or Y.\n"
        + "Ada, which colour, R or Y? R\n"
        + "Ada, do you go first, Y or N? maybe\nType Y or N.\n"
        + "Ada, do you go first, Y or N? Y\n"
    )
    ada, bob = "Ada (R), choose a column: ", "Bob (Y), choose a column: "
    assert "\n" + re.sub(r".+ Type help for help\.", "(why)", game) == (
        board()
        + "".join(f"{ada}{answer}\n(why)\n" for answer in ["0", "8", "a", ""])
        + (f"{ada}1\n" + board("| R  .  .  .  .  .  . |"))
        + (f"{bob}2\n" + board("| R  Y  .  .  .  .  . |"))
        + (f"{ada}1\n" + board("| R  .  .  .  .  .  . |", "| R  Y  .  .  .  .  . |"))
        + (f"{bob}2\n" + board(*["| R  Y  .  .  .  .  . |"] * 2))
        + (f"{ada}1\n" + board("| R  .  .  .  .  .  . |", *["| R  Y  .  .  .  .  . |"] * 2))
        + (f"{bob}2\n" + board(*["| R  Y  .  .  .  .  . |"] * 3))
        + (f"{ada}1\n" + board("|[R] .  .  .  .  .  . |", *["|[R] Y  .  .  .  .  . |"] * 3))
        + "Game Over! Ada wins!\n"
        + f"{AGAIN}x\nType y or n.\n{AGAIN}n\n"
    )


@pytest.mark.req("S1.43")
@pytest.mark.parametrize(
    ("colour", "first", "asked"),
    [
        ("R", "Y", ["Ada (R)", "Bob (Y)"]),
        ("y", "y", ["Ada (Y)", "Bob (R)"]),
        ("r", "N", ["Bob (Y)", "Ada (R)"]),
        ("Y", "n", ["Bob (R)", "Ada (Y)"]),
    ],
)
def test_colour_and_first_move_are_chosen(colour: str, first: str, asked: list[str]) -> None:
    done = inarow(*VERSUS, typed=typed("1", "Ada", "Bob", colour, first, *"1212121"))
    assert done.code == 0
    turns = re.findall(r"^(.*), choose a column: ", done.out, re.MULTILINE)
    assert turns == [*asked * 3, asked[0]]
    mark, other = asked[0][-2], asked[1][-2]
    assert f"|[{mark}]| {other} |" in done.out
    assert f"Game Over! {asked[0][:3]} wins!\n" in done.out


@pytest.mark.req("S1.43")
def test_a_full_board_is_a_draw_and_another_game_may_follow() -> None:
    answers = ["1", "", "", "R", "Y", *FILLED_WITHOUT_FOUR, "y", *"12", "resign", "n"]
    done = inarow(*VERSUS, typed=typed(*answers))
    assert done.err == ""
    assert done.code == 0
    assert (
        "Your name: \nName of the other player: \nPlayer 1, which colour, R or Y? R\n" in done.out
    )
    assert f"\nGame Over! Draw!\n{AGAIN}y\n{board()}Player 1 (R), choose a column: 1\n" in done.out
    assert done.out.endswith(f"Game Over! Player 2 wins! (resigned)\n{AGAIN}n\n")


@pytest.mark.req("S1.43")
def test_full_columns_are_refused() -> None:
    done = inarow(*VERSUS, typed=typed("1", "Ada", "Bob", "R", "Y", *"1111111", "7"))
    column = [f"| {mark}  .  .  .  .  .  . |" for mark in "YRYRYR"]
    assert (
        board(*column)
        + "Ada (R), choose a column: 1\nColumn 1 is full. Type help for help.\n"
        + "Ada (R), choose a column: 7\n"
        + board(*column[:-1], "| R  .  .  .  .  .  R |")
    ) in done.out


# Against the computer


@pytest.mark.req("S1.43")
def test_the_column_of_the_computer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(spec: str, seed: int | None) -> Agent:  # its usual depth takes seconds
        return load_agent(spec.replace("alphabeta", "alphabeta(depth=1)"), seed)

    monkeypatch.setattr(series, "load_agent", load)
    done = inarow(*VERSUS, typed=typed("2", "Ada", "Y", "N", "resign", "n"))
    assert done.err == ""
    assert done.code == 0
    assert "Choose 1 or 2: 2\nYour name: Ada\nAda, which colour, R or Y? Y\n" in done.out
    assert "Name of the other player" not in done.out
    reported = re.findall(r"^AI plays column ([1-7])$", done.out, re.MULTILINE)
    assert len(reported) == 1
    stones = [" . "] * 7
    stones[int(reported[0]) - 1] = " R "
    assert f"AI plays column {reported[0]}\n" + board(f"|{''.join(stones)}|") in done.out
    assert done.out.endswith(
        f"Ada (Y), choose a column: resign\nGame Over! AI wins! (resigned)\n{AGAIN}n\n"
    )


# On a terminal


@pytest.mark.req("S1.43")
def test_a_person_at_a_terminal_sees_the_same_text_in_colours() -> None:
    answers = ["1", "Ada", "Bob", "Y", "N", "9", "1", "2", "undo", "redo", *"121212", "maybe", "n"]
    asks = r"Choose 1 or 2: |name: |player: |[YN]\? |choose a column: |\(y/n\): "
    piped = inarow(*VERSUS, typed=typed(*answers)).out
    assert "\x1b" not in piped
    assert "Game Over! Bob wins!\n" in piped
    with closing(Terminal(*VERSUS)) as screen, closing(Terminal(*VERSUS, NO_COLOR="1")) as grey:
        for terminal in (screen, grey):
            for answer in answers:
                terminal.wait_for(asks)
                terminal.type(answer)
            assert terminal.finish() == 0
            assert terminal.text == piped
        assert colours(screen.shown) == {"\x1b[31m", "\x1b[33m"}
        assert colours(grey.shown) == set()
        assert "\x1b[31m[R]\x1b[0m" in screen.shown


@pytest.mark.req("S1.43")
@pytest.mark.parametrize(
    "answers",
    [
        ["e"],
        ["1", "Exit"],
        ["1", "Ada", "quit"],
        ["1", "Ada", "Bob", "E"],
        ["2", "A", "R", "q"],
        [],
    ],
)
def test_exit_words_and_the_end_of_the_input_leave_at_every_question(answers: list[str]) -> None:
    done = inarow(*VERSUS, typed=typed(*answers))
    assert done.err == ""
    assert done.code == 0
    assert "choose a column" not in done.out
    assert done.out.splitlines()[-1].endswith(answers[-1] if answers else "Choose 1 or 2: ")
