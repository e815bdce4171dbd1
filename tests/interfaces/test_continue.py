"""What a person is told who leaves a game, typed again as it stands; and no saved game is lost."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Done, Terminal, environment, inarow, offered, warm_kernels
from inarow.games.base import Outcome, Reason
from inarow.games.record import Record
from inarow.games.record_file import load_record
from inarow.interfaces.terminal import series
from inarow.interfaces.terminal.series import Series
from inarow.registry import load_game

ROOT = Path(__file__).parent.parent.parent
PEOPLE = ("--second", "human")
PROMPT = "to move: "


def bash(command: str, typed: str, cwd: Path, **env: str | None) -> str:
    """Type a command into a shell, as a person would."""
    warm_kernels()
    done = subprocess.run(
        ["bash", "-c", command],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=environment(**env),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def started_by_module(_: Path) -> tuple[str, dict[str, str]]:
    return f"{shlex.quote(sys.executable)} -m inarow", {"PATH": "/usr/bin:/bin"}


def started_by_python(folder: Path) -> tuple[str, dict[str, str]]:
    """A Python that is found by its name."""
    return "python -m inarow", {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def started_by_name(folder: Path) -> tuple[str, dict[str, str]]:
    """The installed command, on the PATH."""
    return "inarow", {"PATH": f"{installed(folder).parent}:{os.environ['PATH']}"}


def started_by_path(folder: Path) -> tuple[str, dict[str, str]]:
    """The installed command, not on the PATH."""
    return f"./{installed(folder).relative_to(folder)}", {}


def started_by_script(folder: Path) -> tuple[str, dict[str, str]]:
    """The script of the project, with an environment that is there already."""
    scripts = folder / "scripts"
    scripts.mkdir(exist_ok=True)
    shutil.copy(ROOT / "scripts" / "inarow", scripts / "inarow")
    ready = f"venv={shlex.quote(sys.prefix)}\nprepare_venv() {{ :; }}\n"
    (scripts / "venv.sh").write_text(ready, encoding="utf-8")
    return "scripts/inarow", {}


def installed(folder: Path) -> Path:
    """A command as pip installs it."""
    path = folder / "bin" / "inarow"
    path.parent.mkdir(exist_ok=True)
    lines = (f"#!{sys.executable}", "from inarow.__main__ import main", "main()", "")
    path.write_text("\n".join(lines), encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    "start",
    [started_by_module, started_by_python, started_by_name, started_by_path, started_by_script],
)
def test_the_command_works_as_it_stands(
    start: Callable[[Path], tuple[str, dict[str, str]]], tmp_path: Path
) -> None:
    program, env = start(tmp_path)
    env = {"INAROW_COMMAND": None, **env}  # type: ignore[dict-item]
    out = bash(f"{program} play tic_tac_toe --second human", "b2\na1\ne\n", tmp_path, **env)
    command = out.partition("Continue with: ")[2].partition("\n")[0]
    shown = program.removeprefix("./")
    assert command.startswith((f"{shown} play ", f"./{shown} play ")), command
    again = bash(command, "moves\n", tmp_path, **env)
    assert "Moves so far: b2a1\n" in again


def test_a_saved_game_is_continued_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "my game.txt"
    args = ("--second", "random(seed=1)", "--save", str(path), "--style", "ascii", "--limit", "1s")
    done = inarow("play", "tic_tac_toe", *args, typed="b2\ne\n")
    words = offered(done.out)
    assert words[:5] == ["play", "--load", str(path), "--save", str(path)]
    assert words[5:] == ["--style", "ascii", "--limit", "1s"]
    again = inarow(*words, typed="moves\ne\n")
    assert f"Moves so far: {load_record(path).moves}\n" in again.out
    assert load_record(path).tags["Second"] == "random(seed=1)"
    assert offered(again.out) == words


def test_a_game_that_cannot_be_saved_is_continued_from_its_moves(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with closing(Terminal("play", *PEOPLE, "--save", str(folder / "game.txt"))) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("4", PROMPT)
        folder.rmdir()
        terminal.type("e")
        assert terminal.finish() == 1
    assert offered(terminal.text)[:3] == ["play", "connect_four", "4"]


def test_no_game_of_a_series_replaces_a_file(tmp_path: Path) -> None:
    path, other = tmp_path / "game.txt", tmp_path / "game-2.txt"
    other.write_text("the diary of Ada", encoding="utf-8")
    typed = "b2\nresign\ny\na1\nresign\ny\nc3\nresign\nn\n"
    done: Done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed)
    assert (done.code, done.err) == (0, "")
    assert other.read_text(encoding="utf-8") == "the diary of Ada"
    found = {file.name: load_record(file).moves for file in tmp_path.iterdir() if file != other}
    assert found == {"game.txt": "b2", "game-3.txt": "a1", "game-4.txt": "c3"}
    assert f"Saved as {tmp_path / 'game-3.txt'}.\n" in done.out


def test_whoever_leaves_a_later_game_is_told_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "b2\nresign\ny\na1\nexit\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed=typed)
    assert offered(done.out)[:3] == ["play", "--load", str(tmp_path / "game-2.txt")]
    left = inarow("play", "tic_tac_toe", *PEOPLE, "--save", str(path), typed="b2\nresign\ne\n")
    assert left.out.endswith("Goodbye.\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game-2.txt", "game.txt"]


@pytest.mark.parametrize(("last", "result"), [("e", "*"), ("resign", "1-0")])
def test_what_was_taken_back_is_not_part_of_the_saved_game(
    last: str, result: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    inarow("play", *PEOPLE, "--save", str(path), typed=f"4\n4\n5\nundo\nundo\n3\nundo\n{last}\n")
    record = load_record(path)
    assert record.main_line() == [3]
    assert path.read_text("utf-8").split()[-1] == result


@pytest.mark.parametrize("moment", ["Series._save", "save_record", "wants_another"])
@pytest.mark.parametrize("files", [["game.txt"], ["game-2.txt", "game.txt"]])
def test_ctrl_c_after_the_last_move_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, files: list[str]
) -> None:
    """Ctrl-C in the last game: before its file is written, in the middle, or when it is there."""
    typed = ["b2", "resign", "y"] * len(files)
    monkeypatch.setattr("builtins.input", lambda _prompt="": typed.pop(0))
    place, name = (Series, "_save") if "." in moment else (series, moment)
    usual, left = getattr(place, name), len(files)

    def strike(*args: object) -> object:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return usual(*args)

    monkeypatch.setattr(place, name, strike)
    people = Series(("human", "human"), save_path=tmp_path / "game.txt")
    with pytest.raises(KeyboardInterrupt):
        people.run(Record(load_game("tic_tac_toe")))
    assert sorted(file.name for file in tmp_path.iterdir()) == files
    assert load_record(tmp_path / files[0]).outcome == Outcome(0, Reason.RESIGNED)


@pytest.mark.parametrize(("colour", "options"), [("R", []), ("Y", ["--colours", "YR"])])
def test_names_and_colours_come_back(colour: str, options: list[str]) -> None:
    answers = ["1", "Ada", "Bob B", colour, "Y", "4", "4", "e"]
    left = inarow("classic", "versus", typed="".join(f"{answer}\n" for answer in answers))
    words = offered(left.out)
    assert words[:3] == ["play", "connect_four", "44"]
    assert words[3:] == [
        "--second",
        "human",
        "--style",
        "versus",
        "--names",
        "Ada",
        "Bob B",
        *options,
    ]
    assert f"Ada ({colour}), choose a column: " in inarow(*words, typed="e\n").out


def test_save_while_playing(tmp_path: Path) -> None:
    path, other = tmp_path / "my game.txt", tmp_path / "other.txt"
    other.write_text("mine", encoding="utf-8")
    typed = f"b2\nsave\nsave {path}\na1\nSAVE {path}\nsave {other}\nsave {tmp_path}/no/x\ne\n"
    done = inarow("play", "tic_tac_toe", *PEOPLE, typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "for example save game.txt." in done.out
    assert done.out.count(f"Saved. Continue at any time with: inarow play --load '{path}'") == 2
    assert f"There is {other} already: name another file." in done.out
    assert f"It cannot be saved as {tmp_path}/no/x: " in done.out
    assert load_record(path).moves == "b2a1"
    assert other.read_text(encoding="utf-8") == "mine"
