"""Where something is missing: without Numba and NumPy, and on systems that are not like Unix."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import inarow
from command_line import Done, environment, run_python

SOURCE = str(Path(inarow.__file__).parent.parent)

HIDE = '''
import importlib.machinery
import sys

class Hidden:
    """Finds nothing under some names, as if they were not installed."""

    def __init__(self, *names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

class Broken:
    """Finds modules that cannot be loaded, as of a Numba that is too old for its NumPy."""

    def __init__(self, *names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name in self.names:
            return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        raise ImportError("Numba needs NumPy 2.3 or less. Got NumPy 9.9.")

    def exec_module(self, module):
        pass

def damage(*names):
    sys.meta_path.insert(0, Broken(*names))
    forget(*names)

def hide(*names):
    sys.meta_path.insert(0, Hidden(*names))
    forget(*names)

def forget(*names):
    for name in [one for one in sys.modules if one.partition(".")[0] in names]:
        del sys.modules[name]
'''
COMMAND = 'from inarow.__main__ import main; sys.argv = ["inarow", *sys.argv[1:]]; main()'


def run(code: str, *args: str) -> Done:
    """Run a program that imports `inarow` after it has hidden or damaged what others wrote."""
    return run_python("-c", HIDE + code, *args, PYTHONPATH=SOURCE)


def run_fresh(code: str) -> Done:
    """The same in a Python that has imported nothing yet."""
    command = [sys.executable, "-c", HIDE + code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment())
    return Done(done.returncode, done.stdout, done.stderr)


EVERY_PLAYER = """
hide("numba", "numpy", "llvmlite")
from inarow.errors import MissingPackage
from inarow.games.record import Record
from inarow.interfaces.terminal.series import seat_players
from inarow.live.match import play_match
from inarow.registry import agents, games, load_game
from inarow.search.limit import Limit

for name in agents():
    if name == "human":
        continue
    played = 0
    for game in ("tic_tac_toe", "connect_four(rows=4,cols=4,k=3)", "connect_four", "nine_board"):
        record = Record(load_game(game))
        try:
            players = seat_players(record, (name, "random"), seed=1)
        except MissingPackage as missing:
            print(name, missing)
            continue
        except Exception as error:
            assert "cannot play" in str(error), (name, game, error)
            continue
        limit = Limit(nodes=30, simulations=10, depth=2)
        outcome = play_match(record.game, players, limit=limit, seed=1).outcome
        assert outcome.reason in ("line", "full", "sent_to_full"), (name, game, outcome)
        played += 1
        break
    print(name, played)
"""


def test_every_player_works_without_numba_and_numpy_or_says_what_to_install() -> None:
    done = run_fresh(EVERY_PLAYER)
    assert done.code == 0, done.err
    lines = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    idle = {name for name, played in lines.items() if played == "0"}
    assert idle == {"gomoku", "learned", "nine", "perfect"}
    for name in idle:
        assert f"{name} needs numba, which is not installed: " in done.out
    assert "-m pip install numba" in done.out


PLAYERS_WITH_A_TWIN = """
damage("numba")
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

for spec in "mcts", "alphabeta", "minimax", "level(2)", "prover":
    players = load_agent(spec), load_agent("random(seed=1)")
    limit = Limit(nodes=300, simulations=100, depth=2)
    outcome = play_match(load_game("tic_tac_toe"), players, limit=limit, seed=1).outcome
    assert outcome.reason in ("line", "full"), (spec, outcome)
"""


def test_readable_searches_stand_in_for_a_numba_that_cannot_be_loaded() -> None:
    done = run(PLAYERS_WITH_A_TWIN)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("command", ["solve 4453 --no-book", "bench random"])
def test_a_command_says_why_a_package_cannot_be_loaded(command: str) -> None:
    done = run(f'damage("numba"); {COMMAND}', *command.split())
    assert (done.code, done.out) == (1, "")
    why = "ImportError: Numba needs NumPy 2.3 or less. Got NumPy 9.9."
    assert done.err.splitlines()[-1] == f"inarow: a package cannot be loaded: {why}"
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("hidden", "command", "package"),
    [
        (("numba",), "solve 4453", "numba"),
        (("numba", "numpy"), "solve 4453", "num"),
        (("numba", "numpy"), "book info", "numpy"),
        (("numba", "numpy"), "bench random", "num"),
        (("fastapi", "starlette"), "serve", "fastapi"),
        (("platformdirs",), "doctor", "platformdirs"),
    ],
)
def test_a_command_says_which_package_is_missing(
    hidden: tuple[str, ...], command: str, package: str
) -> None:
    done = run(f"hide(*{hidden!r}); {COMMAND}", *command.split())
    assert (done.code, done.out) == (1, "")
    assert "Traceback" not in done.err
    assert f"needs {package}" in done.err
    assert f"-m pip install {package}" in done.err


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_environments_say_which_package_is_missing(package: str) -> None:
    code = "try: import inarow.adapters.rl\nexcept Exception as error: print(type(error), error)"
    done = run(f"hide({package!r})\n{code}")
    assert done.out.startswith("<class 'inarow.errors.MissingPackage'>")
    assert f"environments (the extra rl) need {package}, which is not installed: " in done.out
    assert done.out.endswith(f" -m pip install {package}\n")


NOT_UNIX = """
import asyncio, concurrent.futures, multiprocessing.pool, multiprocessing.spawn, os, pkgutil
import platform, signal, socket, sqlite3, subprocess, tempfile, uvicorn
import click.testing, fastapi, numba, rich.progress

hide("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
for module, names in {
    os: "fork forkpty getgid getloadavg getuid killpg pidfd_open register_at_fork "
        "sched_getaffinity setsid",
    signal: "SIGALRM SIGHUP SIGKILL SIGUSR1 pthread_kill pthread_sigmask sigwait",
    socket: "AF_UNIX send_fds recv_fds",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)

import contextlib
import importlib
import inarow
from inarow.errors import MissingPackage

for found in pkgutil.walk_packages(inarow.__path__, "inarow."):
    with contextlib.suppress(MissingPackage):  # that of a framework which is not installed
        importlib.import_module(found.name)
sys.argv = "inarow play tic_tac_toe --first minimax(compiled=false)".split()
sys.argv += "--second random --seed 1".split()
from inarow.interfaces.cli import run
assert run() == 0
"""


def test_nothing_but_python_is_needed_to_import_every_module_and_to_play() -> None:
    done = run(NOT_UNIX)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(" wins.\n")
