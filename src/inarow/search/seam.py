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
    missing     they have not been compiled                     `prepare` waits until they are,
                                                                `begin` does not
    pending     the background is not done with them yet

Always another process compiles, also if it is waited for: a compiler can neither be interrupted at
any moment nor stopped half-way without harm, but a process that waits can, and it ends the one that
compiles. Only where that is impossible, because nothing can be kept on disk or no process can be
started, a step is compiled here.

A step that was run leaves a list of the files that it needs, so whether it is ready can be told
without loading Numba, which this module does not import either. Who lets a step be compiled holds
its lock file; all others wait for the result, and so do other threads. The process that compiles
ends with the one that started it.
"""

from __future__ import annotations

import subprocess
import sys
from _thread import start_new_thread
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from math import inf
from os import _exit, cpu_count, environ, read
from pathlib import Path
from threading import Lock, RLock, Thread
from time import sleep
from warnings import catch_warnings

from inarow.games.base import Game
from inarow.log import logger
from inarow.processes.children import Limits, kill_tree
from inarow.processes.locks import lock_file
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.search.native import notice
from inarow.search.native.folder import is_writable, kernel_folder, stored
from inarow.search.native.from_state import has_numba

log = logger(__name__)

STAND_IN = "python, while kernels are compiled"
"""The path of an answer that a readable search gave because kernels are missing."""
STAND_IN_SECONDS = 1.0
"""The most that a readable search takes for a move in place of missing kernels."""
LITTLE_WORK = 300 * 42
"""Simulations or nodes, times cells, that take less time in Python than loading kernels."""
_WAITED_FOR, _IN_BACKGROUND = Limits(memory=4096), Limits(memory=4096, niceness=5)
_SIDE_BY_SIDE = 4
"""Processes that compile for one that waits, at most: each takes 300 megabytes."""
_POLL = 0.05
"""Seconds between two looks at a lock, or at a process that compiles."""


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
        prepare(*kernels)
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


def prepare(*steps: Step) -> None:
    """Load kernels, once per process; those that are missing are compiled first.

    Whoever listens to `notice` is told which, and how many of how many.

    Raises:
        ImportError: Numba cannot be loaded, or its compiler is switched off.
    """
    with _loading:
        new = [step for step in dict.fromkeys(steps) if step not in _loaded]
        if missing := [step for step in new if not step.ready]:
            _compile_all(missing)
        for step in new:
            if step not in _loaded:
                _load(step)


def check_compiler() -> None:
    """Load Numba; raises ImportError if that fails, or if it would compile nothing."""
    if environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):  # as plain Python no kernel works
        raise ImportError("the compiler is switched off by NUMBA_DISABLE_JIT")
    try:
        with catch_warnings(record=True) as warnings:
            import_module("numba")
    except ImportError:
        raise
    except Exception as error:  # ValueError: a setting in the environment that makes no sense
        raise ImportError(f"Numba cannot be loaded: {error}") from error
    for warning in warnings:  # of a setting that it does not understand: a traceback follows
        log.warning("Numba: %s", str(warning.message).partition("\n")[0])


def _load(step: Step) -> None:
    """Run a step in this process, and list the files that it needs."""
    check_compiler()
    step.run()
    _loaded.add(step)
    folder = kernel_folder()
    if folder is not None and all(stored.values()) and not step.ready:
        # Kernels of earlier steps are listed as well: this one may share them.
        names = (path.name for path in stored if path.parent == folder)
        with suppress(OSError):  # a full disk
            step.file(folder, "step").write_text("\n".join(names), "utf-8")


# Compiling: a process for each step


class _Waiting:
    """Whether the caller still waits. An `Event` that Ctrl-C strikes may stay locked for ever."""

    def __init__(self) -> None:
        self.over = False


def _compile_all(steps: Sequence[Step]) -> None:
    """Let steps be compiled side by side, and wait for one after the other."""
    waiting, to_do = _Waiting(), iter(steps)
    compiled: dict[Step, bool] = {}
    begun, ended = 0, list[None]()

    def work() -> None:
        try:
            for step in to_do:  # each thread takes the next one
                compiled[step] = not waiting.over and _compile(step, _WAITED_FOR, waiting)
        finally:
            ended.append(None)

    try:
        with suppress(RuntimeError):  # no thread can be started
            while begun < min(_SIDE_BY_SIDE, cpu_count() or 1, len(steps)):
                start_new_thread(work, ())
                begun += 1
        check_compiler()  # meanwhile; one that is broken is said at once
        for number, step in enumerate(steps, start=1):
            with notice.telling(notice.Compiling(step.name, number, len(steps))):
                while step not in compiled and len(ended) < begun:
                    sleep(_POLL)
                if not compiled.get(step) or not step.ready:
                    _load(step)
    finally:
        waiting.over = True
        while len(ended) < begun:  # nothing compiles on
            sleep(_POLL / 10)


def _compile(step: Step, limits: Limits, waiting: _Waiting) -> bool:
    """Let a process compile a step, or wait for another one that does so; whether it is done."""
    folder = kernel_folder()
    if folder is None or not is_writable(folder) or not has_numba():
        return False
    try:
        with _alone(step, folder, waiting):
            return step.ready or _run(limits.command(_program(step)), waiting) == 0
    except OSError:  # no process can be started
        log.info("%s is compiled here", step.name, exc_info=True)
        return False


@contextmanager
def _alone(step: Step, folder: Path, waiting: _Waiting) -> Iterator[None]:
    """Wait while another process, or another thread of ours, lets a step be compiled."""
    try:
        file = step.file(folder, "lock").open("ab")
    except OSError:  # then two may compile the same
        yield
        return
    with file:
        while not lock_file(file) and not waiting.over:
            sleep(_POLL)
        yield


def _run(command: Sequence[str], waiting: _Waiting) -> int | None:
    """Run a program to its end, or until nobody waits for it any longer."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=pipe, stdout=nothing, stderr=nothing, start_new_session=True
    ) as child:
        while child.poll() is None and not waiting.over:
            sleep(_POLL)
        if child.returncode is None:
            kill_tree(child.pid)
    return child.returncode


def _program(step: Step) -> list[str]:
    place = step.run.__module__, step.name
    code = f"from inarow.search.seam import compile_here; compile_here{place}"
    return [sys.executable, "-c", code]


def compile_here(module: str, name: str) -> None:
    """What a process does that compiles: it leaves when its input ends."""

    def leave_with_parent() -> None:
        read(sys.stdin.fileno(), 1)
        _exit(1)

    Thread(target=leave_with_parent, daemon=True).start()
    names = vars(import_module(module)).values()
    _load(next(one for one in names if isinstance(one, Step) and one.name == name))


# The background: one thread, which lets one step after the other be compiled

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
            if not step.ready and not _compile(step, _IN_BACKGROUND, _Waiting()):
                _failed.add(step)
            elif step in _to_load:
                prepare(step)
        except Exception:  # the next search compiles it itself, and shows what is wrong
            log.warning("no kernels from the background: %s", step.name, exc_info=True)
            _failed.add(step)
        with _guard:
            _wanted.remove(step)
            _done.append(step)
            if not _wanted:
                return
