"""A command does the same inside the process of a test, forked, and in a fresh Python."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

import fork_server
from command_line import Done, environment, inarow, run_python, warm_kernels
from inarow.interfaces.cli import cli

pytestmark = pytest.mark.skipif(not fork_server.AVAILABLE, reason="needs Linux")


# One line for every command, so that each is run as a process at least once.
LINES = (
    "--version",
    "play tic_tac_toe --first random --second random --seed 1",
    "play chess",
    "analyse 44 --agent mcts(simulations=50) --seed 1 --json",
    "review tic_tac_toe b2b1 --json",
    "puzzle --level 1 --json",
    "watch alphabeta tic_tac_toe b2a1c3 --depth 2",
    "sweep mcts(simulations=5,exploration={1,2}) tic_tac_toe --positions 10 --json",
    "solve 4453",
    "score random tic_tac_toe --seed 1 --json",
    "train chess --out my.npz",
    "export positions chess",
    "picture 4453",
    "library list --json",
    "book info",
    "arena show missing.sqlite",
    "serve --host nowhere.invalid",
    "classic lookahead 45 mm 1 --seed 1",
    "games",
    "agents --json",
    "engine gomocup",
    "nine-board-server --agent-x random --agent-o random --seed 1",
    "bench --list",
    "warm-up",
    "doctor",
)
SECONDS = re.compile(r"\d+\.\d+ s|\"seconds\": [\d.e-]+")


def said(done: Done) -> Done:
    """What a command said, without the seconds that it took."""
    return Done(done.code, SECONDS.sub("", done.out), SECONDS.sub("", done.err))


@pytest.mark.parametrize("line", LINES)
def test_inside_this_process_and_in_one_of_its_own_a_command_does_the_same(line: str) -> None:
    inside, forked = inarow(*line.split()), inarow(*line.split(), forked=True)
    assert said(inside) == said(forked)


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line in LINES} == {"--version", *cli.commands}


@pytest.mark.parametrize("line", LINES[:4])
def test_a_fork_and_a_fresh_python_do_the_same(line: str) -> None:
    args = line.split()
    assert said(inarow(*args, forked=True)) == said(inarow(*args, fresh=True))


def test_a_fork_imports_anew_what_its_environment_changes(tmp_path: Path) -> None:
    args = ("doctor", "--json")
    forked = inarow(*args, NUMBA_CACHE_DIR=str(tmp_path))
    assert forked == inarow(*args, NUMBA_CACHE_DIR=str(tmp_path), fresh=True)
    assert str(tmp_path) in forked.out


def test_nothing_that_a_child_does_is_left(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, sys, inarow\n"
        "print(os.environ.get('LEFT'), hasattr(inarow, 'left'), sys.argv[1:])\n"
        "os.environ['LEFT'] = inarow.left = 'yes'\n"
        "sys.exit(7)\n"
    )
    warm_kernels()
    for word in ("one", "two"):
        with (tmp_path / "out").open("w+") as out:
            streams = (os.open(os.devnull, os.O_RDONLY), out.fileno(), out.fileno())
            child = fork_server.start([str(script), word], environment(), streams)
            assert child.wait(60) == 7
            os.close(streams[0])
            out.seek(0)
            assert out.read() == f"None False ['{word}']\n"


OWNER = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
import fork_server
server = fork_server.start_server()
child = fork_server.start(["-c", "import time; time.sleep(600)"], os.environ, (0, 1, 2))
copy = os.fork() if sys.argv[2] == "copied" else -1  # has all that the owner has open
if copy:
    print(server.pid, child.pid, copy, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("how", ["alone", "copied"])
def test_a_server_and_its_children_end_with_an_owner_that_is_killed(how: str) -> None:
    tests = str(Path(fork_server.__file__).parent)
    env = environment(**{fork_server.OWNER: None, fork_server.BARE: "yes"})
    command = [sys.executable, "-c", OWNER, tests, how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as owner:
        assert owner.stdout is not None
        server, child, copy = map(int, owner.stdout.readline().split())
        watched = [os.pidfd_open(pid) for pid in (server, child)]
        owner.kill()
        try:
            for ended in watched:
                assert select([ended], [], [], 60)[0], "it lives on"
                os.close(ended)
        finally:
            for pid in (server, child, copy):
                with suppress(ProcessLookupError):
                    if pid > 0:
                        os.kill(pid, signal.SIGKILL)


def test_an_order_that_breaks_off_is_none() -> None:
    warm_kernels()
    for order in (b"", b'{"args": ['):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(fork_server._address(fork_server.find_server()))
            connection.sendall(order)
    assert run_python("-c", "print(7)") == Done(0, "7\n", "")


def test_a_child_can_be_interrupted_and_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import time\nprint('begun', flush=True)\ntime.sleep(600)\n")
    warm_kernels()
    for number, code in ((signal.SIGINT, 1), (signal.SIGKILL, -signal.SIGKILL)):
        reader, writer = os.pipe()
        child = fork_server.start([str(script)], environment(), (reader, writer, writer))
        os.close(writer)
        assert os.read(reader, 100) == b"begun\n"
        os.kill(child.pid, number)
        assert child.wait(60) == code
        os.close(reader)
