"""The long tests beside `search/native/test_jit.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from search.native.test_jit import ROOT


def test_no_kernel_leaves_its_arrays(tmp_path: Path) -> None:
    """The tests of rules, random games and trees once more, with every index checked."""
    names = ("native/test_position", "native/test_words", "mcts/test_kernel_playout")
    files = [f"tests/search/{name}.py" for name in (*names, "mcts/test_kernel_tree")]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *files],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
