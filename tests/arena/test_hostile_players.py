"""Players that leave processes behind or attack the event: they cost their own games at most."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep

import pytest

from arena_events import OPENINGS, player_file, small_event
from command_line import (
    SECONDS,
    Running,
    assert_one_line_error,
    inarow,
    run_python,
    warm_kernels,
)
from inarow.arena.crews import Serial
from inarow.arena.job import PlayedGame
from inarow.arena.store import create_store, open_store
from inarow.arena.tournament import count_store, run_event
from inarow.errors import BadFile, BadOption
from inarow.games.record_text import format_record
from inarow.interfaces.render.event_table import event_data, event_text
from inarow.processes.children import how_kept
from strays import marked_children, processes_with, wait_until_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no keeper elsewhere")
LEGAL = "return state.legal_actions()[0]"
FORKS = f"""
for number in range(6):
    if not os.fork():
        if number % 2:
            os.setsid()
        if number % 3 and os.fork():
            os._exit(0)
        time.sleep(600)
{LEGAL}
"""


@pytest.fixture
def mark() -> Iterator[str]:
    warm_kernels()  # the server that stays has no mark
    with marked_children() as mark:
        yield mark


def start(folder: Path, body: str, *options: str) -> Running:
    """An event of a random player and one with this body; all that it starts has the mark."""
    players = ["--player", "random", "--player", player_file(folder, body)]
    return Running("arena", "run", "--game", "tic_tac_toe", *players, *options, folder=folder)


def start_several(folder: Path, body: str, *options: Sequence[str]) -> dict[Path, Running]:
    """Events side by side, each with its options, by their folders."""
    folders = [folder / str(number) for number in range(len(options))]
    for own in folders:
        own.mkdir()
    return {own: start(own, body, *more) for own, more in zip(folders, options, strict=True)}


def test_a_player_that_forks_leaves_nothing_behind(tmp_path: Path, mark: str) -> None:
    options = [("--rounds", "1", "--workers", workers) for workers in ("0", "2")]
    for event in start_several(tmp_path, FORKS, *options).values():
        done = event.finish()
        assert (done.code, "2 games" in done.out) == (0, True), done
    wait_until_gone(mark)  # the events' own helpers end a moment after them


def test_an_event_that_is_ended_takes_its_players_along(tmp_path: Path, mark: str) -> None:
    body = FORKS.replace(LEGAL, f"open('moved', 'w')\ntime.sleep(1)\n{LEGAL}")
    ways = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
    options = [("--rounds", "1000", "--workers", "1")] * len(ways)
    events = start_several(tmp_path, body, *options)
    for how, (folder, event) in zip(ways, events.items(), strict=True):
        patience = monotonic() + SECONDS
        while not (folder / "moved").exists():
            assert monotonic() < patience, event.finish()
            sleep(0.02)
        os.kill(event.process.pid, how)
        assert event.finish().code in (-how, 128 + how)
    wait_until_gone(mark)


def test_a_player_cannot_stop_or_kill_its_worker(tmp_path: Path, mark: str) -> None:
    if how_kept() != "namespace":
        pytest.skip("only a namespace keeps others out of reach")
    body = f"""
