"""One search per root child: by readable code, and by kernels with the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from threading import Event, Timer
from time import perf_counter, process_time, sleep
from typing import Any, TypeAlias
from weakref import WeakSet

import pytest

from cases import each
from helpers import board_of
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.notation import play_moves
from inarow.games.random_drop import RandomDrop
from inarow.search import clock
from inarow.search.clock import SearchClock
from inarow.search.limit import Limit
from inarow.search.mcts import children
from inarow.search.mcts.children import rounds_left, search_children
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.player import MctsPlayer
from inarow.search.mcts.result import decision_of
from kernel_helpers import late_nine, positions_of, sharp, tree_random

NINE = Settings(2**0.5, "ratio", 0.0, -1.0, 10, 2048, decisive=True, keep_rollout=True)
PLAIN = Settings(final="ratio")
ALL = {"plain": PLAIN, "nine": NINE, "solve": sharp(PLAIN), "few points": Settings(max_wins=4)}
START = ConnectFour().initial_state()
Search: TypeAlias = Callable[..., Node]


def numbers(root: Node) -> list[tuple[Any, ...]]:
    return [
        (action, child.visits, child.wins, child.low, child.high)
        for action, child in root.children.items()
    ]


def grow_children(*given: Any, **named: Any) -> Node:
    """The search by kernels, in one thread unless another number is given."""
    return search_children(*given, **named if len(given) > 5 else {"threads": 1} | named)


both = pytest.mark.parametrize("search", [search_children, grow_children])
"""What holds for both codes."""
LATE = 20.0
"""Seconds that a busy machine may be late in these tests."""


def opening() -> State:
    return NineBoard().initial_state().play(4).play(7)


@both
@pytest.mark.req("S2.8")
@pytest.mark.parametrize("game", [ConnectFour(), Mnk(4, 4, 3), RandomDrop(), NineBoard("free")])
def test_every_legal_move_gets_a_search_of_its_own(game: Game, search: Search) -> None:
    state = game.initial_state()
    root = search(state, Settings(), Limit(), Random(1), each=15)
    assert list(root.children) == list(state.legal_actions())
    assert [child.visits for child in root.children.values()] == [15] * len(root.children)
    assert root.visits == 15 * len(root.children)
    assert root.untried == []


@both
@pytest.mark.req("S2.24")
def test_every_search_has_a_seed_of_its_own(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[children.Task] = []
    monkeypatch.setattr(children.Task, "limit", lambda task, *_: tasks.append(task))
    search(opening(), NINE, Limit(), Random(1), each=5)
    assert [task.child.action for task in tasks] == list(opening().legal_actions())
    assert len({task.seed for task in tasks}) == len(tasks)


@both
def test_the_limit_is_for_the_whole_move(search: Search) -> None:
    root = search(opening(), Settings(), Limit(simulations=58), Random(1), each=100)
    assert [child.visits for child in root.children.values()] == [7, 7, 7, 7, 6, 6, 6, 6, 6]
    root = search(opening(), Settings(), Limit(nodes=4), Random(1))
    assert [child.visits for child in root.children.values()] == [1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert decision_of(root, Settings()).action == 0


@pytest.mark.req("S2.9")
def test_time_is_divided_among_the_children(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()  # every look at this clock takes a millisecond: no busy machine takes more
    monkeypatch.setattr(clock, "perf_counter", lambda: next(looks) / 1000)
    root = search_children(opening(), PLAIN, Limit(seconds=9.0), Random(1))
    assert 8900 < next(looks) < 9100
    visits = [child.visits for child in root.children.values()]
    assert len(visits) == 9
    assert max(visits) < 1.5 * min(visits)


@pytest.mark.req("S2.9")
@pytest.mark.parametrize("threads", [1, 2])
def test_kernels_divide_the_time_among_the_children(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow_children(opening(), PLAIN, Limit(), Random(1), each=1)  # loads the kernels
    monkeypatch.setattr(clock, "perf_counter", process_time)  # while others work it stands still
    started = process_time()
    root = grow_children(opening(), PLAIN, Limit(seconds=0.2), Random(1), threads=threads)
    assert process_time() - started > 0.15
    visits = [child.visits for child in root.children.values()]
    assert len(visits) == 9
    assert min(visits) > 0


@pytest.mark.req("S2.9")
@each(
    "tasks, threads, rounds",
    [
        (9, 9, [1] * 9),
        (9, 12, [1] * 9),
        (9, 2, [5, 5, 4, 4, 3, 3, 2, 2, 1]),
        (3, 1, [3, 2, 1]),
    ],
)
def test_each_round_shares_the_time_that_is_left(
    tasks: int, threads: int, rounds: list[int]
) -> None:
    assert rounds_left(tasks, threads) == rounds


@both
@pytest.mark.req("S2.14", "S3.30")
def test_a_child_that_ends_the_game_is_scored_in_every_simulation(search: Search) -> None:
    settings = Settings(final="ratio", draw_points=0)
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), 0)
    root = search(state, settings, Limit(), Random(1), each=30)
    assert (root.children[2].wins, root.children[2].visits) == (30, 30)
    assert decision_of(root, settings).action == 2
    drawn = Mnk().state_from(board_of(["XOX", "XOO", "OX."]), 0)
    root = search(drawn, settings, Limit(), Random(1), each=30)
    assert (root.children[8].wins, root.children[8].visits) == (0, 30)


def test_a_task_without_time_gets_nothing() -> None:
    limit = Limit(seconds=1)
    late = SearchClock(limit, perf_counter() - 2)
    task = children.Task(Node(opening()), 1, None, 1)
    assert task.limit(late, limit) is None
    assert task.limit(SearchClock(limit), limit) is not None


@both
def test_a_stop_event_ends_it_in_the_middle(search: Search) -> None:
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = perf_counter()
    root = search(opening(), Settings(), Limit(stop=stop), Random(1), each=10**9)
    assert 0.05 < perf_counter() - started < 0.1 + LATE
    assert decision_of(root, Settings()).action in opening().legal_actions()
    timer.join()
    again = search(opening(), Settings(), Limit(), Random(1), each=5)
    assert again.visits == 45, "the next move is not stopped"


@both
def test_progress_is_told(search: Search) -> None:
    seen: list[int] = []
    search(opening(), NINE, Limit(), Random(1), 60, on_tree=lambda root: seen.append(root.visits))
    assert seen[-1] == 9 * 60
    assert seen == sorted(seen)


@both
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_is_not_swallowed(search: Search, threads: int) -> None:
    wrong: Any = "wide"
    options = {"threads": threads} if search is grow_children else {}
    with pytest.raises((TypeError, ValueError)):
        search(opening(), Settings(wrong), Limit(), Random(1), 20, **options)


@pytest.fixture
def same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the readable search draw the numbers of the kernels."""
    monkeypatch.setattr(children, "Random", tree_random)


