"""Files of compiled kernels: damaged ones are compiled again, and nothing else goes wrong.

One tiny kernel is compiled once and its file copied; a new dispatcher stands for a new process.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from command_line import Done, Terminal, environment, inarow, run_python, warm_kernels
from inarow.search.native import jit, notice, store
from inarow.search.native.folder import kernel_folder, stored
from inarow.search.native.store import read_checked, write_checked

LINE = "inarow: compiling again, because files of compiled kernels were damaged; now deleted\n"

KERNEL = """
from inarow.search.native.bits import popcount

def twice(word):
    return 2 * popcount(word)
"""

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "short": lambda content: content[:10],
    "zeroed": lambda content: bytes(len(content)),
    "longer": lambda content: content + b"x",
    "a bit of the digest": lambda content: flipped(content, 5),
    "a bit of the content": lambda content: flipped(content, len(content) // 2),
    "the last bit": lambda content: flipped(content, len(content) - 1),
    "another file": lambda content: b"#!/bin/sh\necho hello\n" * 100,
}


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def source(folder: Path, text: str = KERNEL) -> ModuleType:
    """A module with a kernel of its own."""
    store._source.cache_clear()
    (folder / "mine.py").write_text(text)
    module = sys.modules["mine"] = ModuleType("mine")
    exec(compile(text, str(folder / "mine.py"), "exec"), vars(module))
    return module


@pytest.fixture
def run(tiny: Callable[..., Any]) -> Iterator[Callable[..., list[Any]]]:
    """Calls a function as a new process would; its result, whether it is kept, what was damaged."""

    def call(function: Callable[..., Any], cache: Path, *words: object) -> list[Any]:
        stored.clear()
        notice.damaged.clear()
        kernel = jit.kept_in(cache, function)
        results = [kernel(word) for word in words or (255,)]
        return [*results, *stored.values(), len(notice.damaged)]

    before, module = dict(stored), sys.modules["mine"]
    yield call
    stored.clear()
    stored.update(before)
    notice.damaged.clear()
    sys.modules["mine"] = module


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """A function whose kernel is compiled once for all tests."""
    folder = tmp_path_factory.mktemp("tiny")
    function: Callable[..., Any] = source(folder).twice
    jit.kept_in(folder, function)(255)
    return function


@pytest.fixture
def sound(tiny: Callable[..., Any], tmp_path: Path) -> Path:
    """A copy of its file."""
    (file,) = Path(tiny.__code__.co_filename).parent.glob("*.kernel")
    return Path(shutil.copy(file, tmp_path))


def kernels(cache: Path) -> list[Path]:
    return list(cache.rglob("*.kernel"))


# Damage


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_deleted_and_written_again(
    damage: str, sound: Path, tiny: Any, run: Any
) -> None:
    assert run(tiny, sound.parent) == [16, True, 0]
    sound.write_bytes(DAMAGE[damage](sound.read_bytes()))
    assert run(tiny, sound.parent) == [16, True, 1]
    assert kernels(sound.parent) == [sound]
    assert len(read_checked(sound)) > 1000
    assert run(tiny, sound.parent) == [16, True, 0]


def test_sound_files_that_mean_nothing(sound: Path, tiny: Any, run: Any) -> None:
    """A digest says that nothing was damaged, not that Numba understands it."""
    for content in (b"", b"no pickle", b"N.", b"(I1\nI2\nt."):
        write_checked(sound, content)
        assert run(tiny, sound.parent) == [16, True, 1], content


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in (b"", b"x", bytes(range(256)) * 100):
        write_checked(file, content)
        assert read_checked(file) == content
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def copied_cache(tmp_path: Path) -> Path:
    """All kernels of the package in a folder of their own."""
    warm_kernels()
    folder = kernel_folder()
    assert folder is not None
    shutil.copytree(folder, tmp_path / "inarow" / "kernels" / folder.name)
    return tmp_path


def spoil(cache: Path, name: str, damage: str) -> None:
    files = list(cache.rglob(f"*.{name}-*.kernel"))
    assert files
    for file in files:
        file.write_bytes(DAMAGE[damage](file.read_bytes()))


NOWHERE = (
    "inarow: compiling the search, 1 of 1: Connect Four solver "
    "(in every run, because no cache folder can be written)\n"
)

SOLVE = ("solve", "2252576253462244111563365343671351441", "--json")
"""Needs several kernels, one of which, `clear`, is quickly compiled."""


def answer(done: Done) -> object:
    assert done.code == 0
    return {**json.loads(done.out), "seconds": 0}


@pytest.mark.parametrize("damage", ["cut", "a bit of the content"])
def test_a_command_goes_on_and_says_so_in_one_line(damage: str, copied_cache: Path) -> None:
    spoil(copied_cache, "clear", damage)
    done = inarow(*SOLVE, NUMBA_CACHE_DIR=str(copied_cache))
    assert done.err == LINE
    assert answer(done) == answer(inarow(*SOLVE))
    again = inarow(*SOLVE, NUMBA_CACHE_DIR=str(copied_cache))
    assert (again.code, again.err) == (0, "")


def test_a_terminal_says_so_and_what_is_compiled(copied_cache: Path) -> None:
    spoil(copied_cache, "clear", "zeroed")
    terminal = Terminal(*SOLVE[:-1], NUMBA_CACHE_DIR=str(copied_cache))
    terminal.wait_for("compiling the search, 1 of 1: ")
    assert terminal.finish() == 0
    assert terminal.text.replace("\r", "").count(LINE) == 1


def test_other_commands_mend_it_as_well(copied_cache: Path, thorough: bool) -> None:
    for command in ("warm-up", "doctor") if thorough else ("warm-up",):
        spoil(copied_cache, "clear", "empty")
        done = inarow(command, NUMBA_CACHE_DIR=str(copied_cache))
        assert done.code == 0
        assert LINE in done.err
        again = inarow(command, NUMBA_CACHE_DIR=str(copied_cache))
        assert (again.code, again.err) == (0, "")


# Which file


def test_another_source_is_another_file(tmp_path: Path, run: Any) -> None:
    """The folder's name covers the kernels of this package; others may use the decorator, too."""
    assert run(source(tmp_path).twice, tmp_path) == [16, True, 0]
    changed = KERNEL.replace("2 * popcount", "3 * popcount")
    assert run(source(tmp_path, changed).twice, tmp_path) == [24, True, 0]
    assert len(kernels(tmp_path)) == 2


