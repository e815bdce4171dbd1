"""The wheel: it holds everything, and works from any folder where it may not be written to."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
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


def test_wheel_and_source_archive_are_complete_small_and_well_described(tmp_path: Path) -> None:
    """The wheel is made from the source archive, which proves that nothing is missing in it."""
    venv.create(tmp_path / "tools", with_pip=True)
    folder = tmp_path / "tools" / ("Scripts" if sys.platform == "win32" else "bin")

    def tool(name: str, *args: str, **env: str | None) -> str:
        command, variables = [str(folder / name), *args], environment(**env)
        done = subprocess.run(
            command, cwd=tmp_path, env=variables, check=True, capture_output=True, text=True
        )
        return done.stdout

    tool("pip", "-q", "install", "build", "twine")
    tool("python", "-m", "build", "-o", "dist", str(ROOT))
    (wheel,), (archive,) = (tmp_path.glob(f"dist/*{end}") for end in (".whl", ".tar.gz"))
    tool("twine", "check", "--strict", str(wheel), str(archive))
    with tarfile.open(archive) as files:
        paths = {name.partition("/")[2] for name in files.getnames()}
    tops = {path.partition("/")[0] for path in paths}
    assert {"src", "tests", "docs", "benchmarks", "examples", "scripts", "CITATION.cff"} <= tops
    assert not {".ci", ".cache", ".venv", ".git", "dist", "build"} & tops
    assert not [path for path in paths if "__pycache__" in path]
    assert archive.stat().st_size < 4_000_000
    assert wheel.stat().st_size < 2_000_000
    tool("pip", "-q", "install", "--no-deps", str(wheel))
    packages = sysconfig.get_path(
        "purelib"
    )  # what inarow needs; inarow itself is that of the wheel
    assert tool("inarow", "--version", PYTHONPATH=packages).startswith("inarow ")
