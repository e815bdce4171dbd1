"""Event files: what they say, what is missing, and errors that name file and key."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from arena_events import small_event
from inarow.arena.entrants import Entrant, read_entrant
from inarow.arena.event import event_of, read_event
from inarow.errors import BadFile, InarowError
from inarow.live.clock import Clock
from inarow.search.limit import Limit

GOOD = """
game = "tic_tac_toe"
players = [
    "random", "quick=mcts(simulations=10)", {name = "mine", file = "own.py:move", memory = 64}
]
rounds = 7
limit = "50sims"
clock = "30+0.5"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(GOOD, "utf-8")
    return path


def test_a_file_says_it_all(file: Path) -> None:
    event = read_event(file)
    assert (event.name, event.rounds, event.form) == ("club", 7, "round_robin")
    assert [entrant.name for entrant in event.players] == ["random", "quick", "mine"]
    assert event.limit_of(event.players[0]) == Limit(simulations=50)
    assert event.new_clock() == Clock(30, 0.5)
    mine = event.players[2]
    assert (mine.path, mine.memory, mine.guarded) == (file.parent / "own.py", 64, True)
    assert event.schedule([""]).games == 2 * 3 * 7


def test_options_replace_keys_of_the_file(file: Path) -> None:
    event = read_event(file, {"rounds": 2, "players": ["random", "b=random"]})
    assert (event.rounds, len(event.players)) == (2, 2)


def test_openings_are_looked_for_beside_the_event(file: Path) -> None:
    (file.parent / "starts.txt").write_text("b2\na1b2\n", "utf-8")
    file.write_text(GOOD + 'openings = "file(path=starts.txt,plies=1)"\n', "utf-8")
    assert read_event(file).make_openings() == ["b2", "a1"]


def test_json_keeps_everything(file: Path) -> None:
    event = read_event(file)
    assert event_of(json.loads(json.dumps(asdict(event)))) == event


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("random", Entrant("random", spec="random")),
        ("mcts(simulations=5)", Entrant("mcts(simulations=5)", spec="mcts(simulations=5)")),
        ("q = mcts(simulations=5)", Entrant("q", spec="mcts(simulations=5)")),
        ("own.py:Careful", Entrant("Careful", file="own.py:Careful")),
        ("a/own.py", Entrant("own", file="a/own.py")),
        ("me=C:/x y/own.py:move", Entrant("me", file="C:/x y/own.py:move")),
        (
            "cmd:python3 bot.py --level=3",
            Entrant("python3 bot.py --level=3", command="python3 bot.py --level=3"),
        ),
        ("bot=cmd:./bot", Entrant("bot", command="./bot")),
    ],
)
def test_entrants_in_one_word(text: str, entrant: Entrant) -> None:
    assert read_entrant(text) == entrant


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rounds = 7", "round = 7", "there is no key 'round'; did you mean rounds?"),
        ("rounds = 7", 'rounds = "7"', "rounds: must be a whole number, not '7'"),
        ("rounds = 7", "rounds = 0", "rounds: must be 1 to 10,000,000, not 0"),
        ("rounds = 7", "rounds =", "is not TOML"),
        ("rounds = 7", f"rounds = {'9' * 5000}", "is not TOML"),
        ("rounds = 7", f"rounds = {'[' * 5000}", "is not TOML: it is nested too deeply"),
        ("rounds = 7", "rounds = 7\nadjudicate = 1", "adjudicate: must be true or false, not 1"),
        ("rounds = 7", "rounds = 7\nform = 'swiss'", "form: there is no form of event 'swiss'"),
        ("rounds = 7", "rounds = 7\nopenings = 'al'", "openings: there are no openings 'al'"),
        ("rounds = 7", "rounds = 7\nstop = 'soon'", "stop: there is no stop rule 'soon'"),
        ("rounds = 7", "rounds = 7\nfailure_share = 2", "failure_share: must be 0 to 1, not 2"),
        ('"50sims"', '"50 apples"', "limit: '50 apples' is not a limit"),
        ('"30+0.5"', '"half an hour"', "clock: a clock is written 30 or 30+2"),
        ("tic_tac_toe", "tick_tack", "game: there is no game 'tick_tack'"),
        ("game =", "#", "game: is missing"),
        ("players =", "playerz =", "players: a list is needed"),
        ('"random", ', "3, ", "players, number 1: a text or a table is needed, not 3"),
        ("memory = 64", "memory = 1", "players, number 3: player 'mine': memory is in megabytes"),
        ("memory = 64", "memroy = 64", "players, number 3: there is no key 'memroy'"),
        (
            "own.py:move",
            "own.txt",
            "players, number 3: player 'mine': a file is written path.py or path.py:name",
        ),
        (
            "file =",
            "limit =",
            "players, number 3: player 'mine' needs one of spec, file and command",
        ),
        ('"random"', '"quick=random"', "players: two players are called 'quick'"),
    ],
)
def test_mistakes_are_named_with_file_and_key(file: Path, old: str, new: str, words: str) -> None:
    file.write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(BadFile) as caught:
        read_event(file)
    assert str(caught.value).startswith(str(file))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="is not a text file"):
        read_event(file)


def test_two_players_are_needed() -> None:
    with pytest.raises(InarowError, match="players: an event needs at least two players"):
        event_of({"game": "gomoku", "players": ["random"]})


def test_defaults_do_not_hang_on_the_clock() -> None:
    event = small_event()
    assert event.limit_of(event.players[0]).seconds is None
    assert event.new_clock() is None
