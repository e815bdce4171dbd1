"""A program in a process of its own, asked in JSON lines: it may crash, hang or never stop talking.

One question and one answer a line. Lines that are no answer are taken for chatter and skipped, up
to a cap. An answer that does not come in time, a process that ends and one that writes too much are
told apart, and the process is killed with all its children. Memory is limited by the system, see
`launch.py`.

          guard                                  the program
            |    {"ask": "move", ...}  ---- stdin --->  |
            |    <--- stdout ----   {"move": "5"}       |
            |    <--- stderr ----   the last words of a crash
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from inarow.games.base import Reason
from inarow.search.agent import PlayerFailed

GUARD_OUTPUT_BYTES = 1_000_000
"""What a player may write beside one answer before it loses."""
HANG_GRACE = 2.0
"""How long to wait for a move after its time is up, before the player is ended."""

_LAUNCH = Path(__file__).with_name("launch.py")
_MEMORY_WORDS = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory")
_CHUNK = 65536
_WORDS = 200
"""Letters of the last line of stderr that are worth repeating."""


class Guard:
    """Starts a program and asks it questions.

    Args:
        command: the program and its arguments.
        memory: megabytes that it may use.
        folder: where it runs.
    """

    def __init__(self, command: Sequence[str], memory: int, folder: str | None = None) -> None:
        self._last_words = b""
        self._closed = False
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_LAUNCH), str(memory), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            start_new_session=True,  # so that it can be killed with its children
        )
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)

    @property
    def _pipes(self) -> tuple[Any, Any, Any]:
        return self._process.stdin, self._process.stdout, self._process.stderr

    def ask(self, question: dict[str, Any], key: str, patience: float) -> dict[str, Any]:
        """Ask, and wait for an answer that has a key.

        Raises:
            PlayerFailed: no answer came; the program is ended.
        """
        line = json.dumps(question).encode() + b"\n"
        stdin, stdout, stderr = self._pipes
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            try:
                return self._converse(selector, line, key, monotonic() + patience)
            except PlayerFailed:
                self.close()
                raise

    @property
    def alive(self) -> bool:
        """Whether the program can still be asked."""
        return not self._closed

    def close(self) -> None:
        """End the program and everything it started."""
        if self._closed:
            return  # its number may be somebody else's by now
        self._closed = True
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in self._pipes:
            pipe.close()
        self._process.wait()

    def _converse(
        self, selector: selectors.BaseSelector, unsent: bytes, key: str, deadline: float
    ) -> dict[str, Any]:
        """Write and read whatever can be written and read, until the answer is complete."""
        stdin, stdout, _ = self._pipes
        heard, written, talking = b"", 0, 2
        while talking:
            ready = selector.select(max(0.0, deadline - monotonic()))
            if not ready or monotonic() > deadline:
                raise PlayerFailed(Reason.HANG, "no answer: it was ended")
            for found, _ in ready:
                pipe: Any = found.fileobj
                if pipe is stdin:
                    unsent = _send(stdin.fileno(), unsent)
                    if not unsent:
                        selector.unregister(stdin)
                    continue
                chunk = os.read(pipe.fileno(), _CHUNK)
                if not chunk:
                    selector.unregister(pipe)
                    talking -= 1
                elif pipe is stdout:
                    *lines, heard = (heard + chunk).split(b"\n")
                    answers = (answer for line in lines if (answer := _answer(line, key)))
                    for answer in answers:
                        return answer
                else:
                    self._last_words = (self._last_words + chunk)[-_CHUNK:]
                written += len(chunk)
                if written > GUARD_OUTPUT_BYTES:
                    raise PlayerFailed(Reason.OUTPUT, f"{written:,} bytes were no answer")
        raise self._post_mortem()

    def _post_mortem(self) -> PlayerFailed:
        """The program is gone, or closed its pipes: say what happened."""
        try:
            code = self._process.wait(HANG_GRACE)
        except subprocess.TimeoutExpired:
            return PlayerFailed(Reason.CRASH, "it closed its output")
        last = (self._last_words.strip().splitlines() or [b""])[-1]
        how = f"killed by signal {-code}" if code < 0 else f"ended with code {code}"
        words = last.decode(errors="replace")[-_WORDS:]
        # Linux kills the hungriest process when memory runs out; nobody else sends that signal.
        full = code == -signal.SIGKILL or any(word in self._last_words for word in _MEMORY_WORDS)
        reason = Reason.MEMORY if full else Reason.CRASH
        return PlayerFailed(reason, f"{how}: {words}" if words else how)


def _send(pipe: int, data: bytes) -> bytes:
    """Write what the pipe takes; what is left. That nobody reads is noticed when reading."""
    try:
        return data[os.write(pipe, data) :]
    except BlockingIOError:
        return data
    except OSError:
        return b""


def _answer(line: bytes, key: str) -> dict[str, Any] | None:
    """The answer that a line holds, or None if it is chatter."""
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        answer: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if "failed" in answer:  # so our own host tells of an error
        reason = Reason.MEMORY if answer["failed"] == Reason.MEMORY else Reason.CRASH
        raise PlayerFailed(reason, str(answer.get("why", "it failed"))[:_WORDS])
    return answer if key in answer else None
