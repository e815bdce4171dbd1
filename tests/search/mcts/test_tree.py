"""Whole trees: numbers that must hold in each of them, chance nodes, and limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from threading import Event, Timer
from time import perf_counter, process_time
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import any_game, board_of, choices, quick, walk
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.dice import roll
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, grow, search_tree

X, O = 0, 1  # noqa: E741


def nodes_of(root: Node) -> Iterator[Node]:
    """Every node of a tree."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(node.children.values())


class Luck:
    """A position that the dice decide: outcome 1 wins for player 0 with a chance of 1 in 10."""

    def __init__(self, player: int = 0, result: float | None = None) -> None:
        self.player, self.result = player, result

    def legal_actions(self) -> Sequence[int]:
        return (0, 1) if self.result is None else ()

    def chance(self) -> Sequence[tuple[int, float]]:
        return ((0, 0.9), (1, 0.1)) if self.result is None else ()

    def play(self, action: int) -> Luck:
        return Luck(1, 1.0 if action else -1.0)

    def returns(self) -> tuple[float, float]:
        result = self.result or 0.0
        return (result, -result)


# Numbers that hold in every tree


def audit(root: Node, simulations: int) -> None:
    """Visits and points add up; draws are worth 0.5, losses 0."""
    assert root.visits == simulations
    for node in nodes_of(root):
        below = list(node.children.values())
        assert len(below) + len(node.untried) == len(node.state.legal_actions())
        assert all(child.mover == node.state.player for child in below)
        assert all(child.parent is node for child in below)
        gained = sum(
            child.wins if child.mover == node.mover else child.visits - child.wins
            for child in below
        )
        own_visits = node.visits - sum(child.visits for child in below)
        if node is root:
            assert (own_visits, node.wins - gained) == (0, 0)
        elif below:
            assert own_visits == 1
            assert node.wins - gained in (0, 0.5, 1)
        elif node.state.outcome is not None:
            points = (node.state.returns()[node.mover] + 1) / 2
            assert node.wins == points * node.visits, "a finished game is scored again"
            assert node.winner == node.state.outcome.winner
        else:
            assert node.visits == 1


@pytest.mark.req("S0.39", "S0.41", "S3.28", "S3.30")
@quick
@given(game=any_game, path=choices, seed=st.integers(0, 99), simulations=st.integers(1, 80))
def test_visits_and_points_add_up(
    game: ConnectFour | Mnk | NineBoard | RandomDrop, path: list[int], seed: int, simulations: int
) -> None:
    *_, state = walk(game.initial_state(), path)
    if state.outcome is not None:
        with pytest.raises(IllegalMove, match="over"):
            search_tree(state, Settings(), Limit(simulations=simulations), Random(seed))
        return
    key = state.key()
    root = search_tree(state, Settings(), Limit(simulations=simulations), Random(seed))
    audit(root, simulations)
    assert root.state is state
    assert state.key() == key, "the caller's position is untouched"


@pytest.mark.req("S0.39", "S0.41", "S3.28")
@each("game", [ConnectFour(), RandomDrop(), NineBoard("free"), Mnk(5, 5, 4)])
def test_visits_and_points_add_up_in_larger_trees(
    game: ConnectFour | Mnk | NineBoard | RandomDrop,
) -> None:
    root = search_tree(game.initial_state(), Settings(), Limit(simulations=500), Random(7))
    audit(root, 500)
    assert max(child.visits for child in root.children.values()) < 500


@pytest.mark.req("S3.30")
def test_a_tree_near_the_end_of_the_game_is_complete_and_scored_again() -> None:
    state = Mnk().state_from(board_of(["XOX", "XOO", ".X."]), O)
    root = search_tree(state, Settings(), Limit(simulations=50), Random(1))
    audit(root, 50)
    assert sum(1 for _ in nodes_of(root)) == 5
    assert root.children[6].wins == 0.5 * root.children[6].visits, "O blocks: a draw"
    assert root.children[8].wins == 0, "X completes the left column"


@pytest.mark.req("S0.46")
def test_the_score_guides_the_search() -> None:
    """It is no random play with statistics: good moves are tried far more often."""
    state = ConnectFour().initial_state()
    for column in (3, 0, 3, 0, 3):  # X threatens to win in column 4
        state = state.play(column)
    root = search_tree(state, Settings(), Limit(simulations=2000), Random(1))
    assert root.children[3].visits > 3 * 2000 / 7


