"""Files of compiled kernels: damaged ones are compiled again, and nothing else goes wrong."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import COMMAND, SECONDS, Terminal, environment, inarow, warm_kernels
from inarow.search.native.folder import kernel_folder
from inarow.search.native.store import read_checked, write_checked

LINE = "inarow: compiling again, because files of compiled kernels were damaged; now deleted\n"

KERNEL = """
from inarow.search.native import notice
from inarow.search.native.bits import popcount
from inarow.search.native.folder import kernel_folder, stored
from inarow.search.native.jit import kernel

@kernel
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


def run(
    folder: Path, cache: Path, code: str = "", kernel: str = KERNEL, **more: object
) -> list[str]:
    """The result of a kernel, whether it is kept, and what was damaged, in a new process."""
    (folder / "mine.py").write_text(kernel)
    code = f"from mine import *\n{code}\nprint(twice(255), *stored.values(), len(notice.damaged))"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    env["PYTHONPATH"] = os.pathsep.join((str(folder), *sys.path))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        **more,  # type: ignore[call-overload]
    )
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout).split()


def kernels(cache: Path) -> list[Path]:
    return list(cache.rglob("*.kernel"))


# Damage


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_deleted_and_written_again(damage: str, tmp_path: Path) -> None:
    assert run(tmp_path, tmp_path) == ["16", "True", "0"]
    (file,) = kernels(tmp_path)
    sound = file.read_bytes()
    file.write_bytes(DAMAGE[damage](sound))
    assert run(tmp_path, tmp_path) == ["16", "True", "1"]
    assert kernels(tmp_path) == [file]
    assert len(read_checked(file)) > 1000
    assert run(tmp_path, tmp_path) == ["16", "True", "0"]


def test_sound_files_that_mean_nothing(tmp_path: Path) -> None:
    """A digest says that nothing was damaged, not that Numba understands it."""
    run(tmp_path, tmp_path)
    (file,) = kernels(tmp_path)
    for content in (b"", b"no pickle", b"N.", b"(I1\nI2\nt."):
        write_checked(file, content)
        assert run(tmp_path, tmp_path) == ["16", "True", "1"], content


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


ANALYSE = ("analyse", "--agent", "mcts(simulations=100)", "--seed", "1", "--json")


def answer(text: str) -> object:
    return {**json.loads(text), "seconds": 0}


@pytest.mark.parametrize("damage", ["cut", "a bit of the content"])
def test_a_command_plays_on_and_says_so_in_one_line(damage: str, copied_cache: Path) -> None:
    sound = inarow(*ANALYSE)
    spoil(copied_cache, "grow", damage)
    done = inarow(*ANALYSE, NUMBA_CACHE_DIR=str(copied_cache))
    assert (done.code, done.err) == (0, LINE)
    assert answer(done.out) == answer(sound.out)
    again = inarow(*ANALYSE, NUMBA_CACHE_DIR=str(copied_cache))
    assert (again.code, again.err) == (0, "")


def test_a_terminal_says_so_and_shows_the_spinner(copied_cache: Path) -> None:
    spoil(copied_cache, "grow", "zeroed")
    terminal = Terminal(*ANALYSE[:-1], NUMBA_CACHE_DIR=str(copied_cache))
    terminal.wait_for("compiling the search: ")
    assert terminal.finish() == 0
    assert terminal.text.replace("\r", "").count(LINE) == 1


@pytest.mark.parametrize("command", ["doctor", "warm-up"])
def test_other_commands_mend_it_as_well(command: str, copied_cache: Path) -> None:
    spoil(copied_cache, "clear", "empty")
    done = inarow(command, NUMBA_CACHE_DIR=str(copied_cache))
    assert done.code == 0
    assert LINE in done.err
    again = inarow(command, NUMBA_CACHE_DIR=str(copied_cache))
    assert (again.code, again.err) == (0, "")


# Which file


def test_another_source_is_another_file(tmp_path: Path) -> None:
    """The folder's name covers the kernels of this package; others may use the decorator, too."""
    run(tmp_path, tmp_path)
    changed = KERNEL.replace("2 * popcount", "3 * popcount")
    assert run(tmp_path, tmp_path, kernel=changed) == ["24", "True", "0"]
    assert len(kernels(tmp_path)) == 2


def test_other_types_are_another_file(tmp_path: Path) -> None:
    assert run(tmp_path, tmp_path, "assert twice(True) == 2") == ["16", "True", "True", "0"]
    assert len(kernels(tmp_path)) == 2


def test_what_hangs_on_more_than_its_source_is_not_kept(tmp_path: Path) -> None:
    closure = KERNEL.replace("@kernel", "def make(n):\n  @kernel").replace(
        "def twice", "  def twice"
    )
    closure = closure.replace("    return 2", "    return n") + "  return twice\ntwice = make(2)\n"
    closure = closure.replace("    return n", "      return n")
    assert run(tmp_path, tmp_path, kernel=closure) == ["16", "False", "0"]
    assert kernels(tmp_path) == []


# Trouble


def test_processes_that_compile_at_once(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(KERNEL)
    code = "from mine import *; print(twice(255), *stored.values(), len(notice.damaged))"
    env = environment(
        NUMBA_CACHE_DIR=str(tmp_path), PYTHONPATH=os.pathsep.join((str(tmp_path), *sys.path))
    )
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    for process in running:
        assert process.communicate(timeout=SECONDS)[0].split() == ["16", "True", "0"]
        assert process.returncode == 0
    assert len(kernels(tmp_path)) == 1
    assert not list(tmp_path.rglob("*.kernel.*")), "no drafts are left"
    assert run(tmp_path, tmp_path) == ["16", "True", "0"]


def no_large_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_a_file_that_cannot_be_written_whole(tmp_path: Path) -> None:
    source, cache = tmp_path / "source", tmp_path / "cache"
    source.mkdir()
    assert run(source, cache, preexec_fn=no_large_files) == ["16", "False", "0"]
    assert kernels(cache) == []
    assert not list(cache.rglob("*.kernel.*"))


def test_a_full_disk(tmp_path: Path) -> None:
    full = (
        "import errno, os, pathlib\n"
        "def write(*_): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "pathlib.Path.write_bytes = pathlib.Path.write_text = write\n"
    )
    assert run(tmp_path, tmp_path, full) == ["16", "False", "0"]
    assert kernels(tmp_path) == []


def test_a_command_on_a_full_disk(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, *ANALYSE],
        env=environment(NUMBA_CACHE_DIR=str(tmp_path)),
        preexec_fn=no_large_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert answer(done.stdout) == answer(inarow(*ANALYSE).out)


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "HOME"])
def test_a_home_that_cannot_be_written(name: str) -> None:
    env = {"XDG_CACHE_HOME": None, "NUMBA_CACHE_DIR": None, name: "/proc/nowhere"}
    done = inarow(*ANALYSE, **env)  # type: ignore[arg-type]
    assert done.code == 0
    assert done.err == (
        "inarow: compiling the search (in every run, because no cache folder can be written)\n"
    )
    assert answer(done.out) == answer(inarow(*ANALYSE).out)
