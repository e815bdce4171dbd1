"""A real Dask cluster of processes on loopback; its workers are killed one by one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_events import OPENINGS, essence, played, small_event
from inarow.arena.crews import Cluster, Serial
from inarow.arena.store import create_store
from inarow.arena.tournament import EventRun, run_event
from inarow.errors import WorkersLost
from inarow.games.connect_four import ConnectFour
from inarow.search.decision import Result
from inarow.search.solver.ledger import Ledger
from inarow.search.solver.settle import Settling


def _start(tool: str, *args: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{tool}", *args]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def _said(process: subprocess.Popen[str], word: str) -> str:
    """Wait for a line with a word."""
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"{process.args!r} ended without saying {word!r}")


@pytest.fixture(scope="module")
def cluster(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a cluster, its scheduler and three workers: processes without a nanny.

    The first test kills one worker, the second another one and the scheduler.
    """
    loopback = ("--host", "127.0.0.1", "--no-dashboard")
    started = [_start("scheduler", *loopback, "--port", "0")]
    try:
        address = _said(started[0], "Scheduler at:").split()[-1]
        for _ in range(3):
            started.append(
                _start(
                    "worker",
                    address,
                    *loopback,
                    "--no-nanny",
                    "--nthreads",
                    "1",
                    "--local-directory",
                    str(tmp_path_factory.mktemp("dask")),
                )
            )
        for worker in started[1:]:
            _said(worker, "Registered to:")
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.communicate()


def small_batches(address: str) -> Cluster:
    """A crew that hands out few games at a time, so that there is a middle of the event."""
    crew = Cluster(address)
    crew.batch_seconds = 0.02
    return crew


def test_a_board_is_settled_by_a_cluster_that_loses_a_worker(
    cluster: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    address, processes = cluster
    game, crew = ConnectFour(4, 7), Cluster(address)
    known = Ledger(game, tmp_path / "4x7.jsonl")

    def kill_worker(search: Settling) -> None:
        if search.ledger.entries == 5:
            os.kill(processes[2].pid, signal.SIGKILL)

    try:
        start, equipment = game.initial_state(), (4, 7, 8, 1)
        search = Settling(start, (), known, crew, equipment, 5_000, on_news=kill_worker)
        assert search.run(weak=True).result is Result.DRAW
        assert known.entries > 10
    finally:
        crew.stop()
        known.close()


def test_a_killed_worker_loses_no_game_and_a_lost_cluster_keeps_what_is_finished(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, processes = cluster
    event = small_event(rounds=400)
    unbroken = essence(played(event))
    killed: list[int] = []

    def kill_worker(progress: EventRun) -> None:
        if progress.played >= 20 and not killed:
            os.kill(processes[1].pid, signal.SIGKILL)
            killed.append(progress.played)

    with create_store(None, event, OPENINGS) as store:
        ledger = run_event(store, small_batches(address), kill_worker)
        assert essence(store.games()) == unbroken
    assert killed[0] < ledger.tally.total == len(unbroken)

    def kill_scheduler(progress: EventRun) -> None:
        if progress.played:
            processes[0].kill()

    with create_store(None, event, OPENINGS) as store:
        with pytest.raises(WorkersLost, match=r"the cluster at .* is gone"):
            run_event(store, small_batches(address), kill_scheduler)
        assert 0 < store.finished < len(unbroken)
        run_event(store, Serial())
        assert essence(store.games()) == unbroken
