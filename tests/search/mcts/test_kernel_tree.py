"""The kernel grows the same trees as the readable search: every visit, point and bound."""

from __future__ import annotations

from itertools import product
from math import sqrt
from random import Random

import pytest

from cases import each
from helpers import board_of
from inarow.games.base import Game
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts.compiled import _NODE_BYTES, CompiledTree, new_tree
from inarow.search.mcts.kernel_nodes import NODE
from inarow.search.mcts.plain import Settings
from kernel_helpers import (
    NINES,
    ONE_WORD,
    POPS,
    ULTIMATES,
    WIDE,
    assert_same_trees,
    both_trees,
    late_nine,
    numbers,
    positions_of,
    readable_numbers,
    sharp,
)
from oracle import long_game

PLAIN = {
    "plain": Settings(),
    "classic-mc": Settings(sqrt(2), "ratio", 0.0),
    "hard": Settings(1.41),
    "classic-nine": Settings(
        sqrt(2), "ratio", 0.0, -1.0, 10, 2048, decisive=True, keep_rollout=True
    ),
    "greedy": Settings(0.0, "visits", 0.25, -0.5, 3),
    "decisive": Settings(decisive=True),
    "kept": Settings(keep_rollout=True),
    "few points": Settings(loss_points=-1.0, draw_points=0.0, max_wins=5),
}
SOLVING = {
    "mcts": sharp(Settings()),
    "points": sharp(Settings(0.7, "ratio", 0.0, -1.0)),
    "cut off": sharp(Settings(rollout_depth=4)),
    "kept": sharp(Settings(keep_rollout=True, rollout_depth=6)),
    "decisive": sharp(Settings(decisive=True)),
}
ALL = {**PLAIN, **{f"solving, {name}": found for name, found in SOLVING.items()}}
SMALL: list[Game] = [
    ConnectFour(),
    ConnectFour(3, 4, 3),
    RandomDrop(3, 4, 3),
    Mnk(),
    Mnk(4, 4, 3, "exact"),
    NineBoard("free", "free"),
    NineBoard("random", "draw"),
]


def assert_same_on(game: Game, settings: Settings, positions: int, simulations: int) -> None:
    for seed, state in enumerate(positions_of(game, positions)[1:]):
        assert_same_trees(state, settings, simulations, seed)


@pytest.mark.req(
    "S0.39",
    "S0.40",
    "S0.41",
    "S0.44",
    "S0.46",
    "S2.10",
    "S2.12",
    "S2.13",
    "S2.17",
    "S2.18",
    "S2.19",
    "S3.23",
    "S3.24",
    "S3.25",
    "S3.26",
    "S3.27",
    "S3.28",
)
@each("game, name", product(SMALL, ALL), quick=3)
def test_trees_are_the_same_with_the_settings_of_all_players(game: Game, name: str) -> None:
    assert_same_on(game, ALL[name], 3, 50)


@pytest.mark.req("S0.12", "S1.1", "S2.3", "S3.4")
@each(
    "game, name",
    product([*ONE_WORD, *NINES, *ULTIMATES, *POPS], ["plain", "solving, mcts"]),
    quick=3,
)
def test_trees_of_all_boards_of_one_word_are_the_same(
    game: Game, name: str, thorough: bool
) -> None:
    assert_same_on(game, ALL[name], 3 if thorough else 2, 40 if name == "plain" else 20)


@pytest.mark.req("S4.6")
@each("game, name", product(WIDE, ["plain", "classic-nine", "solving, mcts"]), quick=2)
def test_trees_of_wide_boards_are_the_same(game: Game, name: str) -> None:
    assert_same_on(game, ALL[name], 2, 40)


@pytest.mark.req("S1.2", "S2.15", "S3.30")
@each("name", ALL, quick=2)
def test_trees_that_reach_the_end_of_the_game_are_the_same(name: str) -> None:
    for game in (Mnk(), ConnectFour(4, 4), RandomDrop(2, 4, 3)):
        path = [state for state in long_game(game.initial_state(), Random(3)) if not state.outcome]
        for seed, state in enumerate(path[-5:-2]):
            assert_same_trees(state, ALL[name], 80, seed)
    for nine in (NineBoard("free", "draw"), NineBoard("free", "free")):
        for seed in range(3):
            assert_same_trees(late_nine(nine, 9, seed), ALL[name], 80, seed)


