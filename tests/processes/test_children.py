"""Children have limits, end with their parent, and take everything along that they started."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep

import pytest

from engine_jobs import begin_answer, grumble
from inarow.processes import launch
from inarow.processes.children import Limits, LogPipe, interrupt, kill_tree, start_child
from inarow.processes.conversation import Conversation, ProgramFailed
from inarow.processes.pool import WorkerPool
from strays import marked_children, processes_with, wait_until_gone

PYTHON = sys.executable
PATIENCE = 60.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="no limits and no signals")


def output(limits: Limits, code: str) -> str:
    command = limits.command([PYTHON, "-c", code])
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@posix
def test_limits_hold_for_the_program() -> None:
    limits = Limits(memory=300, niceness=3)
    assert output(limits, "import os; print(os.nice(0))") == str(os.nice(0) + 3)
    code = "import resource as r; print(r.getrlimit(r.RLIMIT_CORE), len(bytes(2**20)))"
    assert output(limits, code) == "(0, 0) 1048576"
    with pytest.raises(subprocess.CalledProcessError) as failed:
        output(limits, "bytearray(2**30)")
    assert "MemoryError" in failed.value.stderr


def test_where_nothing_can_be_limited_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    launch.limit_memory(1)
    monkeypatch.setattr(sys, "platform", "elsewhere")
    launch.die_with_parent()
    monkeypatch.setattr(sys, "platform", "win32")
    assert Limits(memory=1).command(["program", "-x"]) == ["program", "-x"]


SCRIPT = """
import sys, time
from inarow.processes.pool import WorkerPool

if __name__ == "__main__":
    pool = WorkerPool(1)
    pool.submit(time.time).result()
    print("ready", flush=True)
    pool.submit(time.sleep, 60)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_when_their_parent_is_killed() -> None:
    with (
        marked_children() as mark,
        subprocess.Popen([PYTHON, "-c", SCRIPT], stdout=subprocess.PIPE) as parent,
    ):
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        assert len(processes_with(mark)) > 1
        parent.kill()
        wait_until_gone(mark)


@posix
def test_a_child_can_be_interrupted_and_killed() -> None:
    async def end(code: str, how: str) -> tuple[int, str]:
        with LogPipe("child") as errors:
            child = await start_child([PYTHON, "-c", code], Limits(memory=500), errors, piped=True)
        assert child.stdout is not None
        await child.stdout.readline()
        interrupt(child) if how == "interrupt" else kill_tree(child.pid)
        return await child.wait(), await asyncio.to_thread(errors.finish)

    waiting = "import time; print(flush=True); time.sleep(60)"
    code, last = asyncio.run(end(waiting, "interrupt"))
    assert (code, last) == (-signal.SIGINT, "KeyboardInterrupt")
    assert asyncio.run(end(waiting, "kill")) == (-signal.SIGKILL, "")


# Conversations


def test_a_question_that_nothing_reads_is_no_trap() -> None:
    program = Conversation([PYTHON, "-c", "import time; time.sleep(60)"], Limits(memory=500))
    with pytest.raises(ProgramFailed, match="no answer") as failed:
        program.ask("x" * 10_000_000, str, 0.5)
    assert failed.value.how == "hang"
    assert not program.alive


def test_what_is_no_answer_is_skipped() -> None:
    code = "print('one'); print('two', flush=True); input()"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    assert program.ask("", lambda line: line if line == "two" else None, PATIENCE) == "two"
    program.close()


# Pools


def test_a_pool_ends_at_once_in_the_middle_of_its_work() -> None:
    before = set(active_children())
    with WorkerPool(2) as pool:
        pids = {pool.submit(grumble).result() for _ in range(4)}
        assert len(set(active_children()) - before) == 2
        pool.submit(signal.pause)
        started = perf_counter()
    assert perf_counter() - started < PATIENCE / 2
    assert not set(active_children()) - before
    assert os.getpid() not in pids


@posix
def test_a_pool_ends_though_a_worker_was_in_the_middle_of_an_answer(tmp_path: Path) -> None:
    pool = WorkerPool(1)
    pool.submit(begin_answer, tmp_path / "begun")
    while not (tmp_path / "begun").exists():
        sleep(0.01)
    stopping = Thread(target=pool.stop, daemon=True)
    stopping.start()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()
