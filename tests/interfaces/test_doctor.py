"""`inarow doctor`: what is there, what is missing, what that means; and its exit code."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from command_line import MACHINES, Done, inarow, run_python
from inarow.agents.warm_up import STEPS
from inarow.interfaces.cli import doctor as doctor_module
from inarow.search.seam import Step
from interfaces.test_warm_up import count_kernels

ROOT = Path(__file__).parents[2]


def diagnosis(code: int = 0, **env: Any) -> dict[str, Any]:
    done = inarow("doctor", "--json", **env)
    assert (done.code, done.err) == (code, "")
    facts: dict[str, Any] = json.loads(done.out)
    return facts


@pytest.fixture
def broken_numba(tmp_path: Path) -> str:
    """A folder that hides Numba behind a package that cannot be imported."""
    (tmp_path / "numba.py").write_text("raise ImportError('no LLVM\\nhere')\n", encoding="utf-8")
    return str(tmp_path)


def test_a_page_for_people() -> None:
    done = inarow("doctor")
    assert (done.code, done.err) == (0, "")
    for words in (
        "Versions",
        f"python               {platform.python_version()}",
        "Numba                works",
        "(can be written)",
        "connect_four                  kernel, falling stones in one word",
        "connect_four(rows=10,cols=10) kernel, falling stones on a wide board",
        "mnk(rows=100,cols=100,k=5)    kernel, placed stones on a wide board",
        "nine_board                    kernel, nine boards",
        "Extras (none is needed to play)",
        "kept by              a ",
        "output               not a terminal",
        "colour               no",
    ):
        assert words in done.out
    assert done.out.endswith("\nAll is well.\n")
    assert all(line == line.rstrip() for line in done.out.splitlines())


def test_json_for_programs() -> None:
    facts = diagnosis()
    assert set(facts) == {
        "well",
        "versions",
        "compiler",
        "cache",
        "steps",
        "paths",
        "extras",
        "terminal",
        "players",
    }
    assert facts["players"] in ("namespace", "subreaper", "group")
    assert facts["well"] is True
    assert facts["compiler"] == {"works": True, "problem": None, "instead": None}
    assert {"inarow", "numba", "numpy", "llvmlite", "python", "platform", "cores"} <= set(
        facts["versions"]
    )
    assert all(path.startswith("kernel, ") for path in facts["paths"].values())
    assert facts["steps"] == dict.fromkeys((step.name for step in STEPS), "works")
    assert facts["cache"]["kernels"] == count_kernels()
    assert facts["cache"]["bytes"] > 1_000_000
    assert {extra["name"] for extra in facts["extras"]} >= {"pytest", "open_spiel"}
    assert {extra["name"]: extra["version"] for extra in facts["extras"]}["pytest"]


def test_every_extra_is_named_once_with_what_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["optional-dependencies"]
    written = [f'{one}; extra == "{extra}"' for extra in wanted for one in wanted[extra]]
    monkeypatch.setattr(doctor_module, "requires", lambda _: written)
    extras = diagnosis()["extras"]
    purposes = {extra["name"]: extra["for"] for extra in extras}
    assert len(purposes) == len(extras)
    assert {re.split("[<=>]", one)[0] for ones in wanted.values() for one in ones} <= set(purposes)
    assert purposes["gymnasium"] == "environments of reinforcement learning"
    assert purposes["anywidget"] == "inarow.widget, a board to click on in notebooks"
    assert purposes["open_spiel"] == "our games and players in OpenSpiel, theirs here"
    assert purposes["textarena"] == "our games and players in TextArena"


def test_an_empty_cache(tmp_path: Path) -> None:
    facts = diagnosis(NUMBA_CACHE_DIR=str(tmp_path))
    assert facts["cache"]["folder"].startswith(str(tmp_path / "inarow" / "kernels"))
    assert facts["cache"]["writable"]
    assert facts["cache"]["kernels"] == 0
    assert set(facts["steps"].values()) == {"not compiled yet"}
    assert facts["cache"]["old"] == 0


def test_kernels_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no\nluck")

    step = Step("the broken one", fail)
    monkeypatch.setattr(Step, "ready", True)
    monkeypatch.setattr(doctor_module, "STEPS", (step,))
    done = inarow("doctor")
    assert done.code == 1
    assert "the broken one       fails: OSError: no luck\n" in done.out
    assert done.out.endswith("Some kernels fail; please report it with this page.\n")


def nowhere(tmp_path: Path) -> str:
    """A cache folder that cannot be made, not even by the administrator."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    return str(file / "cache")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    folder = nowhere(tmp_path)
    done = inarow("doctor", NUMBA_CACHE_DIR=folder)
    assert (done.code, done.err) == (0, "")
    assert f"cannot be written: {folder}" in done.out
    assert "compiled anew in every run" in done.out
    facts = diagnosis(NUMBA_CACHE_DIR=folder)
    assert facts["well"]
    assert facts["cache"]["writable"] is False


