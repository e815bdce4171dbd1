"""A forked command does what a fresh Python does."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import fork_server
from command_line import MACHINES, environment, inarow, warm_kernels

pytestmark = pytest.mark.skipif(not fork_server.AVAILABLE, reason="needs Linux")


@pytest.mark.parametrize(
    "args",
    [
        ("--version",),
        ("play", "tic_tac_toe", *MACHINES, "--seed", "1"),
        ("analyse", "--moves", "44", "--agent", "mcts(simulations=50)", "--seed", "1", "--json"),
        ("play", "chess"),
    ],
    ids=" ".join,
)
def test_a_fork_and_a_fresh_python_do_the_same(args: tuple[str, ...]) -> None:
    forked, fresh = inarow(*args), inarow(*args, fresh=True)
    assert (forked.code, forked.err) == (fresh.code, fresh.err)
    lines = zip(forked.out.splitlines(), fresh.out.splitlines(), strict=True)
    assert all(one == other for one, other in lines if "seconds" not in one)


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
