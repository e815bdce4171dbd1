"""Players that leave processes behind or attack the event: they cost their own games at most."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_events import player_file
from command_line import COMMAND, environment
from inarow.processes.children import how_kept
from strays import MARK, marked_children, processes_with, wait_until_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no keeper elsewhere")
LEGAL = "return state.legal_actions()[0]"
FORKS = f"""
for number in range(20):
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
    with marked_children() as mark:
        yield mark


def start(folder: Path, mark: str, body: str, *options: str) -> subprocess.Popen[str]:
    """An event of random players and one with this body."""
    players = ["--player", "random", "--player", player_file(folder, body)]
    event = [*COMMAND, "arena", "run", "--game", "tic_tac_toe", *players, *options]
    return subprocess.Popen(
        event,
        cwd=folder,
        env=environment(**{MARK: mark}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_player_that_forks_leaves_nothing_behind(tmp_path: Path, mark: str, workers: str) -> None:
    with start(tmp_path, mark, FORKS, "--rounds", "2", "--workers", workers) as event:
        out, err = event.communicate(timeout=120)
        assert not processes_with(mark)
    assert (event.returncode, "4 games" in out) == (0, True), err


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_event_that_is_ended_takes_its_players_along(
    tmp_path: Path, mark: str, how: signal.Signals
) -> None:
    body = FORKS.replace(LEGAL, f"open('moved', 'w')\ntime.sleep(1)\n{LEGAL}")
    with start(tmp_path, mark, body, "--rounds", "1000", "--workers", "1") as event:
        while not (tmp_path / "moved").exists():
            assert event.poll() is None, event.communicate()
        event.send_signal(how)
        event.communicate(timeout=120)
    wait_until_gone(mark)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_a_player_cannot_stop_or_kill_its_worker(
    tmp_path: Path, mark: str, number: signal.Signals
) -> None:
    if how_kept() != "namespace":
        pytest.skip("only a namespace keeps others out of reach")
    body = f"""
for victim in (os.getppid(), {os.getpid()}):
    try: os.kill(victim, {number:d})
    except OSError: pass
{LEGAL}
"""
    with start(tmp_path, mark, body, "--rounds", "2", "--workers", "1", "--seed", "1") as event:
        out, err = event.communicate(timeout=120)
    assert (event.returncode, "4 games" in out) == (0, True), err
    assert not processes_with(mark)
