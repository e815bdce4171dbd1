"""Plug-ins that raise, exit, crash or hang at import: named once on stderr, and skipped."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import inarow as package
from command_line import MACHINES, Done, inarow, run_python
from inarow.plugins import BUSY_SECONDS, PLUGIN_SECONDS, ends_in_time

SOURCE = Path(package.__file__).parent.parent
SOURCES = {
    "raising": "raise RuntimeError('\\udcff\\x1b[31mno luck')",
    "dying": "import os; os._exit(0)",
    "crashing": "import os; os.abort()",
    "secretive": "class Secret(type):\n"
    "    def __getattribute__(cls, name): raise SystemExit(7)\n"
    "class Pond(metaclass=Secret): pass",
    "leaving": "import inarow.plugins, os, sys\n"
    "inarow.plugins.PLUGIN_SECONDS = 0.3  # so that this test need not wait for the next one\n"
    "if 'INAROW_TRIES_A_PLUGIN' not in os.environ: sys.exit(5)  # behaves as long as it is tried",
    "hanging": "import time; time.sleep(3600)",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a package of bad plug-ins, each a game and a player."""
    for name, source in SOURCES.items():
        (tmp_path / f"{name}_pond.py").write_text(source, encoding="utf-8")
    announce(tmp_path, {name: f"{name}_pond:Pond" for name in SOURCES})
    return tmp_path


def announce(folder: Path, places: dict[str, str]) -> None:
    """Let an installed package name each place as a game and as a player."""
    info = folder / "ponds-1.0.dist-info"
    info.mkdir()
    metadata = "Metadata-Version: 2.1\nName: ponds\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = "".join(f"{name} = {place}\n" for name, place in places.items())
    points = f"[inarow.games]\n{lines}\n[inarow.agents]\n{lines}"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("games", "--json"), True),
        (("agents",), True),
        (("play", "tic_tac_toe", *MACHINES, "--seed", "1"), False),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, tuple) else "",
)
def test_every_command_works_and_names_them_at_most_once(
    folder: Path, args: tuple[str, ...], named: bool
) -> None:
    assert PLUGIN_SECONDS == 5
    done = inarow(*args, PYTHONPATH=f"{SOURCE}{os.pathsep}{folder}")
    assert done.code == 0, done.err
    assert "connect_four" in done.out or "mcts" in done.out or args[0] not in ("games", "agents")
    if "--json" in args:
        assert not set(SOURCES) & {entry["name"] for entry in json.loads(done.out)}
    for name, why in {
        "raising": "\ufffdno luck",
        "dying": "ends Python with code 0",
        "crashing": "ends Python by signal 6",
        "leaving": "5",
        "secretive": "SystemExit: 7",
        "hanging": "within 0.3 s",
    }.items():
        lines = [line for line in done.err.splitlines() if f"{name}_pond" in line]
        assert len(lines) == named or (not named and len(lines) <= 1)
        assert all(why in line and line.startswith("inarow: ") for line in lines)
    assert "Traceback" not in done.err


def test_one_that_is_asked_for_by_name_is_refused_in_one_line(folder: Path) -> None:
    done = inarow("play", "leaving", *MACHINES, PYTHONPATH=f"{SOURCE}{os.pathsep}{folder}")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "leaving cannot be loaded from leaving_pond:Pond: SystemExit: 5" in done.err


@pytest.mark.parametrize(
    ("waited", "asked"),
    [
        (["1 0 1"], [PLUGIN_SECONDS]),
        (["1 3000000000 1"] * 2, [PLUGIN_SECONDS, 3.0]),
        (["1 3000000000 1", "1 4000000000 1", "1 4000000000 1"], [PLUGIN_SECONDS, 3.0, 1.0]),
        (["1 900000000000 1"] * 2, [PLUGIN_SECONDS, BUSY_SECONDS]),
    ],
)
def test_an_import_that_waits_for_a_core_gets_more_time(
    tmp_path: Path, waited: list[str], asked: list[float]
) -> None:
    (tmp_path / "7").mkdir()
    found = list[float]()

    def wait(most: float) -> bool:
        (tmp_path / "7" / "schedstat").write_text(waited[len(found)], encoding="utf-8")
        found.append(most)
        return False

    assert not ends_in_time(wait, "7", tmp_path)
    assert found == asked
    assert not ends_in_time(lambda most: False, "none", tmp_path)


