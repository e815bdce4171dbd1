"""One search per root child, here and in other processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from random import Random
from threading import Event, Timer
from time import monotonic, perf_counter, sleep
from typing import Any

import pytest

from helpers import board_of
from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts import root_parallel
from inarow.search.mcts.plain import Node, Settings
from inarow.search.mcts.result import decision_of
from inarow.search.mcts.root_parallel import SearchProcesses, search_children

NINE = Settings(
    final="ratio",
    draw_points=0,
    loss_points=-1,
    rollout_depth=10,
    max_wins=2048,
    decisive=True,
    keep_rollout=True,
)
LATE = 20.0
"""Seconds that a busy machine may be late in these tests."""


@pytest.fixture(scope="module")
def pool() -> Iterator[SearchProcesses]:
    pool = SearchProcesses(2)
    yield pool
    pool.close()


def opening() -> State:
    return NineBoard().initial_state().play(4).play(7)


def numbers(root: Node) -> list[tuple[int, int, float, int | None]]:
    return [
        (action, child.visits, child.wins, child.winner) for action, child in root.children.items()
    ]


# In one process


@pytest.mark.req("S2.8")
@pytest.mark.parametrize("game", [ConnectFour(), Mnk(4, 4, 3), RandomDrop(), NineBoard("free")])
def test_every_legal_move_gets_a_search_of_its_own(
    game: ConnectFour | Mnk | NineBoard,
) -> None:
    state = game.initial_state()
    root = search_children(state, Settings(), Limit(), Random(1), each=15)
    assert list(root.children) == list(state.legal_actions())
    assert [child.visits for child in root.children.values()] == [15] * len(root.children)
    assert root.visits == 15 * len(root.children)
    assert root.untried == []


@pytest.mark.req("S2.24")
def test_every_search_has_a_seed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[root_parallel.Task] = []
    monkeypatch.setattr(root_parallel.Task, "run", lambda task, *_: tasks.append(task))
    search_children(opening(), NINE, Limit(), Random(1), each=5)
    assert [task.action for task in tasks] == list(opening().legal_actions())
    assert len({task.seed for task in tasks}) == len(tasks)


def test_the_limit_is_for_the_whole_move() -> None:
    root = search_children(opening(), Settings(), Limit(simulations=58), Random(1), each=100)
    assert [child.visits for child in root.children.values()] == [7, 7, 7, 7, 6, 6, 6, 6, 6]
    root = search_children(opening(), Settings(), Limit(nodes=4), Random(1))
    assert [child.visits for child in root.children.values()] == [1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert decision_of(root, Settings()).action == 0


@pytest.mark.req("S2.9")
def test_time_is_divided_among_the_children() -> None:
    started = perf_counter()
    root = search_children(opening(), Settings(), Limit(seconds=1.8), Random(1))
    assert 1.6 < perf_counter() - started < 1.8 + LATE
    visits = [child.visits for child in root.children.values()]
    assert len(visits) == 9
    assert min(visits) > 0


@pytest.mark.req("S2.9")
@pytest.mark.parametrize(
    ("tasks", "processes", "rounds"),
    [
        (9, 9, [1] * 9),
        (9, 12, [1] * 9),
        (9, 2, [5, 5, 4, 4, 3, 3, 2, 2, 1]),
        (3, 1, [3, 2, 1]),
    ],
)
def test_each_round_shares_the_time_that_is_left(
    tasks: int, processes: int, rounds: list[int]
) -> None:
    task = root_parallel.Task(opening(), 0, NINE, 1, None, None)
    assert [t.rounds for t in root_parallel.in_rounds([task] * tasks, processes)] == rounds


def test_a_finished_game_has_no_move_to_search() -> None:
    state = Mnk(2, 2, 2).initial_state().play(0).play(1).play(2)
    with pytest.raises(IllegalMove, match="over"):
        search_children(state, NINE, Limit(), Random(1), each=5)


@pytest.mark.req("S2.14", "S3.30")
def test_a_child_that_ends_the_game_is_scored_in_every_simulation() -> None:
    settings = Settings(final="ratio", draw_points=0)
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), 0)
    root = search_children(state, settings, Limit(), Random(1), each=30)
    assert (root.children[2].wins, root.children[2].visits) == (30, 30)
    assert decision_of(root, settings).action == 2
    drawn = Mnk().state_from(board_of(["XOX", "XOO", "OX."]), 0)
    root = search_children(drawn, settings, Limit(), Random(1), each=30)
    assert (root.children[8].wins, root.children[8].visits) == (0, 30)


def test_a_task_without_time_leaves_its_child_alone() -> None:
    root = Node(opening())
    task = root_parallel.Task(opening(), 0, NINE, 1, None, monotonic() - 1)
    task.run(root, None)
    assert root.visits == 0


# In several processes


@pytest.mark.req("S2.8", "S2.24")
@pytest.mark.parametrize("settings", [NINE, Settings(final="visits")])
def test_two_processes_find_the_same_as_one(pool: SearchProcesses, settings: Settings) -> None:
    one = search_children(opening(), settings, Limit(), Random(3), each=120)
    two = search_children(opening(), settings, Limit(), Random(3), each=120, pool=pool)
    assert numbers(one) == numbers(two)
    assert (one.visits, one.wins) == (two.visits, two.wins)
    assert decision_of(one, settings) == decision_of(two, settings)
    assert len(active_children()) >= 2


@pytest.mark.req("S2.9")
def test_fewer_processes_than_children_meet_the_time_limit(pool: SearchProcesses) -> None:
    search_children(opening(), NINE, Limit(), Random(1), each=1, pool=pool)  # starts the processes
    started = perf_counter()
    root = search_children(opening(), NINE, Limit(seconds=0.8), Random(1), pool=pool)
    assert perf_counter() - started < 0.8 + LATE
    assert root.visits > 0


def test_if_no_process_answers_in_time_there_is_a_short_search_here(pool: SearchProcesses) -> None:
    root = search_children(opening(), NINE, Limit(seconds=0.001), Random(1), pool=pool)
    assert root.visits > 0


def test_a_stop_flag_reaches_the_processes(pool: SearchProcesses) -> None:
    stop = Event()
    timer = Timer(0.3, stop.set)
    timer.start()
    started = perf_counter()
    seen: list[int] = []
    limit = Limit(stop=stop)
    root = search_children(
        opening(), Settings(), limit, Random(1), 10**9, pool, lambda root: seen.append(root.visits)
    )
    assert 0.2 < perf_counter() - started < 0.3 + LATE
    assert decision_of(root, Settings()).action in opening().legal_actions()
    timer.join()
    again = search_children(opening(), Settings(), Limit(), Random(1), each=5, pool=pool)
    assert again.visits == 45, "the next move is not stopped"


def test_progress_is_told_while_other_processes_work(pool: SearchProcesses) -> None:
    seen: list[int] = []
    search_children(
        opening(), NINE, Limit(), Random(1), 60, pool, lambda root: seen.append(root.visits)
    )
    assert seen[-1] == 9 * 60
    assert seen == sorted(seen)


def test_an_error_in_a_process_is_not_swallowed(pool: SearchProcesses) -> None:
    wrong: Any = "wide"
    with pytest.raises(TypeError):
        search_children(opening(), Settings(wrong), Limit(), Random(1), 20, pool)


def test_if_the_processes_die_the_move_is_searched_here() -> None:
    others, pool = set(active_children()), SearchProcesses(2)
    search_children(opening(), NINE, Limit(), Random(3), each=5, pool=pool)
    for process in set(active_children()) - others:
        process.kill()
    root = search_children(opening(), NINE, Limit(), Random(3), each=40, pool=pool)
    assert numbers(root) == numbers(search_children(opening(), NINE, Limit(), Random(3), each=40))
    pool.close()


# The end of the processes

SCRIPT = """
import sys, time
from random import Random
from inarow.games.nine_board import NineBoard
from inarow.search.limit import Limit
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.root_parallel import SearchProcesses, search_children

