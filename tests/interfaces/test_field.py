"""A folder of Python files is a field of players: in events, in event files, in scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_one_line_error, inarow
from inarow.arena.entrants import read_entrant
from inarow.arena.field import field_files, read_field, told_apart
from inarow.arena.store import open_store
from schemas import check

MOVE = "def move(state):\n    return state.legal_actions()[0]\n"
CLASS = (
    "from inarow import Decision\n"
    "def helper(state):\n    return state.legal_actions()[-1]\n"
    "class Cleo:\n    name = 'anything'\n    def supports(self, game):\n        return True\n"
    "    def choose(self, state, limit, on_info=None):\n        return Decision(helper(state))\n"
)
OTHER_NAME = (
    f"def _mine(state):\n    return 0\n{MOVE.replace('move(state)', 'bot(state, depth=3)')}"
)
GOOD = {"ada.py": MOVE, "bob.py": OTHER_NAME, "cleo.py": CLASS}
BROKEN = {
    "asks.py": ("print(input('your name? '))\n", "EOFError: EOF when reading a line"),
    "exits.py": ("import sys\nsys.exit('no')\n", "SystemExit: no"),
    "hangs.py": ("import time\ntime.sleep(99)\n", "its import did not end within 5 s"),
    "none.py": ("x = 1\n", "no class that can choose"),
    "several.py": ("def a(state):\n    pass\ndef b(state):\n    pass\n", "has a and b: write"),
    "typo.py": ("def move(state)\n    return 0\n", "SyntaxError: expected ':'"),
}


@pytest.fixture(scope="module")
def students(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of nine, three of whom can play; and two files that are no players."""
    folder = tmp_path_factory.mktemp("class") / "students"
    folder.mkdir()
    texts = GOOD | {name: text for name, (text, _) in BROKEN.items()}
    for name, text in (texts | {"_helper.py": "raise ValueError", "notes.txt": "hello"}).items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_folder_plays_without_those_who_cannot(students: Path, tmp_path: Path) -> None:
    store_path = tmp_path / "e.sqlite"
    event = f'game = "tic_tac_toe"\nplayers = ["{students.name}/", "random"]\nrounds = 1\n'
    (students.parent / "e.toml").write_text(event, "utf-8")
    run = ("arena", "run", str(students.parent / "e.toml"), "--workers", "0")
    done = inarow(*run, "--out", str(store_path))
    assert done.code == 3, done.err
    with open_store(store_path) as store:
        assert [name for name, _, _ in store.players()] == ["ada", "bob", "cleo", "random"]
        assert {game.reason for game in store.games()} <= {"line", "full"}
    told = done.out.splitlines()[-len(BROKEN) :]
    for line, (name, (_, why)) in zip(told, BROKEN.items(), strict=True):
        assert line.startswith(f"{name.removesuffix('.py')} was left out: ")
        assert why in line
        assert f"inarow: {line.replace(' was ', ' is ')}" in done.err
    shown = json.loads(inarow("arena", "show", str(store_path), "--json").out)
    assert [one["name"] + ".py" for one in shown["left_out"]] == list(BROKEN)


def test_a_folder_is_scored_as_a_table(students: Path) -> None:
    words = [str(students / name) for name in ("ada.py", "cleo.py", "typo.py")]
    done = inarow("score", *words, "tic_tac_toe", "--positions", "30")
    assert done.code == 3
    lines = done.out.splitlines()
    assert lines[0].endswith(": 30 positions")
    assert {line.split()[1] for line in lines[3:5]} == {"ada", "cleo"}
    assert "typo was left out: SyntaxError" in lines[-1]
    data = inarow("score", *words[:2], *("--json", "--game", "tic_tac_toe")).out
    check("score", data)
    found = json.loads(data)
    kept = [score["good"]["count"] for score in found["scores"]]
    assert (kept, found["left_out"]) == (sorted(kept, reverse=True), [])


def test_patterns_and_folders_in_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ada", "bob", "random"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(MOVE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert field_files("*/bot.py") == ["ada/bot.py", "bob/bot.py", "random/bot.py"]
    assert field_files("[ab]*/") == field_files("[ab]*/*.py") == ["ada/bot.py", "bob/bot.py"]
    assert [one.name for one in told_apart(read_field("*/bot.py"))][:2] == ["ada/bot", "bob/bot"]
    assert field_files("random") is None  # a registered player, whatever folders there are
    assert field_files("random/") == ["random/bot.py"]
    assert field_files("cmd:python3 *.py") is None
    assert field_files('kaggle(file="*.py")') is None
    assert told_apart([read_entrant("x=ada/bot.py"), read_entrant("random")])[0].name == "x"
    empty = inarow("score", ".", "tic_tac_toe")
    assert_one_line_error(empty, 2, "there is no Python file in .")
