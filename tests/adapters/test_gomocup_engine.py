"""Our players as Gomocup engines: every command, bad lines, and talking while thinking."""

from __future__ import annotations

import io
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from queue import Queue
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import assert_fine, inarow
from helpers import quick
from inarow.adapters.gomocup_engine import Engine, Settings, serve
from inarow.adapters.gomocup_protocol import parse_cell, read_numbers
from inarow.games.base import Game, State
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, OnInfo, Unit, Value
from inarow.search.gomoku.opening import even_openings
from inarow.search.limit import NO_LIMIT, Limit
from inarow.spec import format_spec

SECONDS = 60.0
"""How long to wait for a line that must come."""


@dataclass
class Scripted:
    """Plays the first free cell at once, or when it is stopped; keeps what it was asked."""

    chance: float | None = None
    waits: bool = False
    name: str = "scripted"
    asked: list[tuple[State, Limit]] = field(default_factory=list)

    def supports(self, game: Game) -> bool:
        return game.shape[0] < 50

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        self.asked.append((state, limit))
        if self.waits:
            assert limit.stop is not None
            assert limit.stop.wait(SECONDS)
        if self.chance is None:
            return Decision(state.legal_actions()[0])
        judged = Value(Kind.ESTIMATE, self.chance, unit=Unit.CHANCE)
        values = dict.fromkeys(state.legal_actions()[:3], judged)
        return Decision(state.legal_actions()[0], judged, values, nodes=1234)


class Talk:
    """An engine in conversation."""

    def __init__(self, agent: Agent | None = None) -> None:
        self.heard: Queue[str] = Queue()
        self.agent = agent or Scripted()
        self.engine = Engine(self.agent, self.heard.put)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.receive(line + "\r\n")

    def ask(self, *lines: str) -> str:
        """The next line that is said after these lines."""
        self.tell(*lines)
        return self.heard.get(timeout=SECONDS)

    def silent(self) -> bool:
        return self.heard.empty()


def test_a_game_in_turns() -> None:
    talk = Talk()
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.ask("TURN 1,0") == "2,0"
    assert talk.ask("turn  3 , 0 ") == "4,0"
    assert talk.ask("TAKEBACK 4,0") == "OK"
    assert talk.ask("PLAY 9,9") == "9,9"
    assert talk.ask("RESTART") == "OK"
    assert talk.ask("TURN 14,14") == "0,0"
    assert talk.silent()


def test_the_position_is_seen_from_the_side_to_move() -> None:
    agent = Scripted()
    talk = Talk(agent)
    talk.ask("RECTSTART 20,12")
    assert talk.ask("BOARD", "0,0,2", "19,11,1", "1,0,2", "DONE") == "2,0"
    state = agent.asked[-1][0]
    assert (state.player, state.ply, state.game.shape) == (1, 3, (12, 20))
    assert state.board()[11][19] == 1
    assert state.board()[0][:2] == (0, 0)
    talk.tell("YXBOARD", "5,5,1", "6,5,2", "DONE")
    assert talk.silent()
    assert talk.ask("YXNBEST 2") == "0,0"
    assert (agent.asked[-1][0].player, agent.asked[-1][0].ply) == (0, 2)


def test_the_rule_counts() -> None:
    agent = Scripted()
    talk = Talk(agent)
    talk.ask("START 15")
    talk.ask("INFO rule 1", "BEGIN")
    assert str(agent.asked[-1][0].game) == "gomoku(rows=15,cols=15,rule=standard,opening=free)"
    for rule in (2, 3, 5, 16):
        assert talk.ask(f"INFO rule {rule}", "START 15").startswith(f"ERROR rule {rule} is not")
    rules = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro_overline", 9: "caro"}
    for number, name in rules.items():
        assert talk.ask(f"INFO rule {number}", "START 15") == "OK"
        talk.ask("BEGIN")
        assert str(agent.asked[-1][0].game) == f"gomoku(rows=15,cols=15,rule={name},opening=free)"