pool = SearchProcesses(2)
state = NineBoard().initial_state().play(4).play(7)
root = search_children(state, Settings(), Limit(), Random(1), each=5, pool=pool)
print(root.visits, flush=True)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.req("S2.24")
def test_the_processes_end_with_the_program() -> None:
    # The pipe of stdout is only closed when every process that holds it has ended.
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "0"], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("45\n", "")


@pytest.mark.req("S2.24")
@pytest.mark.skipif(sys.platform == "win32", reason="no signals to kill with")
def test_the_processes_end_when_the_program_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "60"], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "45\n"
        program.kill()
        started = perf_counter()
        assert program.stdout.read() == ""
        assert perf_counter() - started < 30


@pytest.mark.req("S2.24")
def test_the_processes_end_with_close_and_with_the_pool() -> None:
    others, pool = set(active_children()), SearchProcesses(2)
    for _ in range(2):
        search_children(opening(), NINE, Limit(), Random(3), each=5, pool=pool)
        assert len(set(active_children()) - others) == 2
        pool.close()
        pool.close()
        assert not set(active_children()) - others
    search_children(opening(), NINE, Limit(), Random(3), each=5, pool=pool)
    del pool
    deadline = perf_counter() + 30
    while set(active_children()) - others and perf_counter() < deadline:
        sleep(0.02)
    assert not set(active_children()) - others
