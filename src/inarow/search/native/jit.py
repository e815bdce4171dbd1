"""The decorators of all kernels.

    @kernel                          called from Python: compiled, kept on disk
    def play_many(root, ...): ...

    @part                            called by kernels only: compiled into each of them
    def popcount(word): ...

Nothing is compiled at import. The first call of a kernel compiles it with all its parts and stores
the machine code on disk; later processes load it in some milliseconds. A part needs neither a
place on disk nor a way in from Python, which saves a quarter of the compile time. Python code that
calls a part runs its plain source.

Where kernels are kept: `folder.py`. What makes a stored one outdated: `digest.py`. The files, and
why a damaged one does no harm: `store.py`. Where no folder can be written, kernels are compiled
anew in every process.

Kernels are annotated with `Array`, `Struct` and `Int`; Numba infers all types by itself.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.extending import register_jitable

from inarow.search.native import notice
from inarow.search.native.folder import kernel_folder

Function = TypeVar("Function", bound=Callable[..., Any])
Array: TypeAlias = Any
"""A NumPy array of numbers."""
Struct: TypeAlias = Any
"""One element of a structured NumPy array: passed as a single pointer, its fields are variables."""
Int: Any = np.int64
"""The one integer type of all kernels. A kernel is compiled once for every type of number that it
is called with, so small fields and bare constants are made `Int` before they are passed on."""


def kernel(function: Function) -> Function:
    """Compile a function when it is first called; it runs without the interpreter lock."""
    return kept_in(kernel_folder(), function)


def kept_in(folder: Path | None, function: Function) -> Function:
    """As `kernel`, in another folder; None: not kept."""
    compiled: Function = numba.njit(nogil=True, error_model="numpy")(function)
    if folder is not None and compiled is not function:  # the same if NUMBA_DISABLE_JIT is set
        _keep(compiled, function, folder)
    return compiled


def _keep(compiled: Any, function: Callable[..., Any], folder: Path) -> None:
    """Let the dispatcher of a kernel store it in a folder."""
    try:
        from inarow.search.native.store import KernelStore
    except ImportError:  # the inside of this Numba differs: its own cache works, but heals nothing
        before = numba.config.CACHE_DIR
        try:
            numba.config.CACHE_DIR = str(folder)  # other users of Numba keep their own
            compiled.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    else:
        compiled._cache = KernelStore(function, folder)


try:
    from inarow.search.native.parts import PartCompiler

    _PARTLY: dict[str, Any] = {"pipeline_class": PartCompiler}
except ImportError:  # the inside of this Numba differs: its own way takes longer
    _PARTLY = {}


def part(function: Function) -> Function:
    """Compile a function into the kernels that call it; for Python it stays what it is."""
    return _compile_into(function)


def inlined(function: Function) -> Function:
    """As `part`, at the very place of each call: for a large one that must be called quickly."""
    return _compile_into(function, forceinline=True)


def _compile_into(function: Function, **more: bool) -> Function:
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, **_PARTLY, **more}
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
            news = notice.Compiling(function.__name__, here=True)
            notice.tell(news if begins else None)


event.register("numba:compile", _Teller())
