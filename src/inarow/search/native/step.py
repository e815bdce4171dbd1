"""Kernels that are compiled together: the steps of `inarow warm-up`. Does not import Numba.

Each folder of `search/` that has kernels declares its steps in `warm_up.py`: short searches that
call all the kernels of one kind, which compiles them or loads them from disk. Its players run the
step they need in `prepare`, before their clock runs.

A step that was run leaves a list of the files that it needs. So it can be told without loading
Numba, which takes half a second, whether a step is ready to run or has to wait for the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inarow.search.native.folder import kernel_folder, stored


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Some kernels that are compiled together, by what they do."""

    name: str
    run: Callable[[], object]

    @property
    def ready(self) -> bool:
        """Whether all its kernels are kept on disk."""
        folder = kernel_folder()
        try:
            return folder is not None and all(
                (folder / name).exists() for name in self._list(folder).read_text("utf-8").split()
            )
        except OSError:
            return False

    def prepare(self) -> None:
        """Load its kernels, or compile them, once per process."""
        _prepare(self)

    def _list(self, folder: Path) -> Path:
        return folder / f"{self.name.replace(' ', '-')}.step"


@cache
def _prepare(step: Step) -> None:
    step.run()
    folder = kernel_folder()
    if folder is not None and all(stored.values()) and not step.ready:
        # Kernels of earlier steps are listed as well: this one may share them.
        names = (path.name for path in stored if path.parent == folder)
        with suppress(OSError):  # a full disk
            step._list(folder).write_text("\n".join(names), "utf-8")
