"""Every script in `examples/` runs as a program of its own and says what it should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import inarow

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


def run_example(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXPECTED)
def test_example_runs(name: str) -> None:
    output = run_example(name)
    for expected in EXPECTED[name]:
        assert expected in output


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