for victim in (os.getppid(), {os.getpid()}):
    for number in ({signal.SIGSTOP:d}, {signal.SIGKILL:d}):
        try: os.kill(victim, number)
        except OSError: pass
{LEGAL}
"""
    done = start(tmp_path, body, "--rounds", "2", "--workers", "1", "--seed", "1").finish()
    assert (done.code, "4 games" in done.out) == (0, True), done
    assert not processes_with(mark)


# What players say, and what people name them


TALK = {
    "half a character": 'raise RuntimeError("\\udcff" * 3)',
    "a terminal command": 'raise RuntimeError("\\x1b]0;owned\\x07 \\x1b[31m red")',
    "endless": 'raise RuntimeError("x" * 10**7)',
    "nothing to print": "raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})()",
    "a strange class": "raise type('\\udcff\\n', (Exception,), {})('x')",
    "a move": "return '\\udcff'",
    "last words": "sys.stderr.buffer.write(b'\\xff\\xfe\\x1b[2J'); sys.stderr.flush(); os._exit(1)",
}


def games_against(path: Path, players: list[dict[str, str]]) -> dict[str, list[PlayedGame]]:
    """The games of each player against a random one, as the store has them; two for each."""
    event = small_event(players=["a=random", *players], rounds=1, form="gauntlet")
    with create_store(path, event, OPENINGS) as store:
        run_event(store, Serial())
    with open_store(path, write=True) as store:
        games = list(store.games())
    for game in games:
        format_record(game.record(event)).encode()
    found = {player["name"]: list[PlayedGame]() for player in players}
    for game in games:
        found[next(name for name in game.pairing.seats if name != "a")].append(game)
    assert {name for name, own in found.items() if len(own) != 2} == set()
    return found


def test_words_of_a_player_never_stop_an_event(tmp_path: Path) -> None:
    players = []
    for number, (kind, body) in enumerate(TALK.items()):
        (tmp_path / str(number)).mkdir()
        players.append({"name": kind, "file": player_file(tmp_path / str(number), body)})
    for kind, games in games_against(tmp_path / "e.sqlite", players).items():
        for game in games:
            assert game.comment.encode(), kind
            assert game.comment.isprintable(), kind
            assert 3 < len(game.comment) < 600, kind


ANSWERS = {
    "nodes": '{"move": LEGAL, "nodes": 10**40}',
    "negative nodes": '{"move": LEGAL, "nodes": -5}',
    "a huge value": '{"move": LEGAL, "value": 10**400}',
    "not a number": '{"move": LEGAL, "value": float("nan")}',
    "endless value": '{"move": LEGAL, "value": float("-inf")}',
    "a list": '{"move": [1, 2]}',
    "half a character": '{"move": "\\udcff"}',
    "a long move": '{"move": "b2" * 10**5}',
    "failed": '{"failed": ["x"], "why": {"a": "\\udcff"}}',
}


def test_answers_of_a_program_never_stop_an_event(tmp_path: Path) -> None:
    players = []
    for number, (kind, answer) in enumerate(ANSWERS.items()):
        (tmp_path / f"{number}.py").write_text(
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    asked = json.loads(line)\n"
            "    LEGAL = asked.get('legal', [''])[0]\n"
            f"    answer = {answer}\n"
            "    started = {'ready': True} if asked['ask'] == 'start' else answer\n"
            "    print(json.dumps(started), flush=True)\n",
            "utf-8",
        )
        command = f'"{sys.executable}" {number}.py'
        players.append({"name": kind, "command": command, "folder": str(tmp_path)})
    games_against(tmp_path / "e.sqlite", players)


def test_names_of_any_bytes_are_cleaned(tmp_path: Path) -> None:
    (tmp_path / "odd\udcff.py").write_text(f"def move(state):\n    {LEGAL}\n", "utf-8")
    options = ["--player", "x\udcff=random", "--player", "odd\udcff.py:move", "--name", "n\udcff"]
    event = ["arena", "run", "--game", "tic_tac_toe", "--rounds", "1", *options]
    run = ("-m", "inarow", *event, "--workers", "0", "--out", "e.sqlite")
    done = run_python(*run, folder=tmp_path)
    assert done.code == 0, done.err
    assert done.out.startswith("n\N{REPLACEMENT CHARACTER}: tic_tac_toe, 2 games")
    assert "x\N{REPLACEMENT CHARACTER}" in done.out
    with open_store(tmp_path / "e.sqlite", write=True) as store:
        run_event(store, Serial())
        assert store.finished == 2


def test_a_name_must_be_something() -> None:
    with pytest.raises(BadOption, match="a player needs a name"):
        small_event(players=["\x1b[31m=random", "random"])


# The store


def test_a_change_from_outside_is_noticed(tmp_path: Path) -> None:
    body = f"""
