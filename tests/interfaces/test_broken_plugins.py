"""Plug-ins that raise, exit or hang when they are imported: named once on stderr, and skipped."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import inarow as package
from command_line import MACHINES, inarow
from inarow.plugins import PLUGIN_SECONDS

SOURCE = Path(package.__file__).parent.parent
SOURCES = {
    "raising": "import inarow.plugins\n"
    "inarow.plugins.PLUGIN_SECONDS = 0.3  # so that this test need not wait for the next ones\n"
    "raise RuntimeError('\\udcff\\x1b[31mno luck')",
    "leaving": "import sys; sys.exit(5)",
    "hanging": "import time; time.sleep(3600)",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a package of three bad plug-ins, each a game and a player."""
    for name, source in SOURCES.items():
        (tmp_path / f"{name}_pond.py").write_text(source, encoding="utf-8")
    info = tmp_path / "ponds-1.0.dist-info"
    info.mkdir()
    metadata = "Metadata-Version: 2.1\nName: ponds\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = "".join(f"{name} = {name}_pond:Pond\n" for name in SOURCES)
    points = f"[inarow.games]\n{lines}\n[inarow.agents]\n{lines}"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return tmp_path


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
        "leaving": "5",
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
