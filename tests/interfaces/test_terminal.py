"""The command on a real terminal: whole games, every mistake, takeback, leaving, colours."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from command_line import Terminal, colours, inarow, offered, plain
from inarow.games.record_file import load_record

PEOPLE = ("--first", "human", "--second", "human")
AGAINST_RANDOM = ("--first", "human", "--second", "random")
PROMPT = r"to move: "
AGAIN = r"Play again\? \(y/n\): "
END = r"(wins[^\r\n]*\.|Draw[^\r\n]*\.)\r?\n"

Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Open]:
    """Opens terminals and closes them all at the end of the test."""
    opened: list[Terminal] = []

    def start(*args: str, **env: str | None) -> Terminal:
        opened.append(Terminal(*args, fresh=False, **env))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def finish_without_another(screen: Terminal) -> int:
    """Answer no to the question for another game, and wait for the end."""
    screen.wait_for(AGAIN)
    screen.type("n")
    return screen.finish()


# Whole games


@pytest.mark.req("S3.4", "S3.15")
@pytest.mark.parametrize(
    ("game", "moves", "end"),
    [
        ("connect_four", "1 2 1 2 1 2 1", "X (human) wins."),
        ("connect_four(rows=2,cols=2,k=3)", "1 1 2 2", "Draw: the board is full."),
        ("tic_tac_toe", "c3 a1 c2 b1 a3 c1", "O (human) wins."),
        ("gomoku", "h8 a1 i9 a2 j10 a3 k11 a4 l12", "● black (human) wins."),
        ("nine_board(first_move=free)", "4 5 4 2 4 8", "X (human) wins."),
        ("random_drop", "1 2 1 2 1 2 1", "X (human) wins."),
    ],
)
def test_two_people_play_a_game_to_its_end(terminal: Open, game: str, moves: str, end: str) -> None:
    screen = terminal("play", game, *PEOPLE)
    for move in moves.split():
        screen.wait_for(PROMPT)
        screen.type(move)
    assert finish_without_another(screen) == 0
    assert end in screen.text
    assert "Traceback" not in screen.text


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect_four(rows=4,cols=4,k=3)", ["1", "2", "3", "4"]),
        ("random_drop(rows=3,cols=4,k=3)", ["?", "1", "2", "3", "4"]),
        ("tic_tac_toe", [f"{col}{row}" for col in "abc" for row in "123"]),
        ("mnk(rows=4,cols=3,k=3,overline=exact)", [f"{c}{r}" for c in "abc" for r in "1234"]),
        ("nine_board", list("123456789")),
    ],
)
def test_a_person_plays_the_random_player_to_the_end(
    terminal: Open, game: str, moves: list[str]
) -> None:
    screen = terminal("play", game, *AGAINST_RANDOM, "--seed", "2")
    for move in itertools.islice(itertools.cycle(moves), 400):
        if screen.wait_for(PROMPT, END) == 1:
            break
        screen.type(move)  # a taken cell or a full column is only asked again
    assert finish_without_another(screen) == 0
    assert "(random): " in screen.text
    assert "Traceback" not in screen.text


def test_two_machines_play_without_questions(terminal: Open) -> None:
    screen = terminal("play", "connect_four", "--first", "random", "--second", "random")
    assert screen.finish() == 0
    assert re.search(END, screen.text)


# Mistakes


@pytest.mark.req("S3.3", "S3.5", "S0.21")
def test_every_kind_of_mistake_is_asked_again_and_costs_no_turn(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE, "--moves", "111111")
    for wrong, message in [
        ("0", "There is no column 0"),
        ("8", "There is no column 8"),
        ("a", "'a' is not a column"),
        ("", "'' is not a column"),
        ("-1", "'-1' is not a column"),
        ("4 4", "'4 4' is not a column"),
        ("ä●🎲", "is not a column"),
        ("1", "Column 1 is full"),
        ("h8", "'h8' is not a column"),
    ]:
        screen.wait_for(PROMPT)
        screen.type(wrong, re.escape(message))
    screen.wait_for(PROMPT)
    screen.type("moves", "Moves so far: 111111", PROMPT)
    screen.type(" 4 ", r"O \(human\) to move: ")
    screen.type("moves", "Moves so far: 1111114")
    screen.wait_for(PROMPT)
    screen.press("d")
    assert screen.finish() == 0
    assert "Traceback" not in screen.text


@pytest.mark.parametrize(
    ("game", "before", "wrong"),
    [
        ("tic_tac_toe", "b2", {"b2": "B2 is taken", "d1": "no cell d1", "5": "not a cell"}),
        ("nine_board", "55", {"5": "5 of board 5 is taken", "0": "not a cell", "10": "not a cell"}),
        ("random_drop", "", {"9": "no column 9", "??": "or ? for a random one"}),
    ],
)
def test_mistakes_are_explained_in_the_words_of_the_game(
    terminal: Open, game: str, before: str, wrong: dict[str, str]
) -> None:
    screen = terminal("play", game, *PEOPLE, "--moves", before)
    for answer, message in wrong.items():
        screen.wait_for(PROMPT)
        screen.type(answer, re.escape(message))
    screen.wait_for(PROMPT)
    screen.type("help", "Type a move", PROMPT)
    screen.type("exit")
    assert screen.finish() == 0


# Takeback


@pytest.mark.req("S0.16")
def test_moves_are_taken_back_and_played_again(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE)
    screen.wait_for(PROMPT)
    screen.type("undo", "There is nothing to take back", PROMPT)
    screen.type("redo", "There is nothing to play again", PROMPT)
    screen.type("4", PROMPT)
    screen.type("5", PROMPT)
    screen.type("u", "Taken back", r"O \(human\) to move: ")
    screen.type("UNDO", "Taken back", r"X \(human\) to move: ")
    screen.type("moves", "Moves so far: none", PROMPT)
    screen.type("redo", "Played again", r"O \(human\) to move: ")
    screen.type("redo", "Played again", r"X \(human\) to move: ")
    screen.type("moves", "Moves so far: 45", PROMPT)
    screen.type("undo", "Taken back", PROMPT)
    screen.type("6", PROMPT)
    screen.type("moves", "Moves so far: 46", PROMPT)
    screen.type("exit")
    assert screen.finish() == 0


@pytest.mark.parametrize("game", ["connect_four", "random_drop", "nine_board"])
def test_against_a_machine_its_answer_is_taken_back_as_well(terminal: Open, game: str) -> None:
    def moves() -> str:
        screen.wait_for(PROMPT)
        screen.type("moves", r"Moves so far: [^\r\n]*")
        return screen.text.rpartition("Moves so far: ")[2]

    screen = terminal("play", game, *AGAINST_RANDOM, "--seed", "1")
    start = moves()
    screen.wait_for(PROMPT)
    screen.type("?" if game == "random_drop" else "9" if game == "nine_board" else "4")
    played = moves()
    assert len(played) >= len(start.replace("none", "")) + 2
    screen.wait_for(PROMPT)
    screen.type("undo", "Taken back")
    assert moves() == start
    screen.wait_for(PROMPT)
    screen.type("redo", "Played again")
    assert moves() == played


def test_resigning_ends_the_game_for_the_other_side(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    screen = terminal("play", "tic_tac_toe", *PEOPLE, "--save", str(path))
    screen.wait_for(PROMPT)
    screen.type("b2", PROMPT)
    screen.type("resign", r"X \(human\) wins by resignation")
    assert finish_without_another(screen) == 0
    outcome = load_record(path).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "resigned")


# Another game


@pytest.mark.req("S3.7", "S3.6")
def test_after_a_game_another_one_may_follow(terminal: Open) -> None:
    screen = terminal("play", "tic_tac_toe", *PEOPLE, "--moves", "a1a2b1b2")
    screen.wait_for(PROMPT)
    screen.type("c1", AGAIN)
    screen.type("maybe", AGAIN)
    screen.type("", AGAIN)
    screen.type("y", PROMPT)
    screen.type("moves", "Moves so far: none", PROMPT)
    screen.type("resign", AGAIN)
    screen.type("Exit")
    assert screen.finish() == 0
    assert screen.text.count("wins") == 2


# Leaving


@pytest.mark.req("S3.6")
def test_exit_words_leave_at_a_move(terminal: Open) -> None:
    game = ("play", "connect_four", *PEOPLE, "--moves", "44")
    screen = terminal(*game)
    screen.wait_for(PROMPT)
    screen.type("Exit", "Goodbye")
    assert screen.finish() == 0
    assert offered(screen.text)[0] == "play"
    for word in ("e", "E", "exit", "EXIT", "quit", "q"):
        done = inarow(*game, typed=f"{word}\n4\n")
        assert (done.code, done.err, offered(done.out)[0]) == (0, "", "play"), word


def test_ctrl_c_leaves_with_130_and_tells_how_to_continue(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    screen = terminal("play", "random_drop", *PEOPLE, "--save", str(path))
    screen.wait_for(PROMPT)
    screen.type("4", PROMPT)
    screen.type("?", PROMPT)
    screen.press("c")
    assert screen.finish() == 130
    assert "Traceback" not in screen.text
    saved = load_record(path)
    again = inarow(*offered(screen.text), *PEOPLE, typed="moves\n")
    assert f"Moves so far: {saved.moves}\n" in again.out
    assert saved.moves.startswith("4?")


def test_ctrl_c_in_the_middle_of_a_line_leaves_as_well(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE)
    screen.wait_for(PROMPT)
    screen.child.send("4")
    screen.press("c")
    assert screen.finish() == 130
    assert screen.text.endswith("\ninarow: stopped\n")
    assert "Traceback" not in screen.text


def test_ctrl_c_stops_a_machine_that_thinks(terminal: Open) -> None:
    screen = terminal("play", "connect_four", "--first", "minimax(depth=20)", "--second", "human")
    screen.wait_for("1  2  3  4  5  6  7")
    screen.wait_until_it_thinks()
    screen.press("c")
    assert screen.finish() == 130
    assert "Traceback" not in screen.text


@pytest.mark.req("S3.6")
def test_ctrl_d_leaves_with_0(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE)
    screen.wait_for(PROMPT)
    screen.type("4", PROMPT)
    screen.press("d")
    assert screen.finish() == 0
    assert offered(screen.text)[0] == "play"


# The menu


def test_the_menu_leads_to_a_game(terminal: Open) -> None:
    screen = terminal("--plain")
    screen.wait_for(r"Game \[1\]: ")
    screen.type("99", "Type a number", r"Game \[1\]: ")
    screen.type("chess", "Type a number", r"Game \[1\]: ")
    screen.type("TIC_TAC_TOE", r"Board \[3 x 3, 3 in a row\]: ")
    screen.type("", r"Opponent \[\d+\]: ")
    screen.type("0", "Type a number", r"Opponent \[\d+\]: ")
    screen.type("human", r"Who begins \[1\]: ")
    screen.type("me", r"X \(human\) to move: ")
    screen.type("b2", r"O \(human\) to move: ")
    screen.type("exit")
    assert screen.finish() == 0
    for line in ("Connect Four", "Nine boards", "Human", "random"):
        assert line in screen.text
    assert offered(screen.text)[0] == "play"


def test_enter_takes_the_choice_in_brackets(terminal: Open) -> None:
    screen = terminal("--plain")
    screen.wait_for(r"Game \[1\]: ")
    screen.type("", r"Board \[6 x 7, 4 in a row\]: ")
    screen.type("", r"Opponent \[\d+\]: ")
    screen.type("random", r"Who begins \[1\]: ")
    screen.type("", r"X \(human\) to move: ")
    screen.type("4", r"X \(human\) to move: ")
    screen.press("d")
    assert screen.finish() == 0
    assert "1  2  3  4  5  6  7" in screen.text


def test_the_opponent_may_begin(terminal: Open) -> None:
    screen = terminal("play", "--plain")  # without anything else: the menu as well
    screen.wait_for(r"Game \[1\]: ")
    screen.type("nine_board", r"Opponent \[\d+\]: ")
    screen.type("random", r"Who begins \[1\]: ")
    screen.type("opponent", r"X \(random\): ", r"O \(human\) to move: ")
    screen.press("d")
    assert screen.finish() == 0


@pytest.mark.req("S3.6")
@pytest.mark.parametrize(
    ("answers", "word"),
    [([], "e"), ([], "E"), ([""], "Exit"), (["", ""], "EXIT"), ([""], "quit"), (["", ""], None)],
)
def test_exit_words_leave_at_every_question_of_the_menu(
    terminal: Open, answers: list[str], word: str | None
) -> None:
    screen = terminal("--plain")
    screen.wait_for(r"\]: ")
    for answer in answers:
        screen.type(answer, r"\]: ")
    if word is None:
        screen.press("d")
    else:
        screen.type(word)
    assert screen.finish() == 0
    assert "Goodbye" in screen.text


def test_ctrl_c_in_the_menu_leaves_with_130(terminal: Open) -> None:
    screen = terminal("--plain")
    screen.wait_for(r"\]: ")
    screen.press("c")
    assert screen.finish() == 130
    assert "Traceback" not in screen.text


# Colours


@pytest.mark.req("S3.8")
def test_a_terminal_shows_colours_and_the_winning_cells_in_green(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE, "--moves", "112233")
    screen.wait_for(PROMPT)
    assert colours(screen.shown) == {"\x1b[31m", "\x1b[33m"}
    start = len(screen.shown)
    screen.type("4", AGAIN)
    won = screen.shown[start:]
    assert re.findall(r"\x1b\[32m(.*?)\x1b\[0m", won) == ["[●]"] * 4
    assert "[●][●][●][●]" in plain(won)
    assert "X (human) wins." in plain(won)


@pytest.mark.req("S3.9")
@pytest.mark.parametrize(
    ("moves", "last", "cells"),
    [
        ("11224455", "3", 5),  # a line of five
        ("272443235634", "2", 7),  # two lines at once
    ],
)
def test_every_winning_cell_is_green(terminal: Open, moves: str, last: str, cells: int) -> None:
    screen = terminal("play", "connect_four", *PEOPLE, "--moves", moves)
    screen.wait_for(PROMPT)
    screen.type(last, AGAIN)
    assert len(re.findall(r"\x1b\[32m\[[●○]\]\x1b\[0m", screen.shown)) == cells


@pytest.mark.req("S3.8")
def test_no_color_switches_colours_off_but_not_the_brackets(terminal: Open) -> None:
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        screen = terminal("play", "connect_four", *PEOPLE, "--moves", "112233", **env)
        screen.wait_for(PROMPT)
        screen.type("4", AGAIN)
        assert colours(screen.shown) == set()
        assert "[●][●][●][●]" in screen.text


@pytest.mark.req("S3.8", "S3.14")
def test_the_menu_style_clears_the_screen_and_paints_the_winning_line(terminal: Open) -> None:
    screen = terminal("play", "connect_four", *PEOPLE, "--style", "menu", "--moves", "112233")
    screen.wait_for("Enter a move:")
    screen.type("4", AGAIN)
    assert screen.shown.count("\x1b[2J") == 2
    assert re.findall(r"\x1b\[32m(.*?)\x1b\[0m", screen.shown) == ["O"] * 4
    assert {"\x1b[31m", "\x1b[33m", "\x1b[37m"} <= colours(screen.shown)
    assert "O Wins!" in screen.text


@pytest.mark.parametrize(
    ("command", "typed", "answer"),
    [
        ("nine-board-server -x --agent-o random -m 1 1 --seed 1", "hint", "no hint"),
        ("engine gomocup --agent random", "ABOUT", 'name="inarow"'),
        ("solve --stdin", "44444222221", "44444222221 -?[0-9]"),
    ],
)
def test_what_is_typed_to_a_program_that_listens_is_seen(
    terminal: Open, command: str, typed: str, answer: str
) -> None:
    screen = terminal(*command.split())
    screen.type(typed, answer)  # perhaps before it listens
    screen.type(typed, f"{typed}\r\n", answer)
    screen.press("d")
    assert screen.finish() == 0
