"""The one rule: who waits for kernels, who plays on without them, and who compiles them.

No compiler is needed here: a step whose kernels take as long as the test wants stands for all.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from cases import each
from command_line import SECONDS
from inarow.agents import ready
from inarow.agents.ready import begin_compiling, make_ready
from inarow.agents.warm_up import STEPS
from inarow.games.connect_four import ConnectFour
from inarow.processes.locks import lock_file
from inarow.registry import load_agent, load_game
from inarow.search import seam as steps
from inarow.search.decision import Decision
from inarow.search.limit import Limit
from inarow.search.mcts import player as mcts
from inarow.search.native import notice
from inarow.search.seam import STAND_IN, STAND_IN_SECONDS, Step, prepare, progress, search_by
from inarow.search.solver import player as solver
from strays import marked_children, processes_with

GAME = ConnectFour()
MUCH = Limit(simulations=10_000)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setattr(steps, "kernel_folder", lambda: tmp_path)
    monkeypatch.setattr(steps, "stored", {})
    return tmp_path


@pytest.fixture
def slow(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Step]:
    """A step that is compiled in the background as soon as there is a file `go`."""
    code = (
        "import pathlib, time\n"
        f"folder = pathlib.Path({str(folder)!r})\n"
        "while not (folder / 'go').exists(): time.sleep(0.01)\n"
        "(folder / 'slow.step').write_text('')\n"
    )
    monkeypatch.setattr(steps, "_program", lambda step: [sys.executable, "-c", code])
    step = Step("slow", lambda: None)
    yield step
    (folder / "go").touch()
    wait_until(lambda: not steps._wanted)
    for kept in (steps._begun, steps._loaded, steps._failed):
        kept.discard(step)


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def search(step: Step, limit: Limit = MUCH) -> tuple[str, float | None, str]:
    """Which code searches, for how long at most, and what it says."""
    asked: list[tuple[str, float | None]] = []

    def by(name: str) -> Callable[[Limit], Decision]:
        def run(limit: Limit) -> Decision:
            asked.append((name, limit.seconds))
            return Decision(3, path=name)

        return run

    found = search_by((step,), GAME, limit, by("compiled"), by("readable"))
    return (*asked[0], found.path)


# The rule


def test_the_readable_search_plays_until_the_kernels_are_ready(slow: Step, folder: Path) -> None:
    slow.begin()
    assert slow.pending
    assert search(slow) == ("readable", STAND_IN_SECONDS, STAND_IN)
    (folder / "go").touch()
    wait_until(lambda: not slow.pending)
    assert search(slow) == ("compiled", None, "compiled"), "taken over with the next move"


def test_a_search_that_nobody_has_begun_waits(slow: Step, folder: Path) -> None:
    (folder / "go").touch()
    ran: list[int] = []
    waiting = Step("waits", lambda: ran.append(1))
    assert search(waiting) == ("compiled", None, "compiled")
    assert ran == [1]
    steps._loaded.discard(waiting)


def test_a_shorter_limit_stays_shorter(slow: Step) -> None:
    slow.begin()
    assert search(slow, Limit(seconds=0.2)) == ("readable", 0.2, STAND_IN)


def test_little_work_is_done_by_the_readable_search_and_all_of_it(slow: Step, folder: Path) -> None:
    slow.begin()
    (folder / "go").touch()
    wait_until(lambda: not slow.pending)
    assert search(slow, Limit(simulations=200)) == ("readable", None, "readable")
    prepare(slow)
    assert search(slow, Limit(simulations=200)) == ("compiled", None, "compiled"), "once loaded"


def test_where_there_are_no_kernels_nothing_is_limited() -> None:
    found = search_by((), GAME, MUCH, lambda _: Decision(1), lambda limit: Decision(2, path="x"))
    assert (found.action, found.path) == (2, "x")


# The background


def test_progress_is_told(slow: Step, folder: Path) -> None:
    assert progress() is None
    slow.begin()
    slow.begin()
    assert progress() == "warming up: kernels 0 of 1; playing with the readable search"
    (folder / "go").touch()
    wait_until(lambda: progress() is None)


def test_who_waits_meanwhile_waits_for_the_background(slow: Step, folder: Path) -> None:
    """The lock is that of a process which compiles; here it is another open file."""
    told: list[notice.Compiling | None] = []
    with slow.file(folder, "lock").open("ab") as file:
        assert lock_file(file)

        def hear(news: notice.Compiling | None) -> None:
            told.append(news)
            slow.file(folder, "step").touch()  # and no process of ours is needed
            file.close()

        with notice.listening(hear):
            prepare(slow)
    assert told == [notice.Compiling("slow"), None]


# Who waits


def test_who_waits_is_told_which_kernels_and_how_many_of_how_many(slow: Step, folder: Path) -> None:
    (folder / "go").touch()
    told: list[notice.Compiling | None] = []
    ran: list[str] = []
    kept = Step("kept", lambda: ran.append("kept"))
    kept.file(folder, "step").touch()
    new = Step("new", lambda: ran.append("new"))
    with notice.listening(told.append):
        prepare(slow, kept, new, slow)
        prepare(slow, kept, new)
    news = [notice.Compiling("slow", 1, 2), None, notice.Compiling("new", 2, 2), None]
    assert told == news
    assert sorted(ran) == ["kept", "new"], "once per process"
    steps._loaded.difference_update((kept, new))


def test_a_program_finds_in_its_log_what_it_waits_for(
    slow: Step, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "go").touch()
    with caplog.at_level("INFO", "inarow"):
        prepare(slow)
    assert "compiling the search, 1 of 1: slow" in caplog.messages


def test_interrupted_waiting_ends_at_once_and_so_does_the_compiler(slow: Step) -> None:
    class Struck(BaseException):
        """As Ctrl-C and SIGTERM do."""

    def strike(_signal: int, _frame: object) -> None:
        raise Struck

    before = signal.signal(signal.SIGALRM, strike)
    try:
        with marked_children() as mark, pytest.raises(Struck):  # noqa: PT012
            signal.setitimer(signal.ITIMER_REAL, 1)
            prepare(slow, Step("never", lambda: pytest.fail("it goes on")))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert processes_with(mark) == []
    assert slow not in steps._loaded


def test_what_cannot_be_compiled_in_the_background_is_compiled_by_the_search(
    slow: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "_program", lambda step: [sys.executable, "-c", "1 / 0"])
    slow.begin()
    wait_until(lambda: not slow.pending)
    assert search(slow) == ("compiled", None, "compiled")
    slow.begin()
    assert not slow.pending, "and not tried again"


def test_where_nothing_can_be_kept_nothing_is_compiled_in_the_background(
    slow: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "kernel_folder", lambda: None)
    slow.begin()
    assert not slow.pending
    assert search(slow)[0] == "compiled"


def test_a_compiler_that_is_switched_off_is_as_good_as_none(
    slow: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert search(slow)[0] == "readable"
    assert slow not in steps._loaded
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setattr(Step, "ready", True)
    assert search(slow)[0] == "compiled"


def test_for_a_folder_that_cannot_be_written_nothing_is_compiled_twice(
    slow: Step, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"import pathlib; pathlib.Path({str(folder / 'compiled elsewhere')!r}).touch()"
    monkeypatch.setattr(steps, "_program", lambda step: [sys.executable, "-c", code])
    monkeypatch.setattr(steps, "is_writable", lambda folder: False)
    slow.begin()
    wait_until(lambda: not slow.pending)
    assert search(slow)[0] == "compiled"
    assert slow in steps._loaded
    assert not (folder / "compiled elsewhere").exists(), "it could not have been kept"


CHILD = """
import sys
from inarow.search.seam import Step
def run():
    print("compiling", flush=True)
    import time; time.sleep(600)
