"""Kernels that are compiled together, and where that happens. Does not import Numba.

Each folder of `search/` that has kernels declares its steps in `warm_up.py`: short searches that
call all the kernels of one kind, which compiles them or loads them from disk.

    loaded      this process has run the step                   a kernel answers at once
    ready       its files are on disk                           `prepare` loads them: half a second
    missing     nobody has compiled them                        `prepare` compiles them and waits,
                                                                `begin` lets another process do so
    pending     the background is not done with them yet

A step that was run leaves a list of the files that it needs, so whether it is ready can be told
without loading Numba. Who compiles a step holds its lock file: all others wait for the result, in
this process and in every other one. The process in the background ends with the one that started
it. Who waits for kernels and who plays on without them is decided in `search/seam.py`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from os import _exit, read
from pathlib import Path
from threading import Lock, RLock, Thread
from time import sleep

from inarow.log import logger
from inarow.processes.children import Limits
from inarow.search.native import notice
from inarow.search.native.folder import kernel_folder, lock_file, stored

log = logger(__name__)

_LIMITS = Limits(memory=4096, niceness=5)
_POLL = 0.1
"""Seconds between two looks at a lock."""


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
        except OSError:
            return False

    @property
    def pending(self) -> bool:
        """Whether the background is to compile it, or to load it, and has not done so yet."""
        return self in _wanted and (self in _to_load or not self.ready)

    @property
    def unhurried(self) -> bool:
        """Whether nobody is to wait for it, and it is not loaded."""
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
                _wanted.insert(1, _wanted.pop(_wanted.index(self)))  # whoever asks now, is waiting
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
        while not lock_file(file, alone=True):
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
    code = f"from inarow.search.native.step import compile_here; compile_here{place}"
    return [sys.executable, "-c", code]


def compile_here(module: str, name: str) -> None:
    """What the process in the background does: it leaves when its input ends."""

    def leave_with_parent() -> None:
        read(sys.stdin.fileno(), 1)
        _exit(1)

    Thread(target=leave_with_parent, daemon=True).start()
    next(step for step in import_module(module).STEPS if step.name == name).prepare()
