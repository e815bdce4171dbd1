"""Kernels are kept on disk, compilations are told, and Numba is not loaded before it is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from cases import each
from command_line import run_python
from inarow.search.native import jit, notice

ROOT = Path(__file__).parents[3]


def run_fresh(code: str, **changes: str | None) -> str:
    """What a new process prints, with some environment variables set or removed."""
    environment = {**os.environ, **{name: value for name, value in changes.items() if value}}
    for name in (name for name, value in changes.items() if value is None):
        environment.pop(name, None)
    environment["PYTHONPATH"] = changes.get("PYTHONPATH") or str(Path(jit.__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Kept on disk


MINE = """
from inarow.search.native.bits import popcount
from inarow.search.native.jit import kernel

@kernel
def twice(word):
    return 2 * popcount(word)
"""


def twice(tmp_path: Path, cache: object, **env: str | None) -> list[str]:
    """What is compiled, in how many files it is kept, where, and the result, in a new process."""
    (tmp_path / "mine.py").write_text(MINE)
    code = (
        f"import sys; sys.path.append({str(tmp_path)!r})\n"
        "from inarow.search.native import notice\n"
        "from inarow.search.native.folder import kernel_folder\n"
        "notice.listeners.append(lambda news: print(news and news.what))\n"
        "from mine import twice\n"
        "value, folder = twice(255), kernel_folder()\n"
        "files = [file for file in folder.rglob('*.[kn]*')] if folder else []\n"
        "print(len(files), *{file.suffix for file in files}, value)\n"
    )
    if env:
        return run_fresh(code, NUMBA_CACHE_DIR=str(cache), **env).split()
    done = run_python("-c", code, NUMBA_CACHE_DIR=str(cache))
    assert done.code == 0, done.err
    return done.out.split()


def test_kernels_are_stored_with_their_parts_and_found_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert twice(tmp_path, cache) == ["popcount", "None", "1", ".kernel", "16"]
    assert twice(tmp_path, cache) == ["1", ".kernel", "16"]


def test_kernels_work_without_a_cache(tmp_path: Path) -> None:
    for nowhere in (tmp_path / "mine.py", "/proc/nowhere"):  # a file; where nobody can write
        assert twice(tmp_path, nowhere) == ["popcount", "None", "0", "16"]


def test_kernels_work_without_a_compiler(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert twice(tmp_path, cache, NUMBA_DISABLE_JIT="1") == ["0", "16"]


def test_a_numba_with_other_insides_keeps_kernels_in_its_own_way(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import builtins\n"
        "find = builtins.__import__\n"
        "missing = 'inarow.search.native.store', 'inarow.search.native.parts'\n"
        "def without(name, *rest, **named):\n"
        "    if name in missing: raise ImportError(name)\n"
        "    return find(name, *rest, **named)\n"
        "builtins.__import__ = without\n"
    )
    source = str(Path(jit.__file__).parents[3])
    path = os.pathsep.join((str(tmp_path), source))
    cache = tmp_path / "cache"
    found = twice(tmp_path, cache, PYTHONPATH=path)
    assert (found[:3], found[-1]) == (["popcount", "None", "2"], "16")
    assert set(found[3:5]) == {".nbi", ".nbc"}
    assert "popcount" not in twice(tmp_path, cache, PYTHONPATH=path)


def test_python_may_call_a_part() -> None:
    from inarow.search.native.bits import popcount

    assert popcount(0b1011) == 3


def test_other_users_of_numba_keep_their_own_cache() -> None:
    before = numba.config.CACHE_DIR

    @jit.kernel
    def nothing() -> int:
        return 0

    assert before == numba.config.CACHE_DIR


# The notice


@pytest.fixture
def heard() -> Iterator[list[notice.Compiling | None]]:
    told: list[notice.Compiling | None] = []
    with notice.listening(told.append):
        yield told


def test_listeners_hear_of_our_kernels_only(
    heard: list[notice.Compiling | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    @numba.njit  # type: ignore[untyped-decorator]
    def of_somebody_else(number: int) -> int:
        return number + 1

    @numba.njit  # type: ignore[untyped-decorator]
    def of_ours(number: int) -> int:
        return number + 2

    monkeypatch.setattr(of_ours.py_func, "__module__", "inarow.search.native.example")
    assert of_somebody_else(1) == 2
    assert heard == []
    assert of_ours(1) == 3
    assert heard == [notice.Compiling("of_ours", here=True), None]
    assert of_ours(2) == 4
    assert len(heard) == 2, "once is enough"


def test_telling_nobody_is_no_mistake() -> None:
    with notice.telling(notice.Compiling("popcount")):
        pass


# Nobody loads Numba before a search needs it


@each(
    "code",
    [
        "import inarow",
        "import inarow.search.mcts.player, inarow.search.mcts.compiled",
        "import inarow.search.native.notice",
        "from inarow.registry import load_agent; load_agent('mcts')",
        "import sys; sys.argv = ['inarow', '--help']\n"
        "from inarow.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass",
    ],
)
def test_numba_is_not_loaded_before_it_is_needed(code: str) -> None:
    check = "\nimport sys; print('loaded:', *{'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    assert run_fresh(code + check).splitlines()[-1] == "loaded:"


# Nothing is read or written outside of arrays
