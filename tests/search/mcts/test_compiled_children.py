"""One compiled search per root child: the numbers of the readable one, in any number of threads."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

from helpers import board_of
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.notation import play_moves
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts import root_parallel
from inarow.search.mcts.compiled import CompiledTree
from inarow.search.mcts.compiled_children import grow_children
from inarow.search.mcts.plain import Node, Settings
from inarow.search.mcts.player import MctsPlayer
from inarow.search.mcts.result import decision_of
from inarow.search.mcts.root_parallel import search_children
from kernel_helpers import late_nine, positions_of, sharp, tree_random

NINE = Settings(2**0.5, "ratio", 0.0, -1.0, 10, 2048, decisive=True, keep_rollout=True)
PLAIN = Settings(final="ratio")
ALL = {"plain": PLAIN, "nine": NINE, "solve": sharp(PLAIN), "few points": Settings(max_wins=4)}
START = ConnectFour().initial_state()


def numbers(root: Node) -> list[tuple[Any, ...]]:
    return [
        (action, child.visits, child.wins, child.low, child.high)
        for action, child in root.children.items()
    ]


@pytest.fixture
def same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the readable search draw the numbers of the kernels."""
    monkeypatch.setattr(root_parallel, "Random", tree_random)


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
def test_each_child_has_the_numbers_of_the_readable_search(game: Game, name: str) -> None:
    settings = ALL[name]
    for state in positions_of(game, 5)[1:]:
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


@pytest.mark.parametrize("name", ALL)
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


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(BadOption, match="a search needs a limit"):
        grow_children(START, PLAIN, Limit(memory=10), Random(1))


def test_a_finished_game_has_nothing_to_search() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        grow_children(play_moves(START, "1212121"), PLAIN, Limit(), Random(1), each=5)


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


def test_time_is_shared_by_the_searches() -> None:
    """Each of seven searches gets its part, whatever the part is worth on a busy machine."""
    root = grow_children(START, PLAIN, Limit(seconds=0.3), Random(1), threads=1)
    assert all(child.visits for child in root.children.values())


@pytest.mark.parametrize("compiled", [True, False])
def test_a_player_with_one_search_per_child_takes_wins_and_draws(compiled: bool) -> None:
    options: dict[str, Any] = {"per_child": True, "final": "ratio", "compiled": compiled}
    player = MctsPlayer(simulations=20, seed=1, **options)
    assert player.choose(play_moves(START, "121212"), Limit()).action == 0
    last_but_one = Mnk().state_from(board_of(["XOX", "XO.", "OX."]), 0)
    decision = player.choose(last_but_one, Limit())
    assert decision.action == 5, "the other move lets O win"