import sqlite3
db = sqlite3.connect({str(tmp_path / "e.sqlite")!r}, timeout=60)
db.execute("UPDATE games SET winner = 1")
db.commit()
{LEGAL}
"""
    event = small_event(players=["a=random", player_file(tmp_path, body)], rounds=2)
    with create_store(tmp_path / "e.sqlite", event, OPENINGS) as store:
        ledger = run_event(store, Serial())
        assert ledger.changed
    with open_store(tmp_path / "e.sqlite") as store:
        assert "another program has changed these results" in event_text(count_store(store))
        assert event_data(count_store(store))["changed"]


def test_those_who_only_look_change_nothing(tmp_path: Path) -> None:
    event, path = small_event(rounds=20), tmp_path / "e.sqlite"

    def look(_: object) -> None:
        with open_store(path) as seen:
            count_store(seen)

    with create_store(path, event, OPENINGS) as store:
        assert not run_event(store, Serial(), look).changed
    with open_store(path, write=True) as store:
        look(None)
        assert not run_event(store, Serial(), look).changed


# Links and pipes


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "elsewhere.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(target)
    with pytest.raises(BadFile, match="is a link"):
        create_store(link, small_event(), OPENINGS)
    assert not target.exists()
    create_store(target, small_event(), OPENINGS).close()
    before = target.read_bytes()
    with pytest.raises(BadFile, match="is a link"):
        open_store(link, write=True)
    assert target.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "run", "pipe"),
        ("arena", "run", "e.toml", "--out", "pipe"),
        ("arena", "run", "e.toml", "--openings", "file(path=pipe)"),
        ("arena", "run", "e.toml", "--player", "random", "--player", "pipe.py:move"),
        ("arena", "resume", "pipe"),
        ("arena", "show", "pipe"),
        ("book", "info", "pipe"),
        ("book", "build", "--plies", "2", "--out", "pipe"),
    ],
)
def test_pipes_are_refused_at_once(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.py")
    text = 'game = "tic_tac_toe"\nplayers = ["a=random", "b=random"]\n'
    (tmp_path / "e.toml").write_text(text, "utf-8")
    done = run_python("-m", "inarow", *words, folder=tmp_path)
    assert done.code in (1, 2)
    assert done.err.count("\n") == 1, done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.toml", "pipe", "pipe.py"]


def test_one_broken_file_among_many_is_left_out(tmp_path: Path) -> None:
    good = player_file(tmp_path, "return state.legal_actions()[0]")
    (tmp_path / "typo.py").write_text("def move(state)\n    return 0\n", "utf-8")
    players = ["--player", "a=random", "--player", f"good={good}"]
    broken = ["--player", f"typo={tmp_path / 'typo.py'}:move"]
    event = ["arena", "run", "--game", "tic_tac_toe", "--rounds", "1", "--workers", "0"]
    done = inarow(*event, *players, *broken, "--out", str(tmp_path / "e.sqlite"))
    assert done.code == 3, done.err
    assert "inarow: typo is left out: SyntaxError: expected ':'" in done.err
    assert "typo was left out: SyntaxError: expected ':'" in done.out.splitlines()[-1]
    with open_store(tmp_path / "e.sqlite") as store:
        assert store.event.left_out[0].name == "typo"
        assert count_store(store).tally.players == ["a", "good"]
    alone = inarow(*event, *players[:2], *broken, "--out", str(tmp_path / "two.sqlite"))
    assert_one_line_error(alone, 2, "player 'typo': SyntaxError: expected ':'")
    led = ("--form", "gauntlet", "--out", str(tmp_path / "three.sqlite"))
    assert_one_line_error(inarow(*event, *broken, *players, *led), 2, "player 'typo': SyntaxError")
    assert not [*tmp_path.glob("two*"), *tmp_path.glob("three*")]
