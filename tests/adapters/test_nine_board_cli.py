"""The commands `inarow engine nine-board` and `inarow nine-board-server`, as people run them."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from adapters.nine_board_table import lines, read_all, send, server_that_says
from command_line import Done, Running, Terminal
from inarow.adapters.nine_board_client import DEFAULT_LIMIT, connect
from inarow.adapters.nine_board_server import open_listener
from inarow.interfaces.cli import run
from inarow.search.limit import Limit

HOST = "127.0.0.1"
BOARD_AFTER_THE_SAMPLE = """\
 . . . | . . . | . . .
 . . O | . . . | . . .
 . . . | . . . | . . .
 ------+-------+------
 . . . | . . . | X . .
 . . . | . . . | . x .
 . . . | . . . | . . X
 ------+-------+------
 . . . | . . . | . . .
 . . . | . . . | . . O
 . . . | . . . | . . .

"""


class Command:
    """Runs `inarow` in this process; `code`, `out` and `err` say what came of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.code, self.out, self.err = 0, "", ""

    def run(self, *arguments: str, typed: str = "") -> None:
        self.monkeypatch.setattr(sys, "argv", ["inarow", *arguments])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.code = run()
        self.out, self.err = self.capsys.readouterr()


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


def engine(port: int, *arguments: str) -> Running:
    return Running("engine", "nine-board", "-p", str(port), *arguments)


@contextmanager
def server(*arguments: str) -> Iterator[tuple[Running, int]]:
    """A server on a free port; it is killed if the test leaves it running."""
    running = Running("nine-board-server", "-p", "0", *arguments)
    try:
        match = re.fullmatch(r"Connecting to port (\d+)\n", running.out.readline())
        assert match is not None
        yield running, int(match[1])
    finally:
        running.process.kill()
        running.out.close()
        running.err.close()


@contextmanager
def player(port: int, answers: str) -> Iterator[socket.socket]:
    with connect(HOST, port) as end:
        end.settimeout(20)
        send(end, answers)
        yield end


# The server


@pytest.mark.req("S2.4", "S2.5")
def test_what_the_server_prints() -> None:
    with server("-m", "6", "1") as (running, port), player(port, "95"), player(port, "66"):
        done = running.finish()
    assert done == Done(0, f"\n{BOARD_AFTER_THE_SAMPLE}Player X wins (triple)\n\n", "")


@pytest.mark.req("S2.5")
def test_the_server_listens_on_this_machine_only() -> None:
    with server() as (running, port):
        sockets = Path(f"/proc/{running.process.pid}/net/tcp")
        if not sockets.exists():
            pytest.skip("this system does not show its sockets")
        listening = sockets.read_text("ascii")
        addresses = re.findall(rf"([0-9A-F]{{8}}):{port:04X} 00000000:0000 0A", listening)
        assert addresses == ["0100007F"]


@pytest.mark.req("S2.5")
def test_engines_at_the_server() -> None:
    with server("-n", "3", "--seed", "1") as (running, port):
        weak = ("--agent", "random")
        engines = [
            engine(port, *weak, "--seed", "1"),
            engine(port, *weak, "--limit", "100ms"),
        ]
        outputs = [one.finish() for one in engines]
        done = running.finish()
    assert [(one.code, one.err) for one in (*outputs, done)] == [(0, "")] * 3
    winners = re.findall(r"^Player ([XO]) wins \(triple\)$", done.out, re.M)
    assert len(winners) == 3
    sides = {re.findall(r" as ([XO])", one.out)[0] for one in outputs}
    assert sides == {"X", "O"}
    for one in outputs:
        results = re.findall(r"^game (\d): (win|loss) as ([XO]) \(triple\)$", one.out, re.M)
        assert [number for number, _, _ in results] == ["1", "2", "3"]
        assert [side == winner for (_, _, side), winner in zip(results, winners, strict=True)] == [
            result == "win" for _, result, _ in results
        ]


def wins_against_random(*arguments: str) -> int:
    """How many of 12 games an engine wins; the dice and the random player are always the same."""
    with server("-n", "12", "--agent-o", "random", "--seed", "4") as (running, port):
        ours = engine(port, "--limit", "500sims", "--seed", "1", *arguments).finish()
        running.finish()
    results = re.findall(r"^game \d+: (win|loss|draw) as", ours.out, re.M)
    assert len(results) == 12
    return results.count("win")


@pytest.mark.req("S2.6")
def test_the_default_engine_beats_the_random_player(thorough: bool) -> None:
    assert wins_against_random() >= 11
    if thorough:  # luck would not have been enough
        assert wins_against_random("--agent", "random") <= 8


def test_the_default_engine_thinks_two_seconds(command: Command) -> None:
    command.run("engine", "nine-board", "--help")
    assert "the strongest for nine boards" in " ".join(command.out.split())
    assert "2s" in command.out
    assert Limit(seconds=2) == DEFAULT_LIMIT


@pytest.mark.req("S2.5")
def test_a_silent_player_and_one_that_leaves() -> None:
    with server("-t", "1", "0", "--agent-x", "random") as (running, port), player(port, ""):
        done = running.finish()
    assert done.out.endswith("\n\nPlayer X wins (timeout)\n\n")
    assert done.err == "Player O: no answer within 2.0 s\n"
    with server("--agent-o", "random") as (running, port), player(port, "") as end:
        end.shutdown(socket.SHUT_WR)
        done = running.finish()
    assert done.out.endswith("\n\nPlayer O wins (disconnect)\n\n")
    assert done.err == "Player X: the connection was closed\n"


