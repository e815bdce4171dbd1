"""Agents that were written for Kaggle as our players: what they are shown, and all they may do."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import assert_one_line_error, inarow
from inarow.adapters.kaggle.host import Host
from inarow.adapters.kaggle.view import configuration_of, observation_of
from inarow.arena.entrants import read_entrant, try_out
from inarow.arena.event import read_event
from inarow.errors import BadOption, InarowError, NotSupported
from inarow.games.base import Reason
from inarow.interfaces.web.games.agreement import check_player
from inarow.live.match import play_match
from inarow.registry import agents, load_agent, load_game, names_program
from inarow.search.limit import Limit
from inarow.spec import format_spec

GAME = load_game("connect_four(rows=4,cols=5,k=3)")
LEFTMOST = """
def helper(board, columns):
    return [column for column in range(columns) if board[column] == 0][0]

def agent(observation, configuration):
    print("thinking")
    assert configuration["inarow"] == configuration.inarow == 3
    return helper(observation.board, configuration.columns)
"""


def agent_file(folder: Path, source: str) -> str:
    """The spec of an agent with this source."""
    path = folder / "submission.py"
    path.write_text(source)
    return format_spec("kaggle", {"file": str(path)})


def ending(spec: str, limit: Limit | None = None) -> tuple[int | None, Reason]:
    """Who wins, and why, when the agent begins against a random player."""
    record = play_match(GAME, (load_agent(spec), load_agent("random(seed=1)")), limit=limit)
    assert record.outcome is not None
    return record.outcome.winner, record.outcome.reason


def test_an_agent_plays_a_whole_game(tmp_path: Path) -> None:
    spec = agent_file(tmp_path, LEFTMOST)
    record = play_match(GAME, (load_agent(spec), load_agent("random(seed=3)")))
    assert record.outcome is not None
    assert record.outcome.reason in (Reason.LINE, Reason.FULL)
    assert record.moves.startswith("1")


def test_it_is_shown_what_kaggle_shows() -> None:
    state = GAME.initial_state().play(0).play(4).play(0)
    assert observation_of(state)["board"] == [*[0] * 10, 1, *[0] * 4, 1, 0, 0, 0, 2]
    assert (observation_of(state)["mark"], observation_of(state)["step"]) == (2, 3)
    shown = configuration_of(GAME, 2.0)
    assert (shown["rows"], shown["columns"], shown["inarow"]) == (4, 5, 3)
    assert shown["actTimeout"] == shown["timeout"] == 2.0
    with pytest.raises(NotSupported, match="Kaggle's agents cannot play"):
        configuration_of(load_game("gomoku"), 2.0)


def test_it_is_not_promised_spare_seconds_that_nobody_gives() -> None:
    assert observation_of(GAME.initial_state())["remainingOverageTime"] == 0
    assert configuration_of(GAME, 2.0)["agentTimeout"] == 0


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("def agent(observation):\n    return observation.mark", "2"),
        ("import numpy\n\ndef agent(obs, conf):\n    return numpy.int64(conf.columns - 1)", "5"),
        ("act = lambda observation, configuration: 9", "10"),
        ("class Agent:\n    def __call__(self, o, c):\n        return 2\n\nagent = Agent()", "3"),
        ("def agent(o, c):\n    return None", "None"),
    ],
)
def test_the_last_thing_that_can_be_called_is_the_agent(
    tmp_path: Path, source: str, answer: str
) -> None:
    (tmp_path / "a.py").write_text(source)
    host = Host(tmp_path / "a.py")
    assert host.answer({"ask": "start"}) == {"ready": True}
    start = GAME.initial_state()
    shown = {"observation": observation_of(start), "configuration": configuration_of(GAME, 2.0)}
    assert host.answer({"ask": "move", **shown}) == {"move": answer}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def agent(o, c):\n    return 99", Reason.ILLEGAL),
        ("def agent(o, c):\n    return 1 // 0", Reason.CRASH),
    ],
)
def test_whatever_it_does_it_loses_its_game_only(
    tmp_path: Path, source: str, reason: Reason
) -> None:
    assert ending(agent_file(tmp_path, source)) == (1, reason)


def test_an_agent_that_never_answers_is_ended(tmp_path: Path) -> None:
    spec = agent_file(tmp_path, "import time\n\ndef agent(o, c):\n    time.sleep(3600)")
    assert ending(spec, Limit(seconds=0.01)) == (1, Reason.HANG)


def test_it_takes_part_in_events(tmp_path: Path) -> None:
    spec = agent_file(tmp_path, LEFTMOST)
    try_out(read_entrant(f"left={spec}"), GAME)
    with pytest.raises(InarowError, match="it cannot play gomoku"):
        try_out(read_entrant(spec), load_game("gomoku"))
    broken = agent_file(tmp_path, "x = 1")
    with pytest.raises(InarowError, match="has no function, such as def agent"):
        try_out(read_entrant(broken), GAME)


@pytest.mark.parametrize("spec", ['kaggle(file="submission.py")', "Kaggle(submission.py, 1)"])
def test_an_event_looks_for_it_in_its_own_folder_and_tells_versions_apart(
    tmp_path: Path, spec: str
) -> None:
    agent_file(tmp_path, LEFTMOST)
    file = tmp_path / "event.toml"
    file.write_text(f"game = {str(GAME)!r}\nplayers = [{spec!r}, {{spec = {spec!r}, name = 'b'}}]")
    first, second = read_event(file).players
    assert (first.name, second.name) == (spec, "b")
    for entrant in (first, second):
        try_out(entrant, GAME)
        before = entrant.version
        assert before == read_entrant("submission.py", str(tmp_path)).version
        agent_file(tmp_path, LEFTMOST + "# changed\n")
        assert before.startswith("sha256:")
        assert entrant.version != before
        agent_file(tmp_path, LEFTMOST)


def test_no_page_can_name_a_file(tmp_path: Path) -> None:
    spec = agent_file(tmp_path, LEFTMOST)
    assert names_program(spec)
    assert "kaggle" not in agents()
    with pytest.raises(InarowError):
        check_player(spec, GAME)


@pytest.mark.parametrize("head", ["agent(observation, configuration)", "mine(obs)"])
def test_a_file_for_kaggle_that_is_named_as_one_of_ours_is_answered_with_what_to_write(
    head: str, tmp_path: Path
) -> None:
    path = tmp_path / "sub.py"
    path.write_text(f"def {head}:\n    return 0\n")
    spec = format_spec("kaggle", {"file": str(path)})
    done = inarow("score", str(path), "--positions", "2")
    assert_one_line_error(done, 2, f"for an agent of Kaggle write '{spec}': there is no 'move'")
    assert inarow("score", spec, "--positions", "2").code == 0


def test_a_file_without_an_agent_of_kaggle_gets_no_such_hint(tmp_path: Path) -> None:
    path = tmp_path / "sub.py"
    path.write_text("HELPER = 0\n")
    done = inarow("score", str(path), "--positions", "2")
    assert_one_line_error(done, 2, f"there is no 'move' in {path}")
    assert "kaggle" not in done.err


def test_what_is_missing_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="file names an agent"):
        load_agent("kaggle")
    spec = format_spec("kaggle", {"file": str(tmp_path / "none.py")})
    done = inarow("play", str(GAME), "--first", spec, "--second", "random")
    assert "there is no file" in done.out + done.err
    assert_one_line_error(inarow("play", "--second", "kaggle"), 2, "file names an agent")
