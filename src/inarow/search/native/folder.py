"""The folder in which compiled kernels are kept, and when it may go. Does not import Numba.

    <cache>/inarow/kernels/<digest>/      <cache>: NUMBA_CACHE_DIR, else the user's cache folder
        grow-0f3a....kernel               machine code, see `store.py`
        41c0....used                      who used it, and by its date, when: one per checkout
        lock                              held by every process that uses the folder

Copies of the package with the same kernels share a folder. Once a day the user's oldest folders are
tidied away: those that were not used for a month, and the least recently used if all together have
grown too large; but never one that a running process holds, nor one that an existing checkout used
today.
"""

import hashlib
import os
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from platformdirs import user_cache_path

from inarow.processes.locks import lock_file
from inarow.search.native.digest import digest

_DAY = 24 * 3600
_KEPT_DAYS = 30
_MOST_BYTES = 500_000_000
_CHECKOUT = Path(__file__).parents[2]

stored: dict[Path, bool] = {}
"""The files of all kernels that this process has loaded or compiled, and whether each is kept."""


def cache_root() -> Path:
    """Where compiled kernels of all versions are kept."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen, "inarow") if chosen else user_cache_path("inarow", appauthor=False)
    if not chosen and not base.is_absolute():  # ~ means nothing without a home
        raise RuntimeError("there is no home folder")
    return base / "kernels"


@cache
def kernel_folder() -> Path | None:
    """The folder of these kernels, held by this process; None if nothing can be kept."""
    try:
        root = cache_root()
        folder = root / digest()
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return None
    try:
        first_today = _claim(folder, _CHECKOUT)
    except OSError:  # what another user has compiled can still be read
        return folder if folder.is_dir() else None
    if first_today:
        with suppress(OSError):  # another process may be tidying up, too
            tidy_up(root)
    return folder


def is_writable(folder: Path | None) -> bool:
    """Whether kernels that are compiled now can be kept."""
    return folder is not None and os.access(folder, os.W_OK)


def _claim(folder: Path, checkout: Path) -> bool:
    """Make a folder, hold it, and note who uses it; whether that is its first use today."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT)  # open as long as this process lives
    lock_file(lock, alone=False)
    name = os.fsencode(checkout)
    stamp = folder / f"{hashlib.sha256(name).hexdigest()[:16]}.used"
    with suppress(OSError):
        if time.time() - stamp.stat().st_mtime < _DAY:
            return False
    stamp.write_bytes(name)
    return True


def tidy_up(root: Path, most_bytes: int = _MOST_BYTES) -> None:
    """Remove the folders that are no longer needed, the least recently used first."""
    ages = {folder: _age(folder) for folder in root.iterdir() if folder.is_dir()}
    sizes = {folder: _size(folder) for folder in ages}
    total = sum(sizes.values())
    for folder in sorted(ages, key=lambda folder: -ages[folder]):
        outdated = ages[folder] > _KEPT_DAYS * _DAY or total > most_bytes
        if outdated and not _used_today(folder) and _remove(folder):
            total -= sizes[folder]

    for draft in root.glob("*/*.kernel.*"):  # of processes that were killed while they wrote
        if time.time() - draft.stat().st_mtime > _DAY:
            draft.unlink()


def _age(folder: Path) -> float:
    """Seconds since a folder was last used, a day more or less."""
    stamps = tuple(folder.glob("*.used")) or (folder,)
    return time.time() - max(stamp.stat().st_mtime for stamp in stamps)


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _used_today(folder: Path) -> bool:
    return any(
        time.time() - stamp.stat().st_mtime < _DAY and os.path.isdir(stamp.read_bytes())
        for stamp in folder.glob("*.used")
    )


def _remove(folder: Path) -> bool:
    """Remove a folder at one stroke, unless a process holds it; whether it is gone."""
    with suppress(OSError), (folder / "lock").open("ab") as lock:
        if lock_file(lock):
            shutil.rmtree(
                folder.rename(folder.with_name(f"{uuid4().hex}.gone")), ignore_errors=True
            )
            return True
    return False