def test_two_players_of_ours_need_no_socket(command: Command) -> None:
    both = ["--agent-x", "random", "--agent-o", "random", "--seed", "4", "-n", "2"]
    command.run("nine-board-server", *both)
    first = command.out
    command.run("nine-board-server", *both)
    assert command.out == first
    assert command.code == 0
    assert "Connecting" not in first
    assert first.count(" wins (triple)\n") == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("nine-board-server -x --agent-x random", 2),
        ("nine-board-server -m 0 5", 2),
        ("nine-board-server -t 0 2", 2),
        ("nine-board-server -n 0", 2),
        ("nine-board-server -p 70000", 2),
        ("nine-board-server --agent-o nobody", 2),
        ("engine nine-board --agent nobody", 2),
        ("engine nine-board --limit soon", 2),
        ("engine nine-board --host 999.1.1.1", 1),
        ("engine nine-board --host a..b", 1),
        ("engine nine-board --host \udcff", 1),
        ("engine nine-board --host " + "a" * 100, 1),
        ("engine chess", 2),
    ],
)
def test_wrong_arguments(command: Command, arguments: str, code: int) -> None:
    command.run(*arguments.split())
    assert command.code == code
    assert command.err.startswith("inarow: ")
    assert command.err.count("\n") == 1


def test_a_port_in_use_and_a_port_nobody_listens_on(command: Command) -> None:
    with open_listener(0) as listener:
        port = listener.getsockname()[1]
        command.run("nine-board-server", "-p", str(port))
        assert (command.code, command.out) == (1, "")
        assert command.err == f"inarow: {HOST}:{port}: Address already in use\n"
    command.run("engine", "nine-board", "-p", str(port), "--agent", "random")
    assert (command.code, command.out) == (1, "")
    assert command.err == f"inarow: {HOST}:{port}: Connection refused\n"


# The engine at servers that err


@pytest.mark.req("S2.5")
@pytest.mark.parametrize("text", ["init. hello", "start(o). second_move(0,1).", "end"])
def test_the_engine_does_not_understand(command: Command, text: str) -> None:
    with server_that_says(lines(text)) as (port, _):
        command.run("engine", "nine-board", "-p", str(port), "--agent", "random")
    assert (command.code, command.out) == (2, "")
    assert command.err.endswith("is not a message of the nine-board protocol\n")
    assert command.err.startswith("inarow: ")
    assert command.err.count("\n") == 1


def test_the_engine_sees_an_illegal_move(command: Command) -> None:
    with server_that_says(lines("start(x). third_move(6,6,6).")) as (port, _):
        command.run("engine", "nine-board", "-p", str(port), "--agent", "random")
    assert command.code == 2
    assert command.err == "inarow: third_move(6,6,6). cannot be: cell 6 of board 6 is taken\n"


def test_the_engine_leaves_with_the_server(command: Command) -> None:
    text = "init. start(o). win(timeout). start(o)."
    with server_that_says(lines(text)) as (port, _):
        command.run("engine", "nine-board", "-p", str(port), "--agent", "random")
    assert (command.code, command.err) == (0, "")
    assert command.out == "game 1: win as O (timeout)\ngame 2: left by the server before its end\n"


# People


@pytest.mark.req("S2.4", "S2.5")
def test_two_people_need_no_socket(command: Command) -> None:
    people = ["nine-board-server", "-x", "-o", "-m", "6", "1"]
    command.run(*people, typed="0\nno 6!\n1\n9\n6\n5\n")
    assert (command.code, command.err) == (0, "")
    questions = re.findall(r"^next move for ([XO]) \? (.*)$", command.out, re.M)
    assert questions == [*zip("OOXXOX", ["0", "no 6!", "1", "9", "6", "5"], strict=True)]
    assert command.out.endswith(f"\n{BOARD_AFTER_THE_SAMPLE}Player X wins (triple)\n\n")
    assert command.out.splitlines()[0] == " . . . | . . . | . . ."
    assert command.out.splitlines()[4] == " . . . | . . . | x . ."


@pytest.mark.parametrize("typed", ["e\n", "EXIT\n", ""])
def test_a_person_leaves(command: Command, typed: str) -> None:
    command.run("nine-board-server", "-o", "--agent-x", "random", typed=typed)
    assert (command.code, command.err) == (0, "")
    assert command.out.endswith("The game was left unfinished.\n")


@pytest.mark.req("S2.5")
@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_leaving_closes_the_connections(key: str, code: int) -> None:
    with closing(Terminal("nine-board-server", "-p", "0", "-o")) as terminal:
        terminal.wait_for(r"Connecting to port (\d+)\r\n")
        with player(int(terminal.child.match[1]), "") as end:
            terminal.wait_for(r"next move for O \? ")
            terminal.child.send(key)
            assert terminal.finish() == code
            assert "Traceback" not in terminal.shown
            assert read_all(end).split() == ["init.", "start(x).", "end."]


def test_the_waiting_server_stops_at_ctrl_c() -> None:
    with server() as (running, port), player(port, "") as end:
        os.kill(running.process.pid, signal.SIGINT)
        assert running.finish() == Done(130, "", "inarow: stopped\n")
        assert read_all(end) == ""


def test_a_silent_server_is_left(command: Command) -> None:
    with socket.create_server((HOST, 0)) as silent:
        port = str(silent.getsockname()[1])
        command.run("engine", "nine-board", "-p", port, "--patience", "1", "--agent", "random")
    assert command.code == 1
    words = "the server has said nothing for 1 seconds: wait longer with --patience"
    assert command.err == f"inarow: {words}\n"