@pytest.mark.parametrize("name", ["plain", "solving, mcts"])
def test_deep_trees_are_the_same(name: str) -> None:
    assert_same_trees(Mnk().initial_state(), ALL[name], 1200)
    assert_same_trees(ConnectFour(3, 4, 3).initial_state(), ALL[name], 800)


def test_a_seed_and_a_position_make_the_tree() -> None:
    state = ConnectFour().initial_state()
    found = [list(numbers(both_trees(state, Settings(), 100, seed)[0])) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_the_mover_may_be_the_player_to_move() -> None:
    """After choosing one of nine boards the same player goes on."""
    state = late_nine(NineBoard("free", "free"), 12, 1)
    for mover in (0, 1):
        tree = CompiledTree(state, sharp(Settings()), 1, mover)
        tree.grow(Limit(simulations=300))
        same = mover == state.player
        other = CompiledTree(state, sharp(Settings()), 1, 1 - state.player)
        other.grow(Limit(simulations=300))
        assert tree.visits == other.visits
        root, twin = tree.root(), other.root()
        assert (root.low, root.high) == ((-twin.high, -twin.low) if same else (twin.low, twin.high))


def test_numbers_of_every_node_add_up() -> None:
    tree, _ = both_trees(ConnectFour().initial_state(), Settings(), 500)
    nodes = tree._nodes

    def check(slot: int) -> None:
        children = tree._children(slot)
        visits = sum(int(nodes[child]["visits"]) for child in children)
        if children:
            assert nodes[slot]["visits"] == visits + (slot != 0)
        for child in children:
            check(child)

    check(0)


def test_blocks_of_children_are_chained_on_boards_with_many_moves() -> None:
    state = Mnk(15, 15, 5).initial_state()
    tree = CompiledTree(state, Settings(), 1)
    tree.grow(Limit(simulations=400))
    slots = tree._children(0)
    actions = [int(tree._nodes[slot]["action"]) for slot in slots]
    assert sorted(actions) == list(range(225))
    assert len(set(slots)) == 225
    assert slots[16] != slots[15] + 1, "a new block"


@each("game", [ConnectFour(), Mnk(8, 8, 4)])
@each("name", ["plain", "kept"])
def test_a_tree_that_grows_out_of_its_array_stays_the_same(game: Game, name: str) -> None:
    whole = CompiledTree(game.initial_state(), PLAIN[name], 4)
    whole.grow(Limit(simulations=300))
    tree, sizes = CompiledTree(game.initial_state(), PLAIN[name], 4), set()
    for _ in range(100):
        tree.grow(Limit(simulations=3))
        sizes.add(len(tree._nodes))
    assert len(sizes) > 2
    assert list(numbers(tree)) == list(numbers(whole))


def test_a_node_takes_24_bytes() -> None:
    assert NODE.itemsize == _NODE_BYTES == 24


def test_a_new_tree_is_a_root_of_which_nothing_is_known() -> None:
    tree = new_tree(5)
    assert (tree[0]["low"], tree[0]["high"]) == (-1, 1)
    assert tree[1]["first"] == 2, "the next free slot"


def test_trees_from_the_dice_are_the_same() -> None:
    """Positions in which the dice decide next."""
    game = RandomDrop()
    board = board_of(["......."] * 4 + ["...O...", "..XX..."])
    for note in ("random", "forced"):
        for settings in (Settings(), sharp(Settings())):
            assert_same_trees(game.state_from(board, 1, note), settings, 25)
    start = NineBoard("random", "draw").initial_state()
    for settings in (Settings(), sharp(Settings()), PLAIN["classic-nine"]):
        assert_same_trees(start, settings, 25)
        assert_same_trees(start.play(4), settings, 25)


def test_readable_numbers_see_a_difference() -> None:
    tree, root = both_trees(Mnk().initial_state(), Settings(), 50)
    root.children[0].children[1].wins += 0.5
    assert list(numbers(tree)) != list(readable_numbers(root))
