"""The kernels of all players, step by step, and what is kept of them on disk."""

import pkgutil
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import inarow.search
from inarow.search.native.folder import kernel_folder
from inarow.search.seam import Step


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept on disk for this version of the kernels; no folder: nothing can be kept."""

    folder: Path | None
    kernels: int = 0
    bytes: int = 0


def _find_steps() -> tuple[Step, ...]:
    """The steps that the folders of `search/` declare beside their players."""
    steps: list[Step] = []
    for folder in pkgutil.iter_modules(inarow.search.__path__):
        name = f"inarow.search.{folder.name}.player"
        if folder.ispkg and find_spec(name):
            steps += import_module(name).STEPS
    return tuple(steps)


STEPS = _find_steps()


def kept() -> Kept:
    """What is kept on disk for this version of the kernels."""
    folder = kernel_folder()
    if folder is None:
        return Kept(None)
    kernels, size = set(), 0
    for file in folder.glob("inarow.search.*.kernel"):  # not those of environments and tests
        with suppress(OSError):  # another process may be deleting it
            size += file.stat().st_size
            kernels.add(file.name.partition("-")[0])
    return Kept(folder, len(kernels), size)
