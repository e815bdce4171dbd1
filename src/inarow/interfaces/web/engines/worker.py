"""An engine process: takes one job at a time from its input, and sends back what it finds.

    server                        worker
      | job 7 --------------------> |    runs in a thread of its own
      | <-------------- report of 7 |
      | stop 7 -------------------> |    sets the flag that every search watches
      | <-------------- result of 7 |

Each message is a pickled tuple behind its length in 4 bytes. A worker ends when its input ends, so
none is left over when the server is killed. What a player prints goes nowhere: the pipe to the
server is moved away from standard output first. What is logged or written to stderr comes into the
log of the server. Run as `python -m inarow.interfaces.web.engines.worker LOG_LEVEL`.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from importlib import import_module
from threading import Event, Lock, Thread
from time import sleep
from typing import Any, BinaryIO

from inarow.agents.ready import load_kernels
from inarow.errors import InarowError
from inarow.interfaces.web.engines.jobs import Desk, Job
from inarow.interfaces.web.protocol.refusal import refusal_of
from inarow.log import log_for_parent, logger
from inarow.search.native.from_state import has_numba
from inarow.search.seam import progress

log = logger(__name__)

HEADER = struct.Struct(">I")
POLL_SECONDS = 0.2
"""Time between two looks at how far the kernels are."""
QUIET_SECONDS = 1.0
"""The most that a worker waits for a first job before it loads all kernels."""


def pack(message: tuple[Any, ...]) -> bytes:
    """A message as bytes with its length in front."""
    data = pickle.dumps(message)
    return HEADER.pack(len(data)) + data


class _Worker:
    """The loop over jobs; a second thread reads the input, so that a stop is heard at once."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._lock = Lock()
        self._stop = Event()
        self._running: int | None = None
        self._used, self._idle = Event(), Event()
        self._idle.set()

    def serve(self) -> None:
        """Read until the input ends; jobs run one at a time."""
        while message := self._read():
            kind, number, *rest = message
            if kind == "job":
                self._stop, self._running = Event(), number
                self._idle.clear()
                Thread(target=self._run, args=(number, rest[0], self._stop), daemon=True).start()
            elif kind == "stop" and number == self._running:
                self._stop.set()

    def warm_up(self) -> None:
        """Have kernels compiled, and load them; what `pool.py` says is told on the way."""
        try:
            from inarow.agents.warm_up import STEPS

            import_module("inarow.study.judge")  # no move should have to wait for imports
            if has_numba() and not all(step.ready for step in STEPS):
                for step in STEPS:
                    step.begin(load=True)
                self.send("ready", os.getpid())
                self._wait_for_compiler()
            self.send("warm", os.getpid())
            self._used.wait(QUIET_SECONDS)  # a first move of little work is done without kernels
            for step in STEPS:
                self._idle.wait()
                load_kernels(step)  # without a compiler the readable searches still work
            self.send("loaded", os.getpid())
        except BaseException:
            log.exception("an engine cannot begin")
            os._exit(1)

    def _wait_for_compiler(self) -> None:
        """Tell how far it is until it is done."""
        words = ""
        while (now := progress()) is not None:
            if now != words:
                self.send("warming", os.getpid(), words := now)
            sleep(POLL_SECONDS)

    def send(self, *message: Any) -> None:
        data = pack(message)
        with self._lock:
            self._sink.write(data)
            self._sink.flush()

    def _run(self, number: int, job: Job[Any], stop: Event) -> None:
        desk = Desk(stop, lambda thing: self.send("report", number, thing))
        answer: tuple[str, int, Any]
        try:
            answer = ("result", number, job(desk))
        except InarowError as error:
            log.info("a job was refused", exc_info=True)
            refusal = refusal_of(error)
            answer = ("error", number, (refusal.code, refusal.words))
        except MemoryError:
            log.exception("out of memory")
            answer = ("error", number, ("failed", "the engine ran out of memory"))
        except (Exception, SystemExit) as error:
            log.exception("a job failed")
            words = " ".join(f"the engine failed: {type(error).__name__}: {error}".split())
            answer = ("error", number, ("failed", words))
        self._running = None
        with suppress(BrokenPipeError):  # the server is gone, and so shall we be
            self.send(*answer)
        self._used.set()
        self._idle.set()

    def _read(self) -> tuple[Any, ...] | None:
        header = self._source.read(HEADER.size)
        if len(header) < HEADER.size:
            return None
        message: tuple[Any, ...] = pickle.loads(self._source.read(HEADER.unpack(header)[0]))
        return message


def main() -> None:
    """Serve jobs from standard input until it ends."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)
    os.dup2(silence, 1)
    log_for_parent(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which tells us
    worker = _Worker(source, sink)
    worker.send("started", os.getpid())
    Thread(target=worker.warm_up, daemon=True).start()
    worker.serve()
    os._exit(0)  # no one waits for a search that is still running


if __name__ == "__main__":
    main()
