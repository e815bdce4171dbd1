"""The additions of the nine-board program: decisive nodes and rollouts that stay in the tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from cases import each
from helpers import board_of, random_game
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.search.mcts.children import search_children
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, expand, grow, search_tree
from inarow.search.mcts.result import decision_of

NINE = Settings(
    final="ratio",
    draw_points=0,
    loss_points=-1,
    rollout_depth=10,
    max_wins=2048,
    decisive=True,
    keep_rollout=True,
)
GAMES = (NineBoard(), NineBoard("free", "free"), Mnk(), ConnectFour(4, 5, 3), Mnk(5, 5, 4))
X, O = 0, 1  # noqa: E741


def wins_of(state: State) -> set[int]:
    """Moves with which the player to move wins at once."""
    player = state.player
    return {a for a in state.legal_actions() if state.play(a).returns()[player] > 0}


def safe_moves(state: State) -> set[int]:
    """Moves after which the other player cannot win at once."""
    return {
        action
        for action in state.legal_actions()
        if state.play(action).player == state.player or not wins_of(state.play(action))
    }


def positions(game: Game, count: int, seed: int) -> Iterator[State]:
    """Positions of random games in which there is something to choose."""
    rng = Random(seed)
    while count > 0:
        played = random_game(game.initial_state(), rng)
        found = [s for s in played if not s.chance() and len(s.legal_actions()) > 1]
        yield from rng.sample(found, min(4, count, len(found)))
        count -= 4


def size_of(root: Node) -> int:
    return 1 + sum(size_of(child) for child in root.children.values())


# Wins are taken, and not given away


def check_choice(state: State, settings: Settings, simulations: int, rng: Random) -> None:
    whole = decision_of(search_tree(state, settings, Limit(simulations=simulations), rng), settings)
    parts = decision_of(search_children(state, settings, Limit(), rng, simulations), settings)
    for decision in (whole, parts):
        if wins := wins_of(state):
            assert decision.action in wins
            assert decision.value is not None
            assert (decision.value.kind, decision.value.result) == (Kind.PROVEN, Result.WIN)
            assert decision.value.plies == 1
        elif safe := safe_moves(state):
            assert decision.action in safe


@pytest.mark.req("S2.15", "S2.16")
@each("game", GAMES)
@each("simulations", [1, 12, 60])
def test_wins_are_taken_and_never_given_away(game: Game, simulations: int, thorough: bool) -> None:
    rng = Random(simulations)
    settings = (NINE, Settings(decisive=True))
    count = (350 if thorough else 80) // (simulations + 8)
    for number, state in enumerate(positions(game, count, seed=simulations)):
        check_choice(state, settings[number % 2], simulations, rng)


# How: tested children, marked parents


@pytest.mark.req("S2.17")
def test_a_winning_child_replaces_its_siblings_and_marks_its_parent() -> None:
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), X)
    root = Node(state)
    settings = Settings(decisive=True)
    expand(root, 6, settings)
    assert (root.winner, set(root.children), len(root.untried)) == (None, {6}, 4)
    child = expand(root, 2, settings)
    assert (root.winner, root.children, root.untried) == (X, {2: child}, [])
    plain = Node(state)
    expand(plain, 2, Settings())
    assert (plain.winner, len(plain.untried)) == (None, 4), "only a decisive search does that"


@pytest.mark.req("S2.17")
def test_simulations_stop_at_a_marked_node() -> None:
    state = Mnk().state_from(board_of(["X..", "OO.", "..X"]), X)  # O wins at c2 unless X goes there
    settings = Settings(decisive=True, draw_points=0, loss_points=-1)
    root = search_tree(state, settings, Limit(simulations=600), Random(1))
    for action, child in root.children.items():
        if action == 5:
            assert child.winner is None
        else:
            assert child.winner == O
            assert set(child.children) == {5}
            (reply,) = child.children.values()
            assert reply.visits == 1, "made once, and the later simulations end at its parent"
            assert child.wins < 0
    assert root.children[5].visits > 500


@pytest.mark.req("S2.17", "S2.18")
def test_all_replies_are_tested_within_the_first_simulations() -> None:
    """A node with k moves is marked after at most k simulations through it."""
    state = Mnk().state_from(board_of(["X..", "OO.", "..."]), O)
    for seed in range(30):
        root = Node(state)
        grow(root, Settings(decisive=True), Limit(simulations=6), Random(seed))
        assert root.winner == O


@pytest.mark.req("S2.15")
def test_a_decided_root_needs_no_more_simulations() -> None:
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), X)
    root = search_tree(state, NINE, Limit(simulations=10_000), Random(1))
    assert root.visits <= 5
    assert search_children(state, NINE, Limit(), Random(1), 10_000).visits == 0


def test_a_chosen_board_in_which_one_wins_is_a_win() -> None:
    """The player who chooses a board plays in it as well: one stone, one ply."""
    game = NineBoard("free", "free")
    rows = ["XX." + "." * 6, "." * 9, "." * 9, *["." * 9] * 6]
    state = game.state_from(board_of(rows), X, "-")
    decision = decision_of(search_tree(state, NINE, Limit(simulations=500), Random(1)), NINE)
    assert decision.action == 0
    assert decision.value is not None
    assert (decision.value.result, decision.value.plies) == (Result.WIN, 1)


# Rollouts that stay in the tree


@pytest.mark.req("S2.12", "S2.19")
@each("depth", [1, 4, 10])
def test_the_tree_grows_by_the_simulated_path(depth: int) -> None:
    state = NineBoard().initial_state().play(4).play(4)
    settings = Settings(rollout_depth=depth, keep_rollout=True)
    sizes = [1]
    search_tree(
        state, settings, Limit(simulations=40), Random(1), lambda root: sizes.append(size_of(root))
    )
    growth = [after - before for before, after in pairwise(sizes)]
    assert max(growth) == depth + 1, "the new child and the random moves after it"
    assert min(growth) >= 1
    assert sizes[-1] > 40 * depth / 2


@pytest.mark.req("S2.19")
def test_without_keep_rollout_the_tree_grows_by_one_node() -> None:
    state = NineBoard().initial_state().play(4).play(4)
    root = search_tree(state, Settings(rollout_depth=10), Limit(simulations=40), Random(1))
    assert size_of(root) == 41


@pytest.mark.req("S2.19")
def test_a_kept_rollout_ends_with_the_game() -> None:
    sizes: list[int] = []
    root = search_tree(
        Mnk().initial_state(),
        Settings(keep_rollout=True),
        Limit(simulations=3000),
        Random(1),
        lambda root: sizes.append(root.visits),
    )
    assert sizes == list(range(1, 3001))
    assert sum(child.visits for child in root.children.values()) == 3000
    best = max(root.children.values(), key=lambda child: child.visits)
    assert best.action == 4


@pytest.mark.req("S2.13")
def test_kept_nodes_have_visits_and_points_of_their_own() -> None:
    state = NineBoard().initial_state().play(4).play(4)
    root = search_tree(state, NINE, Limit(simulations=1), Random(2))
    node, seen = root, 0
    while node.children:
        (node,) = node.children.values()
        assert node.visits == 1
        seen += 1
    assert 5 <= seen <= 11


@pytest.mark.req("S2.11")
def test_max_wins_bounds_each_child_search() -> None:
    state = NineBoard().initial_state()
    for action in (4, 4, 0, 0, 1, 1):
        state = state.play(action)
    settings = Settings(
        final="ratio", draw_points=0, loss_points=-1, max_wins=16, decisive=True, keep_rollout=True
    )
    root = search_children(state, settings, Limit(), Random(1), 125)
    assert all(abs(child.wins) <= 16 for child in root.children.values())
    assert any(child.visits < 125 for child in root.children.values())