ERRORS = {
    "START": "ERROR START needs the size",
    "START 15,15": "ERROR START needs the size",
    "START 4": "ERROR a board has from 5 to 100",
    "START 101": "ERROR a board has from 5 to 100",
    "START 999999999999999999999": "ERROR START needs the size",
    "START 60": "ERROR scripted cannot play",
    "RECTSTART 15": "ERROR RECTSTART needs width and height",
    "TURN": "ERROR '' is not a cell",
    "TURN 7;7": "ERROR '7;7' is not a cell",
    "TURN 15,0": "ERROR 15,0 is not on the board of 15 x 15",
    "TURN -1,0": "ERROR -1,0 is not on the board",
    "TURN 7,7": "ERROR there is a stone on 7,7",
    "TAKEBACK 0,0": "ERROR there is no stone on 0,0",
    "PLAY 7,7": "ERROR there is a stone on 7,7",
    "BEGIN": "ERROR the board is not empty",
    "YXNBEST": "ERROR YXNBEST needs a number",
    "YXNBEST 0": "ERROR YXNBEST needs a number",
    "BOARD|1,1|DONE": "ERROR '1,1' is not a stone",
    "BOARD|1,1,3|DONE": "ERROR '1,1,3' is not a stone",
    "BOARD|1,1,1|1,1,2|DONE": "ERROR two stones stand on one cell",
    "BOARD|1,99,1|DONE": "ERROR 1,99 is not on the board",
    "BOARD|START 15|DONE": "ERROR 'START 15' is not a stone",
    "SWAP2BOARD|1,1|DONE": "ERROR swap2 wants no stones, three or five",
    "SWAP2BOARD|1,1|1,1|2,2|DONE": "ERROR swap2 wants no stones, three or five",
    "JUMP 7,7": "UNKNOWN command JUMP",
    "DONE": "UNKNOWN command DONE",
    "7,8": "UNKNOWN command 7,8",
    "\x00\x1b[2J": "UNKNOWN command",
}


@pytest.mark.parametrize("lines", ERRORS)
def test_a_bad_line_is_answered_and_changes_nothing(lines: str) -> None:
    talk = Talk()
    talk.ask("START 15")
    talk.tell("YXBOARD", "7,7,2", "DONE")
    assert talk.ask(*lines.split("|")).startswith(ERRORS[lines])
    assert talk.ask("TAKEBACK 7,7") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.silent()


def test_no_board_and_a_finished_game_are_said() -> None:
    talk = Talk()
    for command in ("BEGIN", "TURN 1,1", "RESTART", "YXNBEST 1", "TAKEBACK 1,1"):
        assert talk.ask(command) == "ERROR there is no board yet: send START 15"
    talk.ask("START 15")
    five = [f"{x},0,2" for x in range(5)]
    assert talk.ask("BOARD", *five, *(f"{x},3,1" for x in range(4)), "DONE").startswith("ERROR")
    own = [f"{x},0,1" for x in range(5)]
    assert talk.ask("BOARD", *own, "DONE").startswith("ERROR")


def test_a_failing_player_is_an_error_and_not_the_end() -> None:
    @dataclass
    class Broken(Scripted):
        def choose(
            self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
        ) -> Decision:
            if not self.asked:
                self.asked.append((state, limit))
                raise ValueError("no\nidea")
            return Decision(0 if len(self.asked) == 1 else 10**6)

    talk = Talk(Broken())
    talk.ask("START 15")
    assert talk.ask("BEGIN") == "ERROR scripted failed: ValueError: no idea"
    assert talk.ask("TURN 1,1") == "0,0"
    assert talk.ask("TURN 5,5").startswith("ERROR ")
    assert talk.ask("START 20") == "OK"


def test_what_it_thinks_is_a_message() -> None:
    talk = Talk(Scripted(chance=0.25))
    talk.ask("START 15")
    assert talk.ask("BEGIN") == "MESSAGE estimate: about 25 %, 1,234 nodes"
    assert talk.ask() == "0,0"
    lines = [talk.ask("YXNBEST 2"), talk.ask(), talk.ask(), talk.ask()]
    best = ["MESSAGE 1. 1,0 estimate: about 25 %", "MESSAGE 2. 2,0 estimate: about 25 %"]
    assert lines[1:] == [*best, "1,0"]