ENDLESS = Step("endless", run)
"""


def test_the_process_in_the_background_ends_with_its_parent(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CHILD)
    code = (
        "import subprocess, sys, time\n"
        "from inarow.search import seam as steps\n"
        "from mine import ENDLESS\n"
        "steps.subprocess.DEVNULL = None\n"  # its output is ours
        "ENDLESS.begin()\n"
        "time.sleep(600)\n"
    )
    path = os.pathsep.join((str(tmp_path), *sys.path))
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == "compiling\n"
    parent.kill()
    # The pipe of stdout is only closed when every process that holds it has ended.
    assert parent.communicate(timeout=SECONDS)[0] == ""


# Players


@pytest.fixture
def missing(slow: Step, monkeypatch: pytest.MonkeyPatch) -> Step:
    """Tree search and solver have kernels that are still to be compiled."""
    monkeypatch.setattr(mcts, "TREE_SEARCH", slow)
    monkeypatch.setattr(solver, "SOLVER", Step("solver", slow.run, has_twin=False))
    return slow


def test_a_player_says_that_it_plays_without_kernels(missing: Step) -> None:
    player, state = load_agent("mcts(simulations=100000)"), GAME.initial_state()
    make_ready(player, GAME, state, wait=False)
    decision = player.choose(state, Limit(seconds=0.1))
    assert decision.path == STAND_IN
    assert decision.action in range(7)


def test_levels_begin_what_their_thinkers_need(missing: Step) -> None:
    begin_compiling(load_agent("level(8)"), GAME)
    assert missing.pending


def test_the_book_needs_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*steps: Step) -> None:
        assert steps == ()

    monkeypatch.setattr(ready, "prepare", fail)
    state = GAME.initial_state()
    for spec in ("perfect", "judge", "level(10)"):
        make_ready(load_agent(spec), GAME, state)
    perfect = load_agent("perfect")
    assert isinstance(perfect, solver.PerfectPlayer)
    assert perfect.kernels(GAME, state) == ()
    assert perfect.kernels(GAME) != ()
    late = state
    for column in (0, 0, 0, 1, 1, 1, 2):
        late = late.play(column)
    assert perfect.kernels(GAME, late) != (), "traps look one ply further than the book"
    assert load_agent("perfect(tricky=false)").kernels(GAME, late) == ()  # type: ignore[attr-defined]


def test_a_solver_without_kernels_is_waited_for(
    missing: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(ready, "prepare", lambda *steps: prepared.extend(s.name for s in steps))
    game = load_game("connect_four(5,5)")
    make_ready(load_agent("perfect"), game, game.initial_state(), wait=False)
    assert prepared == ["Connect Four solver"]


@each("step", STEPS)
def test_another_process_finds_the_step_that_it_shall_compile(step: Step) -> None:
    assert step in vars(import_module(step.run.__module__)).values()
