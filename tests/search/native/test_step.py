"""Steps know without Numba whether their kernels are ready."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import run_python
from inarow.agents.warm_up import STEPS
from inarow.search import seam
from inarow.search.seam import Step, prepare

MINE = """
from inarow.search.native.bits import popcount
from inarow.search.native.jit import kernel

@kernel
def twice(word):
    return 2 * popcount(word)
"""
STEP = """
import sys
from inarow.search.seam import Step, prepare

def run():
    from mine import twice
    twice(255)

step = Step(sys.argv[1], run)
"""
PREPARE = "prepare(step)\n"
CHECK = "print(step.ready, 'numba' in sys.modules)\n"


def run(code: str, cache: Path, step: str = "one of ours") -> list[str]:
    """What a new process prints about a step with a tiny kernel."""
    (cache.parent / "mine.py").write_text(MINE)
    path = os.pathsep.join((str(cache.parent), *sys.path))
    program = ["-c", f"{STEP}\n{code}", step]
    if code.startswith(PREPARE):  # it would load Numba: a fork has it
        done = run_python(*program, NUMBA_CACHE_DIR=str(cache), PYTHONPATH=path)
        assert done.code == 0, done.err
        return done.out.split()
    return subprocess.run(
        [sys.executable, *program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def test_a_step_is_ready_once_it_was_run(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(CHECK, cache) == ["False", "False"]
    assert run(PREPARE + CHECK, cache) == ["True", "True"]
    assert run(CHECK, cache) == ["True", "False"]
    assert run(CHECK, cache, "another") == ["False", "False"], "each for itself"
    next(cache.rglob("*.twice-*.kernel")).unlink()
    assert run(CHECK, cache) == ["False", "False"]
    assert run(PREPARE + CHECK, cache) == ["True", "True"]


def test_a_damaged_list_of_files_is_none(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(PREPARE + CHECK, cache) == ["True", "True"]
    for damage in (b"\xff\xfe\0", b"x" * 10_000):
        next(cache.rglob("*.step")).write_bytes(damage)
        assert run(CHECK, cache) == ["False", "False"]
        assert run(PREPARE + CHECK, cache) == ["True", "True"], "it is written again"


def test_nothing_is_ready_where_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert run(CHECK, file) == ["False", "False"]


def test_a_step_is_run_once_per_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seam, "kernel_folder", lambda: None)
    ran: list[int] = []
    step = Step("counted", lambda: ran.append(1))
    prepare(step)
    prepare(step)
    assert ran == [1]


def test_every_search_with_kernels_declares_steps() -> None:
    import inarow.search

    (root,) = inarow.search.__path__
    with_kernels = {file.parent.name for file in Path(root).rglob("kernel*.py")} - {"evaluators"}
    players = Path(root).glob("*/player.py")
    declared = {file.parent.name for file in players if "\nSTEPS = " in file.read_text("utf-8")}
    assert declared == with_kernels
    assert len({step.name for step in STEPS}) == len(STEPS) >= len(declared)
