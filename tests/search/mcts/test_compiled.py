"""Monte Carlo tree search by kernels: its answers, its proofs, its limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from threading import Event

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
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import CompiledTree, OnSlice, new_tree
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.player import MctsPlayer
from inarow.search.mcts.result import decision_of, ranking
from kernel_helpers import both_trees, late_nine, numbers, positions_of, sharp
from oracle import positions, sure

START = ConnectFour().initial_state()
SOLVE = sharp(Settings())
NINE = Settings(2**0.5, "ratio", 0.0, -1.0, 10, 2048, decisive=True, keep_rollout=True)


def grow_tree(
    state: State, limit: Limit, rng: Random, on_slice: OnSlice | None = None
) -> CompiledTree:
    tree = CompiledTree(state, Settings(), rng.getrandbits(64))
    tree.grow(limit, on_slice)
    return tree


def grown(state: State, settings: Settings, simulations: int, seed: int = 1) -> CompiledTree:
    tree = CompiledTree(state, settings, seed)
    tree.grow(Limit(simulations=simulations))
    return tree


# Answers


@pytest.mark.req("S0.42", "S2.6", "S2.14", "S2.16", "S3.29")
@each(
    "game, settings",
    product(
        [ConnectFour(), Mnk(), RandomDrop(3, 4, 3), NineBoard("free"), Mnk(8, 8, 4)],
        [Settings(), Settings(final="ratio"), NINE, SOLVE, replace(SOLVE, final="ratio")],
    ),
    quick=2,
)
def test_the_decision_is_that_of_the_readable_search(game: Game, settings: Settings) -> None:
    for seed, state in enumerate(positions_of(game, 3)):
        tree, readable = both_trees(state, settings, 30, seed)
        assert decision_of(tree.root(), settings) == decision_of(readable, settings)


def test_the_root_has_its_children_and_the_line_after_the_best() -> None:
    tree, readable = both_trees(START, Settings(), 400)
    root = tree.root()
    assert list(root.children) == list(readable.children)
    for action, child in root.children.items():
        twin = readable.children[action]
        assert (child.visits, child.wins, child.mover) == (twin.visits, twin.wins, twin.mover)
        assert child.state == twin.state
        assert child.parent is root
    node, same = ranking(root, Settings())[0], ranking(readable, Settings())[0]
    assert node.children
    while node.children:
        (node,) = node.children.values()
        same = same.children[node.action]
        assert (node.visits, node.wins, node.mover) == (same.visits, same.wins, same.mover)
        assert same.parent is not None
        assert node.visits == max(found.visits for found in same.parent.children.values())


def test_the_same_seed_gives_the_same_tree_however_it_is_sliced() -> None:
    whole = grown(START, Settings(), 500)
    parts = CompiledTree(START, Settings(), 1)
    for simulations in (1, 2, 7, 90, 400):
        parts.grow(Limit(simulations=simulations))
    assert list(numbers(whole)) == list(numbers(parts))
    assert list(numbers(whole)) != list(numbers(grown(START, Settings(), 500, seed=2)))


def test_a_generator_gives_the_seed() -> None:
    one, same, other = (
        grow_tree(START, Limit(simulations=200), rng) for rng in (Random(5), Random(5), Random(6))
    )
    assert list(numbers(one)) == list(numbers(same)) != list(numbers(other))


# Proofs


def states(
    tree: CompiledTree, node: int, state: State, mover: int
) -> Iterator[tuple[int, State, int]]:
    """Every node of a tree with its position and who moved there."""
    yield node, state, mover
    for child in tree._children(node):
        action = int(tree._nodes[child]["action"])
        yield from states(tree, child, state.play(action), state.player)


def assert_nothing_wrong_is_proven(tree: CompiledTree, state: State) -> int:
    """The bounds of every node hold, whoever plays and whatever the dice do; counts the proofs."""
    proven = 0
    for node, found, mover in states(tree, 0, state, 1 - state.player):
        low, high = int(tree._nodes[node]["low"]), int(tree._nodes[node]["high"])
        least, most = sure(found) if mover == 0 else (-sure(found)[1], -sure(found)[0])
        assert low <= least, f"{low} is too good for {found}"
        assert most <= high, f"{high} is too bad for {found}"
        proven += low == high
    return proven


def small_positions() -> list[State]:
    found = [
        Mnk().initial_state(),
        *positions("mnk(rows=4,cols=4,k=3)", 4, empty=7),
        *positions("mnk(rows=4,cols=4,k=4)", 4, empty=8),
        *positions("mnk(rows=4,cols=4,k=3,overline=exact)", 3, empty=7),
        *positions("connect_four(rows=4,cols=5)", 6, empty=10),
        *positions("connect_four(rows=3,cols=4,k=3)", 3, empty=12),
        *positions("random_drop(rows=2,cols=4,k=3)", 4, empty=6),
    ]
    for rules in (NineBoard("free", "draw"), NineBoard("free", "free")):
        found += [late_nine(rules, 9, seed) for seed in range(4)]
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_no_bound_is_ever_wrong(threads: int, thorough: bool) -> None:
    proven = 0
    for seed, state in enumerate(small_positions()):
        for simulations in (3, 30, 600 if thorough else 200):
            tree = CompiledTree(state, SOLVE, seed, threads=threads)
            tree.grow(Limit(simulations=simulations))
            proven += assert_nothing_wrong_is_proven(tree, state)
    assert proven > (1000 if thorough else 300)


@each(
    "settings",
    [
        Settings(),
        Settings(decisive=True),
        NINE,
        sharp(Settings(keep_rollout=True)),
        sharp(Settings(decisive=True, rollout_depth=2)),
    ],
)
def test_no_bound_of_any_other_search_is_wrong(settings: Settings) -> None:
    for seed, state in enumerate(small_positions()[1::3]):
        assert_nothing_wrong_is_proven(grown(state, settings, 200, seed), state)


@pytest.mark.parametrize("threads", [1, 2])
def test_small_games_are_solved_to_the_end(threads: int) -> None:
    for seed, state in enumerate(small_positions()):
        low, high = sure(state)
        tree = CompiledTree(state, SOLVE, seed, threads=threads)
        tree.grow(Limit(simulations=60_000))
        root = tree.root()
        if low == high and not isinstance(state.game, RandomDrop):
            sign = 1 if root.mover == 0 else -1
            assert (root.low, root.high) == (sign * low, sign * low), str(state)
            assert tree.visits < 60_000, "a solved root ends the search"


def test_a_solved_tree_grows_no_further() -> None:
    tree = grown(Mnk().initial_state(), SOLVE, 60_000)
    visits = tree.visits
    tree.grow(Limit(simulations=100))
    assert tree.visits == visits
    assert (tree.root().low, tree.root().high) == (0, 0)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_player_says_is_proven_is_true(compiled: bool) -> None:
    for seed, state in enumerate(small_positions()[1:]):
        player = MctsPlayer(300, solve=True, sharp=True, compiled=compiled, seed=seed)
        if len(state.legal_actions()) < 2:
            continue
        decision = player.choose(state, Limit())
        sign = 1 if state.player == 0 else -1
        for action, value in decision.values.items():
            least, most = sorted(sign * bound for bound in sure(state.play(action)))
            if value.kind == "proven":
                points = {"win": 1, "draw": 0, "loss": -1}[str(value.result)]
                assert least == points == most
            elif value.kind == "bound":
                assert most <= 0 if value.at_most else least >= 0
        if isinstance(state.game, RandomDrop):
            continue
        kinds = {value.kind for value in decision.values.values()}
        if kinds == {"proven"}:
            assert sure(state.play(decision.action))[0] == sure(state)[0], "the best move"


# Limits


@each("threads", [1, 2, 3])
@each("simulations", [1, 2, 5, 1000, 4321])
def test_simulations_are_kept_to_the_last_one(simulations: int, threads: int) -> None:
    for limit in (Limit(simulations=simulations), Limit(nodes=simulations)):
        tree = CompiledTree(START, Settings(), 1, threads=threads)
        tree.grow(limit)
        root = tree.root()
        assert tree.visits == root.visits == simulations
        if threads == 1:
            assert sum(child.visits for child in root.children.values()) == simulations


def test_the_tighter_of_simulations_and_nodes_counts() -> None:
    tree = CompiledTree(START, Settings(), 1)
    tree.grow(Limit(simulations=50, nodes=20))
    assert tree.visits == 20


class SlowClock:
    """A clock that only goes on while simulations run, ten thousand in a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.asked: list[int] = []
        monkeypatch.setattr("inarow.search.clock.perf_counter", lambda: self.now)
        monkeypatch.setattr(CompiledTree, "_grow", self.grow)

    def grow(self, worker: object, simulations: int) -> int:
        self.now += simulations / 10_000
        self.asked.append(simulations)
        return simulations


