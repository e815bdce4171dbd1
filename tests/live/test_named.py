"""A Python file or a command by its short form, wherever a person names a player."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from threading import Event

import pytest

import inarow as library
from command_line import assert_one_line_error, inarow
from inarow.errors import NotSupported
from inarow.games.base import Reason
from inarow.games.record import Record
from inarow.interfaces.web.engines.jobs import Desk, Lost, Place, choose_move, page_agent
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game, names_program
from inarow.search.agent import HearsHistory, Program
from inarow.search.limit import Limit

GAME = load_game("tic_tac_toe")
FILE = """
from inarow import Decision

class Last:
    name = "last"
    def supports(self, game): return game.name == "mnk"
    def choose(self, state, limit, on_info=None): return Decision(state.legal_actions()[-1])

def move(state): return state.legal_actions()[0]
def broken(state): raise ValueError("no idea")
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(line, file=open("heard.txt", "a"), end="")
    answer = {"ready": True} if question["ask"] == "start" else {"move": question["legal"][0]}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a Python file and a program, which is where the person is."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(FILE)
    Path("bot").write_text(PROGRAM)


COMMAND = f"cmd:{sys.executable} bot"


def heard() -> list[dict[str, object]]:
    """What the program was asked."""
    return [json.loads(line) for line in Path("heard.txt").read_text().splitlines()]


def test_the_command_line_takes_files_and_commands() -> None:
    done = inarow("play", "tic_tac_toe", "--first", "mine.py:Last", "--second", COMMAND, "--json")
    assert done.code == 0, done.err
    record = json.loads(done.out)
    assert record["tags"] == {"First": "mine.py:Last", "Second": COMMAND}
    assert record["moves"][:4] == ["c1", "a3", "b1", "b3"]
    start, asked, *_ = heard()
    assert start["seat"] == 1
    assert (asked["moves"], "start" in asked) == (["c1"], False)


def test_a_crash_costs_the_game_and_is_told() -> None:
    done = inarow("play", "tic_tac_toe", "--first", "mine.py:broken", "--second", "random")
    assert (done.code, done.err) == (0, "")
    assert "broken: ValueError: no idea" in done.out
    assert "O (random) wins because the opponent failed." in done.out


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("nobody.py", "nobody: there is no file nobody.py"),
        ("mine.py:Nobody", "there is no 'Nobody' in"),
        ("mine.py:Last", "Last: it cannot play connect_four"),
        ("cmd:", "a program is missing behind cmd"),
        ("cmd:./not-there", "cannot be started"),
        ("cmd:'x", "is not a command"),
    ],
)
def test_who_cannot_play_is_one_clear_line(player: str, words: str) -> None:
    assert_one_line_error(inarow("play", "--first", player, "--second", "random"), 2, words)


def test_python_takes_them_too() -> None:
    record = library.play_match("tic_tac_toe", ("mine.py", COMMAND))
    assert record.tags == {"First": "mine", "Second": COMMAND.removeprefix("cmd:")}
    analysis = library.analyse("tic_tac_toe", "b2", agent="mine.py")
    assert (analysis.agent, analysis.decision.action) == ("mine", 0)
    player = load_agent("mine.py:Last")
    assert player.choose(GAME.initial_state()).action == 8
    assert isinstance(player, Program)
    player.close()


def test_how_the_game_came_about_is_told_as_far_as_it_is_known() -> None:
    player, second = load_agent(COMMAND), GAME.initial_state().play(4)
    assert isinstance(player, HearsHistory)
    assert player.choose(second).action == 0
    player.hear_history(GAME.initial_state(), [4])
    player.choose(second)
    record = Record(GAME, library.position("tic_tac_toe", "X.O/.../... X"))
    play_match(GAME, (player, load_agent("random(seed=1)")), record=record)
    moves = [(one.get("start"), one["moves"]) for one in heard() if one["ask"] == "move"]
    assert moves[:3] == [(".../.X./... O", []), (None, ["b2"]), ("X.O/.../... X", [])]
    assert moves[3][0] == "X.O/.../... X"
    assert moves[3][1] == [GAME.format(action) for action in record.actions[:2]]


def test_a_position_without_a_history_reaches_a_file_whole() -> None:
    nine = library.position("nine_board", "5 5 3")
    asked = load_agent("mine.py")
    assert asked.choose(nine).action == nine.legal_actions()[0]


@pytest.mark.parametrize(
    "text",
    ["mine.py", "MINE.PY:x", "cmd:true", "python(file=x)", "program(true)", "level(mine.py)"],
)
def test_texts_of_strangers_cannot_name_them(text: str) -> None:
    assert names_program(text)


def test_a_saved_game_cannot_start_a_file() -> None:
    inarow("play", "tic_tac_toe", "b2", "--second", "mine.py", "--save", "game.txt", typed="e\n")
    done = inarow("play", "--load", "game.txt")
    assert_one_line_error(done, 2, "the saved game names a program: give --second mine.py yourself")


def test_its_fault_is_its_own() -> None:
    record = play_match(GAME, (load_agent("mine.py:broken"), load_agent("random")))
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (1, Reason.CRASH)


def test_a_server_offers_a_file_under_a_name() -> None:
    place, desk = Place("tic_tac_toe", None, (4,)), Desk(Event(), print)
    offered = {"mine": "mine.py", "bot": COMMAND}
    for name in offered:
        found = choose_move(place, name, offered, 1, Limit(), True, desk)
        assert not isinstance(found, Lost)
        assert found[0] == 0
    assert heard()[-1]["moves"] == ["b2"]
    failed = choose_move(place, "bad", {"bad": "mine.py:broken"}, 1, Limit(), True, desk)
    assert failed == Lost(Reason.CRASH, "broken: ValueError: no idea")
    with pytest.raises(NotSupported, match="a page cannot name a program"):
        page_agent("mine.py", offered)
