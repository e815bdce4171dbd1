"""Running the command `inarow` as people do: in a pipe, and on a pseudo-terminal.

All kernels are compiled before the first command runs, so that no test waits for them and none
shows the notice about it, unless it asks for a cache folder of its own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from unittest.mock import patch

import pexpect

from inarow.interfaces.cli import main

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

COMMAND = [sys.executable, "-m", "inarow"]
MACHINES = ("--first", "random", "--second", "random")
PEOPLE = ("--first", "human", "--second", "human")
SECONDS = 120
"""How long to wait for anything; only a failing test waits that long."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ERASED = re.compile(r"[^\r\n]*\r\x1b\[K")
_CONTROL = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")


def environment(**changes: str | None) -> dict[str, str]:
    """A plain environment with UTF-8, without NO_COLOR; None removes a variable."""
    env: Mapping[str, str | None] = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "COLUMNS": "100",
        "NO_COLOR": None,
        "PYTHONIOENCODING": None,
        **changes,
    }
    return {name: value for name, value in env.items() if value is not None}


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    out: str
    err: str


@cache
def warm_kernels() -> None:
    """Compile what is missing, once, also when several workers of pytest come here together."""
    with (Path(gettempdir()) / "inarow-tests.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([*COMMAND, "warm-up"], capture_output=True, check=True)


def inarow(*args: str, typed: str | bytes = "", stdout: Any = None, **env: str | None) -> Done:
    """Run the command in a pipe; `typed` is its input, `stdout` a file that takes its output."""
    if "NUMBA_CACHE_DIR" not in env:
        warm_kernels()
    done = subprocess.run(
        [*COMMAND, *args],
        input=typed.encode() if isinstance(typed, str) else typed,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        timeout=SECONDS,
        env=environment(**env),
        check=False,
    )
    out, err = (done.stdout or b"").decode(errors="replace"), done.stderr.decode(errors="replace")
    return Done(done.returncode, out, err)


def inarow_here(*args: str) -> Done:
    """Run the command inside this process, which is faster, with an empty input."""
    out, err = StringIO(), StringIO()
    with (
        patch.object(sys, "argv", ["inarow", *args]),
        patch.object(sys, "stdin", StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 1
    return Done(code, out.getvalue(), err.getvalue())


def assert_one_line_error(done: Done, code: int, *words: str) -> None:
    """The command failed as it should: one line on stderr that says what and how."""
    assert done.code == code, done.err
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err), done.err
    for word in words:
        assert word in done.err, done.err


def assert_fine(done: Done) -> None:
    """The command did what it should, and had nothing to complain about."""
    assert (done.code, done.err) == (0, ""), done


def plain(text: str) -> str:
    """A text of a terminal without colours and other control sequences, and what they erased."""
    return _CONTROL.sub("", _ERASED.sub("", text)).replace("\r\n", "\n").replace("\r", "")


def offered(text: str) -> list[str]:
    """The arguments of the command with which a game can be continued, as it was told."""
    line = text.partition("Continue with: ")[2].partition("\n")[0]
    words = shlex.split(line)
    assert words[words.index("play") - 1] == "inarow", "with or without python -m"
    return words[words.index("play") :]


def colours(text: str) -> set[str]:
    """The colour sequences in a text, the one that switches back left out."""
    return set(_COLOUR.findall(text)) - {"\x1b[0m"}


class Terminal:
    """The command on a pseudo-terminal."""

    def __init__(self, *args: str, **env: str | None) -> None:
        if "NUMBA_CACHE_DIR" not in env:
            warm_kernels()
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *args],
            env=environment(**env),
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(60, 100),
        )
        self.child.delaybeforesend = None
        self.child.delayafterclose = self.child.delayafterterminate = 0.02
        self.shown = ""

    def wait_for(self, *patterns: str) -> int:
        """Wait for one of several patterns; which one came."""
        index: int = self.child.expect(list(patterns))
        self.shown += self.child.before + self.child.after
        return index

    def type(self, line: str, *patterns: str) -> None:
        """Type a line, then wait for the patterns, one after another."""
        self.child.sendline(line)
        for pattern in patterns:
            self.wait_for(pattern)

    def press(self, key: str) -> None:
        """Press Ctrl and a key."""
        self.child.sendcontrol(key)

    def finish(self) -> int:
        """Wait for the end of the program; its exit code."""
        self.child.expect(pexpect.EOF)
        self.shown += self.child.before
        self.child.close()
        code: int = self.child.exitstatus
        return code

    def close(self) -> None:
        """End the program if it still runs."""
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """All that was shown so far, without control sequences."""
        return plain(self.shown)
