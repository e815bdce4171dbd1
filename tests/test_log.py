"""What goes on inside can be seen by those who ask for it, and by nobody else."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest

import engine_jobs
import inarow as package
from arena_events import OPENINGS, player_file, small_event
from command_line import MACHINES, Done, assert_fine, inarow
from inarow.agents.random_player import RandomPlayer
from inarow.arena.job import play_game
from inarow.games.base import Reason
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.processes.pool import WorkerPool
from web_server import Server

PLAY = ("play", "tic_tac_toe", *MACHINES)


def fail(*_: object) -> NoReturn:
    raise ZeroDivisionError("nothing to divide by")


def assert_traceback(text: str) -> None:
    assert "Traceback (most recent call last)" in text
    assert "ZeroDivisionError: nothing to divide by" in text


def test_a_warning_of_ours_is_not_printed() -> None:
    code = "import inarow.log; inarow.log.logger('inarow.games').warning('careful')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_every_module_gets_its_logger_where_nothing_is_printed() -> None:
    modules = Path(package.__file__).parent.rglob("*.py")
    loud = [path for path in modules if "getLogger(__name__)" in path.read_text(encoding="utf-8")]
    assert loud == []


# The command line


def test_a_command_says_nothing_of_the_inside_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", fail)
    quiet, verbose = inarow(*PLAY), inarow("--verbose", *PLAY)
    assert "Traceback" not in quiet.out + quiet.err
    assert_traceback(verbose.err)
    assert (verbose.code, verbose.out) == (quiet.code, quiet.out)
    assert inarow(*PLAY) == quiet, "and afterwards it is silent again"


def test_the_error_behind_one_line_is_told(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.sqlite")
    quiet = inarow("arena", "show", missing)
    verbose = inarow("--verbose", "arena", "show", missing)
    assert verbose.err.endswith(quiet.err)
    assert "Traceback" in verbose.err
    assert quiet.err.count("\n") == 1


@pytest.mark.parametrize("words", [("serve", "--verbose"), ("--verbose", "serve")])
def test_a_server_that_fails_shows_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    async def start(_: EnginePool) -> None:
        fail()

    async def close(_: EnginePool) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(EnginePool, "start", start)
    monkeypatch.setattr(EnginePool, "close", close)
    done: Done = inarow(*words, "--port", "0", "--db", str(tmp_path / "games.db"))
    assert done.code == 1
    assert_traceback(done.err)
    assert done.err.endswith("inarow: the server failed: ZeroDivisionError: nothing to divide by\n")


@pytest.mark.parametrize("options", [(), ("--verbose",)])
def test_a_running_server_shows_what_it_does(tmp_path: Path, options: tuple[str, ...]) -> None:
    server = Server(tmp_path / "games.db", "--engines", "1", *options)
    with server.client() as client:
        client.new_game("tic_tac_toe")
    said = server.stop()
    assert said.endswith("inarow: stopped\n")
    assert ("inarow.interfaces.web.engines.pool: an engine starts" in said) == bool(options)
    assert (said.count("\n") == 1) != bool(options)


def test_nothing_is_shown_by_a_command_that_works() -> None:
    assert_fine(inarow("games"))


# The server


def test_a_command_of_the_page_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def command() -> None:
        fail()

    async def serve() -> str | None:
        session = PageSession(cast(Any, None), cast(Any, None))
        await session._guarded(1, command())
        return session._outgoing.get_nowait()

    assert "the server failed: ZeroDivisionError" in (asyncio.run(serve()) or "")
    assert_traceback(caplog.text)


def test_the_stderr_of_an_engine_comes_into_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "inarow")
    paths = [str(Path(engine_jobs.__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))

    async def work() -> None:
        engines = EnginePool(1)
        await engines.start()
        with pytest.raises(Refused, match="ZeroDivisionError"):
            await engines.submit(engine_jobs.stumble).wait()
        while "ZeroDivisionError" not in caplog.text:
            await asyncio.sleep(0.01)
        await engines.close()

    asyncio.run(work())
    assert "engine: I feel unwell" in caplog.text
    assert "engine: Traceback (most recent call last):" in caplog.text


# Tournaments


def test_the_stderr_of_workers_comes_into_the_log(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO, "inarow")
    with WorkerPool(1) as pool:
        assert pool.submit(engine_jobs.grumble).result() > 0
    assert "worker: what a day" in caplog.text
    assert "worker: WARNING inarow.grumble: and the weather" in caplog.text
    assert capfd.readouterr() == ("", "")


def test_every_line_to_and_from_an_outside_player_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "inarow")
    body = "print('let me see')\nreturn 1 // 0 if state.ply > 2 else state.legal_actions()[0]"
    event = small_event(players=["good=random", f"bad={player_file(tmp_path, body)}"])
    game = play_game(event, event.schedule(OPENINGS)[0])
    assert (game.winner, game.reason) == (0, Reason.CRASH)
    for line in (
        'bad < {"ask": "start"',
        'bad > {"ready": true}',
        'bad < {"ask": "move"',
        'bad > {"move": ',
        "bad: let me see",
        "bad: Traceback (most recent call last):",
        "bad: ZeroDivisionError",
        'bad > {"failed": "crash"',
    ):
        assert line in caplog.text


def test_a_player_that_fails_in_our_own_process_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", fail)
    event = small_event(players=["a=random", "b=random"])
    assert play_game(event, event.schedule(OPENINGS)[0]).reason is Reason.CRASH
    assert_traceback(caplog.text)