@pytest.mark.usefixtures("same_numbers")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(),
        ConnectFour(3, 4, 3),
        Mnk(),
        RandomDrop(3, 4, 3),
        NineBoard("free", "free"),
        ConnectFour(8, 8),
    ],
    ids=str,
)
def test_each_child_has_the_numbers_of_the_readable_search(
    game: Game, name: str, thorough: bool
) -> None:
    settings = ALL[name]
    for state in positions_of(game, 5 if thorough else 3)[1:]:
        fast = grow_children(state, settings, Limit(), Random(1), each=12)
        slow = search_children(state, settings, Limit(), Random(1), each=12)
        assert numbers(fast) == numbers(slow)
        assert (fast.visits, fast.low, fast.high) == (slow.visits, slow.low, slow.high)
        if settings.draw_points * 2 == 1 + settings.loss_points:
            assert fast.wins == pytest.approx(slow.wins)
        assert decision_of(fast, settings) == decision_of(slow, settings)


@pytest.mark.usefixtures("same_numbers")
@pytest.mark.parametrize("name", ALL)
def test_the_ends_of_games_are_counted_as_in_the_readable_search(name: str) -> None:
    """Children that win, draw or lose at once."""
    states: list[State] = [
        play_moves(START, "121212"),
        Mnk().state_from(board_of(["XOX", "XO.", "OX."]), 0),
        Mnk().state_from(board_of(["XX.", "OO.", "X.O"]), 0),
        late_nine(NineBoard("free", "draw"), 5, 1),
        late_nine(NineBoard("free", "free"), 5, 2),
    ]
    for state in states:
        fast = grow_children(state, ALL[name], Limit(), Random(3), each=9)
        slow = search_children(state, ALL[name], Limit(), Random(3), each=9)
        assert numbers(fast) == numbers(slow)
        assert decision_of(fast, ALL[name]) == decision_of(slow, ALL[name])


