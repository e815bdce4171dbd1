"""The tree search: the formula, the node and the four steps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import any_game, board_of, choices, load_data, quick, walk
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts import plain as mcts
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, backpropagate, expand, rollout, search_tree, uct

DRAWN = load_data("originals.json")["program_003"]
SMALL = ConnectFour(DRAWN["rows"], DRAWN["columns"], DRAWN["connect"])
X, O = 0, 1  # noqa: E741
X_WINS = (1.0, -1.0)


def small(rows: Sequence[str], player: int) -> State:
    return SMALL.state_from(board_of(rows), player)


class Endless:
    """A game that never ends, and counts its moves."""

    player = 0

    def __init__(self, ply: int = 0) -> None:
        self.ply = ply

    def legal_actions(self) -> Sequence[int]:
        return (0, 1)

    def chance(self) -> Sequence[tuple[int, float]]:
        return ()

    def play(self, action: int) -> Endless:
        assert self.ply < 10, "the random game went on past its depth"
        return Endless(self.ply + 1)

    def returns(self) -> tuple[float, float]:
        return (0.0, 0.0)


# The formula


@pytest.mark.req("S0.40", "S2.10", "S3.23")
def test_uct_is_the_mean_and_a_bonus() -> None:
    expected = 0.6 + math.sqrt(2) * math.sqrt(math.log(20) / 5)
    assert uct(3, 5, 20, math.sqrt(2)) == pytest.approx(expected, abs=1e-12)
    assert uct(3, 5, 20, math.sqrt(2)) == pytest.approx(1.69466, abs=1e-5)
    assert uct(3, 5, 20, 0.0) == 0.6
    assert uct(3, 5, 20, 2.0) > uct(3, 5, 20, 1.0), "a larger constant explores more"
    assert uct(0, 0, 20, 1.0) == math.inf, "a child that was never visited comes first"


@pytest.mark.req("S0.5")
def test_the_default_exploration_is_the_square_root_of_2() -> None:
    assert abs(Settings().exploration - 2**0.5) < 1e-12


# Nodes


@pytest.mark.req("S2.7", "S3.20", "S3.21")
def test_a_node_knows_its_position_its_move_and_its_numbers() -> None:
    root = Node(small(DRAWN["node"], O))
    assert (root.parent, root.action, root.mover) == (None, -1, X)
    child = expand(root, 2, Settings())
    assert child.state.board() == board_of(DRAWN["expansion"]["current"])
    assert (child.parent, child.action, child.mover) == (root, 2, O)
    assert (child.visits, child.wins, child.winner) == (0, 0, None)
    assert root.children == {2: child}
    assert not hasattr(root, "__dict__"), "a node is small: slots only"
    assert repr(child) == "<Node action=2 mover=1 0/0>"


@pytest.mark.req("S3.22")
def test_the_children_of_a_node_are_its_legal_moves() -> None:
    root = Node(small(DRAWN["node"], O))
    assert root.untried == [0, 1, 2, 3]
    made = [expand(root, action, Settings()).state.board() for action in range(4)]
    assert made == [board_of(rows) for rows in DRAWN["children"]]
    assert root.untried == []


# The four steps


def stub_root(statistics: dict[int, tuple[float, int]], untried: bool = False) -> Node:
    """A tic-tac-toe root whose children have the given wins and visits."""
    root = Node(Mnk().initial_state())
    for action, (wins, visits) in statistics.items():
        child = expand(root, action, Settings())
        child.wins, child.visits = wins, visits
        root.visits += visits
    if not untried:
        root.untried.clear()
    return root


@pytest.mark.req("S0.40", "S2.10", "S3.23")
@each("exploration, best", [(0.0, 1), (0.5, 3), (5.0, 7)])
def test_selection_takes_the_best_score(exploration: float, best: int) -> None:
    root = stub_root({1: (60.0, 100), 3: (22.0, 40), 7: (0.0, 4)})
    assert mcts.next_action(root, Settings(exploration), Random(1)) == best


@pytest.mark.req("S0.40", "S2.18", "S3.24")
def test_an_untried_move_comes_before_any_score() -> None:
    root = stub_root({4: (100.0, 100)}, untried=True)
    picked = Counter(mcts.next_action(root, Settings(), Random(seed)) for seed in range(400))
    assert set(picked) == {0, 1, 2, 3, 5, 6, 7, 8}
    assert min(picked.values()) > 20, "each about 50 times"


@pytest.mark.req("S3.24")
def test_expansion_never_makes_a_child_twice() -> None:
    settings, made = Settings(), set()
    for seed in range(60):
        node = Node(small(DRAWN["expansion"]["current"], X))
        assert expand(node, 2, settings).state.board() == board_of(
            DRAWN["expansion"]["existing_child"]
        )
        child = mcts.select_and_expand(node, settings, Random(seed))
        assert child.action != 2
        assert len(node.children) == 2
        made.add(child.action)
        if child.action == 3:
            assert child.state.board() == board_of(DRAWN["expansion"]["created_child"])
    assert made == {0, 1, 3}


@pytest.mark.req("S2.18", "S0.40")
def test_the_first_simulations_try_every_move_once() -> None:
    sizes: list[int] = []
    search_tree(
        Mnk().initial_state(),
        Settings(),
        Limit(simulations=12),
        Random(5),
        lambda root: sizes.append(len(root.children)),
    )
    assert sizes == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]


@pytest.mark.req("S0.39", "S3.25")
def test_a_rollout_goes_to_the_end_of_the_game() -> None:
    start = small(DRAWN["rollout"]["start"], O)
    results = {rollout(start, Random(seed)) for seed in range(200)}
    assert results <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
    assert len(results) > 1
    end = small(DRAWN["rollout"]["end"], O)
    assert rollout(end, Random(1)) == X_WINS


@quick
@given(game=any_game, path=choices, seed=st.integers(0, 99))
def test_a_rollout_of_any_game_ends_with_a_result(
    game: ConnectFour | Mnk | NineBoard | RandomDrop, path: list[int], seed: int
) -> None:
    *_, state = walk(game.initial_state(), path)
    gained = rollout(state, Random(seed), depth=10_000)
    assert gained in ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0))
    if state.outcome is not None:
        assert gained == state.returns()


@pytest.mark.req("S2.12")
def test_a_rollout_stops_at_its_depth_and_is_a_draw() -> None:
    assert rollout(cast(State, Endless()), Random(1), depth=10) == (0.0, 0.0)
    root = search_tree(
        cast(State, Endless(ply=-1)),
        Settings(rollout_depth=10, draw_points=0.25, keep_rollout=False),
        Limit(simulations=2),  # both make a child of the root, which is one ply deeper
        Random(1),
    )
    assert [child.wins for child in root.children.values()] == [0.25, 0.25]


@pytest.mark.req("S2.12")
def test_a_game_that_ends_on_the_last_ply_of_a_rollout_is_no_draw() -> None:
    state = Mnk(2, 2, 2).initial_state().play(0)
    results = {rollout(state, Random(seed), depth=2) for seed in range(20)}
    assert results == {X_WINS}, "O cannot win with one stone, X wins with any"


@pytest.mark.req("S0.41", "S3.26", "S3.28")
def test_backpropagation_of_the_drawn_example() -> None:
    steps = DRAWN["backpropagation"]["path"]
    root = Node(small(steps[0]["board"], O))
    middle = expand(root, 2, Settings())
    leaf = expand(middle, 3, Settings())
    assert [node.state.board() for node in (middle, leaf)] == [
        board_of(step["board"]) for step in steps[1:]
    ]
    backpropagate(leaf, X_WINS, Settings())
    assert [node.wins for node in (middle, leaf)] == [step["wins_added"] for step in steps[1:]]
    assert [node.visits for node in (root, middle, leaf)] == [1, 1, 1]


@pytest.mark.req("S2.13", "S3.26", "S3.27", "S0.44")
@each(
    "gained, settings, wins",
    [
        ((1.0, -1.0), Settings(), (1, 0, 1)),
        ((-1.0, 1.0), Settings(), (0, 1, 0)),
        ((0.0, 0.0), Settings(), (0.5, 0.5, 0.5)),
        ((1.0, -1.0), Settings(draw_points=0, loss_points=-1), (1, -1, 1)),
        ((-1.0, 1.0), Settings(draw_points=0, loss_points=-1), (-1, 1, -1)),
        ((0.0, 0.0), Settings(draw_points=0, loss_points=-1), (0, 0, 0)),
    ],
)
def test_points_go_to_the_player_who_moved_into_a_node(
    gained: tuple[float, float], settings: Settings, wins: tuple[float, float, float]
) -> None:
    root = Node(small(DRAWN["node"], O))
    middle = expand(root, 2, settings)
    leaf = expand(middle, 3, settings)
    backpropagate(leaf, gained, settings)
    assert (root.wins, middle.wins, leaf.wins) == wins
    assert (root.visits, middle.visits, leaf.visits) == (1, 1, 1)


# The text


@pytest.mark.req("S2.23", "S3.32")
def test_the_module_explains_itself() -> None:
    text = mcts.__doc__ or ""
    words = ("Selection", "Expansion", "Rollout", "Back-propagation", "Coulom", "Kocsis", "MoGo")
    for word in words:
        assert word in text
