"""Running the command `inarow` as people do: in a pipe, and on a pseudo-terminal.

All kernels are compiled before the first command runs, so that no test waits for them and none
shows the notice about it, unless it asks for a cache folder of its own.

A command in a pipe runs inside the process of the test, with streams and an environment of its own:

    inarow("games")                          inside, about 1 ms
    inarow("games", forked=True)             a process of the fork server, about 20 ms
    inarow("games", HOME="/elsewhere")       the same, and it imports `inarow` anew
    inarow("games", fresh=True)              a Python of its own, some tenths of a second

What only a process has, such as an exit, a file as its output or children that are counted, needs
one of the last three. `test_fork_server.py` proves that all of them answer alike. On a terminal a
command is always a process. JSON that a command prints inside must fit its published schema.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from time import monotonic, sleep
from typing import IO, Any
from unittest.mock import patch

import pexpect
from pexpect.fdpexpect import fdspawn

import fork_server
import schemas
from inarow.interfaces.cli import run

try:
    import fcntl
    import termios
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

COMMAND = [sys.executable, "-m", "inarow"]
MACHINES = ("--first", "random", "--second", "random")
PEOPLE = ("--first", "human", "--second", "human")
SECONDS = 120 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
"""How long to wait for anything, longer on a busy machine; only a failing test waits that long."""

INSIDE = {
    "_INAROW_COMPLETE",
    "COLUMNS",
    "COMP_CWORD",
    "COMP_WORDS",
    "INAROW_COMMAND",
    "INAROW_GAMES",
    "INAROW_PLAIN",
    "NO_COLOR",
    "PYTHONIOENCODING",
    "TERM",
}
"""Variables that commands read when they run."""
ANEW = {"HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"}
"""Variables that `inarow` reads when it is imported."""
FORKED = INSIDE | ANEW
"""Variables that nothing reads when Python starts."""

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
    kept = Path(os.environ["NUMBA_CACHE_DIR"])  # of this checkout, so no other one waits for it
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "tests.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if fork_server.AVAILABLE:
            fork_server.wait_for_server()
        else:
            subprocess.run([*COMMAND, "warm-up"], capture_output=True, check=True)


def inarow(
    *args: str,
    typed: str | bytes = "",
    stdout: IO[Any] | int | None = None,
    forked: bool = False,
    fresh: bool = False,
    **env: str | None,
) -> Done:
    """Run the command in a pipe; `typed` is its input, `stdout` a file that takes its output."""
    if "NUMBA_CACHE_DIR" not in env:
        warm_kernels()
    given = typed.encode() if isinstance(typed, str) else typed
    process = forked or fresh or stdout is not None
    if not process and env.keys() <= INSIDE:
        return _inside(args, given, environment(**env))
    if fork_server.AVAILABLE and not fresh and env.keys() <= FORKED:
        return _forked([*COMMAND[1:], *args], given, stdout, env)
    done = subprocess.run(
        [*COMMAND, *args],
        input=given,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        timeout=SECONDS,
        env=environment(**env),
        check=False,
    )
    return Done(done.returncode, _text(done.stdout or b""), _text(done.stderr))


def inarow_in(folder: Path, *args: str, **env: str | None) -> Done:
    """Run the command inside, in a folder and without input; errors stand among its output."""
    with contextlib.chdir(folder):
        return _inside(args, b"", environment(**env), together=True)


def _inside(args: Sequence[str], typed: bytes, env: dict[str, str], together: bool = False) -> Done:
    """Run the command in this process, with other streams and in another environment."""
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    given = TextIOWrapper(BytesIO(typed), encoding, "surrogateescape")
    out = TextIOWrapper(BytesIO(), encoding, "surrogateescape", newline="\n", write_through=True)
    err = out if together else TextIOWrapper(BytesIO(), encoding, "backslashreplace", newline="\n")
    with (
        patch.object(sys, "argv", ["inarow", *args]),
        patch.object(sys, "stdin", given),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.dict(os.environ, env, clear=True),
    ):
        try:
            code = run()
        except BaseException:
            traceback.print_exc()
            code = 1
    for stream in (out, err):
        stream.flush()
    said = [_text(stream.buffer.getvalue()) for stream in (out, err)]
    if code == 0 and "--json" in args and not together:
        schemas.check_output(args, said[0])
    return Done(code, said[0], "" if together else said[1])


def run_python(*args: str, folder: Path | None = None, **env: str | None) -> Done:
    """Run Python with a script, `-m` or `-c` and arguments in a pipe."""
    warm_kernels()
    if fork_server.AVAILABLE and env.keys() <= FORKED | {"PYTHONPATH"}:
        return _forked(args, b"", None, env, folder)
    command = [sys.executable, *args]
    done = subprocess.run(command, capture_output=True, env=environment(**env), cwd=folder)
    return Done(done.returncode, _text(done.stdout), _text(done.stderr))


def shell_command(folder: Path) -> Path:
    """A command `inarow` for shells, in a folder; with FORKED=anew it imports `inarow` anew."""
    warm_kernels()
    python = f'"{sys.executable}"'
    if fork_server.AVAILABLE:
        forks = f'-I -S "{fork_server.__file__}" "${{FORKED:-run}}" {fork_server.find_server()}'
        python = f"{python} {forks}"
    command = folder / "inarow"
    lines = ("#!/bin/sh", 'export INAROW_COMMAND="$0"', f'exec {python} -m inarow "$@"', "")
    command.write_text("\n".join(lines), encoding="utf-8")
    command.chmod(0o755)
    return command


def _forked(
    args: Sequence[str],
    typed: bytes,
    stdout: IO[Any] | int | None,
    env: Mapping[str, str | None],
    folder: Path | None = None,
) -> Done:
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(typed)
        for file in (given, out, err):
            file.seek(0)
        output = out if stdout is None else stdout
        streams = [
            given.fileno(),
            output if isinstance(output, int) else output.fileno(),
            err.fileno(),
        ]
        anew = bool(env.keys() & (ANEW | {"PYTHONPATH"}))
        where = str(folder) if folder else None
        child = fork_server.start(args, environment(**env), streams, folder=where, anew=anew)
        code = child.wait(SECONDS)
        out.seek(0)
        err.seek(0)
        return Done(code, _text(out.read()), _text(err.read()))


def _text(output: bytes) -> str:
    return output.decode(errors="replace")


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


def _take_terminal(screen: int) -> None:
    """Make a terminal that of this process, and hear its signals, even after `nohup`."""
    fcntl.ioctl(screen, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def killed_in_the_end(process: fork_server.Child | subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process that does not end: a test that waits for it fails, and does not hang."""
    patience = Timer(SECONDS, process.kill)
    patience.start()
    try:
        yield
    finally:
        patience.cancel()