def test_it_says_who_it_is_and_that_nothing_is_forbidden() -> None:
    talk = Talk()
    assert talk.ask("ABOUT").startswith('name="inarow", version="')
    talk.ask("START 15")
    assert talk.ask("YXSHOWFORBID") == "FORBID ."


@pytest.mark.parametrize("to_move", ["black", "white"])
def test_it_tells_what_renju_forbids_whoever_is_to_move(to_move: str) -> None:
    talk = Talk()
    talk.ask("INFO rule 4", "START 15")
    black, white = ("7,5", "7,6", "5,7", "6,7"), ("0,0", "14,0", "0,14", "14,14")
    own, other = (black, white) if to_move == "black" else (white[1:], black)
    talk.tell("YXBOARD", *(f"{cell},1" for cell in own), *(f"{cell},2" for cell in other), "DONE")
    assert talk.ask("YXSHOWFORBID") == "FORBID 0707."
    assert talk.ask("INFO rule 0", "YXSHOWFORBID") == "FORBID ."


def test_a_move_that_renju_forbids_is_refused_and_changes_nothing() -> None:
    cross, corners = ("7,5", "7,6", "5,7", "6,7"), ("0,0", "14,0", "0,14", "14,14")
    talk = Talk()
    talk.ask("INFO rule 4", "START 15")
    black = [f"{cell},2" for cell in cross]
    talk.tell("YXBOARD", *black, *(f"{cell},1" for cell in corners), "DONE")
    assert talk.ask("TURN 7,7") == "ERROR 7,7 is forbidden for black: double three"
    assert talk.ask("TAKEBACK 7,7") == "ERROR there is no stone on 7,7"
    assert talk.ask("TURN 7,8") == "1,0", "the first free cell: the game goes on"
    own = [f"{cell},1" for cell in cross]
    talk.tell("YXBOARD", *own, *(f"{cell},2" for cell in corners), "DONE")
    assert talk.ask("PLAY 7,7") == "ERROR 7,7 is forbidden for black: double three"
    assert talk.ask("PLAY 7,8") == "7,8"
    talk.tell("YXBOARD", *own, *(f"{cell},2" for cell in corners[1:]), "DONE")
    assert talk.ask("TURN 7,7") == "0,0", "white may"


def test_a_finished_game_is_told_in_words_of_the_protocol() -> None:
    talk = Talk()
    talk.ask("START 15")
    talk.tell("YXBOARD", *(f"{x},7,1" for x in range(5)), *(f"{x},9,2" for x in range(4)), "DONE")
    assert talk.ask("TURN 4,9") == "ERROR the game is over: 5 in a row stand already"


@pytest.mark.parametrize(("number", "rule"), [(8, "caro_overline"), (9, "caro")])
def test_the_gomoku_engine_plays_caro(number: int, rule: str) -> None:
    talk = Talk(load_agent("gomoku(depth=1)"))
    talk.tell(f"INFO rule {number}", "START 15", "BOARD", "7,7,2", "DONE")
    said = talk.heard.get(timeout=SECONDS)
    while said.startswith("MESSAGE") or said == "OK":
        said = talk.heard.get(timeout=SECONDS)
    assert read_numbers(said, 2) is not None, said
    assert talk.agent.supports(load_game(f"gomoku(rule={rule})"))


# Swap2


