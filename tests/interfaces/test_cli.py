"""The command in pipes: exit codes, one-line errors, no traceback, JSON, files, closed outputs."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Done, colours, inarow, inarow_here, offered
from inarow.games.base import Outcome, Reason
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.games.record_json import parse_record_json
from inarow.registry import agents, games, load_game

MACHINES = ("--first", "random", "--second", "random")
PEOPLE = ("--first", "human", "--second", "human")


def assert_one_line_error(done: Done, code: int, *words: str) -> None:
    """The command failed as it should: one line on stderr that says what and how."""
    assert done.code == code, done.err
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err), done.err
    for word in words:
        assert word in done.err


def assert_fine(done: Done) -> None:
    assert done.err == ""
    assert done.code == 0


# Help and listings


def test_help_shows_every_command_and_examples() -> None:
    done = inarow("--help")
    assert_fine(done)
    for word in ("Usage", "play", "games", "agents", "Examples"):
        assert word in done.out


def test_without_a_terminal_the_bare_command_prints_its_help() -> None:
    assert inarow().out == inarow("--help").out


@pytest.mark.parametrize("command", ["play", "games", "agents"])
def test_every_command_has_help_with_examples(command: str) -> None:
    done = inarow(command, "--help")
    assert_fine(done)
    assert "Examples:" in done.out
    assert done.out == inarow(command, "-h").out


def test_the_version_is_printed() -> None:
    done = inarow("--version")
    assert_fine(done)
    assert re.fullmatch(r"inarow \d+\.\d+\.\d+\n", done.out)


@pytest.mark.parametrize(
    ("command", "names"), [("games", list(games())), ("agents", list(agents()))]
)
def test_listings_name_everything_there_is(command: str, names: list[str]) -> None:
    done = inarow(command)
    assert_fine(done)
    lines = done.out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == names
    assert colours(done.out) == set()
    listed = json.loads(inarow(command, "--json").out)
    assert [entry["name"] for entry in listed] == names
    assert all(entry["summary"] for entry in listed)
    for entry in listed:
        for option in entry["options"]:
            assert {"name", "type", "default", "range", "help"} <= set(option)


# Wrong usage

WRONG = [
    (["bogus"], ["bogus"]),
    (["play", "--bogus"], ["--bogus"]),
    (["play", "chess"], ["there is no game 'chess'"]),
    (["play", "conect_four"], ["did you mean connect_four?"]),
    (["play", "connect_four(rows=0)"], ["rows must be 1 to 100, not 0"]),
    (["play", "connect_four(rows=x)"], ["rows must be a whole number, not 'x'"]),
    (["play", "connect_four(size=3)"], ["no option 'size'"]),
    (["play", "connect_four(rows=6"], ["is not of the form"]),
    (["play", "connect_four(1,2,3,4)"], ["takes at most 3 options"]),
    (["play", "(rows=6)"], ["is not of the form"]),
    (["play", "mnk", "two", "games"], []),
    (["play", "connect_four", "--first", "nobody"], ["there is no player 'nobody'"]),
    (["play", "connect_four", "--first", "random(seed=-1)"], ["seed"]),
    (["play", "connect_four", "--moves", "48"], ["move 2", "no column 8"]),
    (["play", "connect_four", "--moves", "4x"], ["move 2", "'x' is not a column"]),
    (["play", "connect_four", "--moves", "1111111"], ["move 7 (1): column 1 is full"]),
    (["play", "connect_four", "--moves", "44556677"], ["move 8 (7): the game is over"]),
    (["play", "connect_four", "--moves", "\udcff"], ["move 1"]),
    (["play", "connect_four(cols=12)", "--moves", "9" * 5000], ["move 1"]),
    (["play", "tic_tac_toe", "--moves", "a" + "9" * 5000], ["move 1"]),
    (["play", "connect_four", *MACHINES, "--limit", "soon"], ["'soon' is not a limit"]),
    (["play", "connect_four", *MACHINES, "--limit", "0s"], ["limit"]),
    (["play", "connect_four", *MACHINES, "--limit", "-1s"], ["limit"]),
    (["play", "connect_four", *MACHINES, "--limit", "9" * 400 + "nodes"], ["limit"]),
    (["play", "connect_four", *MACHINES, "--seed", "-1"], ["--seed"]),
    (["play", "connect_four", *MACHINES, "--seed", "x"], ["--seed"]),
    (["play", "connect_four", *MACHINES, "--style", "cubist"], ["--style", "cubist"]),
    (["play", "connect_four", *MACHINES, "--style", "nine"], ["nine cannot draw connect_four"]),
    (["play", "nine_board", *MACHINES, "--style", "menu"], ["menu cannot draw nine_board"]),
    (["play", "connect_four", *PEOPLE, "--json"], ["--json is for two machines"]),
    (["play", "connect_four", "--moves"], ["--moves"]),
    (["games", "--bogus"], ["--bogus"]),
    (["games", "extra"], ["extra"]),
]


@pytest.mark.parametrize(
    ("args", "words"),
    WRONG,
    ids=lambda value: " ".join(map(str, value))[:60].encode("ascii", "replace").decode(),
)
def test_wrong_usage_is_one_line_and_exit_code_2(args: list[str], words: list[str]) -> None:
    done = inarow_here(*args)
    assert_one_line_error(done, 2, *words)
    assert done.out == ""


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "chess"], ["there is no game 'chess'"]),
        (["play", "connect_four(rows=0)"], ["rows must be 1 to 100, not 0"]),
        (["play", "connect_four", "--moves", "48"], ["move 2", "no column 8"]),
        (["play", "connect_four", "--limit", "soon"], ["'soon' is not a limit"]),
        (["play", "connect_four", "--style", "cubist"], ["--style", "cubist"]),
        (["play", "connect_four", "--style", "nine"], ["nine cannot draw connect_four"]),
    ],
    ids=lambda value: " ".join(value)[:60],
)
def test_wrong_usage_ends_the_process_with_exit_code_2(args: list[str], words: list[str]) -> None:
    done = inarow(*args)
    assert_one_line_error(done, 2, *words)
    assert done.out == ""


# Playing in a pipe


@pytest.mark.parametrize("game", list(games()))
def test_two_machines_play_every_game_to_its_end(game: str) -> None:
    done = inarow("play", game, *MACHINES, "--seed", "1")
    assert_fine(done)
    assert re.search(r"wins|Draw", done.out.splitlines()[-1])
    assert "\x1b" not in done.out


@pytest.mark.req("X.5")
def test_a_seed_makes_the_whole_output_repeatable() -> None:
    one, same, other = (
        inarow("play", "nine_board", *MACHINES, "--seed", seed).out for seed in ("1", "1", "2")
    )
    assert one == same != other


@pytest.mark.req("S3.3")
def test_a_transcript_reads_like_a_terminal() -> None:
    done = inarow("play", "connect_four", *PEOPLE, "--style", "ascii", typed="4\n4\nmoves\nexit\n")
    assert_fine(done)
    assert "X (human) to move: 4\n" in done.out
    assert "| .  .  . (O) .  .  . |\n| .  .  .  X  .  .  . |\n+" in done.out
    assert "O (human) to move: 4\n" in done.out
    assert "Moves so far: 44\n" in done.out


@pytest.mark.req("S3.8")
def test_the_winner_is_announced_and_its_cells_are_bracketed() -> None:
    done = inarow(
        "play", "connect_four", *PEOPLE, "--style", "ascii", "--moves", "112233", typed="4\n"
    )
    assert_fine(done)
    assert "|[X][X][X][X] .  .  . |" in done.out
    assert "X (human) wins." in done.out


@pytest.mark.req("S2.3")
def test_being_sent_to_a_full_board_is_told_as_the_reason_of_the_draw() -> None:
    moves = "637442736465547286691331989677681156261"
    game = "nine_board(first_move=free)"
    done = inarow("play", game, *PEOPLE, "--moves", moves, typed="6\n")
    assert_fine(done)
    assert "\nDraw: the board to play in is full.\n" in done.out


@pytest.mark.req("S3.5", "S0.21")
def test_a_wrong_answer_costs_no_turn() -> None:
    typed = "0\n8\na\n\n1\n-1\n4 4\n4\nmoves\n"
    done = inarow("play", "connect_four", *PEOPLE, "--moves", "111111", typed=typed)
    assert_fine(done)
    assert "Moves so far: 1111114\n" in done.out
    assert done.out.count("Type help for help") == 7
    assert "Column 1 is full." in done.out


@pytest.mark.req("S3.5")
@pytest.mark.parametrize("encoding", [None, "ascii", "utf-8"])
def test_bytes_that_are_no_text_cost_no_turn(encoding: str | None) -> None:
    typed = b"\xff\xfe\n4\nmoves\n"
    done = inarow("play", "connect_four", *PEOPLE, typed=typed, PYTHONIOENCODING=encoding)
    assert_fine(done)
    assert "Moves so far: 4\n" in done.out


@pytest.mark.parametrize(
    ("game", "answer"), [("connect_four", "9" * 5000), ("tic_tac_toe", "a" + "9" * 5000)]
)
def test_a_very_long_number_costs_no_turn(game: str, answer: str) -> None:
    done = inarow("play", game, *PEOPLE, typed=f"{answer}\nmoves\n")
    assert_fine(done)
    assert "Moves so far: none" in done.out


def test_a_hint_costs_no_turn() -> None:
    game = ("play", "tic_tac_toe", *PEOPLE, "--moves", "a1b2a2", "--limit", "500nodes")
    done = inarow(*game, typed="hint\nmoves\n")
    assert_fine(done)
    assert re.search(r"Hint:\n\* *a3 ", done.out)  # the only move that does not lose at once
    assert "Moves so far: a1b2a2\n" in done.out


def test_an_output_without_discs_gets_plain_letters() -> None:
    done = inarow("play", "connect_four", *PEOPLE, typed="4\n", PYTHONIOENCODING="ascii")
    assert_fine(done)
    assert done.out.isascii()
    assert "(X)" in done.out


@pytest.mark.req("S3.8")
def test_a_pipe_gets_no_colours_with_or_without_no_color() -> None:
    game = ("play", "connect_four", *MACHINES, "--seed", "1")
    assert inarow(*game).out == inarow(*game, NO_COLOR="1").out
    assert "\x1b" not in inarow(*game).out


@pytest.mark.req("S3.6")
@pytest.mark.parametrize("word", ["e", "E", "exit", "Exit", "EXIT", "quit", "q", None])
def test_exit_words_and_the_end_of_the_input_leave_with_0(word: str | None) -> None:
    done = inarow("play", "connect_four", *PEOPLE, typed=f"4\n{word}\n4\n" if word else "4\n")
    assert_fine(done)
    assert done.out.count(" to move: ") == 2
    assert "Goodbye" in done.out.splitlines()[-1]


def last_board(out: str, game: str) -> list[str]:
    """The last board of a transcript in the ascii style."""
    rows = [line for line in out.splitlines() if re.fullmatch(r" *\d*\|.*\|", line)]
    return rows[-load_game(game).shape[0] :]


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("connect_four", "4\n4\n"),
        ("connect_four(rows=4,cols=12,k=4)", "10\n4\n"),
        ("tic_tac_toe", "b2\na1\n"),
        ("random_drop", "?\n4\n"),
        ("nine_board", "5\n"),
    ],
)
def test_whoever_leaves_is_told_a_command_that_continues_the_game(game: str, typed: str) -> None:
    done = inarow("play", game, *PEOPLE, "--style", "ascii", "--seed", "4", typed=typed)
    assert_fine(done)
    again = inarow(*offered(done.out), *PEOPLE, "--style", "ascii")
    assert_fine(again)
    assert last_board(again.out, game) == last_board(done.out, game)


def test_the_command_that_continues_a_set_up_game_leads_to_the_same_board(tmp_path: Path) -> None:
    game = load_game("tic_tac_toe")
    save_record(Record(game, game.initial_state().play(4)), tmp_path / "game.txt")
    load = ("--load", str(tmp_path / "game.txt"))
    done = inarow("play", *load, *PEOPLE, "--style", "ascii", typed="a1\n")
    assert_fine(done)
    again = inarow(*offered(done.out), *PEOPLE, "--style", "ascii")
    assert last_board(again.out, str(game)) == last_board(done.out, str(game))


# JSON


@pytest.mark.parametrize("game", ["connect_four", "random_drop", "tic_tac_toe", "nine_board"])
def test_json_is_the_record_and_nothing_else(game: str) -> None:
    done = inarow("play", game, *MACHINES, "--seed", "3", "--json")
    assert_fine(done)
    assert done.out.count("\n") == 1
    record = parse_record_json(done.out)
    assert str(record.game) == str(load_game(game))
    assert record.tags == {"First": "random", "Second": "random"}
    assert record.outcome is not None


def test_json_plays_the_same_game_as_without() -> None:
    game = ("play", "random_drop", *MACHINES, "--seed", "5")
    record = parse_record_json(inarow(*game, "--json").out)
    told = re.findall(r"\(random\): .*?([\d?]+)$", inarow(*game).out, re.MULTILINE)
    assert told == [record.game.format(action) for action in record.main_line()]


# Saving and loading


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_game_is_saved_and_continued(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    assert_fine(inarow("play", "tic_tac_toe", *PEOPLE, "--save", path, typed="b2\na1\ne\n"))
    done = inarow("play", *PEOPLE, "--load", path, "--save", path, typed="moves\na2\ne\n")
    assert_fine(done)
    assert "Moves so far: b2a1\n" in done.out
    assert load_record(tmp_path / name).moves == "b2a1a2"


def test_a_game_of_two_machines_is_saved_with_its_result(tmp_path: Path) -> None:
    for extra in ([], ["--json"]):
        path = tmp_path / f"game{len(extra)}.txt"
        assert_fine(inarow("play", "tic_tac_toe", *MACHINES, "--save", str(path), *extra))
        record = load_record(path)
        assert record.outcome is not None
        assert record.tags == {"First": "random", "Second": "random"}


def test_a_resignation_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed="b2\nresign\n")
    assert_fine(done)
    assert "X (human) wins by resignation." in done.out
    assert load_record(path).outcome == Outcome(0, Reason.RESIGNED)


def test_after_taking_back_the_moves_played_then_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "a1\nundo\nb2\na1\nmoves\ne\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed)
    assert_fine(done)
    assert "Moves so far: b2a1\n" in done.out
    assert load_record(path).moves == "b2a1"
    again = inarow("play", *PEOPLE, "--load", str(path), typed="moves\n")
    assert "Moves so far: b2a1\n" in again.out


def test_after_taking_back_the_result_belongs_to_the_moves_played_then(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "c3\nundo\na1\na2\nb1\nb2\nc1\n"
    assert_fine(inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed))
    record = load_record(path)
    assert record.moves == "a1a2b1b2c1"
    assert record.outcome is not None
    assert record.outcome.winner == 0


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / "missing.txt")
    assert_one_line_error(inarow("play", "--load", path), 1, path, "No such file")


def test_a_folder_cannot_be_loaded(tmp_path: Path) -> None:
    assert_one_line_error(inarow("play", "--load", str(tmp_path)), 1, str(tmp_path), "directory")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('[Game "tic_tac_toe"]\n\n1. b2 b2', 3),
        ('[Game "tic_tac_toe"]\n[1x "y"]\n\n1. b2', 2),
        ('[Game "tic_tac_toe"]\n[Start ""]\n\n1. b2', 2),
        ('{"format": "inarow-record",\n "version": 1,\n "game": "chess"}', 3),
        ('{"format": "inarow-record",\n "version": 1,\n oops', 3),
        ("", 1),
        ("\x00\x01", 1),
    ],
)
def test_a_damaged_record_is_one_line_with_its_number(
    tmp_path: Path, content: str, line: int
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(content, encoding="utf-8")
    done = inarow("play", "--load", str(path))
    assert_one_line_error(done, 2, f"line {line}: ", str(path))


def test_a_record_with_half_a_character_is_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = {"format": "inarow-record", "version": 1, "game": "tic_tac_toe", "comment": "\ud800"}
    path.write_text(json.dumps(data), encoding="utf-8")
    for extra in (["--json"], ["--save", str(tmp_path / "saved.txt")]):
        done = inarow("play", "--load", str(path), *MACHINES, *extra)
        assert "Traceback" not in done.err
        assert len(done.err.splitlines()) <= 1


@pytest.mark.parametrize(
    ("place", "code", "why"),
    [("", 2, "folder"), (".", 2, "folder"), ("nowhere/game.txt", 1, "no folder")],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, place: str, code: int, why: str
) -> None:
    path = place if place == "." else str(tmp_path / place)
    done = inarow("play", "tic_tac_toe", *MACHINES, "--seed", "1", "--save", path)
    assert_one_line_error(done, code, why)
    assert done.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", *MACHINES, "--save"),
        ("review", "tic_tac_toe", "b2b1", "--out"),
        ("puzzle", "tic_tac_toe", "--make", "1", "--out"),
        ("book", "build", "--plies", "2", "--out"),
        ("serve", "--port", "0", "--db"),
        ("arena", "run", "--game", "mnk", "--player", "a=random", "--player", "random", "--out"),
    ],
)
def test_a_folder_that_is_not_there_is_no_wrong_input(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """As with every file that is not there the machine said no: code 1."""
    done = inarow_here(*command, str(tmp_path / "nowhere" / "file"))
    assert_one_line_error(done, 1, f"there is no folder {tmp_path / 'nowhere'} for file")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", *MACHINES, "--save"),
        ("review", "--game", "tic_tac_toe", "--moves", "b2b1", "--out"),
        ("puzzle", "--game", "tic_tac_toe", "--make", "1", "--out"),
    ],
    ids=lambda command: command[0],
)
def test_only_files_of_the_same_kind_are_replaced(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "work"
    for content in (b"my thesis\n", b"\xff\xfe\x00"):
        path.write_bytes(content)
        done = inarow(*command, str(path))
        assert_one_line_error(done, 2, f"{path} exists and is no ")
        assert done.out == ""
        assert path.read_bytes() == content
    path.write_bytes(b"")
    for _ in range(2):  # an empty file, and then one that we wrote
        assert_fine(inarow(*command, str(path)))


@pytest.fixture
def full_device(tmp_path: Path) -> Iterator[Path]:
    """A device of our own on which every write fails, because the disk is full."""
    path = tmp_path / "full"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        path.open("w").close()
    except OSError:
        pytest.skip("no device can be made here")
    yield path
    path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("games",),
        ("agents", "--json"),
        ("play", "tic_tac_toe", *MACHINES),
        ("play", "tic_tac_toe", *MACHINES, "--json"),
        ("play", "tic_tac_toe", *PEOPLE),
    ],
    ids=" ".join,
)
def test_a_full_disk_is_one_line(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = inarow(*args, stdout=full)
    assert_one_line_error(done, 1, "No space left")


def test_saving_to_a_full_disk_is_one_line_and_no_move_is_lost(full_device: Path) -> None:
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(full_device), typed="b2\ne\n")
    assert stat.S_ISCHR(full_device.stat().st_mode)  # a device is written to, not replaced
    assert_one_line_error(done, 1, str(full_device), "No space left")
    assert "b2" in done.out


# Outputs that close early


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("games",),
        ("agents", "--json"),
        ("play", "tic_tac_toe", *MACHINES),
        ("play", "tic_tac_toe", *MACHINES, "--json"),
        ("play", "tic_tac_toe", *PEOPLE),
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_early_as_head_does_is_no_error(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = inarow(*args, stdout=writer, typed="b2\n")
    finally:
        os.close(writer)
    assert_fine(done)


# Styles of the original programs


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


@pytest.mark.req("S3.1", "S3.5", "S3.13")
def test_the_menu_style_talks_as_its_program_did() -> None:
    typed = "0\n8\na\n\n1\n4\n"
    game = ("play", "connect_four", *PEOPLE, "--style", "menu")
    done = inarow(*game, "--moves", "111111", typed=typed)
    assert_fine(done)
    row = "- - - - - - - "
    assert lines(*["X - - - - - - ", "O - - - - - - "] * 3, "O's turn:") in done.out
    assert done.out.count("Not a valid command!") == 4
    assert done.out.count("Row is full!") == 1
    assert lines("O - - O - - - ", "X's turn:") in done.out
    empty = inarow(*game).out
    assert empty.startswith(lines(*[row] * 6, "O's turn:", "") + "Enter a move:")
    assert "\x1b" not in done.out + empty


@pytest.mark.req("S4.5", "S4.8", "S4.9", "S4.10", "S4.11", "S4.12")
def test_the_gomoku_style_talks_as_its_program_did() -> None:
    typed = "0 0\n0 0\nx\n1 1\n"
    game = ("play", "mnk(rows=3,cols=3,k=3)", *PEOPLE, "--style", "gomoku")
    done = inarow(*game, typed=typed)
    assert_fine(done)
    head = ("   ___________  ", "  |           | ")
    foot = ("  |___________| ", "     0  1  2  ")
    assert done.out.startswith(
        lines(
            "Gomoku Interactive!",
            "",
            *head,
            " 0|  -  -  -  |",
            " 1|  -  -  -  |",
            " 2|  -  -  -  |",
            *foot,
            "",
            "Player X: choose move (row col): 0 0",
            "Player X moves: [0, 0]",
            "",
            *head,
            " 0|  X  -  -  |",
            " 1|  -  -  -  |",
            " 2|  -  -  -  |",
            *foot,
            "",
            "Player O: choose move (row col): 0 0",
            "Invalid move! Try again: x",
            "Invalid move! Try again: 1 1",
            "Player O moves: [1, 1]",
        )
    )


@pytest.mark.req("S4.7", "S4.12", "S4.29")
def test_the_gomoku_style_ends_the_sample_game_as_a_draw() -> None:
    moves = ["0 0", "1 1", "2 2", "0 1", "2 1", "2 0", "0 2", "1 2", "1 0"]
    typed = "".join(f"{move}\n" for move in moves)
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    board = (" 0|  X  O  X  |", " 1|  X  O  O  |", " 2|  O  X  X  |")
    assert lines(*board) in done.out
    assert "\nGame over! DRAW.\n" in done.out


@pytest.mark.req("S4.6", "S4.12")
def test_the_gomoku_style_lets_a_longer_chain_win() -> None:
    row = ["0 0", "1 0", "0 1", "1 1", "0 3", "1 3", "0 4", "2 0", "0 2"]
    typed = "".join(f"{move}\n" for move in row)
    game = "mnk(rows=5,cols=5,k=4)"
    done = inarow("play", game, *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    assert " 0|  X  X  X  X  X  |" in done.out
    assert "\nGame over! Player X wins!\n" in done.out


@pytest.mark.req("S4.10")
def test_a_very_long_number_costs_no_turn_in_the_gomoku_style() -> None:
    typed = f"0 {'9' * 5000}\n0 0\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--style", "gomoku", typed=typed)
    assert_fine(done)
    assert "Player X moves: [0, 0]" in done.out


@pytest.mark.req("S0.17", "S0.18")
def test_the_lookahead_style_draws_as_its_program_did() -> None:
    game = "connect_four(rows=2,cols=6)"
    done = inarow("play", game, *PEOPLE, "--style", "lookahead", "--moves", "1", typed="2\n")
    assert_fine(done)
    assert lines(" | X | O |   |   |   |   | ", "-" * 27, "   1   2   3   4   5   6") in done.out


@pytest.mark.req("S2.4")
def test_the_nine_style_draws_as_its_program_did() -> None:
    game = ("play", "nine_board", *PEOPLE, "--style", "nine")
    done = inarow(*game, "--moves", "551", typed="9\n")
    assert_fine(done)
    empty, rule = " . . . | . . . | . . .", " ------+-------+------"
    assert (
        lines(
            empty,
            empty,
            " . . x | . . . | . . .",
            rule,
            " . . . | O . . | . . .",
            " . . . | . X . | . . .",
            empty,
            rule,
            empty,
            empty,
            empty,
        )
        in done.out
    )


def test_python_m_and_the_script_are_the_same_command() -> None:
    script = Path(sys.executable).with_name("inarow")
    if not script.exists():
        pytest.skip("inarow is not installed as a script here")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == inarow("--version").out
