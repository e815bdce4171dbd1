"""Where compiled kernels are kept, who hears of compilations, and who must not load Numba."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from inarow.search.native import jit, notice

ROOT = Path(__file__).parents[3]


def run_python(code: str, **changes: str | None) -> str:
    """What a new process prints, with some environment variables set or removed."""
    environment = {**os.environ, **{name: value for name, value in changes.items() if value}}
    for name in (name for name, value in changes.items() if value is None):
        environment.pop(name, None)
    environment["PYTHONPATH"] = str(Path(jit.__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# The folder


def test_the_folder_is_below_the_one_that_numba_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert jit.cache_root() == tmp_path / "inarow" / "kernels"
    folder = jit._usable_folder()
    assert folder is not None
    assert folder.is_dir()
    assert folder.parent == jit.cache_root()
    assert folder.name == jit._digest()
    assert jit._usable_folder() == folder, "and stays the same"


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "chosen/inarow/kernels"),
        ("linux", "", "home/.cache/inarow/kernels"),
        ("darwin", "", "home/Library/Caches/inarow/kernels"),
        ("win32", "LOCALAPPDATA", "chosen/inarow/kernels"),
        ("win32", "", "home/AppData/Local/inarow/kernels"),
    ],
)
def test_without_that_the_users_cache_is_used(
    platform: str, variable: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, "chosen")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    assert jit.cache_root() == Path(expected)


def test_the_digest_changes_with_any_kernel_file_and_with_numba(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "jit.py").write_text("one")
    (tmp_path / "other.py").write_text("two")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    digests = [jit._digest()]
    (tmp_path / "other.py").write_text("three")
    digests.append(jit._digest())
    (tmp_path / "other.py").rename(tmp_path / "renamed.py")
    digests.append(jit._digest())
    monkeypatch.setattr(numba, "__version__", "0.0.1")
    digests.append(jit._digest())
    assert len(set(digests)) == 4


def test_two_copies_of_the_package_have_folders_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numba keeps the kernels of two places apart, so one must not count those of the other."""
    digests = set()
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "jit.py").write_text("the same")
        monkeypatch.setattr(jit, "__file__", str(tmp_path / place / "jit.py"))
        digests.add(jit._digest())
    assert len(digests) == 2


def test_only_the_last_versions_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    root = jit.cache_root()
    for age in range(6):
        folder = root / f"old {age}"
        folder.mkdir(parents=True)
        os.utime(folder, (1000 - age, 1000 - age))
    jit._usable_folder()
    assert {folder.name for folder in root.iterdir()} == {jit._digest(), "old 0", "old 1"}


def test_a_place_that_cannot_be_written_means_no_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file))
    assert jit._usable_folder() is None

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert jit._usable_folder() is None


MINE = """
from inarow.search.native.bits import popcount
from inarow.search.native.jit import kernel

@kernel
def twice(word):
    return 2 * popcount(word)
"""


def test_kernels_work_without_a_cache(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    code = (
        f"import sys; sys.path.append({str(tmp_path)!r})\n"
        "from inarow.search.native import jit\n"
        "from mine import twice\n"
        "print(jit.CACHE_FOLDER, twice(255))\n"
    )
    assert run_python(code, NUMBA_CACHE_DIR=str(file)).split() == ["None", "16"]


def test_kernels_are_stored_with_their_parts_and_found_again(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    code = (
        f"import sys; sys.path.append({str(tmp_path)!r})\n"
        "from inarow.search.native import jit, notice\n"
        "notice.listeners.append(print)\n"
        "from mine import twice\n"
        "twice(255)\n"
        "print(len(list(jit.CACHE_FOLDER.rglob('*.nbc'))), *twice.stats.cache_hits.values())\n"
    )
    cache = str(tmp_path / "cache")
    assert run_python(code, NUMBA_CACHE_DIR=cache).split() == ["popcount", "None", "1"]
    assert run_python(code, NUMBA_CACHE_DIR=cache).split() == ["1", "1"]


def test_python_may_call_a_part() -> None:
    from inarow.search.native.bits import popcount

    assert popcount(0b1011) == 3
    assert "inarow.search.native.bits.popcount" in jit.PARTS


def test_other_users_of_numba_keep_their_own_cache() -> None:
    before = numba.config.CACHE_DIR

    @jit.kernel
    def nothing() -> int:
        return 0

    assert before == numba.config.CACHE_DIR


# The notice


@pytest.fixture
def heard() -> Iterator[list[str | None]]:
    told: list[str | None] = []
    notice.listeners.append(told.append)
    yield told
    notice.listeners.remove(told.append)


def test_listeners_hear_of_our_kernels_only(
    heard: list[str | None], monkeypatch: pytest.MonkeyPatch
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
    assert heard == ["of_ours", None]
    assert of_ours(2) == 4
    assert heard == ["of_ours", None], "once is enough"


def test_telling_nobody_is_no_mistake() -> None:
    notice.tell("popcount")
    notice.tell(None)


# Nobody loads Numba before a search needs it


@pytest.mark.parametrize(
    "code",
    [
        "import inarow",
        "import inarow.search.mcts.player, inarow.search.mcts.compiled",
        "import inarow.search.native.notice",
        "from inarow.registry import load_agent; load_agent('mcts')",
        "import sys; sys.argv = ['inarow', '--help']\n"
        "from inarow.interfaces.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass",
    ],
    ids=["package", "search", "notice", "player", "help"],
)
def test_numba_is_not_loaded_before_it_is_needed(code: str) -> None:
    check = "\nimport sys; print('loaded:', *{'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    assert run_python(code + check).splitlines()[-1] == "loaded:"


# Nothing is read or written outside of arrays