def test_swap2_proposes_three_stones_that_differ() -> None:
    talk = Talk()
    talk.ask("START 15")
    words = talk.ask("SWAP2BOARD", "DONE").split(" ")
    assert len({parse_cell(word, 15, 15) for word in words}) == 3
    for rows, cols in ((11, 11), (11, 40), (20, 20)):
        for cells in even_openings(rows, cols):
            assert len({cell for cell in cells if 0 <= cell < rows * cols}) == 3
            rights = [abs(cell % cols - cols // 2) for cell in cells]
            assert max(rights) <= 5
    assert talk.ask("START 10") == "OK"
    assert talk.ask("SWAP2BOARD", "DONE").startswith("ERROR swap2 needs a board of 11 x 11")


@pytest.mark.parametrize(
    ("chance", "answer"), [(0.3, "SWAP"), (0.5, "0,0"), (0.8, "0,0"), (None, "0,0")]
)
@pytest.mark.parametrize("stones", [3, 5])
def test_swap2_takes_the_better_side(chance: float | None, answer: str, stones: int) -> None:
    agent = Scripted(chance)
    talk = Talk(agent)
    talk.ask("START 15")
    said = talk.ask("SWAP2BOARD", *(f"{at},7" for at in range(stones)), "DONE")
    assert (said if chance is None else talk.ask()) == answer
    state = agent.asked[-1][0]
    assert (state.player, state.ply) == (1, stones)
    assert state.board()[7][:3] == (0, 1, 0)
    assert talk.ask("BEGIN") is not None  # the stones were only looked at


# While it thinks


def test_a_search_can_be_stopped() -> None:
    talk = Talk(Scripted(waits=True))
    talk.ask("START 15")
    talk.tell("BEGIN", "INFO timeout_turn 7000", "")
    assert talk.silent()
    assert talk.ask("YXSTOP") == "0,0"
    talk.tell("STOP")
    assert talk.ask("TURN 5,5", "STOP") == "1,0"
    assert talk.engine.settings.numbers["timeout_turn"] == 7000


def test_about_and_unknown_commands_are_answered_while_it_thinks() -> None:
    talk = Talk(Scripted(waits=True))
    talk.ask("START 15")
    talk.tell("BEGIN")
    assert talk.ask("ABOUT").startswith("name=")
    assert talk.ask("JUMP") == "UNKNOWN command JUMP"
    assert talk.ask("YXSTOP") == "0,0"


def test_another_command_ends_the_search_and_its_move_comes_first() -> None:
    talk = Talk(Scripted(waits=True))
    talk.ask("START 15")
    talk.tell("BEGIN")
    assert [talk.ask("RESTART"), talk.ask()] == ["0,0", "OK"]


def test_end_is_silent_and_the_end_of_input_is_not() -> None:
    talk = Talk(Scripted(waits=True))
    serve(talk.engine, io.BytesIO(b"START 15\nBEGIN\nEND\nABOUT\n"))
    assert [talk.ask(), talk.silent()] == ["OK", True]
    talk = Talk(Scripted(waits=True))
    serve(talk.engine, io.BytesIO(b"START 15\r\n\r\nBEGIN"))
    assert [talk.ask(), talk.ask(), talk.silent()] == ["OK", "0,0", True]


def test_a_line_without_end_is_one_unknown_command() -> None:
    talk = Talk()
    serve(talk.engine, io.BytesIO(b"A" * 100_000 + b"\nSTART 15\n" + b"B" * 9000))
    assert talk.ask().startswith("UNKNOWN command AAAA")
    assert talk.ask() == "OK"
    assert talk.ask().startswith("UNKNOWN command BBBB")
    assert talk.silent()


# Settings


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ([], 4.97),
        (["timeout_turn 1000"], 0.97),
        (["TIMEOUT_TURN 1000", "time_left 2147483647"], 0.97),
        (["timeout_turn 30000", "timeout_match 180000", "time_left 70000"], 9.97),
        (["timeout_turn 0"], 0.01),
        (["timeout_turn 1000", "time_left -500"], 0.01),
        (["timeout_turn 1000", "timeout_turn soon", "timeout_turn 1 2"], 0.97),
        (["timeout_turn 99999999999999999"], 306783.348),
    ],
)
def test_the_time_of_a_move(told: Sequence[str], seconds: float) -> None:
    settings = Settings()
    for words in told:
        settings.note(words)
    assert settings.limit(Event()).seconds == pytest.approx(seconds)


