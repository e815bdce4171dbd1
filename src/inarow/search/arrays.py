"""Files of arrays (`.npz`): an opening book, labelled positions, a network. Each may be damaged."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from inarow.errors import BadFile
from inarow.games.record_file import read_plain, write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

ARCHIVE_ERRORS = (
    *(BadZipFile, zlib.error, struct.error, OSError, EOFError, MemoryError, RuntimeError),
    *(SyntaxError, TokenError),  # the head of an array is written as Python
)
"""What a damaged archive causes besides what wrong content does: changed bytes may ask for
anything."""


def read_arrays(path: Path, names: Iterable[str], what: str) -> list[NDArray[Any]]:
    """The arrays of these names; nothing in a file is ever run.

    Raises:
        BadFile: they are not in it; `what` it should be is named.
    """
    import numpy as np

    try:
        with np.load(BytesIO(read_plain(path)), allow_pickle=False) as found:
            return [found[name] for name in names]
    except (ValueError, KeyError, TypeError, *ARCHIVE_ERRORS) as error:
        if isinstance(error, FileNotFoundError | BadFile):
            raise
        raise BadFile(f"{path} is not {what}, or damaged") from error


def array_names(path: Path) -> list[str]:
    """The names of all arrays in a file; none if it is no such file."""
    import numpy as np

    try:
        with np.load(BytesIO(read_plain(path)), allow_pickle=False) as found:
            return list(found)
    except (ValueError, KeyError, TypeError, *ARCHIVE_ERRORS) as error:
        if isinstance(error, FileNotFoundError | BadFile):
            raise
        return []


def write_arrays(path: Path, **arrays: object) -> None:
    """Write arrays, compressed; an older file is replaced only once the new one is complete."""
    import numpy as np

    content = BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    write_whole(path, content.getvalue())