def test_other_types_are_another_file(sound: Path, tiny: Any, run: Any) -> None:
    assert run(tiny, sound.parent, 255, True) == [16, 2, True, True, 0]
    assert len(kernels(sound.parent)) == 2


def test_what_hangs_on_more_than_its_source_is_not_kept(tmp_path: Path, run: Any) -> None:
    closure = (
        "from inarow.search.native.bits import popcount\n"
        "def make(n):\n"
        "    def twice(word):\n"
        "        return n * popcount(word)\n"
        "    return twice\n"
    )
    assert run(source(tmp_path, closure).make(2), tmp_path) == [16, False, 0]
    assert kernels(tmp_path) == []


# Trouble


NO_LARGE_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"


def test_a_file_that_cannot_be_written_whole(tmp_path: Path) -> None:
    folder, cache = tmp_path / "source", tmp_path / "cache"
    folder.mkdir()
    code = (
        f"{NO_LARGE_FILES}"
        "from inarow.search.native import jit, notice\n"
        "from inarow.search.native.folder import kernel_folder, stored\n"
        "from mine import twice\n"
        "print(jit.kernel(twice)(255), *stored.values(), len(notice.damaged))"
    )
    (folder / "mine.py").write_text(KERNEL)
    path = os.pathsep.join((str(folder), *sys.path))
    done = run_python("-c", code, NUMBA_CACHE_DIR=str(cache), PYTHONPATH=path)
    assert (done.code, done.out.split()) == (0, ["16", "False", "0"]), done.err
    assert kernels(cache) == []
    assert not list(cache.rglob("*.kernel.*"))


def test_processes_that_compile_at_once(tmp_path: Path, tiny: Any, run: Any) -> None:
    running = []
    for _ in range(6):
        if not (pid := os.fork()):
            os._exit(0 if run(tiny, tmp_path) == [16, True, 0] else 1)
        running.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in running] == [0] * 6
    assert len(kernels(tmp_path)) == 1
    assert not list(tmp_path.rglob("*.kernel.*")), "no drafts are left"
    assert run(tiny, tmp_path) == [16, True, 0]


def test_a_full_disk(tmp_path: Path, tiny: Any, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    assert run(tiny, tmp_path) == [16, False, 0]
    assert kernels(tmp_path) == []


def test_a_damaged_file_is_gone_even_if_the_disk_is_full(
    sound: Path, tiny: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    sound.write_bytes(b"damaged")
    monkeypatch.setattr(Path, "write_bytes", write)
    assert run(tiny, sound.parent) == [16, False, 1]
    assert kernels(sound.parent) == []
    assert run(tiny, sound.parent) == [16, False, 0]


def test_others_read_the_old_file_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, seen, move = tmp_path / "file", [], os.replace
    write_checked(file, b"old")

    def look_and_move(draft: Path, place: Path) -> None:
        seen.append(read_checked(place))
        move(draft, place)

    monkeypatch.setattr(os, "replace", look_and_move)
    write_checked(file, b"new")
    assert [*seen, read_checked(file)] == [b"old", b"new"]


def test_a_command_on_a_full_disk(copied_cache: Path) -> None:
    spoil(copied_cache, "clear", "empty")
    code = f"{NO_LARGE_FILES}from inarow.__main__ import main; main()"
    done = run_python("-c", code, *SOLVE, NUMBA_CACHE_DIR=str(copied_cache))
    assert done.err == LINE
    assert answer(done) == answer(inarow(*SOLVE))


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "HOME"])
def test_a_home_that_cannot_be_written(name: str) -> None:
    """What a command says then; `tests/slow` has one that compiles all of its kernels."""
    code = (
        "from inarow.interfaces.terminal.compiling import compiling_notices\n"
        "from inarow.search.native import notice\n"
        "news = notice.Compiling('Connect Four solver')\n"
        "with compiling_notices(), notice.telling(news): pass"
    )
    env = {"XDG_CACHE_HOME": None, "NUMBA_CACHE_DIR": None, name: "/proc/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(**env), capture_output=True, text=True
    )
    assert done.stderr == NOWHERE
