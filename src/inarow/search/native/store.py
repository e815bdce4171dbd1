"""Files of compiled kernels that cannot do harm: one per kernel and signature, with a checksum.

Numba's own cache trusts what it finds. A file that was cut off by a crash ends in a traceback, and
a flipped bit in machine code in anything at all. Here every file begins with a digest of the rest
and is written beside its place and then moved there, so that processes that compile at the same
time never see half a file. What does not match its digest, or cannot be loaded for whatever reason,
is deleted, told to `notice`, and compiled again. What cannot be written is compiled in every run.

    +-----------------------+------------------------------------------+
    | 32 bytes: SHA-256 of  | pickle of (signature, compiled function) |
    +-----------------------+------------------------------------------+

The name of a file is that of the kernel with a digest of its key: the types that it is called with,
the kind of processor, and the text of the file in which the kernel stands. (The folder stands for
everything else, see `digest.py`.)
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from inarow.log import logger
from inarow.search.native import notice
from inarow.search.native.folder import stored

log = logger(__name__)

_DIGEST_BYTES = 32


class KernelStore(NullCache):  # type: ignore[misc]
    """What Numba asks for the code of a kernel before it compiles it, and tells afterwards."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function = function
        self._folder = folder

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature, or None."""
        rtsys.initialize(target_context)  # what loading takes; the rest is for compiling
        path = self._path(sig, target_context.codegen())
        try:
            known, parts = pickle.loads(read_checked(path))
            if known != sig:
                raise ValueError(f"{path} is for other types")
            result = CompileResult._rebuild(target_context, *parts)
        except OSError:
            return None
        except Exception:  # unpickling what another program wrote may raise anything
            log.warning("%s is damaged", path, exc_info=True)
            with suppress(OSError):
                path.unlink()
            notice.damaged.append(path.name)
            return None
        stored[path] = True
        return result

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled function, if that is possible."""
        path = self._path(sig, cres.codegen)
        stored[path] = False
        if self._function.__closure__ or cres.library.has_dynamic_globals:
            return
        try:
            write_checked(path, dumps((sig, cres._reduce())))
            stored[path] = True
        except Exception:  # whatever is wrong, the kernel is compiled and can be used
            log.warning("%s cannot be kept", path, exc_info=True)

    def _path(self, sig: Any, codegen: Any) -> Path:
        code = self._function.__code__
        key = (repr(sig), codegen.magic_tuple(), code.co_firstlineno, _source(code.co_filename))
        name = f"{self._function.__module__}.{self._function.__name__}"
        return self._folder / f"{name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.kernel"


@cache
def _source(file: str) -> str:
    """A digest of a source file; a new one each time for what was typed at a prompt."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return uuid4().hex


def write_checked(path: Path, content: bytes) -> None:
    """Write a file with a digest of its content in front; others see all of it or nothing."""
    draft = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        draft.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_checked(path: Path) -> bytes:
    """What `write_checked` wrote.

    Raises:
        ValueError: the file was changed since.
    """
    content = path.read_bytes()
    digest, content = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError(f"{path} is damaged")
    return content
