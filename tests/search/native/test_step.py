"""Steps know without Numba whether their kernels are ready."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from inarow.agents.warm_up import STEPS
from inarow.search.native.folder import kernel_folder
from inarow.search.native.step import Step

RUN = "from inarow.search.{0}.warm_up import STEPS; step = STEPS[{1}]\n"
CHECK = "import sys; print(step.ready, 'numba' in sys.modules)\n"


def run(code: str, cache: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_a_step_is_ready_once_it_was_run(tmp_path: Path) -> None:
    step = RUN.format("solver", 0)
    assert run(step + CHECK, tmp_path) == ["False", "False"]
    assert run(step + "step.prepare()\n" + CHECK, tmp_path) == ["True", "True"]
    assert run(step + CHECK, tmp_path) == ["True", "False"]
    other = RUN.format("minimax", 0)
    assert run(other + CHECK, tmp_path) == ["False", "False"], "each for itself"
    next(tmp_path.rglob("*.clear-*.kernel")).unlink()
    assert run(step + CHECK, tmp_path) == ["False", "False"]
    assert run(step + "step.prepare()\n" + CHECK, tmp_path) == ["True", "True"]


def test_nothing_is_ready_where_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert run(RUN.format("solver", 0) + CHECK, file) == ["False", "False"]


def test_a_step_is_run_once_per_process() -> None:
    ran: list[int] = []
    step = Step("counted", lambda: ran.append(1))
    try:
        step.prepare()
        step.prepare()
    finally:
        folder = kernel_folder()
        if folder is not None:
            (folder / "counted.step").unlink(missing_ok=True)
    assert ran == [1]


def test_every_search_with_kernels_declares_steps() -> None:
    import inarow.search

    (root,) = inarow.search.__path__
    with_kernels = {file.parent.name for file in Path(root).rglob("kernel*.py")} - {"evaluators"}
    declared = {file.parent.name for file in Path(root).rglob("warm_up.py")}
    assert declared == with_kernels
    assert len({step.name for step in STEPS}) == len(STEPS) >= len(declared)
