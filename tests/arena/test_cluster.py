"""Events on a real Dask cluster of processes on loopback; one of its workers is killed."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena_events import OPENINGS, essence, played, small_event
from inarow.arena.crews import Cluster, Serial
from inarow.arena.store import create_store
from inarow.arena.tournament import EventRun, run_event
from inarow.errors import BadOption, MissingPackage, WorkersLost


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

    A test kills one worker and the scheduler, the slow one another worker.
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


def test_a_killed_worker_loses_no_game_and_a_lost_cluster_keeps_what_is_finished(
    cluster: tuple[str, list[subprocess.Popen[str]]], thorough: bool
) -> None:
    address, processes = cluster
    event = small_event(rounds=400 if thorough else 150)
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


def small_batches(address: str) -> Cluster:
    """A crew that hands out few games at a time, so that there is a middle of the event."""
    crew = Cluster(address)
    crew.batch_seconds = 0.02
    return crew


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "inproc://x", ""])
def test_no_cluster_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("inarow.arena.crews.CLUSTER_SECONDS", 0.5)
    with pytest.raises(BadOption, match=f"there is no cluster at {address}: .") as refused:
        Cluster(address)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["distributed.client", "tornado.application"])
def test_one_line_of_ours_stands_for_the_tracebacks_of_dask(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("inarow.arena.crews.CLUSTER_SECONDS", 0.5)
    logging.getLogger(name).setLevel(logging.ERROR)
    with pytest.raises(BadOption):
        Cluster("")
    assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL)


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackage, match=r"not installed: .* -m pip install distributed"):
        Cluster("tcp://127.0.0.1:8786")
