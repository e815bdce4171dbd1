"""The command in pipes: exit codes, one-line errors, no traceback, closed and full outputs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import (
    COMMAND,
    MACHINES,
    PEOPLE,
    assert_fine,
    assert_one_line_error,
    colours,
    environment,
    inarow,
)
from inarow.registry import agents, games, load_agent, load_game, programs

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
    done = inarow(command, "--help", fresh=True)
    assert_fine(done)
    assert "Examples:" in done.out
    assert done.out == inarow(command, "-h").out


def test_the_version_is_printed() -> None:
    done = inarow("--version")
    assert_fine(done)
    assert re.fullmatch(r"inarow \d+\.\d+\.\d+\n", done.out)


@pytest.mark.parametrize(
    ("command", "names"), [("games", list(games())), ("agents", [*agents(), *programs()])]
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


@pytest.mark.parametrize(
    ("game", "plays"), [("mnk(7,7,5)", True), ("mnk(8,8,5)", False), ("gomoku", False)]
)
def test_the_players_of_a_game_are_those_that_play_its_board(game: str, plays: bool) -> None:
    listed = json.loads(inarow("agents", "--game", game, "--json").out)
    names = [entry["name"] for entry in listed]
    assert names == [name for name in agents() if load_agent(name).supports(load_game(game))]
    assert ("perfect" in names) == plays
    alone = inarow("agents", "perfect", "--game", game)
    if plays:
        assert_fine(alone)
    else:
        assert_one_line_error(alone, 2, f"perfect cannot play {load_game(game)}")


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
    (["play", "gomoku", "--second", "./pbrain-x --a"], ["write pbrain(command=./pbrain-x --a)"]),
    (["engine", "gomocup", "--agent", "human"], ["a human is no engine"]),
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
    (["agents", "--game", "chess"], ["there is no game 'chess'"]),
    (["agents", "nobody", "--game", "gomoku"], ["there is no player 'nobody'"]),
    (["games", "extra"], ["extra"]),
    (["play", "tic_tac_toe", *MACHINES, "--limit", ""], ["'' is not a limit"]),
    (["play", "tic_tac_toe", *MACHINES, "--limit", "", "--json"], ["'' is not a limit"]),
    (["play", "tic_tac_toe", "--first", "random", "--second", ""], ["'' is not of the form"]),
    (["play", "tic_tac_toe", "--position", ""], ["a position is written"]),
    (["analyse", "--game", ""], ["'' is not of the form"]),
    (["analyse", "--limit", ""], ["'' is not a limit"]),
    (["puzzle", "--game", ""], ["'' is not of the form"]),
    (["watch", "mcts(exploration=nan)"], ["exploration must be 0 to 100, not nan"]),
    (["play", "tic_tac_toe", *MACHINES, "--pace", "nan"], ["'nan' is not a valid number"]),
    (["serve", "--port", "0", "--host", "\udcff"], ["there is no such address"]),
    (["serve", "--port", "0", "--host", "é" * 100], ["there is no such address"]),
]


@pytest.mark.parametrize(
    ("args", "words"),
    WRONG,
    ids=lambda value: " ".join(map(str, value))[:60].encode("ascii", "replace").decode(),
)
def test_wrong_usage_is_one_line_and_exit_code_2(args: list[str], words: list[str]) -> None:
    done = inarow(*args)
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


@pytest.mark.parametrize(
    "args",
    [
        ["play", "--" + "x" * 9000],
        ["play", "--seed", "9" * 9000],
        ["games", "x" * 9000],
        ["review", "a/" * 9000],
        ["arena", "show", "a/" * 9000],
    ],
    ids=lambda args: " ".join(args)[:20],
)
def test_what_was_typed_is_told_again_in_a_line_of_bounded_length(args: list[str]) -> None:
    done = inarow(*args)
    assert done.err.startswith("inarow: ")
    assert done.err.count("\n") == 1
    assert len(done.err) < 2100


# Outputs that close early or take nothing

every_output = pytest.mark.parametrize(
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


@every_output
def test_a_reader_that_leaves_early_as_head_does_is_no_error(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = inarow(*args, stdout=writer, typed="b2\n")
    finally:
        os.close(writer)
    assert_fine(done)


@every_output
def test_a_full_disk_is_one_line(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = inarow(*args, stdout=full)
    assert_one_line_error(done, 1, "No space left")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_was_closed_from_the_start_is_no_error(closed: str) -> None:
    """Python warns of files that nobody closed, if it is asked to."""
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "games"],
        env=environment(PYTHONWARNINGS="error"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (closed in ("<&-", "2>&-"))


def test_python_m_and_the_script_are_the_same_command() -> None:
    script = Path(sys.executable).with_name("inarow")
    if not script.exists():
        pytest.skip("inarow is not installed as a script here")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == inarow("--version").out
