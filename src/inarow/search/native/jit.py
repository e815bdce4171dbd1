"""The two decorators of all kernels, and the folder in which they are kept once compiled.

    @kernel                          called from Python: compiled, kept on disk
    def play_many(root, ...): ...

    @part                            called by kernels only: compiled into each of them
    def popcount(word): ...

Nothing is compiled at import. The first call of a kernel compiles it with all its parts and stores
the machine code on disk; later processes load it in some milliseconds. A part needs neither a
place on disk nor a way in from Python, which saves a quarter of the time of compiling. Python that
calls a part all the same runs its plain source.

Numba checks a stored kernel only against its own source file, although it also holds the code of
every helper that it calls. So the folder's name is a digest of all kernel sources, of the default
numbers and of Numba's version: whatever changes, a new folder is used, and a stale kernel can never
be loaded. The place of the sources counts too, because Numba keeps the code of two copies of the
package apart.

    <cache>/inarow/kernels/<digest>/      <cache>: NUMBA_CACHE_DIR, else the user's cache folder

Where no such folder can be written, kernels are compiled anew in every process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numba
from numba.core import event
from numba.extending import register_jitable

from inarow import defaults
from inarow.search.native import notice

Function = TypeVar("Function", bound=Callable[..., Any])

_KEPT = 3
"""Folders that are kept, the newest ones, for people who switch between versions."""


def cache_root() -> Path:
    """Where compiled kernels of all versions are kept."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "inarow" / "kernels"


def _digest() -> str:
    native = Path(__file__).parent
    digest = hashlib.sha256(f"{numba.__version__} {native}".encode())
    kernels = native.parent.rglob("kernel*.py")
    for file in (Path(defaults.__file__), *sorted((*native.glob("*.py"), *kernels))):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _usable_folder() -> Path | None:
    """The folder for this version, made if need be; None if nothing can be kept."""
    try:
        root = cache_root()
        folder = root / _digest()
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)  # another process may be first
            _forget_old(root)
        with TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return None


def _forget_old(root: Path) -> None:
    with suppress(OSError):  # another process may be tidying up, too
        folders = sorted(root.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[_KEPT:]:
            shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = _usable_folder()


def kernel(function: Function) -> Function:
    """Compile a function when it is first called; it runs without the interpreter lock."""
    before = numba.config.CACHE_DIR
    try:
        # Read when a function is decorated. Other users of Numba in this process keep their own.
        numba.config.CACHE_DIR = str(CACHE_FOLDER or "")
        compiled: Function = numba.njit(
            cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy"
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


PARTS: list[str] = []
"""The names of the parts of all modules that were imported so far."""


def part(function: Function) -> Function:
    """Compile a function into the kernels that call it; for Python it stays what it is."""
    PARTS.append(f"{function.__module__}.{function.__name__}")
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled: Function = register_jitable(**options)(function)
    return compiled


class _Teller(event.Listener):  # type: ignore[misc]
    """Passes on the beginning and the end of each compilation of one of our kernels."""

    def on_start(self, event: Any) -> None:
        self._tell(event, begins=True)

    def on_end(self, event: Any) -> None:
        self._tell(event, begins=False)

    def _tell(self, event: Any, begins: bool) -> None:
        dispatcher = event.data.get("dispatcher")
        function = getattr(dispatcher, "py_func", None)
        if function is not None and function.__module__.startswith("inarow.search."):
            notice.tell(function.__name__ if begins else None)


event.register("numba:compile", _Teller())