# Plug-ins that can be imported, and are nothing that can be used

PLAYER = """
from dataclasses import dataclass
from inarow import Decision

@dataclass
class Pond:
    name = "pond"
    def supports(self, game):
        return True
    def choose(self, state, limit, on_info=None):
        return Decision(state.legal_actions()[0])
"""
FIELD = '    name = "pond"\n'
LATER = {
    "talking": ("print('HELLO'); import sys; sys.stdout.close()\n" + PLAYER, ""),
    "writing": ("import os; os.write(1, b'HELLO')\n" + PLAYER, ""),
    "closing": ("import os; os.closerange(0, 3)\n" + PLAYER, ""),
    "unmade": (
        PLAYER.replace(FIELD, FIELD + "    def __post_init__(self): raise RuntimeError('no')\n"),
        "unmade cannot be made: RuntimeError: no",
    ),
    "leaving": (
        PLAYER.replace(FIELD, FIELD + "    def __post_init__(self): raise SystemExit(4)\n"),
        "leaving cannot be made: SystemExit: 4",
    ),
    "unwilling": (
        PLAYER.replace("return True", "raise RuntimeError('no')"),
        "pond failed: RuntimeError: no",
    ),
    "nameless": (PLAYER.replace(FIELD, ""), "it has no name"),
    "untyped": (
        PLAYER.replace(FIELD, FIELD + "    x: 'nonsense' = 3\n"),
        "NameError: name 'nonsense' is not defined",
    ),
}


@pytest.fixture
def later(tmp_path: Path) -> dict[str, Any]:
    """The environment with a package of all of them; "unmade" is `unmade_pond:Pond`."""
    for name, (source, _) in LATER.items():
        (tmp_path / f"{name}_pond.py").write_text(source, encoding="utf-8")
    announce(tmp_path, {name: f"{name}_pond:Pond" for name in LATER})
    return {"PYTHONPATH": f"{SOURCE}{os.pathsep}{tmp_path}"}


SEVERAL = """
import sys
from inarow.interfaces.cli import run
for command in sys.argv[1:]:
    sys.argv = ["inarow", *command.split()]
    code = run()
    for stream in (sys.stdout, sys.stderr):
        print(f"== {code}", file=stream, flush=True)
"""


def run_several(commands: list[str], env: dict[str, Any]) -> list[Done]:
    """Commands one after the other in one process: each plug-in is tried and loaded once."""
    done = run_python("-c", SEVERAL, *commands, **env)
    codes = [int(code) for code in re.findall(r"^== (\d+)$", done.err, re.M)]
    assert len(codes) == len(commands), done
    texts = [re.split(r"^== \d+\n", said, flags=re.M)[:-1] for said in (done.out, done.err)]
    return [Done(*each) for each in zip(codes, *texts, strict=True)]


def test_what_is_no_game_is_skipped(later: dict[str, Any]) -> None:
    games, agents = run_several(["games --json", "agents --json"], later)
    for done in (games, agents):
        assert done.code == 0, done.err
        assert json.loads(done.out), "nothing else is printed"
    for name in LATER:
        assert f"{name} cannot be loaded from {name}_pond:Pond: it has no " in games.err


def test_what_is_no_player_says_so(later: dict[str, Any]) -> None:
    ways = ("play tic_tac_toe --second random --first", "analyse tic_tac_toe --agent")
    asked = [(f"{way} {kind}", why) for kind, (_, why) in LATER.items() for way in ways]
    found = run_several([command for command, _ in asked], later)
    for (command, why), done in zip(asked, found, strict=True):
        assert why in done.err, command
        assert done.err.count("\n") == bool(why), command
        assert (done.code != 0) == bool(why), command
        assert "HELLO" not in done.out, command
