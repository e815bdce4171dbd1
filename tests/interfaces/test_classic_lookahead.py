"""`inarow classic lookahead`: the arguments and transcripts of the original program 000."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import pairwise

import pytest

from command_line import Done, Terminal, inarow
from helpers import board_of, load_data
from inarow.games.connect_four import ConnectFour
from inarow.interfaces.cli.classic import parse_lookahead_arguments
from inarow.interfaces.terminal.styles.originals import LookaheadStyle

LOOKAHEAD = ("classic", "lookahead")
TURN = re.compile(r"Player (?P<who>[XO]) \((?P<name>.+)\)'s turn: (?:\((?P<tag>.+)\) )?at (.+)")
DEFAULTS_NOTICE = "No arguments: 6 rows, 7 columns, X Expectiminimax, O Minimax, lookahead 3."


HOW = (
    "Type the number of a column, ? for a random one (then the next move is random too), or help.\n"
    "\n"
)
"""What a person is told before the empty board."""


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def board(*rows: str) -> str:
    """The board as the program drew it, an empty line below: `X O` has an empty middle column."""
    cols = len(rows[0])
    lines = [" | " + "".join(f"{mark} | " for mark in row) for row in rows]
    numbers = "".join(f"   {col}" if col < 10 else f"  {col}" for col in range(1, cols + 1))
    return "\n".join([*lines, "-" * (4 * cols + 3), numbers, "", ""])


def replay(out: str, rows: int, cols: int) -> tuple[list[dict[str, str | None]], str]:
    """Check a whole transcript stone by stone; its turns and the last line.

    Every turn line has the board with its stone below, and between them stands nothing else.
    """
    header, blank, *rest = out.replace(HOW + board(*[" " * cols] * rows), "").splitlines()
    assert re.fullmatch(r"Player X: [\w ]+, Player O: [\w ]+", header)
    assert blank == ""
    stones = [[" "] * cols for _ in range(rows)]
    turns = []
    while len(rest) > 1:
        match = TURN.fullmatch(rest[0])
        assert match is not None, rest[0]
        col = int(match[4]) - 1
        row = max(row for row in range(rows) if stones[row][col] == " ")
        stones[row][col] = match["who"]
        drawn = board(*("".join(line) for line in stones))
        assert "\n".join(rest[1 : rows + 4]) + "\n" == drawn
        turns.append(match.groupdict() | {"column": match[4]})
        rest = rest[rows + 4 :]
    assert [turn["who"] for turn in turns] == ["XO"[ply % 2] for ply in range(len(turns))]
    return turns, rest[0]


# Arguments


@pytest.mark.req("S0.8")
@pytest.mark.parametrize(
    ("arguments", "rows", "cols", "players"),
    [
        ("67 mm 43", 6, 7, ("classic-minimax(depth=4)", "classic-minimax(depth=3)")),
        ("67 rc", 6, 7, ("classic-expectiminimax(depth=3)", "classic-mc")),
        ("67 rm 3", 6, 7, ("classic-expectiminimax(depth=3)", "classic-minimax(depth=3)")),
        ("67 hm 5", 6, 7, ("human", "classic-minimax(depth=5)")),
        ("67 mh 52", 6, 7, ("classic-minimax(depth=5)", "human")),
        ("56 cr 26", 5, 6, ("classic-mc", "classic-expectiminimax(depth=6)")),
        ("99 hh", 9, 9, ("human", "human")),
        ("12x10 hh", 12, 10, ("human", "human")),
        ("6X7 mm", 6, 7, ("classic-minimax(depth=3)", "classic-minimax(depth=3)")),
        ("10x10 cc 1", 10, 10, ("classic-mc", "classic-mc")),
    ],
)
def test_arguments_name_a_board_and_two_players(
    arguments: str, rows: int, cols: int, players: tuple[str, str]
) -> None:
    game, specs = parse_lookahead_arguments(tuple(arguments.split()))
    assert str(game) == f"random_drop(rows={rows},cols={cols},k=4)"
    assert specs == players


REJECTED = [
    ("6a mm", "'6a' is not a size"),
    ("67 mz", "'mz' are not two players"),
    ("67 mm x", "'x' is not a lookahead"),
    ("67", "SIZE PLAYERS [LOOKAHEADS]"),
    ("67 mm 3 3", "SIZE PLAYERS [LOOKAHEADS]"),
    ("6 mm", "'6' is not a size"),
    ("678 mm", "'678' is not a size"),
    ("6x7x8 mm", "'6x7x8' is not a size"),
    ("x7 mm", "'x7' is not a size"),
    ("²7 mm", "'²7' is not a size"),
    ("06 mm", "not 0"),
    ("101x7 mm", "not 101"),
    ("67 m", "'m' are not two players"),
    ("67 mmm", "'mmm' are not two players"),
    ("67 mM", "'mM' are not two players"),
    ("67 mm 333", "'333' is not a lookahead"),
    ("67 mm 0", "'0' is not a lookahead"),
    ("67 mm 30", "'30' is not a lookahead"),
    ("67 mm ²", "'²' is not a lookahead"),
    ("67 mm -3", "-3"),
    (f"{'9' * 5000}x7 mm", ""),
]


@pytest.mark.req("S0.9")
@pytest.mark.parametrize(
    ("arguments", "message"), REJECTED, ids=[f"[{arguments[:20]}]" for arguments, _ in REJECTED]
)
def test_wrong_arguments_are_one_line_and_exit_code_2(arguments: str, message: str) -> None:
    assert_refused(inarow(*LOOKAHEAD, *arguments.split()), message)


@pytest.mark.req("S0.9")
def test_wrong_arguments_start_no_game() -> None:
    assert_refused(inarow(*LOOKAHEAD, "67", "hz", typed=typed("4")), "'hz' are not two players")


def assert_refused(done: Done, message: str) -> None:
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err), done.err[-300:]
    assert message in done.err
    assert done.code == 2
    assert done.out == ""


@pytest.mark.req("S0.8", "S0.20")
def test_without_arguments_a_notice_names_the_defaults() -> None:
    done = inarow(*LOOKAHEAD, "--seed", "1")
    assert done.err == ""
    assert done.code == 0
    notice, _, rest = done.out.partition("\n")
    assert notice == DEFAULTS_NOTICE
    assert rest.startswith("Player X: Expectiminimax, Player O: Minimax\n\n")
    replay(rest, 6, 7)
    assert rest == inarow(*LOOKAHEAD, "67", "rm", "3", "--seed", "1").out


# Transcripts


@pytest.mark.req("S0.20")
@pytest.mark.parametrize(
    ("letter", "name"),
    [("h", "Human"), ("m", "Minimax"), ("c", "Monte Carlo"), ("r", "Expectiminimax")],
)
def test_the_header_names_both_sides(letter: str, name: str) -> None:
    done = inarow(*LOOKAHEAD, "67", f"h{letter}")
    empty = board(*[" " * 7] * 6)
    start = f"Player X: Human, Player O: {name}\n\n{HOW}{empty}Player X (Human)'s turn: at "
    assert done.out.startswith(start)
    assert done.code == 0


@pytest.mark.req("S0.17", "S0.18", "S0.19", "S0.20")
def test_a_whole_game_of_two_people() -> None:
    done = inarow(*LOOKAHEAD, "42", "hh", typed=typed(*"1212121"))
    assert done.err == ""
    assert done.code == 0
    x_turn, o_turn = "Player X (Human)'s turn: at 1\n", "Player O (Human)'s turn: at 2\n"
    assert done.out == (
        f"Player X: Human, Player O: Human\n\n{HOW}"
        + board(*["  "] * 4)
        + (x_turn + board("  ", "  ", "  ", "X "))
        + (o_turn + board("  ", "  ", "  ", "XO"))
        + (x_turn + board("  ", "  ", "X ", "XO"))
        + (o_turn + board("  ", "  ", "XO", "XO"))
        + (x_turn + board("  ", "X ", "XO", "XO"))
        + (o_turn + board("  ", "XO", "XO", "XO"))
        + (x_turn + board("X ", "XO", "XO", "XO"))
        + "Player X (Human) wins in 4 moves! Line: [1, 1] to [4, 1]\n"
    )


@pytest.mark.req("S0.13", "S0.20")
def test_a_full_board_is_a_tie() -> None:
    done = inarow(*LOOKAHEAD, "14", "hh", typed=typed(*"1234"))
    turns, end = replay(done.out, 1, 4)
    assert len(turns) == 4
    assert end == "It is a tie!"


@pytest.mark.req("S0.20")
def test_o_wins_with_its_own_number_of_moves() -> None:
    done = inarow(*LOOKAHEAD, "67", "hh", typed=typed(*"4141427161"))
    line = "Line: [3, 1] to [6, 1]"
    assert done.out.endswith(f"Player O (Human) wins in 5 moves! {line}\n")


@pytest.mark.req("S0.15")
def test_the_end_of_the_first_sample_game_names_its_line() -> None:
    """The last position of game 1: X completes the falling diagonal from [3, 2] to [6, 5]."""
    final = load_data("originals.json")["program_000"]["games"]
    (last,) = [p for game in final for p in game["positions"] if p["id"] == "game1.11"]
    state = ConnectFour().state_from(board_of(last["after"]), 1)
    style = LookaheadStyle(ConnectFour(), ("human", "classic-mc"), False, False)
    assert state.outcome is not None
    assert style.end(state.outcome, state).endswith(" moves! Line: [3, 2] to [6, 5]")


@pytest.mark.req("S0.19", "S0.30", "S0.36")
def test_a_person_lets_the_dice_decide_and_the_other_is_forced() -> None:
    done = inarow(*LOOKAHEAD, "67", "hh", "--seed", "3", typed=typed("?", "4", "?", "1"))
    lines = [line for line in done.out.splitlines() if "'s turn: " in line]
    patterns = [
        r"Player X \(Human\)'s turn: at \?",
        r"Player X \(Human\)'s turn: \(random\) at [1-7]",
        r"Player O \(Human\)'s turn: \(forced\) at [1-7]",
        r"Player X \(Human\)'s turn: at 4",
        r"Player O \(Human\)'s turn: at \?",
        r"Player O \(Human\)'s turn: \(random\) at [1-7]",
        r"Player X \(Human\)'s turn: \(forced\) at [1-7]",
        r"Player O \(Human\)'s turn: at 1",
        r"Player X \(Human\)'s turn: at ",
    ]
    assert [re.fullmatch(*both) is not None for both in zip(patterns, lines, strict=True)] == [
        True
    ] * len(patterns)


@pytest.mark.req("S0.19", "S0.20", "S0.35", "S0.36", "X.5")
def test_machines_play_random_and_forced_moves_in_turn() -> None:
    seen = set()
    names = {"m": "Minimax", "c": "Monte Carlo", "r": "Expectiminimax"}
    for arguments in ("67 rm 2", "67 mr 2", "44 rr 3", "23 rc", "23 cr"):
        size, letters, *_ = arguments.split()
        done = inarow(*LOOKAHEAD, *arguments.split(), "--seed", "1")
        assert done.code == 0
        turns, end = replay(done.out, int(size[0]), int(size[1]))
        assert [turn["name"] for turn in turns[:2]] == [names[letter] for letter in letters]
        tags = [turn["tag"] for turn in turns]
        for tag, following in pairwise(tags):
            assert (tag == "random") == (following == "forced")
        chosen = {turn["name"] for turn in turns if turn["tag"] == "random"}
        assert chosen <= {"Expectiminimax"}
        assert re.fullmatch(r"It is a tie!|Player [XO] \([\w ]+\) wins in \d+ moves! Line: .*", end)
        seen |= {(turn["who"], turn["tag"]) for turn in turns}
    assert seen == {(who, tag) for who in "XO" for tag in (None, "random", "forced")}


@pytest.mark.req("S0.19", "S0.20")
def test_a_win_of_a_machine_counts_its_moves() -> None:
    done = inarow(*LOOKAHEAD, "67", "rm", "2", "--seed", "1")
    turns, end = replay(done.out, 6, 7)
    winner = turns[-1]
    moves = sum(turn["who"] == winner["who"] for turn in turns)
    assert end.startswith(f"Player {winner['who']} ({winner['name']}) wins in {moves} moves! ")


@pytest.mark.req("S0.8", "S0.18")
def test_boards_above_9_work() -> None:
    done = inarow(*LOOKAHEAD, "12x10", "hh", typed=typed("10", "11", "10"))
    empty = [" " * 10]
    assert board(*empty * 10, " " * 9 + "O", " " * 9 + "X") in done.out
    assert "There is no column 11!\n" in done.out


# People


@pytest.mark.req("S0.21")
def test_a_person_is_asked_again_with_three_messages() -> None:
    wrong = {
        "a": "Not a number! Type the number of a column.",
        "": "Not a number! Type the number of a column.",
        "4 4": "Not a number! Type the number of a column.",
        "1.5": "Not a number! Type the number of a column.",
        "??": "Not a number! Type the number of a column.",
        "0": "There is no column 0!",
        "8": "There is no column 8!",
        "-1": "There is no column -1!",
        "1": "Column 1 is full!",
    }
    filled = typed("1", "1")
    done = inarow(*LOOKAHEAD, "27", "hh", typed=filled + typed(*wrong, "4"))
    assert done.err == ""
    assert done.code == 0
    prompt = "Player X (Human)'s turn: at "
    assert (
        board("O      ", "X      ")
        + "".join(f"{prompt}{answer}\n{message}\n" for answer, message in wrong.items())
        + f"{prompt}4\n"
        + board("O      ", "X  X   ")
        + "Player O (Human)'s turn: at "
    ) in done.out


@pytest.mark.req("S0.19", "S0.20", "S0.21")
def test_a_person_at_a_terminal_sees_the_same_transcript() -> None:
    answers = ["x", "9", "4", "u", "4", "1", "4", "2", "4", "3", "4"]
    with closing(Terminal(*LOOKAHEAD, "67", "hh")) as screen:
        for answer in answers:
            screen.wait_for("turn: at ")
            screen.type(answer)
        assert screen.finish() == 0
        assert screen.text == inarow(*LOOKAHEAD, "67", "hh", typed=typed(*answers)).out
        assert "Player X (Human) wins in 4 moves! Line: [3, 4] to [6, 4]\n" in screen.text


@pytest.mark.req("S0.21")
def test_a_person_against_minimax_takes_back_and_leaves() -> None:
    with closing(Terminal(*LOOKAHEAD, "67", "hm", "1")) as screen:
        screen.wait_for(r"X \(Human\)'s turn: at ")
        screen.type("4", r"O \(Minimax\)'s turn: at \d", r"X \(Human\)'s turn: at ")
        screen.type("undo", "Taken back", r"X \(Human\)'s turn: at ")
        screen.type("?", r"\(random\) at \d", r"O \(Minimax\)'s turn: \(forced\) at \d")
        screen.wait_for(r"X \(Human\)'s turn: at ")
        screen.type("resign", r"Player O \(Minimax\) wins by resignation")
        assert screen.finish() == 0
        assert "Traceback" not in screen.text


def test_who_thinks_long_is_named_with_the_seconds() -> None:
    with closing(Terminal(*LOOKAHEAD, "100x100", "mm", "3")) as screen:
        screen.wait_for(r"is thinking \.\.\. [1-9] s")
        screen.press("c")
        assert screen.finish() == 130