def test_bounds_of_nodes_depth_and_memory() -> None:
    settings = Settings()
    for words in ("max_node 1000", "max_depth 8", "max_memory 367001600", "hash_size 4", "x"):
        settings.note(words)
    limit = settings.limit(Event())
    assert (limit.nodes, limit.depth, limit.memory) == (1000, 8, 190)  # Python takes 160 as well
    settings.note("max_memory 1")
    assert settings.limit(Event()).memory == 16
    for key in ("max_node", "max_depth", "max_memory"):
        settings.note(f"{key} 0")
    limit = settings.limit(Event())
    assert (limit.nodes, limit.depth, limit.memory) == (None, None, None)


def test_a_complaint_about_info_waits_for_the_next_answer() -> None:
    talk = Talk()
    talk.tell("INFO timeout_turn soon", "INFO folder C:\\x", "INFO evaluate 3,3", "INFO")
    assert talk.silent()
    assert talk.ask("START 15").startswith("MESSAGE INFO timeout_turn soon was ignored")
    assert [talk.ask(), talk.ask("RESTART")] == ["OK", "OK"]


# Any lines at all

WORDS = "START RECTSTART RESTART BEGIN TURN BOARD YXBOARD SWAP2BOARD DONE TAKEBACK PLAY INFO ABOUT"
MORE = "YXSTOP STOP YXNBEST YXSHOWFORBID timeout_turn rule max_node x 5 7,7 7,8,1 0,0,2 15 -3 , |"
some_words = st.lists(st.sampled_from(f"{WORDS} {MORE}".split()) | st.text(max_size=5), max_size=4)
any_lines = st.lists(some_words.map(" ".join) | st.text(max_size=20), max_size=25)


@quick
@given(lines=any_lines)
def test_no_lines_ever_break_it(lines: list[str]) -> None:
    heard: list[str] = []
    engine = Engine(Scripted(), heard.append)
    for line in lines:
        if line.strip().upper().partition(" ")[0] != "END":
            assert engine.receive(line)
    engine.receive("DONE")
    engine.receive("INFO rule 0")
    engine.receive("START 15")
    assert heard[-1] == "OK"
    engine.receive("BEGIN")
    engine.leave()
    assert read_numbers(heard[-1], 2) == (0, 0)
    known = ("OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "name=", "SWAP")
    for line in heard:
        cells = [read_numbers(word, 2) for word in line.split(" ")]
        assert line.startswith(known) or None not in cells
        assert line.isprintable()
        assert line.isascii()


# As people run it


def test_the_command_speaks_the_protocol() -> None:
    lines = "START 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\nABOUT\r\n"
    done = inarow("engine", "gomocup", "--agent", "random", "--seed", "1", typed=lines)
    assert_fine(done)
    first, *rest = done.out.splitlines()
    assert first == "OK"
    assert sum(line.startswith("name=") for line in rest) == 1
    assert sum(read_numbers(line, 2) is not None for line in rest) == 1


def test_managers_start_it_under_a_name_of_theirs() -> None:
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    module, _, function = settings["project"]["scripts"]["pbrain-inarow"].partition(":")
    code = f"from {module} import {function}; {function}()"
    command = [sys.executable, "-c", code, "--agent", "random"]
    done = subprocess.run(command, input=b"START 20\r\nEND\r\n", capture_output=True, timeout=120)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"OK"], b"")


def test_two_engines_of_ours_play_each_other_through_the_protocol() -> None:
    command = f"'{sys.executable}' -m inarow engine gomocup --agent random --seed"
    specs = [format_spec("pbrain", {"command": f"{command} {seed}", "grace": 30}) for seed in "12"]
    players = load_agent(specs[0]), load_agent(specs[1])
    record = play_match(load_game("gomoku(rows=6,cols=7)"), players, limit=Limit(seconds=5))
    assert record.outcome is not None
    assert record.outcome.reason in ("line", "full"), record.current.comment
    assert all(a != b for a, b in pairwise(record.actions))
