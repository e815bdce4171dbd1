"""`inarow classic gomoku`: the arguments, prompts and transcripts of the original program 004."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Done, Terminal, inarow, offered
from inarow.errors import InarowError
from inarow.interfaces.cli.classic import parse_gomoku_arguments

SAMPLE = Path(__file__).parents[1] / "data" / "gomoku_3x3_transcript.txt"
SAMPLE_MOVES = ["0 0", "2 2", "2 1", "0 2", "1 0"]
GOMOKU = ("classic", "gomoku")
PROMPT = r"choose move \(row col\): "
START = "Gomoku Interactive!\n"
THINKS = "Computer is thinking . . .\n"
MOVE = re.compile(r"^Player ([XO]) moves: \[(\d+), (\d+)\]$", re.MULTILINE)


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def frame(*rows: str) -> str:
    """An empty line, the framed 3 x 3 board, an empty line."""
    return "\n".join(
        [
            "",
            "   ___________  ",
            "  |           | ",
            *(f" {number}|  {'  '.join(row)}  |" for number, row in enumerate(rows)),
            "  |___________| ",
            "     0  1  2  ",
            "",
            "",
        ]
    )


# The sample game


@pytest.mark.req("S4.2", "S4.5", "S4.8", "S4.9", "S4.10", "S4.11", "S4.12", "S4.29", "S4.30")
def test_the_sample_game_is_the_sample_transcript_byte_for_byte() -> None:
    done = inarow(*GOMOKU, "1", "3", "3", "2", "false", typed=typed(*SAMPLE_MOVES))
    assert done.err == ""
    assert done.code == 0
    assert done.out.encode() == SAMPLE.read_bytes()


@pytest.mark.req("S4.12", "S4.29", "S4.30")
def test_a_person_at_a_terminal_sees_the_same_transcript() -> None:
    with closing(Terminal(*GOMOKU, "1", "3", "3", "2", "false")) as screen:
        for move in SAMPLE_MOVES:
            screen.wait_for(PROMPT)
            screen.type(move)
        assert screen.finish() == 0
        assert screen.text == SAMPLE.read_text(encoding="utf-8")


@pytest.mark.req("S4.29", "S4.30")
def test_the_sample_moves_stand_in_the_sample() -> None:
    played = [(who, int(row), int(col)) for who, row, col in MOVE.findall(SAMPLE.read_text())]
    cells = [(0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (2, 0), (0, 2), (1, 2), (1, 0)]
    assert played == [("XO"[ply % 2], *cell) for ply, cell in enumerate(cells)]


# Arguments

MNK = "mnk(rows={0},cols={0},k={1},overline=win)"


@pytest.mark.req("S4.2", "S4.3", "S4.5")
@pytest.mark.parametrize(
    ("arguments", "size", "length", "players"),
    [
        ("0 3 3", 3, 3, ("human", "human")),
        ("0 19 5", 19, 5, ("human", "human")),
        ("0 3 3 2", 3, 3, ("human", "human")),
        ("0 3 3 2 true", 3, 3, ("human", "human")),
        ("1 5 3 2 false", 5, 3, ("human", "computer 2.0")),
        ("1 5 3 2 true", 5, 3, ("computer 2.0", "human")),
        ("1 5 3 2", 5, 3, ("human", "computer 2.0")),
        ("1 5 4 3 TRUE", 5, 4, ("computer 3.0", "human")),
        ("1 10 5 0.5 False", 10, 5, ("human", "computer 0.5")),
        ("2 5 3 3 true", 5, 3, ("computer 3.0", "randobot")),
        ("2 5 3 3 false", 5, 3, ("randobot", "computer 3.0")),
        ("2 5 3 3", 5, 3, ("randobot", "computer 3.0")),
        ("3 4 3 5", 4, 3, ("computer 5.0", "computer 5.0")),
        ("3 4 3 5 true", 4, 3, ("computer 5.0", "computer 5.0")),
        ("3 7 6 5 false", 7, 6, ("computer 5.0", "computer 5.0")),
    ],
)
def test_arguments_name_a_game_and_two_players(
    arguments: str, size: int, length: int, players: tuple[str, str]
) -> None:
    game, specs = parse_gomoku_arguments(tuple(arguments.split()))
    assert str(game) == MNK.format(size, length)
    assert specs == tuple(
        re.sub(r"^computer (.*)$", r"classic-gomoku(seconds=\1)", name) for name in players
    )


@pytest.mark.req("S4.4")
def test_boards_from_3_to_19_with_every_win_length() -> None:
    for size in range(3, 20):
        for length in range(3, size + 1):
            game, _ = parse_gomoku_arguments(("0", str(size), str(length)))
            assert str(game) == MNK.format(size, length)
        with pytest.raises(InarowError, match=f"{size + 1} in a row"):
            parse_gomoku_arguments(("0", str(size), str(size + 1)))


REJECTED = [
    ("", "gomoku takes MODE BOARD_SIZE WIN_LENGTH"),
    ("0", "MODE BOARD_SIZE WIN_LENGTH"),
    ("0 3", "MODE BOARD_SIZE WIN_LENGTH"),
    ("0 3 3 2 true 1", "MODE BOARD_SIZE WIN_LENGTH"),
    ("4 3 3 2 false", "there is no mode 4"),
    ("-1 3 3 2 false", "-1"),
    ("x 3 3 2 false", "'x' is not a whole number"),
    ("1.0 3 3 2 false", "'1.0' is not a whole number"),
    ("² 3 3 2 false", "'²' is not a whole number"),
    ("1 x 3 2 false", "'x' is not a whole number"),
    ("1 3 x 2 false", "'x' is not a whole number"),
    ("1 3 4 2 false", "4 in a row do not fit on a board of 3"),
    ("0 0 0", "not 0"),
    ("0 3 0", "not 0"),
    ("0 101 5", "not 101"),
    ("1 3 3", "modes other than 0 require a time limit"),
    ("2 3 3", "modes other than 0 require a time limit"),
    ("3 3 3", "modes other than 0 require a time limit"),
    ("1 3 3 soon false", "'soon' is not a number of seconds"),
    ("1 3 3 0 false", "seconds"),
    ("1 3 3 -1 false", "-1"),
    ("3 3 3 nan", "seconds"),
    ("2 3 3 inf", "seconds"),
    ("1 3 3 2 maybe", "'maybe' is neither true nor false"),
    ("0 3 3 soon", "'soon' is not a number of seconds"),
    (f"{'9' * 5000} 3 3", ""),
    (f"0 {'9' * 5000} 3", ""),
    (f"0 3 {'9' * 5000}", ""),
    (f"1 3 3 {'9' * 5000}", "seconds"),
]


@pytest.mark.req("S4.3", "S4.4")
@pytest.mark.parametrize(
    ("arguments", "message"), REJECTED, ids=[f"[{arguments[:20]}]" for arguments, _ in REJECTED]
)
def test_wrong_arguments_are_one_line_and_exit_code_2(arguments: str, message: str) -> None:
    assert_refused(inarow(*GOMOKU, *arguments.split()), message)


@pytest.mark.req("S4.4")
def test_wrong_arguments_start_no_game() -> None:
    assert_refused(inarow(*GOMOKU, "9", "3", "3", typed=typed("0 0")), "there is no mode 9")


def assert_refused(done: Done, message: str) -> None:
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err), done.err[-300:]
    assert message in done.err
    assert done.code == 2
    assert done.out == ""


# Modes


def cells_played(out: str) -> list[tuple[str, int, int]]:
    return [(who, int(row), int(col)) for who, row, col in MOVE.findall(out)]


@pytest.mark.req("S4.1", "S4.5", "S4.8", "S4.12")
def test_mode_0_is_human_against_human() -> None:
    done = inarow(*GOMOKU, "0", "3", "3", typed=typed("1 1", "0 0", "0 2", "1 0", "2 0"))
    assert done.err == ""
    assert done.code == 0
    assert done.out.startswith(START + frame("---", "---", "---") + "Player X: choose move")
    assert THINKS not in done.out
    assert done.out.endswith(frame("O-X", "OX-", "X--") + "Game over! Player X wins!\n")


@pytest.mark.req("S4.12")
def test_the_second_player_wins_as_o() -> None:
    moves = typed("1 1", "0 0", "0 1", "1 0", "2 2", "2 0")
    done = inarow(*GOMOKU, "0", "3", "3", typed=moves)
    assert done.out.endswith(frame("OX-", "OX-", "O-X") + "Game over! Player O wins!\n")


@pytest.mark.req("S4.6", "S4.7")
def test_a_longer_chain_wins_and_a_full_board_is_a_draw() -> None:
    longer = typed("0 0", "1 0", "0 1", "1 1", "0 3", "1 3", "0 4", "2 0", "0 2")
    assert "Game over! Player X wins!\n" in inarow(*GOMOKU, "0", "5", "4", typed=longer).out
    full = typed("0 0", "0 1", "1 0", "1 1", "2 1", "2 0", "0 2", "1 2", "2 2")
    assert "Game over! DRAW.\n" in inarow(*GOMOKU, "0", "3", "3", typed=full).out


@pytest.mark.req("S4.4", "S4.9")
def test_the_board_of_19_has_numbers_of_two_digits() -> None:
    done = inarow(*GOMOKU, "0", "19", "5", typed=typed("18 18", "10 9", "19 0"))
    assert done.code == 0
    board = done.out.split("\n\n")[5].splitlines()
    assert board[0] == "   " + "_" * 59 + "  "
    assert board[1] == "  |" + " " * 59 + "| "
    assert board[12] == "10|" + "  -" * 9 + "  O" + "  -" * 9 + "  |"
    assert board[20] == "18|" + "  -" * 18 + "  X  |"
    assert board[21] == "  |" + "_" * 59 + "| "
    assert board[22] == "     " + "".join(f"{col:<3}" for col in range(19))
    assert "Player O moves: [10, 9]\n" in done.out
    assert "Player X: choose move (row col): 19 0\nInvalid move! Try again: " in done.out


@pytest.mark.req("S4.1", "S4.5", "S4.8", "S4.11", "S4.13")
def test_in_mode_1_the_computer_may_go_first_as_x() -> None:
    def start(seed: int) -> str:
        return inarow(*GOMOKU, "1", "3", "3", "1", "true", "--seed", str(seed)).out

    out = inarow(*GOMOKU, "1", "3", "3", "1", "true", "--seed", "1").out
    assert out.startswith(START + frame("---", "---", "---") + THINKS + "Player X moves: [")
    assert out.count(THINKS) == 1
    assert "\nPlayer O: choose move (row col): " in out
    assert start(1) == out
    opened = {cell for seed in range(100) for cell in cells_played(start(seed))}
    assert opened == {("X", row, col) for row in range(3) for col in range(3)}


@pytest.mark.req("S4.1", "S4.3", "S4.8", "S4.11")
@pytest.mark.parametrize(
    ("arguments", "thinkers"),
    [
        ("2 3 3 0.3 false", "O"),
        ("2 3 3 0.3 true", "X"),
        ("2 3 3 0.3", "O"),
        ("3 3 3 0.3", "XO"),
        ("3 4 3 0.3 true", "XO"),
    ],
)
def test_two_machines_play_to_the_end_without_the_start_line(arguments: str, thinkers: str) -> None:
    done = inarow(*GOMOKU, *arguments.split(), "--seed", "1")
    assert done.err == ""
    assert done.code == 0
    assert "Gomoku Interactive!" not in done.out
    moves = cells_played(done.out)
    assert [who for who, _, _ in moves] == ["XO"[ply % 2] for ply in range(len(moves))]
    assert len({(row, col) for _, row, col in moves}) == len(moves)
    thoughts = re.findall(r"^Computer is thinking \. \. \.\nPlayer (.) moves", done.out, re.M)
    assert thoughts == [who for who, _, _ in moves if who in thinkers]
    assert done.out.count(THINKS) == len(thoughts)
    assert re.search(r"\n\nGame over! (DRAW\.|Player [XO] wins!)\n\Z", done.out)


# Mistakes and leaving


@pytest.mark.req("S4.10")
def test_a_bad_move_is_asked_again_until_it_is_legal() -> None:
    wrong = ["0 0", "3 0", "0 3", "-1 0", "a b", "", "1", "1 2 3", "1.0 1", "² 1", "x", "99999 0"]
    done = inarow(*GOMOKU, "0", "3", "3", typed=typed("0 0", *wrong, "1 1"))
    assert done.err == ""
    assert done.code == 0
    first, *rest = wrong
    assert (
        frame("X--", "---", "---")
        + f"Player O: choose move (row col): {first}\n"
        + "".join(f"Invalid move! Try again: {answer}\n" for answer in [*rest, "1 1"])
        + "Player O moves: [1, 1]\n"
        + frame("X--", "-O-", "---")
        + "Player X: choose move (row col): "
    ) in done.out


@pytest.mark.req("S4.10")
@pytest.mark.parametrize("answer", [b"\xff\xfe", b"9" * 5000 + b" 0", b"0 " + b"9" * 5000])
def test_not_even_nonsense_stops_the_program(answer: bytes) -> None:
    done = inarow(*GOMOKU, "0", "3", "3", typed=answer + b"\n0 0\n")
    assert done.err == ""
    assert done.code == 0
    assert "Invalid move! Try again: 0 0\nPlayer X moves: [0, 0]\n" in done.out


@pytest.mark.req("S4.10", "S4.11")
def test_a_person_makes_mistakes_takes_back_and_leaves() -> None:
    with closing(Terminal(*GOMOKU, "1", "3", "3", "1")) as screen:
        screen.wait_for("Gomoku Interactive!")
        screen.wait_for("Player X: " + PROMPT)
        screen.type("5 5", "Invalid move! Try again: ")
        screen.type("b2", "Invalid move! Try again: ")
        screen.type("0 0", r"Player O moves: \[1, 1\]", PROMPT)
        screen.type("1 1", "Invalid move! Try again: ")
        screen.type("undo", "Taken back", " 0\\|  -  -  -  \\|", "Player X: " + PROMPT)
        screen.type("1 1", "Computer is thinking . . .", "Player O moves", PROMPT)
        screen.type("resign", r"Game over! Player O wins! \(resigned\)")
        assert screen.finish() == 0
        assert "Traceback" not in screen.text


@pytest.mark.parametrize("word", ["e", "Exit", "quit", None])
def test_exit_words_and_the_end_of_the_input_leave_with_0(word: str | None) -> None:
    moves = typed("0 0", *([word, "1 1"] if word else []))
    done = inarow(*GOMOKU, "0", "3", "3", typed=moves)
    assert done.code == 0
    assert done.out.count("choose move") == 2
    assert done.out.splitlines()[-1].startswith("Goodbye. Continue with: ")
    assert offered(done.out)[0] == "play"
