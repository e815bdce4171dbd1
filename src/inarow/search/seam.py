"""Compiled or readable: the one rule by which a search is handed to kernels or to plain Python.

Every search has both: the readable one works on any game and is there to be read, the kernels know
the built-in rules and are a hundred times faster. (For the Gomoku engine a player without search
stands in.) But on a new machine they have to be compiled,
which takes seconds, and in a new process they have to be loaded, which takes half of one:

    the caller can wait: a seed was given,   kernels search; they are compiled first if need be,
    an arena, a benchmark, an analysis       and the interface says so
                                             (`make_ready(...)`, or simply asking a player)

    a person waits for a move                (`make_ready(..., wait=False)`)
      so little work that loading would        the readable search does it, all of it
      take longer
      kernels are loaded, or on disk           they search
      kernels are missing                      the readable search plays, for a second at most,
                                               while a process in the background compiles them

A search without a readable twin, the solver, is waited for; what is in its book needs none.
`Decision.path` says which code it was.

A *step* is some kernels that are compiled together. Each folder of `search/` that has kernels
declares its steps beside its player: short searches that call all the kernels of one kind, which
compiles them or loads them from disk.

    loaded      this process has run the step                   a kernel answers at once
    ready       its files are on disk                           `prepare` loads them: half a second
    missing     they have not been compiled                     `prepare` compiles them and waits,
                                                                `begin` lets another process do so
    pending     the background is not done with them yet

A step that was run leaves a list of the files that it needs, so whether it is ready can be told
without loading Numba, which this module does not import either. The process that compiles a step
holds its lock file; all others wait for the result, and so do other threads. The process in the
background ends with the one that started it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from math import inf
from os import _exit, read
from pathlib import Path
from threading import Lock, RLock, Thread
from time import sleep

from inarow.games.base import Game
from inarow.log import logger
from inarow.processes.children import Limits
from inarow.processes.locks import lock_file
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.search.native import notice
from inarow.search.native.folder import kernel_folder, stored

log = logger(__name__)

STAND_IN = "python, while kernels are compiled"
"""The path of an answer that a readable search gave because kernels are missing."""
STAND_IN_SECONDS = 1.0
"""The most that a readable search takes for a move in place of missing kernels."""
LITTLE_WORK = 300 * 42
"""Simulations or nodes, times cells, that take less time in Python than loading kernels."""
_LIMITS = Limits(memory=4096, niceness=5)
_POLL = 0.1
"""Seconds between two looks at a lock."""


def search_by(
    kernels: Sequence[Step],
    game: Game,
    limit: Limit,
    compiled: Callable[[Limit], Decision],
    readable: Callable[[Limit], Decision],
) -> Decision:
    """Search by kernels, if there are any for this game, or by the readable twin."""
    if not kernels:
        return readable(limit)
    if any(step.unhurried for step in kernels):
        rows, cols = game.shape
        if rows * cols * (limit.most_simulations or inf) <= LITTLE_WORK:
            return readable(limit)
        if any(step.pending for step in kernels):
            return replace(readable(limit.within(seconds=STAND_IN_SECONDS)), path=STAND_IN)
    try:
        for step in kernels:
            step.prepare()
    except ImportError:  # a Numba that cannot be loaded is as good as none
        log.warning("the readable search stands in for kernels", exc_info=True)
        return readable(limit)
    return compiled(limit)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Some kernels that are compiled together, by what they do."""

    name: str
    run: Callable[[], object]
    has_twin: bool = True  # a readable search can stand in for these kernels

    @property
    def ready(self) -> bool:
        """Whether all its kernels are kept on disk."""
        folder = kernel_folder()
        try:
            return folder is not None and all(
                (folder / name).exists()
                for name in self.file(folder, "step").read_text("utf-8").split()
            )
        except (OSError, ValueError):  # none, or a damaged one
            return False

    @property
    def pending(self) -> bool:
        """Whether the background is to compile it, or to load it, and has not done so yet."""
        return self in _wanted and (self in _to_load or not self.ready)

    @property
    def unhurried(self) -> bool:
        """Whether no search is to wait for it, and it is not loaded."""
        return self in _begun and self not in _loaded

    def prepare(self) -> None:
        """Load its kernels, or compile them, once per process."""
        with _loading:
            if self not in _loaded:
                _prepare(self)
                _loaded.add(self)

    def begin(self, load: bool = False) -> None:
        """Wait for nothing: if they are missing, a process in the background compiles them.

        With `load` a thread then loads them. (A program that may end at any time had better not.)
        """
        _begun.add(self)
        with _guard:
            if self in _wanted[1:]:
                _wanted.insert(1, _wanted.pop(_wanted.index(self)))  # a player waits for it now
            if self in _wanted or self in _loaded or self in _failed or kernel_folder() is None:
                return
            if load:
                _to_load.add(self)
            elif self.ready:
                return
            if not _wanted:
                _done.clear()
                Thread(target=_work_in_background, daemon=True).start()
            _wanted.append(self)

    def file(self, folder: Path, suffix: str) -> Path:
        """One of the files that tell of a step."""
        return folder / f"{self.name.replace(' ', '-')}.{suffix}"


