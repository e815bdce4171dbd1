"""The wheel: it holds everything, and works from any folder where it may not be written to."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from command_line import environment

ROOT = Path(__file__).parents[2]


def pip(*args: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-q", *args], check=True, cwd=ROOT)


def test_a_wheel_works_read_only_and_from_any_folder(tmp_path: Path) -> None:
    wheels, packages, home = (tmp_path / name for name in ("wheels", "packages", "home"))
    home.mkdir()
    pip("wheel", "--no-deps", "-w", str(wheels), str(ROOT))
    (wheel,) = wheels.glob("inarow-*.whl")
    pip("install", "--no-deps", "--target", str(packages), str(wheel))
    for path in [*packages.rglob("*"), packages]:
        path.chmod(path.stat().st_mode & 0o555)
    paths = os.pathsep.join([str(packages), sysconfig.get_path("purelib")])
    env = environment(PYTHONPATH=paths, HOME=str(home), NUMBA_CACHE_DIR=None, XDG_CACHE_HOME=None)

    def run(*args: str) -> str:
        command = [sys.executable, *args]
        done = subprocess.run(command, cwd="/", env=env, capture_output=True, text=True, check=True)
        return done.stdout

    assert run("-c", "import inarow; print(inarow.__file__)").startswith(str(packages))
    assert "win in 3 plies" in run("-m", "inarow", "solve", "4455"), "the book is there"
    assert run("-m", "inarow", "puzzle", "--number", "1").startswith("\nPuzzle 1"), "so are puzzles"
    game = ("play", "tic_tac_toe", "--first", "random", "--second", "random", "--seed", "1")
    assert run("-m", "inarow", *game).endswith(" wins.\n")
