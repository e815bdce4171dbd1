"""`inarow arena` as people call it: run, resume, show, replay, export, and what can go wrong."""

from __future__ import annotations

import csv
import json
import sys
from io import StringIO
from pathlib import Path

import pytest

import arena_events
from arena_events import player_file, small_event
from command_line import (
    Terminal,
    inarow,
    run_python,
)
from inarow.arena.crews import Serial
from inarow.arena.job import play_game
from inarow.arena.store import create_store, open_store
from inarow.arena.tournament import run_event
from inarow.games.record_text import parse_record
from inarow.interfaces.terminal.event_progress import progress_line

PLAYERS = ("--game", "tic_tac_toe", "--player", "a=random", "--player", "b=random")
TINY = ("--game", "mnk(2,2,2)", *PLAYERS[2:])


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished event of twenty games."""
    path = tmp_path_factory.mktemp("arena") / "event.sqlite"
    done = inarow("arena", "run", *PLAYERS, "--workers", "0", "--out", str(path))
    assert done.code == 0
    return path


def test_an_event_ends_with_its_tables(tmp_path: Path) -> None:
    done = inarow("arena", "run", *PLAYERS, "--rounds", "50", "--out", str(tmp_path / "e.sqlite"))
    assert done.code == 0
    assert done.out.startswith("event: tic_tac_toe, 100 games\n\n#  player  ")
    assert "wins-draws-losses" in done.out
    assert "moving first is worth +" in done.out
    lines = done.err.splitlines()
    assert lines[0] == f"The games are kept in {tmp_path / 'e.sqlite'}."
    assert lines[-1] == "100 of 100 games"
    assert all(" of 100 games" in line for line in lines[1:])
    assert "\x1b" not in done.out + done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.sqlite"]


def test_show_says_the_same_again(store: Path) -> None:
    text, data = (inarow("arena", "show", str(store), *more).out for more in ((), ("--json",)))
    assert text.startswith("event: tic_tac_toe, 20 games\n")
    found = json.loads(data)
    assert (found["complete"], found["games"], found["taken_out"]) == (True, 20, {})
    assert {row["player"] for row in found["table"]["players"]} == {"a", "b"}
    points = sum(row["points"] for row in found["table"]["players"])
    assert points == 20


def test_equal_players_are_at_zero_without_a_sign(tmp_path: Path) -> None:
    """In both pairs of games the player who moved first won."""
    path = str(tmp_path / "e.sqlite")
    first = player_file(tmp_path, "return state.legal_actions()[0]")
    players = ("--game", "tic_tac_toe", "--player", f"a={first}", "--player", f"b={first}")
    done = inarow("arena", "run", *players, "--openings=start", "--workers=0", "--out", path)
    ratings = [line.split()[2] for line in done.out.splitlines()[3:5]]
    assert ratings == ["0", "0"]
    assert "-0 " not in done.out


def test_json_of_a_run_is_that_of_show(tmp_path: Path) -> None:
    path = str(tmp_path / "e.sqlite")
    ran = inarow("arena", "run", *PLAYERS, "--workers", "0", "--out", path, "--json")
    shown = inarow("arena", "show", path, "--json")
    assert json.loads(ran.out) == json.loads(shown.out)


def test_an_event_file_and_its_default_name(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(
        'game = "tic_tac_toe"\nplayers = ["a=random", "b=random"]\nrounds = 3\n', "utf-8"
    )
    run = ("-m", "inarow", "arena", "run", "club.toml", "--workers", "0", "--rounds", "2")
    done = run_python(*run, folder=tmp_path)
    assert done.code == 0, done.err
    assert done.out.startswith("club: tic_tac_toe, 4 games")
    assert (tmp_path / "club.sqlite").exists()


def test_a_second_run_is_sent_to_resume(store: Path) -> None:
    done = inarow("arena", "run", *PLAYERS, "--out", str(store))
    assert done.code == 2
    assert f"exists already: go on with inarow arena resume {store}" in done.err


def test_hints_name_the_way_the_program_was_started(store: Path) -> None:
    done = inarow("arena", "run", *PLAYERS, "--out", str(store), INAROW_COMMAND="scripts/inarow")
    assert f"go on with scripts/inarow arena resume {store}, or" in done.err


def test_only_a_store_is_sent_to_resume(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("print(1)", "utf-8")
    done = inarow("arena", "run", *PLAYERS, "--out", str(mine))
    assert done.code == 2
    assert done.err == (f"inarow: {mine} exists and is no store of an event: name another file\n")
    done = inarow("arena", "run", *PLAYERS, "--out", str(tmp_path))
    assert (done.code, done.err) == (
        2,
        f"inarow: {tmp_path} is a folder and no store of an event: name a file\n",
    )
    done = inarow("arena", "run", *PLAYERS, "--out", str(tmp_path / "none" / "e.sqlite"))
    assert done.code == 1
    assert mine.read_text("utf-8") == "print(1)"


@pytest.mark.parametrize(
    ("name", "file"), [("../../x", "x"), ("..", "event"), ("a b/c.2", "a_b_c.2"), ("-n", "n")]
)
def test_the_file_of_an_event_is_here_and_not_hidden(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = ("run", *PLAYERS, "--rounds", "1", "--workers", "0")
    done = inarow("arena", *run, f"--name={name}")
    assert done.err.startswith(f"The games are kept in {file}.sqlite.\n")
    assert [path.name for path in tmp_path.iterdir()] == [f"{file}.sqlite"]


def test_a_second_writer_is_refused(store: Path) -> None:
    with open_store(store, write=True):
        done = inarow("arena", "resume", str(store))
    assert done.code == 1
    assert "is being written by another process" in done.err


def test_resuming_a_finished_event_shows_it(store: Path) -> None:
    before = store.read_bytes()
    done = inarow("arena", "resume", str(store), "--workers", "0")
    assert done.code == 0
    assert done.out == inarow("arena", "show", str(store)).out
    with open_store(store) as found:
        assert found.finished == 20
    assert len(before) == store.stat().st_size


def test_a_changed_player_is_not_mixed_in(tmp_path: Path) -> None:
    file, path = player_file(tmp_path, "return state.legal_actions()[0]"), tmp_path / "e.sqlite"
    players = ("--game", "tic_tac_toe", "--player", "random", "--player", file)
    run = ("arena", "run", *players, "--rounds", "1", "--out", str(path), "--workers", "0")
    assert inarow(*run).code == 0
    player_file(tmp_path, "return state.legal_actions()[-1]")
    done = inarow("arena", "resume", str(path))
    assert done.code == 2
    assert "player 'move' has changed since" in done.err


def test_a_player_that_is_taken_out_is_reported(tmp_path: Path) -> None:
    file = player_file(tmp_path, "raise ValueError")
    players = (*PLAYERS, "--player", f"bad={file}", "--rounds", "5")
    out = str(tmp_path / "e.sqlite")
    done = inarow("arena", "run", *players, "--out", out, "--workers", "0")
    assert done.code == 3
    assert "bad was taken out after game" in done.out
    shown = done.out.partition(" games")[0].rpartition(" ")[2]
    assert done.err.splitlines()[-1] == f"{shown} of 30 games"
    assert "it failed too often (10 x crash)" in done.out
    heads = [line.split() for line in done.out.splitlines() if line.startswith("#")]
    assert "crash" in [head[-1] for head in heads]
    listed = inarow("arena", "replay", out, "--failed").out
    assert len(listed.splitlines()) == 10
    assert "(bad: ValueError)" in listed
    number = listed.split()[0]
    shown = inarow("arena", "replay", out, number).out
    assert shown.splitlines()[-1].endswith(" crash (bad: ValueError)")
    assert shown.count("ValueError") == 1


def test_games_under_way_when_a_player_is_taken_out_are_nowhere(tmp_path: Path) -> None:
    file = player_file(tmp_path, "raise ValueError")
    players = ["a=random", f"bad={file}", "c=random"]
    event = small_event(players=players, failure_games=4)
    path, out = str(tmp_path / "e.sqlite"), tmp_path / "e.csv"
    with create_store(path, event, [""]) as store:
        store.add([play_game(event, pairing) for pairing in event.schedule([""])])
        assert store.finished == 18
        lines: list[str] = []
        ledger = run_event(store, Serial(), lambda now: lines.append(progress_line(now)))
    assert (ledger.taken_out, ledger.tally.total, lines[-1]) == ({"bad": 5}, 10, "10 of 18 games")
    assert inarow("arena", "show", path).out.startswith("event: tic_tac_toe, 10 games\n")
    assert inarow("arena", "export", path, "--out", str(out)).out == f"{out}: 10 games\n"
    numbers = [row["number"] for row in csv.DictReader(StringIO(out.read_text("utf-8")))]
    listed = inarow("arena", "replay", path).out.splitlines()
    assert [line.split()[0] for line in listed] == numbers
    assert len(numbers) == 10
    assert len(inarow("arena", "replay", path, "--failed").out.splitlines()) == 4
    void = next(number for number in range(6, 18) if str(number) not in numbers)
    for command in (("replay", path, str(void)), ("export", path, "--game", str(void))):
        done = inarow("arena", *command)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"inarow: game {void} does not count: ")


def test_a_game_replayed_in_a_pipe(store: Path) -> None:
    done = inarow("arena", "replay", str(store), "3")
    with open_store(store) as found:
        game = found.game(3)
    assert done.code == 0
    assert done.out.startswith("game 3: b (X) - a (O)\n")
    assert done.out.count("┌") == game.plies + 1
    assert done.out.rstrip().endswith(f"{game.reason}")


def test_replay_without_a_number_lists_all_games(store: Path) -> None:
    """A game has one number, from 0, in the list, in its own replay and in every export."""
    done = inarow("arena", "replay", str(store))
    assert done.code == 0
    lines = done.out.splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(20))
    table = csv.DictReader(StringIO(inarow("arena", "export", str(store), "--format=csv").out))
    for line, row in zip(lines, table, strict=True):
        assert line.split()[:4] == [row["number"], row["first"], "-", row["second"]]
    for number in ("0", "19"):
        record = parse_record(inarow("arena", "export", str(store), "--game", number).out)
        assert record.tags["Number"] == number
        assert inarow("arena", "replay", str(store), number).out.startswith(f"game {number}: ")


@pytest.mark.parametrize("command", ["show", "replay", "export"])
def test_help_says_how_games_are_numbered(command: str) -> None:
    text = " ".join(inarow("arena", command, "--help").out.split())
    assert "Games are numbered from 0" in text


def test_the_games_of_a_cell(store: Path) -> None:
    done = inarow("arena", "replay", str(store), "--between", "a", "b")
    assert len(done.out.splitlines()) == 20
    assert done.out.splitlines()[1].split()[:4] == ["1", "b", "-", "a"]


def test_replay_by_key_on_a_terminal(store: Path) -> None:
    terminal = Terminal("arena", "replay", str(store), "--between", "a", "b")
    terminal.wait_for("Which game")
    terminal.type("x", "Type the number of a game")
    terminal.type("2", "q: leave")
    terminal.child.send("n")
    terminal.wait_for(r"1\. X ")
    terminal.child.send("\r")
    terminal.wait_for(r"2\. O ")
    terminal.child.send("b")
    terminal.wait_for(r"1\. X ")
    terminal.child.send("l")
    terminal.child.send("q")
    assert terminal.finish() == 0
    with open_store(store) as found:
        reason = found.game(2).reason
    assert terminal.text.splitlines()[-1].endswith(f" {reason}")


def test_who_leaves_a_replay_early_is_not_told_the_result(store: Path) -> None:
    terminal = Terminal("arena", "replay", str(store), "2")
    terminal.wait_for("q: leave")
    terminal.child.send("n")
    terminal.wait_for(r"1\. X ")
    terminal.child.send("q")
    assert terminal.finish() == 0
    with open_store(store) as found:
        assert str(found.game(2).reason) not in terminal.text
    assert "1-0" not in terminal.text
    assert "0-1" not in terminal.text
    assert "1/2" not in terminal.text


@pytest.mark.parametrize("command", ["show", "resume", "replay", "export", "plot"])
def test_a_store_that_is_not_there_is_no_wrong_input(command: str, tmp_path: Path) -> None:
    """As with every file that cannot be read the machine said no: code 1."""
    path = tmp_path / "none.sqlite"
    done = inarow("arena", command, str(path))
    assert done.err == f"inarow: {path}: No such file or directory\n"
    assert done.code == 1
    assert inarow("arena", command, str(tmp_path)).code == 2  # a folder is no store
    assert not list(tmp_path.iterdir())


def test_a_wrong_option_is_blamed_and_not_the_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    text = 'game = "tic_tac_toe"\nplayers = ["a=random", "b=random"]\n'
    for key, wrong in {"limit": "soon", "rounds": "0", "stop": "x", "clock": "x"}.items():
        file.write_text(text, "utf-8")
        done = inarow("arena", "run", str(file), f"--{key}", wrong)
        assert done.code == 2
        assert done.err.startswith(f"inarow: {key}: ")
        file.write_text(f"{text}{key} = {wrong if key == 'rounds' else repr(wrong)}\n", "utf-8")
        done = inarow("arena", "run", str(file))
        assert done.err.startswith(f"inarow: {file}: {key}: ")
    file.write_text(text, "utf-8")
    done = inarow("arena", "run", str(file), "--player", "random", "--player", "random")
    assert done.err.startswith("inarow: players: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.toml"]


def test_a_picture_replaces_only_a_picture(store: Path, tmp_path: Path) -> None:
    for name in ("p.png", "p.svg", "p.pdf"):
        command = ("arena", "plot", str(store), "ratings", "--out", str(tmp_path / name))
        assert inarow(*command).code == 0
        assert inarow(*command).code == 0  # its own picture may be drawn again
        (tmp_path / name).write_text("my notes", "utf-8")
        refused = inarow(*command)
        assert refused.code == 2
        assert "exists and is no picture" in refused.err
        assert (tmp_path / name).read_text("utf-8") == "my notes"


def test_pictures_without_matplotlib_are_no_wrong_input(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = inarow("arena", "plot", str(store), "--format", "png")
    assert done.code == 1
    assert f"{sys.executable} -m pip install matplotlib" in done.err


def test_a_shell_may_list_the_files_of_players(tmp_path: Path) -> None:
    legal = "state.legal_actions()[0]"
    (tmp_path / "ada.py").write_text(f"def move(state):\n    return {legal}\n", "utf-8")
    (tmp_path / "bob.py").write_text(
        "from inarow import Decision, Limit\n\n"
        "class Bob:\n    name = 'Bob'\n    def supports(self, game):\n        return True\n"
        f"    def choose(self, state, limit, on_info=None):\n        return Decision({legal})\n",
        "utf-8",
    )
    two = "class A:\n    choose = 1\n\nclass B(A):\n    pass\n"
    (tmp_path / "two.py").write_text(two, "utf-8")
    files = [str(tmp_path / name) for name in ("ada.py", "bob.py", "two.py")]
    event = ["--game", "tic_tac_toe", "--rounds", "1", "--out", str(tmp_path / "e.sqlite")]
    done = inarow("arena", "run", *event, "--workers", "0", "--player", *files)
    assert done.code == 3, done.err
    assert "two.py has A and B: write " in done.err
    with open_store(tmp_path / "e.sqlite") as store:
        assert [name for name, _, _ in store.players()] == ["ada", "bob"]
        assert {game.reason for game in store.games()} == {"line"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run",), "players: a list is needed"),
        (("run", "none.toml"), "none.toml: No such file"),
        (("run", *PLAYERS[:-2]), "an event needs at least two players"),
        (("run", *PLAYERS, "--player", "c=nobody"), "player 'c': there is no player 'nobody'"),
        (("run", *PLAYERS, "--player", "human"), "people cannot take part"),
        (("run", *PLAYERS, "--player", "nine"), "player 'nine': it cannot play"),
        (("run", *PLAYERS, "--player", "c=cmd:no/such"), "no/such: No such file"),
        (("run", *PLAYERS, "--player", "c=no.py:x"), "player 'c': there is no file"),
        (("run", *PLAYERS, "--player", "mine.py"), "player 'mine': there is no file"),
        (
            ("run", *PLAYERS[:-2], arena_events.__file__),
            "arena_events.py has essence and books and played: ",
        ),
        (("run", *PLAYERS, "--player", "none/*.py"), "there is no Python file like none/*.py"),
        (("run", "a.toml", "b.toml"), "one event at a time: a.toml, or b.toml?"),
        (
            ("run", *PLAYERS, "--player", f"c={arena_events.__file__}:x"),
            "player 'c': there is no 'x' in",
        ),
        (("run", *PLAYERS, "--player", ""), "a player has no name here"),
        (("run", *PLAYERS, "--player", "cmd:"), "a program is missing behind cmd:"),
        (("run", *PLAYERS, "--clock", "0+0"), "clock: a clock must be more than nothing"),
        (("run", *PLAYERS, "--clock", "0"), "clock: a clock must be more than nothing"),
        (("run", *PLAYERS, "--adjudicate"), "the solver cannot adjudicate"),
        (("run", *PLAYERS, "--stop", "sprt(elo0=9,elo1=1)"), "stop: sprt: elo0 must be less"),
        (("run", *PLAYERS, "--rounds", "0"), "rounds: must be 1 to"),
        (("run", *PLAYERS, "--limit", "soon"), "limit: 'soon' is not a limit"),
        (("run", *TINY, "--openings", "random(plies=4)"), "openings of 4 plies were found"),
        (("run", *PLAYERS, "--cluster", "x", "--workers", "2"), "leave out --workers"),
        (("calibrate", "--out", __file__), "exists and is no ratings file: name another file"),
        (("calibrate", "--out", "none/ratings.json"), "there is no folder none"),
        (("plot", "STORE", "ratings", "--out", __file__), "exists and is no picture"),
        (("show", __file__), "is not the store of an event"),
        (("replay", "STORE", "99"), "there is no game 99"),
        (("replay", "STORE", "--between", "a", "c"), "there is no player 'c' in this event"),
    ],
)
def test_mistakes_are_one_line(
    store: Path, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    out = ("--out", str(tmp_path / "new.sqlite")) if arguments[0] == "run" else ()
    given = [str(store) if word == "STORE" else word for word in arguments]
    done = inarow("arena", *given, *out)
    assert done.code in (1, 2)
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())