def test_time_ends_the_search_between_two_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SlowClock(monkeypatch)
    tree = CompiledTree(START, Settings(), 1)
    tree._nodes[0]["visits"] = 1
    tree.grow(Limit(seconds=1))
    assert clock.now == pytest.approx(101, abs=0.001)
    assert clock.asked[:2] == [1, 5], "the first slices are small: nothing is known of the speed"
    assert max(clock.asked) in (49, 50), "then each one takes some milliseconds"
    assert 200 <= len(clock.asked) <= 220


def test_the_clock_may_have_started_before(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SlowClock(monkeypatch)
    tree = CompiledTree(START, Settings(), 1)
    tree._nodes[0]["visits"] = 1
    tree.grow(Limit(seconds=1), started=99.5)
    assert clock.now == pytest.approx(100.5, abs=0.001)


def test_a_search_without_time_still_looks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr("inarow.search.clock.perf_counter", lambda: next(ticks))
    tree = grow_tree(START, Limit(seconds=0.0001), Random(1))
    assert tree.visits == 1
    assert len(tree.root().children) == 1


def test_slices_ask_for_what_a_few_milliseconds_allow() -> None:
    tree = CompiledTree(START, Settings(), 1)
    assert tree._slice(10**6, 0.005) == 1, "nothing is known of the speed"
    tree._rate = 100_000.0
    assert tree._slice(10**6, 0.005) == 500
    assert tree._slice(100, 0.005) == 100
    assert tree._slice(10**6, -1) == 1


def test_a_stop_flag_ends_the_search_after_the_slice() -> None:
    stop, seen = Event(), []

    def look(tree: CompiledTree) -> None:
        seen.append(tree.visits)
        if len(seen) == 3:
            stop.set()

    tree = grow_tree(START, Limit(stop=stop), Random(1), look)
    assert len(seen) == 3
    assert tree.visits == seen[-1]


def test_a_flag_that_is_set_already_allows_nothing() -> None:
    stop = Event()
    stop.set()
    tree = grow_tree(START, Limit(simulations=100, stop=stop), Random(1))
    assert tree.visits == 0
    assert decision_of(tree.root(), Settings()).action == 0, "any legal move"


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(BadOption, match="a search needs a limit"):
        grow_tree(START, Limit(), Random(1))
    for nothing in (0, -1):
        with pytest.raises(BadOption, match="more than nothing"):
            Limit(simulations=nothing)


def test_a_finished_game_has_nothing_to_search() -> None:
    won = play_moves(START, "1212121")
    drawn = Mnk().state_from(board_of(["XOX", "XOO", "OXX"]), 1)
    for state in (won, drawn):
        with pytest.raises(IllegalMove, match="the game is over"):
            grow_tree(state, Limit(simulations=10), Random(1))
        with pytest.raises(IllegalMove, match="the game is over"):
            CompiledTree(state, Settings(), 1)


@each("settings", [Settings(), Settings(keep_rollout=True)])
@each("threads", [1, 2])
def test_memory_is_kept(threads: int, settings: Settings) -> None:
    tree = CompiledTree(START, settings, 1, threads=threads)
    tree.grow(Limit(simulations=200_000, memory=1))
    assert 0 < tree.visits < 200_000
    assert 2**18 < tree.memory <= tree._nodes.nbytes <= 2**20
    assert decision_of(tree.root(), settings).action in range(7)


def test_a_tree_without_room_for_one_game_answers_all_the_same() -> None:
    state = Mnk(100, 100, 5).initial_state()
    tree = CompiledTree(state, Settings(keep_rollout=True), 1)
    tree.grow(Limit(simulations=10, memory=1))
    assert tree.visits == 0
    assert decision_of(tree.root(), Settings()).action == 0


def test_a_machine_with_little_memory_gets_a_smaller_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(slots: int) -> object:
        if slots > 5000:
            raise MemoryError
        return new_tree(slots)

    monkeypatch.setattr("inarow.search.mcts.compiled.new_tree", small)
    tree = grown(START, Settings(), 10_000)
    assert 0 < tree.visits < 10_000
    assert 2500 <= len(tree._nodes) <= 5000


def test_counters_never_run_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.search.mcts.compiled._MOST", 500)
    tree = CompiledTree(Mnk().initial_state(), Settings(), 1)
    tree.grow(Limit(simulations=10**12))
    assert tree.visits <= 500
    assert len(tree._nodes) <= 500


@pytest.mark.req("S2.11")
def test_points_far_from_zero_end_the_search() -> None:
    settings = Settings(loss_points=-1.0, draw_points=0.0, max_wins=20)
    tree = grown(play_moves(START, "4444"), settings, 5000)
    assert tree.visits < 5000
    assert abs(tree.root().wins) == 20


# Threads


@each("game", [ConnectFour(), Mnk(8, 8, 4), NineBoard("free")])
def test_threads_share_one_tree(game: Game) -> None:
    for seed in range(2):
        tree = CompiledTree(game.initial_state(), Settings(), seed, threads=2)
        tree.grow(Limit(simulations=1500))
        root = tree.root()
        assert root.visits == 1500
        assert 0 <= root.wins <= 1500
        assert sum(child.visits for child in root.children.values()) <= 1500
        assert all(0 <= child.wins <= child.visits for child in root.children.values())
        assert_whole(tree, game.initial_state())


def assert_whole(tree: CompiledTree, state: State) -> None:
    """Every child is a legal move, once, and has no more visits than its parent."""
    for node, found, _ in states(tree, 0, state, 1 - state.player):
        children = [tree._nodes[child] for child in tree._children(node)]
        actions = [int(child["action"]) for child in children]
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(found.legal_actions())
        assert sum(int(child["visits"]) for child in children) <= tree._nodes[node]["visits"]


def test_a_tree_is_a_node_tree_for_those_who_read_it() -> None:
    root = grown(START, Settings(), 50).root()
    assert isinstance(root, Node)
    assert root.untried == []
    assert all(child.mover == 0 for child in root.children.values())
