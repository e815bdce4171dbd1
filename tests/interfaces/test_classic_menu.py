"""`inarow classic menu`: the menu, prompts, boards and colours of the original program 003."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from itertools import product
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner

from command_line import Terminal, colours, environment, inarow, plain
from inarow.games.notation import play_moves
from inarow.games.record import Record
from inarow.interfaces.cli import cli
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.game import TerminalGame
from inarow.interfaces.terminal.series import Series
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

MENU = ("classic", "menu")
PLAYERS = """\
    1. Human (same machine)
    2. Randobot
    3. Normal AI
    4. Hard AI
    5. Impossible AI
    e/exit: stop playing
Enter a choice: """
PLAYERS_SHOWN = r"Enter a choice: "
EMPTY = "- - - - - - - "
AGAIN = "Play again? (y/n): "
EXIT_WORDS = ["e", "E", "exit", "Exit", "EXIT"]
FILLED_WITHOUT_FOUR = "444441111112222223333335555556666667777774"


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def chosen(first: str, second: str) -> str:
    """What stands on the screen when both players have been chosen."""
    return f"Select Player 1:\n{PLAYERS}{first}\nSelect Player 2:\n{PLAYERS}{second}\n"


def board(*rows: str) -> str:
    """A board of six rows; the rows above the given ones are empty."""
    return "".join(f"{row}\n" for row in [*[EMPTY] * (6 - len(rows)), *rows])


def sit_down(screen: Terminal, first: str = "1", second: str = "1") -> None:
    """Choose both players on a terminal."""
    for choice in (first, second):
        screen.wait_for(PLAYERS_SHOWN)
        screen.type(choice)


# The menu


@pytest.mark.req("S3.10", "S3.11")
def test_the_menu_is_shown_for_each_of_the_two_players() -> None:
    done = inarow(*MENU, typed=typed("1", "1"))
    assert done.err == ""
    assert done.code == 0
    assert done.out.startswith(chosen("1", "1") + board() + "O's turn:\n\nEnter a move: ")


@pytest.mark.req("S3.10")
def test_the_command_starts_as_a_script_too() -> None:
    script = Path(sys.executable).with_name("inarow")
    if not script.exists():
        pytest.skip("inarow is not installed as a script here")
    done = subprocess.run(
        [script, *MENU],
        input=typed("2", "2", "n"),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=20,
        check=True,
    )
    assert done.stdout.startswith(chosen("2", "2") + board() + "O's turn:\n")
    assert done.stdout.endswith(f"{AGAIN}n\n")


@pytest.mark.req("S3.11")
def test_a_wrong_choice_is_asked_again() -> None:
    wrong = ["0", "6", "", "x", "1.", "Human", "12", "-1", "²", "9" * 5000]
    done = inarow(*MENU, typed=typed(*wrong, "2", *wrong, "2", "n"))
    assert done.err == ""
    assert done.code == 0
    menus = (f"Select Player {number}:\n{PLAYERS}" for number in (1, 2))
    shown = (m + "".join(f"{answer}\nInvalid choice.\n{m}" for answer in wrong) for m in menus)
    assert done.out.startswith("".join(f"{asked}2\n" for asked in shown))


def play_pairs(pairs: list[tuple[str, str]], seed: int = 1) -> None:
    """Play all pairs in one session; people resign at their first move."""
    answers = []
    for first, second in pairs:
        people = "1" in (first, second)
        answers += [first, second, *(["resign"] if people else []), "y"]
    done = inarow(*MENU, "--seed", str(seed), typed=typed(*answers[:-1], "n"))
    assert done.err == ""
    assert done.code == 0
    games = re.split(r"(?<=Play again\? \(y/n\): [yn]\n)", done.out)[:-1]
    assert len(games) == len(pairs)
    for game, (first, second) in zip(games, pairs, strict=True):
        assert game.startswith(chosen(first, second) + board() + "O's turn:\n\n")
        asked = "Enter a move: resign\n" in game
        assert asked == ("1" in (first, second))
        end = r"[XO] Wins! \(resigned\)" if asked else r"[XO] Wins!|Tie!"
        assert re.search(rf"\n({end})\nPlay again\? \(y/n\): [yn]\n\Z", game)


@pytest.mark.req("S3.6", "S3.12", "S3.15", "S3.16")
def test_all_pairs_with_a_person_start_and_pairs_of_machines_finish() -> None:
    pairs = [(first, second) for first in "12345" for second in "12345"]
    with_people = [pair for pair in pairs if "1" in pair]
    assert len(with_people) == 9
    play_pairs([*with_people, ("2", "2"), ("2", "3"), ("3", "2"), ("3", "3")])


# Who begins


@pytest.mark.req("S3.2")
def test_who_begins_is_random_and_the_order_of_choosing_does_not_matter(thorough: bool) -> None:
    begins, seeds = {"12": 0, "21": 0}, 500 if thorough else 150
    for seed, order in product(range(seeds), begins):
        done = CliRunner().invoke(cli, [*MENU, "--seed", str(seed)], input=typed(*order))
        before, _, _ = done.output.partition("Enter a move: ")
        turns = re.findall("(.)'s turn:", before)
        assert turns in (["O"], ["O", "X"])  # the person is asked first, or sees one move before
        begins[order] += turns == ["O"]
    off = 0.05 if thorough else 0.1
    assert all(abs(count / seeds - 0.5) <= off for count in begins.values())


# A game


@pytest.mark.req("S3.1", "S3.2", "S3.3", "S3.5", "S3.8", "S3.13", "S3.14")
def test_a_whole_game_with_mistakes_reads_as_its_program_wrote_it() -> None:
    wrong = ["0", "8", "a", "", "1"]
    done = inarow(*MENU, typed=typed("1", "1", *"111111", *wrong, *"4252627", "n"))
    assert done.err == ""
    assert done.code == 0
    column = ["X - - - - - - ", "O - - - - - - "] * 3
    assert done.out.startswith(
        chosen("1", "1")
        + (board() + "O's turn:\n\nEnter a move: 1\n")
        + (board("O - - - - - - ") + "X's turn:\n\nEnter a move: 1\n")
        + (board(*column[-2:]) + "O's turn:\n\nEnter a move: 1\n")
    )
    assert (
        board(*column)
        + "O's turn:\n\n"
        + "".join(f"Enter a move: {answer}\nNot a valid command!\n" for answer in wrong[:-1])
        + "Enter a move: 1\nRow is full!\nEnter a move: 4\n"
        + board(*column[:-1], "O - - O - - - ")
        + "X's turn:\n\nEnter a move: 2\n"
    ) in done.out
    rows = [*column[:3], "O X - - - - - ", "X X - - - - - ", "O X - O O O - "]
    assert done.out.endswith(
        (board(*rows) + "O's turn:\n\nEnter a move: 7\n")
        + (board(*rows[:-1], "O X - O O O O ") + "O Wins!\n")
        + f"{AGAIN}n\n"
    )


@pytest.mark.req("S3.4", "S3.7", "S3.8")
def test_the_winner_or_a_tie_is_announced() -> None:
    people = ["1", "1"]
    games = [*people, *"1212121", "y", *people, *"21313141", "Y", *people, *FILLED_WITHOUT_FOUR]
    done = inarow(*MENU, typed=typed(*games, "No"))
    assert done.err == ""
    assert done.code == 0
    assert f"\nO Wins!\n{AGAIN}y\nSelect Player 1:\n" in done.out
    assert f"\nX Wins!\n{AGAIN}Y\nSelect Player 1:\n" in done.out
    assert done.out.endswith(f"\nTie!\n{AGAIN}No\n")


@pytest.mark.req("S3.7")
def test_other_answers_than_y_and_n_ask_again() -> None:
    answers = ["maybe", "", "1", "yy", "y n"]
    done = inarow(*MENU, typed=typed("2", "2", *answers, "n", "2"))
    assert done.err == ""
    assert done.code == 0
    asked = done.out[done.out.index(AGAIN) :]
    assert (
        asked == "".join(f"{AGAIN}{answer}\nType y or n.\n" for answer in answers) + f"{AGAIN}n\n"
    )


@pytest.mark.req("X.5")
def test_a_seed_makes_the_whole_session_repeatable() -> None:
    answers = typed("2", "3", "y", "3", "2", "n")
    one, same, other = (inarow(*MENU, "--seed", seed, typed=answers).out for seed in "112")
    assert one == same != other


@pytest.mark.req("S3.16")
def test_randobot_does_not_know_what_wins() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "121212")
    randobot = load_agent("randobot", 1)
    drawn = [randobot.choose(state, Limit()).action for _ in range(7000)]
    for column in range(7):  # column 1 wins at once and is taken as often as the others
        assert 850 <= drawn.count(column) <= 1150


# Leaving

PLACES = {
    "first player": [],
    "second player": ["1"],
    "move": ["1", "1"],
    "second move": ["1", "1", "4"],
    "play again": ["2", "2"],
    "menu of the next game": ["2", "2", "y"],
}


@pytest.mark.req("S3.6")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("word", EXIT_WORDS)
def test_exit_words_leave_the_program_at_every_question(place: str, word: str) -> None:
    done = CliRunner().invoke(cli, [*MENU], input=typed(*PLACES[place], word, "1", "1", "4"))
    assert done.exception is None
    assert done.exit_code == 0
    assert_left(done.output, place, word)


def assert_left(shown: str, place: str, word: str) -> None:
    """Nothing is asked any more after the exit word."""
    last = shown.splitlines()[-1]
    if "move" in place:
        assert f"Enter a move: {word}\nGoodbye." in shown
        assert last.startswith("Goodbye.")
    else:
        assert last == (AGAIN if place == "play again" else "Enter a choice: ") + word


@pytest.mark.req("S3.6")
@pytest.mark.parametrize("place", PLACES)
def test_a_person_at_a_terminal_leaves_at_every_question(place: str) -> None:
    asks = r"Enter a choice: |Enter a move: |Play again\? \(y/n\): "
    word = EXIT_WORDS[len(place) % len(EXIT_WORDS)]
    with closing(Terminal(*MENU, "--pace", "0")) as screen:
        for answer in [*PLACES[place], word]:
            screen.wait_for(asks)
            screen.type(answer)
        assert screen.finish() == 0
        assert_left(screen.text, place, word)


@pytest.mark.req("S3.6")
@pytest.mark.parametrize("place", ["first player", "second move", "play again"])
def test_the_end_of_the_input_leaves_as_well(place: str) -> None:
    done = inarow(*MENU, typed=typed(*PLACES[place]))
    assert done.err == ""
    assert done.code == 0


# Colours and the screen


def green_cells(drawn: str) -> list[tuple[int, int]]:
    """The cells of a board of six lines that are green, and nothing but the mark is green."""
    found = []
    for row, line in enumerate(drawn.splitlines()):
        cells = line.split()
        assert len(cells) == 7
        for col, cell in enumerate(cells):
            match = re.fullmatch(r"\x1b\[(\d+)m([XO-])\x1b\[0m", cell)
            assert match is not None, cell
            plain_colour = {"X": "31", "O": "33", "-": "37"}[match[2]]
            assert match[1] in (plain_colour, "32")
            if match[1] == "32":
                found.append((row, col))
    return found


@pytest.mark.req("S3.8", "S3.9", "S3.14")
def test_the_winning_cells_and_no_others_are_green_on_a_terminal() -> None:
    games = [
        ("1122334", "O Wins!", [(5, 0), (5, 1), (5, 2), (5, 3)]),
        ("21313141", "X Wins!", [(2, 0), (3, 0), (4, 0), (5, 0)]),
        ("112244553", "O Wins!", [(5, 0), (5, 1), (5, 2), (5, 3), (5, 4)]),
        (
            "2724432356342",
            "O Wins!",
            [(2, 1), (3, 1), (3, 2), (4, 1), (4, 3), (5, 1), (5, 4)],
        ),
    ]
    with closing(Terminal(*MENU)) as screen:
        for moves, end, cells in games:
            sit_down(screen)
            for move in moves:
                screen.wait_for("Enter a move: ")
                screen.type(move)
            start = len(screen.shown)
            screen.wait_for(r"Play again\? \(y/n\): ")
            boards = screen.shown[start:].split("\x1b[2J\x1b[H")
            assert len(boards) == 2  # the board of the last move; the screen was cleared for it
            drawn, said = boards[1].replace("\r", "").split(f"{end}\n")
            assert sorted(green_cells(drawn)) == cells
            assert "\x1b[" not in said.replace("\x1b[?2004h", "")
            screen.type("y" if moves != games[-1][0] else "n")
        assert screen.finish() == 0
        moves_played = sum(len(moves) for moves, _, _ in games)
        assert screen.shown.count("\x1b[2J\x1b[H") == moves_played + len(games)


@pytest.mark.req("S3.8", "S3.13", "S3.14")
def test_a_pipe_gets_the_same_text_without_colours_and_clearing() -> None:
    answers = ["1", "1", "9", *"1122334", "n"]
    asks = r"Enter a choice: |Enter a move: |Play again\? \(y/n\): "
    piped = inarow(*MENU, typed=typed(*answers)).out
    assert "\x1b" not in piped
    with closing(Terminal(*MENU)) as screen, closing(Terminal(*MENU, NO_COLOR="1")) as grey:
        for terminal in (screen, grey):
            for answer in answers:
                terminal.wait_for(asks)
                terminal.type(answer)
            assert terminal.finish() == 0
            assert plain(terminal.shown) == piped
        assert colours(screen.shown) == {"\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[37m"}
        assert colours(grey.shown) == set()
        assert grey.shown.count("\x1b[2J\x1b[H") == 8


@pytest.mark.req("S3.8", "S3.14")
def test_a_dumb_terminal_gets_no_control_sequence_at_all() -> None:
    with closing(Terminal(*MENU, TERM="dumb")) as screen:
        sit_down(screen)
        screen.wait_for("Enter a move: ")
        screen.type("4", "Enter a move: ")
        screen.type("exit")
        assert screen.finish() == 0
        assert "\x1b" not in screen.shown


# Two machines


def test_two_machines_play_so_that_a_person_can_follow() -> None:
    with closing(Terminal(*MENU, "--seed", "1", "--pace", "0.05")) as screen:
        sit_down(screen, "2", "2")
        started = monotonic()
        screen.wait_for(r"Play again\? ")
        boards = screen.shown.count("\x1b[2J\x1b[H") - 1
        assert boards >= 7
        assert monotonic() - started > 0.05 * boards
        screen.type("n")
        assert screen.finish() == 0


@pytest.mark.parametrize(
    ("players", "style", "moves_cursor", "pace"),
    [
        (("randobot", "normal"), "menu", True, 0.7),
        (("randobot", "normal"), "menu", False, 0.0),
        (("human", "normal"), "menu", True, 0.0),
        (("randobot", "normal"), "modern", True, 0.0),
    ],
)
def test_only_machines_on_a_screen_that_is_cleared_are_slowed_down(
    players: tuple[str, str],
    style: str,
    moves_cursor: bool,
    pace: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[float] = []
    monkeypatch.setattr(Console, "moves_cursor", moves_cursor)
    monkeypatch.setattr(TerminalGame, "run", lambda game: seen.append(game.pace))
    Series(players, style, again=False).run(Record(load_game("connect_four")))
    assert seen == [pace]
