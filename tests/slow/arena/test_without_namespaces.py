"""Players that harm their worker where the system has no namespaces to lock them into."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.test_hostile_players import LEGAL, mark
from arena_events import player_file
from command_line import COMMAND
from inarow.arena.store import open_store
from inarow.games.base import Reason
from inarow.processes import launch
from strays import WITHOUT_NAMESPACE, wait_until_gone

__all__ = ["mark"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no keeper elsewhere")

HIDE_NAMESPACES = """
import pathlib
from inarow.processes import children
children._LAUNCH = pathlib.Path(__file__).with_name("without_namespace.py")
"""
"""A sitecustomize module: every Python keeps foreign programs as it can without a namespace."""


def test_without_a_namespace_a_player_that_harms_its_worker_costs_its_own_games(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"import sys\nsys.argv.insert(1, {launch.__file__!r})\n{WITHOUT_NAMESPACE}"
    (tmp_path / "without_namespace.py").write_text(script, "utf-8")
    (tmp_path / "sitecustomize.py").write_text(HIDE_NAMESPACES, "utf-8")
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    harm = """
keeper = open(f"/proc/{{os.getppid()}}/stat").read().rpartition(")")[2].split()
os.kill(int(keeper[1]), {:d})
{}
"""
    (tmp_path / "stopper").mkdir()
    stopper = player_file(tmp_path / "stopper", harm.format(signal.SIGSTOP, LEGAL))
    more = ("--player", f"stopper={stopper}", "--form", "gauntlet", "--rounds", "1", "--seed", "1")
    killer = harm.format(signal.SIGKILL, LEGAL)
    players = ("--player", "random", "--player", player_file(tmp_path, killer), *more)
    options = ("--game", "tic_tac_toe", "--workers", "2", "--out", "e.sqlite")
    event = [*COMMAND, "arena", "run", *players, *options]  # a fork would know its modules already
    done = subprocess.run(event, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    wait_until_gone(mark)
    assert (done.returncode, "4 games" in done.stdout) == (0, True), done.stderr
    with open_store(tmp_path / "e.sqlite") as store:
        games = list(store.games())
    lost = [game for game in games if game.reason is Reason.CRASH]
    assert len(lost) == 2
    assert all(game.pairing.seats[1 - (game.winner or 0)] == "move" for game in lost)
    assert all("dies while it moves" in game.comment for game in lost)
