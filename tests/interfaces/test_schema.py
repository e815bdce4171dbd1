"""The published JSON Schemas are those of the types, and real outputs fit them.

Whatever a command prints as JSON in any test is checked as well: see `command_line.py`. So are all
records of `test_record_json.py` and all analyses of `test_analysis.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import click
import pytest

from arena_events import OPENINGS, played, small_event
from command_line import MACHINES, inarow
from inarow.arena.store import create_store
from inarow.interfaces.cli import cli
from inarow.interfaces.schema import SCHEMAS, schema
from inarow.live.outside.host import Host
from inarow.live.outside.player import OutsidePlayer
from inarow.processes.conversation import Conversation
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.study.positions import shipped_positions
from schemas import FOLDER, KINDS, check, problems_of


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_is_what_the_types_say(name: str) -> None:
    published = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    assert published == schema(name), "write it again: scripts/test --schemas"


def test_there_is_a_file_for_every_kind_and_a_kind_for_every_command() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == SCHEMAS.keys()
    assert set(KINDS.values()) <= SCHEMAS.keys()


COMMANDS = [
    ("play", "tic_tac_toe", *MACHINES, "--seed", "1"),
    ("analyse", "tic_tac_toe", "b2b1a1", "--agent", "minimax"),
    ("analyse", "tic_tac_toe", "--agent", "random"),
    ("solve", "4455"),
    ("solve", "4455", "--no-book", "--limit", "20nodes"),
    ("solve", "tic_tac_toe", "b2b1"),
    ("solve", "mnk(6,6,5)", "--limit", "50nodes"),
    ("review", "tic_tac_toe", "b2b1a1c3"),
    ("puzzle", "--level", "2"),
    ("score", "random", "tic_tac_toe", "--seed", "1"),
    ("games",),
    ("agents",),
    ("bench", "--list"),
    ("book", "info"),
    ("doctor",),
    ("watch", "mcts", "tic_tac_toe", "--limit", "12sims"),
    ("watch", "alphabeta", "tic_tac_toe", "b2", "--limit", "2plies"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_a_command_prints_fits(command: tuple[str, ...]) -> None:
    done = inarow(*command, "--json")
    assert done.code == 0, done.err
    check(KINDS.get(command[0]) or KINDS[" ".join(command[:2])], done.out)


def test_every_command_that_prints_json_has_a_schema() -> None:
    printing = {name for name, command in commands_of(cli) if "--json" in options_of(command)}
    assert KINDS.keys() == printing


def commands_of(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands below a group, by what a person types."""
    context = click.Context(group)
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])  # which imports it
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def options_of(command: click.Command) -> set[str]:
    """The options of a command."""
    return {word for param in command.params for word in param.opts}


def test_lines_of_positions_fit() -> None:
    for game in ("connect_four", "gomoku", "tic_tac_toe"):
        for position in shipped_positions(load_game(game))[:20]:
            check("positions", json.dumps(position.as_dict()))


def test_measured_levels_fit() -> None:
    ratings = files("inarow") / "data" / "ratings.json"
    check("arena_calibrate", json.dumps(json.loads(ratings.read_text("utf-8"))["games"]))


def test_solved_lines_fit() -> None:
    for line in inarow("solve", "--stdin", "--json", typed="4455\n44\n").out.splitlines():
        check("solve", line)


def test_an_event_fits(tmp_path: Path) -> None:
    path = str(tmp_path / "event.sqlite")
    with create_store(path, small_event(), OPENINGS) as store:
        check("arena_show", inarow("arena", "show", path, "--json").out)  # no game, no rating
        store.add(played(small_event()))
    check("arena_show", inarow("arena", "show", path, "--json").out)
    check("arena_export", inarow("arena", "export", path, "--format", "json").out)


class Inside:
    """A program without a process: our own host answers, and everything is checked."""

    def __init__(self, player: str) -> None:
        self.host = Host(lambda seed: load_agent(player, seed))

    def ask(self, line: str, read: Callable[[str], Any], patience: float) -> Any:
        check("player_question", line)
        answer = json.dumps(self.host.answer(json.loads(line)))
        check("player_answer", answer)
        return read(answer)


def test_a_conversation_with_a_program_fits() -> None:
    game = load_game("connect_four")
    for player in ("random", "minimax(depth=2)"):
        outside = OutsidePlayer(player, cast(Conversation, Inside(player)))
        outside.start(game, 0)
        limit = Limit(seconds=60, nodes=1000)
        assert outside.choose(game.initial_state(), limit).action in range(7)


def test_a_failure_that_a_program_tells_fits() -> None:
    check("player_answer", json.dumps({"failed": "crash", "why": "KeyError", "refused": False}))


WRONG = [
    ("record", {"format": "inarow-record", "version": 2, "game": "tic_tac_toe"}),
    ("record", {"format": "inarow-record", "version": 2, "game": "x", "moves": [1]}),
    ("player_question", {"ask": "start", "game": "tic_tac_toe", "seat": 0}),
    ("player_answer", {"nodes": 3}),
    ("page_command", {"type": "look"}),
    ("page_message", {"type": "ack", "re": 1, "node": None, "more": 1}),
    ("puzzle", {}),
]


@pytest.mark.parametrize(("name", "data"), WRONG)
def test_what_is_missing_wrong_or_unknown_does_not_fit(name: str, data: dict[str, Any]) -> None:
    assert problems_of(name, json.dumps(data))