@pytest.mark.req("S2.8", "S2.24")
@each("name", ALL)
def test_threads_find_what_one_after_the_other_finds(name: str) -> None:
    for state in (START, NineBoard("free").initial_state().play(4), Mnk(4, 4, 3).initial_state()):
        found = [
            numbers(grow_children(state, ALL[name], Limit(), Random(2), 50, threads))
            for threads in (1, 2, 5)
        ]
        assert found[0] == found[1] == found[2]


def test_simulations_of_the_limit_are_shared() -> None:
    root = grow_children(START, PLAIN, Limit(simulations=100), Random(1), threads=2)
    assert [child.visits for child in root.children.values()] == [15, 15, 14, 14, 14, 14, 14]
    assert root.visits == 100
    root = grow_children(START, PLAIN, Limit(simulations=3), Random(1), each=10)
    assert [child.visits for child in root.children.values()] == [1, 1, 1, 0, 0, 0, 0]


def test_a_decisive_search_takes_the_win_and_looks_no_further() -> None:
    root = grow_children(play_moves(START, "121212"), NINE, Limit(), Random(1), each=10)
    assert list(root.children) == [0]
    assert root.winner == 0


@both
def test_a_search_needs_a_limit(search: Search) -> None:
    with pytest.raises(BadOption, match="a search needs a limit"):
        search(START, PLAIN, Limit(memory=10), Random(1))


@both
def test_a_finished_game_has_nothing_to_search(search: Search) -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        search(play_moves(START, "1212121"), PLAIN, Limit(), Random(1), each=5)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_flag_ends_all_searches(threads: int) -> None:
    stop, told = Event(), []

    def look(root: Node) -> None:
        told.append(root.visits)
        stop.set()

    limit = Limit(simulations=7 * 10**9, stop=stop, memory=8)
    root = grow_children(START, PLAIN, limit, Random(1), 500, threads, look)
    assert told
    assert root.visits <= 7 * 500
    stop.set()
    root = grow_children(START, PLAIN, Limit(stop=stop), Random(1), threads=threads)
    assert root.visits <= 10**6, "stopped at the first look"
    assert list(root.children) == list(range(7))


def test_the_trees_of_all_threads_together_keep_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[int] = []
    grow = CompiledTree.grow

    def look(tree: CompiledTree, limit: Limit, *rest: Any) -> None:
        grow(tree, limit, *rest)
        sizes.append(tree._nodes.nbytes)

    monkeypatch.setattr(CompiledTree, "grow", look)
    grow_children(START, PLAIN, Limit(memory=2), Random(1), 30_000, 2)
    assert len(sizes) == 7
    assert 2**19 < max(sizes) <= 2**20


@pytest.mark.parametrize("compiled", [True, False])
def test_a_player_with_one_search_per_child_takes_wins_and_draws(compiled: bool) -> None:
    options: dict[str, Any] = {"per_child": True, "final": "ratio", "compiled": compiled}
    player = MctsPlayer(simulations=20, seed=1, **options)
    assert player.choose(play_moves(START, "121212"), Limit()).action == 0
    last_but_one = Mnk().state_from(board_of(["XOX", "XO.", "OX."]), 0)
    decision = player.choose(last_but_one, Limit())
    assert decision.action == 5, "the other move lets O win"


def test_no_tree_waits_while_the_caller_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    alive = WeakSet[CompiledTree]()
    most = 0

    class Watched(CompiledTree):
        def __init__(self, *args: Any, **named: Any) -> None:
            nonlocal most
            super().__init__(*args, **named)
            alive.add(self)
            most = max(most, len(alive))

    monkeypatch.setattr(children, "CompiledTree", Watched)
    limit = Limit(simulations=9 * 200)
    search_children(opening(), PLAIN, limit, Random(1), threads=1, on_tree=lambda _: sleep(0.02))
    assert most <= 2, "the one that grows, and the one that it replaces"