@pytest.mark.req("S2.10")
def test_a_larger_constant_spreads_the_visits() -> None:
    state = ConnectFour().initial_state()
    most = [
        max(
            child.visits
            for child in search_tree(
                state, Settings(c), Limit(simulations=1500), Random(3)
            ).children.values()
        )
        for c in (0.2, 2.0, 50.0)
    ]
    assert most[0] > most[1] > most[2] >= 1500 / 7


# Chance, and players who move twice


@pytest.mark.req("S0.37")
def test_dice_in_the_tree_fall_by_their_probability_whatever_they_bring() -> None:
    root = search_tree(cast(State, Luck()), Settings(), Limit(simulations=20_000), Random(1))
    share = root.children[1].visits / 20_000
    assert share == pytest.approx(0.1, abs=5 * math.sqrt(0.09 / 20_000))
    assert root.children[1].winner == root.children[1].mover == 0
    assert root.winner is None


def test_a_decisive_search_does_not_take_a_lucky_roll_for_a_choice() -> None:
    settings = Settings(decisive=True)
    root = search_tree(cast(State, Luck()), settings, Limit(simulations=500), Random(1))
    assert root.winner is None
    assert root.visits == 500
    assert set(root.children) == {0, 1}


@pytest.mark.req("S0.37")
def test_random_drops_fall_into_every_open_column_alike() -> None:
    state = RandomDrop().initial_state()
    root = search_tree(state.play(7), Settings(), Limit(simulations=2100), Random(2))
    visits = [root.children[column].visits for column in range(7)]
    assert sum(visits) == 2100
    assert all(abs(count - 300) < 5 * math.sqrt(2100 / 7 * 6 / 7) for count in visits)
    assert all(child.mover == 0 for child in root.children.values())


def test_rolls_follow_the_probabilities() -> None:
    rng = Random(3)
    ones = sum(roll(cast(State, Luck()), rng) for _ in range(20_000))
    assert ones / 20_000 == pytest.approx(0.1, abs=5 * math.sqrt(0.09 / 20_000))


def test_a_player_who_chooses_board_and_cell_gets_the_points_of_both() -> None:
    state = NineBoard("free").initial_state()
    root = search_tree(state, Settings(), Limit(simulations=800), Random(4))
    for child in root.children.values():
        assert child.mover == child.state.player == 0
        gained = sum(below.wins for below in child.children.values())
        assert all(below.mover == 0 for below in child.children.values())
        assert child.wins - gained in (0, 0.5, 1)


# Limits


def test_a_search_without_any_limit_is_refused() -> None:
    with pytest.raises(BadOption, match="limit"):
        search_tree(Mnk().initial_state(), Settings(), Limit(), Random(1))


@pytest.mark.parametrize("limit", [Limit(simulations=30), Limit(nodes=30, simulations=99)])
def test_simulations_are_counted_exactly(limit: Limit) -> None:
    assert search_tree(Mnk().initial_state(), Settings(), limit, Random(1)).visits == 30


def test_a_tree_can_grow_on() -> None:
    root = search_tree(Mnk().initial_state(), Settings(), Limit(simulations=30), Random(1))
    grow(root, Settings(), Limit(simulations=20), Random(2))
    audit(root, 50)


def test_time_ends_a_search_even_within_a_long_game() -> None:
    started = process_time()
    state = Mnk(60, 60, 60).initial_state()  # one random game here takes many seconds
    root = search_tree(state, Settings(), Limit(seconds=0.1), Random(1))
    assert process_time() - started < 1.5
    assert root.visits == sum(child.visits for child in root.children.values()) == 0


@pytest.mark.parametrize("settings", [Settings(), Settings(keep_rollout=True)])
def test_a_stop_flag_ends_a_search(settings: Settings) -> None:
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started, worked = perf_counter(), process_time()
    root = search_tree(ConnectFour().initial_state(), settings, Limit(stop=stop), Random(1))
    assert perf_counter() - started > 0.05
    assert process_time() - worked < 1.0
    assert root.visits > 0
    timer.join()


@pytest.mark.req("S2.11")
def test_max_wins_ends_a_decided_search() -> None:
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), X)
    settings = Settings(max_wins=64, loss_points=-1, draw_points=0)
    root = search_tree(state, settings, Limit(simulations=100_000), Random(1))
    assert abs(root.wins) == 64
    assert root.visits < 1000
