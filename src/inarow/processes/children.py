"""Programs as children: started under limits and on a leash, ended with everything they started.

A child leads a group of processes of its own, so that Ctrl-C in a terminal does not reach it and
one signal ends it together with its children. Foreign code may leave its group: it gets a keeper on
Linux (`launch.py`), which ends what it has started wherever that went. Windows has neither groups
nor limits of this kind: there a child is started as it is and ended by `taskkill`.
"""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from inarow.log import logger

if TYPE_CHECKING:
    from asyncio.subprocess import Process

log = logger(__name__)

_LAUNCH = Path(__file__).with_name("launch.py")
_PYTHON = (sys.executable, "-I", "-S")
_FINISH_SECONDS = 2.0
_kept: set[subprocess.Popen[bytes]] = set()
"""The foreign programs of this process."""
CHUNK = 65536
"""Bytes to read from a pipe at a time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: megabytes of memory, and how far it yields to other processes."""

    memory: int
    niceness: int = 0

    def command(self, program: Sequence[str], *, kept: bool = False) -> list[str]:
        """The command that starts a program under these limits, with a keeper if it is foreign."""
        if sys.platform == "win32":
            return list(program)
        keeper = ["keep", str(os.getpid())] if kept and sys.platform == "linux" else []
        bounds = str(self.memory), str(self.niceness)
        return [*_PYTHON, str(_LAUNCH), *keeper, *bounds, *program]


class LogPipe(AbstractContextManager["LogPipe"]):
    """A pipe for the stderr of children: a thread takes every line into the log.

    The thread ends when the last process that writes has ended and the pipe is closed here.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._last = ""
        reader, self.writer = os.pipe()
        self._thread = Thread(target=self._read, args=(reader,), daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        os.close(self.writer)

    def finish(self) -> str:
        """Wait until all writers have ended, within reason; the last line that they wrote."""
        self._thread.join(_FINISH_SECONDS)
        return self._last

    def _read(self, reader: int) -> None:
        rest = b""
        with open(reader, "rb", buffering=0) as pipe:
            while chunk := pipe.read(CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                self._take(lines)
                rest = rest[-CHUNK:]
        self._take([rest])

    def _take(self, lines: list[bytes]) -> None:
        said = [line.decode(errors="replace").rstrip() for line in lines if line.strip()]
        if said:
            self._last = said[-1]
            for line in said if log.isEnabledFor(logging.INFO) else ():
                log.info("%s: %s", self._name, line)


async def start_child(
    program: Sequence[str], limits: Limits, errors: LogPipe, *, piped: bool = False
) -> "Process":
    """Start a program.

    Args:
        program: the program and its arguments.
        limits: what it may use.
        errors: where its stderr goes.
        piped: whether we talk to it through its stdin and stdout, which lead nowhere otherwise.
    """
    import asyncio  # a tenth of the time until the first move, and only servers need it

    pipe = subprocess.PIPE if piped else subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        *limits.command(program),
        stdin=pipe,
        stdout=pipe,
        stderr=errors.writer,
        start_new_session=True,
    )


def interrupt(process: "Process") -> None:
    """Ask a child to end, as Ctrl-C does."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.terminate()
        else:
            process.send_signal(signal.SIGINT)


def kill_tree(leader: int) -> None:
    """End a child and everything it started; the caller knows that it has not been waited for."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(leader)], capture_output=True)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def start_kept(
    program: Sequence[str], limits: Limits, folder: str | None
) -> subprocess.Popen[bytes]:
    """Start foreign code that we talk to through its pipes; to be ended by `end_kept`."""
    process = subprocess.Popen(
        limits.command(program, kept=True),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        start_new_session=True,
    )
    _kept.add(process)
    return process


def let_stand(process: subprocess.Popen[bytes], *, still: bool) -> None:
    """Let a foreign program and everything it started stand still, or go on; only on Linux."""
    if sys.platform == "linux":  # its keeper passes it on
        process.send_signal(signal.SIGUSR1 if still else signal.SIGUSR2)


def end_kept(*processes: subprocess.Popen[bytes]) -> None:
    """End foreign programs, by default all of this process; nothing they started is left then."""
    ending = processes or tuple(_kept)
    for process in ending:
        if sys.platform == "linux":  # the keeper ends the others and then itself
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGCONT)
        else:
            kill_tree(process.pid)
    for process in ending:
        try:
            process.wait(_FINISH_SECONDS)
        except subprocess.TimeoutExpired:
            kill_tree(process.pid)
            process.wait()
        _kept.discard(process)


def how_kept() -> str:
    """How foreign programs are kept together here: by a namespace, a subreaper or a group."""
    if sys.platform != "linux":
        return "group"
    command = [*_PYTHON, str(_LAUNCH), "how"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "group"