def test_a_cache_that_may_only_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "is_writable", lambda folder: False)
    done = inarow("doctor")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"kept +\d+ kernels?, \d+\.\d MB\n", done.out)
    assert "what is missing is compiled anew in every run" in done.out
    assert "warm-up" not in done.out, "it could keep nothing"


def test_no_home() -> None:
    code = (
        "import os.path, pathlib\n"
        "def homeless(cls=None): raise RuntimeError('no home')\n"
        "pathlib.Path.home = homeless\n"
        "os.path.expanduser = lambda path: path\n"
        "from inarow.__main__ import main\n"
        "main()\n"
    )
    nowhere = {"HOME": None, "XDG_CACHE_HOME": None, "NUMBA_CACHE_DIR": None}
    done = run_python("-c", code, "doctor", **nowhere)
    assert (done.code, done.err) == (0, "")
    assert "cannot be written: no home folder" in done.out


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ({"NUMBA_DISABLE_JIT": "1"}, "the compiler is switched off by NUMBA_DISABLE_JIT"),
        ({"NUMBA_NUM_THREADS": "0"}, "Numba cannot be loaded: Number of threads specified must"),
    ],
)
def test_settings_with_which_numba_compiles_nothing(setting: dict[str, Any], why: str) -> None:
    done = inarow("doctor", fresh=True, **setting)
    assert (done.code, done.err) == (1, "")
    assert f"does not work: ImportError: {why}" in done.out
    asked = ("analyse", "tic_tac_toe", "b2", "--agent", "alphabeta")
    done = inarow(*asked, fresh=True, **setting)
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert why in done.err
    assert inarow("play", "tic_tac_toe", *MACHINES, fresh=True, **setting).code == 0


def test_without_numba(broken_numba: str) -> None:
    paths: dict[str, Any] = {"PYTHONPATH": broken_numba, "NUMBA_CACHE_DIR": broken_numba}
    done = inarow("doctor", **paths)
    assert (done.code, done.err) == (1, "")
    assert "does not work: ImportError: no LLVM here" in done.out
    assert "players search by readable Python, a hundred times slower, or fail" in done.out
    assert done.out.endswith("Something essential is missing: Numba does not work.\n")
    facts = diagnosis(code=1, **paths)
    assert facts["well"] is False
    assert facts["cache"] is None
    assert facts["paths"] == {}


def test_numba_is_not_installed() -> None:
    code = (
        "import importlib.util as util, sys\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'numba' else find(name, *rest)\n"
        "from inarow.__main__ import main\n"
        "main()\n"
    )

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, *args]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert "does not work: it is not installed" in done.stdout
    assert "gomoku                        python\n" in done.stdout
    analysed = run("analyse", "--agent", "mcts", "--limit", "20sims")
    assert (analysed.returncode, analysed.stderr) == (0, "")
    assert "searched by: python" in analysed.stdout


def test_what_doctor_says_of_life_without_numba_is_true(broken_numba: str) -> None:
    paths: dict[str, Any] = {"PYTHONPATH": broken_numba, "NUMBA_CACHE_DIR": broken_numba}
    works = inarow("analyse", "--agent", "mcts", "--limit", "20sims", **paths)
    assert works.code == 0
    assert "searched by: python" in works.out
    fails = inarow("analyse", "tic_tac_toe", "b2", "--agent", "judge", **paths)
    check_mistake(fails, "no LLVM here")
    check_mistake(inarow("warm-up", **paths), "the kernels cannot be loaded: no LLVM here")


def test_characters_and_colour() -> None:
    facts = diagnosis(PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert facts["terminal"]["unicode"] is False
    assert facts["terminal"]["NO_COLOR"] is True
    assert inarow("doctor", PYTHONIOENCODING="ascii").out.isascii()


def test_mistakes_are_one_line() -> None:
    check_mistake(inarow("doctor", "extra"), "extra")
    check_mistake(inarow("doctor", "--nothing"), "No such option '--nothing'")


def check_mistake(done: Done, message: str) -> None:
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("inarow: ")
    assert done.err.count("\n") == 1
    assert message in done.err


def test_help_shows_examples_and_loads_no_compiler() -> None:
    commands = ("doctor", "warm-up", "bench")
    code = (
        "import sys\n"
        "from inarow.interfaces.cli import run\n"
        f"for command in {commands}:\n"
        "    sys.argv = ['inarow', command, '--help']\n"
        "    assert run() == 0\n"
        "    assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.count("Examples:") == len(commands)
    assert all(f"inarow {command}" in done.stdout for command in commands)
    assert done.stderr == ""
