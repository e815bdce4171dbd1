"""Every script in `examples/` runs as a program of its own and says what it should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import assert_fine, inarow, run_python

EXAMPLES = Path(__file__).parents[1] / "examples"
EXPECTED = {
    "random_match.py": ['[Result "0-1"]', "14. 2 3 0-1", "O.OOOO.", "Winner: O", "Why: line"],
    "callback_player.py": ["centre won 89 of 100 games against random"],
    "own_player.py": ["{'win': 85, 'draw': 13, 'loss': 2}"],
    "replay.py": [
        "445    open on both sides",
        "here 3 was tried as well",
        "(2... 3 3. 6 7) (2... 6 3. 6)",
    ],
    "own_game.py": ["touch(rows=5,cols=5,k=4,overline=win)", "OOOO.\nXXXO.", "winner=1"],
    "arena_bot.py": [],  # it waits for questions
    "picture.py": ["<svg ", "O to move", "...OX..", "</svg>"],
}


STRICT = """
import runpy, sys, warnings
warnings.simplefilter("error")
del sys.argv[0]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""What `python -W error` does with a script."""


def run_example(name: str, *arguments: str) -> str:
    done = run_python("-c", STRICT, str(EXAMPLES / name), *arguments)
    assert_fine(done)
    return done.out


@pytest.mark.parametrize("name", EXPECTED)
def test_example_runs(name: str) -> None:
    output = run_example(name)
    for expected in EXPECTED[name]:
        assert expected in output


def test_an_example_is_a_program_of_its_own() -> None:
    name = "own_player.py"
    command = [sys.executable, "-W", "error", str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == (run_example(name), "")


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_example_is_short_and_has_a_main(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert "def main() -> None:" in text
    assert len([line for line in text.splitlines() if line.strip()]) <= 40


def test_the_event_runs(tmp_path: Path) -> None:
    store = tmp_path / "club.sqlite"
    options = ["--rounds", "1", "--workers", "0", "--out", str(store), "--json"]
    done = inarow("arena", "run", str(EXAMPLES / "club.toml"), *options)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["games"] == 12
    assert set(found["table"]["reasons"]) <= {"line", "full"}


def test_picture_takes_moves() -> None:
    assert ".......\n...X..." in run_example("picture.py", "4")
