"""Names and remarks of strangers never command the terminal, wherever they come from."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

import inarow as package
from command_line import MACHINES, Terminal, inarow, inarow_in

SOURCE = Path(package.__file__).parent.parent
HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e"
EVENT = (
    'name = "hall"\ngame = "tic_tac_toe"\nplayers = ["a=random", "b=random"]\nrounds = 1\nseed = 1'
)
PLUG_IN = """
from dataclasses import dataclass
from inarow.search.decision import Decision

@dataclass
class Rude:
    name: str = "Ru\\x1b[2Jde"

    def supports(self, game):
        return True

    def choose(self, state, limit, on_info=None):
        return Decision(state.legal_actions()[0], nodes=1, path="Py\\x1b[2Jthon")
"""


def shown(*args: str, **env: str) -> str:
    """What a command shows on a terminal, with its control sequences."""
    terminal = Terminal(*args, fresh=False, **env)
    terminal.finish()
    assert "Traceback" not in terminal.shown
    return terminal.shown


def assert_harmless(text: str) -> None:
    for sequence in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\u202e"):
        assert sequence not in text, repr(text)


def test_names_of_a_record_in_a_review(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    named = HOSTILE.encode("unicode_escape").decode().replace("\\x", "\\u00")
    file.write_text(
        f'[Game "tic_tac_toe"]\n[First "{named}Ada"]\n[Second "{named}Bob"]\n\n'
        f"1. b2 {{{HOSTILE}}} a1 *\n",
        encoding="utf-8",
    )
    text = shown("review", str(file), "--limit", "50nodes")
    assert "X (Ada)" in text
    assert "O (Bob)" in text
    assert_harmless(text)


def test_remarks_in_the_file_of_an_event(tmp_path: Path) -> None:
    (tmp_path / "hall.toml").write_text(EVENT, encoding="utf-8")
    store = tmp_path / "hall.sqlite"
    done = inarow_in(tmp_path, "arena", "run", "hall.toml")
    assert done.code == 0, done.out
    with sqlite3.connect(store) as db:
        db.execute("UPDATE games SET comment = ?", (HOSTILE + "lost",))
        db.execute(
            "UPDATE games SET thinking = json_set(thinking, '$[3][0]', ?)", (HOSTILE + "sure",)
        )
    db.close()
    for args in ([], ["0"]):
        done = inarow("arena", "replay", str(store), *args)
        assert "lost" in done.out
        assert done.code == 0
        assert ("sure" in done.out) == bool(args)
        assert_harmless(done.out)


def test_names_on_the_command_line() -> None:
    text = shown("play", "tic_tac_toe", *MACHINES, "--names", HOSTILE + "Ada", "Bob", "--seed", "1")
    assert "X (Ada)" in text
    assert_harmless(text)


@pytest.fixture
def plug_in(tmp_path: Path) -> str:
    """The path of Python with a plug-in whose answers are hostile."""
    (tmp_path / "rude_pond.py").write_text(PLUG_IN, encoding="utf-8")
    info = tmp_path / "rude-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: rude\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text("[inarow.agents]\nrude = rude_pond:Rude\n")
    return f"{SOURCE}{os.pathsep}{tmp_path}"


def test_a_plug_in_in_a_game(plug_in: str) -> None:
    players = ("--first", "rude", "--second", "random")
    text = shown("play", "tic_tac_toe", *players, "--seed", "1", PYTHONPATH=plug_in)
    assert "X (Rude)" in text
    assert_harmless(text)


def test_a_plug_in_in_an_analysis(plug_in: str) -> None:
    text = shown("analyse", "tic_tac_toe", "--agent", "rude", PYTHONPATH=plug_in)
    assert "Rude: 1 position" in text
    assert "searched by: Python" in text
    assert_harmless(text)
