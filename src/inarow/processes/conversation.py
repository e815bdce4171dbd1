"""A conversation with a program, line by line: it may crash, hang or never stop talking.

One question and one answer per line. Lines that are no answer are taken for chatter and skipped, up
to a cap. A late answer, a process that ends and one that writes too much are told apart, and the
process is killed with all its children. Memory is limited by the system, see
`launch.py`.

       conversation                              the program
            |    a question            ---- stdin --->  |
            |    <--- stdout ----            an answer  |
            |    <--- stderr ----   the last words of a crash

Threads read the pipes, since only they can do that on every system. What they have read waits in a
short queue: a program that talks while it is not asked has to wait, and costs no memory here.
"""

import logging
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Literal, TypeAlias, TypeVar

from inarow.log import logger
from inarow.processes.children import CHUNK, Limits, end_kept, let_stand, start_kept
from inarow.processes.launch import NOT_STARTED, TOO_MUCH_MEMORY

log = logger(__name__)

Answer = TypeVar("Answer")
How: TypeAlias = Literal["crash", "hang", "memory", "output"]

MOST_OUTPUT = 1_000_000
"""Bytes that a program may write beside one answer before it is ended."""
END_SECONDS = 2.0
"""How long a program may take to end after it has closed its output."""

_MEMORY_WORDS = (b"MemoryError", b"bad_alloc", b"out of memory", b"Cannot allocate memory")
_QUEUE = 8
_WORDS = 200
"""Letters of the last line of stderr that are worth repeating."""


class ProgramFailed(Exception):
    """No answer came: how the program failed, words about it, and whether it was asked wrongly."""

    def __init__(self, how: How, why: str, refused: bool = False) -> None:
        super().__init__(why)
        self.how, self.refused = how, refused


class Conversation:
    """Starts a program and asks it questions.

    Args:
        program: the program and its arguments.
        limits: what it may use.
        folder: where it runs.
        name: what the log calls it.
        encoding: of the lines both ways.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits,
        folder: str | None = None,
        name: str = "",
        encoding: str = "utf-8",
    ) -> None:
        self._name = name or program[0]
        self._encoding = encoding
        self._last_words = b""
        self._closed = False
        self._process = start_kept(program, limits, folder)
        self._heard: Queue[tuple[bool, bytes]] = Queue(_QUEUE)  # whether an error; "": the end
        self._said: Queue[bytes | None] = Queue()  # None: the end
        self._talking = 2
        for error, pipe in enumerate((self._process.stdout, self._process.stderr)):
            Thread(target=self._read, args=(pipe, bool(error)), daemon=True).start()
        # In a thread, because a program that does not read would make us wait for ever.
        Thread(target=self._write, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the program can still be asked."""
        return not self._closed

    def ask(self, question: str, accept: Callable[[str], Answer | None], patience: float) -> Answer:
        """Ask, and wait for an answer.

        Args:
            question: one line, or several.
            accept: makes an answer of a line, or None if that was chatter.
            patience: seconds to wait.

        Raises:
            ProgramFailed: no answer came; the program is ended. `accept` may raise it, too.
        """
        self.tell(question)
        try:
            return self._listen(accept, monotonic() + patience)
        except ProgramFailed as failure:
            log.debug("%s failed (%s): %s", self._name, failure.how, failure)
            self.close()
            raise

    def tell(self, words: str) -> None:
        """Say something that wants no answer."""
        for line in words.splitlines():
            log.debug("%s < %s", self._name, line)
        self._said.put(words.encode(self._encoding, errors="replace") + b"\n")

    def stand_still(self) -> None:
        """Let the program and what it has started do nothing until it may go on (on Linux)."""
        let_stand(self._process, still=True)

    def go_on(self) -> None:
        """Let a program that stands still go on."""
        let_stand(self._process, still=False)

    def close(self, farewell: str = "") -> None:
        """End the program and everything it started; with a farewell it may end by itself."""
        if self._closed:
            return  # its number may be that of another process by now
        self._closed = True
        if farewell:
            self.tell(farewell)
            self._let_talk()
        end_kept(self._process)
        self._said.put(None)
        self._let_talk()  # where there is no keeper, a process may still hold a pipe
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _let_talk(self) -> None:
        """Wait until its pipes are closed, within reason."""
        deadline = monotonic() + END_SECONDS
        with suppress(Empty):
            while self._talking and monotonic() < deadline:
                self._next(deadline)

    def _listen(self, accept: Callable[[str], Answer | None], deadline: float) -> Answer:
        """Take whatever comes until the answer is complete."""
        line, written = b"", 0
        while self._talking:
            try:
                error, chunk = self._next(deadline)
            except Empty:
                raise ProgramFailed("hang", "no answer: it was ended") from None
            if not error:
                *lines, line = (line + chunk).split(b"\n")
                for text in (found.decode(self._encoding, "replace").strip() for found in lines):
                    log.debug("%s > %s", self._name, text)
                    answer = accept(text)
                    if answer is not None:
                        return answer
            written += len(chunk)
            if written > MOST_OUTPUT:
                raise ProgramFailed("output", f"{written:,} bytes were no answer")
        raise self._post_mortem()

    def _next(self, deadline: float) -> tuple[bool, bytes]:
        """What was written next, and whether that was to stderr."""
        error, chunk = self._heard.get(timeout=max(0.0, deadline - monotonic()))
        if not chunk:
            self._talking -= 1
        elif error:
            self._last_words = (self._last_words + chunk)[-CHUNK:]
            for line in chunk.splitlines() if log.isEnabledFor(logging.INFO) else ():
                log.info("%s: %s", self._name, line.decode(errors="replace"))
        return error, chunk

    def _post_mortem(self) -> ProgramFailed:
        """The program is gone, or closed its pipes: say what happened."""
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return ProgramFailed("crash", "it closed its output")
        last = (self._last_words.strip().splitlines() or [b""])[-1]
        how = f"it was killed by signal {-code}" if code < 0 else f"it ended with code {code}"
        how = "it cannot be started" if code == NOT_STARTED else how
        words = last.decode(errors="replace")[-_WORDS:]
        ended = code < 0 and -code == TOO_MUCH_MEMORY
        how = "it took too much memory" if ended else how
        full = ended or any(word in self._last_words for word in _MEMORY_WORDS)
        return ProgramFailed("memory" if full else "crash", f"{how}: {words}" if words else how)

    def _read(self, pipe: IO[bytes], error: bool) -> None:
        with pipe:
            while chunk := pipe.read(CHUNK):
                self._heard.put((error, chunk))
        self._heard.put((error, b""))

    def _write(self) -> None:
        """That the program does not read is noticed when its answer is missing."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError, ValueError):  # ValueError: it was closed meanwhile
            while (data := self._said.get()) is not None:
                while data:
                    data = data[stdin.write(data) :]
