"""Compile every kernel ahead of time, step by step, and say what is kept on disk."""

from __future__ import annotations

import pkgutil
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import inarow.search
from inarow.search.native import notice
from inarow.search.native.folder import kernel_folder
from inarow.search.native.step import Step


@dataclass(frozen=True, slots=True)
class Warmed:
    """What a step had to do: kernels that were compiled, and how long it took with loading."""

    name: str
    compiled: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept on disk for this version of the kernels; no folder: nothing can be kept."""

    folder: Path | None
    kernels: int = 0
    bytes: int = 0


def _find_steps() -> tuple[Step, ...]:
    """The steps that the folders of `search/` declare in their `warm_up.py`."""
    steps: list[Step] = []
    for folder in pkgutil.iter_modules(inarow.search.__path__):
        name = f"inarow.search.{folder.name}.warm_up"
        if folder.ispkg and find_spec(name):
            steps += import_module(name).STEPS
    return tuple(steps)


STEPS = _find_steps()


def run_step(step: Step) -> Warmed:
    """Compile the kernels of a step, or load them if they are kept already."""
    compiled = 0

    def count(kernel: str | None) -> None:
        nonlocal compiled
        compiled += kernel is not None

    started = perf_counter()
    with notice.listening(count):
        step.prepare()
    return Warmed(step.name, compiled, perf_counter() - started)


def count_kernels() -> tuple[int, int]:
    """How many kernels there are in the sources, and how many parts that they are made of."""
    from numba.core.dispatcher import Dispatcher

    from inarow.search.native.jit import PARTS

    found: set[int] = set()
    for module in pkgutil.walk_packages(inarow.search.__path__, "inarow.search."):
        names = vars(import_module(module.name))
        found |= {id(value) for value in names.values() if isinstance(value, Dispatcher)}
    return len(found), len(PARTS)


def kept() -> Kept:
    """What is kept on disk for this version of the kernels."""
    folder = kernel_folder()
    if folder is None:
        return Kept(None)
    kernels, size = set(), 0
    for file in folder.glob("inarow.*.kernel"):  # not those of tests and other packages
        with suppress(OSError):  # another process may be deleting it
            size += file.stat().st_size
            kernels.add(file.name.partition("-")[0])
    return Kept(folder, len(kernels), size)