class Running:
    """The command in pipes, while it runs; or Python, with arguments as for `run_python`."""

    def __init__(
        self, *args: str, folder: Path | None = None, python: bool = False, **env: str | None
    ) -> None:
        if "NUMBA_CACHE_DIR" not in env:
            warm_kernels()
        words = args if python else (*COMMAND[1:], *args)
        readers, writers = zip(os.pipe(), os.pipe(), strict=True)
        with open(os.devnull) as nothing:
            self.process = _start([nothing.fileno(), *writers], words, env, folder=folder)
        for writer in writers:
            os.close(writer)
        self.out, self.err = (os.fdopen(reader, encoding="utf-8") for reader in readers)

    def finish(self) -> Done:
        """Wait for its end; what it said since it was last listened to."""
        with self.out, self.err, killed_in_the_end(self.process):
            out, err = self.out.read(), self.err.read()
        return Done(self.process.wait(SECONDS), out, err)


def _start(
    streams: Sequence[int],
    args: Sequence[str],
    env: Mapping[str, str | None],
    fresh: bool = False,
    terminal: bool = False,
    folder: Path | None = None,
) -> fork_server.Child | subprocess.Popen[bytes]:
    """Start Python with these streams, forked if that makes no difference."""
    if fork_server.AVAILABLE and not fresh and env.keys() <= FORKED:
        anew = bool(env.keys() & ANEW)
        where = str(folder) if folder else None
        return fork_server.start(args, environment(**env), streams, terminal, None, where, anew)
    given, out, err = streams
    return subprocess.Popen(
        [sys.executable, *args],
        stdin=given,
        stdout=out,
        stderr=err,
        env=environment(**env),
        cwd=folder,
        start_new_session=True,
        preexec_fn=partial(_take_terminal, given) if terminal else None,
    )


class Terminal:
    """The command on a pseudo-terminal."""

    def __init__(self, *args: str, fresh: bool = False, **env: str | None) -> None:
        if "NUMBA_CACHE_DIR" not in env:
            warm_kernels()
        env = {"INAROW_PLAIN": "1", **env}  # prompts, unless a test asks for the full screen
        keyboard, screen = os.openpty()
        termios.tcsetwinsize(screen, (60, 100))
        words = (*COMMAND[1:], *args)
        self.process = _start([screen] * 3, words, env, fresh, terminal=True)
        os.close(screen)
        self.child = fdspawn(keyboard, encoding="utf-8", timeout=SECONDS)
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

    def wait_until_it_thinks(self) -> None:
        """Wait until the line editor is gone and keys are not shown: something is searched for."""
        deadline = monotonic() + SECONDS
        while monotonic() < deadline:
            flags = termios.tcgetattr(self.child.child_fd)[3]
            if flags & termios.ICANON and not flags & termios.ECHO:
                return
            sleep(0.01)
        raise AssertionError("it does not think")

    def press(self, key: str) -> None:
        """Press Ctrl and a key."""
        self.child.send(chr(ord(key) - ord("a") + 1))

    def finish(self) -> int:
        """Wait for the end of the program; its exit code."""
        self.child.expect(pexpect.EOF)
        self.shown += self.child.before
        self.child.close()
        return self.process.wait(SECONDS)

    def close(self) -> None:
        """End the program if it still runs."""
        self.child.close()
        self.process.kill()
        self.process.wait(SECONDS)

    @property
    def text(self) -> str:
        """All that was shown so far, without control sequences."""
        return plain(self.shown)