def progress() -> str | None:
    """How far the background is, in words; None if it has nothing to do.

    For example `warming up: kernels 1 of 3; playing with the readable search`.
    """
    with _guard:
        if not any(step.pending for step in _wanted):
            return None
        twin = _wanted[0].has_twin
        meanwhile = "playing with the readable search" if twin else "some players wait for them"
        return f"warming up: kernels {len(_done)} of {len(_done) + len(_wanted)}; {meanwhile}"


def _prepare(step: Step) -> None:
    with _alone(step):
        step.run()
        folder = kernel_folder()
        if folder is not None and all(stored.values()) and not step.ready:
            # Kernels of earlier steps are listed as well: this one may share them.
            names = (path.name for path in stored if path.parent == folder)
            with suppress(OSError):  # a full disk
                step.file(folder, "step").write_text("\n".join(names), "utf-8")


@contextmanager
def _alone(step: Step) -> Iterator[None]:
    """Wait while another process, or our own in the background, compiles a step."""
    folder = kernel_folder()
    if folder is None or step.ready:
        yield
        return
    try:
        file = step.file(folder, "lock").open("ab")
    except OSError:  # then two may compile the same
        yield
        return
    with file:
        while not lock_file(file):
            notice.tell(step.name)
            sleep(_POLL)
            notice.tell(None)
        yield


# The background: one thread, which lets one process after the other compile what is wanted

_guard = Lock()
_loading = RLock()
_begun: set[Step] = set()
_loaded: set[Step] = set()
_to_load: set[Step] = set()
_failed: set[Step] = set()
_wanted: list[Step] = []
_done: list[Step] = []


def _work_in_background() -> None:
    while True:
        with _guard:
            step = _wanted[0]
        try:
            if not step.ready:
                _compile(step)
            if step in _to_load:
                step.prepare()
        except Exception:  # the next search compiles it itself, and shows what is wrong
            log.warning("no kernels from the background: %s", step.name, exc_info=True)
            _failed.add(step)
        with _guard:
            _wanted.remove(step)
            _done.append(step)
            if not _wanted:
                return


def _compile(step: Step) -> None:
    """Let a process of its own compile a step, and wait for it."""
    command = _LIMITS.command(_program(step))
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=pipe, stdout=nothing, stderr=nothing, start_new_session=True
    ) as child:
        if child.wait():
            raise subprocess.CalledProcessError(child.returncode, command)


def _program(step: Step) -> list[str]:
    place = step.run.__module__, step.name
    code = f"from inarow.search.seam import compile_here; compile_here{place}"
    return [sys.executable, "-c", code]


def compile_here(module: str, name: str) -> None:
    """What the process in the background does: it leaves when its input ends."""

    def leave_with_parent() -> None:
        read(sys.stdin.fileno(), 1)
        _exit(1)

    Thread(target=leave_with_parent, daemon=True).start()
    next(step for step in import_module(module).STEPS if step.name == name).prepare()
