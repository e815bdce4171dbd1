"""`inarow score` and `inarow export positions` as people use them: tables, files, errors."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Terminal, assert_one_line_error, inarow
from inarow.study import positions as arrays
from inarow.study.positions import load_positions

SHIPPED_FILE = arrays.SHIPPED["tic_tac_toe"][0]
SMALL = ("tic_tac_toe", "--positions", "40")


def test_a_score_is_a_table_and_says_which_level_plays_alike() -> None:
    done = inarow("score", "level(3)", "tic_tac_toe")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("level(3), mnk(rows=3,cols=3,k=3,overline=win): 200 positions in ")
    assert lines[2].split() == ["positions", "keeps", "the", "result", "best", "move"]
    assert [line.split(",")[0].split()[0] for line in lines[3:7]] == [
        *("all", "opening", "middle", "ending")
    ]
    assert lines[-2] == "not counted as moves: illegal 0, late 0, no answer 0"
    assert lines[-1].startswith("It plays like level")


def test_a_score_as_json_has_the_same_figures() -> None:
    found = json.loads(inarow("score", "random", *SMALL, "--json", "--seed", "3").out)
    again = json.loads(inarow("score", "random", *SMALL, "--json", "--seed", "3").out)
    assert found["good"] == again["good"]
    assert found["positions"] == found["good"]["of"] == 40
    assert sum(found["slips"].values()) == 40 - found["good"]["count"]


def test_positions_of_a_file_are_asked(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    made = inarow("export", "positions", "mnk(3,4,3)", "--count", "12", "--out", str(path))
    assert (made.code, made.out.partition(",")[0]) == (0, f"{path}: 12 positions")
    done = inarow("score", "minimax", "--file", str(path), "--positions", "9", "--json")
    found = json.loads(done.out)
    assert (found["game"], found["positions"]) == ("mnk(rows=3,cols=4,k=3,overline=win)", 9)
    assert found["like"] == ""


@pytest.mark.parametrize("form", ["npz", "jsonl", "refmoves"])
def test_sets_are_written_in_every_form(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"set.{form}"
    options = ("--count", "3", "--plies", "22-25", "--seed", "4", "--format", form)
    done = inarow("export", "positions", *options, "--out", str(path))
    assert (done.code, done.err) == (0, "")
    found = load_positions(path)
    assert all(22 <= one.state.ply <= 25 for one in found)
    assert inarow("export", "positions", *options, "--out", str(path)).code == 0  # ours to replace


def test_a_player_that_fails_is_told_in_one_line_after_what_is_known(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def move(state):\n    raise ValueError('no idea')\n")
    done = inarow("score", str(tmp_path / "bad.py"), "tic_tac_toe")
    assert done.code == 1
    assert "no answer 3" in done.out
    assert "no idea" not in done.out
    assert done.err == (
        "inarow: bad: ValueError: no idea; it was asked no more after 3 of 200 positions\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "nobody"), "nobody"),
        (("score", "human"), "people cannot take part"),
        (("score", "random", "pop_out"), "no positions of pop_out"),
        (("score", "random", "gomoku", "--game", "gomoku"), "the game is named twice"),
        (("score", "nine", "tic_tac_toe"), "cannot play"),
        (("score", "missing.py"), "there is no file missing.py"),
        (("score", "random", "--positions", "0"), "0"),
        (("score", "random", "--limit", "0s"), "limit"),
        (("score", "random", "gomoku", "--file", __file__), "does nothing beside --file"),
        (("score", "random", "--file", __file__), "holds no positions: line 1"),
        (("score", "random", "--file", "missing"), "No such file"),
        (("export", "positions", "--out", "set.txt"), "--out ends with .npz or .jsonl"),
        (("export", "positions", "--out", __file__, "--format", "npz"), "is no file of positions"),
        (("export", "positions", "--out", "x.npz", "--plies", "9-3"), "FIRST-LAST"),
        (("export", "positions", "gomoku", "--out", "x", "--format", "refmoves"), "Connect Four"),
        (("export", "positions", "random_drop", "--out", "x.npz"), "random_drop"),
        (("export", "positions", "mnk(3,3,4)", "--out", "x.npz"), "every game of"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = inarow(*arguments)
    assert_one_line_error(done, 1 if message == "No such file" else 2, message)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_file_of_positions_is_refused_in_one_line(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "set.npz"
    content = bytearray((Path(arrays.__file__).parents[1] / "data" / SHIPPED_FILE).read_bytes())
    half = len(content) // 2
    content[half:] = b"" if damage == "cut" else bytes(byte ^ 255 for byte in content[half:])
    path.write_bytes(content)
    done = inarow("score", "random", "--file", str(path))
    assert_one_line_error(done, 2, f"{path} holds no positions: it is damaged")
    done = inarow("export", "positions", "tic_tac_toe", "--out", str(path))
    assert_one_line_error(done, 2, f"{path} exists and is no file of positions")
    assert path.read_bytes() == content


def test_ctrl_c_tells_what_was_answered_so_far(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\ndef move(state):\n    time.sleep(0.05)\n    return state.legal_actions()[0]\n"
    )
    with closing(Terminal("score", str(tmp_path / "slow.py"), "tic_tac_toe")) as terminal:
        terminal.wait_for(r"asking: [1-9]\d* of 200 \(Ctrl-C stops\)")
        terminal.press("c")
        terminal.wait_for("keeps the result")
        terminal.wait_for(r"inarow: stopped after \d+ of 200")
        assert terminal.finish() == 130
